//! Where the weights of the evaluation come from; for `examples/tune.rs`, no part of the library's interface.
//!
//! [`collect`] gives boards of one deal, as the search meets them, that are known to be winnable without a
//! swap or not to be. [`collect_trail`] gives boards of a deal that was hard to win: those on the way to the
//! win, and others that looked as good. [`fit`] finds the weights that tell these from those best.
//!
//! # The fit
//! All that the evaluation has to do is to order the boards of a layer. So it is fitted to pairs of boards
//! of one deal and layer, one won (or on the way to the win) and one lost (or beside it), by a pairwise logistic regression. The pairs of a deal and
//! layer together count as often as there are boards of the rarer kind. To see how well the weights do on
//! deals they were not made from, they are first fitted without every fifth deal, and judged by these.

mod regression;
mod steps;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::game::{COLUMNS, Deal, ROWS, TREES};
use crate::solver::board::Board;
use crate::solver::board::codes::Order;
use crate::solver::board::stackings::UnpackedBoard;
use crate::solver::bounds::goal::{Goal, UpperBound};
use crate::solver::bounds::relaxation::max_trees;
use crate::solver::column::store::{SetInfo, SetStore};
use crate::solver::config::Config;
use crate::solver::ordering::features::{FEATURES, Features, features};
use crate::solver::ordering::heuristic::{Heuristic, MERGES, progress};
use crate::solver::ordering::weights::OUTCOME;
use crate::solver::search::beam::sample;
use crate::solver::search::beam::{Beam, BeamWidth, sample_trail};
use crate::solver::search::budget::NodeBudget;
use crate::solver::search::context::SearchContext;
use crate::solver::search::pass::PassResult;
use crate::solver::tuning::regression::LabelledPair;
pub use crate::solver::tuning::steps::{EvaluationStep, SlopeFit, collect_steps, fit_slopes};

/// What tells won boards from lost ones: a win without a swap.
const GOAL: Goal = Goal { trees: TREES, swaps: 0 };
/// Boards are met by a pass of one of these widths, each equally likely.
const WIDTHS: [usize; 5] = [1, 2, 4, 8, 16];
/// In the layers before, hardly a board is lost.
const FIRST_LAYER: usize = 3;
/// Boards picked from a layer, at most.
const EACH: usize = 6;
/// A board is decided by passes of these widths, one after the other,
const DECIDING_WIDTHS: [usize; 3] = [4, 24, 150];
/// that expand so many boards in all, at most.
const DECIDING_NODES: u64 = 3_000;

/// Deals won by beams of these widths show nothing of how to find a win that is hard to find,
const EASY: [usize; 3] = [2, 5, 16];
/// but those do that only these beams win.
const TRAILS: [usize; 3] = [64, 256, 1024];
/// Boards beside the way that are picked from a layer, at most.
const BESIDE: usize = 30;

/// Of so many deals one is held out.
const HELD_OUT: u64 = 5;
/// Penalty on the weights, as if all features had a standard deviation of 1.
const RIDGE: f64 = 3.0;
/// Weights of one feature.
const PARTS: usize = OUTCOME[0].len();
/// Weights in all.
const TERMS: usize = FEATURES * PARTS;

/// A board that is known to be won or lost, with all that features could be made of.
///
/// As text it is a row of comma-separated values: deal, layer and whether it is won (1) or lost (0), then for
/// each column its order and what is known of its set: trees, open depths, freedom, and the depths of ten
/// stacks ([`FromStr`], [`Display`](fmt::Display)).
#[derive(Clone, Debug)]
pub struct Sample {
    /// Number of the deal.
    deal: u64,
    /// Merges made since.
    layer: usize,
    won: bool,
    order: [Order; COLUMNS],
    info: [SetInfo; COLUMNS],
}

/// Boards of a deal. It depends on the number of the deal which boards are picked.
pub fn collect(deal: &Deal, number: u64) -> Vec<Sample> {
    let store = SetStore::new();
    let context = SearchContext::new(&store);
    let mut samples = Vec::new();
    for (layer, board) in pick(context, deal, number) {
        let unpacked = board.unpack(&store);
        if layer < FIRST_LAYER || UpperBound::new(&board, max_trees(&unpacked)).rules_out(GOAL) {
            continue;
        }
        if let Some(won) = decide(context, board) {
            let info = unpacked.info.map(|&info| info);
            samples.push(Sample { deal: number, layer, won, order: board.order, info });
        }
    }
    samples
}

