//! Moves: the list of the legal ones, why others are not, how they are carried out, and whether they end the game.

use std::fmt;

use smallvec::SmallVec;

use super::board::{Piece, Side, Size, Square, neighbours, squares, steps};
use super::history::{History, Repetition};
use super::position::Position;
use super::variant::{Both, Rules};

/// One action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Puts the top piece of one of the player's own nests on a vacant square. Written `L@c3`.
    Drop {
        /// Size of the piece.
        size: Size,
        /// The square.
        to: Square,
    },
    /// Moves a visible piece of the player to a square that shares a side with its own. Written `Mc3-c4`.
    Step {
        /// Size of the piece.
        size: Size,
        /// The square it leaves.
        from: Square,
        /// The square it comes to.
        to: Square,
    },
}

impl Move {
    /// Size of the piece that is dropped or moved.
    pub const fn size(self) -> Size {
        match self {
            Self::Drop { size, .. } | Self::Step { size, .. } => size,
        }
    }

    /// The square that the piece comes to.
    pub const fn to(self) -> Square {
        match self {
            Self::Drop { to, .. } | Self::Step { to, .. } => to,
        }
    }

    /// The square that the piece leaves, if it was on the board.
    pub const fn from(self) -> Option<Square> {
        match self {
            Self::Drop { .. } => None,
            Self::Step { from, .. } => Some(from),
        }
    }

    /// Whether the move is a drop.
    pub const fn is_drop(self) -> bool {
        matches!(self, Self::Drop { .. })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drop { size, to } => write!(f, "{}@{to}", size.letter()),
            Self::Step { size, from, to } => write!(f, "{}{from}-{to}", size.letter()),
        }
    }
}

/// Moves of one position: drops first, larges first, then by square.
pub type MoveList = SmallVec<[Move; 96]>;

/// What one player can do with pieces of one size.
pub(super) struct Reach {
    pub(super) size: Size,
    /// Visible pieces.
    pub(super) pieces: u64,
    /// Squares that such a piece may step on.
    pub(super) targets: u64,
}

impl Reach {
    /// Number of steps onto some of these squares.
    #[inline]
    pub(super) fn count(&self, squares: u64) -> u32 {
        if self.pieces == 0 {
            return 0;
        }
        steps(self.pieces).into_iter().map(|near| (near & self.targets & squares).count_ones()).sum()
    }
}

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
    #[error("player {} has no {} left in reserve", .0.side, .0.size.word())]
    NoneLeft(Piece),
    /// A drop of a size that tops no nest, because larger pieces are still over it.
    #[error("every {} of player {} in reserve is still under a larger piece", .0.size.word(), .0.side)]
    StillCovered(Piece),
    /// A step from a square where the player does not show a piece of that size.
    #[error("{1} does not show a {size} of player {side}", size = .0.size.word(), side = .0.side)]
    NotThere(Piece, Square),
    /// A step from a square to one that does not share a side with it.
    #[error("{1} does not share a side with {0}")]
    NotNext(Square, Square),
    /// A step of a size onto a visible piece that is not smaller, and the square of that.
    #[error("a {size} cannot cover the {below} on {2}; only smaller pieces can be covered", size = .0.word(), below = .1.word())]
    TooLarge(Size, Size, Square),
    /// A move to an earlier state of the game (G1).
    #[error("the state after ply {ply} would come back")]
    Repeats {
        /// Plies played when that state stood; 0 is the first position of the record.
        ply: usize,
    },
}

impl Position {
    /// The three sizes of a player's visible pieces, and where they may step if they are near.
    #[inline]
    pub(super) fn reaches(&self, rules: &Rules, side: Side) -> [Reach; 3] {
        let own = &self.layers[side.index()];
        let [small, medium, large] = self.by_size();
        let (no_large, no_medium) = (rules.board & !large, rules.board & !large & !medium);
        let vacant = no_medium & !small;
        [
            Reach { size: Size::Large, pieces: own[2], targets: no_large },
            Reach { size: Size::Medium, pieces: own[1] & no_large, targets: no_medium },
            Reach { size: Size::Small, pieces: own[0] & no_medium, targets: vacant },
        ]
    }

    /// Squares that a step of this player can reach: by a step along a row, and by one along a column.
    #[inline]
    pub(crate) fn entries(&self, rules: &Rules, side: Side) -> [u64; 2] {
        let mut entries = [0; 2];
        for Reach { pieces, targets, .. } in self.reaches(rules, side) {
            let [right, left, up, down] = steps(pieces);
            entries[0] |= (right | left) & targets;
            entries[1] |= (up | down) & targets;
        }
        entries
    }

