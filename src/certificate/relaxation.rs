//! Delete relaxation in the plainest form: an upper bound on the trees of each colour, from cores of columns.
//!
//! Pieces are never used up: a stack that could be put onto, or be completed by, a partner once counts as *cleared*: it may
//! have left, and is still there for others. What is cleared, and the depths at which stacks can stand, grow until nothing
//! changes. Every rule allows at least what the rules of the game allow, so by induction over a line of play every stack
//! that leaves its square in a line without a swap is cleared here. A tree needs a stack of every size that is cleared.
//!
//! The rules are those of `docs/proofs.md`, *The delete relaxation*, written with loops over pairs instead of bit sets.

use super::column::{Code, colour, is_tree};
use super::sets::Core;
use crate::game::{COLOURS, COLUMNS, COPIES, ROWS};

/// A stack of the relaxation.
struct Stack {
    column: usize,
    index: usize,
    code: Code,
    /// Depths at which it can stand.
    depths: u16,
    cleared: bool,
}

/// All depths.
const ALL: u16 = (1 << ROWS) - 1;

/// Returns for each colour the most trees it can have without a further swap, banked ones included.
pub(super) fn max_trees(cores: [&Core; COLUMNS]) -> [u8; COLOURS] {
    let mut stacks = Vec::new();
    for (column, core) in cores.iter().enumerate() {
        // A stack without a depth is banked in every member.
        let standing = core.order.iter().zip(&core.depths).filter(|(_, depths)| **depths != 0);
        for (index, (&code, &depths)) in standing.enumerate() {
            stacks.push(Stack { column, index, code, depths, cleared: is_tree(code) });
        }
    }
    loop {
        let open: [u16; COLUMNS] = std::array::from_fn(|column| open_depths(cores[column], column, &mut stacks));
        let mut newly = Vec::new();
        for of in 0..COLOURS {
            newly.extend(clearable(&stacks, of, &open));
        }
        newly.retain(|&number: &usize| !stacks[number].cleared);
        if newly.is_empty() {
            break;
        }
        newly.into_iter().for_each(|number| stacks[number].cleared = true);
    }
    std::array::from_fn(|of| {
        let stuck = |base: u8| {
            let is_stuck = |s: &&Stack| colour(s.code) == of && !s.cleared && s.code & 7 & !(2 * base - 1) == 0 && s.code & base != 0;
            stacks.iter().filter(is_stuck).count() as u8
        };
        COPIES as u8 - stuck(1).max(stuck(2)).max(stuck(4))
    })
}

/// Widens the depths of the stacks of a column by what is cleared. Returns the depths that can be empty.
fn open_depths(core: &Core, column: usize, stacks: &mut [Stack]) -> u16 {
    let (mut in_front_stuck, mut behind_cleared, mut pinned) = (0, false, 0);
    for stack in stacks.iter_mut().filter(|stack| stack.column == column) {
        if behind_cleared {
            let greatest = stack.depths.ilog2();
            stack.depths = ((1 << (greatest + 1)) - 1) & !((1 << in_front_stuck) - 1);
        }
        if !stack.cleared {
            in_front_stuck += 1;
            if stack.depths.count_ones() == 1 {
                pinned |= stack.depths;
            }
        }
        behind_cleared |= stack.cleared && !is_tree(stack.code);
    }
    if behind_cleared { ALL & !pinned } else { core.open }
}

/// Numbers of the stacks of a colour that can be cleared now.
fn clearable(stacks: &[Stack], of: usize, open: &[u16; COLUMNS]) -> Vec<usize> {
    let own: Vec<usize> = (0..stacks.len()).filter(|&number| colour(stacks[number].code) == of).collect();
    if own.iter().all(|&number| stacks[number].cleared) {
        return Vec::new();
    }
    let sizes = |number: usize| stacks[number].code & 7;
    let has = |number: usize, size: u8| sizes(number) & size != 0;
    let is_small = |number: usize| sizes(number) == 1;
    let is_large = |number: usize| has(number, 4);
    let is_medium = |number: usize| has(number, 2) && !has(number, 4);
    let meeting: Vec<(usize, usize)> = own
        .iter()
        .flat_map(|&a| own.iter().map(move |&b| (a, b)))
        .filter(|&(a, b)| a != b && meet(stacks, a, b, open))
        .collect();
    // The members of a set, and whatever among the candidates meets a member, a member by now, and so on.
    let grow = |set: &mut Vec<usize>, candidates: &dyn Fn(usize) -> bool| {
        while let Some(&(_, more)) =
            meeting.iter().find(|&&(a, b)| set.contains(&a) && candidates(b) && !set.contains(&b))
        {
            set.push(more);
        }
    };
    let of_own = |condition: &dyn Fn(usize) -> bool| -> Vec<usize> {
        own.iter().copied().filter(|&number| condition(number)).collect()
    };
    let meets_any = |number: usize, condition: &dyn Fn(usize) -> bool| {
        meeting.iter().any(|&(a, b)| a == number && condition(b))
    };
    // Larges that can be bare: a medium on one of them can go to another.
    let mut bare = of_own(&|n| is_large(n) && !has(n, 2));
    grow(&mut bare, &is_large);
    // Larges to which a medium can come.
    let mut with_medium = of_own(&|n| is_large(n) && (has(n, 2) || meets_any(n, &is_medium)));
    grow(&mut with_medium, &is_large);
    // Mediums, on a large or not, that can be without a small.
    let mut free = of_own(&|n| has(n, 2) && !has(n, 1));
    grow(&mut free, &|n| is_medium(n) || with_medium.contains(&n));
    // Stacks to which a small can come.
    let mut with_small = of_own(&|n| has(n, 1) && !is_small(n) || free.contains(&n) && meets_any(n, &is_small));
    grow(&mut with_small, &|n| free.contains(&n) || bare.contains(&n));
    of_own(&|n| {
        is_small(n) && meets_any(n, &|b| free.contains(&b))
            || is_medium(n) && meets_any(n, &|b| bare.contains(&b))
            || is_large(n) && with_small.contains(&n)
    })
}

/// Whether two stacks can be lined up with nothing between them.
fn meet(stacks: &[Stack], a: usize, b: usize, open: &[u16; COLUMNS]) -> bool {
    let (x, y) = (&stacks[a], &stacks[b]);
    if x.column == y.column {
        let (front, back) = (x.index.min(y.index), x.index.max(y.index));
        return stacks
            .iter()
            .filter(|s| s.column == x.column && s.index > front && s.index < back)
            .all(|s| s.cleared);
    }
    let between = x.column.min(y.column) + 1..x.column.max(y.column);
    open[between].iter().fold(x.depths & y.depths, |depths, open| depths & open) != 0
}
