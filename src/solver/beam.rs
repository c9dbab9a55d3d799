//! The search itself: a complete beam over boards, layer by layer.
//!
//! A [`Layer`] holds the boards with the same number of merges still to be made. Transfers and swaps lead to
//! boards of the same layer, merges to the next. A beam either looks at the most promising boards of each
//! layer, up to a number, or at all of them ([`Breadth`]). If it reaches its goal, that is a win; if no layer
//! had more boards than it looked at, it has seen everything, and that is a proof. So one engine finds and
//! proves.
//!
//! A beam that looks at everything can be paused after a number of nodes and go on later, and once it has
//! seen everything it can be given an easier goal: then it looks only at what the goal before made no
//! difference to.
//!
//! # Determinism
//! Boards are expanded in batches whose size depends on the breadth alone. Within a batch threads work on
//! their own, but boards enter a layer in a fixed order, so every number of threads sees the same layers.

use std::collections::HashMap;

use rayon::prelude::*;

use super::board::{Applied, Board, Step};
use super::evaluation::{Evaluation, Guide};
use super::expansion::{Fate, Goal, Offspring};
use super::layer::{Context, Entry, EntryId, Layer, Offer, Origin, State};
use super::limits::{Budget, Progress};
use super::outcome::Stop;

/// How much of each layer a beam looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breadth {
    /// The boards that are best by this guide, at most so many.
    Best(usize, Guide),
    /// All boards.
    All,
}

/// How a beam, or a part of its way, ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// The goal is reached by these actions, each with the board it was found on.
    Reached(Vec<(Board, Step)>),
    /// The goal cannot be reached: every board was seen, or proven dead.
    Exhausted,
    /// Some layer had more boards than were expanded.
    Overflowed,
    /// The nodes allowed are spent; it can go on.
    Paused,
    /// A limit ended it.
    Stopped(Stop),
}

/// A beam under way.
pub(super) struct Beam<'a> {
    context: Context<'a>,
    root: Board,
    goal: Goal,
    breadth: Breadth,
    /// Whether boards of layers that were left may be let go; those who look at beams afterwards want them all.
    forgets: bool,
    /// Whether no layer had more boards than were looked at so far.
    complete: bool,
    /// Merges left in the first layer.
    merges: usize,
    /// The layer that is being expanded.
    level: usize,
    layers: Vec<Layer>,
    /// Nodes expanded in each layer for the present goal.
    expanded: Vec<u64>,
    /// Level and entry from which the goal was reached; good as long as nothing is let go.
    end: Option<(usize, EntryId)>,
}

impl<'a> Beam<'a> {
    pub(super) fn new(context: Context<'a>, root: Board, goal: Goal, breadth: Breadth) -> Self {
        let merges = root.merges_left();
        let mut beam = Self {
            context,
            root,
            goal,
            breadth,
            forgets: true,
            complete: true,
            merges,
            level: 0,
            layers: Vec::new(),
            expanded: Vec::new(),
            end: None,
        };
        beam.add_layer();
        beam.layers[0].extend(context, &[vec![Offer::new(root, Origin::Root)]]);
        beam
    }

    fn add_layer(&mut self) {
        let merges_left = self.merges.saturating_sub(self.layers.len());
        self.expanded.push(0);
        self.layers.push(Layer::new(match self.breadth {
            Breadth::Best(_, guide) => Some(Evaluation::new(guide, merges_left)),
            Breadth::All => None,
        }));
    }

    /// Gives a beam over all boards another goal, and whatever that brings back to life to look at.
    pub(super) fn aim(&mut self, goal: Goal) {
        if goal == self.goal {
            return;
        }
        let swaps = goal.swaps > self.goal.swaps;
        self.goal = goal;
        self.level = 0;
        self.expanded.fill(0);
        for layer in &mut self.layers {
            layer.reopen(swaps);
        }
    }

    /// Searches until the goal is reached, all is seen, or about so many nodes are expanded.
    pub(super) fn run(&mut self, nodes: u64, budget: &mut Budget) -> Pass {
        self.run_on(nodes, 0, budget)
    }

