//! Arguments of the commands of `solace2`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use solomids::solace2::game::Reading;
use solomids::solace2::players::PlayerKind;

use super::shared::{FormatArg, PictureArgs};
use super::values;

/// Arguments of `solace2`.
#[derive(Args, Debug)]
pub(crate) struct Solace2Args {
    #[command(subcommand)]
    pub(crate) command: Solace2Command,
}

/// Commands of `solace2`, each with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Solace2Command {
    /// Find the best score of a deal, with a line of play and a proof
    ///
    /// With --moves the best score from the position after them. Exit status: 0 decided, 3 undecided within the
    /// limits, 130 interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids solace2 solve --seed 1
  solomids solace2 solve deal.txt --reading inert --format json
  solomids solace2 solve --seed 1 --html line.html --svg board.svg
  solomids solace2 solve --seed 1 --moves 'L-1>2 M-1>3'")]
    Solve(Solace2SolveArgs),
    /// Print random deals: 15 nests, assembled again until none has a single colour
    #[command(after_help = "\
Examples:
  solomids solace2 deal --seed 7 --index 3 > deal.txt
  solomids solace2 deal --seed 7 --start 100 --count 10")]
    Deal(Solace2DealArgs),
    /// Solve every class of deals, one CSV row each, then print the exact distribution of best scores
    ///
    /// A class holds the deals that differ in the names of the colours and the order of the nests only; there are
    /// 114,383 classes. The rows are the same bytes for any number of threads, and after any interruption once
    /// resumed, unless --timeout or --memory ends a search. With --out the table goes to standard output, else the rows
    /// do. Exit status: 0 done, 3 if classes are undecided within the limits, 130 interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids solace2 census --out literal.csv --resume
  solomids solace2 census --reading open --out open.csv
  solomids solace2 census --stashes 2 --reading inert")]
    Census(Solace2CensusArgs),
    /// Simulate a player that sees exposed pieces only: one CSV row for each game, then a summary
    ///
    /// With --best each deal is solved as well, and the summary says what seeing everything is worth. With --out the
    /// summary goes to standard output, else the rows do. Exit status: 0 done, 3 if best scores are undecided within the
    /// limits, 130 interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids solace2 simulate --player careful --count 1000 --out careful.csv
  solomids solace2 simulate --player tree --count 20 --best")]
    Simulate(Solace2SimulateArgs),
    /// Replay a line under the rules and score it
    ///
    /// Uses nothing of the solver. Exit status: 0 when all moves are legal and nothing that is claimed of the line is
    /// wrong, else 2.
    #[command(after_help = "\
Examples:
  solomids solace2 verify --seed 1 --moves 'L-1>2 M-1>3'
  solomids solace2 solve --seed 1 --format json | solomids solace2 verify -")]
    Verify(Solace2VerifyArgs),
    /// Draw a deal, or the position after some moves
    ///
    /// Files that are no SVG or HTML files are never replaced.
    #[command(after_help = "\
Examples:
  solomids solace2 show --seed 1
  solomids solace2 show --seed 1 --hidden --svg table.svg
  solomids solace2 show game.json --html game.html")]
    Show(Solace2ShowArgs),
    /// Play in the terminal, with the inside of the nests hidden, or open
    ///
    /// Arrow keys move the cursor, Enter picks a piece up and puts it down, `?` lists the other keys. A move that
    /// showed a piece cannot be taken back, as the rules have it, unless --undo free is given. Without a deal, a random
    /// one is dealt. In the end the game goes to standard output as JSON, which `play`, `show` and `verify` read.
    /// Exit status: 0, 130 interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids solace2 play
  solomids solace2 play --seed 1 --open --undo free
  solomids solace2 play game.json")]
    Play(Solace2PlayArgs),
}

/// The reading of the rules.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Rules")]
pub(crate) struct ReadingArgs {
    /// How the rules are read: literal (the default), inert, caps-only, rigid, open, or switches joined by `+` such as
    /// native+opened+lend-always
    #[arg(long, value_name = "NAME", value_parser = values::reading)]
    pub(crate) reading: Option<Reading>,
}

/// A deal named by a seed.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Deal")]
pub(crate) struct Solace2DealtArgs {
    /// Seed of the dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = values::index)]
    pub(crate) seed: Option<u64>,
    /// Number of the deal among those of the seed, from 0
    #[arg(long, value_name = "I", allow_negative_numbers = true, value_parser = values::index,
          requires = "seed")]
    pub(crate) index: Option<u64>,
}

/// A deal, and moves that have been played.
#[derive(Args, Debug)]
pub(crate) struct Solace2StartArgs {
    /// A deal, 15 nests such as `KWC.CKK.…`: a file, `-` for standard input, or the text itself; `show`, `verify` and
    /// `play` also take JSON as `solve --format json` and `play` print it
    #[arg(value_name = "DEAL", conflicts_with = "seed", value_hint = ValueHint::FilePath)]
    pub(crate) text: Option<OsString>,
    #[command(flatten)]
    pub(crate) dealt: Solace2DealtArgs,
    /// Moves played from the deal, such as `L-3>4 M-3>8 S-3>14 T-14>3`
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = "Deal")]
    pub(crate) moves: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Arguments of `solace2 solve`.
