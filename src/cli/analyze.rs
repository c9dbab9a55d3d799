//! `analyze`: the best score reachable before and after every move of a played line, and its mistakes.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::analysis::{Mark, Ply, Review, review_observed};
use crate::check::check_review;
use crate::game::{IllegalLine, Move, Palette, Position};
use crate::games::port::Given;
use crate::kit::search::REVIEW_TIME;
use crate::numbers::counted;
use crate::record::{self, findings, notes, shared_loss, short_summary};
use crate::service::page::GamePage;
use crate::solver::{Solver, StopReason};
use crate::view::words::{described, phases};
use anstyle::{AnsiColor, Style};
use anyhow::Context as _;
use clap::Args;

use super::args::{LineArgs, PictureArgs};
use super::error::internal;
use super::show::progress_in_words;
use super::start;
use super::{
    CommandResult, ExitStatus, FormatArg, PictureFiles, Printed, SearchSession, SearchSettings, Terminal,
};

/// Go through a played line: what could still be reached, and where it was lost
///
/// Marks with `?` each move that cost a point, with `??` each that cost the win or more than one point, and with
/// `?!` several moves of which one is proven to have cost something, while it is open which one.
/// Without --timeout or --max-nodes it takes 30 seconds at most. Exit status: 0, 130 interrupted, 2 for
/// errors and for a line with an illegal move, which is analysed up to there.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids analyze '0_S-B9>B10, M-B10>B9'
  solomids analyze export.txt --format json
  solomids analyze export.txt --html game.html
  solomids analyze '_S-B9>B10' --deal deal.txt")]
#[command(group(clap::ArgGroup::new("game").args(["line", "share"]).required(true)))]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) played: LineArgs,
    /// Write a page for the browser, which plays through the moves with their marks and shows what would have
    /// been better; `-` for standard output in place of the text
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    pub(crate) html: Option<OsString>,
    /// Title of the page; by default the name of the deal
    #[arg(long, value_name = "TEXT", requires = "html", help_heading = "Pictures")]
    pub(crate) title: Option<String>,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

pub(super) fn run(arguments: &AnalyzeArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    let AnalyzeArgs { played, html, title, format } = arguments;
    let wanted = PictureArgs { svg: None, html: html.clone(), title: title.clone() };
    let pictures = PictureFiles::open(&wanted, *format == FormatArg::Text, true)?;
    let line = start::read_line(played, terminal)?;
    let Given { before, line: moves, .. } = &line;
    let session = SearchSession::start(settings, terminal)?.with_default_timeout(REVIEW_TIME);
    // Number of moves before the position that is searched.
    let searched = AtomicUsize::new(0);
    let watch = |played| searched.store(played, Ordering::Relaxed);
    let says = || match searched.load(Ordering::Relaxed) {
        0 => format!("analysing the start of {}", counted(moves.len() as u64, "move")),
        played => format!("analysing move {played} of {}", moves.len()),
    };
    let review = session.watched(says, || {
        review_observed(&mut Solver::new(), &before.position, moves, &session.config, &watch)
    });
    let palette = &before.start.palette;
    check_review(&review).with_context(|| internal("the analysis", palette, &before.position))?;
    let printed = match format {
        FormatArg::Json => Printed::json(&record::review(before, moves, &review)?),
        FormatArg::Text => Printed::Styled(to_text(palette, &review)?),
    };
    let page = || {
        let line: Vec<Move> = review.plies.iter().map(|ply| ply.mv).collect();
        let page = GamePage::of_line(before, &line, short_summary(&review))?;
        let title = pictures.title(|| page.title.clone());
        Ok(GamePage { title, notes: notes(before, &review), ..page }.document())
    };
    pictures.answer(terminal, printed, || Ok(String::new()), page)?;
    if let Some(limit) = review.stopped.map(|stop| session.limits.name(stop))
        && *format == FormatArg::Text
    {
        terminal.note(&format!("Stopped by {limit}"));
    }
    Ok(if review.illegal.is_some() {
        ExitStatus::Bad
    } else if review.stopped == Some(StopReason::Interrupted) {
        ExitStatus::Interrupted
    } else {
        ExitStatus::Done
    })
}

/// Formats the moves with their bounds, the first mistake with better moves, and a summary, with ANSI styles.
fn to_text(palette: &Palette, review: &Review) -> anyhow::Result<String> {
    let (bold, bad) = (Style::new().bold(), AnsiColor::Red.on_default().bold());
    let mut page = format!("Best score reachable at the start: {}\n", review.start);
    for ply in &review.plies {
        let words = described(&ply.position, ply.mv, palette)?;
        let (after, token) = (ply.after, ply.mv.to_string());
        let mark = match ply.mark {
            Mark::None => String::new(),
            Mark::Suspect => format!("  {bad}{}{bad:#}", ply.mark.symbol()),
            mark => format!("  {bad}{}{bad:#} {}", mark.symbol(), cost(ply)),
        };
        let _ = writeln!(page, "{:4}  {token:9}  {after:>5}  {words}{mark}", ply.number);
    }
    if let Some(IllegalLine { ply, mv, reason, before }) = &review.illegal {
        let _ =
            writeln!(page, "\nIllegal: move {ply}, {mv}: {reason}\nBefore it: {}", progress_in_words(before));
    }
    for loss in &review.shared_losses {
        let (first, best) = (loss.first, loss.before.lower);
        let _ = writeln!(
            page,
            "\n{bold}{}{bold:#}; better from move {first}, for {best} in the end:",
            shared_loss(loss, 0)
        );
        let start = review.plies.get(first - 1).map_or(&review.end, |ply| &ply.position);
        page += &steps(start, first, &loss.better, palette)?;
    }
    if let Some(ply) = review.first_known_mistake() {
        let best = ply.before.lower;
        let (number, mv) = (ply.number, ply.mv);
        let (known, open) = match review.undecided_before(ply) {
            None => ("", String::new()),
            Some((first, last)) if first == last => (" known", format!(" (move {first} is undecided)")),
            Some((first, last)) => (" known", format!(" (moves {first} to {last} are undecided)")),
        };
        let _ = writeln!(
            page,
            "\n{bold}First{known} mistake: move {number}, {mv}{bold:#}{open}; better, for {best} in the end:"
        );
        page += &steps(&ply.position, ply.number, &ply.better, palette)?;
    }
    let _ = writeln!(page, "\n{bold}{}{bold:#}", summary(review));
    Ok(page)
}

/// Formats moves from a position on, a line each, numbered from `first`.
fn steps(start: &Position, first: usize, moves: &[Move], palette: &Palette) -> Result<String, IllegalLine> {
    let mut text = String::new();
    for step in phases(start, moves, palette)?.into_iter().flat_map(|phase| phase.steps) {
        let number = first + step.ply - 1;
        let _ = writeln!(text, "{number:4}  {:9}  {}", step.mv.to_string(), step.words);
    }
    Ok(text)
}

/// Formats the cost of a marked move: `17 to 16`.
fn cost(ply: &Ply) -> String {
    format!("{} to {}{}", ply.before, ply.after, if ply.loses_win() { ", the win is lost" } else { "" })
}

fn summary(review: &Review) -> String {
    format!(
        "{}\nThe line ends with score {}: {}\nStill reachable from there: {}",
        findings(review),
        review.end.score(),
        progress_in_words(&review.end),
        review.after
    )
}
