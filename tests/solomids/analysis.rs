//! Hints, reviews and difficulty: agreement with the reference search, and detection of planted blunders.
//!
//! `SOLOMIDS_BLUNDERS=500 cargo test --test solomids analysis` plants 500 blunders.

use std::collections::BTreeSet;

use crate::{common, reference};
use rayon::prelude::*;
use solomids::analysis::{
    Difficulty, Hints, Mark, Reason, difficulty, good_move, hints, hints_with_outcome, opened, review,
};
use solomids::dealer::{tabletop, web};
use solomids::game::{Move, Palette, Position, TREES, parse_position, replay};
use solomids::solver::{Config, Parallelism, Solver, StopReason, solve};
use solomids::view::words::why;

/// State limit of the reference search.
const LIMIT: usize = 10_000;

/// The position after some moves.
fn after(start: &Position, moves: &[Move]) -> Position {
    replay(start, moves).expect("legal moves")
}

/// A random small position with a name for messages.
fn small_position(seed: u64) -> (String, Position) {
    let (text, swaps_used) = reference::random_position(seed);
    let plain = reference::Position::parse(&text, swaps_used);
    let name = format!("seed {seed}: {text} swaps used {swaps_used}");
    (name, common::library_position(&plain, &common::palette(&plain)))
}

#[test]
fn hints_agree_with_the_reference_search() {
    let compared: usize = (0..24)
        .into_par_iter()
        .map_init(Solver::new, |solver, seed| {
            let (text, swaps_used) = reference::random_position(seed);
            let plain = reference::Position::parse(&text, swaps_used);
            let (name, position) = small_position(seed);
            let found = hints(
                solver,
                &position,
                &Config { parallelism: Parallelism::Sequential, ..Config::default() },
            );
            check_hints(&name, &position, &found);
            let mut compared = 0;
            for plain_move in plain.legal_moves() {
                let Some(answer) = reference::solve(&plain.after(plain_move), LIMIT) else { continue };
                let mv = common::library_move(plain_move);
                let hint = found.moves.iter().find(|hint| same(hint.mv, mv));
                let hint = hint.unwrap_or_else(|| panic!("{name}: no hint for {mv}"));
                assert_eq!(hint.bounds.score(), Some(answer.score), "{name}: {mv}");
                compared += 1;
            }
            compared
        })
        .sum();
    assert!(compared > 150, "{compared} moves compared");
}

/// Whether two moves are equal; the squares of a swap have no order.
fn same(a: Move, b: Move) -> bool {
    match (a, b) {
        (Move::Swap { a: p, b: q }, Move::Swap { a: r, b: s }) => (p, q) == (r, s) || (p, q) == (s, r),
        _ => a == b,
    }
}

/// Asserts invariants of hints under any limits.
fn check_hints(name: &str, position: &Position, found: &Hints) {
    let legal: BTreeSet<Move> = position.legal_moves().into_iter().collect();
    let hinted: BTreeSet<Move> = found.moves.iter().map(|hint| hint.mv).collect();
    assert_eq!(legal, hinted, "{name}");
    assert_eq!(legal.len(), found.moves.len(), "{name}");
    assert_eq!(after(position, &found.line).score(), found.bounds.lower, "{name}");
    let open = found.bounds.score().is_none() || found.moves.iter().any(|hint| hint.bounds.score().is_none());
    assert_eq!(found.stopped.is_some(), open, "{name}");
    for hint in &found.moves {
        let next = after(position, &[hint.mv]);
        assert_eq!(after(&next, &hint.line).score(), hint.bounds.lower, "{name}: {}", hint.mv);
        assert!(hint.bounds.lower <= hint.bounds.upper && hint.bounds.upper <= found.bounds.upper, "{name}");
        match hint.keeps {
            Some(true) => assert!(hint.bounds.lower == found.bounds.upper, "{name}"),
            Some(false) => assert!(hint.bounds.upper < found.bounds.lower, "{name}"),
            None => assert!(found.stopped.is_some(), "{name}"),
        }
        assert_eq!(matches!(hint.reason, Reason::Keeps { .. }), hint.keeps == Some(true), "{name}");
    }
    assert!(
        found.moves.is_sorted_by_key(|hint| hint.keeps.map_or(1, |keeps| 2 * u8::from(!keeps))),
        "{name}"
    );
    if !open && found.bounds.lower > position.score() {
        assert_eq!(found.moves[0].bounds, found.bounds, "{name}");
    }
}

