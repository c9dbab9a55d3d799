//! What single moves make of listed boards, and whether it is listed or dead.

use std::array;
use std::collections::HashMap;

use smallvec::SmallVec;

use super::column::{Code, Column, code, stacked};
use super::relaxation::max_trees;
use super::sets::{MembersId, Operation, SetId, Sets, TABLE_ROOM};
use super::{CheckedBoard, Listing};
use crate::games::solomids::game::{COLOURS, COLUMNS, COPIES, Position, ROWS, Square, TREES};
use crate::kit::search::{Halt, StopReason};

/// Memory of an entry of the boards that have been looked at.
const KNOWN_BYTES: usize = TABLE_ROOM * size_of::<(CheckedBoard, bool)>();

pub(super) enum Unproven {
    /// A step does not hold.
    Step(String),
    /// A limit or an interrupt ended the check. Of memory: there is too little for what its moves make.
    Stopped(StopReason),
}

/// Checks listed boards, one after the other. Several may share the work: none needs what another one has found.
pub(super) struct BoardChecker<'l> {
    listing: &'l Listing,
    /// The listed sets, and those that moves made.
    sets: Sets,
    /// Boards made by moves, and whether they are covered or dead.
    known: HashMap<CheckedBoard, bool>,
    /// Memory that may be used, in bytes.
    memory: usize,
    halt: &'l Halt,
    /// What ended the check of a board. From then on nothing counts as proven.
    stopped: Option<StopReason>,
    /// Boards that single moves made of those checked.
    pub(super) successors: u64,
}

impl<'l> BoardChecker<'l> {
    /// A checker that uses some bytes of memory, a little more if that is less than the listed sets take.
    pub(super) fn new(listing: &'l Listing, memory: usize, halt: &'l Halt) -> Self {
        let sets = listing.sets.clone();
        Self { listing, sets, known: HashMap::new(), memory, halt, stopped: None, successors: 0 }
    }

    fn is_full(&self) -> bool {
        self.sets.bytes() + self.known.len() * KNOWN_BYTES > self.memory
    }

    /// Whether no limit has ended the check of a board. Every loop whose length a certificate decides looks at it.
    fn goes_on(&mut self) -> bool {
        if self.stopped.is_none() {
            self.stopped = if self.is_full() { Some(StopReason::Memory) } else { self.halt.check().err() };
        }
        self.stopped.is_none()
    }

    /// Forgets what only saves time: it is computed again when it is needed.
    fn forget(&mut self) {
        self.sets.forget_all_but(&self.listing.sets);
        self.known = HashMap::new();
        self.stopped = None;
    }

    /// Checks that a position is a member of a listed board, or dead.
    pub(super) fn check_position(&mut self, position: &Position) -> Result<(), Unproven> {
        let sets = array::from_fn(|column| {
            let squares =
                (0..ROWS).filter_map(|depth| Some((depth, position.get(Square::new(column, depth))?)));
            let column = squares.fold(Column::EMPTY, |c, (depth, stack)| c.with(depth, code(stack)));
            self.sets.of_column(column)
        });
        if self.is_listed_or_dead(CheckedBoard { swaps: position.swaps_used(), sets }) {
            return Ok(());
        }
        Err(self.unproven("it is no member of any listed board".into()))
    }

    /// What a step that is not proven says: a limit, or why it does not hold.
    fn unproven(&self, what: String) -> Unproven {
        self.stopped.map_or(Unproven::Step(what), Unproven::Stopped)
    }