    /// The same, but goes on after that for as long as it looks as if no more than `hope` nodes were left.
    pub(super) fn run_on(&mut self, nodes: u64, hope: u64, budget: &mut Budget) -> Pass {
        if self.context.parallel && self.width() > BATCH {
            // To enter the pool of threads once is cheaper than to do so for every batch.
            return rayon::scope(|_| self.search(nodes, hope, budget));
        }
        self.search(nodes, hope, budget)
    }

    fn search(&mut self, nodes: u64, hope: u64, budget: &mut Budget) -> Pass {
        if let Some(steps) = self.reached_already() {
            return Pass::Reached(steps);
        }
        let enough = budget.nodes.saturating_add(nodes);
        let mut until = enough;
        loop {
            match self.advance(until, budget) {
                Err(stop) => return Pass::Stopped(stop),
                Ok(Some(steps)) => return Pass::Reached(steps),
                Ok(None) if budget.nodes >= until && !self.layers[self.level].is_finished() => {
                    if self.nodes_left() > hope {
                        return Pass::Paused;
                    }
                    until = u64::MAX;
                }
                Ok(None) => {
                    self.complete &= self.layers[self.level].is_finished();
                    self.layers[self.level].leave();
                    if self.forgets {
                        self.layers[self.level].drop_boards();
                        self.forget();
                    }
                    self.level += 1;
                    until = enough;
                    if self.level + 1 == self.layers.len() && self.layers[self.level].is_empty() {
                        return if self.complete { Pass::Exhausted } else { Pass::Overflowed };
                    }
                }
            }
        }
    }

    /// About how many nodes are left to expand, if the growth of layers goes on falling as it does. (It does in
    /// proofs, by about as much from one layer to the next.)
    fn nodes_left(&self) -> u64 {
        let [.., a, b, c, d] = self.expanded[..self.level] else { return u64::MAX };
        let growth = |from: u64, to: u64| libm::log(to.max(1) as f64 / from.max(1) as f64);
        let mut last = growth(c, d);
        let fall = ((growth(a, b) - last) / 2.0).max(0.0);
        let (mut size, mut left) = (d as f64, 0.0);
        for _ in self.level..=self.merges {
            last -= fall;
            size *= libm::exp(last);
            left += size;
        }
        (left as u64).saturating_sub(self.expanded[self.level])
    }

    /// Lets go of the entries of the layer that was left, and of those before, that lead nowhere.
    fn forget(&mut self) {
        for level in (0..=self.level).rev() {
            let (done, ahead) = self.layers.split_at_mut(level + 1);
            if !done[level].forget(&mut ahead[0]) {
                break;
            }
        }
    }

    /// A board with the trees of the goal may be there from an earlier goal, which wanted more.
    fn reached_already(&self) -> Option<Vec<(Board, Step)>> {
        self.layers.iter().enumerate().find_map(|(level, layer)| {
            let reaches = |entry: &Entry| entry.state != State::Dropped && entry.trees >= self.goal.trees;
            let reached = layer.entries().find(|(_, entry)| reaches(entry));
            reached.map(|(id, _)| self.retrace(level, id, None))
        })
    }

    /// Boards to expand before their outcomes enter the layers, and in all.
    const fn quotas(&self) -> (usize, usize) {
        match self.breadth {
            Breadth::Best(1..=16, _) => (1, self.width()),
            Breadth::Best(width, _) if width < 16 * BATCH => (width / 16, width),
            _ => (BATCH, self.width()),
        }
    }

    const fn width(&self) -> usize {
        match self.breadth {
            Breadth::Best(width, _) => width,
            Breadth::All => usize::MAX,
        }
    }

    /// Makes the boards of a layer again if they were let go. The layer before it must have its own.
    fn restore(&mut self, level: usize) {
        let (before, rest) = self.layers.split_at_mut(level);
        rest[0].restore(self.context.lattice, &self.root, before.last());
    }

