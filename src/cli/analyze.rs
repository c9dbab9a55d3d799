//! `analyze`: the best score reachable before and after every move of a played line, and its mistakes.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use anyhow::Context as _;
use solomids::analysis::{Mark, Ply, Review, review_observed};
use solomids::check::check_review;
use solomids::game::{IllegalLine, IllegalMove, Move, Palette, Position};
use solomids::record::{ReviewRecord, annotated, findings, shared_loss};
use solomids::solver::{Solver, StopReason};
use solomids::view::words::{described, phases};

use super::args::{AnalyzeArgs, FormatArg, PictureArgs};
use super::exit_status::ExitStatus;
use super::failure::internal;
use super::line::PlayedLine;
use super::pictures::PictureFiles;
use super::search::{SearchSession, move_observer};
use super::settings::SearchSettings;
use super::start::Start;
use super::terminal::Terminal;
use super::verify::progress_in_words;

/// Time limit unless the user gives a limit.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

pub(super) fn run(
    arguments: &AnalyzeArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let wanted = PictureArgs { svg: None, html: arguments.html.clone(), title: arguments.title.clone() };
    let pictures = PictureFiles::open(&wanted, arguments.format == FormatArg::Text)?;
    let line = PlayedLine::read(&arguments.played, terminal)?;
    let searched = Arc::new(AtomicUsize::new(0));
    let observe = |bar| move_observer(bar, Arc::clone(&searched), line.moves.len());
    let session = SearchSession::start(settings, terminal, observe)?.with_default_timeout(DEFAULT_TIMEOUT);
    let watch = |played| searched.store(played, Ordering::Relaxed);
    let review =
        review_observed(&mut Solver::new(), &line.start.position, &line.moves, &session.config, &watch);
    session.finish();
    let Start { palette, position, .. } = &line.start;
    check_review(&review).with_context(|| internal("the analysis", palette, position))?;
    let printed = terminal.answer(&match arguments.format {
        FormatArg::Json => {
            serde_json::to_string(&ReviewRecord::new(&line.start, &line.moves, &review)?)? + "\n"
        }
        FormatArg::Text if pictures.on_stdout() => String::new(),
        FormatArg::Text => to_text(&line, &review)?,
    });
    // The file is written even if the reader of standard output has closed it.
    let page = || {
        let mut game = annotated(&line.start, &review);
        game.title = arguments.title.clone().unwrap_or(game.title);
        Ok(game.page(&solomids::service::page_games())?)
    };
    pictures.write(terminal, || Ok(String::new()), page)?;
    printed?;
    if let Some(limit) = review.stopped.map(|stop| session.limits.name(stop))
        && arguments.format == FormatArg::Text
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

/// Describes a move in words.
fn words(ply: &Ply, palette: &Palette) -> Result<String, IllegalMove> {
    described(&ply.position, ply.mv, palette)
}

/// Formats the moves with their bounds, the first mistake with better moves, and a summary, with ANSI styles.
fn to_text(line: &PlayedLine, review: &Review) -> anyhow::Result<String> {
    let (bold, bad) = (Style::new().bold(), AnsiColor::Red.on_default().bold());
    let mut page = format!("Best score reachable at the start: {}\n", review.start);
    for ply in &review.plies {
        let words = words(ply, &line.start.palette)?;
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
        page += &steps(start, first, &loss.better, &line.start.palette)?;
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
        page += &steps(&ply.position, ply.number, &ply.better, &line.start.palette)?;
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

/// Formats the review in three lines.
fn summary(review: &Review) -> String {
    format!(
        "{}\nThe line ends with score {}: {}\nStill reachable from there: {}",
        findings(review),
        review.end.score(),
        progress_in_words(&review.end),
        review.after
    )
}
