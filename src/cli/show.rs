//! `show`: draws a board.

use serde::Serialize;
use solomids::dealer::Source;
use solomids::game::TREES;
use solomids::numbers::counted;
use solomids::view::page::AnnotatedGame;
use solomids::view::{svg, text};

use super::Status;
use super::args::{Show, ShowFormat};
use super::pictures::Pictures;
use super::start::Start;
use super::terminal::{Terminal, print_raw};

#[derive(Serialize)]
struct Record<'a> {
    schema: u32,
    deal: String,
    source: &'a Source,
    trees: u8,
    swaps_earned: u8,
    swaps_used: u8,
    score: u8,
}

pub(super) fn run(arguments: &Show, terminal: Terminal) -> anyhow::Result<Status> {
    let pictures = Pictures::open(&arguments.pictures, arguments.format == ShowFormat::Text)?;
    let start = Start::resolve(&arguments.start, terminal)?;
    let printed = match arguments.format {
        ShowFormat::Text if pictures.on_stdout() => Ok(()),
        ShowFormat::Text => terminal.print(&text::board(&start.position, &start.palette)),
        ShowFormat::Plain => terminal.print(&(start.palette.position_text(&start.position) + "\n")),
        ShowFormat::Json => terminal.print(&in_json(&start)?),
        ShowFormat::Svg => print_raw(&picture(&start)),
        ShowFormat::Html => print_raw(&page(&start)?),
    };
    pictures.write(terminal, || Ok(picture(&start)), || page(&start))?;
    printed.map(|()| Status::Done)
}

fn in_json(Start { position, palette, source, .. }: &Start) -> anyhow::Result<String> {
    let record = Record {
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

/// A page with the moves from the deal to the position.
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
