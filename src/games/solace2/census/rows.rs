//! The rows of a census as a series, their making, and the distribution of best scores that they give.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::classes::{Class, classes};
use crate::games::solace2::SEARCH_REVISION;
use crate::games::solace2::game::{COLOURS, Deal, Palette, Position, RULES, Reading, parse_deal};
use crate::games::solace2::solver::{Limits, Solver, StopReason, Verdict};
use crate::series::{
    self, End, Error, Event, IndexRange, Made, Part, RowFile, RunOptions, Series, Sidecar, csv_fields,
    csv_line,
};

/// Names of the columns.
const COLUMNS: [&str; 6] = ["class", "deal", "orbit", "weight", "score", "nodes"];

/// What the census says of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number of the class, from 0, in the order of [`classes`](fn@super::classes).
    pub class: usize,
    /// Its first deal.
    pub deal: Deal,
    /// Deals in the class.
    pub orbit: u8,
    /// Weight of every deal of the class.
    pub weight: u64,
    /// Best score.
    pub score: u8,
    /// Nodes of the search.
    pub nodes: u64,
}

/// What decides the rows of a census. Limits do not: classes that are undecided have no rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CensusIdentity {
    game: String,
    version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    search_revision: Option<u32>,
    rules: String,
    reading: String,
}

/// The rows of a census.
#[derive(Clone, Debug)]
pub struct CensusRows {
    /// All classes, in order.
    pub classes: Vec<Class>,
    /// The reading.
    pub reading: Reading,
    /// Best score that no deal exceeds: that of a tower of every large.
    most: usize,
    sidecar: Sidecar<CensusIdentity>,
}

impl CensusRows {
    /// The rows of all classes of games of `stashes` stashes.
    ///
    /// # Panics
    /// If `stashes` is not from 1 to 5.
    pub fn new(stashes: usize, reading: Reading) -> Self {
        let identity = CensusIdentity {
            game: "solace2".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            search_revision: Some(SEARCH_REVISION),
            rules: RULES.into(),
            reading: reading.name(),
        };
        let classes = classes(stashes);
        let part = Part::new(IndexRange::below(classes.len() as u64), None, None);
        let sidecar = Sidecar::new(identity, part);
        Self { classes, reading, most: COLOURS * stashes, sidecar }
    }
}

impl Series for CensusRows {
    type Row = Row;
    type Identity = CensusIdentity;

    const KIND: &'static str = "census";

    fn sidecar(&self) -> &Sidecar<CensusIdentity> {
        &self.sidecar
    }

    fn header(&self) -> String {
        csv_line(COLUMNS)
    }

    fn line(&self, row: &Row) -> String {
        let Row { class, deal, orbit, weight, score, nodes } = row;
        format!("{class},{},{orbit},{weight},{score},{nodes}\n", Palette::default().deal(deal))
    }

    fn parse(&self, line: &str) -> Result<(u64, Row), String> {
        let parse = || {
            let [class, deal, orbit, weight, score, nodes] = csv_fields(line).try_into().ok()?;
            Some(Row {
                class: class.parse().ok()?,
                deal: parse_deal(&deal).ok()?.deal,
                orbit: orbit.parse().ok()?,
                weight: weight.parse().ok()?,
                score: score.parse().ok()?,
                nodes: nodes.parse().ok()?,
            })
        };
        let row = parse().ok_or("is no row of a census")?;
        Ok((row.class as u64, row))
    }

    fn check(&self, row: &Row) -> Result<(), String> {
        let class = self.classes.get(row.class).ok_or("is of a class that does not exist")?;
        if (&row.deal, row.orbit, row.weight) != (&class.deal, class.orbit, class.weight) {
            return Err(format!("does not have the deal of class {}", row.class));
        }
        if usize::from(row.score) > self.most {
            return Err(format!("has the score {}, and no deal gives more than {}", row.score, self.most));
        }
        Ok(())
    }
}

/// A class that was not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// Number of the class.
    pub class: usize,
    /// Score that is reached.
    pub lower: u8,
    /// Score that is not exceeded.
    pub upper: u8,
    /// The limit that ended the search.
    pub stopped: StopReason,
}

/// Solves the classes whose rows a file does not have, within the limits of every single search: [`series::run()`]. Returns
/// the classes that were not decided as well, in order. They have no rows.
///
/// # Errors
/// Those of [`series::run()`].
pub fn run(
    file: &mut RowFile<'_, CensusRows>,
    limits: &Limits,
    options: &RunOptions,
    observer: &mut dyn FnMut(Event<'_, Row>),
) -> Result<(End, Vec<Undecided>), Error> {
    let rows = file.series();
    let undecided = Mutex::new(Vec::new());
    let make = |solver: &mut Solver, place: u64, halt: &Arc<AtomicBool>| {
        let number = place as usize;
        let class = &rows.classes[number];
        let limits = Limits { interrupt: Some(Arc::clone(halt)), ..limits.clone() };
        let outcome = solver.solve(&Position::new(&class.deal), rows.reading, &limits);
        match outcome.verdict {
            Verdict::Exact { score } => {
                let Class { deal, orbit, weight } = class.clone();
                Made::Row(Row { class: number, deal, orbit, weight, score, nodes: outcome.stats.nodes }, None)
            }
            Verdict::Undecided { stopped: StopReason::Interrupted, .. } => Made::Interrupted,
            Verdict::Undecided { lower, upper, stopped } => {
                let mut undecided = undecided.lock().unwrap_or_else(PoisonError::into_inner);
                undecided.push(Undecided { class: number, lower, upper, stopped });
                Made::Nothing
            }
        }
    };
    let end = series::run(file, options, &Solver::default, &make, observer)?;
    let mut undecided = undecided.into_inner().unwrap_or_else(PoisonError::into_inner);
    undecided.sort_unstable_by_key(|undecided| undecided.class);
    Ok((end, undecided))
}

/// What has a certain best score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Classes of deals.
    pub classes: u64,
    /// Deals up to the order of nests.
    pub deals: u64,
    /// Their weight: times its deals, for every class.
    pub weight: u64,
}

/// Classes, deals and weight by best score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Shares by score, from 0.
    shares: Vec<Share>,
}

impl Tally {
    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        let score = usize::from(row.score);
        if self.shares.len() <= score {
            self.shares.resize(score + 1, Share::default());
        }
        let share = &mut self.shares[score];
        share.classes += 1;
        share.deals += u64::from(row.orbit);
        share.weight += u64::from(row.orbit) * row.weight;
    }

    /// Scores that occur, ascending, with their shares.
    pub fn shares(&self) -> impl Iterator<Item = (u8, Share)> {
        let shares = self.shares.iter().enumerate();
        shares.filter(|(_, share)| share.classes > 0).map(|(score, &share)| (score as u8, share))
    }

    /// Everything together.
    pub fn total(&self) -> Share {
        self.shares.iter().fold(Share::default(), |sum, share| Share {
            classes: sum.classes + share.classes,
            deals: sum.deals + share.deals,
            weight: sum.weight + share.weight,
        })
    }

    /// Mean best score of a random deal; `None` without rows.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total().weight;
        let sum: f64 = self.shares().map(|(score, share)| f64::from(score) * share.weight as f64).sum();
        (total > 0).then(|| sum / total as f64)
    }
}
