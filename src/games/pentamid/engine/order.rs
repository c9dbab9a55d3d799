//! Move ordering of the engine: table move, killers, then lines made or blocked and the history of good moves.

use smallvec::SmallVec;

use crate::games::pentamid::game::{Move, Position, Side, Size, Square};

/// Killer moves of a ply.
pub(super) type Killers = [Option<Move>; 2];

/// How often moves were good, by player, size and square reached.
#[derive(Clone, Debug)]
pub(super) struct Good([[[i32; 64]; 3]; 2]);

impl Good {
    pub(super) const fn new() -> Self {
        Self([[[0; 64]; 3]; 2])
    }

    pub(super) fn reward(&mut self, side: Side, mv: Move, depth: i32) {
        const MOST: i32 = 1 << 12;
        let count = &mut self.0[side.index()][mv.size().index()][mv.to().index()];
        *count += depth * depth;
        if *count > MOST {
            for count in self.0.iter_mut().flatten().flatten() {
                *count /= 2;
            }
        }
    }

    fn get(&self, side: Side, mv: Move) -> i32 {
        self.0[side.index()][mv.size().index()][mv.to().index()]
    }
}

/// What squares are worth to each player: the more, the fewer squares the lines through them lack.
fn worth(lines: &[u64], position: &Position, side: Side) -> [i32; 64] {
    let own = position.visible(side);
    let blocks = position.layers[side.other().index()][Size::Large.index()];
    let mut worth = [0; 64];
    for &line in lines {
        if line & blocks == 0 {
            let weight = 1 << (3 * (line & own).count_ones()).min(20);
            let mut rest = line;
            while rest != 0 {
                worth[(rest.trailing_zeros() & 63) as usize] += weight;
                rest &= rest - 1;
            }
        }
    }
    worth
}

/// Scores moves for trying them best first.
pub(super) fn ordered(
    lines: &[u64],
    position: &Position,
    moves: impl IntoIterator<Item = Move>,
    first: Option<Move>,
    killers: Killers,
    good: &Good,
) -> SmallVec<[(i32, Move); 96]> {
    const FIRST: i32 = 1 << 30;
    const KILLER: i32 = 1 << 14;
    let side = position.side();
    let (own, other) = (worth(lines, position, side), worth(lines, position, side.other()));
    let mut scored: SmallVec<[(i32, Move); 96]> = moves
        .into_iter()
        .map(|mv| {
            let (to, left) = (mv.to().index(), mv.from().map(Square::index));
            let blocks = other[to] * mv.size().index() as i32 / 2;
            let squares = own[to] + blocks - left.map_or(0, |from| own[from] + other[from] / 2);
            let bonus = if Some(mv) == first {
                FIRST
            } else if killers.contains(&Some(mv)) {
                KILLER
            } else {
                0
            };
            (4 * squares + good.get(side, mv) + mv.size().index() as i32 + bonus, mv)
        })
        .collect();
    scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    scored
}
