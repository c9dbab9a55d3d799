//! The prover: known results, and the plain search on random positions, with the bound and without it.

use solomids::pentamid::game::{
    Both, Game, History, Position, Repetition, Rules, Status, parse_move, parse_moves, parse_position, replay,
};
use solomids::pentamid::prover::{Config, Limits, Outcome, StopReason, Verdict, prove, prove_from};

use crate::reference::{self, Board, Value};
use crate::{Random, answers, both_rules, random_board};

/// A search without history and with a small table.
fn small(plies: u32) -> Config {
    Config { plies, repetition: Repetition::Allowed, table: 1 << 20, ..Config::default() }
}

/// An answer in the notation of the known answers: `W3`, `L2`, `U9`.
fn shown(outcome: &Outcome) -> String {
    match outcome.verdict {
        Verdict::Win { plies } => format!("W{plies}"),
        Verdict::Loss { plies } => format!("L{plies}"),
        Verdict::Unknown => format!("U{}", outcome.searched),
    }
}

/// A verdict as the plain search gives it.
fn value(outcome: &Outcome) -> Value {
    match outcome.verdict {
        Verdict::Win { plies } => Value::Win(plies as usize),
        Verdict::Loss { plies } => Value::Loss(plies as usize),
        Verdict::Unknown => Value::Unknown,
    }
}

/// Checks that a line ends the game as the verdict says.
fn check_line(rules: &Rules, position: &Position, outcome: &Outcome) {
    let (winner, plies) = match outcome.verdict {
        Verdict::Win { plies } => (position.side(), plies),
        Verdict::Loss { plies } => (position.side().other(), plies),
        Verdict::Unknown => return assert!(outcome.line.is_empty()),
    };
    let game = replay(rules, outcome.repetition, *position, &outcome.line).expect("a legal line");
    assert_eq!(outcome.line.len(), plies as usize);
    assert_eq!(game.status().winner(), Some(winner));
}

#[test]
fn known_results_are_found_with_and_without_repetition() {
    for answer in answers() {
        let (rules, position) = (answer.rules(), answer.position());
        for (expected, repetition) in
            [(&answer.result, Repetition::Allowed), (&answer.result_norep, Repetition::Barred)]
        {
            let Some(plies) = expected.get(1..).and_then(|plies| plies.parse().ok()) else { continue };
            let outcome = prove(&rules, &position, &Config { repetition, ..small(plies) });
            assert_eq!(&shown(&outcome), expected, "id {} {repetition:?}", answer.id);
            check_line(&rules, &position, &outcome);
        }
    }
}

/// A quarter of the positions, or all if `SOLOMIDS_PENTAMID_PLIES` is set.
#[test]
fn verdicts_are_those_of_a_plain_search() {
    let share = if std::env::var_os("SOLOMIDS_PENTAMID_PLIES").is_some() { 1 } else { 4 };
    // A variant; how many random positions of it to search, after how many plies at most; horizons without history and with.
    let trials = [
        (both_rules((3, 3), 3, 1, false, Both::Opponent), 30, 14, [5, 5]),
        (both_rules((3, 3), 3, 2, true, Both::Mover), 30, 24, [4, 4]),
        (both_rules((3, 3), 3, 3, false, Both::Draw), 40, 40, [4, 4]),
        (both_rules((4, 3), 3, 2, false, Both::Opponent), 20, 24, [3, 3]),
        (both_rules((4, 4), 4, 2, true, Both::Opponent), 20, 24, [3, 3]),
        (both_rules((5, 5), 5, 4, false, Both::Opponent), 8, 70, [3, 2]),
        (both_rules((5, 5), 4, 3, true, Both::Mover), 8, 40, [2, 2]),
    ];
    let mut random = Random(5);
    let mut decided = [0; 2];
    for ((rules, plain), positions, longest_game, horizons) in &trials {
        for _ in 0..positions / share {
            let length = random.below(*longest_game);
            let board = random_board(plain, &mut random, length);
            let position = parse_position(rules, &board.text()).unwrap();
            for (repetition, &plies) in [Repetition::Allowed, Repetition::Barred].into_iter().zip(horizons) {
                let history = (repetition == Repetition::Barred).then(|| vec![board.clone()]);
                let expected = reference::value(plain, &board, history.as_deref(), plies);
                for bound in [true, false] {
                    let config = Config { repetition, bound, ..small(plies as u32) };
                    let outcome = prove(rules, &position, &config);
                    let value = value(&outcome);
                    assert_eq!(value, expected, "{rules} {repetition:?} {bound} {plies}: {}", board.text());
                    check_line(rules, &position, &outcome);
                    decided[usize::from(bound)] += usize::from(value != Value::Unknown);
                }
            }
        }
    }
    assert!(decided[0] == decided[1] && decided[0] > 60 / share, "{decided:?}");
}