/// Calibration test: the node limits were chosen for the present weights.
#[test]
fn a_given_outcome_improves_hints() {
    let deal = web::deal("3").expect("dealt");
    let position = deal.position();
    let outcome = solve(position, &Config::default());
    for nodes in [0, 1_000] {
        let config = Config::with_nodes(nodes);
        let found = hints_with_outcome(&mut Solver::new(), position, &outcome, &config);
        let name = format!("{nodes} nodes");
        check_hints(&name, position, &found);
        assert_eq!((found.bounds.score(), found.nodes <= nodes), (outcome.verdict.score(), true), "{name}");
        let first = found.moves.iter().find(|hint| hint.mv == outcome.line[0]).expect("a legal move");
        assert_eq!(first.keeps, Some(true), "{name}");
        // The outcome never makes hints worse.
        let count = |hints: &Hints| hints.moves.iter().filter(|hint| hint.keeps == Some(true)).count();
        let unaided = hints(&mut Solver::new(), position, &config);
        assert!(count(&found) > count(&unaided) || nodes > 0 && count(&found) == count(&unaided), "{name}");
    }
}

#[test]
fn bounds_hold_under_tight_limits() {
    let deal = web::deal("3").expect("dealt");
    let position = deal.position();
    let config = |nodes, parallelism| Config { parallelism, ..Config::with_nodes(nodes) };
    let full = hints(&mut Solver::new(), position, &config(40_000, Parallelism::Pool));
    for nodes in [0, 1, 10, 100, 1_000, 5_000] {
        let found = hints(&mut Solver::new(), position, &config(nodes, Parallelism::Pool));
        let name = format!("{nodes} nodes");
        check_hints(&name, position, &found);
        assert!(found.nodes <= nodes, "{name}: {}", found.nodes);
        for hint in &found.moves {
            let other = full.moves.iter().find(|other| other.mv == hint.mv).expect("the same moves");
            assert!(
                hint.bounds.lower <= other.bounds.upper && other.bounds.lower <= hint.bounds.upper,
                "{name}"
            );
        }
        if nodes < 100 {
            assert_eq!(found.stopped, Some(StopReason::Nodes), "{name}");
        }
        // Hints depend on neither the number of threads nor earlier searches.
        let mut solver = Solver::new();
        solver.solve(tabletop::deal(1, 0).position(), &Config::default());
        let alone = hints(&mut solver, position, &config(nodes, Parallelism::Sequential));
        assert_eq!(format!("{found:?}"), format!("{alone:?}"), "{name}");
    }
}

#[test]
fn a_finished_game_has_no_hints() {
    let empty = [". . . . ."; 10].join("/");
    let position = parse_position(&empty).expect("a position").position;
    let found = hints(&mut Solver::new(), &position, &Config::default());
    assert_eq!((found.moves.len(), found.bounds.score(), found.stopped), (0, Some(17), None));
}

#[test]
fn good_moves_lead_to_the_best_score() {
    let mut solver = Solver::new();
    for index in 0..8 {
        let mut position = *tabletop::deal(4, index).position();
        let config = Config::with_nodes(100_000);
        let best = solver.solve(&position, &config).verdict.score().expect("decided");
        let mut moves = 0;
        while let [hint] = good_move(&mut solver, &position, &config).moves.as_slice() {
            assert_eq!(hint.bounds.score(), Some(best), "deal {index}, {}", hint.mv);
            position.play(hint.mv).expect("a legal move");
            moves += 1;
            assert!(moves < 200, "deal {index}: going round in circles");
        }
        assert_eq!(position.score(), best, "deal {index}");
    }
}

