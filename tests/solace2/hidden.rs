//! The hidden game: the greatest expected score against a plain expectation over single moves, and play that gets it.
//!
//! `SOLACE2_DEALS=full` adds the plain expectation for `open` with three stashes (5 million tables, four minutes, 600 MB), for `inert` and
//! `rigid` with four (half a minute each), the value of `open` with five, and the values of all first states.
//!
//! `SOLACE2_OPENINGS=write cargo test --release --test solace2 first_states` writes `data/solace2/openings.bin`.

use solomids::solace2::analysis::{Hinter, careful};
use solomids::solace2::dealer::deal_of;
use solomids::solace2::game::{Colour, Core, MAX_STASHES, Move, Position, Reading};
use solomids::solace2::optimum::{Optimum, View};
use solomids::solace2::solver::{Limits, StopReason};

use super::differential::plain;
use super::reference::hidden::{HIDDEN, Hidden, not};
use super::reference::{Piece, Table};
use super::{is_full, start};

/// Limits that end no search.
fn unlimited() -> Limits {
    Limits::default()
}

/// What a player sees before the first move of a game of some stashes.
fn first(reading: Reading, stashes: usize) -> View {
    View::new(&Position::new(&deal_of(stashes, 0, 0)), reading)
}

/// Up to `most` random legal moves from a position, with the view before each and the one at the end.
fn random_game(mut position: Position, reading: Reading, seed: u64, most: usize) -> (Vec<View>, Position) {
    let mut word = seed + 1;
    let mut views = vec![View::new(&position, reading)];
    for _ in 0..most {
        let moves = &views[views.len() - 1].moves;
        // The constants are those of the generator MMIX.
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(&mv) = moves.get((word >> 33) as usize % moves.len().max(1)) else { break };
        position.play(mv, reading).expect("a legal move");
        views.push(View::new(&position, reading));
    }
    (views, position)
}

#[test]
fn views_of_deals_that_differ_in_hidden_pieces_are_equal() {
    let [mut a, b] = ["KWW.KCC.WKC.WCK.CKW.CWK", "KCC.KWW.WCK.WKC.CKK.CWW"].map(start);
    assert_eq!(View::new(&a, Reading::LITERAL), View::new(&b, Reading::LITERAL));
    a.play(Move::Large { from: 0, to: 1 }, Reading::LITERAL).expect("a legal move");
    let seen = View::new(&a, Reading::LITERAL).spaces[0];
    assert_eq!((seen.medium.is_some(), seen.small), (true, None));
}

#[test]
fn a_careful_player_ends_legal_games_in_all_readings() {
    for reading in Reading::all() {
        let mut position = Position::new(&deal_of(3, 9, 4));
        let mut moves = 0;
        while let Some(mv) = careful(&View::new(&position, reading)) {
            position.play(mv, reading).expect("a legal move");
            moves += 1;
            assert!(moves < 100, "{}", reading.name());
        }
        assert!(moves > 0, "{}", reading.name());
    }
}

fn optimum(reading: Reading, stashes: usize) -> Optimum {
    Optimum::new(reading, stashes).expect("a reading with states")
}

/// The greatest expected score of a game of some stashes.
fn expected(mut optimum: Optimum, reading: Reading, stashes: usize) -> f64 {
    optimum.expected(&first(reading, stashes), &unlimited()).expect("no limit")
}

fn assert_equal(found: f64, plain: f64, context: &str) {
    assert!((found - plain).abs() < 1e-11, "{context}: {found} {plain}");
}

#[test]
fn the_greatest_expected_score_is_that_of_single_moves() {
    for reading in Reading::all() {
        let Some(optimum) = Optimum::new(reading, 2) else {
            assert!(reading.recap || !reading.opened);
            continue;
        };
        let mut hidden = Hidden::new(plain(reading), 2);
        let value = hidden.value(&hidden.first());
        assert_equal(expected(optimum, reading, 2), value, &reading.name());
    }
    for (name, reading) in Reading::PRESETS {
        let most = if !is_full() {
            3
        } else if ["inert", "rigid"].contains(&name) {
            4
        } else {
            3
        };
        for stashes in 3..=most {
            if name == "open" && !is_full() {
                continue;
            }
            let mut hidden = Hidden::new(plain(reading), stashes as u8);
            let value = hidden.value(&hidden.first());
            assert_equal(expected(optimum(reading, stashes), reading, stashes), value, name);
        }
    }
}

