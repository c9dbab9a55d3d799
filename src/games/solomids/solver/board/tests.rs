//! Tests of the statement in [`local_transfers`](super::local_transfers): lazy expansion loses nothing.

use std::collections::HashMap;

use super::{
    ArrangementId, Arrangements, Board, BoardAction, LocalTransfer, NORMALISES, Order, ReachableOrders,
    StackAction, StackActions, StackFit, StackPlace, SwapAction, TransferKind, extra_trees,
    is_covered_by_arrangements, normal_form, separates_transfer_partners, transfer_flags, trees_in,
    with_code,
};
use crate::games::solomids::game::notation::parse_position;
use crate::games::solomids::game::{COLUMNS, COPIES, MAX_SWAPS, ROWS, Shape, TREES};
use crate::games::solomids::solver::bounds::Goal;
use crate::games::solomids::solver::column::{SetId, SetStore};
use crate::games::solomids::solver::config::{Pruning, PruningSet};
use crate::games::solomids::solver::search::beam::sample::boards_of_deal;
use crate::games::solomids::solver::search::context::SearchContext;
use crate::games::solomids::solver::search::dominance::dominates;
use crate::games::solomids::solver::search::expansion::{Candidate, EntryState, ExpansionResult, Successors};

/// Calls `visit` with the length and the order of all columns of one colour, with three pieces of a size at most.
fn orders_of_one_colour(visit: &mut impl FnMut(usize, Order)) {
    fn extend(len: usize, order: Order, pieces: [usize; 3], visit: &mut impl FnMut(usize, Order)) {
        visit(len, order);
        for shape in Shape::ALL {
            let [small, medium, large] = match shape {
                Shape::S1 => [1, 0, 0],
                Shape::S2 => [0, 1, 0],
                Shape::S3 => [0, 0, 1],
                Shape::S12 => [1, 1, 0],
                Shape::S23 => [0, 1, 1],
                Shape::S123 => [1, 1, 1],
            };
            let [a, b, c] = pieces;
            if a >= small && b >= medium && c >= large && len < ROWS {
                let left = [a - small, b - medium, c - large];
                extend(len + 1, with_code(order, len, 1 + shape as u8), left, visit);
            }
        }
    }
    extend(0, 0, [COPIES; 3], visit);
}

/// Accepts the transfers that lead to arrangements.
fn completes_no_tree(_: usize, _: LocalTransfer, kind: TransferKind) -> bool {
    kind != TransferKind::Completes
}

#[test]
fn every_order_is_an_arrangement_of_its_normal_form() {
    let mut changed = 0;
    orders_of_one_colour(&mut |_, order| {
        let (reached, best) = normal_form(order);
        let normalised = reached.0[best].order;
        changed += usize::from(normalised != order);
        assert!(
            ReachableOrders::new(normalised, completes_no_tree).0.iter().any(|it| it.order == order),
            "{order:#x}"
        );
        assert_eq!(trees_in(order) & !trees_in(normalised), 0, "{order:#x}");
        assert!(normalised == order || transfer_flags(order) & NORMALISES != 0, "{order:#x}");
        let (reached, best) = normal_form(normalised);
        assert_eq!(reached.0[best].order, normalised, "{order:#x}");
    });
    assert!(changed > 1_000, "{changed}");
}

#[test]
fn reachable_orders_fit_a_byte() {
    // Largest number of reachable orders, by number of neighbours of one colour.
    let mut most = [1; ROWS + 1];
    orders_of_one_colour(&mut |len, order| {
        for reached in [ReachableOrders::new(order, completes_no_tree), normal_form(order).0] {
            most[len] = most[len].max(reached.0.len());
        }
    });
    // A column is a sequence of such runs, each with its own transfers.
    let mut column = [1; ROWS + 1];
    for len in 1..=ROWS {
        column[len] = (1..=len).map(|last| column[len - last] * most[last]).max().unwrap_or(1);
    }
    println!("{most:?} {column:?}");
    assert!(column[ROWS] <= 1 + usize::from(ArrangementId::MAX), "{column:?}");
}

/// Returns a board with all columns in normal form.
fn normalised(board: Board, store: &SetStore) -> Board {
    board.normalised(&Board { order: [0; COLUMNS], ..board }, store)
}

/// Returns boards sampled from beams in deals that are hard to win, without normal form.
fn boards(store: &SetStore) -> Vec<Board> {
    let context = SearchContext {
        pruning: PruningSet::default().without(Pruning::LazyTransfers),
        ..SearchContext::new(store)
    };
    [431, 822, 872].into_iter().flat_map(|deal| boards_of_deal(context, deal, 16, 200)).collect()
}

