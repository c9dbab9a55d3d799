//! *Pentamid*, a game for two players by Jeff Zeitlin: be the first to have five visible pyramids in a row.
//!
//! # Map
//! - [`game`]: the rules, and nothing but the rules: variants, positions, moves, notation, records, counts of moves.
//! - [`prover`]: forced wins within a horizon, proven.
//! - [`retrograde`]: whole small boards, solved for every position.
//! - [`engine`]: a player that searches, and levels of strength.
//! - [`selfplay`]: games of players against each other, as rows and as tallies.
//!
//! The rooms point one way only: everything uses `game`, and `game` uses none of them. Nothing here uses the rooms of
//! the other games.

pub mod engine;
pub mod game;
pub mod prover;
pub mod retrograde;
pub mod selfplay;
