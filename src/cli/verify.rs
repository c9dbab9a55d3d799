//! `verify`: replays a line under the rules and scores it, without the solver.

use std::fmt::Write as _;

use serde::Serialize;
use solomids::fault::Illegal;
use solomids::game::{IllegalLine, Position, replay};
use solomids::numbers::counted;

use super::args::{FormatArg, VerifyArgs};
use super::certificate;
use super::exit_status::ExitStatus;
use super::line::PlayedLine;
use super::settings::SearchSettings;
use super::terminal::Terminal;

/// Output of `verify --format json`.
#[derive(Serialize)]
struct VerifyRecord {
    schema: u32,
    /// Whether all moves are legal.
    legal: bool,
    /// Number of moves in the line.
    moves: usize,
    /// Score of the line, null if a move is illegal.
    score: Option<u8>,
    trees: Option<u8>,
    swaps: Option<u8>,
    won: Option<bool>,
    /// First illegal move.
    illegal: Option<Illegal>,
    /// Claims of the solution that the line contradicts.
    contradictions: Vec<String>,
}

pub(super) fn run(
    arguments: &VerifyArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    if let Some(path) = &arguments.certificate {
        return certificate::verify(path, arguments, settings, terminal);
    }
    let line = PlayedLine::read(&arguments.played, terminal)?;
    let result = replay(&line.start.position, &line.moves);
    let claimed = result.as_ref().ok().zip(line.claims.as_ref());
    let contradictions =
        claimed.map(|(end, claims)| claims.contradictions(&line.start.position, &line.moves, end));
    let contradictions = contradictions.unwrap_or_default();
    let is_valid = result.is_ok() && contradictions.is_empty();
    terminal.answer(&match arguments.format {
        FormatArg::Text => to_text(&line, &result, &contradictions),
        FormatArg::Json => serde_json::to_string(&VerifyRecord::new(&line, &result, contradictions))? + "\n",
    })?;
    Ok(if is_valid { ExitStatus::Done } else { ExitStatus::Bad })
}

impl VerifyRecord {
    fn new(line: &PlayedLine, result: &Result<Position, IllegalLine>, contradictions: Vec<String>) -> Self {
        let end = result.as_ref().ok();
        Self {
            schema: 1,
            legal: end.is_some(),
            moves: line.moves.len(),
            score: end.map(Position::score),
            trees: end.map(Position::trees_banked),
            swaps: end.map(Position::swaps_used),
            won: end.map(Position::is_won),
            illegal: result.err().map(Illegal::from),
            contradictions,
        }
    }
}

/// Formats the result as text.
fn to_text(line: &PlayedLine, result: &Result<Position, IllegalLine>, contradictions: &[String]) -> String {
    let end = match result {
        Ok(end) => end,
        Err(IllegalLine { ply, mv, reason, before }) => {
            return format!(
                "Illegal: move {ply}, {mv}: {reason}\nBefore it: {}\n",
                progress_in_words(before)
            );
        }
    };
    let legal = match line.moves.len() {
        0 => "No moves".into(),
        1 => "Legal: the only move".into(),
        n => format!("Legal: all {n} moves"),
    };
    let mut text = format!("{legal}\nScore {}: {}\n", end.score(), progress_in_words(end));
    for contradiction in contradictions {
        let _ = writeln!(text, "Wrong: {contradiction}");
    }
    text
}

/// Formats the progress of a game: `15 trees banked, a win, 1 swap used`.
pub(super) fn progress_in_words(position: &Position) -> String {
    let trees = counted(position.trees_banked().into(), "tree");
    let swaps = counted(position.swaps_used().into(), "swap");
    let won = if position.is_won() { ", a win" } else { "" };
    format!("{trees} banked{won}, {swaps} used")
}
