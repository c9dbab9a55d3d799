//! Dives: a depth-first search for wins that are easy to find.
//!
//! A dive expands a board, goes on with its best child, and so on, until the goal is reached or nothing is
//! left to play. Then the next dive starts from one of the children that were passed by: the one with the
//! least *regret*. A board's regret is how much less than its best sibling it was worth, plus what is left of
//! its parent's regret. So boards are only ever compared with their siblings, and most deals are won by the
//! boards of one way down and a few beside it, where a [`Beam`](super::beam::Beam) of the least useful width
//! looks at two boards of every layer. Deals that resist are better left to beams soon.
//!
//! The order is fixed, and nothing is done in parallel: equal searches take equal nodes.
//!
//! # Proof
//! A board that boards expanded before cover is dropped; so is a board whose members all are members of some
//! of them ([`rivals`](super::dominance): the union of two boards that were expanded counts as expanded). If no
//! child is left, every board that can be reached was expanded, dropped or dead, so the goal is out of reach.
//! Values only order.
//!
//! # Sparing values
//! To value a board takes longer than to make it. StackActions of the same two stacks at several depths differ
//! only in what they leave free to move: of these boards only the one that looks freest is valued, the others
//! are set off against it by the part of the value that tells how free the columns are. And only those are valued
//! that may be the best by what is foretold of them ([`forecast`](crate::solver::ordering::estimate)); of the others the forecast is
//! believed.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::dominance::{is_dominated, remove_dominated, union};
use super::dominance_index::{CoverFilter, DominanceIndex, Signature};
use super::expansion::{ExpansionResult, Successors};
use crate::solver::board::action::Action;
use crate::solver::board::{Board, BoardAction};
use crate::solver::bounds::goal::Goal;
use crate::solver::config::Progress;
use crate::solver::ordering::estimate::ChildEstimate;
use crate::solver::ordering::evaluation::Evaluation;
use crate::solver::ordering::heuristic::Heuristic;
use crate::solver::outcome::Stop;
use crate::solver::search::budget::NodeBudget;
use crate::solver::search::candidate::{Candidate, EntryId, EntryState, Origin};
use crate::solver::search::context::SearchContext;
use crate::solver::search::pass::PassResult;

/// What a merge is worth in comparison with a transfer, besides what it makes of the board. With less, lines
/// wander; with more, wins take longer to find.
const MERGE: f32 = 2.0;
/// How much of its parent's regret a board takes over. Less than all: a way that begins with something second
/// best and goes on well deserves another look before the thousandth variation of the best beginning.
const FADING: f32 = 0.9;

/// A child that may be expanded; the greatest comes first. Of equal regrets that is the latest.
struct OpenNode {
    regret: f32,
    id: EntryId,
}

/// A board that came of another.
struct DepthFirstNode {
    /// What it is worth, or foretold to be.
    value: f32,
    merges_left: usize,
    board: Board,
    origin: Origin,
}

impl DepthFirstNode {
    /// What it is worth among its siblings.
    fn rank(&self) -> f32 {
        self.value + self.bonus()
    }

    const fn bonus(&self) -> f32 {
        if matches!(self.origin, Origin::Merge(..)) { MERGE } else { 0.0 }
    }
}

/// Children that differ only in the depth at which two stacks met.
struct SiblingGroup {
    range: Range<usize>,
    /// The one that looks freest,
    freest: usize,
    /// what that promises to be worth,
    upper_estimate: f32,
    /// and by how much that is more than what is foretold.
    margin: f32,
}

impl SiblingGroup {
    /// What the freest promises to be worth among its siblings.
    fn rank(&self, children: &[DepthFirstNode]) -> f32 {
        self.upper_estimate + children[self.freest].bonus()
    }
}

impl PartialEq for OpenNode {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for OpenNode {}

impl Ord for OpenNode {
    fn cmp(&self, other: &Self) -> Ordering {
        other.regret.total_cmp(&self.regret).then(self.id.cmp(&other.id))
    }
}

impl PartialOrd for OpenNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A depth-first search under way.
pub(crate) struct DepthFirst<'a> {
    context: SearchContext<'a>,
    goal: Goal,
    /// For each number of merges left.
    evaluations: Vec<Evaluation>,
    /// Every board that was ever open, by number.
    children: Vec<DepthFirstNode>,
    open: BinaryHeap<OpenNode>,
    /// The boards that were expanded or are dead, or the union of each with others, for those that compare themselves
    /// with them.
    known: Vec<Board>,
    /// What is known, as far as none dominates the other.
    groups: DominanceIndex,
    /// What came of the board expanded last; kept for its memory.
    successors: Successors,
}

