//! Planning as satisfiability: the encoding of a whole line (Kautz and Selman, 1992), with events instead of steps.
//!
//! A *timetable* describes the events of a whole line and their order. The SAT solver finds one within a horizon of slides
//! and transfers, or refutes that there is one. It learns from conflicts anywhere in the line, and one move more takes
//! it two to three times as many conflicts.
//!
//! # Variables
//! It is for wins without a further swap. *Stacks* are those of the given position, each named by its lowest piece. *Pieces*
//! are those on the board, and *riders* are pieces that lie on another piece at the beginning.
//! - Every stack leaves its place once: it goes onto its *target*, or it is banked as a tree. Stacks leave in a total order ([`Timetable::before`]).
//! - Each column slides a number of times, and some transfers are made. For every slide and transfer, the stacks that leave
//!   before it are known ([`Timetable::slid`], [`Timetable::handed`]), and the slides before each transfer
//!   ([`Timetable::slid_by`]). Slides of different columns are not ordered, since nothing depends on their order.
//! - The time between two transfers is an *epoch*. In every epoch a small belongs to a medium and a medium to a large:
//!   the one it lies on, or the first one it will be put onto.
//! - After each slide of its column every stack stands in a row.
//!
//! # Soundness
//! **Statement.** Every win without a further swap that stays within the horizon of a timetable satisfies all its clauses. So
//! where they contradict each other, no such line exists.
//!
//! **Argument.** Take the order of events of the line. A transfer never moves the lowest piece of a stack, so every stack
//! leaves once, by a merge or by a bank; the reason for each clause is beside it. Trees of a win may be banked at the end at
//! the latest. Redundant clauses, which follow from others, are marked; they reduce conflicts
//! (`docs/lab/2026-11-shortest-lines.md`).
//!
//! A timetable that is found is turned into moves, which are replayed by the rules like any line.
//!
//! **Test.** `tests/solomids/shortest.rs` compares lengths with a plain search over single moves, and the
//! tests here hold lines of whole deals against the clauses.

#![expect(clippy::needless_range_loop, reason = "rows and columns are indices of several tables at once")]

mod decoding;
mod moves;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use super::solver::{Clauses, FALSE, Lit, TRUE};
use crate::games::solomids::game::tracking::{PieceId, PieceTracker};
use crate::games::solomids::game::{COLOURS, COLUMNS, Position, ROWS, Size, Square};

/// The horizon of a timetable: its greatest numbers of slides and transfers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Horizon {
    /// Slides and transfers together, at most.
    pub(super) most: usize,
    /// Slides of each column, at most.
    pub(super) slides: usize,
    /// Transfers, at most.
    pub(super) transfers: usize,
    /// Transfers, at least.
    pub(super) least_transfers: usize,
}

impl Horizon {
    /// The horizon of `most` slides and transfers, with a number of transfers in a range; `None` if they are too few.
    pub(super) fn new(most: usize, (fewest, greatest): (usize, usize)) -> Option<Self> {
        let slides = most.checked_sub(fewest)?;
        Some(Self { most, slides, transfers: most.min(greatest), least_transfers: fewest })
    }
}

#[derive(Clone, Copy)]
struct TimetableStack {
    /// Its column, 0 to 4.
    column: usize,
    /// Its row, 1 to 10.
    row: usize,
}

/// A piece of the given position. The lowest pieces come first, with the numbers of their stacks.
#[derive(Clone, Copy)]
struct TimetablePiece {
    size: Size,
    colour: usize,
}

/// A table of literals with `N` indices; cells that are not set are [`FALSE`].
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

