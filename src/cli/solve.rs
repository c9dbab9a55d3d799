//! `solve`: the best score of a position, with a line that is replayed before it is shown.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anstyle::Style;
use anyhow::Context as _;
use solomids::analysis::{Bounds, FIRST_MOVES_TIMEOUT, Solution, SolutionRequest};
use solomids::check::{check, check_shortest};
use solomids::game::Position;
use solomids::numbers::counted;
use solomids::record::SolutionRecord;
use solomids::solver::{Outcome, Shortest, Verdict};
use solomids::view::page::AnnotatedGame;
use solomids::view::{svg, text, words};

use super::args::{SolveArgs, SolveFormatArg};
use super::certificate;
use super::difficulty;
use super::exit_status::ExitStatus;
use super::failure::{ErrorWithHelp, internal};
use super::pictures::PictureFiles;
use super::search::{LimitNames, SearchSession, goal_observer};
use super::settings::SearchSettings;
use super::start::{self, Start};
use super::terminal::{Terminal, print_raw, unless_closed};

/// Validated arguments of `solve`.
struct SolveSettings {
    pictures: PictureFiles,
    certificate: Option<PathBuf>,
    start: Start,
    shortest: bool,
    difficulty: bool,
    brief: bool,
    format: SolveFormatArg,
}

impl SolveSettings {
    fn new(arguments: &SolveArgs, terminal: Terminal) -> anyhow::Result<Self> {
        let &SolveArgs { ref start, ref pictures, shortest, difficulty, brief, format, .. } = arguments;
        let title = pictures.title.as_deref();
        let pictures = PictureFiles::open(pictures, format == SolveFormatArg::Text)?;
        pictures.check_title(title, false)?;
        let certificate = arguments.certificate.as_deref();
        let certificate = certificate.map(|name| certificate::open(name, &pictures)).transpose()?;
        if difficulty && format == SolveFormatArg::Share {
            let help = "ask for --format text or json, or leave --difficulty out";
            return Err(ErrorWithHelp::new("a share string has no room for the difficulty", help).into());
        }
        if brief && format != SolveFormatArg::Text {
            let help = "leave --brief out: JSON has the verdict and the score as fields";
            return Err(ErrorWithHelp::new("--brief shortens the text only", help).into());
        }
        let start = start::resolve(start, terminal)?;
        Ok(Self { pictures, certificate, start, shortest, difficulty, brief, format })
    }
}

pub(super) fn run(
    arguments: &SolveArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let SolveSettings { pictures, certificate, start, shortest, difficulty, brief, format } =
        SolveSettings::new(arguments, terminal)?;
    let session = SearchSession::start(settings, terminal, goal_observer)?;
    let limits = session.limits;
    let first_moves_limits = session.limits_with_default(FIRST_MOVES_TIMEOUT);
    let started = Instant::now();
    let solution = SolutionRequest::new(session.config.clone())
        .with_shortest(shortest)
        .with_difficulty(difficulty)
        .with_first_moves_observer(session.time_observer("looking into the first moves"))
        .solve(&start.position);
    let internal = || internal("the solver", &start.palette, &start.position);
    if let Some(shortest) = &solution.shortest {
        check_shortest(&start.position, &solution.search, shortest).with_context(internal)?;
    }
    let outcome = &solution.outcome;
    let end = check(&start.position, outcome).with_context(internal)?;
    session.finish();
    let printed = match format {
        SolveFormatArg::Text if pictures.on_stdout() => Ok(()),
        SolveFormatArg::Text if brief => terminal.answer(&brief_text(&solution, limits)),
        SolveFormatArg::Text => {
            let difficulty = difficulty::to_text(&solution, first_moves_limits);
            terminal.answer(&(to_text(&start, &solution, &end, limits)? + &difficulty))
        }
        SolveFormatArg::Json => {
            let record = SolutionRecord::new(&start, &solution, &end);
            terminal.answer(&(serde_json::to_string(&record)? + "\n"))
        }
        // Unstyled: a seed may hold escape sequences.
        SolveFormatArg::Share => unless_closed(print_raw(format!("{}\n", start.share(&outcome.line)))),
    };
    // Files are written even if the reader of standard output has closed it.
    let title = arguments.pictures.title.as_deref();
    let draw = || sheet(&start, outcome, limits, title);
    pictures.write(terminal, draw, || page(&start, outcome, limits, title))?;
    if let Some(path) = &certificate {
        certificate::write(path, &start.position, outcome, &session, terminal)?;
    }
    printed?;
    if format == SolveFormatArg::Text && !brief {
        let nodes = counted(solution.nodes, "node");
        terminal.note(&format!("{nodes} in {:.2} s", started.elapsed().as_secs_f64()));
    }
    Ok(match outcome.verdict {
        _ if solution.is_interrupted() => ExitStatus::Interrupted,
        Verdict::Won { .. } => ExitStatus::Done,
        Verdict::Lost { .. } => ExitStatus::Lost,
        Verdict::Undecided { .. } => ExitStatus::Undecided,
    })
}

