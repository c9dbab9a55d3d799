//! What the arguments of commands of Solomids name: a position, or a played line.

use std::ffi::OsStr;

use crate::dealer::Source;
use crate::game::notation::is_line_like;
use crate::games::port::{Form, Game as _, Given, Played};
use crate::games::solomids::Solomids;
use crate::start::TextKind;

pub(crate) use crate::start::Start;

use super::args::{DealtArgs, LineArgs, StartArgs};
use super::error::SourceError;
use super::input::Input;
use super::{ErrorWithHelp, Terminal, refuse};

/// Name of the text of `--share` in messages.
const SHARE: &str = "<share string>";

/// What a text is expected to be, for messages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Position,
    Line,
    Game,
}

/// Reads a text. A line that names no deal goes on from the given game.
fn read(input: &Input, given: Option<Played<Solomids>>, wanted: Wanted) -> anyhow::Result<Given<Solomids>> {
    let content = input.text.content.as_str();
    if let TextKind::Unknown(reason) = input.text.kind() {
        return Err(match wanted {
            Wanted::Position => {
                // Nine rows without blanks have eight slashes between them, or 90 signs.
                let is_dense = |text: &str| text.matches('/').count() > 7 || text.len() >= 90;
                let help = if content.chars().all(char::is_alphanumeric) {
                    format!("if a seed of the web page is meant: --web-seed {content}")
                } else {
                    "a deal itself is nine rows of squares: 'B3 R1 G2 K2 B2/B2 R2 …'".into()
                };
                input.unless_name(input.position_error(reason), is_dense, &help)
            }
            Wanted::Game => {
                let help = "a share string itself has a `_`, SEED_MOVE, MOVE, …";
                input.unless_name(input.position_error(reason), |_| false, help)
            }
            Wanted::Line => {
                let help = "a line itself is a share string, SEED_MOVE, MOVE, …, or a JSON object";
                let is_line = |text: &str| text.contains(['_', '>', '{']) || is_line_like(text);
                let error = match input.text.share() {
                    Err(bad) => SourceError::with_help(*bad, input.missing_file()).into(),
                    Ok(_) => input.position_error(reason),
                };
                input.unless_name(error, is_line, help)
            }
        });
    }
    Ok(Solomids::read(&input.text, given)?)
}

/// The position in a file or a text. A line that names no deal goes on from the given game.
pub(crate) fn of_text(argument: &OsStr, given: Option<Played<Solomids>>) -> anyhow::Result<Played<Solomids>> {
    let input = Input::load(argument)?;
    if matches!(input.text.kind(), TextKind::Json) {
        let message = format!("`{}` holds JSON, not a deal or a position", input.text.name);
        let help = "`verify`, `analyze` and `play` read those; give the text of its field `deal` here";
        return refuse(message, help);
    }
    Ok(read(&input, given, Wanted::Position)?.played()?)
}

/// The game in a file or a text, all moves played. A share string without a seed starts from the present deal.
pub(crate) fn of_game(
    argument: &OsStr,
    present: impl FnOnce() -> Option<Start>,
) -> anyhow::Result<Played<Solomids>> {
    let input = Input::load(argument)?;
    let content = &input.text.content;
    let is_seedless =
        input.text.share().is_ok_and(|share| share.seed.is_empty()) || content.trim_start().starts_with('_');
    let given = present().filter(|_| is_seedless).map(Played::new);
    Ok(read(&input, given, Wanted::Game)?.played()?)
}

/// The position after the moves of a share string of `--share`, from the given game if it names no deal.
pub(crate) fn of_share(text: &str, given: Option<Played<Solomids>>) -> anyhow::Result<Played<Solomids>> {
    Ok(read(&Input::typed(SHARE, text), given, Wanted::Line)?.played()?)
}

/// The position of the text or the seed given, if any.
pub(crate) fn given(text: Option<&OsStr>, dealt: &DealtArgs) -> anyhow::Result<Option<Played<Solomids>>> {
    let source = match dealt {
        DealtArgs { seed: Some(seed), index, .. } => {
            Some(Source::Seed { seed: *seed, index: index.unwrap_or(0) })
        }
        DealtArgs { web_seed: Some(seed), .. } => Some(Source::WebSeed { seed: seed.clone() }),
        _ => None,
    };
    let dealt = source.map(Start::of_source).transpose()?.map(Played::new);
    match text {
        Some(text) => of_text(text, dealt).map(Some),
        None => Ok(dealt),
    }
}

/// The position that the arguments name, with warnings of doubtful deals.
pub(crate) fn resolve(arguments: &StartArgs, terminal: Terminal) -> anyhow::Result<Played<Solomids>> {
    let given = given(arguments.text.as_deref(), &arguments.dealt)?;
    let played = match &arguments.share {
        None => given.ok_or_else(|| {
            let help = "give a file, `-` for standard input, the text itself, --seed, --web-seed or --share";
            ErrorWithHelp::new("no deal is given", help)
        })?,
        Some(text) => of_share(text, given)?,
    };
    warn(&played.start, &arguments.dealt, terminal);
    Ok(played)
}

/// Warns of a doubtful web seed, and of a typed deal that breaks the setup rules.
pub(crate) fn warn(start: &Start, dealt: &DealtArgs, terminal: Terminal) {
    for warning in start.warnings(dealt.web_seed.is_some()) {
        terminal.warn(&warning);
    }
}

/// Reads the line and the deal that the arguments name.
pub(super) fn read_line(arguments: &LineArgs, terminal: Terminal) -> anyhow::Result<Given<Solomids>> {
    if [&arguments.deal, &arguments.line].into_iter().all(|it| it.as_ref().is_some_and(|it| it == "-")) {
        let help = "give one of them as a file or as a text";
        return refuse("standard input cannot be both deal and line", help);
    }
    let given = given(arguments.deal.as_deref(), &arguments.dealt)?;
    let input = match (&arguments.line, &arguments.share) {
        (Some(argument), _) => Input::load(argument)?,
        (None, share) => Input::typed(SHARE, share.as_deref().unwrap_or_default()),
    };
    if input.text.position().is_ok() {
        let message = format!("`{}` is a deal or a position, not a line", input.text.name);
        return refuse(message, "give it with --deal, and the moves as `_MOVE, MOVE, …`");
    }
    let line = read(&input, given, Wanted::Line)?;
    // The source of a solution in JSON is no share string.
    if line.form == Form::Line {
        for warning in line.before.start.seed_warnings(arguments.dealt.web_seed.is_some()) {
            terminal.warn(&warning);
        }
    }
    Ok(line)
}
