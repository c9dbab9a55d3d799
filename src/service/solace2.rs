//! Requests about Solace II.

use serde::Serialize;

use super::error::internal;
use super::host::Host;
use super::request::{Request, StartRecord, TextOrInt};
use super::{
    Answer, BetterLine, HINT_TIMEOUT, Handler, LookAnswer, OpenAnswer, PositionAnswer, REVIEW_TIMEOUT,
    ReviewedGame, SceneAnswer, answer_of, tokens,
};
use crate::draw::page::stage::{DrawnGame, StepNote};
use crate::games::solace2::game::{
    IllegalMove, Move, Palette, Position, Reading, UnknownReading, parse_deal, replay,
};
use crate::games::solace2::players::{Game, Hint, Hinter, Sight};
use crate::games::solace2::record::{DealSource, SolutionRecord};
use crate::games::solace2::solver::{Limits, Outcome, Solver, StopReason};
#[cfg(feature = "batch")]
use crate::games::solace2::start::GameInput;
use crate::games::solace2::start::Start;
use crate::games::solace2::view::Inside;
use crate::games::solace2::view::page::help;
use crate::games::solace2::view::play::TrackedPosition;
use crate::games::solace2::view::svg::{self, Scene};
use crate::games::solace2::view::words::{describe, phases};
use crate::kit::clock::Instant;
#[cfg(not(feature = "batch"))]
use crate::kit::fault::TYPED;
use crate::kit::fault::{ErrorWithHelp, InputError, SourceError};
use crate::kit::numbers::counted;
use crate::kit::sorting::sort_short_by_key;

/// Answers requests about Solace II. The solver keeps tables from one to the next, what gives hints keeps values, and of the moves that
/// were judged last is kept what is known so far.
#[derive(Default)]
pub(super) struct Solace2Handler {
    solver: Solver,
    hinter: Hinter,
    judging: Option<Judging>,
}

impl Handler for Solace2Handler {
    fn open(&self, request: &Request) -> Result<OpenAnswer, InputError> {
        let reading = read_reading(request.reading.as_deref())?;
        // The module of a page goes without the reader of records, which is large: the scripts read them.
        #[cfg(feature = "batch")]
        let start = GameInput::read(&request.text()?, reading)?.start()?;
        #[cfg(not(feature = "batch"))]
        let start = {
            let text = request.text()?.content;
            let parsed = parse_deal(&text).map_err(|error| SourceError::new(TYPED, &text, error))?;
            Start::new(parsed, DealSource::Text, reading)
        };
        Ok(opened(&start))
    }

    fn draw(&self, request: &Request) -> Result<OpenAnswer, InputError> {
        let [seed, index] = request.drawn()?;
        Ok(opened(&Start::dealt(seed, index, read_reading(request.reading.as_deref())?)))
    }

    fn scene(&self, request: &Request) -> Result<SceneAnswer, InputError> {
        let Start { position, reading, palette, .. } = first(request)?;
        let scene = Scene::of_game(&position, reading);
        let line = DrawnGame::new(TrackedPosition::new(scene, &position, &palette, inside(request)));
        let parts = [svg::symbols(&palette), scene.board(&position), help(&palette)];
        Ok(SceneAnswer::new(parts, scene.size(), line.stage()))
    }

    fn look(&self, request: &Request) -> Answer {
        let start = played(request)?;
        let Start { palette, reading, played: ref moves, .. } = start;
        let first = start.first();
        let mut line = DrawnGame::new(TrackedPosition::new(
            Scene::of_game(&first, reading),
            &first,
            &palette,
            inside(request),
        ));
        let steps = line.play_phases(&phases(&first, reading, moves, &palette)?);
        let position = *line.now().position();
        let legal = line.choices(position.legal_moves(reading));
        let places = Some(line.places().to_vec());
        answer_of(&LookAnswer { steps, places, position: position_answer(&start, legal) })
    }

    fn moves(&self, request: &Request) -> Answer {
        let start = played(request)?;
        answer_of(&position_answer(&start, tokens(&start.position.legal_moves(start.reading))))
    }

