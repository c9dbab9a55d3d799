//! Requests about Solace II: its starts, and its searches.

use serde::Serialize;

use super::error::internal;
use super::host::Host;
use super::request::{Request, StartRecord, TextOrInt};
use super::{
    Answer, BetterLine, HINT_TIMEOUT, REVIEW_TIMEOUT, ReviewedGame, Served, answer_of, first, played, tokens,
};
use crate::draw::page::PageGame;
use crate::draw::page::stage::StepNote;
use crate::games::port::Played;
use crate::games::solace2::Solace2;
use crate::games::solace2::game::{Move, Palette, Position, Reading, UnknownReading, parse_deal, replay};
use crate::games::solace2::players::{Game, Hint, Hinter, Sight};
use crate::games::solace2::record::{DealSource, SolutionRecord};
use crate::games::solace2::solver::{Limits, Outcome, Solver, StopReason};
use crate::games::solace2::start::Start;
use crate::games::solace2::view::Inside;
use crate::games::solace2::view::page::GAME;
use crate::games::solace2::view::words::describe;
use crate::kit::clock::Instant;
use crate::kit::fault::{ErrorWithHelp, InputError, SourceError};
use crate::kit::numbers::counted;
use crate::kit::sorting::sort_short_by_key;

/// The solver, which keeps tables from one request to the next, what gives hints, which keeps values, and what is known of the moves
/// that were judged last.
#[derive(Default)]
pub(super) struct Searches {
    solver: Solver,
    hinter: Hinter,
    judging: Option<Judging>,
}

impl Served for Solace2 {
    type Searches = Searches;

