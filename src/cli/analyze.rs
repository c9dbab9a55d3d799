//! `analyze`: a played line, move by move: what was still reachable, and where it was lost.

use std::fmt::Write as _;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use anyhow::Context as _;
use serde::Serialize;
use solomids::analysis::{Mark, Ply, Review, review};
use solomids::check::check_review;
use solomids::game::{IllegalLine, IllegalMove, Move, Palette, TREES};
use solomids::numbers::counted;
use solomids::solver::{Solver, Stop};
use solomids::view::page;
use solomids::view::words::{described, phases};

use super::Status;
use super::args::{self, Analyze, Common, Format};
use super::failure::internal;
use super::line::Line;
use super::pictures::Pictures;
use super::search::{Search, limit};
use super::start::Start;
use super::terminal::Terminal;
use super::verify::{Illegal, reached};

/// How long it takes where the user sets no limit.
const PATIENCE: Duration = Duration::from_secs(30);

/// What `--format json` prints.
#[derive(Serialize)]
struct Record {
    schema: u32,
    /// The position the line starts from.
    deal: String,
    /// The best score reachable from there, null if undecided.
    score: Option<u8>,
    /// What the line scores where it ends.
    reached: u8,
    /// Number of the first move that gave something up, null if that may have been one that is undecided.
    first_mistake: Option<usize>,
    /// Number of the first move that is known to have given something up.
    first_known_mistake: Option<usize>,
    moves: Vec<PlyRecord>,
    /// Moves to play instead of the first known mistake.
    better_line: Option<Vec<String>>,
    /// The same from the start on, as the web page plays it back.
    better_share: Option<String>,
    /// The first illegal move, up to which the line is analysed.
    illegal: Option<Illegal>,
    nodes: u64,
    /// Which limit left scores undecided.
    stopped: Option<&'static str>,
}

#[derive(Serialize)]
struct PlyRecord {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    words: String,
    /// The best score reachable before it, null if undecided.
    before: Option<u8>,
    after: Option<u8>,
    before_bounds: [u8; 2],
    after_bounds: [u8; 2],
    mark: &'static str,
    /// A move to play instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<String>,
}

pub(super) fn run(arguments: &Analyze, common: &Common, terminal: Terminal) -> anyhow::Result<Status> {
    let wanted = args::Pictures { svg: None, html: arguments.html.clone() };
    let pictures = Pictures::open(&wanted, arguments.format == Format::Text)?;
    let line = Line::read(&arguments.played, terminal)?;
    let search = Search::new(common, terminal, "analysing the line", PATIENCE)?;
    let review = review(&mut Solver::new(), &line.start.position, &line.moves, &search.config);
    search.finish();
    let Start { palette, position, .. } = &line.start;
    check_review(&review).with_context(|| internal("the analysis", palette, position))?;
    let printed = terminal.answer(&match arguments.format {
        Format::Json => serde_json::to_string(&Record::new(&line, &review)?)? + "\n",
        Format::Text if pictures.on_stdout() => String::new(),
        Format::Text => in_text(&line, &review)?,
    });
    // Whoever closes a pipe early still wants the file.
    pictures.write(terminal, || Ok(String::new()), || page(&line, &review))?;
    printed?;
    if let Some(limit) = review.stopped.map(limit)
        && arguments.format == Format::Text
    {
        terminal.note(&format!("Stopped by {limit}"));
    }
    Ok(if review.illegal.is_some() {
        Status::Bad
    } else if review.stopped == Some(Stop::Interrupted) {
        Status::Interrupted
    } else {
        Status::Done
    })
}

impl Record {
    fn new(line: &Line, review: &Review) -> anyhow::Result<Self> {
        let plies = review.plies.iter().map(|ply| {
            Ok(PlyRecord {
                ply: ply.number,
                mv: ply.mv.to_string(),
                words: words(ply, &line.start.palette)?,
                before: ply.before.score(),
                after: ply.after.score(),
                before_bounds: [ply.before.lower, ply.before.upper],
                after_bounds: [ply.after.lower, ply.after.upper],
                mark: ply.mark.symbol(),
                better: ply.better.first().map(ToString::to_string),
            })
        });
        let first = review.first_known_mistake();
        Ok(Self {
            schema: 1,
            deal: line.start.palette.canonical(&line.start.position),
            score: review.start.score(),
            reached: review.end.score(),
            first_mistake: review.first_mistake().map(|ply| ply.number),
            first_known_mistake: first.map(|ply| ply.number),
            moves: plies.collect::<anyhow::Result<_>>()?,
            better_line: first.map(|ply| ply.better.iter().map(ToString::to_string).collect()),
            better_share: first.map(|ply| better_share(line, ply)),
            illegal: review.illegal.as_ref().map(Illegal::new),
            nodes: review.nodes,
            stopped: review.stopped.map(Stop::name),
        })
    }
}

