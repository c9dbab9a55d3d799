//! Whole lines as timetables, for the proof that none is shorter.
//!
//! Passes take apart what can be played next. A *timetable* says of a whole line what happens in it, in which order, and a
//! solver of satisfiability looks for one, or proves that there is none. It learns from what contradicts itself, wherever
//! in the line that is, so one move more takes it two to three times as long, and a pass five times or more.
//!
//! # What a timetable says
//! It is for wins without a further swap. *Stacks* are those of the given position, each named by its lowest piece; *pieces*
//! are those on the board, and *riders* those that lie on another piece in the beginning.
//! - Every stack leaves its place once: it goes onto another one, its *target*, or it is banked as a tree. Stacks leave in
//!   a certain order ([`Timetable::before`]).
//! - A column slides a number of times, and some transfers are made. Of every slide and every transfer it says which stacks
//!   have left before it ([`Timetable::slid`], [`Timetable::handed`]), and which slides come before which transfers
//!   ([`Timetable::slid_by`]). Slides of different columns have no order among each other, for nothing depends on it.
//! - The time between two transfers is an *epoch*. In every epoch a small belongs to a medium and a medium to a large:
//!   the one it is on, or will be put onto first.
//! - After each slide of its column every stack stands in a row.
//!
//! # Why a proof is a proof
//! **Statement.** Every win without a further swap that takes no more slides and transfers than a timetable has room for,
//! and no fewer transfers than it asks for, satisfies all clauses. So where they contradict each other there is no such
//! line.
//!
//! **Argument.** Take the line's own order. A stack's lowest piece is never handed on by a transfer, so a stack leaves by
//! a merge or by a bank, once; what is clause by clause demanded of it is said beside the clauses. What is banked may be
//! banked at the end at the latest, since all trees of a win are. Clauses that follow from others say so; they are there
//! because the solver has fewer contradictions to learn from with them.
//!
//! A timetable that is found is played, move by move, and replayed by the rules like any line.
//!
//! **Test.** `tests/shortest.rs` compares lengths with a plain search over single moves, and `shortest/tests` holds lines of
//! whole deals against the clauses.

#![expect(clippy::needless_range_loop, reason = "rows and columns are indices of several tables at once")]

mod columns;
mod playing;
#[cfg(test)]
mod telling;
mod transfers;

use std::cmp::Ordering;

use super::clauses::{Clauses, FALSE, Lit, TRUE};
use crate::game::{COLOURS, COLUMNS, Position, ROWS, Size, Square};

/// How many slides and transfers a timetable has room for.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimetableSize {
    /// All of them together.
    pub(super) most: usize,
    /// Slides of each column.
    pub(super) slides: [usize; COLUMNS],
    /// Transfers.
    pub(super) transfers: usize,
    /// Transfers that are made at least.
    pub(super) least_transfers: usize,
}

/// One of the stacks in the beginning.
#[derive(Clone, Copy)]
struct TimetableStack {
    column: usize,
    /// The row, 1 to 10.
    row: usize,
}

/// One of the pieces. The lowest ones of the stacks come first, with the same numbers as these.
#[derive(Clone, Copy)]
struct TimetablePiece {
    size: Size,
    colour: usize,
}

/// A table of literals with so many indices; what is not set never holds.
struct LitTable<const N: usize> {
    sides: [usize; N],
    cells: Vec<Lit>,
}

impl<const N: usize> LitTable<N> {
    fn new(sides: [usize; N]) -> Self {
        Self { sides, cells: vec![FALSE; sides.iter().product()] }
    }

    fn place(&self, at: [usize; N]) -> usize {
        at.iter().zip(&self.sides).fold(0, |place, (&index, &side)| {
            debug_assert!(index < side, "{at:?} of {:?}", self.sides);
            place * side + index
        })
    }

    fn get(&self, at: [usize; N]) -> Lit {
        self.cells[self.place(at)]
    }

    fn set(&mut self, at: [usize; N], literal: Lit) {
        let place = self.place(at);
        self.cells[place] = literal;
    }
}

