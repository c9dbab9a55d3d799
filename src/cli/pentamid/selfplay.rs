//! `selfplay`: games of the engine against itself or at another strength, a row of CSV each, then a table.

pub(super) mod rows;

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use rayon::prelude::*;
use solomids::numbers::{counted, grouped};
use solomids::pentamid::engine::{Engine, Level, MoveLimits, Rng};
use solomids::pentamid::game::{Game, Move, Repetition, Rules};
use solomids::pentamid::selfplay::{LevelPlayer, NodePlayer, Player, Row, Series, play_game};
use solomids::stats::Confidence;

use self::rows::SeriesMeta;
use super::GameInput;
use super::stats::{Counts, to_text};
use crate::cli::args::{PentamidSelfplayArgs, PentamidVariantArgs};
use crate::cli::exit_status::ExitStatus;
use crate::cli::output;
use crate::cli::row_file::{RowFile, of_rows};
use crate::cli::search::Session;
use crate::cli::settings::SearchSettings;
use crate::cli::terminal::Terminal;

/// Games that each thread has before the next ones are handed out: rows that wait for their turn are then few.
const GAMES_PER_THREAD: usize = 8;

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    Nodes(u64),
    Level(Level),
}

impl Strength {
    const fn new(nodes: Option<u64>, level: Option<Level>) -> Option<Self> {
        match (nodes, level) {
            (Some(nodes), _) => Some(Self::Nodes(nodes)),
            (None, Some(level)) => Some(Self::Level(level)),
            (None, None) => None,
        }
    }

    /// A fresh player for a game of a series.
    fn player(self, rules: &Rules, random: Rng, interrupt: &Arc<AtomicBool>) -> Box<dyn Player> {
        let engine = Engine::new(rules).with_interrupt(Arc::clone(interrupt));
        match self {
            Self::Nodes(nodes) => Box::new(NodePlayer::new(engine, MoveLimits::nodes(nodes))),
            Self::Level(level) => Box::new(LevelPlayer::new(engine, level, random)),
        }
    }
}

/// Games of a series, with all that is needed to play one.
struct Match<'a> {
    series: &'a Series,
    own: Strength,
    other: Option<Strength>,
    interrupt: &'a Arc<AtomicBool>,
}

/// A player that leaves its game when the program is interrupted.
struct Interruptible<'a> {
    player: Box<dyn Player>,
    interrupt: &'a AtomicBool,
}

impl Player for Interruptible<'_> {
    fn name(&self) -> String {
        self.player.name()
    }

    fn choose(&mut self, game: &Game) -> Option<Move> {
        if self.interrupt.load(Ordering::Relaxed) { None } else { self.player.choose(game) }
    }
}

/// Rows on their way to the file, and what they say so far.
struct Record {
    rows: RowFile<SeriesMeta>,
    counts: Counts,
}

impl Record {
    fn open(series: &Series, arguments: &PentamidSelfplayArgs) -> anyhow::Result<Self> {
        let meta = SeriesMeta::new(series, arguments);
        let mut counts = Counts::default();
        let rows = match &arguments.out {
            None => RowFile::stream(meta, Box::new(io::stdout())),
            Some(path) => {
                output::check_folder(path)?;
                if arguments.resume {
                    RowFile::resume(meta, path, |line| rows::parse(series, line), |row| counts.add(&row))
                } else {
                    RowFile::create(meta, path, arguments.force)
                }
            }
        };
        Ok(Self { rows: rows.map_err(of_rows)?, counts })
    }

    fn add(&mut self, row: &Row) -> anyhow::Result<()> {
        self.rows.put(row.index, &rows::to_line(row)?).map_err(of_rows)?;
        self.counts.add(row);
        self.rows.flush_now_and_then().map_err(of_rows)
    }
}

pub(super) fn run(
    arguments: &PentamidSelfplayArgs,
    variant: &PentamidVariantArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let series = series(arguments, variant)?;
    let record = Record::open(&series, arguments)?;
    let session = Session::start(settings, terminal)?;
    let games = Match {
        series: &series,
        own: Strength::new(arguments.nodes, arguments.level).context("--nodes or --level is missing")?,
        other: Strength::new(arguments.against_nodes, arguments.against_level),
        interrupt: &session.interrupt,
    };
    let all = counted(series.games, "game");
    if record.counts.games() > 0 {
        terminal.note(&format!("{} of {all} are there already", grouped(record.counts.games())));
    }
    let mut missing = record.rows.missing();
    let done = AtomicU64::new(record.counts.games());
    let record = Mutex::new(record);
    loop {
        let chunk: Vec<u64> = missing.by_ref().take(GAMES_PER_THREAD * session.threads).collect();
        if chunk.is_empty() || session.halt().is_interrupted() {
            break;
        }
        let says = || format!("{} of {all}", done.load(Ordering::Relaxed));
        let play = |index| -> anyhow::Result<()> {
            let Some(row) = games.play(index) else { return Ok(()) };
            record.lock().unwrap_or_else(PoisonError::into_inner).add(&row)?;
            done.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        session.watched(says, || chunk.into_par_iter().try_for_each(play))?;
    }
    let Record { rows, counts } = record.into_inner().unwrap_or_else(PoisonError::into_inner);
    rows.close().map_err(of_rows)?;
    if !counts.is_empty() {
        let table = to_text(&counts, Confidence::default());
        // Rows on standard output must stay rows.
        if arguments.out.is_some() { terminal.answer(&table)? } else { terminal.note(table.trim_end()) }
    }
    if counts.games() < series.games {
        let again = if arguments.out.is_some() { "; the same command with --resume goes on" } else { "" };
        let games = counted(counts.games(), "game");
        terminal.note(&format!("Interrupted after {games}; they are written{again}"));
        return Ok(ExitStatus::Interrupted);
    }
    Ok(ExitStatus::Done)
}

/// The series that the arguments name.
fn series(arguments: &PentamidSelfplayArgs, variant: &PentamidVariantArgs) -> anyhow::Result<Series> {
    let rules = variant.rules()?;
    let mut given = GameInput::from_start(rules);
    if let Some(text) = &arguments.first {
        given = given.with_moves(super::MOVES, text)?;
    }
    // The moves are checked before any game is played.
    let first = given.game(Repetition::Barred)?.moves().to_vec();
    Ok(Series {
        rules,
        games: arguments.games,
        seed: arguments.seed,
        first,
        random: arguments.opening,
        cap: arguments.cap,
        pairs: arguments.against_nodes.is_some() || arguments.against_level.is_some(),
    })
}

impl Match<'_> {
    /// Plays one game; nothing if it was interrupted.
    fn play(&self, index: u64) -> Option<Row> {
        let Self { series, own, other, interrupt } = *self;
        // Slips of a level are drawn from other series than openings.
        let random = |side: u64| Rng::new(series.seed ^ (0x9E37_79B9 << side), index);
        let [one, two] = match other {
            None => [own, own],
            Some(other) if index.is_multiple_of(2) => [own, other],
            Some(other) => [other, own],
        };
        let player = |strength: Strength, side| Interruptible {
            player: strength.player(&series.rules, random(side), interrupt),
            interrupt,
        };
        let row = play_game(series, index, [&mut player(one, 1), &mut player(two, 2)]);
        (!interrupt.load(Ordering::Relaxed)).then_some(row)
    }
}
