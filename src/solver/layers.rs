//! The search itself: a complete beam over boards, layer by layer.
//!
//! A layer holds the boards with the same number of merges still to be made. Transfers and swaps lead to
//! boards of the same layer, merges to the next. In each layer the most promising boards are expanded first,
//! up to a [`Breadth`]. A pass that reaches its goal has found a win; a pass in which no layer had more boards
//! than it looked at has seen everything, and is a proof. So one engine finds and proves.
//!
//! # What is dropped
//! Each of these is a [`Rule`] that can be switched off:
//! - **Domination.** A board that another board of its layer covers. *Argument:* what can be played from a
//!   member of the one can be played from the same member of the other.
//! - **Unions.** Two boards that differ in one column set only become one with the union of both sets.
//!   *Argument:* the union has exactly the members of both, and a set is closed if its parts are.
//! - **Dead ends.** A board from which too few trees can still come ([`outlook`](super::outlook)). Swaps that
//!   may still come keep it alive: one needs another tree of every colour first, which is again a question
//!   about trees without a swap.
//! - **Idle swaps.** A swap after which neither stack can be stacked at once. *Argument:* among the lines
//!   that reach the goal take one whose swaps come as late as possible, then drop swaps whose stacks are
//!   never used again. A move right after a swap that touches neither of its stacks could be played first,
//!   since the occupied squares are the same, and what earns the swap stays earned. So each swap is followed
//!   at once by a stacking, or by another swap, that touches one of its stacks. The rule therefore spares
//!   swaps that can be followed by another swap, and swaps of trees, whose banks are not moves here.
//!
//! # Determinism
//! Boards are expanded in batches whose size depends on the width alone. Within a batch threads work on
//! their own, but boards enter a layer in a fixed order, shard by shard, so every number of threads sees the
//! same layers.

use std::collections::{BinaryHeap, HashMap};

use ahash::RandomState;
use rayon::prelude::*;
use smallvec::SmallVec;

use super::board::{Applied, Board, Exchange, Stacking};
use super::codes::{Fit, Order};
use super::evaluation::{evaluate, weights};
use super::lattice::Lattice;
use super::limits::{Budget, Progress, Rule, Rules};
use super::outcome::Stop;
use super::outlook::{Features, features, prospects};
use super::stackings::Stackings;
use crate::game::{COLOURS, COLUMNS};

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

/// What all parts of a search share.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) lattice: &'a Lattice,
    pub(super) rules: Rules,
    /// Whether to use the threads of the current pool.
    pub(super) parallel: bool,
}

/// Parts of a layer that threads fill on their own. Part of the order in which boards are seen, so changing
/// it changes node counts.
const SHARDS: usize = 4;

/// Place of an entry: its shard in the low bits, its index there above.
type EntryId = u32;

/// Where a board came from.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Root,
    /// By a merge from the layer before.
    Merge(EntryId, Stacking),
    /// By a transfer from the same layer.
    Transfer(EntryId, Stacking),
    /// By a swap from the same layer.
    Swap(EntryId, Exchange),
    /// Two entries of the same layer.
    Union(EntryId, EntryId),
}

struct Entry {
    board: Board,
    origin: Origin,
    /// Covered by another board, part of a union, dead, or expanded.
    done: bool,
    /// How far it was put back for the sake of variety.
    rank: u32,
    value: f32,
}

