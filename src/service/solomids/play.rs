//! What a page draws of a game: the scene, the steps of a line, and the legal moves.

use serde::Serialize;

use super::first;
use crate::draw::page::stage::{Choice, Stage, Step};
use crate::games::solomids::game::tracking::PieceTracker;
use crate::games::solomids::game::{Position, TREES};
use crate::games::solomids::start::Start;
use crate::games::solomids::view::page::play::{choices, stage, steps};
use crate::games::solomids::view::page::screen::{board, help};
use crate::games::solomids::view::svg;
use crate::games::solomids::view::words;
use crate::kit::fault::InputError;
use crate::kit::numbers::counted;
use crate::service::drawing::{PictureAnswer, SceneAnswer};
use crate::service::request::Request;
use crate::service::{Answer, answer_of};

/// Draws what stays while a game is played.
pub(super) fn scene(request: &Request) -> Answer {
    let Start { deal, palette, .. } = first(request)?;
    let stage = Stage { says: Some(words::board(&deal, &palette)), ..stage(&deal, &palette) };
    answer_of(&SceneAnswer::new(
        [svg::defs(&palette), board(&deal), help(&palette)],
        (svg::WIDTH, svg::HEIGHT),
        stage,
    ))
}

/// Answer to `look`.
#[derive(Serialize)]
struct LookAnswer {
    steps: Vec<Step>,
    legal: Vec<Choice>,
    /// Whether no move is legal.
    over: bool,
    won: bool,
    score: u8,
    trees: u8,
    swaps_earned: u8,
    swaps_used: u8,
    /// The position in one line of words.
    state: String,
    /// Canonical text of the position.
    deal: String,
    share: String,
}

/// Replays a line and lists the moves that are legal after it.
pub(super) fn look(request: &Request) -> Answer {
    let start = super::played(request)?;
    let Start { deal, position, palette, played, .. } = &start;
    let mut tracker = PieceTracker::new(deal);
    let mut shown = Vec::with_capacity(played.len());
    for ((_, step), &mv) in steps(tracker, played, palette).map_err(InputError::from)?.into_iter().zip(played)
    {
        // Always legal: the line has been replayed.
        let _ = tracker.play(mv);
        shown.push(Step { says: Some(words::board(tracker.position(), palette)), ..step });
    }
    shown.drain(..request.from.min(played.len()));
    let legal = choices(&tracker, palette);
    answer_of(&LookAnswer {
        steps: shown,
        over: legal.is_empty(),
        legal,
        won: position.is_won(),
        score: position.score(),
        trees: position.trees_banked(),
        swaps_earned: position.swaps_earned(),
        swaps_used: position.swaps_used(),
        state: state(position),
        deal: palette.canonical(position),
        share: start.share(&[]).to_string(),
    })
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

/// Draws the board as a document.
pub(super) fn picture(request: &Request) -> Answer {
    let start = super::played(request)?;
    let title = request.title.clone().unwrap_or_else(|| start.title_after_moves());
    answer_of(&PictureAnswer { svg: svg::board(&start.position, &start.palette, &title) })
}
