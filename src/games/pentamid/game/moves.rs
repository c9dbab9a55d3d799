//! Moves, and the list of the legal ones.

use std::fmt;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::board::{neighbours, steps};
use super::piece::{Side, Size};
use super::position::Position;
use super::square::{Square, squares};
use super::variant::Rules;

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
    /// The size.
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

    /// Calls `visit` with every move that the pieces allow, until it breaks off. The game must not be over; the rule
    /// against repetition is not asked.
    ///
    /// # Errors
    /// None: the result is what `visit` broke off with, if it did.
    #[inline]
    pub fn each_move<B>(
        &self,
        rules: &Rules,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.each_drop(rules, &mut visit)?;
        self.each_step(rules, visit)
    }

    /// The same for drops only.
    #[inline]
    pub(crate) fn each_drop<B>(
        &self,
        rules: &Rules,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.side;
        let vacant = rules.droppable & !self.occupied();
        for size in Size::ALL.into_iter().rev() {
            if self.tops_a_nest(rules, side, size) {
                for to in squares(vacant) {
                    visit(Move::Drop { size, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The same for steps only.
    #[inline]
    pub(crate) fn each_step<B>(
        &self,
        rules: &Rules,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for Reach { size, pieces, targets } in self.reaches(rules, self.side) {
            for from in squares(pieces) {
                for to in squares(neighbours(from.bit()) & targets) {
                    visit(Move::Step { size, from, to })?;
                }
            }
        }
        ControlFlow::Continue(())
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
            let _: ControlFlow<()> = self.each_move(rules, |mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
        }
        moves
    }

    /// Number of moves that [`each_move`](Self::each_move) visits, counted without making any of them.
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
        self.reaches(rules, self.side)
            .into_iter()
            .any(|Reach { pieces, targets, .. }| neighbours(pieces) & targets != 0)
    }
}
