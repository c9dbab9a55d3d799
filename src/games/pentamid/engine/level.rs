//! Levels of strength for play against people.

use super::player::{Choice, Engine, MoveLimits, safe_moves};
use super::random::Rng;
use crate::games::pentamid::game::Game;

/// A level of strength, 1 (weakest) to [`Level::STRONGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The strongest level.
    pub const STRONGEST: u8 = 8;

    /// Nodes a move, and chances in a hundred to play any safe move instead of the best.
    const TABLE: [(u64, u64); Self::STRONGEST as usize] =
        [(50, 50), (200, 30), (1000, 15), (4000, 5), (15_000, 0), (60_000, 0), (250_000, 0), (2_000_000, 0)];

    /// The level with this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::STRONGEST).contains(&number).then_some(Self(number))
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Limits of the search at this level.
    pub fn limits(self) -> MoveLimits {
        MoveLimits::nodes(Self::TABLE[usize::from(self.0) - 1].0)
    }

    /// The move of an engine at this level; nothing if the game is over. Weak levels slip now and then, but take a win in one,
    /// and leave the opponent none if they can.
    pub fn choose(self, engine: &mut Engine, game: &Game, random: &mut Rng) -> Option<Choice> {
        let (_, slips) = Self::TABLE[usize::from(self.0) - 1];
        let choice = engine.choose(game, &self.limits())?;
        if random.below(100) < slips {
            let moves = safe_moves(game);
            let mv = moves[random.below(moves.len() as u64) as usize];
            return Some(Choice { mv, ..choice });
        }
        Some(choice)
    }
}
