//! What commands of Pentamid share: the arguments that name rules and a position or a game, what they name, and files of solved boards.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::games::pentamid::Pentamid;
use crate::games::port::{Game as _, Given, Played};
use crate::kit::error::NamedText;
use crate::pentamid::engine::Level;
use crate::pentamid::game::{Both, Repetition, Rules, Variant, VariantError, parse_move};
use crate::pentamid::port::{Options, Start, add_moves};
use crate::pentamid::retrograde::{self, TableError, ValueTable};
use clap::Args;

use crate::cli::ErrorWithHelp;
use crate::cli::args::values;
use crate::cli::error::InputError;
use crate::cli::input::{self, Input};

/// Name of the text of `--moves` in messages.
pub(super) const MOVES: &str = "<moves>";

/// The variant that is played. Where nothing is given, a record names its own.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Variant")]
pub(crate) struct VariantArgs {
    /// Size of the board, 3 to 8: a side, or columns and rows as in 4x3; 5 by default
    #[arg(long, global = true, value_name = "N|WxH", value_parser = board)]
    pub(crate) board: Option<(usize, usize)>,
    /// Nests of each player; by default 5 on a board of 6x6, 10 on one of 8x8, else 4
    #[arg(long, global = true, value_name = "N", value_parser = values::index)]
    pub(crate) nests: Option<u64>,
    /// Visible pieces in a row that win; by default 5, or as many as the longer side of a smaller board
    #[arg(long, global = true, value_name = "K", value_parser = values::index)]
    pub(crate) row: Option<u64>,
    /// Diagonals count too; then no piece is dropped on the centre of a board like the 5x5 one
    #[arg(long, global = true)]
    pub(crate) diagonals: bool,
    /// Who wins if one step leaves a line of each player; the opponent by default
    #[arg(long, global = true, value_name = "WHO")]
    pub(crate) both: Option<Both>,
}

/// A position or a game.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// A position, such as '- - -/- L -/- - l 1', moves from the start, or a game in JSON: a file, `-` for standard
    /// input, or the text itself; the start by default
    #[arg(value_name = "POSITION|GAME")]
    pub(crate) text: Option<OsString>,
    /// Moves that are played first, from the position if one is given
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
}

fn board(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse::<usize>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
    let sides = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    side(sides.0)
        .zip(side(sides.1))
        .ok_or_else(|| "expected a side such as 6, or columns and rows such as 4x3".into())
}

pub(super) fn plies(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|plies| (0..=250).contains(plies));
    number
        .filter(|_| text.bytes().all(|b| b.is_ascii_digit()))
        .ok_or_else(|| "expected a whole number from 0 to 250".into())
}

pub(super) fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("expected a level from 1 (weakest) to {}", Level::STRONGEST))
}

impl VariantArgs {
    /// The rules of the arguments; what is not given is as the wiki has it.
    pub(super) fn rules(&self) -> Result<Rules, ErrorWithHelp> {
        let standard = Variant::default();
        let (width, height) = self.board.unwrap_or((standard.width, standard.height));
        let usual = Variant::of_board(width, height);
        let number = |given: Option<u64>, usual: usize| {
            given.map_or(usual, |number| usize::try_from(number).unwrap_or(usize::MAX))
        };
        let (nests, line) = (number(self.nests, usual.nests), number(self.row, usual.line));
        let both = self.both.unwrap_or_default();
        of_variant(Variant { nests, line, diagonals: self.diagonals, both, ..usual })
    }

    /// How texts are read: by the rules of the arguments, which a record must not contradict.
    pub(super) fn options(&self, repetition: Option<Repetition>) -> Result<Options, ErrorWithHelp> {
        let &Self { board, nests, row, diagonals, both } = self;
        let is_given = board.is_some() || nests.is_some() || row.is_some() || diagonals || both.is_some();
        Ok(Options { rules: self.rules()?, is_given, repetition })
    }
}

/// The rules of a variant, or how to mend it.
fn of_variant(variant: Variant) -> Result<Rules, ErrorWithHelp> {
    Rules::new(variant).map_err(|error| {
        let help = match error {
            VariantError::Board { .. } => "--board takes a side from 3 to 8, or two such as 4x3",
            VariantError::Nests(_) => "--nests takes a number from 1 to 64",
            VariantError::Line { .. } => "--row takes a number from 2 to the longer side of the board",
            VariantError::NoCentre => "let drops on the centre be",
        };
        ErrorWithHelp::new(error.to_string(), help)
    })
}

/// The game that the arguments name; the start if they name nothing. Whether earlier states may come back is said, or by the record.
pub(super) fn resolve(
    arguments: &StartArgs,
    variant: &VariantArgs,
    repetition: Option<Repetition>,
) -> anyhow::Result<Played<Pentamid>> {
    let options = variant.options(repetition)?;
    let mut given = match &arguments.text {
        Some(text) => read(text, &options)?,
        None => Given::start(Start::new(options.rules, repetition.unwrap_or_default())),
    };
    if let Some(text) = &arguments.moves {
        add_moves(&mut given, &NamedText::new(MOVES, text))?;
    }
    Ok(given.played()?)
}

/// Reads a file, standard input or a text: a position, moves from the start, or a record in JSON.
pub(super) fn read(argument: &OsStr, options: &Options) -> anyhow::Result<Given<Pentamid>> {
    let rules = options.rules;
    // Messages point into the text as it was typed.
    let argument = argument.to_str().map_or(argument, |text| match text.strip_prefix(' ') {
        Some(typed) if typed.starts_with("- ") => OsStr::new(typed),
        _ => argument,
    });
    let input = Input::load(argument)?;
    let help = "a position itself has blanks: '- - -/- L -/- - l 1'; moves are such as L@c3 and Lc3-c4";
    let is_move = |text: &str| text.contains('@') || parse_move(&rules, text).is_ok();
    Pentamid::read(&input.text, *options).map_err(|error| match error {
        InputError::Text(bad) if !input.text.is_json() => {
            input.unless_name(bad.with_help(board_help(&input, &rules)), is_move, help)
        }
        error => error.into(),
    })
}

/// Advice for a board of another size.
fn board_help(input: &Input, rules: &Rules) -> Option<String> {
    let rows: Vec<&str> = input.text.content.trim().split('/').collect();
    let (width, height) = (rows[0].split_whitespace().count(), rows.len());
    let other = (width, height) != (rules.width(), rules.height());
    (other && (3..=8).contains(&width) && (3..=8).contains(&height))
        .then(|| format!("for a board of this size: --board {width}x{height}"))
}

/// Reads the table of a variant from a file that `solve` wrote.
pub(super) fn read_table(rules: &Rules, path: &Path) -> anyhow::Result<ValueTable> {
    let file = input::open(path, "`solomids pentamid solve --out FILE` writes one")?;
    retrograde::read(rules, file).map_err(|error| {
        let help = match &error {
            TableError::Rules { .. } => {
                "name the variant of the table by --board, --nests, --row, --diagonals and --both"
            }
            TableError::Title => {
                "--table takes files that `solomids pentamid solve --out FILE` of this version wrote"
            }
            TableError::Large => "no table of this variant can be written",
            TableError::Io(_) | TableError::Length { .. } | TableError::Damaged { .. } => {
                "write the table anew"
            }
        };
        ErrorWithHelp::new(format!("`{}`: {error}", path.display()), help).into()
    })
}
