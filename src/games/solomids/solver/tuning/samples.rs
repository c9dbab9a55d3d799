//! Samples: boards labelled as won or lost, and their text form.

use std::fmt;
use std::str::FromStr;

use super::GOAL;
use super::random::SplitMix64;
use crate::games::solomids::game::{COLUMNS, Deal, ROWS, TREES};
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::board::codes::Order;
use crate::games::solomids::solver::board::stackings::UnpackedBoard;
use crate::games::solomids::solver::bounds::goal::UpperBound;
use crate::games::solomids::solver::bounds::relaxation::max_trees;
use crate::games::solomids::solver::column::store::{SetInfo, SetStore};
use crate::games::solomids::solver::config::Config;
use crate::games::solomids::solver::ordering::features::{Features, features};
use crate::games::solomids::solver::ordering::heuristic::{Heuristic, MERGES};
use crate::games::solomids::solver::search::beam::sample::{BeamSampler, TrailBoard};
use crate::games::solomids::solver::search::beam::{Beam, BeamWidth};
use crate::games::solomids::solver::search::budget::Budget;
use crate::games::solomids::solver::search::context::SearchContext;
use crate::games::solomids::solver::search::pass::PassResult;

/// Widths of the beams that boards are sampled from, each equally likely.
const WIDTHS: [usize; 5] = [1, 2, 4, 8, 16];
/// First layer that is sampled. In the layers before, hardly a board is lost.
pub(super) const FIRST_LAYER: usize = 3;
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

/// A board labelled as won or lost, with all that features are counted from.
///
/// Its text form ([`FromStr`], [`Display`](fmt::Display)) is a row of comma-separated values: deal, layer, and 1 for
/// won or 0 for lost; then for each column its order and the summary of its set: trees, open depths, logarithm of the
/// number of members, and the depths of ten stacks.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Number of the deal.
    pub(super) deal: u64,
    /// Number of the layer: merges made since the deal.
    pub(super) layer: usize,
    /// Label.
    pub(super) won: bool,
    pub(super) order: [Order; COLUMNS],
    pub(super) info: [SetInfo; COLUMNS],
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
            samples.push(Sample::new(number, layer, won, &unpacked, board.order));
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
    let mut random = SplitMix64(number);
    let mut budget = Budget::new(&Config::default());
    let is_easy = EASY_WIDTHS.into_iter().any(|width| {
        let mut beam = Beam::new(context, root, GOAL, BeamWidth::Limited(width, Heuristic::Winnable));
        beam.run(u64::MAX, &mut budget) != PassResult::Overflowed
    });
    if is_easy {
        return Vec::new();
    }
    let trails = TRAIL_WIDTHS.into_iter().map(|width| {
        let heuristic = Heuristic::Winnable;
        let sampler =
            BeamSampler { context, root, goal: GOAL, width, heuristic, per_layer: BESIDE_PER_LAYER };
        sampler.trail(&mut |n| random.below(n))
    });
    let boards = trails.into_iter().find(|boards| !boards.is_empty()).unwrap_or_default();
    let sample = |TrailBoard { layer, on_trail, board }: TrailBoard| {
        Sample::new(number, layer, on_trail, &board.unpack(&store), board.order)
    };
    boards.into_iter().map(sample).collect()
}

/// Boards of a deal, each with the number of its layer; none if a beam of the width drawn wins the deal.
pub(super) fn sample_boards(context: SearchContext<'_>, deal: &Deal, number: u64) -> Vec<(usize, Board)> {
    let mut random = SplitMix64(number);
    let width = WIDTHS[random.below(WIDTHS.len())];
    let root = Board::new(deal.position(), context.store);
    let heuristic = Heuristic::Winnable;
    let sampler = BeamSampler { context, root, goal: GOAL, width, heuristic, per_layer: PER_LAYER };
    sampler.boards(&mut |n| random.below(n))
}

/// Whether a board can be won; `None` if a short search leaves that undecided.
fn decide(context: SearchContext<'_>, board: Board) -> Option<bool> {
    let mut budget = Budget::new(&Config { max_nodes: Some(DECIDING_NODES), ..Config::default() });
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

impl Sample {
    /// A board with its label.
    pub(super) fn new(
        deal: u64,
        layer: usize,
        won: bool,
        board: &UnpackedBoard<'_>,
        order: [Order; COLUMNS],
    ) -> Self {
        Self { deal, layer, won, order, info: board.info.map(|&info| info) }
    }

    /// The board.
    pub(super) fn unpack(&self) -> UnpackedBoard<'_> {
        UnpackedBoard::new(self.order, self.info.each_ref())
    }

    /// Features of the board that a heuristic weighs.
    pub(super) fn features(&self, heuristic: Heuristic) -> Features {
        features(&self.unpack(), heuristic.round_model())
    }

    /// Whether the board is a dead end, so that no evaluation is needed.
    pub(super) fn is_dead(&self) -> bool {
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

/// Reason why a row is no sample.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRow {
    /// The row has too few values.
    #[error("the row is cut off")]
    TooShort,
    /// The row has too many values.
    #[error("the row is too long")]
    TooLong,
    /// This value is not valid at its place.
    #[error("{0:?} makes no sense here")]
    Value(String),
}

impl FromStr for Sample {
    type Err = BadRow;

    /// Reads a row. The orders and summaries of columns are not checked.
    fn from_str(row: &str) -> Result<Self, BadRow> {
        let mut values = RowValues(row.split(','));
        let deal = values.next()?;
        let layer = values.next_if(|&layer| layer <= MERGES)?;
        let won = values.next_if(|&won: &u8| won <= 1)? == 1;
        let mut order = [0; COLUMNS];
        let mut info = [SetInfo::new(0, [0; ROWS], 0, 1, 0); COLUMNS];
        for (order, info) in order.iter_mut().zip(&mut info) {
            *order = values.next()?;
            let (trees, open, log_members) = (values.next()?, values.next()?, values.next()?);
            let mut depths = [0; ROWS];
            for depths in &mut depths {
                *depths = values.next()?;
            }
            *info = SetInfo::new(trees, depths, open, 1, 0);
            info.log_members = log_members;
        }
        if values.0.next().is_some() {
            return Err(BadRow::TooLong);
        }
        Ok(Self { deal, layer, won, order, info })
    }
}

/// The remaining values of a row.
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
