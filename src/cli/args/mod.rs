//! Command-line arguments as typed, for clap; doc comments of fields and variants are help texts.
//!
//! - [`shared`]: arguments of several commands: positions, lines, pictures, the output format.
//! - [`games`]: commands on one deal or one line.
//! - [`batches`]: commands on many deals.
//! - [`solace2`]: commands of the game Solace II.
//! - [`pentamid`]: commands of the game Pentamid.
//! - [`values`]: parsers of option values.

mod batches;
mod games;
mod pentamid;
mod shared;
mod solace2;
mod values;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use solomids::solver::Pruning;

pub(crate) use self::batches::{
    BatchArgs, BenchArgs, DealerArg, MergeArgs, OutputArgs, RowFilterArg, StatsArgs, StatsFormatArg,
    StatusArgs,
};
pub(crate) use self::games::{
    AnalyzeArgs, DealArgs, HintArgs, PageArgs, PlayArgs, ShowArgs, ShowFormatArg, SolveArgs, SolveFormatArg,
    VerifyArgs,
};
pub(crate) use self::pentamid::{
    BothArg, PentamidAnalyzeArgs, PentamidArgs, PentamidCommand, PentamidPerftArgs, PentamidPlayArgs,
    PentamidSelfplayArgs, PentamidShowArgs, PentamidSolveArgs, PentamidStartArgs, PentamidStatsArgs,
    PentamidVariantArgs, PentamidVerifyArgs,
};
pub(crate) use self::shared::{DealtArgs, FormatArg, LineArgs, PictureArgs, StartArgs};
pub(crate) use self::solace2::{
    Solace2Args, Solace2CensusArgs, Solace2Command, Solace2DealArgs, Solace2PlayArgs, Solace2ShowArgs,
    Solace2SimulateArgs, Solace2SolveArgs, Solace2StartArgs, Solace2VerifyArgs, TableFormatArg, UndoArg,
};

/// Exact solver for Solomids, the one-player game of 45 pyramids
///
/// Finds the best score of a deal, the fewest swaps it needs, a line of play that reaches it, and a proof.
#[derive(Debug, Parser)]
#[command(
    version = solomids::VERSION,
    max_term_width = 100,
    after_help = "\
A deal is nine rows of five pieces, farthest row first, such as `B3 R1 G2 K2 B2/…`;
a position has ten rows and may hold stacks (`G12`) and empty squares (`.`).

Example:
  solomids solve --web-seed 0"
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: CommonArgs,
    #[command(subcommand)]
    pub(crate) command: CommandArgs,
}

/// Options of every command.
#[derive(Args, Debug)]
#[command(next_help_heading = "Common options")]
pub(crate) struct CommonArgs {
    /// Threads to use; 0 means all cores
    #[arg(long, global = true, value_name = "N", default_value = "0", allow_negative_numbers = true,
          value_parser = values::threads)]
    pub(crate) threads: usize,
    /// Stop a search, or all those of `hint` or `analyze` together, after this many nodes (reproducible)
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, value_parser = values::nodes)]
    pub(crate) max_nodes: Option<u64>,
    /// Stop a search, or all those of `hint` or `analyze` together, after this time; without it and --max-nodes,
    /// `analyze` stops after 30 seconds, `hint`, hints in `play` and the first moves of --difficulty after 10
    #[arg(long, global = true, value_name = "SECONDS", allow_negative_numbers = true,
          value_parser = values::seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Memory that a search may use, such as 512M or 2G; a quarter of what the machine, its control groups and
    /// `ulimit -v` allow unless given
    #[arg(long, global = true, value_name = "SIZE", allow_negative_numbers = true, value_parser = values::bytes)]
    pub(crate) memory: Option<u64>,
    /// Do without a rule that makes searches smaller, or without timetables for --shortest; may be repeated
    #[arg(long, global = true, value_name = "RULE", hide_short_help = true, value_parser = values::rule())]
    pub(crate) without: Vec<Pruning>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorArg,
    /// No warnings, no progress, no summaries
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

/// Policies for coloured output.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ColorArg {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Commands, each with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum CommandArgs {
    /// Find the best reachable score, the fewest swaps, and a line of play
    ///
    /// Exit status: 0 winnable, 1 proven not winnable, 3 undecided within the limits, 130 interrupted,
    /// 2 for errors.
    ///
    /// --svg draws a sheet to play by, a board and a few moves for each tree; --html writes a page that plays through
    /// the line, opens from disk and prints well. Files that are no SVG or HTML files are never replaced.
    #[command(after_help = "\
