//! `solace2`: the commands of the solitaire Solace II, and what they share: the deal, the moves played and the reading that the
//! arguments name, and limits of searches.

mod census;
mod play;
mod show;
mod simulate;
mod solve;
mod verify;

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use solomids::solace2::game::{Move, Reading, parse_deal, parse_moves};
use solomids::solace2::players::PlayerKind;
use solomids::solace2::record::{DealSource, GameRecord};
use solomids::solace2::solver::Limits;
use solomids::solace2::start::Start;
use solomids::solace2::view::page::PlayedGame;

use super::args::{CommonArgs, values};
use super::exit_status::CommandResult;
use super::failure::{ErrorWithHelp, SourceError, TYPED};
use super::input::Input;
use super::settings::SearchSettings;
use super::terminal::Terminal;

/// The solitaire Solace II: solve, deal, census, simulate, verify, show, play
///
/// Three colours of pyramids are dealt as fifteen nests, a large over a medium over a small, and are to be built into
/// towers of one colour. Its rules can be read in more than one way: --reading says how.
#[derive(Args, Debug)]
#[command(
    disable_help_subcommand = true,
    after_help = "\
Examples:
  solomids solace2 solve --seed 1
  solomids solace2 play
  solomids solace2 census --reading inert --out inert.csv"
)]
pub(crate) struct Solace2Args {
    #[command(subcommand)]
    pub(crate) command: Solace2Command,
}

/// Commands of `solace2`, each with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Solace2Command {
    Solve(solve::SolveArgs),
    Deal(show::DealArgs),
    Census(Solace2CensusArgs),
    Simulate(Solace2SimulateArgs),
    Verify(verify::VerifyArgs),
    Show(show::ShowArgs),
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
pub(crate) struct DealtArgs {
    /// Seed of the dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", value_parser = values::index)]
    pub(crate) seed: Option<u64>,
    /// Number of the deal among those of the seed, from 0
    #[arg(long, value_name = "I", value_parser = values::index, requires = "seed")]
    pub(crate) index: Option<u64>,
}

/// A deal, and moves that have been played.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// A deal, 15 nests such as `KWC.CKK.…`: a file, `-` for standard input, or the text itself; `show`, `verify` and
    /// `play` also take JSON as `solve --format json` and `play` print it
    #[arg(value_name = "DEAL", conflicts_with = "seed", value_hint = ValueHint::FilePath)]
    pub(crate) text: Option<OsString>,
    #[command(flatten)]
    pub(crate) dealt: DealtArgs,
    /// Moves played from the deal, such as `L-3>4 M-3>8 S-3>14 T-14>3`
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = "Deal")]
    pub(crate) moves: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Solve every class of deals, one CSV row each, then print the exact distribution of best scores
///
/// A class holds the deals that differ in the names of the colours and the order of the nests only; there are
/// 114,383 classes. The rows are the same bytes for any number of threads, and after any interruption once
/// resumed, unless --timeout or --memory ends a search. With --out the table goes to standard output, else the rows
/// do. Exit status: 0 done, 3 if classes are undecided within the limits, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 census --out literal.csv --resume
  solomids solace2 census --reading open --out open.csv
  solomids solace2 census --stashes 2 --reading inert")]
