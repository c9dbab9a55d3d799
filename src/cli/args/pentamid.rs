//! Arguments of the commands of the game Pentamid.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use solomids::pentamid::engine::Level;

use super::batches::{IntervalArg, StatsFormatArg};
use super::games::ShowFormatArg;
use super::shared::{FormatArg, PictureArgs};
use super::values;

/// Arguments of `pentamid`.
#[derive(Args, Debug)]
pub(crate) struct PentamidArgs {
    #[command(flatten)]
    pub(crate) variant: PentamidVariantArgs,
    #[command(subcommand)]
    pub(crate) command: PentamidCommand,
}

/// The variant that is played. Where nothing is given, a record names its own.
#[derive(Args, Debug)]
#[command(next_help_heading = "Variant")]
pub(crate) struct PentamidVariantArgs {
    /// Size of the board, 3 to 8: a side, or columns and rows as in 4x3; 5 by default
    #[arg(long, global = true, value_name = "N|WxH", allow_negative_numbers = true, value_parser = board)]
    pub(crate) board: Option<(usize, usize)>,
    /// Nests of each player; by default 5 on a board of 6x6, 10 on one of 8x8, else 4
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, value_parser = values::index)]
    pub(crate) nests: Option<u64>,
    /// Visible pieces in a row that win; by default 5, or as many as the longer side of a smaller board
    #[arg(long, global = true, value_name = "K", allow_negative_numbers = true, value_parser = values::index)]
    pub(crate) row: Option<u64>,
    /// Diagonals count too; then no piece is dropped on the centre of a board like the 5x5 one
    #[arg(long, global = true)]
    pub(crate) diagonals: bool,
    /// Who wins if one step leaves a line of each player; the opponent by default
    #[arg(long, global = true, value_name = "WHO")]
    pub(crate) both: Option<BothArg>,
}

/// Readings of two lines at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BothArg {
    /// The opponent of the player who moved: that line stood first
    Opponent,
    /// The player who moved
    Mover,
    /// Neither: the game is drawn
    Draw,
}

/// Reads the size of a board.
fn board(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse::<usize>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
    let sides = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    side(sides.0)
        .zip(side(sides.1))
        .ok_or_else(|| "expected a side such as 6, or columns and rows such as 4x3".into())
}

