//! `solve`: the best score of a position, with a line that was replayed before it is shown.

use std::fmt::Write as _;
use std::time::Instant;

use anstyle::Style;
use anyhow::Context as _;
use indicatif::ProgressBar;
use solomids::check::{check, check_shortest};
use solomids::game::{Position, TREES};
use solomids::numbers::counted;
use solomids::solver::{self, Config, Observer, Outcome, Progress, Shortest, Stop, Verdict};
use solomids::view::page::AnnotatedGame;
use solomids::view::{svg, text, words};

use super::args::{Common, Solve, SolveFormat};
use super::failure::{Advised, internal};
use super::pictures::Pictures;
use super::search::rest;
use super::solution::Written;
use super::start::Start;
use super::terminal::{Terminal, print_raw, unless_closed};
use super::{Status, difficulty, interrupt, search};

pub(super) fn run(arguments: &Solve, common: &Common, terminal: Terminal) -> anyhow::Result<Status> {
    let pictures = Pictures::open(&arguments.pictures, arguments.format == SolveFormat::Text)?;
    if arguments.difficulty && arguments.format == SolveFormat::Share {
        let help = "ask for --format text or json, or leave --difficulty out";
        return Err(Advised::new("a share string has no room for the difficulty", help).into());
    }
    let start = Start::resolve(&arguments.start, terminal)?;
    search::start_threads(common)?;
    let line = terminal.progress();
    let config = Config {
        interrupt: Some(interrupt::flag()?),
        observer: line.clone().map(observer),
        ..common.config()
    };
    let started = Instant::now();
    let internal = || internal("the solver", &start.palette, &start.position);
    let mut outcome = solver::solve(&start.position, &config);
    // Of all searches together.
    let mut nodes = outcome.stats.nodes;
    // First, for it mostly takes much less than the proof that no line is shorter, for which most of the limits are kept.
    let first_moves = arguments.difficulty.then(|| {
        let observer = line.clone().map(|line| search::watch(line, "looking into the first moves"));
        let rest = rest(config.clone(), nodes, started.elapsed());
        let config = Config { observer, ..if arguments.shortest { tenth(rest) } else { rest } };
        let first_moves = difficulty::first_moves(&start.position, &outcome, &config);
        nodes += first_moves.nodes;
        first_moves
    });
    let shortest = if arguments.shortest {
        let config = rest(config.clone(), nodes, started.elapsed());
        let shortest = solver::shortest(&start.position, &config, &outcome);
        check_shortest(&start.position, &outcome, &shortest).with_context(internal)?;
        outcome.line.clone_from(&shortest.line);
        outcome.verdict = outcome.verdict.with_line(shortest.score);
        nodes += shortest.stats.nodes;
        Some(shortest)
    } else {
        None
    };
    let shortest = shortest.as_ref();
    let end = check(&start.position, &outcome).with_context(internal)?;
    let difficulty =
        first_moves.map(|first_moves| difficulty::measure(&start.position, &outcome, &first_moves));
    let difficulty = difficulty.as_ref();
    if let Some(line) = &line {
        line.finish_and_clear();
    }
    let printed = match arguments.format {
        SolveFormat::Text if pictures.on_stdout() => Ok(()),
        SolveFormat::Text => {
            let difficulty = difficulty.map_or_else(String::new, difficulty::in_text);
            terminal.answer(&(in_text(&start, &outcome, shortest, &end)? + &difficulty))
        }
        SolveFormat::Json => {
            let difficulty = difficulty.map(difficulty::Record::new);
            let written = Written::new(&start, &outcome, shortest, &end, difficulty);
            terminal.answer(&(serde_json::to_string(&written)? + "\n"))
        }
        // A seed may hold anything.
        SolveFormat::Share => unless_closed(print_raw(&format!("{}\n", start.share(&outcome.line)))),
    };
    // Whoever closes a pipe early still wants the files.
    pictures.write(terminal, || sheet(&start, &outcome), || page(&start, &outcome))?;
    printed?;
    if arguments.format == SolveFormat::Text {
        let nodes = counted(nodes, "node");
        terminal.note(&format!("{nodes} in {:.2} s", started.elapsed().as_secs_f64()));
    }
    let stopped = [
        outcome.verdict.stopped(),
        shortest.and_then(|shortest| shortest.stopped),
        difficulty.and_then(|difficulty| difficulty.stopped),
    ];
    Ok(match outcome.verdict {
        _ if stopped.contains(&Some(Stop::Interrupted)) => Status::Interrupted,
        Verdict::Won { .. } => Status::Done,
        Verdict::Lost { .. } => Status::Lost,
        Verdict::Undecided { .. } => Status::Undecided,
    })
}

