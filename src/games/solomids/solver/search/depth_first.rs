//! Depth-first search ordered by cumulative regret, like limited-discrepancy search (Harvey and Ginsberg, 1995).
//!
//! The search expands a board, goes on with its best child, and so on, until the goal is reached or nothing is left to
//! play. Then it goes back to the open board with the least *regret*: how much less than its best sibling the board is
//! worth, plus the decayed regret of its parent. So boards are compared with their siblings only. Most deals are won by
//! the boards of one line and a few beside it, where the narrowest useful [`Beam`](super::beam::Beam) expands two
//! boards of every layer. Deals that resist are soon better left to beams.
//!
//! The order is fixed and nothing runs in parallel: equal searches take equal nodes.
//!
//! # Proof
//! *Statement:* if no open board is left, the goal is out of reach. *Argument:* a board is left out only if a closed
//! board dominates it ([`dominance`](super::dominance)), and a closed board was expanded itself or is dead. So every board
//! that can be reached was expanded, dominated or dead. Closed boards are not united, since a union would have to be
//! expanded again. Values only order. *Test:* the tests here compare it with an exhaustive beam.
//!
//! # Deferred evaluation
//! To evaluate a board takes longer than to generate it. Only those children of a board are evaluated that may be the
//! best by their upper estimate ([`ChildEstimate`](crate::games::solomids::solver::ordering::ChildEstimate)); the others keep the estimate.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::context::{Budget, PassResult, SearchContext};
use super::dominance::{DominanceIndex, Signature, is_dominated, remove_dominated};
use super::expansion::{Candidate, EntryId, EntryState, ExpansionResult, Origin, Successors};
use super::parameters::{MERGE_BONUS, REGRET_DECAY};
use crate::games::solomids::solver::board::{Action, Board, Step};
use crate::games::solomids::solver::bounds::Goal;
use crate::games::solomids::solver::config::{Progress, Pruning};
use crate::games::solomids::solver::ordering::{Evaluation, Heuristic, OrderedValue};
use crate::games::solomids::solver::outcome::StopReason;

/// A node that may be expanded. The greatest has the least regret; of equal regrets, the latest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct OpenNode {
    /// Cumulative regret, in units of values.
    regret: Reverse<OrderedValue>,
    id: EntryId,
}

/// A board that was generated, not necessarily expanded.
struct DepthFirstNode {
    /// Value, evaluated or estimated.
    value: f32,
    merges_left: usize,
    board: Board,
    origin: Origin,
}

impl DepthFirstNode {
    fn rank(&self) -> f32 {
        self.value + self.bonus()
    }

    const fn bonus(&self) -> f32 {
        if matches!(self.origin, Origin::Merge(..)) { MERGE_BONUS } else { 0.0 }
    }
}

pub(crate) struct DepthFirst<'a> {
    context: SearchContext<'a>,
    goal: Goal,
    evaluations: Vec<Evaluation>,
    /// Every board that was ever open, by number.
    nodes: Vec<DepthFirstNode>,
    open: BinaryHeap<OpenNode>,
    /// Boards that were expanded or are dead.
    closed: Vec<Board>,
    /// Index of the closed boards that no other closed board dominates.
    index: DominanceIndex,
    /// Successors of the board expanded last; kept for their memory.
    successors: Successors,
}

impl<'a> DepthFirst<'a> {
    pub(crate) fn new(mut context: SearchContext<'a>, root: Board, goal: Goal, heuristic: Heuristic) -> Self {
        context.pruning = context.pruning.without(Pruning::Unions);
        let merges_left = root.merges_left();
        let mut search = Self {
            context,
            goal,
            evaluations: (0..=merges_left).map(|left| Evaluation::new(heuristic, left)).collect(),
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            closed: Vec::new(),
            index: DominanceIndex::default(),
            successors: Successors::default(),
        };
        let value = search.evaluations[merges_left].value(&root.unpack(context.store));
        search.nodes.push(DepthFirstNode { value, merges_left, board: root, origin: Origin::Root });
        search.open.push(OpenNode { regret: Reverse(OrderedValue(0.0)), id: 0 });
        search
    }

