//! Requests about Solomids: its starts, and its searches.

use serde_json::json;

use super::error::{internal, mistake};
use super::host::Host;
use super::request::{Request, StartRecord, TextOrInt};
use super::{Answer, Served, answer_of, first, opened, played};
use crate::games::port::Played;
use crate::games::solomids::Solomids;
use crate::games::solomids::analysis::{
    self, DealFilter, HintSearch, Level, Solution, difficulty, good_move, hints,
};
use crate::games::solomids::check::{check, check_hints, check_review};
use crate::games::solomids::dealer::{Source, tabletop};
use crate::games::solomids::game::{Palette, Position, parse_position};
use crate::games::solomids::record::{self, notes, short_summary};
use crate::games::solomids::solver::{Config, Limits, Observer, Parallelism, Progress, Solver};
use crate::games::solomids::start::Start;
use crate::kit::clock::Instant;
use crate::kit::error::{InputError, SourceError};
use crate::kit::json::joined;
use crate::kit::search::{HINT_TIME, REVIEW_TIME};

/// The solver, which keeps tables from one request to the next, and searches in slices, which are kept until they end.
#[derive(Default)]
pub(crate) struct Searches {
    solver: Solver,
    sessions: HintSessions,
}

impl Served for Solomids {
    type Searches = Searches;

    fn options(request: &Request) -> Result<Option<Played<Self>>, InputError> {
        let given = request.start.as_ref().map(Self::start).transpose()?;
        Ok(given.map(Played::new))
    }

    /// The deal of a seed of the web page for `open`, of the tabletop dealer for `draw`.
    fn dealt(request: &Request) -> Result<Start, InputError> {
        if request.ask == "open"
            && let Some(seed) = request.seed_text()
        {
            return Start::of_source(Source::WebSeed { seed: seed.into() });
        }
        let [seed, index] = request.drawn()?;
        Start::of_source(Source::Seed { seed, index })
    }

    fn start(record: &StartRecord) -> Result<Start, InputError> {
        let StartRecord { deal, web, drawn, .. } = record;
        let parsed = parse_position(deal).map_err(|error| SourceError::new("`deal`", deal, error))?;
        let source = match (web, drawn) {
            (Some(seed), _) => Source::WebSeed { seed: seed.clone() },
            (None, Some([seed, index])) => Source::Seed { seed: seed.number()?, index: index.number()? },
            (None, None) => Source::Text,
        };
        let palette = if source == Source::Text { parsed.palette } else { Palette::default() };
        Ok(Start { deal: parsed.position, palette, source })
    }

    fn start_record(Start { deal, palette, source }: &Start) -> StartRecord {
        let (web, drawn) = match source {
            Source::Text => (None, None),
            Source::WebSeed { seed } => (Some(seed.clone()), None),
            &Source::Seed { seed, index } => (None, Some(TextOrInt::drawn(seed, index))),
        };
        StartRecord { deal: palette.canonical(deal), web, drawn, ..StartRecord::default() }
    }

    fn warnings(start: &Start, intended: bool) -> Vec<String> {
        start.warnings(intended)
    }

    fn search(
        Searches { solver, sessions }: &mut Searches,
        request: &Request,
        host: &Host,
    ) -> Option<Answer> {
        Some(match request.ask.as_str() {
            "level" => level(request, host),
            "solve" => solve(solver, request, host),
            "hint" if request.every && request.slice.is_some() => sessions.go_on(solver, request, host),
            "hint" => hint(solver, request, host),
            "review" => review(solver, request, host),
            _ => return None,
        })
    }
}