#[test]
fn good_moves_are_known_to_reach_what_they_have_banked() {
    let empty = |rows: usize| [". . . . ."].repeat(rows).join("/");
    for text in [
        format!(". R123 . . ./. R2 . . ./. R3 . . ./. R1 . . ./{}", empty(6)),
        format!(
            ". G3 . . G123/. G1 . . G3/. K2 . . G2/. K1 . . ./. K3 . . ./. G2 . . ./. G1 . . ./{}",
            empty(3)
        ),
        format!(". . . . K123/. . . . K23/. . . . K2/. . . . K1/. . . . K1/. . . . K3/{}", empty(4)),
    ] {
        let start = parse_position(&text).expect("a position").position;
        for nodes in 0..6 {
            let config = Config::with_nodes(nodes);
            let mut position = start;
            for _ in 0..20 {
                let found = good_move(&mut Solver::new(), &position, &config);
                assert_eq!(
                    after(&position, &found.line).score(),
                    found.bounds.lower,
                    "{text}: {nodes} nodes"
                );
                let [hint] = found.moves.as_slice() else { break };
                assert_eq!(found.line[0], hint.mv);
                position = after(&position, &[hint.mv]);
            }
        }
    }
}

/// Hints along a game that goes astray now and then.
fn hints_of_a_game(index: u64) -> Vec<(Position, Move, Vec<Move>)> {
    let (mut solver, mut asked) = (Solver::new(), Vec::new());
    let mut position = *tabletop::deal(11, index).position();
    while let Some(hint) = good_move(&mut solver, &position, &Config::with_nodes(20_000)).moves.first() {
        asked.push((position, hint.mv, hint.line.clone()));
        let line: Vec<Move> = std::iter::once(hint.mv).chain(hint.line.iter().copied()).collect();
        position = after(&position, &line[..line.len().min(4)]);
        if asked.len() % 4 == 0 {
            let mut moves = position.legal_moves().to_vec();
            moves.retain(|mv| matches!(mv, Move::Slide { .. } | Move::Transfer { .. }));
            let astray = moves.get(random(index, asked.len() as u64, moves.len().max(1)));
            position = after(&position, astray.copied().as_slice());
        }
    }
    asked
}

#[test]
fn most_hints_say_which_move_they_make_possible() {
    let games = (0..16_u64).into_par_iter().flat_map_iter(hints_of_a_game);
    let hints: Vec<_> = games.collect();
    let mut opening = 0;
    for (position, mv, rest) in &hints {
        let why = why(position, *mv, rest, &Palette::default()).expect("a legal move");
        assert!((1..=60).contains(&why.words.len()), "{}", why.words);
        assert_eq!(why.opens, opened(position, *mv, rest).map(|opened| opened.mv));
        let Some(opens) = why.opens else { continue };
        let now = after(position, &[*mv]);
        assert!(!position.is_legal(opens) && now.is_legal(opens), "{mv} {opens}");
        opening += 1;
    }
    assert!(hints.len() >= 200 && opening * 10 >= hints.len() * 6, "{opening} of {}", hints.len());
}

#[test]
fn a_stack_that_comes_nearer_makes_nothing_possible() {
    let empty = [". . . . ."; 7].join("/");
    let position =
        parse_position(&format!("R3 . . . ./. . . . R1/R2 . . . ./{empty}")).expect("a position").position;
    let [slide, onto] = ["S-A8>A9", "M-A9>A10"].map(|token| token.parse::<Move>().expect("a move"));
    assert_eq!(opened(&position, slide, &[onto]), None);
}