/// The variables of a timetable, by what they say.
pub(super) struct Timetable {
    room: TimetableSize,
    slots: Vec<TimetableStack>,
    pieces: Vec<TimetablePiece>,
    /// The stacks of each column, the farthest first.
    columns: [Vec<usize>; COLUMNS],
    /// For two stacks, the lower number first, whether that one leaves before the other.
    order: Vec<Vec<Lit>>,
    /// Whether a column has so many slides at least, by column and number less one.
    slides: [Vec<Lit>; COLUMNS],
    /// Whether there are so many transfers at least.
    transfers: Vec<Lit>,
    /// By stack, column and number: the slide comes before the stack leaves. Slide 0 always does.
    slid: LitTable<3>,
    /// By stack and number: the transfer comes before the stack leaves. Transfer 0 always does.
    handed: LitTable<2>,
    /// By transfer, column and number: the slide comes before the transfer. A transfer that is not made counts as the last
    /// thing that happens, so all slides come before it.
    slid_by: LitTable<3>,
    /// By small, medium and epoch: whom it belongs to.
    medium_of: LitTable<3>,
    /// By medium, large and epoch.
    large_of: LitTable<3>,
    /// By two stacks: where the first one goes.
    target: LitTable<2>,
    /// By stack, slides of its column, and row: whether it stands in that row or farther; in it.
    as_far: LitTable<3>,
    stands: LitTable<3>,
    /// By column, slide and row: whether the first of the stacks that slide is there.
    front: LitTable<3>,
    /// By transfer and stack: from where, to where.
    source: LitTable<2>,
    destination: LitTable<2>,
    /// How many slides and transfers there are: as many as hold, first ones first.
    length: Vec<Lit>,
}

impl Timetable {
    /// The variables and clauses for wins from a position.
    pub(super) fn new(position: &Position, room: TimetableSize) -> (Self, Clauses) {
        let mut clauses = Clauses::new();
        let (mut slots, mut pieces, mut columns) =
            (Vec::new(), Vec::new(), <[Vec<usize>; COLUMNS]>::default());
        for (column, stacks) in columns.iter_mut().enumerate() {
            for depth in 0..ROWS {
                let Some(stack) = position.get(Square::new(column, depth)) else { continue };
                let &[.., size] = stack.shape.sizes() else { continue };
                stacks.push(slots.len());
                slots.push(TimetableStack { column, row: ROWS - depth });
                pieces.push(TimetablePiece { size, colour: stack.colour.index() });
            }
        }
        // Whoever lies on another piece, and on which.
        let mut riders = Vec::new();
        for slot in 0..slots.len() {
            let square = square_of(slots[slot]);
            let sizes = position.get(square).map_or(&[] as &[Size], |stack| stack.shape.sizes());
            let mut below = slot;
            for &size in sizes.iter().rev().skip(1) {
                riders.push((pieces.len(), below));
                below = pieces.len();
                pieces.push(TimetablePiece { size, colour: pieces[slot].colour });
            }
        }
        let (n, all, j) = (slots.len(), pieces.len(), room.transfers);
        let k = room.slides.into_iter().max().unwrap_or(0);
        let mut plan = Self {
            room,
            order: (0..n).map(|a| clauses.variables(n - a - 1)).collect(),
            slides: room.slides.map(|most| clauses.variables(most)),
            transfers: clauses.variables(j),
            slid: LitTable::new([n, COLUMNS, k + 2]),
            handed: LitTable::new([n, j + 2]),
            slid_by: LitTable::new([j + 1, COLUMNS, k + 2]),
            medium_of: LitTable::new([all, all, j + 1]),
            large_of: LitTable::new([all, all, j + 1]),
            target: LitTable::new([n, n]),
            as_far: LitTable::new([n, k + 1, ROWS + 2]),
            stands: LitTable::new([n, k + 1, ROWS + 2]),
            front: LitTable::new([COLUMNS, k + 1, ROWS + 2]),
            source: LitTable::new([j + 1, n]),
            destination: LitTable::new([j + 1, n]),
            length: Vec::new(),
            slots,
            pieces,
            columns,
        };
        plan.order_times(&mut clauses);
        plan.pair_off(&mut clauses, &riders);
        plan.choose_targets(&mut clauses);
        plan.place_rows(&mut clauses);
        for column in 0..COLUMNS {
            plan.slide(&mut clauses, column);
            plan.keep_apart(&mut clauses, column);
        }
        plan.line_up(&mut clauses);
        for transfer in 1..=j {
            plan.hand_on(&mut clauses, transfer);
        }
        plan.count(&mut clauses);
        (plan, clauses)
    }

    const fn stacks(&self) -> usize {
        self.slots.len()
    }

