//! Answers about drawings that all games share.

use maud::Markup;
use serde::Serialize;

use crate::draw::page::stage::Stage;

/// Answer to `scene`: what is drawn once.
#[derive(Serialize)]
pub(super) struct SceneAnswer {
    /// Definitions that drawings use.
    drawings: String,
    /// Content of the board under the pieces.
    board: String,
    /// How to read the board.
    help: String,
    width: u32,
    height: u32,
    #[serde(flatten)]
    stage: Stage,
    /// Pieces that are not drawn, in games with hidden pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    covered: Option<Vec<usize>>,
}

impl SceneAnswer {
    /// The answer with definitions, the content of a board, how to read it, its width and height, and a stage.
    pub(super) fn new(
        [drawings, board, help]: [Markup; 3],
        (width, height): (u32, u32),
        stage: Stage,
    ) -> Self {
        let [drawings, board, help] = [drawings, board, help].map(Markup::into_string);
        Self { drawings, board, help, width, height, stage, covered: None }
    }

    /// This answer, with the pieces that are not drawn.
    pub(super) fn with_covered(self, covered: Vec<usize>) -> Self {
        Self { covered: Some(covered), ..self }
    }
}

/// Answer to `picture`.
#[derive(Serialize)]
pub(super) struct PictureAnswer {
    /// The document.
    pub(super) svg: String,
}
