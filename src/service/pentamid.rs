//! Requests about Pentamid.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::error::mistake;
use super::host::Host;
use super::request::{Request, StartRecord};
use super::{
    Answer, BetterLine, HINT_TIMEOUT, Handler, LookAnswer, OpenAnswer, PositionAnswer, REVIEW_TIMEOUT,
    ReviewedGame, SceneAnswer, answer_of, tokens,
};
use crate::draw::page::stage::{Choice, DrawnGame, StepNote};
use crate::games::pentamid::analysis::{self, AnalysisLimits, Judging};
use crate::games::pentamid::engine::{self, Engine, Level, Rng};
use crate::games::pentamid::game::{
    Game, Move, Position, Repetition, Rules, Side, Size, Status, parse_move, parse_position,
};
use crate::games::pentamid::input::GameInput;
use crate::games::pentamid::record::{VariantRecord, verdict_name};
use crate::games::pentamid::view::page::help;
use crate::games::pentamid::view::play::TrackedPosition;
use crate::games::pentamid::view::review::People;
use crate::games::pentamid::view::svg::{self, Scene};
use crate::games::pentamid::view::words::{self, described};
use crate::kit::fault::{InputError, SourceError};
use crate::kit::search::StopReason;

/// Plies that the prover looks ahead unless a request says otherwise.
#[cfg(feature = "batch")]
const PLIES: u32 = 9;
/// Bytes of the prover's table, at most.
#[cfg(feature = "batch")]
const TABLE: u64 = 64 << 20;

/// Answers requests about Pentamid, and keeps what is known so far of the moves that were judged last.
#[derive(Default)]
pub(super) struct PentamidHandler {
    judging: Option<Judging>,
}

impl Handler for PentamidHandler {
    fn open(&self, request: &Request) -> Result<OpenAnswer, InputError> {
        let given = GameInput::of_text(&request.text()?, rules_of(&request.variant)?)?;
        Ok(opened(&given.game(repetition(request.repetition))?))
    }

    fn draw(&self, request: &Request) -> Result<OpenAnswer, InputError> {
        let rules = rules_of(&request.variant)?;
        Ok(opened(&Game::new(rules, repetition(request.repetition), Position::START)))
    }

    fn scene(&self, request: &Request) -> Result<SceneAnswer, InputError> {
        let game = first(request)?;
        let scene = Scene::new(*game.rules());
        let stage = DrawnGame::new(TrackedPosition::new(game.rules(), game.position())).stage();
        let parts = [svg::symbols(), scene.board(), help()];
        Ok(SceneAnswer::new(parts, scene.size(), stage))
    }

    fn look(&self, request: &Request) -> Answer {
        let game = played(request)?;
        let mut drawn = DrawnGame::new(TrackedPosition::new(game.rules(), first_position(&game)));
        let steps = game.moves().iter().map(|&mv| drawn.play(mv, None)).collect();
        let legal = drawn.choices(game.legal_moves());
        let (moves, plies): (Vec<_>, Vec<_>) = game.barred().into_iter().unzip();
        let choices = drawn.choices(moves.iter().copied());
        let barred = choices.into_iter().zip(moves).zip(plies);
        let barred = barred.map(|((Choice { token, from, to, .. }, mv), ply)| BarredMove {
            token,
            from,
            to,
            ply,
            reason: game.check(mv).err().map(|reason| reason.to_string()).unwrap_or_default(),
        });
        let position = position_answer(&game, legal, barred.collect());
        answer_of(&LookAnswer { steps, places: Some(drawn.places().to_vec()), position })
    }

    fn moves(&self, request: &Request) -> Answer {
        let game = played(request)?;
        let (barred, _): (Vec<_>, Vec<_>) = game.barred().into_iter().unzip();
        answer_of(&position_answer(&game, tokens(&game.legal_moves()), tokens(&barred)))
    }

    #[cfg(feature = "batch")]
    fn verify(&self, request: &Request) -> Answer {
        let rules = rules_of(&request.variant)?;
        let of_variant = |variant| Rules::new(variant).map_err(|error| mistake(error.to_string(), ""));
        let given = GameInput::read(&request.text()?, rules, of_variant)?;
        answer_of(&given.verify(request.repetition == Some(false)).1)
    }

