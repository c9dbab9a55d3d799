//! What a page draws of a game: the scene, the steps of a line, and the legal moves.

use serde::Serialize;

use super::{first, inside, played};
use crate::draw::page::stage::{Choice, Place, Step};
use crate::games::solace2::game::Position;
use crate::games::solace2::players::shows;
use crate::games::solace2::start::Start;
use crate::games::solace2::view::page::help;
use crate::games::solace2::view::play::DrawnLine;
use crate::games::solace2::view::svg::{self, Scene};
use crate::games::solace2::view::words::phases;
use crate::kit::fault::InputError;
use crate::kit::numbers::counted;
use crate::service::drawing::{PictureAnswer, SceneAnswer};
use crate::service::request::Request;
use crate::service::{Answer, answer_of};

/// A step, with what players with hidden nests see.
#[derive(Serialize)]
struct SeenStep {
    #[serde(flatten)]
    step: Step,
    /// Pieces that are not drawn after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    covered: Option<Vec<usize>>,
    /// Whether it shows a piece that was hidden, so that it cannot be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    shows: Option<bool>,
}

/// Answer to `look`.
#[derive(Serialize)]
struct LookAnswer {
    steps: Vec<SeenStep>,
    legal: Vec<Choice>,
    /// All places, to be used instead of those of the scene.
    places: Vec<Place>,
    /// Whether no move is legal.
    over: bool,
    /// Whether all towers stand on the table.
    won: bool,
    score: u8,
    /// Number of nests, and of towers at most.
    nests: usize,
    reading: String,
    /// The position in one line of words.
    state: String,
    /// The deal in notation.
    deal: String,
    /// The moves.
    share: String,
}

/// Draws what stays while a game is played.
pub(super) fn scene(request: &Request) -> Answer {
    let start = first(request)?;
    let scene = Scene::of_game(&start.position, start.reading);
    let palette = &start.palette;
    let line = DrawnLine::new(scene, &start.position, palette, inside(request));
    let parts = [svg::symbols(palette), scene.board(&start.position), help(palette)];
    let answer = SceneAnswer::new(parts, (scene.width(), scene.height()), line.stage());
    answer_of(&if request.hidden { answer.with_covered(line.covered()) } else { answer })
}

/// Replays a line and lists the moves that are legal after it.
pub(super) fn look(request: &Request) -> Answer {
    let start = played(request)?;
    let Start { palette, reading, played: ref moves, .. } = start;
    let first = start.first();
    let mut line = DrawnLine::new(Scene::of_game(&first, reading), &first, &palette, inside(request));
    let mut steps = Vec::with_capacity(moves.len());
    for phase in phases(&first, reading, moves, &palette).map_err(InputError::from)? {
        let mut title = Some(phase.title);
        for step in phase.steps {
            let shows = request.hidden.then(|| shows(line.position(), step.mv));
            let step = line.play(step.mv, step.words, title.take());
            steps.push(SeenStep { step, covered: request.hidden.then(|| line.covered()), shows });
        }
    }
    let legal = line.choices(reading);
    let position = line.position();
    answer_of(&LookAnswer {
        steps,
        over: legal.is_empty(),
        won: usize::from(position.score()) == position.nests(),
        score: position.score(),
        nests: position.nests(),
        reading: reading.name(),
        state: state(position, legal.len()),
        deal: start.deal_text(),
        share: super::tokens(moves).join(", "),
        legal,
        places: line.places().to_vec(),
    })
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

/// Draws the table as a document.
pub(super) fn picture(request: &Request) -> Answer {
    let start = played(request)?;
    let title = request.title.clone().unwrap_or_else(|| start.title_after_moves());
    answer_of(&PictureAnswer { svg: svg::table(&start.position, &start.palette, inside(request), &title) })
}