/// Formats the board, the line in phases and a summary as text with ANSI styles.
fn to_text(start: &Start, solution: &Solution, end: &Position, limits: LimitNames) -> anyhow::Result<String> {
    let outcome = &solution.outcome;
    let bold = Style::new().bold();
    let mut page = text::board(&start.position, &start.palette);
    for phase in words::phases(&start.position, &outcome.line, &start.palette)? {
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

/// Draws the line as an SVG sheet to play by.
fn sheet(
    start: &Start,
    outcome: &Outcome,
    limits: LimitNames,
    title: Option<&str>,
) -> anyhow::Result<String> {
    let title = title.map_or_else(|| start.title_after_moves(), Into::into);
    Ok(svg::sheet(&start.position, &outcome.line, &start.palette, &title, &with_length(outcome, limits))?)
}

/// Writes an HTML page that plays the game from the deal and opens at the searched position.
fn page(start: &Start, outcome: &Outcome, limits: LimitNames, title: Option<&str>) -> anyhow::Result<String> {
    let game = AnnotatedGame {
        title: title.map_or_else(|| start.title(), Into::into),
        summary: with_length(outcome, limits),
        start: start.deal,
        palette: start.palette,
        moves: start.share(&outcome.line).moves,
        opening: start.played.len(),
        seed: start.web_seed().into(),
        notes: Vec::new(),
    };
    Ok(game.page(&solomids::service::page_games())?)
}

/// Formats the verdict and the length of the line.
fn with_length(outcome: &Outcome, limits: LimitNames) -> String {
    let moves = outcome.line.len();
    let verdict = summary(outcome.verdict, limits);
    if moves == 0 { verdict } else { format!("{verdict} – {}", counted(moves as u64, "move")) }
}

/// Formats the verdict in one line.
fn summary(verdict: Verdict, limits: LimitNames) -> String {
    match verdict {
        Verdict::Won { swaps } => {
            let score = Bounds::from(verdict).lower;
            format!("Best score {score} ({}), proven", words::swaps(swaps))
        }
        Verdict::Lost { trees } => format!("Best score {trees} (cannot be won), proven"),
        Verdict::Undecided { bounds, stopped } => {
            let Bounds { lower, upper } = bounds;
            let (known, limit) = (words::known(bounds), limits.name(stopped));
            format!("{known}: the best score is at least {lower} and at most {upper}; stopped by {limit}")
        }
    }
}

/// Formats the length of the line and its lower bound in one line.
fn length(shortest: &Shortest, verdict: Verdict, limits: LimitNames) -> String {
    let Shortest { length, lower_bound, stopped, score, .. } = shortest;
    let aim = if verdict.score().is_some() { String::new() } else { format!(" for a score of {score}") };
    let known = if shortest.is_proven() {
        "proven shortest".into()
    } else {
        let stopped = stopped.map_or_else(String::new, |stop| format!("; stopped by {}", limits.name(stop)));
        format!("at least {lower_bound}{stopped}")
    };
    format!("Stacks, slides and transfers{aim}: {length}, {known}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use solomids::dealer::Source;
    use solomids::game::{Share, parse_position};
    use solomids::solver::{Stats, StopReason};

    use super::*;

    const POSITION: &str = ". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/\
                            . . . . ./. . . . ./. . . . ./. . . . ./. . . . ./swaps-used: 1";

    const GIVEN: LimitNames = LimitNames { default_timeout: None, is_memory_given: true };

    fn start() -> Start {
        let parsed = parse_position(POSITION).unwrap();
        let share: Share = "_S-B8>B10".parse().unwrap();
        let source = Source::WebSeed { seed: "0".into() };
        let deal = parsed.position;
        Start { deal, position: deal, palette: parsed.palette, source, played: share.moves }
    }

    fn solution(verdict: Verdict, line: &str) -> Solution {
        let share: Share = line.parse().unwrap();
        let stats = Stats { nodes: 7, elapsed: Duration::from_micros(2900), ..Stats::default() };
        let outcome = Outcome { verdict, line: share.moves, stats };
        Solution {
            search: outcome.clone(),
            nodes: outcome.stats.nodes,
            outcome,
            shortest: None,
            difficulty: None,
            first_moves_stopped: None,
        }
    }

    #[test]
    fn a_won_position_is_shown_with_its_line() {
        let start = start();
        let solution = solution(Verdict::Won { swaps: 1 }, "_M-B8>B6, M-B6>E6, B-E6");
        let end = check(&start.position, &solution.outcome).unwrap();
        insta::assert_snapshot!(serde_json::to_string(&SolutionRecord::new(&start, &solution, &end)).unwrap(), @r#"{"schema":1,"deal":". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/. . . . ./. . . . ./. . . . ./. . . . ./. . . . .\nswaps-used: 1","source":{"kind":"web-seed","seed":"0"},"verdict":"won","score":16,"lower_bound":16,"upper_bound":16,"swaps":1,"trees":15,"moves":["M-B8>B6","M-B6>E6","B-E6"],"share":"0_S-B8>B10, M-B8>B6, M-B6>E6, B-E6","stats":{"nodes":7,"elapsed_ms":2},"stopped":null,"played":["S-B8>B10"]}"#);
        let text = to_text(&start, &solution, &end, GIVEN).unwrap();
        insta::assert_snapshot!(anstream::adapter::strip_str(&text).to_string(), @r#"
              A     B     C     D     E
        10    .     .     .     .     .
         9    .     .     .     .     .
         8    .     R1    .     .     .
         7    .     .     .     .     .
         6    .     R2    .     .     R3
         5    .     .     .     .     .
         4    .     .     .     .     .
         3    .     .     .     .     .
         2    .     .     .     .     .
         1    .     .     .     .     .
        Bank:  2 red, 3 yellow, 3 green, 3 blue, 3 black (14 of 15 trees)
        Swaps: 2 earned, 1 used

        Tree 15: red
           1  M-B8>B6    red small onto medium
           2  M-B6>E6    red small-medium onto large: a tree
           3  B-E6       red tree to the bank

        Best score 16 (one swap), proven
        The line above: 3 moves, 15 trees in the bank, score 16
        "#);
    }

    #[test]
    fn an_undecided_position_is_shown_with_its_bounds() {
        let start = Start { source: Source::Text, played: Vec::new(), ..start() };
        let solution = solution(
            Verdict::Undecided { bounds: Bounds { lower: 14, upper: 16 }, stopped: StopReason::Time },
            "_M-B8>B6",
        );
        let end = check(&start.position, &solution.outcome).unwrap();
        insta::assert_snapshot!(serde_json::to_string(&SolutionRecord::new(&start, &solution, &end)).unwrap(), @r#"{"schema":1,"deal":". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/. . . . ./. . . . ./. . . . ./. . . . ./. . . . .\nswaps-used: 1","source":{"kind":"text"},"verdict":"undecided","score":null,"lower_bound":14,"upper_bound":16,"swaps":null,"trees":14,"moves":["M-B8>B6"],"share":"_M-B8>B6","stats":{"nodes":7,"elapsed_ms":2},"stopped":"time"}"#);
        let text = to_text(&start, &solution, &end, GIVEN).unwrap();
        insta::assert_snapshot!(text.lines().last().unwrap_or_default(), @"The line above: 1 move, 14 trees in the bank, score 14");
        insta::assert_snapshot!(summary(solution.outcome.verdict, GIVEN), @"14 trees in the bank at least; whether it can be won is open: the best score is at least 14 and at most 16; stopped by the time limit (--timeout)");
        insta::assert_snapshot!(summary(Verdict::Lost { trees: 9 }, GIVEN), @"Best score 9 (cannot be won), proven");
    }
}
