//! Measures of how hard a deal is for a person.
//!
//! # Measures
//!
//! | measure | definition |
//! |---|---|
//! | random wins | share of 50 games won by a player that chooses uniformly among all legal moves |
//! | greedy wins | share of 150 games won by a player that makes the first possible move of these kinds: bank a tree, complete a tree, stack a whole stack, slide, transfer or swap; it chooses uniformly among moves of one kind |
//! | random trees, greedy trees | mean number of trees in the bank at the end of those games |
//! | first moves | number of first moves that keep the best score, by [`hints`](super::hints) |
//! | forced | stacks, transfers and swaps of the line found where no other one was legal, and slides where only banks were legal besides |
//! | transfers | transfers in the line found, which has no needless ones |
//!
//! The games are [`playouts`], which depend on the deal alone. A game is abandoned after 200 moves.
//!
//! # Levels
//!
//! The number of trees that the greedy player banks makes a deal *easy*, *medium*, *hard* or *brutal*. Among all measures
//! without search it correlates best with the solver's work (see below). Greedy wins are too rare to separate deals: most
//! deals have none in 150 games. A deal that is proven not winnable has no level.
//!
//! # Calibration
//!
//! November 2026, version 0.1.0, `cargo run --release --example difficulty -- 10000`: deals 0 to 9,999 of seed 1 of the
//! tabletop dealer (`tabletop-1`), with lines found within 20,000 nodes.
//!
//! | measure | least | 10 % | 25 % | 35 % | median | 75 % | 90 % | 99 % | most |
//! |---|---|---|---|---|---|---|---|---|---|
//! | greedy trees | 0.00 | 2.40 | 3.41 | 3.91 | 4.58 | 5.79 | 6.82 | 8.62 | 12.01 |
//! | greedy wins, % | 0 | 0 | 0 | 0 | 0 | 0.7 | 2.0 | 6.7 | 34.0 |
//! | random trees | 0.00 | 1.04 | 1.70 | 2.06 | 2.58 | 3.56 | 4.54 | 6.32 | 8.46 |
//! | random wins, % | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 2 | 6 |
//! | transfers | 0 | 0 | 1 | 1 | 2 | 3 | 5 | 9 | 16 |
//! | forced, % of the line | 0 | 0 | 0 | 0 | 1.8 | 4.0 | 7.8 | 15.4 | 27.1 |
//! | first moves that are legal | 5 | 9 | 10 | 11 | 12 | 14 | 16 | 18 | 23 |
//!
//! Thresholds of 5.8, 3.9 and 2.4 greedy trees make a quarter of all deals easy, 40 % medium, a quarter hard and a tenth
//! brutal. The solver needs 56 nodes on average for easy deals, 190 for medium, 655 for hard and 2,338 for brutal ones.
//! Rank correlations with the greedy trees: solver's nodes −0.43, transfers −0.31, moves in the line −0.34, legal first
//! moves 0.45, greedy wins 0.61. 19 of the deals were proven not winnable.

use std::fmt;

use serde::Deserialize;

use super::hint::{Hints, MoveCounts};
use super::playout::{Player, Playouts, playouts};
use crate::games::solomids::game::{Move, Position};
use crate::games::solomids::solver::{Outcome, Verdict};

/// Games of the random player.
const RANDOM_GAMES: u32 = 50;
/// Games of the greedy player.
const GREEDY_GAMES: u32 = 150;

/// Least mean number of greedy trees of an easy, a medium and a hard deal: the quartile, the 65 % and the 90 % quantile
/// of the calibration.
const THRESHOLDS: [(f64, Level); 3] = [(5.8, Level::Easy), (3.9, Level::Medium), (2.4, Level::Hard)];

/// Class of difficulty for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The easiest quarter of all deals.
    Easy,
    /// The next 40 %.
    Medium,
    /// The next quarter.
    Hard,
    /// The hardest tenth.
    Brutal,
}

impl Level {
    /// All levels, easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Brutal];

    /// Name of the level in outputs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Brutal => "brutal",
        }
    }

    /// Level of a deal, if it can be won: by playouts, without a search.
    pub fn of_deal(deal: &Position) -> Self {
        Self::of(playouts(deal, Player::Greedy, GREEDY_GAMES).mean_trees())
    }

    /// Level by the mean number of greedy trees.
    fn of(greedy_trees: f64) -> Self {
        let reached = THRESHOLDS.into_iter().find(|&(least, _)| greedy_trees >= least);
        reached.map_or(Self::Brutal, |(_, level)| level)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Measures of difficulty; see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// Games of the random player.
    pub random: Playouts,
    /// Games of the greedy player.
    pub greedy: Playouts,
    /// Effects of the first moves, if hints were given.
    pub first_moves: Option<MoveCounts>,
    /// Moves of the line without banks.
    pub moves: usize,
    /// Forced moves among [`moves`](Self::moves).
    pub forced: usize,
    /// Transfers among [`moves`](Self::moves).
    pub transfers: usize,
    /// Class of difficulty, `None` if the position is proven not winnable.
    pub level: Option<Level>,
}

/// Measures the difficulty of a position from its outcome and, if given, its hints. Runs playouts but no search.
pub fn difficulty(position: &Position, outcome: &Outcome, hints: Option<&Hints>) -> Difficulty {
    let random = playouts(position, Player::Random, RANDOM_GAMES);
    let greedy = playouts(position, Player::Greedy, GREEDY_GAMES);
    let (mut moves, mut forced, mut transfers) = (0, 0, 0);
    let mut current = *position;
    for &mv in &outcome.line {
        if !matches!(mv, Move::Bank { .. }) {
            moves += 1;
            forced += usize::from(is_forced(&current, mv));
            transfers += usize::from(matches!(mv, Move::Transfer { .. }));
        }
        if current.play(mv).is_err() {
            break;
        }
    }
    Difficulty {
        random,
        greedy,
        first_moves: hints.map(|hints| MoveCounts::of(&hints.moves)),
        moves,
        forced,
        transfers,
        level: (!matches!(outcome.verdict, Verdict::Lost { .. })).then(|| Level::of(greedy.mean_trees())),
    }
}

/// Whether a stack, transfer or swap was the only legal one, or a slide the only legal move besides banks.
fn is_forced(position: &Position, played: Move) -> bool {
    let is_slide = matches!(played, Move::Slide { .. });
    position.legal_moves().into_iter().all(|mv| match mv {
        Move::Bank { .. } => true,
        Move::Slide { .. } if !is_slide => true,
        _ => mv == played,
    })
}
