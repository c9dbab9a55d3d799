//! Summary of the rows of files: one group for each dealer, since dealers deal differently.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::distribution::Distribution;
use super::measure::{ClassShare, Measure, ResultClass};
use super::sample::{IndexRuns, SeenDeals, SourceSample};
use crate::games::solomids::analysis::Level;
use crate::games::solomids::batch::{BatchIdentity, Dealer, Meta, Row, RowVerdict};
use crate::games::solomids::solver::Bounds;
use crate::kit::interval::Confidence;
use crate::series::{Difference, Error, differences};

/// Source of rows.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Name, for messages.
    pub name: String,
    /// Sidecar, if there is one.
    pub meta: Option<Meta>,
}

/// Summary of the rows of one dealer.
#[derive(Clone, Debug, Default)]
pub struct SummaryGroup {
    /// Dealer.
    pub dealer: Dealer,
    /// Name of the mapping from seeds to deals, if a sidecar names it.
    format: Option<String>,
    /// Indices of each series. A series is a seed of the tabletop dealer, all seeds of the web page, or a set of deals given
    /// as text.
    runs: BTreeMap<String, IndexRuns>,
    /// Number of deals with each pair of bounds on the best score.
    bounds: BTreeMap<Bounds, u64>,
    /// Number of deals. Seeds for which nothing is dealt do not count.
    pub deals: u64,
    /// Number of undecided deals: a limit ended the search before the best score was proven.
    pub undecided: u64,
    /// Number of deals whose search failed.
    pub failed: u64,
    /// Number of seeds for which nothing is dealt.
    pub no_deal: u64,
    /// Distributions, by measure.
    measures: [Distribution; Measure::ALL.len()],
    /// The same of the searches that a limit ended.
    cut_off: [Distribution; Measure::ALL.len()],
    /// Number of deals of each difficulty, of the rows that have one.
    levels: BTreeMap<Level, u64>,
    /// The hardest decided rows, by what orders them: nodes, seed, index, number of the deal.
    hardest: BTreeMap<(Reverse<u64>, Option<u64>, u64, u64), Row>,
    /// Limit on the lengths of `hardest` and `unsolved`.
    keep: usize,
    /// The first deals that are undecided or failed, as many as are kept.
    pub unsolved: Vec<Row>,
}

