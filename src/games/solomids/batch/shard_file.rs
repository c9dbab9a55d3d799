//! Files of the shards of a batch, each with its sidecar.

use std::fs::File;
use std::io::Read as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::checked_rows::CheckedRows;
use super::columns::COLUMNS;
use super::error::{Difference, Error};
use super::meta::Meta;
use super::shard_span::ShardSpan;
use crate::series::ledger::{IndexRange, LedgerError, find_sidecar, journal_path, real_path};

/// Fields of the sidecar that may differ between shards of a batch.
const OF_SHARD: [&str; 5] = ["shard", "first", "rows", "stopped_by", "rows_sha256"];
/// Further fields that may differ between consecutive batches.
const OF_RANGE: [&str; 2] = ["start", "count"];

/// File of rows with its sidecar. The file is not kept open: there may be more shards than a process may have files open.
#[derive(Debug)]
pub(super) struct ShardFile {
    pub(super) path: PathBuf,
    pub(super) meta: Meta,
    /// SHA-256 of the rows that were checked; empty before.
    pub(super) digest: String,
}

impl ShardFile {
    pub(super) fn new(path: &Path) -> Result<Self, Error> {
        // Of two files that are missing the one that was named is reported.
        let file = File::open(path).map_err(LedgerError::io("read", path))?;
        let sidecar = find_sidecar(path);
        let meta = Meta::read(&sidecar)?;
        let meta = meta.ok_or_else(|| {
            if begins_like_rows(&file) {
                LedgerError::NoSidecar(sidecar).into()
            } else {
                Error::Unmergeable {
                    message: format!("`{}` holds no rows of a batch", path.display()),
                    help: "name files that `solomids batch` made".into(),
                }
            }
        })?;
        Ok(Self { path: path.into(), meta, digest: String::new() })
    }

    /// Opens the rows.
    pub(super) fn open(&self) -> Result<CheckedRows, Error> {
        CheckedRows::with_meta(&self.path, self.meta.clone())
    }

    /// Checks that the file is complete, and every row.
    pub(super) fn check(&mut self) -> Result<(), Error> {
        let range = self.range()?;
        let file = self.open()?;
        let count = file.rows::<Error>(&mut |_| Ok(()))?;
        if count < range.count() || file.is_torn() || journal_path(&real_path(&self.path)).exists() {
            let lacks = if count < range.count() {
                format!("it has {count} of {} rows", range.count())
            } else {
                "beside its rows a journal or a torn line is left over".into()
            };
            return Err(Error::Unmergeable {
                message: format!("{} is not complete: {lacks}", self.name()),
                help: "run its `solomids batch` once more with --resume".into(),
            });
        }
        self.digest = file.digest()?;
        Ok(())
    }

    /// Path and shard, for messages.
    pub(super) fn name(&self) -> String {
        let name = format!("`{}`", self.path.display());
        match &self.meta.shard {
            Some(shard) => format!("{name} (shard {shard})"),
            None => name,
        }
    }

    /// Indices of the rows, from the sidecar.
    pub(super) fn range(&self) -> Result<IndexRange, Error> {
        let path = || find_sidecar(&self.path);
        IndexRange::new(self.meta.first, self.meta.rows).ok_or_else(|| Error::BadMeta {
            path: path(),
            message: "its rows go beyond the last index".into(),
        })
    }

    /// The shards whose rows the file holds; `None` for a whole batch.
    pub(super) fn span(&self) -> Option<ShardSpan> {
        self.meta.shard.as_deref()?.parse().ok()
    }

    /// Key by which the files of a batch are in order. Empty shards have no index of their own: their numbers order them.
    pub(super) fn order(&self) -> (u64, u64) {
        (self.meta.first, self.span().map_or(0, ShardSpan::first))
    }
}

/// Whether a file begins with the first column of a batch.
fn begins_like_rows(mut file: &File) -> bool {
    let name = COLUMNS[0].as_bytes();
    let mut start = vec![0; name.len()];
    file.read_exact(&mut start).is_ok() && start == name
}

/// Checks that files belong to one batch: they are its shards, or consecutive batches that differ in their ranges alone.
/// Returns whether they are shards.
///
/// # Errors
/// If there is no file, or if two of them differ in anything else.
pub(super) fn of_one_batch(files: &[ShardFile]) -> Result<bool, Error> {
    let Some(first) = files.first() else {
        return Err(Error::Unmergeable {
            message: "no files are given".into(),
            help: "name all shards".into(),
        });
    };
    let sharded = files.iter().any(|file| file.meta.shard.is_some());
    let mut ignored = OF_SHARD.to_vec();
    if !sharded {
        ignored.extend(OF_RANGE);
    }
    for file in &files[1..] {
        let mut differences = first.meta.differences(&file.meta, &ignored);
        // Shards of other parts of the same deals do not fit together, whatever their numbers are.
        if let (Some(here), Some(there)) = (first.span(), file.span())
            && here.of() != there.of()
        {
            let (here, there) = (here.to_string(), there.to_string());
            differences.push(Difference { field: "shard".into(), here, there });
        }
        if !differences.is_empty() {
            return Err(Error::Differs {
                what: format!("{} and {} belong to different batches", first.name(), file.name()),
                here: format!("in `{}`", first.path.display()),
                there: format!("in `{}`", file.path.display()),
                differences,
                help: "name the files of one batch",
            });
        }
    }
    Ok(sharded)
}

/// Numbers of the shards that are missing, as ascending ranges, and how many shards there are; `None` if the files are no
/// shards.
pub(super) fn missing_shards(files: &[ShardFile]) -> Option<(Vec<RangeInclusive<u64>>, u64)> {
    let mut spans: Vec<ShardSpan> = files.iter().filter_map(ShardFile::span).collect();
    let of = spans.first()?.of();
    spans.sort_unstable_by_key(|span| span.first());
    let mut missing = Vec::new();
    // The number up to which all shards are there or listed as missing.
    let mut passed = 0;
    for span in spans {
        if span.first() - 1 > passed {
            missing.push(passed + 1..=span.first() - 1);
        }
        passed = passed.max(span.last());
    }
    if passed < of {
        missing.push(passed + 1..=of);
    }
    Some((missing, of))
}

/// Names of the shards that are missing; `None` if the files are no shards or none is missing.
pub(super) fn missing_in_words(files: &[ShardFile]) -> Option<String> {
    const SHOWN: usize = 10;
    let (missing, of) = missing_shards(files)?;
    let numbers = missing.into_iter().flatten().take(SHOWN + 1);
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