    /// Pieces of a size and a colour.
    fn members(&self, size: Size, colour: usize) -> Vec<usize> {
        let is_member = |&it: &usize| self.pieces[it].size == size && self.pieces[it].colour == colour;
        (0..self.pieces.len()).filter(is_member).collect()
    }

    /// Whether a stack leaves before another one; riders have no stack of their own to leave.
    fn before(&self, a: usize, b: usize) -> Lit {
        match a.cmp(&b) {
            _ if a >= self.stacks() => TRUE,
            Ordering::Less => self.order[a][b - a - 1],
            Ordering::Equal => FALSE,
            Ordering::Greater => -self.order[b][a - b - 1],
        }
    }

    /// Whether a stack leaves after a transfer; nought is none, with which the first epoch begins.
    fn after_transfer(&self, stack: usize, transfer: usize) -> Lit {
        if stack < self.stacks() { self.handed.get([stack, transfer]) } else { FALSE }
    }

    /// What must not hold for a stack to leave in an epoch.
    fn not_in_epoch(&self, stack: usize, epoch: usize) -> [Lit; 2] {
        [-self.after_transfer(stack, epoch), self.after_transfer(stack, epoch + 1)]
    }

    /// What must not hold for a column to have slid so often, and not more often, when a stack leaves.
    fn not_slid(&self, stack: usize, column: usize, slides: usize) -> [Lit; 2] {
        [-self.slid.get([stack, column, slides]), self.slid.get([stack, column, slides + 1])]
    }

    /// The same when a transfer is made.
    fn not_slid_by(&self, transfer: usize, column: usize, slides: usize) -> [Lit; 2] {
        [-self.slid_by.get([transfer, column, slides]), self.slid_by.get([transfer, column, slides + 1])]
    }

    /// Whether a stack stands in a row after so many slides of its column; until then, if it has left before.
    fn stands(&self, stack: usize, slides: usize, row: usize) -> Lit {
        match slides {
            0 if row == self.slots[stack].row => TRUE,
            0 => FALSE,
            _ => self.stands.get([stack, slides, row]),
        }
    }

    /// Whether it stands there or farther.
    fn as_far(&self, stack: usize, slides: usize, row: usize) -> Lit {
        match slides {
            _ if row <= self.slots[stack].row => TRUE,
            _ if slides == 0 || row > ROWS => FALSE,
            _ => self.as_far.get([stack, slides, row]),
        }
    }

    /// The order of all that happens.
    fn order_times(&mut self, clauses: &mut Clauses) {
        let (n, TimetableSize { transfers, slides, .. }) = (self.stacks(), self.room);
        // Stacks leave in an order.
        for a in 0..n {
            for b in a + 1..n {
                for c in b + 1..n {
                    let [ab, bc, ac] = [self.before(a, b), self.before(b, c), self.before(a, c)];
                    clauses.implies([ab, bc], [ac]);
                    clauses.implies([-ab, -bc], [-ac]);
                }
            }
        }
        // What has a number comes only after what has the number before.
        (0..COLUMNS).for_each(|c| clauses.chain(&self.slides[c]));
        clauses.chain(&self.transfers);
        for x in 0..n {
            for c in 0..COLUMNS {
                self.slid.set([x, c, 0], TRUE);
                for k in 1..=slides[c] {
                    let slid = clauses.variable();
                    self.slid.set([x, c, k], slid);
                    clauses.implies([slid], [self.slides[c][k - 1]]);
                    clauses.implies([slid], [self.slid.get([x, c, k - 1])]);
                }
            }
            self.handed.set([x, 0], TRUE);
            for j in 1..=transfers {
                let handed = clauses.variable();
                self.handed.set([x, j], handed);
                clauses.implies([handed], [self.transfers[j - 1]]);
                clauses.implies([handed], [self.handed.get([x, j - 1])]);
            }
        }
        for j in 1..=transfers {
            for c in 0..COLUMNS {
                self.slid_by.set([j, c, 0], TRUE);
                for k in 1..=slides[c] {
                    let slid = clauses.variable();
                    self.slid_by.set([j, c, k], slid);
                    clauses.implies([slid], [self.slides[c][k - 1]]);
                    clauses.implies([slid], [self.slid_by.get([j, c, k - 1])]);
                    if j > 1 {
                        clauses.implies([self.slid_by.get([j - 1, c, k])], [slid]);
                    }
                    // What comes before a transfer comes before those leave that leave after it, and so on; nobody leaves after
                    // one that is not made.
                    for x in 0..n {
                        let (handed, before) = (self.handed.get([x, j]), self.slid.get([x, c, k]));
                        clauses.implies([handed, slid], [before]);
                        clauses.implies([-handed, before], [slid]);
                    }
                }
            }
        }
        // What comes before a stack leaves comes before those leave that leave later.
        for a in 0..n {
            for b in (0..n).filter(|&b| b != a) {
                let earlier = self.before(a, b);
                for j in 1..=transfers {
                    clauses.implies([earlier, self.handed.get([a, j])], [self.handed.get([b, j])]);
                }
                for c in 0..COLUMNS {
                    for k in 1..=slides[c] {
                        clauses.implies([earlier, self.slid.get([a, c, k])], [self.slid.get([b, c, k])]);
                    }
                }
            }
        }
    }

