//! Lists of indices: a file that names the deals of a batch.

use std::ffi::OsStr;

use crate::cli::failure::{ErrorWithHelp, SourceError};
use crate::cli::input::Input;

/// Reads whole numbers, separated by blanks, commas or line ends; `#` starts a comment. A first word `index` is the heading
/// of a column. Returns them in ascending order.
///
/// # Errors
/// If the file cannot be read, a word is no index, an index comes twice, or there is none.
pub(super) fn read_indices(file: &OsStr) -> anyhow::Result<Vec<u64>> {
    let input = Input::load_all(file, "--indices takes a file with one index a line, or `-`")?;
    let text = &input.text.content;
    let mut found: Vec<(u64, usize, usize)> = Vec::new();
    let mut is_first = true;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or(line);
        let words = content.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        for word in words {
            // A word is a part of the line, so its place is the distance between their first bytes.
            let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
            let is_heading = std::mem::take(&mut is_first) && word == "index";
            match word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten() {
                Some(index) => found.push((index, at, word.len())),
                None if is_heading => {}
                None => return Err(bad(&input, at, word.len(), format!("`{word}` is no index")).into()),
            }
        }
        start += line.len();
    }
    found.sort_unstable();
    if let Some(&[_, (index, at, length)]) =
        found.array_windows::<2>().find(|[(one, ..), (other, ..)]| one == other)
    {
        return Err(bad(&input, at, length, format!("index {index} comes twice")).into());
    }
    if found.is_empty() {
        return Err(ErrorWithHelp::new(
            format!("there is no index in `{}`", input.text.name),
            "give one index a line",
        )
        .into());
    }
    Ok(found.into_iter().map(|(index, ..)| index).collect())
}

fn bad(input: &Input, at: usize, length: usize, message: String) -> SourceError {
    SourceError {
        name: input.text.name.clone(),
        text: input.text.content.clone(),
        message,
        label: "expected a whole number from 0 to 2^64 - 1, each once".into(),
        span: at..at + length,
        help: Vec::new(),
    }
}