    /// Expands boards of the present layer. Gives the steps that reach the goal, if any do.
    fn advance(&mut self, until: u64, budget: &mut Budget) -> Result<Option<Vec<(Board, Step)>>, Stop> {
        let Self { context, goal, level, .. } = *self;
        if self.layers.len() == level + 1 {
            self.add_layer();
        }
        self.restore(level);
        self.restore(level + 1);
        let merges_left = self.merges.saturating_sub(level);
        let (batch, mut left) = self.quotas();
        while budget.nodes < until {
            let (done, ahead) = self.layers.split_at_mut(level + 1);
            let (layer, next) = (&mut done[level], &mut ahead[0]);
            let batch = layer.pop(budget.grant(batch.min(left))?);
            if batch.is_empty() {
                break;
            }
            budget.nodes += batch.len() as u64;
            self.expanded[level] += batch.len() as u64;
            let portions = expand(context, goal, layer, &batch);
            budget.boards += portions.iter().map(|portion| portion.offspring.boards()).sum::<u64>();
            if let Some(&Portion { reached: Some((id, board, step)), .. }) = portions.last() {
                layer.put_back(&batch);
                self.end = Some((level, id));
                return Ok(Some(self.retrace(level, id, Some((board, step)))));
            }
            let (mut here, mut forward) = (Vec::new(), Vec::new());
            let mut ids = batch.iter();
            for Portion { offspring, dead, .. } in portions {
                for (dead, &id) in dead.into_iter().zip(&mut ids) {
                    left -= usize::from(!dead);
                    layer.entry_mut(id).state = if dead { State::Dead } else { State::Expanded };
                }
                here.push(offspring.here);
                forward.push(offspring.next);
            }
            layer.extend(context, &here);
            next.extend(context, &forward);
            let Goal { trees, swaps } = goal;
            let progress = Progress { trees, swaps, merges_left, nodes: 0 };
            budget.glance(progress, || context.lattice.bytes() + self.bytes())?;
        }
        Ok(None)
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.layers.iter().map(Layer::bytes).sum()
    }

