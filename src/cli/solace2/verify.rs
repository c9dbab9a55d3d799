//! `solace2 verify`: replays a line under the rules and scores it, without the solver.

use std::fmt::Write as _;

use solomids::numbers::counted;
use solomids::solace2::game::{IllegalLine, Position, Reading, replay};

use super::start::{GameInput, no_deal};
use crate::cli::args::{FormatArg, Solace2VerifyArgs};
use crate::cli::exit_status::ExitStatus;
use crate::cli::terminal::Terminal;
use solomids::solace2::record::VerifyRecord;

pub(super) fn run(arguments: &Solace2VerifyArgs, terminal: Terminal) -> anyhow::Result<ExitStatus> {
    let (reading, moves, result, contradictions) = match read(arguments)? {
        GameInput::Start(start) => (start.reading, start.played.len(), Ok(start.position), Vec::new()),
        GameInput::Game(_, game) => {
            let result = replay(&Position::new(&game.deal), game.reading, &game.moves);
            let wrong = result.as_ref().map_or_else(|_| Vec::new(), |end| game.contradictions(end));
            (game.reading, game.moves.len(), result, wrong)
        }
    };
    let is_valid = result.is_ok() && contradictions.is_empty();
    terminal.answer(&match arguments.format {
        FormatArg::Text => to_text(reading, moves, &result, &contradictions),
        FormatArg::Json => {
            serde_json::to_string(&VerifyRecord::new(reading, moves, &result, contradictions))? + "\n"
        }
    })?;
    Ok(if is_valid { ExitStatus::Done } else { ExitStatus::Bad })
}

fn read(arguments: &Solace2VerifyArgs) -> anyhow::Result<GameInput> {
    GameInput::read(&arguments.start)?.ok_or_else(no_deal)
}

/// Formats the result as text.
fn to_text(
    reading: Reading,
    moves: usize,
    result: &Result<Position, IllegalLine>,
    contradictions: &[String],
) -> String {
    let reading = reading.name();
    let end = match result {
        Ok(end) => end,
        Err(IllegalLine { ply, mv, reason, before }) => {
            return format!(
                "Illegal under the reading {reading}: move {ply}, {mv}: {reason}\nBefore it: score {}\n",
                before.score()
            );
        }
    };
    let legal = match moves {
        0 => "No moves".into(),
        1 => format!("Legal under the reading {reading}: the only move"),
        n => format!("Legal under the reading {reading}: all {n} moves"),
    };
    let towers = counted(end.score().into(), "tower");
    let mut text = format!("{legal}\nScore {}: {towers} on the table\n", end.score());
    for contradiction in contradictions {
        let _ = writeln!(text, "Wrong: {contradiction}");
    }
    text
}
