//! The table of a census: classes, deals and weight for each best score.

use std::fmt::Write as _;

use solomids::numbers::grouped;
use solomids::solace2::census::{CensusEnd, Row, Share, Tally};
use solomids::solace2::game::Reading;

use super::nodes;
use crate::cli::args::TableFormatArg;
use solomids::solace2::record::{ShareRecord, TableRecord};

/// Rows counted so far.
pub(super) struct CensusTally {
    reading: Reading,
    stashes: usize,
    classes: usize,
    tally: Tally,
    nodes: u64,
    /// The row with the most nodes: number of its class, and the nodes. Of equals the first class.
    most: Option<(usize, u64)>,
}

impl CensusTally {
    /// A tally of a census with this number of classes, before its first row.
    pub(super) fn new(reading: Reading, stashes: usize, classes: usize) -> Self {
        Self { reading, stashes, classes, tally: Tally::default(), nodes: 0, most: None }
    }

    /// Counts a row.
    pub(super) fn add(&mut self, row: &Row) {
        self.tally.add(row);
        self.nodes += row.nodes;
        let rank = |(class, nodes): (usize, u64)| (nodes, std::cmp::Reverse(class));
        let this = (row.class, row.nodes);
        if self.most.is_none_or(|most| rank(most) < rank(this)) {
            self.most = Some(this);
        }
    }

    /// Number of rows.
    pub(super) fn done(&self) -> u64 {
        self.tally.total().classes
    }

    /// Shares so far: `11: 3, 12: 80`.
    pub(super) fn shares_in_words(&self) -> String {
        let shares = self.tally.shares().map(|(score, share)| format!("{score}: {}", grouped(share.classes)));
        shares.collect::<Vec<_>>().join(", ")
    }

    /// The table in a format.
    pub(super) fn table(&self, end: &CensusEnd, format: TableFormatArg) -> anyhow::Result<String> {
        Ok(match format {
            TableFormatArg::Text => self.to_text(end),
            TableFormatArg::Csv => self.to_csv(),
            TableFormatArg::Json => {
                let mut record = TableRecord::new(self.reading, self.stashes);
                record.scores = self.tally.shares().map(record_of).collect();
                (record.nodes, record.most_nodes) = (self.nodes, self.most.map_or(0, |(_, nodes)| nodes));
                record.undecided = end.undecided.iter().map(|undecided| undecided.class).collect();
                serde_json::to_string(&record)? + "\n"
            }
        })
    }

    /// The columns of `data/solace2/distribution.csv`.
    fn to_csv(&self) -> String {
        let mut text = String::from("reading,score,classes,deals,weight\n");
        for (score, Share { classes, deals, weight }) in self.tally.shares() {
            let _ = writeln!(text, "{},{score},{classes},{deals},{weight}", self.reading.name());
        }
        text
    }

    fn to_text(&self, end: &CensusEnd) -> String {
        let total = self.tally.total();
        let missing = self.classes as u64 - total.classes;
        let of_all = if missing == 0 {
            "all classes".into()
        } else {
            format!("{} of {} classes", grouped(total.classes), grouped(self.classes as u64))
        };
        let mut text = format!("Reading {}, {of_all}\n", self.reading.name());
        let mut row = |cells: [String; 5]| {
            let [score, classes, deals, weight, share] = cells;
            let _ = writeln!(text, "{score:>5}  {classes:>9}  {deals:>9}  {weight:>15}  {share:>12}");
        };
        row(["score", "classes", "deals", "weight", "share"].map(Into::into));
        let percent = |weight: u64| format!("{:.6} %", 100.0 * weight as f64 / total.weight.max(1) as f64);
        let cells = |name: String, share: Share| {
            let Share { classes, deals, weight } = share;
            [name, grouped(classes), grouped(deals), grouped(weight), percent(weight)]
        };
        for (score, share) in self.tally.shares() {
            row(cells(score.to_string(), share));
        }
        row(cells("all".into(), total));
        if let Some(mean) = self.tally.mean() {
            let _ = writeln!(text, "Mean best score of a random deal: {mean:.6}");
        }
        if let Some((class, most)) = self.most {
            let _ = writeln!(
                text,
                "{}, at most {} for a class (number {class})",
                nodes(self.nodes),
                grouped(most)
            );
        }
        if missing > 0 && end.undecided.len() as u64 == missing {
            let _ = writeln!(text, "The other classes are undecided and not counted");
        }
        text
    }
}

/// The record of a share.
fn record_of((score, Share { classes, deals, weight }): (u8, Share)) -> ShareRecord {
    ShareRecord { score, classes, deals, weight }
}