    #[cfg(feature = "batch")]
    fn verify(&self, request: &Request) -> Answer {
        let reading = read_reading(request.reading.as_deref())?;
        answer_of(&GameInput::read(&request.text()?, reading)?.verify().2)
    }

    fn why(&self, request: &Request) -> Result<String, InputError> {
        let Start { position, reading, .. } = played(request)?;
        let (from, Some(to)) = request.ends else { return Ok(String::new()) };
        let space = |space: usize| u8::try_from(space).unwrap_or(u8::MAX);
        let (from, to) = (space(from), space(to));
        let moves = [
            Move::Tower { from, to },
            Move::Small { from, to },
            Move::Medium { from, to },
            Move::Large { from, to },
        ];
        let refused: Vec<IllegalMove> =
            moves.into_iter().filter_map(|mv| position.check(mv, reading).err()).collect();
        // A reason that is about what lies at the start says more than that some size does not lie there.
        let told = refused.iter().find(|reason| {
            !matches!(
                reason,
                IllegalMove::NotExposed(..) | IllegalMove::NoTower(_) | IllegalMove::NoTarget(..)
            )
        });
        let told = told.or_else(|| refused.iter().find(|reason| matches!(reason, IllegalMove::NoTarget(..))));
        Ok(told.map_or_else(|| "nothing there can move".into(), ToString::to_string))
    }

    fn picture(&self, request: &Request) -> Result<String, InputError> {
        let start = played(request)?;
        let title = request.title.clone().unwrap_or_else(|| start.title_after_moves());
        Ok(svg::table(&start.position, &start.palette, inside(request), &title))
    }

    fn search(&mut self, request: &Request, host: &Host) -> Option<Answer> {
        Some(match request.ask.as_str() {
            "solve" => solve(&mut self.solver, request, host),
            "hint" if request.hidden => hidden_hint(&mut self.hinter, request, host),
            "hint" if request.every => judge(&mut self.judging, &mut self.solver, request, host),
            "hint" => hint(&mut self.solver, request, host),
            "review" => review(&mut self.solver, request, host),
            _ => return None,
        })
    }
}

