//! Requests about Solomids.

use serde::Serialize;

use super::error::{internal, mistake};
use super::host::Host;
use super::request::{Request, StartRecord, TextOrInt};
use super::{
    Answer, HINT_TIMEOUT, Handler, LookAnswer, OpenAnswer, PositionAnswer, REVIEW_TIMEOUT, SceneAnswer,
    answer_of, tokens,
};
use crate::draw::page::stage::{BoardLayout, PageLine, Step};
use crate::games::solomids::analysis::{
    self, DealFilter, HintSearch, Level, Solution, difficulty, good_move, hints, with_default_timeout,
};
use crate::games::solomids::check::{check, check_hints, check_review};
use crate::games::solomids::dealer::{Source, tabletop};
use crate::games::solomids::game::tracking::PieceTracker;
use crate::games::solomids::game::{Move, Palette, Position, Square, TREES, parse_position};
#[cfg(feature = "batch")]
use crate::games::solomids::record::PlayedLine;
use crate::games::solomids::record::{HintRecord, ReviewRecord, SolutionRecord, annotated};
use crate::games::solomids::solver::{Config, MemoryLimit, Observer, Parallelism, Progress, Solver};
use crate::games::solomids::start::Start;
use crate::games::solomids::view::page::{board, help};
use crate::games::solomids::view::play::{choices, stage, steps};
use crate::games::solomids::view::{svg, words};
use crate::kit::clock::Instant;
use crate::kit::fault::{InputError, SourceError};
use crate::kit::numbers::counted;

/// Answers requests about Solomids. The solver keeps tables from one to the next, and searches in slices are kept until they end.
#[derive(Default)]
pub(super) struct SolomidsHandler {
    solver: Solver,
    sessions: HintSessions,
}

impl Handler for SolomidsHandler {
    fn open(&self, request: &Request) -> Result<OpenAnswer, InputError> {
        match request.seed_text() {
            Some(seed) => Ok(opened(&Start::from_source(Source::WebSeed { seed: seed.into() })?, true)),
            None => Ok(opened(&Start::of_text(&request.text()?)?, false)),
        }
    }

    fn draw(&self, request: &Request) -> Result<OpenAnswer, InputError> {
        let [seed, index] = request.drawn()?;
        Ok(opened(&Start::from_source(Source::Seed { seed, index })?, true))
    }

    fn scene(&self, request: &Request) -> Result<SceneAnswer, InputError> {
        let Start { deal, palette, .. } = first(request)?;
        let stage = BoardLayout { says: Some(words::board(&deal, &palette)), ..stage(&deal, &palette) };
        let parts = [svg::defs(&palette), board(&deal), help(&palette)];
        Ok(SceneAnswer::new(parts, (svg::WIDTH, svg::HEIGHT), stage))
    }

    fn look(&self, request: &Request) -> Answer {
        let start = played(request)?;
        let Start { deal, palette, played: moves, .. } = &start;
        let mut tracker = PieceTracker::new(deal);
        let mut shown = Vec::with_capacity(moves.len());
        for ((_, step), &mv) in steps(tracker, moves, palette)?.into_iter().zip(moves) {
            // Always legal: the line has been replayed.
            let _ = tracker.play(mv);
            shown.push(Step { says: Some(words::board(tracker.position(), palette)), ..step });
        }
        shown.drain(..request.from.min(moves.len()));
        let position = position_answer(&start, choices(&tracker, palette));
        answer_of(&LookAnswer { steps: shown, places: None, position })
    }

    fn moves(&self, request: &Request) -> Answer {
        let start = played(request)?;
        answer_of(&position_answer(&start, tokens(&start.position.legal_moves())))
    }

    #[cfg(feature = "batch")]
    fn verify(&self, request: &Request) -> Answer {
        let given = request.start.is_some().then(|| first(request)).transpose()?;
        answer_of(&PlayedLine::read(&request.text()?, given)?.verify().1)
    }

    fn why(&self, request: &Request) -> Result<String, InputError> {
        let position = played(request)?.position;
        let refused = |mv| {
            let mut after = position;
            after.play(mv).err()
        };
        let square = |spot: usize| Square::all().nth(spot);
        let (Some(from), to) = (square(request.ends.0), request.ends.1.and_then(square)) else {
            return Ok("There is no such square".into());
        };
        let Some(to) = to else {
            let reason = refused(Move::Bank { at: from });
            return Ok(
                reason.map_or_else(String::new, |reason| format!("{reason}, so it cannot go to the bank"))
            );
        };
        // Onto another stack, or forwards into a gap.
        if position.get(to).is_some() {
            return Ok(
                refused(Move::Stack { from, to }).map_or_else(String::new, |reason| reason.to_string())
            );
        }
        let ahead = to.column() == from.column() && to.depth() < from.depth();
        let reason = refused(Move::Slide { from, to }).filter(|_| ahead);
        Ok(reason.map_or_else(
            || format!("{to} is empty: a stack goes onto another one, or slides forwards until it touches something"),
            |reason| reason.to_string(),
        ))
    }

