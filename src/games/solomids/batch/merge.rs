//! Merging of the shards of a batch into the file that a single run makes, in any format of rows.
//!
//! Files are opened one after the other, and the rows of each are checked on all threads: any number of shards can be merged.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::columns::Columns;
use super::row_format::{RowFormat, RowWriter};
use super::rows::{BatchIdentity, BatchRows, Meta, shard_file};
use crate::kit::compression::decompressed;
use crate::series::{
    CheckedRows, Error, Part, Progress, ShardFile, can_replace, check_cover, digest_of, is_same_file,
    log_path, of_one_series, real_path, replace_rows, sidecar_path,
};

/// Files that make up one batch, or consecutive shards of one, in the order of their indices: shards, or consecutive batches.
#[derive(Debug)]
pub struct ShardFiles {
    files: Vec<ShardFile<BatchIdentity>>,
    /// Sidecar of all rows together.
    meta: Meta,
    /// Columns that all files have; `None` if some of them lack `proven`.
    columns: Option<Columns>,
    /// Columns of the file to be written.
    written: Columns,
}

impl ShardFiles {
    /// Checks files and all their rows. With `partial` they may be a part of the shards, without gaps.
    ///
    /// # Errors
    /// If they do not make up one batch, or a part of one, with each index once, if one is incomplete, or if a row is not that
    /// of its deal.
    pub fn check(paths: &[PathBuf], partial: bool) -> Result<Self, Error> {
        let mut files = paths.iter().map(|path| shard_file(path, false)).collect::<Result<Vec<_>, _>>()?;
        let of_files =
            files.iter().map(|file| Ok(rows_of(file)?.columns())).collect::<Result<Vec<_>, Error>>()?;
        // What is proven follows from the bounds, so files without that column go together with files that have it.
        let proven = of_files.iter().any(|columns| columns.proven);
        let written = Columns { proven, ..of_files.first().copied().unwrap_or_default() };
        for (file, &columns) in
            files.iter_mut().zip(&of_files).filter(|(_, columns)| columns.proven != proven)
        {
            file.sidecar.part.columns = Columns { proven, ..columns }.names().map(Into::into).collect();
        }
        let sharded = of_one_series(&mut files)?;
        let mut meta = Meta { progress: Progress::default(), ..files[0].sidecar.clone() };
        let rows = files.iter().map(|file| file.sidecar.part.rows).fold(0, u64::saturating_add);
        let Part { start, count, shard, first, rows: all, .. } = &mut meta.part;
        if !sharded {
            (*start, *count) = (*first, rows);
        }
        *shard = None;
        if partial && sharded {
            *all = rows;
        } else {
            (*first, *all) = (*start, *count);
        }
        for stop in files.iter().flat_map(|file| &file.sidecar.progress.stopped_by) {
            meta.progress.note(stop);
        }
        check_cover(&files, &meta)?;
        for file in &mut files {
            let rows = rows_of(file)?;
            file.check(rows)?;
        }
        let columns = of_files.iter().all(|columns| columns.proven == proven).then_some(written);
        Ok(Self { files, meta, columns, written })
    }

    /// These files, to be written without the column `deal`.
    ///
    /// # Errors
    /// If the deals were given as text: nothing else identifies them.
    pub fn without_deals(mut self) -> Result<Self, Error> {
        if self.meta.identity.deals_sha256.is_some() {
            let message = "the deals were given as text, so nothing but their column identifies them";
            return Err(Error::refused(message, "leave --without-deals out"));
        }
        self.written.deals = false;
        self.meta.part.columns = self.written.names().map(Into::into).collect();
        Ok(self)
    }

    /// Number of rows of all files.
    pub const fn rows(&self) -> u64 {
        self.meta.part.rows
    }

    /// Writes all rows to a stream as CSV.
    ///
    /// # Errors
    /// If the stream does not take them, or a file cannot be read.
    pub fn write(&self, stream: &mut dyn Write) -> Result<(), Error> {
        self.put(RowFormat::Csv, stream, &Error::Stdout)
    }

    /// Writes all rows to a file, atomically, in the format that its name ends in; then, for CSV, its sidecar. After a crash
    /// in between there is no sidecar.
    ///
    /// # Errors
    /// If the name ends in no format's name or is that of a shard, if the file or its sidecar exists and `force` is not set,
    /// if an unfinished batch writes the file, if the system refuses, or if a shard cannot be read.
    pub fn save(&self, path: &Path, force: bool) -> Result<(), Error> {
        let path = &real_path(path);
        let format = RowFormat::of(path)?;
        if let Some(file) = self.files.iter().find(|file| is_same_file(&file.path, path)) {
            let message = format!("{} cannot be both read and written", file.name());
            return Err(Error::refused(message, "choose another file for all rows"));
        }
        can_replace(path)?;
        let sidecar = (format == RowFormat::Csv).then(|| sidecar_path(path));
        if !force
            && let Some(taken) =
                [Some(path), sidecar.as_ref()].into_iter().flatten().find(|path| path.exists())
        {
            return Err(Error::Exists(taken.clone()));
        }
        if sidecar.is_some() && log_path(path).exists() {
            let message = format!("a batch for `{}` is unfinished", path.display());
            return Err(Error::refused(
                message,
                "finish it with `solomids batch --resume`, or choose another name",
            ));
        }
        let mut meta = self.meta.clone();
        replace_rows(path, sidecar.map(|_| &mut meta), |file| {
            let refused = |error| Error::io("write", path)(error);
            self.put(format, &mut io::BufWriter::new(file), &refused)
        })
    }

    /// Writes all rows to a stream; `refused` names it in errors.
    fn put(
        &self,
        format: RowFormat,
        stream: &mut dyn Write,
        refused: &dyn Fn(io::Error) -> Error,
    ) -> Result<(), Error> {
        if format == RowFormat::Csv && self.columns == Some(self.written) {
            return self.copy(stream, refused);
        }
        let mut writer = RowWriter::new(format, self.written, stream).map_err(refused)?;
        for file in &self.files {
            open(file)?.rows(&mut |row| writer.put(&row).map_err(refused))?;
        }
        writer.finish().map_err(refused)
    }

    /// Copies all rows, after one header, to a stream; `refused` names it in errors.
    fn copy(&self, stream: &mut dyn Write, refused: &dyn Fn(io::Error) -> Error) -> Result<(), Error> {
        for (number, shard) in self.files.iter().enumerate() {
            if digest_of(&shard.path)? != shard.digest {
                return Err(Error::Altered(shard.path.clone()));
            }
            let read = || Error::io("read", &shard.path);
            let mut source = File::open(&shard.path).and_then(decompressed).map_err(read())?;
            if number > 0 {
                io::BufRead::skip_until(&mut source, b'\n').map_err(read())?;
            }
            io::copy(&mut source, stream).map_err(refused)?;
        }
        stream.flush().map_err(refused)
    }
}

/// The rows that the sidecar of a file describes. It is read anew: that in memory may be given the column `proven`.
fn rows_of(file: &ShardFile<BatchIdentity>) -> Result<BatchRows, Error> {
    BatchRows::of(shard_file(&file.path, false)?.sidecar).map_err(|message| Error::BadSidecar {
        path: file.place.clone(),
        kind: "batch",
        message,
    })
}

fn open(file: &ShardFile<BatchIdentity>) -> Result<CheckedRows<BatchRows>, Error> {
    Ok(CheckedRows::with_series(file.path.clone(), rows_of(file)?))
}
