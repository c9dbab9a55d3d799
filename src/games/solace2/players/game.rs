//! A game that keeps its hidden pieces to itself.

use super::view::{Sight, View};
use crate::games::solace2::game::{IllegalMove, Move, Position, Reading};

/// Something that plays by what it sees.
pub trait Player {
    /// The next move, one of `view.moves`; `None` ends the game.
    fn choose(&mut self, view: &View) -> Option<Move>;
}

/// A game under way. Moves are final.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    reading: Reading,
    sight: Sight,
}

/// Moves of a game, at most: more than twice what any line of the solver needs, so that sideways moves end.
const MOST_MOVES: usize = 400;

impl Game {
    /// A game from a position.
    pub const fn new(position: Position, reading: Reading, sight: Sight) -> Self {
        Self { position, reading, sight }
    }

    /// What the player sees.
    pub fn view(&self) -> View {
        View::new(&self.position, self.reading, self.sight)
    }

    /// Plays a move for good.
    ///
    /// # Errors
    /// Why it is illegal.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.play(mv, self.reading)
    }

    /// Towers on the table.
    pub fn score(&self) -> u8 {
        self.position.score()
    }

    /// Lets a player play to the end, and gives back the moves. An illegal move ends the game, as does the 400th.
    pub fn run(&mut self, player: &mut dyn Player) -> Vec<Move> {
        let mut moves = Vec::new();
        while moves.len() < MOST_MOVES {
            let Some(mv) = player.choose(&self.view()) else { break };
            if self.play(mv).is_err() {
                break;
            }
            moves.push(mv);
        }
        moves
    }
}
