//! `show`: draws a board.

use serde::Serialize;
use solomids::dealer::Source;
use solomids::view::text;

use super::Status;
use super::args::{Show, ShowFormat};
use super::input::Start;
use super::terminal::Terminal;

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
    let start = Start::resolve(&arguments.start, terminal)?;
    let Start { position, palette, source, .. } = &start;
    let text = match arguments.format {
        ShowFormat::Text => text::board(position, palette),
        ShowFormat::Plain => palette.position_text(position) + "\n",
        ShowFormat::Json => {
            let record = Record {
                schema: 1,
                deal: palette.canonical(position),
                source,
                trees: position.trees_banked(),
                swaps_earned: position.swaps_earned(),
                swaps_used: position.swaps_used(),
                score: position.score(),
            };
            serde_json::to_string(&record)? + "\n"
        }
    };
    terminal.print(&text)?;
    Ok(Status::Done)
}
