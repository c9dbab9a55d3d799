//! Parts of a batch put together into the one file that a single run would have made.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::Error;
use super::folder::{folder_of, sync_folder};
use super::journal;
use super::meta::{self, Meta};
use super::plan::Range;
use super::read::{Lines, whole_lines};
use super::replace::replace;

/// What may differ between the parts of a batch.
const PART: [&str; 4] = ["shard", "first", "rows", "stopped_by"];
/// What may differ besides between batches that follow each other.
const RANGE: [&str; 2] = ["start", "count"];

/// Files that make up one batch, in order.
#[derive(Debug)]
pub struct Parts {
    parts: Vec<Part>,
    meta: Meta,
}

#[derive(Debug)]
struct Part {
    path: PathBuf,
    file: File,
    meta: Meta,
    /// Bytes of the file.
    len: u64,
}

impl Part {
    fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::io("read", path))?;
        let meta_path = meta::path_for(path);
        let meta = Meta::read(&meta_path)?.ok_or(Error::NoMeta(meta_path))?;
        Ok(Self { path: path.into(), file, meta, len: 0 })
    }

    /// The file by its name, and the shard that it is.
    fn name(&self) -> String {
        let name = format!("`{}`", self.path.display());
        match &self.meta.shard {
            Some(shard) => format!("{name} (shard {shard})"),
            None => name,
        }
    }

    /// Its rows, which its sidecar says.
    fn range(&self) -> Result<Range, Error> {
        Range::new(self.meta.first, self.meta.rows)
            .ok_or_else(|| self.bad_meta("its rows go beyond the last index".into()))
    }

    fn bad_meta(&self, message: String) -> Error {
        Error::BadMeta { path: meta::path_for(&self.path), message }
    }

    /// Makes sure that all rows are there, each where it belongs.
    fn check(&mut self) -> Result<(), Error> {
        let range = self.range()?;
        let sound = whole_lines(&self.file).map_err(Error::io("read", &self.path))?;
        self.len = self.file.metadata().map_err(Error::io("read", &self.path))?.len();
        let extras = self.meta.extras().map_err(|message| self.bad_meta(message))?;
        let deals = self.meta.deals();
        let mut lines = Lines::new(&self.file, &self.path, sound, &extras)?;
        let mut count = 0;
        while let Some((row, _)) = lines.next_row()? {
            let expected = self.meta.expect(&row, Some(count));
            expected
                .and_then(|()| deals.as_ref().map_or(Ok(()), |deals| deals.expect(&row)))
                .map_err(|message| lines.bad(&message))?;
            count += 1;
        }
        if count < range.count() || sound < self.len || journal::path_for(&self.path).exists() {
            return Err(Error::Unmergeable {
                message: format!("{} is not complete: it has {count} of {} rows", self.name(), range.count()),
                help: "run its `solomids batch` once more with --resume".into(),
            });
        }
        Ok(())
    }
}

impl Parts {
    /// Looks at files that are to become one.
    ///
    /// # Errors
    /// If they do not make up one batch, each index once, or one of them is not complete.
    pub fn open(paths: &[PathBuf]) -> Result<Self, Error> {
        let mut parts = paths.iter().map(|path| Part::open(path)).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = parts.first() else {
            return Err(Error::Unmergeable {
                message: "no files are given".into(),
                help: "name all shards".into(),
            });
        };
        let sharded = parts.iter().any(|part| part.meta.shard.is_some());
        let mut ignored = PART.to_vec();
        if !sharded {
            ignored.extend(RANGE);
        }
        for part in &parts[1..] {
            let differences = first.meta.differences(&part.meta, &ignored);
            if !differences.is_empty() {
                return Err(Error::Differs {
                    what: format!("{} and {} belong to different batches", first.name(), part.name()),
                    here: format!("in `{}`", first.path.display()),
                    there: format!("in `{}`", part.path.display()),
                    differences,
                    help: "name the files of one batch",
                });
            }
        }
        let mut whole = Meta { shard: None, ..first.meta.clone() };
        // An empty shard takes its place among the others by its number.
        let number = |part: &Part| part.meta.shard.as_deref().and_then(|shard| shard.parse().ok());
        let number = |part: &Part| number(part).map_or(0, |shard: super::Shard| shard.number());
        parts.sort_by_key(|part| (part.meta.first, number(part)));
        if !sharded {
            let rows = parts.iter().map(|part| u128::from(part.meta.rows)).sum::<u128>();
            whole.start = parts[0].meta.first;
            whole.count = u64::try_from(rows).unwrap_or(u64::MAX);
        }
        (whole.first, whole.rows) = (whole.start, whole.count);
        whole.stopped_by = Vec::new();
        for part in &parts {
            for stop in &part.meta.stopped_by {
                whole.note_name(stop);
            }
        }
        check_cover(&parts, &whole)?;
        for part in &mut parts {
            part.check()?;
        }
        Ok(Self { parts, meta: whole })
    }

