//! Moves carried out and judged: checked and unchecked play, and whether the game is over.

use super::board::neighbours;
use super::moves::Move;
use super::piece::{Piece, Side, Size};
use super::position::Position;
use super::square::Square;
use super::variant::{Both, Rules};

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The side to move has a legal move.
    Open,
    /// This player has a line.
    Line(Side),
    /// This player won because the side to move has no legal move (G4).
    Stuck(Side),
    /// Both players have a line, and the reading of that is a draw (G3).
    Drawn,
}

impl Status {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Line(side) | Self::Stuck(side) => Some(side),
            Self::Open | Self::Drawn => None,
        }
    }

    /// Whether the game is over.
    pub const fn is_over(self) -> bool {
        !matches!(self, Self::Open)
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A square that the board lacks.
    #[error("{0} is off the board")]
    OffBoard(Square),
    /// A drop on a square that holds a piece.
    #[error("{0} is not vacant; pieces are dropped on vacant squares only")]
    NotVacant(Square),
    /// A drop on the centre, which the variant bars (G5).
    #[error("no piece may be dropped on {0}, the centre")]
    Centre(Square),
    /// A drop of a size that tops no nest, because all pieces of it are on the board.
    #[error("player {} has no {} left in reserve", .0.side, .0.size.name())]
    NoneLeft(Piece),
    /// A drop of a size that tops no nest, because larger pieces are still over it.
    #[error("every {} of player {} in reserve is still under a larger piece", .0.size.name(), .0.side)]
    StillCovered(Piece),
    /// A step from a square where the player does not show a piece of that size.
    #[error("{square} does not show a {} of player {}", piece.size.name(), piece.side)]
    NotThere {
        /// The piece that was to move.
        piece: Piece,
        /// The square.
        square: Square,
    },
    /// A step to a square that does not share a side with the first.
    #[error("{to} does not share a side with {from}")]
    NotNext {
        /// The square that was to be left.
        from: Square,
        /// The square that was to be reached.
        to: Square,
    },
    /// A step onto a piece that is not smaller.
    #[error("a {} cannot cover the {} on {to}; only smaller pieces can be covered", size.name(), below.name())]
    TooLarge {
        /// Size of the piece that was to move.
        size: Size,
        /// Size of the visible piece on the square.
        below: Size,
        /// The square.
        to: Square,
    },
    /// A move to an earlier state of the game (G1).
    #[error("the state after ply {ply} would come back")]
    Repeats {
        /// Plies played when that state stood; 0 is the first position of the record.
        ply: usize,
    },
}

impl Position {
    /// Whether a line stands, of either player.
    #[inline]
    pub(crate) fn has_ended_by_line(&self, rules: &Rules) -> bool {
        rules.has_line(self.visible(Side::One)) || rules.has_line(self.visible(Side::Two))
    }

    /// Whether the game is over by a line, and for which player. A position without one counts as open here, whether or
    /// not the side to move can move.
    #[inline]
    pub(crate) fn line_status(&self, rules: &Rules) -> Status {
        let mover = self.side.other();
        match (rules.has_line(self.visible(mover)), rules.has_line(self.visible(self.side))) {
            (false, false) => Status::Open,
            (true, false) => Status::Line(mover),
            (false, true) => Status::Line(self.side),
            (true, true) => match rules.variant().both {
                Both::Opponent => Status::Line(self.side),
                Both::Mover => Status::Line(mover),
                Both::Draw => Status::Drawn,
            },
        }
    }

    /// Whether the game is over. The rule against repetition is not asked: a position all of whose moves lead to earlier
    /// states is open here.
    pub fn status(&self, rules: &Rules) -> Status {
        match self.line_status(rules) {
            Status::Open if !self.can_move(rules) => Status::Stuck(self.side.other()),
            status => status,
        }
    }

    /// Checks a move. The rule against repetition is not asked.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    pub fn check(&self, rules: &Rules, mv: Move) -> Result<(), IllegalMove> {
        if self.has_ended_by_line(rules) {
            return Err(IllegalMove::Over);
        }
        let piece = Piece { side: self.side, size: mv.size() };
        let squares = [Some(mv.to()), mv.from()];
        if let Some(&square) = squares.iter().flatten().find(|&&square| !rules.has(square)) {
            return Err(IllegalMove::OffBoard(square));
        }
        match mv {
            Move::Drop { size, to } => {
                if self.top(to).is_some() {
                    Err(IllegalMove::NotVacant(to))
                } else if !rules.drops_on(to) {
                    Err(IllegalMove::Centre(to))
                } else if self.tops_a_nest(rules, self.side, size) {
                    Ok(())
                } else if self.reserve(rules, self.side, size) == 0 {
                    Err(IllegalMove::NoneLeft(piece))
                } else {
                    Err(IllegalMove::StillCovered(piece))
                }
            }
            Move::Step { size, from, to } => {
                if self.top(from) != Some(piece) {
                    return Err(IllegalMove::NotThere { piece, square: from });
                }
                if neighbours(from.bit()) & to.bit() == 0 {
                    return Err(IllegalMove::NotNext { from, to });
                }
                match self.top(to) {
                    Some(below) if below.size >= size => {
                        Err(IllegalMove::TooLarge { size, below: below.size, to })
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// Plays a move. The rule against repetition is not asked: [`Game`](super::Game) does that.
    ///
    /// # Errors
    /// The reason why the move is illegal; the position is unchanged then.
    pub fn play(&mut self, rules: &Rules, mv: Move) -> Result<(), IllegalMove> {
        self.check(rules, mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let layer = &mut self.layers[self.side.index()][mv.size().index()];
        *layer ^= match mv {
            Move::Drop { to, .. } => to.bit(),
            Move::Step { from, to, .. } => from.bit() ^ to.bit(),
        };
        self.side = self.side.other();
    }

    /// The position with the other side to move, as if a move could be passed up.
    #[inline]
    pub(crate) const fn passed(mut self) -> Self {
        self.side = self.side.other();
        self
    }

    /// The position after a move that is known to be legal.
    #[inline]
    #[must_use]
    pub fn after(mut self, mv: Move) -> Self {
        self.play_unchecked(mv);
        self
    }
}
