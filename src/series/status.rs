//! Progress of the files of a series, finished or not, from their sidecars, their lines and their times.
//!
//! Lines are counted and not checked: merging does that.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};

use super::error::Error;
use super::files::{journal_path, real_path};
use super::indices::Shard;
use super::ledger::is_locked;
use super::lines::{Lines, whole_lines};
use super::shards::{ShardFile, missing_shards, of_one_series};
use super::sidecar::Part;

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
#[derive(Clone, Debug, Serialize)]
pub struct FileStatus {
    /// The file.
    #[serde(rename = "file")]
    pub path: PathBuf,
    /// The part of the series; `None` for a whole one.
    #[serde(serialize_with = "as_text")]
    pub shard: Option<Shard>,
    /// What is going on.
    pub state: FileState,
    /// Index of the first row.
    pub first: u64,
    /// Number of rows of the complete file.
    pub rows: u64,
    /// Number of rows in the file.
    pub written: u64,
    /// Number of rows in the journal that wait for rows before them.
    pub waiting: u64,
    /// Index of the first row that is missing; `None` if there is none.
    pub next: Option<u64>,
    /// Time since the last row was written; in JSON whole seconds.
    #[serde(rename = "idle_seconds", serialize_with = "as_seconds")]
    pub idle: Duration,
}

/// State of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileState {
    /// All rows are there.
    Done,
    /// A process writes it.
    Running,
    /// No process writes it, and rows are missing.
    Stopped,
    /// No row was added for a long time, and it is not known that no process writes it.
    Stuck,
    /// Rows are missing, and the file system knows no locks.
    Unfinished,
}

impl FileState {
    /// All states, with their names.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Done, "done"),
        (Self::Running, "running"),
        (Self::Stopped, "stopped"),
        (Self::Stuck, "stuck"),
        (Self::Unfinished, "unfinished"),
    ];

    /// The state of a file, `locked` if a process writes it, as far as that is known, which is called stuck if no row was
    /// added for the time `stuck`.
    fn new(is_complete: bool, locked: Option<bool>, idle: Duration, stuck: Duration) -> Self {
        match locked {
            _ if is_complete => Self::Done,
            Some(false) => Self::Stopped,
            _ if idle >= stuck => Self::Stuck,
            Some(true) => Self::Running,
            None => Self::Unfinished,
        }
    }

    /// Name of the state.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(state, _)| *state == self).map_or("", |(_, name)| name)
    }
}

#[expect(clippy::ref_option, reason = "serde calls it so")]
fn as_text<S: Serializer>(shard: &Option<Shard>, serializer: S) -> Result<S::Ok, S::Error> {
    shard.map(|shard| shard.to_string()).serialize(serializer)
}

fn as_seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(time.as_secs())
}

impl SeriesStatus {
    /// Reads the files of a series: `read` reads the sidecar of one. Files that do not exist are left out, as long as one
    /// exists. A file that is being written is stuck if no row was added for the time `stuck`.
    ///
    /// # Errors
    /// If no file exists, if one cannot be read or has no sidecar, or if they belong to different series.
    pub fn read<I: Serialize + DeserializeOwned>(
        paths: &[PathBuf],
        stuck: Duration,
        read: impl Fn(&Path) -> Result<ShardFile<I>, Error>,
    ) -> Result<Self, Error> {
        let exists = |path: &&PathBuf| fs::exists(path).unwrap_or(true);
        let mut present: Vec<&PathBuf> = paths.iter().filter(exists).collect();
        if present.is_empty() {
            // The error of the first file says what is wrong.
            present.extend(paths.first());
        }
        let mut files = present.into_iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
        let sharded = of_one_series(&mut files)?;
        let statuses = files
            .iter()
            .map(|file| FileStatus::of(&file.path, &file.sidecar.part, stuck))
            .collect::<Result<Vec<_>, _>>()?;
        let rows = match files.first() {
            Some(file) if sharded => file.sidecar.part.count,
            _ => statuses.iter().map(|status| status.rows).fold(0, u64::saturating_add),
        };
        Ok(Self { files: statuses, rows, missing: missing_shards(&files) })
    }

