//! The engine and its games: wins in one taken and denied, repetition heeded, series that reproduce.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use solomids::pentamid::engine::{Engine, EnginePlayer, GameSeries, Level, Rng, Strength, WIN, safe_moves};
use solomids::pentamid::game::{
    Both, Game, Move, Position, Repetition, Rules, Status, Variant, parse_position,
};
use solomids::pentamid::prover::{Config, Limits, Outcome, Verdict, prove_from};

use crate::{Random, answers};

/// The moves after which no reply wins at once, by trying all replies.
fn plain_safe_moves(game: &Game) -> Vec<Move> {
    let own = game.position().side();
    let legal = game.legal_moves();
    let after = |mv: Move| {
        let mut next = game.clone();
        next.play(mv).expect("a value");
        next
    };
    if let Some(&mv) = legal.iter().find(|&&mv| after(mv).status().winner() == Some(own)) {
        return vec![mv];
    }
    let safe: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|&mv| {
            let next = after(mv);
            let lost = |mut next: Game, reply: Move| {
                next.play(reply).expect("a value");
                next.status().winner() == Some(own.other())
            };
            next.status().winner() != Some(own.other())
                && !next.legal_moves().iter().any(|&reply| lost(next.clone(), reply))
        })
        .collect();
    if safe.is_empty() { legal.to_vec() } else { safe }
}

#[test]
fn the_engine_takes_wins_in_one_and_leaves_none() {
    let mut met = [0; 2];
    for answer in answers() {
        let (rules, position) = (answer.rules(), answer.position());
        let game = Game::new(rules, Repetition::Barred, position);
        if game.status().is_over() {
            continue;
        }
        let safe = plain_safe_moves(&game);
        met[0] += usize::from(answer.result == "W1");
        met[1] += usize::from(safe.len() < game.legal_moves().len());
        assert_eq!(safe_moves(&game).to_vec(), safe, "id {}", answer.id);
        for nodes in [1, 300] {
            let choice = Engine::new(&rules).choose(&game, &Limits::nodes(nodes)).unwrap();
            assert!(safe.contains(&choice.mv), "id {}: {}", answer.id, choice.mv);
        }
    }
    assert!(met.iter().all(|&count| count > 10), "{met:?}");
}

/// Games of random moves on a small board, many of which end because a player has no legal move.
#[test]
fn safe_moves_know_players_without_a_move() {
    let mut random = Random(11);
    let (mut stuck, mut by_history) = (0, 0);
    for (nests, games, plies) in [(1, 60, 300), (5, 300, 60)] {
        let rules = Rules::new(Variant { nests, ..Variant::of_board(3, 3) }).unwrap();
        for _ in 0..games {
            let mut game = Game::new(rules, Repetition::Barred, Position::START);
            while !game.status().is_over() && game.moves().len() < plies {
                let safe = plain_safe_moves(&game);
                assert_eq!(safe_moves(&game).to_vec(), safe, "{:?}", game.moves());
                game.play(safe[random.below(safe.len())]).unwrap();
            }
            if let Status::Stuck(_) = game.status() {
                stuck += 1;
                by_history += usize::from(game.position().can_move(&rules));
            }
        }
    }
    assert!(stuck > 10 && by_history > 0, "{stuck}, {by_history} of them by the rule against repetition");
}

#[test]
fn short_wins_are_found() {
    let mut found = 0;
    for answer in answers().iter().filter(|answer| answer.result == "W3" && answer.result_norep == "W3") {
        let rules = answer.rules();
        let mut game = Game::new(rules, Repetition::Barred, answer.position());
        let own = game.position().side();
        let mut engine = Engine::new(&rules);
        for _ in 0..3 {
            if let Some(choice) = engine.choose(&game, &Limits::nodes(30_000)) {
                game.play(choice.mv).unwrap();
            }
        }
        found += 1;
        assert_eq!(game.status().winner(), Some(own), "id {}", answer.id);
    }
    assert!(found > 5);
}

/// What is proven of a game; the states of its history are barred.
fn proven(game: &Game, plies: u32) -> Outcome {
    let config = Config { plies, limits: Limits::nodes(3_000_000), table: 4 << 20, ..Config::default() };
    prove_from(game.rules(), game.history(), &config)
}

/// Passed moves, late moves searched less deeply and scores believed early must not make a forced win, or a forced loss.
#[test]
fn claims_of_forced_wins_are_proven() {
    let mut claims = [0; 2];
    for (width, nests, line) in [(5, 4, 5), (4, 2, 3), (3, 2, 3)] {
        let rules = Rules::new(Variant { width, height: width, nests, line, ..Variant::default() }).unwrap();
        for index in 0..200 {
            let random = if width == 5 { 14 + index as usize % 30 } else { 2 + index as usize % 10 };
            let series = GameSeries { rules, random, pairs: false, ..series(1, 0) };
            let game = series.opening(index);
            if game.status().is_over() {
                continue;
            }
            let game = Game::new(rules, Repetition::Barred, *game.position());
            let choice = Engine::new(&rules).choose(&game, &Limits::nodes(1500)).unwrap();
            let plies = (WIN - choice.score.abs()) as u32;
            if plies > 11 {
                continue;
            }
            let verdict = proven(&game, plies).verdict;
            let right = match verdict {
                Verdict::Win { plies: shortest } => choice.score > 0 && shortest <= plies,
                Verdict::Loss { plies: longest } => choice.score < 0 && longest <= plies,
                Verdict::Unknown => false,
            };
            assert!(right, "{}: {choice:?}, {verdict:?}", game.position().text(&rules));
            claims[usize::from(choice.score < 0)] += 1;
        }
    }
    assert!(claims.iter().all(|&claims| claims > 50), "{claims:?}");
}