    fn picture(&self, request: &Request) -> Result<String, InputError> {
        let start = played(request)?;
        let title = request.title.clone().unwrap_or_else(|| start.title_after_moves());
        Ok(svg::board(&start.position, &start.palette, &title))
    }

    fn search(&mut self, request: &Request, host: &Host) -> Option<Answer> {
        Some(match request.ask.as_str() {
            "level" => level(request, host),
            "solve" => solve(&mut self.solver, request, host),
            "hint" if request.every && request.slice().is_some() => {
                self.sessions.go_on(&mut self.solver, request, host)
            }
            "hint" => hint(&mut self.solver, request, host),
            "review" => review(&mut self.solver, request, host),
            _ => return None,
        })
    }
}

/// The start of a request before its moves.
fn first(request: &Request) -> Result<Start, InputError> {
    let StartRecord { deal, web, drawn, .. } = request.start()?;
    let parsed = parse_position(deal).map_err(|error| SourceError::new("`deal`", deal, error))?;
    let source = match (web, drawn) {
        (Some(seed), _) => Source::WebSeed { seed: seed.clone() },
        (None, Some([seed, index])) => Source::Seed { seed: seed.number()?, index: index.number()? },
        (None, None) => Source::Text,
    };
    let palette = if source == Source::Text { parsed.palette } else { Palette::default() };
    Ok(Start { source, ..Start::from_position(parsed.position, palette) })
}

/// The start of a request after its moves.
fn played(request: &Request) -> Result<Start, InputError> {
    let mut start = first(request)?;
    request.play(str::parse, |mv| {
        start.played.push(mv);
        start.position.play(mv)
    })?;
    Ok(start)
}

/// The answer with a start; a seed that was typed as a seed is `intended`.
fn opened(start: &Start, intended: bool) -> OpenAnswer {
    let (web, drawn) = match &start.source {
        Source::Text => (None, None),
        Source::WebSeed { seed } => (Some(seed.clone()), None),
        &Source::Seed { seed, index } => (None, Some(TextOrInt::drawn(seed, index))),
    };
    let deal = start.palette.canonical(&start.deal);
    OpenAnswer {
        start: StartRecord { deal, web, drawn, ..StartRecord::default() },
        title: start.title(),
        seed: start.web_seed().into(),
        played: tokens(&start.played),
        warnings: start.warnings(intended),
    }
}

/// Answer to `level`.
#[derive(Serialize)]
struct LevelAnswer {
    #[serde(flatten)]
    opened: OpenAnswer,
    index: u64,
    level: &'static str,
}

/// Progress of `level`.
#[derive(Serialize)]
struct LevelProgress {
    /// Deals looked into so far.
    tried: u64,
}

/// Opens the first deal of a level, from an index on, that is proven winnable.
fn level(request: &Request, host: &Host) -> Answer {
    let name = request.level()?;
    let level = Level::ALL.into_iter().find(|level| level.word() == name);
    let level = level
        .ok_or_else(|| mistake(format!("no level {name:?}"), "levels are easy, medium, hard and brutal"))?;
    let [seed, first] = request.drawn()?;
    let filter = DealFilter { level: Some(level), winnable: true };
    let reporter = host.reporter();
    let passes = |&index: &u64| {
        if let Some(reporter) = &reporter {
            reporter.report(&LevelProgress { tried: index - first });
        }
        filter.passes(tabletop::deal(seed, index).position())
    };
    let index = (first..=u64::MAX)
        .find(passes)
        .ok_or_else(|| mistake("no deal of this level is left", "begin with a smaller index"))?;
    let opened = opened(&Start::from_source(Source::Seed { seed, index })?, true);
    answer_of(&LevelAnswer { opened, index, level: level.word() })
}

/// The position of a start with its legal moves.
fn position_answer<L>(start: &Start, legal: Vec<L>) -> PositionAnswer<L, TreesBanked> {
    let position = &start.position;
    PositionAnswer {
        over: legal.is_empty(),
        legal,
        won: position.is_won(),
        more: TreesBanked {
            score: position.score(),
            trees: position.trees_banked(),
            swaps_earned: position.swaps_earned(),
            swaps_used: position.swaps_used(),
        },
        state: state(position),
        deal: start.palette.canonical(position),
        share: start.share(&[]).to_string(),
    }
}

/// What is said of a position beyond what all games say.
#[derive(Serialize)]
struct TreesBanked {
    score: u8,
    trees: u8,
    swaps_earned: u8,
    swaps_used: u8,
}

