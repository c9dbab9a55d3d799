//! Starting position that the arguments of a command name.

use std::ffi::OsStr;

use solomids::dealer::Source;
use solomids::start::{NamedText, TextKind};

pub(crate) use solomids::start::Start;

use super::args::{DealtArgs, StartArgs};
use super::failure::ErrorWithHelp;
use super::input::load_position;
use super::terminal::Terminal;

/// Name of the text of `--share` in messages.
pub(crate) const SHARE: &str = "<share string>";

/// Starts from the file or the text of an argument. A line that names no deal goes on from the given start.
pub(crate) fn of_text(argument: &OsStr, given: Option<Start>) -> anyhow::Result<Start> {
    let input = load_position(argument)?;
    match input.text.kind() {
        TextKind::Position(_) if given.is_some() => {
            let message = format!("two deals: `{}` is one, and another is given", input.text.name);
            Err(ErrorWithHelp::new(message, "leave out one of them").into())
        }
        TextKind::Position(parsed) => Ok(Start::from_position(parsed.position, parsed.palette)),
        TextKind::Line => Ok(Start::after(&input.text, given)?),
        TextKind::Json => Err(input.json_error()),
        TextKind::Unknown(reason) => Err(input.position_error(reason)),
    }
}

/// Starts from the moves of a share string of `--share`, from the given start if it names no deal.
pub(crate) fn of_share(text: &str, given: Option<Start>) -> anyhow::Result<Start> {
    Ok(Start::after(&NamedText::new(SHARE, text), given)?)
}

/// Starts from the text or the seed given, if any.
pub(crate) fn given(text: Option<&OsStr>, dealt: &DealtArgs) -> anyhow::Result<Option<Start>> {
    let source = match dealt {
        DealtArgs { seed: Some(seed), index, .. } => {
            Some(Source::Seed { seed: *seed, index: index.unwrap_or(0) })
        }
        DealtArgs { web_seed: Some(seed), .. } => Some(Source::WebSeed { seed: seed.clone() }),
        _ => None,
    };
    let dealt = source.map(Start::from_source).transpose()?;
    match text {
        Some(text) => of_text(text, dealt).map(Some),
        None => Ok(dealt),
    }
}

/// Starts from the position that the arguments name, and warns of doubtful deals.
pub(crate) fn resolve(arguments: &StartArgs, terminal: Terminal) -> anyhow::Result<Start> {
    let given = given(arguments.text.as_deref(), &arguments.dealt)?;
    let start = match &arguments.share {
        None => given.ok_or_else(|| {
            ErrorWithHelp::new(
                "no deal is given",
                "give a file, `-` for standard input, the text itself, --seed, --web-seed or --share",
            )
        })?,
        Some(text) => of_share(text, given)?,
    };
    warn(&start, &arguments.dealt, terminal);
    Ok(start)
}

/// Warns of a doubtful web seed.
pub(crate) fn warn_of_seed(start: &Start, dealt: &DealtArgs, terminal: Terminal) {
    for warning in start.seed_warnings(dealt.web_seed.is_some()) {
        terminal.warn(&warning);
    }
}

/// Warns of a doubtful web seed, and of a typed deal that breaks the setup rules.
pub(crate) fn warn(start: &Start, dealt: &DealtArgs, terminal: Terminal) {
    for warning in start.warnings(dealt.web_seed.is_some()) {
        terminal.warn(&warning);
    }
}