/// An entry that waits to be expanded; the greatest comes first.
#[derive(PartialEq)]
struct Waiting {
    value: f32,
    entry: EntryId,
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

/// What boards must have in common to cover each other.
type Key = ([Order; COLUMNS], u8);

/// Boards of a layer whose keys fall here.
struct Shard {
    number: usize,
    entries: Vec<Entry>,
    /// Entries that no other covers, by key.
    places: HashMap<Key, SmallVec<[EntryId; 2]>, RandomState>,
    /// Entries added since the last batch ended.
    fresh: Vec<EntryId>,
}

impl Shard {
    fn new(number: usize) -> Self {
        let places = HashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8));
        Self { number, entries: Vec::new(), places, fresh: Vec::new() }
    }

    fn push(&mut self, board: Board, origin: Origin, done: bool) -> EntryId {
        let id = (self.entries.len() * SHARDS + self.number) as EntryId;
        self.entries.push(Entry { board, origin, done, rank: 0, value: 0.0 });
        id
    }

    /// Adds a board unless one that is there covers it.
    fn insert(&mut self, context: Context<'_>, mut board: Board, mut origin: Origin) {
        let Context { lattice, rules, .. } = context;
        let mut list = std::mem::take(self.places.entry((board.order, board.swaps)).or_default());
        let entries = &mut self.entries;
        let at = |id: EntryId| id as usize / SHARDS;
        if rules.has(Rule::Domination) {
            if list.iter().any(|&id| entries[at(id)].board.covers(lattice, &board)) {
                self.places.insert((board.order, board.swaps), list);
                return;
            }
        } else if list.iter().any(|&id| entries[at(id)].board == board) {
            self.places.insert((board.order, board.swaps), list);
            return;
        }
        loop {
            let mut partner = None;
            list.retain(|&mut id| {
                let other = &mut self.entries[at(id)];
                if rules.has(Rule::Domination) && board.covers(lattice, &other.board) {
                    other.done = true;
                    return false;
                }
                if rules.has(Rule::Unions) && partner.is_none() {
                    let mut differing = (0..COLUMNS).filter(|&c| other.board.set[c] != board.set[c]);
                    if let (Some(column), None) = (differing.next(), differing.next()) {
                        partner = Some((id, column));
                        other.done = true;
                        return false;
                    }
                }
                true
            });
            let Some((a, column)) = partner else { break };
            let b = self.push(board, origin, true);
            board.set[column] = lattice.union(self.entries[at(a)].board.set[column], board.set[column]);
            origin = Origin::Union(a, b);
        }
        let id = self.push(board, origin, false);
        list.push(id);
        self.fresh.push(id);
        self.places.insert((board.order, board.swaps), list);
    }

    /// Values the fresh entries that still count. `None` for weights: they are all worth the same.
    fn evaluate(&mut self, context: Context<'_>, weights: Option<&Features>) -> Vec<Waiting> {
        let mut waiting = Vec::with_capacity(self.fresh.len());
        for entry in std::mem::take(&mut self.fresh) {
            let Entry { board, done, value, .. } = &mut self.entries[entry as usize / SHARDS];
            if !*done {
                if let Some(weights) = weights {
                    *value = evaluate(&features(&board.unpack(context.lattice)), weights);
                }
                waiting.push(Waiting { value: *value, entry });
            }
        }
        waiting
    }
}

/// Whether the goal is out of reach for certain, given what each colour can still complete without a swap.
pub(super) fn is_dead(board: &Board, prospects: [u8; COLOURS], goal: Goal) -> bool {
    let swap_may_come = board.swaps < goal.swaps && prospects.iter().all(|&trees| trees > board.swaps);
    prospects.iter().sum::<u8>() < goal.trees && !swap_may_come
}

/// Loss of value for every doubling of the boards of a kind that were expanded already.
const VARIETY: f32 = 0.7;

struct Layer {
    shards: Vec<Shard>,
    queue: BinaryHeap<Waiting>,
    /// How many boards of each kind were expanded; see [`Board::kind`].
    kinds: HashMap<u64, u32, RandomState>,
    /// Weights of the evaluation; `None` where every board will be expanded in any case.
    weights: Option<Features>,
}

