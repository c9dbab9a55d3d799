//! The checker: whether listed boards prove that a goal is out of reach.
//!
//! A *board* is a number of swaps used and a set for each column; its members are all combinations. The listed boards prove
//! that a goal cannot be reached from a position if
//! 1. the position is a member of one of them;
//! 2. no member reaches the goal by banking trees;
//! 3. whatever a single move makes of any member is a member of a listed board that has used no more swaps, or of a board
//!    from which the goal is out of reach by the relaxation.
//!
//! Then no line of play ever leaves the listed boards but for positions that cannot reach the goal. Moves within a column
//! that keep its stacks apart lead to members of the same board, because its sets are closed under them.

use std::collections::{HashMap, HashSet};

use smallvec::SmallVec;

use super::column::{Column, code, stacked};
use super::relaxation::max_trees;
use super::sets::{Core, MembersId, Operation, SetId, Sets};
use crate::certificate::ImpossibleGoal;
use crate::game::{COLOURS, COLUMNS, COPIES, Position, ROWS, Square, TREES};

/// Board by the numbers of its sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct CheckedBoard {
    swaps: u8,
    sets: [SetId; COLUMNS],
}

/// A board by the members of its sets.
type MembersKey = ([MembersId; COLUMNS], u8);

/// A step that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{board}: {what}")]
pub struct Refuted {
    /// The board that it belongs to, as it is named in the certificate.
    pub board: String,
    /// What does not hold.
    pub what: String,
}

/// Numbers of a finished check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckStats {
    /// Listed boards.
    pub boards: u64,
    /// Boards that moves made of them.
    pub successors: u64,
    /// Of these, boards from which the goal is out of reach by the relaxation.
    pub dead: u64,
}

/// A check under way.
pub(super) struct Checker {
    goal: ImpossibleGoal,
    pub(super) sets: Sets,
    boards: Vec<CheckedBoard>,
    /// For each listed board, its number in the certificate.
    numbers: Vec<u64>,
    /// Number of boards in the certificate so far, repeated ones included.
    listings: u64,
    /// Listed boards by their pieces.
    by_pieces: HashMap<[u32; COLUMNS], Vec<u32>>,
    listed: HashSet<MembersKey>,
    /// Boards found to be covered or dead.
    known: HashSet<MembersKey>,
    dead: HashMap<CheckedBoard, bool>,
    pub(super) stats: CheckStats,
}

impl Checker {
    pub(super) fn new(goal: ImpossibleGoal) -> Self {
        Self {
            goal,
            sets: Sets::default(),
            boards: Vec::new(),
            numbers: Vec::new(),
            listings: 0,
            by_pieces: HashMap::new(),
            listed: HashSet::new(),
            known: HashSet::new(),
            dead: HashMap::new(),
            stats: CheckStats::default(),
        }
    }

    /// Adds a listed board.
    pub(super) fn list(&mut self, swaps: u8, sets: [SetId; COLUMNS]) -> Result<(), Refuted> {
        self.listings += 1;
        let mut pieces = [[0; 3]; COLOURS];
        for members in self.members(sets) {
            let most = self.sets.members(members).most.as_flattened();
            pieces.as_flattened_mut().iter_mut().zip(most).for_each(|(sum, here)| *sum += usize::from(*here));
        }
        if pieces.as_flattened().iter().any(|&count| count > COPIES) {
            let board = format!("board {}", self.listings);
            return Err(Refuted { board, what: "it has more pieces of a kind than there are".into() });
        }
        let key = (self.members(sets), swaps);
        if !self.listed.insert(key) {
            return Ok(());
        }
        let number = self.boards.len() as u32;
        self.boards.push(CheckedBoard { swaps, sets });
        self.numbers.push(self.listings);
        self.by_pieces.entry(self.pieces(sets)).or_default().push(number);
        Ok(())
    }

    /// Checks all listed boards, and that the position is a member of one.
    pub(super) fn check(&mut self, position: &Position) -> Result<CheckStats, Refuted> {
        let start = std::array::from_fn(|column| {
            let squares =
                (0..ROWS).filter_map(|depth| Some((depth, position.get(Square::new(column, depth))?)));
            let column = squares.fold(Column::EMPTY, |c, (depth, stack)| c.with(depth, code(stack)));
            self.sets.of_column(column)
        });
        let start = CheckedBoard { swaps: position.swaps_used(), sets: start };
        if !self.is_refuted(start) {
            return Err(Refuted {
                board: "position".into(),
                what: "it is no member of any listed board".into(),
            });
        }
        for number in 0..self.boards.len() {
            self.check_board(self.boards[number])
                .map_err(|what| Refuted { board: format!("board {}", self.numbers[number]), what })?;
        }
        self.stats.boards = self.listings;
        Ok(self.stats)
    }

    fn members(&self, sets: [SetId; COLUMNS]) -> [MembersId; COLUMNS] {
        sets.map(|set| self.sets.members_of(set))
    }

    fn pieces(&self, sets: [SetId; COLUMNS]) -> [u32; COLUMNS] {
        self.members(sets).map(|members| self.sets.members(members).pieces)
    }

