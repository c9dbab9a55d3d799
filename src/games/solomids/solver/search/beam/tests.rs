use std::cmp::Reverse;
use std::collections::HashMap;

use super::*;
use crate::games::solomids::game::{MAX_SWAPS, TREES};
use crate::games::solomids::solver::column::{ColumnSets, SetStore};
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
                let log_members = layer.board(id).set.map(|set| context.store.info(set).log_members);
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

/// Has a beam forget its boards, and compares what it generates again with them. Returns the numbers of unions and swaps.
fn regenerate(index: u64, beam: &mut Beam<'_>) -> (usize, usize) {
    let boards = |layer: &Layer| -> Vec<(EntryId, Board)> {
        layer.entries().map(|(id, _)| (id, *layer.board(id))).collect()
    };
    let (mut unions, mut swaps) = (0, 0);
    let before: Vec<_> = beam.layers.iter().map(boards).collect();
    beam.layers.iter_mut().for_each(|layer| layer.drop_boards(&mut SpareBuffers::default()));
    let mut regenerated = HashMap::new();
    for (level, boards) in before.iter().enumerate() {
        for &(id, board) in boards.iter().step_by(7) {
            assert_eq!(beam.board(&mut regenerated, level, id), board, "{index}, layer {level}");
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
    (unions, swaps)
}

#[test]
fn regenerated_boards_equal_the_dropped_ones() {
    let (mut unions, mut swaps) = (0, 0);
    in_deals(DEALS, |index, context, root| {
        let goal = Goal { trees: TREES, swaps: MAX_SWAPS };
        let mut beam = Beam { frees_layers: false, ..Beam::new(context, root, goal, BeamWidth::Exhaustive) };
        beam.run(8_000, &mut budget());
        let counts = regenerate(index, &mut beam);
        unions += counts.0;
        swaps += counts.1;
    });
    assert!(unions > 500 && swaps > 500, "{unions}, {swaps}");
}

#[test]
fn boards_are_regenerated_after_easier_goals_too() {
    let mut goals = 0;
    in_deals(DEALS, |index, context, root| {
        let mut beam = Beam { frees_layers: false, ..Beam::new(context, root, WIN, BeamWidth::Exhaustive) };
        for goal in (2..=TREES).rev().step_by(3).map(|trees| Goal { trees, swaps: MAX_SWAPS }) {
            if beam.run(8_000, &mut budget()) != PassResult::Exhausted {
                break;
            }
            regenerate(index, &mut beam);
            beam.retarget(goal);
            goals += 1;
        }
        regenerate(index, &mut beam);
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