/// Forced wins of 5 to 9 plies that have to be kept to the end against the prover, and positions in which most moves lose.
/// `SOLOMIDS_PENTAMID_LEVEL=6` or `=8` tries all of them at that level, else every twelfth is tried at level 6. A calibration test.
#[test]
fn attacks_and_defences_are_found() {
    let level: Option<u8> = std::env::var("SOLOMIDS_PENTAMID_LEVEL").ok().map(|level| level.parse().unwrap());
    let limits = Limits::nodes(Level::new(level.unwrap_or(6)).unwrap().nodes());
    let rules = Rules::default();
    let rows = std::fs::read_to_string("data/pentamid/attacks-and-defences.csv").unwrap();
    let mut missed = Vec::new();
    for row in rows.lines().skip(3).step_by(if level.is_some() { 1 } else { 12 }) {
        let mut fields = row.split(',');
        let mut field = || fields.next().unwrap();
        let (kind, _, text, safe) = (field(), field(), field(), field());
        let mut game = Game::new(rules, Repetition::Barred, parse_position(&rules, text).unwrap());
        let own = game.position().side();
        let mut engine = Engine::new(&rules);
        loop {
            let mv = engine.choose(&game, &limits).unwrap().mv;
            game.play(mv).unwrap();
            if kind == "defence" {
                if !safe.split(' ').any(|safe| safe == mv.to_string()) {
                    missed.push(row);
                }
                break;
            }
            if game.status().is_over() {
                assert_eq!(game.status().winner(), Some(own));
                break;
            }
            let answer = proven(&game, 12);
            if !matches!(answer.verdict, Verdict::Loss { .. }) || game.play(answer.line[0]).is_err() {
                missed.push(row);
                break;
            }
        }
    }
    assert!(missed.len() <= usize::from(level != Some(8)), "{}", missed.join("\n"));
}

#[test]
fn every_choice_is_legal_in_games_that_repeat() {
    let variant =
        Variant { width: 3, height: 3, nests: 1, line: 3, both: Both::Opponent, ..Variant::default() };
    let rules = Rules::new(variant).unwrap();
    let mut random = Random(6);
    let mut barred = 0;
    for _ in 0..5 {
        let mut game = Game::new(rules, Repetition::Barred, Position::START);
        let mut engine = Engine::new(&rules);
        while !game.status().is_over() && game.moves().len() < 150 {
            barred += game.barred().len();
            let choice = engine.choose(&game, &Limits::nodes(100 + random.below(300) as u64)).unwrap();
            game.play(choice.mv).unwrap();
        }
    }
    assert!(barred > 0, "no move was ever barred");
}

#[test]
fn wide_boards_and_levels_are_played() {
    let rules = Rules::new(Variant::of_board(8, 8)).unwrap();
    let mut game = Game::new(rules, Repetition::Barred, Position::START);
    let mut engine = Engine::new(&rules);
    let mut numbers = Rng::new(1, 0);
    for ply in 0..8 {
        let level = Level::new(1 + ply % 4).unwrap();
        let choice = level.choose(&mut engine, &game, &mut numbers, &Limits::default()).unwrap();
        game.play(choice.mv).unwrap();
    }
    assert_eq!((Level::new(0), Level::new(9)), (None, None));
}

fn series(games: u64, cap: usize) -> GameSeries {
    GameSeries { rules: Rules::default(), games, seed: 3, first: Vec::new(), random: 4, cap, pairs: true }
}

#[test]
fn a_series_is_the_same_for_any_number_of_threads() {
    let series = series(6, 60);
    let players =
        |_| [300, 500].map(|nodes| EnginePlayer::new(&series.rules, Strength::Nodes(nodes), Rng::new(1, 0)));
    let games = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| series.play(players))
    };
    let (one, three) = (games(1), games(3));
    assert_eq!(one.len(), 6);
    for (played, again) in one.iter().zip(&three) {
        assert_eq!((played.opening, played.game.moves()), (4, again.game.moves()));
        assert_eq!(played.game.status().is_over(), played.game.moves().len() < 60);
    }
    assert_eq!(one[0].game.moves()[..4], one[1].game.moves()[..4]);
    assert_ne!(one[0].game.moves()[..4], one[2].game.moves()[..4]);
}

#[test]
fn an_interrupted_engine_plays_a_move_it_has() {
    let rules = Rules::default();
    let interrupted = Limits::default().interrupted_by(&Arc::new(AtomicBool::new(true)));
    let game = Game::new(rules, Repetition::Barred, Position::START);
    let choice = Engine::new(&rules).choose(&game, &interrupted).unwrap();
    assert!(choice.nodes <= 1 << 10 && game.legal_moves().contains(&choice.mv));
}