pub(crate) struct Solace2CensusArgs {
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Stashes of each colour, 1 to 5: the game has 5
    #[arg(long, value_name = "N", value_parser = values::stashes, default_value = "5")]
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

/// Simulate a player that sees exposed pieces only: one CSV row for each game, then a summary
///
/// With --best each deal is solved as well, and the summary says what seeing everything is worth. With --out the
/// summary goes to standard output, else the rows do. Exit status: 0 done, 3 if best scores are undecided within the
/// limits, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 simulate --player careful --count 1000 --out careful.csv
  solomids solace2 simulate --player tree --count 20 --best")]
pub(crate) struct Solace2SimulateArgs {
    /// The player
    #[arg(long, value_name = "NAME", value_parser = values::player(), default_value = "careful")]
    pub(crate) player: PlayerKind,
    /// Seed of deals and of the player, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", value_parser = values::index, default_value = "1")]
    pub(crate) seed: u64,
    /// Number of the first deal, from 0
    #[arg(long, value_name = "A", value_parser = values::index, default_value = "0")]
    pub(crate) start: u64,
    /// How many games to play
    #[arg(long, value_name = "N", value_parser = values::count, default_value = "100")]
    pub(crate) count: u64,
    /// Games that a player imagines for every choice, 1 to 10000; for rollout, with 12 unless it is given, and tree, with 1000
    #[arg(long, value_name = "N", value_parser = values::worlds)]
    pub(crate) worlds: Option<usize>,
    /// Colour of transparent pieces, K, W or C; all pieces are opaque unless it is given
    #[arg(long, value_name = "COLOUR", value_parser = values::clear)]
    pub(crate) clear: Option<solomids::solace2::game::Colour>,
    /// Solve each deal as well
    #[arg(long)]
    pub(crate) best: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Write the rows into this file, whose name ends in .csv
    #[arg(long, value_name = "FILE", help_heading = "Output", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the rows that the file has; larger limits search again for best scores that are undecided
    #[arg(long, help_heading = "Output", requires = "out")]
    pub(crate) resume: bool,
    /// Begin anew even if the file exists
    #[arg(long, help_heading = "Output", requires = "out", conflicts_with = "resume")]
    pub(crate) force: bool,
}

/// Play in the terminal, with the inside of the nests hidden, or open
///
/// Arrow keys move the cursor, Enter picks a piece up and puts it down, `?` lists the other keys. A move that
/// showed a piece cannot be taken back, as the rules have it, unless --undo free is given. Without a deal, a random
/// one is dealt. In the end the game goes to standard output as JSON, which `play`, `show` and `verify` read.
/// Exit status: 0, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 play
  solomids solace2 play --seed 1 --open --undo free
  solomids solace2 play game.json")]
pub(crate) struct Solace2PlayArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
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

pub(super) fn run(arguments: &Solace2Args, common: &CommonArgs, terminal: Terminal) -> CommandResult {
    common.refuse_pruning("Solace II has other rules of search")?;
    let settings = || SearchSettings::new(common);
    match &arguments.command {
        Solace2Command::Solve(arguments) => solve::run(arguments, &settings(), terminal),
        Solace2Command::Deal(arguments) => show::deal(arguments, terminal),
        Solace2Command::Census(arguments) => census::run(arguments, &settings(), terminal),
        Solace2Command::Simulate(arguments) => simulate::run(arguments, &settings(), terminal),
        Solace2Command::Verify(arguments) => verify::run(arguments, terminal),
        Solace2Command::Show(arguments) => show::show(arguments, terminal),
        Solace2Command::Play(arguments) => play::run(arguments, &settings(), terminal),
    }
}

/// What the arguments of a command give.
pub(super) enum GameInput {
    /// A deal, and the moves of `--moves`.
    Start(Box<Start>),
    /// A game in JSON, and the name of its text.
    Game(String, Box<GameRecord>),
}

impl GameInput {
    /// Reads what the arguments name.
    ///
    /// # Errors
    /// No deal, a text that is neither deal nor game, moves that are none or illegal, and two deals or two lines.
    fn read(arguments: &StartArgs) -> anyhow::Result<Self> {
        Self::read_if_given(arguments)?.ok_or_else(no_deal)
    }

    /// Reads what the arguments name; `None` if they name no deal.
    ///
    /// # Errors
    /// Those of [`read`](Self::read); moves without a deal.
    fn read_if_given(arguments: &StartArgs) -> anyhow::Result<Option<Self>> {
        /// Name of the text of `--moves` in messages.
        const MOVES: &str = "<moves>";
        let StartArgs { text, dealt, moves, reading } = arguments;
        let chosen = reading.reading.unwrap_or_default();
        let mut start = match (text, dealt.seed) {
            (Some(text), _) => match Self::of_text(text, chosen)? {
                Self::Start(start) => *start,
                Self::Game(name, game) => {
                    let option = match (moves, reading.reading) {
                        (Some(_), _) => "--moves",
                        (_, Some(reading)) if reading != game.reading => "--reading",
                        _ => return Ok(Some(Self::Game(name, game))),
                    };
                    let message = format!("{option} and a game in JSON, which has its own");
                    return Err(ErrorWithHelp::new(message, format!("leave out {option}")).into());
                }
            },
            (None, Some(seed)) => Start::dealt(seed, dealt.index.unwrap_or(0), chosen),
            (None, None) if moves.is_some() => return Err(no_deal()),
            (None, None) => return Ok(None),
        };
        if let Some(text) = moves {
            let parsed = parse_moves(text).map_err(|error| SourceError::new(MOVES, text, error))?;
            start.play(MOVES, text, parsed)?;
        }
        Ok(Some(Self::Start(Box::new(start))))
    }

