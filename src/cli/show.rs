//! `show`: draws a board; `page`: writes a page on which one plays, gets hints, solves and analyses.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::dealer::Source;
use crate::game::TREES;
use crate::numbers::counted;
use crate::service::page_games;
use crate::view::page::{AnnotatedGame, site_files};
use crate::view::{svg, text};
use anyhow::Context as _;
use clap::{Args, ValueHint};
use serde::Serialize;

use super::args::{PictureArgs, ShowFormatArg, StartArgs};
use super::output;
use super::start::{self, Start};
use super::{CommandResult, ExitStatus, PictureFiles, Printed, Terminal};

/// Draw a board
///
/// Files that are no SVG or HTML files are never replaced.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids show deal.txt
  solomids show --web-seed 0 --svg board.svg
  solomids show --share '0_S-B9>B10, M-B10>B9' --html game.html
  solomids show --share '0_S-B9>B10, M-B10>B9'")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: ShowFormatArg,
}

/// Write a page on which one plays, gets hints, solves and analyses, in any browser
///
/// The page is one file that holds the solver, opens from disk and needs no network. Without a deal it deals a random one
/// when it is opened. An existing file is replaced only if it is a picture or a page.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids page --out solomids.html
  solomids page --web-seed 0 --out deal.html --title 'Deal of the day'
  solomids page --share '0_S-B9>B10, M-B10>B9' --out game.html
  solomids page --site www")]
pub(crate) struct PageArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// The page; `-` for standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "site")]
    pub(crate) out: Option<OsString>,
    /// Folder for a site: the page with what a browser needs to install it. Any static host can serve it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["out", "StartArgs"])]
    pub(crate) site: Option<PathBuf>,
    /// Title of the page; by default the name of the deal
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
}

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

pub(super) fn show(arguments: &ShowArgs, terminal: Terminal) -> CommandResult {
    let &ShowArgs { ref start, ref pictures, format } = arguments;
    let is_drawn = matches!(format, ShowFormatArg::Svg | ShowFormatArg::Html);
    let pictures = PictureFiles::open(pictures, format == ShowFormatArg::Text, is_drawn)?;
    let start = start::resolve(start, terminal)?;
    let Start { position, palette, source, .. } = &start;
    let picture = || svg::board(position, palette, &pictures.title(|| start.title_after_moves()));
    let page = || Ok(game(&start, pictures.title(|| start.title())).page(&page_games())?);
    let printed = match format {
        ShowFormatArg::Text => Printed::Styled(text::board(position, palette)),
        ShowFormatArg::Plain => Printed::Styled(palette.position_text(position) + "\n"),
        ShowFormatArg::Json => Printed::json(&ShowRecord {
            schema: 1,
            deal: palette.canonical(position),
            source,
            trees: position.trees_banked(),
            swaps_earned: position.swaps_earned(),
            swaps_used: position.swaps_used(),
            score: position.score(),
        })?,
        ShowFormatArg::Svg => Printed::Raw(picture()),
        ShowFormatArg::Html => Printed::Raw(page()?),
    };
    pictures.answer(terminal, printed, || Ok(picture()), page)?;
    Ok(ExitStatus::Done)
}

pub(super) fn page(arguments: &PageArgs, terminal: Terminal) -> CommandResult {
    /// Deal that a page shows until it has dealt one itself.
    const FIRST: Source = Source::Seed { seed: 1, index: 0 };
    let PageArgs { out, site, title, start: given } = arguments;
    if let Some(folder) = site {
        let first = game(&Start::from_source(FIRST)?, title.clone().unwrap_or_else(|| "Solomids".into()));
        let page = first.site_page(&page_games())?;
        let files = site_files().into_iter().chain([("index.html", page.as_bytes())]);
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for (name, content) in files {
            output::write(&folder.join(name), content, terminal)?;
        }
        return Ok(ExitStatus::Done);
    }
    let wanted = PictureArgs { svg: None, html: out.clone(), title: title.clone() };
    let pictures = PictureFiles::open(&wanted, true, true)?;
    let page = if given.is_given() {
        let start = start::resolve(given, terminal)?;
        game(&start, pictures.title(|| start.title())).page(&page_games())?
    } else {
        game(&Start::from_source(FIRST)?, pictures.title(|| "Solomids".into()))
            .page_that_deals(&page_games())?
    };
    pictures.answer(terminal, Printed::Raw(String::new()), || Ok(String::new()), || Ok(page))?;
    Ok(ExitStatus::Done)
}

/// The game of a page: the moves from a deal to a position.
fn game(start: &Start, title: String) -> AnnotatedGame {
    let trees = start.position.trees_banked();
    let after = match start.played.len() as u64 {
        0 => String::new(),
        moves => format!(" after {}", counted(moves, "move")),
    };
    AnnotatedGame {
        title,
        summary: format!("{trees} of {TREES} trees in the bank{after}"),
        start: start.deal,
        palette: start.palette,
        moves: start.played.clone(),
        opening: start.played.len(),
        seed: start.web_seed().into(),
        notes: Vec::new(),
    }
}
