//! The command line as typed.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use solomids::batch::BatchShard;
use solomids::solver::{Config, Rule, Rules};

use super::values;

/// Exact solver for Solomids, the one-player game of 45 pyramids
///
/// Finds the best score of a deal, the fewest swaps it needs, a line of play that reaches it, and a proof.
#[derive(Debug, Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "\
A deal is nine rows of five pieces, farthest row first, such as `B3 R1 G2 K2 B2/…`;
a position has ten rows and may hold stacks (`G12`) and empty squares (`.`).

Example:
  solomids solve --web-seed 0"
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Threads to use; 0 means all cores
    #[arg(long, global = true, value_name = "N", default_value = "0", allow_negative_numbers = true,
          value_parser = values::threads)]
    pub(crate) threads: usize,
    /// Stop a search, or all those of `hint` or `analyze` together, after this many nodes (reproducible)
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, value_parser = values::nodes)]
    pub(crate) max_nodes: Option<u64>,
    /// Stop a search, or all those of `hint` or `analyze` together, after this time
    #[arg(long, global = true, value_name = "SECONDS", allow_negative_numbers = true,
          value_parser = values::seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Memory that a search may use, such as 512M or 2G; a quarter of the machine's unless given
    #[arg(long, global = true, value_name = "SIZE", allow_negative_numbers = true, value_parser = values::bytes)]
    pub(crate) memory: Option<u64>,
    /// Do without a rule that makes searches smaller, or without timetables for --shortest; may be repeated
    #[arg(long, global = true, value_name = "RULE", hide_short_help = true, value_parser = values::rule())]
    pub(crate) without: Vec<Rule>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// No warnings, no progress, no summaries
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

/// Memory for a search where the machine does not say what it has.
const FALLBACK_MEMORY: u64 = 1 << 30;

