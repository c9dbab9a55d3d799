//! Loading and saving of games.

use std::ffi::OsStr;
use std::path::Path;

use super::model::Model;
use crate::cli::file;
use crate::cli::solace2::start::{Given, Start};
use crate::cli::tui::{self, Topic};
use solomids::solace2::record::PlayedRecord;

/// Saves the game to a file; asks first if the file exists.
pub(super) fn save(model: &mut Model, path: &str, overwrite: bool) {
    let file_name = Path::new(path);
    if !overwrite && file_name.symlink_metadata().is_ok_and(|found| !found.is_dir()) {
        return model.confirm_overwrite(path);
    }
    let record = serde_json::to_string(&PlayedRecord::new(&model.game.start())).expect("texts and numbers");
    match file::write(file_name, &(record + "\n")) {
        Ok(()) => model.message = tui::saved(path, model.game.taken_back()),
        Err(error) => model.reopen_prompt(Topic::Save, path, format!("Not saved: {error:#}")),
    }
}

/// Loads a game from a file or a text, or shows the error.
pub(super) fn load(model: &mut Model, text: &str) {
    let read = || -> anyhow::Result<Start> {
        anyhow::ensure!(text.trim() != "-", "standard input cannot be read while you play; name a file");
        match Given::of_text(OsStr::new(text.trim()), model.game.reading())? {
            Given::Start(start) => Ok(*start),
            Given::Game(_, game) => Ok(game.start()?),
        }
    };
    match read() {
        Ok(start) => model.load(start, "Loaded"),
        Err(error) => model.reopen_prompt(Topic::Load, text, format!("Not loaded: {error:#}")),
    }
}