/// Boards of a deal that no narrow beam wins: of every layer the one on the way to
/// the win, said to be won, and some that were expanded as well, said to be lost.
pub fn collect_trail(deal: &Deal, number: u64) -> Vec<Sample> {
    let store = SetStore::new();
    let context = SearchContext::new(&store);
    let root = Board::new(deal.position(), &store);
    let mut random = SplitMix64(number);
    let mut narrow = EASY.into_iter().map(|width| BeamWidth::Best(width, Heuristic::Outcome));
    let mut budget = NodeBudget::new(&Config::default());
    if !narrow.all(|breadth| {
        Beam::new(context, root, GOAL, breadth).run(u64::MAX, &mut budget) == PassResult::Overflowed
    }) {
        return Vec::new();
    }
    let trails = TRAILS
        .into_iter()
        .map(|width| sample_trail(context, root, GOAL, width, BESIDE, &mut |n| random.below(n)));
    let boards = trails.into_iter().find(|boards| !boards.is_empty()).unwrap_or_default();
    let sample = |(layer, won, board): (usize, bool, Board)| {
        let info = board.unpack(&store).info.map(|&info| info);
        Sample { deal: number, layer, won, order: board.order, info }
    };
    boards.into_iter().map(sample).collect()
}

/// Boards of a deal, each with its layer; none if a pass of the width drawn wins the deal.
fn pick(context: SearchContext<'_>, deal: &Deal, number: u64) -> Vec<(usize, Board)> {
    let mut random = SplitMix64(number);
    let width = WIDTHS[random.below(WIDTHS.len())];
    let root = Board::new(deal.position(), context.store);
    sample(context, root, GOAL, width, EACH, &mut |n| random.below(n))
}

/// Whether a board can be won, if that is found out soon.
fn decide(context: SearchContext<'_>, board: Board) -> Option<bool> {
    let mut budget = NodeBudget::new(&Config { max_nodes: Some(DECIDING_NODES), ..Config::default() });
    for width in DECIDING_WIDTHS {
        match Beam::new(context, board, GOAL, BeamWidth::Best(width, Heuristic::Outcome))
            .run(u64::MAX, &mut budget)
        {
            PassResult::Reached(_) => return Some(true),
            PassResult::Exhausted => return Some(false),
            PassResult::Overflowed => {}
            PassResult::Paused | PassResult::Stopped(_) => return None,
        }
    }
    None
}

impl Sample {
    fn unpack(&self) -> UnpackedBoard<'_> {
        UnpackedBoard::new(self.order, self.info.each_ref())
    }

    /// What a heuristic counts of the board.
    fn features(&self, heuristic: Heuristic) -> Features {
        features(&self.unpack(), heuristic.game())
    }

    /// Whether no search is needed to see that it is lost.
    fn is_dead(&self) -> bool {
        max_trees(&self.unpack()).iter().sum::<u8>() < TREES
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.deal, self.layer, u8::from(self.won))?;
        for (order, info) in self.order.iter().zip(&self.info) {
            write!(f, ",{order},{},{},{}", info.trees, info.open, info.log_members)?;
            for depths in info.depths {
                write!(f, ",{depths}")?;
            }
        }
        Ok(())
    }
}

/// Why a row is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRow {
    /// The row has fewer values than it should.
    #[error("the row is cut off")]
    TooShort,
    /// The row has more values than it should.
    #[error("the row is too long")]
    TooLong,
    /// A value is not what it should be there.
    #[error("{0:?} makes no sense here")]
    Value(String),
}

impl FromStr for Sample {
    type Err = BadRow;

    /// Reads a row. What it says of the columns is believed.
    fn from_str(row: &str) -> Result<Self, BadRow> {
        let mut values = RowValues(row.split(','));
        let deal = values.next()?;
        let layer = values.next_if(|&layer| layer <= MERGES)?;
        let won = values.next_if(|&won: &u8| won <= 1)? == 1;
        let mut order = [0; COLUMNS];
        let mut info = [SetInfo::new(0, [0; ROWS], 0, 1, 0); COLUMNS];
        for (order, info) in order.iter_mut().zip(&mut info) {
            *order = values.next()?;
            let (trees, open, freedom) = (values.next()?, values.next()?, values.next()?);
            let mut depths = [0; ROWS];
            for depths in &mut depths {
                *depths = values.next()?;
            }
            *info = SetInfo::new(trees, depths, open, 1, 0);
            info.log_members = freedom;
        }
        if values.0.next().is_some() {
            return Err(BadRow::TooLong);
        }
        Ok(Self { deal, layer, won, order, info })
    }
}