    /// Who belongs to whom, in every epoch.
    fn pair_off(&mut self, clauses: &mut Clauses, riders: &[(usize, usize)]) {
        let last = self.room.transfers;
        for colour in 0..COLOURS {
            for (upper, lower) in [(Size::Small, Size::Medium), (Size::Medium, Size::Large)] {
                let (guests, hosts) = (self.members(upper, colour), self.members(lower, colour));
                for epoch in 0..=last {
                    for &guest in &guests {
                        let choice = clauses.variables(hosts.len());
                        for (&host, &literal) in hosts.iter().zip(&choice) {
                            self.partners_mut(upper).set([guest, host, epoch], literal);
                        }
                        clauses.exactly_one_if(TRUE, &choice);
                    }
                    // No host has two guests at a time: both are there unless one is still to come after the epoch.
                    for &host in &hosts {
                        for (i, &a) in guests.iter().enumerate() {
                            for &b in &guests[i + 1..] {
                                let both = [a, b].map(|guest| self.partners(upper).get([guest, host, epoch]));
                                let later = [a, b].map(|guest| self.after_transfer(guest, epoch + 1));
                                clauses.implies(both, later);
                            }
                        }
                    }
                }
                // Every host has a guest in the end, for they are as many: this follows.
                for &host in &hosts {
                    clauses.any(guests.iter().map(|&guest| self.partners(upper).get([guest, host, last])));
                }
            }
            // Before a tree is banked all its pieces have come.
            for &medium in &self.members(Size::Medium, colour) {
                for &large in &self.members(Size::Large, colour) {
                    let together = self.large_of.get([medium, large, last]);
                    clauses.implies([together], [self.before(medium, large)]);
                    for &small in &self.members(Size::Small, colour) {
                        let tree = [together, self.medium_of.get([small, medium, last])];
                        clauses.implies(tree, [self.before(small, large)]);
                    }
                }
            }
        }
        for &(rider, host) in riders {
            clauses.any([self.partners(self.pieces[rider].size).get([rider, host, 0])]);
        }
    }

    /// Whom pieces of a size belong to.
    fn partners(&self, size: Size) -> &LitTable<3> {
        if size == Size::Small { &self.medium_of } else { &self.large_of }
    }

    fn partners_mut(&mut self, size: Size) -> &mut LitTable<3> {
        if size == Size::Small { &mut self.medium_of } else { &mut self.large_of }
    }

