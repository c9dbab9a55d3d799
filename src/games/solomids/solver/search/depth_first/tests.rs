use super::*;
use crate::games::solomids::dealer::tabletop;
use crate::games::solomids::game::{MAX_SWAPS, TREES};
use crate::games::solomids::solver::column::store::SetStore;
use crate::games::solomids::solver::config::{Config, Pruning, PruningSet};
use crate::games::solomids::solver::search::beam::{Beam, BeamWidth};

const WIN: Goal = Goal { trees: TREES, swaps: 0 };

fn root(store: &SetStore, index: u64) -> Board {
    Board::new(tabletop::deal(1, index).position(), store)
}

fn context(store: &SetStore) -> SearchContext<'_> {
    SearchContext::new(store)
}

fn budget() -> Budget {
    Budget::new(&Config::default())
}

/// Calibration test: the number of wins within 300 nodes depends on the tuned weights.
#[test]
fn the_path_of_a_win_leads_to_it() {
    let mut won = 0;
    for index in 0..20 {
        let store = SetStore::new();
        let root = root(&store, index);
        for heuristic in [Heuristic::Winnable, Heuristic::OnPath] {
            let PassResult::Reached(steps) =
                DepthFirst::new(context(&store), root, WIN, heuristic).run(300, &mut budget())
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
            let pass = DepthFirst::new(context(&store), root, goal, Heuristic::Winnable)
                .run(u64::MAX, &mut budget());
            let all =
                Beam::new(context(&store), root, goal, BeamWidth::Exhaustive).run(u64::MAX, &mut budget());
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
        let mut budget = Budget::new(&Config { max_nodes: Some(20_000), ..Config::default() });
        let context = SearchContext { pruning, ..context(&store) };
        let pass = DepthFirst::new(context, root, WIN, Heuristic::Winnable).run(u64::MAX, &mut budget);
        assert!(matches!(pass, PassResult::Exhausted | PassResult::Stopped(StopReason::Nodes)), "{pass:?}");
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
        DepthFirst::new(context(&store), root, WIN, Heuristic::Winnable).run(u64::MAX, &mut whole),
        PassResult::Exhausted
    );
    let mut search = DepthFirst::new(context(&store), root, WIN, Heuristic::Winnable);
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
    let mut few = Budget::new(&Config { max_nodes: Some(whole.nodes - 1), ..Config::default() });
    let pass = DepthFirst::new(context(&store), root, WIN, Heuristic::Winnable).run(u64::MAX, &mut few);
    assert_eq!((pass, few.nodes), (PassResult::Stopped(StopReason::Nodes), whole.nodes - 1));
}

#[test]
fn a_goal_met_by_the_root_takes_no_nodes() {
    let store = SetStore::new();
    let root = root(&store, 0);
    let goal = Goal { trees: root.trees, swaps: 0 };
    let mut spent = budget();
    let pass = DepthFirst::new(context(&store), root, goal, Heuristic::Winnable).run(1, &mut spent);
    assert_eq!((pass, spent.nodes), (PassResult::Reached(Vec::new()), 0));
}
