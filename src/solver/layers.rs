//! The search itself: a complete beam over boards, layer by layer.
//!
//! A layer holds the boards with the same number of merges still to be made. Transfers and swaps lead to
//! boards of the same layer, merges to the next. In each layer the best boards are expanded first, at most
//! `width` of them. A pass that reaches its goal has found a win; a pass in which no layer had more boards
//! than `width` has seen everything, and is a proof. So one engine finds and proves.
//!
//! A board that another board of its layer covers is dropped, and two boards that differ in one column set
//! only are replaced by their union, which is exact.

use std::collections::{BinaryHeap, HashMap};

use ahash::RandomState;
use smallvec::SmallVec;

use super::board::{Applied, Board, Exchange, Fit, Order, Place, Stacking, Stackings};
use super::evaluation::evaluate;
use super::lattice::Lattice;
use super::limits::Budget;
use super::outcome::Stop;
use super::relaxation::prospects;
use crate::game::COLUMNS;

/// What a pass looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    /// At least so many trees in the end.
    pub(super) trees: u8,
    /// With at most so many swaps in all.
    pub(super) swaps: u8,
}

/// How a pass ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// The goal is reached by these actions, each with the board it was found on.
    Reached(Vec<(Board, Step)>),
    /// The goal cannot be reached: every board was seen, or proven dead.
    Exhausted,
    /// Some layer had more boards than were expanded.
    Overflowed,
    /// A limit ended the pass.
    Stopped(Stop),
}

/// One action on the way to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A stack or a transfer.
    Stack(Stacking),
    /// A swap with the banks that earn it.
    Swap(Exchange),
}

/// Where a board came from. Numbers are places in the layer, `previous` ones in the layer before.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Root,
    Merge { previous: u32, mv: Stacking },
    Transfer { from: u32, mv: Stacking },
    Swap { from: u32, mv: Exchange },
    Union { a: u32, b: u32 },
}

struct Entry {
    board: Board,
    origin: Origin,
    /// Covered by another board, or part of a union, or expanded.
    done: bool,
}

/// An entry that waits to be expanded; the greatest comes first.
#[derive(PartialEq)]
struct Waiting {
    value: f32,
    entry: u32,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    /// By value; the earlier entry wins ties.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.value.total_cmp(&other.value).then(other.entry.cmp(&self.entry))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

struct Layer {
    entries: Vec<Entry>,
    /// Live and expanded entries by what only equal boards share.
    places: HashMap<([Order; COLUMNS], u8), SmallVec<[u32; 2]>, RandomState>,
    queue: BinaryHeap<Waiting>,
}

impl Layer {
    fn new() -> Self {
        let hasher = RandomState::with_seeds(5, 6, 7, 8);
        Self { entries: Vec::new(), places: HashMap::with_hasher(hasher), queue: BinaryHeap::new() }
    }

