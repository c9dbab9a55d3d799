//! Games played, one by one or in series.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::row::{GameResult, Row};
use crate::games::pentamid::engine::{Engine, Level, MoveLimits, Rng, safe_moves};
use crate::games::pentamid::game::{Game, Move, Position, Repetition, Rules};
use crate::kit::notation::tokens;

/// Anything that chooses moves.
pub trait Player {
    /// A name for the rows.
    fn name(&self) -> String;

    /// A legal move of a game that is not over.
    fn choose(&mut self, game: &Game) -> Option<Move>;
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn choose(&mut self, game: &Game) -> Option<Move> {
        (**self).choose(game)
    }
}

/// The engine at a strength; the slips of a level are drawn from a series of numbers.
#[derive(Clone, Debug)]
pub struct EnginePlayer {
    engine: Engine,
    strength: Strength,
    random: Rng,
}

impl Player for EnginePlayer {
    fn name(&self) -> String {
        self.strength.name()
    }

    fn choose(&mut self, game: &Game) -> Option<Move> {
        let choice = match self.strength {
            Strength::Nodes(nodes) => self.engine.choose(game, &MoveLimits::nodes(nodes)),
            Strength::Level(level) => level.choose(&mut self.engine, game, &mut self.random),
        };
        choice.map(|choice| choice.mv)
    }
}

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// So many nodes for each move.
    Nodes(u64),
    /// A level.
    Level(Level),
}

impl Strength {
    /// Name of the player, as its rows have it.
    pub fn name(self) -> String {
        match self {
            Self::Nodes(nodes) => format!("engine-{nodes}"),
            Self::Level(level) => format!("level-{}", level.number()),
        }
    }

    /// A fresh player for a game, with slips drawn from `random`, whose search ends once the flag is set.
    pub fn player(self, rules: &Rules, random: Rng, interrupt: &Arc<AtomicBool>) -> EnginePlayer {
        EnginePlayer {
            engine: Engine::new(rules).with_interrupt(Arc::clone(interrupt)),
            strength: self,
            random,
        }
    }
}

/// A series of games.
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

/// The opening of a game, which does not depend on the players. The rule against repetition is in force.
pub fn opening(series: &GameSeries, index: u64) -> Game {
    let mut game = Game::new(series.rules, Repetition::Barred, Position::START);
    for &mv in &series.first {
        if game.play(mv).is_err() {
            break;
        }
    }
    let mut random = Rng::new(series.seed, if series.pairs { index / 2 } else { index });
    for _ in 0..series.random {
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

/// Plays one game to its end or to the cap.
pub fn play_game(series: &GameSeries, index: u64, players: [&mut dyn Player; 2]) -> Row {
    let mut game = opening(series, index);
    let opening = game.moves().len();
    let [one, two] = players;
    let names = [one.name(), two.name()];
    let mut status = game.status();
    while !status.is_over() && game.moves().len() < series.cap {
        let player = if game.moves().len().is_multiple_of(2) { &mut *one } else { &mut *two };
        let Some(mv) = player.choose(&game) else { break };
        if game.play(mv).is_err() {
            break;
        }
        status = game.status();
    }
    let moves = tokens(game.moves());
    let [one, two] = names;
    Row {
        index,
        seed: series.seed,
        one,
        two,
        opening,
        result: GameResult::from(status),
        plies: moves.len(),
        moves: moves.join(" "),
    }
}

/// Plays a series on the threads of the current rayon pool. `players` makes fresh players for each game, by its number.
pub fn play_series<P: Player>(series: &GameSeries, players: impl Fn(u64) -> [P; 2] + Sync) -> Vec<Row> {
    (0..series.games)
        .into_par_iter()
        .map(|index| {
            let [mut one, mut two] = players(index);
            play_game(series, index, [&mut one, &mut two])
        })
        .collect()
}
