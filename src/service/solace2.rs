//! Requests about Solace II: its starts, and its searches.

use serde_json::json;

use super::error::internal;
use super::host::Host;
use super::request::{Request, StartRecord, TextOrInt};
use super::{Answer, Served, answer_of, played};
use crate::draw::page::stage::{Notes, StepNote};
use crate::games::port::{Game as _, Played};
use crate::games::solace2::Solace2;
use crate::games::solace2::analysis::{self, Hinter, Judging, range};
use crate::games::solace2::game::{Palette, Reading, UnknownReading, parse_deal};
use crate::games::solace2::optimum::View;
use crate::games::solace2::port::Start;
use crate::games::solace2::record::{self, DealSource};
use crate::games::solace2::solver::{Limits, Outcome, Solver, StopReason};
use crate::games::solace2::view::Inside;
use crate::games::solace2::view::words::{describe, why};
use crate::kit::error::{ErrorWithHelp, InputError, SourceError};
use crate::kit::json::{joined, without_empty};
use crate::kit::search::{HINT_TIME, REVIEW_TIME};

/// The solver, which keeps tables from one request to the next, what gives hints, which keeps values, and what is known of the moves
/// that were judged last.
#[derive(Default)]
pub(crate) struct Searches {
    solver: Solver,
    hinter: Hinter,
    judging: Option<Judging>,
}

impl Served for Solace2 {
    type Searches = Searches;

    fn options(request: &Request) -> Result<Reading, InputError> {
        read_reading(request.reading.as_deref())
    }

    fn dealt(request: &Request) -> Result<Start, InputError> {
        let [seed, index] = request.drawn()?;
        Ok(Start::dealt(seed, index, Self::options(request)?))
    }

    fn start(record: &StartRecord) -> Result<Start, InputError> {
        let StartRecord { deal, drawn, reading, .. } = record;
        let mut parsed = parse_deal(deal).map_err(|error| SourceError::new("`deal`", deal, error))?;
        let source = match drawn {
            Some([seed, index]) => DealSource::Seed { seed: seed.number()?, index: index.number()? },
            None => DealSource::Text,
        };
        if source != DealSource::Text {
            parsed.palette = Palette::default();
        }
        Ok(Start::new(parsed, source, read_reading(reading.as_deref())?))
    }

    fn start_record(start: &Start) -> StartRecord {
        let drawn = match start.source {
            DealSource::Text => None,
            DealSource::Seed { seed, index } => Some(TextOrInt::drawn(seed, index)),
        };
        let reading = Some(start.reading.name());
        StartRecord { deal: start.deal_text(), drawn, reading, ..StartRecord::default() }
    }

    fn search(searches: &mut Searches, request: &Request, host: &Host) -> Option<Answer> {
        let Searches { solver, hinter, judging } = searches;
        Some(match request.ask.as_str() {
            "solve" => solve(solver, request, host),
            "hint" if request.hidden => hidden_hint(hinter, request, host),
            "hint" if request.every => judge(judging, solver, request, host),
            "hint" => hint(solver, request, host),
            "review" => review(solver, request, host),
            _ => return None,
        })
    }
}

const fn inside(request: &Request) -> Inside {
    if request.hidden { Inside::Hidden } else { Inside::Shown }
}

/// Reads the name of a reading; the standard one without a name.
fn read_reading(name: Option<&str>) -> Result<Reading, InputError> {
    let Some(name) = name else { return Ok(Reading::default()) };
    let unknown = |error: UnknownReading| ErrorWithHelp::new(error.to_string(), "`about` lists the readings");
    Ok(name.parse::<Reading>().map_err(unknown)?)
}

fn solve(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let game = played::<Solace2>(request)?;
    let outcome = analysis::solve(solver, &game.position, game.start.reading, &request.limits(host));
    answer_of(&record::solution(&game, &outcome.map_err(internal)?))
}

