//! How steps are chosen: the rollout policy, its weights, and a tree search that goes by them.
//!
//! The policy takes, of the steps from a state, the one whose features have the greatest weighted sum.
//!
//! # Monte Carlo tree search over information sets
//! A node is a [`State`], that is an information set, so no step hopes for knowledge that the player will not have. Every iteration
//! draws a world, goes down the tree by what that world reveals (Cowling, Powley and Whitehouse, "Information Set Monte Carlo
//! Tree Search", 2012, with a single observer), plays on from the first new node by the rollout policy, and adds the score to the
//! steps it took. Steps are chosen by mean score and the policy's prior (PUCT, as Rosin, "Multi-armed bandits with episode
//! context", 2011, and Silver et al., 2017, use it). States that several orders of steps lead to share a node.

use std::cmp::Reverse;
use std::collections::HashMap;

use ahash::RandomState;
use chacha20::ChaCha20Rng;

use crate::games::solace2::dealer::{deal, stream};
use crate::games::solace2::game::{COLOURS, Position, Reading};
use crate::games::solace2::players::view::{Game, Sight};

use super::state::{Imagination, KINDS, Kind, STEPS, State, Step, Steps, Terms, World};

/// Features of a step.
pub(super) const FEATURES: usize = 14;

/// Weights of the features, by kind of step.
pub type Weights = [[i32; FEATURES]; KINDS];

/// The weights, by kind of step: cap, medium, medium under a large of its colour, small, tower of a cap, tower of a nest.
///
/// They were made by the method of `examples/solace2_tune.rs` in two runs, of 80 and 90 rounds of 3000 games, from weights set by hand,
/// with 200 for the first standard deviation of the constants.
pub const WEIGHTS: Weights = [
    [841, -31, 4, -32, 33, 83, 63, 21, 49, 53, 112, 26, 3, 128],
    [643, -34, -28, -12, -9, 11, 61, 22, 110, 9, 86, 8, 54, 61],
    [362, 38, 18, -18, -4, -2, -56, -23, 95, 31, -74, -49, -14, 33],
    [349, 61, 104, 5, 106, -108, -94, -48, 43, 31, 51, -27, -76, 20],
    [650, 174, 36, -181, 15, 80, 17, 13, -57, -65, -58, -1, -69, 58],
    [723, 94, 19, -46, -9, -64, 11, -70, -17, 3, -28, 35, -3, 1],
];

/// Features of a step of a colour; counts of pieces unless said otherwise.
fn features(state: &State, terms: Terms, step: Step) -> [i32; FEATURES] {
    let c = step.colour();
    let mut unseen = [0; COLOURS];
    let mut welcome = [false; COLOURS];
    for d in 0..COLOURS {
        match step.kind() {
            Kind::Cap | Kind::TowerOfNest => {
                unseen[d] = state.unseen_mediums(terms, d);
                welcome[d] = state.mediums[d] < state.tops(terms, d);
            }
            Kind::Medium | Kind::OwnMedium => {
                unseen[d] = state.unseen_smalls(terms, d);
                welcome[d] = state.smalls[d] < state.seats(terms, d);
            }
            Kind::Small | Kind::TowerOfCap => {}
        }
    }
    let all: u8 = unseen.iter().sum();
    let good: u8 = (0..COLOURS).filter(|&d| welcome[d]).map(|d| unseen[d]).sum();
    let (full, capped) = (state.full[c], state.capped[c]);
    let less = |a: u8, b: u8| i32::from(a) - i32::from(b);
    [
        1,
        // Larges that are free, caps, larges on the table.
        less(full, capped),
        i32::from(capped),
        i32::from(state.table[c]),
        // Placed pieces, and what room there is for more.
        i32::from(state.mediums[c]),
        i32::from(state.smalls[c]),
        less(state.seats(terms, c), state.smalls[c]),
        less(state.tops(terms, c), state.mediums[c]),
        i32::from(state.bare[c]),
        i32::from(state.unseen_mediums(terms, c)),
        i32::from(state.unseen_smalls(terms, c)),
        i32::from(state.room(terms)),
        i32::from(state.full.iter().sum::<u8>()),
        // Chance, in eighths, that the piece that is revealed can be placed at once.
        i32::from(8 * good) / i32::from(all.max(1)),
    ]
}

/// Score of a step.
pub(super) fn score(weights: &Weights, state: &State, terms: Terms, step: Step) -> i32 {
    let weights = &weights[step.kind() as usize];
    features(state, terms, step).iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// The step with the greatest score, the first of equals.
pub(super) fn best(weights: &Weights, state: &State, terms: Terms, steps: Steps) -> Option<Step> {
    if steps.count() < 2 {
        return steps.iter().next();
    }
    steps.iter().min_by_key(|&step| Reverse(score(weights, state, terms, step)))
}

/// What follows the seed in the key of the worlds that weights are measured in.
const KEY_SUFFIX: &[u8; 24] = b"solomids solace2-tune-1\0";

/// Mean score of the policy with some weights in games that a seed decides: without moves, from states to states.
pub fn policy_mean(weights: &Weights, reading: Reading, seed: u64, games: u32) -> f64 {
    // Before the first move all deals look alike.
    let view = Game::new(Position::new(&deal(0, 0)), reading, Sight::Opaque).view();
    let terms = Terms::new(reading, view.stashes);
    let mut imagination = Imagination::new(&view);
    let mut words = stream(KEY_SUFFIX, seed, 0);
    let score = |_| {
        let mut state = State::of(&view);
        if let Some(mut world) = imagination.draw(&mut words) {
            while let Some(step) = best(weights, &state, terms, state.steps(terms)) {
                state.take(step, terms, &mut world);
            }
        }
        f64::from(state.score(terms))
    };
    (0..games).map(score).sum::<f64>() / f64::from(games)
}

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
                1 => steps.iter().next(),
                _ if !inside => best(&WEIGHTS, &state, self.terms, steps),
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
        let mut steps = state.steps(*terms).iter();
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
        let score = |step| score(&WEIGHTS, state, terms, step) as f32 / TEMPERATURE;
        let most = steps.iter().map(score).fold(f32::MIN, f32::max);
        let mut priors = [0.0; STEPS];
        for step in steps.iter() {
            priors[step.index()] = libm::expf(score(step) - most);
        }
        let sum: f32 = priors.iter().sum();
        for prior in &mut priors {
            *prior /= sum;
        }
        Self { visits: [0; STEPS], sums: [0; STEPS], priors }
    }
}
