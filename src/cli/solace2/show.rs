//! `solace2 show`: draws a table.

use solomids::numbers::counted;
use solomids::solace2::view::{Inside, page, svg, text};

use super::start::{GameInput, no_deal};
use crate::cli::args::{FormatArg, Solace2ShowArgs};
use crate::cli::exit_status::ExitStatus;
use crate::cli::failure::ErrorWithHelp;
use crate::cli::pictures::PictureFiles;
use crate::cli::terminal::Terminal;
use solomids::solace2::record::PlayedRecord;

pub(super) fn run(arguments: &Solace2ShowArgs, terminal: Terminal) -> anyhow::Result<ExitStatus> {
    let pictures = PictureFiles::open(&arguments.pictures, arguments.format == FormatArg::Text)?;
    pictures.check_title(arguments.pictures.title.as_deref(), false)?;
    if arguments.hidden && arguments.pictures.html.is_some() {
        let help = "leave out --hidden, or draw with --svg";
        return Err(ErrorWithHelp::new("the page plays through a game with all pieces shown", help).into());
    }
    if arguments.hidden && arguments.format == FormatArg::Json {
        let help = "leave out --hidden, or print the table as text";
        return Err(ErrorWithHelp::new("a table in JSON has all pieces", help).into());
    }
    let start = match GameInput::read(&arguments.start)?.ok_or_else(no_deal)? {
        GameInput::Start(start) => *start,
        GameInput::Game(_, game) => game.start()?,
    };
    let inside = if arguments.hidden { Inside::Hidden } else { Inside::Shown };
    let printed = match arguments.format {
        FormatArg::Text if pictures.on_stdout() => Ok(()),
        FormatArg::Text => terminal.print(&text::table(&start.position, &start.palette, inside)),
        FormatArg::Json => terminal.print(&(serde_json::to_string(&PlayedRecord::new(&start))? + "\n")),
    };
    let title = arguments.pictures.title.clone();
    let picture = || {
        let title = title.clone().unwrap_or_else(|| start.title_after_moves());
        Ok(svg::table(&start.position, &start.palette, inside, &title))
    };
    let page = || {
        let towers = counted(start.position.score().into(), "tower");
        let moves = counted(start.played.len() as u64, "move");
        let game = page::PlayedGame {
            title: title.clone().unwrap_or_else(|| start.title()),
            summary: format!("{towers} on the table after {moves} (reading {})", start.reading.name()),
            deal: start.deal.clone(),
            palette: start.palette,
            reading: start.reading,
            moves: start.played.clone(),
            opening: start.played.len(),
        };
        Ok(game.page(&solomids::service::page_games())?)
    };
    pictures.write(terminal, picture, page)?;
    printed.map(|()| ExitStatus::Done)
}
