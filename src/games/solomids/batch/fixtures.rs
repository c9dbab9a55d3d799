//! Plans and rows of tests.

use std::path::Path;

use super::columns::{Columns, Row};
use super::plan::{BatchPlan, Deals};
use super::read::Rows;
use crate::games::solomids::dealer::tabletop;
use crate::games::solomids::game::Palette;
use crate::games::solomids::solver::PruningSet;
use crate::series::{IndexRange, SearchLimits};

/// A plan of tabletop deals, without limits and optional columns.
pub(crate) fn plan(seed: u64, first: u64, count: u64) -> BatchPlan {
    BatchPlan {
        deals: Deals::Tabletop { seed },
        chosen: None,
        whole: IndexRange::new(first, count).unwrap(),
        shard: None,
        limits: SearchLimits::default(),
        pruning: PruningSet::default(),
        columns: Columns::default(),
    }
}

/// The row of a failed search of a tabletop deal, which needs no search.
pub(super) fn failed_row(plan: &BatchPlan, seed: u64, index: u64) -> Row {
    Row::failed(plan.deals.id(index), tabletop::deal(seed, index).position(), &Palette::default())
}

/// The rows of a CSV.
pub(super) fn read(text: &[u8]) -> Vec<Row> {
    let mut source = Rows::new(text, Path::new("rows")).unwrap();
    std::iter::from_fn(|| source.next_row().unwrap().map(|(row, _)| row)).collect()
}
