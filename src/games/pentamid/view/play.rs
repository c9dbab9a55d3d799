//! Games of Pentamid as scripts draw them: the stage of a first position, the steps of a game, and the legal moves.

use std::collections::HashMap;

use super::svg::{CELL, Scene, id};
use super::words::{described, state};
use super::{Place as Home, piles};
use crate::draw::page::stage::{Place, Spot, Stage, Step, moved};
use crate::draw::svg::pyramid::PyramidPlacement;
use crate::games::pentamid::game::{Move, Piece, Position, Rules, Side, Size};

/// Where each piece is. Piece `3 · (nests · player + nest) + size` came out of that nest.
#[derive(Clone)]
struct Tracker {
    nests: usize,
    homes: Vec<Home>,
}

impl Tracker {
    /// The pieces of a position. Pieces on the board of one kind are numbered in the order of their squares.
    fn new(rules: &Rules, position: &Position) -> Self {
        let nests = rules.nests();
        let home = |number: usize| Home::Nest(Side::ALL[number / 3 / nests], number / 3 % nests);
        let mut tracker = Self { nests, homes: (0..6 * nests).map(home).collect() };
        let mut next = [[0; 3]; 2];
        for square in rules.squares() {
            for piece in position.stack(square) {
                let nest = &mut next[piece.side.index()][piece.size.index()];
                let number = tracker.number(piece, *nest);
                tracker.homes[number] = Home::Square(square);
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
    fn find(&self, piece: Piece, home: Home) -> Option<usize> {
        (0..self.nests).map(|nest| self.number(piece, nest)).find(|&number| self.homes[number] == home)
    }

    /// Plays a legal move, and returns the piece that it moves.
    fn play(&mut self, before: &Position, mv: Move) -> Option<usize> {
        let piece = Piece { side: before.side(), size: mv.size() };
        let from = match mv {
            Move::Drop { size, .. } => Home::Nest(piece.side, before.count(piece.side, size)),
            Move::Step { from, .. } => Home::Square(from),
        };
        let number = self.find(piece, from)?;
        self.homes[number] = Home::Square(mv.to());
        Some(number)
    }
}

/// The places that pieces take in the course of a game.
struct Places {
    scene: Scene,
    all: Vec<Place>,
    known: HashMap<(u32, u32), Spot>,
}

impl Places {
    /// The middles of the squares.
    fn new(scene: Scene, rules: &Rules) -> Self {
        let all = rules.squares().map(|square| Place::middle(scene.middle(square))).collect();
        Self { scene, all, known: HashMap::new() }
    }

    /// The spot of a drawing.
    fn spot(&mut self, placement: PyramidPlacement, layer: u32) -> Spot {
        *self.known.entry((placement.x, placement.y)).or_insert_with(|| {
            self.all.push(Place::new(placement, layer));
            self.all.len() - 1
        })
    }

    /// The spots of all pieces of a position, by the numbers of the pieces.
    fn spots(&mut self, rules: &Rules, position: &Position, tracker: &Tracker) -> Vec<Spot> {
        let mut spots = vec![0; tracker.homes.len()];
        for (home, pieces) in piles(rules, position) {
            let placements = self.scene.placements(home, pieces.len());
            for (layer, (&piece, placement)) in pieces.iter().zip(placements).enumerate() {
                let number = tracker.find(piece, home);
                debug_assert!(number.is_some(), "{home:?} {piece:?}");
                if let Some(number) = number {
                    spots[number] = self.spot(placement, layer as u32);
                }
            }
        }
        spots
    }
}

/// A game that is played move by move.
pub(crate) struct DrawnGame<'r> {
    rules: &'r Rules,
    start: Position,
    /// Spots of the pieces at the start.
    first: Vec<Spot>,
    position: Position,
    plies: usize,
    tracker: Tracker,
    places: Places,
    /// Spots of the pieces now.
    spots: Vec<Spot>,
}

/// A position in words.
fn says(rules: &Rules, position: &Position) -> String {
    format!("{}. {}", position.text(rules), state(position.status(rules), position.side()))
}

impl<'r> DrawnGame<'r> {
    /// A game from its first position.
    pub(crate) fn new(rules: &'r Rules, start: &Position) -> Self {
        let tracker = Tracker::new(rules, start);
        let mut places = Places::new(Scene::new(*rules), rules);
        let spots = places.spots(rules, start, &tracker);
        let (start, first) = (*start, spots.clone());
        Self { rules, start, first, position: start, plies: 0, tracker, places, spots }
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Move) -> Step {
        let before = self.position;
        self.tracker.play(&before, mv);
        self.position.play_unchecked(mv);
        self.plies += 1;
        let after = self.places.spots(self.rules, &self.position, &self.tracker);
        let squares = mv.from().into_iter().chain([mv.to()]);
        let step = Step {
            token: mv.to_string(),
            words: described(&before, mv),
            // A drop has no square that it leaves.
            kind: if mv.is_drop() { "swap" } else { "stack" },
            phase: None,
            squares: squares.map(|square| self.rules.dense(square)).collect(),
            moved: moved(&self.spots, &after),
            tally: vec![self.plies],
            says: Some(says(self.rules, &self.position)),
        };
        self.spots = after;
        step
    }

    /// The stage, with the places that the moves played so far need.
    pub(crate) fn stage(&self) -> Stage {
        Stage {
            places: self.places.all.clone(),
            cells: self.rules.squares().map(|square| square.to_string()).collect(),
            pieces: (0..self.first.len()).map(|number| id(self.tracker.piece(number))).collect(),
            spots: self.first.clone(),
            tally: vec![0],
            mark: (CELL - 4, CELL - 4),
            says: Some(says(self.rules, &self.start)),
        }
    }
}

#[cfg(feature = "service")]
mod choices {
    //! The moves that a player may choose from.

    use super::{DrawnGame, moved};
    use crate::draw::page::stage::{Choice, Place};
    use crate::games::pentamid::game::Move;
    use crate::games::pentamid::view::words::described;

    impl DrawnGame<'_> {
        /// All places that are known so far.
        pub(crate) fn places(&self) -> &[Place] {
            &self.places.all
        }

        /// The moves to choose from, which must be legal.
        pub(crate) fn choices(&mut self, legal: impl IntoIterator<Item = Move>) -> Vec<Choice> {
            let choice = |mv: Move| {
                let mut tracker = self.tracker.clone();
                let piece = tracker.play(&self.position, mv);
                let after = self.places.spots(self.rules, &self.position.after(mv), &tracker);
                Choice {
                    token: mv.to_string(),
                    words: described(&self.position, mv),
                    kind: if mv.is_drop() { "drop" } else { "step" },
                    from: mv.from().map(|square| self.rules.dense(square)),
                    to: Some(self.rules.dense(mv.to())),
                    pieces: piece.into_iter().collect(),
                    moved: moved(&self.spots, &after),
                }
            };
            legal.into_iter().map(choice).collect()
        }
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