impl Layer {
    fn new(merges_left: usize, breadth: Breadth) -> Self {
        Self {
            shards: (0..SHARDS).map(Shard::new).collect(),
            queue: BinaryHeap::new(),
            kinds: HashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8)),
            weights: matches!(breadth, Breadth::Best(_)).then(|| weights(merges_left)),
        }
    }

    fn is_empty(&self) -> bool {
        self.shards.iter().all(|shard| shard.entries.is_empty())
    }

    fn entry(&self, id: EntryId) -> &Entry {
        &self.shards[id as usize % SHARDS].entries[id as usize / SHARDS]
    }

    /// Adds boards in the order given, then values and queues them.
    fn extend(&mut self, context: Context<'_>, offers: &[Offer]) {
        let weights = self.weights.as_ref();
        let fill = |shard: &mut Shard| {
            let number = shard.number;
            for offer in offers.iter().filter(|offer| offer.shard == number) {
                shard.insert(context, offer.board, offer.origin);
            }
            shard.evaluate(context, weights)
        };
        let waiting: Vec<Vec<Waiting>> = if context.parallel && offers.len() >= 64 {
            self.shards.par_iter_mut().map(fill).collect()
        } else {
            self.shards.iter_mut().map(fill).collect()
        };
        self.queue.extend(waiting.into_iter().flatten());
    }

    /// The next boards to expand, best first. Boards of a kind that was expanded often are put back.
    fn pop(&mut self, count: usize) -> Vec<EntryId> {
        let mut batch = Vec::new();
        while batch.len() < count {
            let Some(Waiting { entry: id, .. }) = self.queue.pop() else { break };
            let entry = &mut self.shards[id as usize % SHARDS].entries[id as usize / SHARDS];
            if entry.done {
                continue;
            }
            if self.weights.is_some() {
                let expanded = self.kinds.entry(entry.board.kind()).or_default();
                let rank = (*expanded + 1).ilog2();
                if entry.rank < rank {
                    entry.rank = rank;
                    self.queue.push(Waiting { value: entry.value - VARIETY * rank as f32, entry: id });
                    continue;
                }
                *expanded += 1;
            }
            entry.done = true;
            batch.push(id);
        }
        batch
    }
}

/// A board that wants to enter a layer.
struct Offer {
    board: Board,
    origin: Origin,
    shard: usize,
}

impl Offer {
    fn new(board: Board, origin: Origin) -> Self {
        let hash = board.order.iter().fold(0, |hash: u64, &order| (hash ^ order).wrapping_mul(HASH_FACTOR));
        Self { board, origin, shard: (hash >> 32) as usize % SHARDS }
    }
}

/// 2^64 divided by the golden ratio.
const HASH_FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// What the expansion of one board gives.
#[derive(Default)]
struct Expansion {
    /// For the same layer.
    here: Vec<Offer>,
    /// For the next.
    next: Vec<Offer>,
    /// Nothing can come of the board.
    dead: bool,
    /// The first action that reaches the goal; nothing is generated after it.
    reached: Option<(Board, Step)>,
}

impl Expansion {
    fn new(context: Context<'_>, goal: Goal, id: EntryId, board: &Board) -> Self {
        let lattice = context.lattice;
        let unpacked = board.unpack(lattice);
        if context.rules.has(Rule::DeadEnds) && is_dead(board, prospects(&unpacked), goal) {
            return Self { dead: true, ..Self::default() };
        }
        let mut expansion = Self::default();
        let mut stackings = Stackings::new();
        unpacked.stackings(&mut stackings);
        for &(mv, fit) in &stackings {
            let child = board.stack(lattice, mv, &mut ());
            if fit == Fit::Merge {
                expansion.next.push(Offer::new(child, Origin::Merge(id, mv)));
            } else {
                expansion.here.push(Offer::new(child, Origin::Transfer(id, mv)));
            }
            if child.trees >= goal.trees {
                expansion.reached = Some((child, Step::Stack(mv)));
                return expansion;
            }
        }
        if board.swaps < goal.swaps {
            expansion.swaps(context, goal, id, board);
        }
        expansion
    }