#[test]
fn every_board_is_an_arrangement_of_its_normal_form() {
    let store = SetStore::new();
    let (mut moved, mut completed) = (0, 0);
    for board in boards(&store) {
        let normalised = normalised(board, &store);
        let mut again = normalised;
        for column in 0..COLUMNS {
            let arrangements = Arrangements::new(&normalised, column, &store);
            let reached = arrangements.as_ref().map_or(&[][..], |it| &it.reached.0);
            if let Some(id) = reached.iter().position(|it| it.order == board.order[column]) {
                again.arrange(&store, column, id as ArrangementId);
            }
        }
        assert_eq!(again, board);
        moved += usize::from(normalised != board);
        completed += usize::from(normalised.trees > board.trees);
    }
    assert!(moved > 500 && completed > 0, "{moved}, {completed}");
}

#[test]
fn actions_agree_with_their_steps() {
    let store = SetStore::new();
    let context = SearchContext::new(&store);
    let (mut arranged, mut normalised) = (0, 0);
    for board in boards(&store) {
        let mut successors = Successors::default();
        let _ = successors.expand(context, Goal { trees: TREES, swaps: 1 }, 0, &board, EntryState::Waiting);
        for Candidate { board: child, origin, .. } in successors.here.into_iter().chain(successors.next) {
            let action = origin.action().expect("expansion makes actions only");
            assert_eq!(action.play(&board, &store), child);
            let steps = action.steps(&board, &store);
            let end = steps.iter().fold(board, |board, &(found_on, step)| {
                assert_eq!(board, found_on);
                if let BoardAction::Stack(mv) = step {
                    assert_ne!(board.unpack(&store).allows(mv), StackFit::No);
                }
                board.play(&store, step, &mut ())
            });
            assert_eq!(end, child);
            arranged += usize::from(action.arrangement != Some([0, 0]));
            normalised += usize::from(action.arrangement == Some([0, 0]) && steps.len() > 1);
        }
    }
    assert!(arranged > 1_000 && normalised > 1_000, "{arranged}, {normalised}");
}

/// Returns the boards that local transfers which complete no tree lead to, played one by one. Transfers after which
/// trees leave the order are not followed.
fn arranged_by_search(store: &SetStore, board: Board) -> Vec<Board> {
    let mut boards = vec![board];
    let mut next = 0;
    while next < boards.len() {
        let board = boards[next];
        for (mv, _) in stackings(store, &board) {
            if is_covered_by_arrangements(&board, mv) {
                let after = board.stack(store, mv, &mut ());
                if after.lens() == board.lens() && !boards.contains(&after) {
                    boards.push(after);
                }
            }
        }
        next += 1;
    }
    boards
}

fn stackings(store: &SetStore, board: &Board) -> StackActions {
    let mut found = StackActions::new();
    board.unpack(store).stackings(&mut found);
    found
}

/// Tests whether `board` implies all members of `other`.
fn implies(store: &SetStore, board: &Board, other: &Board) -> bool {
    board.swaps == other.swaps
        && (0..COLUMNS).all(|c| {
            let has = |order: Order, set: SetId| {
                let extra_trees = extra_trees(order, other.order[c]);
                extra_trees.is_some_and(|extra_trees| store.is_superset(set, other.set[c], extra_trees))
            };
            match Arrangements::new(board, c, store) {
                None => has(board.order[c], board.set[c]),
                Some(it) => it.reached.0.iter().zip(it.sets).any(|(it, set)| has(it.order, set)),
            }
        })
}

fn has_local_transfers(board: &Board) -> bool {
    board.order.into_iter().any(|order| transfer_flags(order) != 0)
}

#[test]
fn a_dominating_board_implies_all_that_the_dominated_board_implies() {
    let store = SetStore::new();
    let (mut covered, mut implied, mut kept_apart, mut missing) = (0, 0, 0, 0);
    for board in boards(&store).into_iter().map(|board| normalised(board, &store)) {
        for tree in board.places().filter(|&place| board.is_tree(place)) {
            let (column, index) = (tree.column as usize, tree.index as usize);
            let mut bank = [0; COLUMNS];
            bank[column] = 1 << index;
            let other = normalised(board.after_banks(&store, bank, &mut ()), &store);
            let all_implied =
                || arranged_by_search(&store, other).iter().all(|it| implies(&store, &board, it));
            if dominates(&store, &board, &other) {
                assert!(all_implied(), "{board:?}, {other:?}");
                covered += 1;
                implied += usize::from(has_local_transfers(&other));
            } else if separates_transfer_partners(board.order[column], 1 << index) {
                kept_apart += 1;
                missing += usize::from(!all_implied());
            }
        }
    }
    println!(
        "{covered} dominated, {implied} with local transfers; {kept_apart} not dominated, {missing} of them not implied"
    );
    assert!(covered > 1_000 && implied > 100 && missing > 10);
}

