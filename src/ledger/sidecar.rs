//! Names of sidecars: each file of lines has its own.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::LedgerError;

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

/// Whether two names are of one file, or of two files with one sidecar.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let same = |one: &Path, other: &Path| {
        fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
    };
    same(one, other) || same(&sidecar_path(one), &sidecar_path(other))
}

fn ends_in_csv(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "csv")
}
