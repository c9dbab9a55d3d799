//! Progress of the files of a batch, finished or not, from their sidecars, their lines and their times.
//!
//! Lines are counted and not checked: that is the work of [`ShardFiles`](super::ShardFiles).

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::error::Error;
use super::meta::Meta;
use super::shard_file::{ShardFile, missing_shards, of_one_batch};
use super::shard_span::ShardSpan;
use crate::series::ledger::{LedgerError, Lines, is_locked, journal_path, real_path, whole_lines};

/// Progress of all files of a batch.
#[derive(Clone, Debug)]
pub struct BatchStatus {
    /// The files, in the order of their indices.
    pub files: Vec<ShardStatus>,
    /// Number of rows of the complete batch, as far as it is known: consecutive batches do not tell of others.
    pub rows: u64,
    /// Numbers of the shards without a file, as ascending ranges.
    pub missing: Vec<RangeInclusive<u64>>,
}

/// Progress of a file.
#[derive(Clone, Debug)]
pub struct ShardStatus {
    /// The file.
    pub path: PathBuf,
    /// The part of the batch; `None` for a whole batch.
    pub shard: Option<ShardSpan>,
    /// Index of the first row.
    pub first: u64,
    /// Number of rows of the complete file.
    pub rows: u64,
    /// Index of the first row that is missing; `None` if there is none.
    pub next: Option<u64>,
    /// Number of rows in the file.
    pub written: u64,
    /// Number of rows in the journal that wait for rows before them.
    pub waiting: u64,
    /// Whether nothing is left to do.
    pub complete: bool,
    /// Whether a process writes the file; `None` where the file system knows no locks.
    pub locked: Option<bool>,
    /// Time since the last row was written.
    pub idle: Duration,
}

impl BatchStatus {
    /// Reads the files of a batch. Files that do not exist are left out, as long as one exists.
    ///
    /// # Errors
    /// If no file exists, if one cannot be read or has no sidecar, or if they belong to different batches.
    pub fn read(paths: &[PathBuf]) -> Result<Self, Error> {
        let exists = |path: &&PathBuf| fs::exists(path).unwrap_or(true);
        let mut present: Vec<&PathBuf> = paths.iter().filter(exists).collect();
        if present.is_empty() {
            // The error of the first file says what is wrong.
            present.extend(paths.first());
        }
        let mut files =
            present.into_iter().map(|path| ShardFile::new(path)).collect::<Result<Vec<_>, _>>()?;
        let sharded = of_one_batch(&files)?;
        files.sort_by_key(ShardFile::order);
        let missing = missing_shards(&files).map(|(missing, _)| missing).unwrap_or_default();
        let statuses = files.iter().map(ShardStatus::of).collect::<Result<Vec<_>, _>>()?;
        let rows = match files.first() {
            Some(file) if sharded => file.meta.count,
            _ => statuses.iter().map(|status| status.rows).fold(0, u64::saturating_add),
        };
        Ok(Self { files: statuses, rows, missing })
    }

    /// Number of rows that are finished, those in journals included.
    pub fn finished(&self) -> u64 {
        self.files.iter().map(ShardStatus::finished).sum()
    }

    /// Number of shards without a file.
    pub fn missing_count(&self) -> u64 {
        self.missing.iter().map(|range| range.end() - range.start() + 1).sum()
    }

    /// Whether all shards are there and complete.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty() && self.files.iter().all(|file| file.complete)
    }
}

impl ShardStatus {
    fn of(file: &ShardFile) -> Result<Self, Error> {
        let ShardFile { path, meta, .. } = file;
        let count = file.range()?.count();
        let rows = &File::open(path).map_err(LedgerError::io("read", path))?;
        // Before the lines are counted: a process that ends meanwhile has written all of them.
        let locked = is_locked(rows);
        let whole = whole_lines(rows).map_err(LedgerError::io("read", path))?;
        let written = Lines::new(rows, path, 0..whole)?.skip(u64::MAX)?.saturating_sub(1).min(count);
        let data = rows.metadata().map_err(LedgerError::io("read", path))?;
        let mut last = data.modified().map_err(LedgerError::io("read", path))?;
        let mut waiting = 0;
        let journal_path = journal_path(&real_path(path));
        let journal = match File::open(&journal_path) {
            Ok(journal) => Some(journal),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(LedgerError::io("read", &journal_path)(error).into()),
        };
        if let Some(journal) = &journal {
            waiting = waiting_lines(journal, &journal_path, meta, written)?;
            let data = journal.metadata().map_err(LedgerError::io("read", &journal_path))?;
            last = last.max(data.modified().map_err(LedgerError::io("read", &journal_path))?);
        }
        Ok(Self {
            path: path.clone(),
            shard: file.span(),
            first: meta.index(0).unwrap_or(meta.first),
            rows: count,
            next: meta.index(written),
            written,
            waiting,
            complete: written == count && whole == data.len() && journal.is_none(),
            locked,
            // The clocks of a file server and of this machine may differ.
            idle: SystemTime::now().duration_since(last).unwrap_or_default(),
        })
    }

    /// Number of rows that are finished, those in the journal included.
    pub const fn finished(&self) -> u64 {
        self.written + self.waiting
    }
}

