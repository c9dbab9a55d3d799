//! The rules of Pentamid, and nothing but the rules.
//!
//! # The game
//! Two players, one with capitals and one with small letters, own a number of *nests* each: a small pyramid under a
//! medium under a large. A turn is one of two actions. A *drop* puts the top piece of one of the player's own nests on
//! a vacant square. A *step* moves one of the player's own visible pieces to a square that shares a side with its own,
//! and that is vacant or shows a smaller piece of either player. The first player with a line of five visible pieces
//! wins. No earlier state of the game may come back.
//!
//! The wiki's text leaves a few questions open. The readings below are the ones used here; each is a switch.
//!
//! | | Reading | Switch |
//! |---|---|---|
//! | G1 | A state is the stacks on the board and the side to move. A turned or mirrored board is another state. | [`Repetition`] |
//! | G2 | Lines are judged once the whole action is done: a line that is uncovered and covered again in one step was never there. | |
//! | G3 | If a step leaves a line of each player, the opponent of the stepping player wins. | [`Both`] |
//! | G4 | A player without a legal move loses. | |
//! | G5 | Other boards, numbers of nests and lengths of line; diagonals count if asked for. Then no piece may be dropped on the centre of a square board of odd side that one line spans (the wiki's 5×5). | [`Variant`], [`Centre`] |

mod board;
mod history;
mod key;
mod moves;
pub mod notation;
mod position;
mod variant;

pub use board::{MAX_SIDE, Piece, Side, Size, Square};
pub(crate) use board::{neighbours, squares, steps};
pub use history::{Game, History, IllegalLine, Repetition, replay};
pub(crate) use key::Node;
pub use key::{Key, NarrowKey, WideKey};
pub use moves::{IllegalMove, Move, MoveList, Status, perft, perft_from};
pub use notation::{ParseError, parse_move, parse_moves, parse_position};
pub use position::{Grid, Position, PositionError, Stack, Symmetry};
pub(crate) use variant::square_weights;
pub use variant::{Both, Centre, Rules, Variant, VariantError};

/// Identifier of these rules, written into results. It changes whenever a rule is read in another way.
pub const RULES: &str = "pentamid-1";