/// The values of a row.
struct RowValues<'a>(std::str::Split<'a, char>);

impl RowValues<'_> {
    fn next<T: FromStr>(&mut self) -> Result<T, BadRow> {
        self.next_if(|_| true)
    }

    fn next_if<T: FromStr>(&mut self, accept: impl Fn(&T) -> bool) -> Result<T, BadRow> {
        let text = self.0.next().ok_or(BadRow::TooShort)?;
        text.parse().ok().filter(accept).ok_or_else(|| BadRow::Value(text.into()))
    }
}

/// Weights, and how they came about.
#[derive(Clone, Debug)]
pub struct WeightFit {
    /// For each feature the constant, linear and square part of its weight.
    pub weights: Vec<[f64; PARTS]>,
    /// Deals the boards come from.
    pub deals: usize,
    /// Boards in all.
    pub boards: usize,
    /// Pairs of a won and a lost board.
    pub pairs: usize,
    /// Pairs of the deals held out.
    pub held_out: usize,
    /// Share of the pairs held out in which the won board got the greater value.
    pub accuracy: f64,
    /// Mean negative logarithm of the probability that the won board of a pair held out was given.
    pub log_loss: f64,
}

/// FitTable the weights that tell won boards from lost ones, to boards from [`collect`], all of one series of deals. Boards that are known to be dead without a search do
/// not count. `None` if there is no pair to judge or to learn from, or if the fit does not converge.
pub fn fit(samples: &[Sample]) -> Option<WeightFit> {
    fit_for(Heuristic::Outcome, samples)
}

/// The same for the weights that tell boards on the way to a win, and boards from [`collect_trail`].
pub fn fit_trail(samples: &[Sample]) -> Option<WeightFit> {
    fit_for(Heuristic::Trail, samples)
}

fn fit_for(heuristic: Heuristic, samples: &[Sample]) -> Option<WeightFit> {
    let samples: Vec<&Sample> = samples.iter().filter(|sample| !sample.is_dead()).collect();
    let features: Vec<Features> = samples.iter().map(|sample| sample.features(heuristic)).collect();
    let scales = deviations(&features);
    let mut groups: BTreeMap<_, [Vec<[f64; TERMS]>; 2]> = BTreeMap::new();
    for (sample, features) in samples.iter().zip(&features) {
        let group = groups.entry((sample.deal, sample.layer)).or_default();
        group[usize::from(sample.won)].push(terms(features, &scales, sample.layer));
    }
    let (mut pairs, mut others): (Vec<LabelledPair<TERMS>>, Vec<LabelledPair<TERMS>>) =
        (Vec::new(), Vec::new());
    for (&(deal, _), [lost, won]) in &groups {
        let list = if deal % HELD_OUT == 0 { &mut pairs } else { &mut others };
        let weight = 1.0 / lost.len().max(won.len()) as f64;
        for won in won {
            for lost in lost {
                list.push(LabelledPair { difference: std::array::from_fn(|i| won[i] - lost[i]), weight });
            }
        }
    }
    if pairs.is_empty() || others.is_empty() {
        return None;
    }
    let held_out = pairs.len();
    let (accuracy, log_loss) = regression::judge(&pairs, &regression::fit(&others, RIDGE)?);
    pairs.append(&mut others);
    let weights = regression::fit(&pairs, RIDGE)?;
    let mut deals: Vec<u64> = groups.keys().map(|&(deal, _)| deal).collect();
    deals.dedup();
    Some(WeightFit {
        weights: (0..FEATURES)
            .map(|i| std::array::from_fn(|part| weights[i * PARTS + part] / scales[i]))
            .collect(),
        deals: deals.len(),
        boards: samples.len(),
        pairs: pairs.len(),
        held_out,
        accuracy,
        log_loss,
    })
}

/// The features of a board in units of their deviations, each times the powers of the progress made.
fn terms(features: &Features, scales: &[f64; FEATURES], layer: usize) -> [f64; TERMS] {
    let progress = f64::from(progress(MERGES - layer));
    let powers: [f64; PARTS] = [1.0, progress, progress * progress];
    std::array::from_fn(|term| {
        let feature = term / PARTS;
        f64::from(features[feature]) / scales[feature] * powers[term % PARTS]
    })
}

