//! Hints in JSON.

use serde::Serialize;

use super::SCHEMA;
use crate::games::solomids::analysis::Hints;
use crate::games::solomids::game::IllegalMove;
use crate::games::solomids::solver::StopReason;
use crate::games::solomids::start::Start;
use crate::games::solomids::view::words::described;

/// Output of `hint --format json`.
#[derive(Serialize)]
pub struct HintRecord {
    schema: u32,
    /// Canonical text of the position.
    deal: String,
    /// Best score still reachable, null if undecided.
    score: Option<u8>,
    lower_bound: u8,
    upper_bound: u8,
    moves: Vec<HintedMoveRecord>,
    nodes: u64,
    /// Limit that left moves undecided.
    stopped: Option<&'static str>,
    /// Whether the search goes on, in answers that tell what is known so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<bool>,
}

#[derive(Serialize)]
struct HintedMoveRecord {
    #[serde(rename = "move")]
    mv: String,
    /// The move in words.
    words: String,
    /// Best score reachable after the move, null if undecided.
    score: Option<u8>,
    lower_bound: u8,
    upper_bound: u8,
    keeps: Option<bool>,
    reason: String,
}

impl HintRecord {
    /// The record of the hints of a start's position.
    ///
    /// # Errors
    /// A move that is illegal there.
    pub fn new(start: &Start, hints: &Hints) -> Result<Self, IllegalMove> {
        let moves = hints.moves.iter().map(|hint| {
            Ok(HintedMoveRecord {
                mv: hint.mv.to_string(),
                words: described(&start.position, hint.mv, &start.palette)?,
                score: hint.bounds.score(),
                lower_bound: hint.bounds.lower,
                upper_bound: hint.bounds.upper,
                keeps: hint.keeps,
                reason: hint.reason.words(&start.palette),
            })
        });
        Ok(Self {
            schema: SCHEMA,
            deal: start.palette.canonical(&start.position),
            score: hints.bounds.score(),
            lower_bound: hints.bounds.lower,
            upper_bound: hints.bounds.upper,
            moves: moves.collect::<Result<_, _>>()?,
            nodes: hints.nodes,
            stopped: hints.stopped.map(StopReason::name),
            more: None,
        })
    }

    /// This record, as an answer that tells what is known so far, with whether the search goes on.
    #[must_use]
    pub fn with_more(self, more: bool) -> Self {
        Self { more: Some(more), ..self }
    }
}
