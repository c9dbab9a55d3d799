//! The position or the game that the arguments name.

use std::ffi::OsStr;

use solomids::pentamid::game::{Rules, parse_move};
pub(super) use solomids::pentamid::input::GameInput;

use crate::cli::args::{PentamidStartArgs, PentamidVariantArgs};
use crate::cli::failure::InputError;
use crate::cli::input::Input;

/// Name of the text of `--moves` in messages.
pub(super) const MOVES: &str = "<moves>";

/// Reads what the arguments name; the start of the game if they name nothing.
pub(super) fn resolve(
    arguments: &PentamidStartArgs,
    variant: &PentamidVariantArgs,
) -> anyhow::Result<GameInput> {
    let given = match &arguments.text {
        Some(text) => read(text, variant)?,
        None => GameInput::from_start(variant.rules()?),
    };
    match &arguments.moves {
        Some(text) => Ok(given.with_moves(MOVES, text)?),
        None => Ok(given),
    }
}

/// Reads a file, standard input or a text: a position, moves from the start, or a record in JSON.
pub(super) fn read(argument: &OsStr, variant: &PentamidVariantArgs) -> anyhow::Result<GameInput> {
    let rules = variant.rules()?;
    // Messages point into the text as it was typed.
    let argument = argument.to_str().map_or(argument, |text| match text.strip_prefix(' ') {
        Some(typed) if typed.starts_with("- ") => OsStr::new(typed),
        _ => argument,
    });
    let is_text = |text: &str| {
        text.is_empty()
            || text.contains(char::is_whitespace)
            || text.contains(['@', '{'])
            || parse_move(&rules, text).is_ok()
    };
    let help = "a position itself has blanks: '- - -/- L -/- - l 1'; moves are such as L@c3 and Lc3-c4";
    let input = Input::load(argument, is_text, help)?;
    GameInput::read(&input.text, rules, |record| variant.rules_of_record(record)).map_err(|fault| match fault
    {
        InputError::Text(bad) if !input.text.is_json() => bad.with_help(board_help(&input, &rules)).into(),
        fault => fault.into(),
    })
}

/// Advice for a board of another size.
fn board_help(input: &Input, rules: &Rules) -> Option<String> {
    let rows: Vec<&str> = input.text.content.trim().split('/').collect();
    let height = rows.len();
    let width = rows[0].split_whitespace().count();
    let other = (width, height) != (rules.width(), rules.height());
    (other && (3..=8).contains(&width) && (3..=8).contains(&height))
        .then(|| format!("for a board of this size: --board {width}x{height}"))
}