    fn swaps(&mut self, context: Context<'_>, goal: Goal, id: EntryId, board: &Board) {
        for bank in board.earnings() {
            let banked = board.after_banks(context.lattice, bank, &mut ());
            for (a, b) in banked.pairs(context.lattice) {
                let mv = Exchange { bank, a, b };
                let child = board.exchange(context.lattice, mv, &mut ());
                let idle = || {
                    let another = child.swaps < goal.swaps && !child.earnings().is_empty();
                    !another && !banked.has_tree(a, b) && {
                        let unpacked = child.unpack(context.lattice);
                        !unpacked.can_stack(a) && !unpacked.can_stack(b)
                    }
                };
                if !(context.rules.has(Rule::IdleSwaps) && idle()) {
                    self.here.push(Offer::new(child, Origin::Swap(id, mv)));
                }
            }
        }
    }

    fn boards(&self) -> u64 {
        (self.here.len() + self.next.len()) as u64
    }
}

/// How much of each layer a pass looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breadth {
    /// The best boards, at most so many.
    Best(usize),
    /// All boards; the pass gives up at the first layer that has more than so many.
    All(usize),
}

impl Breadth {
    const fn width(self) -> usize {
        match self {
            Self::Best(width) | Self::All(width) => width,
        }
    }
}

/// Searches for a goal.
pub(super) fn pass(
    context: Context<'_>,
    root: Board,
    goal: Goal,
    breadth: Breadth,
    budget: &mut Budget,
) -> Pass {
    if root.trees >= goal.trees {
        return Pass::Reached(Vec::new());
    }
    Beam::new(context, root, goal, breadth).run(budget)
}

/// One pass under way.
struct Beam<'a> {
    context: Context<'a>,
    goal: Goal,
    breadth: Breadth,
    /// Whether no layer had more boards than were looked at so far.
    complete: bool,
    merges_left: usize,
    layers: Vec<Layer>,
}

impl<'a> Beam<'a> {
    fn new(context: Context<'a>, root: Board, goal: Goal, breadth: Breadth) -> Self {
        let merges_left = root.merges_left();
        let mut first = Layer::new(merges_left, breadth);
        first.extend(context, &[Offer::new(root, Origin::Root)]);
        Self { context, goal, breadth, complete: true, merges_left, layers: vec![first] }
    }

    fn run(&mut self, budget: &mut Budget) -> Pass {
        loop {
            match self.advance(budget) {
                Err(stop) => return Pass::Stopped(stop),
                Ok(Some(steps)) => return Pass::Reached(steps),
                Ok(None) => {
                    if matches!(self.breadth, Breadth::All(_)) && !self.complete {
                        return Pass::Overflowed;
                    }
                    if self.layers[self.layers.len() - 1].is_empty() {
                        return if self.complete { Pass::Exhausted } else { Pass::Overflowed };
                    }
                }
            }
        }
    }

    /// Boards to expand before their outcomes enter the layers.
    fn batch(&self) -> usize {
        (self.breadth.width() / 16).clamp(1, 1024)
    }

    /// Expands the last layer and adds the next. Gives the steps that reach the goal, if any do.
    fn advance(&mut self, budget: &mut Budget) -> Result<Option<Vec<(Board, Step)>>, Stop> {
        let Self { context, goal, breadth, .. } = *self;
        let level = self.layers.len() - 1;
        self.merges_left = self.merges_left.saturating_sub(1);
        let mut next = Layer::new(self.merges_left, breadth);
        let mut left = breadth.width();
        loop {
            let batch = self.batch().min(left);
            let layer = &mut self.layers[level];
            let batch = layer.pop(budget.grant(batch)?);
            if batch.is_empty() {
                self.complete &= layer.queue.is_empty();
                break;
            }
            budget.nodes += batch.len() as u64;
            let expand = |&id: &EntryId| Expansion::new(context, goal, id, &layer.entry(id).board);
            let expansions: Vec<Expansion> = if context.parallel && batch.len() >= 8 {
                batch.par_iter().map(expand).collect()
            } else {
                let mut expansions = Vec::with_capacity(batch.len());
                for id in &batch {
                    expansions.push(expand(id));
                    if expansions[expansions.len() - 1].reached.is_some() {
                        break;
                    }
                }
                expansions
            };
            let (mut here, mut ahead) = (Vec::new(), Vec::new());
            for (id, expansion) in batch.into_iter().zip(expansions) {
                budget.boards += expansion.boards();
                left -= usize::from(!expansion.dead);
                if let Some(last) = expansion.reached {
                    return Ok(Some(self.retrace(level, id, last)));
                }
                here.extend(expansion.here);
                ahead.extend(expansion.next);
            }
            layer.extend(context, &here);
            next.extend(context, &ahead);
            let Goal { trees, swaps } = goal;
            let progress = Progress { trees, swaps, merges_left: self.merges_left + 1, nodes: 0 };
            budget.glance(progress, || (context.lattice.bytes() + self.bytes()) as u64)?;
        }
        self.layers.push(next);
        Ok(None)
    }