/// Opens the first deal of a level, from an index on, that is proven winnable.
fn level(request: &Request, host: &Host) -> Answer {
    let name = request.level()?;
    let level = Level::ALL.into_iter().find(|level| level.word() == name);
    let level = level
        .ok_or_else(|| mistake(format!("no level {name:?}"), "levels are easy, medium, hard and brutal"))?;
    let [seed, first] = request.drawn()?;
    let filter = DealFilter { level: Some(level), winnable: true };
    let (reporter, limits, begun) = (host.reporter(), request.limits(host), Instant::now());
    let halt = limits.halt();
    let mut stopped = Ok(());
    let index = (first..=u64::MAX).find(|&index| {
        if let Some(reporter) = &reporter {
            reporter.report(|| json!({ "tried": index - first }));
        }
        let config = Config { observer: None, ..config(limits.left(begun), host) };
        let passes = filter.passes(tabletop::deal(seed, index).position(), &config);
        stopped = if passes { Ok(()) } else { halt.check() };
        passes || stopped.is_err()
    });
    let index =
        index.ok_or_else(|| mistake("no deal of this level is left", "begin with a smaller index"))?;
    if let Err(reason) = stopped {
        let message = format!("no deal of this level was found up to index {index}: {reason}");
        return Err(mistake(message, "go on with the next index, or raise the limit"));
    }
    let start = Start::of_source(Source::Seed { seed, index })?;
    let opened = opened(&Played::<Solomids>::new(start), true);
    answer_of(&joined([opened, json!({ "index": index, "level": level.word() })]))
}

/// The configuration of a search within limits, on one thread.
fn config(limits: Limits, host: &Host) -> Config {
    Config {
        parallelism: Parallelism::Sequential,
        measured_memory: limits.memory.zip(host.memory_usage.clone()),
        limits,
        observer: host.reporter().map(|reporter| {
            Observer::new(move |Progress { trees, swaps, merges_left, nodes, .. }| {
                let progress =
                    || json!({ "nodes": nodes, "trees": trees, "swaps": swaps, "merges_left": merges_left });
                reporter.report(progress);
            })
        }),
        ..Config::default()
    }
}

fn solve(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let game = played::<Solomids>(request)?;
    let outcome = solver.solve(&game.position, &config(request.limits(host), host));
    let end = check(&game.position, &outcome).map_err(internal)?;
    let measured = request.difficulty.then(|| difficulty(&game.position, &outcome, None));
    let solution = Solution { difficulty: measured, ..Solution::of_search(outcome) };
    answer_of(&record::solution(&game, &solution, &end))
}

/// Looks into one good move after a line, or into every move.
fn hint(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let game = played::<Solomids>(request)?;
    let search = if request.every { hints } else { good_move };
    let config = config(request.limits(host).with_default_time(HINT_TIME), host);
    let found = search(solver, &game.position, &config);
    check_hints(&game.position, &found).map_err(internal)?;
    answer_of(&record::hints(&game, &found).map_err(internal)?)
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
        let game = played::<Solomids>(request)?;
        let begun = Instant::now();
        let slice = request.slice.unwrap_or_default();
        let key = (game.position, request.nodes(), request.memory());
        let kept = self.0.iter().position(|(kept, _)| *kept == key);
        let mut search = if let Some(place) = kept {
            self.0.remove(place).1
        } else {
            let limits = Limits { time: None, ..request.limits(host) };
            HintSearch::new(&game.position, &config(limits, host))
        };
        while !search.is_done() {
            search.step(solver);
            if begun.elapsed() >= slice {
                break;
            }
        }
        let found = search.hints(solver);
        check_hints(&game.position, &found).map_err(internal)?;
        let record = record::hints(&game, &found).map_err(internal)?;
        let more = !search.is_done();
        if more {
            self.0.push((key, search));
            self.0.drain(..self.0.len().saturating_sub(Self::MOST));
        }
        answer_of(&joined([record, json!({ "more": more })]))
    }
}

/// Reviews a line from its start.
fn review(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let (before, moves) = (Played::new(first::<Solomids>(request)?), played::<Solomids>(request)?.moves);
    let config = config(request.limits(host).with_default_time(REVIEW_TIME), host);
    let review = analysis::review(solver, &before.position, &moves, &config);
    check_review(&review).map_err(internal)?;
    let record = record::review(&before, &moves, &review).map_err(internal)?;
    let summary = json!({ "summary": short_summary(&review) });
    answer_of(&joined([summary, notes(&before, &review).record(), record]))
}
