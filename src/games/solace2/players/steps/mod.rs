//! Players that choose among steps, each a few moves that reveal one piece at most.

mod moves;
mod policy;
mod state;

pub use policy::{WEIGHTS, Weights, policy_mean};

use std::cmp::Reverse;
use std::collections::VecDeque;

use chacha20::ChaCha20Rng;

use super::simple::Careful;
use super::view::{Player, View};
use crate::games::solace2::game::Move;

use moves::Manner;
use policy::Tree;
use state::{Imagination, Kind, State, Step, Terms};

/// The tuned policy, alone or with a tree search before every step.
#[derive(Debug)]
pub struct Stepper {
    /// Iterations of the search for every step; none if it follows the policy.
    iterations: usize,
    words: ChaCha20Rng,
    /// What earlier searches of the game found.
    tree: Option<Tree>,
    /// Moves of the last step that were not yet played.
    planned: VecDeque<Move>,
}

impl Stepper {
    /// A player that searches for a number of iterations, or follows the policy if it is 0.
    pub(super) const fn new(iterations: usize, words: ChaCha20Rng) -> Self {
        Self { iterations, words, tree: None, planned: VecDeque::new() }
    }

    /// The steps from a view, the best first: the most visited, then by policy.
    fn rank(&mut self, view: &View) -> Vec<Step> {
        let (state, terms) = (State::of(view), Terms::new(view.reading, view.stashes));
        let mut steps: Vec<Step> = state.steps(terms).into_iter().collect();
        let policy = |step| policy::score(&WEIGHTS, &state, terms, step);
        if self.iterations > 0 && steps.len() > 1 {
            let tree = self.tree.get_or_insert_with(|| Tree::new(terms));
            tree.grow(state, self.iterations, &mut Imagination::new(view), &mut self.words);
            steps.sort_by_key(|&step| Reverse((tree.visits(&state, step), policy(step))));
        } else {
            steps.sort_by_key(|&step| Reverse(policy(step)));
        }
        steps
    }

    /// Moves of the best step that has any; where there is none, those that make towers on the table whole.
    fn plan(&mut self, view: &View) -> Option<Vec<Move>> {
        // Sideways moves are the same in every position that agrees with the view.
        let position = view.imagine(&mut self.words)?;
        let steps = self.rank(view);
        let moves = |step| moves::moves(&position, view.reading, step, manner(view, step));
        Some(steps.into_iter().find_map(moves).unwrap_or_else(|| moves::finish(&position, view.reading)))
    }
}

impl Player for Stepper {
    fn choose(&mut self, view: &View) -> Option<Move> {
        if self.planned.front().is_none_or(|mv| !view.moves.contains(mv)) {
            self.planned = self.plan(view)?.into();
        }
        // In readings that counts do not describe, moves may be left where steps are not.
        self.planned.pop_front().or_else(|| Careful.choose(view))
    }
}

/// How a step is to be taken from a view.
fn manner(view: &View, step: Step) -> Manner {
    let (state, terms) = (State::of(view), Terms::new(view.reading, view.stashes));
    match step.kind() {
        Kind::TowerOfCap | Kind::TowerOfNest if state.takes_small(terms, step.colour()) => Manner::WithSmall,
        Kind::Small if state.freezes(terms, step.colour()) => Manner::Tidy,
        _ => Manner::Short,
    }
}