    const PAGE: PageGame = GAME;

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

/// What is shown of nests.
const fn inside(request: &Request) -> Inside {
    if request.hidden { Inside::Hidden } else { Inside::Shown }
}

/// Reads the name of a reading; the standard one without a name.
fn read_reading(name: Option<&str>) -> Result<Reading, InputError> {
    let Some(name) = name else { return Ok(Reading::default()) };
    let unknown = |error: UnknownReading| ErrorWithHelp::new(error.to_string(), "`about` lists the readings");
    Ok(name.parse::<Reading>().map_err(unknown)?)
}

/// The limits of a search.
fn limits(request: &Request, host: &Host) -> Limits {
    Limits {
        max_nodes: request.nodes,
        timeout: request.timeout(),
        memory: Some(request.memory()),
        interrupt: host.interrupt.clone(),
        ..Limits::default()
    }
}

/// Searches a position, and replays the line that is found.
fn searched(
    solver: &mut Solver,
    (position, reading): (&Position, Reading),
    request: &Request,
    host: &Host,
) -> Result<Outcome, InputError> {
    let outcome = solver.solve(position, reading, &limits(request, host));
    let end = replay(position, reading, &outcome.line).map_err(internal)?;
    if end.score() == outcome.verdict.bounds().0 {
        Ok(outcome)
    } else {
        Err(internal("the line of a search reaches another score"))
    }
}

/// Solves the position after a line.
fn solve(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let game = played::<Solace2>(request)?;
    let outcome = searched(solver, (&game.position, game.start.reading), request, host)?;
    answer_of(&SolutionRecord::new(&game, &outcome))
}

/// Answer to `hint`.
#[derive(Serialize)]
struct HintAnswer {
    /// A good move; null if there is none, or none is known yet.
    #[serde(rename = "move")]
    mv: Option<String>,
    words: Option<String>,
    /// Why it is good, if nests are hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Best score still reachable; null if undecided or hidden.
    score: Option<u8>,
    lower_bound: Option<u8>,
    upper_bound: Option<u8>,
    /// Limit that ended the search.
    stopped: Option<&'static str>,
    /// Nodes of the search; if nests are hidden, states whose value is known by now.
    nodes: u64,
    /// Whether the same request would go on from there, if it came with a slice.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<bool>,
}

/// Finds the best move after a line from what lies open. With a slice of time, a search that takes longer is taken up again by the
/// next request; without, the move of a careful player takes the place of one that is not found within the limits.
fn hidden_hint(hinter: &mut Hinter, request: &Request, host: &Host) -> Answer {
    let Played { start, position, .. } = played::<Solace2>(request)?;
    let view = Game::new(position, start.reading, Sight::Opaque).view();
    let slice = request.slice();
    let limits = Limits { timeout: slice.or(request.timeout()), ..limits(request, host) };
    let Hint { mv, reason, stopped, .. } = hinter.hint(&view, &limits);
    let more = slice.map(|_| stopped == Some(StopReason::Time));
    let mv = mv.filter(|_| more != Some(true));
    answer_of(&HintAnswer {
        mv: mv.map(|mv| mv.to_string()),
        words: mv.map(|mv| describe(&position, mv, &start.palette, inside(request))),
        reason: Some(reason).filter(|_| more != Some(true)),
        score: None,
        lower_bound: None,
        upper_bound: None,
        stopped: stopped.filter(|_| more != Some(true)).map(StopReason::name),
        nodes: hinter.states() as u64,
        more,
    })
}

/// The moves of a position, of which the first ones are judged: the bounds on what can be had after each.
struct Judging {
    start: (Position, Reading),
    moves: Vec<Move>,
    bounds: Vec<(u8, u8)>,
    nodes: u64,
}

/// Solves the position after every move for a slice of time, or after one move if that takes longer, and answers with what is known.
/// Without a slice it goes on to the time limit.
fn judge(kept: &mut Option<Judging>, solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let (begun, Played { start, position, .. }) = (Instant::now(), played::<Solace2>(request)?);
    let reading = start.reading;
    let now = (position, reading);
    let new = || Judging {
        start: now,
        moves: position.legal_moves(reading).to_vec(),
        bounds: Vec::new(),
        nodes: 0,
    };
    let mut judging = kept.take().filter(|judging| judging.start == now).unwrap_or_else(new);
    let time = request.slice().or(request.timeout()).unwrap_or(HINT_TIMEOUT);
    while let Some(&mv) = judging.moves.get(judging.bounds.len()) {
        let mut after = position;
        after.play(mv, reading).map_err(internal)?;
        let outcome = searched(solver, (&after, reading), request, host)?;
        judging.bounds.push(outcome.verdict.bounds());
        judging.nodes += outcome.stats.nodes;
        if begun.elapsed() >= time {
            break;
        }
    }
    let open = (position.score(), position.nests() as u8);
    let bounds = |n: usize| judging.bounds.get(n).copied().unwrap_or(open);
    // What stands on the table stays there.
    let all = (0..judging.moves.len()).map(bounds);
    let best = all.fold((open.0, open.0), |best, one| (best.0.max(one.0), best.1.max(one.1)));
    let mut order: Vec<usize> = (0..judging.moves.len()).collect();
    sort_short_by_key(&mut order, |&n| std::cmp::Reverse(bounds(n)));
    let moves = order
        .into_iter()
        .map(|n| JudgedMove::new((&position, &start.palette), judging.moves[n], bounds(n), best));
    let answer = answer_of(&JudgingAnswer {
        lower_bound: best.0,
        upper_bound: best.1,
        moves: moves.collect(),
        more: judging.bounds.len() < judging.moves.len(),
        nodes: judging.nodes,
        stopped: None,
    });
    *kept = Some(judging);
    answer
}

/// Answer to `hint` for every move.
#[derive(Serialize)]
struct JudgingAnswer {
    /// Bounds on the best score.
    lower_bound: u8,
    upper_bound: u8,
    moves: Vec<JudgedMove>,
    more: bool,
    nodes: u64,
    stopped: Option<&'static str>,
}

#[derive(Serialize)]
struct JudgedMove {
    #[serde(rename = "move")]
    mv: String,
    words: String,
    /// Bounds on the best score after the move.
    lower_bound: u8,
    upper_bound: u8,
    /// Whether it keeps the best score; null if that is open.
    keeps: Option<bool>,
    reason: String,
}

impl JudgedMove {
    /// A move with the bounds on what can be had after it, and on the best score.
    fn new(
        (position, palette): (&Position, &Palette),
        mv: Move,
        (lower, upper): (u8, u8),
        best: (u8, u8),
    ) -> Self {
        let (keeps, reason) = if lower >= best.1 {
            (Some(true), "keeps the best score".into())
        } else if upper < best.0 {
            (Some(false), format!("costs {}", counted((best.0 - upper).into(), "tower")))
        } else {
            (None, "not decided".into())
        };
        let words = describe(position, mv, palette, Inside::Shown);
        Self { mv: mv.to_string(), words, lower_bound: lower, upper_bound: upper, keeps, reason }
    }
}

/// Goes through the line that was played: the best score before and after each move, with everything seen.
fn review(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let (mut at, moves) =
        (Played::<Solace2>::new(first::<Solace2>(request)?), played::<Solace2>(request)?.moves);
    let (reading, palette) = (at.start.reading, at.start.palette);
    let (begun, limit) = (Instant::now(), request.timeout().unwrap_or(REVIEW_TIMEOUT));
    let (mut notes, mut better) = (Vec::new(), Vec::new());
    let (mut nodes, mut stopped, mut marks) = (0, None, 0);
    let mut first_bounds = None;
    // The position before the move, bounds there, and a line that reaches the lower one.
    let mut before: Option<(Position, (u8, u8), Vec<Move>)> = None;
    for ply in 0..=moves.len() {
        let limits = Limits { timeout: Some(limit.saturating_sub(begun.elapsed())), ..limits(request, host) };
        let outcome = solver.solve(&at.position, reading, &limits);
        nodes += outcome.stats.nodes;
        stopped = stopped.or(outcome.verdict.stopped());
        let now = outcome.verdict.bounds();
        first_bounds.get_or_insert(now);
        if let Some((position, was, line)) = before {
            let lost = was.0.saturating_sub(now.1);
            let mark = ["", "?", "??"][usize::from(lost.min(2))];
            let best = line.first().filter(|_| lost > 0);
            marks += usize::from(lost > 0);
            notes.push(Some(StepNote {
                mark,
                before: Some(range(was)),
                after: Some(range(now)),
                reason: if lost > 0 {
                    format!("this gave up {}", counted(lost.into(), "tower"))
                } else {
                    String::new()
                },
                better: best.map(|&mv| format!("{mv} {}", describe(&position, mv, &palette, Inside::Shown))),
                line: best.map(|_| better.len() + 1),
            }));
            if lost > 0 {
                better.push(BetterLine { from: ply - 1, moves: tokens(&line) });
            }
        }
        before = Some((at.position, now, outcome.line));
        if let Some(&mv) = moves.get(ply) {
            at.play(mv).map_err(internal)?;
        }
    }
    let possible = first_bounds.map_or_else(String::new, range);
    let marked = if marks == 0 {
        "no move gave anything up".into()
    } else {
        format!("{} gave something up", counted(marks as u64, "move"))
    };
    let score = at.position.score();
    let summary = format!("{score} of {possible} towers that were possible with everything seen; {marked}");
    answer_of(&ReviewedGame { summary, notes, better, nodes, stopped: stopped.map(StopReason::name) })
}

/// Bounds as text: `13`, `12–13`.
fn range((lower, upper): (u8, u8)) -> String {
    if lower == upper { lower.to_string() } else { format!("{lower}–{upper}") }
}

/// Finds a good move after a line by search.
fn hint(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let Played { start, position, .. } = played::<Solace2>(request)?;
    let Outcome { verdict, line, stats } = searched(solver, (&position, start.reading), request, host)?;
    let (lower, upper) = verdict.bounds();
    let mv = line.first().copied();
    answer_of(&HintAnswer {
        mv: mv.map(|mv| mv.to_string()),
        words: mv.map(|mv| describe(&position, mv, &start.palette, inside(request))),
        reason: None,
        score: verdict.score(),
        lower_bound: Some(lower),
        upper_bound: Some(upper),
        stopped: verdict.stopped().map(StopReason::name),
        nodes: stats.nodes,
        more: None,
    })
}
