//! Makes `data/endgames.csv`, the same bytes for everyone: `cargo run --release --example endgames > data/endgames.csv`.
//!
//! Endgames of Solomids come from the deals of the tabletop dealer with the seed 1, in order, each with three to seven trees to go in turn;
//! `analysis::endgame` says which positions count. Sixty are taken for each number of stars: at most 24 of one point, and no two that are
//! alike up to the names of colours.
//!
//! Endgames of Pentamid are positions of games of the engine with itself, at level 2, from which the side to move wins within 3, 4 or 5
//! of its own moves against every defence, proven with the history of the game, and by one first move alone.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use solomids::analysis::endgame::Endgame;
use solomids::dealer::tabletop;
use solomids::game::{Colour, Square};
use solomids::notation::tokens;
use solomids::pentamid::engine::{EnginePlayer, GameSeries, Level, Rng, Strength};
use solomids::pentamid::game::{Game, Move, Position, Repetition, Rules};
use solomids::pentamid::prover::{Config, Limits, Verdict, prove_from};
use solomids::solver::Solver;

const SEED: u64 = 1;
/// Endgames of Solomids for each number of stars, and those of one point among them.
const EACH: usize = 60;
const ONE_POINT: usize = 24;
/// Endgames of Pentamid, and those of one number of moves among them.
const PENTAMID: usize = 60;
const ONE_NUMBER: usize = 24;
/// Nodes of a proof.
const NODES: u64 = 200_000;

fn main() {
    println!(
        "game,number,stars,seed,index,moves,trees,point,random_win_share,greedy_win_share,narrowness,first_moves,first_keep,solution"
    );
    let mut number = 0;
    for (index, endgame) in solomids() {
        number += 1;
        let (first, moves) = (endgame.steps[0], tokens(&endgame.moves).join(" "));
        println!(
            "solomids,{number},{},{SEED},{index},{moves},{},{},{:.4},{:.4},{:.2},{},{},{}",
            endgame.stars(),
            15 - endgame.position.trees_banked(),
            endgame.point.name(),
            endgame.random.win_share(),
            endgame.greedy.win_share(),
            endgame.narrowness(),
            first.1,
            first.0,
            tokens(&endgame.solution).join(" "),
        );
    }
    for (wins_in, game, line) in pentamid() {
        number += 1;
        let (moves, all) = (tokens(game.moves()).join(" "), game.legal_moves().len());
        println!(
            "pentamid,{number},{},,,{moves},,win-in-{wins_in},,,,{all},1,{}",
            wins_in - 2,
            tokens(&line).join(" ")
        );
    }
}

/// The endgames of Solomids with the indices of their deals, by stars.
fn solomids() -> Vec<(u64, Endgame)> {
    let (mut found, mut counts, mut known) = (Vec::new(), HashMap::new(), HashSet::new());
    for chunk in 0.. {
        let made: Vec<(u64, Option<Endgame>)> = (64 * chunk..64 * (chunk + 1))
            .into_par_iter()
            .map_init(Solver::new, |solver, index| {
                let trees = 3 + (index % 5) as u8;
                (index, Endgame::of_deal(solver, tabletop::deal(SEED, index).position(), trees))
            })
            .collect();
        for (index, endgame) in made {
            let Some(endgame) = endgame else { continue };
            let stars = endgame.stars();
            let of_point = counts.get(&(stars, Some(endgame.point))).copied().unwrap_or(0);
            let of_stars = counts.get(&(stars, None)).copied().unwrap_or(0);
            if of_stars < EACH && of_point < ONE_POINT && known.insert(pattern(&endgame.position)) {
                *counts.entry((stars, None)).or_insert(0) += 1;
                *counts.entry((stars, Some(endgame.point))).or_insert(0) += 1;
                found.push((index, endgame));
            }
        }
        if (1..=4).all(|stars| counts.get(&(stars, None)) == Some(&EACH)) {
            break;
        }
    }
    found.sort_by_key(|(index, endgame)| (endgame.stars(), *index));
    found
}

/// The board with its colours numbered in order of appearance, so that positions that differ in their names alone are equal.
fn pattern(position: &solomids::game::Position) -> Vec<Option<(usize, u8)>> {
    let mut colours: Vec<Colour> = Vec::new();
    let square = |square: Square| {
        let stack = position.get(square)?;
        let known = colours.iter().position(|&colour| colour == stack.colour);
        let number = known.unwrap_or_else(|| {
            colours.push(stack.colour);
            colours.len() - 1
        });
        Some((number, stack.shape as u8))
    };
    Square::all().map(square).collect()
}

/// Games of Pentamid from which the side to move wins in so many moves, with one such line each.
fn pentamid() -> Vec<(u32, Game, Vec<Move>)> {
    let rules = Rules::default();
    let mut found: Vec<(u32, Game, Vec<_>)> = Vec::new();
    for seed in SEED.. {
        let series =
            GameSeries { rules, games: 16, seed, first: Vec::new(), random: 4, cap: 60, pairs: false };
        let level = Strength::Level(Level::new(2).expect("a level"));
        let games = series.play(|index| {
            [0, 1].map(|side| EnginePlayer::new(&rules, level, Rng::new(seed, 2 * index + side)))
        });
        let puzzles: Vec<_> = games.into_par_iter().filter_map(|played| puzzle(&played.game)).collect();
        for puzzle in puzzles {
            let of_number = found.iter().filter(|other| other.0 == puzzle.0).count();
            if of_number < ONE_NUMBER && found.len() < PENTAMID {
                found.push(puzzle);
            }
        }
        if found.len() == PENTAMID {
            break;
        }
    }
    found.sort_by_key(|puzzle| puzzle.0);
    found
}

/// A position near the end of a game from which a win in 3 to 5 moves is forced by one move alone.
fn puzzle(played: &Game) -> Option<(u32, Game, Vec<Move>)> {
    let proof = |game: &Game, plies| {
        let config = Config { plies, table: 1 << 22, limits: Limits::nodes(NODES), ..Config::default() };
        prove_from(game.rules(), game.history(), &config)
    };
    if !played.status().is_over() {
        return None;
    }
    // The winner moves last, so these are its turns.
    for before_end in [13, 11, 9, 7, 5] {
        let mut game = Game::new(*played.rules(), Repetition::Barred, Position::START);
        for &mv in &played.moves()[..played.moves().len().checked_sub(before_end)?] {
            game.play(mv).ok()?;
        }
        let outcome = proof(&game, 9);
        if let Verdict::Win { plies: plies @ (5 | 7 | 9) } = outcome.verdict {
            // A proof that runs out of nodes may have missed a win.
            let may_win = |mv: &&Move| {
                let mut after = game.clone();
                let legal = after.play(**mv).is_ok();
                let answer = proof(&after, plies - 1);
                legal && (answer.stopped.is_some() || matches!(answer.verdict, Verdict::Loss { .. }))
            };
            if game.legal_moves().iter().filter(may_win).count() == 1 {
                return Some((plies.div_ceil(2), game, outcome.line));
            }
        }
    }
    None
}