    /// The actions that lead to an entry, each with the board it was found on. The last of them may be one that
    /// is not yet in a layer, given with the board it leads to.
    ///
    /// A union stands for two origins, and what followed may need a certain one of them. So one member of
    /// the last board is followed backwards, and wherever a union comes, the part that holds it is chosen.
    fn retrace(&self, level: usize, entry: EntryId, last: Option<(Board, Step)>) -> Vec<(Board, Step)> {
        let lattice = self.context.lattice;
        let mut made = HashMap::new();
        let (mut level, mut id) = (level, entry);
        let (end, mut step) = match last {
            Some((board, step)) => (board, Some(step)),
            None => (self.board(&mut made, level, id), None),
        };
        let mut steps = Vec::new();
        let mut stances = end.set.map(|set| lattice.any_stance(set).expect("no set is empty"));
        loop {
            if let Some(step) = step.take() {
                let board = self.board(&mut made, level, id);
                let mut log: Vec<Applied> = Vec::new();
                board.play(lattice, step, &mut log);
                for Applied { column, before, op, change } in log.into_iter().rev() {
                    let stance = lattice.stance_before(before, op, change, stances[column]);
                    stances[column] = stance.expect("every member of an outcome has an origin");
                }
                steps.push((board, step));
            }
            match self.layers[level].entry(id).origin {
                Origin::Root => break,
                Origin::Union(a, b) => {
                    let sets = self.board(&mut made, level, a).set;
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

    /// The board of an entry, from its layer or from those it came from; what had to be made is kept in `made`.
    fn board(&self, made: &mut HashMap<(usize, EntryId), Board>, level: usize, id: EntryId) -> Board {
        let mut wanted = vec![(level, id)];
        while let Some(&(level, id)) = wanted.last() {
            let origin = self.layers[level].entry(id).origin;
            let from = if matches!(origin, Origin::Merge(..)) { level - 1 } else { level };
            let known = |&(level, id): &(usize, EntryId)| {
                let layer = &self.layers[level];
                if layer.has_boards() { Some(layer.board(id)) } else { made.get(&(level, id)) }
            };
            let mut missing = None;
            let board = known(&(level, id)).copied().or_else(|| {
                origin.make(self.context.lattice, &self.root, |id| {
                    let board = known(&(from, id));
                    missing = board.is_none().then_some((from, id));
                    board
                })
            });
            if let Some(board) = board {
                made.insert((level, id), board);
                wanted.pop();
            } else {
                wanted.extend(missing);
            }
        }
        made[&(level, id)]
    }
}

/// Boards that are expanded before their outcomes enter the layers, at most.
const BATCH: usize = 1024;

/// Boards that a thread expands before it looks for more, at most,
const PORTION: usize = 32;
/// and portions of a batch, if it has enough boards for that.
const PORTIONS: usize = 16;

/// Some entries of a layer, expanded in their order; none after one that reaches the goal.
#[derive(Default)]
struct Portion {
    offspring: Offspring,
    /// Whether each of the entries is dead.
    dead: Vec<bool>,
    /// The entry that reaches the goal, the board it becomes, and by what.
    reached: Option<(EntryId, Board, Step)>,
}

/// Expands some entries of a layer, in portions; none after the first that reaches the goal.
fn expand(context: Context<'_>, goal: Goal, layer: &Layer, batch: &[EntryId]) -> Vec<Portion> {
    let expand = |ids: &[EntryId]| {
        let mut portion = Portion::default();
        for &id in ids {
            let (board, state) = (layer.board(id), layer.entry(id).state);
            let fate = portion.offspring.expand(context, goal, id, board, state);
            portion.dead.push(matches!(fate, Fate::Dead));
            if let Fate::Reached(board, step) = fate {
                portion.reached = Some((id, board, step));
                break;
            }
        }
        portion
    };
    if !context.parallel || batch.len() < 8 {
        return vec![expand(batch)];
    }
    let size = batch.len().div_ceil(PORTIONS).min(PORTION);
    let mut portions: Vec<Portion> = batch.par_chunks(size).map(expand).collect();
    if let Some(last) = portions.iter().position(|portion| portion.reached.is_some()) {
        portions.truncate(last + 1);
    }
    portions
}

/// A beam that has run to its end and still has all its boards, and how it ended.
fn kept_whole(context: Context<'_>, root: Board, goal: Goal, width: usize) -> (Beam<'_>, Pass) {
    let breadth = Breadth::Best(width, Guide::Outcome);
    let mut beam = Beam { forgets: false, ..Beam::new(context, root, goal, breadth) };
    let pass = beam.run(u64::MAX, &mut Budget::new(&super::Config::default()));
    (beam, pass)
}

/// Boards met by a beam that fails, for those who study evaluations: from every layer up to `each`, picked
/// by `pick`, which gives a number below its argument. Each comes with its layer.
pub(super) fn sample(
    context: Context<'_>,
    root: Board,
    goal: Goal,
    width: usize,
    each: usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Vec<(usize, Board)> {
    let (beam, Pass::Overflowed) = kept_whole(context, root, goal, width) else { return Vec::new() };
    let mut boards = Vec::new();
    for (level, layer) in beam.layers.iter().enumerate() {
        let entries: Vec<Board> = layer.entries().map(|(id, _)| *layer.board(id)).collect();
        for _ in 0..each.min(entries.len()) {
            boards.push((level, entries[pick(entries.len())]));
        }
    }
    boards
}

/// Boards of a beam that reaches its goal: from every layer the one on the way to it (`true`), and up to
/// `each` others that were expanded, picked by `pick`, which gives a number below its argument. Each comes
/// with its layer. None if the beam fails.
pub(super) fn sample_trail(
    context: Context<'_>,
    root: Board,
    goal: Goal,
    width: usize,
    each: usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Vec<(usize, bool, Board)> {
    let (beam, _) = kept_whole(context, root, goal, width);
    let mut boards = Vec::new();
    let mut next = beam.end;
    while let Some((level, mut id)) = next {
        let layer = &beam.layers[level];
        boards.push((level, true, *layer.board(id)));
        let others = layer.entries().filter(|&(other, entry)| other != id && entry.state == State::Expanded);
        let others: Vec<Board> = others.map(|(id, _)| *layer.board(id)).collect();
        for _ in 0..each.min(others.len()) {
            boards.push((level, false, others[pick(others.len())]));
        }
        next = loop {
            match layer.entry(id).origin {
                Origin::Root => break None,
                Origin::Merge(from, _) => break Some((level - 1, from)),
                Origin::Transfer(from, _) | Origin::Swap(from, _) | Origin::Union(from, _) => id = from,
            }
        };
    }
    boards
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Rules, lattice::Lattice};
    use super::*;
    use crate::dealer::tabletop;
    use crate::game::{MAX_SWAPS, TREES};

    fn budget() -> Budget {
        Budget::new(&Config::default())
    }

    /// Runs a proof in parts of so many nodes each. How it ended, and the number of parts.
    fn in_parts(beam: &mut Beam<'_>, nodes: u64, budget: &mut Budget) -> (bool, usize) {
        for parts in 1.. {
            match beam.run(nodes, budget) {
                Pass::Paused => {}
                Pass::Reached(_) => return (true, parts),
                Pass::Exhausted => return (false, parts),
                end => panic!("{end:?}"),
            }
        }
        unreachable!()
    }

    /// Deals that cannot be won, or not without a swap, and are soon proven so.
    const DEALS: [u64; 6] = [501, 984, 3664, 6471, 9972, 5937];

    #[test]
    fn a_proof_that_was_paused_ends_like_one_that_was_not() {
        let mut paused = 0;
        for index in DEALS {
            let lattice = Lattice::new();
            let context = Context { lattice: &lattice, rules: Rules::default(), parallel: false };
            let root = Board::new(tabletop::deal(1, index).position(), &lattice);
            let goal = Goal { trees: TREES, swaps: 0 };
            let (mut whole, mut parts) = (budget(), budget());
            let mut beam = Beam::new(context, root, goal, Breadth::All);
            assert_eq!(in_parts(&mut beam, u64::MAX, &mut whole), (false, 1), "{index}");
            let mut beam = Beam::new(context, root, goal, Breadth::All);
            let (reached, number) = in_parts(&mut beam, 1, &mut parts);
            assert!(!reached, "{index}");
            assert_eq!((parts.nodes, parts.boards), (whole.nodes, whole.boards), "{index}");
            paused += usize::from(number > 5);
        }
        assert!(paused >= 4, "{paused}");
    }

    #[test]
    fn a_proof_goes_on_as_long_as_there_is_hope() {
        let (mut ended, mut paused) = (0, 0);
        for index in DEALS {
            let lattice = Lattice::new();
            let context = Context { lattice: &lattice, rules: Rules::default(), parallel: false };
            let root = Board::new(tabletop::deal(1, index).position(), &lattice);
            let goal = Goal { trees: TREES, swaps: 0 };
            let run = |nodes, hope| {
                let mut spent = budget();
                let pass = Beam::new(context, root, goal, Breadth::All).run_on(nodes, hope, &mut spent);
                (pass, spent.nodes)
            };
            let (end, all) = run(1, u64::MAX);
            assert_eq!(end, Pass::Exhausted, "{index}");
            assert_eq!(run(1, 0).0, Pass::Paused, "{index}");
            // Half of a proof shows about how much is left, though not of every small one.
            let (pass, spent) = run(all / 2, 2 * all);
            assert!(spent >= all / 2, "{index}");
            ended += usize::from(pass == Pass::Exhausted);
            paused += usize::from(run(all / 2, all / 16).0 == Pass::Paused);
        }
        assert!(ended >= 4 && paused >= 4, "{ended} went on to the end, {paused} paused");
    }

    #[test]
    fn boards_that_were_let_go_are_never_missed() {
        for index in DEALS.into_iter().chain(0..20) {
            let lattice = Lattice::new();
            let context = Context { lattice: &lattice, rules: Rules::default(), parallel: false };
            let root = Board::new(tabletop::deal(1, index).position(), &lattice);
            let goals = [(TREES, 0), (TREES, 1), (TREES, 2), (4, 2)];
            for breadth in [Breadth::Best(64, Guide::Outcome), Breadth::All] {
                let beam = |forgets| {
                    let goal = Goal { trees: TREES, swaps: 0 };
                    Beam { forgets, ..Beam::new(context, root, goal, breadth) }
                };
                let (mut lean, mut full) = (beam(true), beam(false));
                for (trees, swaps) in goals {
                    lean.aim(Goal { trees, swaps });
                    full.aim(Goal { trees, swaps });
                    let passes = [&mut lean, &mut full].map(|beam| beam.run(50_000, &mut budget()));
                    assert_eq!(passes[0], passes[1], "{index}, {breadth:?}");
                    assert!(lean.bytes() <= full.bytes());
                    if breadth != Breadth::All || passes[0] != Pass::Exhausted {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn boards_that_are_made_again_are_those_that_were_let_go() {
        let (mut unions, mut swaps) = (0, 0);
        for index in DEALS {
            let lattice = Lattice::new();
            let context = Context { lattice: &lattice, rules: Rules::default(), parallel: false };
            let root = Board::new(tabletop::deal(1, index).position(), &lattice);
            let goal = Goal { trees: TREES, swaps: MAX_SWAPS };
            let mut beam = Beam { forgets: false, ..Beam::new(context, root, goal, Breadth::All) };
            beam.run(5_000, &mut budget());
            let boards = |layer: &Layer| -> Vec<(EntryId, Board)> {
                layer.entries().map(|(id, _)| (id, *layer.board(id))).collect()
            };
            let before: Vec<_> = beam.layers.iter().map(boards).collect();
            beam.layers.iter_mut().for_each(Layer::drop_boards);
            let mut made = HashMap::new();
            for (level, boards) in before.iter().enumerate() {
                for &(id, board) in boards.iter().step_by(7) {
                    assert_eq!(beam.board(&mut made, level, id), board, "{index}, layer {level}");
                }
            }
            for (level, before) in before.iter().enumerate() {
                beam.restore(level);
                assert_eq!(boards(&beam.layers[level]), *before, "{index}, layer {level}");
                for (_, entry) in beam.layers[level].entries() {
                    unions += usize::from(matches!(entry.origin, Origin::Union(..)));
                    swaps += usize::from(matches!(entry.origin, Origin::Swap(..)));
                }
            }
        }
        assert!(unions > 500 && swaps > 500, "{unions}, {swaps}");
    }

    #[test]
    fn one_proof_for_all_goals_says_the_same_as_one_for_each() {
        for index in DEALS {
            let lattice = Lattice::new();
            let context = Context { lattice: &lattice, rules: Rules::default(), parallel: false };
            let root = Board::new(tabletop::deal(1, index).position(), &lattice);
            let wins = (0..=MAX_SWAPS).map(|swaps| Goal { trees: TREES, swaps });
            let trees = (1..TREES).rev().map(|trees| Goal { trees, swaps: MAX_SWAPS });
            let mut one = None;
            for goal in wins.chain(trees) {
                let beam = one.get_or_insert_with(|| Beam::new(context, root, goal, Breadth::All));
                beam.aim(goal);
                let (mut fresh, mut spent) = (Beam::new(context, root, goal, Breadth::All), budget());
                let (reached, _) = in_parts(&mut fresh, u64::MAX, &mut spent);
                assert_eq!(in_parts(beam, 1000, &mut budget()).0, reached, "{index}, {goal:?}");
                if reached {
                    break;
                }
            }
        }
    }
}
