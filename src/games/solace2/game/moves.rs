//! Moves: which are legal under a reading, what they do, and why the others are not. Lines of moves replayed by the rules alone.

use std::fmt;

use smallvec::SmallVec;

use super::deal::{Colour, Size};
use super::position::{Core, MAX_SPACES, Position, Space};
use super::reading::{Lend, Reading};
use crate::kit;

/// One move of the game. Spaces are indices from 0; notation numbers them from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// `L-3>4`: a large caps another full nest.
    Large {
        /// Space it leaves.
        from: u8,
        /// Space of the nest it caps.
        to: u8,
    },
    /// `M-3>8`: an exposed medium goes onto an exposed large.
    Medium {
        /// Space it leaves.
        from: u8,
        /// Space of the large.
        to: u8,
    },
    /// `S-3>14`: an exposed small goes onto an exposed medium.
    Small {
        /// Space it leaves.
        from: u8,
        /// Space of the medium.
        to: u8,
    },
    /// `T-14>3`: a tower on top of a pile goes to an open space.
    Tower {
        /// Space it leaves.
        from: u8,
        /// The open space.
        to: u8,
    },
}

impl Move {
    /// Where the move starts and ends.
    pub const fn ends(self) -> (usize, usize) {
        match self {
            Self::Large { from, to }
            | Self::Medium { from, to }
            | Self::Small { from, to }
            | Self::Tower { from, to } => (from as usize, to as usize),
        }
    }

    /// The move of the same size between other spaces.
    #[must_use]
    pub const fn between(self, from: usize, to: usize) -> Self {
        let (from, to) = (from as u8, to as u8);
        match self {
            Self::Large { .. } => Self::Large { from, to },
            Self::Medium { .. } => Self::Medium { from, to },
            Self::Small { .. } => Self::Small { from, to },
            Self::Tower { .. } => Self::Tower { from, to },
        }
    }

    /// The letter that notation begins with.
    pub const fn letter(self) -> char {
        match self {
            Self::Large { .. } => 'L',
            Self::Medium { .. } => 'M',
            Self::Small { .. } => 'S',
            Self::Tower { .. } => 'T',
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = self.ends();
        write!(f, "{}-{}>{}", self.letter(), from + 1, to + 1)
    }
}

/// Legal moves of one position.
pub type MoveList = SmallVec<[Move; 64]>;

/// Why a move cannot be played. Spaces are numbered from 1, as in notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// A space that the game does not have.
    #[error("there is no space {0}")]
    NoSuchSpace(usize),
    /// Start and end are the same.
    #[error("space {0} is both start and end")]
    Itself(usize),
    /// No piece of the size is exposed at the start.
    #[error("no {size} is exposed on space {1}", size = .0.word())]
    NotExposed(Size, usize),
    /// No piece that the moving one could go onto is exposed at the end.
    #[error("no {size} is exposed on space {1} to receive it", size = .0.word())]
    NoTarget(Size, usize),
    /// The two pieces, at the start and at the end, differ in colour.
    #[error("the pieces on spaces {0} and {1} differ in colour")]
    Colours(usize, usize),
    /// A large that is not on top of a full nest (R3 is off).
    #[error("the large on space {0} is a cap: only the top of a full nest may move")]
    CapMoves(usize),
    /// A large onto something that is not a full nest.
    #[error("space {0} holds no full nest")]
    NotFull(usize),
    /// A capped nest as the target of a large (R3 is off).
    #[error("space {0} is capped already")]
    Capped(usize),
    /// A medium onto the own large of a nest (R1 is off).
    #[error("the large on space {0} is a nest's own: only a cap takes a medium")]
    OwnLarge(usize),
    /// A small onto the medium of an opened nest (R2 is off).
    #[error("the medium on space {0} still lies in its nest")]
    InNest(usize),
    /// A placed piece that stays where it is (R4a is off).
    #[error("the piece on space {0} was placed and stays")]
    Placed(usize),
    /// A piece of a tower on the table that stays where it is (R4b is off).
    #[error("the tower on space {0} is finished and stays")]
    Finished(usize),
    /// No tower tops the pile at the start.
    #[error("no tower tops the pile on space {0}")]
    NoTower(usize),
    /// The tower stands on the table already.
    #[error("the tower on space {0} stands on the table already")]
    OnTable(usize),
    /// The end of a tower's move is not open.
    #[error("space {0} is not open")]
    NotOpen(usize),
    /// The end of a tower's move is beside the nests' spaces (R5 is off).
    #[error("space {0} is none of those that nests have vacated")]
    Beside(usize),
}