    /// Whether the side to move can drop a piece of this size somewhere, if a square is vacant: whether one of its nests
    /// has that size on top.
    #[inline]
    pub(crate) fn tops_a_nest(&self, rules: &Rules, side: Side, size: Size) -> bool {
        let own = &self.layers[side.index()];
        match size {
            Size::Large => (own[2].count_ones() as usize) < rules.nests(),
            Size::Medium => own[1].count_ones() < own[2].count_ones(),
            Size::Small => own[0].count_ones() < own[1].count_ones(),
        }
    }

    /// Every move that the pieces allow, drops first. The game must not be over; the rule against repetition is not asked.
    #[inline]
    pub fn each_move(&self, rules: &Rules) -> impl Iterator<Item = Move> {
        self.drops(rules).chain(self.steps(rules))
    }

    /// The same for drops only, larges first.
    #[inline]
    pub(crate) fn drops(&self, rules: &Rules) -> impl Iterator<Item = Move> {
        let vacant = rules.droppable & !self.occupied();
        let open = |&size: &Size| self.tops_a_nest(rules, self.side, size);
        let sizes: SmallVec<[Size; 3]> = Size::ALL.into_iter().rev().filter(open).collect();
        sizes.into_iter().flat_map(move |size| squares(vacant).map(move |to| Move::Drop { size, to }))
    }

    /// The same for steps only.
    #[inline]
    pub(crate) fn steps(&self, rules: &Rules) -> impl Iterator<Item = Move> {
        self.reaches(rules, self.side).into_iter().flat_map(|Reach { size, pieces, targets }| {
            squares(pieces).flat_map(move |from| {
                squares(neighbours(from.bit()) & targets).map(move |to| Move::Step { size, from, to })
            })
        })
    }

    /// The steps onto one of these squares. Whether the game is over is not asked.
    #[inline]
    pub(crate) fn steps_onto(&self, rules: &Rules, onto: u64) -> impl Iterator<Item = Move> {
        self.reaches(rules, self.side).into_iter().flat_map(move |Reach { size, pieces, targets }| {
            squares(onto & targets).flat_map(move |to| {
                squares(neighbours(to.bit()) & pieces).map(move |from| Move::Step { size, from, to })
            })
        })
    }

    /// The legal moves; none if the game is over. The rule against repetition is not asked.
    pub fn moves(&self, rules: &Rules) -> MoveList {
        let mut moves = MoveList::new();
        if !self.has_ended_by_line(rules) {
            self.each_move(rules).for_each(|mv| moves.push(mv));
        }
        moves
    }

    /// Number of moves of [`each_move`](Self::each_move), counted without making any of them.
    #[inline]
    pub fn count_moves(&self, rules: &Rules) -> u64 {
        let side = self.side;
        let vacant = rules.droppable & !self.occupied();
        let drops = self.kinds(rules, side) * vacant.count_ones();
        let steps: u32 = self.reaches(rules, side).iter().map(|reach| reach.count(rules.board)).sum();
        u64::from(drops + steps)
    }

    /// Number of sizes that top one of a player's nests.
    #[inline]
    pub(super) fn kinds(&self, rules: &Rules, side: Side) -> u32 {
        Size::ALL.into_iter().map(|size| u32::from(self.tops_a_nest(rules, side, size))).sum()
    }

    /// Whether the side to move can drop a piece. The rule against repetition never bars that.
    #[inline]
    pub(crate) fn can_drop(&self, rules: &Rules) -> bool {
        let vacant = rules.droppable & !self.occupied();
        vacant != 0 && Size::ALL.into_iter().any(|size| self.tops_a_nest(rules, self.side, size))
    }

    /// Whether the side to move can move at all. The rule against repetition is not asked.
    #[inline]
    pub fn can_move(&self, rules: &Rules) -> bool {
        if self.can_drop(rules) {
            return true;
        }
        self.reaches(rules, self.side).iter().any(|reach| neighbours(reach.pieces) & reach.targets != 0)
    }

