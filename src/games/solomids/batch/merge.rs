//! Merging of the shards of a batch into the file that a single run makes, in any format of rows.
//!
//! Files are opened one after the other, and the rows of each are checked on all threads: any number of shards can be merged.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::columns::Columns;
use super::error::Error;
use super::meta::Meta;
use super::row_format::{RowFormat, RowWriteError};
use super::shard_file::{ShardFile, missing_in_words, of_one_batch};
use super::shard_span::ShardSpan;
use crate::series::ledger::{
    LedgerError, check_name, folder_of, is_same_file, journal_path, real_path, replace, sha256, sidecar_path,
    sync_folder,
};

/// Files that make up one batch, or consecutive shards of one, in the order of their indices: shards, or consecutive batches.
#[derive(Debug)]
pub struct ShardFiles {
    files: Vec<ShardFile>,
    /// Sidecar of all rows together.
    meta: Meta,
    /// Columns of the files.
    columns: Columns,
    /// Whether the column `deal` is to be left out.
    without_deals: bool,
}

impl ShardFiles {
    /// Checks files and all their rows. With `partial` they may be a part of the shards, without gaps.
    ///
    /// # Errors
    /// If they do not make up one batch, or a part of one, with each index once, if one is incomplete, or if a row is not that
    /// of its deal.
    pub fn check(paths: &[PathBuf], partial: bool) -> Result<Self, Error> {
        let mut files = paths.iter().map(|path| ShardFile::new(path)).collect::<Result<Vec<_>, _>>()?;
        let sharded = of_one_batch(&files)?;
        let mut whole = Meta { shard: None, rows_sha256: None, ..files[0].meta.clone() };
        let columns = whole.file_columns().unwrap_or_default();
        files.sort_by_key(ShardFile::order);
        let rows = files.iter().map(|file| u128::from(file.meta.rows)).sum::<u128>();
        let rows = u64::try_from(rows).unwrap_or(u64::MAX);
        if !sharded {
            (whole.start, whole.count) = (files[0].meta.first, rows);
        }
        (whole.first, whole.rows) = (whole.start, whole.count);
        if partial && sharded {
            let span = files.iter().filter_map(ShardFile::span).reduce(ShardSpan::joined);
            whole.shard = span.filter(|span| !span.is_all()).map(|span| span.to_string());
            (whole.first, whole.rows) = (files[0].meta.first, rows);
        }
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
        Ok(Self { files, meta: whole, columns, without_deals: false })
    }

    /// These files, to be written without the column `deal`.
    ///
    /// # Errors
    /// If the deals were given as text: nothing else tells them.
    pub fn without_deals(mut self) -> Result<Self, Error> {
        if self.meta.deals_sha256.is_some() {
            return Err(Error::without_deals());
        }
        self.without_deals = true;
        self.meta.columns = self.columns_to_write().names().map(Into::into).collect();
        Ok(self)
    }

    fn columns_to_write(&self) -> Columns {
        Columns { deals: self.columns.deals && !self.without_deals, ..self.columns.clone() }
    }

    /// Number of rows of all files.
    pub const fn rows(&self) -> u64 {
        self.meta.rows
    }

    /// Writes all rows to a stream as CSV.
    ///
    /// # Errors
    /// If the stream does not take them, or a file cannot be read.
    pub fn write(&self, stream: &mut (dyn Write + Send)) -> Result<(), Error> {
        self.put(RowFormat::Csv, stream, LedgerError::Stdout)
    }

    /// Writes all rows to a file, atomically, in the format that its name ends in; then, for CSV, its sidecar. After a crash
    /// in between there is no sidecar.
    ///
    /// # Errors
    /// If the name ends in no format's name or is that of a shard, if the file or its sidecar exists and `force` is not set,
    /// if an unfinished batch writes the file, if the system refuses, or if a shard cannot be read.
    pub fn save(&self, path: &Path, force: bool) -> Result<(), Error> {
        let path = &real_path(path);
        match RowFormat::of(path) {
            None => check_name(path)?,
            Some(RowFormat::Csv) => return self.save_csv(path, force),
            Some(format) if !format.is_built_in() => return Err(Error::not_built_in(path)),
            Some(format) => {
                self.check_output(path)?;
                if !force && path.exists() {
                    return Err(LedgerError::Exists(path.clone()).into());
                }
                self.replace(path, format, |_| Ok(()))?;
            }
        }
        Ok(())
    }

    /// Checks that a file to be written is none that is read.
    fn check_output(&self, path: &Path) -> Result<(), Error> {
        if let Some(file) = self.files.iter().find(|file| is_same_file(&file.path, path)) {
            return Err(Error::Unmergeable {
                message: format!("{} cannot be both read and written", file.name()),
                help: "choose another file for all rows".into(),
            });
        }
        Ok(())
    }

