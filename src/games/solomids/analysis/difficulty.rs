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
//! without search it correlates best with the solver's work. Greedy wins are too rare to separate deals: most
//! deals have none in 150 games. A deal that is proven not winnable has no level.
//!
//! Thresholds of 5.8, 3.9 and 2.4 greedy trees make a quarter of all deals easy, 40 % medium, a quarter hard and a tenth brutal;
//! `docs/lab/2026-11-difficulty.md` has the calibration.

use std::fmt;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use serde::Deserialize;

use super::hint::{Hints, MoveCounts};
use crate::games::solomids::game::{Move, Position, Shape};
use crate::games::solomids::solver::{Config, Limits, Outcome, Proven, Solver};

pub(super) const RANDOM_GAMES: u32 = 50;
pub(super) const GREEDY_GAMES: u32 = 150;

/// Least mean number of greedy trees of an easy, a medium and a hard deal: the quantiles at 25, 65 and 90 %.
const THRESHOLDS: [(f64, Level); 3] = [(5.8, Level::Easy), (3.9, Level::Medium), (2.4, Level::Hard)];

/// Class of difficulty for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The easiest quarter of all deals.
    Easy,
    /// The next two fifths.
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
        level: (outcome.verdict.bounds().proven() != Some(Proven::Lost))
            .then(|| Level::of(greedy.mean_trees())),
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

/// Moves after which a game is abandoned, since transfers can be repeated without end.
const MAX_MOVES: usize = 200;

/// A player without lookahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Chooses uniformly among all legal moves.
    Random,
    /// Chooses uniformly among the moves of the first possible kind: bank a tree, complete a tree, stack a whole stack,
    /// slide, transfer or swap.
    Greedy,
}

/// Results of playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Games played.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Trees banked in all games together.
    pub trees: u32,
}

impl Playouts {
    /// Share of games won, from 0 to 1, to four decimals.
    pub fn win_share(&self) -> f64 {
        self.mean(self.wins)
    }

    /// Mean number of trees banked in a game, to four decimals.
    pub fn mean_trees(&self) -> f64 {
        self.mean(self.trees)
    }

    /// Divides a sum over all games by their number. Four decimals are enough for a few hundred games.
    fn mean(&self, sum: u32) -> f64 {
        (f64::from(sum) / f64::from(self.games.max(1)) * 1e4).round() / 1e4
    }
}

/// Plays `games` games from a position. The random numbers depend on the position and the player alone, so that equal
/// positions give equal games.
///
/// The generator is `ChaCha20` with the 32 bytes of [`Position::to_bytes`] as its key and the player's number
/// (0 random, 1 greedy) as its stream; a choice among n moves takes one 32-bit word w and picks number w·n / 2³².
pub fn playouts(position: &Position, player: Player, games: u32) -> Playouts {
    let mut words = ChaCha20Rng::from_seed(position.to_bytes());
    words.set_stream(player as u64);
    let mut total = Playouts { games, ..Playouts::default() };
    for _ in 0..games {
        let end = play(position, player, &mut words);
        total.wins += u32::from(end.is_won());
        total.trees += u32::from(end.trees_banked());
    }
    total
}

fn play(start: &Position, player: Player, words: &mut ChaCha20Rng) -> Position {
    let mut position = *start;
    for _ in 0..MAX_MOVES {
        let Some(mv) = choose(&position, player, words) else { break };
        if position.play(mv).is_err() {
            break;
        }
    }
    position
}

/// The next move of a player; none if there is no legal one.
pub(super) fn choose(position: &Position, player: Player, words: &mut ChaCha20Rng) -> Option<Move> {
    let mut moves = position.legal_moves();
    if player == Player::Greedy {
        let best = moves.iter().map(|&mv| greedy_rank(position, mv)).min();
        moves.retain(|mv| Some(greedy_rank(position, *mv)) == best);
    }
    let choice = (u64::from(words.next_u32()) * moves.len() as u64) >> 32;
    moves.get(choice as usize).copied()
}

/// Rank of a move for the greedy player, lowest first.
fn greedy_rank(position: &Position, mv: Move) -> u8 {
    match mv {
        Move::Bank { .. } => 0,
        Move::Stack { from, to } => {
            let shape = |square| position.get(square).map(|stack| stack.shape);
            let tree = matches!(
                (shape(from), shape(to)),
                (Some(Shape::S1), Some(Shape::S23)) | (Some(Shape::S12), Some(Shape::S3))
            );
            if tree { 1 } else { 2 }
        }
        Move::Slide { .. } => 3,
        Move::Transfer { .. } | Move::Swap { .. } => 4,
    }
}

/// Nodes within which a deal is to be proven winnable: enough for 199 of 200 deals.
const WINNABLE_NODES: u64 = 20_000;
/// Memory for that, in bytes.
const WINNABLE_MEMORY: u64 = 1 << 28;

/// Conditions on deals: a level, and a proof that they can be won.
#[derive(Clone, Copy, Debug, Default)]
pub struct DealFilter {
    /// Level of difficulty.
    pub level: Option<Level>,
    /// Whether a proof is needed that the deal can be won.
    pub winnable: bool,
}

impl DealFilter {
    /// Whether there is any condition.
    pub const fn is_some(self) -> bool {
        self.level.is_some() || self.winnable
    }

    /// Whether a deal meets the conditions. A deal of which some thousand nodes prove no win, or fewer where the limits of the
    /// search are lower, is not known to be winnable.
    pub fn passes(self, deal: &Position, config: &Config) -> bool {
        let is_won = || {
            let least = |limit: Option<u64>, own: u64| limit.into_iter().chain([own]).min();
            let limits = Limits {
                nodes: least(config.limits.nodes, WINNABLE_NODES),
                memory: least(config.limits.memory, WINNABLE_MEMORY),
                ..config.limits.clone()
            };
            let config = Config { limits, ..config.clone() };
            Solver::new().solve(deal, &config).verdict.bounds().proven() == Some(Proven::Won)
        };
        self.level.is_none_or(|level| Level::of_deal(deal) == level) && (!self.winnable || is_won())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::dealer::tabletop;

    #[test]
    fn a_level_is_that_of_the_difficulty_of_the_deal() {
        let deals: Vec<_> = (0..12).map(|index| tabletop::deal(1, index)).collect();
        for deal in &deals {
            let config = Config::with_nodes(WINNABLE_NODES);
            let outcome = Solver::new().solve(deal.position(), &config);
            let level = difficulty(deal.position(), &outcome, None).level;
            for wanted in Level::ALL {
                let filter = DealFilter { level: Some(wanted), winnable: true };
                assert_eq!(filter.passes(deal.position(), &Config::default()), level == Some(wanted));
            }
        }
    }
}
