//! The answer with a start, for all games.

use serde::Serialize;

use super::request::StartRecord;

/// Answer to `open` and `draw`.
#[derive(Debug, Default, Serialize)]
pub(super) struct OpenAnswer {
    /// The start, for later requests.
    pub(super) start: StartRecord,
    pub(super) title: String,
    /// Seed of the web page; empty if the deal has none.
    pub(super) seed: String,
    /// Moves played from the start.
    pub(super) played: Vec<String>,
    pub(super) warnings: Vec<String>,
}
