//! `pentamid perft`: counts of move sequences, the usual test of move generation.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::kit::json::{SCHEMA, joined};
use crate::pentamid::game::{Game, History, Move, Repetition, perft_from};
use crate::pentamid::prover::StopReason;
use crate::pentamid::record::{self, VariantRecord};
use clap::Args;
use rayon::prelude::*;
use serde_json::json;

use super::args::{self, StartArgs, VariantArgs, plies};
use crate::cli::{CommandResult, ExitStatus, FormatArg, SearchSession, SearchSettings, Terminal, json_line};

/// Count the sequences of legal moves, one line for each depth
///
/// A move that makes a line counts, and nothing is played after it. Exit status: 0, 3 if a limit ended the count, 130
/// interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids pentamid perft --depth 4
  solomids pentamid perft --depth 3 --board 3 --nests 2 '- - -/- L -/- - l 1'")]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Plies of the longest sequences
    #[arg(long, value_name = "D", value_parser = plies)]
    pub(crate) depth: u32,
    /// With the rule against repetition
    #[arg(long)]
    pub(crate) repetition: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

pub(super) fn run(
    arguments: &PerftArgs,
    variant: &VariantArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> CommandResult {
    let repetition = if arguments.repetition { Repetition::Barred } else { Repetition::Allowed };
    let game = args::resolve(&arguments.start, variant, Some(repetition))?.position;
    let session = SearchSession::start(settings, terminal)?;
    let (mut counts, mut stopped) = (Vec::new(), None);
    let is_text = arguments.format == FormatArg::Text;
    for depth in 1..=arguments.depth {
        let done = AtomicU64::new(0);
        let says = || format!("depth {depth}, {} sequences so far", done.load(Ordering::Relaxed));
        match session.watched(says, || count(&game, depth, &session, &done)) {
            Ok(count) => {
                counts.push(count);
                if is_text {
                    // Each line is shown as soon as it is known; a closed pipe ends the work.
                    terminal.print(&format!("{depth} {count}\n"))?;
                }
            }
            Err(stop) => {
                stopped = Some(stop);
                break;
            }
        }
    }
    if !is_text {
        let record = joined([
            json!({
                "schema": SCHEMA,
                "game": record::GAME,
                "position": game.position().text(game.rules()),
                "repetition": arguments.repetition,
                "counts": counts,
            }),
            json!(VariantRecord::new(game.rules())),
            json!({ "stopped": stopped.map(StopReason::name) }),
        ]);
        terminal.answer(&json_line(&record))?;
    }
    if let Some(stop) = stopped {
        terminal.note(&format!("Stopped by {}", session.limits.name(stop)));
    }
    Ok(ExitStatus::of(stopped))
}

/// Counts the sequences of a depth, in parallel over their beginnings.
fn count(game: &Game, depth: u32, session: &SearchSession, done: &AtomicU64) -> Result<u64, StopReason> {
    /// Plies that are counted in one go, at most.
    const IN_ONE_GO: u32 = 4;
    let limits = session.limits_left();
    let halt = limits.halt();
    let begun = depth.saturating_sub(IN_ONE_GO).min(3);
    let mut beginnings = vec![Vec::new()];
    for _ in 0..begun {
        beginnings = beginnings.iter().flat_map(|moves| longer(game, moves)).collect();
    }
    beginnings
        .par_iter()
        .map(|moves| {
            halt.check()?;
            if limits.nodes.is_some_and(|most| done.load(Ordering::Relaxed) > most) {
                return Err(StopReason::Nodes);
            }
            let mut history: History = after(game, moves).history().clone();
            let count = perft_from(game.rules(), game.repetition(), &mut history, depth - begun);
            let so_far = done.fetch_add(count, Ordering::Relaxed) + count;
            match limits.nodes {
                Some(most) if so_far > most => Err(StopReason::Nodes),
                _ => Ok(count),
            }
        })
        .try_reduce(|| 0, |a, b| Ok(a + b))
}

fn after(game: &Game, moves: &[Move]) -> Game {
    let mut game = game.clone();
    for &mv in moves {
        let played = game.play(mv);
        debug_assert!(played.is_ok());
    }
    game
}

/// The sequences that are one legal move longer.
fn longer(game: &Game, moves: &[Move]) -> Vec<Vec<Move>> {
    let next = after(game, moves).legal_moves();
    next.iter().map(|&mv| moves.iter().copied().chain([mv]).collect()).collect()
}