/// The standard deviation of each feature; 1 for those that never differ.
fn deviations(features: &[Features]) -> [f64; FEATURES] {
    let mean = |value: &dyn Fn(&Features) -> f64| {
        features.iter().map(value).sum::<f64>() / features.len().max(1) as f64
    };
    std::array::from_fn(|i| {
        let middle = mean(&|features| f64::from(features[i]));
        let deviation = mean(&|features| (f64::from(features[i]) - middle).powi(2)).sqrt();
        if deviation > 0.0 { deviation } else { 1.0 }
    })
}

/// The generator of this name by Steele, Lea and Flood (2014), which any seed suits.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// A number below `n`. For small `n` none is noticeably likelier than others.
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::tabletop;
    use crate::solver::ordering::evaluation::Evaluation;

    /// Boards of one deal with their features, all said to be lost.
    fn undecided(deal: u64) -> Vec<(Sample, Features)> {
        let store = SetStore::new();
        let context = SearchContext::new(&store);
        let sample = |(layer, board): (usize, Board)| {
            let unpacked = board.unpack(&store);
            let info = unpacked.info.map(|&info| info);
            (
                Sample { deal, layer, won: false, order: board.order, info },
                features(&unpacked, Heuristic::Trail.game()),
            )
        };
        pick(context, &tabletop::deal(1, deal), deal).into_iter().map(sample).collect()
    }

    #[test]
    fn a_stored_board_has_the_features_of_the_board() {
        let boards: Vec<(Sample, Features)> = (0..3).flat_map(undecided).collect();
        assert!(boards.len() > 100);
        for (sample, features) in boards {
            let row = sample.to_string();
            let read: Sample = row.parse().expect("a row");
            assert_eq!(
                read.features(Heuristic::Trail).map(f32::to_bits),
                features.map(f32::to_bits),
                "{row}"
            );
            assert_eq!(read.to_string(), row);
        }
    }

    /// Whatever the hasty game takes off the board, the optimistic one could have as well.
    #[test]
    fn haste_takes_no_more_off_than_optimism() {
        let (mut boards, mut apart) = (0, 0);
        for (sample, _) in (0..3).flat_map(undecided) {
            let rounds = |heuristic| -> [f32; 2] {
                let features = sample.features(heuristic);
                [features[FEATURES - 2], features[FEATURES - 1]]
            };
            let (optimistic, hasty) = (rounds(Heuristic::Outcome), rounds(Heuristic::Trail));
            assert!((0..2).all(|round| hasty[round] >= optimistic[round]), "{sample}");
            boards += 1;
            apart += usize::from(hasty[1] > optimistic[1]);
        }
        assert!(boards > 100 && apart > boards / 2, "{apart} of {boards}");
    }

    #[test]
    fn rows_that_are_none_are_refused() {
        let row = undecided(0)[0].0.to_string();
        let error = |row: &str| row.parse::<Sample>().expect_err(row);
        assert_eq!(error(""), BadRow::Value(String::new()));
        assert_eq!(error(row.rsplit_once(',').expect("many values").0), BadRow::TooShort);
        assert_eq!(error(&format!("{row},0")), BadRow::TooLong);
        assert_eq!(error("1,31,0"), BadRow::Value("31".into()));
        assert_eq!(error("1,30,2"), BadRow::Value("2".into()));
    }

    #[test]
    fn collected_boards_are_not_dead_and_the_same_each_time() {
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

    /// Boards that today's weights would call won if only the better half of each layer were.
    #[test]
    fn a_fit_finds_the_weights_that_boards_were_labelled_by() {
        let value = |sample: &Sample| {
            Evaluation::new(Heuristic::Outcome, MERGES - sample.layer).value(&sample.unpack())
        };
        let mut samples = Vec::new();
        for deal in 0..25 {
            let mut boards: Vec<Sample> = undecided(deal).into_iter().map(|(sample, _)| sample).collect();
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
    fn nothing_can_be_learnt_from_boards_of_one_kind() {
        let lost: Vec<Sample> = (0..6).flat_map(undecided).map(|(sample, _)| sample).collect();
        assert!(fit(&lost).is_none());
        assert!(fit(&[]).is_none());
    }

    #[test]
    fn random_numbers_are_those_of_the_paper() {
        let mut random = SplitMix64(0);
        assert_eq!([random.next(), random.next()], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
    }
}
