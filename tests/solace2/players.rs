//! Players see no hidden piece, and simulations repeat.

use solomids::solace2::game::{Move, Position, Reading, parse_deal};
use solomids::solace2::players::{Game, Judge, Played, PlayerKind, Sight, Simulation, Summary, simulate};

/// Two deals that differ in what lies under opaque larges only.
const HIDDEN: [&str; 2] = ["KWW.KCC.WKC.WCK.CKW.CWK", "KCC.KWW.WCK.WKC.CKK.CWW"];

#[test]
fn views_of_deals_that_differ_in_hidden_pieces_are_equal() {
    let [a, b] = HIDDEN.map(|text| Position::new(&parse_deal(text).expect("a deal").deal));
    let game = |position, sight| Game::new(position, Reading::LITERAL, sight);
    assert_eq!(game(a, Sight::Opaque).view(), game(b, Sight::Opaque).view());
    let black = parse_deal(HIDDEN[0]).expect("a deal").deal.nests()[0].large;
    assert_ne!(game(a, Sight::Through(black)).view(), game(b, Sight::Through(black)).view());
    let mut opened = game(a, Sight::Opaque);
    opened.play(Move::Large { from: 0, to: 1 }).expect("a legal move");
    let seen = opened.view().spaces[0];
    assert_eq!((seen.medium.is_some(), seen.small), (true, None));
}

fn games(kind: PlayerKind, threads: usize) -> Vec<Played> {
    let simulation = Simulation {
        kind,
        reading: Reading::INERT,
        sight: Sight::Opaque,
        seed: 5,
        indices: 0..=5,
        limits: Some(solomids::solace2::solver::Limits::default()),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| simulate(&simulation))
}

#[test]
fn simulations_do_not_depend_on_threads_and_never_beat_the_best_score() {
    let kinds =
        [PlayerKind::Random, PlayerKind::Greedy, PlayerKind::Careful, PlayerKind::Planner(2, Judge::Both)];
    for kind in kinds {
        let played = games(kind, 1);
        assert_eq!(played, games(kind, 3), "{kind:?}");
        assert!(played.iter().all(|game| game.best.is_some_and(|best| game.score <= best)));
    }
    for (name, kind) in PlayerKind::ALL {
        assert_eq!(name.parse(), Ok(kind));
    }
}

#[test]
fn summaries_are_means_with_intervals() {
    let summary = Summary::of([1.0, 2.0, 3.0]).expect("three numbers");
    assert!((summary.mean - 2.0).abs() < 1e-12);
    assert!((summary.margin - 1.959_964 / 3f64.sqrt()).abs() < 1e-9);
    assert_eq!(Summary::of([1.0]), None);
}
