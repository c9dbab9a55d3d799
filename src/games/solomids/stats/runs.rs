//! Sets of indices as runs, which find deals that are counted twice.

use std::collections::BTreeMap;

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
