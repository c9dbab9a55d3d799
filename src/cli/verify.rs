//! `verify`: replays a line under the rules and scores it, without the solver.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use solomids::game::notation::Parsed;
use solomids::game::{IllegalLine, Move, ParseError, Position, Share, parse_position, replay};

use super::Status;
use super::args::{self, Format};
use super::failure::{Advised, BadText};
use super::input::{Input, Start};
use super::terminal::Terminal;

/// A line to replay, and what is claimed of it.
struct Line {
    start: Position,
    moves: Vec<Move>,
    claims: Claims,
}

/// What a solution says of itself. Whatever is left out is not checked.
#[derive(Default, Deserialize)]
struct Claims {
    verdict: Option<String>,
    score: Option<u8>,
    lower_bound: Option<u8>,
    swaps: Option<u8>,
    trees: Option<u8>,
    share: Option<String>,
}

/// A solution as `solve --format json` prints it.
#[derive(Deserialize)]
struct Solution {
    schema: Option<u32>,
    deal: String,
    moves: Vec<String>,
    #[serde(flatten)]
    claims: Claims,
}

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

#[derive(Serialize)]
struct Illegal {
    /// Number of the move, from 1.
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    reason: String,
}

pub(super) fn run(arguments: &args::Verify, terminal: Terminal) -> anyhow::Result<Status> {
    let line = read(arguments)?;
    let result = replay(&line.start, &line.moves);
    let contradictions =
        result.as_ref().map_or_else(|_| Vec::new(), |end| line.claims.contradictions(end, &line));
    let good = result.is_ok() && contradictions.is_empty();
    terminal.print(&match arguments.format {
        Format::Text => in_text(&line, &result, &contradictions),
        Format::Json => serde_json::to_string(&Record::new(&line, &result, contradictions))? + "\n",
    })?;
    Ok(if good { Status::Done } else { Status::Bad })
}

fn read(arguments: &args::Verify) -> anyhow::Result<Line> {
    let given = Start::given(arguments.deal.as_deref(), &arguments.dealt)?;
    let input = match (&arguments.line, &arguments.share) {
        (Some(argument), _) => {
            let is_text = |text: &str| text.contains('_') || text.trim_start().starts_with('{');
            Input::load(
                argument,
                is_text,
                "a line itself is a share string, SEED_MOVE, MOVE, …, or a JSON object",
            )?
        }
        (None, share) => Input::typed("<share string>", share.as_deref().unwrap_or_default()),
    };
    let content = input.content.trim_start_matches('\u{feff}');
    if content.trim_start().starts_with('{') {
        if given.is_some() {
            return Err(
                Advised::new("two deals: the solution names its own", "leave out the other one").into()
            );
        }
        return solution(&input.name, content);
    }
    // The line end of a file is not part of the seed, nor are blank lines before it.
    let content = content.trim_end().trim_start_matches(['\r', '\n']);
    let bad_text = |error: ParseError| BadText::new(&input.name, content, error);
    let share: Share = content.parse().map_err(bad_text)?;
    let start = Start::of_share(&share, given)?.position;
    Ok(Line { start, moves: share.moves, claims: Claims::default() })
}

/// Reads a solution in JSON.
fn solution(name: &str, text: &str) -> anyhow::Result<Line> {
    let solution: Solution = serde_json::from_str(text).map_err(|error| {
        let place =
            text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
        let mut place = (place + error.column().saturating_sub(1)).min(text.len());
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        let expected = "a solution as `solve --format json` prints it";
        BadText::new(name, text, ParseError::new(text, place..place, message, expected))
    })?;
    if let Some(schema) = solution.schema
        && schema != 1
    {
        anyhow::bail!("`{name}` has schema {schema}; this version reads schema 1");
    }
    let deal_name = format!("`deal` in {name}");
    let Parsed { position: start, .. } =
        parse_position(&solution.deal).map_err(|error| BadText::new(&deal_name, &solution.deal, error))?;
    let mut moves = Vec::with_capacity(solution.moves.len());
    for (i, token) in solution.moves.iter().enumerate() {
        let move_name = format!("`moves`, number {}, in {name}", i + 1);
        moves.push(token.parse().map_err(|error| BadText::new(&move_name, token, error))?);
    }
    Ok(Line { start, moves, claims: solution.claims })
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
        match self.verdict.as_deref() {
            Some("won") if !end.is_won() => found.push("`verdict` says won, the line does not win".into()),
            Some("lost") if end.is_won() => found.push("`verdict` says lost, the line wins".into()),
            _ => {}
        }
        if let Some(share) = &self.share
            && !share.parse::<Share>().is_ok_and(|share| share.moves.ends_with(&line.moves))
        {
            found.push("`share` does not end in the moves of the line".into());
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
            illegal: result.as_ref().err().map(|error| Illegal {
                ply: error.ply,
                mv: error.mv.to_string(),
                reason: error.reason.to_string(),
            }),
            contradictions,
        }
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
fn reached(position: &Position) -> String {
    let plural = |count: u8| if count == 1 { "" } else { "s" };
    let (trees, swaps) = (position.trees_banked(), position.swaps_used());
    let won = if position.is_won() { ", a win" } else { "" };
    format!("{trees} tree{} banked{won}, {swaps} swap{} used", plural(trees), plural(swaps))
}
