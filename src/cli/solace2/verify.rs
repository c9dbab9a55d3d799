//! `solace2 verify`: replays a line under the rules and scores it, without the solver.

use clap::Args;
use serde::Serialize;
use solomids::fault::Illegal;
use solomids::numbers::counted;
use solomids::solace2::game::{IllegalLine, Position, replay};
use solomids::solace2::start::GameInput;

use super::args::{self, StartArgs};
use crate::cli::args::FormatArg;
use crate::cli::exit_status::CommandResult;
use crate::cli::terminal::Terminal;
use crate::cli::verify::{ReplayRecord, ReplayWords};

/// Replay a line under the rules and score it
///
/// Uses nothing of the solver. Exit status: 0 when all moves are legal and nothing that is claimed of the line is
/// wrong, else 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 verify --seed 1 --moves 'L-1>2 M-1>3'
  solomids solace2 solve --seed 1 --format json | solomids solace2 verify -")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

#[derive(Serialize)]
struct Head {
    schema: u32,
    game: &'static str,
    reading: String,
}

#[derive(Serialize)]
struct End {
    score: Option<u8>,
}

pub(super) fn run(arguments: &VerifyArgs, terminal: Terminal) -> CommandResult {
    let (reading, moves, result, contradictions) = match args::read(&arguments.start)? {
        GameInput::Start(start) => (start.reading, start.played.len(), Ok(start.position), Vec::new()),
        GameInput::Game(game) => {
            let result = replay(&Position::new(&game.deal), game.reading, &game.moves);
            let wrong = result.as_ref().map_or_else(|_| Vec::new(), |end| game.contradictions(end));
            (game.reading, game.moves.len(), result, wrong)
        }
    };
    let record = ReplayRecord {
        head: Head { schema: 1, game: "solace2", reading: reading.name() },
        legal: result.is_ok(),
        moves,
        end: End { score: result.as_ref().ok().map(Position::score) },
        illegal: result.as_ref().err().cloned().map(Illegal::from),
        contradictions,
    };
    let end = match &result {
        Ok(end) => format!("Score {}: {} on the table", end.score(), counted(end.score().into(), "tower")),
        Err(IllegalLine { before, .. }) => format!("score {}", before.score()),
    };
    let under = format!(" under the reading {}", reading.name());
    record.answer(&ReplayWords { under, except: "", end }, arguments.format, terminal)
}
