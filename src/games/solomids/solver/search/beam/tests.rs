use std::cmp::Reverse;

use super::*;
use crate::games::solomids::game::{MAX_SWAPS, TREES};
use crate::games::solomids::solver::column::{ColumnSets, SetStore};
use crate::games::solomids::solver::search::dominance::union;
use crate::games::solomids::solver::search::expansion::EntryId;
use crate::games::solomids::solver::search::fixtures::{WIN, budget, root};

/// Runs a check in some deals, given the number of each, and the context and the root of its searches.
fn in_deals(deals: impl IntoIterator<Item = u64>, mut check: impl FnMut(u64, SearchContext<'_>, Board)) {
    for index in deals {
        let store = SetStore::new();
        check(index, SearchContext::new(&store), root(&store, index));
    }
}

/// Runs a proof in parts of `nodes` nodes each. Returns whether the goal is reached, and the number of parts.
fn in_parts(beam: &mut Beam<'_>, nodes: u64, budget: &mut Budget) -> (bool, usize) {
    for parts in 1.. {
        match beam.run(nodes, budget) {
            PassResult::Paused => {}
            PassResult::Reached(_) => return (true, parts),
            PassResult::Exhausted => return (false, parts),
            end => panic!("{end:?}"),
        }
    }
    unreachable!()
}

/// Deals that cannot be won, or not without a swap, and are soon proven so.
const DEALS: [u64; 6] = [501, 984, 3664, 6471, 9972, 5937];

#[test]
fn a_paused_proof_ends_like_one_without_pauses() {
    let mut paused = 0;
    in_deals(DEALS, |index, context, root| {
        let (mut whole, mut parts) = (budget(), budget());
        let mut beam = Beam::new(context, root, WIN, BeamWidth::Exhaustive);
        assert_eq!(in_parts(&mut beam, u64::MAX, &mut whole), (false, 1), "{index}");
        let mut beam = Beam::new(context, root, WIN, BeamWidth::Exhaustive);
        let (reached, number) = in_parts(&mut beam, 1, &mut parts);
        assert!(!reached, "{index}");
        assert_eq!((parts.nodes, parts.boards), (whole.nodes, whole.boards), "{index}");
        paused += usize::from(number > 5);
    });
    assert!(paused >= 4, "{paused}");
}

#[test]
fn a_proof_is_extended_as_long_as_its_predicted_end_is_near() {
    let (mut ended, mut paused) = (0, 0);
    in_deals(DEALS, |index, context, root| {
        let run = |nodes, extension| {
            let mut spent = budget();
            let pass = Beam::new(context, root, WIN, BeamWidth::Exhaustive)
                .run_extended(nodes, extension, &mut spent);
            (pass, spent.nodes)
        };
        let (end, all) = run(1, u64::MAX);
        assert_eq!(end, PassResult::Exhausted, "{index}");
        assert_eq!(run(1, 0).0, PassResult::Paused, "{index}");
        // Half of a proof predicts about how much is left, though not for every small one.
        let (pass, spent) = run(all / 2, 2 * all);
        assert!(spent >= all / 2, "{index}");
        ended += usize::from(pass == PassResult::Exhausted);
        paused += usize::from(run(all / 2, all / 16).0 == PassResult::Paused);
    });
    assert!(ended >= 4 && paused >= 4, "{ended} ended, {paused} paused");
}

#[test]
fn an_exhaustive_layer_expands_every_board_once_and_large_ones_first() {
    let mut expanded = 0;
    in_deals(DEALS, |index, context, root| {
        let mut beam = Beam::new(context, root, WIN, BeamWidth::Exhaustive);
        for _ in 0..20 {
            let layer = &mut beam.layers[beam.level];
            let mut waiting: Vec<EntryId> =
                layer.entries().filter(|(_, it)| it.state == EntryState::Waiting).map(|(id, _)| id).collect();
            assert_eq!(layer.queue_waiting(context.store), waiting.len(), "{index}");
            let mut order = layer.pop(usize::MAX);
            let size = |&id: &EntryId| {
                let board = layer.entry(id).board(context.store);
                let log_members = board.set.map(|set| context.store.info(set).log_members);
                log_members.iter().sum::<f32>() as u32
            };
            assert!(order.iter().is_sorted_by_key(|id| Reverse(size(id))), "{index}");
            layer.requeue(&order);
            order.sort_unstable();
            waiting.sort_unstable();
            assert_eq!(order, waiting, "{index}");
            expanded += order.len();
            if beam.run(1, &mut budget()) != PassResult::Paused {
                break;
            }
        }
    });
    assert!(expanded > 2_000, "{expanded}");
}

#[test]
fn beams_with_and_without_freed_layers_have_equal_results() {
    in_deals(DEALS.into_iter().chain(0..3), |index, context, root| {
        let goals = [(TREES, 0), (TREES, 1), (TREES, 2), (4, 2)];
        for width in [BeamWidth::Limited(64, Heuristic::Winnable), BeamWidth::Exhaustive] {
            let beam = |frees_layers| Beam { frees_layers, ..Beam::new(context, root, WIN, width) };
            let (mut lean, mut full) = (beam(true), beam(false));
            for (trees, swaps) in goals {
                lean.retarget(Goal { trees, swaps });
                full.retarget(Goal { trees, swaps });
                let passes = [&mut lean, &mut full].map(|beam| beam.run(20_000, &mut budget()));
                assert_eq!(passes[0], passes[1], "{index}, {width:?}");
                assert!(lean.bytes() <= full.bytes());
                if width != BeamWidth::Exhaustive || passes[0] != PassResult::Exhausted {
                    break;
                }
            }
        }
    });
}

/// Finds again how the boards of a beam were made of their sources. Returns the numbers of unions and swaps.
fn find_actions(index: u64, beam: &Beam<'_>) -> (usize, usize) {
    let (store, mut unions, mut swaps) = (beam.context.store, 0, 0);
    for (level, layer) in beam.layers.iter().enumerate() {
        for (id, entry) in layer.entries() {
            let board = entry.board(store);
            let source = |by_merge: bool| beam.board(level - usize::from(by_merge), entry.source);
            match entry.way() {
                Way::Root => assert_eq!((level, board.merges_left()), (0, beam.merges)),
                Way::Union => {
                    let [a, b] =
                        layer.same_layer_sources(id).map(|part| part.expect("unions have two parts"));
                    assert_eq!(board, union(store, &beam.board(level, a), &beam.board(level, b)), "{index}");
                    unions += 1;
                }
                way @ (Way::Merge | Way::SameLayer) => {
                    let source = source(way == Way::Merge);
                    let action = Successors::action_between(beam.context, &source, &board, way == Way::Merge);
                    assert_eq!(action.expect("there is one").play(&source, store), board, "{index}, {level}");
                    swaps += usize::from(board.swaps > source.swaps);
                }
            }
        }
    }
    (unions, swaps)
}

#[test]
fn the_ways_of_all_boards_are_found_again() {
    let (mut unions, mut swaps) = (0, 0);
    in_deals(DEALS.into_iter().chain([3855]), |index, context, root| {
        let goal = Goal { trees: TREES, swaps: MAX_SWAPS };
        let mut beam =
            Beam { frees_layers: index % 4 != 0, ..Beam::new(context, root, goal, BeamWidth::Exhaustive) };
        beam.run(8_000, &mut budget());
        let counts = find_actions(index, &beam);
        unions += counts.0;
        swaps += counts.1;
    });
    assert!(unions > 500 && swaps > 500, "{unions}, {swaps}");
}

#[test]
fn the_ways_of_all_boards_are_found_again_after_easier_goals_too() {
    let mut goals = 0;
    in_deals(DEALS, |index, context, root| {
        let mut beam = Beam::new(context, root, WIN, BeamWidth::Exhaustive);
        for goal in (2..=TREES).rev().step_by(3).map(|trees| Goal { trees, swaps: MAX_SWAPS }) {
            if beam.run(8_000, &mut budget()) != PassResult::Exhausted {
                break;
            }
            find_actions(index, &beam);
            beam.retarget(goal);
            goals += 1;
        }
        find_actions(index, &beam);
    });
    assert!(goals >= 10, "{goals}");
}

#[test]
fn a_retargeted_proof_agrees_with_a_proof_for_each_goal() {
    in_deals(DEALS, |index, context, root| {
        let wins = (0..=MAX_SWAPS).map(|swaps| Goal { trees: TREES, swaps });
        let trees = (1..TREES).rev().map(|trees| Goal { trees, swaps: MAX_SWAPS });
        let mut one = None;
        for goal in wins.chain(trees) {
            let beam = one.get_or_insert_with(|| Beam::new(context, root, goal, BeamWidth::Exhaustive));
            beam.retarget(goal);
            let (mut fresh, mut spent) = (Beam::new(context, root, goal, BeamWidth::Exhaustive), budget());
            let (reached, _) = in_parts(&mut fresh, u64::MAX, &mut spent);
            assert_eq!(in_parts(beam, 1000, &mut budget()).0, reached, "{index}, {goal:?}");
            if reached {
                break;
            }
        }
    });
}

/// Calibration test: how many beams end in which way depends on the tuned weights.
#[test]
fn a_beam_that_leaves_candidates_deferred_proves_nothing() {
    let (mut exhausted, mut overflowed) = (0, 0);
    in_deals(DEALS.into_iter().chain([431, 872]), |index, context, root| {
        for swaps in 0..=MAX_SWAPS {
            let goal = Goal { trees: TREES, swaps };
            for width in [1, 4, 16, 64, 256, 1024] {
                let run = |defers_evaluation| {
                    let limit = BeamWidth::Limited(width, Heuristic::OnPath);
                    let mut beam = Beam { defers_evaluation, ..Beam::new(context, root, goal, limit) };
                    let pass = beam.run(u64::MAX, &mut budget());
                    (pass, beam.expanded.iter().max().copied().unwrap_or(0))
                };
                let ((deferring, most), (evaluating, _)) = (run(true), run(false));
                // Both are exhausted, or a layer was as full as the beam is wide.
                if deferring == PassResult::Exhausted {
                    assert_eq!(evaluating, PassResult::Exhausted, "{index}, {goal:?}, {width}");
                    exhausted += 1;
                } else if deferring == PassResult::Overflowed {
                    assert!(most >= width as u64, "{index}, {goal:?}, {width}: {most}");
                    overflowed += 1;
                }
            }
        }
    });
    assert!(exhausted >= 5 && overflowed >= 20, "{exhausted}, {overflowed}");
}
