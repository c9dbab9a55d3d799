//! `solve`: the best score of a position, with a line that is replayed before it is shown.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::time::Instant;

use crate::analysis::{Difficulty, MoveCounts, Solution, SolutionRequest};
use crate::check::{check, check_shortest};
use crate::game::Position;
use crate::games::port::Played;
use crate::games::solomids::Solomids;
use crate::kit::search::HINT_TIME;
use crate::numbers::counted;
use crate::record;
use crate::solver::{Outcome, Proven, Shortest, Verdict};
use crate::view::{svg, text, words};
use anstyle::Style;
use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::args::{PictureArgs, StartArgs};
use super::certificate;
use super::error::internal;
use super::front;
use super::search::{LimitNames, goal_in_words};
use super::start;
use super::{
    CommandResult, ExitStatus, PictureFiles, Printed, SearchSession, SearchSettings, Terminal, refuse,
};

/// Find the best reachable score, the fewest swaps, and a line of play
///
/// Exit status: 0 proven that it can be won, 1 that it cannot, 3 neither within the limits, 130 interrupted,
/// 2 for errors. Its best score may be open in each case.
///
/// --svg draws a sheet to play by, a board and a few moves for each tree; --html writes a page that plays through
/// the line, opens from disk and prints well. Files that are no SVG or HTML files are never replaced.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solve deal.txt
  solomids solve --web-seed 0 --html line.html --svg sheet.svg
  solomids solve --web-seed 0 --format share
  solomids solve --web-seed 0 --difficulty
  solomids solve --web-seed 0 --shortest --timeout 60
  solomids solve --seed 7 --index 3 --timeout 60 --format json")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Print the verdict and the score only
    #[arg(long, help_heading = "Output", conflicts_with = "difficulty")]
    pub(crate) brief: bool,
    /// Write what proves the verdict or its bounds, to be checked by `verify --certificate` or by a program of your own
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) certificate: Option<OsString>,
    /// Say as well how hard the deal is for a person, and why
    #[arg(long, help_heading = "Output")]
    pub(crate) difficulty: bool,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// Go on to a line with fewer stacks, slides and transfers that scores as much, and say how many any such line
    /// needs at least; the limits hold for both searches together
    #[arg(long, help_heading = "Output")]
    pub(crate) shortest: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: SolveFormatArg,
}

/// Output formats of `solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormatArg {
    /// The board, the line in phases, a summary
    Text,
    /// One object on one line
    Json,
    /// The line alone, as the web page plays it back
    Share,
}

pub(super) fn run(arguments: &SolveArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    let &SolveArgs { ref start, brief, ref certificate, difficulty, ref pictures, shortest, format } =
        arguments;
    let pictures = PictureFiles::open(pictures, format == SolveFormatArg::Text, false)?;
    let certificate = certificate.as_deref().map(|name| certificate::open(name, &pictures)).transpose()?;
    if difficulty && format == SolveFormatArg::Share {
        let help = "ask for --format text or json, or leave --difficulty out";
        return refuse("a share string has no room for the difficulty", help);
    }
    if brief && format != SolveFormatArg::Text {
        let help = "leave --brief out: JSON has the verdict and the score as fields";
        return refuse("--brief shortens the text only", help);
    }
    let played = start::resolve(start, terminal)?;
    let mut session = SearchSession::start(settings, terminal)?;
    session.config.observer = session.observer(goal_in_words);
    let limits = session.limits;
    let started = Instant::now();
    let request = SolutionRequest {
        config: session.config.clone(),
        shortest,
        difficulty,
        first_moves_observer: session.observer(|_| "looking into the first moves".into()),
    };
    let solution = session.watched(|| session.words(), || request.solve(&played.position));
    let internal = || internal("the solver", &played.start.palette, &played.position);
    if let Some(shortest) = &solution.shortest {
        check_shortest(&played.position, &solution.search, shortest).with_context(internal)?;
    }
    let outcome = &solution.outcome;
    let end = check(&played.position, outcome).with_context(internal)?;
    let printed = match format {
        SolveFormatArg::Text if brief => Printed::Styled(brief_text(&solution, limits)),
        SolveFormatArg::Text => {
            let difficulty = difficulty_text(&solution, session.limits_with_default(HINT_TIME));
            Printed::Styled(to_text(&played, &solution, &end, limits)? + &difficulty)
        }
        SolveFormatArg::Json => Printed::json(&record::solution(&played, &solution, &end)),
        SolveFormatArg::Share => Printed::Raw(format!("{}\n", played.share(&outcome.line))),
    };
    // A sheet to play by.
    let picture = || {
        let title = pictures.title(|| played.title_after_moves());
        let summary = with_length(outcome, limits);
        Ok(svg::sheet(&played.position, &outcome.line, &played.start.palette, &title, &summary)?)
    };
    // It plays the game from the deal and opens at the searched position.
    let page = || {
        let title = pictures.title(|| played.title());
        front::page(&played, &outcome.line, title, with_length(outcome, limits))
    };
    let answered = pictures.answer(terminal, printed, picture, page);
    if let Some(path) = &certificate {
        certificate::write(path, &played.position, outcome, &session, terminal)?;
    }
    answered?;
    if format == SolveFormatArg::Text && !brief {
        let nodes = counted(solution.nodes, "node");
        terminal.note(&format!("{nodes} in {:.2} s", started.elapsed().as_secs_f64()));
    }
    Ok(match outcome.verdict.bounds().proven() {
        _ if solution.is_interrupted() => ExitStatus::Interrupted,
        Some(Proven::Won) => ExitStatus::Done,
        Some(Proven::Lost) => ExitStatus::Lost,
        None => ExitStatus::Undecided,
    })
}

