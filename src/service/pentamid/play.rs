//! What a page draws of a game: the scene, the steps, and the legal moves.

use serde::Serialize;

use super::{first, played};
use crate::draw::page::stage::{Choice, Place, Step};
use crate::games::pentamid::game::Status;
use crate::games::pentamid::record::tokens;
use crate::games::pentamid::view::page::help;
use crate::games::pentamid::view::play::DrawnGame;
use crate::games::pentamid::view::svg::{self, Scene};
use crate::games::pentamid::view::words;
use crate::service::drawing::{PictureAnswer, SceneAnswer};
use crate::service::request::Request;
use crate::service::{Answer, answer_of};

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

/// Answer to `look`.
#[derive(Serialize)]
struct LookAnswer {
    steps: Vec<Step>,
    legal: Vec<Choice>,
    /// All places, to be used instead of those of the scene.
    places: Vec<Place>,
    /// Moves that the rule against repetition bars.
    barred: Vec<BarredMove>,
    over: bool,
    /// Whether a player has won.
    won: bool,
    /// Player to move, 1 or 2.
    side: usize,
    /// Player who has won.
    winner: Option<usize>,
    drawn: bool,
    /// The position in one line of words.
    state: String,
    /// The position in notation.
    deal: String,
    /// The moves.
    share: String,
}

/// Draws what stays while a game is played.
pub(super) fn scene(request: &Request) -> Answer {
    let game = first(request)?;
    let scene = Scene::new(*game.rules());
    let stage = DrawnGame::new(game.rules(), game.position()).stage();
    let size = (scene.width(), scene.height());
    answer_of(&SceneAnswer::new([svg::symbols(), scene.board(), help()], size, stage))
}

/// Replays a game and lists the moves that are legal after it.
pub(super) fn look(request: &Request) -> Answer {
    let game = played(request)?;
    let first = game.history().states().first().unwrap_or_else(|| game.position());
    let mut drawn = DrawnGame::new(game.rules(), first);
    let steps = game.moves().iter().map(|&mv| drawn.play(mv)).collect();
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
    let barred = barred.collect();
    let (status, side) = (game.status(), game.position().side());
    answer_of(&LookAnswer {
        steps,
        legal,
        places: drawn.places().to_vec(),
        barred,
        over: status.is_over(),
        won: status.winner().is_some(),
        side: side.index() + 1,
        winner: status.winner().map(|side| side.index() + 1),
        drawn: status == Status::Drawn,
        state: words::state(status, side),
        deal: game.position().text(game.rules()),
        share: tokens(game.moves()).join(", "),
    })
}

/// Draws the board as a document.
pub(super) fn picture(request: &Request) -> Answer {
    let game = played(request)?;
    let title = request.title.clone().unwrap_or_else(|| "Pentamid".into());
    answer_of(&PictureAnswer { svg: svg::board(game.rules(), game.position(), &title) })
}
