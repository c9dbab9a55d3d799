//! A player that imagines what is hidden.
//!
//! Each time it is asked, the player completes the view to whole positions (*worlds*), every assembly that agrees with what
//! was seen equally likely. Each move is judged in the same worlds by the score of a [`Careful`] player who goes on from there (a
//! rollout), and the one with the largest sum is played; of equals, the one that [`Careful`] likes best. This is determinised Monte
//! Carlo search, as in Ginsberg's bridge program GIB.

use chacha20::ChaCha20Rng;

use super::game::{Game, Player};
use super::simple::{Careful, caution, parks};
use super::view::{Sight, View};
use crate::games::solace2::game::{Move, Position, Reading};

/// The player.
#[derive(Debug)]
pub struct Rollout {
    worlds: usize,
    words: ChaCha20Rng,
}

impl Rollout {
    /// A player that imagines a number of worlds for every move.
    pub(super) const fn new(worlds: usize, words: ChaCha20Rng) -> Self {
        Self { worlds, words }
    }
}

/// What a careful player scores from a position.
fn value(world: &Position, reading: Reading) -> u32 {
    let mut game = Game::new(*world, reading, Sight::Opaque);
    game.run(&mut Careful);
    u32::from(game.score())
}

impl Player for Rollout {
    fn choose(&mut self, view: &View) -> Option<Move> {
        let moves: Vec<Move> = view.forward().into_iter().filter(|&mv| !parks(view, mv)).collect();
        if let Some(tower) = moves.iter().find(|mv| matches!(mv, Move::Tower { .. })) {
            return Some(*tower);
        }
        if moves.len() < 2 {
            return moves.first().copied();
        }
        let worlds: Vec<Position> = (0..self.worlds).filter_map(|_| view.imagine(&mut self.words)).collect();
        let mut best: Option<(u32, std::cmp::Reverse<u32>, Move)> = None;
        for mv in moves {
            let mut sum = 0;
            for world in &worlds {
                let mut after = *world;
                if after.play(mv, view.reading).is_ok() {
                    sum += value(&after, view.reading);
                }
            }
            let candidate = (sum, std::cmp::Reverse(caution(view, mv)), mv);
            if best.is_none_or(|best| (candidate.0, candidate.1) > (best.0, best.1)) {
                best = Some(candidate);
            }
        }
        best.map(|(_, _, mv)| mv)
    }
}