/// The position in one line of words.
fn state(position: &Position) -> String {
    let score = position.score();
    if position.is_won() {
        return format!("Won with {}: score {score}", words::swaps(position.swaps_used()));
    }
    if position.legal_moves().is_empty() {
        return format!("No move is left: score {score}");
    }
    let swaps = match position.swaps_earned() - position.swaps_used() {
        0 => String::new(),
        left => format!(", {} left", counted(left.into(), "swap")),
    };
    format!("{} of {TREES} trees in the bank{swaps}", position.trees_banked())
}

/// Progress of a search of Solomids.
#[derive(Serialize)]
struct ProgressRecord {
    nodes: u64,
    /// Trees of the goal that is searched for, at least.
    trees: u8,
    /// Swaps of that goal, at most.
    swaps: u8,
    merges_left: usize,
}

/// The configuration of a search, on one thread.
fn config(request: &Request, host: &Host) -> Config {
    let memory = MemoryLimit::of_bytes(request.memory());
    Config {
        parallelism: Parallelism::Sequential,
        max_nodes: request.nodes,
        timeout: request.timeout(),
        interrupt: host.interrupt.clone(),
        memory: memory.measured_by(host.gauge.clone()),
        observer: host.reporter().map(|reporter| {
            Observer::new(move |Progress { trees, swaps, merges_left, nodes, .. }| {
                reporter.report(&ProgressRecord { nodes, trees, swaps, merges_left });
            })
        }),
        ..Config::default()
    }
}

/// Solves the position after a line.
fn solve(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let start = played(request)?;
    let outcome = solver.solve(&start.position, &config(request, host));
    let end = check(&start.position, &outcome).map_err(internal)?;
    let measured = request.difficulty.then(|| difficulty(&start.position, &outcome, None));
    let solution = Solution { difficulty: measured, ..Solution::of_search(outcome) };
    answer_of(&SolutionRecord::new(&start, &solution, &end))
}

/// Looks into one good move after a line, or into every move.
fn hint(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let start = played(request)?;
    let search = if request.every { hints } else { good_move };
    let config = with_default_timeout(config(request, host), HINT_TIMEOUT);
    let found = search(solver, &start.position, &config);
    check_hints(&start.position, &found).map_err(internal)?;
    answer_of(&HintRecord::new(&start, &found).map_err(internal)?)
}

/// Searches of hints for every move that are under way, by position and the limits on nodes and memory, the one asked for last at the
/// end.
#[derive(Default)]
struct HintSessions(Vec<(HintKey, HintSearch)>);

/// Position, and limits on nodes and memory.
type HintKey = (Position, Option<u64>, u64);

impl HintSessions {
    /// Searches that are kept, at most.
    const MOST: usize = 4;

    /// Looks into every move after a line for a slice of time, or for one search if that takes longer, and answers with what is known.
    /// The time limit of the request does not count: the asking side decides when it is enough.
    fn go_on(&mut self, solver: &mut Solver, request: &Request, host: &Host) -> Answer {
        let start = played(request)?;
        let begun = Instant::now();
        let slice = request.slice().unwrap_or_default();
        let key = (start.position, request.nodes, request.memory());
        let kept = self.0.iter().position(|(kept, _)| *kept == key);
        let mut search = if let Some(place) = kept {
            self.0.remove(place).1
        } else {
            HintSearch::new(&start.position, &Config { timeout: None, ..config(request, host) })
        };
        while !search.is_done() {
            search.step(solver);
            if begun.elapsed() >= slice {
                break;
            }
        }
        let found = search.hints(solver);
        check_hints(&start.position, &found).map_err(internal)?;
        let record = HintRecord::new(&start, &found).map_err(internal)?;
        let more = !search.is_done();
        if more {
            self.0.push((key, search));
            self.0.drain(..self.0.len().saturating_sub(Self::MOST));
        }
        answer_of(&record.with_more(more))
    }
}

/// Answer to `review`.
#[derive(Serialize)]
struct ReviewAnswer {
    /// The review in one line of words.
    summary: String,
    /// The line with its marks, then the better lines, as pages show them.
    lines: Vec<PageLine>,
    #[serde(flatten)]
    record: ReviewRecord,
}

/// Reviews a line from its start.
fn review(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let (start, moves) = (first(request)?, played(request)?.played);
    let config = with_default_timeout(config(request, host), REVIEW_TIMEOUT);
    let review = analysis::review(solver, &start.position, &moves, &config);
    check_review(&review).map_err(internal)?;
    let game = annotated(&start, &review);
    let lines = game.lines().map_err(internal)?;
    let record = ReviewRecord::new(&start, &moves, &review).map_err(internal)?;
    answer_of(&ReviewAnswer { summary: game.summary, lines, record })
}