    /// Rows of all parts.
    pub const fn rows(&self) -> u64 {
        self.meta.rows
    }

    /// Writes all rows to a stream.
    ///
    /// # Errors
    /// If it does not take them, or a file cannot be read.
    pub fn write(&self, stream: &mut dyn Write) -> Result<(), Error> {
        self.copy(stream, Error::Stdout)
    }

    /// Writes all rows to a file, which is there at one stroke, and its sidecar. After a crash in between there is no
    /// sidecar.
    ///
    /// # Errors
    /// If the name does not end in `.csv`, if it is that of a part, if something is there already and `force` is not
    /// set, if a batch that writes the file is unfinished, if the system refuses, or a file cannot be read.
    pub fn save(&self, path: &Path, force: bool) -> Result<(), Error> {
        meta::check_name(path)?;
        if let Some(part) = self.parts.iter().find(|part| meta::is_same(&part.path, path)) {
            return Err(Error::Unmergeable {
                message: format!("{} cannot be both read and written", part.name()),
                help: "choose another file for all rows".into(),
            });
        }
        let meta_path = meta::path_for(path);
        if !force && let Some(taken) = [path, &meta_path].into_iter().find(|path| path.exists()) {
            return Err(Error::Exists(taken.into()));
        }
        if journal::path_for(path).exists() {
            return Err(Error::Unfinished(path.into()));
        }
        let mut failed = None;
        replace(path, |file| {
            let copied = self.copy(&mut io::BufWriter::new(&mut *file), Error::io("write", path));
            let written = copied.and_then(|()| file.sync_all().map_err(Error::io("write", path)));
            // A crash before the new sidecar is there must not leave the old one with new rows.
            written.and_then(|()| remove(&meta_path)).map_err(|error| {
                // The system's error is within this one; all there is to know goes out by the other way.
                failed = Some(error);
                io::ErrorKind::Other.into()
            })
        })
        .map_err(|error| failed.unwrap_or(error))?;
        self.meta.write(&meta_path)
    }

    fn copy(&self, stream: &mut dyn Write, refused: impl FnOnce(io::Error) -> Error) -> Result<(), Error> {
        let mut copied = Ok(());
        for (number, part) in self.parts.iter().enumerate() {
            let mut file = &part.file;
            let read = |error| Error::io("read", &part.path)(error);
            file.seek(SeekFrom::Start(0)).map_err(read)?;
            let mut source = io::BufReader::new(file.take(part.len));
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

/// Removes a file, if it is there, and sees that to the disk.
fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.and_then(|()| sync_folder(folder_of(path))).map_err(Error::io("remove", path)),
    }
}

/// Makes sure that the parts, in order, have each index of the batch once.
fn check_cover(parts: &[Part], whole: &Meta) -> Result<(), Error> {
    let mut next = u128::from(whole.start);
    let end = next + u128::from(whole.count);
    let mut before: Option<&Part> = None;
    let gap = |from: u128, to: u128, place: String| Error::Unmergeable {
        message: if to - from == 1 {
            format!("index {from} is missing {place}")
        } else {
            format!("indices {from} to {} are missing {place}", to - 1)
        },
        help: missing_shards(parts).unwrap_or_else(|| {
            "name the files that hold them as well, or run `solomids batch` for them".into()
        }),
    };
    for part in parts {
        let first = u128::from(part.meta.first);
        if first > next {
            let place = match before {
                Some(before) => format!("between {} and {}", before.name(), part.name()),
                None => format!("before {}", part.name()),
            };
            return Err(gap(next, first, place));
        }
        if first < next && part.meta.rows > 0 {
            let other = before.map_or_else(String::new, Part::name);
            return Err(Error::Unmergeable {
                message: format!("{other} and {} both have index {first}", part.name()),
                help: "name each shard once".into(),
            });
        }
        next = next.max(first + u128::from(part.meta.rows));
        if part.meta.rows > 0 {
            before = Some(part);
        }
    }
    if next < end {
        return Err(gap(next, end, before.map_or_else(String::new, |part| format!("after {}", part.name()))));
    }
    Ok(())
}

/// Which shards are not there, if they are shards.
fn missing_shards(parts: &[Part]) -> Option<String> {
    const SHOWN: usize = 10;
    let shards: Vec<super::Shard> =
        parts.iter().filter_map(|part| part.meta.shard.as_deref()?.parse().ok()).collect();
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
