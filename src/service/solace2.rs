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
use crate::games::solace2::analysis::{self, Hinter, Judging, range};
use crate::games::solace2::game::{
    IllegalMove, Move, Palette, Position, Reading, UnknownReading, parse_deal,
};
use crate::games::solace2::optimum::View;
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
#[cfg(not(feature = "batch"))]
use crate::kit::fault::TYPED;
use crate::kit::fault::{ErrorWithHelp, InputError, SourceError};
use crate::kit::numbers::counted;

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

/// Solves the position after a line.
fn solve(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let start = played(request)?;
    let outcome = analysis::solve(solver, &start.position, start.reading, &limits(request, host));
    answer_of(&SolutionRecord::new(&start, &outcome.map_err(internal)?))
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
    let view = View::new(&start.position, start.reading);
    let limits = limits(request, host);
    let hint = match request.slice() {
        Some(slice) => hinter.hint_within(&view, slice, &limits),
        None => Some(hinter.hint(&view, &limits)),
    };
    let more = request.slice().map(|_| hint.is_none());
    let (mv, stopped) = hint.as_ref().map_or((None, None), |hint| (hint.mv, hint.stopped));
    answer_of(&HintAnswer {
        mv: mv.map(|mv| mv.to_string()),
        words: mv.map(|mv| describe(&start.position, mv, &start.palette, inside(request))),
        reason: hint.map(|hint| hint.reason),
        score: None,
        lower_bound: None,
        upper_bound: None,
        stopped: stopped.map(StopReason::name),
        nodes: hinter.states() as u64,
        more,
    })
}

/// Judges the moves after a line for a slice of time, or one move if that takes longer, and answers with what is known. Without a slice
/// it goes on to the time limit.
fn judge(kept: &mut Option<Judging>, solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let Start { position, reading, palette, .. } = played(request)?;
    if kept.as_ref().is_some_and(|judging| !judging.is_of(&position, reading)) {
        *kept = None;
    }
    let judging = kept.get_or_insert_with(|| Judging::new(position, reading));
    let slice = request.slice().or(request.timeout()).unwrap_or(HINT_TIMEOUT);
    judging.go_on(solver, &limits(request, host), slice).map_err(internal)?;
    let (lower_bound, upper_bound) = judging.best();
    let moves = judging.moves().into_iter().map(|judged| JudgedMoveAnswer {
        mv: judged.mv.to_string(),
        words: describe(&position, judged.mv, &palette, Inside::Shown),
        lower_bound: judged.bounds.0,
        upper_bound: judged.bounds.1,
        keeps: judged.keeps,
        reason: judged.reason,
    });
    answer_of(&JudgingAnswer {
        lower_bound,
        upper_bound,
        moves: moves.collect(),
        more: !judging.is_done(),
        nodes: judging.nodes(),
        stopped: None,
    })
}

/// Answer to `hint` for every move.
#[derive(Serialize)]
struct JudgingAnswer {
    /// Bounds on the best score.
    lower_bound: u8,
    upper_bound: u8,
    moves: Vec<JudgedMoveAnswer>,
    more: bool,
    nodes: u64,
    stopped: Option<&'static str>,
}

#[derive(Serialize)]
struct JudgedMoveAnswer {
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

/// Goes through the line that was played: the best score before and after each move, with everything seen.
fn review(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let Start { reading, palette, played: moves, .. } = played(request)?;
    let start = first(request)?.position;
    let timeout = Some(request.timeout().unwrap_or(REVIEW_TIMEOUT));
    let limits = Limits { timeout, ..limits(request, host) };
    let review = analysis::review(solver, &start, reading, &moves, &limits).map_err(internal)?;
    let (mut notes, mut better) = (Vec::new(), Vec::new());
    for (from, reviewed) in review.moves.iter().enumerate() {
        let best = reviewed.better.first();
        if best.is_some() {
            better.push(BetterLine { from, moves: tokens(&reviewed.better) });
        }
        let in_words = |&mv| format!("{mv} {}", describe(&reviewed.position, mv, &palette, Inside::Shown));
        notes.push(Some(StepNote {
            mark: reviewed.mark(),
            before: Some(range(reviewed.before)),
            after: Some(range(reviewed.after)),
            reason: reviewed.reason(),
            better: best.map(in_words),
            line: best.map(|_| better.len()),
        }));
    }
    let (summary, stopped) = (review.summary(), review.stopped.map(StopReason::name));
    answer_of(&ReviewedGame { summary, notes, better, nodes: review.nodes, stopped })
}

/// Finds a good move after a line by search.
fn hint(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let start = played(request)?;
    let outcome = analysis::solve(solver, &start.position, start.reading, &limits(request, host));
    let Outcome { verdict, line, stats } = outcome.map_err(internal)?;
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
