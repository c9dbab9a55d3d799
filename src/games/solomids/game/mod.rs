//! The rules of Solomids: positions, moves, notation and replay, without any search.
//!
//! Positions are made from validated input and change by legal moves only.
//!
//! Codes in brackets elsewhere in the documentation (B1, S2, M3, P1) number these rules:
//!
#![doc = include_str!("rules.md")]

#[cfg(test)]
pub(crate) mod fixtures;
mod moves;
pub mod notation;
mod piece;
mod position;
pub mod tracking;

pub use moves::{IllegalLine, IllegalMove, Move, MoveList, perft, replay};
pub use notation::{ParseError, Share, parse_deal, parse_position};
pub use piece::{COLOURS, COPIES, Colour, PIECES, Palette, Shape, Size, Stack, TREES};
pub(crate) use position::swaps_earned;
pub use position::{
    COLUMNS, Deal, Grid, MAX_SWAPS, NoSuchSquare, Position, PositionError, ROWS, SetupFault, Square,
};

/// Identifier of these rules, written into results. It changes whenever a rule is read in another way.
pub const RULES: &str = "solomids-1";
