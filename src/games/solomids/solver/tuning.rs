//! Tuning: the samples that `examples/tune` fits the weights of the evaluation and the slopes of the child estimate to. No
//! part of the library's interface.
//!
//! [`collect`] samples boards of one deal, as the search meets them, that are proven to be won without a swap or not.
//! [`collect_trail`] samples boards of a deal that was hard to win: those on the way to the win, and others that looked
//! as good. [`collect_steps`] samples boards with their successors.
//!
//! Imports: `board`, `bounds`, `column`, `ordering`, `search`.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::games::solomids::game::{COLUMNS, Deal, ROWS, TREES};
use crate::games::solomids::solver::board::{Board, Order, UnpackedBoard};
use crate::games::solomids::solver::bounds::{UpperBound, max_trees};
use crate::games::solomids::solver::column::{ColumnSets, SetInfo, SetStore};
use crate::games::solomids::solver::config::Config;
use crate::games::solomids::solver::ordering::{
    self, CHEAP_FEATURES, Evaluation, Heuristic, MERGES, SLOPES, cheap_features, features, progress,
};
use crate::games::solomids::solver::search::beam::sample::{BeamSampler, GOAL};
use crate::games::solomids::solver::search::beam::{Beam, BeamWidth};
use crate::games::solomids::solver::search::context::{Budget, PassResult, SearchContext};

/// Widths of the beams that boards are sampled from, each equally likely.
const WIDTHS: [usize; 5] = [1, 2, 4, 8, 16];
/// First layer that is sampled. In the layers before, hardly a board is lost.
const FIRST_LAYER: usize = 3;
/// Boards sampled from a layer, at most.
const PER_LAYER: usize = 6;
/// Widths of the beams that decide a sampled board, one after the other.
const DECIDING_WIDTHS: [usize; 3] = [4, 24, 150];
/// Nodes of these beams for one board, all together.
const DECIDING_NODES: u64 = 3_000;

/// Widths of the beams that win easy deals, whose trails are not sampled.
const EASY_WIDTHS: [usize; 3] = [2, 5, 16];
/// Widths of the beams whose winning trails are sampled, one after the other.
const TRAIL_WIDTHS: [usize; 3] = [64, 256, 1024];
/// Boards beside the trail that are sampled from a layer, at most.
const BESIDE_PER_LAYER: usize = 30;

/// Widths of the beams that are sampled, one after the other, until one of them wins.
const STEP_WIDTHS: [usize; 4] = [2, 16, 128, 1024];
/// Boards sampled from each of their layers, at most.
const STEPS_PER_LAYER: usize = 20;

/// Number of features.
pub const FEATURES: usize = ordering::FEATURES;
/// Margin of the upper estimate over the estimate, in standard deviations.
pub const MARGIN: f64 = ordering::MARGIN as f64;
/// Parts of a slope: the constant and linear part in the progress.
pub const SLOPE_PARTS: usize = 2;
/// Coefficients: the factor of the parent's value, then the parts of the slopes.
pub const STEP_TERMS: usize = 1 + SLOPES * SLOPE_PARTS;

/// A board and one of its successors, as terms of the child estimate.
#[derive(Clone, Debug)]
pub struct EvaluationStep {
    /// Number of the deal.
    pub deal: u64,
    /// Factors of the coefficients.
    pub terms: [f64; STEP_TERMS],
    /// Value of the successor.
    pub value: f64,
}

/// A board labelled as won or lost, with all that features are counted from. Rows of files hold these fields in order; the
/// orders and summaries of columns are not checked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// Number of the deal.
    pub deal: u64,
    /// Number of the layer: merges made since the deal.
    pub layer: usize,
    /// Label.
    pub won: bool,
    columns: [SampledColumn; COLUMNS],
}

/// The order of a column, and the summary of its set.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct SampledColumn {
    order: Order,
    trees: u16,
    open: u16,
    log_members: f32,
    depths: [u16; ROWS],
}

impl Sample {
    fn new(deal: u64, layer: usize, won: bool, board: &Board, store: &SetStore) -> Self {
        let columns = std::array::from_fn(|c| {
            let &SetInfo { trees, open, log_members, depths, .. } = store.info(board.set[c]);
            SampledColumn { order: board.order[c], trees, open, log_members, depths }
        });
        Self { deal, layer, won, columns }
    }

