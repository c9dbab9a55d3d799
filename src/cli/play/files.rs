//! Loading and saving of games.

use std::ffi::OsStr;

use solomids::game::notation::is_line_like;

use super::history::GameHistory;
use super::model::Model;
use crate::cli::input::Input;
use crate::cli::line::PlayedLine;
use crate::cli::start::Start;
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
        let start = read(OsStr::new(argument), || Some(model.game.start()))?;
        Ok::<_, anyhow::Error>(GameHistory::new(start)?)
    };
    match game() {
        Ok(game) => model.load(game, "Loaded"),
        Err(error) => model.reopen_prompt(Topic::Load, text, format!("Not loaded: {error:#}")),
    }
}

/// Reads a game from a file or a text: a deal, a share string or a solution in JSON. A share string without a seed starts
/// from the present deal.
pub(super) fn read(argument: &OsStr, present: impl FnOnce() -> Option<Start>) -> anyhow::Result<Start> {
    let is_text = |text: &str| {
        text.is_empty()
            || text.contains(['_', '{'])
            || text.contains(char::is_whitespace)
            || is_line_like(text)
    };
    let help = "a share string itself has a `_`, SEED_MOVE, MOVE, …";
    let input = Input::load(argument, is_text, help)?;
    let deal = match input.position() {
        Ok(parsed) => return Ok(Start::from_position(parsed.position, parsed.palette)),
        Err(error) => error,
    };
    // Otherwise the error of the deal is the relevant one.
    if !input.text.content.contains('_') && !is_line_like(&input.text.content) && !input.text.is_json() {
        return Err(deal);
    }
    let is_seedless = input.text.share().is_ok_and(|share| share.seed.is_empty())
        || input.text.content.trim_start().starts_with('_');
    let PlayedLine { mut start, moves, .. } =
        PlayedLine::parse(&input, if is_seedless { present() } else { None })?;
    start.played.extend(moves);
    Ok(start)
}
