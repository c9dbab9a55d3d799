//! What the arguments of commands of Solomids name: a starting position, or a played line.

use std::ffi::OsStr;

use crate::dealer::Source;
use crate::game::notation::is_line_like;
use crate::record::PlayedLine;
use crate::start::TextKind;

pub(crate) use crate::start::Start;

use super::args::{DealtArgs, LineArgs, StartArgs};
use super::failure::InputError;
use super::input::Input;
use super::{ErrorWithHelp, Terminal, refuse};

/// Name of the text of `--share` in messages.
pub(crate) const SHARE: &str = "<share string>";

/// Starts from the file or the text of an argument. A line that names no deal goes on from the given start.
pub(crate) fn of_text(argument: &OsStr, given: Option<Start>) -> anyhow::Result<Start> {
    let input = Input::load(argument)?;
    match input.text.kind() {
        TextKind::Position(_) if given.is_some() => {
            let message = format!("two deals: `{}` is one, and another is given", input.text.name);
            refuse(message, "leave out one of them")
        }
        TextKind::Position(parsed) => Ok(Start::from_position(parsed.position, parsed.palette)),
        TextKind::Line => Ok(Start::after(&input.text, given)?),
        TextKind::Json => {
            let message = format!("`{}` holds JSON, not a deal or a position", input.text.name);
            let help = "`verify`, `analyze` and `play` read those; give the text of its field `deal` here";
            refuse(message, help)
        }
        TextKind::Unknown(reason) => {
            // Nine rows without blanks have eight slashes between them, or 90 signs.
            let is_dense = |text: &str| text.matches('/').count() > 7 || text.len() >= 90;
            let help = match argument.to_str().filter(|text| text.chars().all(char::is_alphanumeric)) {
                Some(seed) => format!("if a seed of the web page is meant: --web-seed {seed}"),
                None => "a deal itself is nine rows of squares: 'B3 R1 G2 K2 B2/B2 R2 …'".into(),
            };
            Err(input.unless_name(input.position_error(reason), is_dense, &help))
        }
    }
}

/// Starts from the file or the text of an argument with a game: a deal, a share string or a solution in JSON, all moves played. A
/// share string without a seed starts from the present deal.
pub(crate) fn of_game(argument: &OsStr, present: impl FnOnce() -> Option<Start>) -> anyhow::Result<Start> {
    let input = Input::load(argument)?;
    let content = &input.text.content;
    let deal = match input.position() {
        Ok(parsed) => return Ok(Start::from_position(parsed.position, parsed.palette)),
        Err(error) => error,
    };
    // Otherwise the error of the deal is the relevant one.
    if !content.contains('_') && !is_line_like(content) && !input.text.is_json() {
        return Err(input.unless_name(
            deal,
            |_| false,
            "a share string itself has a `_`, SEED_MOVE, MOVE, …",
        ));
    }
    let is_seedless =
        input.text.share().is_ok_and(|share| share.seed.is_empty()) || content.trim_start().starts_with('_');
    let PlayedLine { mut start, moves, .. } = parse_line(&input, present().filter(|_| is_seedless))?;
    start.played.extend(moves);
    Ok(start)
}

/// Starts from the moves of a share string of `--share`, from the given start if it names no deal.
pub(crate) fn of_share(text: &str, given: Option<Start>) -> anyhow::Result<Start> {
    Ok(Start::after(&Input::typed(SHARE, text).text, given)?)
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
            let help = "give a file, `-` for standard input, the text itself, --seed, --web-seed or --share";
            ErrorWithHelp::new("no deal is given", help)
        })?,
        Some(text) => of_share(text, given)?,
    };
    warn(&start, &arguments.dealt, terminal);
    Ok(start)
}

/// Warns of a doubtful web seed, and of a typed deal that breaks the setup rules.
pub(crate) fn warn(start: &Start, dealt: &DealtArgs, terminal: Terminal) {
    for warning in start.warnings(dealt.web_seed.is_some()) {
        terminal.warn(&warning);
    }
}

/// Reads the line and the deal that the arguments name.
pub(super) fn read_line(arguments: &LineArgs, terminal: Terminal) -> anyhow::Result<PlayedLine> {
    if [&arguments.deal, &arguments.line].into_iter().all(|it| it.as_ref().is_some_and(|it| it == "-")) {
        let help = "give one of them as a file or as a text";
        return refuse("standard input cannot be both deal and line", help);
    }
    let given = given(arguments.deal.as_deref(), &arguments.dealt)?;
    let input = match (&arguments.line, &arguments.share) {
        (Some(argument), _) => Input::load(argument)?,
        (None, share) => Input::typed(SHARE, share.as_deref().unwrap_or_default()),
    };
    let line = parse_line(&input, given)?;
    // The source of a solution in JSON is no share string.
    if line.claims.is_none() {
        for warning in line.start.seed_warnings(arguments.dealt.web_seed.is_some()) {
            terminal.warn(&warning);
        }
    }
    Ok(line)
}

/// Parses a solution in JSON or a share string. A line that names no deal starts from the given one.
fn parse_line(input: &Input, given: Option<Start>) -> anyhow::Result<PlayedLine> {
    let text = &input.text;
    PlayedLine::read(text, given).map_err(|error| match error {
        InputError::Text(bad) if text.share().is_err() && !text.is_json() => {
            if input.position().is_ok() {
                let message = format!("`{}` is a deal or a position, not a line", text.name);
                let help = "give it with --deal, and the moves as `_MOVE, MOVE, …`";
                return ErrorWithHelp::new(message, help).into();
            }
            let help = "a line itself is a share string, SEED_MOVE, MOVE, …, or a JSON object";
            let is_line = |text: &str| text.contains(['_', '>', '{']) || is_line_like(text);
            input.unless_name(bad.with_help(input.missing_file()), is_line, help)
        }
        error => error.into(),
    })
}
