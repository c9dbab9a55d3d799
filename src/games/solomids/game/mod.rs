//! The rules of Solomids: positions, moves, notation and replay, without any search.
//!
//! Positions are made from validated input and change by legal moves only.
//!
//! Codes in brackets elsewhere in the documentation (B1, S2, M3, P1) number these rules:
//!
#![doc = include_str!("rules.md")]

mod deal;
#[cfg(test)]
pub(crate) mod fixtures;
mod moves;
pub mod notation;
mod palette;
mod perft;
mod piece;
mod play;
mod position;
mod replay;
mod square;
pub mod tracking;

pub use deal::{Deal, SetupFault};
pub use moves::{IllegalMove, Move};
pub use notation::{ParseError, Share, parse_deal, parse_position};
pub use palette::Palette;
pub use perft::perft;
pub use piece::{COLOURS, COPIES, Colour, PIECES, Shape, Size, Stack, TREES};
pub use play::MoveList;
pub use position::{Grid, MAX_SWAPS, Position, PositionError};
pub use replay::{IllegalLine, replay};
pub use square::{COLUMNS, NoSuchSquare, ROWS, Square};

/// Identifier of these rules, written into results. It changes whenever a rule is read in another way.
pub const RULES: &str = "solomids-1";
