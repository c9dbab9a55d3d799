//! What commands of Solace II share: the arguments that name a deal, the moves played and a reading, and what they name.

use std::ffi::{OsStr, OsString};

use crate::games::port::{Form, Game as _, Given, Played};
use crate::games::solace2::Solace2;
use crate::kit::error::NamedText;
use crate::solace2::game::{Move, Reading, parse_moves};
use crate::solace2::port::Start;
use clap::Args;

use crate::cli::args::values;
use crate::cli::error::{InputError, SourceError, TYPED};
use crate::cli::input::Input;
use crate::cli::{ErrorWithHelp, refuse};

/// The reading of the rules.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Rules")]
pub(crate) struct ReadingArgs {
    /// How the rules are read: literal (the default), inert, caps-only, rigid, open, or switches joined by `+` such as
    /// native+opened+lend-always
    #[arg(long, value_name = "NAME", value_parser = values::reading)]
    pub(crate) reading: Option<Reading>,
}

/// A deal named by a seed.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Deal")]
pub(crate) struct DealtArgs {
    /// Seed of the dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", value_parser = values::index)]
    pub(crate) seed: Option<u64>,
    /// Number of the deal among those of the seed, from 0
    #[arg(long, value_name = "I", value_parser = values::index, requires = "seed")]
    pub(crate) index: Option<u64>,
}

/// A deal, and moves that have been played.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// A deal, 15 nests such as `KWC.CKK.…`: a file, `-` for standard input, or the text itself; `show`, `verify` and
    /// `play` also take JSON as `solve --format json` and `play` print it
    #[arg(value_name = "DEAL", conflicts_with = "seed")]
    pub(crate) text: Option<OsString>,
    #[command(flatten)]
    pub(crate) dealt: DealtArgs,
    /// Moves played from the deal, such as `L-3>4 M-3>8 S-3>14 T-14>3`
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = "Deal")]
    pub(crate) moves: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

pub(super) fn read(arguments: &StartArgs) -> anyhow::Result<Given<Solace2>> {
    read_if_given(arguments)?.ok_or_else(no_deal)
}

/// Reads what the arguments name; `None` if they name no deal.
pub(super) fn read_if_given(arguments: &StartArgs) -> anyhow::Result<Option<Given<Solace2>>> {
    /// Name of the text of `--moves` in messages.
    const MOVES: &str = "<moves>";
    let StartArgs { text, dealt, moves, reading } = arguments;
    let chosen = reading.reading.unwrap_or_default();
    let mut given = match (text, dealt.seed) {
        (Some(text), _) => of_text(text, chosen)?,
        (None, Some(seed)) => Given::start(Start::dealt(seed, dealt.index.unwrap_or(0), chosen)),
        (None, None) if moves.is_some() => return Err(no_deal()),
        (None, None) => return Ok(None),
    };
    if given.form == Form::Record {
        let is_another = reading.reading.is_some_and(|reading| reading != given.before.start.reading);
        let option = match moves {
            Some(_) => "--moves",
            None if is_another => "--reading",
            None => return Ok(Some(given)),
        };
        let message = format!("{option} and a game in JSON, which has its own");
        return refuse(message, format!("leave out {option}"));
    }
    if let Some(text) = moves {
        let parsed = parse_moves(text).map_err(|error| SourceError::new(MOVES, text, error))?;
        given.add(NamedText::new(MOVES, text), parsed.into_iter().map(|read| (read.mv, read.span)));
    }
    Ok(Some(given))
}

/// Reads a deal or a game in JSON from a file, standard input for `-`, or the text itself.
pub(super) fn of_text(argument: &OsStr, reading: Reading) -> anyhow::Result<Given<Solace2>> {
    // A slip leaves a deal: most parts are nests, and their letters are few, unlike those of a path.
    let is_deal = |text: &str| {
        let parts: Vec<&str> = text.split(['.', '/']).collect();
        let nests = parts.iter().filter(|part| part.chars().count() == 3).count();
        let mut letters: Vec<char> = parts.concat().to_uppercase().chars().collect();
        letters.sort_unstable();
        letters.dedup();
        let is_short = text.split('.').count() > 2 && text.split('.').all(|nest| nest.len() <= 3);
        is_short || parts.len() > 1 && 2 * nests > parts.len() && letters.len() <= 4
    };
    let input = Input::load(argument)?;
    Solace2::read(&input.text, reading).map_err(|error| match error {
        InputError::Text(bad) if !input.text.is_json() => {
            let meant = input.missing_file().filter(|_| !input.text.content.contains('.'));
            let help = "a deal itself is 15 nests joined by dots: KWC.CKK.WWC.…";
            input.unless_name(bad.with_help(meant), is_deal, help)
        }
        error => error.into(),
    })
}

fn no_deal() -> anyhow::Error {
    let help = "give a file, `-` for standard input, the text itself, or --seed";
    ErrorWithHelp::new("no deal is given", help).into()
}

/// The position that the arguments name. Only a deal is read from a text, no JSON.
pub(super) fn of_deal(arguments: &StartArgs) -> anyhow::Result<Played<Solace2>> {
    let given = read(arguments)?;
    if given.form == Form::Record {
        let text = arguments.text.as_deref().unwrap_or_default().display();
        let help = "`verify`, `show` and `play` read those; give the text of its field `deal` here";
        return refuse(format!("`{text}` holds JSON, not a deal"), help);
    }
    Ok(given.played()?)
}

/// The moves of a text that was typed at a prompt.
///
/// # Errors
/// The mistake in one line of words.
pub(super) fn typed_moves(text: &str) -> anyhow::Result<Vec<Move>> {
    let moves = parse_moves(text).map_err(|error| SourceError::new(TYPED, text, error))?;
    Ok(moves.into_iter().map(|spanned| spanned.mv).collect())
}