    /// Adds a board unless one that is there covers it.
    fn insert(&mut self, lattice: &mut Lattice, mut board: Board, mut origin: Origin) {
        let list = self.places.entry((board.order, board.swaps)).or_default();
        if list.iter().any(|&i| self.entries[i as usize].board.covers(lattice, &board)) {
            return;
        }
        let entries = &mut self.entries;
        loop {
            let mut partner = None;
            list.retain(|&mut i| {
                let other = &mut entries[i as usize];
                if board.covers(lattice, &other.board) {
                    other.done = true;
                    return false;
                }
                if partner.is_none() {
                    let mut differing = (0..COLUMNS).filter(|&c| other.board.set[c] != board.set[c]);
                    if let (Some(column), None) = (differing.next(), differing.next()) {
                        partner = Some((i, column));
                        other.done = true;
                        return false;
                    }
                }
                true
            });
            let Some((a, column)) = partner else { break };
            let b = entries.len() as u32;
            entries.push(Entry { board, origin, done: true });
            board.set[column] = lattice.union(entries[a as usize].board.set[column], board.set[column]);
            origin = Origin::Union { a, b };
        }
        let entry = entries.len() as u32;
        list.push(entry);
        let value = evaluate(&board.unpack(lattice));
        entries.push(Entry { board, origin, done: false });
        self.queue.push(Waiting { value, entry });
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(Waiting { entry, .. }) = self.queue.pop() {
            if !std::mem::replace(&mut self.entries[entry as usize].done, true) {
                return Some(entry);
            }
        }
        None
    }
}

/// Searches for a goal, expanding at most `width` boards a layer.
pub(super) fn pass(
    lattice: &mut Lattice,
    root: Board,
    goal: Goal,
    width: usize,
    budget: &mut Budget,
) -> Pass {
    if root.trees >= goal.trees {
        return Pass::Reached(Vec::new());
    }
    let mut layers = vec![Layer::new()];
    layers[0].insert(lattice, root, Origin::Root);
    let mut complete = true;
    let mut stackings = Stackings::new();
    for level in 0.. {
        let mut next = Layer::new();
        let layer = &mut layers[level];
        let mut expanded = 0;
        while let Some(entry) = layer.pop() {
            let board = layer.entries[entry as usize].board;
            let unpacked = board.unpack(lattice);
            if is_dead(&board, prospects(&unpacked), goal) {
                continue;
            }
            if expanded == width {
                complete = false;
                break;
            }
            if let Err(stop) = budget.spend(1) {
                return Pass::Stopped(stop);
            }
            expanded += 1;
            unpacked.stackings(&mut stackings);
            budget.boards += stackings.len() as u64;
            for &(mv, fit) in &stackings {
                let child = board.stack(lattice, mv, &mut ());
                let reached = child.trees >= goal.trees;
                match fit {
                    Fit::Merge => {
                        next.insert(lattice, child, Origin::Merge { previous: entry, mv });
                        if reached {
                            let last = next.entries.len() - 1;
                            layers.push(next);
                            return Pass::Reached(retrace(lattice, &layers, level + 1, last));
                        }
                    }
                    _ => {
                        layer.insert(lattice, child, Origin::Transfer { from: entry, mv });
                        if reached {
                            let last = layer.entries.len() - 1;
                            return Pass::Reached(retrace(lattice, &layers, level, last));
                        }
                    }
                }
            }
            if board.swaps < goal.swaps {
                for bank in board.earnings() {
                    let banked = board.after_banks(lattice, bank, &mut ());
                    for (a, b) in pairs(&banked) {
                        let mv = Exchange { bank, a, b };
                        let child = board.exchange(lattice, mv, &mut ());
                        layer.insert(lattice, child, Origin::Swap { from: entry, mv });
                    }
                }
            }
        }
        if next.entries.is_empty() {
            return if complete { Pass::Exhausted } else { Pass::Overflowed };
        }
        layers.push(next);
    }
    unreachable!("every layer has fewer stacks")
}

/// The pairs of different stacks.
fn pairs(board: &Board) -> Vec<(Place, Place)> {
    let places: Vec<Place> =
        (0..COLUMNS).flat_map(|c| (0..board.len(c)).map(move |i| Place::new(c, i))).collect();
    let mut pairs = Vec::new();
    for (n, &a) in places.iter().enumerate() {
        pairs.extend(places[n + 1..].iter().filter(|&&b| board.code(a) != board.code(b)).map(|&b| (a, b)));
    }
    pairs
}

/// Whether the goal is out of reach for certain, given what each colour can still complete without a swap.
fn is_dead(board: &Board, prospects: [u8; 5], goal: Goal) -> bool {
    if prospects.iter().sum::<u8>() >= goal.trees {
        return false;
    }
    let swap_may_come = board.swaps < goal.swaps && prospects.iter().all(|&n| n > board.swaps);
    !swap_may_come
}

/// The actions that lead to an entry, each with the board they were found on.
///
/// A union stands for two origins, and what followed may need a certain one of them. So one member of the
/// last board is followed backwards, and wherever a union comes, the part that holds it is chosen.
fn retrace(lattice: &mut Lattice, layers: &[Layer], level: usize, entry: usize) -> Vec<(Board, Step)> {
    let (mut level, mut entry) = (level, entry);
    let mut steps = Vec::new();
    let last = layers[level].entries[entry].board;
    let mut stances = last.set.map(|set| lattice.any_stance(set).expect("no set is empty"));
    loop {
        let (from, step) = match layers[level].entries[entry].origin {
            Origin::Root => break,
            Origin::Union { a, b } => {
                let sets = layers[level].entries[a as usize].board.set;
                let in_a = sets.iter().zip(stances).all(|(&set, stance)| lattice.contains(set, stance));
                entry = if in_a { a } else { b } as usize;
                continue;
            }
            Origin::Merge { previous, mv } => {
                level -= 1;
                (previous, Step::Stack(mv))
            }
            Origin::Transfer { from, mv } => (from, Step::Stack(mv)),
            Origin::Swap { from, mv } => (from, Step::Swap(mv)),
        };
        entry = from as usize;
        let board = layers[level].entries[entry].board;
        let mut log: Vec<Applied> = Vec::new();
        match step {
            Step::Stack(mv) => board.stack(lattice, mv, &mut log),
            Step::Swap(mv) => board.exchange(lattice, mv, &mut log),
        };
        for Applied { column, before, op, change } in log.into_iter().rev() {
            let stance = lattice.stance_before(before, op, change, stances[column]);
            stances[column] = stance.expect("every member of an outcome has an origin");
        }
        steps.push((board, step));
    }
    steps.reverse();
    steps
}