/// Formats the board, the line in phases and a summary as text with ANSI styles.
fn to_text(
    played: &Played<Solomids>,
    solution: &Solution,
    end: &Position,
    limits: LimitNames,
) -> anyhow::Result<String> {
    let outcome = &solution.outcome;
    let bold = Style::new().bold();
    let mut page = text::board(&played.position, &played.start.palette);
    for phase in words::phases(&played.position, &outcome.line, &played.start.palette)? {
        let _ = writeln!(page, "\n{bold}{}{bold:#}", phase.title);
        for step in phase.steps {
            let _ = writeln!(page, "{:4}  {:9}  {}", step.ply, step.mv.to_string(), step.words);
        }
    }
    let _ = writeln!(page, "\n{bold}{}{bold:#}", summary(outcome.verdict, limits));
    if !outcome.line.is_empty() {
        let moves = counted(outcome.line.len() as u64, "move");
        let trees = counted(end.trees_banked().into(), "tree");
        let _ = writeln!(page, "The line above: {moves}, {trees} in the bank, score {}", end.score());
    }
    if let Some(shortest) = &solution.shortest {
        let _ = writeln!(page, "{}", length(shortest, outcome.verdict, limits));
    }
    Ok(page)
}

/// Formats the verdict and the score, and the length of a shortest line, without the board and the moves.
fn brief_text(solution: &Solution, limits: LimitNames) -> String {
    let verdict = solution.outcome.verdict;
    let shortest = solution.shortest.as_ref().map(|shortest| length(shortest, verdict, limits) + "\n");
    format!("{}\n{}", summary(verdict, limits), shortest.unwrap_or_default())
}

fn with_length(outcome: &Outcome, limits: LimitNames) -> String {
    let moves = outcome.line.len();
    let verdict = summary(outcome.verdict, limits);
    if moves == 0 { verdict } else { format!("{verdict} – {}", counted(moves as u64, "move")) }
}

fn summary(verdict: Verdict, limits: LimitNames) -> String {
    let stopped = verdict.stopped().map(|stopped| format!("; stopped by {}", limits.name(stopped)));
    words::known(verdict.bounds()) + &stopped.unwrap_or_default()
}

fn length(shortest: &Shortest, verdict: Verdict, limits: LimitNames) -> String {
    let Shortest { length, lower_bound, stopped, score, .. } = shortest;
    let aim = if verdict.score().is_some() { String::new() } else { format!(" for a score of {score}") };
    let known = match stopped {
        _ if shortest.is_proven() => "proven shortest".into(),
        Some(stop) => format!("at least {lower_bound}; stopped by {}", limits.name(*stop)),
        None => format!("at least {lower_bound}"),
    };
    format!("Stacks, slides and transfers{aim}: {length}, {known}")
}

/// Formats the difficulty as text with ANSI styles; empty without a measured difficulty.
fn difficulty_text(solution: &Solution, limits: LimitNames) -> String {
    let Some(difficulty) = solution.difficulty else { return String::new() };
    let bold = Style::new().bold();
    let Difficulty { random, greedy, first_moves, moves, forced, transfers, level } = difficulty;
    let is_won = solution.outcome.verdict.bounds().proven() == Some(Proven::Won);
    let word = level.map_or("none, as it cannot be won".into(), |level| {
        let condition = if is_won { "" } else { ", if it can be won" };
        format!("{level}{condition} (by the trees that the greedy player banks)")
    });
    let first = first_moves.map_or_else(String::new, |MoveCounts { keep, undecided, all }| {
        let open = match solution.first_moves_stopped {
            Some(stop) if undecided > 0 => {
                format!(", {undecided} undecided; stopped by {}", limits.name(stop))
            }
            _ => String::new(),
        };
        format!("  first moves    {keep} of {all} keep the best score{open}\n")
    });
    let line = match moves {
        0 => String::new(),
        _ => format!(
            "  the line       {forced} of {} forced, {} (banks not counted)\n",
            counted(moves as u64, "move"),
            counted(transfers as u64, "transfer"),
        ),
    };
    format!(
        "\n{bold}Difficulty: {word}{bold:#}\n\
         \x20 greedy player  wins {:.1} % of {} games, banks {:.1} trees on average\n\
         \x20 random player  wins {:.1} % of {} games, banks {:.1} trees on average\n\
         {first}{line}",
        100.0 * greedy.win_share(),
        greedy.games,
        greedy.mean_trees(),
        100.0 * random.win_share(),
        random.games,
        random.mean_trees(),
    )
}

#[cfg(test)]
mod tests {
    use crate::solver::{Stats, StopReason};

    use super::*;

    const GIVEN: LimitNames = LimitNames { default_timeout: None, is_memory_given: true };

    #[test]
    fn a_length_is_shown_with_what_is_known_of_it() {
        for (lower_bound, stopped, words) in [
            (40, None, "40, proven shortest"),
            (30, None, "40, at least 30"),
            (30, Some(StopReason::Nodes), "40, at least 30; stopped by the node limit (--max-nodes)"),
        ] {
            let stats = Stats::default();
            let shortest = Shortest { line: Vec::new(), score: 17, length: 40, lower_bound, stopped, stats };
            let text = length(&shortest, Verdict::Won { swaps: 0 }, GIVEN);
            assert_eq!(text, format!("Stacks, slides and transfers: {words}"));
        }
    }
}