impl SummaryGroup {
    /// Adds a row; if its deal was counted before, returns the source of that row instead.
    fn add(&mut self, series: &str, source: usize, row: &Row) -> Option<usize> {
        if !self.runs.contains_key(series) {
            self.runs.insert(series.into(), IndexRuns::default());
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
        for measure in Measure::ALL {
            let Some(number) = measure.of(row) else { continue };
            self.measures[measure as usize].add(number);
            if measure.is_of_search() && row.verdict == RowVerdict::Undecided {
                self.cut_off[measure as usize].add(number);
            }
        }
        if let Some(level) = row.difficulty {
            *self.levels.entry(level).or_default() += 1;
        }
        if row.score.is_some() {
            self.keep_if_hard(row);
        } else if self.unsolved.len() < self.keep {
            self.unsolved.push(row.clone());
        }
    }

    fn keep_if_hard(&mut self, row: &Row) {
        let key = (Reverse(row.nodes.unwrap_or(0)), row.seed, row.index, self.deals);
        let last = self.hardest.last_key_value().map(|(last, _)| *last);
        if self.hardest.len() < self.keep {
            self.hardest.insert(key, row.clone());
        } else if last.is_some_and(|last| key < last) {
            self.hardest.pop_last();
            self.hardest.insert(key, row.clone());
        }
    }

    /// Name of the dealer, with its version if a sidecar names it.
    pub fn dealer_name(&self) -> &str {
        self.format.as_deref().unwrap_or(self.dealer.name())
    }

    /// Seeds and indices of the deals: `seed 1, indices 0 to 999`.
    pub fn which(&self) -> String {
        let one = |(series, runs): (&String, &IndexRuns)| {
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

    /// Number of deals of which neither a win nor a loss is proven.
    pub fn open(&self) -> u64 {
        self.bounds.iter().filter(|(bounds, _)| bounds.proven().is_none()).map(|(_, count)| count).sum()
    }

    /// The share of a class, with its confidence interval.
    pub fn share(&self, class: ResultClass, confidence: Confidence) -> ClassShare {
        let (first, last) = class.scores;
        let (mut certain, mut possible) = (0, 0);
        for (&Bounds { lower, upper }, &count) in &self.bounds {
            certain += if first <= lower && upper <= last { count } else { 0 };
            possible += if lower <= last && first <= upper { count } else { 0 };
        }
        ClassShare {
            class,
            certain,
            possible,
            certain_share: certain as f64 / self.deals.max(1) as f64,
            possible_share: possible as f64 / self.deals.max(1) as f64,
            interval: confidence.interval(certain, possible, self.deals),
        }
    }

    /// The distribution of a measure.
    pub const fn distribution(&self, measure: Measure) -> &Distribution {
        &self.measures[measure as usize]
    }

    /// The distribution of a measure among the searches that a limit ended; empty for a measure of lines.
    pub const fn cut_off(&self, measure: Measure) -> &Distribution {
        &self.cut_off[measure as usize]
    }

    /// Number of deals of a difficulty. Proven losses and rows without the column have none.
    pub fn level(&self, level: Level) -> u64 {
        self.levels.get(&level).copied().unwrap_or_default()
    }

    /// Number of deals that have a difficulty.
    pub fn levelled(&self) -> u64 {
        self.levels.values().sum()
    }

    /// The decided deals with the most nodes, hardest first, as many as are kept.
    pub fn hardest(&self) -> Vec<&Row> {
        self.hardest.values().collect()
    }
}

/// Summary of the rows of some files.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    sources: Vec<SourceFile>,
    /// What is noticed of the rows of each source.
    samples: Vec<SourceSample>,
    seen: SeenDeals,
    groups: BTreeMap<Dealer, SummaryGroup>,
    keep: usize,
}

impl Summary {
    /// An empty summary, which keeps the `keep` hardest and the first `keep` undecided deals of each dealer.
    pub fn new(keep: usize) -> Self {
        Self { keep, ..Self::default() }
    }

    /// Adds a source of rows and returns its number.
    ///
    /// # Errors
    /// If its rules, or the version of its dealer, differ from those of an earlier source; or if it has deals of the same
    /// seed, or the same deals given as text, and other limits, other rules switched off, or another version.
    pub fn source(&mut self, source: SourceFile) -> Result<usize, Error> {
        if let Some(meta) = &source.meta {
            for other in &self.sources {
                let Some(known) = &other.meta else { continue };
                let (here, there) = (&meta.identity, &known.identity);
                let kind = |identity: &BatchIdentity| identity.dealer.split('-').next().map(str::to_owned);
                let (name, here, there) = if here.rules != there.rules {
                    ("rules", &here.rules, &there.rules)
                } else if here.dealer != there.dealer && kind(here) == kind(there) {
                    ("dealers", &here.dealer, &there.dealer)
                } else {
                    let series = |it: &BatchIdentity| (it.dealer.clone(), it.seed, it.deals_sha256.clone());
                    if series(here) != series(there) {
                        continue;
                    }
                    let differences = differences(here, there);
                    if differences.is_empty() {
                        // What it agrees with agrees with all others.
                        break;
                    }
                    let both = |Difference { field, here, there }: &Difference| {
                        format!("{field}: {here} in `{}`, {there} in `{}`", source.name, other.name)
                    };
                    let differences = differences.iter().map(both).collect::<Vec<_>>().join("; ");
                    let message = format!("the same deals were solved in different ways: {differences}");
                    return Err(Error::refused(message, "count them apart"));
                };
                let message =
                    format!("different {name}: `{}` has {here}, `{}` has {there}", source.name, other.name);
                return Err(Error::refused(message, "count them apart"));
            }
        }
        self.sources.push(source);
        self.samples.push(SourceSample::default());
        Ok(self.sources.len() - 1)
    }

    /// Adds a row of a source.
    ///
    /// # Errors
    /// If the deal was counted before.
    ///
    /// # Panics
    /// If `source` is no number returned by [`source`](Self::source).
    pub fn add(&mut self, source: usize, row: &Row) -> Result<(), Error> {
        let file @ SourceFile { name, meta } = &self.sources[source];
        let keep = self.keep;
        let group = self.groups.entry(row.dealer).or_insert_with(|| SummaryGroup {
            dealer: row.dealer,
            keep,
            ..SummaryGroup::default()
        });
        if let Some(meta) = meta
            && group.format.is_none()
        {
            group.format = Some(meta.identity.dealer.clone());
        }
        let series = match row.dealer {
            Dealer::Tabletop => row.seed.map_or_else(String::new, |seed| format!("seed {seed}")),
            Dealer::Web => String::new(),
            // The digest identifies the deals; without a sidecar the name of the source has to do.
            Dealer::Text => match meta.as_ref().and_then(|meta| meta.identity.deals_sha256.as_deref()) {
                Some(digest) => format!("deals {}", digest.get(..12).unwrap_or(digest)),
                None => name.clone(),
            },
        };
        self.samples[source].add(file, &series, row, &mut self.seen);
        let Some(other) = group.add(&series, source, row) else { return Ok(()) };
        let series = if series.is_empty() { series } else { format!(" ({series})") };
        let place = match &self.sources[other].name {
            other if other == name => format!("`{name}`"),
            other => format!("`{other}` and `{name}`"),
        };
        let message =
            format!("the {} deal with index {}{series} comes twice: in {place}", row.dealer, row.index);
        Err(Error::refused(message, "count each deal once"))
    }

    /// What speaks against a fair sample in the rows of a source so far, a sentence each.
    ///
    /// # Panics
    /// If `source` is no number returned by [`source`](Self::source).
    pub fn warnings(&self, source: usize) -> Vec<String> {
        self.samples[source].warnings(&self.sources[source])
    }

    /// The groups, one for each dealer that occurs.
    pub fn groups(&self) -> impl Iterator<Item = &SummaryGroup> {
        self.groups.values()
    }

    /// The sources, in the order of their numbers.
    pub fn sources(&self) -> &[SourceFile] {
        &self.sources
    }
}

#[cfg(test)]
mod tests;
