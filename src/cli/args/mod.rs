//! Command-line arguments that several commands share, as typed, for clap; doc comments of fields and variants are help texts.
//! Those of a single command are beside it.
//!
//! - [`values`]: parsers of option values.

pub(super) mod values;

use std::ffi::OsString;
use std::time::Duration;

use crate::analysis::{DealFilter, Level};
use crate::solver::Pruning;
use clap::{Args, ValueEnum};

use super::error::ErrorWithHelp;

/// Options of every command.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Common options")]
pub(crate) struct CommonArgs {
    /// Threads to use, all cores unless given, one by `serve`, which otherwise answers out of order; 0 means all cores
    #[arg(long, global = true, value_name = "N", value_parser = values::threads)]
    pub(crate) threads: Option<usize>,
    /// Stop a search, or all those of `hint` or `analyze` together, after this many nodes (reproducible)
    #[arg(long, global = true, value_name = "N", value_parser = values::nodes)]
    pub(crate) max_nodes: Option<u64>,
    /// Stop a search, or all those of `hint` or `analyze` together, after this time; without it and --max-nodes,
    /// `analyze` stops after 30 seconds, `hint`, hints in `play` and the first moves of --difficulty after 10
    #[arg(long, global = true, value_name = "SECONDS", value_parser = values::seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Memory that a search may use, such as 512M or 2G; a quarter of what the machine, its control groups and
    /// `ulimit -v` allow unless given. `batch` and `serve` count the tables of searches alone, other commands also measure what the
    /// process takes, so that the same small size stops them sooner
    #[arg(long, global = true, value_name = "SIZE", value_parser = values::bytes)]
    pub(crate) memory: Option<u64>,
    /// Do without a rule that makes searches smaller; may be repeated
    #[arg(long, global = true, value_name = "RULE", hide_short_help = true, value_parser = values::rule())]
    pub(crate) without: Vec<Pruning>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorArg,
    /// No warnings, no progress, no summaries
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

impl CommonArgs {
    /// Refuses `--without` for a game whose search has other rules, or none.
    pub(crate) fn refuse_pruning(&self, reason: &str) -> Result<(), ErrorWithHelp> {
        self.without.first().map_or(Ok(()), |rule| {
            let message = format!("--without {} is for Solomids: {reason}", rule.name());
            Err(ErrorWithHelp::new(message, "leave it out"))
        })
    }
}

/// Policies for coloured output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Dealers of a range of deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DealerArg {
    /// The setup procedure of the rules
    Tabletop,
    /// The web page; its seeds are numbers
    Web,
}

/// A deal named by a seed.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Deal")]
pub(crate) struct DealtArgs {
    /// Seed of the tabletop dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", value_parser = values::seed, conflicts_with = "web_seed")]
    pub(crate) seed: Option<u64>,
    /// Number of the deal among those of the seed, from 0
    #[arg(long, value_name = "I", value_parser = values::index,
          requires = "seed", conflicts_with = "web_seed")]
    pub(crate) index: Option<u64>,
    /// Seed as typed on the web page; one that starts with a dash and is no number is written --web-seed=-S
    #[arg(long, value_name = "S")]
    pub(crate) web_seed: Option<String>,
}

/// Starting position: a text, a dealt position, or the position after the moves of a share string.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// A deal, a position, or a share string: a file, `-` for standard input, or the text itself
    #[arg(value_name = "DEAL", conflicts_with_all = ["seed", "web_seed"])]
    pub(crate) text: Option<OsString>,
    #[command(flatten)]
    pub(crate) dealt: DealtArgs,
    /// The position after the moves of a share string, `SEED_MOVE, MOVE, …`; where its seed is empty, the deal
    /// is given as well
    #[arg(long, value_name = "STRING", allow_hyphen_values = true, help_heading = "Deal")]
    pub(crate) share: Option<String>,
}

impl StartArgs {
    /// Whether a starting position is given.
    pub(crate) const fn is_given(&self) -> bool {
        let DealtArgs { seed, web_seed, .. } = &self.dealt;
        self.text.is_some() || self.share.is_some() || seed.is_some() || web_seed.is_some()
    }
}

/// A played line and its deal.
#[derive(Args, Debug)]
pub(crate) struct LineArgs {
    /// A share string, or a solution as `solve --format json` prints it: a file, `-` for standard input, or
    /// the text itself
    #[arg(value_name = "SHARE|JSON", conflicts_with = "share")]
    pub(crate) line: Option<OsString>,
    /// A share string
    #[arg(long, value_name = "STRING", allow_hyphen_values = true)]
    pub(crate) share: Option<String>,
    /// The deal or position that a share string without a seed starts from: a file, `-` for standard
    /// input, or the text itself
    #[arg(long, value_name = "DEAL", help_heading = "Deal", conflicts_with_all = ["seed", "web_seed"])]
    pub(crate) deal: Option<OsString>,
    #[command(flatten)]
    pub(crate) dealt: DealtArgs,
}

/// Picture files written in addition to the printed output.
#[derive(Args, Debug)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct PictureArgs {
    /// Write a picture; `-` for standard output in place of the text
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<OsString>,
    /// Write a page for the browser, which plays through the moves; `-` for standard output in place of the text
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<OsString>,
    /// Title of the picture and of the page; by default the name of the deal
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
}

/// Selection of deals by difficulty.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Selection")]
pub(crate) struct FilterArgs {
    /// Only deals of this level of difficulty for a person
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,
    /// Only deals that are proven winnable, within some thousand nodes
    #[arg(long)]
    pub(crate) winnable: bool,
}

impl FilterArgs {
    /// The conditions on deals.
    pub(crate) fn conditions(self) -> DealFilter {
        DealFilter { level: self.level, winnable: self.winnable }
    }
}

/// Output formats of the other commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// For people
    Text,
    /// One object on one line
    Json,
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
