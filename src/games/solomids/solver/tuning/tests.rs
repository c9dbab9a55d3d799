use super::fits::{LabelledPair, judge, regress};
use super::samples::{FIRST_LAYER, STEP_TERMS, picker, sample_boards};
use super::*;
use crate::games::solomids::dealer::tabletop;
use crate::games::solomids::game::TREES;
use crate::games::solomids::solver::bounds::max_trees;
use crate::games::solomids::solver::column::SetStore;
use crate::games::solomids::solver::ordering::{Evaluation, FEATURES, Heuristic, MERGES, SLOPES, features};
use crate::games::solomids::solver::search::context::SearchContext;

/// Boards of one deal, all labelled as lost.
fn labelled_lost(deal: u64) -> Vec<Sample> {
    let store = SetStore::new();
    let boards = sample_boards(SearchContext::new(&store), &tabletop::deal(1, deal), deal);
    let sample = |(layer, board)| {
        let sample = Sample::new(deal, layer, false, &board, &store);
        let heuristic = Heuristic::OnPath;
        let of_board = features(&board.unpack(&store), heuristic.round_model());
        assert_eq!(sample.features(heuristic).map(f32::to_bits), of_board.map(f32::to_bits));
        sample
    };
    boards.into_iter().map(sample).collect()
}

/// What the greedy matching clears, the delete relaxation clears as well.
#[test]
fn greedy_matching_clears_no_more_than_the_delete_relaxation() {
    let (mut boards, mut apart) = (0, 0);
    for sample in (0..3).flat_map(labelled_lost) {
        let rounds = |heuristic| -> [f32; 2] {
            let features = sample.features(heuristic);
            [features[FEATURES - 2], features[FEATURES - 1]]
        };
        let (relaxed, greedy) = (rounds(Heuristic::Winnable), rounds(Heuristic::OnPath));
        assert!((0..2).all(|round| greedy[round] >= relaxed[round]), "{sample:?}");
        boards += 1;
        apart += usize::from(greedy[1] > relaxed[1]);
    }
    assert!(boards > 100 && apart > boards / 2, "{apart} of {boards}");
}

#[test]
fn collected_boards_are_no_dead_ends_and_reproducible() {
    let collect = || (0..2).flat_map(|number| collect(&tabletop::deal(1, number), number));
    let samples: Vec<Sample> = collect().collect();
    assert!(samples.len() > 20);
    assert_eq!(format!("{samples:?}"), format!("{:?}", collect().collect::<Vec<_>>()));
    for sample in samples {
        assert!(sample.layer >= FIRST_LAYER);
        assert_eq!(sample.map(max_trees).iter().sum::<u8>(), TREES);
    }
}

/// The labels follow the present weights: the boards above the mean value of their layer are won.
#[test]
fn a_fit_recovers_the_evaluation_that_labelled_the_boards() {
    let value = |sample: &Sample| {
        let evaluation = Evaluation::new(Heuristic::Winnable, MERGES - sample.layer);
        sample.map(|board| evaluation.value(board))
    };
    let mut samples = Vec::new();
    for deal in 0..25 {
        let mut boards = labelled_lost(deal);
        for layer in boards.chunk_by_mut(|a, b| a.layer == b.layer) {
            let mean = layer.iter().map(value).sum::<f32>() / layer.len() as f32;
            for sample in layer {
                sample.won = value(sample) > mean;
            }
        }
        samples.append(&mut boards);
    }
    let found = fit(&samples).expect("converges");
    let alive = samples.iter().filter(|sample| !sample.is_dead()).count();
    assert_eq!((found.boards, found.weights.len()), (alive, FEATURES));
    assert!(found.held_out > 100 && found.pairs > 3 * found.held_out, "{found:?}");
    assert!(found.accuracy > 0.95 && found.log_loss < 0.2, "{found:?}");
    // Boards of one class teach nothing.
    for sample in &mut samples {
        sample.won = false;
    }
    assert!(fit(&samples).is_none() && fit(&[]).is_none());
}

const TRUE: [f64; 3] = [2.0, -1.0, 0.0];

/// Pairs that follow the model exactly.
fn synthetic(count: usize) -> Vec<LabelledPair<3>> {
    let mut pick = picker(1);
    let mut uniform = || pick(1 << 30) as f64 / f64::from(1 << 30);
    let mut pair = || {
        let difference = [0.0; 3].map(|_| 4.0 * uniform() - 2.0);
        let lead: f64 = difference.iter().zip(TRUE).map(|(difference, weight)| difference * weight).sum();
        let sign = if uniform() > 1.0 / (1.0 + (-lead).exp()) { -1.0 } else { 1.0 };
        LabelledPair { difference: difference.map(|difference| sign * difference), weight: 1.0 }
    };
    (0..count).map(|_| pair()).collect()
}