Examples:
  solomids solve deal.txt
  solomids solve --web-seed 0 --html line.html --svg sheet.svg
  solomids solve --web-seed 0 --format share
  solomids solve --web-seed 0 --difficulty
  solomids solve --web-seed 0 --shortest --timeout 60
  solomids solve --seed 7 --index 3 --timeout 60 --format json")]
    Solve(SolveArgs),
    /// Solve many deals, one CSV row each, then a summary
    ///
    /// The rows are the same bytes for any number of threads, in any shards once merged, and after any
    /// interruption once resumed. The memory given by --memory is that of all searches together. Exit status:
    /// 0 done, 130 interrupted, 2 for errors or if a deal failed.
    ///
    /// --reuse spends more on what a limit has left undecided: the file becomes what a whole run with the new
    /// limits would have made, which must not be smaller than those of OLD.csv.
    #[command(after_help = "\
Examples:
  solomids batch --seed 1 --count 1000 --out deals.csv
  solomids batch --seed 1 --count 1000000 --shard 3/100 --out part-3.csv --resume
  solomids batch --dealer web --count 500 --max-nodes 100000 > web.csv
  solomids batch --seed 1 --count 1000 --max-nodes 10000 --out quick.csv
  solomids batch --seed 1 --count 1000 --reuse quick.csv --out decided.csv
  solomids deal --seed 7 --count 20 | solomids batch -")]
    Batch(BatchArgs),
    /// Put the shards of one batch into one file
    ///
    /// The file is the same bytes as that of a single run. Gaps, overlaps and files of different batches are
    /// refused by name.
    #[command(after_help = "\
Example:
  solomids merge part-*.csv --out deals.csv")]
    Merge(MergeArgs),
    /// Tell how far a batch is: which shards are done, which are missing, which are stuck
    ///
    /// Lists the shards that are not done, with the index each of them waits for. Rows are counted, not checked, and
    /// the files may be in use. Exit status: 0 if all rows are there, 3 if some are not, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids status part-*.csv
  solomids status part-*.csv --stuck 600 --format json
  solomids status part-*.csv && solomids merge part-*.csv --out deals.csv")]
    Status(StatusArgs),
    /// Win rates with confidence intervals, and plots, from batch files
    ///
    /// Undecided deals widen the intervals: they count as losses below and as wins above.
    #[command(after_help = "\
Examples:
  solomids stats deals.csv
  solomids stats deals.csv web.csv --format markdown --report report.html
  solomids stats deals.csv --rows not-17 > others.csv")]
    Stats(StatsArgs),
    /// Show the best score still reachable, and which moves keep it
    ///
    /// Best moves first. Without --timeout or --max-nodes it takes 10 seconds at most, and says which moves are
    /// undecided then. Exit status: 0, 130 interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids hint --web-seed 0
  solomids hint --share '0_S-B9>B10, M-B10>B9' --once
  solomids hint position.txt --format json")]
    Hint(HintArgs),
    /// Go through a played line: what could still be reached, and where it was lost
    ///
    /// Marks with `?` each move that cost a point, with `??` each that cost the win or more than one point, and with
    /// `?!` several moves of which one is proven to have cost something, while it is open which one.
    /// Without --timeout or --max-nodes it takes 30 seconds at most. Exit status: 0, 130 interrupted, 2 for
    /// errors and for a line with an illegal move, which is analysed up to there.
    #[command(after_help = "\
Examples:
  solomids analyze '0_S-B9>B10, M-B10>B9'
  solomids analyze export.txt --format json
  solomids analyze export.txt --html game.html
  solomids analyze '_S-B9>B10' --deal deal.txt")]
    Analyze(AnalyzeArgs),
    /// Solve fixed deals on one thread and print a node count and rates
    #[command(after_help = "\
Example:
  solomids bench --count 1000")]
    Bench(BenchArgs),
    /// Print deals of a seed, an index range, or the web page's seeds
    ///
    /// With --level or --winnable the first --count such deals from --start on, each after a line with its index; of the
    /// seeds of the web page, those with such deals.
    #[command(after_help = "\
