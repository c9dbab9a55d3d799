//! `page`: writes a page on which one plays, gets hints, solves and analyses.

use solomids::dealer::Source;
use solomids::game::TREES;
use solomids::numbers::counted;
use solomids::view::page::AnnotatedGame;

use super::args::{PageArgs, PictureArgs};
use super::exit_status::ExitStatus;
use super::pictures::PictureFiles;
use super::start::{self, Start};
use super::terminal::Terminal;

/// Deal that a page shows until it has dealt one itself.
const FIRST: Source = Source::Seed { seed: 1, index: 0 };

pub(super) fn run(arguments: &PageArgs, terminal: Terminal) -> anyhow::Result<ExitStatus> {
    let PageArgs { out, title, start: given } = arguments;
    let wanted = PictureArgs { svg: None, html: Some(out.clone()), title: title.clone() };
    let pictures = PictureFiles::open(&wanted, true)?;
    let page = if given.is_given() {
        let start = start::resolve(given, terminal)?;
        game(&start, title.as_deref().unwrap_or(&start.title())).page(&solomids::service::page_games())?
    } else {
        game(&Start::from_source(FIRST)?, title.as_deref().unwrap_or("Solomids"))
            .page_that_deals(&solomids::service::page_games())?
    };
    pictures.write(terminal, || Ok(String::new()), || Ok(page))?;
    Ok(ExitStatus::Done)
}

/// The game of a page: the moves from a deal to a position.
pub(super) fn game(start: &Start, title: &str) -> AnnotatedGame {
    let trees = start.position.trees_banked();
    let after = match start.played.len() as u64 {
        0 => String::new(),
        moves => format!(" after {}", counted(moves, "move")),
    };
    AnnotatedGame {
        title: title.into(),
        summary: format!("{trees} of {TREES} trees in the bank{after}"),
        start: start.deal,
        palette: start.palette,
        moves: start.played.clone(),
        opening: start.played.len(),
        seed: start.web_seed().into(),
        notes: Vec::new(),
    }
}
