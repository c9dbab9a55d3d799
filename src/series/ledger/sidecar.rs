//! Names of sidecars: each file of lines has its own, in the folder of the file itself and not of a link to it.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::LedgerError;
use super::folder::folder_of;
use super::journal::journal_path;

/// Path of the sidecar of a file: `deals.meta.json` for `deals.csv`.
///
/// Different files have different sidecars as long as their names end in `.csv`: [`check_name`].
pub fn sidecar_path(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default();
    let stem = if ends_in_csv(file) { file.file_stem().unwrap_or(name) } else { name };
    let mut sidecar = stem.to_owned();
    sidecar.push(".meta.json");
    file.with_file_name(sidecar)
}

/// Checks that a file of lines shares its sidecar with no other file.
///
/// # Errors
/// If its name does not end in `.csv`.
pub fn check_name(file: &Path) -> Result<(), LedgerError> {
    if ends_in_csv(file) { Ok(()) } else { Err(LedgerError::Name(file.into())) }
}

/// The file that a name leads to, through symbolic links, whether or not there is one yet. A name that is no link is
/// returned as it is.
pub fn real_path(file: &Path) -> PathBuf {
    /// Links that the systems follow at most.
    const MOST_LINKS: usize = 40;
    let mut path = file.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(target);
    }
    path
}

/// The sidecar to read for a file: the one beside the file itself, or the one beside the link that names it if there is no
/// other.
pub fn find_sidecar(file: &Path) -> PathBuf {
    let (real, linked) = (sidecar_path(&real_path(file)), sidecar_path(file));
    if !real.exists() && linked.exists() { linked } else { real }
}

/// Whether two names, or hard or symbolic links, are of one file, or of two files with one sidecar.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let same = |one: &Path, other: &Path| same_file::is_same_file(one, other).unwrap_or(false);
    same(one, other) || same(&find_sidecar(one), &find_sidecar(other))
}

/// Whether a ledger for `file` writes what `input` names: the file, its journal or its sidecar. `None` stands for standard
/// input.
pub fn overwrites(file: &Path, input: Option<&Path>) -> bool {
    let file = real_path(file);
    let handle = match input {
        Some(path) => same_file::Handle::from_path(path),
        None => same_file::Handle::stdin(),
    };
    let Ok(handle) = handle else { return false };
    [journal_path(&file), sidecar_path(&file), file]
        .into_iter()
        .any(|path| same_file::Handle::from_path(path).is_ok_and(|other| other == handle))
}

fn ends_in_csv(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "csv")
}