    /// Number of rows that are finished, those in journals included.
    pub fn finished(&self) -> u64 {
        self.files.iter().map(FileStatus::finished).sum()
    }

    /// Number of shards without a file.
    pub fn missing_count(&self) -> u64 {
        self.missing.iter().map(|range| range.end() - range.start() + 1).sum()
    }

    /// Whether all shards are there and complete.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty() && self.files.iter().all(|file| file.state == FileState::Done)
    }
}

impl FileStatus {
    fn of(path: &Path, part: &Part, stuck: Duration) -> Result<Self, Error> {
        let rows = &File::open(path).map_err(Error::io("read", path))?;
        // Before the lines are counted: a process that ends meanwhile has written all of them.
        let locked = is_locked(rows);
        let whole = whole_lines(rows).map_err(Error::io("read", path))?;
        let written = Lines::new(rows, path, 0..whole)?.skip(u64::MAX)?.saturating_sub(1).min(part.rows);
        let data = rows.metadata().map_err(Error::io("read", path))?;
        let mut last = data.modified().map_err(Error::io("read", path))?;
        let mut waiting = 0;
        let journal_path = journal_path(&real_path(path));
        let journal = match File::open(&journal_path) {
            Ok(journal) => Some(journal),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Error::io("read", &journal_path)(error)),
        };
        if let Some(journal) = &journal {
            waiting = waiting_lines(journal, &journal_path, part, written)?;
            let data = journal.metadata().map_err(Error::io("read", &journal_path))?;
            last = last.max(data.modified().map_err(Error::io("read", &journal_path))?);
        }
        // The clocks of a file server and of this machine may differ.
        let idle = SystemTime::now().duration_since(last).unwrap_or_default();
        let is_complete = written == part.rows && whole == data.len() && journal.is_none();
        Ok(Self {
            path: path.into(),
            shard: part.span(),
            state: FileState::new(is_complete, locked, idle, stuck),
            first: part.index(0).unwrap_or(part.first),
            rows: part.rows,
            written,
            waiting,
            next: part.index(written),
            idle,
        })
    }

    /// Number of rows that are finished, those in the journal included.
    pub const fn finished(&self) -> u64 {
        self.written + self.waiting
    }
}