    /// A move that makes a line and wins, if the side to move has one. Wins that leave the opponent without a move are not
    /// looked for. The game must not be over.
    ///
    /// A move adds one visible piece of its player at most, on the square it comes to. So that square completes a line of the
    /// pieces visible now, and most positions have no such square. A drop uncovers nothing; a step may uncover a line of the
    /// opponent, or take its own piece out of the line, and is tried.
    #[inline]
    pub(crate) fn win_at_once(&self, rules: &Rules) -> Option<Move> {
        let completing = rules.completing(self.visible(self.side));
        if completing == 0 {
            return None;
        }
        let vacant = completing & rules.droppable & !self.occupied();
        if vacant != 0 {
            let on_top = Size::ALL.into_iter().rev().find(|&size| self.tops_a_nest(rules, self.side, size));
            if let Some(size) = on_top {
                return Some(Move::Drop { size, to: Square::lowest(vacant) });
            }
        }
        self.steps_onto(rules, completing)
            .find(|&mv| self.after(mv).line_status(rules) == Status::Line(self.side))
    }

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
            Move::Step { from, .. } if self.top(from) != Some(piece) => {
                Err(IllegalMove::NotThere(piece, from))
            }
            Move::Step { from, to, .. } if neighbours(from.bit()) & to.bit() == 0 => {
                Err(IllegalMove::NotNext(from, to))
            }
            Move::Step { size, to, .. } => match self.top(to) {
                Some(below) if below.size >= size => Err(IllegalMove::TooLarge(size, below.size, to)),
                _ => Ok(()),
            },
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

/// Counts the sequences of exactly `depth` moves (perft), the usual test of move generation, earlier states allowed to come back.
///
/// Nothing is played after a line; a move that makes one counts. The moves of the last ply are counted, not made, and if
/// the ply before it is a drop, then the drops are counted all at once too.
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    let after = |mv| perft(rules, &position.after(mv), depth - 1);
    match depth {
        0 => 1,
        _ if position.has_ended_by_line(rules) => 0,
        1 => position.count_moves(rules),
        2 => replies_to_drops(rules, position) + position.steps(rules).map(after).sum::<u64>(),
        _ => position.each_move(rules).map(after).sum(),
    }
}

/// Number of sequences of a drop and a reply to it.
///
/// A drop covers nothing, so it takes from the opponent's moves exactly these: drops on that square, and steps onto
/// it with pieces that are not larger. Summed over all vacant squares, the latter are all steps onto vacant squares. A drop
/// that makes a line has no reply.
fn replies_to_drops(rules: &Rules, position: &Position) -> u64 {
    let (own, other) = (position.side(), position.side().other());
    let vacant = rules.droppable & !position.occupied();
    let winning = rules.completing(position.visible(own)) & vacant;
    let reaches = position.reaches(rules, other);
    let kinds = position.kinds(rules, other);
    let all_steps: u32 = reaches.iter().map(|reach| reach.count(rules.board)).sum();
    let elsewhere = kinds * vacant.count_ones() + all_steps - kinds * u32::from(vacant != 0);
    // Replies to drops of this size on all squares of a set of vacant ones.
    let replies = |size: Size, set: u64| {
        let lost: u32 = reaches.iter().filter(|reach| reach.size <= size).map(|reach| reach.count(set)).sum();
        u64::from(elsewhere * set.count_ones() - lost)
    };
    let sizes = Size::ALL.into_iter().filter(|&size| position.tops_a_nest(rules, own, size));
    sizes.map(|size| replies(size, vacant) - replies(size, winning)).sum()
}

/// Counts the sequences of exactly `depth` moves that go on from a history, by either reading of repetition.
pub fn perft_from(rules: &Rules, repetition: Repetition, history: &mut History, depth: u32) -> u64 {
    match repetition {
        Repetition::Allowed => perft(rules, history.now(), depth),
        Repetition::Barred => barred_perft(rules, history, depth),
    }
}

fn barred_perft(rules: &Rules, history: &mut History, depth: u32) -> u64 {
    /// Plies without a drop after which a state comes back at the earliest.
    const SHORTEST: usize = 4;
    let position = *history.now();
    if depth == 0 || history.since_drop().len() - 1 + (depth as usize) < SHORTEST {
        return perft(rules, &position, depth);
    }
    if position.has_ended_by_line(rules) {
        return 0;
    }
    if depth == 1 {
        return position.count_moves(rules) - history.barred().count() as u64;
    }
    let barred: Vec<Move> = history.barred().map(|(mv, _)| mv).collect();
    let after = |mv| {
        history.push(mv);
        let count = barred_perft(rules, history, depth - 1);
        history.pop();
        count
    };
    position.each_move(rules).filter(|mv| !barred.contains(mv)).map(after).sum()
}
