//! Many games, and what players score in them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::simple::{Careful, Greedy, RandomPlayer, Rollout};
use super::steps::Stepper;
use super::view::{Game, Player, Sight};
use crate::games::solace2::dealer::{deal, stream};
use crate::games::solace2::game::{Deal, Position, Reading};
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
    /// [`Rollout`] with a number of worlds.
    Rollout(usize),
    /// [`Stepper`] that follows its policy.
    Policy,
    /// [`Stepper`] that searches, with a number of worlds: one for each iteration.
    Tree(usize),
}

/// A name that no player has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no player is named `{0}`; expected random, greedy, careful, rollout, policy or tree")]
pub struct UnknownPlayer(pub String);

impl PlayerKind {
    /// The players with their names.
    pub const ALL: [(&'static str, Self); 6] = [
        ("random", Self::Random),
        ("greedy", Self::Greedy),
        ("careful", Self::Careful),
        ("rollout", Self::Rollout(12)),
        ("policy", Self::Policy),
        ("tree", Self::Tree(1000)),
    ];

    /// The name of the player, whatever its number of worlds.
    pub fn name(self) -> &'static str {
        let kind = std::mem::discriminant(&self);
        Self::ALL.iter().find(|(_, known)| std::mem::discriminant(known) == kind).map_or("", |(name, _)| name)
    }

    /// How many worlds the player imagines for every choice, if it imagines any.
    pub const fn worlds(self) -> Option<usize> {
        match self {
            Self::Rollout(worlds) | Self::Tree(worlds) => Some(worlds),
            _ => None,
        }
    }

    /// The player with another number of worlds, if it imagines any.
    #[must_use]
    pub const fn with_worlds(self, worlds: usize) -> Self {
        match self {
            Self::Rollout(_) => Self::Rollout(worlds),
            Self::Tree(_) => Self::Tree(worlds),
            other => other,
        }
    }

    /// A player of this kind whose random words are those of a seed and an index.
    pub fn player(self, seed: u64, index: u64) -> Box<dyn Player> {
        let words = stream(KEY_SUFFIX, seed, index);
        match self {
            Self::Random => Box::new(RandomPlayer::new(words)),
            Self::Greedy => Box::new(Greedy),
            Self::Careful => Box::new(Careful),
            Self::Rollout(worlds) => Box::new(Rollout::new(worlds, words)),
            Self::Policy => Box::new(Stepper::new(0, words)),
            Self::Tree(worlds) => Box::new(Stepper::new(worlds, words)),
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
    /// Plays the game with an index. The flag ends the search for the best score.
    pub fn play(&self, solver: &mut Solver, index: u64, halt: Option<&Arc<AtomicBool>>) -> Played {
        let Self { kind, reading, sight, seed, limits, .. } = self;
        let deal = deal(*seed, index);
        let start = Position::new(&deal);
        let mut game = Game::new(start, *reading, *sight);
        let moves = game.run(&mut *kind.player(*seed, index)).len();
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
    let play = |solver: &mut Solver, index| simulation.play(solver, index, None);
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
