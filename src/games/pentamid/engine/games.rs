//! Games between two players, one by one and in series: what the engine is measured and tuned by.

use rayon::prelude::*;

use super::player::{Engine, Level, Rng, safe_moves};
use crate::games::pentamid::game::{Game, Move, Position, Repetition, Rules};
use crate::kit::search::Limits;

/// Anything that chooses moves.
pub trait Player {
    /// A legal move of a game that is not over. Without one the game ends unfinished.
    fn choose(&mut self, game: &Game) -> Option<Move>;
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn choose(&mut self, game: &Game) -> Option<Move> {
        (**self).choose(game)
    }
}

/// How strong the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Nodes for each move.
    Nodes(u64),
    /// A level.
    Level(Level),
}

/// The engine at a strength; the slips of a level are drawn from a series of numbers.
#[derive(Clone, Debug)]
pub struct EnginePlayer {
    engine: Engine,
    strength: Strength,
    random: Rng,
}

impl EnginePlayer {
    /// A fresh player for a game, with slips drawn from `random`.
    pub fn new(rules: &Rules, strength: Strength, random: Rng) -> Self {
        Self { engine: Engine::new(rules), strength, random }
    }
}

impl Player for EnginePlayer {
    fn choose(&mut self, game: &Game) -> Option<Move> {
        let choice = match self.strength {
            Strength::Nodes(nodes) => self.engine.choose(game, &Limits::nodes(nodes)),
            Strength::Level(level) => {
                level.choose(&mut self.engine, game, &mut self.random, &Limits::default())
            }
        };
        choice.map(|choice| choice.mv)
    }
}

/// A series of games under the rule against repetition.
#[derive(Clone, Debug)]
pub struct GameSeries {
    /// The rules.
    pub rules: Rules,
    /// Number of games.
    pub games: u64,
    /// Seed of the openings.
    pub seed: u64,
    /// Moves that every game begins with.
    pub first: Vec<Move>,
    /// Random safe moves after them.
    pub random: usize,
    /// Plies after which a game is left unfinished.
    pub cap: usize,
    /// Whether games 2n and 2n + 1 have the same opening, for players that exchange sides.
    pub pairs: bool,
}

/// A game of a series.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Plies played before the players took over.
    pub opening: usize,
    /// The game, over or left unfinished at the cap.
    pub game: Game,
}

impl GameSeries {
    /// The opening of a game, which does not depend on the players.
    pub fn opening(&self, index: u64) -> Game {
        let mut game = Game::new(self.rules, Repetition::Barred, Position::START);
        for &mv in &self.first {
            if game.play(mv).is_err() {
                break;
            }
        }
        let mut random = Rng::new(self.seed, if self.pairs { index / 2 } else { index });
        for _ in 0..self.random {
            let moves = safe_moves(&game);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len() as u64) as usize];
            let played = game.play(mv);
            debug_assert!(played.is_ok());
        }
        game
    }

    /// Plays the games on the threads of the current rayon pool, and returns them in order. `players` makes fresh players for each
    /// game, by its number.
    pub fn play<P: Player>(&self, players: impl Fn(u64) -> [P; 2] + Sync) -> Vec<PlayedGame> {
        let game = |index| {
            let mut game = self.opening(index);
            let opening = game.moves().len();
            let mut players = players(index);
            while !game.status().is_over() && game.moves().len() < self.cap {
                let player = &mut players[game.moves().len() % 2];
                let Some(mv) = player.choose(&game) else { break };
                if game.play(mv).is_err() {
                    break;
                }
            }
            PlayedGame { opening, game }
        };
        (0..self.games).into_par_iter().map(game).collect()
    }
}
