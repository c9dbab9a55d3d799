//! Rows of games, and their tally.

use crate::games::pentamid::game::{Side, Status};
#[cfg(feature = "batch")]
use crate::kit::interval::{Confidence, Interval};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The first player won.
    One,
    /// The second player won.
    Two,
    /// Drawn by the reading of two lines at once.
    Draw,
    /// It reached the cap of plies.
    Unfinished,
}

impl GameResult {
    /// All results with their names in rows.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::One, "1"), (Self::Two, "2"), (Self::Draw, "draw"), (Self::Unfinished, "unfinished")];

    /// Name in rows.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(result, _)| *result == self).map_or("", |(_, name)| name)
    }
}

impl From<Status> for GameResult {
    fn from(status: Status) -> Self {
        match (status, status.winner()) {
            (_, Some(Side::One)) => Self::One,
            (_, Some(Side::Two)) => Self::Two,
            (Status::Drawn, None) => Self::Draw,
            _ => Self::Unfinished,
        }
    }
}

/// One game, a row of the CSV file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number of the game in its series, from 0.
    pub index: u64,
    /// Seed of the series.
    pub seed: u64,
    /// Name of the first player.
    pub one: String,
    /// Name of the second player.
    pub two: String,
    /// Plies played before the players took over.
    pub opening: usize,
    /// How it ended.
    pub result: GameResult,
    /// Plies played, those of the opening included.
    pub plies: usize,
    /// The moves, apart by blanks.
    pub moves: String,
}

/// Numbers of games by result, for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "batch", derive(serde::Serialize))]
pub struct Tally {
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games that reached the cap.
    pub unfinished: u64,
}

impl Tally {
    /// Games won, lost, drawn and unfinished.
    pub const fn numbers(self) -> [u64; 4] {
        [self.won, self.lost, self.drawn, self.unfinished]
    }

    /// Counts a game for the player on this side.
    pub fn add(&mut self, result: GameResult, side: Side) {
        match (result, side) {
            (GameResult::One, Side::One) | (GameResult::Two, Side::Two) => self.won += 1,
            (GameResult::One | GameResult::Two, _) => self.lost += 1,
            (GameResult::Draw, _) => self.drawn += 1,
            (GameResult::Unfinished, _) => self.unfinished += 1,
        }
    }

    /// The interval of the share of wins among the games that were won or lost.
    #[cfg(feature = "batch")]
    pub fn of_decided(&self, confidence: Confidence) -> Interval {
        confidence.interval(self.won, self.won, self.won + self.lost)
    }

    /// The interval of the share of wins among all games if unfinished ones may have ended in any way: the lower end counts
    /// them as lost, the upper end as won.
    #[cfg(feature = "batch")]
    pub fn of_all(&self, confidence: Confidence) -> Interval {
        let Self { won, lost, drawn, unfinished } = *self;
        confidence.interval(won, won + unfinished, won + lost + drawn + unfinished)
    }
}
