//! Which pyramid is which: every piece keeps its number while it moves, so that a page can show it moving.

use crate::game::{COLUMNS, Colour, Move, Position, ROWS, Shape, Size, Square};

/// Numbers of places: 0 to 49 are the squares in reading order, then come three for the bank of each colour.
pub(super) type Spot = u8;

const SQUARES: usize = COLUMNS * ROWS;

/// The place of a square.
pub(super) const fn spot(square: Square) -> Spot {
    (square.depth() * COLUMNS + square.column()) as Spot
}

/// The place in the bank of a tree, the `nth` of its colour from 0.
const fn bank_spot(colour: Colour, nth: u8) -> Spot {
    SQUARES as Spot + 3 * colour.index() as Spot + nth
}

/// All 45 pyramids, the larges first, then the mediums: nothing is ever drawn over something smaller.
#[derive(Clone)]
pub(super) struct Cast {
    /// Colour and size of each.
    kinds: Vec<(Colour, Size)>,
    /// Where each of them is.
    spots: Vec<Spot>,
}

impl Cast {
    pub(super) fn new(position: &Position) -> Self {
        let standing = position.stacks().map(|(square, stack)| (spot(square), stack.colour, stack.shape));
        let banked = Colour::ALL.into_iter().zip(position.banked()).flat_map(|(colour, count)| {
            (0..count).map(move |nth| (bank_spot(colour, nth), colour, Shape::S123))
        });
        let stacks: Vec<_> = standing.chain(banked).collect();
        let mut cast = Self { kinds: Vec::new(), spots: Vec::new() };
        for &size in Size::ALL.iter().rev() {
            for &(spot, colour, _) in stacks.iter().filter(|(_, _, shape)| shape.sizes().contains(&size)) {
                cast.kinds.push((colour, size));
                cast.spots.push(spot);
            }
        }
        cast
    }

    pub(super) fn kinds(&self) -> &[(Colour, Size)] {
        &self.kinds
    }

    pub(super) fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Follows a legal move between two positions, and gives back who has moved, and where to.
    pub(super) fn follow(&mut self, before: &Position, mv: Move, after: &Position) -> Vec<(usize, Spot)> {
        let mut moved = Vec::new();
        match mv {
            Move::Stack { from, to } | Move::Transfer { from, to } => {
                let left = after.get(from).map_or(&[] as &[Size], |stack| stack.shape.sizes());
                let leaves = |&piece: &usize| !left.contains(&self.kinds[piece].1);
                moved.extend(self.standing(spot(from)).filter(leaves).map(|piece| (piece, spot(to))));
            }
            Move::Slide { from, to } => {
                for depth in from.depth()..ROWS {
                    let here = Square::new(from.column(), depth);
                    if before.get(here).is_none() {
                        break;
                    }
                    let there = Square::new(from.column(), depth - (from.depth() - to.depth()));
                    moved.extend(self.standing(spot(here)).map(|piece| (piece, spot(there))));
                }
            }
            Move::Bank { at } => {
                if let Some(tree) = before.get(at) {
                    let slot = bank_spot(tree.colour, before.banked()[tree.colour.index()]);
                    moved.extend(self.standing(spot(at)).map(|piece| (piece, slot)));
                }
            }
            Move::Swap { a, b } => {
                moved.extend(self.standing(spot(a)).map(|piece| (piece, spot(b))));
                moved.extend(self.standing(spot(b)).map(|piece| (piece, spot(a))));
            }
        }
        for &(piece, spot) in &moved {
            self.spots[piece] = spot;
        }
        moved
    }

    /// The pyramids on a place, the largest first.
    fn standing(&self, spot: Spot) -> impl Iterator<Item = usize> + '_ {
        self.spots.iter().enumerate().filter(move |&(_, &at)| at == spot).map(|(piece, _)| piece)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dealer::tabletop;
    use crate::game::{PIECES, Stack, parse_position};

    /// Every pyramid is where the position has it.
    fn agrees(cast: &Cast, position: &Position) {
        let sizes = |spot| {
            let standing = cast.standing(spot).map(|piece| cast.kinds[piece]);
            let (colours, mut sizes): (Vec<Colour>, Vec<Size>) = standing.unzip();
            assert!(colours.windows(2).all(|two| two[0] == two[1]));
            sizes.reverse();
            colours.first().map(|&colour| Stack::new(colour, Shape::from_sizes(&sizes).expect("a stack")))
        };
        for square in Square::all() {
            assert_eq!(sizes(spot(square)), position.get(square), "{square}");
        }
        for (colour, count) in Colour::ALL.into_iter().zip(position.banked()) {
            for nth in 0..3 {
                let tree = (nth < count).then_some(Stack::new(colour, Shape::S123));
                assert_eq!(sizes(bank_spot(colour, nth)), tree);
            }
        }
        assert_eq!(cast.kinds.len(), PIECES);
    }

    /// Plays moves of these numbers among the legal ones, and gives back how many were slides of several
    /// stacks, transfers, banks and swaps.
    fn play(mut position: Position, choices: &[usize]) -> [usize; 4] {
        let mut seen = [0; 4];
        let mut cast = Cast::new(&position);
        agrees(&cast, &position);
        for &choice in choices {
            let moves = position.legal_moves();
            let banks = moves.iter().copied().find(|mv| matches!(mv, Move::Bank { .. }));
            let Some(mv) =
                banks.filter(|_| choice % 2 == 0).or(moves.get(choice % moves.len().max(1)).copied())
            else {
                break;
            };
            let before = position;
            position.play(mv).expect("a legal move");
            let moved = cast.follow(&before, mv, &position);
            match mv {
                Move::Slide { .. } if moved.len() > 3 => seen[0] += 1,
                Move::Transfer { .. } => seen[1] += 1,
                Move::Bank { .. } => seen[2] += 1,
                Move::Swap { .. } => seen[3] += 1,
                _ => {}
            }
            assert!(!moved.is_empty());
            agrees(&cast, &position);
        }
        seen
    }

    proptest! {
        #[test]
        fn pyramids_are_where_the_rules_put_them(
            index in 0u64..1000,
            choices in prop::collection::vec(0usize..1000, 80),
        ) {
            play(tabletop::deal(1, index).into(), &choices);
        }
    }

    #[test]
    fn every_kind_of_move_is_followed() {
        let text = ". . . . ./. R12 R3 . ./. . . . ./. K123 . . ./. R3 R2 . R1/\
                    . . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
        let start = parse_position(text).unwrap().position;
        let mut seen = [0; 4];
        for seed in 0..200 {
            let choices: Vec<usize> = (0..20).map(|i| (seed * 31 + i * i * 17 + i) % 997).collect();
            for (all, one) in seen.iter_mut().zip(play(start, &choices)) {
                *all += one;
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    }
}