    fn why(&self, request: &Request) -> Result<String, InputError> {
        let game = played(request)?;
        let (rules, position) = (game.rules(), game.position());
        let square = |spot: usize| rules.squares().nth(spot);
        let side = position.side();
        let from = square(request.ends.0);
        let Some(to) = request.ends.1.and_then(square) else {
            let own = from.and_then(|from| position.top(from)).is_some_and(|piece| piece.side == side);
            let whose = if own {
                "it is shut in, or its moves would bring an earlier state back"
            } else {
                "it is the other player's"
            };
            return Ok(format!("this piece cannot move: {whose}"));
        };
        let mv = match from {
            Some(from) => match position.top(from) {
                Some(piece) if piece.side == side => Move::Step { size: piece.size, from, to },
                Some(_) => return Ok(format!("the piece on {from} is the other player's")),
                None => return Ok(format!("{from} is empty")),
            },
            None => Move::Drop { size: Size::Large, to },
        };
        Ok(game.check(mv).err().map(|reason| reason.to_string()).unwrap_or_default())
    }

    fn picture(&self, request: &Request) -> Result<String, InputError> {
        let game = played(request)?;
        let title = request.title.clone().unwrap_or_else(|| "Pentamid".into());
        Ok(svg::board(game.rules(), game.position(), &title))
    }

    fn search(&mut self, request: &Request, host: &Host) -> Option<Answer> {
        Some(match request.ask.as_str() {
            "hint" if request.every => judge(&mut self.judging, request, host),
            "hint" => hint(request, host),
            "review" => review(request, host),
            "reply" => reply(request, host),
            #[cfg(feature = "batch")]
            "analyze" => analyze(request, host),
            _ => return None,
        })
    }
}

/// The first position of a game.
fn first_position(game: &Game) -> &Position {
    game.history().states().first().unwrap_or_else(|| game.position())
}

/// The game of a request before its moves.
fn first(request: &Request) -> Result<Game, InputError> {
    let StartRecord { deal, variant, repetition: barred, .. } = request.start()?;
    let rules = variant.as_ref().map_or_else(|| Ok(Rules::default()), rules_of)?;
    let position = parse_position(&rules, deal).map_err(|error| SourceError::new("`deal`", deal, error))?;
    Ok(Game::new(rules, repetition(*barred), position))
}

