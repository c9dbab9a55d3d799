//! Output of `solve --difficulty`.

use anstyle::Style;
use serde::Serialize;
use solomids::analysis::{Bounds, Difficulty, Level, MoveCounts, Solution};
use solomids::game::TREES;
use solomids::numbers::counted;
use solomids::solver::Stop;

use super::search::LimitNames;

/// Difficulty in the JSON of `solve`.
#[derive(Serialize)]
pub(super) struct DifficultyRecord {
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
    pub(super) fn new(solution: &Solution) -> Option<Self> {
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
                .map(Stop::name),
            line_moves: moves,
            forced,
            transfers,
        })
    }
}

/// Formats the difficulty as text with ANSI styles; empty without a measured difficulty.
pub(super) fn to_text(solution: &Solution, limits: LimitNames) -> String {
    let Some(difficulty) = solution.difficulty else { return String::new() };
    let bold = Style::new().bold();
    let Difficulty { random, greedy, first_moves, moves, forced, transfers, level } = difficulty;
    let is_won = Bounds::from(solution.outcome.verdict).lower >= TREES;
    let word = level.map_or("none, as it cannot be won".into(), |level| {
        let condition = if is_won { "" } else { ", if it can be won" };
        format!("{level}{condition} (by the trees that the greedy player banks)")
    });
    let first = first_moves.map_or_else(String::new, |MoveCounts { keep, undecided, all }| {
        let open = match solution.first_moves_stopped {
            Some(stop) if undecided > 0 => {
                format!(", {undecided} undecided; stopped by {}", limits.name(stop))
            }
            _ => String::new(),
        };
        format!("  first moves    {keep} of {all} keep the best score{open}\n")
    });
    let line = match moves {
        0 => String::new(),
        _ => format!(
            "  the line       {forced} of {} forced, {} (banks not counted)\n",
            counted(moves as u64, "move"),
            counted(transfers as u64, "transfer"),
        ),
    };
    format!(
        "\n{bold}Difficulty: {word}{bold:#}\n\
         \x20 greedy player  wins {:.1} % of {} games, banks {:.1} trees on average\n\
         \x20 random player  wins {:.1} % of {} games, banks {:.1} trees on average\n\
         {first}{line}",
        100.0 * greedy.win_share(),
        greedy.games,
        greedy.mean_trees(),
        100.0 * random.win_share(),
        random.games,
        random.mean_trees(),
    )
}
