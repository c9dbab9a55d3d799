//! `verify`: replays a line under the rules and scores it, without the solver.

use std::fmt::Write as _;

use serde::Serialize;
use solomids::dealer::Source;
use solomids::game::{IllegalLine, MAX_SWAPS, Move, Position, TREES, replay};

use solomids::numbers::counted;

use super::Status;
use super::args::{self, Format};
use super::line::{Claim, Claims, Line};
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
    let contradictions =
        result.as_ref().map_or_else(|_| Vec::new(), |end| line.claims.contradictions(end, &line));
    let good = result.is_ok() && contradictions.is_empty();
    terminal.answer(&match arguments.format {
        Format::Text => in_text(&line, &result, &contradictions),
        Format::Json => serde_json::to_string(&Record::new(&line, &result, contradictions))? + "\n",
    })?;
    Ok(if good { Status::Done } else { Status::Bad })
}

impl Claims {
    /// The claims that the end of the line does not bear out.
    fn contradictions(&self, end: &Position, line: &Line) -> Vec<String> {
        let mut found = Vec::new();
        let mut number = |name: &str, claimed: Option<u8>, is: u8| {
            if let Some(claimed) = claimed.filter(|&claimed| claimed != is) {
                found.push(format!("`{name}` says {claimed}, the line gives {is}"));
            }
        };
        number("score", self.score, end.score());
        number("lower_bound", self.lower_bound, end.score());
        number("swaps", self.swaps, end.swaps_used());
        number("trees", self.trees, end.trees_banked());
        let counts = |mv: &&Move| !matches!(mv, Move::Bank { .. } | Move::Swap { .. });
        let length = line.moves.iter().filter(counts).count();
        if let Some(claimed) = self.length.filter(|&claimed| claimed != length) {
            found
                .push(format!("`length` says {claimed}, the line has {length} stacks, slides and transfers"));
        }
        if let Some(bound) = self.length_lower_bound.filter(|&bound| bound > length) {
            found.push(format!("`length_lower_bound` says {bound}, the line has {length} of what it counts"));
        }
        // A line that claims no bound claims no proof.
        if let (Some(claimed), Some(bound)) = (self.length, self.length_lower_bound) {
            match &self.length_stopped {
                None if bound < claimed => {
                    found.push(format!("`length_stopped` is null, and shorter lines are possible by `length_lower_bound`, {bound}"));
                }
                Some(limit) if bound == claimed => {
                    found.push(format!("`length_stopped` says {limit}, so the length is not proven"));
                }
                _ => {}
            }
        }
        if let Some(limit) = &self.stopped
            && self.verdict.is_some_and(|claim| claim != Claim::Undecided)
        {
            found.push(format!("`stopped` says {limit}, so the verdict is not proven"));
        }
        match self.verdict {
            Some(Claim::Won) if !end.is_won() => {
                found.push("`verdict` says won, the line does not win".into());
            }
            Some(Claim::Lost) if end.is_won() => found.push("`verdict` says lost, the line wins".into()),
            _ => {}
        }
        if let Some(upper) = self.upper_bound {
            let score = end.score();
            let most = TREES + MAX_SWAPS - line.start.position.swaps_used();
            if upper < score {
                found.push(format!("`upper_bound` says {upper}, the line gives {score}"));
            } else if upper == score && self.verdict == Some(Claim::Undecided) {
                found.push(format!("`verdict` says undecided, `upper_bound` that {score} is the best"));
            } else if upper > score && self.verdict.is_some_and(|claim| claim != Claim::Undecided) {
                found.push(format!("`upper_bound` says {upper}, so {score} is not proven to be the best"));
            } else if upper > most {
                found.push(format!("`upper_bound` says {upper}, no line scores more than {most}"));
            }
        }
        let whole: Vec<Move> = self.played.iter().chain(&line.moves).copied().collect();
        if let Some(share) = &self.share {
            if share.moves != whole {
                found.push("`share` has other moves than the line".into());
            }
            let seed = match &self.source {
                Some(Source::WebSeed { seed }) => Some(seed.as_str()),
                Some(_) => Some(""),
                None => None,
            };
            if seed.is_some_and(|seed| seed != share.seed) {
                found.push("`share` has another seed than `source`".into());
            }
        }
        if let Some(source) = self.source.as_ref().filter(|&source| *source != Source::Text) {
            let start = source.deal().ok().and_then(|deal| replay(&deal.into(), &self.played).ok());
            if start != Some(line.start.position) {
                found.push("`source` and `played` do not lead to `deal`".into());
            }
        }
        found
    }
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
