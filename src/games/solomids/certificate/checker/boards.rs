//! What single moves make of listed boards, and whether it is listed or dead.

use std::array;
use std::collections::HashSet;

use smallvec::SmallVec;

use super::column::{Column, code, stacked};
use super::listing::{CheckedBoard, Listing};
use super::relaxation::max_trees;
use super::sets::{Operation, Sets, TABLE_ROOM};
use crate::games::solomids::game::{COLOURS, COLUMNS, COPIES, Position, ROWS, Square, TREES};

/// Memory of an entry of the boards that are known to be refuted.
const KNOWN_BYTES: usize = TABLE_ROOM * size_of::<CheckedBoard>();

/// Checks listed boards, one after the other. Several may share the work: none needs what another one has found.
pub(super) struct BoardChecker<'l> {
    listing: &'l Listing,
    /// The listed sets, and those that moves made.
    sets: Sets,
    /// Boards found to be covered or dead.
    known: HashSet<CheckedBoard>,
    /// Memory that may be used, in bytes.
    memory: usize,
    /// Boards that single moves made of those checked.
    pub(super) successors: u64,
}

impl<'l> BoardChecker<'l> {
    /// A checker that uses some bytes of memory, a little more if that is less than the listed sets take.
    pub(super) fn new(listing: &'l Listing, memory: usize) -> Self {
        Self { listing, sets: listing.sets.clone(), known: HashSet::new(), memory, successors: 0 }
    }

    /// Whether a position is a member of a listed board, or dead.
    pub(super) fn is_member(&mut self, position: &Position) -> bool {
        let sets = array::from_fn(|column| {
            let squares =
                (0..ROWS).filter_map(|depth| Some((depth, position.get(Square::new(column, depth))?)));
            let column = squares.fold(Column::EMPTY, |c, (depth, stack)| c.with(depth, code(stack)));
            self.sets.of_column(column)
        });
        self.is_listed_or_dead(CheckedBoard { swaps: position.swaps_used(), sets })
    }

    /// Checks a listed board: no member reaches the goal by banking trees, and no single move of any member leads to it.
    pub(super) fn check(&mut self, board: CheckedBoard) -> Result<(), String> {
        if self.sets.bytes() + self.known.len() * KNOWN_BYTES > self.memory {
            // Whatever is forgotten is computed again when it is needed.
            self.sets.forget_all_but(&self.listing.sets);
            self.known = HashSet::new();
        }
        self.check_board(board)
    }

    /// Whether the goal is proven out of reach of a single move: from whatever it makes of members of a board, or from the
    /// members that it applies to. It is given by what it does to columns, and by the swaps that are used after it.
    fn is_followed(&mut self, board: CheckedBoard, swaps: u8, operations: &[(usize, Operation)]) -> bool {
        let mut next = CheckedBoard { swaps, ..board };
        for &(column, operation) in operations {
            match self.sets.apply(board.sets[column], operation) {
                Some(set) => next.sets[column] = set,
                None => return true,
            }
        }
        self.successors += 1;
        if self.is_listed_or_dead(next) {
            return true;
        }
        // The relaxation may see of members that they are dead, and miss it where one more move has been made.
        let mut before = board;
        for &(column, operation) in operations {
            let kept = self.sets.apply(board.sets[column], operation.keeping());
            before.sets[column] = kept.expect("members were changed");
        }
        self.is_dead(before)
    }

    /// Whether the goal is proven out of reach from every member of a board: it is part of listed ones, or dead.
    fn is_listed_or_dead(&mut self, board: CheckedBoard) -> bool {
        let key = (self.sets.members_of_each(board.sets), board.swaps);
        if self.listing.has(&key) || self.known.contains(&board) {
            return true;
        }
        let is_refuted = self.is_dead(board) || self.is_covered(board);
        if is_refuted {
            self.known.insert(board);
        }
        is_refuted
    }

    /// Whether the relaxation rules the goal out for every combination of cores.
    fn is_dead(&self, board: CheckedBoard) -> bool {
        let goal = self.listing.goal;
        let cores = board.sets.map(|set| self.sets.cores(set));
        let mut chosen = [0; COLUMNS];
        loop {
            let trees = max_trees(array::from_fn(|column| &cores[column][chosen[column]]));
            let earns_swap = board.swaps < goal.swaps && trees.iter().all(|&trees| trees > board.swaps);
            if trees.iter().sum::<u8>() >= goal.trees || earns_swap {
                return false;
            }
            // The next combination, like the next number.
            let Some(column) = (0..COLUMNS).find(|&column| chosen[column] + 1 < cores[column].len()) else {
                return true;
            };
            chosen[..column].fill(0);
            chosen[column] += 1;
        }
    }

    /// Whether listed boards that have used no more swaps have every member of a board between them, but for members from
    /// which the goal is out of reach.
    fn is_covered(&mut self, board: CheckedBoard) -> bool {
        let members = self.sets.members_of_each(board.sets);
        let Self { listing, sets, .. } = self;
        // Boards that lack members in one column only: the column, and the members that they have in it.
        let mut partial = Vec::new();
        for other in listing.with_pieces(sets.pieces_of_each(members)) {
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
            // Moves may lead from the rest to all members again, yet its cores allow less.
            if self.is_dead(part) || self.sets.is_smaller(rest, set) && self.is_listed_or_dead(part) {
                return true;
            }
        }
        false
    }

    fn check_board(&mut self, board: CheckedBoard) -> Result<(), String> {
        let larges: u8 = self
            .sets
            .members_of_each(board.sets)
            .map(|members| self.sets.members(members).fewest_larges)
            .iter()
            .sum();
        if TREES - larges >= self.listing.goal.trees {
            return Err(format!("{} trees can be banked on it", TREES - larges));
        }
        for column in 0..COLUMNS {
            self.check_merges(board, column)?;
            for other in column + 1..COLUMNS {
                self.check_sideways(board, column, other)?;
                self.check_sideways(board, other, column)?;
            }
        }
        if board.swaps < self.listing.goal.swaps {
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
            if !self.is_followed(board, board.swaps, &[(column, operation)]) {
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
            let open = between.clone().map(|column| (column, Operation::Open { depth }));
            let operations: SmallVec<[_; COLUMNS]> = open.chain([(from, leave), (to, arrive)]).collect();
            if !self.is_followed(board, board.swaps, &operations) {
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
        let choices =
            self.sets.members_of_each(board.sets).map(|members| self.sets.members(members).larges.clone());
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
            if !self.is_followed(board, board.swaps + 1, &[(column, operation)]) {
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
                let replace = |order, index, code| Operation::Replace { order, index, depth: None, code };
                let operations = [(a, replace(order_a, index_a, y)), (b, replace(order_b, index_b, x))];
                if !self.is_followed(board, board.swaps + 1, &operations) {
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
