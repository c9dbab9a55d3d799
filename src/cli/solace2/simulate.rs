//! `solace2 simulate`: scores of players that see exposed pieces only.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::numbers::{counted, grouped};
use crate::solace2::game::Palette;
use crate::solace2::players::PlayerKind;
use crate::solace2::players::rows::{self as games, SimulationRows};
use crate::solace2::players::{Played, Sight, Simulation, Summary};
use anyhow::Context as _;
use clap::Args;

use super::args::{self, ReadingArgs};
use super::optimum;
use crate::cli::args::values;
use crate::cli::rows::{self, RowsArgs};
use crate::cli::settings;
use crate::cli::{CommandResult, ExitStatus, SearchSettings, Terminal, refuse};

/// Simulate a player that sees exposed pieces only: one CSV row for each game, then a summary
///
/// With --best each deal is solved as well, and the summary says what seeing everything is worth. With --out the
/// summary goes to standard output, else the rows do. Exit status: 0 done, 3 if best scores are undecided within the
/// limits, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 simulate --player careful --count 1000 --out careful.csv
  solomids solace2 simulate --player optimal --count 20 --best")]
pub(crate) struct SimulateArgs {
    /// The player
    #[arg(long, value_name = "NAME", value_parser = values::player(), default_value = "careful")]
    pub(crate) player: PlayerKind,
    /// Seed of deals and of the player, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", value_parser = values::index, default_value = "1")]
    pub(crate) seed: u64,
    /// Number of the first deal, from 0
    #[arg(long, value_name = "A", value_parser = values::index, default_value = "0")]
    pub(crate) start: u64,
    /// How many games to play
    #[arg(long, value_name = "N", value_parser = values::count, default_value = "100")]
    pub(crate) count: u64,
    /// Colour of transparent pieces, K, W or C; all pieces are opaque unless it is given
    #[arg(long, value_name = "COLOUR", value_parser = values::clear)]
    pub(crate) clear: Option<crate::solace2::game::Colour>,
    /// Solve each deal as well
    #[arg(long)]
    pub(crate) best: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
}

pub(super) fn run(arguments: &SimulateArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    let options = settings.run_options()?;
    let limits = args::limits(settings, options.threads, Arc::clone(&options.interrupt));
    let simulation = Simulation {
        kind: arguments.player,
        reading: arguments.reading.reading.unwrap_or_default(),
        sight: arguments.clear.map_or(Sight::Opaque, Sight::Through),
        seed: arguments.seed,
        indices: settings::indices(arguments.start, arguments.count)?,
        limits: arguments.best.then_some(limits),
    };
    if simulation.kind == PlayerKind::Optimal && simulation.optimum().is_none() {
        return match arguments.clear {
            Some(_) => refuse("the player optimal sees no piece through another", "leave out --clear"),
            None => optimum::refuse_unknown(simulation.reading),
        };
    }
    let series = SimulationRows::new(simulation, settings.limits()).context("these are too many games")?;
    let mut played: Vec<Played> = Vec::new();
    let file = arguments.rows.open(&series, &mut |row| played.push(row))?;
    let all = counted(arguments.count, "game");
    if !played.is_empty() {
        terminal.note(&format!("{} of {all} are there already", grouped(played.len() as u64)));
    }
    let mut add = |row: Option<&Played>| match row {
        Some(row) => {
            played.push(row.clone());
            (0, String::new())
        }
        None => (played.len() as u64, Summary::of_scores(&played).map_or_else(String::new, in_words)),
    };
    let end = rows::make(file, terminal, &mut add, |file, observer| games::run(file, &options, observer))?;
    played.sort_unstable_by_key(|game| game.index);
    arguments.rows.print(&summary(series.simulation(), &played), terminal)?;
    if end.interrupted {
        let again = arguments.rows.again();
        terminal.note(&format!("interrupted after {} of {all}{again}", played.len()));
        return Ok(ExitStatus::Interrupted);
    }
    let open = undecided(series.simulation(), &played);
    Ok(if open > 0 { ExitStatus::Undecided } else { ExitStatus::Done })
}

/// The summary of all games.
fn summary(simulation: &Simulation, played: &[Played]) -> String {
    let sight = match simulation.sight {
        Sight::Opaque => "opaque pieces".into(),
        Sight::Through(colour) => format!("transparent {} pieces", Palette::default().name(colour)),
    };
    let mut text = format!(
        "Player {}, reading {}, {sight}, {}\n",
        simulation.kind.name(),
        simulation.reading.name(),
        counted(played.len() as u64, "game")
    );
    if let Some(scores) = Summary::of_scores(played) {
        let _ = writeln!(text, "Score: {}", in_words(scores));
    }
    if simulation.limits.is_some() {
        if let Some(hidden) = Summary::of_hidden(played) {
            let _ = writeln!(text, "Seeing everything is worth: {}", in_words(hidden));
        }
        let undecided = undecided(simulation, played);
        if undecided > 0 {
            let _ = writeln!(text, "The best score is undecided for {}", counted(undecided, "deal"));
        }
    }
    text
}

/// The deals whose best score was searched for in vain.
fn undecided(simulation: &Simulation, played: &[Played]) -> u64 {
    let is_undecided = |game: &&Played| simulation.limits.is_some() && game.best.is_none();
    played.iter().filter(is_undecided).count() as u64
}

/// Mean, standard error and interval.
fn in_words(summary: Summary) -> String {
    let Summary { mean, margin, .. } = summary;
    let error = summary.standard_error();
    format!(
        "{mean:.3}, standard error {error:.3}, 95 % interval {:.3} to {:.3}",
        mean - margin,
        mean + margin
    )
}
