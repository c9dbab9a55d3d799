//! Monte Carlo tree search over information sets.
//!
//! A node is a [`State`], that is an information set, so no step hopes for knowledge that the player will not have. Every iteration
//! draws a world, goes down the tree by what that world reveals (Cowling, Powley and Whitehouse, "Information Set Monte Carlo
//! Tree Search", 2012, with a single observer), plays on from the first new node by the rollout policy, and adds the score to the
//! steps it took. Steps are chosen by mean score and the policy's prior (PUCT, as Rosin, "Multi-armed bandits with episode
//! context", 2011, and Silver et al., 2017, use it). States that several orders of steps lead to share a node.

use std::collections::HashMap;

use ahash::RandomState;
use chacha20::ChaCha20Rng;

use super::policy;
use super::state::{STEPS, State, Step, Terms};
use super::weights::WEIGHTS;
use super::world::{Imagination, World};

/// What is known of a state.
#[derive(Clone, Debug)]
struct Node {
    visits: [u32; STEPS],
    /// Sums of scores.
    sums: [u32; STEPS],
    /// The policy's prior: probabilities of the steps.
    priors: [f32; STEPS],
}

/// How much the prior counts against mean scores, in towers.
const EXPLORATION: f32 = 2.0;

/// The difference of policy scores that makes the prior of a step *e* times as large.
const TEMPERATURE: f32 = 100.0;

/// A tree that grows.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: HashMap<State, Node, RandomState>,
    terms: Terms,
}

impl Tree {
    pub(super) fn new(terms: Terms) -> Self {
        Self { nodes: HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)), terms }
    }

    /// Grows the tree from a state that offers a choice.
    pub(super) fn grow(
        &mut self,
        root: State,
        iterations: usize,
        imagination: &mut Imagination,
        words: &mut ChaCha20Rng,
    ) {
        for _ in 0..iterations {
            let Some(world) = imagination.draw(words) else { break };
            self.iterate(root, world);
        }
    }

    /// How often a step from a state was tried.
    pub(super) fn visits(&self, state: &State, step: Step) -> u32 {
        self.nodes.get(state).map_or(0, |node| node.visits[step.index()])
    }

    /// One iteration.
    fn iterate(&mut self, mut state: State, mut world: World) {
        let mut path: Vec<(State, Step)> = Vec::new();
        let mut inside = true;
        loop {
            let steps = state.steps(self.terms);
            let step = match steps.count() {
                0 => break,
                1 => steps.into_iter().next(),
                _ if !inside => policy::best(&WEIGHTS, &state, self.terms, steps),
                _ => {
                    inside = self.nodes.contains_key(&state);
                    let step = self.select(state);
                    path.push((state, step));
                    Some(step)
                }
            };
            let Some(step) = step else { break };
            state.take(step, self.terms, &mut world);
        }
        let score = u32::from(state.score(self.terms));
        for (state, step) in path {
            if let Some(node) = self.nodes.get_mut(&state) {
                node.visits[step.index()] += 1;
                node.sums[step.index()] += score;
            }
        }
    }

    /// The step that the tree takes from a state, which becomes a node if it is none.
    fn select(&mut self, state: State) -> Step {
        let Self { nodes, terms } = self;
        let node = nodes.entry(state).or_insert_with(|| Node::new(&state, *terms));
        let visits: u32 = node.visits.iter().sum();
        let sum: u32 = node.sums.iter().sum();
        let mean = |sum: u32, visits: u32| sum as f32 / visits as f32;
        let fresh = if visits == 0 { 0.0 } else { mean(sum, visits) };
        let root = (1.0 + visits as f32).sqrt();
        let urgency = |step: Step| {
            let (i, n) = (step.index(), node.visits[step.index()]);
            let value = if n == 0 { fresh } else { mean(node.sums[i], n) };
            value + EXPLORATION * node.priors[i] * root / (1.0 + n as f32)
        };
        let mut steps = state.steps(*terms).into_iter();
        let first = steps.next().expect("a node has steps");
        let more = |(best, urgent): (Step, f32), step| {
            let urgency = urgency(step);
            if urgency > urgent { (step, urgency) } else { (best, urgent) }
        };
        steps.fold((first, urgency(first)), more).0
    }
}

impl Node {
    fn new(state: &State, terms: Terms) -> Self {
        let steps = state.steps(terms);
        let score = |step| policy::score(&WEIGHTS, state, terms, step) as f32 / TEMPERATURE;
        let most = steps.into_iter().map(score).fold(f32::MIN, f32::max);
        let mut priors = [0.0; STEPS];
        for step in steps {
            priors[step.index()] = libm::expf(score(step) - most);
        }
        let sum: f32 = priors.iter().sum();
        for prior in &mut priors {
            *prior /= sum;
        }
        Self { visits: [0; STEPS], sums: [0; STEPS], priors }
    }
}
