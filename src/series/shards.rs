//! Files that make up one series: its shards, or series that follow each other.

use std::fs::File;
use std::io::Read as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{Difference, Error};
use super::files::{find_sidecar, is_log};
use super::indices::{IndexRange, Shard};
use super::rows::{CheckedRows, Series, digest_of, rows_and_sidecar};
use super::sidecar::{Part, Sidecar, differences};
use crate::kit::compression::decompressed;

/// File of rows with its sidecar. The file is not kept open: there may be more shards than a process may have files open.
#[derive(Clone, Debug)]
pub struct ShardFile<I> {
    /// The file.
    pub path: PathBuf,
    /// Where its sidecar is.
    pub place: PathBuf,
    /// Its sidecar.
    pub sidecar: Sidecar<I>,
    /// SHA-256 of the rows that were checked; empty before.
    pub digest: String,
}

impl<I: Serialize + DeserializeOwned> ShardFile<I> {
    /// The file of a `kind` of series, whose first column is called `column`, that there is for a name: [`rows_and_sidecar`].
    ///
    /// # Errors
    /// If the file or its sidecar cannot be read.
    pub fn new(name: &Path, kind: &'static str, column: &str, under_way: bool) -> Result<Self, Error> {
        let (path, mut place) = rows_and_sidecar(name, under_way);
        // A compressed copy has the sidecar of what it is a copy of.
        if !place.exists() && name.as_os_str().as_encoded_bytes().ends_with(b".csv.gz") {
            place = find_sidecar(&name.with_extension(""));
        }
        // Of two files that are missing the one that was named is reported.
        let file = File::open(&path).map_err(Error::io("read", &path))?;
        let sidecar = Sidecar::read(&place, kind)?.ok_or_else(|| {
            let mut start = vec![0; column.len()];
            let read = decompressed(&file).and_then(|mut rows| rows.read_exact(&mut start));
            if read.is_ok() && start == column.as_bytes() {
                return Error::NoSidecar(place.clone());
            }
            let message = format!("`{}` holds no rows of a {kind}", path.display());
            Error::refused(message, format!("name files that `solomids {kind}` made"))
        })?;
        Ok(Self { path, place, sidecar, digest: String::new() })
    }

    /// Checks that the file is complete, and every row.
    ///
    /// # Errors
    /// If it is not, a row is refused, or the file cannot be read.
    pub fn check<S: Series<Identity = I>>(&mut self, series: S) -> Result<(), Error> {
        let rows = self.sidecar.part.rows;
        let read = CheckedRows::with_series(self.path.clone(), series).rows::<Error>(&mut |_| Ok(()))?;
        if read.rows < rows || read.is_torn || is_log(&self.path) {
            let lacks = if read.rows < rows {
                format!("it has {} of {rows} rows", read.rows)
            } else {
                "its rows are not closed".into()
            };
            let message = format!("{} is not complete: {lacks}", self.name());
            return Err(Error::refused(
                message,
                format!("run its `solomids {}` once more with --resume", S::KIND),
            ));
        }
        self.digest = digest_of(&self.path)?;
        Ok(())
    }

    /// Path and shard, for messages.
    pub fn name(&self) -> String {
        let name = format!("`{}`", self.path.display());
        match &self.sidecar.part.shard {
            Some(shard) => format!("{name} (shard {shard})"),
            None => name,
        }
    }

    /// The part of the series that the file holds; `None` for a whole series, and for several parts that were merged.
    pub fn shard(&self) -> Option<Shard> {
        self.sidecar.part.shard.as_deref()?.parse().ok()
    }

    /// Key by which the files of a series are in order. Empty shards have no index of their own: their numbers order them.
    fn order(&self) -> (u64, u64) {
        (self.sidecar.part.first, self.shard().map_or(0, Shard::number))
    }
}

/// Puts files in the order of their indices, and checks that they belong to one series: they are its shards, or consecutive
/// series that differ in their ranges alone. Returns whether they are shards.
///
/// # Errors
/// If there is no file, or if two of them differ in anything else.
pub fn of_one_series<I: Serialize + DeserializeOwned>(files: &mut [ShardFile<I>]) -> Result<bool, Error> {
    let Some((first, others)) = files.split_first() else {
        return Err(Error::refused("no files are given", "name all shards"));
    };
    let sharded = first.sidecar.part.is_part() || others.iter().any(|file| file.sidecar.part.is_part());
    let whole = |file: &ShardFile<I>| file.sidecar.part.of_whole(sharded);
    for file in others {
        let mut found = differences(&first.sidecar.identity, &file.sidecar.identity);
        found.extend(differences(&whole(first), &whole(file)));
        found.sort_by(|a, b| a.field.cmp(&b.field));
        // Shards of other parts of the same deals do not fit together, whatever their numbers are.
        if let (Some(here), Some(there)) = (first.shard(), file.shard())
            && here.of() != there.of()
        {
            let (here, there) = (here.to_string(), there.to_string());
            found.push(Difference { field: "shard".into(), here, there });
        }
        if !found.is_empty() {
            return Err(Error::Differs {
                what: format!("{} and {} belong to different batches", first.name(), file.name()),
                here: format!("in `{}`", first.path.display()),
                there: format!("in `{}`", file.path.display()),
                differences: found,
                help: "name the files of one batch",
            });
        }
    }
    files.sort_by_key(ShardFile::order);
    Ok(sharded)
}

