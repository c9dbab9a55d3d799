//! Sidecar of a file of rows: what its rows are made with, so that no other rows are ever added to them.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::{Difference, Error};
use super::files::replace;
use super::indices::{IndexRange, Shard};
use crate::kit::search::Limits;

/// Version of the format of sidecars and rows.
pub const SCHEMA: u32 = 1;

/// Content of `FILE.meta.json`.
///
/// `I`, the identity, is all that decides what is in a row; its fields, those of the part and those of the progress are
/// written side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sidecar<I> {
    /// Version of this format: [`SCHEMA`].
    pub schema: u32,
    /// What decides the rows.
    #[serde(flatten)]
    pub identity: I,
    /// Which rows the complete file has.
    #[serde(flatten)]
    pub part: Part,
    /// How far the file is.
    #[serde(flatten)]
    pub progress: Progress,
}

/// Which rows a complete file has, and which fields of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Columns of the file; not given where all files of a kind have the same ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// Indices of the rows where not all of a range are made; `start`, `count`, `first` and `rows` then count places in this
    /// list.
    #[serde(default)]
    pub indices: Option<Vec<u64>>,
    /// First index of the series.
    #[serde(default)]
    pub start: u64,
    /// Number of rows of the series.
    #[serde(default)]
    pub count: u64,
    /// Part of the series that the file is to hold; none for the whole series.
    #[serde(default)]
    pub shard: Option<String>,
    /// First index of the file.
    #[serde(default)]
    pub first: u64,
    /// Number of rows of the complete file.
    pub rows: u64,
}

/// How far a file is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Limits that have ended a search so far: `nodes`, `time`, `memory`. Rows are reproducible if there is none but
    /// `nodes`.
    #[serde(default)]
    pub stopped_by: Vec<String>,
    /// SHA-256 of the file of rows, header included; none until all rows are there.
    #[serde(default)]
    pub rows_sha256: Option<String>,
}

/// Limits of each search; none if unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchLimits {
    /// Nodes expanded.
    pub max_nodes: Option<u64>,
    /// Time in seconds.
    pub timeout_seconds: Option<f64>,
    /// Memory in bytes; none for the default, which depends on the machine.
    pub memory_bytes: Option<u64>,
}

impl SearchLimits {
    /// The limits as searches take them. The time is longer than any search takes if it is no time.
    pub fn limits(&self) -> Limits {
        let time = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Limits {
            nodes: self.max_nodes,
            time: self.timeout_seconds.map(time),
            memory: self.memory_bytes,
            interrupt: None,
        }
    }

    /// Whether no limit is smaller than that of `other`. Memory is compared only where both set it: the default depends on
    /// the machine.
    pub fn cover(&self, other: &Self) -> bool {
        fn covers<T: PartialOrd>(here: Option<T>, there: Option<T>) -> bool {
            here.is_none_or(|here| there.is_some_and(|there| here >= there))
        }
        covers(self.max_nodes, other.max_nodes)
            && covers(self.timeout_seconds, other.timeout_seconds)
            && (other.memory_bytes.is_none() || covers(self.memory_bytes, other.memory_bytes))
    }
}

impl Part {
    /// The part of a range, or of a list of indices of which the range counts the places.
    pub fn new(whole: IndexRange, shard: Option<Shard>, indices: Option<Vec<u64>>) -> Self {
        let range = shard.map_or(whole, |shard| whole.part(shard));
        Self {
            columns: Vec::new(),
            indices,
            start: whole.first(),
            count: whole.count(),
            shard: shard.map(|shard| shard.to_string()),
            first: range.first(),
            rows: range.count(),
        }
    }

    /// Whether it is a part of a series, and not a whole one.
    pub(super) fn is_part(&self) -> bool {
        self.shard.is_some() || (self.first, self.rows) != (self.start, self.count)
    }

    /// The place among the rows of the complete file of the row with this index.
    pub fn place(&self, index: u64) -> Option<u64> {
        let number = match &self.indices {
            Some(indices) => indices.binary_search(&index).ok()? as u64,
            None => index,
        };
        number.checked_sub(self.first).filter(|&place| place < self.rows)
    }

    /// The index of the row at a place of the complete file.
    pub fn index(&self, place: u64) -> Option<u64> {
        let number = self.first.checked_add(place).filter(|_| place < self.rows)?;
        match &self.indices {
            Some(indices) => indices.get(usize::try_from(number).ok()?).copied(),
            None => Some(number),
        }
    }

    /// The place of the row with an index. If `expected` is given, it must be that place.
    ///
    /// # Errors
    /// If the row does not belong to the file or has another place; the message follows the name of its line.
    pub fn expect(&self, index: u64, expected: Option<u64>) -> Result<u64, String> {
        let place =
            self.place(index).ok_or_else(|| format!("has index {index}, which does not belong here"))?;
        match expected {
            Some(expected) if expected != place => {
                Err(format!("has index {index}, which is not the next one"))
            }
            _ => Ok(place),
        }
    }

    /// The part without what differs among the shards of one series, or among series that follow each other.
    pub(super) fn of_whole(&self, is_sharded: bool) -> Self {
        let whole = Self { shard: None, first: 0, rows: 0, ..self.clone() };
        if is_sharded { whole } else { Self { start: 0, count: 0, ..whole } }
    }
}

impl Progress {
    /// Records that the limit with this name ended a search; returns whether that is new.
    pub fn note(&mut self, limit: &str) -> bool {
        let is_new = !self.stopped_by.iter().any(|known| known == limit);
        if is_new {
            self.stopped_by.push(limit.into());
            self.stopped_by.sort_unstable();
        }
        is_new
    }
}

