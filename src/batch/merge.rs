//! Merging of the shards of a batch into the file that a single run makes.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::Error;
use super::meta::Meta;
use super::plan::BatchShard;
use super::read::RowLines;
use crate::ledger::{
    IndexRange, LedgerError, check_name, find_sidecar, folder_of, is_same_file, journal_path, real_path,
    replace, sidecar_path, sync_folder, whole_lines,
};

/// Fields of the sidecar that may differ between shards of a batch.
const OF_SHARD: [&str; 4] = ["shard", "first", "rows", "stopped_by"];
/// Further fields that may differ between consecutive batches.
const OF_RANGE: [&str; 2] = ["start", "count"];

/// Files that make up one batch, in the order of their indices: its shards, or consecutive batches.
#[derive(Debug)]
pub struct ShardFiles {
    files: Vec<ShardFile>,
    /// Sidecar of the whole batch.
    meta: Meta,
}

/// File of rows with its sidecar.
#[derive(Debug)]
struct ShardFile {
    path: PathBuf,
    file: File,
    meta: Meta,
    /// Length in bytes; 0 until the rows have been checked.
    len: u64,
}

impl ShardFile {
    fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(LedgerError::io("read", path))?;
        let sidecar = find_sidecar(path);
        let meta = Meta::read(&sidecar)?.ok_or(LedgerError::NoSidecar(sidecar))?;
        Ok(Self { path: path.into(), file, meta, len: 0 })
    }

    /// Path and shard, for messages.
    fn name(&self) -> String {
        let name = format!("`{}`", self.path.display());
        match &self.meta.shard {
            Some(shard) => format!("{name} (shard {shard})"),
            None => name,
        }
    }

    /// Indices of the rows, from the sidecar.
    fn range(&self) -> Result<IndexRange, Error> {
        IndexRange::new(self.meta.first, self.meta.rows)
            .ok_or_else(|| self.bad_meta("its rows go beyond the last index".into()))
    }

    fn shard(&self) -> Option<BatchShard> {
        self.meta.shard.as_deref()?.parse().ok()
    }

    fn bad_meta(&self, message: String) -> Error {
        Error::BadMeta { path: find_sidecar(&self.path), message }
    }

    /// Checks that the file is complete, and every row against its deal.
    fn check(&mut self) -> Result<(), Error> {
        let range = self.range()?;
        let whole = whole_lines(&self.file).map_err(LedgerError::io("read", &self.path))?;
        self.len = self.file.metadata().map_err(LedgerError::io("read", &self.path))?.len();
        let extras = self.meta.extras().map_err(|message| self.bad_meta(message))?;
        let deals = self.meta.deals();
        let mut rows = RowLines::after_header(&self.file, &self.path, whole, &extras)?;
        let mut count = 0;
        while let Some(row) = rows.next_row()? {
            let expected = self.meta.expect(&row, Some(count));
            expected
                .and_then(|()| deals.as_ref().map_or(Ok(()), |deals| deals.expect(&row)))
                .map_err(|message| rows.bad(&message))?;
            count += 1;
        }
        if count < range.count() || whole < self.len || journal_path(&real_path(&self.path)).exists() {
            return Err(Error::Unmergeable {
                message: format!("{} is not complete: it has {count} of {} rows", self.name(), range.count()),
                help: "run its `solomids batch` once more with --resume".into(),
            });
        }
        Ok(())
    }
}

impl ShardFiles {
    /// Opens files, and checks them and all their rows.
    ///
    /// # Errors
    /// If they do not make up one batch with each index once, if one is incomplete, or if a row is not that of its deal.
    pub fn open(paths: &[PathBuf]) -> Result<Self, Error> {
        let mut files = paths.iter().map(|path| ShardFile::open(path)).collect::<Result<Vec<_>, _>>()?;
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
        let mut whole = Meta { shard: None, ..first.meta.clone() };
        // Empty shards have no index of their own: their numbers order them.
        files.sort_by_key(|file| (file.meta.first, file.shard().map_or(0, BatchShard::number)));
        if !sharded {
            let rows = files.iter().map(|file| u128::from(file.meta.rows)).sum::<u128>();
            whole.start = files[0].meta.first;
            whole.count = u64::try_from(rows).unwrap_or(u64::MAX);
        }
        (whole.first, whole.rows) = (whole.start, whole.count);
        whole.stopped_by = Vec::new();
        for file in &files {
            for stop in &file.meta.stopped_by {
                whole.note_name(stop);
            }
        }
        check_cover(&files, &whole)?;
        for file in &mut files {
            file.check()?;
        }
        Ok(Self { files, meta: whole })
    }

    /// Number of rows of the batch.
    pub const fn rows(&self) -> u64 {
        self.meta.rows
    }

    /// Writes all rows to a stream.
    ///
    /// # Errors
    /// If the stream does not take them, or a file cannot be read.
    pub fn write(&self, stream: &mut dyn Write) -> Result<(), Error> {
        Ok(self.copy(stream, LedgerError::Stdout)?)
    }

