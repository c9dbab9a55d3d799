//! `hint`: the best score still reachable, and the moves that keep it.

use std::fmt::Write as _;

use crate::analysis::{Bounds, Hints, MoveCounts, MoveHint, Reason, good_move, hints};
use crate::check::check_hints;
use crate::game::{IllegalMove, Move};
use crate::games::port::Played;
use crate::games::solomids::Solomids;
use crate::kit::search::HINT_TIME;
use crate::record;
use crate::solver::{Solver, StopReason};
use crate::view::words::{described, known};
use anstyle::Style;
use anyhow::Context as _;
use clap::Args;

use super::args::StartArgs;
use super::error::internal;
use super::search::LimitNames;
use super::start;
use super::{CommandResult, ExitStatus, FormatArg, SearchSession, SearchSettings, Terminal};

/// Show the best score still reachable, and which moves keep it
///
/// Best moves first. Without --timeout or --max-nodes it takes 10 seconds at most, and says which moves are
/// undecided then. Exit status: 0, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids hint --web-seed 0
  solomids hint --share '0_S-B9>B10, M-B10>B9' --once
  solomids hint position.txt --format json")]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Print one good move only
    #[arg(long, help_heading = "Output")]
    pub(crate) once: bool,
    /// List every swap, not only the best ones
    #[arg(long, help_heading = "Output", conflicts_with = "once")]
    pub(crate) all: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Number of swaps listed without `--all`.
const SWAPS_SHOWN: usize = 10;

pub(super) fn run(arguments: &HintArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    let &HintArgs { ref start, once, all, format } = arguments;
    let played = start::resolve(start, terminal)?;
    let session = SearchSession::start(settings, terminal)?.with_default_timeout(HINT_TIME);
    let search = if once { good_move } else { hints };
    let look = || search(&mut Solver::new(), &played.position, &session.config);
    let hints = session.watched(|| "looking into every move".into(), look);
    check_hints(&played.position, &hints)
        .with_context(|| internal("a hint", &played.start.palette, &played.position))?;
    let text = || {
        if once { move_to_text(&played, &hints) } else { list_to_text(&played, &hints, all, session.limits) }
    };
    terminal.answer_as(format, text, || Ok(record::hints(&played, &hints)?))?;
    // The heading of the list names the limit where the score is undecided.
    if let Some(limit) = hints.stopped.map(|stop| session.limits.name(stop))
        && (once || hints.bounds.score().is_some())
        && format == FormatArg::Text
    {
        terminal.note(&format!("Stopped by {limit}"));
    }
    let is_interrupted = hints.stopped == Some(StopReason::Interrupted);
    Ok(if is_interrupted { ExitStatus::Interrupted } else { ExitStatus::Done })
}

fn words(played: &Played<Solomids>, hint: &MoveHint) -> Result<String, IllegalMove> {
    described(&played.position, hint.mv, &played.start.palette)
}

fn move_to_text(played: &Played<Solomids>, hints: &Hints) -> anyhow::Result<String> {
    let Some(best) = hints.moves.first() else { return Ok(game_over(played)) };
    Ok(format!("{}  {}: {}\n", best.mv, words(played, best)?, best.reason.words(&played.start.palette)))
}

/// Formats the result of a game in which no move can raise the score.
fn game_over(played: &Played<Solomids>) -> String {
    let (score, moves) = (played.position.score(), played.position.legal_moves().len());
    let won = if played.position.is_won() { ", a win" } else { "" };
    match moves {
        0 => format!("No move is left: the game is over with score {score}{won}\n"),
        1 => format!(
            "Nothing more can be banked: the score stays {score}, whether the only move is played or not\n"
        ),
        _ => format!(
            "Nothing more can be banked: the score stays {score}, whichever of the {moves} moves is played\n"
        ),
    }
}

/// Formats all moves, best first, grouped by bounds and reason, with ANSI styles.
fn list_to_text(
    played: &Played<Solomids>,
    hints: &Hints,
    all: bool,
    limits: LimitNames,
) -> anyhow::Result<String> {
    if hints.moves.is_empty() || hints.is_idle(&played.position) {
        return Ok(game_over(played));
    }
    let mut groups: Vec<(Bounds, Reason, String)> = Vec::new();
    // Positions can have hundreds of swaps. `least` is the least lower bound of the listed ones.
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
        let _ = writeln!(groups[place].2, "        {:9}  {}", hint.mv.to_string(), words(played, hint)?);
    }
    let bold = Style::new().bold();
    let mut page = format!("{bold}{}{bold:#}\n", heading(hints, limits));
    for (bounds, reason, moves) in &groups {
        let _ = write!(page, "\n{bounds:>6}  {bold}{}{bold:#}\n{moves}", reason.words(&played.start.palette));
    }
    if !hidden.is_empty() {
        let better = if hidden.iter().all(|bounds| bounds.upper <= least) { "none" } else { "none proven" };
        let _ =
            writeln!(page, "\n        and {} more swaps, {better} better (--all lists them)", hidden.len());
    }
    Ok(page)
}

/// Formats the best score and the number of moves that keep it.
fn heading(hints: &Hints, limits: LimitNames) -> String {
    let MoveCounts { keep, undecided, all } = MoveCounts::of(&hints.moves);
    let Some(best) = hints.bounds.score() else {
        let stopped =
            hints.stopped.map_or_else(String::new, |stop| format!("; stopped by {}", limits.name(stop)));
        return known(hints.bounds) + &stopped;
    };
    let of =
        if all == 1 { "the only move keeps it".into() } else { format!("{keep} of {all} moves keep it") };
    let open = if undecided > 0 { format!(", {undecided} undecided") } else { String::new() };
    format!("Best score still reachable: {best}, proven; {of}{open}")
}
