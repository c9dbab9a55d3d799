//! `solace2 solve`: the best score of a position, with a line that is replayed before it is shown.

use std::fmt::Write as _;

use anstyle::Style;
use anyhow::Context as _;
use solomids::numbers::counted;
use solomids::solace2::game::{IllegalLine, Position, replay};
use solomids::solace2::solver::{Outcome, Solver, StopReason, Verdict};
use solomids::solace2::view::{Inside, page, svg, text, words};

use super::search;
use super::start::{Start, of_deal};
use crate::cli::args::{FormatArg, Solace2SolveArgs};
use crate::cli::exit_status::ExitStatus;
use crate::cli::failure::ErrorWithHelp;
use crate::cli::interrupt;
use crate::cli::pictures::PictureFiles;
use crate::cli::settings::SearchSettings;
use crate::cli::terminal::Terminal;
use solomids::solace2::record::SolutionRecord;

pub(super) fn run(
    arguments: &Solace2SolveArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let pictures = PictureFiles::open(&arguments.pictures, arguments.format == FormatArg::Text)?;
    pictures.check_title(arguments.pictures.title.as_deref(), false)?;
    if arguments.brief && arguments.format == FormatArg::Json {
        let help = "leave --brief out: JSON has the verdict and the score as fields";
        return Err(ErrorWithHelp::new("--brief shortens the text only", help).into());
    }
    let start = of_deal(&arguments.start)?;
    let limits = search::limits(settings, 1, interrupt::flag()?);
    let clock = search::clock(terminal, "solving");
    let outcome = Solver::default().solve(&start.position, start.reading, &limits);
    if let Some(clock) = clock {
        clock.finish_and_clear();
    }
    checked(&start, &outcome)?;
    let verdict = summary(outcome.verdict, settings, &start);
    let printed = match arguments.format {
        FormatArg::Text if pictures.on_stdout() => Ok(()),
        FormatArg::Text if arguments.brief => terminal.answer(&format!("{verdict}\n")),
        FormatArg::Text => terminal.answer(&to_text(&start, &outcome, &verdict)?),
        FormatArg::Json => {
            terminal.answer(&(serde_json::to_string(&SolutionRecord::new(&start, &outcome))? + "\n"))
        }
    };
    // Files are written even if the reader of standard output has closed it.
    let title = arguments.pictures.title.clone();
    let picture = || {
        let title = title.clone().unwrap_or_else(|| start.title_after_moves());
        let moves = &outcome.line;
        Ok(svg::sheet(&start.position, start.reading, moves, &start.palette, (&title, &verdict))?)
    };
    let page = || {
        let game = page::PlayedGame {
            title: title.clone().unwrap_or_else(|| start.title()),
            summary: verdict.clone(),
            deal: start.deal.clone(),
            palette: start.palette,
            reading: start.reading,
            moves: start.played.iter().chain(&outcome.line).copied().collect(),
            opening: start.played.len(),
        };
        Ok(game.page(&solomids::service::page_games())?)
    };
    pictures.write(terminal, picture, page)?;
    printed?;
    if arguments.format == FormatArg::Text && !arguments.brief {
        let nodes = counted(outcome.stats.nodes, "node");
        terminal.note(&format!("{nodes} in {:.2} s", outcome.stats.elapsed.as_secs_f64()));
    }
    Ok(match outcome.verdict {
        Verdict::Exact { .. } => ExitStatus::Done,
        Verdict::Undecided { stopped: StopReason::Interrupted, .. } => ExitStatus::Interrupted,
        Verdict::Undecided { .. } => ExitStatus::Undecided,
    })
}

/// Replays the line of an outcome by the rules alone.
///
/// # Errors
/// A line that is illegal, or that does not reach the lower bound.
pub(super) fn checked(start: &Start, outcome: &Outcome) -> anyhow::Result<Position> {
    let internal = || {
        format!(
            "internal error: the solver contradicts the rules, please report it; the deal is {}, the reading {}, \
             {} have been played",
            start.deal_text(),
            start.reading.name(),
            counted(start.played.len() as u64, "move")
        )
    };
    let end = replay(&start.position, start.reading, &outcome.line).with_context(internal)?;
    let (lower, upper) = outcome.verdict.bounds();
    anyhow::ensure!(end.score() == lower && lower <= upper, "{}", internal());
    Ok(end)
}

/// Formats the table, the line in phases and the verdict as text with ANSI styles.
fn to_text(start: &Start, outcome: &Outcome, verdict: &str) -> Result<String, IllegalLine> {
    let bold = Style::new().bold();
    let mut page = text::table(&start.position, &start.palette, Inside::Shown);
    for phase in words::phases(&start.position, start.reading, &outcome.line, &start.palette)? {
        let _ = writeln!(page, "\n{bold}{}{bold:#}", phase.title);
        for step in phase.steps {
            let _ = writeln!(page, "{:4}  {:8}  {}", step.ply, step.mv.to_string(), step.words);
        }
    }
    let _ = writeln!(page, "\n{bold}{verdict}{bold:#}");
    Ok(page)
}

/// Formats the verdict in one line.
fn summary(verdict: Verdict, settings: &SearchSettings, start: &Start) -> String {
    let reading = start.reading.name();
    match verdict {
        Verdict::Exact { score } => {
            format!("Best score {score} of {}, proven (reading {reading})", start.position.nests())
        }
        Verdict::Undecided { lower, upper, stopped } => format!(
            "Undecided (reading {reading}): the best score is at least {lower} and at most {upper}; stopped by {}",
            search::limit_name(settings, stopped)
        ),
    }
}
