//! What the rows of some files say together: one group for each dealer, since dealers deal differently.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::distribution::Distribution;
use super::interval::{Confidence, Interval};
use crate::analysis::Level;
use crate::batch::{Dealer, Meta, Row, RowVerdict};
use crate::game::{MAX_SWAPS, TREES};

/// A set of results whose share is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Won without a swap.
    NoSwap,
    /// Won with one swap, and not without.
    OneSwap,
    /// Won with two swaps, and not with fewer.
    TwoSwaps,
    /// Not to be won.
    Lost,
    /// Won with one swap at most.
    OneSwapAtMost,
    /// Won at all.
    Won,
}

impl Class {
    /// Those that exclude each other, and together are everything.
    pub const RESULTS: [Self; 4] = [Self::NoSwap, Self::OneSwap, Self::TwoSwaps, Self::Lost];
    /// Those that add up others.
    pub const SUMS: [Self; 2] = [Self::OneSwapAtMost, Self::Won];

    /// The best scores of the class, first and last.
    pub const fn scores(self) -> (u8, u8) {
        let best = TREES + MAX_SWAPS;
        match self {
            Self::NoSwap => (best, best),
            Self::OneSwap => (best - 1, best - 1),
            Self::TwoSwaps => (best - 2, best - 2),
            Self::Lost => (0, TREES - 1),
            Self::OneSwapAtMost => (best - 1, best),
            Self::Won => (TREES, best),
        }
    }

    /// A name for machines.
    pub const fn key(self) -> &'static str {
        match self {
            Self::NoSwap => "17",
            Self::OneSwap => "16",
            Self::TwoSwaps => "15",
            Self::Lost => "lost",
            Self::OneSwapAtMost => "16-or-more",
            Self::Won => "won",
        }
    }

    /// A name for people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::NoSwap => "17, no swap",
            Self::OneSwap => "16, one swap",
            Self::TwoSwaps => "15, two swaps",
            Self::Lost => "lost",
            Self::OneSwapAtMost => "16 or 17",
            Self::Won => "won, 15 to 17",
        }
    }
}

/// A number whose distribution is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// Nodes of the search.
    Nodes,
    /// Moves of a win.
    Moves,
    /// Those of a win that moved a whole stack.
    Stacks,
    /// Those of a win that moved the upper part of a stack.
    Transfers,
    /// Slides of a win.
    Slides,
    /// Banks of a win.
    Banks,
    /// Trees that can be banked in a lost deal.
    LostTrees,
    /// Microseconds of the search.
    Elapsed,
}

impl Measure {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 8] = [
        Self::Nodes,
        Self::Elapsed,
        Self::Moves,
        Self::Stacks,
        Self::Transfers,
        Self::Slides,
        Self::Banks,
        Self::LostTrees,
    ];

    /// A name for machines.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Elapsed => "elapsed_us",
            Self::Moves => "moves",
            Self::Stacks => "stacks",
            Self::Transfers => "transfers",
            Self::Slides => "slides",
            Self::Banks => "banks",
            Self::LostTrees => "lost_trees",
        }
    }

    /// A name for people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Nodes => "nodes of a search",
            Self::Elapsed => "µs of a search",
            Self::Moves => "moves of a win",
            Self::Stacks => "whole stacks moved",
            Self::Transfers => "upper parts moved",
            Self::Slides => "slides",
            Self::Banks => "banks",
            Self::LostTrees => "trees of a lost deal",
        }
    }

    fn of(self, row: &Row) -> Option<u64> {
        let won = row.verdict == RowVerdict::Won;
        let of_win = |count: Option<u32>| if won { count.map(u64::from) } else { None };
        match self {
            Self::Nodes => row.nodes,
            Self::Elapsed => row.elapsed_us,
            Self::Moves => of_win(row.moves),
            Self::Stacks => of_win(row.stacks),
            Self::Transfers => of_win(row.transfers),
            Self::Slides => of_win(row.slides),
            Self::Banks => of_win(row.banks),
            Self::LostTrees => {
                if row.verdict == RowVerdict::Lost {
                    row.score.map(u64::from)
                } else {
                    None
                }
            }
        }
    }
}

