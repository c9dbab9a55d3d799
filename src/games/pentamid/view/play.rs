//! Games of Pentamid as scripts draw them: where each piece is in the course of a game.

use super::svg::Scene;
use super::words::{described, state};
use super::{Place, piles};
use crate::draw::page::stage::{DrawnGame, Pieces, Places, Spot};
use crate::games::pentamid::game::{Move, Piece, Position, Rules, Side, Size};

/// Where each piece is. Piece `3 · (nests · player + nest) + size` came out of that nest.
#[derive(Clone)]
struct Tracker {
    nests: usize,
    homes: Vec<Place>,
}

impl Tracker {
    /// The pieces of a position. Pieces on the board of one kind are numbered in the order of their squares.
    fn new(rules: &Rules, position: &Position) -> Self {
        let nests = rules.nests();
        let home = |number: usize| Place::Nest(Side::ALL[number / 3 / nests], number / 3 % nests);
        let mut tracker = Self { nests, homes: (0..6 * nests).map(home).collect() };
        let mut next = [[0; 3]; 2];
        for square in rules.squares() {
            for piece in position.stack(square) {
                let nest = &mut next[piece.side.index()][piece.size.index()];
                let number = tracker.number(piece, *nest);
                tracker.homes[number] = Place::Square(square);
                *nest += 1;
            }
        }
        tracker
    }

    const fn number(&self, piece: Piece, nest: usize) -> usize {
        3 * (self.nests * piece.side.index() + nest) + piece.size.index()
    }

    /// The kind of a piece.
    fn piece(&self, number: usize) -> Piece {
        let size = [Size::Small, Size::Medium, Size::Large][number % 3];
        Piece { side: Side::ALL[number / 3 / self.nests], size }
    }

    /// The number of the piece of a kind that is at a place.
    fn find(&self, piece: Piece, home: Place) -> Option<usize> {
        (0..self.nests).map(|nest| self.number(piece, nest)).find(|&number| self.homes[number] == home)
    }

    /// Plays a legal move, and returns the piece that it moves.
    fn play(&mut self, before: &Position, mv: Move) -> Option<usize> {
        let piece = Piece { side: before.side(), size: mv.size() };
        let from = match mv {
            Move::Drop { size, .. } => Place::Nest(piece.side, before.count(piece.side, size)),
            Move::Step { from, .. } => Place::Square(from),
        };
        let number = self.find(piece, from)?;
        self.homes[number] = Place::Square(mv.to());
        Some(number)
    }
}

/// A position with numbered pieces.
#[derive(Clone)]
pub(crate) struct TrackedPosition {
    rules: Rules,
    position: Position,
    plies: usize,
    tracker: Tracker,
}

/// A game from its first position, as scripts draw it.
pub(crate) fn drawn_game(rules: &Rules, start: &Position) -> DrawnGame<TrackedPosition> {
    let scene = Scene::new(*rules);
    let tracker = Tracker::new(rules, start);
    let first = TrackedPosition { rules: *rules, position: *start, plies: 0, tracker };
    DrawnGame::new(first, Places::new(rules.squares().map(|square| scene.middle(square))))
}

impl TrackedPosition {
    /// The kinds of the pieces, by their numbers.
    pub(super) fn kinds_of_pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        (0..self.tracker.homes.len()).map(|number| self.tracker.piece(number))
    }
}

impl Pieces for TrackedPosition {
    type Move = Move;

    fn play(&mut self, mv: Move) -> Vec<usize> {
        let piece = self.tracker.play(&self.position, mv);
        self.position.play_unchecked(mv);
        self.plies += 1;
        piece.into_iter().collect()
    }

    fn spots(&self, places: &mut Places) -> Vec<Spot> {
        let scene = Scene::new(self.rules);
        let mut spots = vec![0; self.tracker.homes.len()];
        for (home, pieces) in piles(&self.rules, &self.position) {
            let placements = scene.placements(home, pieces.len());
            for (layer, (&piece, placement)) in pieces.iter().zip(placements).enumerate() {
                let number = self.tracker.find(piece, home);
                debug_assert!(number.is_some(), "{home:?} {piece:?}");
                if let Some(number) = number {
                    spots[number] = places.spot(placement, layer as u32);
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
            let mut tracker = Tracker::new(&rules, game.position());
            let mut random = Rng::new(seed as u64, 0);
            while !game.status().is_over() && game.moves().len() < 80 {
                let moves = safe_moves(&game);
                let mv = moves[random.below(moves.len() as u64) as usize];
                assert!(tracker.play(game.position(), mv).is_some());
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
