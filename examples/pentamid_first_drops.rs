//! Judges the six first drops of Pentamid: what is proven after each, then games of the engine against itself.
//!
//! ```sh
//! cargo run --release --example pentamid_first_drops -- PLIES SECONDS GAMES NODES SEED CAP
//! ```
//!
//! The prover searches each drop to `PLIES` plies, or for `SECONDS` at most; then the drop is followed by three random safe plies
//! and the engine plays both sides.

use std::time::Duration;

use anyhow::Context as _;
use solomids::pentamid::engine::{Engine, MoveLimits};
use solomids::pentamid::game::{Move, Position, Repetition, Rules, Side, Size};
use solomids::pentamid::prover::{Config, prove};
use solomids::pentamid::selfplay::{NodePlayer, Player, Series, Tally, play_series};
use solomids::stats::Confidence;

fn main() -> anyhow::Result<()> {
    let numbers: Vec<u64> =
        std::env::args().skip(1).map(|arg| arg.parse().context("a number")).collect::<Result<_, _>>()?;
    let number = |i: usize, default: u64| numbers.get(i).copied().unwrap_or(default);
    let (plies, seconds, games) = (number(0, 12), number(1, 60), number(2, 200));
    let (nodes, seed, cap) = (number(3, 5000), number(4, 1), number(5, 400));
    let rules = Rules::default();
    for class in rules.square_classes() {
        let mv = Move::Drop { size: Size::Large, to: class[0] };
        let config = Config {
            plies: plies as u32,
            repetition: Repetition::Allowed,
            timeout: Some(Duration::from_secs(seconds)),
            table: 512 << 20,
            threads: rayon::current_num_threads(),
            ..Config::default()
        };
        let outcome = prove(&rules, &Position::START.after(mv), &config);
        println!("{mv}: {:?} for the second player, {} plies searched", outcome.verdict, outcome.searched);
        let series =
            Series { rules, games, seed, first: vec![mv], random: 3, cap: cap as usize, pairs: false };
        let rows = play_series(&series, |_| {
            [0, 1].map(|_| -> Box<dyn Player> {
                Box::new(NodePlayer::new(Engine::new(&rules), MoveLimits::nodes(nodes)))
            })
        });
        let mut tally = Tally::default();
        for row in &rows {
            tally.add(row.result, Side::One);
        }
        let confidence = Confidence::default();
        println!("    first player: {tally:?}");
        println!(
            "    of decided games {} %, of all {} %",
            tally.of_decided(confidence),
            tally.of_all(confidence)
        );
    }
    Ok(())
}
