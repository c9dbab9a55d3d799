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
use super::evaluation::{evaluate, weights};
use super::lattice::Lattice;
use super::limits::Budget;
use super::outcome::Stop;
use super::outlook::{Features, Outlook};
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
    group: u64,
    rank: u32,
    value: f32,
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
    weights: Features,
    groups: HashMap<u64, u32, RandomState>,
}

impl Layer {
    fn new(merges_left: usize) -> Self {
        let hasher = RandomState::with_seeds(5, 6, 7, 8);
        Self { entries: Vec::new(), places: HashMap::with_hasher(hasher), queue: BinaryHeap::new(), weights: weights(merges_left), groups: HashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8)) }
    }

    /// Adds a board unless one that is there covers it.
    fn insert(&mut self, lattice: &mut Lattice, goal: Goal, mut board: Board, mut origin: Origin) {
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
            entries.push(Entry { board, origin, done: true, group: 0, rank: 0, value: 0.0 });
            board.set[column] = lattice.union(entries[a as usize].board.set[column], board.set[column]);
            origin = Origin::Union { a, b };
        }
        let entry = entries.len() as u32;
        list.push(entry);
        let outlook = Outlook::of(&board.unpack(lattice));
        let done = is_dead(&board, outlook.prospects, goal);
        let value = evaluate(&outlook.features, &self.weights);
        entries.push(Entry { board, origin, done, group: board.group(), rank: 0, value });
        if !done {
            self.queue.push(Waiting { value, entry });
        }
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(Waiting { entry, .. }) = self.queue.pop() {
            let e = &mut self.entries[entry as usize];
            if e.done { continue; }
            let count = self.groups.entry(e.group).or_default();
            let l = lambda();
            if e.rank < *count && l > 0.0 {
                e.rank = *count;
                self.queue.push(Waiting { value: e.value - l * (*count as f32), entry });
                continue;
            }
            *count += 1;
            e.done = true;
            return Some(entry);
        }
        None
    }
}

/// Searches for a goal, expanding at most `width` boards a layer.
pub(super) fn pass(lattice: &mut Lattice, root: Board, goal: Goal, width: usize, budget: &mut Budget) -> Pass {
    if root.trees >= goal.trees {
        return Pass::Reached(Vec::new());
    }
    let mut beam = Beam { goal, width, complete: true, layers: vec![Layer::new(root.merges_left())] };
    beam.layers[0].insert(lattice, goal, root, Origin::Root);
    beam.run(lattice, budget)
}

/// One pass under way.
pub(super) struct Beam {
    goal: Goal,
    width: usize,
    /// Whether no layer had more boards than `width` so far.
    complete: bool,
    layers: Vec<Layer>,
}

impl Beam {
    fn run(&mut self, lattice: &mut Lattice, budget: &mut Budget) -> Pass {
        let mut stackings = Stackings::new();
        loop {
            match self.advance(lattice, budget, &mut stackings) {
                Err(stop) => return Pass::Stopped(stop),
                Ok(Some((level, entry))) => return Pass::Reached(retrace(lattice, &self.layers, level, entry)),
                Ok(None) if self.layers[self.layers.len() - 1].entries.is_empty() => {
                    return if self.complete { Pass::Exhausted } else { Pass::Overflowed };
                }
                Ok(None) => {}
            }
        }
    }

    /// Expands the last layer and adds the next. Gives the layer and entry that reach the goal, if any.
    fn advance(
        &mut self,
        lattice: &mut Lattice,
        budget: &mut Budget,
        stackings: &mut Stackings,
    ) -> Result<Option<(usize, usize)>, Stop> {
        let Self { goal, width, complete, layers } = self;
        let level = layers.len() - 1;
        let layer_merges = layers[0].entries[0].board.merges_left().saturating_sub(level);
        let mut next = Layer::new(layer_merges.saturating_sub(1));
        let layer = &mut layers[level];
        let mut expanded = 0;
        while let Some(entry) = layer.pop() {
            let board = layer.entries[entry as usize].board;
            let unpacked = board.unpack(lattice);
            if expanded == *width {
                *complete = false;
                break;
            }
            budget.spend(1)?;
            expanded += 1;
            unpacked.stackings(stackings);
            budget.boards += stackings.len() as u64;
            for &(mv, fit) in &*stackings {
                let child = board.stack(lattice, mv, &mut ());
                let reached = child.trees >= goal.trees;
                if fit == Fit::Merge {
                    next.insert(lattice, *goal, child, Origin::Merge { previous: entry, mv });
                    if reached {
                        let last = next.entries.len() - 1;
                        layers.push(next);
                        return Ok(Some((level + 1, last)));
                    }
                } else {
                    layer.insert(lattice, *goal, child, Origin::Transfer { from: entry, mv });
                    if reached {
                        return Ok(Some((level, layer.entries.len() - 1)));
                    }
                }
            }
            if board.swaps < goal.swaps {
                for bank in board.earnings() {
                    let banked = board.after_banks(lattice, bank, &mut ());
                    for (a, b) in pairs(&banked) {
                        let mv = Exchange { bank, a, b };
                        let child = board.exchange(lattice, mv, &mut ());
                        layer.insert(lattice, *goal, child, Origin::Swap { from: entry, mv });
                    }
                }
            }
        }
        layers.push(next);
        Ok(None)
    }
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

/// Boards met by a narrow pass, for those who study evaluations: up to `each` of every layer, picked by
/// `pick`, which gives a number below its argument.
pub(super) fn sample(
    lattice: &mut Lattice,
    root: Board,
    goal: Goal,
    width: usize,
    each: usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Vec<(usize, Board)> {
    let mut beam = Beam { goal, width, complete: true, layers: vec![Layer::new(root.merges_left())] };
    beam.layers[0].insert(lattice, goal, root, Origin::Root);
    let mut budget = Budget::new(&super::Config::default());
    let _ = beam.run(lattice, &mut budget);
    let mut boards = Vec::new();
    for (level, layer) in beam.layers.iter().enumerate() {
        for _ in 0..each.min(layer.entries.len()) {
            boards.push((level, layer.entries[pick(layer.entries.len())].board));
        }
    }
    boards
}

fn lambda() -> f32 { static L: std::sync::LazyLock<f32> = std::sync::LazyLock::new(|| std::env::var("L").map_or(0.0, |x| x.parse().unwrap())); *L }