    /// Searches until the goal is reached, no open board is left, or `nodes` boards are expanded.
    pub(crate) fn run(&mut self, nodes: u64, budget: &mut Budget) -> PassResult {
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

    /// Expands the open board with the least regret. Returns the result of the search, if that ends it.
    fn advance(&mut self, budget: &mut Budget) -> Result<Option<PassResult>, StopReason> {
        let Some(OpenNode { regret: Reverse(OrderedValue(regret)), id }) = self.open.pop() else {
            return Ok(Some(PassResult::Exhausted));
        };
        let DepthFirstNode { merges_left, board, .. } = self.nodes[id as usize];
        if board.trees >= self.goal.trees {
            debug_assert_eq!(id, 0, "boards at the goal end the search when they are generated");
            return Ok(Some(PassResult::Reached(Vec::new())));
        }
        if !self.insert_unless_dominated(board) {
            return Ok(None);
        }
        budget.grant(1)?;
        budget.nodes += 1;
        self.successors.clear();
        let result = self.successors.expand(self.context, self.goal, id, &board, EntryState::Waiting);
        budget.boards += self.successors.boards();
        if let ExpansionResult::Break((_, action)) = result {
            return Ok(Some(PassResult::Reached(self.path_to(id, action))));
        }
        self.open_children(id, regret);
        let Goal { trees, swaps } = self.goal;
        let progress = Progress { trees, swaps, merges_left, nodes: 0, length: None };
        budget.check_periodically(progress, || self.context.store.bytes() + self.bytes())?;
        Ok(None)
    }

    /// Adds a board to the closed ones. Returns `false` if one of these dominates it.
    fn insert_unless_dominated(&mut self, board: Board) -> bool {
        let Self { context, closed, index, .. } = self;
        let Signature { group_hash, cover_filter } = Signature::new(&board, context.store);
        let mut group = index.group(group_hash);
        let board_of = |index: u32| closed[index as usize];
        if is_dominated(*context, &board, group.may_dominate(cover_filter), board_of) {
            return false;
        }
        remove_dominated(*context, (&board, cover_filter), &mut group, board_of, |_| {});
        group.push(closed.len() as u32, cover_filter);
        closed.push(board);
        true
    }

    fn is_dominated(&self, candidate: &Candidate) -> bool {
        let others = self.index.may_dominate(candidate.signature);
        is_dominated(self.context, &candidate.board, others, |index| self.closed[index as usize])
    }

    /// Opens the successors of a node that was expanded with this regret, but for the dominated ones.
    fn open_children(&mut self, parent: EntryId, regret: f32) {
        let mut successors = std::mem::take(&mut self.successors);
        let mut nodes = std::mem::take(&mut self.nodes);
        let DepthFirstNode { value, merges_left, board, .. } = nodes[parent as usize];
        let first = nodes.len();
        let mut deferred = Vec::with_capacity(successors.here.len() + successors.next.len());
        for (candidates, merges_left) in
            [(&mut successors.next, merges_left.saturating_sub(1)), (&mut successors.here, merges_left)]
        {
            let store = self.context.store;
            let estimate = self.evaluations[merges_left].child_estimate(&board, value, store);
            candidates.retain(|candidate| !self.is_dominated(candidate));
            for candidate @ &Candidate { board, origin, .. } in candidates.iter() {
                let upper_estimate = candidate.upper_estimate(estimate, store);
                let value = upper_estimate - estimate.margin;
                let child = DepthFirstNode { value, merges_left, board, origin };
                deferred.push((nodes.len(), upper_estimate + child.bonus()));
                nodes.push(child);
            }
        }
        self.evaluate(&mut nodes, deferred);
        let best = nodes[first..].iter().map(DepthFirstNode::rank).fold(f32::NEG_INFINITY, f32::max);
        self.open.extend((first as EntryId..).zip(&nodes[first..]).map(|(id, child)| {
            let regret = REGRET_DECAY * regret + (best - child.rank());
            OpenNode { regret: Reverse(OrderedValue(regret)), id }
        }));
        (self.successors, self.nodes) = (successors, nodes);
    }

    /// Evaluates the nodes that may be the best, given all of them, each by its number and the greatest rank it is
    /// expected to have. The others keep the estimates that are their values.
    fn evaluate(&self, nodes: &mut [DepthFirstNode], mut deferred: Vec<(usize, f32)>) {
        deferred.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let mut best = f32::NEG_INFINITY;
        for (number, upper_rank) in deferred {
            if upper_rank < best {
                break;
            }
            let node = &mut nodes[number];
            node.value = self.evaluations[node.merges_left].value(&node.board.unpack(self.context.store));
            best = best.max(node.rank());
        }
    }

    /// The actions that lead to a node, then `last`; each with the board it is played on.
    fn path_to(&self, id: EntryId, last: Action) -> Vec<Step> {
        let (mut id, mut action) = (id, last);
        let mut steps = Vec::new();
        loop {
            let DepthFirstNode { board, origin, .. } = &self.nodes[id as usize];
            steps.extend(action.steps(board, self.context.store).into_iter().rev());
            (id, action) = match *origin {
                Origin::Root => break,
                Origin::Merge(from, mv) | Origin::Transfer(from, mv) => (from, mv.action()),
                Origin::Swap(from, mv) => (from, mv.action()),
            };
        }
        steps.reverse();
        steps
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<DepthFirstNode>()
            + self.open.capacity() * size_of::<OpenNode>()
            + self.closed.capacity() * size_of::<Board>()
            + self.index.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::beam::{Beam, BeamWidth};
    use super::super::fixtures::{WIN, budget, root};
    use super::*;
    use crate::games::solomids::game::{MAX_SWAPS, TREES};
    use crate::games::solomids::solver::column::SetStore;
    use crate::games::solomids::solver::config::{Config, PruningSet};

    #[test]
    fn the_path_of_a_win_leads_to_it() {
        let mut won = 0;
        for index in 0..20 {
            let store = SetStore::new();
            let root = root(&store, index);
            for heuristic in [Heuristic::Winnable, Heuristic::OnPath] {
                let PassResult::Reached(steps) =
                    DepthFirst::new(SearchContext::new(&store), root, WIN, heuristic).run(300, &mut budget())
                else {
                    continue;
                };
                let end = steps.iter().fold(root, |board, &(played_on, step)| {
                    assert_eq!(board, played_on, "{index}");
                    board.play(&store, step, &mut ())
                });
                assert_eq!(end.trees, TREES, "{index}");
                won += 1;
            }
        }
        assert!(won >= 30, "{won} of 40");
    }

    #[test]
    fn an_exhausted_search_agrees_with_an_exhaustive_beam() {
        let mut reached = 0;
        for index in [501, 984, 3664] {
            let store = SetStore::new();
            let root = root(&store, index);
            let goals = (1..=TREES).map(|trees| Goal { trees, swaps: if trees < 4 { MAX_SWAPS } else { 0 } });
            for goal in goals {
                let pass = DepthFirst::new(SearchContext::new(&store), root, goal, Heuristic::Winnable)
                    .run(u64::MAX, &mut budget());
                let all = Beam::new(SearchContext::new(&store), root, goal, BeamWidth::Exhaustive)
                    .run(u64::MAX, &mut budget());
                let is_reached = |pass: &PassResult| match pass {
                    PassResult::Reached(_) => true,
                    PassResult::Exhausted => false,
                    end => panic!("{index}, {goal:?}: {end:?}"),
                };
                assert_eq!(is_reached(&pass), is_reached(&all), "{index}, {goal:?}");
                reached += usize::from(is_reached(&pass));
            }
        }
        assert!((5..40).contains(&reached), "{reached}");
    }

    #[test]
    fn each_rule_saves_nodes_and_changes_no_answer() {
        let store = SetStore::new();
        let root = root(&store, 3664);
        let nodes = |pruning: PruningSet| {
            let mut budget = Budget::new(&Config::with_nodes(20_000));
            let context = SearchContext { pruning, ..SearchContext::new(&store) };
            let pass = DepthFirst::new(context, root, WIN, Heuristic::Winnable).run(u64::MAX, &mut budget);
            assert!(
                matches!(pass, PassResult::Exhausted | PassResult::Stopped(StopReason::Nodes)),
                "{pass:?}"
            );
            budget.nodes
        };
        let with_all = nodes(PruningSet::default());
        for rule in [Pruning::Domination, Pruning::DeadEnds] {
            assert!(nodes(PruningSet::default().without(rule)) > with_all, "{}", rule.name());
        }
    }

    #[test]
    fn a_search_can_be_paused_and_stops_at_the_node_limit() {
        let store = SetStore::new();
        let root = root(&store, 984);
        let (mut whole, mut parts) = (budget(), budget());
        assert_eq!(
            DepthFirst::new(SearchContext::new(&store), root, WIN, Heuristic::Winnable)
                .run(u64::MAX, &mut whole),
            PassResult::Exhausted
        );
        let mut search = DepthFirst::new(SearchContext::new(&store), root, WIN, Heuristic::Winnable);
        let mut pauses = 0;
        loop {
            match search.run(10, &mut parts) {
                PassResult::Paused => pauses += 1,
                PassResult::Exhausted => break,
                end => panic!("{end:?}"),
            }
        }
        assert!(pauses > 5, "{pauses}");
        assert_eq!((parts.nodes, parts.boards), (whole.nodes, whole.boards));
        let mut few = Budget::new(&Config::with_nodes(whole.nodes - 1));
        let pass = DepthFirst::new(SearchContext::new(&store), root, WIN, Heuristic::Winnable)
            .run(u64::MAX, &mut few);
        assert_eq!((pass, few.nodes), (PassResult::Stopped(StopReason::Nodes), whole.nodes - 1));
    }

    #[test]
    fn a_goal_met_by_the_root_takes_no_nodes() {
        let store = SetStore::new();
        let root = root(&store, 0);
        let goal = Goal { trees: root.trees, swaps: 0 };
        let mut spent = budget();
        let pass =
            DepthFirst::new(SearchContext::new(&store), root, goal, Heuristic::Winnable).run(1, &mut spent);
        assert_eq!((pass, spent.nodes), (PassResult::Reached(Vec::new()), 0));
    }
}
