//! The rollout policy: of the steps from a state, the one whose features have the greatest weighted sum.

use std::cmp::Reverse;

use crate::games::solace2::dealer::{deal, stream};
use crate::games::solace2::game::{COLOURS, Position, Reading};
use crate::games::solace2::players::game::Game;
use crate::games::solace2::players::view::Sight;

use super::state::{KINDS, Kind, State, Step, Steps, Terms};
use super::world::Imagination;

/// Features of a step.
pub(super) const FEATURES: usize = 14;

/// Weights of the features, by kind of step.
pub type Weights = [[i32; FEATURES]; KINDS];

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
        return steps.into_iter().next();
    }
    steps.into_iter().min_by_key(|&step| Reverse(score(weights, state, terms, step)))
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
