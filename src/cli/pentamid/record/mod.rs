//! JSON of the commands: all that is printed, and what is read back of it.
//!
//! - This file: games and analyses, which are read back.
//! - [`output`]: what other commands print.
//! - [`read`](mod@read): the reader; [`claims`]: what it compares.

mod claims;
mod output;
mod read;

use serde::{Deserialize, Serialize};
use solomids::pentamid::game::{Both, Game, Move, Repetition, Rules, Status, Variant};
use solomids::pentamid::prover::Verdict;

pub(super) use self::claims::Claims;
pub(super) use self::output::{
    IllegalRecord, LongestRecord, PerftRecord, ShareRecord, ShowRecord, SolveRecord, StatsRecord,
    TallyRecord, TotalsRecord, VerifyRecord,
};
pub(super) use self::read::read;
use crate::cli::failure::Advised;

/// Number of the format.
const SCHEMA: u32 = 1;
/// Name of the game in records.
const GAME: &str = "pentamid";

/// What every record begins with.
#[derive(Serialize, Deserialize)]
pub(super) struct Head {
    schema: u32,
    game: String,
}

impl Head {
    pub(super) fn new() -> Self {
        Self { schema: SCHEMA, game: GAME.into() }
    }
}

/// A variant; what is missing is as the wiki has it.
#[derive(Serialize, Deserialize)]
pub(super) struct VariantRecord {
    board: Option<String>,
    nests: Option<usize>,
    row: Option<usize>,
    diagonals: Option<bool>,
    both: Option<String>,
}

impl VariantRecord {
    pub(super) fn new(rules: &Rules) -> Self {
        let Variant { width, height, nests, line, diagonals, both, .. } = *rules.variant();
        Self {
            board: Some(format!("{width}x{height}")),
            nests: Some(nests),
            row: Some(line),
            diagonals: Some(diagonals),
            both: Some(both.name().into()),
        }
    }

    fn variant(&self) -> Result<Variant, Advised> {
        let wrong = |field: &str, help: &str| Advised::new(format!("`{field}` of the record is wrong"), help);
        let (width, height) = match &self.board {
            None => (5, 5),
            Some(board) => board
                .split_once('x')
                .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
                .ok_or_else(|| wrong("board", "it is columns and rows, such as `5x5`"))?,
        };
        let usual = Variant::of_board(width, height);
        let both = match &self.both {
            None => usual.both,
            Some(name) => {
                Both::from_name(name).ok_or_else(|| wrong("both", "it is `opponent`, `mover` or `draw`"))?
            }
        };
        Ok(Variant {
            nests: self.nests.unwrap_or(usual.nests),
            line: self.row.unwrap_or(usual.line),
            diagonals: self.diagonals.unwrap_or(false),
            both,
            ..usual
        })
    }
}

/// A game, as `play` saves it.
#[derive(Serialize, Deserialize)]
pub(super) struct GameRecord {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    variant: VariantRecord,
    /// The first position.
    position: String,
    moves: Vec<String>,
    /// Whether earlier states may not come back.
    repetition: Option<bool>,
    /// `1` or `2` for the winner, `draw`, or `open`.
    result: Option<String>,
}

impl GameRecord {
    pub(super) fn new(game: &Game) -> Self {
        let start = game.history().states().first().copied().unwrap_or_default();
        Self {
            head: Head::new(),
            variant: VariantRecord::new(game.rules()),
            position: start.text(game.rules()),
            moves: tokens(game.moves()),
            repetition: Some(game.repetition() == Repetition::Barred),
            result: Some(result_name(game.status()).into()),
        }
    }
}

/// The name of how a game stands.
pub(super) fn result_name(status: Status) -> &'static str {
    match (status, status.winner()) {
        (_, Some(side)) => ["1", "2"][side.index()],
        (Status::Drawn, None) => "draw",
        _ => "open",
    }
}

/// Moves as they are written.
pub(super) fn tokens(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// A game as text: one line of JSON.
pub(super) fn game_text(game: &Game) -> anyhow::Result<String> {
    Ok(serde_json::to_string(&GameRecord::new(game))?)
}

/// An answer of `analyze`.
#[derive(Serialize, Deserialize)]
pub(super) struct AnalysisRecord {
    #[serde(flatten)]
    pub(super) head: Head,
    /// The position that is analysed.
    pub(super) position: String,
    /// The side to move.
    pub(super) side: u8,
    /// Number of its legal moves.
    pub(super) moves: usize,
    /// `win` or `loss` for the side to move, or `unknown`.
    pub(super) result: String,
    /// Plies of the result, or plies searched in full.
    pub(super) plies: u32,
    /// Best play of both sides to the end of the game, where a result is forced.
    pub(super) line: Vec<String>,
    /// Whether the rule against repetition is in force.
    pub(super) repetition: bool,
    #[serde(flatten)]
    pub(super) variant: VariantRecord,
    /// The first position of the game, where moves were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<String>,
    /// Moves from there to the position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) played: Vec<String>,
    /// What each move of the loser leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) replies: Option<Vec<ReplyRecord>>,
    /// Whether it is known that neither side can force a win at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) endless: Option<bool>,
    /// Positions searched.
    pub(super) nodes: u64,
    /// The limit that ended the search, if one did.
    pub(super) stopped: Option<String>,
}

/// A move of the loser, and how it is met.
#[derive(Serialize, Deserialize)]
pub(super) struct ReplyRecord {
    #[serde(rename = "move")]
    pub(super) mv: String,
    /// Plies to the end of the game, this move included; null if a limit ended the search.
    pub(super) plies: Option<u32>,
    /// The winner's answer; null if the move ends the game.
    pub(super) answer: Option<String>,
}

/// The name of a verdict.
pub(super) const fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win { .. } => "win",
        Verdict::Loss { .. } => "loss",
        Verdict::Unknown => "unknown",
    }
}
