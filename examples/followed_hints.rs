//! Plays deals to the end by the first move that hints name, and reports games that come back to an earlier position.
//!
//! ```sh
//! cargo run --release --example followed_hints -- DEALS NODES
//! ```
//!
//! The deals are the first ones of seed 1 of the tabletop dealer. Each is played twice: by `good_move`, which is the hint of
//! `play` and of `hint --once`, and by the first move that `hints` lists. A hint may cost NODES nodes. The program fails if a
//! position comes back.

use std::collections::HashSet;
use std::process::ExitCode;

use rayon::prelude::*;
use solomids::analysis::{Hints, good_move, hints};
use solomids::dealer::tabletop;
use solomids::game::{Palette, Position};
use solomids::solver::{Config, Parallelism, Solver};

const SEED: u64 = 1;

type Advice = fn(&mut Solver, &Position, &Config) -> Hints;

/// End of a game that followed hints.
struct Followed {
    score: u8,
    moves: usize,
    /// The position that came back, if one did.
    repeated: Option<Position>,
}

/// Follows the first move of each hint until no move is named, or no move can raise the score.
fn follow(advice: Advice, solver: &mut Solver, start: Position, config: &Config) -> Followed {
    let mut position = start;
    let mut seen = HashSet::from([start]);
    loop {
        let found = advice(solver, &position, config);
        let over = |repeated| Followed { score: position.score(), moves: seen.len() - 1, repeated };
        match found.moves.first() {
            Some(hint) if !found.is_idle(&position) => {
                position.play(hint.mv).expect("hints name legal moves");
            }
            _ => return over(None),
        }
        if !seen.insert(position) {
            return Followed { score: position.score(), moves: seen.len(), repeated: Some(position) };
        }
    }
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let &[deals, nodes] = numbers.as_slice() else {
        eprintln!("usage: followed_hints DEALS NODES");
        return ExitCode::from(2);
    };
    let config = Config { max_nodes: Some(nodes), parallelism: Parallelism::Sequential, ..Config::default() };
    let mut loops = 0;
    for (name, advice) in [("good_move", good_move as Advice), ("hints", hints)] {
        let games: Vec<Followed> = (0..deals)
            .into_par_iter()
            .map_init(Solver::new, |solver, index| {
                follow(advice, solver, *tabletop::deal(SEED, index).position(), &config)
            })
            .collect();
        for (index, game) in games.iter().enumerate() {
            if let Some(position) = &game.repeated {
                loops += 1;
                let text = Palette::default().canonical(position).replace('\n', "/");
                println!("{name}, deal {index}, move {}: this position comes back: {text}", game.moves);
            }
        }
        let mean = |value: fn(&Followed) -> usize| {
            games.iter().map(value).sum::<usize>() as f64 / games.len().max(1) as f64
        };
        let (score, moves) = (mean(|game| game.score.into()), mean(|game| game.moves));
        let repeated = games.iter().filter(|game| game.repeated.is_some()).count();
        println!(
            "{name}: {deals} games, {repeated} loops, {score:.2} points and {moves:.1} moves on average"
        );
    }
    if loops == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
