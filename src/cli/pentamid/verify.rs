//! `pentamid verify`: replays a game under the rules, without the prover and the engine.

use std::ffi::OsString;

use clap::{Args, ValueHint};
use serde::Serialize;
use solomids::fault::Illegal;
use solomids::pentamid::game::{Repetition, replay};
use solomids::pentamid::record::{Head, result_name};
use solomids::pentamid::view::words;

use super::args::{self, VariantArgs};
use crate::cli::args::FormatArg;
use crate::cli::exit_status::CommandResult;
use crate::cli::terminal::Terminal;
use crate::cli::verify::{ReplayRecord, ReplayWords};

/// Replay a game under the rules, the one against repetition included
///
/// It reads what `play` saves and what `analyze --format json` prints, and compares what is claimed of the moves: that
/// they are legal, and how they end. It uses nothing of the prover and the engine, so it does not check that a win is
/// forced. Exit status: 0 when all moves are legal and no claim is wrong, else 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids pentamid verify 'L@a1 L@e5 La1-a2'
  solomids pentamid analyze --board 3 --nests 2 --format json | solomids pentamid verify -")]
pub(crate) struct VerifyArgs {
    /// Moves from the start, or a game or an analysis in JSON: a file, `-` for standard input, or the text itself
    #[arg(value_name = "GAME", value_hint = ValueHint::FilePath)]
    pub(crate) game: OsString,
    /// Let earlier states come back
    #[arg(long)]
    pub(crate) no_repetition_rule: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// The end of a game.
#[derive(Serialize)]
struct End {
    /// Whether earlier states may not come back.
    repetition: bool,
    /// The position at the end.
    position: Option<String>,
    /// `1` or `2` for the winner, `draw`, or `open`.
    result: Option<&'static str>,
}

pub(super) fn run(arguments: &VerifyArgs, variant: &VariantArgs, terminal: Terminal) -> CommandResult {
    let given = args::read(&arguments.game, variant)?;
    let repetition = match (arguments.no_repetition_rule, given.repetition) {
        (true, _) => Repetition::Allowed,
        (false, said) => said.unwrap_or(Repetition::Barred),
    };
    let result = replay(&given.rules, repetition, given.start, &given.moves());
    let game = result.as_ref().ok();
    let claims = game.zip(given.claims.as_ref());
    let record = ReplayRecord {
        head: Head::new(),
        legal: game.is_some(),
        moves: given.moves().len(),
        end: End {
            repetition: repetition == Repetition::Barred,
            position: game.map(|game| game.position().text(&given.rules)),
            result: game.map(|game| result_name(game.status())),
        },
        illegal: result.as_ref().err().cloned().map(Illegal::from),
        contradictions: claims.map(|(game, claims)| claims.contradictions(game)).unwrap_or_default(),
    };
    let except = match repetition {
        Repetition::Barred => "",
        Repetition::Allowed => ", with earlier states allowed to come back",
    };
    let end = match &result {
        Ok(game) => words::state(game.status(), game.position().side()),
        Err(line) => line.before.text(&given.rules),
    };
    record.answer(&ReplayWords { under: String::new(), except, end }, arguments.format, terminal)
}