Examples:
  solomids deal --seed 7 --index 3 --board > deal.txt
  solomids deal --seed 7 --start 100 --count 10
  solomids deal --seed 7 --count 3 --level easy --winnable
  solomids deal --web-seed 0 1 0001")]
    Deal(DealArgs),
    /// Play in the terminal, with undo, hints and solutions
    ///
    /// Arrow keys move the cursor, Enter picks a stack up and puts it down, `?` lists the other keys. Without a
    /// deal, one of the web page's is dealt at random, of a level if --level names one. Games go on from wherever one is kept: share strings,
    /// solutions in JSON, and what was saved here. In the end the game goes to standard output, moves that were
    /// taken back included, as a share string, or as JSON where no seed of the web page names its deal. A hint and
    /// what can still be reached take 10 seconds at most without --timeout or --max-nodes. Exit status: 0, 130
    /// interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids play
  solomids play --level easy --winnable
  solomids play --web-seed 0
  solomids play --share '0_S-B9>B10, M-B10>B9'
  solomids play deal.txt --color never
  solomids play '0_S-B9>B10, M-B10>B9'")]
    Play(PlayArgs),
    /// Draw a board
    ///
    /// Files that are no SVG or HTML files are never replaced.
    #[command(after_help = "\
Examples:
  solomids show deal.txt
  solomids show --web-seed 0 --svg board.svg
  solomids show --share '0_S-B9>B10, M-B10>B9' --html game.html
  solomids show --share '0_S-B9>B10, M-B10>B9'")]
    Show(ShowArgs),
    /// Write a page on which one plays, gets hints, solves and analyses, in any browser
    ///
    /// The page is one file that holds the solver, opens from disk and needs no network. Without a deal it deals a random one
    /// when it is opened. An existing file is replaced only if it is a picture or a page.
    #[command(after_help = "\
Examples:
  solomids page --out solomids.html
  solomids page --web-seed 0 --out deal.html --title 'Deal of the day'
  solomids page --share '0_S-B9>B10, M-B10>B9' --out game.html")]
    Page(PageArgs),
    /// Replay a line under the rules and score it
    ///
    /// Uses nothing of the solver. Exit status: 0 when all moves are legal and nothing that is claimed of the line is
    /// wrong, else 2. With --certificate: 0 accepted, 1 refused, 3 not enough memory, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids verify '0_S-B9>B10, M-B10>B9'
  solomids verify '_S-B9>B10' --deal deal.txt
  solomids solve --web-seed 0 --format json | solomids verify -")]
    Verify(VerifyArgs),
    /// The solitaire Solace II: solve, deal, census, simulate, verify, show, play
    ///
    /// Three colours of pyramids are dealt as fifteen nests, a large over a medium over a small, and are to be built into
    /// towers of one colour. Its rules can be read in more than one way: --reading says how.
    #[command(
        disable_help_subcommand = true,
        after_help = "\
Examples:
  solomids solace2 solve --seed 1
  solomids solace2 play
  solomids solace2 census --reading inert --out inert.csv"
    )]
    Solace2(Solace2Args),
    /// The two-player game Pentamid: analyze, solve, selfplay, stats, perft, verify, show, play
    ///
    /// Two players drop pyramids from their nests onto a board of 5x5 squares and move them one square at a time; larger
    /// pieces cover smaller ones. Who first has five visible pieces in a row wins, and no earlier state may come back.
    #[command(
        disable_help_subcommand = true,
        after_help = "\
Examples:
  solomids pentamid play
  solomids pentamid analyze --plies 11
  solomids pentamid solve --board 3 --nests 1"
    )]
    Pentamid(PentamidArgs),
    /// Print what a shell needs to complete commands and options
    #[command(after_help = "\
Examples:
  mkdir -p ~/.local/share/bash-completion/completions
  solomids completions bash > ~/.local/share/bash-completion/completions/solomids

  mkdir -p ~/.zfunc
  solomids completions zsh > ~/.zfunc/_solomids

  mkdir -p ~/.config/fish/completions
  solomids completions fish > ~/.config/fish/completions/solomids.fish")]
    Completions(CompletionsArgs),
    /// Print the manual page, or write one for every command
    #[command(after_help = "\
Examples:
  solomids man | man -l -
  solomids man --out ~/.local/share/man/man1")]
    Man(ManArgs),
}

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// Arguments of `man`.
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Write the pages of the program and of each command into this folder, which is made if need be
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
}