/// Numbers of the shards whose rows none of these files, which are in order, has, as ascending ranges; none if the number of all
/// shards is not known.
pub(super) fn missing_shards<I: Serialize + DeserializeOwned>(
    files: &[ShardFile<I>],
) -> Vec<RangeInclusive<u64>> {
    let mut missing = Vec::new();
    let Some((shard, part)) = files.iter().find_map(|file| Some((file.shard()?, &file.sidecar.part))) else {
        return missing;
    };
    let places = IndexRange::below(part.count);
    // The place up to which all rows are there or listed as missing.
    let mut passed = 0;
    let ranges =
        files.iter().map(|file| (file.sidecar.part.first.saturating_sub(part.start), file.sidecar.part.rows));
    for (from, rows) in ranges.chain([(part.count, 0)]) {
        if from > passed {
            missing.push(places.parts(shard.of(), passed, from));
        }
        passed = passed.max(from.saturating_add(rows));
    }
    missing
}

/// Names of the shards that are missing; `None` if the files are no shards or none is missing.
fn missing_in_words<I: Serialize + DeserializeOwned>(files: &[ShardFile<I>]) -> Option<String> {
    const SHOWN: usize = 10;
    let of = files.iter().find_map(ShardFile::shard)?.of();
    let numbers = missing_shards(files).into_iter().flatten().take(SHOWN + 1);
    let names: Vec<String> = numbers.map(|number| format!("{number}/{of}")).collect();
    match names.len() {
        0 => None,
        1 => Some(format!("shard {} is not among the files", names[0])),
        n if n > SHOWN => {
            Some(format!("shards {} and others are not among the files", names[..SHOWN].join(", ")))
        }
        _ => Some(format!("shards {} are not among the files", names.join(", "))),
    }
}

/// Checks that files, in order, have each index of the series that `whole` describes once.
///
/// # Errors
/// If an index is missing, or comes twice.
pub fn check_cover<I: Serialize + DeserializeOwned>(
    files: &[ShardFile<I>],
    whole: &Sidecar<I>,
) -> Result<(), Error> {
    let part = &whole.part;
    // Numbers count places in a list of indices, if there is one; the end of a range may be 2^64.
    let index = |number: u128| match &part.indices {
        Some(list) => match usize::try_from(number).ok().and_then(|at| list.get(at)) {
            Some(index) => format!("{index} of the list"),
            None => "beyond the list".into(),
        },
        None => number.to_string(),
    };
    let range = |part: &Part| (u128::from(part.first), u128::from(part.rows));
    let (mut next, rows) = range(part);
    let end = next + rows;
    let mut before: Option<&ShardFile<I>> = None;
    for file in files.iter().map(Some).chain([None]) {
        let (first, rows) = file.map_or((end, 0), |file| range(&file.sidecar.part));
        if first > next {
            let place = match (before, file) {
                (Some(before), Some(file)) => format!("between {} and {}", before.name(), file.name()),
                (None, Some(file)) => format!("before {}", file.name()),
                // Without a file that has rows the last one stands for all.
                (before, None) => {
                    let last = before.or(files.last()).map_or_else(String::new, ShardFile::name);
                    format!("after {last}")
                }
            };
            let message = if first - next == 1 {
                format!("index {} is missing {place}", index(next))
            } else {
                format!("indices {} to {} are missing {place}", index(next), index(first - 1))
            };
            let help = match missing_in_words(files) {
                Some(missing) if place.starts_with("between") => missing,
                Some(missing) => {
                    format!("{missing}; --partial merges shards that follow each other without them")
                }
                None => "name the files that hold them as well, or run `solomids batch` for them".into(),
            };
            return Err(Error::refused(message, help));
        }
        if let Some(file) = file.filter(|_| rows > 0) {
            if first < next {
                let other = before.map_or_else(|| "a file before it".into(), ShardFile::name);
                let message = format!("{other} and {} both have index {}", file.name(), index(first));
                return Err(Error::refused(message, "name each shard once"));
            }
            next = first + rows;
            before = Some(file);
        }
    }
    Ok(())
}