impl Common {
    /// The limits and rules of a search. Without a limit on memory it gets a quarter of the machine's.
    pub(crate) fn config(&self) -> Config {
        let quarter = || {
            let memory = sysinfo::MemoryRefreshKind::nothing().with_ram();
            let system =
                sysinfo::System::new_with_specifics(sysinfo::RefreshKind::nothing().with_memory(memory));
            system.map_or(FALLBACK_MEMORY, |system| system.total_memory() / 4)
        };
        Config {
            threads: self.threads,
            rules: self.without.iter().fold(Rules::default(), |rules, &rule| rules.without(rule)),
            max_nodes: self.max_nodes,
            timeout: self.timeout,
            memory: Some(self.memory.unwrap_or_else(quarter)),
            gives_up: false,
            lender: None,
            interrupt: None,
            observer: None,
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
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
    Solve(Solve),
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
    Batch(Batch),
    /// Put the shards of one batch into one file
    ///
    /// The file is the same bytes as that of a single run. Gaps, overlaps and files of different batches are
    /// refused by name.
    #[command(after_help = "\
Example:
  solomids merge part-*.csv --out deals.csv")]
    Merge(Merge),
    /// Win rates with confidence intervals, and plots, from batch files
    ///
    /// Undecided deals widen the intervals: they count as losses below and as wins above.
    #[command(after_help = "\
Examples:
  solomids stats deals.csv
  solomids stats deals.csv web.csv --format markdown --report report.html
  solomids stats deals.csv --rows not-17 > others.csv")]
    Stats(Stats),
    /// Show the best score still reachable, and which moves keep it
    ///
    /// Best moves first. Without --timeout or --max-nodes it takes 10 seconds at most, and says which moves are
    /// undecided then. Exit status: 0, 130 interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids hint --web-seed 0
  solomids hint --share '0_S-B9>B10, M-B10>B9' --once
  solomids hint position.txt --format json")]
    Hint(Hint),
    /// Go through a played line: what could still be reached, and where it was lost
    ///
    /// Marks with `?` each move that cost a point, with `??` each that cost the win or more than one point.
    /// Without --timeout or --max-nodes it takes 30 seconds at most. Exit status: 0, 130 interrupted, 2 for
    /// errors and for a line with an illegal move, which is analysed up to there.
    #[command(after_help = "\
Examples:
  solomids analyze '0_S-B9>B10, M-B10>B9'
  solomids analyze export.txt --format json
  solomids analyze export.txt --html game.html
  solomids analyze '_S-B9>B10' --deal deal.txt")]
    Analyze(Analyze),
    /// Solve fixed deals on one thread and print a node count and rates
    #[command(after_help = "\
Example:
  solomids bench --count 1000")]
    Bench(Bench),
    /// Print deals of a seed, an index range, or the web page's seeds
    #[command(after_help = "\
Examples:
  solomids deal --seed 7 --index 3 --board > deal.txt
  solomids deal --seed 7 --start 100 --count 10
  solomids deal --web-seed 0 1 0001")]
    Deal(Deal),
    /// Play in the terminal, with undo, hints and solutions
    ///
    /// Arrow keys move the cursor, Enter picks a stack up and puts it down, `?` lists the other keys. Without a
    /// deal, one of the web page's is dealt at random. Games go on from wherever one is kept: share strings,
    /// solutions in JSON, and what was saved here. In the end the game goes to standard output, moves that were
    /// taken back included, as a share string, or as JSON where no seed of the web page names its deal. A hint and
    /// what can still be reached take 10 seconds at most without --timeout or --max-nodes. Exit status: 0, 130
    /// interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids play
  solomids play --web-seed 0
  solomids play --share '0_S-B9>B10, M-B10>B9'
  solomids play deal.txt --color never
  solomids play '0_S-B9>B10, M-B10>B9'")]
    Play(Play),
    /// Draw a board
    ///
    /// Files that are no SVG or HTML files are never replaced.
    #[command(after_help = "\
Examples:
  solomids show deal.txt
  solomids show --web-seed 0 --svg board.svg
  solomids show --share '0_S-B9>B10, M-B10>B9' --html game.html
  solomids show --share '0_S-B9>B10, M-B10>B9'")]
    Show(Show),
    /// Replay a line under the rules and score it
    ///
    /// Uses nothing of the solver. Exit status: 0 when all moves are legal and nothing that is claimed of the line is
    /// wrong, else 2.
    #[command(after_help = "\
Examples:
  solomids verify '0_S-B9>B10, M-B10>B9'
  solomids verify '_S-B9>B10' --deal deal.txt
  solomids solve --web-seed 0 --format json | solomids verify -")]
    Verify(Verify),
    /// Print what a shell needs to complete commands and options
    #[command(after_help = "\
Examples:
  mkdir -p ~/.local/share/bash-completion/completions
  solomids completions bash > ~/.local/share/bash-completion/completions/solomids

  mkdir -p ~/.zfunc
  solomids completions zsh > ~/.zfunc/_solomids

  mkdir -p ~/.config/fish/completions
  solomids completions fish > ~/.config/fish/completions/solomids.fish")]
    Completions(Completions),
    /// Print the manual page, or write one for every command
    #[command(after_help = "\
Examples:
  solomids man | man -l -
  solomids man --out ~/.local/share/man/man1")]
    Man(Man),
}

/// Ways to give a deal that are no text.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Deal")]
pub(crate) struct Dealt {
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

/// A position: a text, a dealt one, or one that play has reached.
#[derive(Args, Debug)]
pub(crate) struct Start {
    /// A deal, a position, or a share string: a file, `-` for standard input, or the text itself
    #[arg(value_name = "DEAL", conflicts_with_all = ["seed", "web_seed"], value_hint = ValueHint::FilePath)]
    pub(crate) text: Option<OsString>,
    #[command(flatten)]
    pub(crate) dealt: Dealt,
    /// The position after the moves of a share string, `SEED_MOVE, MOVE, …`; where its seed is empty, the deal
    /// is given as well
    #[arg(long, value_name = "STRING", allow_hyphen_values = true, help_heading = "Deal")]
    pub(crate) share: Option<String>,
}

/// Pictures to write beside what is printed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct Pictures {
    /// Write a picture; `-` for standard output in place of the text
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<OsString>,
    /// Write a page for the browser, which plays through the moves; `-` for standard output in place of the text
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<OsString>,
}

#[derive(Args, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Say as well how hard the deal is for a person, and why
    #[arg(long, help_heading = "Output")]
    pub(crate) difficulty: bool,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    /// Go on to the fewest stacks, slides and transfers of a line that scores as much, and prove it; the limits
    /// hold for both searches together
    #[arg(long, help_heading = "Output")]
    pub(crate) shortest: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: SolveFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    /// The board, the line in phases, a summary
    Text,
    /// One object on one line
    Json,
    /// The line alone, as the web page plays it back
    Share,
}

#[derive(Args, Debug)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Print one good move only
    #[arg(long, help_heading = "Output")]
    pub(crate) once: bool,
    /// List every swap, not only the best ones
    #[arg(long, help_heading = "Output", conflicts_with = "once")]
    pub(crate) all: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("dealer").args(["seed", "web_seed"]).required(true)))]
