//! The part of `solve` that says how hard a deal is for a person.

use std::time::Duration;

use anstyle::Style;
use serde::Serialize;
use solomids::analysis::{self, Difficulty, FirstMoves, Hints, hints_knowing};
use solomids::game::{Position, TREES};
use solomids::numbers::counted;
use solomids::solver::{Config, Outcome, Solver, Stop};

use super::search::limit;

/// How long the first moves are looked into, where the user sets no limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// What `--format json` prints of it.
#[derive(Serialize)]
pub(super) struct Record {
    /// Easy, medium, hard, brutal; null if it is proven that the deal cannot be won.
    level: Option<&'static str>,
    random_win_share: f64,
    random_trees: f64,
    greedy_win_share: f64,
    greedy_trees: f64,
    /// First moves that keep the best score, those for which that is not known, and all.
    first_moves_keep: Option<usize>,
    first_moves_undecided: Option<usize>,
    first_moves: Option<usize>,
    /// Which limit left some of them undecided.
    first_moves_stopped: Option<&'static str>,
    /// Moves of the line, banks left out, and how many of them are forced or transfers.
    line_moves: usize,
    forced: usize,
    transfers: usize,
}

impl Record {
    pub(super) fn new(measured: &Measured) -> Self {
        let Difficulty { random, greedy, first_moves, moves, forced, transfers, level } = measured.difficulty;
        Self {
            level: level.map(analysis::Level::word),
            random_win_share: random.win_share(),
            random_trees: random.mean_trees(),
            greedy_win_share: greedy.win_share(),
            greedy_trees: greedy.mean_trees(),
            first_moves_keep: first_moves.map(|first| first.keep),
            first_moves_undecided: first_moves.map(|first| first.undecided),
            first_moves: first_moves.map(|first| first.all),
            first_moves_stopped: first_moves
                .filter(|first| first.undecided > 0)
                .and(measured.stopped)
                .map(Stop::name),
            line_moves: moves,
            forced,
            transfers,
        }
    }
}

/// A difficulty, and what is known of the first moves.
pub(super) struct Measured {
    pub(super) difficulty: Difficulty,
    /// Which limit left some of them undecided.
    pub(super) stopped: Option<Stop>,
    /// Whether a win is known.
    is_won: bool,
}

/// Looks into the first moves of a position that was solved.
pub(super) fn first_moves(position: &Position, outcome: &Outcome, config: &Config) -> Hints {
    let unlimited = config.timeout.is_none() && config.max_nodes.is_none();
    let timeout = if unlimited { Some(PATIENCE) } else { config.timeout };
    hints_knowing(&mut Solver::new(), position, outcome, &Config { timeout, ..config.clone() })
}

/// Measures the difficulty of a position by the line that is shown, and its first moves.
pub(super) fn measure(position: &Position, outcome: &Outcome, first_moves: &Hints) -> Measured {
    let difficulty = analysis::difficulty(position, outcome, Some(first_moves));
    Measured { difficulty, stopped: first_moves.stopped, is_won: outcome.verdict.bounds().0 >= TREES }
}

/// The same for people; ANSI styles inside.
pub(super) fn in_text(measured: &Measured) -> String {
    let Measured { difficulty, stopped, .. } = measured;
    let bold = Style::new().bold();
    let Difficulty { random, greedy, first_moves, moves, forced, transfers, level } = *difficulty;
    let word = level.map_or("none, as it cannot be won".into(), |level| {
        let condition = if measured.is_won { "" } else { ", if it can be won" };
        format!("{level}{condition} (by the trees that the greedy player banks)")
    });
    let first = first_moves.map_or_else(String::new, |FirstMoves { keep, undecided, all }| {
        let open = match stopped {
            Some(stop) if undecided > 0 => format!(", {undecided} undecided; stopped by {}", limit(*stop)),
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
