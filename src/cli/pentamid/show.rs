//! `show`: draws a position, or the last position of a game.

use std::fmt::Write as _;

use solomids::numbers::counted;
use solomids::pentamid::game::{Game, Repetition};
use solomids::pentamid::view::page::GamePage;
use solomids::pentamid::view::{svg, text, words};

use super::output::ShowRecord;
use super::start;
use crate::cli::args::{PentamidShowArgs, PentamidVariantArgs, ShowFormatArg};
use crate::cli::exit_status::ExitStatus;
use crate::cli::pictures::PictureFiles;
use crate::cli::terminal::{Terminal, print_raw};
use solomids::pentamid::record::{Head, VariantRecord, result_name, tokens};

pub(super) fn run(
    arguments: &PentamidShowArgs,
    variant: &PentamidVariantArgs,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let title = arguments.pictures.title.as_deref();
    let pictures = PictureFiles::open(&arguments.pictures, arguments.format == ShowFormatArg::Text)?;
    pictures.check_title(title, matches!(arguments.format, ShowFormatArg::Svg | ShowFormatArg::Html))?;
    let given = start::resolve(&arguments.start, variant)?;
    let game = given.game(given.repetition.unwrap_or(Repetition::Barred))?;
    let plain = || game.position().text(game.rules()) + "\n";
    let printed = match arguments.format {
        ShowFormatArg::Text if pictures.on_stdout() => Ok(()),
        ShowFormatArg::Text => terminal.print(&to_text(&game)),
        ShowFormatArg::Plain => terminal.print(&plain()),
        ShowFormatArg::Json => terminal.print(&(serde_json::to_string(&record(&game))? + "\n")),
        ShowFormatArg::Svg => print_raw(picture(&game, title)),
        ShowFormatArg::Html => print_raw(page(&game, title)),
    };
    pictures.write(terminal, || Ok(picture(&game, title)), || Ok(page(&game, title)))?;
    printed.map(|()| ExitStatus::Done)
}

/// Formats the board, who is to move, and which moves the rule against repetition bars.
fn to_text(game: &Game) -> String {
    let mut page = text::board(game.rules(), game.position());
    page += &words::state(game.status(), game.position().side());
    page.push('\n');
    for (mv, ply) in game.barred() {
        let _ = writeln!(page, "Barred: {mv}, for the state after ply {ply} would come back");
    }
    page
}

fn record(game: &Game) -> ShowRecord {
    ShowRecord {
        head: Head::new(),
        position: game.position().text(game.rules()),
        side: game.position().side().index() as u8 + 1,
        result: result_name(game.status()),
        moves: tokens(&game.legal_moves()),
        barred: game.barred().into_iter().map(|(mv, ply)| (mv.to_string(), ply)).collect(),
        played: tokens(game.moves()),
        variant: VariantRecord::new(game.rules()),
    }
}

/// The title of a picture.
fn usual_title(game: &Game) -> String {
    match game.moves().len() as u64 {
        0 => "Pentamid".into(),
        moves => format!("Pentamid, after {}", counted(moves, "move")),
    }
}

fn picture(game: &Game, title: Option<&str>) -> String {
    let title = title.map_or_else(|| usual_title(game), Into::into);
    svg::board(game.rules(), game.position(), &title)
}

/// An HTML page with the moves from the first position on.
fn page(game: &Game, title: Option<&str>) -> String {
    let state = words::state(game.status(), game.position().side());
    let summary = format!("{}. {state}", words::variant(game.rules()));
    GamePage { title: title.unwrap_or("A game"), summary: &summary, game }
        .page(&solomids::service::page_games())
}
