//! The rules of Solace II under every reading, and nothing but the rules.
//!
//! Positions are made from validated deals, moves are checked before they are played, and nothing here knows of search.
//!
//! # The game
//! - N1. 45 pyramids: three colours, five of each colour in each of three sizes; 15 spaces. With *n* stashes a colour
//!   instead of five there are 3*n* nests and 3*n* spaces; everything here works for *n* from 1 to 5.
//! - N2. A deal is a row of full nests, each a large over a medium over a small, none of a single colour.
//! - Foundation. The large on top of a full nest goes onto another full nest whose top large has its colour. The target is
//!   then *capped*, and the nest that lost its large is *opened*.
//! - Building. An exposed medium goes onto an exposed large of its colour, an exposed small onto an exposed medium of its
//!   colour.
//! - Promotion. A tower (large, medium and small of one colour) on top of a pile moves to an open space.
//! - Score. One point for every tower that stands directly on the table.
//!
//! What the text leaves open is a switch of [`Reading`].

mod deal;
mod moves;
pub mod notation;
mod position;
mod reading;

pub use deal::{COLOURS, Colour, Deal, DealError, MAX_STASHES, Nest, Palette, Size};
pub use moves::{IllegalLine, IllegalMove, Move, MoveList, replay};
pub use notation::{ParseError, parse_deal, parse_moves};
pub use position::{Core, MAX_SPACES, Position, Space};
pub use reading::{Lend, Reading, UnknownReading};

/// Name of these rules. It changes whenever one of them is read in another way, so that results name theirs.
pub const RULES: &str = "solace2-1";
