//! How hard a deal is for a person.
//!
//! # What is measured
//!
//! | measure | is |
//! |---|---|
//! | random wins | share of 50 games won by a player who makes any legal move, each equally likely |
//! | greedy wins | share of 150 games won by a player who does the first of these that is possible: bank a tree, complete a tree, stack a whole stack, slide, transfer or swap; chance decides among moves of a kind |
//! | random trees, greedy trees | trees in the bank at the end of those games, on average |
//! | first moves | how many of the first moves keep the best score, by [`hints`](super::hints) |
//! | forced | stacks, transfers and swaps of the line found where no other one was legal, and slides where nothing else was but banks |
//! | transfers | transfers in the line found: pieces that have to be taken apart again, without needless ones |
//!
//! The games are those of [`playouts`]: the deal alone decides them, so they are the same every time. Both players
//! give up after 200 moves.
//!
//! # The word
//!
//! A deal is *easy*, *medium*, *hard* or *brutal* by the trees that the greedy player banks: whoever takes what
//! offers itself gets so far, and the rest has to be thought out. Of all measures that need no search this one
//! goes best with the work that the solver has (see below). The greedy player's wins are too rare to tell
//! deals apart: most deals have none in 150 games. A deal that is proven not winnable has no word.
//!
//! # Calibration
//!
//! November 2026, version 0.1.0, `cargo run --release --example difficulty -- 10000`: the deals 0 to 9,999 of seed 1
//! of the tabletop dealer (`tabletop-1`). Lines are those found within 20,000 nodes.
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
//! The words are cut at 5.8, 3.9 and 2.4 greedy trees, so that of all deals a quarter is easy, 40 % are medium, a
//! quarter is hard and a tenth brutal. Deals that are easy by this cost the solver 56 nodes on average, medium ones
//! 190, hard ones 655, brutal ones 2,338. Rank correlations with the greedy trees: solver's nodes −0.43, transfers
//! −0.31, moves in the line −0.34, legal first moves 0.45, greedy wins 0.61. 19 of the deals were proven not
//! winnable.

use std::fmt;

use serde::Deserialize;

use super::hint::Hints;
use super::playout::{Player, Playouts, playouts};
use crate::game::{Move, Position};
use crate::solver::{Outcome, Verdict};

/// Games of the random player.
const RANDOM_GAMES: u32 = 50;
/// Games of the greedy player.
const GREEDY_GAMES: u32 = 150;

/// Trees that the greedy player banks on average, at least, for a deal to be easy, medium, hard. They cut the
/// calibration's deals at a quarter, 65 % and 90 %.
const THRESHOLDS: [(f64, Level); 3] = [(5.8, Level::Easy), (3.9, Level::Medium), (2.4, Level::Hard)];

/// How hard a deal is for a person, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Of a quarter of the deals the easiest.
    Easy,
    /// The next 40 %.
    Medium,
    /// The next quarter.
    Hard,
    /// The hardest tenth.
    Brutal,
}

impl Level {
    /// All of them, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Brutal];

    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Brutal => "brutal",
        }
    }

    /// The level of a deal from which the greedy player banks so many trees on average.
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

/// How many of the first moves keep the best score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstMoves {
    /// Those that keep it for certain.
    pub keep: usize,
    /// Those for which it is not known.
    pub undecided: usize,
    /// All legal ones.
    pub all: usize,
}

impl FirstMoves {
    /// Counts the moves of some hints.
    pub fn of(hints: &Hints) -> Self {
        let count = |keeps| hints.moves.iter().filter(|hint| hint.keeps == keeps).count();
        Self { keep: count(Some(true)), undecided: count(None), all: hints.moves.len() }
    }
}

/// What makes a deal hard for a person; see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// Games of the random player.
    pub random: Playouts,
    /// Games of the greedy player.
    pub greedy: Playouts,
    /// First moves, if somebody has asked for hints.
    pub first_moves: Option<FirstMoves>,
    /// Moves of the line, banks left out.
    pub moves: usize,
    /// Those of them that were forced.
    pub forced: usize,
    /// Those of them that are transfers.
    pub transfers: usize,
    /// The whole in a word, `None` if it is proven that the position cannot be won.
    pub level: Option<Level>,
}

/// Measures how hard a position is for a person, given what the solver found out about it. Without the hints this
/// takes no search.
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
        first_moves: hints.map(FirstMoves::of),
        moves,
        forced,
        transfers,
        level: (!matches!(outcome.verdict, Verdict::Lost { .. })).then(|| Level::of(greedy.mean_trees())),
    }
}

/// Whether a stack, transfer or swap was the only one that was legal, or a slide the only move but banks.
fn is_forced(position: &Position, played: Move) -> bool {
    let is_slide = matches!(played, Move::Slide { .. });
    position.legal_moves().into_iter().all(|mv| match mv {
        Move::Bank { .. } => true,
        Move::Slide { .. } if !is_slide => true,
        _ => mv == played,
    })
}