pub(crate) struct Deal {
    /// Seed of the tabletop dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = values::seed)]
    pub(crate) seed: Option<u64>,
    /// Number of the one deal to print, from 0
    #[arg(long, value_name = "I", allow_negative_numbers = true, value_parser = values::index,
          requires = "seed", conflicts_with_all = ["start", "count", "web_seed"])]
    pub(crate) index: Option<u64>,
    /// Number of the first deal to print, from 0
    #[arg(long, value_name = "A", allow_negative_numbers = true, value_parser = values::index,
          default_value = "0", requires = "seed", conflicts_with = "web_seed")]
    pub(crate) start: u64,
    /// How many deals to print
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::count,
          default_value = "1", requires = "seed", conflicts_with = "web_seed")]
    pub(crate) count: u64,
    /// Seeds as typed on the web page; one that starts with a dash and is no number is written --web-seed=-S
    #[arg(long, value_name = "S", num_args = 1.., allow_negative_numbers = true)]
    pub(crate) web_seed: Vec<String>,
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
    pub(crate) format: Format,
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) start: Start,
}

#[derive(Args, Debug)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: ShowFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowFormat {
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

/// A line that was played.
#[derive(Args, Debug)]
pub(crate) struct Played {
    /// A share string, or a solution as `solve --format json` prints it: a file, `-` for standard input, or
    /// the text itself
    #[arg(value_name = "SHARE|JSON", required_unless_present = "share", conflicts_with = "share",
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
    pub(crate) dealt: Dealt,
}

#[derive(Args, Debug)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) played: Played,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Args, Debug)]
pub(crate) struct Analyze {
    #[command(flatten)]
    pub(crate) played: Played,
    /// Write a page for the browser, which plays through the moves with their marks and shows what would have
    /// been better; `-` for standard output in place of the text
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Pictures")]
    pub(crate) html: Option<OsString>,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One object on one line
    Json,
}

#[derive(Args, Debug)]
pub(crate) struct Batch {
    /// Deals to solve, one a line, rows joined by `/`: a file, or `-` for standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["seed", "dealer"])]
    pub(crate) file: Option<OsString>,
    /// Which dealer deals
    #[arg(long, value_name = "DEALER", help_heading = "Deals", default_value = "tabletop")]
    pub(crate) dealer: Dealer,
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
    /// Only one of N parts of these, each as large as the others: I is from 1 to N
    #[arg(long, value_name = "I/N", help_heading = "Deals", allow_negative_numbers = true)]
    pub(crate) shard: Option<BatchShard>,
    #[command(flatten)]
    pub(crate) to: RowsTo,
    /// Take over what an earlier batch has decided, with limits that were not larger, and solve the rest
    #[arg(long, value_name = "OLD.csv")]
    pub(crate) reuse: Option<PathBuf>,
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

/// Where rows go, and what becomes of those that are there.
#[derive(Args, Debug)]
pub(crate) struct RowsTo {
    /// Where the rows go; standard output by default
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) out: Option<PathBuf>,
    /// Go on where FILE.csv ends; begin it if there is none
    #[arg(long, requires = "out", conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Begin FILE.csv anew, whatever it holds
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Merge {
    /// The files of all shards, in any order, each with its sidecar next to it
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Where the rows go; standard output by default
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) out: Option<PathBuf>,
    /// Replace FILE.csv if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Stats {
    /// Rows of batches: files, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: StatsFormat,
    /// How intervals are made
    #[arg(long, value_name = "METHOD", default_value = "wilson")]
    pub(crate) ci: Ci,
    /// How sure intervals are, in percent
    #[arg(long, value_name = "PERCENT", default_value = "95", allow_negative_numbers = true,
          value_parser = values::level)]
    pub(crate) level: f64,
    /// Print rows instead, as they are: those with one of these results, such as `not-17` or `lost,undecided`
    #[arg(long, value_name = "RESULT", value_delimiter = ',', conflicts_with = "format")]
    pub(crate) rows: Vec<Pick>,
    /// Write plots of shares and distributions
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Write a report: tables, plots, and the hardest deals with how to solve them again
    #[arg(long, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,
    /// How many of the hardest deals the report lists
    #[arg(long, value_name = "N", default_value = "20", allow_negative_numbers = true,
          value_parser = values::hardest)]
    pub(crate) hardest: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormat {
    /// Tables for a terminal
    Text,
    /// One line for each number, with all digits
    Csv,
    /// One object on one line
    Json,
    /// Tables for a document
    Markdown,
}

/// How intervals are made.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Ci {
    /// Wilson's score interval
    Wilson,
    /// Clopper's and Pearson's, which is never too narrow
    Exact,
}

/// Rows to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Pick {
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

#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// Which dealer deals
    #[arg(long, value_name = "DEALER", default_value = "tabletop")]
    pub(crate) dealer: Dealer,
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

/// Where deals come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dealer {
    /// The setup procedure of the rules
    Tabletop,
    /// The web page; its seeds are numbers
    Web,
}

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct Man {
    /// Write the pages of the program and of each command into this folder, which is made if need be
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
}
