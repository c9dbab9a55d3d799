//! A player that imagines what is hidden.
//!
//! Each time it is asked, the planner completes the view to whole positions (*worlds*), every assembly that agrees with what
//! was seen equally likely: the missing mediums and smalls are shuffled into the places that are hidden, again if a nest
//! then has a single colour. Each move is judged in the same worlds, and the one with the largest sum is played; of equals,
//! the one that [`Careful`] likes best.

use chacha20::ChaCha20Rng;

use super::game::{Game, Player};
use super::simple::{Careful, Greedy, caution, parks};
use super::view::{Sight, View};
use crate::solace2::dealer::shuffle;
use crate::solace2::game::{Colour, Lend, Move, Nest, Position, Reading, Space};
use crate::solace2::solver::{Limits, Solver};

/// How a planner judges a position in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// By the best score for those who see everything. This hopes for knowledge that will not come in time.
    Optimum,
    /// By the score of a careful player who goes on from there (a rollout).
    Rollout,
    /// By the score of a greedy player who goes on from there.
    Greedy,
    /// By the better of the scores of a careful and a greedy player.
    Better,
    /// By both, added.
    Both,
}

/// The planner.
#[derive(Debug)]
pub struct Planner {
    worlds: usize,
    judge: Judge,
    words: ChaCha20Rng,
    solver: Solver,
}

impl Planner {
    /// A planner that imagines a number of worlds for every move.
    pub(super) fn new(worlds: usize, judge: Judge, words: ChaCha20Rng) -> Self {
        Self { worlds, judge, words, solver: Solver::default() }
    }

    /// Value of a position in a world.
    fn value(&mut self, world: &Position, reading: Reading) -> u32 {
        let optimum = |solver: &mut Solver| {
            // Lines that leave finished towers alone are legal in every reading that lends pieces, and found at once.
            let lend = if reading.lend == Lend::Never { Lend::Never } else { Lend::InProgress };
            let limits = Limits { max_nodes: Some(2_000), ..Limits::default() };
            u32::from(solver.solve(world, Reading { lend, ..reading }, &limits).verdict.bounds().0)
        };
        let rollout = |player: &mut dyn Player| {
            let mut game = Game::new(*world, reading, Sight::Opaque);
            game.run(player);
            u32::from(game.score())
        };
        match self.judge {
            Judge::Optimum => optimum(&mut self.solver),
            Judge::Rollout => rollout(&mut Careful),
            Judge::Greedy => rollout(&mut Greedy),
            Judge::Better => rollout(&mut Careful).max(rollout(&mut Greedy)),
            Judge::Both => optimum(&mut self.solver) + rollout(&mut Careful),
        }
    }

    /// A world that agrees with the view.
    fn imagine(&mut self, view: &View) -> Option<Position> {
        let hidden = |known: &dyn Fn(&super::view::SeenSpace) -> Option<Colour>| {
            let nests = &view.spaces[..view.spaces.len() / 2];
            let mut pieces: Vec<Colour> = Vec::new();
            for colour in Colour::ALL {
                let seen = nests.iter().filter(|space| known(space) == Some(colour)).count();
                pieces.extend(std::iter::repeat_n(colour, view.stashes.saturating_sub(seen)));
            }
            pieces
        };
        let mut mediums = hidden(&|space| space.medium);
        let mut smalls = hidden(&|space| space.small);
        for _ in 0..10_000 {
            shuffle(&mut mediums, &mut self.words);
            shuffle(&mut smalls, &mut self.words);
            let (mut next_medium, mut next_small) = (mediums.iter(), smalls.iter());
            let mut spaces = Vec::with_capacity(view.spaces.len());
            for (i, seen) in view.spaces.iter().enumerate() {
                let mut nest = Nest::new(seen.large, seen.large, seen.large);
                if i < view.spaces.len() / 2 {
                    nest.medium = seen.medium.or_else(|| next_medium.next().copied())?;
                    nest.small = seen.small.or_else(|| next_small.next().copied())?;
                }
                let (medium, small) = (seen.has_medium, seen.has_small);
                spaces.push(Space::new(nest, seen.core, seen.caps, seen.tower, medium, small));
            }
            if let Some(world) = Position::assemble(&spaces) {
                return Some(world);
            }
        }
        None
    }
}

impl Player for Planner {
    fn choose(&mut self, view: &View) -> Option<Move> {
        let moves: Vec<Move> = view.forward().into_iter().filter(|&mv| !parks(view, mv)).collect();
        if let Some(tower) = moves.iter().find(|mv| matches!(mv, Move::Tower { .. })) {
            return Some(*tower);
        }
        if moves.len() < 2 {
            return moves.first().copied();
        }
        let worlds: Vec<Position> = (0..self.worlds).filter_map(|_| self.imagine(view)).collect();
        let mut best: Option<(u32, std::cmp::Reverse<u32>, Move)> = None;
        for mv in moves {
            let mut sum = 0;
            for world in &worlds {
                let mut after = *world;
                if after.play(mv, view.reading).is_ok() {
                    sum += self.value(&after, view.reading);
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
