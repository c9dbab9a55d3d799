//! Games of players against each other, recorded row by row, and what they say together.
//!
//! A series is fixed by its [`GameSeries`]: the same one gives the same bytes for any number of threads. A game that reaches the cap
//! of plies is *unfinished*, which is no draw: nothing is known of how it would have ended.

mod play;
mod row;
#[cfg(all(feature = "batch", feature = "service"))]
mod rows;

pub use play::{EnginePlayer, GameSeries, Player, Strength, opening, play_game, play_series};
pub use row::{GameResult, Row, Tally};
#[cfg(all(feature = "batch", feature = "service"))]
pub use rows::{GameRows, GamesIdentity, header, run, to_csv};