    /// Onto which stack every stack goes whose lowest piece is no large.
    fn choose_targets(&mut self, clauses: &mut Clauses) {
        let n = self.stacks();
        for p in 0..n {
            let TimetablePiece { size, colour } = self.pieces[p];
            let (mediums, larges) = (self.members(Size::Medium, colour), self.members(Size::Large, colour));
            match size {
                Size::Large => {}
                // It goes where it belongs in the beginning: nobody hands it on before it has left.
                Size::Medium => {
                    for &large in &larges {
                        let goes = self.large_of.get([p, large, 0]);
                        self.target.set([p, large], goes);
                        clauses.implies([goes], [self.before(p, large)]);
                    }
                }
                // To its medium: in its own place as long as that has not left, then on its large.
                Size::Small => {
                    let places: Vec<usize> =
                        mediums.iter().copied().filter(|&medium| medium < n).chain(larges.clone()).collect();
                    let choice = clauses.variables(places.len());
                    for (&place, &goes) in places.iter().zip(&choice) {
                        self.target.set([p, place], goes);
                        clauses.implies([goes], [self.before(p, place)]);
                    }
                    clauses.exactly_one_if(TRUE, &choice);
                    for &medium in &mediums {
                        let belongs = self.medium_of.get([p, medium, 0]);
                        if medium < n {
                            let goes = self.target.get([p, medium]);
                            clauses.implies([goes], [belongs]);
                            clauses.implies([belongs, self.before(p, medium)], [goes]);
                        }
                        for &large in &larges {
                            let (goes, gone) = (self.target.get([p, large]), self.before(medium, p));
                            clauses.implies([goes, belongs], [gone]);
                            for epoch in 0..=self.room.transfers {
                                let there = self.large_of.get([medium, large, epoch]);
                                let other = self.not_in_epoch(p, epoch);
                                clauses.implies([belongs, gone, there], other.into_iter().chain([goes]));
                                // This follows, as it goes to one place only.
                                clauses.implies([belongs, goes], other.into_iter().chain([there]));
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whoever goes onto another stack has it next in its column or its row.
    fn line_up(&self, clauses: &mut Clauses) {
        let n = self.stacks();
        for p in 0..n {
            let TimetableStack { column: from, row: first } = self.slots[p];
            let last = self.room.slides[from];
            // By column and row, whether somebody is there when it leaves.
            let mut taken: [[Option<Lit>; ROWS + 1]; COLUMNS] = [[None; ROWS + 1]; COLUMNS];
            for q in 0..n {
                let goes = self.target.get([p, q]);
                if goes == FALSE {
                    continue;
                }
                let TimetableStack { column: to, row: second } = self.slots[q];
                if from == to {
                    self.between(p, q).for_each(|x| clauses.implies([goes], [self.before(x, p)]));
                    continue;
                }
                for row in first..=ROWS {
                    // Where it stands in the end it has left from.
                    let here = self.stands(p, last, row);
                    if here == FALSE {
                        continue;
                    }
                    for c in from.min(to) + 1..from.max(to) {
                        let taken = *taken[c][row].get_or_insert_with(|| self.taken(clauses, p, c, row));
                        clauses.implies([goes, here], [-taken]);
                    }
                    for k in 0..=self.room.slides[to] {
                        let other = self.not_slid(p, to, k);
                        clauses.implies([goes, here], other.into_iter().chain([self.stands(q, k, row)]));
                        // This follows.
                        let [far, also] = [self.as_far(p, last, row), self.as_far(q, k, row)];
                        clauses.implies([goes, far], [self.slid.get([p, to, k + 1]), also]);
                        clauses.implies([goes, also, self.slid.get([p, to, k])], [far]);
                    }
                }
                // Whoever is nearer has to slide first.
                match first.cmp(&second) {
                    Ordering::Less => clauses.implies([goes], [self.slid.get([p, from, 1])]),
                    Ordering::Greater => clauses.implies([goes], [self.slid.get([p, to, 1])]),
                    Ordering::Equal => {}
                }
            }
        }
    }

    /// The stacks of a column that begin between two of them.
    fn between(&self, a: usize, b: usize) -> impl Iterator<Item = usize> + '_ {
        let stacks = &self.columns[self.slots[a].column];
        stacks.iter().copied().filter(move |&x| a.min(b) < x && x < a.max(b))
    }

    /// A literal that holds if somebody is at a place when a stack leaves.
    fn taken(&self, clauses: &mut Clauses, p: usize, c: usize, row: usize) -> Lit {
        let taken = clauses.variable();
        for &x in &self.columns[c] {
            for k in 0..=self.room.slides[c] {
                let stands = self.stands(x, k, row);
                if stands != FALSE {
                    let other = self.not_slid(p, c, k);
                    clauses.implies([stands], other.into_iter().chain([self.before(x, p), taken]));
                }
            }
        }
        taken
    }

    /// No more slides and transfers than there is room for, and no fewer transfers than there must be.
    fn count(&mut self, clauses: &mut Clauses) {
        let TimetableSize { most, least_transfers, .. } = self.room;
        let all = self.slides.iter().chain([&self.transfers]);
        self.length = all.fold(Vec::new(), |sum, number| clauses.sum(&sum, number, most));
        clauses.any([-self.takes_more_than(most)]);
        if let Some(last) = least_transfers.checked_sub(1) {
            clauses.any(self.transfers.get(last).copied());
        }
    }

    /// Whether there are more slides and transfers than so many.
    pub(super) fn takes_more_than(&self, most: usize) -> Lit {
        self.length.get(most).copied().unwrap_or(FALSE)
    }
}

const fn square_of(slot: TimetableStack) -> Square {
    Square::new(slot.column, ROWS - slot.row)
}