#[derive(Args, Debug)]
pub(crate) struct Solace2SolveArgs {
    #[command(flatten)]
    pub(crate) start: Solace2StartArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// Print the verdict only
    #[arg(long, help_heading = "Output")]
    pub(crate) brief: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Arguments of `solace2 deal`.
#[derive(Args, Debug)]
pub(crate) struct Solace2DealArgs {
    /// Seed of the dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = values::index,
          default_value = "1")]
    pub(crate) seed: u64,
    /// Number of the one deal to print, from 0
    #[arg(long, value_name = "I", allow_negative_numbers = true, value_parser = values::index,
          conflicts_with_all = ["start", "count"])]
    pub(crate) index: Option<u64>,
    /// Number of the first deal to print, from 0
    #[arg(long, value_name = "A", allow_negative_numbers = true, value_parser = values::index,
          default_value = "0")]
    pub(crate) start: u64,
    /// How many deals to print
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::count,
          default_value = "1")]
    pub(crate) count: u64,
    /// Stashes of each colour, 1 to 5: three nests for each
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::stashes,
          default_value = "5")]
    pub(crate) stashes: usize,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Arguments of `solace2 census`.
#[derive(Args, Debug)]
pub(crate) struct Solace2CensusArgs {
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Stashes of each colour, 1 to 5: the game has 5
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::stashes,
          default_value = "5")]
    pub(crate) stashes: usize,
    /// Write the rows into this file, whose name ends in .csv
    #[arg(long, value_name = "FILE", help_heading = "Output", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the rows that the file has
    #[arg(long, help_heading = "Output", requires = "out")]
    pub(crate) resume: bool,
    /// Begin anew even if the file exists
    #[arg(long, help_heading = "Output", requires = "out", conflicts_with = "resume")]
    pub(crate) force: bool,
    /// How to print the table
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: TableFormatArg,
}

/// Formats of the table of a census.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormatArg {
    /// For people
    Text,
    /// The columns reading, score, classes, deals, weight
    Csv,
    /// One object on one line
    Json,
}

/// Arguments of `solace2 simulate`.
#[derive(Args, Debug)]
pub(crate) struct Solace2SimulateArgs {
    /// The player
    #[arg(long, value_name = "NAME", value_parser = values::player(), default_value = "careful")]
    pub(crate) player: PlayerKind,
    /// Seed of deals and of the player, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = values::index,
          default_value = "1")]
    pub(crate) seed: u64,
    /// Number of the first deal, from 0
    #[arg(long, value_name = "A", allow_negative_numbers = true, value_parser = values::index,
          default_value = "0")]
    pub(crate) start: u64,
    /// How many games to play
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::count,
          default_value = "100")]
    pub(crate) count: u64,
    /// Games that a player imagines for every choice, 1 to 10000; for rollout, with 12 unless it is given, and tree, with 1000
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::worlds)]
    pub(crate) worlds: Option<usize>,
    /// Colour of transparent pieces, K, W or C; all pieces are opaque unless it is given
    #[arg(long, value_name = "COLOUR", value_parser = values::clear)]
    pub(crate) clear: Option<solomids::solace2::game::Colour>,
    /// Solve each deal as well
    #[arg(long)]
    pub(crate) best: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Write the rows into this file, which must not exist
    #[arg(long, value_name = "FILE", help_heading = "Output", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, help_heading = "Output", requires = "out")]
    pub(crate) force: bool,
}

/// Arguments of `solace2 verify`.
#[derive(Args, Debug)]
pub(crate) struct Solace2VerifyArgs {
    #[command(flatten)]
    pub(crate) start: Solace2StartArgs,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Arguments of `solace2 show`.
#[derive(Args, Debug)]
pub(crate) struct Solace2ShowArgs {
    #[command(flatten)]
    pub(crate) start: Solace2StartArgs,
    /// Leave out what a player does not see: the inside of nests whose pieces are all opaque
    #[arg(long)]
    pub(crate) hidden: bool,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Arguments of `solace2 play`.
#[derive(Args, Debug)]
pub(crate) struct Solace2PlayArgs {
    #[command(flatten)]
    pub(crate) start: Solace2StartArgs,
    /// Show the inside of the nests
    #[arg(long)]
    pub(crate) open: bool,
    /// Which moves can be taken back
    #[arg(long, value_name = "WHICH", default_value = "fair")]
    pub(crate) undo: UndoArg,
}

/// Policies of undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UndoArg {
    /// Moves after the last one that showed a hidden piece
    Fair,
    /// All
    Free,
}
