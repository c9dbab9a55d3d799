//! Games of Solace II as scripts draw them: the stage of a deal, the steps of a line, and the legal moves.

use std::collections::HashMap;

use super::Inside;
use super::pile::{PilePiece, pieces};
use super::svg::{Scene, id};
use super::text::plain_table;
use crate::draw::page::stage::{Place, Spot, Stage, Step, moved};
use crate::games::solace2::game::{Move, Palette, Position, Size, Space};

/// Numbers of the pieces of each space, from the nest upwards: the last one is the only one that can move.
#[derive(Clone)]
struct Tracker {
    piles: Vec<Vec<usize>>,
}

impl Tracker {
    /// The pieces of a deal: small, medium and large of nest *i* are numbered 3*i*, 3*i* + 1 and 3*i* + 2.
    fn new(deal: &Position) -> Self {
        let nests = deal.nests();
        let piles = (0..deal.spaces().len())
            .map(|space| if space < nests { (3 * space..3 * space + 3).collect() } else { Vec::new() });
        Self { piles: piles.collect() }
    }

    /// Takes the pieces of a move to where it ends, and returns their numbers.
    fn play(&mut self, mv: Move) -> Vec<usize> {
        let (from, to) = mv.ends();
        let count = if matches!(mv, Move::Tower { .. }) { 3 } else { 1 };
        let pile = &mut self.piles[from];
        let taken = pile.split_off(pile.len().saturating_sub(count));
        self.piles[to].extend(&taken);
        taken
    }

    /// The pieces that lie under others of their nest.
    #[cfg(feature = "service")]
    fn covered(&self, position: &Position) -> Vec<usize> {
        let spaces = position.spaces().iter().zip(&self.piles);
        let pairs = spaces.flat_map(|(space, numbers)| pieces(space).into_iter().zip(numbers));
        pairs.filter(|(piece, _)| piece.covered).map(|(_, &number)| number).collect()
    }
}

/// The places that pieces take in the course of a line.
struct Places {
    scene: Scene,
    all: Vec<Place>,
    known: HashMap<(u32, u32, u32), Spot>,
}

impl Places {
    /// The middles of the spaces.
    fn new(scene: Scene, spaces: usize) -> Self {
        let all = (0..spaces).map(|space| Place::middle(scene.middle(space))).collect();
        Self { scene, all, known: HashMap::new() }
    }

    /// The spot of a piece of a space.
    fn spot(&mut self, space: usize, piece: &PilePiece) -> Spot {
        let placement = self.scene.placement(space, piece);
        let key = (placement.x, placement.y, piece.layer);
        *self.known.entry(key).or_insert_with(|| {
            self.all.push(Place::new(placement, piece.layer));
            self.all.len() - 1
        })
    }

    /// The spots of all pieces of a position, by the numbers of the pieces.
    fn spots(&mut self, position: &Position, tracker: &Tracker) -> Vec<Spot> {
        let mut spots = vec![0; 3 * position.nests()];
        for (space, (pile, numbers)) in position.spaces().iter().zip(&tracker.piles).enumerate() {
            let drawn = pieces(pile);
            debug_assert_eq!(drawn.len(), numbers.len(), "{pile:?}");
            for (piece, &number) in drawn.iter().zip(numbers) {
                spots[number] = self.spot(space, piece);
            }
        }
        spots
    }
}

/// A line that is played move by move.
pub(crate) struct DrawnLine<'p> {
    palette: &'p Palette,
    /// What words tell of nests.
    inside: Inside,
    start: Position,
    /// Spots of the pieces at the start.
    first: Vec<Spot>,
    position: Position,
    tracker: Tracker,
    places: Places,
    /// Spots of the pieces now.
    spots: Vec<Spot>,
}

impl<'p> DrawnLine<'p> {
    /// A line from the start of a deal, drawn in a scene with room for all its positions.
    pub(crate) fn new(scene: Scene, start: &Position, palette: &'p Palette, inside: Inside) -> Self {
        let tracker = Tracker::new(start);
        let mut places = Places::new(scene, start.spaces().len());
        let spots = places.spots(start, &tracker);
        let position = *start;
        Self { palette, inside, start: *start, first: spots.clone(), position, tracker, places, spots }
    }

