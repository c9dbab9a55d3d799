//! Loading and saving of games.

use std::ffi::OsStr;

use super::model::Model;
use crate::cli::solace2::{GameInput, Start};
use crate::cli::tui::{self, Topic};
use solomids::solace2::record::PlayedRecord;

/// Saves the game to a file; asks first if the file exists.
pub(super) fn save(model: &mut Model, path: &str, overwrite: bool) {
    let record = serde_json::to_string(&PlayedRecord::new(&model.game.start())).expect("texts and numbers");
    let back = model.game.taken_back();
    model.message = tui::save(&mut model.prompt, path, overwrite, &record, back);
}

/// Loads a game from a file or a text, or shows the error.
pub(super) fn load(model: &mut Model, text: &str) {
    let read = || -> anyhow::Result<Start> {
        tui::check_loadable(text)?;
        GameInput::of_text(OsStr::new(text.trim()), model.game.reading())?.start()
    };
    match read() {
        Ok(start) => model.load(start, "Loaded"),
        Err(error) => model.reopen_prompt(Topic::Load, text, format!("Not loaded: {error:#}")),
    }
}
