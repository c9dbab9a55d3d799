//! Games played without any search, by players who do not look ahead.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::game::{Move, Position, Shape};

/// Moves after which a game is given up; transfers alone could go on for ever.
const LONGEST: usize = 200;

/// A player who does not look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Any legal move, each equally likely.
    Random,
    /// Takes a tree to the bank, else completes a tree, else stacks a whole stack, else slides, else transfers
    /// or swaps; among moves of the kind any, each equally likely.
    Greedy,
}

/// What came of many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Games played.
    pub games: u32,
    /// Those that were won.
    pub wins: u32,
    /// Trees banked in all of them together.
    pub trees: u32,
}

impl Playouts {
    /// Share of the games that were won, to four decimals.
    pub fn win_share(&self) -> f64 {
        self.of_each_game(self.wins)
    }

    /// Trees banked in a game, on average, to four decimals.
    pub fn mean_trees(&self) -> f64 {
        self.of_each_game(self.trees)
    }

    /// A sum over all games divided by their number. Four decimals are enough for some hundred games.
    fn of_each_game(&self, sum: u32) -> f64 {
        (f64::from(sum) / f64::from(self.games.max(1)) * 1e4).round() / 1e4
    }
}

/// Lets a player play some games from a position. The chances come from the position alone: the same position
/// always gives the same games.
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
    for _ in 0..LONGEST {
        let mut moves = position.legal_moves();
        if player == Player::Greedy {
            let best = moves.iter().map(|&mv| reluctance(&position, mv)).min();
            moves.retain(|mv| Some(reluctance(&position, *mv)) == best);
        }
        let choice = (u64::from(words.next_u32()) * moves.len() as u64) >> 32;
        let Some(&mv) = moves.get(choice as usize) else { break };
        if position.play(mv).is_err() {
            break;
        }
    }
    position
}

/// How late the greedy player comes to a move.
fn reluctance(position: &Position, mv: Move) -> u8 {
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
