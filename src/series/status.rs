//! Progress of the files of a series, finished or not, from their sidecars and their lines.
//!
//! Lines are counted and not checked: merging does that.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::Error;
use super::files::is_log;
use super::indices::Shard;
use super::log::is_locked;
use super::rows::rows_and_sidecar;
use super::shards::{ShardFile, missing_shards, of_one_series};
use crate::kit::compression::decompressed;

/// Progress of all files of a series.
#[derive(Clone, Debug)]
pub struct SeriesStatus {
    /// The files, in the order of their indices.
    pub files: Vec<FileStatus>,
    /// Number of rows of the complete series, as far as it is known: consecutive series do not tell of others.
    pub rows: u64,
    /// Numbers of the shards without a file, as ascending ranges.
    pub missing: Vec<RangeInclusive<u64>>,
}

/// Progress of a file.
#[derive(Clone, Debug)]
pub struct FileStatus {
    /// The file.
    pub path: PathBuf,
    /// The part of the series, if it is one.
    pub shard: Option<Shard>,
    /// What is going on.
    pub state: FileState,
    /// Number of rows of the complete file.
    pub rows: u64,
    /// Number of rows that are there.
    pub finished: u64,
}

/// State of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// All rows are there.
    Done,
    /// A process writes it.
    Running,
    /// No process writes it, and rows are missing.
    Stopped,
    /// Rows are missing, and the file system knows no locks.
    Unfinished,
}

impl FileState {
    /// All states, with their names.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Done, "done"),
        (Self::Running, "running"),
        (Self::Stopped, "stopped"),
        (Self::Unfinished, "unfinished"),
    ];

    /// Name of the state.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(state, _)| *state == self).map_or("", |(_, name)| name)
    }
}

impl SeriesStatus {
    /// Reads the files of a series: `read` reads the sidecar of one. Files that do not exist are left out, as long as one
    /// exists; a file, its log and its compressed copy are one.
    ///
    /// # Errors
    /// If no file exists, if one cannot be read or has no sidecar, or if they belong to different series.
    pub fn read<I: Serialize + DeserializeOwned>(
        names: &[PathBuf],
        read: impl Fn(&Path) -> Result<ShardFile<I>, Error>,
    ) -> Result<Self, Error> {
        let mut present: Vec<PathBuf> = names.iter().map(|name| rows_and_sidecar(name, true).0).collect();
        present.retain(|path| path.try_exists().unwrap_or(true));
        if present.is_empty() {
            // The error of the first file says what is wrong.
            present.extend(names.first().cloned());
        }
        let mut files = present.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
        let mut seen = HashSet::new();
        files.retain(|file| seen.insert(file.place.clone()));
        let sharded = of_one_series(&mut files)?;
        let statuses = files.iter().map(FileStatus::of).collect::<Result<Vec<_>, _>>()?;
        let rows = match files.first() {
            Some(file) if sharded => file.sidecar.part.count,
            _ => statuses.iter().map(|status| status.rows).fold(0, u64::saturating_add),
        };
        Ok(Self { files: statuses, rows, missing: missing_shards(&files) })
    }

    /// Number of rows that are finished.
    pub fn finished(&self) -> u64 {
        self.files.iter().map(|file| file.finished).sum()
    }

    /// Number of shards without a file.
    pub fn missing_count(&self) -> u64 {
        self.missing.iter().map(|range| range.end() - range.start() + 1).sum()
    }

    /// Whether all rows are there, in files that are done.
    pub fn is_complete(&self) -> bool {
        self.finished() >= self.rows && self.files.iter().all(|file| file.state == FileState::Done)
    }
}

