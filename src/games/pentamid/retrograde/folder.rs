//! The folder of solved classes: a file a class, written as a whole.
//!
//! ```text
//! solomids pentamid class 1\n
//! 4x3 nests 2 line 3 both opponent\n      the rules, as they are written
//! 221-210\n                               larges, mediums and smalls of the side to move, of the other
//! 8123 4012 991 2005\n                    slots; positions without a line: won, lost, endless
//! 1a2b3c4d\n                              CRC-32 of the line before and the bytes that follow
//! …                                       values, four a byte, the lowest bits first: 1 won, 2 lost, 0 or 3 endless
//! ```

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use rayon::prelude::*;

use super::classes::{Counts, Material};
use super::table::{ENDLESS, LONGEST_LOSS, LONGEST_WIN, LOSS, Totals, WIN};
use crate::games::pentamid::game::Rules;

const TITLE: &str = "solomids pentamid class 1";

/// Why a folder of classes cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Reading or writing failed.
    #[error("cannot use `{}`", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Another program works in the folder.
    #[error("another run works in `{}`", .0.display())]
    Locked(PathBuf),
    /// A file that is none of a class of these rules.
    #[error("`{}` is no file of these classes", .0.display())]
    Unknown(PathBuf),
    /// A file of another variant.
    #[error("`{}` is of other rules or another class: it has `{found}`, not `{wanted}`", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// A line of it.
        found: String,
        /// What the line should be.
        wanted: String,
    },
    /// A file is not as it was written.
    #[error("`{}` is damaged: its length or its checksum is wrong", .0.display())]
    Damaged(PathBuf),
}

/// The outcomes of a solved class.
#[derive(Debug)]
pub(super) struct ClassFile {
    pub(super) slots: usize,
    pub(super) totals: Totals,
    /// Four values a byte.
    pub(super) values: Vec<u8>,
}

impl ClassFile {
    /// Keeps who wins of the values of a class.
    pub(super) fn new(values: &[u8], totals: Totals) -> Self {
        let bits = |&value: &u8| match value {
            WIN..=LONGEST_WIN => 1,
            LOSS..=LONGEST_LOSS => 2,
            _ => 0,
        };
        let packed = |four: &[u8]| four.iter().rev().fold(0, |byte, value| byte << 2 | bits(value));
        Self { slots: values.len(), totals, values: values.par_chunks(4).map(packed).collect() }
    }

    /// The value of a slot, as if a game that is decided had ended.
    #[inline]
    pub(super) fn value(&self, slot: usize) -> u8 {
        match self.values[slot / 4] >> (slot % 4 * 2) & 3 {
            1 => WIN,
            2 => LOSS,
            _ => ENDLESS,
        }
    }

    fn counts(&self) -> String {
        let Totals { wins, losses, endless } = self.totals;
        format!("{} {wins} {losses} {endless}", self.slots)
    }

    fn checksum(&self) -> String {
        let mut sum = Hasher::new();
        sum.update(self.counts().as_bytes());
        sum.update(&self.values);
        format!("{:08x}", sum.finalize())
    }
}

/// A folder, locked for as long as this lives.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    rules: String,
    _lock: File,
}

/// Larges, mediums and smalls of the side to move and of the other: the name of a class.
pub(super) fn name(material: Material) -> String {
    let digits = |[small, medium, large]: Counts| format!("{large}{medium}{small}");
    format!("{}-{}", digits(material.mine), digits(material.theirs))
}

impl Folder {
    /// Opens a folder for these classes of a variant, and makes it if there is none.
    pub(super) fn open(path: &Path, rules: &Rules, materials: &[Material]) -> Result<Self, FolderError> {
        let lock = path.join("lock");
        let failed = |source| FolderError::Io { path: lock.clone(), source };
        fs::create_dir_all(path).map_err(|source| FolderError::Io { path: path.into(), source })?;
        let names: HashSet<String> = materials.iter().map(|&material| name(material)).collect();
        for entry in fs::read_dir(path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let known = |name: &str| names.contains(name) || name == "lock" || name == "part";
            if !entry.file_name().to_str().is_some_and(known) {
                return Err(FolderError::Unknown(entry.path()));
            }
        }
        let file = File::options().create(true).append(true).open(&lock).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Locked(path.into())),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        Ok(Self { path: path.into(), rules: rules.to_string(), _lock: file })
    }

    /// Reads a class of this number of slots, if it is there.
    pub(super) fn read(&self, material: Material, slots: usize) -> Result<Option<ClassFile>, FolderError> {
        let path = self.path.join(name(material));
        let failed = |source| FolderError::Io { path: path.clone(), source };
        let mut input = match File::open(&path) {
            Ok(file) => BufReader::new(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let mut line = || {
            let mut text = Vec::new();
            input.by_ref().take(1 << 10).read_until(b'\n', &mut text).map_err(failed)?;
            Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
        };
        for wanted in [TITLE, &self.rules, &name(material)] {
            let found = line()?;
            if found != wanted {
                return Err(FolderError::Foreign { path, found, wanted: wanted.into() });
            }
        }
        let (counts, checksum) = (line()?, line()?);
        let numbers: Vec<u64> = counts.split(' ').filter_map(|number| number.parse().ok()).collect();
        let damaged = FolderError::Damaged(path.clone());
        let [_, wins, losses, endless] = numbers[..] else { return Err(damaged) };
        let mut values = Vec::with_capacity(slots.div_ceil(4));
        input.take(slots.div_ceil(4) as u64 + 1).read_to_end(&mut values).map_err(failed)?;
        let file = ClassFile { slots, totals: Totals { wins, losses, endless }, values };
        let is_whole = file.values.len() == slots.div_ceil(4) && file.counts() == counts;
        if is_whole && file.checksum() == checksum { Ok(Some(file)) } else { Err(damaged) }
    }

    /// Writes a class; the file is there as a whole or not at all.
    pub(super) fn write(&self, material: Material, class: &ClassFile) -> Result<(), FolderError> {
        let path = self.path.join(name(material));
        let part = self.path.join("part");
        let write = || {
            let mut out = File::create(&part)?;
            let (rules, name) = (&self.rules, name(material));
            writeln!(out, "{TITLE}\n{rules}\n{name}\n{}\n{}", class.counts(), class.checksum())?;
            out.write_all(&class.values)?;
            out.sync_all()?;
            fs::rename(&part, &path)
        };
        write().map_err(|source| FolderError::Io { path: path.clone(), source })
    }
}