/// The game of a request after its moves.
fn played(request: &Request) -> Result<Game, InputError> {
    let mut game = first(request)?;
    let rules = *game.rules();
    request.play(|token| parse_move(&rules, token), |mv| game.play(mv))?;
    Ok(game)
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

/// Formats the answer with a game.
fn opened(game: &Game) -> OpenAnswer {
    OpenAnswer {
        start: StartRecord {
            deal: first_position(game).text(game.rules()),
            variant: Some(VariantRecord::new(game.rules())),
            repetition: Some(game.repetition() == Repetition::Barred),
            ..StartRecord::default()
        },
        title: "Pentamid".into(),
        played: tokens(game.moves()),
        ..OpenAnswer::default()
    }
}

/// A move that the rule against repetition bars.
#[derive(Serialize)]
struct BarredMove {
    #[serde(rename = "move")]
    token: String,
    /// Spots of the squares that it leaves and reaches.
    from: Option<usize>,
    to: Option<usize>,
    /// Number of plies after which the state stood that it would bring back.
    ply: usize,
    /// Why it is barred, in words.
    reason: String,
}

/// The position of a game with its legal moves, and those that the rule against repetition bars.
fn position_answer<L, B>(game: &Game, legal: Vec<L>, barred: Vec<B>) -> PositionAnswer<L, StateOfPlay<B>> {
    let (status, side) = (game.status(), game.position().side());
    PositionAnswer {
        legal,
        over: status.is_over(),
        won: status.winner().is_some(),
        more: StateOfPlay {
            barred,
            side: side.index() + 1,
            winner: status.winner().map(|side| side.index() + 1),
            drawn: status == Status::Drawn,
        },
        state: words::state(status, side),
        deal: game.position().text(game.rules()),
        share: tokens(game.moves()).join(", "),
    }
}

/// What is said of a position beyond what all games say.
#[derive(Serialize)]
struct StateOfPlay<B> {
    /// Moves that the rule against repetition bars.
    barred: Vec<B>,
    /// Player to move, 1 or 2.
    side: usize,
    /// Player who has won.
    winner: Option<usize>,
    drawn: bool,
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
    let mut engine = Engine::new(game.rules());
    if let Some(interrupt) = &host.interrupt {
        engine = engine.with_interrupt(Arc::clone(interrupt));
    }
    chosen(&game, level.choose(&mut engine, &game, &mut random), None)
}

/// The limits of an analysis.
fn limits(request: &Request, host: &Host, time: Option<Duration>) -> AnalysisLimits {
    AnalysisLimits { nodes: request.nodes, time, interrupt: host.interrupt.clone() }
}

/// A good move.
fn hint(request: &Request, host: &Host) -> Answer {
    let game = played(request)?;
    let Some(hint) = analysis::hint(&game, &limits(request, host, request.timeout())) else {
        return chosen(&game, None, None);
    };
    let within = hint.proof.verdict.plies().unwrap_or(hint.proof.searched);
    chosen(&game, hint.choice, Some((verdict_name(hint.proof.verdict), within)))
}

/// Answer to `hint` for every move.
#[derive(Serialize)]
struct JudgingAnswer {
    moves: Vec<JudgedAnswer>,
    more: bool,
    nodes: u64,
    stopped: Option<&'static str>,
}

#[derive(Serialize)]
struct JudgedAnswer {
    #[serde(rename = "move")]
    mv: String,
    words: String,
    /// `win` or `loss`, proven, for the player who makes the move, or `unknown`.
    result: &'static str,
    /// Plies to that end, the move included, or within which nothing is forced.
    plies: u32,
    /// The engine's guess.
    score: Option<i32>,
    /// Whether the move is one of the best, as far as that is proven.
    keeps: Option<bool>,
}

/// Looks into every move for a slice of time, or for one search if that takes longer, and answers with what is known. Without
/// a slice it goes on to the time limit.
fn judge(kept: &mut Option<Judging>, request: &Request, host: &Host) -> Answer {
    let game = played(request)?;
    let mut judging =
        kept.take().filter(|judging| *judging.game() == game).unwrap_or_else(|| Judging::new(game));
    let time = request.slice().or(request.timeout()).unwrap_or(HINT_TIMEOUT);
    judging.go_on(&limits(request, host, Some(time)));
    let moves = judging.moves();
    let best = moves.first().map(|judged| judged.verdict);
    let moves = moves.iter().map(|judged| JudgedAnswer {
        mv: judged.mv.to_string(),
        words: described(judging.game().position(), judged.mv),
        result: verdict_name(judged.verdict),
        plies: judged.verdict.plies().unwrap_or(judged.searched),
        score: judged.guess,
        keeps: best.and_then(|best| judging.keeps(best, judged)),
    });
    let answer = JudgingAnswer {
        moves: moves.collect(),
        more: !judging.is_done(),
        nodes: judging.nodes(),
        stopped: None,
    };
    *kept = Some(judging);
    answer_of(&answer)
}

/// Goes through the game: which proven wins were missed, which moves made the position lost, from where on it was won.
fn review(request: &Request, host: &Host) -> Answer {
    let game = played(request)?;
    let own = match request.side {
        None => None,
        Some(1) => Some(Side::One),
        Some(2) => Some(Side::Two),
        Some(side) => return Err(mistake(format!("no player {side}"), "the players are 1 and 2")),
    };
    let (people, is_over) = (People { own }, game.status().is_over());
    let time = request.timeout().unwrap_or(REVIEW_TIMEOUT);
    let review = analysis::review(game, own, &limits(request, host, Some(time)));
    let mut better = Vec::new();
    let mut notes: Vec<Option<StepNote>> = review.moves.iter().map(|_| None).collect();
    // Lines are numbered from the end of the game.
    for (ply, reviewed) in review.moves.iter().enumerate().rev() {
        let Some(reason) = people.reason(reviewed) else { continue };
        if !reviewed.line.is_empty() {
            better.push(BetterLine { from: ply, moves: tokens(&reviewed.line) });
        }
        notes[ply] = Some(StepNote {
            mark: reviewed.mark.symbol(),
            before: None,
            after: None,
            reason,
            better: People::better(reviewed),
            line: Some(better.len()).filter(|_| !reviewed.line.is_empty()),
        });
    }
    answer_of(&ReviewedGame {
        summary: people.summary(&review, is_over),
        notes,
        better,
        nodes: review.nodes,
        stopped: review.stopped.map(StopReason::name),
    })
}

/// What is forced within a number of plies. The module of a page goes without it: its hints and reviews have what they need.
#[cfg(feature = "batch")]
fn analyze(request: &Request, host: &Host) -> Answer {
    use crate::games::pentamid::prover::{Config, MAX_PLIES, prove_from};
    use crate::games::pentamid::record::AnalysisRecord;

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
