//! Requests about Pentamid: its starts, and its searches.

mod judge;

use std::sync::Arc;

use serde::Serialize;

use super::error::mistake;
use super::host::Host;
use super::request::{Request, StartRecord};
use super::{Answer, HINT_TIMEOUT, Served, answer_of};
use crate::draw::page::PageGame;
use crate::games::pentamid::Pentamid;
use crate::games::pentamid::engine::{self, Engine, Level, MoveLimits, Rng};
use crate::games::pentamid::game::{Game, Repetition, Rules, parse_position};
use crate::games::pentamid::port::{Options, Start};
use crate::games::pentamid::prover::{Config, MAX_PLIES, Verdict, prove_from};
use crate::games::pentamid::record::{AnalysisRecord, VariantRecord, verdict_name};
use crate::games::pentamid::view::page::GAME;
use crate::games::pentamid::view::words::described;
use crate::kit::clock::Instant;
use crate::kit::fault::{InputError, SourceError};
use judge::Judging;

/// Plies that the prover looks ahead unless a request says otherwise.
const PLIES: u32 = 9;
/// Bytes of the prover's table, at most.
const TABLE: u64 = 64 << 20;

/// Plies that a hint looks ahead for a proof, and nodes of that search.
const HINT_PLIES: u32 = 15;
const HINT_NODES: u64 = 1_000_000;

impl Served for Pentamid {
    /// What is known so far of the moves that were judged last.
    type Searches = Option<Judging>;

    const PAGE: PageGame = GAME;

    fn options(request: &Request) -> Result<Options, InputError> {
        let repetition = request.repetition.map(|barred| repetition(Some(barred)));
        Ok(Options { rules: rules_of(&request.variant)?, is_given: false, repetition })
    }

    fn dealt(request: &Request) -> Result<Start, InputError> {
        Ok(Start::new(rules_of(&request.variant)?, repetition(request.repetition)))
    }

    fn start(record: &StartRecord) -> Result<Start, InputError> {
        let StartRecord { deal, variant, repetition: barred, .. } = record;
        let rules = variant.as_ref().map_or_else(|| Ok(Rules::default()), rules_of)?;
        let first = parse_position(&rules, deal).map_err(|error| SourceError::new("`deal`", deal, error))?;
        Ok(Start { first, ..Start::new(rules, repetition(*barred)) })
    }

    fn start_record(start: &Start) -> StartRecord {
        StartRecord {
            deal: start.first.text(&start.rules),
            variant: Some(VariantRecord::new(&start.rules)),
            repetition: Some(start.repetition == Repetition::Barred),
            ..StartRecord::default()
        }
    }

    fn search(judging: &mut Option<Judging>, request: &Request, host: &Host) -> Option<Answer> {
        Some(match request.ask.as_str() {
            "hint" if request.every => judge(judging, request, host),
            "hint" => hint(request, host),
            "review" => judge::review(request, host),
            "reply" => reply(request, host),
            "analyze" => analyze(request, host),
            _ => return None,
        })
    }
}

/// The game of a request after its moves.
fn played(request: &Request) -> Result<Game, InputError> {
    Ok(super::played::<Pentamid>(request)?.position)
}

/// The rules of a variant.
fn rules_of(variant: &VariantRecord) -> Result<Rules, InputError> {
    let rules = Rules::new(variant.variant()?);
    rules.map_err(|error| mistake(error.to_string(), "choose another variant"))
}

/// Whether earlier states may come back; barred unless a request says otherwise.
fn repetition(is_barred: Option<bool>) -> Repetition {
    if is_barred.unwrap_or(true) { Repetition::Barred } else { Repetition::Allowed }
}

/// Answer to `reply` and `hint`.
#[derive(Serialize)]
struct ReplyAnswer {
    /// The move; null if the game is over.
    #[serde(rename = "move")]
    mv: Option<String>,
    words: Option<String>,
    /// Score for the side to move, by the engine's guess: hundredths of a line, about; null where the move is proven.
    score: Option<i32>,
    /// Plies searched in full by the engine.
    plies: u32,
    nodes: u64,
    /// What a hint has proven for the side to move: `win` or `loss`, or `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    /// Plies to that end, or within which nothing is forced.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<u32>,
}

