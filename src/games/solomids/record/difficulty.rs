//! Difficulty in the JSON of a solution.

use serde::Serialize;

use crate::games::solomids::analysis::{Difficulty, Level, Solution};
use crate::games::solomids::solver::StopReason;

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
