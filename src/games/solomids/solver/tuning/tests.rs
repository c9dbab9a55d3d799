use super::samples::{FIRST_LAYER, sample_boards};
use super::*;
use crate::games::solomids::dealer::tabletop;
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::board::stackings::UnpackedBoard;
use crate::games::solomids::solver::bounds::relaxation::max_trees;
use crate::games::solomids::solver::column::store::SetStore;
use crate::games::solomids::solver::ordering::evaluation::Evaluation;
use crate::games::solomids::solver::ordering::features::{FEATURES, Features, features};
use crate::games::solomids::solver::ordering::heuristic::{Heuristic, MERGES};
use crate::games::solomids::solver::search::context::SearchContext;

/// Boards of one deal with their features, all labelled as lost.
fn labelled_lost(deal: u64) -> Vec<(Sample, Features)> {
    let store = SetStore::new();
    let context = SearchContext::new(&store);
    let sample = |(layer, board): (usize, Board)| {
        let unpacked = board.unpack(&store);
        let sample = Sample::new(deal, layer, false, &unpacked, board.order);
        (sample, features(&unpacked, Heuristic::OnPath.round_model()))
    };
    sample_boards(context, &tabletop::deal(1, deal), deal).into_iter().map(sample).collect()
}

#[test]
fn a_sample_read_from_its_row_has_the_same_features() {
    let boards: Vec<(Sample, Features)> = (0..3).flat_map(labelled_lost).collect();
    assert!(boards.len() > 100);
    for (sample, features) in boards {
        let row = sample.to_string();
        let read: Sample = row.parse().expect("a row");
        assert_eq!(read.features(Heuristic::OnPath).map(f32::to_bits), features.map(f32::to_bits), "{row}");
        assert_eq!(read.to_string(), row);
    }
}

/// What the greedy matching clears, the delete relaxation clears as well.
#[test]
fn greedy_matching_clears_no_more_than_the_delete_relaxation() {
    let (mut boards, mut apart) = (0, 0);
    for (sample, _) in (0..3).flat_map(labelled_lost) {
        let rounds = |heuristic| -> [f32; 2] {
            let features = sample.features(heuristic);
            [features[FEATURES - 2], features[FEATURES - 1]]
        };
        let (relaxed, greedy) = (rounds(Heuristic::Winnable), rounds(Heuristic::OnPath));
        assert!((0..2).all(|round| greedy[round] >= relaxed[round]), "{sample}");
        boards += 1;
        apart += usize::from(greedy[1] > relaxed[1]);
    }
    assert!(boards > 100 && apart > boards / 2, "{apart} of {boards}");
}

#[test]
fn invalid_rows_are_refused() {
    let row = labelled_lost(0)[0].0.to_string();
    let error = |row: &str| row.parse::<Sample>().expect_err(row);
    assert_eq!(error(""), BadRow::Value(String::new()));
    assert_eq!(error(row.rsplit_once(',').expect("many values").0), BadRow::TooShort);
    assert_eq!(error(&format!("{row},0")), BadRow::TooLong);
    assert_eq!(error("1,31,0"), BadRow::Value("31".into()));
    assert_eq!(error("1,30,2"), BadRow::Value("2".into()));
}

#[test]
fn collected_boards_are_no_dead_ends_and_reproducible() {
    let collect = || {
        let samples = (0..2).flat_map(|number| collect(&tabletop::deal(1, number), number));
        samples.map(|sample| sample.to_string()).collect::<Vec<_>>()
    };
    let rows = collect();
    assert!(rows.len() > 20);
    assert_eq!(rows, collect());
    for row in rows {
        let sample: Sample = row.parse().expect("a row");
        assert!(sample.layer >= FIRST_LAYER);
        let max_trees = max_trees(&UnpackedBoard::new(sample.order, sample.info.each_ref()));
        assert_eq!(max_trees.iter().sum::<u8>(), TREES);
    }
}

/// The labels follow the present weights: the boards above the mean value of their layer are won.
#[test]
fn a_fit_recovers_the_evaluation_that_labelled_the_boards() {
    let value =
        |sample: &Sample| Evaluation::new(Heuristic::Winnable, MERGES - sample.layer).value(&sample.unpack());
    let mut samples = Vec::new();
    for deal in 0..25 {
        let mut boards: Vec<Sample> = labelled_lost(deal).into_iter().map(|(sample, _)| sample).collect();
        for layer in boards.chunk_by_mut(|a, b| a.layer == b.layer) {
            let mean = layer.iter().map(value).sum::<f32>() / layer.len() as f32;
            for sample in layer {
                sample.won = value(sample) > mean;
            }
        }
        samples.append(&mut boards);
    }
    let fit = fit(&samples).expect("converges");
    let alive = samples.iter().filter(|sample| !sample.is_dead()).count();
    assert_eq!((fit.boards, fit.weights.len()), (alive, FEATURES));
    assert!(fit.held_out > 100 && fit.pairs > 3 * fit.held_out, "{fit:?}");
    assert!(fit.accuracy > 0.95 && fit.log_loss < 0.2, "{fit:?}");
}

#[test]
fn boards_of_one_class_give_no_fit() {
    let lost: Vec<Sample> = (0..6).flat_map(labelled_lost).map(|(sample, _)| sample).collect();
    assert!(fit(&lost).is_none());
    assert!(fit(&[]).is_none());
}