/// Formats a choice of the engine, with a result and its plies where something is proven.
fn chosen(game: &Game, choice: Option<engine::Choice>, proven: Option<(&'static str, u32)>) -> Answer {
    answer_of(&ReplyAnswer {
        mv: choice.map(|choice| choice.mv.to_string()),
        words: choice.map(|choice| described(game.position(), choice.mv)),
        score: choice
            .map(|choice| choice.score)
            .filter(|_| proven.is_none_or(|(result, _)| result == "unknown")),
        plies: choice.map_or(0, |choice| choice.depth),
        nodes: choice.map_or(0, |choice| choice.nodes),
        result: proven.map(|(result, _)| result),
        within: proven.map(|(_, plies)| plies),
    })
}

/// The engine for a game.
fn engine(game: &Game, host: &Host) -> Engine {
    let engine = Engine::new(game.rules());
    match &host.interrupt {
        Some(interrupt) => engine.with_interrupt(Arc::clone(interrupt)),
        None => engine,
    }
}

/// The engine's move at a level of strength.
fn reply(request: &Request, host: &Host) -> Answer {
    let game = played(request)?;
    let level = request.level()?;
    let level = level.parse().ok().and_then(Level::new).ok_or_else(|| {
        mistake(format!("no level {level}"), format!("levels go from 1 to {}", Level::STRONGEST))
    })?;
    // The seed decides when weak levels slip.
    let seed = if request.seed_text().is_some() { request.drawn()?[0] } else { 0 };
    let mut random = Rng::new(seed, game.moves().len() as u64);
    chosen(&game, level.choose(&mut engine(&game, host), &game, &mut random), None)
}

/// A good move: that of a proven win, or of the longest loss, or else by the engine at the strongest level but one.
fn hint(request: &Request, host: &Host) -> Answer {
    let game = played(request)?;
    if game.status().is_over() {
        return chosen(&game, None, None);
    }
    let most = request.nodes.unwrap_or(HINT_NODES);
    let found = judge::proof(&game, host, HINT_PLIES, most, request.timeout());
    let proven = (verdict_name(found.verdict), judge::length(found.verdict).unwrap_or(found.searched));
    let choice = if let (Verdict::Win { .. } | Verdict::Loss { .. }, Some(&mv)) =
        (found.verdict, found.line.first())
    {
        Some(engine::Choice { mv, score: 0, depth: 0, nodes: found.nodes })
    } else {
        let usual = Level::new(Level::STRONGEST - 1).map_or(MoveLimits::nodes(1), Level::limits);
        let limits =
            MoveLimits { nodes: request.nodes.unwrap_or(usual.nodes), time: request.timeout(), ..usual };
        engine(&game, host).choose(&game, &limits)
    };
    chosen(&game, choice, Some(proven))
}

/// Looks into every move for a slice of time, or for one search if that takes longer, and answers with what is known. Without
/// a slice it goes on to the time limit.
fn judge(kept: &mut Option<Judging>, request: &Request, host: &Host) -> Answer {
    let (begun, game) = (Instant::now(), played(request)?);
    let mut judging =
        kept.take().filter(|judging| judging.is_of(&game)).unwrap_or_else(|| Judging::new(game));
    let time = request.slice().or(request.timeout()).unwrap_or(HINT_TIMEOUT);
    while !judging.is_done() && !judge::is_interrupted(host) {
        judging.step(host, request.nodes.unwrap_or(u64::MAX));
        if begun.elapsed() >= time {
            break;
        }
    }
    let answer = judging.answer();
    *kept = Some(judging);
    answer
}

/// What is forced within a number of plies.
fn analyze(request: &Request, host: &Host) -> Answer {
    let game = played(request)?;
    let plies = request.plies.unwrap_or(PLIES);
    if plies > MAX_PLIES {
        return Err(mistake(format!("{plies} plies"), format!("{MAX_PLIES} plies are the most")));
    }
    let config = Config {
        plies,
        repetition: game.repetition(),
        max_nodes: request.nodes,
        timeout: request.timeout(),
        interrupt: host.interrupt.clone(),
        table: request.memory().min(TABLE) as usize,
        ..Config::default()
    };
    answer_of(&AnalysisRecord::new(&game, &prove_from(game.rules(), game.history(), &config)))
}
