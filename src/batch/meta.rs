//! The sidecar of a batch: what its rows were made with, so that nothing else is ever added to them.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::columns::{COLUMNS, Extra, columns};
use super::error::{Difference, Error};
use super::plan::{Deals, Plan};
use super::replace::replace;
use super::row::{Dealer, Row};
use crate::game::RULES;
use crate::solver::{Rule, Stop};

/// Version of the layout of sidecar and rows.
pub const SCHEMA: u32 = 1;

/// What the rows of a file were made with, as `FILE.meta.json` says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meta {
    /// Version of this layout.
    pub schema: u32,
    /// The program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// Name of the rules.
    pub rules: String,
    /// Name of the mapping from seeds to deals.
    pub dealer: String,
    /// Seed of the tabletop dealer.
    pub seed: Option<u64>,
    /// SHA-256 of deals given as text.
    pub deals_sha256: Option<String>,
    /// First index of the batch.
    pub start: u64,
    /// Deals of the batch.
    pub count: u64,
    /// Which part of the batch the file is to hold, if not all.
    pub shard: Option<String>,
    /// First index of the file.
    pub first: u64,
    /// Rows of the file, once it is complete.
    pub rows: u64,
    /// Limits of each search.
    pub limits: MetaLimits,
    /// Rules that were switched off.
    pub without: Vec<String>,
    /// Columns of the file.
    pub columns: Vec<String>,
    /// Which limits have ended a search so far: `nodes`, `time`, `memory`. With the first alone, or none, the
    /// rows are reproducible.
    pub stopped_by: Vec<String>,
}

/// Limits of each search; null where there was none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetaLimits {
    /// Nodes.
    pub max_nodes: Option<u64>,
    /// Seconds.
    pub timeout_seconds: Option<f64>,
    /// Bytes of memory; null for what suits the machine.
    pub memory_bytes: Option<u64>,
}

/// Whether two names are of one file, or their sidecars would be one.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let same = |one: &Path, other: &Path| {
        fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
    };
    same(one, other) || same(&path_for(one), &path_for(other))
}

/// Where the sidecar of a file is: `deals.meta.json` for `deals.csv`.
///
/// Different files have different sidecars as long as their names end in `.csv`, which is why rows are written to no
/// others: see [`check_name`].
pub fn path_for(rows: &Path) -> PathBuf {
    let name = rows.file_name().unwrap_or_default();
    let stem = if ends_in_csv(rows) { rows.file_stem().unwrap_or(name) } else { name };
    let mut meta = stem.to_owned();
    meta.push(".meta.json");
    rows.with_file_name(meta)
}

/// Makes sure that a file of rows shares its sidecar with no other one.
///
/// # Errors
/// If its name does not end in `.csv`.
pub fn check_name(rows: &Path) -> Result<(), Error> {
    if ends_in_csv(rows) { Ok(()) } else { Err(Error::Name(rows.into())) }
}

fn ends_in_csv(rows: &Path) -> bool {
    rows.extension().is_some_and(|extension| extension == "csv")
}

impl Meta {
    /// What the rows of a plan are made with.
    pub fn new(plan: &Plan) -> Self {
        let range = plan.range();
        Self {
            schema: SCHEMA,
            program: env!("CARGO_PKG_NAME").into(),
            version: env!("CARGO_PKG_VERSION").into(),
            rules: RULES.into(),
            dealer: plan.deals.format().into(),
            seed: match plan.deals {
                Deals::Tabletop { seed } => Some(seed),
                _ => None,
            },
            deals_sha256: plan.deals.digest(),
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
            without: plan.without().map(Rule::name).map(Into::into).collect(),
            columns: columns(&plan.extras).map(Into::into).collect(),
            stopped_by: Vec::new(),
        }
    }