/// Commands of `pentamid`.
#[derive(Debug, Subcommand)]
pub(crate) enum PentamidCommand {
    /// Count the sequences of legal moves, one line for each depth
    ///
    /// A move that makes a line counts, and nothing is played after it. Exit status: 0, 3 if a limit ended the count, 130
    /// interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids pentamid perft --depth 4
  solomids pentamid perft --depth 3 --board 3 --nests 2 '- - -/- L -/- - l 1'")]
    Perft(PentamidPerftArgs),
    /// Prove whether the side to move wins, or loses, within a number of plies
    ///
    /// The answer is about the game without history, or with --repetition about the game in which no earlier state may
    /// come back. Without --timeout or --max-nodes it takes 30 seconds at most. Exit status: 0 if a result is proven or the
    /// whole horizon was searched, 3 if a limit ended the search earlier, 130 interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids pentamid analyze --plies 11
  solomids pentamid analyze --board 3 --nests 2 --plies 9 --replies
  solomids pentamid analyze --moves 'L@a1 L@e5 La1-a2 Le5-e4 La2-a1' --plies 7 --repetition
  solomids pentamid analyze game.json --plies 9 --format json
  solomids pentamid analyze --board 3 --nests 1 --table small.table '- - -/- L -/- - - 2'")]
    Analyze(PentamidAnalyzeArgs),
    /// Let the engine play against itself, a row of CSV for each game
    ///
    /// The same options give the same bytes for any number of threads. A game that reaches the cap is unfinished, never
    /// drawn. With a second player the two exchange sides, and each opening is played twice. A sidecar, FILE.meta.json, says
    /// what the games are played with; --resume goes on after an interruption or a crash. Exit status: 0, 130 interrupted,
    /// with the finished games kept, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids pentamid selfplay --games 100 --nodes 1000 --seed 1 --out games.csv
  solomids pentamid selfplay --games 100 --nodes 1000 --seed 1 --out games.csv --resume
  solomids pentamid selfplay --games 20 --nodes 500 --first 'L@c3' --cap 100
  solomids pentamid selfplay --games 100 --level 3 --against-level 2 --out levels.csv")]
    Selfplay(PentamidSelfplayArgs),
    /// Count the games of `selfplay`, with confidence intervals
    ///
    /// Unfinished games are neither won nor lost: they widen the intervals of all games. `solomids stats` reads such files
    /// as well.
    #[command(after_help = "\
Example:
  solomids pentamid stats games.csv")]
    Stats(PentamidStatsArgs),
    /// Solve a whole small board: the value of every position, by retrograde analysis
    ///
    /// Values are those of the game without history. --max-nodes limits the number of positions, --memory the bytes.
    /// Exit status: 0 solved, 3 not solved within the limits, 130 interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids pentamid solve --board 3 --nests 1
  solomids pentamid solve --board 4x3 --nests 1 --row 3 --out small.table")]
    Solve(PentamidSolveArgs),
    /// Replay a game under the rules, the one against repetition included
    ///
    /// It reads what `play` saves and what `analyze --format json` prints, and compares what is claimed of the moves: that
    /// they are legal, and how they end. It uses nothing of the prover and the engine, so it does not check that a win is
    /// forced. Exit status: 0 when all moves are legal and no claim is wrong, else 2.
    #[command(after_help = "\
Examples:
  solomids pentamid verify 'L@a1 L@e5 La1-a2'
  solomids pentamid analyze --board 3 --nests 2 --format json | solomids pentamid verify -")]
    Verify(PentamidVerifyArgs),
    /// Draw a position, or the last position of a game
    ///
    /// Files that are no SVG or HTML files are never replaced.
    #[command(after_help = "\
Examples:
  solomids pentamid show --board 3 '- - -/- LmS -/l - M 1'
  solomids pentamid show 'L@c3 L@b3 Lc3-c4' --svg board.svg --html game.html")]
    Show(PentamidShowArgs),
    /// Play in the terminal, against the engine or a friend
    ///
    /// Arrow keys move the cursor, Enter picks a piece up and puts it down, l, m and s drop one, `?` lists the other keys.
    /// In the end the game goes to standard output as JSON, which `play`, `show`, `verify` and `analyze` read. Exit status: 0,
    /// 130 interrupted, 2 for errors.
    #[command(after_help = "\
Examples:
  solomids pentamid play
  solomids pentamid play --level 2 --side 2
  solomids pentamid play --friend --diagonals
  solomids pentamid play game.json")]
    Play(PentamidPlayArgs),
}

/// A position or a game.
#[derive(Args, Debug)]
pub(crate) struct PentamidStartArgs {
    /// A position, such as '- - -/- L -/- - l 1', moves from the start, or a game in JSON: a file, `-` for standard
    /// input, or the text itself; the start by default
    #[arg(value_name = "POSITION|GAME", value_hint = ValueHint::FilePath)]
    pub(crate) text: Option<OsString>,
    /// Moves that are played first, from the position if one is given
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
}

/// Arguments of `pentamid perft`.
#[derive(Args, Debug)]
pub(crate) struct PentamidPerftArgs {
    #[command(flatten)]
    pub(crate) start: PentamidStartArgs,
    /// Plies of the longest sequences
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = plies)]
    pub(crate) depth: u32,
    /// With the rule against repetition
    #[arg(long)]
    pub(crate) repetition: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Arguments of `pentamid analyze`.
#[derive(Args, Debug)]
pub(crate) struct PentamidAnalyzeArgs {
    #[command(flatten)]
    pub(crate) start: PentamidStartArgs,
    /// Plies to search, 250 at most
    #[arg(long, value_name = "N", default_value = "9", allow_negative_numbers = true, value_parser = plies)]
    pub(crate) plies: u32,
    /// With the rule against repetition: states of the game, and of the line, may not come back
    #[arg(long)]
    pub(crate) repetition: bool,
    /// Show what each move of the loser leads to as well, and how it is met
    #[arg(long)]
    pub(crate) replies: bool,
    /// Look the value up in a table that `solve` wrote, in place of a search
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "repetition")]
    pub(crate) table: Option<PathBuf>,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Reads a number of plies.
