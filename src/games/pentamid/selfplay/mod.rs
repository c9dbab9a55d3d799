//! Games of players against each other, recorded row by row, and what they say together.
//!
//! A series is fixed by its [`Series`]: the same one gives the same bytes for any number of threads. A game that reaches the cap
//! of plies is *unfinished*, which is no draw: nothing is known of how it would have ended.

mod play;
mod row;

pub use play::{LevelPlayer, NodePlayer, Player, Series, play_game, play_series};
#[cfg(feature = "batch")]
pub use row::write_rows;
pub use row::{GameResult, Row, Tally};
