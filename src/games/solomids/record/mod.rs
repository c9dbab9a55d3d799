//! Records: what is known of a position or a line as JSON, in the formats of the command line.

mod review;
mod solution;

use serde::Serialize;

pub use review::{ReviewRecord, annotated, findings, shared_loss};
pub use solution::{SolutionRecord, line_to_json};
pub(super) use solution::{read_solution, rebuilt};

use super::Solomids;
use super::analysis::{Difficulty, Hints, Level, Solution};
use super::game::IllegalMove;
use super::solver::{Bounds, Proven, StopReason};
use super::view::words::{described, known};
use crate::games::port::Played;

/// Version of all formats here.
pub(super) const SCHEMA: u32 = 1;

/// What is known of a best score.
#[derive(Serialize)]
struct BestRecord {
    /// Null if undecided.
    score: Option<u8>,
    lower_bound: u8,
    upper_bound: u8,
    /// Whether a win or a loss is proven; null if that is open.
    proven: Option<Proven>,
}

impl From<Bounds> for BestRecord {
    fn from(bounds: Bounds) -> Self {
        let Bounds { lower, upper } = bounds;
        Self { score: bounds.score(), lower_bound: lower, upper_bound: upper, proven: bounds.proven() }
    }
}

/// Output of `hint --format json`.
#[derive(Serialize)]
pub struct HintRecord {
    schema: u32,
    /// Canonical text of the position.
    deal: String,
    /// What is known of the best score still reachable.
    #[serde(flatten)]
    best: BestRecord,
    /// The same in words.
    summary: String,
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
    /// What is known of the best score reachable after the move.
    #[serde(flatten)]
    best: BestRecord,
    keeps: Option<bool>,
    reason: String,
}

impl HintRecord {
    /// The record of the hints of a position.
    ///
    /// # Errors
    /// A move that is illegal there.
    pub fn new(played: &Played<Solomids>, hints: &Hints) -> Result<Self, IllegalMove> {
        let palette = &played.start.palette;
        let moves = hints.moves.iter().map(|hint| {
            Ok(HintedMoveRecord {
                mv: hint.mv.to_string(),
                words: described(&played.position, hint.mv, palette)?,
                best: hint.bounds.into(),
                keeps: hint.keeps,
                reason: hint.reason.words(palette),
            })
        });
        Ok(Self {
            schema: SCHEMA,
            deal: palette.canonical(&played.position),
            best: hints.bounds.into(),
            summary: known(hints.bounds),
            moves: moves.collect::<Result<_, _>>()?,
            nodes: hints.nodes,
            stopped: hints.stopped.map(StopReason::name),
            more: None,
        })
    }

    /// This record, as an answer that gives what is known so far, with whether the search goes on.
    #[must_use]
    pub fn with_more(self, more: bool) -> Self {
        Self { more: Some(more), ..self }
    }
}

/// Difficulty in the JSON of `solve`.
#[derive(Serialize)]
pub struct DifficultyRecord {
    /// Name of the level; null if the deal is proven not winnable.
    level: Option<&'static str>,
    random_win_share: f64,
    random_trees: f64,
    greedy_win_share: f64,
    greedy_trees: f64,
    /// First moves proven to keep the best score.
    first_moves_keep: Option<usize>,
    first_moves_undecided: Option<usize>,
    /// All legal first moves.
    first_moves: Option<usize>,
    /// Limit that left first moves undecided.
    first_moves_stopped: Option<&'static str>,
    /// Moves of the line without banks.
    line_moves: usize,
    /// Forced moves among these.
    forced: usize,
    /// Transfers among these.
    transfers: usize,
}

impl DifficultyRecord {
    /// The record of a solution; `None` without a measured difficulty.
    pub fn new(solution: &Solution) -> Option<Self> {
        let Difficulty { random, greedy, first_moves, moves, forced, transfers, level } =
            solution.difficulty?;
        Some(Self {
            level: level.map(Level::word),
            random_win_share: random.win_share(),
            random_trees: random.mean_trees(),
            greedy_win_share: greedy.win_share(),
            greedy_trees: greedy.mean_trees(),
            first_moves_keep: first_moves.map(|first| first.keep),
            first_moves_undecided: first_moves.map(|first| first.undecided),
            first_moves: first_moves.map(|first| first.all),
            first_moves_stopped: first_moves
                .filter(|first| first.undecided > 0)
                .and(solution.first_moves_stopped)
                .map(StopReason::name),
            line_moves: moves,
            forced,
            transfers,
        })
    }
}