/// A class with how many deals belong to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Which class.
    pub class: Class,
    /// Deals that belong to it for certain.
    pub certain: u64,
    /// Those, and the undecided ones that may.
    pub possible: u64,
    /// Those that belong for certain, as a share of all.
    pub share: f64,
    /// Where the share of all deals of the dealer lies.
    pub interval: Interval,
}

/// Rows that cannot be counted together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Mixed {
    /// What is wrong, by name.
    pub message: String,
    /// How to mend it.
    pub help: &'static str,
}

/// Where rows come from.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name, for messages.
    pub name: String,
    /// Its sidecar, if it has one.
    pub meta: Option<Meta>,
}

/// Which indices there are, and which source each comes from.
///
/// It grows with the gaps between them, not with their number.
#[derive(Clone, Debug, Default)]
struct Runs {
    /// Consecutive indices of one source: the last one and the source, by the first one.
    runs: BTreeMap<u64, (u64, usize)>,
}

impl Runs {
    /// Adds an index; gives back the source that has it already, if one has.
    fn add(&mut self, index: u64, source: usize) -> Option<usize> {
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

    /// Consecutive indices, of whatever source: first and last.
    fn joined(&self) -> Vec<(u64, u64)> {
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

/// What the rows of one dealer say.
#[derive(Clone, Debug)]
pub struct Group {
    dealer: Dealer,
    /// Name of the mapping from seeds to deals, where a sidecar tells it.
    format: Option<String>,
    /// Which deals there are: for each series the runs of its indices. A series is a seed of the tabletop dealer,
    /// or deals given as text.
    runs: BTreeMap<String, Runs>,
    /// How many deals have these bounds.
    bounds: BTreeMap<(u8, u8), u64>,
    deals: u64,
    undecided: u64,
    failed: u64,
    no_deal: u64,
    measures: Vec<Distribution>,
    /// How many deals are as hard as this for a person, where rows say so.
    levels: BTreeMap<Level, u64>,
    /// The rows with the most nodes, the least on top.
    hardest: BinaryHeap<Reverse<(u64, Reverse<u64>, usize)>>,
    kept: Vec<Row>,
    keep: usize,
    /// The first rows that are undecided or failed.
    open: Vec<Row>,
}

impl Group {
    fn new(dealer: Dealer, keep: usize) -> Self {
        Self {
            dealer,
            format: None,
            runs: BTreeMap::new(),
            bounds: BTreeMap::new(),
            deals: 0,
            undecided: 0,
            failed: 0,
            no_deal: 0,
            measures: vec![Distribution::default(); Measure::ALL.len()],
            levels: BTreeMap::new(),
            hardest: BinaryHeap::new(),
            kept: Vec::new(),
            keep,
            open: Vec::new(),
        }
    }

    /// Adds a row, unless the deal was counted before: then gives back the source that has it.
    fn add(&mut self, series: &str, source: usize, row: &Row) -> Option<usize> {
        if !self.runs.contains_key(series) {
            self.runs.insert(series.into(), Runs::default());
        }
        let before = self.runs.get_mut(series).and_then(|runs| runs.add(row.index, source));
        if before.is_none() {
            self.count(row);
        }
        before
    }

    fn count(&mut self, row: &Row) {
        let Some(bounds) = row.bounds() else {
            self.no_deal += 1;
            return;
        };
        self.deals += 1;
        *self.bounds.entry(bounds).or_default() += 1;
        self.undecided += u64::from(row.verdict == RowVerdict::Undecided);
        self.failed += u64::from(row.verdict == RowVerdict::Failed);
        for (measure, distribution) in Measure::ALL.into_iter().zip(&mut self.measures) {
            if let Some(number) = measure.of(row) {
                distribution.add(number);
            }
        }
        if let Some(level) = row.difficulty {
            *self.levels.entry(level).or_default() += 1;
        }
        if row.score.is_some() {
            self.keep_if_hard(row);
        } else if self.open.len() < self.keep {
            self.open.push(row.clone());
        }
    }

    fn keep_if_hard(&mut self, row: &Row) {
        let nodes = row.nodes.unwrap_or(0);
        let place = if self.kept.len() < self.keep {
            self.kept.push(row.clone());
            self.kept.len() - 1
        } else {
            // Of equally hard deals the first ones stay.
            match self.hardest.peek() {
                Some(Reverse((least, ..))) if nodes > *least => {}
                _ => return,
            }
            let Some(Reverse((_, _, place))) = self.hardest.pop() else { return };
            self.kept[place] = row.clone();
            place
        };
        self.hardest.push(Reverse((nodes, Reverse(row.index), place)));
    }

    /// Who dealt.
    pub const fn dealer(&self) -> Dealer {
        self.dealer
    }

    /// Who dealt, by the name of the mapping from seeds to deals where it is known.
    pub fn dealer_name(&self) -> &str {
        self.format.as_deref().unwrap_or(self.dealer.name())
    }

    /// Which deals: `seed 1, indices 0 to 999`.
    pub fn which(&self) -> String {
        let one = |(series, runs): (&String, &Runs)| {
            let (one, many) =
                if self.dealer == Dealer::Web { ("seed", "seeds") } else { ("index", "indices") };
            let ranges = match runs.joined().as_slice() {
                [(first, last)] if first == last => format!("{one} {first}"),
                runs @ ([_] | [_, _] | [_, _, _]) => {
                    let parts = runs.iter().map(|(first, last)| {
                        if first == last { first.to_string() } else { format!("{first} to {last}") }
                    });
                    format!("{many} {}", parts.collect::<Vec<_>>().join(", "))
                }
                [(first, _), .., (_, last)] => format!("{many} between {first} and {last}"),
                [] => format!("no {many}"),
            };
            if series.is_empty() { ranges } else { format!("{series}, {ranges}") }
        };
        match self.runs.len() {
            0..=3 => self.runs.iter().map(one).collect::<Vec<_>>().join("; "),
            many if self.dealer == Dealer::Text => format!("{many} batches"),
            many => format!("{many} seeds"),
        }
    }

    /// Deals that were dealt.
    pub const fn deals(&self) -> u64 {
        self.deals
    }

    /// Those that a limit left undecided.
    pub const fn undecided(&self) -> u64 {
        self.undecided
    }

    /// Those over which the solver broke down.
    pub const fn failed(&self) -> u64 {
        self.failed
    }

    /// Seeds for which nothing is dealt: not among the deals.
    pub const fn no_deal(&self) -> u64 {
        self.no_deal
    }

    /// A class with its interval.
    pub fn share(&self, class: Class, confidence: Confidence) -> Share {
        let (first, last) = class.scores();
        let count = |belongs: fn(u8, u8, u8, u8) -> bool| -> u64 {
            let counted =
                self.bounds.iter().filter(|&(&(lower, upper), _)| belongs(lower, upper, first, last));
            counted.map(|(_, count)| count).sum()
        };
        let certain = count(|lower, upper, first, last| first <= lower && upper <= last);
        let possible = count(|lower, upper, first, last| lower <= last && first <= upper);
        Share {
            class,
            certain,
            possible,
            share: certain as f64 / self.deals.max(1) as f64,
            interval: confidence.interval(certain, possible, self.deals),
        }
    }

    /// How a number is distributed.
    pub fn distribution(&self, measure: Measure) -> &Distribution {
        let at = Measure::ALL.iter().position(|&other| other == measure).unwrap_or_default();
        &self.measures[at]
    }

    /// How many deals are as hard as this for a person. Deals proven not winnable are none of these, nor are rows
    /// without a word for it.
    pub fn level(&self, level: Level) -> u64 {
        self.levels.get(&level).copied().unwrap_or_default()
    }

    /// Deals with a word for how hard they are.
    pub fn levelled(&self) -> u64 {
        self.levels.values().sum()
    }

    /// The decided deals with the most nodes, hardest first.
    pub fn hardest(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.kept.iter().collect();
        rows.sort_by_key(|row| (Reverse(row.nodes.unwrap_or(0)), row.seed, row.index));
        rows
    }

    /// The first deals that are undecided or failed, not more than were asked for.
    pub fn open(&self) -> &[Row] {
        &self.open
    }
}

/// What the rows of some files say together.
#[derive(Clone, Debug)]
pub struct Summary {
    sources: Vec<SourceFile>,
    groups: BTreeMap<Dealer, Group>,
    keep: usize,
}

impl Summary {
    /// Nothing yet; of each dealer the `keep` hardest deals are going to be kept.
    pub const fn new(keep: usize) -> Self {
        Self { sources: Vec::new(), groups: BTreeMap::new(), keep }
    }

    /// Adds a source of rows and gives back its number.
    ///
    /// # Errors
    /// If its rows cannot be counted with those of the sources before it.
    pub fn source(&mut self, source: SourceFile) -> Result<usize, Mixed> {
        if let Some(meta) = &source.meta {
            for other in &self.sources {
                let Some(known) = &other.meta else { continue };
                let kind = |meta: &Meta| meta.dealer.split('-').next().unwrap_or_default().to_owned();
                let (name, here, there) = if meta.rules != known.rules {
                    ("rules", &meta.rules, &known.rules)
                } else if meta.dealer != known.dealer && kind(meta) == kind(known) {
                    ("dealers", &meta.dealer, &known.dealer)
                } else {
                    continue;
                };
                return Err(Mixed {
                    message: format!(
                        "different {name}: `{}` has {here}, `{}` has {there}",
                        source.name, other.name
                    ),
                    help: "count them apart",
                });
            }
        }
        self.sources.push(source);
        Ok(self.sources.len() - 1)
    }

    /// Adds a row of a source.
    ///
    /// # Errors
    /// If its deal was counted before.
    ///
    /// # Panics
    /// If [`source`](Self::source) has not given the number of the source.
    pub fn add(&mut self, source: usize, row: &Row) -> Result<(), Mixed> {
        let SourceFile { name, meta } = &self.sources[source];
        let keep = self.keep;
        let group = self.groups.entry(row.dealer).or_insert_with(|| Group::new(row.dealer, keep));
        if let Some(meta) = meta
            && group.format.is_none()
        {
            group.format = Some(meta.dealer.clone());
        }
        let series = match row.dealer {
            Dealer::Tabletop => row.seed.map_or_else(String::new, |seed| format!("seed {seed}")),
            Dealer::Web => String::new(),
            // Which deals they were, if anything says so.
            Dealer::Text => match meta.as_ref().and_then(|meta| meta.deals_sha256.as_deref()) {
                Some(digest) => format!("deals {}", digest.get(..12).unwrap_or(digest)),
                None => name.clone(),
            },
        };
        let Some(other) = group.add(&series, source, row) else { return Ok(()) };
        let series = if series.is_empty() { series } else { format!(" ({series})") };
        let place = match &self.sources[other].name {
            other if other == name => format!("`{name}`"),
            other => format!("`{other}` and `{name}`"),
        };
        Err(Mixed {
            message: format!(
                "the {} deal with index {}{series} comes twice: in {place}",
                row.dealer, row.index
            ),
            help: "count each deal once",
        })
    }

    /// What there is, one group for each dealer.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.groups.values()
    }

    /// Where the rows come from.
    pub fn sources(&self) -> &[SourceFile] {
        &self.sources
    }
}

#[cfg(test)]
mod tests;
