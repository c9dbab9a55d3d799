//! What `perft`, `verify`, `show`, `solve` and `stats` print as JSON.

use serde::Serialize;

use solomids::fault::Illegal;
use solomids::pentamid::record::{Head, VariantRecord};

/// Output of `perft --format json`.
#[derive(Serialize)]
pub(crate) struct PerftRecord {
    #[serde(flatten)]
    pub(crate) head: Head,
    pub(crate) position: String,
    /// Whether the rule against repetition is in force.
    pub(crate) repetition: bool,
    /// Counts by depth, from 1.
    pub(crate) counts: Vec<u64>,
    #[serde(flatten)]
    pub(crate) variant: VariantRecord,
    pub(crate) stopped: Option<&'static str>,
}

/// Output of `verify --format json`.
#[derive(Serialize)]
pub(crate) struct VerifyRecord {
    #[serde(flatten)]
    pub(crate) head: Head,
    /// Whether all moves are legal.
    pub(crate) legal: bool,
    /// Number of moves of the game.
    pub(crate) moves: usize,
    /// Whether earlier states may not come back.
    pub(crate) repetition: bool,
    /// The position at the end, null if a move is illegal.
    pub(crate) position: Option<String>,
    /// `1` or `2` for the winner, `draw`, or `open`; null if a move is illegal.
    pub(crate) result: Option<&'static str>,
    /// The first illegal move.
    pub(crate) illegal: Option<Illegal>,
    /// Claims of the record that the game contradicts.
    pub(crate) contradictions: Vec<String>,
}

/// Output of `show --format json`.
#[derive(Serialize)]
pub(crate) struct ShowRecord {
    #[serde(flatten)]
    pub(crate) head: Head,
    pub(crate) position: String,
    pub(crate) side: u8,
    /// `1` or `2` for the winner, `draw`, or `open`.
    pub(crate) result: &'static str,
    /// Legal moves.
    pub(crate) moves: Vec<String>,
    /// Moves that the rule against repetition bars, each with the number of plies after which that state stood.
    pub(crate) barred: Vec<(String, usize)>,
    /// Moves played from the first position.
    pub(crate) played: Vec<String>,
    #[serde(flatten)]
    pub(crate) variant: VariantRecord,
}

/// Output of `solve --format json`.
#[derive(Serialize)]
pub(crate) struct SolveRecord {
    #[serde(flatten)]
    pub(crate) head: Head,
    #[serde(flatten)]
    pub(crate) variant: VariantRecord,
    /// `win` or `loss` for the first player, `endless`, or null if undecided.
    pub(crate) result: Option<&'static str>,
    /// Plies of the result, null if there is none.
    pub(crate) plies: Option<u32>,
    /// Best play of both sides from the start to the end of the game, where a result is forced.
    pub(crate) line: Vec<String>,
    /// Number of positions, symmetric ones each.
    pub(crate) positions: Option<u64>,
    pub(crate) totals: Option<TotalsRecord>,
    /// The win that takes longest.
    pub(crate) longest_win: Option<LongestRecord>,
    /// The loss that takes longest.
    pub(crate) longest_loss: Option<LongestRecord>,
    /// Why it is undecided.
    pub(crate) stopped: Option<&'static str>,
}

/// Numbers of positions by value, symmetric ones counted once.
#[derive(Serialize)]
pub(crate) struct TotalsRecord {
    pub(crate) wins: u64,
    pub(crate) losses: u64,
    pub(crate) endless: u64,
}

/// A position far from its end.
#[derive(Serialize)]
pub(crate) struct LongestRecord {
    pub(crate) position: String,
    pub(crate) plies: u32,
}

/// Output of `stats --format json`.
#[derive(Serialize)]
pub(crate) struct StatsRecord {
    #[serde(flatten)]
    pub(crate) head: Head,
    pub(crate) games: u64,
    pub(crate) mean_plies: f64,
    pub(crate) method: &'static str,
    pub(crate) level: f64,
    pub(crate) tallies: Vec<TallyRecord>,
}

/// Games of one player.
#[derive(Serialize)]
pub(crate) struct TallyRecord {
    pub(crate) player: String,
    pub(crate) won: u64,
    pub(crate) lost: u64,
    pub(crate) drawn: u64,
    pub(crate) unfinished: u64,
    /// Share of wins among the games that were won or lost, with its interval.
    pub(crate) of_decided: ShareRecord,
    /// Share of wins among all games if unfinished ones may have ended in any way.
    pub(crate) of_all: ShareRecord,
}

#[derive(Serialize)]
pub(crate) struct ShareRecord {
    pub(crate) low: f64,
    pub(crate) high: f64,
}
