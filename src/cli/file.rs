//! Texts in files that the user names.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use solomids::batch;

/// Writes a file as a whole or not at all. A device or a pipe stays what it is, and a link leads where it led.
pub(super) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let failed = || format!("cannot write `{}`", path.display());
    let target = match path.symlink_metadata() {
        Ok(_) => path.canonicalize().with_context(failed)?,
        Err(_) => path.to_path_buf(),
    };
    if target.exists() && !target.is_file() {
        let open = OpenOptions::new().write(true).open(target);
        return open.and_then(|mut file| file.write_all(text.as_bytes())).with_context(failed);
    }
    batch::replace(&target, |file| file.write_all(text.as_bytes()))?;
    Ok(())
}
