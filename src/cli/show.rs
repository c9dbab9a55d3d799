//! `show`: draws a board; `page`: writes a page on which one plays, gets hints, solves and analyses.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::dealer::Source;
use crate::game::{Position, TREES};
use crate::games::port::Played;
use crate::games::solomids::Solomids;
use crate::kit::json::SCHEMA;
use crate::numbers::counted;
use crate::service::page::{GamePage, PageKind, site_files};
use crate::view::text;
use anyhow::Context as _;
use clap::{Args, ValueHint};
use serde_json::{Value, json};

use super::args::{PictureArgs, ShowFormatArg, StartArgs};
use super::front::{self, Front};
use super::output;
use super::start::{self, Start};
use super::{CommandResult, ExitStatus, PictureFiles, Printed, Terminal, refuse};

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
    #[arg(long, value_name = "FILE", required_unless_present = "site")]
    pub(crate) out: Option<OsString>,
    /// Folder for a site: the page with what a browser needs to install it. Any static host can serve it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath,
          conflicts_with_all = ["out", "text", "seed", "web_seed", "share"])]
    pub(crate) site: Option<PathBuf>,
    /// Title of the page; by default the name of the deal
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
}

impl Front for Solomids {
    fn drawing(played: &Played<Self>, _: bool) -> String {
        text::board(&played.position, &played.start.palette)
    }

    fn rows(played: &Played<Self>) -> String {
        played.start.palette.position_text(&played.position)
    }

    fn shown(Played { start, position, .. }: &Played<Self>) -> Value {
        json!({
            "schema": SCHEMA,
            "deal": start.palette.canonical(position),
            "source": start.source,
            "trees": position.trees_banked(),
            "swaps_earned": position.swaps_earned(),
            "swaps_used": position.swaps_used(),
            "score": position.score(),
        })
    }

    fn summary(played: &Played<Self>) -> String {
        let after = match played.moves.len() as u64 {
            0 => String::new(),
            moves => format!(" after {}", counted(moves, "move")),
        };
        format!("{} of {TREES} trees in the bank{after}", played.position.trees_banked())
    }

    fn reached(Played { position, .. }: &Played<Self>, is_legal: bool) -> String {
        let progress = progress_in_words(position);
        if is_legal { format!("Score {}: {progress}", position.score()) } else { progress }
    }
}

/// Formats the progress of a game: `15 trees banked, a win, 1 swap used`.
pub(super) fn progress_in_words(position: &Position) -> String {
    let trees = counted(position.trees_banked().into(), "tree");
    let swaps = counted(position.swaps_used().into(), "swap");
    let won = if position.is_won() { ", a win" } else { "" };
    format!("{trees} banked{won}, {swaps} used")
}

pub(super) fn show(arguments: &ShowArgs, terminal: Terminal) -> CommandResult {
    let ShowArgs { start, pictures, format } = arguments;
    front::show(|| start::resolve(start, terminal), (pictures, *format, false), terminal)
}

/// The page of a site.
const INDEX: &str = "index.html";

/// Refuses a folder with other files of the names of a site: a site takes the place of nothing but a site.
fn refuse_other_files<'a>(folder: &Path, mut names: impl Iterator<Item = &'a str>) -> anyhow::Result<()> {
    let page = fs::read_to_string(folder.join(INDEX)).unwrap_or_default();
    let other = names.find(|name| folder.join(name).exists());
    match other.filter(|_| !page.contains("<meta name=\"generator\" content=\"solomids ")) {
        None => Ok(()),
        Some(name) => {
            let message =
                format!("`{}` exists and is of no site of this program", folder.join(name).display());
            refuse(message, "only such a site is replaced: give another folder")
        }
    }
}

pub(super) fn page(arguments: &PageArgs, terminal: Terminal) -> CommandResult {
    /// Deal that a page shows until it has dealt one itself.
    const FIRST: Source = Source::Seed { seed: 1, index: 0 };
    let PageArgs { out, site, title, start: given } = arguments;
    let game = |played: &Played<Solomids>, title, kind| -> anyhow::Result<String> {
        let page = GamePage::of_line(played, &[], Solomids::summary(played))?;
        Ok(GamePage { title, kind, ..page }.document())
    };
    if let Some(folder) = site {
        let title = title.clone().unwrap_or_else(|| "Solomids".into());
        let page = game(&Played::new(Start::of_source(FIRST)?), title, PageKind::Site)?;
        let files = site_files().into_iter().chain([(INDEX, page.as_bytes())]);
        refuse_other_files(folder, files.clone().map(|(name, _)| name))?;
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for (name, content) in files {
            output::write(&folder.join(name), content, terminal)?;
        }
        terminal.note(&format!("wrote a site in `{}`", folder.display()));
        return Ok(ExitStatus::Done);
    }
    let wanted = PictureArgs { svg: None, html: out.clone(), title: title.clone() };
    let pictures = PictureFiles::open(&wanted, true, true)?;
    let page = if given.is_given() {
        let played = start::resolve(given, terminal)?;
        game(&played, pictures.title(|| played.title()), PageKind::Game)?
    } else {
        let title = pictures.title(|| "Solomids".into());
        game(&Played::new(Start::of_source(FIRST)?), title, PageKind::Fresh)?
    };
    pictures.answer(terminal, Printed::Raw(String::new()), || Ok(String::new()), || Ok(page))?;
    Ok(ExitStatus::Done)
}