/// Finds the best move after a line from what lies open. With a slice of time, a search that takes longer is taken up again by the
/// next request, also one for values that later hints need; without, the move of a careful player takes the place of one that is not
/// found within the limits.
fn hidden_hint(hinter: &mut Hinter, request: &Request, host: &Host) -> Answer {
    let Played { start, position, .. } = played::<Solace2>(request)?;
    let view = View::new(&position, start.reading);
    let limits = request.limits(host);
    let (hint, more) = match request.slice {
        Some(slice) => hinter.hint_within(&view, slice, &limits),
        None => (Some(hinter.hint(&view, &limits)), false),
    };
    let more = request.slice.map(|_| more);
    let (mv, stopped) = hint.as_ref().map_or((None, None), |hint| (hint.mv, hint.stopped));
    let rest = hint.as_ref().map_or(&[] as &[_], |hint| &hint.rest);
    let why = mv.map(|mv| why(&position, mv, rest, start.reading, &start.palette).record());
    let answer = json!({
        "move": mv.map(|mv| mv.to_string()),
        "words": mv.map(|mv| describe(&position, mv, &start.palette, inside(request))),
        "reason": hint.as_ref().map(|hint| &hint.reason),
        "expected": hint.as_ref().and_then(|hint| hint.expected),
        "score": null,
        "lower_bound": null,
        "upper_bound": null,
        "stopped": stopped.map(StopReason::name),
        // States whose value is known by now.
        "nodes": hinter.states(),
        "more": more,
    });
    answer_of(&joined([without_empty(answer, &["reason", "expected", "more"]), why.unwrap_or_default()]))
}

/// Judges the moves after a line for a slice of time, or one move if that takes longer, and answers with what is known. Without a slice
/// it goes on to the time limit.
fn judge(kept: &mut Option<Judging>, solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let Played { start: Start { reading, palette, .. }, position, .. } = played::<Solace2>(request)?;
    if kept.as_ref().is_some_and(|judging| !judging.is_of(&position, reading)) {
        *kept = None;
    }
    let judging = kept.get_or_insert_with(|| Judging::new(position, reading));
    let slice = request.slice.or(request.timeout).unwrap_or(HINT_TIME);
    judging.go_on(solver, &request.limits(host), slice).map_err(internal)?;
    let (lower_bound, upper_bound) = judging.best();
    let moves = judging.moves().into_iter().map(|judged| {
        json!({
            "move": judged.mv.to_string(),
            "words": describe(&position, judged.mv, &palette, Inside::Shown),
            "lower_bound": judged.bounds.0,
            "upper_bound": judged.bounds.1,
            "keeps": judged.keeps,
            "reason": judged.reason,
        })
    });
    answer_of(&json!({
        "lower_bound": lower_bound,
        "upper_bound": upper_bound,
        "moves": moves.collect::<Vec<_>>(),
        "more": !judging.is_done(),
        "nodes": judging.nodes(),
        "stopped": null,
    }))
}

/// Goes through the line that was played: the best score before and after each move, with everything seen.
fn review(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let Played { start, moves, .. } = played::<Solace2>(request)?;
    let Start { reading, palette, .. } = start.clone();
    let time = Some(request.timeout.unwrap_or(REVIEW_TIME));
    let limits = Limits { time, ..request.limits(host) };
    let review =
        analysis::review(solver, &Solace2::first(&start), reading, &moves, &limits).map_err(internal)?;
    let mut notes = Notes::default();
    for (from, reviewed) in review.moves.iter().enumerate() {
        let best = reviewed.better.first();
        if best.is_some() {
            notes.better.push((from, reviewed.better.clone()));
        }
        let in_words = |&mv| format!("{mv} {}", describe(&reviewed.position, mv, &palette, Inside::Shown));
        notes.moves.push(Some(StepNote {
            mark: reviewed.mark(),
            before: Some(range(reviewed.before)),
            after: Some(range(reviewed.after)),
            reason: reviewed.reason(),
            better: best.map(in_words),
            line: best.map(|_| notes.better.len()),
        }));
    }
    let answer = json!({
        "summary": review.summary(),
        "nodes": review.nodes,
        "stopped": review.stopped.map(StopReason::name),
    });
    answer_of(&joined([notes.record(), answer]))
}

/// Finds a good move after a line by search.
fn hint(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let Played { start, position, .. } = played::<Solace2>(request)?;
    let outcome = analysis::solve(solver, &position, start.reading, &request.limits(host));
    let Outcome { verdict, line, stats } = outcome.map_err(internal)?;
    let (lower, upper) = verdict.bounds();
    let mv = line.first().copied();
    let why = mv.map(|mv| why(&position, mv, &line[1..], start.reading, &start.palette).record());
    let answer = json!({
        "move": mv.map(|mv| mv.to_string()),
        "words": mv.map(|mv| describe(&position, mv, &start.palette, inside(request))),
        "score": verdict.score(),
        "lower_bound": lower,
        "upper_bound": upper,
        "stopped": verdict.stopped().map(StopReason::name),
        "nodes": stats.nodes,
    });
    answer_of(&joined([answer, why.unwrap_or_default()]))
}
