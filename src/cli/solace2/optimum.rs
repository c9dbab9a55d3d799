//! `solace2 optimum`: the most that a player can expect who sees only what lies open.

use std::fmt::Write as _;

use crate::kit::json::SCHEMA;
use crate::numbers::{counted, grouped};
use crate::solace2::game::Reading;
use crate::solace2::optimum::{Expectation, Optimum};
use crate::solace2::record;
use crate::solace2::solver::StopReason;
use clap::Args;
use serde_json::json;

use super::args::ReadingArgs;
use crate::cli::args::values;
use crate::cli::{
    CommandResult, ExitStatus, FormatArg, SearchSession, SearchSettings, Terminal, json_line, refuse,
};

/// Compute the greatest expected number of towers for a player that sees only what lies open
///
/// Before the first move of a random deal, with the probability of each score under one of the best ways to play, and
/// what seeing everything is worth: the mean best score of the census less the expected score. Exit status: 0 decided,
/// 3 undecided within the limits, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 optimum
  solomids solace2 optimum --reading inert --format json
  solomids solace2 optimum --reading open --stashes 3")]
pub(crate) struct OptimumArgs {
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Stashes of each colour, 1 to 5: the game has 5
    #[arg(long, value_name = "N", value_parser = values::stashes, default_value = "5")]
    pub(crate) stashes: usize,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

pub(super) fn run(arguments: &OptimumArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    let &OptimumArgs { reading, stashes, format } = arguments;
    let reading = reading.reading.unwrap_or_default();
    let Some(mut optimum) = Optimum::new(reading, stashes) else {
        let message = format!("the best play under the reading {} is not known", reading.name());
        return refuse(
            message,
            "name a reading with R2 and without R3: literal, inert, caps-only, rigid or open",
        );
    };
    let session = SearchSession::start(settings, terminal)?;
    let found = session.watched(|| "solving".into(), || optimum.expectation(&session.config.limits));
    let states = optimum.states();
    let printed = match (format, &found) {
        (FormatArg::Json, _) => {
            let (known, stopped) = (found.as_ref().ok(), found.as_ref().err());
            let score = |(score, share): (usize, f64)| json!({ "score": score, "probability": share });
            json_line(&json!({
                "schema": SCHEMA,
                "game": record::GAME,
                "reading": reading.name(),
                "stashes": stashes,
                "expected": known.map(|found| found.expected),
                "seen": known.and_then(|found| found.seen),
                "worth": known.and_then(Expectation::worth),
                "scores": known.into_iter().flat_map(Expectation::shares).map(score).collect::<Vec<_>>(),
                "states": states,
                "reached": known.map(|found| found.reached),
                "stopped": stopped.copied().map(StopReason::name),
            }))
        }
        (FormatArg::Text, Ok(found)) => to_text(reading, stashes, states, found),
        (FormatArg::Text, &Err(stopped)) => {
            let (name, limit) = (reading.name(), session.limits.name(stopped));
            format!("Undecided (reading {name}): stopped by {limit} after {}\n", counted_states(states))
        }
    };
    terminal.print(&printed)?;
    Ok(ExitStatus::of(found.err()))
}

fn counted_states(states: usize) -> String {
    counted(states as u64, "state")
}

fn to_text(reading: Reading, stashes: usize, states: usize, found: &Expectation) -> String {
    let Expectation { expected, seen, reached, .. } = found;
    let mut text = format!(
        "Reading {}, {} of each colour, {}; one of the best ways to play reaches {}\n",
        reading.name(),
        if stashes == 1 { "1 stash".into() } else { format!("{stashes} stashes") },
        counted_states(states),
        grouped(*reached as u64)
    );
    let _ = writeln!(text, "score  probability");
    for (score, share) in found.shares() {
        let _ = writeln!(text, "{score:>5}  {:>10.6} %", 100.0 * share);
    }
    let _ = writeln!(
        text,
        "The best player that sees only what lies open makes {expected:.9} towers on average (rounding error below 10^-12)"
    );
    if let (Some(seen), Some(worth)) = (seen, found.worth()) {
        let _ = writeln!(
            text,
            "With everything seen it is {seen:.9}: seeing everything is worth {worth:.9} towers"
        );
    }
    text
}