impl Position {
    /// The legal moves, larges first, then mediums, smalls and towers, by start and end.
    ///
    /// Of the open spaces beside those of the nests, which differ in their numbers only (R5), the first alone is listed.
    pub fn legal_moves(&self, reading: Reading) -> MoveList {
        type Ends = fn(&Space) -> bool;
        type Kind = (Ends, Ends, fn(u8, u8) -> Move);
        // Conditions that a move of each kind needs of either end, so that few pairs are left to check.
        const LARGE: Ends = |space| matches!(space.core, Core::Full) && !space.medium;
        const KINDS: [Kind; 4] = [
            (LARGE, LARGE, |from, to| Move::Large { from, to }),
            (
                |space| space.exposed_medium().is_some(),
                |space| space.exposed_large().is_some(),
                |from, to| Move::Medium { from, to },
            ),
            (
                |space| space.exposed_small().is_some(),
                |space| space.exposed_medium().is_some(),
                |from, to| Move::Small { from, to },
            ),
            (|space| space.complete_tower().is_some(), Space::is_open, |from, to| Move::Tower { from, to }),
        ];
        let mut moves = MoveList::new();
        let nests = self.nests();
        let beside = self.spaces().iter().skip(nests).position(Space::is_open).map(|i| nests + i);
        let is_listed = |at: usize| at < nests || !self.spaces[at].is_open() || Some(at) == beside;
        let spaces = || self.spaces().iter().enumerate();
        for (may_start, may_end, mv) in KINDS {
            let ends: SmallVec<[u8; MAX_SPACES]> =
                spaces().filter(|&(i, space)| may_end(space) && is_listed(i)).map(|(i, _)| i as u8).collect();
            for (from, _) in spaces().filter(|(_, space)| may_start(space)) {
                let all = ends.iter().map(|&to| mv(from as u8, to));
                moves.extend(all.filter(|&mv| self.check(mv, reading).is_ok()));
            }
        }
        moves
    }