fn plies(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|plies| (0..=250).contains(plies));
    number
        .filter(|_| text.bytes().all(|b| b.is_ascii_digit()))
        .ok_or_else(|| "expected a whole number from 0 to 250".into())
}

/// Arguments of `pentamid selfplay`.
#[derive(Args, Debug)]
pub(crate) struct PentamidSelfplayArgs {
    /// How many games to play
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::count)]
    pub(crate) games: u64,
    /// Positions that the engine searches for a move
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::count,
          required_unless_present = "level", conflicts_with = "level")]
    pub(crate) nodes: Option<u64>,
    /// Level of strength, in place of --nodes
    #[arg(long, value_name = "1-8", allow_negative_numbers = true, value_parser = level)]
    pub(crate) level: Option<Level>,
    /// Nodes of a second player
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::count,
          conflicts_with = "against_level")]
    pub(crate) against_nodes: Option<u64>,
    /// Level of a second player
    #[arg(long, value_name = "1-8", allow_negative_numbers = true, value_parser = level)]
    pub(crate) against_level: Option<Level>,
    /// Seed of the openings, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", default_value = "1", allow_negative_numbers = true, value_parser = values::index)]
    pub(crate) seed: u64,
    /// Plies after which a game is left unfinished
    #[arg(long, value_name = "PLIES", default_value = "300", allow_negative_numbers = true,
          value_parser = values::up_to_10_000)]
    pub(crate) cap: usize,
    /// Random plies that each game begins with, none of which loses at once where that can be helped
    #[arg(long, value_name = "PLIES", default_value = "4", allow_negative_numbers = true,
          value_parser = values::up_to_10_000)]
    pub(crate) opening: usize,
    /// Moves that each game begins with, before the random ones
    #[arg(long, value_name = "MOVES")]
    pub(crate) first: Option<String>,
    /// Where the rows go; standard output by default
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the rows that FILE.csv has
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Begin anew even if FILE.csv exists
    #[arg(long, requires = "out", conflicts_with = "resume")]
    pub(crate) force: bool,
}

/// Reads a level of strength.
fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("expected a level from 1 (weakest) to {}", Level::STRONGEST))
}

/// Arguments of `pentamid stats`.
#[derive(Args, Debug)]
pub(crate) struct PentamidStatsArgs {
    /// Rows of games: files, or `-` for standard input
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
}

/// Arguments of `pentamid solve`.
#[derive(Args, Debug)]
pub(crate) struct PentamidSolveArgs {
    /// Write the table of all values, which `analyze` and `play` use
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Arguments of `pentamid verify`.
#[derive(Args, Debug)]
pub(crate) struct PentamidVerifyArgs {
    /// Moves from the start, or a game or an analysis in JSON: a file, `-` for standard input, or the text itself
    #[arg(value_name = "GAME", value_hint = ValueHint::FilePath)]
    pub(crate) game: OsString,
    /// Let earlier states come back
    #[arg(long)]
    pub(crate) no_repetition_rule: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Arguments of `pentamid show`.
#[derive(Args, Debug)]
pub(crate) struct PentamidShowArgs {
    #[command(flatten)]
    pub(crate) start: PentamidStartArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ShowFormatArg,
}

/// Arguments of `pentamid play`.
#[derive(Args, Debug)]
pub(crate) struct PentamidPlayArgs {
    #[command(flatten)]
    pub(crate) start: PentamidStartArgs,
    /// Level of the engine
    #[arg(long, value_name = "1-8", default_value = "4", allow_negative_numbers = true, value_parser = level)]
    pub(crate) level: Level,
    /// The side that you play
    #[arg(long, value_name = "1|2", default_value = "1", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u8).range(1..=2), conflicts_with = "friend")]
    pub(crate) side: u8,
    /// Two people play, and the engine only advises
    #[arg(long)]
    pub(crate) friend: bool,
    /// Look values up in a table that `solve` wrote
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) table: Option<PathBuf>,
}
