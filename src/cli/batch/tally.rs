//! Counts and summary of the rows of a batch.

use solomids::batch::{BatchPlan, Meta, Row, RowVerdict};
use solomids::stats::{SourceFile, Summary};

/// Counts and summary of the rows so far.
pub(super) struct BatchTally {
    pub(super) summary: Summary,
    /// Number of the source within `summary`.
    source: usize,
    /// Rows done.
    pub(super) done: u64,
    /// Rows that say `failed`.
    pub(super) failed: u64,
    /// Rows with a deal.
    deals: u64,
    /// Deals with 17, 16, 15, lost and undecided ones.
    results: [u64; 5],
}

impl BatchTally {
    pub(super) fn new(plan: &BatchPlan) -> anyhow::Result<Self> {
        let mut summary = Summary::new(1);
        let source = summary.source(SourceFile { name: "the batch".into(), meta: Some(Meta::new(plan)) })?;
        Ok(Self { summary, source, done: 0, failed: 0, deals: 0, results: [0; 5] })
    }

    pub(super) fn add(&mut self, row: &Row) {
        self.summary.add(self.source, row).expect("the ledger takes each index once");
        self.done += 1;
        self.failed += u64::from(row.verdict == RowVerdict::Failed);
        let result = match (row.verdict, row.score) {
            (RowVerdict::NoDeal, _) => return,
            (RowVerdict::Won, Some(17)) => 0,
            (RowVerdict::Won, Some(16)) => 1,
            (RowVerdict::Won, _) => 2,
            (RowVerdict::Lost, _) => 3,
            (RowVerdict::Undecided | RowVerdict::Failed, _) => 4,
        };
        self.deals += 1;
        self.results[result] += 1;
    }

    /// Formats the shares of the results so far: `17: 99.1 %, lost: 0.9 %`. They are biased, since deals that take long are
    /// done late.
    pub(super) fn shares(&self) -> String {
        let names = ["17", "16", "15", "lost", "undecided"];
        let there = names.into_iter().zip(self.results).filter(|&(_, count)| count > 0);
        let shares =
            there.map(|(name, count)| format!("{name}: {:.1} %", 100.0 * count as f64 / self.deals as f64));
        shares.collect::<Vec<_>>().join(", ")
    }
}
