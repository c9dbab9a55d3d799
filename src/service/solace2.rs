//! Requests about Solace II.

use serde::Serialize;

use super::error::{internal, missing};
use super::host::Host;
use super::request::{Request, StartRecord, TextOrInt};
use super::{Answer, Handler, LookAnswer, OpenAnswer, PositionAnswer, SceneAnswer, answer_of, tokens};
use crate::draw::page::stage::DrawnGame;
use crate::games::solace2::game::{
    IllegalMove, Move, Palette, Position, Reading, UnknownReading, parse_deal, replay,
};
use crate::games::solace2::players::{Game, Hint, Hinter, Sight};
use crate::games::solace2::record::{DealSource, SolutionRecord};
use crate::games::solace2::solver::{Limits, Outcome, Solver, StopReason};
use crate::games::solace2::start::{GameInput, Start};
use crate::games::solace2::view::Inside;
use crate::games::solace2::view::page::help;
use crate::games::solace2::view::play::TrackedPosition;
use crate::games::solace2::view::svg::{self, Scene};
use crate::games::solace2::view::words::{describe, phases};
use crate::kit::fault::NamedText;
use crate::kit::fault::{ErrorWithHelp, InputError, SourceError, TYPED};
use crate::kit::numbers::counted;

/// Answers requests about Solace II. The solver keeps tables from one to the next, and what gives hints keeps values.
#[derive(Default)]
pub(super) struct Solace2Handler {
    solver: Solver,
    hinter: Hinter,
}

impl Handler for Solace2Handler {
    fn open(&self, request: &Request) -> Result<OpenAnswer, InputError> {
        let text = request.text.as_deref().ok_or_else(|| missing("text"))?;
        let reading = read_reading(request.reading.as_deref())?;
        Ok(opened(&GameInput::read(&NamedText::new(TYPED, text), reading)?.start()?))
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

    #[cfg(feature = "cli")]
    fn verify(&self, request: &Request) -> Answer {
        let text = request.text.as_deref().ok_or_else(|| missing("text"))?;
        let reading = read_reading(request.reading.as_deref())?;
        answer_of(&GameInput::read(&NamedText::new(TYPED, text), reading)?.verify().2)
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
            "hint" => hint(&mut self.solver, request, host),
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
        interrupt: host.interrupt(),
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
    /// A good move; null if there is none.
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
    nodes: u64,
}

/// Finds the best move after a line from what lies open.
fn hidden_hint(hinter: &mut Hinter, request: &Request, host: &Host) -> Answer {
    let start = played(request)?;
    let view = Game::new(start.position, start.reading, Sight::Opaque).view();
    let Hint { mv, reason, stopped, .. } = hinter.hint(&view, &limits(request, host));
    answer_of(&HintAnswer {
        mv: mv.map(|mv| mv.to_string()),
        words: mv.map(|mv| describe(&start.position, mv, &start.palette, inside(request))),
        reason: Some(reason),
        score: None,
        lower_bound: None,
        upper_bound: None,
        stopped: stopped.map(StopReason::name),
        nodes: 0,
    })
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
    })
}
