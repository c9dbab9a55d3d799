//! Games of Solace II as scripts draw them: where each piece is in the course of a line.

use super::Inside;
use super::svg::{Scene, id, pieces};
use super::text::plain_table;
use super::words::describe;
use crate::draw::page::stage::{Places, Spot, TrackedPieces};
use crate::games::solace2::game::{Colour, Move, Palette, Position, Size, Space};

/// A position with numbered pieces: small, medium and large of the nest *i* of the deal are 3*i*, 3*i* + 1 and 3*i* + 2.
#[derive(Clone)]
pub(crate) struct TrackedPosition {
    scene: Scene,
    palette: Palette,
    /// Whether the inside of nests is drawn, and described in words.
    inside: Inside,
    position: Position,
    /// Numbers of the pieces of each space, from the nest upwards: the last one is the only one that can move.
    piles: Vec<Vec<usize>>,
}

impl TrackedPosition {
    /// The pieces of a deal, drawn in a scene with places for all positions of the line.
    pub(crate) fn new(scene: Scene, deal: &Position, palette: &Palette, inside: Inside) -> Self {
        let nests = deal.nests();
        let piles = (0..deal.spaces().len())
            .map(|space| if space < nests { (3 * space..3 * space + 3).collect() } else { Vec::new() });
        Self { scene, palette: *palette, inside, position: *deal, piles: piles.collect() }
    }

    /// Colour and size of each piece, by their numbers.
    fn kinds_of_pieces(&self) -> impl Iterator<Item = (Colour, Size)> + '_ {
        let nests = self.position.spaces()[..self.position.nests()].iter().map(Space::nest);
        nests.flat_map(|nest| Size::ALL.map(|size| (nest.colour(size), size)))
    }
}

impl TrackedPieces for TrackedPosition {
    type Move = Move;

    fn cells(&self) -> Vec<((u32, u32), String)> {
        let spaces = 0..self.position.spaces().len();
        spaces.map(|space| (self.scene.middle(space), format!("space {}", space + 1))).collect()
    }

    fn mark(&self) -> (u32, u32) {
        self.scene.space()
    }

    fn symbols(&self) -> Vec<String> {
        self.kinds_of_pieces().map(|(colour, size)| id(&self.palette, colour, size)).collect()
    }

    fn names(&self) -> Vec<String> {
        let name = |(colour, size): (Colour, Size)| format!("{} {}", self.palette.name(colour), size.word());
        self.kinds_of_pieces().map(name).collect()
    }

    fn play(&mut self, mv: Move) -> Vec<usize> {
        let (from, to) = mv.ends();
        let count = if matches!(mv, Move::Tower { .. }) { 3 } else { 1 };
        let pile = &mut self.piles[from];
        let taken = pile.split_off(pile.len().saturating_sub(count));
        self.piles[to].extend(&taken);
        self.position.play_unchecked(mv);
        taken
    }

    fn spots(&self, places: &mut Places) -> Vec<Spot> {
        let mut spots = vec![0; 3 * self.position.nests()];
        for (space, (pile, numbers)) in self.position.spaces().iter().zip(&self.piles).enumerate() {
            let drawn = pieces(pile);
            debug_assert_eq!(drawn.len(), numbers.len(), "{pile:?}");
            for (piece, &number) in drawn.iter().zip(numbers) {
                spots[number] = places.spot(self.scene.placement(space, piece), piece.layer);
            }
        }
        spots
    }

    fn covered(&self) -> Option<Vec<usize>> {
        let spaces = self.position.spaces().iter().zip(&self.piles);
        let pairs = spaces.flat_map(|(space, numbers)| pieces(space).into_iter().zip(numbers));
        let covered = pairs.filter(|(piece, _)| piece.covered).map(|(_, &number)| number);
        (self.inside == Inside::Hidden).then(|| covered.collect())
    }

    fn tally(&self) -> Vec<usize> {
        vec![self.position.score().into()]
    }

    fn says(&self) -> String {
        plain_table(&self.position, &self.palette, self.inside)
    }

    fn words(&self, mv: Move) -> String {
        describe(&self.position, mv, &self.palette, self.inside)
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
    use crate::draw::svg::Orientation;
    use crate::games::solace2::dealer;
    use crate::games::solace2::game::Reading;
    use crate::games::solace2::solver::{Limits, solve};

    /// The tracker and the rules agree all along solved games, those with lent pieces included.
    #[test]
    fn pieces_stand_where_the_rules_put_them() {
        for reading in [Reading::LITERAL, Reading::OPEN] {
            let deal = dealer::deal(1, 0);
            let line = solve(&Position::new(&deal), reading, &Limits::default()).line;
            let mut position = Position::new(&deal);
            let scene = Scene::of_game(&position, reading, Orientation::Upright);
            let mut tracker = TrackedPosition::new(scene, &position, &Palette::default(), Inside::Shown);
            let kind = |number: usize| {
                let size = Size::ALL[number % 3];
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