/// A tenth of the limits on nodes and time.
fn tenth(config: Config) -> Config {
    Config {
        max_nodes: config.max_nodes.map(|max| max / 10),
        timeout: config.timeout.map(|timeout| timeout / 10),
        ..config
    }
}

/// Shows what the search is doing on a line.
fn observer(line: ProgressBar) -> Observer {
    let started = Instant::now();
    Observer::new(move |Progress { trees, swaps, merges_left, nodes }| {
        let goal = if trees == TREES { "a win".into() } else { counted(u64::from(trees), "tree") };
        let swaps = match swaps {
            0 => "without a swap".into(),
            _ => format!("with {}", counted(u64::from(swaps), "swap")),
        };
        let seconds = started.elapsed().as_secs();
        line.set_message(format!(
            "looking for {goal} {swaps}: {}, {} to go, {seconds} s",
            counted(nodes, "node"),
            counted(merges_left as u64, "merge"),
        ));
        line.tick();
    })
}

/// The board, the line in phases, the summary; ANSI styles inside.
fn in_text(
    start: &Start,
    outcome: &Outcome,
    shortest: Option<&Shortest>,
    end: &Position,
) -> anyhow::Result<String> {
    let bold = Style::new().bold();
    let mut page = text::board(&start.position, &start.palette);
    for phase in words::phases(&start.position, &outcome.line, &start.palette)? {
        let _ = writeln!(page, "\n{bold}{}{bold:#}", phase.title);
        for step in phase.steps {
            let _ = writeln!(page, "{:4}  {:9}  {}", step.ply, step.mv.to_string(), step.words);
        }
    }
    let _ = writeln!(page, "\n{bold}{}{bold:#}", summary(outcome.verdict));
    if !outcome.line.is_empty() {
        let moves = counted(outcome.line.len() as u64, "move");
        let trees = counted(end.trees_banked().into(), "tree");
        let _ = writeln!(page, "The line above: {moves}, {trees} in the bank, score {}", end.score());
    }
    if let Some(shortest) = shortest {
        let _ = writeln!(page, "{}", length(shortest, outcome.verdict));
    }
    Ok(page)
}

/// A picture of the line, to play by.
fn sheet(start: &Start, outcome: &Outcome) -> anyhow::Result<String> {
    let title = start.title_after_moves();
    Ok(svg::sheet(&start.position, &outcome.line, &start.palette, &title, &with_length(outcome))?)
}

/// A page that plays the game from the deal on, and opens where the search began.
fn page(start: &Start, outcome: &Outcome) -> anyhow::Result<String> {
    let game = AnnotatedGame {
        title: start.title(),
        summary: with_length(outcome),
        start: start.deal,
        palette: start.palette,
        moves: start.share(&outcome.line).moves,
        opening: start.played.len(),
        seed: start.web_seed().into(),
        notes: Vec::new(),
    };
    Ok(game.page()?)
}

/// The verdict, and how long the line is.
fn with_length(outcome: &Outcome) -> String {
    let moves = outcome.line.len();
    let verdict = summary(outcome.verdict);
    if moves == 0 { verdict } else { format!("{verdict} – {}", counted(moves as u64, "move")) }
}

/// The verdict in one line.
fn summary(verdict: Verdict) -> String {
    match verdict {
        Verdict::Won { swaps } => {
            let (score, _) = verdict.bounds();
            format!("Best score {score} ({}), proven", words::swaps(swaps))
        }
        Verdict::Lost { trees } => format!("Best score {trees} (cannot be won), proven"),
        Verdict::Undecided { lower, upper, stopped } => {
            let limit = search::limit(stopped);
            format!("Undecided: the best score is at least {lower} and at most {upper}; stopped by {limit}")
        }
    }
}

