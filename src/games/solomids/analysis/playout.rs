//! Playouts: games played from a position by random and greedy players, without search.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::games::solomids::game::{Move, Position, Shape};

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

/// Plays one game.
fn play(start: &Position, player: Player, words: &mut ChaCha20Rng) -> Position {
    let mut position = *start;
    for _ in 0..MAX_MOVES {
        let mut moves = position.legal_moves();
        if player == Player::Greedy {
            let best = moves.iter().map(|&mv| greedy_rank(&position, mv)).min();
            moves.retain(|mv| Some(greedy_rank(&position, *mv)) == best);
        }
        let choice = (u64::from(words.next_u32()) * moves.len() as u64) >> 32;
        let Some(&mv) = moves.get(choice as usize) else { break };
        if position.play(mv).is_err() {
            break;
        }
    }
    position
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
