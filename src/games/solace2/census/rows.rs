//! The rows of a census as a series, their making, and the distribution of best scores that they give.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::classes::{Class, classes};
use crate::games::solace2::SEARCH_REVISION;
use crate::games::solace2::game::{Deal, Palette, Position, RULES, Reading, parse_deal};
use crate::games::solace2::record::GAME;
use crate::games::solace2::solver::{Limits, Outcome, Solver, StopReason};
use crate::kit::numbers::counted;
use crate::series::{
    self, End, Error, Event, IndexRange, Made, Note, Part, RowFile, RunOptions, SearchLimits, Series,
    Sidecar, Task,
};

/// What the census says of one class: the columns of a row, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Number of the class, from 0, in the order of [`classes`](fn@super::classes).
    pub class: usize,
    /// Its first deal.
    #[serde(serialize_with = "write_deal", deserialize_with = "read_deal")]
    pub deal: Deal,
    /// Deals in the class.
    pub orbit: u8,
    /// Weight of every deal of the class.
    pub weight: u64,
    /// Best score; `None` if a limit ended the search.
    pub score: Option<u8>,
    /// Nodes of the search.
    pub nodes: u64,
}

fn write_deal<S: Serializer>(deal: &Deal, serializer: S) -> Result<S::Ok, S::Error> {
    Palette::default().deal(deal).serialize(serializer)
}

fn read_deal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Deal, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse_deal(&text).map(|parsed| parsed.deal).map_err(D::Error::custom)
}

/// What decides the rows of a census.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CensusIdentity {
    game: String,
    version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    search_revision: Option<u32>,
    rules: String,
    reading: String,
    /// Limits of each search. Versions in which undecided classes had no rows do not name them: all rows are decided then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limits: Option<SearchLimits>,
}

/// Nodes of the search that checks a row that is read, at most.
const CHECK_NODES: u64 = 100;

/// The rows of a census.
#[derive(Clone, Debug)]
pub struct CensusRows {
    /// All classes, in order.
    pub classes: Vec<Class>,
    /// The reading.
    pub reading: Reading,
    sidecar: Sidecar<CensusIdentity>,
}

impl CensusRows {
    /// The rows of all classes of games of `stashes` stashes; `limits` are those of each search as the user gave them.
    ///
    /// # Panics
    /// If `stashes` is not from 1 to 5.
    pub fn new(stashes: usize, reading: Reading, limits: SearchLimits) -> Self {
        let identity = CensusIdentity {
            game: GAME.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            search_revision: Some(SEARCH_REVISION),
            rules: RULES.into(),
            reading: reading.name(),
            limits: Some(limits),
        };
        let classes = classes(stashes);
        let part = Part::new(IndexRange::below(classes.len() as u64), None, None);
        let sidecar = Sidecar::new(identity, part);
        Self { classes, reading, sidecar }
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
        "class,deal,orbit,weight,score,nodes\n".into()
    }

    fn line(&self, row: &Row) -> String {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        writer.serialize(row).expect("numbers and a text");
        String::from_utf8(writer.into_inner().expect("memory")).expect("text")
    }

    fn parse(&self, line: &str) -> Result<(u64, Row), String> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
        let row: Option<Row> = reader.deserialize().next().and_then(Result::ok);
        let row = row.ok_or("is no row of a census")?;
        Ok((row.class as u64, row))
    }

    fn check(&self, row: &Row) -> Result<(), String> {
        let class = self.classes.get(row.class).ok_or("is of a class that does not exist")?;
        if (&row.deal, row.orbit, row.weight) != (&class.deal, class.orbit, class.weight) {
            return Err(format!("does not have the deal of class {}", row.class));
        }
        // A search that may take as many nodes finds out the same. Of a long one only its beginning is repeated.
        let limits = Limits::nodes(row.nodes.min(CHECK_NODES));
        let Outcome { verdict, stats, .. } =
            Solver::default().solve(&Position::new(&class.deal), self.reading, &limits);
        let (lower, upper) = verdict.bounds();
        let fits = if row.nodes <= CHECK_NODES {
            (row.score, row.nodes) == (verdict.score(), stats.nodes)
        } else {
            stats.nodes == CHECK_NODES && row.score.is_none_or(|score| (lower..=upper).contains(&score))
        };
        let has_limit = self.sidecar.identity.limits.and_then(|limits| limits.max_nodes);
        if fits && has_limit.is_none_or(|most| row.nodes <= most) {
            return Ok(());
        }
        let shown = row.score.map_or_else(|| "no score".into(), |score| format!("the score {score}"));
        let found = if lower == upper { format!("{lower}") } else { format!("from {lower} to {upper}") };
        Err(format!(
            "has {shown} after {}, and the best is {found} after {}",
            counted(row.nodes, "node"),
            stats.nodes
        ))
    }

    fn covers(&self, smaller: &CensusIdentity) -> bool {
        let limits = self.sidecar.identity.limits.unwrap_or_default();
        smaller.limits.is_none_or(|smaller| limits.cover(&smaller))
    }

    /// As rows of batches are, a row that was decided with the very last node is made anew.
    fn keeps(&self, row: &Row, smaller: &CensusIdentity) -> bool {
        let most = smaller.limits.and_then(|limits| limits.max_nodes);
        row.score.is_some() && most.is_none_or(|most| row.nodes < most)
    }
}

/// Solves the classes whose rows a file does not have, within the limits of its rows and an equal share of the memory for each
/// thread: [`series::run()`].
///
/// # Errors
/// Those of [`series::run()`].
pub fn run(
    file: &mut RowFile<'_, CensusRows>,
    options: &RunOptions,
    observer: &mut dyn FnMut(Event<'_, Row>),
) -> Result<End, Error> {
    let rows = file.series();
    let limits = Limits {
        memory: Some(options.memory / options.threads.max(1) as u64),
        ..rows.sidecar.identity.limits.unwrap_or_default().limits()
    };
    let make = |solver: &mut Solver, Task { place, halt, .. }: Task<'_>| {
        let number = place as usize;
        let Class { deal, orbit, weight } = rows.classes[number].clone();
        let limits = limits.interrupted_by(halt);
        let Outcome { verdict, stats, .. } = solver.solve(&Position::new(&deal), rows.reading, &limits);
        let row = || Row { class: number, deal, orbit, weight, score: verdict.score(), nodes: stats.nodes };
        match verdict.stopped() {
            Some(StopReason::Interrupted) => Made::Interrupted,
            stopped => Made::Row(row(), stopped.map(|stopped| Note::Stopped(stopped.name()))),
        }
    };
    series::run(file, options, &Solver::default, &make, observer)
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
    /// Counts a row, unless its class is undecided.
    pub fn add(&mut self, row: &Row) {
        let Some(score) = row.score.map(usize::from) else { return };
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