/// What is known of the length of the line, in one line.
fn length(shortest: &Shortest, verdict: Verdict) -> String {
    let Shortest { length, lower_bound, stopped, score, .. } = shortest;
    let aim = if verdict.score().is_some() { String::new() } else { format!(" for a score of {score}") };
    let known = if shortest.is_proven() {
        "proven shortest".into()
    } else {
        let stopped =
            stopped.map_or_else(String::new, |stop| format!("; stopped by {}", search::limit(stop)));
        format!("at least {lower_bound}{stopped}")
    };
    format!("Stacks, slides and transfers{aim}: {length}, {known}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use solomids::dealer::Source;
    use solomids::game::{Share, parse_position};
    use solomids::solver::Stats;

    use super::*;

    const POSITION: &str = ". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/\
                            . . . . ./. . . . ./. . . . ./. . . . ./. . . . ./swaps-used: 1";

    fn start() -> Start {
        let parsed = parse_position(POSITION).unwrap();
        let share: Share = "_S-B8>B10".parse().unwrap();
        let source = Source::WebSeed { seed: "0".into() };
        let deal = parsed.position;
        Start { deal, position: deal, palette: parsed.palette, source, played: share.moves }
    }

    fn outcome(verdict: Verdict, line: &str) -> Outcome {
        let share: Share = line.parse().unwrap();
        let stats = Stats { nodes: 7, elapsed: Duration::from_micros(2900), ..Stats::default() };
        Outcome { verdict, line: share.moves, stats }
    }

    #[test]
    fn a_won_position() {
        let start = start();
        let outcome = outcome(Verdict::Won { swaps: 1 }, "_M-B8>B6, M-B6>E6, B-E6");
        let end = check(&start.position, &outcome).unwrap();
        insta::assert_snapshot!(serde_json::to_string(&Written::new(&start, &outcome, None, &end, None)).unwrap(), @r#"{"schema":1,"deal":". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/. . . . ./. . . . ./. . . . ./. . . . ./. . . . .\nswaps-used: 1","source":{"kind":"web-seed","seed":"0"},"verdict":"won","score":16,"lower_bound":16,"upper_bound":16,"swaps":1,"trees":15,"moves":["M-B8>B6","M-B6>E6","B-E6"],"share":"0_S-B8>B10, M-B8>B6, M-B6>E6, B-E6","stats":{"nodes":7,"elapsed_ms":2},"stopped":null,"played":["S-B8>B10"]}"#);
        let text = in_text(&start, &outcome, None, &end).unwrap();
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
    fn an_undecided_position() {
        let start = Start { source: Source::Text, played: Vec::new(), ..start() };
        let outcome = outcome(Verdict::Undecided { lower: 14, upper: 16, stopped: Stop::Time }, "_M-B8>B6");
        let end = check(&start.position, &outcome).unwrap();
        insta::assert_snapshot!(serde_json::to_string(&Written::new(&start, &outcome, None, &end, None)).unwrap(), @r#"{"schema":1,"deal":". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/. . . . ./. . . . ./. . . . ./. . . . ./. . . . .\nswaps-used: 1","source":{"kind":"text"},"verdict":"undecided","score":null,"lower_bound":14,"upper_bound":16,"swaps":null,"trees":14,"moves":["M-B8>B6"],"share":"_M-B8>B6","stats":{"nodes":7,"elapsed_ms":2},"stopped":"time"}"#);
        let text = in_text(&start, &outcome, None, &end).unwrap();
        insta::assert_snapshot!(text.lines().last().unwrap_or_default(), @"The line above: 1 move, 14 trees in the bank, score 14");
        insta::assert_snapshot!(summary(outcome.verdict), @"Undecided: the best score is at least 14 and at most 16; stopped by the time limit (--timeout)");
        insta::assert_snapshot!(summary(Verdict::Lost { trees: 9 }), @"Best score 9 (cannot be won), proven");
    }
}