/// The start of a request before its moves.
fn first(request: &Request) -> Result<Start, InputError> {
    let StartRecord { deal, drawn, reading, .. } = request.start()?;
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

/// The start of a request after its moves.
fn played(request: &Request) -> Result<Start, InputError> {
    let mut start = first(request)?;
    let reading = start.reading;
    request.play(str::parse, |mv| {
        start.played.push(mv);
        start.position.play(mv, reading)
    })?;
    Ok(start)
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

/// Formats the answer with a start.
fn opened(start: &Start) -> OpenAnswer {
    let drawn = match start.source {
        DealSource::Text => None,
        DealSource::Seed { seed, index } => Some(TextOrInt::drawn(seed, index)),
    };
    let reading = Some(start.reading.name());
    OpenAnswer {
        start: StartRecord { deal: start.deal_text(), drawn, reading, ..StartRecord::default() },
        title: start.title(),
        played: tokens(&start.played),
        ..OpenAnswer::default()
    }
}

/// The position of a start with its legal moves.
fn position_answer<L>(start: &Start, legal: Vec<L>) -> PositionAnswer<L, TowersBuilt> {
    let Start { position, reading, ref played, .. } = *start;
    PositionAnswer {
        over: legal.is_empty(),
        won: usize::from(position.score()) == position.nests(),
        more: TowersBuilt { score: position.score(), nests: position.nests(), reading: reading.name() },
        state: state(&position, legal.len()),
        deal: start.deal_text(),
        share: tokens(played).join(", "),
        legal,
    }
}

/// What is said of a position beyond what all games say.
#[derive(Serialize)]
struct TowersBuilt {
    score: u8,
    /// Number of nests, and of towers at most.
    nests: usize,
    reading: String,
}

/// The position in one line of words.
fn state(position: &Position, legal: usize) -> String {
    let towers = counted(position.score().into(), "tower");
    if legal == 0 {
        format!("No move is left: {towers} on the table")
    } else {
        format!("{towers} on the table")
    }
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

/// Searches the position of a start, and replays the line that is found.
fn searched(
    solver: &mut Solver,
    start: &Start,
    request: &Request,
    host: &Host,
) -> Result<Outcome, InputError> {
    let outcome = solver.solve(&start.position, start.reading, &limits(request, host));
    let end = replay(&start.position, start.reading, &outcome.line).map_err(internal)?;
    if end.score() == outcome.verdict.bounds().0 {
        Ok(outcome)
    } else {
        Err(internal("the line of a search reaches another score"))
    }
}

/// Solves the position after a line.
fn solve(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let start = played(request)?;
    let outcome = searched(solver, &start, request, host)?;
    answer_of(&SolutionRecord::new(&start, &outcome))
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
    let start = played(request)?;
    let view = Game::new(start.position, start.reading, Sight::Opaque).view();
    let slice = request.slice();
    let limits = Limits { timeout: slice.or(request.timeout()), ..limits(request, host) };
    let Hint { mv, reason, stopped, .. } = hinter.hint(&view, &limits);
    let more = slice.map(|_| stopped == Some(StopReason::Time));
    let mv = mv.filter(|_| more != Some(true));
    answer_of(&HintAnswer {
        mv: mv.map(|mv| mv.to_string()),
        words: mv.map(|mv| describe(&start.position, mv, &start.palette, inside(request))),
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
    let (begun, start) = (Instant::now(), played(request)?);
    let Start { position, reading, .. } = start;
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
        let mut after = Start { position, ..start.clone() };
        after.position.play(mv, reading).map_err(internal)?;
        let outcome = searched(solver, &after, request, host)?;
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
    let moves = order.into_iter().map(|n| JudgedMove::new(&start, judging.moves[n], bounds(n), best));
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
    fn new(start: &Start, mv: Move, (lower, upper): (u8, u8), best: (u8, u8)) -> Self {
        let (keeps, reason) = if lower >= best.1 {
            (Some(true), "keeps the best score".into())
        } else if upper < best.0 {
            (Some(false), format!("costs {}", counted((best.0 - upper).into(), "tower")))
        } else {
            (None, "not decided".into())
        };
        let words = describe(&start.position, mv, &start.palette, Inside::Shown);
        Self { mv: mv.to_string(), words, lower_bound: lower, upper_bound: upper, keeps, reason }
    }
}

/// Goes through the line that was played: the best score before and after each move, with everything seen.
fn review(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let (mut at, moves) = (first(request)?, played(request)?.played);
    let (begun, limit) = (Instant::now(), request.timeout().unwrap_or(REVIEW_TIMEOUT));
    let (mut notes, mut better) = (Vec::new(), Vec::new());
    let (mut nodes, mut stopped, mut marks) = (0, None, 0);
    let mut first_bounds = None;
    // The position before the move, bounds there, and a line that reaches the lower one.
    let mut before: Option<(Position, (u8, u8), Vec<Move>)> = None;
    for ply in 0..=moves.len() {
        let limits = Limits { timeout: Some(limit.saturating_sub(begun.elapsed())), ..limits(request, host) };
        let outcome = solver.solve(&at.position, at.reading, &limits);
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
                better: best
                    .map(|&mv| format!("{mv} {}", describe(&position, mv, &at.palette, Inside::Shown))),
                line: best.map(|_| better.len() + 1),
            }));
            if lost > 0 {
                better.push(BetterLine { from: ply - 1, moves: tokens(&line) });
            }
        }
        before = Some((at.position, now, outcome.line));
        if let Some(&mv) = moves.get(ply) {
            at.position.play(mv, at.reading).map_err(internal)?;
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
    let start = played(request)?;
    let Outcome { verdict, line, stats } = searched(solver, &start, request, host)?;
    let (lower, upper) = verdict.bounds();
    let mv = line.first().copied();
    answer_of(&HintAnswer {
        mv: mv.map(|mv| mv.to_string()),
        words: mv.map(|mv| describe(&start.position, mv, &start.palette, inside(request))),
        reason: None,
        score: verdict.score(),
        lower_bound: Some(lower),
        upper_bound: Some(upper),
        stopped: verdict.stopped().map(StopReason::name),
        nodes: stats.nodes,
        more: None,
    })
}
