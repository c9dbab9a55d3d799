//! Sidecar of a batch: what its rows are made with, so that no other rows are ever added to them.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::columns::{COLUMNS, Columns, DEAL};
use super::error::{Difference, Error};
use super::plan::{BatchPlan, Deals};
use super::row::{Dealer, Row};
use crate::games::solomids::game::RULES;
use crate::games::solomids::solver::{Pruning, StopReason};
use crate::series::ledger::{IndexRange, LedgerError, replace};

/// Version of the format of sidecar and rows.
pub const SCHEMA: u32 = 1;

/// Content of `FILE.meta.json`: what the rows of a file are made with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meta {
    /// Version of this format: [`SCHEMA`].
    pub schema: u32,
    /// Name of the program.
    pub program: String,
    /// Version and build of the program: [`VERSION`](crate::VERSION).
    pub version: String,
    /// Name of the rules.
    pub rules: String,
    /// Name of the mapping from seeds to deals.
    pub dealer: String,
    /// Seed of the tabletop dealer; none for other dealers.
    pub seed: Option<u64>,
    /// SHA-256 of deals given as text; none for other deals.
    pub deals_sha256: Option<String>,
    /// Indices of the deals where not all of a range are solved; `start`, `count`, `first` and `rows` then count places in
    /// this list.
    #[serde(default)]
    pub indices: Option<Vec<u64>>,
    /// First index of the batch.
    pub start: u64,
    /// Number of deals of the batch.
    pub count: u64,
    /// Part of the batch that the file is to hold; none for the whole batch.
    pub shard: Option<String>,
    /// First index of the file.
    pub first: u64,
    /// Number of rows of the complete file.
    pub rows: u64,
    /// Limits of each search.
    pub limits: MetaLimits,
    /// Rules of the search that are switched off.
    pub without: Vec<String>,
    /// Columns of the file.
    pub columns: Vec<String>,
    /// Limits that have ended a search so far: `nodes`, `time`, `memory`. Rows are reproducible if there is none but
    /// `nodes`.
    pub stopped_by: Vec<String>,
    /// SHA-256 of the file of rows, header included; none until all rows are there.
    #[serde(default)]
    pub rows_sha256: Option<String>,
}

/// Limits of each search; none if unlimited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetaLimits {
    /// Nodes expanded.
    pub max_nodes: Option<u64>,
    /// Time in seconds.
    pub timeout_seconds: Option<f64>,
    /// Memory in bytes; none for the default, which depends on the machine.
    pub memory_bytes: Option<u64>,
}

impl Meta {
    /// The sidecar of a plan's rows.
    pub fn new(plan: &BatchPlan) -> Self {
        let range = plan.range();
        Self {
            schema: SCHEMA,
            program: env!("CARGO_PKG_NAME").into(),
            version: crate::VERSION.into(),
            rules: RULES.into(),
            dealer: plan.deals.format().into(),
            seed: match plan.deals {
                Deals::Tabletop { seed } => Some(seed),
                _ => None,
            },
            deals_sha256: plan.deals.digest(),
            indices: plan.chosen.clone(),
            start: plan.whole.first(),
            count: plan.whole.count(),
            shard: plan.shard.map(|shard| shard.to_string()),
            first: range.first(),
            rows: range.count(),
            limits: MetaLimits {
                max_nodes: plan.limits.max_nodes,
                timeout_seconds: plan.limits.timeout.map(|time| time.as_secs_f64()),
                memory_bytes: plan.limits.memory,
            },
            without: plan.without().map(Pruning::name).map(Into::into).collect(),
            columns: plan.columns.names().map(Into::into).collect(),
            stopped_by: Vec::new(),
            rows_sha256: None,
        }
    }