    fn map<T>(&self, of: impl FnOnce(&UnpackedBoard<'_>) -> T) -> T {
        let infos = self.columns.map(|SampledColumn { trees, open, log_members, depths, .. }| {
            let mut info = SetInfo::new(trees, depths, open, 1, 0);
            info.log_members = log_members;
            info
        });
        of(&UnpackedBoard::new(self.columns.map(|column| column.order), infos.each_ref()))
    }

    /// Features of the board that the heuristic `OnPath` weighs, or else `Winnable`.
    pub fn features(&self, on_path: bool) -> [f32; FEATURES] {
        let heuristic = if on_path { Heuristic::OnPath } else { Heuristic::Winnable };
        self.map(|board| features(board, heuristic))
    }

    /// Progress of the game, from 0 (a full deal) to 1 (nothing but trees).
    pub fn progress(&self) -> f64 {
        f64::from(progress(MERGES - self.layer))
    }

    /// Whether the board is a dead end, so that no evaluation is needed.
    pub fn is_dead(&self) -> bool {
        self.map(max_trees).iter().sum::<u8>() < TREES
    }
}

/// Random choices of a number below another one, seeded by the number of a deal.
pub fn picker(seed: u64) -> impl FnMut(usize) -> usize {
    let mut words = ChaCha20Rng::seed_from_u64(seed);
    move |below| ((u64::from(words.next_u32()) * below as u64) >> 32) as usize
}

/// Samples boards of a deal that are decided by a short search. The number of the deal seeds the choice of boards.
pub fn collect(deal: &Deal, number: u64) -> Vec<Sample> {
    let store = SetStore::new();
    let context = SearchContext::new(&store);
    let mut samples = Vec::new();
    for (layer, board) in sample_boards(context, deal, number) {
        let unpacked = board.unpack(&store);
        if layer < FIRST_LAYER || UpperBound::new(&board, max_trees(&unpacked)).rules_out(GOAL) {
            continue;
        }
        if let Some(won) = decide(context, board) {
            samples.push(Sample::new(number, layer, won, &board, &store));
        }
    }
    samples
}

/// Samples boards of a deal that no narrow beam wins: of every layer the board on the way to the win, labelled as won,
/// and other boards that were expanded, labelled as lost. None if the deal is easy, or no wide beam wins it.
pub fn collect_trail(deal: &Deal, number: u64) -> Vec<Sample> {
    let store = SetStore::new();
    let context = SearchContext::new(&store);
    let root = Board::new(deal.position(), &store);
    let mut pick = picker(number);
    let mut budget = Budget::new(&Config::default());
    let is_easy = EASY_WIDTHS.into_iter().any(|width| {
        let mut beam = Beam::new(context, root, GOAL, BeamWidth::Limited(width, Heuristic::Winnable));
        beam.run(u64::MAX, &mut budget) != PassResult::Overflowed
    });
    if is_easy {
        return Vec::new();
    }
    let trails = TRAIL_WIDTHS.into_iter().map(|width| {
        let (heuristic, per_layer) = (Heuristic::Winnable, BESIDE_PER_LAYER);
        BeamSampler { context, root, width, heuristic, per_layer }.trail(&mut pick)
    });
    let boards = trails.into_iter().find(|boards| !boards.is_empty()).unwrap_or_default();
    let sample = |(layer, on_trail, board)| Sample::new(number, layer, on_trail, &board, &store);
    boards.into_iter().map(sample).collect()
}

/// Boards of a deal as [`collect`] samples them, undecided and all labelled as lost: for tests of fits.
pub fn sample(deal: &Deal, number: u64) -> Vec<Sample> {
    let store = SetStore::new();
    let boards = sample_boards(SearchContext::new(&store), deal, number).into_iter();
    boards.map(|(layer, board)| Sample::new(number, layer, false, &board, &store)).collect()
}

/// Boards of a deal, each with the number of its layer; none if a beam of the width drawn wins the deal.
fn sample_boards(context: SearchContext<'_>, deal: &Deal, number: u64) -> Vec<(usize, Board)> {
    let mut pick = picker(number);
    let width = WIDTHS[pick(WIDTHS.len())];
    let root = Board::new(deal.position(), context.store);
    let heuristic = Heuristic::Winnable;
    let sampler = BeamSampler { context, root, width, heuristic, per_layer: PER_LAYER };
    sampler.boards(&mut pick)
}

/// Whether a board can be won; `None` if a short search leaves that undecided.
fn decide(context: SearchContext<'_>, board: Board) -> Option<bool> {
    let mut budget = Budget::new(&Config::with_nodes(DECIDING_NODES));
    for width in DECIDING_WIDTHS {
        let mut beam = Beam::new(context, board, GOAL, BeamWidth::Limited(width, Heuristic::Winnable));
        match beam.run(u64::MAX, &mut budget) {
            PassResult::Reached(_) => return Some(true),
            PassResult::Exhausted => return Some(false),
            PassResult::Overflowed => {}
            PassResult::Paused | PassResult::Stopped(_) => return None,
        }
    }
    None
}

/// Samples steps of beams in a deal, for the heuristic `Winnable`, then for `OnPath`, seeded by its number.
pub fn collect_steps(deal: &Deal, number: u64) -> [Vec<EvaluationStep>; 2] {
    [Heuristic::Winnable, Heuristic::OnPath].map(|heuristic| {
        let store = SetStore::new();
        let context = SearchContext::new(&store);
        let root = Board::new(deal.position(), &store);
        let mut pick = picker(number);
        let mut steps = Vec::new();
        for width in STEP_WIDTHS {
            let sampler = BeamSampler { context, root, width, heuristic, per_layer: STEPS_PER_LAYER };
            let (sampled, fails) = sampler.steps(&mut pick);
            steps
                .extend(sampled.iter().map(|(before, after)| step(&store, heuristic, number, before, after)));
            if !fails {
                break;
            }
        }
        steps
    })
}

fn step(store: &SetStore, heuristic: Heuristic, deal: u64, before: &Board, after: &Board) -> EvaluationStep {
    let counts =
        |board: &Board| cheap_features(board.lens(), board.set.map(|set| store.info(set))).map(f64::from);
    let value = |board: &Board| {
        f64::from(Evaluation::new(heuristic, board.merges_left()).value(&board.unpack(store)))
    };
    let (first, second) = (counts(before), counts(after));
    let progress = f64::from(progress(after.merges_left()));
    let terms = std::array::from_fn(|term| {
        let Some(term) = term.checked_sub(1) else { return value(before) };
        let change = term / SLOPE_PARTS;
        let change = if change < CHEAP_FEATURES { second[change] - first[change] } else { 1.0 };
        if term % SLOPE_PARTS == 0 { change } else { change * progress }
    });
    EvaluationStep { deal, terms, value: value(after) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::dealer::tabletop;

    #[test]
    fn collected_boards_are_no_dead_ends_and_reproducible() {
        let collect = || (0..2).flat_map(|number| collect(&tabletop::deal(1, number), number));
        let samples: Vec<Sample> = collect().collect();
        assert!(samples.len() > 20);
        assert_eq!(format!("{samples:?}"), format!("{:?}", collect().collect::<Vec<_>>()));
        assert!(samples.iter().all(|sample| sample.layer >= FIRST_LAYER && !sample.is_dead()));
    }

    /// What the greedy matching clears, the delete relaxation clears as well.
    #[test]
    fn greedy_matching_clears_no_more_than_the_delete_relaxation() {
        let (mut boards, mut apart) = (0, 0);
        for sample in (0..3).flat_map(|deal| sample(&tabletop::deal(1, deal), deal)) {
            let [relaxed, greedy] = [false, true].map(|on_path| sample.features(on_path));
            assert!((FEATURES - 2..FEATURES).all(|round| greedy[round] >= relaxed[round]), "{sample:?}");
            boards += 1;
            apart += usize::from(greedy[FEATURES - 1] > relaxed[FEATURES - 1]);
        }
        assert!(boards > 100 && apart > boards / 2, "{apart} of {boards}");
    }

    #[test]
    fn a_sample_has_the_features_of_its_board() {
        let (deal, store) = (tabletop::deal(1, 0), SetStore::new());
        let boards = sample_boards(SearchContext::new(&store), &deal, 0);
        for ((_, board), sample) in boards.into_iter().zip(sample(&deal, 0)) {
            let of_board = features(&board.unpack(&store), Heuristic::OnPath);
            assert_eq!(sample.features(true).map(f32::to_bits), of_board.map(f32::to_bits));
        }
    }
}
