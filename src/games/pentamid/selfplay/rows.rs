//! Games between engines as a series of rows.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::play::{EnginePlayer, GameSeries, Player, Strength, opening, play_game};
use super::row::{GameResult, Row};
use crate::games::pentamid::SEARCH_REVISION;
use crate::games::pentamid::engine::{Level, Rng};
use crate::games::pentamid::game::notation::parse_moves;
use crate::games::pentamid::game::{Game, Move, Position, RULES, Repetition, Rules, replay};
use crate::games::pentamid::record::{GAME, VariantRecord};
use crate::kit::notation::tokens;
use crate::kit::numbers::counted;
use crate::series::{
    self, End, Error, Event, IndexRange, Made, Part, RowFile, RunOptions, Sidecar, Task, csv_fields,
    csv_line, differences,
};

/// Names of the columns.
const COLUMNS: [&str; 8] = ["index", "seed", "one", "two", "opening", "result", "plies", "moves"];

/// First line of a file of games, with its line end.
pub fn header() -> String {
    csv_line(COLUMNS)
}

/// Rows as CSV, with a header.
pub fn to_csv(rows: &[Row]) -> String {
    std::iter::once(header()).chain(rows.iter().map(Row::to_csv)).collect()
}

impl Row {
    /// The line of CSV, with its line end.
    pub fn to_csv(&self) -> String {
        let Self { index, seed, one, two, opening, result, plies, moves } = self;
        let [index, seed] = [index, seed].map(u64::to_string);
        let [opening, plies] = [opening, plies].map(usize::to_string);
        csv_line([&index, &seed, one, two, &opening, result.name(), &plies, moves])
    }

    /// The row that some fields are.
    ///
    /// # Errors
    /// If they are none, or moves and plies differ in number; the message follows the name of the line.
    pub fn of_fields(fields: &[impl AsRef<str>]) -> Result<Self, String> {
        fn number<T: FromStr>(name: &str, text: &str) -> Result<T, String> {
            text.parse().map_err(|_| wrong(name, text))
        }
        fn wrong(name: &str, text: &str) -> String {
            format!("is no row of a game: `{text}` in column `{name}`")
        }
        let fields: Vec<&str> = fields.iter().map(AsRef::as_ref).collect();
        let [index, seed, one, two, opening, result, plies, moves] = fields[..] else {
            return Err(format!("has {}, not {}", counted(fields.len() as u64, "field"), COLUMNS.len()));
        };
        let known = GameResult::ALL.iter().find(|(_, name)| *name == result);
        let row = Self {
            index: number("index", index)?,
            seed: number("seed", seed)?,
            one: one.into(),
            two: two.into(),
            opening: number("opening", opening)?,
            result: known.ok_or_else(|| wrong("result", result))?.0,
            plies: number("plies", plies)?,
            moves: moves.into(),
        };
        let count = row.moves.split_whitespace().count();
        if row.plies != count || row.opening > count {
            return Err(format!(
                "has {}, not {plies}, of which {opening} open",
                counted(count as u64, "move")
            ));
        }
        Ok(row)
    }
}

/// What decides the rows of a series of games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GamesIdentity {
    game: String,
    version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    search_revision: Option<u32>,
    rules: String,
    variant: VariantRecord,
    seed: u64,
    /// Strength of the player: nodes for a move, or a level.
    nodes: Option<u64>,
    level: Option<u8>,
    /// Strength of the second player, if there is one.
    against_nodes: Option<u64>,
    against_level: Option<u8>,
    /// Moves that each game begins with.
    first_moves: Vec<String>,
    /// Random plies after them.
    opening: usize,
    /// Plies after which a game is left unfinished.
    cap: usize,
}

/// The rows of a series of games.
#[derive(Clone, Debug)]
pub struct GameRows {
    series: GameSeries,
    own: Strength,
    /// The second player, if there is one: it begins the games with odd numbers.
    other: Option<Strength>,
    /// Whether this version plays the same games.
    is_replayable: bool,
    sidecar: Sidecar<GamesIdentity>,
}

impl GameRows {
    /// The rows that a sidecar describes.
    ///
    /// # Errors
    /// If there is no such series; the message follows the name of the sidecar.
    pub fn of(sidecar: Sidecar<GamesIdentity>) -> Result<Self, String> {
        /// Plies of an opening or a game, at most.
        const MOST_PLIES: usize = 10_000;
        let identity = &sidecar.identity;
        if identity.opening.max(identity.cap) > MOST_PLIES {
            return Err(format!("its games have more than {MOST_PLIES} plies"));
        }
        let variant = identity.variant.variant().map_err(|error| error.message)?;
        let rules = Rules::new(variant).map_err(|error| error.to_string())?;
        let strength = |nodes: Option<u64>, level: Option<u8>| {
            nodes.map(Strength::Nodes).or_else(|| level.and_then(Level::new).map(Strength::Level))
        };
        let own = strength(identity.nodes, identity.level).ok_or("it names no player")?;
        let other = strength(identity.against_nodes, identity.against_level);
        let first =
            parse_moves(&rules, &identity.first_moves.join(" ")).map_err(|error| error.to_string())?;
        let series = GameSeries {
            rules,
            games: sidecar.part.rows,
            seed: identity.seed,
            first: first.moves,
            random: identity.opening,
            cap: identity.cap,
            pairs: other.is_some(),
        };
        let rows = Self::new(series, own, other);
        let is_replayable = differences(&rows.sidecar.identity, identity).is_empty();
        Ok(Self { is_replayable, sidecar, ..rows })
    }