impl<I> Sidecar<I> {
    /// The sidecar of a file without rows.
    pub fn new(identity: I, part: Part) -> Self {
        Self { schema: SCHEMA, identity, part, progress: Progress::default() }
    }
}

impl<I: Serialize + DeserializeOwned> Sidecar<I> {
    /// Reads a sidecar of a `kind` of series; `None` if there is no file.
    ///
    /// # Errors
    /// If it cannot be read or is malformed.
    pub fn read(path: &Path, kind: &'static str) -> Result<Option<Self>, Error> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::io("read", path)(error)),
        };
        let bad = |message: String| Error::BadSidecar { path: path.into(), kind, message };
        let value: Value = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        match value.get("schema").and_then(Value::as_u64) {
            Some(schema) if schema == u64::from(SCHEMA) => {}
            Some(schema) => {
                return Err(Error::refused(
                    format!("`{}` has schema {schema}, and this version reads {SCHEMA}", path.display()),
                    "use the version that wrote it: rows of different versions are not mixed",
                ));
            }
            None => return Err(bad("it has no schema".into())),
        }
        let mut read: Self = serde_json::from_value(value).map_err(|error| bad(error.to_string()))?;
        let part = &mut read.part;
        // Sidecars of whole series once had no other numbers than that of their rows.
        part.count = part.count.max(part.rows);
        let end = part.first.checked_add(part.rows.saturating_sub(1));
        end.map(|_| Some(read)).ok_or_else(|| bad("its rows go beyond the last index".into()))
    }

    /// Replaces a sidecar atomically.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let text = self.to_json()?;
        replace(path, |file| file.write_all(&text))
    }

    /// The text of the sidecar: indented JSON with a line end.
    ///
    /// # Errors
    /// None of the input; the serialiser's are passed on.
    pub fn to_json(&self) -> Result<Vec<u8>, Error> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        Ok(text)
    }
}

/// Versions from before search revisions had numbers that make the same rows as a revision: the last ones. They end in a hash
/// of sources; those of Solomids and Solace II differ.
const REVISIONS: [(&str, u64); 2] = [("0.1.0+32bd746c941cdcd4", 1), ("0.1.0+b077cd146d3d56d3", 1)];

/// Fields in which two identities or parts differ. `one` is here, `other` there.
///
/// A version counts by its search revision: versions of one revision make the same rows.
pub fn differences(one: &impl Serialize, other: &impl Serialize) -> Vec<Difference> {
    let (here, there) = (flat(one), flat(other));
    let mut names: Vec<&String> = here.keys().chain(there.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let value = |fields: &Map<String, Value>, name: &str| fields.get(name).cloned().unwrap_or_default();
    let pairs = names.into_iter().map(|name| (name, value(&here, name), value(&there, name)));
    pairs
        .filter(|(_, here, there)| here != there)
        .map(|(field, here, there)| {
            let (here, there) = both_in_words(&here, &there);
            Difference { field: field.clone(), here, there }
        })
        .collect()
}

/// All fields with their values; `limits` is flattened, and `version` is the search revision if that is known.
fn flat(fields: &impl Serialize) -> Map<String, Value> {
    let mut flat = Map::new();
    let Ok(Value::Object(mut all)) = serde_json::to_value(fields) else { return flat };
    let revision = all.remove("search_revision").and_then(|revision| revision.as_u64());
    if let Some(version) = all.get_mut("version") {
        let known = REVISIONS.iter().find(|(text, _)| version == text).map(|&(_, revision)| revision);
        if let Some(revision) = revision.or(known) {
            *version = format!("search revision {revision}").into();
        }
    }
    for (name, value) in all {
        match value {
            Value::Object(inner) => {
                flat.extend(inner.into_iter().map(|(part, value)| (format!("{name}.{part}"), value)));
            }
            value => {
                flat.insert(name, value);
            }
        }
    }
    flat
}

/// Two different values of a field as text. Of lists of names only those that the other list lacks are shown, of lists of
/// numbers also the first ones that differ, if their ends do not.
fn both_in_words(here: &Value, there: &Value) -> (String, String) {
    let (a, b) = (in_words(here), in_words(there));
    let (Value::Array(here), Value::Array(there)) = (here, there) else { return (a, b) };
    if [here, there].into_iter().flatten().all(Value::is_string) {
        let lacked = |items: &[Value], by: &[Value]| match items {
            [] => "none".into(),
            _ => match items.iter().filter(|item| !by.contains(item)).map(in_words).collect::<Vec<_>>() {
                none if none.is_empty() => "no others".into(),
                names => names.join(", "),
            },
        };
        return (lacked(here, there), lacked(there, here));
    }
    match here.iter().zip(there).position(|(here, there)| here != there) {
        Some(at) if a == b => {
            let item = |text: &str, items: &[Value]| format!("{text} (item {} is {})", at + 1, items[at]);
            (item(&a, here), item(&b, there))
        }
        _ => (a, b),
    }
}

/// The value of a field as text; of a list of numbers, how many there are, and its ends.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::String(text) => text.clone(),
        Value::Array(items) => match items.as_slice() {
            [] => "none".into(),
            [one] if one.is_u64() => format!("only {one}"),
            [first, .., last] if first.is_u64() => format!("{} from {first} to {last}", items.len()),
            _ => items.iter().map(in_words).collect::<Vec<_>>().join(", "),
        },
        other => other.to_string(),
    }
}
