//! Which rows are counted: sets of their indices, which find deals that are counted twice, and signs that the rows of a file are
//! no fair sample: gaps between their indices, and deals that come more than once.

use std::collections::{BTreeMap, HashSet};

use sha2::{Digest as _, Sha256};

use super::summary::SourceFile;
use crate::games::solomids::batch::{Dealer, Row};
use crate::kit::numbers::counted;

/// First bytes of the SHA-256 of a deal, which two deals never share by chance.
type DealHash = [u8; 16];

/// Deals of rows that no sidecar vouches for, by dealer. Equal deals of one dealer are counted together.
#[derive(Clone, Debug, Default)]
pub(super) struct SeenDeals {
    deals: HashSet<(Dealer, DealHash)>,
}

impl SeenDeals {
    /// Adds the deal of a row; returns whether it was there.
    fn has_had(&mut self, row: &Row) -> bool {
        if row.deal.is_empty() {
            return false;
        }
        let whole: [u8; 32] = Sha256::digest(&row.deal).into();
        let mut hash = DealHash::default();
        hash.copy_from_slice(&whole[..16]);
        !self.deals.insert((row.dealer, hash))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct SourceSample {
    /// First and last index of each series and number of its rows.
    spans: BTreeMap<(Dealer, String), IndexSpan>,
    /// Number of rows whose deal was there before.
    repeated: u64,
    /// Index of the first of these.
    first_repeated: Option<u64>,
}

/// First and last index of some rows, and their number.
#[derive(Clone, Copy, Debug)]
struct IndexSpan {
    first: u64,
    last: u64,
    rows: u64,
}

impl SourceSample {
    pub(super) fn add(&mut self, source: &SourceFile, series: &str, row: &Row, seen: &mut SeenDeals) {
        let is_dealt = row.dealer != Dealer::Text;
        if source.meta.is_some() && is_dealt {
            // A dealer does not deal a board twice in any number of rows, and a sidecar names the indices.
            return;
        }
        if source.meta.is_none() {
            let index = row.index;
            let key = (row.dealer, series.to_owned());
            let span = self.spans.entry(key).or_insert(IndexSpan { first: index, last: index, rows: 0 });
            *span =
                IndexSpan { first: span.first.min(index), last: span.last.max(index), rows: span.rows + 1 };
        }
        if seen.has_had(row) {
            self.repeated += 1;
            self.first_repeated.get_or_insert(row.index);
        }
    }

    /// What speaks against a fair sample, a sentence each.
    pub(super) fn warnings(&self, source: &SourceFile) -> Vec<String> {
        let name = &source.name;
        let mut warnings = Vec::new();
        if let Some(chosen) = source.meta.as_ref().and_then(|meta| meta.part.indices.as_ref()) {
            warnings.push(format!(
                "`{name}` holds {} of a list (--indices); if the list was made from results, its shares are biased",
                counted(chosen.len() as u64, "deal")
            ));
        }
        let gap =
            self.spans.values().find(|span| u128::from(span.rows) <= u128::from(span.last - span.first));
        if let Some(IndexSpan { first, last, rows }) = gap {
            warnings.push(format!(
                "`{name}` has {} with indices from {first} to {last}, and no sidecar says why not all; if they were \
                 chosen by their results, shares are biased",
                counted(*rows, "row")
            ));
        }
        if let Some(index) = self.first_repeated {
            warnings.push(format!(
                "`{name}` has {} whose deal another row has, first that with index {index}; each of them counts",
                counted(self.repeated, "row")
            ));
        }
        warnings
    }
}

/// Set of indices with the source of each, stored as runs of consecutive indices.
#[derive(Clone, Debug, Default)]
pub(super) struct IndexRuns {
    /// Runs of one source each: first index to last index and source.
    runs: BTreeMap<u64, (u64, usize)>,
}

impl IndexRuns {
    /// Adds an index; if it is there already, returns its source instead.
    pub(super) fn add(&mut self, index: u64, source: usize) -> Option<usize> {
        let (mut first, mut last) = (index, index);
        if let Some((&start, &(end, other))) = self.runs.range(..=index).next_back() {
            if end >= index {
                return Some(other);
            }
            if end + 1 == index && other == source {
                first = start;
            }
        }
        if let Some(next) = index.checked_add(1)
            && let Some(&(end, other)) = self.runs.get(&next)
            && other == source
        {
            self.runs.remove(&next);
            last = end;
        }
        self.runs.insert(first, (last, source));
        None
    }

    /// First and last index of each run, whatever its sources, in order.
    pub(super) fn joined(&self) -> Vec<(u64, u64)> {
        let mut joined: Vec<(u64, u64)> = Vec::new();
        for (&first, &(last, _)) in &self.runs {
            match joined.last_mut() {
                Some(run) if run.1 + 1 == first => run.1 = last,
                _ => joined.push((first, last)),
            }
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn runs_are_the_set_of_the_indices(indices in prop::collection::vec((0..30_u64, 0..3_usize), 0..60)) {
            let mut runs = IndexRuns::default();
            let mut known = BTreeMap::new();
            for (index, source) in indices {
                let index = u64::MAX - index;
                prop_assert_eq!(runs.add(index, source), known.get(&index).copied());
                known.entry(index).or_insert(source);
            }
            let all = runs.joined().into_iter().flat_map(|(first, last)| first..=last);
            prop_assert!(all.eq(known.keys().copied()));
        }
    }
}