/// The table of a view.
fn table(view: &View) -> Table {
    let piece = |size, colour: usize, dealt| Piece { size, colour: colour as u8, dealt };
    let nests = 3 * view.stashes;
    let mut piles = Vec::new();
    for space in &view.spaces {
        let large = space.large.index();
        let mut pile = Vec::new();
        if space.core != Core::Gone {
            let medium = space.medium.map(Colour::index);
            let mark = if medium.is_none_or(|medium| medium == large) { not(large as u8) } else { HIDDEN };
            pile.push(piece(1, space.small.map_or(usize::from(mark), Colour::index), true));
            if space.core != Core::Bare {
                pile.push(piece(2, medium.unwrap_or(usize::from(HIDDEN)), true));
            }
        }
        let top = match space.core {
            Core::Full => {
                pile.push(piece(3, large, true));
                pile.extend((0..space.caps).map(|_| piece(3, large, false)));
                Some(large)
            }
            Core::Opened => space.medium.map(Colour::index),
            _ => space.tower.map(Colour::index),
        };
        if let Some(top) = top {
            pile.extend((space.core == Core::Gone).then(|| piece(3, top, false)));
            pile.extend(space.has_medium.then(|| piece(2, top, false)));
            pile.extend(space.has_small.then(|| piece(1, top, false)));
        }
        if !pile.is_empty() {
            piles.push(pile);
        }
    }
    let open = view.spaces[..nests].iter().filter(|space| space.core == Core::Gone && space.tower.is_none());
    Table::of(piles, open.count())
}

/// Also after moves that are not the best, in every position of random games.
#[test]
fn values_in_the_middle_of_games_are_those_of_single_moves() {
    let games = if is_full() { 300 } else { 40 };
    for (name, reading) in Reading::PRESETS {
        let most = if is_full() && name != "open" || ["inert", "rigid"].contains(&name) { 3 } else { 2 };
        for stashes in 2..=most {
            let (mut optimum, mut hidden) =
                (optimum(reading, stashes), Hidden::new(plain(reading), stashes as u8));
            let mut compared = 0;
            for index in 0..games {
                let (views, _) = random_game(Position::new(&deal_of(stashes, 21, index)), reading, index, 39);
                for view in views {
                    let value = hidden.value(&table(&view));
                    let found = optimum.expected(&view, &unlimited()).expect("no limit");
                    assert_equal(found, value, &format!("{name} {view:?}"));
                    compared += 1;
                }
            }
            assert!(compared > 5 * games, "{name}: {compared}");
        }
    }
}

/// Forced steps and the most towers that there can be leave values alone.
#[test]
fn forced_steps_lose_nothing() {
    for (name, reading) in Reading::PRESETS {
        let most = if name == "open" && !is_full() { 3 } else { 4 };
        for stashes in 1..=most {
            let all = expected(optimum(reading, stashes).with_all_steps(), reading, stashes);
            assert_equal(expected(optimum(reading, stashes), reading, stashes), all, name);
        }
    }
}

#[test]
fn the_greatest_expected_scores_of_the_game() {
    for (name, value, states) in [
        ("literal", 10.186_195_912_647, 2_576_008),
        ("inert", 9.598_316_799_475, 130_394),
        ("caps-only", 9.507_747_189_206, 872_771),
        ("rigid", 9.598_316_799_475, 256_660),
        ("open", 14.995_511_959_901, 4_918_407),
    ] {
        if name == "open" && !is_full() {
            continue;
        }
        let reading = name.parse().expect("a preset");
        let mut optimum = optimum(reading, MAX_STASHES);
        let found = optimum.expectation(&unlimited()).expect("no limit");
        assert_equal(found.expected, value, name);
        assert_eq!(optimum.states(), states, "{name}");
        // The scores of the player have this mean.
        let mean: f64 = found.shares().map(|(score, share)| score as f64 * share).sum();
        assert_equal(mean, value, name);
        assert!(found.worth().is_some_and(|worth| worth > 0.0), "{name}");
    }
}

#[test]
fn a_search_that_a_limit_has_ended_goes_on() {
    let mut optimum = optimum(Reading::INERT, 3);
    let few = Limits::nodes(100);
    let view = first(Reading::INERT, 3);
    let mut parts = 1;
    while let Err(stopped) = optimum.expected(&view, &few) {
        assert_eq!(stopped, StopReason::Nodes);
        parts += 1;
    }
    assert_eq!((parts, optimum.states()), (parts, 1237));
    assert!(parts > 10);
}

#[test]
fn the_optimal_player_makes_what_can_be_expected() {
    for (name, reading) in Reading::PRESETS {
        if name != "inert" && name != "rigid" && !is_full() {
            continue;
        }
        let mut optimum = optimum(reading, MAX_STASHES);
        let count = 400;
        let mut scores = Vec::new();
        for index in 0..count {
            let mut position = Position::new(&deal_of(MAX_STASHES, 2, index));
            loop {
                let moves =
                    optimum.best(&View::new(&position, reading), &unlimited()).expect("no limit").moves;
                for &mv in &moves {
                    position.play(mv, reading).expect("a legal move");
                }
                if moves.is_empty() {
                    break;
                }
            }
            scores.push(f64::from(position.score()));
        }
        let mean = scores.iter().sum::<f64>() / count as f64;
        let value = optimum.expectation(&unlimited()).expect("no limit");
        let square = |(score, share): (usize, f64)| share * (score as f64 - value.expected).powi(2);
        let error = (value.shares().map(square).sum::<f64>() / count as f64).sqrt();
        assert!((mean - value.expected).abs() < 4.0 * error, "{name} {mean}");
    }
}