#[test]
fn known_weights_are_recovered() {
    let pairs = synthetic(20_000);
    let weights = regress(&pairs, 0.01).expect("converges");
    assert!(weights.iter().zip(TRUE).all(|(found, expected)| (found - expected).abs() < 0.1), "{weights:?}");
    let ((accuracy, loss), (true_accuracy, true_loss)) = (judge(&pairs, &weights), judge(&pairs, &TRUE));
    assert!((accuracy - true_accuracy).abs() < 0.01, "{accuracy} for {true_accuracy}");
    assert!(loss < true_loss && true_loss - loss < 0.001, "{loss} for {true_loss}");
    // A weight of two is the pair twice.
    let mut twice = synthetic(50);
    twice.extend(synthetic(50));
    let heavy: Vec<_> = synthetic(50).into_iter().map(|pair| LabelledPair { weight: 2.0, ..pair }).collect();
    let [twice, heavy] = [twice, heavy].map(|pairs| regress(&pairs, 1.0).expect("converges"));
    assert!(twice.iter().zip(heavy).all(|(a, b)| (a - b).abs() < 1e-6), "{twice:?} {heavy:?}");
}

#[test]
fn a_ridge_bounds_the_weights_of_separable_pairs() {
    let pairs = [LabelledPair { difference: [1.0], weight: 1.0 }];
    let [weight] = regress(&pairs, 0.1).expect("converges");
    // At the optimum the slope of the likelihood is that of the penalty.
    assert!((1.0 / (1.0 + weight.exp()) - 0.1 * weight).abs() < 1e-6, "{weight}");
    assert_eq!(judge(&pairs, &[-1000.0]), (0.0, 1000.0));
}

/// Steps with random terms, and values that a function makes of a number and the terms.
fn steps(count: u64, value: impl Fn(usize, &[f64; STEP_TERMS]) -> f64) -> Vec<EvaluationStep> {
    let mut pick = picker(3);
    let mut step = |deal| {
        let terms = std::array::from_fn(|_| pick(1000) as f64 / 100.0 - 5.0);
        EvaluationStep { deal, terms, value: value(pick(10), &terms) }
    };
    (0..count).map(&mut step).collect()
}

#[test]
fn known_slopes_are_recovered() {
    let coefficients: [f64; STEP_TERMS] = std::array::from_fn(|i| 0.1 * i as f64 - 1.0);
    let steps = steps(500, |_, terms| terms.iter().zip(coefficients).map(|(term, it)| term * it).sum());
    let found = fit_slopes(&steps).expect("enough");
    let all = std::iter::once(found.kept).chain(found.slopes.into_iter().flatten());
    for (found, expected) in all.zip(coefficients) {
        assert!((found - expected).abs() < 1e-4, "{found} for {expected}");
    }
    assert!(found.deviation < 1e-3, "{}", found.deviation);
    assert!(fit_slopes(&steps[..20]).is_none());
}

#[test]
fn values_above_their_upper_estimate_are_counted() {
    // One value in ten is 3 above its estimate, the others a third below: with a standard deviation of 1 no other
    // value is above its upper estimate.
    let steps = steps(20_000, |number, _| if number == 0 { 3.0 } else { -1.0 / 3.0 });
    let found = fit_slopes(&steps).expect("enough");
    assert!((found.deviation - 1.0).abs() < 0.1, "{found:?}");
    assert!((found.above - 0.1).abs() < 0.02, "{found:?}");
}

#[test]
fn slopes_of_real_steps_have_small_errors() {
    let [mut winnable, mut on_path] = [Vec::new(), Vec::new()];
    for deal in 0..12 {
        let [first, second] = collect_steps(&tabletop::deal(1, deal), deal);
        winnable.extend(first);
        on_path.extend(second);
    }
    for steps in [winnable, on_path] {
        let found = fit_slopes(&steps).expect("enough");
        assert_eq!((found.boards, found.deals, found.slopes.len()), (steps.len(), 12, SLOPES));
        assert!(found.deviation < 2.0 && found.above < 0.2, "{found:?}");
        assert!(found.kept > 0.7 && found.kept < 1.3, "{found:?}");
    }
}
