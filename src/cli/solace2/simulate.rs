//! `solace2 simulate`: scores of players that see exposed pieces only.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use solomids::numbers::counted;
use solomids::solace2::game::Palette;
use solomids::solace2::players::{Played, Sight, Simulation, Summary, simulate};

use super::limits;
use crate::cli::args::Solace2SimulateArgs;
use crate::cli::exit_status::ExitStatus;
use crate::cli::failure::{ErrorWithHelp, is_closed_pipe};
use crate::cli::settings::{self, SearchSettings};
use crate::cli::terminal::{Terminal, cannot_write, unless_closed};
use crate::cli::{interrupt, output};

/// Games that are played before their rows are written, for each thread.
const GAMES_AT_ONCE: u64 = 4;

/// First line of the rows.
const COLUMNS: &str = "index,deal,player,reading,score,moves,best\n";

pub(super) fn run(
    arguments: &Solace2SimulateArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let interrupt = interrupt::flag()?;
    let indices = settings::indices(arguments.start, arguments.count)?;
    let kind = arguments.worlds.map_or(arguments.player, |worlds| arguments.player.with_worlds(worlds));
    if arguments.worlds.is_some() && kind.worlds().is_none() {
        let message = format!("the player {} imagines no games", kind.name());
        return Err(ErrorWithHelp::new(message, "leave out --worlds, or name another player").into());
    }
    let mut rows: Box<dyn Write> = match &arguments.out {
        None => Box::new(terminal.out()),
        Some(path) => Box::new(BufWriter::new(create(path, arguments.force)?)),
    };
    settings.start_threads()?;
    let threads = settings.thread_count();
    let limits = limits(settings, threads, std::sync::Arc::clone(&interrupt));
    let simulation = Simulation {
        kind,
        reading: arguments.reading.reading.unwrap_or_default(),
        sight: arguments.clear.map_or(Sight::Opaque, Sight::Through),
        seed: arguments.seed,
        indices: indices.clone(),
        limits: arguments.best.then_some(limits),
    };
    let written = |error: io::Error| match &arguments.out {
        None => cannot_write(error),
        Some(path) => anyhow::Error::new(error).context(format!("cannot write `{}`", path.display())),
    };
    let mut played: Vec<Played> = Vec::new();
    let bar = terminal.bar(arguments.count);
    let mut print = || -> anyhow::Result<bool> {
        rows.write_all(COLUMNS.as_bytes()).map_err(written)?;
        let mut next = Some(*indices.start());
        while let Some(first) = next {
            let last = first.saturating_add(GAMES_AT_ONCE * threads as u64 - 1).min(*indices.end());
            let part = Simulation { indices: first..=last, ..simulation.clone() };
            let games = simulate(&part);
            if interrupt.load(Ordering::Relaxed) {
                // Searches of these deals may have ended early.
                return Ok(true);
            }
            for game in &games {
                rows.write_all(row(&simulation, game).as_bytes()).map_err(written)?;
            }
            rows.flush().map_err(written)?;
            played.extend(games);
            if let Some(bar) = &bar {
                bar.set_position(played.len() as u64);
                bar.set_message(Summary::of_scores(&played).map_or_else(String::new, in_words));
            }
            next = last.checked_add(1).filter(|_| last < *indices.end());
        }
        Ok(false)
    };
    let printed = print();
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let interrupted = match printed {
        Err(error) if is_closed_pipe(&error) => return Ok(ExitStatus::Done),
        printed => printed?,
    };
    let text = summary(&simulation, &played);
    match arguments.out {
        Some(_) => unless_closed(terminal.print(&text))?,
        None => terminal.note(text.trim_end()),
    }
    if interrupted {
        terminal.note(&format!("interrupted after {} of {}", played.len(), counted(arguments.count, "game")));
        return Ok(ExitStatus::Interrupted);
    }
    Ok(if undecided(&simulation, &played) > 0 { ExitStatus::Undecided } else { ExitStatus::Done })
}

/// A new file for the rows.
fn create(path: &Path, force: bool) -> anyhow::Result<std::fs::File> {
    output::check_folder(path)?;
    let mut options = OpenOptions::new();
    options.write(true);
    let opened = if force {
        options.create(true).truncate(true).open(path)
    } else {
        options.create_new(true).open(path)
    };
    match opened {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let help = "--force replaces it, or choose another name";
            Err(ErrorWithHelp::new(format!("`{}` exists", path.display()), help).into())
        }
        opened => opened.with_context(|| format!("cannot write `{}`", path.display())),
    }
}

/// The row of a game.
fn row(simulation: &Simulation, game: &Played) -> String {
    let Played { index, deal, score, moves, best } = game;
    let deal = Palette::default().deal(deal);
    let best = best.map_or_else(String::new, |best| best.to_string());
    format!(
        "{index},{deal},{},{},{score},{moves},{best}\n",
        simulation.kind.name(),
        simulation.reading.name()
    )
}

/// The summary of all games.
fn summary(simulation: &Simulation, played: &[Played]) -> String {
    let sight = match simulation.sight {
        Sight::Opaque => "opaque pieces".into(),
        Sight::Through(colour) => format!("transparent {} pieces", Palette::default().name(colour)),
    };
    let worlds = simulation.kind.worlds();
    let worlds = worlds.map_or_else(String::new, |worlds| format!(" with {worlds} imagined games a choice"));
    let mut text = format!(
        "Player {}{worlds}, reading {}, {sight}, {}\n",
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