    /// Memory in use, about.
    fn bytes(&self) -> usize {
        let entries: usize =
            self.layers.iter().flat_map(|layer| &layer.shards).map(|shard| shard.entries.capacity()).sum();
        // An entry has a place in its shard's table and one in the queue as well.
        entries * (size_of::<Entry>() + size_of::<(Key, SmallVec<[EntryId; 2]>)>() + size_of::<Waiting>())
    }

    /// The actions that lead to an entry and on by one last action, each with the board it was found on.
    ///
    /// A union stands for two origins, and what followed may need a certain one of them. So one member of
    /// the last board is followed backwards, and wherever a union comes, the part that holds it is chosen.
    fn retrace(&self, level: usize, entry: EntryId, (last, step): (Board, Step)) -> Vec<(Board, Step)> {
        let lattice = self.context.lattice;
        let (mut level, mut id, mut step) = (level, entry, Some(step));
        let mut steps = Vec::new();
        let mut stances = last.set.map(|set| lattice.any_stance(set).expect("no set is empty"));
        loop {
            let entry = self.layers[level].entry(id);
            if let Some(step) = step.take() {
                let mut log: Vec<Applied> = Vec::new();
                entry.board.play(lattice, step, &mut log);
                for Applied { column, before, op, change } in log.into_iter().rev() {
                    let stance = lattice.stance_before(before, op, change, stances[column]);
                    stances[column] = stance.expect("every member of an outcome has an origin");
                }
                steps.push((entry.board, step));
            }
            match entry.origin {
                Origin::Root => break,
                Origin::Union(a, b) => {
                    let sets = self.layers[level].entry(a).board.set;
                    let in_a = sets.iter().zip(stances).all(|(&set, stance)| lattice.contains(set, stance));
                    id = if in_a { a } else { b };
                }
                Origin::Merge(from, mv) => {
                    level -= 1;
                    (id, step) = (from, Some(Step::Stack(mv)));
                }
                Origin::Transfer(from, mv) => (id, step) = (from, Some(Step::Stack(mv))),
                Origin::Swap(from, mv) => (id, step) = (from, Some(Step::Swap(mv))),
            }
        }
        steps.reverse();
        steps
    }
}

/// Boards met by a pass that fails, for those who study evaluations: from every layer up to `each`, picked
/// by `pick`, which gives a number below its argument. Each comes with its layer.
pub(super) fn sample(
    context: Context<'_>,
    root: Board,
    goal: Goal,
    width: usize,
    each: usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Vec<(usize, Board)> {
    let mut beam = Beam::new(context, root, goal, Breadth::Best(width));
    if !matches!(beam.run(&mut Budget::new(&super::Config::default())), Pass::Overflowed) {
        return Vec::new();
    }
    let mut boards = Vec::new();
    for (level, layer) in beam.layers.iter().enumerate() {
        let entries: Vec<&Entry> = layer.shards.iter().flat_map(|shard| &shard.entries).collect();
        for _ in 0..each.min(entries.len()) {
            boards.push((level, entries[pick(entries.len())].board));
        }
    }
    boards
}