/// The variables of a timetable, by meaning.
pub(super) struct Timetable {
    horizon: Horizon,
    slots: Vec<TimetableStack>,
    pieces: Vec<TimetablePiece>,
    /// The stacks of each column, the farthest first.
    columns: [Vec<usize>; COLUMNS],
    /// `order[a][b - a - 1]` for stacks `a < b`: `a` leaves before `b`.
    order: Vec<Vec<Lit>>,
    /// `slides[c][k - 1]`: column `c` slides at least `k` times.
    slides: [Vec<Lit>; COLUMNS],
    /// `transfers[j - 1]`: at least `j` transfers are made.
    transfers: Vec<Lit>,
    /// `[x, c, k]`: slide `k` of column `c` comes before stack `x` leaves. Slide 0 always does.
    slid: LitTable<3>,
    /// `[x, j]`: transfer `j` comes before stack `x` leaves. Transfer 0 always does.
    handed: LitTable<2>,
    /// `[j, c, k]`: slide `k` of column `c` comes before transfer `j`. A transfer that is not made counts as the last
    /// event, so all slides come before it.
    slid_by: LitTable<3>,
    /// `[small, medium, epoch]`: the small belongs to the medium in the epoch.
    medium_of: LitTable<3>,
    /// `[medium, large, epoch]`: the medium belongs to the large in the epoch.
    large_of: LitTable<3>,
    /// `[p, q]`: stack `p` goes onto stack `q`.
    target: LitTable<2>,
    /// `[x, k, row]`: after `k` slides of its column stack `x` stands in the row or farther.
    as_far: LitTable<3>,
    /// `[x, k, row]`: after `k` slides of its column stack `x` stands in the row.
    stands: LitTable<3>,
    /// `[c, k, row]`: the first stack that moves in slide `k` of column `c` is in the row.
    front: LitTable<3>,
    /// `[j, x]`: transfer `j` takes from stack `x`.
    source: LitTable<2>,
    /// `[j, x]`: transfer `j` puts onto stack `x`.
    destination: LitTable<2>,
    /// The number of slides and transfers, in the order encoding.
    length: Vec<Lit>,
}

