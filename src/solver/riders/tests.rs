use super::*;
use crate::dealer::tabletop;
use crate::game::{COPIES, Shape, TREES};
use crate::solver::action::Action;
use crate::solver::beam::sample;
use crate::solver::board::Step;
use crate::solver::expansion::{Goal, Offspring};
use crate::solver::lattice::Lattice;
use crate::solver::layer::{Context, Offer, Origin, State};
use crate::solver::limits::{Rule, Rules};

/// Shows all orders of one colour that three pyramids of each size are enough for, up to ten stacks.
fn all_of_one_colour(show: &mut impl FnMut(usize, Order)) {
    fn extend(len: usize, order: Order, pieces: [usize; 3], show: &mut impl FnMut(usize, Order)) {
        show(len, order);
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
                extend(len + 1, with_code(order, len, 1 + shape as u8), left, show);
            }
        }
    }
    extend(0, 0, [COPIES; 3], show);
}

fn arranging(_: usize, _: Hand, pass: Pass) -> bool {
    pass != Pass::Completes
}

#[test]
fn what_was_settled_is_an_arrangement_of_what_came_of_it() {
    let mut changed = 0;
    all_of_one_colour(&mut |_, order| {
        let (ways, best) = Ways::to_settle(order);
        let settled = ways.0[best].order;
        changed += usize::from(settled != order);
        assert!(Ways::new(settled, arranging).0.iter().any(|way| way.order == order), "{order:#x}");
        assert_eq!(trees(order) & !trees(settled), 0, "{order:#x}");
        assert!(settled == order || uses(order) & SETTLES != 0, "{order:#x}");
        let (ways, best) = Ways::to_settle(settled);
        assert_eq!(ways.0[best].order, settled, "{order:#x}");
    });
    assert!(changed > 1_000, "{changed}");
}

#[test]
fn a_byte_can_count_the_ways() {
    // The most ways that so many neighbours of one colour have.
    let mut most = [1; ROWS + 1];
    all_of_one_colour(&mut |len, order| {
        for ways in [Ways::new(order, arranging), Ways::to_settle(order).0] {
            most[len] = most[len].max(ways.0.len());
        }
    });
    // A column consists of such parts, each of which has its ways.
    let mut column = [1; ROWS + 1];
    for len in 1..=ROWS {
        column[len] = (1..=len).map(|last| column[len - last] * most[last]).max().unwrap_or(1);
    }
    println!("{most:?} {column:?}");
    assert!(column[ROWS] <= 1 + usize::from(ArrangementId::MAX), "{column:?}");
}

/// Boards that a beam meets in deals that are hard to win.
fn boards(lattice: &Lattice) -> Vec<Board> {
    let context = Context { lattice, rules: Rules::default().without(Rule::LazyRiders), parallel: false };
    let goal = Goal { trees: TREES, swaps: 0 };
    let mut boards = Vec::new();
    for index in [431, 822, 872] {
        let root = Board::new(tabletop::deal(1, index).position(), lattice);
        let mut turn = 0;
        let mut pick = |below| {
            turn += 7;
            turn % below
        };
        boards.extend(sample(context, root, goal, 16, 200, &mut pick).into_iter().map(|(_, board)| board));
    }
    boards
}

#[test]
fn a_board_is_an_arrangement_of_itself_settled() {
    let lattice = Lattice::new();
    let nothing = |board: &Board| Board { order: [0; COLUMNS], ..*board };
    let (mut moved, mut completed) = (0, 0);
    for board in boards(&lattice) {
        let settled = board.settled(&nothing(&board), &lattice);
        let mut again = settled;
        for column in 0..COLUMNS {
            let arrangements = Arrangements::new(&settled, column, &lattice);
            let ways = arrangements.as_ref().map_or(&[][..], |it| &it.ways.0);
            if let Some(id) = ways.iter().position(|way| way.order == board.order[column]) {
                again.arrange(&lattice, column, id as ArrangementId);
            }
        }
        assert_eq!(again, board);
        moved += usize::from(settled != board);
        completed += usize::from(settled.trees > board.trees);
    }
    assert!(moved > 500 && completed > 0, "{moved}, {completed}");
}

#[test]
fn actions_are_what_their_steps_make_of_a_board() {
    let lattice = Lattice::new();
    let context = Context { lattice: &lattice, rules: Rules::default(), parallel: false };
    let (mut arranged, mut settled) = (0, 0);
    for board in boards(&lattice) {
        let mut offspring = Offspring::default();
        offspring.expand(context, Goal { trees: TREES, swaps: 1 }, 0, &board, State::Waiting);
        for Offer { board: child, origin, .. } in offspring.here.into_iter().chain(offspring.next) {
            let action: Action = match origin {
                Origin::Merge(_, mv) | Origin::Transfer(_, mv) => mv.into(),
                Origin::Swap(_, mv) => mv.into(),
                Origin::Root | Origin::Union(..) => unreachable!("nothing else comes of a board"),
            };
            assert_eq!(action.play(&board, &lattice), child);
            let steps = action.steps(&board, &lattice);
            let end = steps.iter().fold(board, |board, &(found_on, step)| {
                assert_eq!(board, found_on);
                if let Step::Stack(mv) = step {
                    assert_ne!(board.unpack(&lattice).allows(mv), Fit::No);
                }
                board.play(&lattice, step, &mut ())
            });
            assert_eq!(end, child);
            let riders = match action {
                Action::Stack(mv) => mv.riders,
                Action::Swap(mv) => mv.riders,
            };
            arranged += usize::from(riders != Some([0, 0]));
            settled += usize::from(riders == Some([0, 0]) && steps.len() > 1);
        }
    }
    assert!(arranged > 1_000 && settled > 1_000, "{arranged}, {settled}");
}