    fn core(&self, set: SetId) -> &Core {
        self.sets.core(set)
    }

    /// Whether the goal is proven out of reach from every member of a board: it is part of a listed one, or dead.
    fn is_refuted(&mut self, board: CheckedBoard) -> bool {
        self.stats.successors += 1;
        let key = (self.members(board.sets), board.swaps);
        if self.listed.contains(&key) || self.known.contains(&key) {
            return true;
        }
        let refuted = if self.is_dead(board) {
            self.stats.dead += 1;
            true
        } else {
            self.is_covered(board)
        };
        if refuted {
            self.known.insert(key);
        }
        refuted
    }

    /// Whether the relaxation of the cores rules the goal out.
    fn is_dead(&mut self, board: CheckedBoard) -> bool {
        if let Some(&dead) = self.dead.get(&board) {
            return dead;
        }
        let trees = max_trees(board.sets.map(|set| self.core(set)));
        let earns_swap = board.swaps < self.goal.swaps && trees.iter().all(|&trees| trees > board.swaps);
        let dead = trees.iter().sum::<u8>() < self.goal.trees && !earns_swap;
        self.dead.insert(board, dead);
        dead
    }

    /// Whether listed boards that have used no more swaps have every member of a board between them, but for members from
    /// which the goal is out of reach.
    fn is_covered(&mut self, board: CheckedBoard) -> bool {
        let key = self.pieces(board.sets);
        let members = self.members(board.sets);
        let Self { by_pieces, boards, sets, .. } = self;
        let Some(candidates) = by_pieces.get(&key) else { return false };
        // Boards that lack members in one column only, with the number of members they have in it.
        let mut partial = Vec::new();
        for &number in candidates {
            let other = boards[number as usize];
            if other.swaps > board.swaps {
                continue;
            }
            let mut lacking =
                (0..COLUMNS).filter(|&c| !sets.is_subset(members[c], sets.members_of(other.sets[c])));
            match (lacking.next(), lacking.next()) {
                (None, _) => return true,
                (Some(column), None) => {
                    partial.push((column, sets.members_of(other.sets[column])));
                }
                _ => {}
            }
        }
        for (column, other) in partial {
            let set = board.sets[column];
            let Some(rest) = self.sets.apply(set, Operation::Without(other)) else { return true };
            let mut part = board;
            part.sets[column] = rest;
            if self.sets.is_smaller(rest, set) && self.is_refuted(part) {
                return true;
            }
        }
        false
    }

    fn check_board(&mut self, board: CheckedBoard) -> Result<(), String> {
        let larges: u8 =
            self.members(board.sets).map(|members| self.sets.members(members).fewest_larges).iter().sum();
        if TREES - larges >= self.goal.trees {
            return Err(format!("{} trees can be banked on it", TREES - larges));
        }
        for column in 0..COLUMNS {
            self.check_merges(board, column)?;
            for other in column + 1..COLUMNS {
                self.check_sideways(board, column, other)?;
                self.check_sideways(board, other, column)?;
            }
        }
        if board.swaps < self.goal.swaps {
            self.check_swaps(board)?;
        }
        Ok(())
    }

    /// Checks what whole stacks that go onto neighbours in their column make of a board.
    fn check_merges(&mut self, board: CheckedBoard, column: usize) -> Result<(), String> {
        let mut operations = Vec::new();
        let members = self.sets.members(self.sets.members_of(board.sets[column]));
        for (number, group) in members.orders.iter().enumerate() {
            for front in 0..group.order.len().saturating_sub(1) {
                for (from, to) in [(front, front + 1), (front + 1, front)] {
                    if let Some((0, code)) = stacked(group.order[from], group.order[to]) {
                        operations.push(Operation::Merge {
                            order: number as u16,
                            from: from as u8,
                            to: to as u8,
                            code,
                        });
                    }
                }
            }
        }
        for operation in operations {
            let mut next = board;
            next.sets[column] =
                self.sets.apply(board.sets[column], operation).ok_or("a merge without members")?;
            if !self.is_refuted(next) {
                return Err(format!("a merge within column {} leads out of the listed boards", name(column)));
            }
        }
        Ok(())
    }

