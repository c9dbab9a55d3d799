//! *Pentamid*, a game for two players by Jeff Zeitlin: be the first to have five visible pyramids in a row.
//!
//! # Map
//! - [`game`]: the rules, and nothing but the rules: variants, positions, moves, notation, records, counts of moves.
//! - [`prover`]: forced wins within a horizon, proven.
//! - [`retrograde`]: whole small boards, solved for every position.
//! - [`engine`]: a player that searches, levels of strength, and games of players against each other.
//! - [`analysis`]: moves and games judged, by the prover and the engine.
//! - `view` (feature `service`): positions and games as text, in words, as pictures, and as pages for the browser.
//! - `port`, `record` (feature `service`): the game as front ends see it, and games and analyses as JSON.
//!
//! Arrows point one way: `analysis` → `engine`, `prover` → `game`; `retrograde` → `game`; `view` → `analysis`, `game`; `port` and `record`, which belong together, →
//! `prover` → `game`. Of the modules outside, only those that know no game are used: `kit`, `series`, and `draw` for `view`.

/// Revision of engine and prover: it rises with every change by which a game between engines goes otherwise.
/// `tests/solomids/signature.rs` holds it against `data/signature.txt`.
pub const SEARCH_REVISION: u32 = 3;

pub mod analysis;
pub mod engine;
pub mod game;
#[cfg(feature = "service")]
pub mod port;
pub mod prover;
#[cfg(feature = "service")]
pub mod record;
pub mod retrograde;
#[cfg(feature = "service")]
pub mod view;

/// The game, as front ends name it.
#[derive(Clone, Copy, Debug)]
pub struct Pentamid;

/// Runs the example of the page on the game as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/pentamid.md")]
struct Page;
