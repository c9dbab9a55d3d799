//! The rules of Solomids, and nothing but the rules.
//!
//! Positions are made only from validated input, moves are checked before they are played, and nothing here
//! knows of search.
//!
//! The letters in brackets elsewhere in the code (B1, S2, M3, P1 …) number these rules:
//!
#![doc = include_str!("rules.md")]

mod moves;
pub mod notation;
mod palette;
mod piece;
mod position;
mod replay;
mod square;

pub use moves::{IllegalMove, Move, MoveList};
pub use notation::{ParseError, Share, parse_deal, parse_position};
pub use palette::Palette;
pub use piece::{COLOURS, COPIES, Colour, PIECES, Shape, Size, Stack, TREES};
pub use position::{Deal, Grid, MAX_SWAPS, Position, PositionError, SetupFault};
pub use replay::{IllegalLine, replay};
pub use square::{COLUMNS, NoSuchSquare, ROWS, Square};

/// Name of these rules. It changes whenever one of them is read in another way, so that results name theirs.
pub const RULES: &str = "solomids-1";