    /// Checks what moves from one column to another make of a board.
    fn check_sideways(&mut self, board: CheckedBoard, from: usize, to: usize) -> Result<(), String> {
        let between = from.min(to) + 1..from.max(to);
        let mut moves: SmallVec<[(Operation, Operation, u8); 16]> = SmallVec::new();
        {
            let of = |column: usize| self.sets.members(self.sets.members_of(board.sets[column]));
            let (sources, targets) = (of(from), of(to));
            for (a, source) in sources.orders.iter().enumerate() {
                for (i, &x) in source.order.iter().enumerate() {
                    for (b, target) in targets.orders.iter().enumerate() {
                        for (j, &y) in target.order.iter().enumerate() {
                            let Some((left, result)) = stacked(x, y) else { continue };
                            let depths = source.depths[i] & target.depths[j];
                            for depth in (0..ROWS as u8).filter(|depth| depths >> depth & 1 == 1) {
                                let operation = |order: usize, index: usize, code| Operation::Replace {
                                    order: order as u16,
                                    index: index as u8,
                                    depth: Some(depth),
                                    code,
                                };
                                moves.push((operation(a, i, left), operation(b, j, result), depth));
                            }
                        }
                    }
                }
            }
        }
        for (leave, arrive, depth) in moves {
            let mut next = board;
            let open = between.clone().all(|column| {
                let opened = self.sets.apply(board.sets[column], Operation::Open { depth });
                opened.is_some_and(|set| {
                    next.sets[column] = set;
                    true
                })
            });
            if !open {
                continue;
            }
            next.sets[from] = self.sets.apply(board.sets[from], leave).ok_or("a move without members")?;
            next.sets[to] = self.sets.apply(board.sets[to], arrive).ok_or("a move without members")?;
            if !self.is_refuted(next) {
                return Err(format!(
                    "a move from {0}{2} to {1}{2} leads out of the listed boards",
                    name(from),
                    name(to),
                    ROWS - usize::from(depth)
                ));
            }
        }
        Ok(())
    }

    /// Checks what swaps make of the members of a board that have earned one.
    fn check_swaps(&mut self, board: CheckedBoard) -> Result<(), String> {
        let choices = self.members(board.sets).map(|members| self.sets.members(members).larges.clone());
        let mut earning = Vec::new();
        let mut chosen = [0u16; COLUMNS];
        choose(&choices, &mut chosen, 0, &mut |larges| {
            let earned = (0..COLOURS)
                .map(|of| COPIES as u16 - larges.iter().map(|larges| larges >> (2 * of) & 3).sum::<u16>())
                .min();
            if earned > Some(board.swaps.into()) {
                earning.push(*larges);
            }
        });
        for larges in earning {
            let mut part = board;
            for (set, larges) in part.sets.iter_mut().zip(larges) {
                *set = self.sets.apply(*set, Operation::Larges(larges)).ok_or("larges without members")?;
            }
            for a in 0..COLUMNS {
                self.check_exchanges(part, a)?;
                for b in a + 1..COLUMNS {
                    self.check_swaps_between(part, a, b)?;
                }
            }
        }
        Ok(())
    }

    /// Checks swaps of two stacks of one column.
    fn check_exchanges(&mut self, board: CheckedBoard, column: usize) -> Result<(), String> {
        let members = self.sets.members(self.sets.members_of(board.sets[column]));
        let mut operations = Vec::new();
        for (number, group) in members.orders.iter().enumerate() {
            for first in 0..group.order.len() {
                for second in first + 1..group.order.len() {
                    if group.order[first] != group.order[second] {
                        operations.push(Operation::Exchange {
                            order: number as u16,
                            first: first as u8,
                            second: second as u8,
                        });
                    }
                }
            }
        }
        for operation in operations {
            let mut next = CheckedBoard { swaps: board.swaps + 1, ..board };
            next.sets[column] =
                self.sets.apply(board.sets[column], operation).ok_or("a swap without members")?;
            if !self.is_refuted(next) {
                return Err(format!("a swap within column {} leads out of the listed boards", name(column)));
            }
        }
        Ok(())
    }

    /// Checks swaps of two stacks of different columns.
    fn check_swaps_between(&mut self, board: CheckedBoard, a: usize, b: usize) -> Result<(), String> {
        let places = |column: usize| -> Vec<(u16, u8, u8)> {
            let members = self.sets.members(self.sets.members_of(board.sets[column]));
            let groups = (0..).zip(&members.orders);
            groups
                .flat_map(|(order, group)| {
                    (0..).zip(&group.order).map(move |(index, &code)| (order, index, code))
                })
                .collect()
        };
        let (of_a, of_b) = (places(a), places(b));
        for &(order_a, index_a, x) in &of_a {
            for &(order_b, index_b, y) in &of_b {
                // Two equal stacks: the position stays, with one more swap used.
                if x == y {
                    continue;
                }
                let mut next = CheckedBoard { swaps: board.swaps + 1, ..board };
                let replace = |order, index, code| Operation::Replace { order, index, depth: None, code };
                for (column, operation) in
                    [(a, replace(order_a, index_a, y)), (b, replace(order_b, index_b, x))]
                {
                    next.sets[column] =
                        self.sets.apply(board.sets[column], operation).ok_or("a swap without members")?;
                }
                if !self.is_refuted(next) {
                    return Err(format!(
                        "a swap between columns {} and {} leads out of the listed boards",
                        name(a),
                        name(b)
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Calls `visit` with one choice for each column, in every combination.
fn choose(
    choices: &[Vec<u16>; COLUMNS],
    chosen: &mut [u16; COLUMNS],
    column: usize,
    visit: &mut dyn FnMut(&[u16; COLUMNS]),
) {
    if column == COLUMNS {
        return visit(chosen);
    }
    for &choice in &choices[column] {
        chosen[column] = choice;
        choose(choices, chosen, column + 1, visit);
    }
}

fn name(column: usize) -> char {
    char::from(b'A' + column as u8)
}
