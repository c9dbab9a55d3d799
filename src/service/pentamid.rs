//! Requests about Pentamid: its starts, and its searches.

use serde_json::json;

use super::error::mistake;
use super::host::Host;
use super::request::{Request, StartRecord, Whole};
use super::{Answer, Served, answer_of};
use crate::draw::page::stage::{Notes, StepNote};
use crate::games::pentamid::Pentamid;
use crate::games::pentamid::analysis::{self, Judging};
use crate::games::pentamid::engine::{self, Engine, Level, Rng};
use crate::games::pentamid::game::{Game, Repetition, Rules, Side, parse_position};
use crate::games::pentamid::port::{Options, Start};
use crate::games::pentamid::prover::{Config, MAX_PLIES, Outcome, Verdict, prove_from};
use crate::games::pentamid::record::{self, VariantRecord, verdict_name};
use crate::games::pentamid::view::review::People;
use crate::games::pentamid::view::words::{described, why};
use crate::games::port::READS_RECORDS;
use crate::kit::error::{InputError, SourceError};
use crate::kit::json::{joined, without_empty};
use crate::kit::search::{HINT_TIME, Limits, REVIEW_TIME, StopReason};

/// Plies that the prover looks ahead unless a request says otherwise.
const PLIES: u32 = 9;
/// Bytes of the prover's table, at most.
const TABLE: u64 = 64 << 20;

impl Served for Pentamid {
    /// What is known so far of the moves that were judged last.
    type Searches = Option<Judging>;

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
            "review" => review(request, host),
            "reply" => reply(request, host),
            "analyze" if READS_RECORDS => analyze(request, host),
            _ => return None,
        })
    }
}

fn played(request: &Request) -> Result<Game, InputError> {
    Ok(super::played::<Pentamid>(request)?.position)
}

fn rules_of(variant: &VariantRecord) -> Result<Rules, InputError> {
    let rules = Rules::new(variant.variant()?);
    rules.map_err(|error| mistake(error.to_string(), "choose another variant"))
}

/// Whether earlier states may come back; barred unless a request says otherwise.
fn repetition(is_barred: Option<bool>) -> Repetition {
    if is_barred.unwrap_or(true) { Repetition::Barred } else { Repetition::Allowed }
}

/// Formats a choice of the engine; for a hint also why, and what is proven.
fn chosen(game: &Game, choice: Option<engine::Choice>, proof: Option<&Outcome>) -> Answer {
    let is_open = proof.is_none_or(|proof| proof.verdict == Verdict::Unknown);
    let why = choice.zip(proof).map(|(choice, proof)| {
        let rest = proof.line.get(1..).filter(|_| proof.line[0] == choice.mv);
        why(game, choice.mv, rest.unwrap_or_default()).record()
    });
    let answer = json!({
        "move": choice.map(|choice| choice.mv.to_string()),
        "words": choice.map(|choice| described(game.position(), choice.mv)),
        "score": choice.map(|choice| choice.score).filter(|_| is_open),
        "plies": choice.map_or(0, |choice| choice.depth),
        "nodes": choice.map_or(0, |choice| choice.nodes),
        "result": proof.map(|proof| verdict_name(proof.verdict)),
        "within": proof.map(|proof| proof.verdict.plies().unwrap_or(proof.searched)),
    });
    answer_of(&joined([without_empty(answer, &["result", "within"]), why.unwrap_or_default()]))
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
    // The level is the limit, however long it takes.
    let limits = Limits { time: None, ..request.limits(host) };
    chosen(&game, level.choose(&mut Engine::new(game.rules()), &game, &mut random, &limits), None)
}

fn hint(request: &Request, host: &Host) -> Answer {
    let game = played(request)?;
    let Some(hint) = analysis::hint(&game, &request.limits(host)) else {
        return chosen(&game, None, None);
    };
    chosen(&game, hint.choice, Some(&hint.proof))
}

/// Looks into every move for a slice of time, or for one search if that takes longer, and answers with what is known. Without
/// a slice it goes on to the time limit.
fn judge(kept: &mut Option<Judging>, request: &Request, host: &Host) -> Answer {
    let game = played(request)?;
    let mut judging =
        kept.take().filter(|judging| *judging.game() == game).unwrap_or_else(|| Judging::new(game));
    let time = Some(request.slice.or(request.timeout).unwrap_or(HINT_TIME));
    judging.go_on(&Limits { time, ..request.limits(host) });
    let moves = judging.moves();
    let best = moves.first().map(|judged| judged.verdict);
    let moves = moves.iter().map(|judged| {
        json!({
            "move": judged.mv.to_string(),
            "words": described(judging.game().position(), judged.mv),
            "result": verdict_name(judged.verdict),
            "plies": judged.verdict.plies().unwrap_or(judged.searched),
            "score": judged.guess,
            "keeps": best.and_then(|best| judging.keeps(best, judged)),
        })
    });
    let answer = json!({
        "moves": moves.collect::<Vec<_>>(),
        "more": !judging.is_done(),
        "nodes": judging.nodes(),
        "stopped": null,
    });
    *kept = Some(judging);
    answer_of(&answer)
}

/// Goes through the game: which proven wins were missed, which moves made the position lost, from where on it was won.
fn review(request: &Request, host: &Host) -> Answer {
    let game = played(request)?;
    let own = match request.side {
        None => None,
        Some(Whole(1)) => Some(Side::One),
        Some(Whole(2)) => Some(Side::Two),
        Some(Whole(side)) => return Err(mistake(format!("no player {side}"), "the players are 1 and 2")),
    };
    let (people, is_over) = (People { own }, game.status().is_over());
    let time = Some(request.timeout.unwrap_or(REVIEW_TIME));
    let review = analysis::review(game, own, &Limits { time, ..request.limits(host) });
    let mut notes = Notes { moves: vec![None; review.moves.len()], better: Vec::new() };
    // Lines are numbered from the end of the game.
    for (ply, reviewed) in review.moves.iter().enumerate().rev() {
        let Some(reason) = people.reason(reviewed) else { continue };
        if !reviewed.line.is_empty() {
            notes.better.push((ply, reviewed.line.clone()));
        }
        notes.moves[ply] = Some(StepNote {
            mark: reviewed.mark.symbol(),
            before: None,
            after: None,
            reason,
            better: People::better(reviewed),
            line: Some(notes.better.len()).filter(|_| !reviewed.line.is_empty()),
        });
    }
    let answer = json!({
        "summary": people.summary(&review, is_over),
        "nodes": review.nodes,
        "stopped": review.stopped.map(StopReason::name),
    });
    answer_of(&joined([notes.record(), answer]))
}

/// What is forced within a number of plies.
fn analyze(request: &Request, host: &Host) -> Answer {
    let game = played(request)?;
    let Whole(plies) = request.plies.unwrap_or(Whole(PLIES.into()));
    let too_many = || mistake(format!("{plies} plies"), format!("{MAX_PLIES} plies are the most"));
    let plies = u32::try_from(plies).ok().filter(|&plies| plies <= MAX_PLIES).ok_or_else(too_many)?;
    let config = Config {
        plies,
        repetition: game.repetition(),
        limits: request.limits(host),
        table: request.memory().min(TABLE) as usize,
        ..Config::default()
    };
    let outcome = prove_from(game.rules(), game.history(), &config);
    answer_of(&record::analysis(&game, &outcome, None, false))
}
