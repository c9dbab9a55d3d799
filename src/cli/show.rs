//! `show`: draws a board.

use serde::Serialize;
use solomids::dealer::Source;
use solomids::game::TREES;
use solomids::numbers::counted;
use solomids::view::page::AnnotatedGame;
use solomids::view::{svg, text};

use super::args::{ShowArgs, ShowFormatArg};
use super::pictures::PictureFiles;
use super::start::Start;
use super::status::Status;
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

pub(super) fn run(arguments: &ShowArgs, terminal: Terminal) -> anyhow::Result<Status> {
    let pictures = PictureFiles::open(&arguments.pictures, arguments.format == ShowFormatArg::Text)?;
    let start = Start::resolve(&arguments.start, terminal)?;
    let printed = match arguments.format {
        ShowFormatArg::Text if pictures.on_stdout() => Ok(()),
        ShowFormatArg::Text => terminal.print(&text::board(&start.position, &start.palette)),
        ShowFormatArg::Plain => terminal.print(&(start.palette.position_text(&start.position) + "\n")),
        ShowFormatArg::Json => terminal.print(&to_json(&start)?),
        ShowFormatArg::Svg => print_raw(&picture(&start)),
        ShowFormatArg::Html => print_raw(&page(&start)?),
    };
    pictures.write(terminal, || Ok(picture(&start)), || page(&start))?;
    printed.map(|()| Status::Done)
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

fn picture(start: &Start) -> String {
    svg::board(&start.position, &start.palette, &start.title_after_moves())
}

/// Writes an HTML page with the moves from the deal to the position.
fn page(start: &Start) -> anyhow::Result<String> {
    let trees = start.position.trees_banked();
    let after = match start.played.len() as u64 {
        0 => String::new(),
        moves => format!(" after {}", counted(moves, "move")),
    };
    let summary = format!("{trees} of {TREES} trees in the bank{after}");
    let game = AnnotatedGame {
        title: start.title(),
        summary,
        start: start.deal,
        palette: start.palette,
        moves: start.played.clone(),
        opening: start.played.len(),
        seed: start.web_seed().into(),
        notes: Vec::new(),
    };
    Ok(game.page()?)
}
