//! `verify`: replays a game under the rules, without the prover and the engine.

use std::fmt::Write as _;

use solomids::fault::Illegal;
use solomids::pentamid::game::{Game, IllegalLine, Repetition, replay};
use solomids::pentamid::view::words;

use super::output::VerifyRecord;
use super::start::{self, GameInput};
use crate::cli::args::{FormatArg, PentamidVariantArgs, PentamidVerifyArgs};
use crate::cli::exit_status::ExitStatus;
use crate::cli::terminal::Terminal;
use solomids::pentamid::record::{Head, result_name};

pub(super) fn run(
    arguments: &PentamidVerifyArgs,
    variant: &PentamidVariantArgs,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let given = start::read(&arguments.game, variant)?;
    let repetition = match (arguments.no_repetition_rule, given.repetition) {
        (true, _) => Repetition::Allowed,
        (false, said) => said.unwrap_or(Repetition::Barred),
    };
    let result = replay(&given.rules, repetition, given.start, &given.moves());
    let claims = result.as_ref().ok().zip(given.claims.as_ref());
    let contradictions = claims.map(|(game, claims)| claims.contradictions(game)).unwrap_or_default();
    let is_valid = result.is_ok() && contradictions.is_empty();
    terminal.answer(&match arguments.format {
        FormatArg::Text => to_text(&given, &result, &contradictions),
        FormatArg::Json => {
            let game = result.as_ref().ok();
            let record = VerifyRecord {
                head: Head::new(),
                legal: game.is_some(),
                moves: given.moves.len(),
                repetition: repetition == Repetition::Barred,
                position: game.map(|game| game.position().text(&given.rules)),
                result: game.map(|game| result_name(game.status())),
                illegal: result.as_ref().err().cloned().map(Illegal::from),
                contradictions,
            };
            serde_json::to_string(&record)? + "\n"
        }
    })?;
    Ok(if is_valid { ExitStatus::Done } else { ExitStatus::Bad })
}

fn to_text(given: &GameInput, result: &Result<Game, Box<IllegalLine>>, contradictions: &[String]) -> String {
    let game = match result {
        Ok(game) => game,
        Err(line) => {
            let IllegalLine { ply, mv, reason, before } = &**line;
            return format!(
                "Illegal: move {ply}, {mv}: {reason}\nBefore it: {}\n",
                before.text(&given.rules)
            );
        }
    };
    let legal = match given.moves.len() {
        0 => "No moves".into(),
        1 => "Legal: the only move".into(),
        n => format!("Legal: all {n} moves"),
    };
    let rule = match game.repetition() {
        Repetition::Barred => "",
        Repetition::Allowed => ", with earlier states allowed to come back",
    };
    let mut text = format!("{legal}{rule}\n{}\n", words::state(game.status(), game.position().side()));
    for contradiction in contradictions {
        let _ = writeln!(text, "Wrong: {contradiction}");
    }
    text
}
