//! Arguments of several commands: positions, lines, picture files, and the output format.

use std::ffi::OsString;

use clap::{Args, ValueEnum, ValueHint};
use solomids::analysis::{DealFilter, Level};

use super::values;

/// A deal named by a seed.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Deal")]
pub(crate) struct DealtArgs {
    /// Seed of the tabletop dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = values::seed,
          conflicts_with = "web_seed")]
    pub(crate) seed: Option<u64>,
    /// Number of the deal among those of the seed, from 0
    #[arg(long, value_name = "I", allow_negative_numbers = true, value_parser = values::index,
          requires = "seed", conflicts_with = "web_seed")]
    pub(crate) index: Option<u64>,
    /// Seed as typed on the web page; one that starts with a dash and is no number is written --web-seed=-S
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) web_seed: Option<String>,
}

/// Starting position: a text, a dealt position, or the position after the moves of a share string.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// A deal, a position, or a share string: a file, `-` for standard input, or the text itself
    #[arg(value_name = "DEAL", conflicts_with_all = ["seed", "web_seed"], value_hint = ValueHint::FilePath)]
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
    #[arg(value_name = "SHARE|JSON", conflicts_with = "share",
          value_hint = ValueHint::FilePath)]
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
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<OsString>,
    /// Write a page for the browser, which plays through the moves; `-` for standard output in place of the text
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
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
    pub(crate) level: Option<LevelArg>,
    /// Only deals that are proven winnable, within some thousand nodes
    #[arg(long)]
    pub(crate) winnable: bool,
}

impl FilterArgs {
    /// The conditions on deals.
    pub(crate) fn conditions(self) -> DealFilter {
        let level = self.level.map(|level| match level {
            LevelArg::Easy => Level::Easy,
            LevelArg::Medium => Level::Medium,
            LevelArg::Hard => Level::Hard,
            LevelArg::Brutal => Level::Brutal,
        });
        DealFilter { level, winnable: self.winnable }
    }
}

/// Levels of difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LevelArg {
    /// The easiest quarter of all deals
    Easy,
    /// The next two fifths
    Medium,
    /// The next quarter
    Hard,
    /// The hardest tenth
    Brutal,
}

/// Output formats of the other commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// For people
    Text,
    /// One object on one line
    Json,
}
