//! Many games, and what players score in them.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::optimal::{Optimal, Optimum};
use super::simple::{Careful, Greedy, RandomPlayer};
use super::view::{Game, Player, Sight};
use crate::games::solace2::dealer::{deal, stream};
use crate::games::solace2::game::{Deal, MAX_STASHES, Position, Reading};
use crate::games::solace2::solver::{Limits, Solver};

/// What follows the seed in the key of the players' random words.
const KEY_SUFFIX: &[u8; 24] = b"solomids solace2-play-1\0";

/// A kind of player, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// [`RandomPlayer`].
    Random,
    /// [`Greedy`].
    Greedy,
    /// [`Careful`].
    Careful,
    /// [`Optimal`].
    Optimal,
}

/// A name that no player has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no player is named `{0}`; expected random, greedy, careful or optimal")]
pub struct UnknownPlayer(pub String);

impl PlayerKind {
    /// The players with their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("random", Self::Random),
        ("greedy", Self::Greedy),
        ("careful", Self::Careful),
        ("optimal", Self::Optimal),
    ];

    /// The name of the player.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }

    /// A player of this kind whose random words are those of a seed and an index. The optimal one shares an [`Optimum`] of the game with
    /// others; without one it plays as [`Careful`].
    pub fn player(self, seed: u64, index: u64, optimum: Option<&Arc<Mutex<Optimum>>>) -> Box<dyn Player> {
        match (self, optimum) {
            (Self::Random, _) => Box::new(RandomPlayer::new(stream(KEY_SUFFIX, seed, index))),
            (Self::Greedy, _) => Box::new(Greedy),
            (Self::Optimal, Some(optimum)) => Box::new(Optimal::new(Arc::clone(optimum))),
            (Self::Careful | Self::Optimal, _) => Box::new(Careful),
        }
    }
}

impl std::str::FromStr for PlayerKind {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Self, UnknownPlayer> {
        let kind = Self::ALL.iter().find(|(known, _)| *known == name);
        kind.map(|(_, kind)| *kind).ok_or_else(|| UnknownPlayer(name.into()))
    }
}

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The player.
    pub kind: PlayerKind,
    /// The reading.
    pub reading: Reading,
    /// What shows through.
    pub sight: Sight,
    /// Seed of deals and of the player's random words.
    pub seed: u64,
    /// Indices of the deals.
    pub indices: std::ops::RangeInclusive<u64>,
    /// Limits of the search for the best score of each deal; `None` leaves it out.
    pub limits: Option<Limits>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Index of the deal.
    pub index: u64,
    /// The deal.
    pub deal: Deal,
    /// The player's score.
    pub score: u8,
    /// Moves of the player.
    pub moves: usize,
    /// The best score of the deal, if it was asked for and decided.
    pub best: Option<u8>,
}

impl Simulation {
    /// Values that all players of the simulation share. `None` for players that are not optimal, for readings that [`Optimum::new`]
    /// refuses, and if some pieces are transparent.
    pub fn optimum(&self) -> Option<Arc<Mutex<Optimum>>> {
        let is_known = self.kind == PlayerKind::Optimal && self.sight == Sight::Opaque;
        let optimum = is_known.then(|| Optimum::new(self.reading, MAX_STASHES)).flatten()?;
        Some(Arc::new(Mutex::new(optimum)))
    }

    /// Plays the game with an index. The flag ends the search for the best score.
    pub fn play(
        &self,
        solver: &mut Solver,
        optimum: Option<&Arc<Mutex<Optimum>>>,
        index: u64,
        halt: Option<&Arc<AtomicBool>>,
    ) -> Played {
        let Self { kind, reading, sight, seed, limits, .. } = self;
        let deal = deal(*seed, index);
        let start = Position::new(&deal);
        let mut game = Game::new(start, *reading, *sight);
        let moves = game.run(&mut *kind.player(*seed, index, optimum)).len();
        let best = limits.as_ref().and_then(|limits| {
            let interrupt = halt.or(limits.interrupt.as_ref()).map(Arc::clone);
            let limits = Limits { interrupt, ..limits.clone() };
            solver.solve(&start, *reading, &limits).verdict.score()
        });
        Played { index, deal, score: game.score(), moves, best }
    }
}

/// Plays the games, in parallel, and gives them back in order. The outcome does not depend on the number of threads.
pub fn simulate(simulation: &Simulation) -> Vec<Played> {
    let optimum = simulation.optimum();
    let play = |solver: &mut Solver, index| simulation.play(solver, optimum.as_ref(), index, None);
    simulation.indices.clone().into_par_iter().map_init(Solver::default, play).collect()
}

/// Mean of a quantity over games, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Games.
    pub count: usize,
    /// Mean.
    pub mean: f64,
    /// Half the width of the 95 % interval for the mean, by the normal approximation.
    pub margin: f64,
}

/// Half the width of the 95 % interval of a normal distribution, in standard deviations.
const QUANTILE: f64 = 1.959_964;

impl Summary {
    /// Standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        self.margin / QUANTILE
    }

    /// The summary of some numbers; `None` for fewer than two.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let numbers: Vec<f64> = numbers.into_iter().collect();
        let count = numbers.len();
        if count < 2 {
            return None;
        }
        let mean = numbers.iter().sum::<f64>() / count as f64;
        let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
        let deviation = (squares / (count as f64 - 1.0)).sqrt();
        Some(Self { count, mean, margin: QUANTILE * deviation / (count as f64).sqrt() })
    }

    /// Scores of games.
    pub fn of_scores(games: &[Played]) -> Option<Self> {
        Self::of(games.iter().map(|game| f64::from(game.score)))
    }

    /// What seeing everything is worth: best score less the player's, over games whose best score is known.
    pub fn of_hidden(games: &[Played]) -> Option<Self> {
        Self::of(games.iter().filter_map(|game| Some(f64::from(game.best?) - f64::from(game.score))))
    }
}
