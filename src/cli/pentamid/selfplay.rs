//! `selfplay`: games of the engine against itself or at another strength, a row of CSV each, then a table.

use anyhow::Context as _;
use solomids::numbers::{counted, grouped};
use solomids::pentamid::engine::Level;
use solomids::pentamid::game::Repetition;
use solomids::pentamid::selfplay::{self, GameRows, Row, Series, Strength};
use solomids::series::RunOptions;
use solomids::stats::Confidence;

use super::GameInput;
use super::stats::{Counts, to_text};
use crate::cli::args::{PentamidSelfplayArgs, PentamidVariantArgs};
use crate::cli::exit_status::ExitStatus;
use crate::cli::settings::SearchSettings;
use crate::cli::terminal::Terminal;
use crate::cli::{interrupt, rows};

pub(super) fn run(
    arguments: &PentamidSelfplayArgs,
    variant: &PentamidVariantArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let PentamidSelfplayArgs { ref out, resume, force, .. } = *arguments;
    let strength =
        |nodes: Option<u64>, level: Option<Level>| nodes.map(Strength::Nodes).or(level.map(Strength::Level));
    let own = strength(arguments.nodes, arguments.level).context("--nodes or --level is missing")?;
    let other = strength(arguments.against_nodes, arguments.against_level);
    let games = GameRows::new(series(arguments, variant)?, own, other);
    let mut counts = Counts::default();
    let file = rows::open(&games, out.as_deref(), resume, force, &mut |row| counts.add(&row))?;
    let options = RunOptions { threads: settings.thread_count(), interrupt: interrupt::flag()? };
    if counts.games() > 0 {
        let all = counted(file.rows(), "game");
        terminal.note(&format!("{} of {all} are there already", grouped(counts.games())));
    }
    let mut add = |row: Option<&Row>| {
        row.map(|row| counts.add(row));
        (counts.games(), String::new())
    };
    let end = rows::make(file, terminal, &mut add, |file, observer| selfplay::run(file, &options, observer))?;
    if !counts.is_empty() {
        rows::print(&to_text(&counts, Confidence::default()), out.as_deref(), terminal)?;
    }
    if end.interrupted {
        let again = rows::again(out.as_deref());
        let games = counted(counts.games(), "game");
        terminal.note(&format!("Interrupted after {games}; they are written{again}"));
        return Ok(ExitStatus::Interrupted);
    }
    Ok(ExitStatus::Done)
}

/// The series that the arguments name.
fn series(arguments: &PentamidSelfplayArgs, variant: &PentamidVariantArgs) -> anyhow::Result<Series> {
    let rules = variant.rules()?;
    let mut given = GameInput::from_start(rules);
    if let Some(text) = &arguments.first {
        given = given.with_moves(super::MOVES, text)?;
    }
    // The moves are checked before any game is played.
    let first = given.game(Repetition::Barred)?.moves().to_vec();
    Ok(Series {
        rules,
        games: arguments.games,
        seed: arguments.seed,
        first,
        random: arguments.opening,
        cap: arguments.cap,
        pairs: arguments.against_nodes.is_some() || arguments.against_level.is_some(),
    })
}