    /// The rows of a series between two players, or of one player against itself.
    pub fn new(series: GameSeries, own: Strength, other: Option<Strength>) -> Self {
        let fields = |strength| match strength {
            None => (None, None),
            Some(Strength::Nodes(nodes)) => (Some(nodes), None),
            Some(Strength::Level(level)) => (None, Some(Level::number(level))),
        };
        let ((nodes, level), (against_nodes, against_level)) = (fields(Some(own)), fields(other));
        let identity = GamesIdentity {
            game: GAME.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            search_revision: Some(SEARCH_REVISION),
            rules: RULES.into(),
            variant: VariantRecord::new(&series.rules),
            seed: series.seed,
            nodes,
            level,
            against_nodes,
            against_level,
            first_moves: tokens(&series.first),
            opening: series.random,
            cap: series.cap,
        };
        let sidecar = Sidecar::new(identity, Part::new(IndexRange::below(series.games), None, None));
        Self { series, own, other, is_replayable: true, sidecar }
    }

    /// The strengths of the players who begin and follow in a game.
    fn strengths(&self, index: u64) -> [Strength; 2] {
        match self.other {
            None => [self.own; 2],
            Some(other) if index.is_multiple_of(2) => [self.own, other],
            Some(other) => [other, self.own],
        }
    }

    /// Plays a game; it is cut short once the flag is set.
    fn play(&self, index: u64, halt: &Arc<AtomicBool>) -> Row {
        let GameSeries { seed, rules, .. } = &self.series;
        let [one, two] = self.strengths(index);
        // Slips of a level are drawn from other series than openings.
        let player = |strength: Strength, side: u64| Interruptible {
            player: strength.player(rules, Rng::new(seed ^ (0x9E37_79B9 << side), index), halt),
            halt,
        };
        play_game(&self.series, index, [&mut player(one, 1), &mut player(two, 2)])
    }
}

/// A player that leaves its game when the program is interrupted.
struct Interruptible<'a> {
    player: EnginePlayer,
    halt: &'a AtomicBool,
}

impl Player for Interruptible<'_> {
    fn name(&self) -> String {
        self.player.name()
    }

    fn choose(&mut self, game: &Game) -> Option<Move> {
        if self.halt.load(Ordering::Relaxed) { None } else { self.player.choose(game) }
    }
}

impl series::Series for GameRows {
    type Row = Row;
    type Identity = GamesIdentity;

    const KIND: &'static str = "series of games";

    fn sidecar(&self) -> &Sidecar<GamesIdentity> {
        &self.sidecar
    }

    fn header(&self) -> String {
        header()
    }

    fn line(&self, row: &Row) -> String {
        row.to_csv()
    }

    fn parse(&self, line: &str) -> Result<(u64, Row), String> {
        let row = Row::of_fields(&csv_fields(line))?;
        if row.seed != self.series.seed {
            return Err(format!("has the seed {}, not {}", row.seed, self.series.seed));
        }
        Ok((row.index, row))
    }

    /// Replays the game; which moves the players choose is not asked again.
    fn check(&self, row: &Row) -> Result<(), String> {
        let [one, two] = self.strengths(row.index).map(Strength::name);
        if (&row.one, &row.two) != (&one, &two) {
            return Err(format!("has the players {} and {}, not {one} and {two}", row.one, row.two));
        }
        let rules = &self.series.rules;
        let parsed = parse_moves(rules, &row.moves).map_err(|_| "has moves that cannot be read")?;
        let game = replay(rules, Repetition::Barred, Position::START, &parsed.moves)
            .map_err(|illegal| format!("has moves that cannot be played: {illegal}"))?;
        let opening = self.is_replayable.then(|| opening(&self.series, row.index));
        let differs = |opening: Game| {
            row.opening != opening.moves().len() || !game.moves().starts_with(opening.moves())
        };
        if opening.is_some_and(differs) {
            return Err("has another opening".into());
        }
        let (plies, status) = (game.moves().len(), game.status());
        let is_whole = status.is_over() || plies >= self.series.cap;
        let is_in_time = plies <= self.series.cap.max(row.opening);
        if row.plies != plies || row.result != GameResult::from(status) || !is_whole || !is_in_time {
            return Err("has a result that its moves do not give".into());
        }
        Ok(())
    }
}

/// Plays the games whose rows a file does not have: [`series::run()`].
///
/// # Errors
/// Those of [`series::run()`].
pub fn run(
    file: &mut RowFile<'_, GameRows>,
    options: &RunOptions,
    observer: &mut dyn FnMut(Event<'_, Row>),
) -> Result<End, Error> {
    let rows = file.series();
    let make = |(): &mut (), Task { place: index, halt, .. }: Task<'_>| {
        let row = rows.play(index, halt);
        if halt.load(Ordering::Relaxed) { Made::Interrupted } else { Made::Row(row, None) }
    };
    series::run(file, options, &|| (), &make, observer)
}