    /// Reads a deal or a game in JSON from a file, standard input for `-`, or the text itself.
    ///
    /// # Errors
    /// A text that is neither.
    pub(super) fn of_text(argument: &OsStr, reading: Reading) -> anyhow::Result<Self> {
        let input = Input::load(argument)?;
        let (name, content) = (&input.text.name, &input.text.content);
        if input.text.is_json() {
            return Ok(Self::Game(name.clone(), Box::new(GameRecord::read(name, content)?)));
        }
        // A slip leaves a deal: most parts are nests, and their letters are few, unlike those of a path.
        let is_deal = |text: &str| {
            let parts: Vec<&str> = text.split(['.', '/']).collect();
            let nests = parts.iter().filter(|part| part.chars().count() == 3).count();
            let mut letters: Vec<char> = parts.concat().to_uppercase().chars().collect();
            letters.sort_unstable();
            letters.dedup();
            let is_short = text.split('.').count() > 2 && text.split('.').all(|nest| nest.len() <= 3);
            is_short || parts.len() > 1 && 2 * nests > parts.len() && letters.len() <= 4
        };
        let help = "a deal itself is 15 nests joined by dots: KWC.CKK.WWC.…";
        let parsed = parse_deal(content).map_err(|error| {
            let refused = SourceError::new(name, content, error);
            let meant = input.missing_file().filter(|_| !content.contains('.'));
            input.unless_name(refused.with_help(meant), is_deal, help)
        })?;
        Ok(Self::Start(Box::new(Start::new(parsed, DealSource::Text, reading))))
    }

    /// The start, all moves played.
    ///
    /// # Errors
    /// The first illegal move of a game in JSON.
    pub(super) fn start(self) -> anyhow::Result<Start> {
        match self {
            Self::Start(start) => Ok(*start),
            Self::Game(_, game) => Ok(game.start()?),
        }
    }
}

/// The error of a command without a deal.
fn no_deal() -> anyhow::Error {
    let help = "give a file, `-` for standard input, the text itself, or --seed";
    ErrorWithHelp::new("no deal is given", help).into()
}

/// The start that the arguments name. Only a deal is read from a text, no JSON.
fn of_deal(arguments: &StartArgs) -> anyhow::Result<Start> {
    match GameInput::read(arguments)? {
        GameInput::Start(start) => Ok(*start),
        GameInput::Game(name, _) => {
            let message = format!("`{name}` holds JSON, not a deal");
            let help = "`verify`, `show` and `play` read those; give the text of its field `deal` here";
            Err(ErrorWithHelp::new(message, help).into())
        }
    }
}

/// The moves of a text that was typed at a prompt, played from a position.
///
/// # Errors
/// The mistake in one line of words.
fn typed_moves(text: &str) -> anyhow::Result<Vec<Move>> {
    let moves = parse_moves(text).map_err(|error| SourceError::new(TYPED, text, error))?;
    Ok(moves.into_iter().map(|spanned| spanned.mv).collect())
}

/// The game of a page: the moves played, then a line.
fn played_game(start: &Start, title: String, summary: String, line: &[Move]) -> PlayedGame {
    PlayedGame {
        title,
        summary,
        deal: start.deal.clone(),
        palette: start.palette,
        reading: start.reading,
        moves: start.played.iter().chain(line).copied().collect(),
        opening: start.played.len(),
    }
}

/// The limits of one of several searches that run at once.
fn limits(settings: &SearchSettings, at_once: usize, interrupt: Arc<AtomicBool>) -> Limits {
    Limits {
        max_nodes: settings.config.max_nodes,
        timeout: settings.config.timeout,
        memory: settings.config.memory.bytes().map(|bytes| bytes / at_once.max(1) as u64),
        interrupt: Some(interrupt),
        ..Limits::default()
    }
}
