//! Starting position of a command: a deal, moves played from it, and the reading they are played by.

use std::ffi::OsStr;

use solomids::solace2::game::{Move, Reading, parse_deal, parse_moves};
use solomids::solace2::record::{DealSource, GameRecord};
pub(super) use solomids::solace2::start::Start;

use crate::cli::args::Solace2StartArgs;
use crate::cli::failure::{ErrorWithHelp, SourceError, TYPED};
use crate::cli::input::Input;

/// Name of the text of `--moves` in messages.
pub(super) const MOVES: &str = "<moves>";

/// The start that the arguments name, if they name one. Only a deal is read from a text, no JSON.
pub(super) fn of_deal(arguments: &Solace2StartArgs) -> anyhow::Result<Start> {
    let given = GameInput::read(arguments)?.ok_or_else(no_deal)?;
    match given {
        GameInput::Start(start) => Ok(*start),
        GameInput::Game(name, _) => {
            let message = format!("`{name}` holds JSON, not a deal");
            let help = "`verify`, `show` and `play` read those; give the text of its field `deal` here";
            Err(ErrorWithHelp::new(message, help).into())
        }
    }
}

/// What the arguments of a command give.
pub(super) enum GameInput {
    /// A deal, and the moves of `--moves`.
    Start(Box<Start>),
    /// A game in JSON, and the name of its text.
    Game(String, Box<GameRecord>),
}

impl GameInput {
    /// Reads what the arguments name; `None` if they name no deal.
    ///
    /// # Errors
    /// A text that is neither deal nor game, moves that are none or illegal, and two deals or two lines.
    pub(super) fn read(arguments: &Solace2StartArgs) -> anyhow::Result<Option<Self>> {
        let Solace2StartArgs { text, dealt, moves, reading } = arguments;
        let chosen = reading.reading.unwrap_or_default();
        let mut start = match (text, dealt.seed) {
            (Some(text), _) => match Self::of_text(text, chosen)? {
                Self::Start(start) => *start,
                Self::Game(name, game) => {
                    let conflict = match (moves, reading.reading) {
                        (Some(_), _) => Some("--moves"),
                        (_, Some(reading)) if reading != game.reading => Some("--reading"),
                        _ => None,
                    };
                    if let Some(option) = conflict {
                        let message = format!("{option} and a game in JSON, which has its own");
                        return Err(ErrorWithHelp::new(message, format!("leave out {option}")).into());
                    }
                    return Ok(Some(Self::Game(name, game)));
                }
            },
            (None, Some(seed)) => Start::dealt(seed, dealt.index.unwrap_or(0), chosen),
            (None, None) if moves.is_some() => return Err(no_deal()),
            (None, None) => return Ok(None),
        };
        if let Some(text) = moves {
            let parsed = parse_moves(text).map_err(|error| SourceError::new(MOVES, text, error))?;
            start.play(MOVES, text, parsed)?;
        }
        Ok(Some(Self::Start(Box::new(start))))
    }
}

impl GameInput {
    /// Reads a deal or a game in JSON from a file, standard input for `-`, or the text itself.
    ///
    /// # Errors
    /// A text that is neither.
    pub(super) fn of_text(argument: &OsStr, reading: Reading) -> anyhow::Result<Self> {
        let input = load(argument)?;
        if input.text.is_json() {
            let game = GameRecord::read(&input.text.name, &input.text.content)?;
            return Ok(Self::Game(input.text.name, Box::new(game)));
        }
        let parsed = parse_deal(&input.text.content).map_err(|error| {
            let help = input.missing_file().filter(|_| !input.text.content.contains('.'));
            SourceError::new(&input.text.name, &input.text.content, error).with_help(help)
        })?;
        Ok(Self::Start(Box::new(Start::new(parsed, DealSource::Text, reading))))
    }
}

/// The error of a command without a deal.
pub(super) fn no_deal() -> anyhow::Error {
    ErrorWithHelp::new("no deal is given", "give a file, `-` for standard input, the text itself, or --seed")
        .into()
}

/// Loads the text of a deal or a game.
fn load(argument: &OsStr) -> anyhow::Result<Input> {
    // A slip leaves a deal, and `parse_deal` points at it: most parts are nests, and their letters are few, unlike those of a path.
    let is_deal = |text: &str| {
        let parts: Vec<&str> = text.split(['.', '/']).collect();
        let nests = parts.iter().filter(|part| part.chars().count() == 3).count();
        let mut letters: Vec<char> = parts.concat().to_uppercase().chars().collect();
        letters.sort_unstable();
        letters.dedup();
        parts.len() > 1 && 2 * nests > parts.len() && letters.len() <= 4
    };
    let is_short = |text: &str| text.split('.').count() > 2 && text.split('.').all(|nest| nest.len() <= 3);
    let is_text = |text: &str| {
        text.is_empty()
            || text.contains(char::is_whitespace)
            || text.starts_with('{')
            || is_deal(text)
            || is_short(text)
    };
    Input::load(argument, is_text, "a deal itself is 15 nests joined by dots: KWC.CKK.WWC.…")
}

/// The moves of a text that was typed at a prompt, played from a position.
///
/// # Errors
/// The mistake in one line of words.
pub(super) fn typed_moves(text: &str) -> anyhow::Result<Vec<Move>> {
    let moves = parse_moves(text).map_err(|error| SourceError::new(TYPED, text, error))?;
    Ok(moves.into_iter().map(|spanned| spanned.mv).collect())
}