    /// Plays a legal move with its words; `phase` is the title of the phase that begins with it.
    pub(crate) fn play(&mut self, mv: Move, words: String, phase: Option<String>) -> Step {
        self.position.play_unchecked(mv);
        self.tracker.play(mv);
        let after = self.places.spots(&self.position, &self.tracker);
        let (from, to) = mv.ends();
        let step = Step {
            token: mv.to_string(),
            words,
            kind: "stack",
            phase,
            squares: vec![from, to],
            moved: moved(&self.spots, &after),
            tally: vec![self.position.score().into()],
            says: Some(plain_table(&self.position, self.palette, self.inside)),
        };
        self.spots = after;
        step
    }

    /// The stage, with the places that the moves played so far need.
    pub(crate) fn stage(&self) -> Stage {
        let nests = self.start.spaces()[..self.start.nests()].iter().map(Space::nest);
        let kinds = nests.flat_map(|nest| Size::INSIDE_OUT.map(|size| (nest.colour(size), size)));
        Stage {
            places: self.places.all.clone(),
            cells: (1..=self.start.spaces().len()).map(|number| format!("space {number}")).collect(),
            pieces: kinds.map(|(colour, size)| id(self.palette, colour, size)).collect(),
            spots: self.first.clone(),
            tally: vec![self.start.score().into()],
            mark: self.places.scene.space(),
            says: Some(plain_table(&self.start, self.palette, self.inside)),
        }
    }
}

#[cfg(feature = "service")]
mod choices {
    //! The moves that a player may choose from.

    use super::{DrawnLine, moved};
    use crate::draw::page::stage::{Choice, Place};
    use crate::games::solace2::game::{Move, Position, Reading};
    use crate::games::solace2::view::words::describe;

    impl DrawnLine<'_> {
        /// The position after the moves played.
        pub(crate) const fn position(&self) -> &Position {
            &self.position
        }

        /// The pieces that lie under others of their nest now.
        pub(crate) fn covered(&self) -> Vec<usize> {
            self.tracker.covered(&self.position)
        }

        /// All places that are known so far.
        pub(crate) fn places(&self) -> &[Place] {
            &self.places.all
        }

        /// The legal moves, in the order of [`Position::legal_moves`].
        pub(crate) fn choices(&mut self, reading: Reading) -> Vec<Choice> {
            let choice = |mv: Move| {
                let mut position = self.position;
                position.play_unchecked(mv);
                let mut tracker = self.tracker.clone();
                let pieces = tracker.play(mv);
                let after = self.places.spots(&position, &tracker);
                let (from, to) = mv.ends();
                Choice {
                    token: mv.to_string(),
                    words: describe(&self.position, mv, self.palette),
                    kind: match mv {
                        Move::Large { .. } => "large",
                        Move::Medium { .. } => "medium",
                        Move::Small { .. } => "small",
                        Move::Tower { .. } => "tower",
                    },
                    from: Some(from),
                    to: Some(to),
                    pieces,
                    moved: moved(&self.spots, &after),
                }
            };
            self.position.legal_moves(reading).into_iter().map(choice).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solace2::dealer;
    use crate::games::solace2::game::{Colour, Reading};
    use crate::games::solace2::solver::{Limits, solve};

    /// The tracker and the rules agree all along solved games, those with lent pieces included.
    #[test]
    fn pieces_stand_where_the_rules_put_them() {
        for reading in [Reading::LITERAL, Reading::OPEN] {
            let deal = dealer::deal(1, 0);
            let line = solve(&Position::new(&deal), reading, &Limits::default()).line;
            let mut tracker = Tracker::new(&Position::new(&deal));
            let mut position = Position::new(&deal);
            let kind = |number: usize| {
                let size = Size::INSIDE_OUT[number % 3];
                (deal.nests()[number / 3].colour(size), size)
            };
            for &mv in &line {
                position.play(mv, reading).unwrap();
                tracker.play(mv);
                for (space, numbers) in position.spaces().iter().zip(&tracker.piles) {
                    let expected: Vec<(Colour, Size)> =
                        pieces(space).iter().map(|piece| (piece.colour, piece.size)).collect();
                    assert_eq!(numbers.iter().map(|&number| kind(number)).collect::<Vec<_>>(), expected);
                }
            }
        }
    }
}
