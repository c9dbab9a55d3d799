//! `solace2 solve`: the best score of a position, with a line that is replayed before it is shown.

use std::fmt::Write as _;

use crate::games::port::Played;
use crate::games::solace2::Solace2;
use crate::numbers::counted;
use crate::solace2::analysis;
use crate::solace2::game::IllegalLine;
use crate::solace2::port::Start;
use crate::solace2::record;
use crate::solace2::solver::{Outcome, Solver, Verdict};
use crate::solace2::view::{Inside, svg, text, words};
use anstyle::Style;
use anyhow::Context as _;
use clap::Args;

use super::args::{StartArgs, of_deal};
use crate::cli::args::PictureArgs;
use crate::cli::front;
use crate::cli::{
    CommandResult, ExitStatus, FormatArg, PictureFiles, Printed, SearchSession, SearchSettings, Terminal,
    refuse,
};

/// Find the best score of a deal, with a line of play and a proof
///
/// With --moves the best score from the position after them. Exit status: 0 decided, 3 undecided within the
/// limits, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 solve --seed 1
  solomids solace2 solve deal.txt --reading inert --format json
  solomids solace2 solve --seed 1 --html line.html --svg board.svg
  solomids solace2 solve --seed 1 --moves 'L-1>2 M-1>11'")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// Print the verdict only
    #[arg(long, help_heading = "Output")]
    pub(crate) brief: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

pub(super) fn run(arguments: &SolveArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    let &SolveArgs { ref start, ref pictures, brief, format } = arguments;
    let pictures = PictureFiles::open(pictures, format == FormatArg::Text, false)?;
    if brief && format == FormatArg::Json {
        let help = "leave --brief out: JSON has the verdict and the score as fields";
        return refuse("--brief shortens the text only", help);
    }
    let played = of_deal(start)?;
    let session = SearchSession::start(settings, terminal)?;
    let limits = &session.config.limits;
    let mut solver = Solver::default();
    let solve = || analysis::solve(&mut solver, &played.position, played.start.reading, limits);
    let outcome = session.watched(|| "solving".into(), solve).with_context(|| {
        format!(
            "internal error: the solver contradicts the rules, please report it; the deal is {}, the reading {}, \
             {} have been played",
            played.start.deal_text(),
            played.start.reading.name(),
            counted(played.moves.len() as u64, "move")
        )
    })?;
    let verdict = summary(outcome.verdict, &session, &played);
    let printed = match format {
        FormatArg::Text if brief => Printed::Styled(format!("{verdict}\n")),
        FormatArg::Text => Printed::Styled(to_text(&played, &outcome, &verdict)?),
        FormatArg::Json => Printed::json(&record::solution(&played, &outcome)),
    };
    let picture = || {
        let title = pictures.title(|| played.title_after_moves());
        let moves = &outcome.line;
        let Start { reading, palette, .. } = &played.start;
        Ok(svg::sheet(&played.position, *reading, moves, palette, (&title, &verdict))?)
    };
    let page = || front::page(&played, &outcome.line, pictures.title(|| played.title()), verdict.clone());
    pictures.answer(terminal, printed, picture, page)?;
    if format == FormatArg::Text && !brief {
        let nodes = counted(outcome.stats.nodes, "node");
        terminal.note(&format!("{nodes} in {:.2} s", outcome.stats.elapsed.as_secs_f64()));
    }
    Ok(ExitStatus::of(outcome.verdict.stopped()))
}

/// Formats the table, the line in phases and the verdict as text with ANSI styles.
fn to_text(
    Played { start, position, .. }: &Played<Solace2>,
    outcome: &Outcome,
    verdict: &str,
) -> Result<String, IllegalLine> {
    let bold = Style::new().bold();
    let mut page = text::table(position, &start.palette, Inside::Shown);
    for phase in words::phases(position, start.reading, &outcome.line, &start.palette)? {
        let _ = writeln!(page, "\n{bold}{}{bold:#}", phase.title);
        for step in phase.steps {
            let _ = writeln!(page, "{:4}  {:8}  {}", step.ply, step.mv.to_string(), step.words);
        }
    }
    let _ = writeln!(page, "\n{bold}{verdict}{bold:#}");
    Ok(page)
}

fn summary(verdict: Verdict, session: &SearchSession, played: &Played<Solace2>) -> String {
    let reading = played.start.reading.name();
    match verdict {
        Verdict::Exact { score } => {
            format!("Best score {score} of {}, proven (reading {reading})", played.position.nests())
        }
        Verdict::Undecided { lower, upper, stopped } => format!(
            "Undecided (reading {reading}): the best score is at least {lower} and at most {upper}; stopped by {}",
            session.limits.name(stopped)
        ),
    }
}
