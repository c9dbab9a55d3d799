//! What is in a file of games: rows as CSV, and the sidecar.

use serde::{Deserialize, Serialize};
use solomids::numbers::counted;
use solomids::pentamid::engine::Level;
use solomids::pentamid::game::RULES;
use solomids::pentamid::selfplay::{Row, Series};

use crate::cli::args::PentamidSelfplayArgs;
use crate::cli::row_file::Sidecar;
use solomids::pentamid::record::{GAME, VariantRecord, tokens};

/// The first line of a file of games.
pub(in crate::cli::pentamid) const HEADER: &str = "index,seed,one,two,opening,result,plies,moves";

/// The fault of a line that is in another encoding.
pub(in crate::cli::pentamid) const NO_TEXT: &str = "is not UTF-8 text";

/// Version of the format of the sidecar.
const SCHEMA: u32 = 1;

/// What a series of games is made with.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli::pentamid) struct SeriesMeta {
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

/// Reads a line of a file of games.
///
/// # Errors
/// The fault, in words that follow the name of the line.
pub(in crate::cli::pentamid) fn read(line: &[u8]) -> Result<Row, String> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(line);
    let mut fields = csv::StringRecord::new();
    match reader.read_record(&mut fields) {
        Ok(true) => {}
        Err(error) if matches!(error.kind(), csv::ErrorKind::Utf8 { .. }) => return Err(NO_TEXT.into()),
        _ => return Err("is no row of a game".into()),
    }
    let names: csv::StringRecord = HEADER.split(',').collect::<Vec<_>>().into();
    if fields.len() != names.len() {
        return Err(format!("has {}, not {}", counted(fields.len() as u64, "field"), names.len()));
    }
    fields.deserialize(Some(&names)).map_err(|error| match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => {
            let column = err.field().and_then(|field| names.get(field as usize));
            let column = column.map_or_else(String::new, |name| format!(" in column `{name}`"));
            format!("is no row of a game: {}{column}", err.kind())
        }
        _ => "is no row of a game".into(),
    })
}

/// Reads a line of the file of a series: the number of the game and its row.
///
/// # Errors
/// The fault, in words that follow the name of the line.
pub(super) fn parse(series: &Series, line: &[u8]) -> Result<(u64, Row), String> {
    let row = read(line)?;
    if row.seed != series.seed {
        return Err(format!("has the seed {}, not {}", row.seed, series.seed));
    }
    Ok((row.index, row))
}
