//! Arguments of the commands on many deals.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use solomids::series::Shard;
use solomids::stats::Method;

use super::FormatArg;
use super::values;

/// Arguments of `batch`.
#[derive(Args, Debug)]
pub(crate) struct BatchArgs {
    /// Deals or positions to solve, one a line, rows joined by `/`: a file, or `-` for standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["seed", "dealer"])]
    pub(crate) file: Option<OsString>,
    /// Which dealer deals
    #[arg(long, value_name = "DEALER", help_heading = "Deals", default_value = "tabletop")]
    pub(crate) dealer: DealerArg,
    /// Seed of the tabletop dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", help_heading = "Deals", allow_negative_numbers = true,
          value_parser = values::seed)]
    pub(crate) seed: Option<u64>,
    /// Number of the first deal, from 0; a seed of the web page
    #[arg(long, value_name = "A", help_heading = "Deals", allow_negative_numbers = true,
          value_parser = values::index, default_value = "0")]
    pub(crate) start: u64,
    /// How many deals to solve; by default all those of FILE
    #[arg(long, value_name = "N", help_heading = "Deals", allow_negative_numbers = true,
          value_parser = values::count)]
    pub(crate) count: Option<u64>,
    /// Only the deals with these indices, one a line: a file, or `-` for standard input
    #[arg(long, value_name = "FILE", help_heading = "Deals", conflicts_with_all = ["start", "count"])]
    pub(crate) indices: Option<OsString>,
    /// Only one of N parts of these, each as large as the others: I is from 1 to N
    #[arg(long, value_name = "I/N", help_heading = "Deals", allow_negative_numbers = true)]
    pub(crate) shard: Option<Shard>,
    #[command(flatten)]
    pub(crate) to: OutputArgs,
    /// Leave the column `deal` out, which takes most of the bytes: seed and index determine it
    #[arg(long, conflicts_with = "file")]
    pub(crate) without_deals: bool,
    #[command(flatten)]
    pub(crate) columns: ColumnArgs,
}

/// Columns of a batch after the usual ones.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ColumnArgs {
    /// A column with the line found, as a share string
    #[arg(long)]
    pub(crate) save_lines: bool,
    /// A column with the microseconds of each search, which differ from run to run
    #[arg(long)]
    pub(crate) timings: bool,
    /// Columns with how hard each deal is for a person, and what that rests on
    #[arg(long)]
    pub(crate) difficulty: bool,
}

/// Row file of a batch, and the treatment of an existing one.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Where the rows go; standard output by default. FILE.parquet and FILE.jsonl (JSON lines) are written beside FILE.csv
    /// once all rows are there
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) out: Option<PathBuf>,
    /// Go on where FILE.csv ends; begin it if there is none. With larger limits, solve again what the old ones left undecided
    #[arg(long, requires = "out", conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Begin FILE.csv anew, whatever it holds
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

/// Arguments of `merge`.
#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// The files of all shards, in any order, each with its sidecar next to it
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Where the rows go: a file that ends in .csv, .parquet or .jsonl (JSON lines); standard output by default, as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file of --out if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Merge shards that follow each other although others are missing; what comes out can be merged with those later
    #[arg(long)]
    pub(crate) partial: bool,
    /// Leave the column `deal` out
    #[arg(long)]
    pub(crate) without_deals: bool,
}

/// Arguments of `status`.
#[derive(Args, Debug)]
pub(crate) struct StatusArgs {
    /// The files of a batch, each with its sidecar next to it; those that do not exist count as missing
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// How long a shard may be without a new row before it is called stuck
    #[arg(long, value_name = "SECONDS", default_value = "3600", allow_negative_numbers = true,
          value_parser = values::seconds)]
    pub(crate) stuck: Duration,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Arguments of `stats`.
#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    /// Rows of batches: files, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: StatsFormatArg,
    /// How intervals are made
    #[arg(long, value_name = "METHOD", default_value = "wilson")]
    pub(crate) ci: IntervalArg,
    /// How sure intervals are, in percent
    #[arg(long, value_name = "PERCENT", default_value = "95", allow_negative_numbers = true,
          value_parser = values::level)]
    pub(crate) level: f64,
    /// Print rows instead, as they are: those with one of these results, such as `not-17` or `lost,undecided`
    #[arg(long, value_name = "RESULT", value_delimiter = ',', conflicts_with = "format")]
    pub(crate) rows: Vec<RowFilterArg>,
    /// Write plots of shares and distributions: SVG, or PDF or PNG for a name that ends in .pdf or .png
    #[arg(long, value_name = "FILE.svg|.pdf|.png")]
    pub(crate) plot: Option<PathBuf>,
    /// Write a report: tables, plots, and the hardest deals with how to solve them again; it names its command and date
    #[arg(long, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,
    /// How many of the hardest deals the report lists
    #[arg(long, value_name = "N", default_value = "20", allow_negative_numbers = true,
          value_parser = values::up_to_10_000)]
    pub(crate) hardest: usize,
}

/// Output formats of `stats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormatArg {
    /// Tables for a terminal
    Text,
    /// One line for each number, with all digits
    Csv,
    /// One object on one line
    Json,
    /// Tables for a document
    Markdown,
}

/// Methods for confidence intervals.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum IntervalArg {
    /// Wilson's score interval
    Wilson,
    /// Clopper's and Pearson's, which is never too narrow
    Exact,
}

impl From<IntervalArg> for Method {
    fn from(interval: IntervalArg) -> Self {
        match interval {
            IntervalArg::Wilson => Self::Wilson,
            IntervalArg::Exact => Self::Exact,
        }
    }
}

/// Filters of rows by result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFilterArg {
    /// Won without a swap
    #[value(name = "17")]
    Seventeen,
    /// Won with one swap
    #[value(name = "16")]
    Sixteen,
    /// Won with two swaps
    #[value(name = "15")]
    Fifteen,
    /// Won at all
    Won,
    /// Cannot be won
    Lost,
    /// A limit ended the search
    Undecided,
    /// The solver broke down
    Failed,
    /// Nothing is dealt for the seed
    NoDeal,
    /// Every deal that is not known to have 17
    #[value(name = "not-17")]
    NotSeventeen,
}

/// Arguments of `bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Which dealer deals
    #[arg(long, value_name = "DEALER", default_value = "tabletop")]
    pub(crate) dealer: DealerArg,
    /// Seed of the tabletop dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = values::seed,
          default_value = "1")]
    pub(crate) seed: u64,
    /// Number of the first deal, from 0; a seed of the web page
    #[arg(long, value_name = "A", allow_negative_numbers = true, value_parser = values::index,
          default_value = "0")]
    pub(crate) start: u64,
    /// How many deals to solve
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::count,
          default_value = "200")]
    pub(crate) count: u64,
    /// One line for each deal as well
    #[arg(long)]
    pub(crate) verbose: bool,
}

/// Dealers of a range of deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DealerArg {
    /// The setup procedure of the rules
    Tabletop,
    /// The web page; its seeds are numbers
    Web,
}
