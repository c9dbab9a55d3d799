//! `verify`: replays a line under the rules and scores it, without the solver.

use std::fmt::Write as _;

use serde::Serialize;
use solomids::game::{IllegalLine, Position, replay};
use solomids::numbers::counted;

use super::Status;
use super::args::{self, Format};
use super::line::Line;
use super::terminal::Terminal;

/// What `--format json` prints.
#[derive(Serialize)]
struct Record {
    schema: u32,
    /// All moves are legal.
    legal: bool,
    /// Moves in the line.
    moves: usize,
    /// What the line reaches, null when a move is illegal.
    score: Option<u8>,
    trees: Option<u8>,
    swaps: Option<u8>,
    won: Option<bool>,
    /// The first illegal move.
    illegal: Option<Illegal>,
    /// Claims of the solution that the line does not bear out.
    contradictions: Vec<String>,
}

/// An illegal move in JSON.
#[derive(Serialize)]
pub(super) struct Illegal {
    /// Number of the move, from 1.
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    reason: String,
}

pub(super) fn run(arguments: &args::Verify, terminal: Terminal) -> anyhow::Result<Status> {
    let line = Line::read(&arguments.played, terminal)?;
    let result = replay(&line.start.position, &line.moves);
    let claimed = result.as_ref().ok().zip(line.claims.as_ref());
    let contradictions =
        claimed.map(|(end, claims)| claims.contradictions(&line.start.position, &line.moves, end));
    let contradictions = contradictions.unwrap_or_default();
    let good = result.is_ok() && contradictions.is_empty();
    terminal.answer(&match arguments.format {
        Format::Text => in_text(&line, &result, &contradictions),
        Format::Json => serde_json::to_string(&Record::new(&line, &result, contradictions))? + "\n",
    })?;
    Ok(if good { Status::Done } else { Status::Bad })
}

impl Record {
    fn new(line: &Line, result: &Result<Position, IllegalLine>, contradictions: Vec<String>) -> Self {
        let end = result.as_ref().ok();
        Self {
            schema: 1,
            legal: end.is_some(),
            moves: line.moves.len(),
            score: end.map(Position::score),
            trees: end.map(Position::trees_banked),
            swaps: end.map(Position::swaps_used),
            won: end.map(Position::is_won),
            illegal: result.as_ref().err().map(Illegal::new),
            contradictions,
        }
    }
}

impl Illegal {
    pub(super) fn new(IllegalLine { ply, mv, reason, .. }: &IllegalLine) -> Self {
        Self { ply: *ply, mv: mv.to_string(), reason: reason.to_string() }
    }
}

/// The finding for people.
fn in_text(line: &Line, result: &Result<Position, IllegalLine>, contradictions: &[String]) -> String {
    let end = match result {
        Ok(end) => end,
        Err(IllegalLine { ply, mv, reason, before }) => {
            return format!("Illegal: move {ply}, {mv}: {reason}\nBefore it: {}\n", reached(before));
        }
    };
    let legal = match line.moves.len() {
        0 => "No moves".into(),
        1 => "Legal: the only move".into(),
        n => format!("Legal: all {n} moves"),
    };
    let mut text = format!("{legal}\nScore {}: {}\n", end.score(), reached(end));
    for contradiction in contradictions {
        let _ = writeln!(text, "Wrong: {contradiction}");
    }
    text
}

/// How far play has come: `15 trees banked, a win, 1 swap used`.
pub(super) fn reached(position: &Position) -> String {
    let trees = counted(position.trees_banked().into(), "tree");
    let swaps = counted(position.swaps_used().into(), "swap");
    let won = if position.is_won() { ", a win" } else { "" };
    format!("{trees} banked{won}, {swaps} used")
}