impl<'a> DepthFirst<'a> {
    pub(crate) fn new(context: SearchContext<'a>, root: Board, goal: Goal, heuristic: Heuristic) -> Self {
        let merges_left = root.merges_left();
        let mut dive = Self {
            context,
            goal,
            evaluations: (0..=merges_left).map(|left| Evaluation::new(heuristic, left)).collect(),
            children: Vec::new(),
            open: BinaryHeap::new(),
            known: Vec::new(),
            groups: DominanceIndex::new(),
            successors: Successors::default(),
        };
        let value = dive.evaluations[merges_left].value(&root.unpack(context.store));
        dive.children.push(DepthFirstNode { value, merges_left, board: root, origin: Origin::Root });
        dive.open.push(OpenNode { regret: 0.0, id: 0 });
        dive
    }

    /// Searches until the goal is reached, all is seen, or so many nodes are expanded.
    pub(crate) fn run(&mut self, nodes: u64, budget: &mut NodeBudget) -> PassResult {
        let until = budget.nodes.saturating_add(nodes);
        while budget.nodes < until {
            match self.advance(budget) {
                Ok(None) => {}
                Ok(Some(pass)) => return pass,
                Err(stop) => return PassResult::Stopped(stop),
            }
        }
        PassResult::Paused
    }

    /// Expands the open board with the least regret. Gives how the search ended, if it did.
    fn advance(&mut self, budget: &mut NodeBudget) -> Result<Option<PassResult>, Stop> {
        let Some(OpenNode { regret, id }) = self.open.pop() else {
            return Ok(Some(PassResult::Exhausted));
        };
        let DepthFirstNode { value, merges_left, board, .. } = self.children[id as usize];
        if board.trees >= self.goal.trees {
            return Ok(Some(PassResult::Reached(Vec::new())));
        }
        if !self.insert_unless_dominated(board) {
            return Ok(None);
        }
        budget.grant(1)?;
        budget.nodes += 1;
        self.successors.clear();
        let fate = self.successors.expand(self.context, self.goal, id, &board, EntryState::Waiting);
        budget.boards += self.successors.boards();
        if let ExpansionResult::Reached(_, step) = fate {
            return Ok(Some(PassResult::Reached(self.path_to(id, step))));
        }
        self.add_children(&board, value, regret, merges_left);
        let Goal { trees, swaps } = self.goal;
        let progress = Progress { trees, swaps, merges_left, nodes: 0 };
        budget.check_periodically(progress, || self.context.store.bytes() + self.bytes())?;
        Ok(None)
    }

    /// Takes note of a board, unless those seen cover it.
    fn insert_unless_dominated(&mut self, mut board: Board) -> bool {
        let SearchContext { store, rules, .. } = self.context;
        let known = |index: u32| &self.known[index as usize];
        let Signature { group_hash, mut cover_filter } = Signature::new(&board, store);
        let mut group = self.groups.group(group_hash);
        if is_dominated(store, rules, group.may_dominate(cover_filter), &board, known) {
            return false;
        }
        while let Some(partner) =
            remove_dominated(&mut group, store, rules, (&board, cover_filter), known, |_| ())
        {
            board = union(store, &board, known(partner));
            cover_filter = CoverFilter::new(&board, store);
        }
        group.push(self.known.len() as u32, cover_filter);
        self.known.push(board);
        true
    }

    /// Whether boards seen cover one that is offered.
    fn is_dominated(&self, candidate: &Candidate) -> bool {
        let SearchContext { store, rules, .. } = self.context;
        let known = |index: u32| &self.known[index as usize];
        is_dominated(store, rules, self.groups.may_dominate(candidate.key), &candidate.board, known)
    }

