//! What is in a file of games: rows as CSV, and the sidecar.

use serde::{Deserialize, Serialize};
use solomids::pentamid::engine::Level;
use solomids::pentamid::game::RULES;
use solomids::pentamid::selfplay::{Row, Series};

use crate::cli::args::PentamidSelfplayArgs;
use crate::cli::row_file::Sidecar;
use solomids::pentamid::record::{GAME, VariantRecord, tokens};

/// The first line of a file of games.
pub(in crate::cli::pentamid) const HEADER: &str = "index,seed,one,two,opening,result,plies,moves";

/// Version of the format of the sidecar.
const SCHEMA: u32 = 1;

/// What a series of games is made with.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeriesMeta {
    schema: u32,
    game: String,
    /// Version and build of the program.
    version: String,
    /// Name of the rules.
    rules: String,
    variant: VariantRecord,
    seed: u64,
    /// Number of games, which is the number of rows of the complete file.
    games: u64,
    /// Strength of the player: nodes for a move, or a level.
    nodes: Option<u64>,
    level: Option<u8>,
    /// Strength of the second player, if there is one.
    against_nodes: Option<u64>,
    against_level: Option<u8>,
    /// Moves that each game begins with.
    first: Vec<String>,
    /// Random plies after them.
    opening: usize,
    /// Plies after which a game is left unfinished.
    cap: usize,
    #[serde(default)]
    rows_sha256: Option<String>,
}

impl SeriesMeta {
    pub(super) fn new(series: &Series, arguments: &PentamidSelfplayArgs) -> Self {
        Self {
            schema: SCHEMA,
            game: GAME.into(),
            version: solomids::pentamid::VERSION.into(),
            rules: RULES.into(),
            variant: VariantRecord::new(&series.rules),
            seed: series.seed,
            games: series.games,
            nodes: arguments.nodes,
            level: arguments.level.map(Level::number),
            against_nodes: arguments.against_nodes,
            against_level: arguments.against_level.map(Level::number),
            first: tokens(&series.first),
            opening: series.random,
            cap: series.cap,
            rows_sha256: None,
        }
    }
}

impl Sidecar for SeriesMeta {
    const KIND: &'static str = "series of games";
    const HEADER: &'static str = HEADER;

    fn rows(&self) -> u64 {
        self.games
    }

    fn rows_sha256(&mut self) -> &mut Option<String> {
        &mut self.rows_sha256
    }
}

/// A row as a line of CSV, with its line end.
pub(super) fn to_line(row: &Row) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    writer.serialize(row)?;
    writer.into_inner().map_err(|error| anyhow::anyhow!("cannot write a row: {error}"))
}

/// Reads a line of the file of a series: the number of the game and its row.
///
/// # Errors
/// The fault, in words that follow the name of the line.
pub(super) fn parse(series: &Series, line: &[u8]) -> Result<(u64, Row), String> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
    let row: Option<Row> = reader.deserialize().next().and_then(Result::ok);
    let row = row.ok_or("is no row of a game")?;
    if row.seed != series.seed {
        return Err(format!("has the seed {}, not {}", row.seed, series.seed));
    }
    Ok((row.index, row))
}
