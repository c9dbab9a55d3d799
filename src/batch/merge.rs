//! Merging of the shards of a batch into the file that a single run makes.

use std::fs;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::Error;
use super::meta::Meta;
use super::plan::BatchShard;
use super::read::RowLines;
use super::shard_file::{ShardFile, missing_in_words, of_one_batch};
use crate::ledger::{
    LedgerError, check_name, folder_of, is_same_file, journal_path, real_path, replace, sidecar_path,
    sync_folder, whole_lines,
};

/// Files that make up one batch, in the order of their indices: its shards, or consecutive batches.
#[derive(Debug)]
pub struct ShardFiles {
    files: Vec<ShardFile>,
    /// Sidecar of the whole batch.
    meta: Meta,
}

impl ShardFile {
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
        let sharded = of_one_batch(&files)?;
        let mut whole = Meta { shard: None, ..files[0].meta.clone() };
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
        help: missing_in_words(files).unwrap_or_else(|| {
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
