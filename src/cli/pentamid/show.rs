//! `pentamid show`: draws a position, or the last position of a game.

use std::fmt::Write as _;

use clap::Args;
use serde::Serialize;
use solomids::numbers::counted;
use solomids::pentamid::game::{Game, Repetition};
use solomids::pentamid::record::{Head, VariantRecord, result_name, tokens};
use solomids::pentamid::view::page::GamePage;
use solomids::pentamid::view::{svg, text, words};
use solomids::service::page_games;

use super::args::{self, StartArgs, VariantArgs};
use crate::cli::args::{PictureArgs, ShowFormatArg};
use crate::cli::exit_status::{CommandResult, ExitStatus};
use crate::cli::output::{PictureFiles, Printed};
use crate::cli::terminal::Terminal;

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

pub(super) fn run(arguments: &ShowArgs, variant: &VariantArgs, terminal: Terminal) -> CommandResult {
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