    /// Opens what came of a board with this value and regret.
    fn add_children(&mut self, board: &Board, value: f32, regret: f32, merges_left: usize) {
        let mut successors = std::mem::take(&mut self.successors);
        let mut children = std::mem::take(&mut self.children);
        let first = children.len();
        let mut pairs = Vec::with_capacity(successors.here.len() + successors.next.len());
        for (candidates, merges_left) in
            [(&mut successors.next, merges_left.saturating_sub(1)), (&mut successors.here, merges_left)]
        {
            let forecast = self.evaluations[merges_left].forecast(board, value, self.context.store);
            candidates.retain(|candidate| !self.is_dominated(candidate));
            for alike in candidates.chunk_by(|a, b| a.origin.same_stacks(b.origin)) {
                pairs.push(self.pair(&mut children, alike, merges_left, forecast));
            }
        }
        self.value(&mut children, pairs);
        let best = children[first..].iter().map(DepthFirstNode::rank).fold(f32::NEG_INFINITY, f32::max);
        self.open.extend(
            (first as EntryId..)
                .zip(&children[first..])
                .map(|(id, child)| OpenNode { regret: FADING * regret + (best - child.rank()), id }),
        );
        (self.successors, self.children) = (successors, children);
    }

    /// Adds boards that differ only in the depth at which two stacks met to the children; their values are only what
    /// their ease is worth as yet.
    fn pair(
        &self,
        children: &mut Vec<DepthFirstNode>,
        alike: &[Candidate],
        merges_left: usize,
        forecast: ChildEstimate<'_>,
    ) -> SiblingGroup {
        let store = self.context.store;
        let (begin, mut freest) = (children.len(), children.len());
        for &Candidate { board, origin, .. } in alike {
            let value = self.evaluations[merges_left].freedom_value(board.set.map(|set| store.info(set)));
            if value > children.get(freest).map_or(f32::NEG_INFINITY, |child: &DepthFirstNode| child.value) {
                freest = children.len();
            }
            children.push(DepthFirstNode { value, merges_left, board, origin });
        }
        let upper_estimate = alike[freest - begin].upper_estimate(forecast, store);
        SiblingGroup { range: begin..children.len(), freest, upper_estimate, margin: forecast.margin }
    }

    /// Values children, one of each pair, the most promising first: those that upper_estimate less than one of them is worth
    /// are believed to be worth what is foretold.
    fn value(&self, children: &mut [DepthFirstNode], mut pairs: Vec<SiblingGroup>) {
        pairs.sort_by(|a, b| b.rank(children).total_cmp(&a.rank(children)));
        let mut best = f32::NEG_INFINITY;
        for pair in pairs {
            let DepthFirstNode { value: ease, merges_left, board, .. } = &children[pair.freest];
            let value = if pair.rank(children) < best {
                pair.upper_estimate - pair.margin
            } else {
                self.evaluations[*merges_left].value(&board.unpack(self.context.store))
            };
            let rest = value - ease;
            for child in &mut children[pair.range] {
                child.value += rest;
            }
            best = best.max(children[pair.freest].rank());
        }
    }

    /// The actions that lead to a board and one more, each with the board it was found on.
    fn path_to(&self, id: EntryId, last: Action) -> Vec<(Board, BoardAction)> {
        let (mut id, mut action) = (id, last);
        let mut steps = Vec::new();
        loop {
            let DepthFirstNode { board, origin, .. } = &self.children[id as usize];
            steps.extend(action.steps(board, self.context.store).into_iter().rev());
            (id, action) = match *origin {
                Origin::Root => break,
                Origin::Merge(from, mv) | Origin::Transfer(from, mv) => (from, mv.into()),
                Origin::Swap(from, mv) => (from, mv.into()),
                Origin::Union(..) => unreachable!("boards that are expanded are never joined"),
            };
        }
        steps.reverse();
        steps
    }

    /// Memory in use, about.
    fn bytes(&self) -> usize {
        self.children.capacity() * size_of::<DepthFirstNode>()
            + self.open.capacity() * size_of::<OpenNode>()
            + self.known.capacity() * size_of::<Board>()
            + self.groups.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::beam::{Beam, BeamWidth};
    use super::*;
    use crate::dealer::tabletop;
    use crate::game::{MAX_SWAPS, TREES};
    use crate::solver::column::store::SetStore;
    use crate::solver::config::{Config, Rule, Rules};

    const WIN: Goal = Goal { trees: TREES, swaps: 0 };

    fn root(store: &SetStore, index: u64) -> Board {
        Board::new(tabletop::deal(1, index).position(), store)
    }

    fn context(store: &SetStore) -> SearchContext<'_> {
        SearchContext::new(store)
    }

    fn budget() -> NodeBudget {
        NodeBudget::new(&Config::default())
    }

