//! `pentamid show`: draws a position, or the last position of a game; `pentamid verify`: replays a game under the rules, without the
//! prover and the engine.

use std::ffi::OsString;
use std::fmt::Write as _;

use crate::kit::notation::tokens;
use crate::numbers::counted;
use crate::pentamid::game::{Game, Repetition};
use crate::pentamid::record::{Head, VariantRecord, result_name};
use crate::pentamid::view::page::GamePage;
use crate::pentamid::view::{svg, text, words};
use crate::service::page_games;
use clap::{Args, ValueHint};
use serde::Serialize;

use super::args::{self, StartArgs, VariantArgs};
use crate::cli::args::{PictureArgs, ShowFormatArg};
use crate::cli::verify::{ReplayWords, answer};
use crate::cli::{CommandResult, ExitStatus, FormatArg, PictureFiles, Printed, Terminal};

/// Draw a position, or the last position of a game
///
/// Files that are no SVG or HTML files are never replaced.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids pentamid show --board 3 '- - -/- LmS -/l - M 1'
  solomids pentamid show 'L@c3 L@b3 Lc3-c4' --svg board.svg --html game.html")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ShowFormatArg,
}

/// Output of `show --format json`.
#[derive(Serialize)]
struct ShowRecord {
    #[serde(flatten)]
    head: Head,
    position: String,
    side: u8,
    /// `1` or `2` for the winner, `draw`, or `open`.
    result: &'static str,
    /// Legal moves.
    moves: Vec<String>,
    /// Moves that the rule against repetition bars, each with the number of plies after which that state stood.
    barred: Vec<(String, usize)>,
    /// Moves played from the first position.
    played: Vec<String>,
    #[serde(flatten)]
    variant: VariantRecord,
}

pub(super) fn show(arguments: &ShowArgs, variant: &VariantArgs, terminal: Terminal) -> CommandResult {
    let format = arguments.format;
    let is_drawn = matches!(format, ShowFormatArg::Svg | ShowFormatArg::Html);
    let pictures = PictureFiles::open(&arguments.pictures, format == ShowFormatArg::Text, is_drawn)?;
    let given = args::resolve(&arguments.start, variant)?;
    let game = given.game(given.repetition.unwrap_or(Repetition::Barred))?;
    let (rules, position) = (game.rules(), game.position());
    let state = words::state(game.status(), position.side());
    let picture = || {
        let after = || match game.moves().len() as u64 {
            0 => "Pentamid".into(),
            moves => format!("Pentamid, after {}", counted(moves, "move")),
        };
        svg::board(rules, position, &pictures.title(after))
    };
    // The page has the moves from the first position on.
    let page = || {
        let title = pictures.title(|| "A game".into());
        let summary = format!("{}. {state}", words::variant(rules));
        GamePage { title: &title, summary: &summary, game: &game }.page(&page_games())
    };
    let printed = match format {
        ShowFormatArg::Text => Printed::Styled(to_text(&game, &state)),
        ShowFormatArg::Plain => Printed::Styled(position.text(rules) + "\n"),
        ShowFormatArg::Json => Printed::json(&ShowRecord {
            head: Head::new(),
            position: position.text(rules),
            side: position.side().index() as u8 + 1,
            result: result_name(game.status()),
            moves: tokens(&game.legal_moves()),
            barred: game.barred().into_iter().map(|(mv, ply)| (mv.to_string(), ply)).collect(),
            played: tokens(game.moves()),
            variant: VariantRecord::new(rules),
        })?,
        ShowFormatArg::Svg => Printed::Raw(picture()),
        ShowFormatArg::Html => Printed::Raw(page()),
    };
    pictures.answer(terminal, printed, || Ok(picture()), || Ok(page()))?;
    Ok(ExitStatus::Done)
}

/// Formats the board, who is to move, and which moves the rule against repetition bars.
fn to_text(game: &Game, state: &str) -> String {
    let mut page = text::board(game.rules(), game.position()) + state + "\n";
    for (mv, ply) in game.barred() {
        let _ = writeln!(page, "Barred: {mv}, for the state after ply {ply} would come back");
    }
    page
}

/// Replay a game under the rules, the one against repetition included
///
/// It reads what `play` saves and what `analyze --format json` prints, and compares what is claimed of the moves: that
/// they are legal, and how they end. It uses nothing of the prover and the engine, so it does not check that a win is
/// forced. Exit status: 0 when all moves are legal and no claim is wrong, else 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids pentamid verify 'L@a1 L@e5 La1-a2'
  solomids pentamid analyze --board 3 --nests 2 --format json | solomids pentamid verify -")]
pub(crate) struct VerifyArgs {
    /// Moves from the start, or a game or an analysis in JSON: a file, `-` for standard input, or the text itself
    #[arg(value_name = "GAME", value_hint = ValueHint::FilePath)]
    pub(crate) game: OsString,
    /// Let earlier states come back
    #[arg(long)]
    pub(crate) no_repetition_rule: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

pub(super) fn verify(arguments: &VerifyArgs, variant: &VariantArgs, terminal: Terminal) -> CommandResult {
    let given = args::read(&arguments.game, variant)?;
    let (result, record) = given.verify(arguments.no_repetition_rule);
    let except = if record.end.repetition { "" } else { ", with earlier states allowed to come back" };
    let end = match &result {
        Ok(game) => words::state(game.status(), game.position().side()),
        Err(line) => line.before.position().text(&given.rules),
    };
    answer(&record, &ReplayWords { under: String::new(), except, end }, arguments.format, terminal)
}
