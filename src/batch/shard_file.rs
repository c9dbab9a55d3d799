//! Files of the shards of a batch, each with its sidecar.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::error::Error;
use super::meta::Meta;
use super::plan::BatchShard;
use crate::ledger::{IndexRange, LedgerError, find_sidecar};

/// Fields of the sidecar that may differ between shards of a batch.
const OF_SHARD: [&str; 4] = ["shard", "first", "rows", "stopped_by"];
/// Further fields that may differ between consecutive batches.
const OF_RANGE: [&str; 2] = ["start", "count"];

/// File of rows with its sidecar.
#[derive(Debug)]
pub(super) struct ShardFile {
    pub(super) path: PathBuf,
    pub(super) file: File,
    pub(super) meta: Meta,
    /// Length in bytes; 0 until the rows have been checked.
    pub(super) len: u64,
}

impl ShardFile {
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(LedgerError::io("read", path))?;
        let sidecar = find_sidecar(path);
        let meta = Meta::read(&sidecar)?.ok_or(LedgerError::NoSidecar(sidecar))?;
        Ok(Self { path: path.into(), file, meta, len: 0 })
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
        IndexRange::new(self.meta.first, self.meta.rows)
            .ok_or_else(|| self.bad_meta("its rows go beyond the last index".into()))
    }

    pub(super) fn shard(&self) -> Option<BatchShard> {
        self.meta.shard.as_deref()?.parse().ok()
    }

    pub(super) fn bad_meta(&self, message: String) -> Error {
        Error::BadMeta { path: find_sidecar(&self.path), message }
    }
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
        let differences = first.meta.differences(&file.meta, &ignored);
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

/// Numbers of the shards that are missing, ascending, of how many there are; `None` if the files are no shards.
pub(super) fn missing_shards(files: &[ShardFile]) -> Option<(impl Iterator<Item = u64>, u64)> {
    let shards: Vec<u64> = files.iter().filter_map(ShardFile::shard).map(BatchShard::number).collect();
    let of = files.iter().find_map(ShardFile::shard)?.of();
    Some(((1..=of).filter(move |number| !shards.contains(number)), of))
}

/// Names of the shards that are missing; `None` if the files are no shards or none is missing.
pub(super) fn missing_in_words(files: &[ShardFile]) -> Option<String> {
    const SHOWN: usize = 10;
    let (missing, of) = missing_shards(files)?;
    let names: Vec<String> = missing.take(SHOWN + 1).map(|number| format!("{number}/{of}")).collect();
    match names.len() {
        0 => None,
        1 => Some(format!("shard {} is not among the files", names[0])),
        n if n > SHOWN => {
            Some(format!("shards {} and others are not among the files", names[..SHOWN].join(", ")))
        }
        _ => Some(format!("shards {} are not among the files", names.join(", "))),
    }
}