    #[test]
    fn the_steps_of_a_win_lead_to_it() {
        let mut won = 0;
        for index in 0..20 {
            let store = SetStore::new();
            let root = root(&store, index);
            for heuristic in [Heuristic::Outcome, Heuristic::Trail] {
                let PassResult::Reached(steps) =
                    DepthFirst::new(context(&store), root, WIN, heuristic).run(300, &mut budget())
                else {
                    continue;
                };
                let end = steps.iter().fold(root, |board, &(found_on, step)| {
                    assert_eq!(board, found_on, "{index}");
                    board.play(&store, step, &mut ())
                });
                assert_eq!(end.trees, TREES, "{index}");
                won += 1;
            }
        }
        assert!(won >= 30, "{won} of 40");
    }

    #[test]
    fn a_dive_with_nothing_left_says_what_a_beam_over_all_boards_says() {
        let mut reached = 0;
        for index in [501, 984, 3664] {
            let store = SetStore::new();
            let root = root(&store, index);
            let goals = (1..=TREES).map(|trees| Goal { trees, swaps: if trees < 4 { MAX_SWAPS } else { 0 } });
            for goal in goals {
                let pass = DepthFirst::new(context(&store), root, goal, Heuristic::Outcome)
                    .run(u64::MAX, &mut budget());
                let all = Beam::new(context(&store), root, goal, BeamWidth::All).run(u64::MAX, &mut budget());
                let told = |pass: &PassResult| match pass {
                    PassResult::Reached(_) => true,
                    PassResult::Exhausted => false,
                    end => panic!("{index}, {goal:?}: {end:?}"),
                };
                assert_eq!(told(&pass), told(&all), "{index}, {goal:?}");
                reached += usize::from(told(&pass));
            }
        }
        assert!((5..40).contains(&reached), "{reached}");
    }

    #[test]
    fn each_rule_spares_nodes_and_changes_no_answer() {
        let store = SetStore::new();
        let root = root(&store, 3664);
        let nodes = |rules: Rules| {
            let mut budget = NodeBudget::new(&Config { max_nodes: Some(20_000), ..Config::default() });
            let context = SearchContext { rules, ..context(&store) };
            let pass = DepthFirst::new(context, root, WIN, Heuristic::Outcome).run(u64::MAX, &mut budget);
            assert!(matches!(pass, PassResult::Exhausted | PassResult::Stopped(Stop::Nodes)), "{pass:?}");
            budget.nodes
        };
        let with_all = nodes(Rules::default());
        for rule in [Rule::Domination, Rule::DeadEnds] {
            assert!(nodes(Rules::default().without(rule)) > with_all, "{}", rule.name());
        }
    }

    #[test]
    fn a_dive_can_be_paused_and_heeds_the_limit_of_nodes() {
        let store = SetStore::new();
        let root = root(&store, 984);
        let (mut whole, mut parts) = (budget(), budget());
        assert_eq!(
            DepthFirst::new(context(&store), root, WIN, Heuristic::Outcome).run(u64::MAX, &mut whole),
            PassResult::Exhausted
        );
        let mut dive = DepthFirst::new(context(&store), root, WIN, Heuristic::Outcome);
        let mut pauses = 0;
        loop {
            match dive.run(10, &mut parts) {
                PassResult::Paused => pauses += 1,
                PassResult::Exhausted => break,
                end => panic!("{end:?}"),
            }
        }
        assert!(pauses > 5, "{pauses}");
        assert_eq!((parts.nodes, parts.boards), (whole.nodes, whole.boards));
        let mut few = NodeBudget::new(&Config { max_nodes: Some(whole.nodes - 1), ..Config::default() });
        let pass = DepthFirst::new(context(&store), root, WIN, Heuristic::Outcome).run(u64::MAX, &mut few);
        assert_eq!((pass, few.nodes), (PassResult::Stopped(Stop::Nodes), whole.nodes - 1));
    }

    #[test]
    fn nothing_is_to_be_done_for_trees_that_are_there() {
        let store = SetStore::new();
        let root = root(&store, 0);
        let goal = Goal { trees: root.trees, swaps: 0 };
        let mut spent = budget();
        let pass = DepthFirst::new(context(&store), root, goal, Heuristic::Outcome).run(1, &mut spent);
        assert_eq!((pass, spent.nodes), (PassResult::Reached(Vec::new()), 0));
    }
}