impl Timetable {
    /// The variables and clauses for wins from a position within a horizon.
    pub(super) fn new(position: &Position, horizon: Horizon) -> (Self, Clauses) {
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
        // Pieces that lie on another piece, each with that piece.
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
        let (n, all, j) = (slots.len(), pieces.len(), horizon.transfers);
        let k = horizon.slides;
        let mut timetable = Self {
            horizon,
            order: (0..n).map(|a| clauses.variables(n - a - 1)).collect(),
            slides: std::array::from_fn(|_| clauses.variables(k)),
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
        timetable.order_times(&mut clauses);
        timetable.pair_off(&mut clauses, &riders);
        timetable.choose_targets(&mut clauses);
        timetable.place_rows(&mut clauses);
        for column in 0..COLUMNS {
            timetable.slide(&mut clauses, column);
            timetable.keep_apart(&mut clauses, column);
        }
        timetable.line_up(&mut clauses);
        for transfer in 1..=j {
            timetable.hand_on(&mut clauses, transfer);
        }
        timetable.count(&mut clauses);
        (timetable, clauses)
    }

    const fn stacks(&self) -> usize {
        self.slots.len()
    }

    /// The identity of each stack, by number, in a tracker of the given position.
    fn stack_ids(&self, tracker: &PieceTracker) -> Vec<PieceId> {
        let id = |&slot| tracker.stack_on(square_of(slot)).expect("stacks are on their squares");
        self.slots.iter().map(id).collect()
    }

    /// The pieces of a size and a colour, by number.
    fn members(&self, size: Size, colour: usize) -> Vec<usize> {
        let is_member = |&it: &usize| self.pieces[it].size == size && self.pieces[it].colour == colour;
        (0..self.pieces.len()).filter(is_member).collect()
    }

    /// Stack `a` leaves before stack `b`. True for pieces that are not the lowest of a stack, which leave none.
    fn before(&self, a: usize, b: usize) -> Lit {
        match a.cmp(&b) {
            _ if a >= self.stacks() => TRUE,
            Ordering::Less => self.order[a][b - a - 1],
            Ordering::Equal => FALSE,
            Ordering::Greater => -self.order[b][a - b - 1],
        }
    }

    /// A stack leaves after a transfer. Transfer 0 is the beginning of the line.
    fn after_transfer(&self, stack: usize, transfer: usize) -> Lit {
        if stack < self.stacks() { self.handed.get([stack, transfer]) } else { FALSE }
    }

    /// The negation, as a clause, of: a stack leaves in an epoch.
    fn not_in_epoch(&self, stack: usize, epoch: usize) -> [Lit; 2] {
        [-self.after_transfer(stack, epoch), self.after_transfer(stack, epoch + 1)]
    }

    /// The negation, as a clause, of: a column has made exactly `slides` slides when a stack leaves.
    fn not_slid(&self, stack: usize, column: usize, slides: usize) -> [Lit; 2] {
        [-self.slid.get([stack, column, slides]), self.slid.get([stack, column, slides + 1])]
    }

    /// The negation, as a clause, of: a column has made exactly `slides` slides when a transfer is made.
    fn not_slid_by(&self, transfer: usize, column: usize, slides: usize) -> [Lit; 2] {
        [-self.slid_by.get([transfer, column, slides]), self.slid_by.get([transfer, column, slides + 1])]
    }

    /// A stack stands in a row after a number of slides of its column. One that left earlier counts as staying there.
    fn stands(&self, stack: usize, slides: usize, row: usize) -> Lit {
        match slides {
            0 if row == self.slots[stack].row => TRUE,
            0 => FALSE,
            _ => self.stands.get([stack, slides, row]),
        }
    }

    /// A stack stands in a row or farther after a number of slides of its column.
    fn as_far(&self, stack: usize, slides: usize, row: usize) -> Lit {
        match slides {
            _ if row <= self.slots[stack].row => TRUE,
            _ if slides == 0 || row > ROWS => FALSE,
            _ => self.as_far.get([stack, slides, row]),
        }
    }

    /// The order of all events.
    fn order_times(&mut self, clauses: &mut Clauses) {
        let (n, Horizon { transfers, slides, .. }) = (self.stacks(), self.horizon);
        // Stacks leave in a total order: transitivity.
        for a in 0..n {
            for b in a + 1..n {
                for c in b + 1..n {
                    let [ab, bc, ac] = [self.before(a, b), self.before(b, c), self.before(a, c)];
                    clauses.implies([ab, bc], [ac]);
                    clauses.implies([-ab, -bc], [-ac]);
                }
            }
        }
        // Slides and transfers are numbered in their order.
        (0..COLUMNS).for_each(|c| clauses.chain(&self.slides[c]));
        clauses.chain(&self.transfers);
        for x in 0..n {
            for c in 0..COLUMNS {
                self.slid.set([x, c, 0], TRUE);
                for k in 1..=slides {
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
                for k in 1..=slides {
                    let slid = clauses.variable();
                    self.slid_by.set([j, c, k], slid);
                    clauses.implies([slid], [self.slides[c][k - 1]]);
                    clauses.implies([slid], [self.slid_by.get([j, c, k - 1])]);
                    if j > 1 {
                        clauses.implies([self.slid_by.get([j - 1, c, k])], [slid]);
                    }
                    // A slide before a transfer is before every stack that leaves after the transfer, and a slide before a
                    // stack that leaves before the transfer is before the transfer. No stack leaves after a transfer that
                    // is not made.
                    for x in 0..n {
                        let (handed, before) = (self.handed.get([x, j]), self.slid.get([x, c, k]));
                        clauses.implies([handed, slid], [before]);
                        clauses.implies([-handed, before], [slid]);
                    }
                }
            }
        }
        // What precedes the leaving of a stack precedes the leaving of every later stack.
        for a in 0..n {
            for b in (0..n).filter(|&b| b != a) {
                let earlier = self.before(a, b);
                for j in 1..=transfers {
                    clauses.implies([earlier, self.handed.get([a, j])], [self.handed.get([b, j])]);
                }
                for c in 0..COLUMNS {
                    for k in 1..=slides {
                        clauses.implies([earlier, self.slid.get([a, c, k])], [self.slid.get([b, c, k])]);
                    }
                }
            }
        }
    }

    /// In every epoch each small belongs to a medium and each medium to a large.
    fn pair_off(&mut self, clauses: &mut Clauses, riders: &[(usize, usize)]) {
        let last = self.horizon.transfers;
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
                    // A host never carries two guests: of two that belong to it, one is still to come after the epoch.
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
                // Redundant: every host has a guest at the end, for they are equally many.
                for &host in &hosts {
                    clauses.any(guests.iter().map(|&guest| self.partners(upper).get([guest, host, last])));
                }
            }
            // All pieces of a tree have come before it is banked.
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

    /// The hosts of pieces of a size.
    fn partners(&self, size: Size) -> &LitTable<3> {
        if size == Size::Small { &self.medium_of } else { &self.large_of }
    }

    /// The hosts of pieces of a size, to be set.
    fn partners_mut(&mut self, size: Size) -> &mut LitTable<3> {
        if size == Size::Small { &mut self.medium_of } else { &mut self.large_of }
    }

    /// The target of every stack whose lowest piece is a small or a medium.
    fn choose_targets(&mut self, clauses: &mut Clauses) {
        let n = self.stacks();
        for p in 0..n {
            let TimetablePiece { size, colour } = self.pieces[p];
            let (mediums, larges) = (self.members(Size::Medium, colour), self.members(Size::Large, colour));
            match size {
                Size::Large => {}
                // A medium goes to its large of the first epoch: no transfer moves it before its stack has left.
                Size::Medium => {
                    for &large in &larges {
                        let goes = self.large_of.get([p, large, 0]);
                        self.target.set([p, large], goes);
                        clauses.implies([goes], [self.before(p, large)]);
                    }
                }
                // A small goes to its medium: in the place of that medium until it leaves, then on the large below it.
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
                            for epoch in 0..=self.horizon.transfers {
                                let there = self.large_of.get([medium, large, epoch]);
                                let other = self.not_in_epoch(p, epoch);
                                clauses.implies([belongs, gone, there], other.into_iter().chain([goes]));
                                // Redundant, since a stack has one target.
                                clauses.implies([belongs, goes], other.into_iter().chain([there]));
                            }
                        }
                    }
                }
            }
        }
    }

    /// A stack and its target are neighbours in a column, or in a row, when the stack leaves.
    fn line_up(&self, clauses: &mut Clauses) {
        let n = self.stacks();
        for p in 0..n {
            let TimetableStack { column: from, row: first } = self.slots[p];
            let last = self.horizon.slides;
            // By column and row: the square is occupied when the stack leaves.
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
                    // A stack leaves from where it counts as standing at the end.
                    let here = self.stands(p, last, row);
                    if here == FALSE {
                        continue;
                    }
                    for c in from.min(to) + 1..from.max(to) {
                        let taken = *taken[c][row].get_or_insert_with(|| self.taken(clauses, p, c, row));
                        clauses.implies([goes, here], [-taken]);
                    }
                    for k in 0..=self.horizon.slides {
                        let other = self.not_slid(p, to, k);
                        clauses.implies([goes, here], other.into_iter().chain([self.stands(q, k, row)]));
                        // Redundant: the same for "in the row or farther".
                        let [far, also] = [self.as_far(p, last, row), self.as_far(q, k, row)];
                        clauses.implies([goes, far], [self.slid.get([p, to, k + 1]), also]);
                        clauses.implies([goes, also, self.slid.get([p, to, k])], [far]);
                    }
                }
                // The nearer of the two has to slide first.
                match first.cmp(&second) {
                    Ordering::Less => clauses.implies([goes], [self.slid.get([p, from, 1])]),
                    Ordering::Greater => clauses.implies([goes], [self.slid.get([p, to, 1])]),
                    Ordering::Equal => {}
                }
            }
        }
    }

    /// The stacks between two stacks of a column, in the given position.
    fn between(&self, a: usize, b: usize) -> impl Iterator<Item = usize> + '_ {
        let stacks = &self.columns[self.slots[a].column];
        stacks.iter().copied().filter(move |&x| a.min(b) < x && x < a.max(b))
    }

    /// A literal that holds if a square is occupied when a stack leaves.
    fn taken(&self, clauses: &mut Clauses, p: usize, c: usize, row: usize) -> Lit {
        let taken = clauses.variable();
        for &x in &self.columns[c] {
            for k in 0..=self.horizon.slides {
                let stands = self.stands(x, k, row);
                if stands != FALSE {
                    let other = self.not_slid(p, c, k);
                    clauses.implies([stands], other.into_iter().chain([self.before(x, p), taken]));
                }
            }
        }
        taken
    }

    /// The number of slides and transfers, and the bounds of the horizon on it.
    fn count(&mut self, clauses: &mut Clauses) {
        let Horizon { most, least_transfers, .. } = self.horizon;
        let all = self.slides.iter().chain([&self.transfers]);
        self.length = all.fold(Vec::new(), |sum, number| clauses.sum(&sum, number, most));
        clauses.any([-self.takes_more_than(most)]);
        if let Some(last) = least_transfers.checked_sub(1) {
            clauses.any(self.transfers.get(last).copied());
        }
    }

    /// More than `most` slides and transfers are made.
    pub(super) fn takes_more_than(&self, most: usize) -> Lit {
        self.length.get(most).copied().unwrap_or(FALSE)
    }
}

const fn square_of(slot: TimetableStack) -> Square {
    Square::new(slot.column, ROWS - slot.row)
}
