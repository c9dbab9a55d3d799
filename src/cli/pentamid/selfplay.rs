//! `selfplay`: games of the engine against itself or at another strength, a row of CSV each, then a table.

use crate::numbers::{counted, grouped};
use crate::pentamid::engine::Level;
use crate::pentamid::game::Repetition;
use crate::pentamid::selfplay::{self, GameRows, GameSeries, Row, Strength};
use crate::stats::Confidence;
use anyhow::Context as _;
use clap::Args;

use super::args::{self, VariantArgs, level};
use super::stats::{Counts, to_text};
use crate::cli::args::values;
use crate::cli::rows::{self, RowsArgs};
use crate::cli::{ExitStatus, SearchSettings, Terminal};

/// Let the engine play against itself, a row of CSV for each game
///
/// The same options give the same bytes for any number of threads. A game that reaches the cap is unfinished, never
/// drawn. With a second player the two exchange sides, and each opening is played twice. A sidecar, FILE.meta.json, says
/// what the games are played with; --resume goes on after an interruption or a crash. Exit status: 0, 130 interrupted,
/// with the finished games kept, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids pentamid selfplay --games 100 --nodes 1000 --seed 1 --out games.csv
  solomids pentamid selfplay --games 100 --nodes 1000 --seed 1 --out games.csv --resume
  solomids pentamid selfplay --games 20 --nodes 500 --first 'L@c3' --cap 100
  solomids pentamid selfplay --games 100 --level 3 --against-level 2 --out levels.csv")]
pub(crate) struct SelfplayArgs {
    /// How many games to play
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) games: u64,
    /// Positions that the engine searches for a move
    #[arg(long, value_name = "N", value_parser = values::count,
          required_unless_present = "level", conflicts_with = "level")]
    pub(crate) nodes: Option<u64>,
    /// Level of strength, in place of --nodes
    #[arg(long, value_name = "1-8", value_parser = level)]
    pub(crate) level: Option<Level>,
    /// Nodes of a second player
    #[arg(long, value_name = "N", value_parser = values::count, conflicts_with = "against_level")]
    pub(crate) against_nodes: Option<u64>,
    /// Level of a second player
    #[arg(long, value_name = "1-8", value_parser = level)]
    pub(crate) against_level: Option<Level>,
    /// Seed of the openings, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", default_value = "1", value_parser = values::index)]
    pub(crate) seed: u64,
    /// Plies after which a game is left unfinished
    #[arg(long, value_name = "PLIES", default_value = "300", value_parser = values::up_to_10_000)]
    pub(crate) cap: usize,
    /// Random plies that each game begins with, none of which loses at once where that can be helped
    #[arg(long, value_name = "PLIES", default_value = "4", value_parser = values::up_to_10_000)]
    pub(crate) opening: usize,
    /// Moves that each game begins with, before the random ones
    #[arg(long, value_name = "MOVES")]
    pub(crate) first: Option<String>,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
}

pub(super) fn run(
    arguments: &SelfplayArgs,
    variant: &VariantArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let strength =
        |nodes: Option<u64>, level: Option<Level>| nodes.map(Strength::Nodes).or(level.map(Strength::Level));
    let own = strength(arguments.nodes, arguments.level).context("--nodes or --level is missing")?;
    let other = strength(arguments.against_nodes, arguments.against_level);
    let games = GameRows::new(series(arguments, variant)?, own, other);
    let mut counts = Counts::default();
    let file = arguments.rows.open(&games, &mut |row| counts.add(&row))?;
    let options = settings.run_options()?;
    if counts.games() > 0 {
        let all = counted(file.rows(), "game");
        terminal.note(&format!("{} of {all} are there already", grouped(counts.games())));
    }
    let mut add = |row: Option<&Row>| {
        if let Some(row) = row {
            counts.add(row);
        }
        (counts.games(), String::new())
    };
    let end = rows::make(file, terminal, &mut add, |file, observer| selfplay::run(file, &options, observer))?;
    if !counts.is_empty() {
        arguments.rows.print(&to_text(&counts, Confidence::default()), terminal)?;
    }
    if end.interrupted {
        let again = arguments.rows.again();
        let games = counted(counts.games(), "game");
        terminal.note(&format!("Interrupted after {games}; they are written{again}"));
        return Ok(ExitStatus::Interrupted);
    }
    Ok(ExitStatus::Done)
}

/// The series that the arguments name.
fn series(arguments: &SelfplayArgs, variant: &VariantArgs) -> anyhow::Result<GameSeries> {
    let rules = variant.rules()?;
    let mut given =
        crate::games::port::Given::start(crate::pentamid::port::Start::new(rules, Repetition::Barred));
    if let Some(text) = &arguments.first {
        crate::pentamid::port::add_moves(&mut given, &crate::fault::NamedText::new(args::MOVES, text))?;
    }
    // The moves are checked before any game is played.
    let first = given.played()?.moves;
    Ok(GameSeries {
        rules,
        games: arguments.games,
        seed: arguments.seed,
        first,
        random: arguments.opening,
        cap: arguments.cap,
        pairs: arguments.against_nodes.is_some() || arguments.against_level.is_some(),
    })
}
