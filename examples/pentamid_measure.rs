//! Measures the modules of Pentamid: the commands of `docs/pentamid.md`.
//!
//! ```sh
//! cargo run --release --example pentamid_measure -- perft DEPTH [VARIANT]
//! cargo run --release --example pentamid_measure -- prove PLIES THREADS SECONDS [VARIANT] [plain] [barred]
//! cargo run --release --example pentamid_measure -- solve [VARIANT] [FILE]
//! cargo run --release --example pentamid_measure -- engine SECONDS [VARIANT]
//! ```
//!
//! A `VARIANT` is `WIDTHxHEIGHT,NESTS,LINE`, or the same with `,d` if diagonals count; without one it is the game of the wiki.
//! `plain` switches the drop defence off, `barred` puts the rule against repetition in force.

use std::fs::File;
use std::io::BufWriter;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use solomids::pentamid::engine::Engine;
use solomids::pentamid::game::{Game, Move, Position, Repetition, Rules, Variant, perft};
use solomids::pentamid::prover::{Config, Limits, Verdict, prove};
use solomids::pentamid::retrograde::{self, SolveProgress, solve};

/// Reads a variant.
fn variant(text: &str) -> anyhow::Result<Rules> {
    let mut parts = text.split(',');
    let number = |part: Option<&str>| -> anyhow::Result<usize> {
        part.context("a number is missing")?.parse().context("not a number")
    };
    let (width, height) = parts.next().and_then(|board| board.split_once('x')).context("no board")?;
    let (width, height) = (number(Some(width))?, number(Some(height))?);
    let (nests, line) = (number(parts.next())?, number(parts.next())?);
    let diagonals = parts.next() == Some("d");
    Ok(Rules::new(Variant { width, height, nests, line, diagonals, ..Variant::default() })?)
}

fn shown(line: &[Move]) -> String {
    line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| args.iter().any(|arg| arg == word);
    let given = args.iter().find(|arg| arg.contains('x') && arg.contains(','));
    let rules = given.map_or(Ok(Rules::default()), |text| variant(text))?;
    let number = |i: usize| -> anyhow::Result<u64> {
        args.get(i).context("a number is missing")?.parse().context("not a number")
    };
    println!("{rules}");
    let begin = Instant::now();
    match args.first().map(String::as_str) {
        Some("perft") => {
            for depth in 1..=number(1)? as u32 {
                let begin = Instant::now();
                let count = perft(&rules, &Position::START, depth);
                println!("{depth} {count} in {:.2?}", begin.elapsed());
            }
        }
        Some("prove") => {
            let config = Config {
                plies: number(1)? as u32,
                threads: number(2)? as usize,
                limits: Limits { time: Some(Duration::from_secs(number(3)?)), ..Limits::default() },
                repetition: if has("barred") { Repetition::Barred } else { Repetition::Allowed },
                bound: !has("plain"),
                table: 1 << 30,
                ..Config::default()
            };
            let outcome = prove(&rules, &Position::START, &config);
            println!(
                "{:?}, {} plies searched, {} nodes, {:.2?}",
                outcome.verdict,
                outcome.searched,
                outcome.nodes,
                begin.elapsed()
            );
            if outcome.verdict != Verdict::Unknown {
                println!("{}", shown(&outcome.line));
            }
        }
        Some("solve") => {
            let table = solve(&rules, &Limits::default(), &SolveProgress::default())?;
            println!("{} bytes in {:.2?}", table.bytes(), begin.elapsed());
            println!("start: {:?} {}", table.value(&Position::START), shown(&table.line(&Position::START)));
            println!("{:?}", table.totals());
            let (win, loss) = table.longest();
            for longest in [win, loss].into_iter().flatten() {
                println!("longest: {:?} {}", longest.value, longest.position.text(&rules));
            }
            if let Some(path) = args.last().filter(|arg| arg.contains('.')) {
                retrograde::write(&table, BufWriter::new(File::create(path).context("no such place")?))?;
            }
        }
        Some("engine") => {
            let time = Some(Duration::from_secs(number(1)?));
            let limits = Limits { time, ..Limits::default() };
            let game = Game::new(rules, Repetition::Barred, Position::START);
            let choice = Engine::new(&rules).choose(&game, &limits).context("no legal move")?;
            let rate = choice.nodes as f64 / begin.elapsed().as_secs_f64();
            println!("{choice:?}, {rate:.0} nodes/s");
        }
        _ => bail!("perft, prove, solve or engine"),
    }
    Ok(())
}
