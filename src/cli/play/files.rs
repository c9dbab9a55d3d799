//! Loading and saving of games.

use std::ffi::OsStr;

use super::history::GameHistory;
use super::model::Model;
use crate::cli::start;
use crate::cli::tui::{self, Topic};

/// Saves the game to a file; asks first if the file exists.
pub(super) fn save(model: &mut Model, path: &str, overwrite: bool) {
    let (text, back) = (model.game.to_text(), model.game.taken_back().len());
    model.message = tui::save(&mut model.prompt, path, overwrite, &text, back);
}

/// Loads a game from a file or a text, or shows the error.
pub(super) fn load(model: &mut Model, text: &str) {
    let game = || {
        tui::check_loadable(text)?;
        let is_text = |text: &str| text.contains(['_', ' ', '{']);
        let argument = if is_text(text) { text } else { text.trim() };
        let start = start::of_game(OsStr::new(argument), || Some(model.game.start()))?;
        Ok::<_, anyhow::Error>(GameHistory::new(start)?)
    };
    match game() {
        Ok(game) => model.load(game, "Loaded"),
        Err(error) => model.reopen_prompt(Topic::Load, text, format!("Not loaded: {error:#}")),
    }
}