#[test]
fn reasons_are_worded_by_cause() {
    let words = |text: &str| {
        let parsed = parse_position(text).expect("a position");
        let found = hints(&mut Solver::new(), &parsed.position, &Config::default());
        let reasons =
            found.moves.iter().map(|hint| format!("{} {}", hint.mv, hint.reason.words(&parsed.palette)));
        reasons.collect::<Vec<_>>().join("\n")
    };
    let board = ". G23 G2 G1 K3/G1 . . . K1/G123 . . . G3/. . . . ./. . . . ./. . . . ./. . . . K2/\
                 . . . . ./. . . . ./. . . . ./swaps-used: ";
    insta::assert_snapshot!(words(&format!("{board}0")), @r"
    M-D10>C10 keeps the win without a swap
    S-E4>E7 keeps the win without a swap
    T-A8>E8 keeps the win without a swap
    B-A8 gives up the win without a swap: 16 at best, as green cannot be completed without a swap
    S-A9>A10 gives up the win without a swap: 16 at best, as green cannot be completed without a swap
    ");
    let blocked = [". . . . ."; 7].join("/");
    insta::assert_snapshot!(words(&format!("Y23 . . . ./R3 R12 . . ./. Y1 . . ./{blocked}/swaps-used: 2")), @r"
    M-B9>A9 keeps the win with two swaps
    S-B9>B10 dead: red can never have its third tree; 13 trees at most
    ");
    insta::assert_snapshot!(words(
        ". . . . ./. . . . ./R1 . Y1 . ./. . R3 . ./. . . . ./. R2 Y23 . ./. . . . ./. . . . ./. . . . ./\
         . . . . ./swaps-used: 2"
    ), @r"
    S-A8>A10 keeps the best that is left: 13 trees
    S-C8>C10 keeps the best that is left: 13 trees
    S-B5>B10 keeps the best that is left: 13 trees
    S-C5>C6 keeps the best that is left: 13 trees
    ");
}

/// Number of blunders to plant.
fn blunders() -> u64 {
    std::env::var("SOLOMIDS_BLUNDERS").map_or(60, |n| n.parse().expect("a number"))
}

/// Random number below a bound, from a seed and a purpose.
fn random(seed: u64, purpose: u64, below: usize) -> usize {
    // SplitMix64.
    let mut z =
        seed.wrapping_mul(1000).wrapping_add(purpose).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ z >> 31) % below as u64) as usize
}

/// Plants a blunder: a best line up to some ply, a move that provably lowers the best score, then random moves. Returns
/// the start, the line, the ply, and the best scores before and after it; `None` if no such move is found.
fn blundered(solver: &mut Solver, seed: u64) -> Option<(Position, Vec<Move>, usize, u8, u8)> {
    let start = *tabletop::deal(2, seed).position();
    let config = Config { parallelism: Parallelism::Sequential, ..Config::with_nodes(1_500) };
    let line = solver.solve(&start, &config);
    let best = line.verdict.score()?;
    let ply = 12 + random(seed, 0, line.line.len() - 22);
    for ply in ply..line.line.len() - 1 {
        let before = after(&start, &line.line[..ply]);
        let moves = before.legal_moves();
        let first = random(seed, 1, moves.len());
        for number in 0..moves.len().min(4) {
            let mv = moves[(first + number) % moves.len()];
            let mut position = after(&before, &[mv]);
            let Some(left) = solver.solve(&position, &config).verdict.score() else { continue };
            if left == best {
                continue;
            }
            let mut played: Vec<Move> = line.line[..ply].iter().copied().chain([mv]).collect();
            for step in 0..3 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random(seed, 100 + step, moves.len())];
                position.play(mv).expect("a legal move");
                played.push(mv);
            }
            return Some((start, played, ply + 1, best, left));
        }
    }
    None
}

#[test]
fn every_blunder_is_found_at_its_move() {
    let wanted = blunders();
    let found: u64 = (0..wanted * 3 / 2)
        .into_par_iter()
        .map_init(Solver::new, |solver, seed| {
            let Some((start, played, ply, before, left)) = blundered(solver, seed) else { return 0 };
            let config = Config { parallelism: Parallelism::Sequential, ..Config::with_nodes(100_000) };
            let review = review(solver, &start, &played, &config);
            let name = format!("deal {seed}, blunder at move {ply}");
            let first = review.first_mistake().unwrap_or_else(|| panic!("{name}: not found"));
            assert_eq!(first.number, ply, "{name}");
            assert_eq!((first.before.score(), first.after.score()), (Some(before), Some(left)), "{name}");
            let big = before - left > 1 || before >= TREES && left < TREES;
            assert_eq!(first.mark, if big { Mark::Blunder } else { Mark::Mistake }, "{name}");
            assert_ne!(first.better[0], first.mv, "{name}");
            assert_eq!(after(&first.position, &first.better).score(), before, "{name}");
            for pair in review.plies.windows(2) {
                assert_eq!(pair[0].after, pair[1].before, "{name}");
                assert!(pair[1].after.upper <= pair[1].before.upper, "{name}");
                assert!(pair[1].after.lower <= pair[1].before.lower, "{name}");
            }
            1
        })
        .sum();
    println!("{found} blunders found");
    assert!(found >= wanted * 5 / 6, "{found} blunders made");
}