    /// Reads a sidecar; `None` if there is no file.
    ///
    /// # Errors
    /// If it cannot be read or is malformed.
    pub fn read(path: &Path) -> Result<Option<Self>, Error> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(LedgerError::io("read", path)(error).into()),
        };
        let bad = |message: String| Error::BadMeta { path: path.into(), message };
        let value: Value = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        match value.get("schema").and_then(Value::as_u64) {
            Some(schema) if schema == u64::from(SCHEMA) => {}
            Some(schema) => return Err(Error::OtherSchema { path: path.into(), schema }),
            None => return Err(bad("it has no schema".into())),
        }
        serde_json::from_value(value).map(Some).map_err(|error| bad(error.to_string()))
    }

    /// Replaces a sidecar atomically.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let text = self.to_json()?;
        Ok(replace(path, |file| file.write_all(&text))?)
    }

    /// The text of the sidecar: indented JSON with a line end.
    ///
    /// # Errors
    /// None of the input; the serialiser's are passed on.
    pub(super) fn to_json(&self) -> Result<Vec<u8>, Error> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        Ok(text)
    }

    /// Checks that a row is one of the file, and the one at `place`, counted from 0, if that is given.
    ///
    /// # Errors
    /// If seed, dealer or index differ; the message follows the name of the row.
    pub fn expect(&self, row: &Row, place: Option<u64>) -> Result<(), String> {
        let dealer = self.dealer.split('-').next().unwrap_or_default();
        let seed = match row.dealer {
            Dealer::Tabletop => self.seed,
            Dealer::Web => Some(row.index),
            Dealer::Text => None,
        };
        if row.dealer.name() != dealer || row.seed != seed {
            return Err("has another seed or dealer".into());
        }
        let range = IndexRange::new(self.first, self.rows).ok_or("has rows beyond the last index")?;
        let index = row.index;
        let number =
            self.number(index).ok_or_else(|| format!("has index {index}, which does not belong here"))?;
        range.place(number, place).map(drop).map_err(|message| match self.indices {
            Some(_) => format!("has index {index}, which is not its place in the list of indices"),
            None => message,
        })
    }

    /// The number of a deal that `start`, `count`, `first` and `rows` count; `None` if the batch is without it.
    pub(super) fn number(&self, index: u64) -> Option<u64> {
        match &self.indices {
            Some(indices) => indices.binary_search(&index).ok().map(|at| at as u64),
            None => Some(index),
        }
    }

    /// The place among the rows of the complete file of the deal with this index.
    pub(super) fn place(&self, index: u64) -> Option<u64> {
        let place = self.number(index)?.checked_sub(self.first)?;
        (place < self.rows).then_some(place)
    }

    /// The index of the deal at a place among the rows of the complete file.
    pub(super) fn index(&self, place: u64) -> Option<u64> {
        let number = self.first.checked_add(place).filter(|_| place < self.rows)?;
        match &self.indices {
            Some(indices) => indices.get(usize::try_from(number).ok()?).copied(),
            None => Some(number),
        }
    }

    /// Number of rows of the complete file whose index is below this one.
    pub(super) fn rows_below(&self, index: u64) -> u64 {
        let number = match &self.indices {
            Some(indices) => indices.partition_point(|&other| other < index) as u64,
            None => index,
        };
        number.saturating_sub(self.first).min(self.rows)
    }

    /// The deals, if they can be dealt again: `None` for deals given as text and for other versions of a dealer.
    pub fn deals(&self) -> Option<Deals> {
        let deals = self.seed.map_or(Deals::Web, |seed| Deals::Tabletop { seed });
        (deals.format() == self.dealer).then_some(deals)
    }

    /// The columns of the file.
    ///
    /// # Errors
    /// If it has columns that this version does not know; the message follows the name of the sidecar.
    pub fn file_columns(&self) -> Result<Columns, String> {
        Columns::named(&self.columns).ok_or_else(|| "it names columns that this version does not know".into())
    }

    /// Records that a limit ended a search; returns whether the sidecar changed. Interrupts are no limits.
    pub fn note(&mut self, stop: StopReason) -> bool {
        stop != StopReason::Interrupted && self.note_name(stop.name())
    }

    /// Records that the limit with this name ended a search; returns whether the sidecar changed.
    pub(super) fn note_name(&mut self, name: &str) -> bool {
        let is_new = !self.stopped_by.iter().any(|known| known == name);
        if is_new {
            self.stopped_by.push(name.into());
            self.stopped_by.sort_unstable();
        }
        is_new
    }

    /// Fields in which two batches differ, except those named in `ignored`. `self` is here, `other` there.
    pub fn differences(&self, other: &Self, ignored: &[&str]) -> Vec<Difference> {
        let (here, there) = (self.flat(), other.flat());
        here.into_iter()
            .zip(there)
            .filter(|(here, there)| here != there && !ignored.contains(&here.0.as_str()))
            .map(|((field, here), (_, there))| {
                let (here, there) = both_in_words(&here, &there);
                Difference { field, here, there }
            })
            .collect()
    }

    /// Limits that are smaller here than there. Memory is compared only where both set it: the default depends on the
    /// machine.
    pub(super) fn smaller_limits(&self, there: &Self) -> Vec<Difference> {
        fn below<T: PartialOrd>(here: Option<T>, there: Option<T>) -> bool {
            here.is_some_and(|here| there.is_none_or(|there| here < there))
        }
        let (here, known) = (&self.limits, &there.limits);
        let smaller = |field: &str| match field {
            "limits.max_nodes" => below(here.max_nodes, known.max_nodes),
            "limits.timeout_seconds" => below(here.timeout_seconds, known.timeout_seconds),
            "limits.memory_bytes" => {
                known.memory_bytes.is_some() && below(here.memory_bytes, known.memory_bytes)
            }
            _ => false,
        };
        self.differences(there, &[]).into_iter().filter(|difference| smaller(&difference.field)).collect()
    }

    /// All fields with their values, in a fixed order; `limits` is flattened.
    fn flat(&self) -> Vec<(String, Value)> {
        let mut fields = Vec::new();
        let Ok(Value::Object(all)) = serde_json::to_value(self) else { return fields };
        for (name, value) in all {
            match value {
                Value::Object(inner) => {
                    fields.extend(inner.into_iter().map(|(part, value)| (format!("{name}.{part}"), value)));
                }
                value => fields.push((name, value)),
            }
        }
        fields
    }
}