/// Number of places beyond the first `written` ones that have a line in a journal.
fn waiting_lines(journal: &File, path: &Path, meta: &Meta, written: u64) -> Result<u64, Error> {
    let whole = whole_lines(journal).map_err(LedgerError::io("read", path))?;
    let mut lines = Lines::new(journal, path, 0..whole)?;
    let mut places = HashSet::new();
    while let Some(line) = lines.next_line()? {
        let index = line.split(|&byte| byte == b',').next().and_then(|field| str::from_utf8(field).ok());
        let place = index
            .and_then(|index| index.parse().ok())
            .ok_or_else(|| "does not begin with an index".to_owned())
            .and_then(|index| {
                meta.place(index).ok_or_else(|| format!("has index {index}, which does not belong here"))
            });
        let place = place.map_err(|message| lines.bad(&message))?;
        if place >= written {
            places.insert(place);
        }
    }
    Ok(places.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::batch::BatchPlan;
    use crate::games::solomids::batch::fixtures::plan;
    use crate::series::ledger::{IndexRange, sidecar_path};

    /// Writes the sidecar of a shard of eight deals, and returns the path of its rows.
    fn shard(folder: &Path, name: &str, shard: &str) -> PathBuf {
        let path = folder.join(name);
        let plan = BatchPlan { shard: Some(shard.parse().unwrap()), ..plan(1, 0, 8) };
        Meta::new(&plan).write(&sidecar_path(&path)).unwrap();
        path
    }

    #[test]
    fn status_counts_rows_journals_and_missing_shards() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["1/4", "3/4"].map(|it| shard(folder.path(), &format!("{}.csv", &it[..1]), it));
        let first = Meta::read(&sidecar_path(&two)).unwrap().unwrap().first;
        fs::write(&one, "header\n0,\n1,\n").unwrap();
        fs::write(&two, "header\n").unwrap();
        // The second row twice, as after a power cut, and a torn line.
        let second = first + 1;
        fs::write(journal_path(&two), format!("{second},\n{second},\n{first}")).unwrap();
        let status = BatchStatus::read(&[two.clone(), folder.path().join("none.csv"), one.clone()]).unwrap();
        assert_eq!((status.rows, status.finished(), status.is_complete()), (8, 3, false));
        assert_eq!(status.missing, [2..=2, 4..=4]);
        let [a, b] = &status.files[..] else { panic!("two files") };
        assert_eq!((&a.path, a.written, a.waiting, a.complete, a.next), (&one, 2, 0, true, None));
        assert_eq!((&b.path, b.written, b.waiting, b.complete, b.next), (&two, 0, 1, false, Some(first)));
        assert_eq!((a.locked, b.locked), (Some(false), Some(false)));
        let lock = File::open(&two).unwrap();
        lock.lock().unwrap();
        let status = BatchStatus::read(&[two]).unwrap();
        assert_eq!(status.files[0].locked, Some(true));
    }

    #[test]
    fn places_of_a_list_are_told_from_indices() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.csv");
        let whole = IndexRange::new(0, 3).unwrap();
        let plan = BatchPlan { whole, chosen: Some(vec![1, 5, 9]), ..plan(1, 0, 3) };
        Meta::new(&plan).write(&sidecar_path(&path)).unwrap();
        fs::write(&path, "header\n1,\n").unwrap();
        fs::write(journal_path(&path), "9,\n").unwrap();
        let read = || BatchStatus::read(std::slice::from_ref(&path)).map(|status| status.files[0].clone());
        let file = read().unwrap();
        assert_eq!((file.first, file.rows, file.next, file.written, file.waiting), (1, 3, Some(5), 1, 1));
        fs::write(journal_path(&path), "2,\n").unwrap();
        assert!(read().unwrap_err().to_string().ends_with("has index 2, which does not belong here"));
    }

    #[test]
    #[cfg(unix)]
    fn the_journal_is_found_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("store")).unwrap();
        let path = shard(&folder.path().join("store"), "a.csv", "1/4");
        fs::write(&path, "header\n").unwrap();
        fs::write(journal_path(&path), "1,\n").unwrap();
        let link = folder.path().join("link.csv");
        std::os::unix::fs::symlink("store/a.csv", &link).unwrap();
        let file = BatchStatus::read(&[link]).unwrap().files.remove(0);
        assert_eq!((file.waiting, file.next), (1, Some(0)));
    }

    #[test]
    fn shards_that_are_missing_are_counted_without_being_listed() {
        let folder = tempfile::tempdir().unwrap();
        for (text, missing) in [
            ("1/20000", vec![2..=20_000]),
            ("20000/20000", vec![1..=19_999]),
            ("1-18446744073709551615/18446744073709551615", vec![]),
            ("2-18446744073709551614/18446744073709551615", vec![1..=1, u64::MAX..=u64::MAX]),
        ] {
            let path = shard(folder.path(), "a.csv", "1/4");
            let meta = Meta::read(&sidecar_path(&path)).unwrap().unwrap();
            Meta { shard: Some(text.into()), ..meta }.write(&sidecar_path(&path)).unwrap();
            fs::write(&path, "header\n").unwrap();
            let status = BatchStatus::read(&[path]).unwrap();
            assert_eq!(status.missing, missing);
            assert!(!status.is_complete());
        }
    }

    #[test]
    fn rows_with_a_torn_end_or_a_journal_are_not_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = shard(folder.path(), "a.csv", "1/4");
        let is_complete = || BatchStatus::read(std::slice::from_ref(&path)).unwrap().files[0].complete;
        fs::write(&path, "header\n0,\n1,\n").unwrap();
        assert!(is_complete());
        fs::write(journal_path(&path), "").unwrap();
        assert!(!is_complete());
        fs::remove_file(journal_path(&path)).unwrap();
        fs::write(&path, "header\n0,\n1,").unwrap();
        assert!(!is_complete());
        assert!(BatchStatus::read(&[folder.path().join("none.csv")]).is_err());
    }
}