    /// Writes all rows to a file, atomically, then its sidecar. After a crash in between there is no sidecar.
    ///
    /// # Errors
    /// If the name does not end in `.csv` or is that of a shard, if the file or its sidecar exists and `force` is not set, if
    /// an unfinished batch writes the file, if the system refuses, or if a shard cannot be read.
    pub fn save(&self, path: &Path, force: bool) -> Result<(), Error> {
        let path = &real_path(path);
        check_name(path)?;
        if let Some(file) = self.files.iter().find(|file| is_same_file(&file.path, path)) {
            return Err(Error::Unmergeable {
                message: format!("{} cannot be both read and written", file.name()),
                help: "choose another file for all rows".into(),
            });
        }
        let sidecar = sidecar_path(path);
        if !force && let Some(taken) = [path.as_path(), &sidecar].into_iter().find(|path| path.exists()) {
            return Err(LedgerError::Exists(taken.into()).into());
        }
        if journal_path(path).exists() {
            return Err(Error::Unfinished(path.into()));
        }
        let mut failed = None;
        replace(path, |file| {
            let copied = self.copy(&mut io::BufWriter::new(&mut *file), LedgerError::io("write", path));
            let written = copied.and_then(|()| file.sync_all().map_err(LedgerError::io("write", path)));
            // A crash before the new sidecar is written must not leave the old one with new rows.
            written.and_then(|()| remove(&sidecar)).map_err(|error| {
                // `replace` takes only the system's error; the one that names the file is kept beside it.
                failed = Some(error);
                io::ErrorKind::Other.into()
            })
        })
        .map_err(|error| failed.unwrap_or(error))?;
        self.meta.write(&sidecar)
    }

    /// Copies all rows, after one header, to a stream; `refused` names it in errors.
    fn copy(
        &self,
        stream: &mut dyn Write,
        refused: impl FnOnce(io::Error) -> LedgerError,
    ) -> Result<(), LedgerError> {
        let mut copied = Ok(());
        for (number, ShardFile { path, file, len, .. }) in self.files.iter().enumerate() {
            let mut file = file;
            let read = |error| LedgerError::io("read", path)(error);
            file.seek(SeekFrom::Start(0)).map_err(read)?;
            let mut source = io::BufReader::new(file.take(*len));
            if number > 0 {
                io::BufRead::skip_until(&mut source, b'\n').map_err(read)?;
            }
            copied = io::copy(&mut source, stream).map(|_| ());
            if copied.is_err() {
                break;
            }
        }
        copied.and_then(|()| stream.flush()).map_err(refused)
    }
}

/// Removes a file, if it exists, and flushes the folder to the disk.
fn remove(path: &Path) -> Result<(), LedgerError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => {
            removed.and_then(|()| sync_folder(folder_of(path))).map_err(LedgerError::io("remove", path))
        }
    }
}

/// Checks that files, in order, have each index of the batch once.
fn check_cover(files: &[ShardFile], whole: &Meta) -> Result<(), Error> {
    let mut next = u128::from(whole.start);
    let end = next + u128::from(whole.count);
    let mut before: Option<&ShardFile> = None;
    // Numbers count places in a list of indices, if there is one.
    let index = |number: u128| match &whole.indices {
        Some(list) => match usize::try_from(number).ok().and_then(|at| list.get(at)) {
            Some(index) => format!("{index} of the list"),
            None => "beyond the list".into(),
        },
        None => number.to_string(),
    };
    let gap = |from: u128, to: u128, place: String| Error::Unmergeable {
        message: if to - from == 1 {
            format!("index {} is missing {place}", index(from))
        } else {
            format!("indices {} to {} are missing {place}", index(from), index(to - 1))
        },
        help: missing_shards(files).unwrap_or_else(|| {
            "name the files that hold them as well, or run `solomids batch` for them".into()
        }),
    };
    for file in files {
        let first = u128::from(file.meta.first);
        if first > next {
            let place = match before {
                Some(before) => format!("between {} and {}", before.name(), file.name()),
                None => format!("before {}", file.name()),
            };
            return Err(gap(next, first, place));
        }
        if first < next && file.meta.rows > 0 {
            let other = before.map_or_else(String::new, ShardFile::name);
            return Err(Error::Unmergeable {
                message: format!("{other} and {} both have index {}", file.name(), index(first)),
                help: "name each shard once".into(),
            });
        }
        next = next.max(first + u128::from(file.meta.rows));
        if file.meta.rows > 0 {
            before = Some(file);
        }
    }
    if next < end {
        return Err(gap(next, end, before.map_or_else(String::new, |file| format!("after {}", file.name()))));
    }
    Ok(())
}

/// Names of the shards that are missing; `None` if the files are no shards or none is missing.
fn missing_shards(files: &[ShardFile]) -> Option<String> {
    const SHOWN: usize = 10;
    let shards: Vec<BatchShard> = files.iter().filter_map(ShardFile::shard).collect();
    let of = shards.first()?.of();
    let missing = (1..=of).filter(|number| shards.iter().all(|shard| shard.number() != *number));
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
