//! Players see no hidden piece, and simulations repeat.

use std::sync::{Arc, Mutex};

use solomids::solace2::dealer::deal_of;
use solomids::solace2::game::{Colour, Move, Position, Reading};
use solomids::solace2::players::{
    Game, Optimum, Played, Player, PlayerKind, Sight, Simulation, Summary, View, simulate,
};
use solomids::solace2::solver::Limits;

use super::start;

/// Two deals that differ in what lies under opaque larges only.
const HIDDEN: [&str; 2] = ["KWW.KCC.WKC.WCK.CKW.CWK", "KCC.KWW.WCK.WKC.CKK.CWW"];

#[test]
fn views_of_deals_that_differ_in_hidden_pieces_are_equal() {
    let [a, b] = HIDDEN.map(start);
    let game = |position, sight| Game::new(position, Reading::LITERAL, sight);
    assert_eq!(game(a, Sight::Opaque).view(), game(b, Sight::Opaque).view());
    let black = Colour::ALL[0];
    assert_ne!(game(a, Sight::Through(black)).view(), game(b, Sight::Through(black)).view());
    let mut opened = game(a, Sight::Opaque);
    opened.play(Move::Large { from: 0, to: 1 }).expect("a legal move");
    let seen = opened.view().spaces[0];
    assert_eq!((seen.medium.is_some(), seen.small), (true, None));
}

/// Games with opaque pieces.
fn games(kind: PlayerKind, reading: Reading, seed: u64, count: u64, limits: Option<Limits>) -> Vec<Played> {
    simulate(&Simulation { kind, reading, sight: Sight::Opaque, seed, indices: 0..=count - 1, limits })
}

#[test]
fn simulations_do_not_depend_on_threads_and_never_beat_the_best_score() {
    for (_, kind) in PlayerKind::ALL {
        let [played, other] = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| games(kind, Reading::INERT, 5, 6, Some(Limits::default())))
        });
        assert_eq!(played, other, "{kind:?}");
        assert!(played.iter().all(|game| game.best.is_some_and(|best| game.score <= best)));
    }
    for (name, kind) in PlayerKind::ALL {
        assert_eq!(name.parse(), Ok(kind));
    }
}

/// A player with a record of what it saw and chose.
struct Recorded {
    player: Box<dyn Player>,
    record: Vec<(View, Option<Move>)>,
}

impl Player for Recorded {
    fn choose(&mut self, view: &View) -> Option<Move> {
        let mv = self.player.choose(view);
        self.record.push((view.clone(), mv));
        mv
    }
}

/// Plays a game to the end: what the player saw and chose, and the score.
fn recorded(kind: PlayerKind, start: &Position, reading: Reading, sight: Sight) -> (Recorded, u8) {
    let optimum = Optimum::new(reading, start.stashes()).map(|optimum| Arc::new(Mutex::new(optimum)));
    let player = kind.player(3, 0, optimum.as_ref().filter(|_| sight == Sight::Opaque));
    let mut player = Recorded { player, record: Vec::new() };
    let mut game = Game::new(*start, reading, sight);
    game.run(&mut player);
    (player, game.score())
}

#[test]
fn players_choose_legal_moves_in_all_readings_and_end_their_games() {
    let black = Colour::ALL[0];
    for reading in Reading::all() {
        for sight in [Sight::Opaque, Sight::Through(black)] {
            for kind in [PlayerKind::Greedy, PlayerKind::Careful, PlayerKind::Optimal] {
                let start = Position::new(&deal_of(3, 9, 4));
                let (player, _) = recorded(kind, &start, reading, sight);
                let last = player.record.last().expect("at least one choice");
                assert_eq!(last.1, None, "{kind:?} {} {sight:?}", reading.name());
                for (view, mv) in &player.record {
                    assert!(mv.is_none_or(|mv| view.moves.contains(&mv)), "{kind:?} {}", reading.name());
                }
            }
        }
    }
}

#[test]
fn equal_views_are_answered_alike_until_what_differs_is_seen() {
    let starts = HIDDEN.map(start);
    for (name, kind) in PlayerKind::ALL {
        let [a, b] = starts.map(|start| recorded(kind, &start, Reading::LITERAL, Sight::Opaque).0.record);
        let same = a.iter().zip(&b).take_while(|(a, b)| a.0 == b.0);
        let mut count = 0;
        for (a, b) in same {
            assert_eq!(a.1, b.1, "{name}");
            count += 1;
        }
        assert!(count > 0, "{name}");
    }
}

#[test]
fn summaries_are_means_with_intervals() {
    let summary = Summary::of([1.0, 2.0, 3.0]).expect("three numbers");
    assert!((summary.mean - 2.0).abs() < 1e-12);
    assert!((summary.margin - 1.959_964 / 3f64.sqrt()).abs() < 1e-9);
    assert_eq!(Summary::of([1.0]), None);
}