/// Numbers of cases that [`check_statement`] has met.
#[derive(Default)]
struct TransferCounts {
    outcomes: usize,
    in_two_columns: usize,
    order_changing: usize,
    swaps: usize,
}

/// Checks the statement for one board: every action after any local transfers, against the expansion.
fn check_statement(store: &SetStore, board: Board, counts: &mut TransferCounts) {
    let pruning = PruningSet::default().without(Pruning::DeadEnds);
    let context = SearchContext { pruning, ..SearchContext::new(store) };
    let goal = Goal { trees: TREES, swaps: MAX_SWAPS };
    let class = arranged_by_search(store, board);
    let mut successors = Successors::default();
    let result = successors.expand(context, goal, 0, &board, EntryState::Waiting);
    if !matches!(result, ExpansionResult::Continue(EntryState::Expanded | EntryState::Finished)) {
        return;
    }
    let mut children: HashMap<u32, Vec<Board>> = HashMap::new();
    for Candidate { board, .. } in successors.here.into_iter().chain(successors.next) {
        // Local transfers do not change the niche.
        children.entry(board.niche_hash()).or_default().push(board);
    }
    for arranged in class {
        let columns = (0..COLUMNS).filter(|&c| arranged.order[c] != board.order[c]).count();
        let mut outcomes = Vec::new();
        for (mv, _) in stackings(store, &arranged) {
            let after = arranged.stack(store, mv, &mut ());
            if !is_covered_by_arrangements(&arranged, mv) {
                counts.in_two_columns += usize::from(columns > 1);
                outcomes.push(after);
            } else if after.lens() != arranged.lens() {
                counts.order_changing += 1;
                outcomes.push(after);
            }
        }
        for bank in arranged.ways_to_earn_swap() {
            let banked = arranged.after_banks(store, bank, &mut ());
            for (a, b) in banked.swap_pairs(store) {
                outcomes.push(arranged.play_swap(store, SwapAction { bank, a, b }, &mut ()));
                counts.swaps += 1;
            }
        }
        for outcome in outcomes {
            let mut candidates = children.get(&outcome.niche_hash()).into_iter().flatten();
            assert!(candidates.any(|child| implies(store, child, &outcome)), "{board:?}: {outcome:?}");
            counts.outcomes += 1;
        }
    }
}

#[test]
fn actions_of_arrangements_are_implied_by_the_expansion() {
    let store = SetStore::new();
    let mut counts = TransferCounts::default();
    for board in boards(&store).into_iter().filter(has_local_transfers) {
        check_statement(&store, board, &mut counts);
    }
    let TransferCounts { outcomes, in_two_columns, swaps, .. } = counts;
    assert!(outcomes > 10_000 && in_two_columns > 100 && swaps > 1_000);
}

#[test]
fn a_local_transfer_that_banks_another_tree_is_an_action_of_its_own() {
    let store = SetStore::new();
    let rows = ["R2 R3 R1 . .", "R123 G3 . . .", "K123 G1 . . .", "G2 . . . .", &[". . . . ."; 6].join("/")];
    let position = parse_position(&rows.join("/")).expect("a valid position").position;
    let root = Board::new(&position, &store);
    // The green medium slides next to the green small only if one of the trees in front of it is banked.
    let merge = StackAction { from: StackPlace::new(1, 2), to: StackPlace::new(0, 3), depth: Some(2) };
    assert_eq!(root.unpack(&store).allows(merge), StackFit::Merge);
    let board = root.stack(&store, merge, &mut ());
    let mut counts = TransferCounts::default();
    check_statement(&store, board, &mut counts);
    // The transfer that breaks the red tree keeps the members in which the black tree is banked.
    assert_eq!(counts.order_changing, 1);
    // Brought to normal form, its result is the board with the black tree banked for certain. That has to stay, though the
    // board holds all its members: it considers the arrangement with the broken tree, and the board does not.
    let mut bank = [0; COLUMNS];
    bank[0] = 1 << 2;
    let banked = normalised(board.after_banks(&store, bank, &mut ()), &store);
    assert!(implies(&store, &board, &banked) && !dominates(&store, &board, &banked));
}

#[test]
fn two_columns_can_be_arranged_for_one_action() {
    let store = SetStore::new();
    let rows = ["R2 R3 . . R1", "R12 R23 . . R3", ". . . . R1", &[". . . . ."; 7].join("/")];
    let position = parse_position(&rows.join("/")).expect("a valid position").position;
    let mut counts = TransferCounts::default();
    // Local transfers in both columns put a small on a medium next to a medium on a large, to complete a tree.
    check_statement(&store, Board::new(&position, &store), &mut counts);
    assert!(counts.in_two_columns > 0);
}
