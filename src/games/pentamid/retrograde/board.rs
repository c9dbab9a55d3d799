//! A small board with its squares numbered without gaps, as ranks of positions need them.

use crate::games::pentamid::game::{Position, Rules, Side, Square, Symmetry};

/// Squares of the largest board.
pub(super) const MAX_AREA: usize = 25;

/// Squares as bits, bit 0 for `a1`, then along the rows.
pub(super) type Bits = u32;

/// Pieces by size, smalls first: those of the side to move, and those of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stacks {
    pub(super) mine: [Bits; 3],
    pub(super) theirs: [Bits; 3],
}

impl Stacks {
    /// The same board with the other side to move.
    pub(super) const fn turned(self) -> Self {
        Self { mine: self.theirs, theirs: self.mine }
    }

    /// The board after a step of mine, the same side to move.
    #[inline]
    pub(super) const fn stepped(mut self, size: usize, from: usize, to: usize) -> Self {
        self.mine[size] ^= 1 << from | 1 << to;
        self
    }

    /// Squares with a piece of a size or of a larger one, by size.
    #[inline]
    fn at_least(&self) -> [Bits; 3] {
        let large = self.mine[2] | self.theirs[2];
        let medium = large | self.mine[1] | self.theirs[1];
        [medium | self.mine[0] | self.theirs[0], medium, large]
    }

    /// Squares that show one player, given all pieces.
    #[inline]
    fn visible(own: &[Bits; 3], [_, medium, large]: [Bits; 3]) -> Bits {
        own[2] | (own[1] & !large) | (own[0] & !medium)
    }
}

/// The geometry of a board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) rules: Rules,
    pub(super) area: usize,
    all: Bits,
    droppable: Bits,
    neighbours: Vec<Bits>,
    lines: Vec<Bits>,
    /// For each symmetry, where each square goes.
    pub(super) symmetries: Vec<Vec<usize>>,
}

/// How a position stands by its lines alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    No,
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    Drawn,
}

impl Board {
    pub(super) fn new(rules: &Rules) -> Self {
        let dense = |bits: u64| -> Bits {
            rules
                .squares()
                .filter(|square| bits & square.bit() != 0)
                .map(|square| 1 << rules.dense(square))
                .sum()
        };
        let near = |square: Square| -> Bits {
            let apart =
                |other: Square| square.column().abs_diff(other.column()) + square.row().abs_diff(other.row());
            rules.squares().filter(|&other| apart(other) == 1).map(|other| 1 << rules.dense(other)).sum()
        };
        let image = |symmetry: &Symmetry| {
            rules.squares().map(|square| rules.dense(symmetry.square(square))).collect()
        };
        Self {
            rules: *rules,
            area: rules.area(),
            all: dense(rules.board),
            droppable: dense(rules.droppable),
            neighbours: rules.squares().map(near).collect(),
            lines: rules.lines().into_iter().map(dense).collect(),
            symmetries: Symmetry::all(rules).iter().map(image).collect(),
        }
    }

    /// A position as it is seen here.
    pub(super) fn stacks(&self, position: &Position) -> Stacks {
        let dense = |bits: u64| -> Bits {
            crate::games::pentamid::game::squares(bits).map(|square| 1 << self.rules.dense(square)).sum()
        };
        let [mine, theirs] =
            [position.side(), position.side().other()].map(|side| position.layers[side.index()].map(dense));
        Stacks { mine, theirs }
    }

    /// The position with the first player to move.
    pub(super) fn position(&self, stacks: &Stacks) -> Position {
        let wide = |bits: Bits| -> u64 {
            let held = |square: &Square| bits >> self.rules.dense(*square) & 1 == 1;
            self.rules.squares().filter(held).map(Square::bit).fold(0, |all, bit| all | bit)
        };
        Position { layers: [stacks.mine.map(wide), stacks.theirs.map(wide)], side: Side::One }
    }

    #[inline]
    fn has_line(&self, shown: Bits) -> bool {
        self.lines.iter().any(|line| line & !shown == 0)
    }

    /// How a position stands by its lines.
    #[inline]
    pub(super) fn ended(&self, stacks: &Stacks) -> Ended {
        use crate::games::pentamid::game::Both;
        let at_least = stacks.at_least();
        let mine = self.has_line(Stacks::visible(&stacks.mine, at_least));
        let theirs = self.has_line(Stacks::visible(&stacks.theirs, at_least));
        match (mine, theirs) {
            (false, false) => Ended::No,
            (true, false) => Ended::Won,
            (false, true) => Ended::Lost,
            (true, true) => match self.rules.variant().both {
                Both::Opponent => Ended::Won,
                Both::Mover => Ended::Lost,
                Both::Draw => Ended::Drawn,
            },
        }
    }

    /// Calls `visit` with each step of the side to move: size, square left, square reached.
    ///
    /// A step can always be taken back by its player, as the piece came from a square where it stood on nothing or on smaller
    /// pieces. So the steps of the side that has just moved are the steps that may have led here, backwards.
    #[inline]
    pub(super) fn each_step(&self, stacks: &Stacks, mut visit: impl FnMut(usize, usize, usize)) {
        let at_least = stacks.at_least();
        for size in (0..3).rev() {
            let covered = if size == 2 { 0 } else { at_least[size + 1] };
            let targets = self.all & !at_least[size];
            let mut pieces = stacks.mine[size] & !covered;
            while pieces != 0 {
                let from = pieces.trailing_zeros() as usize;
                pieces &= pieces - 1;
                let mut near = self.neighbours[from] & targets;
                while near != 0 {
                    visit(size, from, near.trailing_zeros() as usize);
                    near &= near - 1;
                }
            }
        }
    }

    /// Calls `visit` with each drop of the side to move: size and square.
    #[inline]
    pub(super) fn each_drop(&self, stacks: &Stacks, mut visit: impl FnMut(usize, usize)) {
        let vacant = self.droppable & !stacks.at_least()[0];
        let [smalls, mediums, larges] = stacks.mine.map(Bits::count_ones);
        for (size, ready) in
            [(2, larges < self.rules.nests() as u32), (1, mediums < larges), (0, smalls < mediums)]
        {
            let mut squares = if ready { vacant } else { 0 };
            while squares != 0 {
                visit(size, squares.trailing_zeros() as usize);
                squares &= squares - 1;
            }
        }
    }
}