/// Each hint by itself leads on: the game ends, with the score that was expected at last, and no move loses anything.
#[test]
fn hints_are_followed_to_the_end_from_anywhere() {
    for (name, reading) in Reading::PRESETS {
        let (mut optimum, mut hinter) = (optimum(reading, 3), Hinter::default());
        for index in 0..30 {
            let deal = Position::new(&deal_of(3, 5, index));
            let (_, mut position) = random_game(deal, reading, index, index as usize);
            let mut moves: Vec<Move> = Vec::new();
            let last = loop {
                let view = View::new(&position, reading);
                let hint = hinter.hint(&view, &unlimited());
                let expected = hint.expected.expect("a value");
                assert_equal(expected, optimum.expected(&view, &unlimited()).expect("no limit"), name);
                let Some(mv) = hint.mv else { break expected };
                assert!(hint.reason.starts_with("from here the best play makes "), "{}", hint.reason);
                moves.push(mv);
                assert!(moves.len() < 150, "{name} {index}: {moves:?}");
                position.play(mv, reading).expect("a legal move");
            };
            assert_equal(f64::from(position.score()), last, name);
        }
    }
}

#[test]
fn hints_say_where_the_best_is_not_known() {
    let view = first(Reading { recap: true, ..Reading::LITERAL }, 3);
    let hint = Hinter::default().hint(&view, &unlimited());
    assert_eq!((hint.expected, hint.stopped), (None, None));
    assert!(hint.mv.is_some() && hint.reason.contains("not known for this reading"));
    let few = Limits::nodes(10);
    let hint = Hinter::default().hint(&first(Reading::LITERAL, 3), &few);
    assert_eq!((hint.expected, hint.stopped), (None, Some(StopReason::Nodes)));
    assert!(hint.mv.is_some() && hint.reason.contains("not found yet"));
}

/// Values of the first states are compared with the recurrence, or written.
#[test]
fn values_of_first_states_are_those_of_the_recurrence() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/solace2/openings.bin");
    let is_written = std::env::var("SOLACE2_OPENINGS").is_ok_and(|value| value == "write");
    let file = std::fs::read(path).expect("the file of values");
    let (mut rest, mut found) = (&file[..], Vec::new());
    for (name, reading) in Reading::PRESETS {
        let length = rest.first_chunk().map_or(0, |&count| 2 + 3 * usize::from(u16::from_le_bytes(count)));
        let (section, after) = rest.split_at_checked(length).expect("a whole section");
        rest = after;
        // The others take seconds.
        if is_written || is_full() || !["literal", "open"].contains(&name) {
            let values = optimum(reading, MAX_STASHES).openings(&unlimited()).expect("no limit");
            assert!(is_written || values == section, "{name}");
            found.extend(values);
        }
    }
    assert!(rest.is_empty());
    if is_written {
        std::fs::write(path, found).expect("the file can be written");
    }
}

#[test]
fn a_first_hint_takes_no_search_and_later_ones_are_the_best_moves() {
    let few = Limits { nodes: Some(1), ..Limits::default() };
    for (name, expected) in [("literal", 10.186_196), ("caps-only", 9.507_747), ("open", 14.995_512)] {
        let reading = name.parse().expect("a preset");
        let hint = Hinter::default().hint(&first(reading, MAX_STASHES), &few);
        assert!((hint.expected.expect("a value") - expected).abs() < 1e-4, "{name}: {hint:?}");
    }
    for reading in [Reading::INERT, Reading::CAPS_ONLY] {
        let (mut plain, mut hinter) = (optimum(reading, MAX_STASHES), Hinter::default());
        for index in 0..12 {
            let mut position = Position::new(&deal_of(MAX_STASHES, 3, index));
            for _ in 0..9 {
                let view = View::new(&position, reading);
                let hint = hinter.hint(&view, &unlimited());
                let best = plain.best(&view, &unlimited()).expect("no limit");
                assert!((hint.expected.expect("a value") - best.expected).abs() < 2e-6);
                assert_eq!(hint.mv, best.moves.first().copied(), "deal {index}");
                let mv = if index % 2 == 0 { hint.mv } else { careful(&view) };
                position.play(mv.expect("a move"), reading).expect("a legal move");
            }
        }
    }
}