    /// Checks a listed board: no member reaches the goal by banking trees, and no single move of any member leads to it.
    pub(super) fn check(&mut self, board: CheckedBoard) -> Result<(), Unproven> {
        if self.is_full() {
            self.forget();
        }
        let before = self.successors;
        let mut checked = self.check_board(board);
        if checked.is_err() && self.stopped == Some(StopReason::Memory) {
            // Once more, with all of the memory for this board.
            self.forget();
            self.successors = before;
            checked = self.check_board(board);
        }
        checked.map_err(|what| {
            if self.stopped.is_some() {
                self.successors = before;
            }
            self.unproven(what)
        })
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

    /// Whether the goal is proven out of reach from every member of a board: it is part of listed ones, or dead. Where a limit has
    /// ended the check it is taken for not proven.
    fn is_listed_or_dead(&mut self, board: CheckedBoard) -> bool {
        if !self.goes_on() {
            return false;
        }
        if self.listing.has(&(self.sets.members_of_each(board.sets), board.swaps)) {
            return true;
        }
        if let Some(&is_refuted) = self.known.get(&board) {
            return is_refuted;
        }
        let is_refuted = self.is_dead(board) || self.is_covered(board);
        if self.stopped.is_none() {
            self.known.insert(board, is_refuted);
        }
        is_refuted
    }

    /// Whether the relaxation rules the goal out for every combination of cores.
    fn is_dead(&mut self, board: CheckedBoard) -> bool {
        let goal = self.listing.goal;
        let mut chosen = [0; COLUMNS];
        while self.goes_on() {
            let cores = board.sets.map(|set| self.sets.cores(set));
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
        false
    }

    /// Whether listed boards that have used no more swaps have every member of a board between them, but for members from
    /// which the goal is out of reach.
    ///
    /// What a listed board has is taken away, and what that leaves is looked at next. There is no way back, and none is needed:
    /// what is listed covers a part of a board if it covers the board, whichever part is left (`docs/certificate.md`). Each
    /// round leaves fewer members.
    fn is_covered(&mut self, mut board: CheckedBoard) -> bool {
        loop {
            let Some(partial) = self.partial(board) else { return true };
            let mut smaller = None;
            for (column, other) in partial {
                if !self.goes_on() {
                    return false;
                }
                let set = board.sets[column];
                let Some(rest) = self.sets.apply(set, Operation::Without(other)) else { return true };
                let mut part = board;
                part.sets[column] = rest;
                // Moves may lead from the rest to all members again, yet its cores allow less.
                if self.is_dead(part) {
                    return true;
                }
                if smaller.is_none() && self.sets.is_smaller(rest, set) {
                    smaller = Some(part);
                }
            }
            let Some(part) = smaller else { return false };
            board = part;
        }
    }

    /// Of the listed boards that lack members of a board in one column only: the column, and the members that they have in it.
    /// `None` if one has all members.
    fn partial(&mut self, board: CheckedBoard) -> Option<Vec<(usize, MembersId)>> {
        let members = self.sets.members_of_each(board.sets);
        let Self { listing, sets, .. } = self;
        let mut partial = Vec::new();
        for other in listing.with_pieces(sets.pieces_of_each(members)) {
            if other.swaps > board.swaps {
                continue;
            }
            let mut lacking =
                (0..COLUMNS).filter(|&c| !sets.is_subset(members[c], sets.members_of(other.sets[c])));
            match (lacking.next(), lacking.next()) {
                (None, _) => return None,
                (Some(column), None) => partial.push((column, sets.members_of(other.sets[column]))),
                _ => {}
            }
        }
        Some(partial)
    }

    fn check_board(&mut self, board: CheckedBoard) -> Result<(), String> {
        let members = self.sets.members_of_each(board.sets);
        let larges: u8 = members.iter().map(|&members| self.sets.members(members).fewest_larges).sum();
        if TREES - larges >= self.listing.goal.trees {
            return Err(format!("{} trees can be banked on it", TREES - larges));
        }
        for column in 0..COLUMNS {
            for operation in self.merges(board.sets[column]) {
                self.follow(board, board.swaps, &[(column, operation)])?;
            }
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

    /// Checks that a single move leads to no position from which the goal may be reached.
    fn follow(
        &mut self,
        board: CheckedBoard,
        swaps: u8,
        operations: &[(usize, Operation)],
    ) -> Result<(), String> {
        if self.is_followed(board, swaps, operations) {
            return Ok(());
        }
        Err(format!("{} leads out of the listed boards", describe(operations)))
    }

    /// Whole stacks that go onto neighbours in their column.
    fn merges(&self, set: SetId) -> Vec<Operation> {
        let mut merges = Vec::new();
        for (order, group) in (0..).zip(&self.sets.members(self.sets.members_of(set)).orders) {
            for front in 0..group.order.len().saturating_sub(1) {
                for (from, to) in [(front, front + 1), (front + 1, front)] {
                    if let Some((0, code)) = stacked(group.order[from], group.order[to]) {
                        merges.push(Operation::Merge { order, from: from as u8, to: to as u8, code });
                    }
                }
            }
        }
        merges
    }

    /// Swaps of two different stacks of one column.
    fn exchanges(&self, set: SetId) -> Vec<Operation> {
        let mut exchanges = Vec::new();
        for (order, group) in (0..).zip(&self.sets.members(self.sets.members_of(set)).orders) {
            for first in 0..group.order.len() {
                for second in first + 1..group.order.len() {
                    if group.order[first] != group.order[second] {
                        let (first, second) = (first as u8, second as u8);
                        exchanges.push(Operation::Exchange { order, first, second });
                    }
                }
            }
        }
        exchanges
    }

    /// The stacks of all orders of a set.
    fn places(&self, set: SetId) -> Vec<Place> {
        let groups = (0..).zip(&self.sets.members(self.sets.members_of(set)).orders);
        groups
            .flat_map(|(order, group)| {
                let stacks = (0..).zip(group.order.iter().zip(&group.depths));
                stacks.map(move |(index, (&code, &depths))| Place { order, index, code, depths })
            })
            .collect()
    }

    fn check_sideways(&mut self, board: CheckedBoard, from: usize, to: usize) -> Result<(), String> {
        let between = from.min(to) + 1..from.max(to);
        let (sources, targets) = (self.places(board.sets[from]), self.places(board.sets[to]));
        for source in &sources {
            for target in &targets {
                let Some((left, result)) = stacked(source.code, target.code) else { continue };
                let depths = source.depths & target.depths;
                for depth in (0..ROWS as u8).filter(|depth| depths >> depth & 1 == 1) {
                    let open = between.clone().map(|column| (column, Operation::Open { depth }));
                    let ends = [
                        (from, source.replaced(Some(depth), left)),
                        (to, target.replaced(Some(depth), result)),
                    ];
                    let operations: SmallVec<[_; COLUMNS]> = open.chain(ends).collect();
                    self.follow(board, board.swaps, &operations)?;
                }
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
                for operation in self.exchanges(part.sets[a]) {
                    self.follow(part, part.swaps + 1, &[(a, operation)])?;
                }
                for b in a + 1..COLUMNS {
                    self.check_swaps_between(part, a, b)?;
                }
            }
        }
        Ok(())
    }

    fn check_swaps_between(&mut self, board: CheckedBoard, a: usize, b: usize) -> Result<(), String> {
        let (of_a, of_b) = (self.places(board.sets[a]), self.places(board.sets[b]));
        for x in &of_a {
            // Of two equal stacks nothing comes: the position stays, with one more swap used.
            for y in of_b.iter().filter(|y| y.code != x.code) {
                let operations = [(a, x.replaced(None, y.code)), (b, y.replaced(None, x.code))];
                self.follow(board, board.swaps + 1, &operations)?;
            }
        }
        Ok(())
    }
}

/// A stack of an order of a set.
struct Place {
    order: u16,
    index: u8,
    code: Code,
    /// Depths at which it stands in some member.
    depths: u16,
}

impl Place {
    /// The operation that makes another stack of it, where it stands at a depth.
    const fn replaced(&self, depth: Option<u8>, code: Code) -> Operation {
        Operation::Replace { order: self.order, index: self.index, depth, code }
    }
}

/// A move in words, by what it does to columns.
fn describe(operations: &[(usize, Operation)]) -> String {
    let name = |column: usize| char::from(b'A' + column as u8);
    match *operations {
        [(column, Operation::Merge { .. })] => format!("a merge within column {}", name(column)),
        [.., (from, Operation::Replace { depth: Some(depth), .. }), (to, _)] => {
            let row = ROWS - usize::from(depth);
            format!("a move from {}{row} to {}{row}", name(from), name(to))
        }
        [(a, _), (b, _)] => format!("a swap between columns {} and {}", name(a), name(b)),
        [(column, _), ..] => format!("a swap within column {}", name(column)),
        [] => "nothing".into(),
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
