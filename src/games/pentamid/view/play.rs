//! Games of Pentamid as scripts draw them: where each piece is in the course of a game.

use super::svg::{CELL, Scene, id};
use super::words::{described, state};
use super::{Place, piles};
use crate::draw::page::stage::{Places, Spot, TrackedPieces};
use crate::draw::svg::Orientation;
use crate::games::pentamid::game::{Move, Piece, Position, Rules, Side, Size};

/// A position with numbered pieces. Piece `3 · (nests · player + nest) + size` came out of that nest.
#[derive(Clone)]
pub(crate) struct TrackedPosition {
    rules: Rules,
    scene: Scene,
    position: Position,
    plies: usize,
    homes: Vec<Place>,
}

impl TrackedPosition {
    /// The pieces of a position. Pieces on the board of one kind are numbered in the order of their squares.
    pub(crate) fn new(rules: &Rules, position: &Position, orientation: Orientation) -> Self {
        let nests = rules.nests();
        let home = |number: usize| Place::Nest(Side::ALL[number / 3 / nests], number / 3 % nests);
        let homes = (0..6 * nests).map(home).collect();
        let scene = Scene::new(*rules, orientation);
        let mut tracked = Self { rules: *rules, scene, position: *position, plies: 0, homes };
        let mut next = [[0; 3]; 2];
        for square in rules.squares() {
            for piece in position.stack(square) {
                let nest = &mut next[piece.side.index()][piece.size.index()];
                let number = tracked.number(piece, *nest);
                tracked.homes[number] = Place::Square(square);
                *nest += 1;
            }
        }
        tracked
    }

    /// All pieces, by their numbers.
    fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        (0..self.homes.len()).map(|number| Piece {
            side: Side::ALL[number / 3 / self.rules.nests()],
            size: [Size::Small, Size::Medium, Size::Large][number % 3],
        })
    }

    fn number(&self, piece: Piece, nest: usize) -> usize {
        3 * (self.rules.nests() * piece.side.index() + nest) + piece.size.index()
    }

    /// The number of the piece of a kind that is at a place.
    fn find(&self, piece: Piece, home: Place) -> Option<usize> {
        let numbers = (0..self.rules.nests()).map(|nest| self.number(piece, nest));
        numbers.into_iter().find(|&number| self.homes[number] == home)
    }
}

impl TrackedPieces for TrackedPosition {
    type Move = Move;

    fn cells(&self) -> Vec<((u32, u32), String)> {
        self.rules.squares().map(|square| (self.scene.middle(square), square.to_string())).collect()
    }

    fn mark(&self) -> (u32, u32) {
        (CELL - 4, CELL - 4)
    }

    fn symbols(&self) -> Vec<String> {
        self.pieces().map(id).collect()
    }

    fn names(&self) -> Vec<String> {
        self.pieces().map(|Piece { side, size }| format!("{} of player {side}", size.word())).collect()
    }

    fn play(&mut self, mv: Move) -> Vec<usize> {
        let piece = Piece { side: self.position.side(), size: mv.size() };
        let from = match mv {
            Move::Drop { size, .. } => Place::Nest(piece.side, self.position.count(piece.side, size)),
            Move::Step { from, .. } => Place::Square(from),
        };
        let number = self.find(piece, from);
        if let Some(number) = number {
            self.homes[number] = Place::Square(mv.to());
        }
        self.position.play_unchecked(mv);
        self.plies += 1;
        number.into_iter().collect()
    }

    fn spots(&self, places: &mut Places) -> Vec<Spot> {
        let mut spots = vec![0; self.homes.len()];
        for (home, pieces) in piles(&self.rules, &self.position) {
            for (&piece, (placement, layer)) in pieces.iter().zip(self.scene.placements(home, pieces.len())) {
                let number = self.find(piece, home);
                debug_assert!(number.is_some(), "{home:?} {piece:?}");
                if let Some(number) = number {
                    spots[number] = places.spot(placement, layer);
                }
            }
        }
        spots
    }

    fn tally(&self) -> Vec<usize> {
        vec![self.plies]
    }

    fn says(&self) -> String {
        let state = state(self.position.status(&self.rules), self.position.side());
        format!("{}. {state}", self.position.text(&self.rules))
    }

    fn words(&self, mv: Move) -> String {
        described(&self.position, mv)
    }

    fn ends(&self, mv: Move) -> (Option<Spot>, Spot) {
        (mv.from().map(|square| self.rules.dense(square)), self.rules.dense(mv.to()))
    }

    fn kinds(mv: Move) -> [&'static str; 2] {
        // A drop has no square that it leaves.
        if mv.is_drop() { ["swap", "drop"] } else { ["stack", "step"] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentamid::engine::{Rng, safe_moves};
    use crate::games::pentamid::game::{Game, Repetition, Variant};

    /// The tracker agrees with the rules all along random games.
    #[test]
    fn pieces_stand_where_the_rules_put_them() {
        for (seed, (side, nests)) in [(3, 2), (5, 4), (4, 3)].into_iter().enumerate() {
            let rules = Rules::new(Variant { nests, ..Variant::of_board(side, side) }).unwrap();
            let mut game = Game::new(rules, Repetition::Barred, Position::START);
            let mut tracker = TrackedPosition::new(&rules, game.position(), Orientation::Upright);
            let mut random = Rng::new(seed as u64, 0);
            while !game.status().is_over() && game.moves().len() < 80 {
                let moves = safe_moves(&game);
                let mv = moves[random.below(moves.len() as u64) as usize];
                assert_eq!(tracker.play(mv).len(), 1);
                game.play(mv).unwrap();
                let piles = piles(&rules, game.position());
                assert_eq!(piles.iter().map(|(_, pieces)| pieces.len()).sum::<usize>(), 6 * nests);
                for (home, pieces) in piles {
                    for piece in pieces {
                        assert!(tracker.find(piece, home).is_some(), "{home:?} {piece}");
                    }
                }
            }
        }
    }
}
