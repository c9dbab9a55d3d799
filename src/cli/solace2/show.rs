//! `solace2 show`: draws a table; `solace2 deal`: random deals of a seed; `solace2 verify`: replays a line, without the solver.

use std::io::Write as _;

use clap::Args;
use serde_json::Value;

use super::args::{self, StartArgs};
use crate::cli::args::{PictureArgs, ShowFormatArg, values};
use crate::cli::front::{self, Front};
use crate::cli::settings;
use crate::cli::{CommandResult, ExitStatus, FormatArg, Terminal, cannot_write, json_line, refuse};
use crate::games::port::Played;
use crate::games::solace2::Solace2;
use crate::numbers::counted;
use crate::solace2::dealer;
use crate::solace2::game::{MAX_STASHES, Palette};
use crate::solace2::port::Start;
use crate::solace2::record::{self, DealSource};
use crate::solace2::view::{Inside, text};

/// Draw a deal, or the position after some moves
///
/// Files that are no SVG or HTML files are never replaced.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 show --seed 1
  solomids solace2 show --seed 1 --hidden --svg table.svg
  solomids solace2 show game.json --html game.html")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Leave out what a player does not see: the inside of nests whose pieces are all opaque
    #[arg(long)]
    pub(crate) hidden: bool,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: ShowFormatArg,
}

/// Print random deals: 15 nests, assembled again until none has a single colour
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 deal --seed 7 --index 3 > deal.txt
  solomids solace2 deal --seed 7 --start 100 --count 10")]
pub(crate) struct DealArgs {
    /// Seed of the dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", value_parser = values::index, default_value = "1")]
    pub(crate) seed: u64,
    /// Number of the one deal to print, from 0
    #[arg(long, value_name = "I", value_parser = values::index, conflicts_with_all = ["start", "count"])]
    pub(crate) index: Option<u64>,
    /// Number of the first deal to print, from 0
    #[arg(long, value_name = "A", value_parser = values::index, default_value = "0")]
    pub(crate) start: u64,
    /// How many deals to print
    #[arg(long, value_name = "N", value_parser = values::count, default_value = "1")]
    pub(crate) count: u64,
    /// Stashes of each colour, 1 to 5: three nests for each
    #[arg(long, value_name = "N", value_parser = values::stashes, default_value = "5")]
    pub(crate) stashes: usize,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

impl Front for Solace2 {
    fn drawing(played: &Played<Self>, hidden: bool) -> String {
        let inside = if hidden { Inside::Hidden } else { Inside::Shown };
        text::table(&played.position, &played.start.palette, inside)
    }

    fn rows(played: &Played<Self>) -> String {
        played.start.deal_text()
    }

    fn shown(played: &Played<Self>) -> Value {
        record::played(played)
    }

    fn summary(played: &Played<Self>) -> String {
        let towers = counted(played.position.score().into(), "tower");
        let moves = counted(played.moves.len() as u64, "move");
        format!("{towers} on the table after {moves} (reading {})", played.start.reading.name())
    }

    fn under(start: &Start) -> String {
        format!(" under the reading {}", start.reading.name())
    }

    fn reached(Played { position, .. }: &Played<Self>, is_legal: bool) -> String {
        let score = position.score();
        if is_legal {
            format!("Score {score}: {} on the table", counted(score.into(), "tower"))
        } else {
            format!("score {score}")
        }
    }
}

pub(super) fn show(arguments: &ShowArgs, terminal: Terminal) -> CommandResult {
    let &ShowArgs { ref start, hidden, ref pictures, format } = arguments;
    if hidden && (pictures.html.is_some() || format == ShowFormatArg::Html) {
        let help = "leave out --hidden, or draw with --svg";
        return refuse("the page plays through a game with all pieces shown", help);
    }
    if hidden && matches!(format, ShowFormatArg::Json | ShowFormatArg::Plain) {
        let help = "leave out --hidden, or print the table as text";
        return refuse("a table in JSON or as plain text has all pieces", help);
    }
    let read = || Ok(args::read(start)?.played()?);
    front::show::<Solace2>(read, (pictures, format, hidden), terminal)
}

pub(super) fn deal(arguments: &DealArgs, terminal: Terminal) -> CommandResult {
    let &DealArgs { seed, index, start, count, stashes, format } = arguments;
    let (first, count) = index.map_or((start, count), |index| (index, 1));
    let indices = settings::indices(first, count)?;
    let mut out = terminal.out();
    let mut print = |text: String| out.write_all(text.as_bytes()).map_err(cannot_write);
    if format == FormatArg::Text {
        let range = settings::range_in_words(&indices);
        let size = match stashes {
            MAX_STASHES => String::new(),
            _ => format!(", {stashes} of {MAX_STASHES} stashes"),
        };
        print(format!("# {}, seed {seed}, {range}{size}\n", dealer::FORMAT))?;
    }
    for index in indices {
        let deal = dealer::deal_of(stashes, seed, index);
        print(match format {
            FormatArg::Text => Palette::default().deal(&deal) + "\n",
            FormatArg::Json => {
                json_line(&record::deal(&deal, DealSource::Seed { seed, index }, dealer::FORMAT))
            }
        })?;
    }
    out.flush().map_err(cannot_write)?;
    Ok(ExitStatus::Done)
}

/// Replay a line under the rules and score it
///
/// Uses nothing of the solver. Exit status: 0 when all moves are legal and nothing that is claimed of the line is
/// wrong, else 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 verify --seed 1 --moves 'L-1>2 M-1>11'
  solomids solace2 solve --seed 1 --format json | solomids solace2 verify -")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

pub(super) fn verify(arguments: &VerifyArgs, terminal: Terminal) -> CommandResult {
    front::verify(&args::read(&arguments.start)?, arguments.format, terminal)
}
