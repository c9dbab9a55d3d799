//! Arguments of the commands on one deal or one line.

use std::ffi::OsString;

use clap::{Args, ValueEnum, ValueHint};

use super::shared::{FilterArgs, FormatArg, LineArgs, PictureArgs, StartArgs};
use super::values;

/// Arguments of `solve`.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Print the verdict and the score only
    #[arg(long, help_heading = "Output", conflicts_with = "difficulty")]
    pub(crate) brief: bool,
    /// Write what proves the verdict, to be checked by `verify --certificate` or by a program of your own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) certificate: Option<OsString>,
    /// Say as well how hard the deal is for a person, and why
    #[arg(long, help_heading = "Output")]
    pub(crate) difficulty: bool,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// Go on to the fewest stacks, slides and transfers of a line that scores as much, and prove it; the limits
    /// hold for both searches together
    #[arg(long, help_heading = "Output")]
    pub(crate) shortest: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: SolveFormatArg,
}

/// Output formats of `solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormatArg {
    /// The board, the line in phases, a summary
    Text,
    /// One object on one line
    Json,
    /// The line alone, as the web page plays it back
    Share,
}

/// Arguments of `hint`.
#[derive(Args, Debug)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Print one good move only
    #[arg(long, help_heading = "Output")]
    pub(crate) once: bool,
    /// List every swap, not only the best ones
    #[arg(long, help_heading = "Output", conflicts_with = "once")]
    pub(crate) all: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Arguments of `analyze`.
#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("game").args(["line", "share"]).required(true)))]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) played: LineArgs,
    /// Write a page for the browser, which plays through the moves with their marks and shows what would have
    /// been better; `-` for standard output in place of the text
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Pictures")]
    pub(crate) html: Option<OsString>,
    /// Title of the page; by default the name of the deal
    #[arg(long, value_name = "TEXT", requires = "html", help_heading = "Pictures")]
    pub(crate) title: Option<String>,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Arguments of `deal`.
#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("dealer").args(["seed", "web_seed"]).required(true)))]
pub(crate) struct DealArgs {
    /// Seed of the tabletop dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = values::seed)]
    pub(crate) seed: Option<u64>,
    /// Number of the one deal to print, from 0
    #[arg(long, value_name = "I", allow_negative_numbers = true, value_parser = values::index,
          requires = "seed", conflicts_with_all = ["start", "count", "web_seed"])]
    pub(crate) index: Option<u64>,
    /// Number of the first deal to print, from 0
    #[arg(long, value_name = "A", allow_negative_numbers = true, value_parser = values::index,
          conflicts_with = "index")]
    pub(crate) start: Option<u64>,
    /// How many deals to print, 1 unless given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::count)]
    pub(crate) count: Option<u64>,
    /// Seeds as typed on the web page; one that starts with a dash and is no number is written --web-seed=-S
    #[arg(long, value_name = "S", num_args = 1.., allow_negative_numbers = true)]
    pub(crate) web_seed: Vec<String>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    /// One row a line instead of one deal a line
    #[arg(long)]
    pub(crate) board: bool,
    /// What to print
    #[arg(
        long,
        value_name = "FORMAT",
        help_heading = "Output",
        default_value = "text",
        conflicts_with = "board"
    )]
    pub(crate) format: FormatArg,
}

/// Arguments of `play`.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// Arguments of `show`.
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: ShowFormatArg,
}

/// Arguments of `page`.
#[derive(Args, Debug)]
pub(crate) struct PageArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// The page; `-` for standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: OsString,
    /// Title of the page; by default the name of the deal
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
}

/// Output formats of `show`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowFormatArg {
    /// A drawing
    Text,
    /// Notation, one row a line
    Plain,
    /// One object on one line
    Json,
    /// A picture
    Svg,
    /// A page for the browser, which plays through the moves of a share string
    Html,
}

/// Arguments of `verify`.
#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("game").args(["line", "share", "certificate"]).required(true).multiple(true)))]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) played: LineArgs,
    /// Check a certificate, as `solve --certificate` writes it, in place of a line; `-` reads it from standard input, and
    /// a deal, or the position after a line, is compared with its own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: Option<OsString>,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}
