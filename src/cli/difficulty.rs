//! Output of `solve --difficulty`.

use anstyle::Style;
use solomids::analysis::{Bounds, Difficulty, MoveCounts, Solution};
use solomids::game::TREES;
use solomids::numbers::counted;

use super::search::LimitNames;

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
