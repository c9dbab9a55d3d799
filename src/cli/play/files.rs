//! Games saved as share strings, and loaded from whatever holds a game.

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::{self, Write as _};

use solomids::dealer::Source;
use solomids::game::Share;
use solomids::game::notation::Parsed;

use super::game::Game;
use super::model::Model;
use crate::cli::failure::BadText;
use crate::cli::input::{Input, Start, share_text};
use crate::cli::line::{Line, solution};

/// Writes the game to a file; the player is asked first if there is one already.
pub(super) fn save(model: &mut Model, path: String, overwrite: bool) {
    let mut options = OpenOptions::new();
    if overwrite {
        options.write(true).create(true).truncate(true);
    } else {
        options.write(true).create_new(true);
    }
    let share = model.game.share();
    match options.open(&path).and_then(|mut file| writeln!(file, "{share}").and_then(|()| file.sync_all())) {
        Ok(()) => {
            let deal = if share.seed.is_empty() { "; it needs the deal beside it" } else { "" };
            let back = match model.game.taken_back().len() {
                0 => String::new(),
                1 => ", the move that was taken back included".into(),
                count => format!(", {count} moves that were taken back included"),
            };
            model.message = format!("Saved to {path}{back}{deal}");
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => model.confirm(path),
        Err(error) => model.message = format!("Not saved: cannot write {path}: {error}"),
    }
}

/// Goes on with the game of a file or text, or says what is wrong with it.
pub(super) fn load(model: &mut Model, text: &str) {
    match read(model, text) {
        Ok(game) => model.load(game),
        Err(error) => model.message = format!("Not loaded: {error:#}"),
    }
}

/// A share string, a solution in JSON, or a deal. A share string without a seed belongs to the present deal.
fn read(model: &Model, text: &str) -> anyhow::Result<Game> {
    let is_text = |text: &str| text.contains(['_', ' ', '{']);
    anyhow::ensure!(text.trim() != "-", "standard input cannot be read while you play; name a file");
    let help = "a share string itself has a `_`, SEED_MOVE, MOVE, …";
    let argument = if is_text(text) { text } else { text.trim() };
    let input = Input::load(OsStr::new(argument), is_text, help)?;
    let content = input.content.trim_start_matches('\u{feff}');
    if content.trim_start().starts_with('{') {
        let Line { start, palette, seed, moves, .. } = solution(&input.name, content)?;
        let whole = (!seed.is_empty()).then(|| Start::from_source(Source::WebSeed { seed })).transpose()?;
        let start = whole
            .filter(|whole| whole.position == start)
            .unwrap_or_else(|| Start::from_position(start, palette));
        return Ok(Game::new(Start { played: moves, ..start })?);
    }
    if !content.contains('_') {
        let Parsed { position, palette, .. } = input.position()?;
        return Ok(Game::new(Start::from_position(position, palette))?);
    }
    let content = share_text(content);
    let share: Share = content.parse().map_err(|error| BadText::new(&input.name, content, error))?;
    let given = share.seed.is_empty().then(|| model.game.beginning());
    let start = Start::of_share(&share, given)?;
    Ok(Game::new(Start { played: share.moves, ..start })?)
}