#[test]
fn reviews_agree_with_the_reference_search() {
    let compared: usize = (0..60)
        .into_par_iter()
        .map_init(Solver::new, |solver, seed| {
            let (text, swaps_used) = reference::random_position(seed);
            let mut plain = reference::Position::parse(&text, swaps_used);
            let (name, start) = small_position(seed);
            let (mut position, mut played, mut expected) = (start, Vec::new(), Vec::new());
            for step in 0..8 {
                let moves = plain.legal_moves();
                let Some(answer) = reference::solve(&plain, LIMIT) else { return 0 };
                expected.push(answer.score);
                if moves.is_empty() {
                    break;
                }
                let plain_move = moves[random(seed, step, moves.len())];
                plain = plain.after(plain_move);
                let mv = common::library_move(plain_move);
                position.play(mv).expect("a legal move");
                played.push(mv);
            }
            let review = review(solver, &start, &played, &Config::default());
            let scores: Vec<u8> =
                review.plies.iter().map(|ply| ply.before.score().expect("decided")).collect();
            assert_eq!(scores, expected[..scores.len()], "{name}");
            scores.len()
        })
        .sum();
    assert!(compared > 200, "{compared} positions compared");
}

#[test]
fn a_line_without_mistakes_takes_few_searches() {
    let deal = web::deal("0").expect("dealt");
    let mut solver = Solver::new();
    let line = solver.solve(deal.position(), &Config::default()).line;
    let found = review(&mut solver, deal.position(), &line, &Config::default());
    // The line ends with the maximum score, which bounds all positions before it.
    assert_eq!(found.searches, 0);
    assert!(found.plies.iter().all(|ply| ply.mark == Mark::None && ply.after.score() == Some(17)));
    assert!(found.first_mistake().is_none() && found.stopped.is_none());
    // A line broken off needs one search: the winning line found at its start begins with the moves played, so it bounds
    // the positions after them as well.
    let found = review(&mut solver, deal.position(), &line[..40], &Config::default());
    assert_eq!(found.searches, 1);
    assert_eq!(after(&found.end, &found.rest).score(), 17);
}

#[test]
fn a_line_is_reviewed_up_to_its_first_illegal_move() {
    let deal = web::deal("0").expect("dealt");
    let line = solve(deal.position(), &Config::default()).line;
    let mut broken = line[..5].to_vec();
    let position = replay(deal.position(), &broken).expect("legal");
    let too_soon = line[6..].iter().find(|mv| replay(&position, &[**mv]).is_err());
    broken.extend([*too_soon.expect("not all can be played already"), line[5]]);
    let found = review(&mut Solver::new(), deal.position(), &broken, &Config::default());
    let illegal = found.illegal.expect("an illegal move");
    assert_eq!((illegal.ply, found.plies.len()), (6, 5));
    assert_eq!(found.end, illegal.before);
}

#[test]
fn difficulty_is_deterministic() {
    let deal = tabletop::deal(1, 0);
    let outcome = solve(deal.position(), &Config::default());
    let first = difficulty(deal.position(), &outcome, None);
    assert_eq!(first, difficulty(deal.position(), &outcome, None));
    // The playouts depend on the deal alone; the line depends on the solver.
    let Difficulty { random, greedy, level, .. } = first;
    insta::assert_snapshot!(format!("{random:?}\n{greedy:?}\n{level:?}"), @r"
    Playouts { games: 50, wins: 0, trees: 177 }
    Playouts { games: 150, wins: 1, trees: 854 }
    Some(Medium)
    ");
}