/// Two different values of a field as text.
fn both_in_words(here: &Value, there: &Value) -> (String, String) {
    let (a, b) = (in_words(here), in_words(there));
    let (Value::Array(here), Value::Array(there)) = (here, there) else { return (a, b) };
    // Lists with equal numbers and ends are told apart by the first items that differ.
    match here.iter().zip(there).position(|(here, there)| here != there) {
        Some(at) if a == b => {
            let item = |text: &str, items: &[Value]| format!("{text} (item {} is {})", at + 1, items[at]);
            (item(&a, here), item(&b, there))
        }
        _ => (a, b),
    }
}

/// The value of a field as text.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().any(Value::is_u64) => chosen_in_words(items),
        Value::Array(items) => {
            let names: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            let without_deals: Vec<&str> = Columns { deals: false, ..Columns::default() }.names().collect();
            let (usual, extras) =
                match (names.strip_prefix(&COLUMNS[..]), names.strip_prefix(&without_deals[..])) {
                    (Some(extras), _) => ("the usual ones".into(), extras),
                    (None, Some(extras)) => (format!("the usual ones without {DEAL}"), extras),
                    (None, None) if names.is_empty() => return "none".into(),
                    (None, None) => return names.join(", "),
                };
            if extras.is_empty() { usual } else { format!("{usual} and {}", extras.join(", ")) }
        }
        other => other.to_string(),
    }
}

/// Number and ends of a list of indices.
fn chosen_in_words(indices: &[Value]) -> String {
    match indices {
        [] => "none".into(),
        [one] => format!("only {one}"),
        [first, .., last] => format!("{} from {first} to {last}", indices.len()),
    }
}
