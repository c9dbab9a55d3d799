//! `show`: draws a board.

use serde::Serialize;
use solomids::dealer::Source;
use solomids::view::{svg, text};

use super::args::{ShowArgs, ShowFormatArg};
use super::exit_status::ExitStatus;
use super::pictures::PictureFiles;
use super::start::{self, Start};
use super::terminal::{Terminal, print_raw};

/// A position as `show --format json` prints it.
#[derive(Serialize)]
struct ShowRecord<'a> {
    schema: u32,
    deal: String,
    source: &'a Source,
    trees: u8,
    swaps_earned: u8,
    swaps_used: u8,
    score: u8,
}

pub(super) fn run(arguments: &ShowArgs, terminal: Terminal) -> anyhow::Result<ExitStatus> {
    let title = arguments.pictures.title.as_deref();
    let pictures = PictureFiles::open(&arguments.pictures, arguments.format == ShowFormatArg::Text)?;
    pictures.check_title(title, matches!(arguments.format, ShowFormatArg::Svg | ShowFormatArg::Html))?;
    let start = start::resolve(&arguments.start, terminal)?;
    let printed = match arguments.format {
        ShowFormatArg::Text if pictures.on_stdout() => Ok(()),
        ShowFormatArg::Text => terminal.print(&text::board(&start.position, &start.palette)),
        ShowFormatArg::Plain => terminal.print(&(start.palette.position_text(&start.position) + "\n")),
        ShowFormatArg::Json => terminal.print(&to_json(&start)?),
        ShowFormatArg::Svg => print_raw(picture(&start, title)),
        ShowFormatArg::Html => print_raw(&page(&start, title)?),
    };
    pictures.write(terminal, || Ok(picture(&start, title)), || page(&start, title))?;
    printed.map(|()| ExitStatus::Done)
}

fn to_json(Start { position, palette, source, .. }: &Start) -> anyhow::Result<String> {
    let record = ShowRecord {
        schema: 1,
        deal: palette.canonical(position),
        source,
        trees: position.trees_banked(),
        swaps_earned: position.swaps_earned(),
        swaps_used: position.swaps_used(),
        score: position.score(),
    };
    Ok(serde_json::to_string(&record)? + "\n")
}

fn picture(start: &Start, title: Option<&str>) -> String {
    let title = title.map_or_else(|| start.title_after_moves(), Into::into);
    svg::board(&start.position, &start.palette, &title)
}

/// Writes an HTML page with the moves from the deal to the position.
fn page(start: &Start, title: Option<&str>) -> anyhow::Result<String> {
    Ok(super::page::game(start, title.unwrap_or(&start.title())).page(&solomids::service::page_games())?)
}