    fn save_csv(&self, path: &Path, force: bool) -> Result<(), Error> {
        self.check_output(path)?;
        let sidecar = sidecar_path(path);
        if !force && let Some(taken) = [path, &sidecar].into_iter().find(|path| path.exists()) {
            return Err(LedgerError::Exists(taken.into()).into());
        }
        if journal_path(path).exists() {
            return Err(Error::Unfinished(path.into()));
        }
        let mut digest = None;
        self.replace(path, RowFormat::Csv, |file| {
            let read = || LedgerError::io("read", path);
            let len = file.metadata().map_err(read())?.len();
            digest = Some(sha256(file, len).map_err(read())?);
            // A crash before the new sidecar is written must not leave the old one with new rows.
            remove(&sidecar)
        })?;
        Meta { rows_sha256: digest, ..self.meta.clone() }.write(&sidecar)
    }

    /// Replaces a file by one with all rows. Before that, `check` gets the new file.
    fn replace(
        &self,
        path: &Path,
        format: RowFormat,
        check: impl FnOnce(&File) -> Result<(), LedgerError>,
    ) -> Result<(), Error> {
        let mut failed = None;
        let replaced = replace(path, |file| {
            let refused = || LedgerError::io("write", path);
            let written = self.put(format, &mut io::BufWriter::new(&mut *file), refused());
            let synced = written.and_then(|()| Ok(file.sync_all().map_err(refused())?));
            synced.and_then(|()| Ok(check(file)?)).map_err(|error| {
                // `replace` takes only the system's error; the one that names the file is kept beside it.
                failed = Some(error);
                io::ErrorKind::Other.into()
            })
        });
        replaced.map_err(|error| failed.unwrap_or_else(|| error.into()))
    }

    /// Writes all rows to a stream; `refused` names it in errors.
    fn put(
        &self,
        format: RowFormat,
        stream: &mut (dyn Write + Send),
        refused: impl FnOnce(io::Error) -> LedgerError,
    ) -> Result<(), Error> {
        let columns = self.columns_to_write();
        if format == RowFormat::Csv && columns == self.columns {
            return self.copy(stream, refused);
        }
        let description = String::from_utf8(self.meta.to_json()?).unwrap_or_default();
        let written = (|| {
            let mut writer = format.writer(&columns, &description, Box::new(stream))?;
            for file in &self.files {
                file.open()?.rows(&mut |row| writer.put(&row).map_err(Fault::Write))?;
            }
            Ok(writer.finish()?)
        })();
        written.map_err(|fault| match fault {
            Fault::Read(error) => error,
            Fault::Write(error) => error.of(refused),
        })
    }

    /// Copies all rows, after one header, to a stream; `refused` names it in errors.
    fn copy(
        &self,
        stream: &mut dyn Write,
        refused: impl FnOnce(io::Error) -> LedgerError,
    ) -> Result<(), Error> {
        let mut copied = Ok(());
        for (number, shard) in self.files.iter().enumerate() {
            let rows = shard.open()?;
            if rows.digest()? != shard.digest {
                return Err(LedgerError::Altered(shard.path.clone()).into());
            }
            let mut file = rows.file();
            let read = || LedgerError::io("read", &shard.path);
            file.seek(SeekFrom::Start(0)).map_err(read())?;
            let mut source = io::BufReader::new(file.take(rows.len()));
            if number > 0 {
                io::BufRead::skip_until(&mut source, b'\n').map_err(read())?;
            }
            copied = io::copy(&mut source, stream).map(|_| ());
            if copied.is_err() {
                break;
            }
        }
        Ok(copied.and_then(|()| stream.flush()).map_err(refused)?)
    }
}

/// Reason why rows are not written.
enum Fault {
    /// They cannot be read.
    Read(Error),
    /// They cannot be written.
    Write(RowWriteError),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Read(error)
    }
}

impl From<RowWriteError> for Fault {
    fn from(error: RowWriteError) -> Self {
        Self::Write(error)
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
    let mut next = u128::from(whole.first);
    let end = next + u128::from(whole.rows);
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
        help: match missing_in_words(files) {
            Some(missing) if place.starts_with("between") => missing,
            Some(missing) => {
                format!("{missing}; --partial merges shards that follow each other without them")
            }
            None => "name the files that hold them as well, or run `solomids batch` for them".into(),
        },
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
            let (message, help) = match before {
                Some(before) => (
                    format!("{} and {} both have index {}", before.name(), file.name(), index(first)),
                    "name each shard once",
                ),
                None => (
                    format!("{} has index {}, which is before its batch", file.name(), index(first)),
                    "put its sidecar back as it was",
                ),
            };
            return Err(Error::Unmergeable { message, help: help.into() });
        }
        next = next.max(first + u128::from(file.meta.rows));
        if file.meta.rows > 0 {
            before = Some(file);
        }
    }
    if next < end {
        // Without a file that has rows the last one stands for all.
        let last = before.or(files.last()).map_or_else(String::new, ShardFile::name);
        return Err(gap(next, end, format!("after {last}")));
    }
    Ok(())
}
