//! `selfplay`: games of the engine against itself or at another strength, a row of CSV each, then a table.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::Context as _;
use rayon::prelude::*;
use solomids::numbers::counted;
use solomids::pentamid::engine::{Engine, Level, MoveLimits, Random};
use solomids::pentamid::game::{Game, Move, Repetition, Rules};
use solomids::pentamid::selfplay::{Leveller, Player, Row, Searcher, Series, play_game};
use solomids::stats::Confidence;

use super::search::Session;
use super::start::{self, Given};
use super::stats::{Counts, to_text};
use crate::cli::args::{PentamidSelfplayArgs, PentamidVariantArgs};
use crate::cli::failure::Advised;
use crate::cli::file;
use crate::cli::settings::SearchSettings;
use crate::cli::status::Status;
use crate::cli::terminal::{Terminal, cannot_write};

/// Games that each thread has before their rows are written.
const GAMES_PER_THREAD: u64 = 8;

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
    fn player(self, rules: &Rules, random: Random) -> Box<dyn Player> {
        let engine = Engine::new(rules);
        match self {
            Self::Nodes(nodes) => Box::new(Searcher::new(engine, MoveLimits::nodes(nodes))),
            Self::Level(level) => Box::new(Leveller::new(engine, level, random)),
        }
    }
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

pub(super) fn run(
    arguments: &PentamidSelfplayArgs,
    variant: &PentamidVariantArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<Status> {
    let series = series(arguments, variant)?;
    let mut out = open(arguments.out.as_deref(), arguments.force, terminal)?;
    let session = Session::start(settings, terminal)?;
    let own = Strength::new(arguments.nodes, arguments.level).context("--nodes or --level is missing")?;
    let other = Strength::new(arguments.against_nodes, arguments.against_level);
    let done = AtomicU64::new(0);
    let mut counts = Counts::default();
    let mut writer = csv::WriterBuilder::new();
    let mut next = 0;
    while next < series.games && !session.is_interrupted() {
        let chunk = next..(next + GAMES_PER_THREAD * session.threads as u64).min(series.games);
        let says = || format!("{} of {}", done.load(Ordering::Relaxed), counted(series.games, "game"));
        let play = |index| {
            let row = play_one(&series, index, own, other, &session);
            done.fetch_add(1, Ordering::Relaxed);
            row
        };
        let rows: Vec<Option<Row>> =
            session.watched(says, || chunk.clone().into_par_iter().map(play).collect());
        let whole: Vec<Row> = rows.into_iter().map_while(|row| row).collect();
        let mut writer = writer.has_headers(next == 0).from_writer(&mut out);
        for row in &whole {
            writer.serialize(row).map_err(cannot_write_row)?;
            counts.add(row);
        }
        writer.flush().map_err(cannot_write)?;
        drop(writer);
        next += whole.len() as u64;
        if next < chunk.end {
            break;
        }
    }
    if !counts.is_empty() {
        let table = to_text(&counts, Confidence::default());
        // Rows on standard output must stay rows.
        if arguments.out.is_some() { terminal.answer(&table)? } else { terminal.note(table.trim_end()) }
    }
    if next < series.games {
        terminal.note(&format!("Interrupted after {}; they are written", counted(next, "game")));
        return Ok(Status::Interrupted);
    }
    Ok(Status::Done)
}

/// The series that the arguments name.
fn series(arguments: &PentamidSelfplayArgs, variant: &PentamidVariantArgs) -> anyhow::Result<Series> {
    let rules = variant.rules()?;
    let mut given = Given::from_start(rules);
    if let Some(text) = &arguments.first {
        given = given.with_moves(start::MOVES, text)?;
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

/// Plays one game; nothing if it was interrupted.
fn play_one(
    series: &Series,
    index: u64,
    own: Strength,
    other: Option<Strength>,
    session: &Session,
) -> Option<Row> {
    // Slips of a level are drawn from other series than openings.
    let random = |side: u64| Random::new(series.seed ^ (0x9E37_79B9 << side), index);
    let strengths = match other {
        None => [own, own],
        Some(other) if index.is_multiple_of(2) => [own, other],
        Some(other) => [other, own],
    };
    let interrupt = &*session.interrupt;
    let [one, two] = strengths;
    let mut one = Interruptible { player: one.player(&series.rules, random(1)), interrupt };
    let mut two = Interruptible { player: two.player(&series.rules, random(2)), interrupt };
    let row = play_game(series, index, [&mut one, &mut two]);
    (!session.is_interrupted()).then_some(row)
}

/// Opens the file of the rows, before any game is played.
fn open(path: Option<&Path>, force: bool, terminal: Terminal) -> anyhow::Result<Box<dyn Write>> {
    let Some(path) = path else { return Ok(Box::new(terminal.out())) };
    file::check_folder(path)?;
    let mut options = OpenOptions::new();
    options.write(true);
    let opened: io::Result<File> = if force {
        options.create(true).truncate(true).open(path)
    } else {
        options.create_new(true).open(path)
    };
    let file = opened.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let message = format!("`{}` exists", path.display());
            Advised::new(message, "give another name, or --force to begin it anew").into()
        }
        _ => anyhow::Error::new(error).context(format!("cannot write `{}`", path.display())),
    })?;
    Ok(Box::new(io::BufWriter::new(file)))
}

fn cannot_write_row(error: csv::Error) -> anyhow::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => cannot_write(error),
        kind => anyhow::anyhow!("cannot write a row: {kind:?}"),
    }
}