/// Number of places beyond the first `written` ones that have a line in a journal.
fn waiting_lines(journal: &File, path: &Path, part: &Part, written: u64) -> Result<u64, Error> {
    let whole = whole_lines(journal).map_err(Error::io("read", path))?;
    let mut lines = Lines::new(journal, path, 0..whole)?;
    let mut places = HashSet::new();
    while let Some(line) = lines.next_line()? {
        let index = line.split(|&byte| byte == b',').next().and_then(|field| str::from_utf8(field).ok());
        let place = index
            .and_then(|index| index.parse().ok())
            .ok_or_else(|| "does not begin with an index".to_owned())
            .and_then(|index| part.expect(index, None));
        let place = place.map_err(|message| lines.bad(&message))?;
        if place >= written {
            places.insert(place);
        }
    }
    Ok(places.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::super::files::sidecar_path;
    use super::super::indices::IndexRange;
    use super::super::sidecar::Sidecar;
    use super::*;

    #[derive(Serialize, serde::Deserialize)]
    struct Identity {}

    const STUCK: Duration = Duration::from_mins(1);

    fn read(paths: &[PathBuf]) -> Result<SeriesStatus, Error> {
        SeriesStatus::read(paths, STUCK, |path| ShardFile::<Identity>::new(path, "batch", "index"))
    }

    /// Writes a sidecar, and returns the path of its rows.
    fn file(
        folder: &Path,
        name: &str,
        count: u64,
        shard: Option<&str>,
        indices: Option<Vec<u64>>,
    ) -> PathBuf {
        let path = folder.join(name);
        let whole = IndexRange::new(0, count).unwrap();
        let shard = shard.map(|shard| shard.parse().unwrap());
        Sidecar::new(Identity {}, Part::new(whole, shard, indices)).write(&sidecar_path(&path)).unwrap();
        path
    }

    #[test]
    fn status_counts_rows_journals_and_missing_shards() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] =
            ["1/4", "3/4"].map(|it| file(folder.path(), &format!("{}.csv", &it[..1]), 8, Some(it), None));
        fs::write(&one, "header\n0,\n1,\n").unwrap();
        fs::write(&two, "header\n").unwrap();
        // The second row twice, as after a power cut, and a torn line.
        fs::write(journal_path(&two), "5,\n5,\n4").unwrap();
        let status = read(&[two.clone(), folder.path().join("none.csv"), one.clone()]).unwrap();
        assert_eq!((status.rows, status.finished(), status.is_complete()), (8, 3, false));
        assert_eq!(status.missing, [2..=2, 4..=4]);
        let [a, b] = &status.files[..] else { panic!("two files") };
        assert_eq!((&a.path, a.written, a.waiting, a.state, a.next), (&one, 2, 0, FileState::Done, None));
        assert_eq!(
            (&b.path, b.written, b.waiting, b.state, b.next),
            (&two, 0, 1, FileState::Stopped, Some(4))
        );
        let lock = File::open(&two).unwrap();
        lock.lock().unwrap();
        assert_eq!(read(&[two]).unwrap().files[0].state, FileState::Running);
        assert!(read(&[folder.path().join("none.csv")]).is_err());
    }

    #[test]
    fn places_of_a_list_are_told_from_indices() {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "list.csv", 3, None, Some(vec![1, 5, 9]));
        fs::write(&path, "header\n1,\n").unwrap();
        fs::write(journal_path(&path), "9,\n").unwrap();
        let read = || read(std::slice::from_ref(&path)).map(|status| status.files[0].clone());
        let found = read().unwrap();
        assert_eq!(
            (found.first, found.rows, found.next, found.written, found.waiting),
            (1, 3, Some(5), 1, 1)
        );
        fs::write(journal_path(&path), "2,\n").unwrap();
        assert!(read().unwrap_err().to_string().ends_with("has index 2, which does not belong here"));
    }

    #[test]
    #[cfg(unix)]
    fn the_journal_is_found_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("store")).unwrap();
        let path = file(&folder.path().join("store"), "a.csv", 8, Some("1/4"), None);
        fs::write(&path, "header\n").unwrap();
        fs::write(journal_path(&path), "1,\n").unwrap();
        let link = folder.path().join("link.csv");
        std::os::unix::fs::symlink("store/a.csv", &link).unwrap();
        let found = read(&[link]).unwrap().files.remove(0);
        assert_eq!((found.waiting, found.next), (1, Some(0)));
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
            let path = file(folder.path(), "a.csv", 8, Some(text), None);
            fs::write(&path, "header\n").unwrap();
            let status = read(&[path]).unwrap();
            assert_eq!(status.missing, missing);
        }
    }

    #[test]
    fn rows_with_a_torn_end_or_a_journal_are_not_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "a.csv", 8, Some("1/4"), None);
        let is_complete = || read(std::slice::from_ref(&path)).unwrap().files[0].state == FileState::Done;
        fs::write(&path, "header\n0,\n1,\n").unwrap();
        assert!(is_complete());
        fs::write(journal_path(&path), "").unwrap();
        assert!(!is_complete());
        fs::remove_file(journal_path(&path)).unwrap();
        fs::write(&path, "header\n0,\n1,").unwrap();
        assert!(!is_complete());
    }

    #[test]
    fn a_shard_without_new_rows_is_stuck_unless_it_has_stopped() {
        let state = |complete, locked, seconds| {
            FileState::new(complete, locked, Duration::from_secs(seconds), STUCK).name()
        };
        assert_eq!(state(true, Some(false), 99), "done");
        assert_eq!(state(false, Some(false), 99), "stopped");
        assert_eq!(state(false, Some(true), 59), "running");
        assert_eq!(state(false, Some(true), 60), "stuck");
        assert_eq!(state(false, None, 59), "unfinished");
        assert_eq!(state(false, None, 60), "stuck");
    }
}
