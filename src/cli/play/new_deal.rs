//! Random deals of the web page, of a level of difficulty or proven winnable where that is asked for.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};

use solomids::analysis::DealFilter;
use solomids::dealer::{Source, web};

use crate::cli::start::Start;

/// Number of web seeds that a random deal is drawn from.
const SEEDS: u64 = 1_000_000;

/// Deals one of the page's deals at random among those that pass a filter.
pub(super) fn random(filter: DealFilter) -> anyhow::Result<Start> {
    let first = RandomState::new().build_hasher().finish() % SEEDS;
    // The page deals nothing for one seed in thirty, and one deal in ten is of the rarest level.
    let seed = (first..u64::MAX)
        .map(|seed| seed.to_string())
        .find(|seed| web::deal(seed).is_some_and(|deal| filter.passes(deal.position())));
    Ok(Start::from_source(Source::WebSeed { seed: seed.unwrap_or_default() })?)
}
