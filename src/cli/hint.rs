//! `hint`: the best score still reachable, and which moves keep it.

use std::fmt::Write as _;
use std::time::Duration;

use anstyle::Style;
use anyhow::Context as _;
use serde::Serialize;
use solomids::analysis::{Bounds, Hints, MoveHint, Reason, good_move, hints};
use solomids::check::check_hints;
use solomids::game::{IllegalMove, Move};
use solomids::solver::{Solver, Stop};
use solomids::view::words::described;

use super::Status;
use super::args::{Common, Format, Hint};
use super::failure::internal;
use super::search::{Search, limit};
use super::start::Start;
use super::terminal::Terminal;

/// How long it takes where the user sets no limit.
const PATIENCE: Duration = Duration::from_secs(10);
/// Swaps that are listed, unless all are asked for.
const SWAPS_SHOWN: usize = 10;

/// What `--format json` prints.
#[derive(Serialize)]
struct Record {
    schema: u32,
    /// The position.
    deal: String,
    /// The best score still reachable, null if undecided.
    score: Option<u8>,
    lower_bound: u8,
    upper_bound: u8,
    moves: Vec<MoveRecord>,
    nodes: u64,
    /// Which limit left moves undecided.
    stopped: Option<&'static str>,
}

#[derive(Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    mv: String,
    /// The move in words.
    words: String,
    /// The best score reachable after it, null if undecided.
    score: Option<u8>,
    lower_bound: u8,
    upper_bound: u8,
    keeps: Option<bool>,
    reason: String,
}

pub(super) fn run(arguments: &Hint, common: &Common, terminal: Terminal) -> anyhow::Result<Status> {
    let start = Start::resolve(&arguments.start, terminal)?;
    let search = Search::new(common, terminal, "looking into every move", PATIENCE)?;
    let ask = if arguments.once { good_move } else { hints };
    let hints = ask(&mut Solver::new(), &start.position, &search.config);
    search.finish();
    check_hints(&start.position, &hints)
        .with_context(|| internal("a hint", &start.palette, &start.position))?;
    terminal.answer(&match arguments.format {
        Format::Json => serde_json::to_string(&Record::new(&start, &hints)?)? + "\n",
        Format::Text if arguments.once => once(&start, &hints)?,
        Format::Text => in_text(&start, &hints, arguments.all)?,
    })?;
    // The list says so itself where the score is undecided.
    if let Some(limit) = hints.stopped.map(limit)
        && (arguments.once || hints.bounds.score().is_some())
        && arguments.format == Format::Text
    {
        terminal.note(&format!("Stopped by {limit}"));
    }
    Ok(if hints.stopped == Some(Stop::Interrupted) { Status::Interrupted } else { Status::Done })
}

impl Record {
    fn new(start: &Start, hints: &Hints) -> anyhow::Result<Self> {
        let moves = hints.moves.iter().map(|hint| {
            Ok(MoveRecord {
                mv: hint.mv.to_string(),
                words: words(start, hint)?,
                score: hint.bounds.score(),
                lower_bound: hint.bounds.lower,
                upper_bound: hint.bounds.upper,
                keeps: hint.keeps,
                reason: hint.reason.words(&start.palette),
            })
        });
        Ok(Self {
            schema: 1,
            deal: start.palette.canonical(&start.position),
            score: hints.bounds.score(),
            lower_bound: hints.bounds.lower,
            upper_bound: hints.bounds.upper,
            moves: moves.collect::<anyhow::Result<_>>()?,
            nodes: hints.nodes,
            stopped: hints.stopped.map(Stop::name),
        })
    }
}

/// A move in words.
fn words(start: &Start, hint: &MoveHint) -> Result<String, IllegalMove> {
    described(&start.position, hint.mv, &start.palette)
}

/// One good move, with its reason.
fn once(start: &Start, hints: &Hints) -> anyhow::Result<String> {
    let Some(best) = hints.moves.first() else { return Ok(over(start)) };
    Ok(format!("{}  {}: {}\n", best.mv, words(start, best)?, best.reason.words(&start.palette)))
}

/// What to say where no move is left.
fn over(start: &Start) -> String {
    let won = if start.position.is_won() { ", a win" } else { "" };
    format!("No move is left: the game is over with score {}{won}\n", start.position.score())
}

/// Every move below what it leaves and why, best first; ANSI styles inside.
fn in_text(start: &Start, hints: &Hints, all: bool) -> anyhow::Result<String> {
    if hints.moves.is_empty() {
        return Ok(over(start));
    }
    let mut groups: Vec<(Bounds, Reason, String)> = Vec::new();
    // Swaps are many, so most of them are not listed; and what the listed ones leave at least.
    let (mut swaps, mut hidden, mut least) = (0, Vec::new(), u8::MAX);
    for hint in &hints.moves {
        if matches!(hint.mv, Move::Swap { .. }) {
            swaps += 1;
            if swaps > SWAPS_SHOWN && !all {
                hidden.push(hint.bounds);
                continue;
            }
            least = least.min(hint.bounds.lower);
        }
        let known =
            groups.iter().position(|(bounds, reason, _)| (bounds, reason) == (&hint.bounds, &hint.reason));
        let place = known.unwrap_or_else(|| {
            groups.push((hint.bounds, hint.reason, String::new()));
            groups.len() - 1
        });
        let _ = writeln!(groups[place].2, "        {:9}  {}", hint.mv.to_string(), words(start, hint)?);
    }
    let bold = Style::new().bold();
    let mut page = format!("{bold}{}{bold:#}\n", heading(hints));
    for (bounds, reason, moves) in &groups {
        let _ = write!(page, "\n{bounds:>6}  {bold}{}{bold:#}\n{moves}", reason.words(&start.palette));
    }
    if !hidden.is_empty() {
        let better = if hidden.iter().all(|bounds| bounds.upper <= least) { "none" } else { "none proven" };
        let _ =
            writeln!(page, "\n        and {} more swaps, {better} better (--all lists them)", hidden.len());
    }
    Ok(page)
}

/// What can be reached, and how many moves keep it.
fn heading(hints: &Hints) -> String {
    let moves = hints.moves.len();
    let keep = hints.moves.iter().filter(|hint| hint.keeps == Some(true)).count();
    let open = hints.moves.iter().filter(|hint| hint.keeps.is_none()).count();
    let Some(best) = hints.bounds.score() else {
        let Bounds { lower, upper } = hints.bounds;
        let stopped = hints.stopped.map_or_else(String::new, |stop| format!("; stopped by {}", limit(stop)));
        return format!("Best score still reachable: at least {lower} and at most {upper}{stopped}");
    };
    let of =
        if moves == 1 { "the only move keeps it".into() } else { format!("{keep} of {moves} moves keep it") };
    let open = if open > 0 { format!(", {open} undecided") } else { String::new() };
    format!("Best score still reachable: {best}, proven; {of}{open}")
}