#[test]
fn a_history_bars_moves_of_the_proof() {
    // Random long games of steps on a small board: their histories matter.
    let (rules, plain) = both_rules((3, 3), 3, 1, false, Both::Opponent);
    let mut random = Random(11);
    let mut differ = 0;
    for _ in 0..40 {
        let mut boards = vec![Board::empty(&plain)];
        let mut game = Game::new(rules, Repetition::Barred, Position::START);
        for _ in 0..30 {
            let board = boards.last().unwrap();
            let mut moves = board.moves(&plain);
            moves.retain(|mv| {
                !boards.contains(&board.after(mv)) && board.after(mv).line_winner(&plain).is_none()
            });
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())].clone();
            let next = board.after(&mv);
            game.play(parse_move(&rules, &mv).unwrap()).unwrap();
            boards.push(next);
        }
        let expected = reference::value(&plain, boards.last().unwrap(), Some(&boards), 5);
        let config = Config { repetition: Repetition::Barred, ..small(5) };
        let outcome = prove_from(&rules, game.history(), &config);
        let value = value(&outcome);
        assert_eq!(value, expected, "{}", boards.last().unwrap().text());
        let fresh = prove(&rules, game.position(), &config);
        differ += usize::from(fresh.verdict != outcome.verdict);
        let free = prove(&rules, game.position(), &Config { repetition: Repetition::Allowed, ..config });
        differ += usize::from(free.verdict != outcome.verdict);
    }
    assert!(differ > 0, "no history made a difference");
}

#[test]
fn threads_change_nothing_but_the_time() {
    for answer in answers().iter().filter(|answer| answer.result.starts_with(['W', 'L'])) {
        let (rules, position) = (answer.rules(), answer.position());
        let config = small(5);
        let one = prove(&rules, &position, &config);
        let two = prove(&rules, &position, &Config { threads: 3, ..config });
        assert_eq!((one.verdict, one.searched, &one.line), (two.verdict, two.searched, &two.line));
    }
}

#[test]
fn limits_leave_a_position_unknown_and_reproduce() {
    let rules = Rules::default();
    let config = Config { limits: Limits::nodes(20_000), ..small(40) };
    let first = prove(&rules, &Position::START, &config);
    assert_eq!((first.verdict, first.stopped), (Verdict::Unknown, Some(StopReason::Nodes)));
    assert_eq!(prove(&rules, &Position::START, &Config { threads: 4, ..config }), first);
}

#[test]
fn nothing_is_forced_from_the_start_within_twelve_plies() {
    for repetition in [Repetition::Allowed, Repetition::Barred] {
        let config = Config { repetition, ..small(12) };
        let outcome = prove(&Rules::default(), &Position::START, &config);
        assert_eq!((outcome.verdict, outcome.searched), (Verdict::Unknown, 12));
    }
}

#[test]
fn a_finished_game_is_judged() {
    let (rules, _) = both_rules((3, 3), 3, 2, false, Both::Opponent);
    let moves = parse_moves(&rules, "L@a1 L@a3 L@b1 L@b3 M@c1").unwrap().moves;
    let mut history = History::new(Position::START);
    for mv in moves {
        history.push(mv);
    }
    assert!(matches!(history.now().status(&rules), Status::Line(_)));
    let outcome = prove_from(&rules, &history, &small(0));
    assert_eq!((outcome.verdict, outcome.line), (Verdict::Loss { plies: 0 }, Vec::new()));
}
