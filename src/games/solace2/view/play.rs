//! Games of Solace II as scripts draw them: where each piece is in the course of a line.

use super::Inside;
use super::svg::{Scene, pieces};
use super::text::plain_table;
use super::words::describe;
use crate::draw::page::stage::{DrawnGame, Pieces, Places, Spot};
use crate::games::solace2::game::{Move, Palette, Position};

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

/// A position with numbered pieces.
#[derive(Clone)]
pub(crate) struct TrackedPosition {
    scene: Scene,
    palette: Palette,
    /// What words tell of nests.
    inside: Inside,
    position: Position,
    tracker: Tracker,
}

/// A line from the start of a deal, drawn in a scene with places for all its positions.
pub(crate) fn drawn_line(
    scene: Scene,
    start: &Position,
    palette: &Palette,
    inside: Inside,
) -> DrawnGame<TrackedPosition> {
    let tracker = Tracker::new(start);
    let first = TrackedPosition { scene, palette: *palette, inside, position: *start, tracker };
    DrawnGame::new(first, Places::new((0..start.spaces().len()).map(|space| scene.middle(space))))
}

impl TrackedPosition {
    /// The position.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Letters of the colours.
    pub(super) const fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The pieces that lie under others of their nest.
    #[cfg(feature = "service")]
    pub(crate) fn covered(&self) -> Vec<usize> {
        self.tracker.covered(&self.position)
    }
}

impl Pieces for TrackedPosition {
    type Move = Move;

    fn play(&mut self, mv: Move) -> Vec<usize> {
        self.position.play_unchecked(mv);
        self.tracker.play(mv)
    }

    fn spots(&self, places: &mut Places) -> Vec<Spot> {
        let mut spots = vec![0; 3 * self.position.nests()];
        for (space, (pile, numbers)) in self.position.spaces().iter().zip(&self.tracker.piles).enumerate() {
            let drawn = pieces(pile);
            debug_assert_eq!(drawn.len(), numbers.len(), "{pile:?}");
            for (piece, &number) in drawn.iter().zip(numbers) {
                spots[number] = places.spot(self.scene.placement(space, piece), piece.layer);
            }
        }
        spots
    }

    fn tally(&self) -> Vec<usize> {
        vec![self.position.score().into()]
    }

    fn says(&self) -> String {
        plain_table(&self.position, &self.palette, self.inside)
    }

    fn words(&self, mv: Move) -> String {
        describe(&self.position, mv, &self.palette)
    }

    fn ends(&self, mv: Move) -> (Option<Spot>, Spot) {
        let (from, to) = mv.ends();
        (Some(from), to)
    }

    fn kinds(mv: Move) -> [&'static str; 2] {
        let kind = match mv {
            Move::Large { .. } => "large",
            Move::Medium { .. } => "medium",
            Move::Small { .. } => "small",
            Move::Tower { .. } => "tower",
        };
        ["stack", kind]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solace2::dealer;
    use crate::games::solace2::game::{Colour, Reading, Size};
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