    /// Reads the sidecar; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read or understood.
    pub fn read(path: &Path) -> Result<Option<Self>, Error> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::io("read", path)(error)),
        };
        let bad = |message: String| Error::BadMeta { path: path.into(), message };
        let value: Value = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        match value.get("schema").and_then(Value::as_u64) {
            Some(schema) if schema == u64::from(SCHEMA) => {}
            Some(other) => return Err(bad(format!("it has schema {other}, this version reads {SCHEMA}"))),
            None => return Err(bad("it has no schema".into())),
        }
        serde_json::from_value(value).map(Some).map_err(|error| bad(error.to_string()))
    }

    /// Writes the sidecar so that after a crash either the old or the new one is there, complete.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let mut text =
            serde_json::to_vec_pretty(self).map_err(io::Error::from).map_err(Error::io("write", path))?;
        text.push(b'\n');
        replace(path, |file| file.write_all(&text))
    }

    /// Whether a row is one of the file; if its place there is given, counted from 0, whether it is that one.
    ///
    /// # Errors
    /// What is wrong with it, in words that follow its name.
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
        let offset = row.index.wrapping_sub(self.first);
        if offset >= self.rows {
            return Err(format!("has index {}, which does not belong here", row.index));
        }
        if place.is_some_and(|place| place != offset) {
            return Err(format!("has index {}, which is not the next one", row.index));
        }
        Ok(())
    }

    /// The deals that the indices stand for, if they can be dealt again: not those given as text, nor those of a dealer
    /// of another version.
    pub fn deals(&self) -> Option<Deals> {
        let deals = self.seed.map_or(Deals::Web, |seed| Deals::Tabletop { seed });
        (deals.format() == self.dealer).then_some(deals)
    }

    /// The columns on demand that the file has.
    ///
    /// # Errors
    /// If there are others than this version knows; the message follows the name of the sidecar.
    pub fn extras(&self) -> Result<Vec<Extra>, String> {
        let extras: Vec<Extra> = Extra::ALL
            .into_iter()
            .filter(|extra| self.columns.iter().any(|name| name == extra.name()))
            .collect();
        if columns(&extras).eq(self.columns.iter().map(String::as_str)) {
            Ok(extras)
        } else {
            Err("it names columns that this version does not know".into())
        }
    }

    /// Remembers that a limit has ended a search; tells whether that is news.
    pub fn note(&mut self, stop: Stop) -> bool {
        stop != Stop::Interrupted && self.note_name(stop.name())
    }

    /// The same by name.
    pub(super) fn note_name(&mut self, name: &str) -> bool {
        let news = !self.stopped_by.iter().any(|known| known == name);
        if news {
            self.stopped_by.push(name.into());
            self.stopped_by.sort_unstable();
        }
        news
    }

    /// Where two batches differ, `other` being there, but for the fields of `ignored`.
    pub fn differences(&self, other: &Self, ignored: &[&str]) -> Vec<Difference> {
        let (here, there) = (self.flat(), other.flat());
        here.into_iter()
            .zip(there)
            .filter(|(here, there)| here != there && !ignored.contains(&here.0.as_str()))
            .map(|((field, here), (_, there))| Difference { field, here, there })
            .collect()
    }

    /// The limits that are smaller here than there. Memory is compared only where both say how much: a quarter of
    /// the machine, which it is otherwise, is no number that could be compared.
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

    /// Every field with its value as text; the fields of `limits` one by one. The same fields each time.
    fn flat(&self) -> Vec<(String, String)> {
        let shown = |value: &Value| match value {
            Value::Null => "none".into(),
            Value::String(text) => text.clone(),
            Value::Array(items) => {
                let names: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
                match names.strip_prefix(&COLUMNS[..]) {
                    Some([]) => "the usual ones".into(),
                    Some(extras) => format!("the usual ones and {}", extras.join(", ")),
                    None if names.is_empty() => "none".into(),
                    None => names.join(", "),
                }
            }
            other => other.to_string(),
        };
        let mut fields = Vec::new();
        let value = serde_json::to_value(self).unwrap_or_default();
        for (name, value) in value.as_object().into_iter().flatten() {
            match value {
                Value::Object(inner) => {
                    fields.extend(inner.iter().map(|(part, value)| (format!("{name}.{part}"), shown(value))));
                }
                value => fields.push((name.clone(), shown(value))),
            }
        }
        fields
    }
}