/// A move in words.
fn words(ply: &Ply, palette: &Palette) -> Result<String, IllegalMove> {
    described(&ply.position, ply.mv, palette)
}

/// The moves with what they left, the first mistake with something better, a summary; ANSI styles inside.
fn in_text(line: &Line, review: &Review) -> anyhow::Result<String> {
    let (bold, bad) = (Style::new().bold(), AnsiColor::Red.on_default().bold());
    let mut page = format!("Best score reachable at the start: {}\n", review.start);
    for ply in &review.plies {
        let words = words(ply, &line.start.palette)?;
        let (after, token) = (ply.after, ply.mv.to_string());
        let mark = match ply.mark {
            Mark::None => String::new(),
            mark => format!("  {bad}{}{bad:#} {}", mark.symbol(), cost(ply)),
        };
        let _ = writeln!(page, "{:4}  {token:9}  {after:>5}  {words}{mark}", ply.number);
    }
    if let Some(IllegalLine { ply, mv, reason, before }) = &review.illegal {
        let _ = writeln!(page, "\nIllegal: move {ply}, {mv}: {reason}\nBefore it: {}", reached(before));
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
        for phase in phases(&ply.position, &ply.better, &line.start.palette)? {
            for step in phase.steps {
                let number = ply.number + step.ply - 1;
                let _ = writeln!(page, "{number:4}  {:9}  {}", step.mv.to_string(), step.words);
            }
        }
    }
    let _ = writeln!(page, "\n{bold}{}{bold:#}", summary(review));
    Ok(page)
}

/// The line as a page for the browser, with its marks.
fn page(line: &Line, review: &Review) -> anyhow::Result<String> {
    let note = |ply: &Ply| page::Note {
        mark: ply.mark,
        before: Some(ply.before),
        after: Some(ply.after),
        reason: if loses(ply) { "the win is lost".into() } else { String::new() },
        better: ply.better.clone(),
    };
    let Start { deal, palette, played, .. } = &line.start;
    let unseen = played.iter().map(|_| page::Note::default());
    let game = page::AnnotatedGame {
        title: line.start.title(),
        summary: in_short(review),
        start: *deal,
        palette: *palette,
        moves: played.iter().copied().chain(review.plies.iter().map(|ply| ply.mv)).collect(),
        opening: played.len(),
        seed: line.start.web_seed().into(),
        notes: unseen.chain(review.plies.iter().map(note)).collect(),
    };
    Ok(game.page()?)
}

/// The game with something better from a mistake on.
fn better_share(line: &Line, mistake: &Ply) -> String {
    let played = &line.moves[..mistake.number - 1];
    let moves: Vec<Move> = played.iter().chain(&mistake.better).copied().collect();
    line.start.share(&moves).to_string()
}

/// What a marked move cost: `17 to 16`.
fn cost(ply: &Ply) -> String {
    format!("{} to {}{}", ply.before, ply.after, if loses(ply) { ", the win is lost" } else { "" })
}

/// Whether a move gives up a win.
const fn loses(ply: &Ply) -> bool {
    ply.before.lower >= TREES && ply.after.upper < TREES
}

/// What could be reached, and how many moves are marked.
fn found(review: &Review) -> String {
    let count = |mark| review.plies.iter().filter(|ply| ply.mark == mark).count();
    let (mistakes, blunders) = (count(Mark::Mistake), count(Mark::Blunder));
    let open = review.plies.iter().filter(|ply| ply.mark == Mark::None && ply.before.upper > ply.after.lower);
    let marks = match (mistakes, blunders, review.start.score(), review.after.score()) {
        (0, 0, Some(a), Some(b)) if a == b => "no move gave anything up".into(),
        (0, 0, ..) => "no move is known to have given anything up".into(),
        _ => [(blunders, "marked ??"), (mistakes, "marked ?"), (open.count(), "undecided")]
            .into_iter()
            .filter(|&(count, _)| count > 0)
            .map(|(count, what)| format!("{} {what}", counted(count as u64, "move")))
            .collect::<Vec<_>>()
            .join(", "),
    };
    format!("Best {}, {marks}", review.start)
}

/// The whole in three lines.
fn summary(review: &Review) -> String {
    format!(
        "{}\nThe line ends with score {}: {}\nStill reachable from there: {}",
        found(review),
        review.end.score(),
        reached(&review.end),
        review.after
    )
}

/// The whole for a page, where there is little room and the end can be looked at.
fn in_short(review: &Review) -> String {
    let short =
        format!("{}. Ends with {}, still reachable: {}", found(review), review.end.score(), review.after);
    match review.illegal {
        Some(illegal) => format!("{short}. It breaks off there: {illegal}"),
        None => short,
    }
}