impl FileStatus {
    fn of<I: Serialize + DeserializeOwned>(file: &ShardFile<I>) -> Result<Self, Error> {
        let (path, rows) = (&file.path, file.sidecar.part.rows);
        let mut lines = File::open(path).and_then(decompressed).map_err(Error::io("read", path))?;
        // Before the lines are counted: a process that ends meanwhile has written all of them.
        let locked = is_locked(path);
        let (mut ends, mut last) = (0, b'\n');
        let mut piece = vec![0; 1 << 16];
        loop {
            let count = lines.read(&mut piece).map_err(Error::io("read", path))?;
            let Some(&end) = piece[..count].last() else { break };
            last = end;
            ends += piece[..count].split(|&byte| byte == b'\n').skip(1).count() as u64;
        }
        // The first line is the header.
        let finished = ends.saturating_sub(1).min(rows);
        let state = match locked {
            _ if finished == rows && last == b'\n' && !is_log(path) => FileState::Done,
            Some(true) => FileState::Running,
            Some(false) => FileState::Stopped,
            None => FileState::Unfinished,
        };
        Ok(Self { path: path.clone(), shard: file.shard(), state, rows, finished })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::files::{log_path, log_sidecar_path, sidecar_path};
    use super::super::indices::IndexRange;
    use super::super::log::locked;
    use super::super::sidecar::{Part, Sidecar};
    use super::*;

    #[derive(Serialize, serde::Deserialize)]
    struct Identity {}

    fn read(paths: &[PathBuf]) -> Result<SeriesStatus, Error> {
        SeriesStatus::read(paths, |path| ShardFile::<Identity>::new(path, "batch", "index", true))
    }

    /// Writes a shard of eight rows, of which some are there, and returns its path.
    fn shard(folder: &Path, shard: &str, lines: &str, is_done: bool) -> PathBuf {
        let path = folder.join(shard.replace('/', "-") + ".csv");
        let part = Part::new(IndexRange::below(8), shard.parse().ok(), None);
        let (rows, sidecar) = if is_done {
            (path.clone(), sidecar_path(&path))
        } else {
            (log_path(&path), log_sidecar_path(&path))
        };
        Sidecar::new(Identity {}, part).write(&sidecar).unwrap();
        fs::write(rows, format!("header\n{lines}")).unwrap();
        path
    }

    #[test]
    fn status_counts_rows_of_files_and_logs_and_missing_shards() {
        let folder = tempfile::tempdir().unwrap();
        let one = shard(folder.path(), "1/4", "0,\n1,\n", true);
        // A torn row is none.
        let two = shard(folder.path(), "3/4", "5,\n4", false);
        let status =
            read(&[two.clone(), folder.path().join("none.csv"), one.clone(), log_path(&two)]).unwrap();
        assert_eq!((status.rows, status.finished(), status.is_complete()), (8, 3, false));
        assert_eq!(status.missing, [2..=2, 4..=4]);
        let [a, b] = &status.files[..] else { panic!("two files") };
        assert_eq!((&a.path, a.finished, a.state), (&one, 2, FileState::Done));
        assert_eq!((&b.path, b.finished, b.state), (&log_path(&two), 1, FileState::Stopped));
        let _lock = locked(&log_path(&two)).unwrap();
        assert_eq!(read(&[two]).unwrap().files[0].state, FileState::Running);
        assert!(read(&[folder.path().join("none.csv")]).is_err());
    }

    #[test]
    fn a_file_that_is_made_anew_is_not_done() {
        let folder = tempfile::tempdir().unwrap();
        let path = shard(folder.path(), "1/4", "0,\n1,\n", true);
        let state = || read(std::slice::from_ref(&path)).unwrap().files[0].state;
        assert_eq!(state(), FileState::Done);
        shard(folder.path(), "1/4", "0,\n", false);
        assert_eq!(state(), FileState::Stopped);
    }

    #[test]
    fn shards_that_are_missing_are_counted_without_being_listed() {
        let folder = tempfile::tempdir().unwrap();
        let missing = |text| read(&[shard(folder.path(), text, "", true)]).unwrap().missing;
        assert_eq!(missing("1/8"), [2..=8]);
        let most = u64::MAX;
        assert_eq!(missing(&format!("{most}/{most}")), [most / 8 + 1..=most - most / 8]);
    }
}