    /// Whether a move is legal.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, mv: Move, reading: Reading) -> Result<(), IllegalMove> {
        let (from, to) = mv.ends();
        if let Some(end) = [from, to].into_iter().find(|&end| end >= self.spaces().len()) {
            return Err(IllegalMove::NoSuchSpace(end + 1));
        }
        if from == to {
            return Err(IllegalMove::Itself(from + 1));
        }
        let (source, target) = (&self.spaces[from], &self.spaces[to]);
        let (from, to) = (from + 1, to + 1);
        let exposed = |colour: Option<Colour>, size| colour.ok_or(IllegalMove::NotExposed(size, from));
        let receives = |colour: Option<Colour>, size| colour.ok_or(IllegalMove::NoTarget(size, to));
        let fits = |a: Colour, b: Colour| if a == b { Ok(()) } else { Err(IllegalMove::Colours(from, to)) };
        let refused = match mv {
            // Foundation, and R3.
            Move::Large { .. } => {
                exposed(source.exposed_large().filter(|_| source.core == Core::Full), Size::Large)?;
                if source.caps > 0 && !reading.recap {
                    return Err(IllegalMove::CapMoves(from));
                }
                if target.core != Core::Full {
                    return Err(IllegalMove::NotFull(to));
                }
                receives(target.exposed_large(), Size::Large)?;
                if target.caps > 0 && !reading.recap {
                    return Err(IllegalMove::Capped(to));
                }
                return fits(source.nest.large, target.nest.large);
            }
            // Building with mediums, R1 and R4.
            Move::Medium { .. } => {
                let colour = exposed(source.exposed_medium(), Size::Medium)?;
                may_leave(source, source.medium, from, reading)?;
                fits(colour, receives(target.exposed_large(), Size::Large)?)?;
                let is_own = target.core == Core::Full && target.caps == 0;
                (is_own && !reading.native).then_some(IllegalMove::OwnLarge(to))
            }
            // Building with smalls, R2 and R4.
            Move::Small { .. } => {
                let colour = exposed(source.exposed_small(), Size::Small)?;
                may_leave(source, source.small, from, reading)?;
                fits(colour, receives(target.exposed_medium(), Size::Medium)?)?;
                (target.core == Core::Opened && !reading.opened).then_some(IllegalMove::InNest(to))
            }
            // Promotion, and R5.
            Move::Tower { .. } if source.complete_tower().is_none() => Some(IllegalMove::NoTower(from)),
            Move::Tower { .. } if source.tower.is_some() => Some(IllegalMove::OnTable(from)),
            Move::Tower { .. } if !target.is_open() => Some(IllegalMove::NotOpen(to)),
            Move::Tower { .. } => (to > self.nests() && !reading.open).then_some(IllegalMove::Beside(to)),
        };
        refused.map_or(Ok(()), Err)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it is illegal; the position is unchanged then.
    pub fn play(&mut self, mv: Move, reading: Reading) -> Result<(), IllegalMove> {
        self.check(mv, reading)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    ///
    /// An illegal move may leave a position that no game reaches.
    pub fn play_unchecked(&mut self, mv: Move) {
        let (from, to) = mv.ends();
        let (mut source, mut target) = (self.spaces[from], self.spaces[to]);
        match mv {
            Move::Large { .. } => {
                source.lose_large();
                target.caps += 1;
            }
            Move::Medium { .. } => {
                if source.medium {
                    source.medium = false;
                } else {
                    source.core = Core::Bare;
                }
                target.medium = true;
            }
            Move::Small { .. } => {
                if source.small {
                    source.small = false;
                } else {
                    source.core = Core::Gone;
                }
                target.small = true;
            }
            Move::Tower { .. } => {
                (target.tower, target.medium, target.small) = (source.topmost_large(), true, true);
                (source.medium, source.small) = (false, false);
                source.lose_large();
            }
        }
        (self.spaces[from], self.spaces[to]) = (source, target);
    }
}

impl Space {
    /// The topmost large of a full nest, a cap or its own, leaves.
    const fn lose_large(&mut self) {
        if self.caps > 0 {
            self.caps -= 1;
        } else {
            self.core = Core::Opened;
        }
    }
}

/// R4, for a piece that was placed.
fn may_leave(source: &Space, placed: bool, from: usize, reading: Reading) -> Result<(), IllegalMove> {
    if placed && reading.lend == Lend::Never {
        Err(IllegalMove::Placed(from))
    } else if placed && source.tower.is_some() && reading.lend != Lend::Always {
        Err(IllegalMove::Finished(from))
    } else {
        Ok(())
    }
}

/// The first illegal move of a line.
pub type IllegalLine = kit::replay::IllegalLine<Move, IllegalMove, Box<Position>>;

/// Plays a line and gives back the position it ends in, whose score is what the line reaches. Whatever a search claims is checked
/// here, so nothing here may use a search.
///
/// # Errors
/// The first illegal move.
pub fn replay(start: &Position, reading: Reading, moves: &[Move]) -> Result<Position, IllegalLine> {
    let end = kit::replay::replay(Box::new(*start), moves, |position, mv| position.play(mv, reading))?;
    Ok(*end)
}
