//! The hidden game: the greatest expected score against a plain expectation over single moves, and play that gets it.
//!
//! `SOLACE2_DEALS=full` adds the plain expectation for `open` with three stashes (5 million tables, four minutes, 600 MB), for `inert` and
//! `rigid` with four (half a minute each), and the value of `open` with five.

use solomids::solace2::dealer::deal_of;
use solomids::solace2::game::{Colour, Core, MAX_STASHES, Move, Position, Reading};
use solomids::solace2::players::{
    Game, Hinter, Optimum, PlayerKind, Sight, Simulation, Summary, View, simulate,
};
use solomids::solace2::solver::{Limits, StopReason};

use super::differential::plain;
use super::is_full;
use super::reference::hidden::{HIDDEN, Hidden, not};
use super::reference::{Piece, Table};

/// Limits that end no search.
fn unlimited() -> Limits {
    Limits::default()
}

/// What a player sees before the first move of a game of some stashes.
fn first(reading: Reading, stashes: usize) -> View {
    Game::new(Position::new(&deal_of(stashes, 0, 0)), reading, Sight::Opaque).view()
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
                let mut game = Game::new(Position::new(&deal_of(stashes, 21, index)), reading, Sight::Opaque);
                let mut player = PlayerKind::Random.player(21, index, None);
                for _ in 0..40 {
                    let view = game.view();
                    let value = hidden.value(&table(&view));
                    let found = optimum.expected(&view, &unlimited()).expect("no limit");
                    assert_equal(found, value, &format!("{name} {view:?}"));
                    compared += 1;
                    let Some(mv) = player.choose(&view) else { break };
                    game.play(mv).expect("a legal move");
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
    let few = Limits { max_nodes: Some(100), ..unlimited() };
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
        let simulation = Simulation {
            kind: PlayerKind::Optimal,
            reading,
            sight: Sight::Opaque,
            seed: 2,
            indices: 0..=399,
            limits: None,
        };
        let scores = Summary::of_scores(&simulate(&simulation)).expect("many games");
        let value = expected(optimum(reading, MAX_STASHES), reading, MAX_STASHES);
        assert!(
            (scores.mean - value).abs() < 4.0 * scores.standard_error().max(0.01),
            "{name} {}",
            scores.mean
        );
    }
}

/// Each hint by itself leads on: the game ends, with the score that was expected at last, and no move loses anything.
#[test]
fn hints_are_followed_to_the_end_from_anywhere() {
    for (name, reading) in Reading::PRESETS {
        let (mut optimum, mut hinter) = (optimum(reading, 3), Hinter::default());
        for index in 0..30 {
            let mut game = Game::new(Position::new(&deal_of(3, 5, index)), reading, Sight::Opaque);
            let mut random = PlayerKind::Random.player(5, index, None);
            for _ in 0..index {
                let Some(mv) = random.choose(&game.view()) else { break };
                game.play(mv).expect("a legal move");
            }
            let mut moves: Vec<Move> = Vec::new();
            let last = loop {
                let view = game.view();
                let hint = hinter.hint(&view, &unlimited());
                let expected = hint.expected.expect("a value");
                assert_equal(expected, optimum.expected(&view, &unlimited()).expect("no limit"), name);
                let Some(mv) = hint.mv else { break expected };
                assert!(hint.reason.starts_with("from here the best play makes "), "{}", hint.reason);
                moves.push(mv);
                assert!(moves.len() < 150, "{name} {index}: {moves:?}");
                game.play(mv).expect("a legal move");
            };
            assert_equal(f64::from(game.score()), last, name);
        }
    }
}

#[test]
fn hints_say_where_the_best_is_not_known() {
    let view = first(Reading { recap: true, ..Reading::LITERAL }, 3);
    let hint = Hinter::default().hint(&view, &unlimited());
    assert_eq!((hint.expected, hint.stopped), (None, None));
    assert!(hint.mv.is_some() && hint.reason.contains("not known for this reading"));
    let few = Limits { max_nodes: Some(10), ..unlimited() };
    let hint = Hinter::default().hint(&first(Reading::LITERAL, 3), &few);
    assert_eq!((hint.expected, hint.stopped), (None, Some(StopReason::Nodes)));
    assert!(hint.mv.is_some() && hint.reason.contains("not found yet"));
}
