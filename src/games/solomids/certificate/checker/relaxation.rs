//! Delete relaxation in the plainest form: an upper bound on the trees of each colour, from cores of columns.
//!
//! Pieces are never used up: a stack that could be put onto, or be completed by, a partner once counts as *cleared*: it may
//! have left, and is still there for others. What is cleared, and the depths at which stacks can stand, grow until nothing
//! changes. Every rule allows at least what the rules of the game allow, so by induction over a line of play every stack
//! that leaves its square in a line without a swap is cleared here. A tree needs a stack of every size that is cleared.
//!
//! The rules are those that `docs/certificate.md` gives, with a proof, here with a bit set for the stacks of one colour.

use super::column::{Code, colour, is_tree};
use super::sets::Core;
use crate::games::solomids::game::{COLOURS, COLUMNS, COPIES, ROWS};

struct PlainStack {
    column: usize,
    code: Code,
    /// Depths at which it can stand.
    depths: u16,
    cleared: bool,
}

const ALL: u16 = (1 << ROWS) - 1;

/// Set of the stacks of one colour, by their numbers in [`PlainRelaxation::of_colour`]. Cores may name a tree at many places, but
/// no more than ten stacks a column.
type Own = u64;
const _: () = assert!(COLUMNS * ROWS <= Own::BITS as usize);

/// A relaxation on the way to its fixed point.
struct PlainRelaxation {
    stacks: Vec<PlainStack>,
    /// Numbers of the stacks of each colour.
    of_colour: [Vec<usize>; COLOURS],
    /// Depths that can be empty, by column.
    open: [u16; COLUMNS],
}

/// Returns for each colour the most trees it can have without a further swap, banked ones included.
pub(super) fn max_trees(cores: [&Core; COLUMNS]) -> [u8; COLOURS] {
    let mut relaxation = PlainRelaxation::new(cores);
    loop {
        (0..COLUMNS).for_each(|column| relaxation.update_depths(column, cores[column].open));
        let mut changed = false;
        for of in 0..COLOURS {
            let clearable = relaxation.clearable(of);
            for (own, &number) in relaxation.of_colour[of].iter().enumerate() {
                let stack = &mut relaxation.stacks[number];
                changed |= clearable >> own & 1 == 1 && !stack.cleared;
                stack.cleared |= clearable >> own & 1 == 1;
            }
        }
        if !changed {
            return std::array::from_fn(|of| relaxation.trees(of));
        }
    }
}

impl PlainRelaxation {
    fn new(cores: [&Core; COLUMNS]) -> Self {
        let mut stacks = Vec::new();
        let mut of_colour: [Vec<usize>; COLOURS] = Default::default();
        for (column, core) in cores.iter().enumerate() {
            // A stack without a depth is banked in every member.
            let standing = core.order.iter().zip(&core.depths).filter(|(_, depths)| **depths != 0);
            for (&code, &depths) in standing {
                of_colour[colour(code)].push(stacks.len());
                stacks.push(PlainStack { column, code, depths, cleared: is_tree(code) });
            }
        }
        Self { stacks, of_colour, open: [0; COLUMNS] }
    }

    /// Widens the depths of the stacks of a column by what is cleared, and the depths that can be empty; `first_open` are
    /// those of the core.
    fn update_depths(&mut self, column: usize, first_open: u16) {
        let (mut stuck, mut behind_cleared, mut pinned) = (0, false, 0);
        for stack in self.stacks.iter_mut().filter(|stack| stack.column == column) {
            if behind_cleared {
                let greatest = stack.depths.ilog2();
                stack.depths = ((2 << greatest) - 1) & !((1 << stuck) - 1);
            }
            if !stack.cleared {
                stuck += 1;
                if stack.depths.is_power_of_two() {
                    pinned |= stack.depths;
                }
            }
            behind_cleared |= stack.cleared && !is_tree(stack.code);
        }
        self.open[column] = if behind_cleared { ALL & !pinned } else { first_open };
    }

    /// Whether two stacks can be lined up with nothing between them.
    fn meet(&self, a: usize, b: usize) -> bool {
        let (x, y) = (&self.stacks[a], &self.stacks[b]);
        if x.column == y.column {
            return self.stacks[a.min(b) + 1..a.max(b)].iter().all(|stack| stack.cleared);
        }
        let between = x.column.min(y.column) + 1..x.column.max(y.column);
        self.open[between].iter().fold(x.depths & y.depths, |depths, open| depths & open) != 0
    }

    fn clearable(&self, of: usize) -> Own {
        let numbers = &self.of_colour[of];
        let with = |condition: &dyn Fn(Code) -> bool| -> Own {
            let holds = |&own: &usize| condition(self.stacks[numbers[own]].code & 7);
            (0..numbers.len()).filter(holds).fold(0, |set, own| set | 1 << own)
        };
        if numbers.iter().all(|&number| self.stacks[number].cleared) {
            return with(&|_| true);
        }
        let meets: Vec<Own> = numbers
            .iter()
            .map(|&a| {
                let met = (0..numbers.len()).filter(|&own| numbers[own] != a && self.meet(a, numbers[own]));
                met.fold(0, |set: Own, own| set | 1 << own)
            })
            .collect();
        // What meets a member of a set.
        let meeting = |set: Own| -> Own {
            (0..meets.len()).filter(|own| set >> own & 1 == 1).fold(0, |met, own| met | meets[own])
        };
        // A set, and whatever among the candidates meets a member, a member by now, and so on.
        let grown = |mut set: Own, candidates: Own| loop {
            let more = set | meeting(set) & candidates;
            if more == set {
                return set;
            }
            set = more;
        };
        let (smalls, larges) = (with(&|sizes| sizes == 1), with(&|sizes| sizes & 4 != 0));
        let mediums = with(&|sizes| sizes & 6 == 2);
        let has_medium = with(&|sizes| sizes & 2 != 0);
        let has_small = with(&|sizes| sizes & 1 != 0) & !smalls;
        // Larges that can be bare: a medium on one of them can go to another.
        let bare = grown(larges & !has_medium, larges);
        // Larges to which a medium can come.
        let with_medium = grown(larges & (has_medium | meeting(mediums)), larges);
        // Mediums, on a large or not, that can be without a small.
        let free = grown(has_medium & !has_small, mediums | with_medium);
        // Stacks to which a small can come.
        let with_small = grown(has_small | free & meeting(smalls), free | bare);
        smalls & meeting(free) | mediums & meeting(bare) | larges & with_small
    }

    /// The most trees that a colour can have: copies less the stuck stacks of the size that has most of them.
    fn trees(&self, of: usize) -> u8 {
        let stuck = |base: u8| {
            let stuck =
                self.of_colour[of].iter().map(|&number| &self.stacks[number]).filter(|stack| !stack.cleared);
            stuck.filter(|stack| base <= stack.code & 7 && stack.code & 7 < 2 * base).count() as u8
        };
        (COPIES as u8).saturating_sub(stuck(1).max(stuck(2)).max(stuck(4)))
    }
}
