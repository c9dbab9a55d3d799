//! Move ordering: which moves are tried first. It changes how long a search takes, never what it finds.

use smallvec::SmallVec;

use crate::games::pentamid::game::{Move, Position, Rules, Side, Size};

/// Moves to try, with their scores.
pub(super) type Scored = SmallVec<[(i32, Move); 96]>;

/// Weights of the squares for one player: lines through a square count the more, the fewer of their squares it lacks.
pub(super) fn weights(lines: &[u64], position: &Position, attacker: Side) -> [i32; 64] {
    let shown = position.visible(attacker);
    let blocks = position.layers[attacker.other().index()][Size::Large.index()];
    let mut weights = [0; 64];
    for &line in lines {
        let held = (line & shown).count_ones();
        let weight = if line & blocks == 0 { 1 << (2 * held) } else { 0 };
        let mut rest = line;
        while rest != 0 {
            weights[(rest.trailing_zeros() & 63) as usize] += weight;
            rest &= rest - 1;
        }
    }
    weights
}

/// The score of a move by the weights of the squares: what it comes to, less what it leaves.
#[inline]
pub(super) fn score(weights: &[i32; 64], mv: Move) -> i32 {
    let size = match mv.size() {
        Size::Large => 3,
        Size::Medium => 2,
        Size::Small => 1,
    };
    let left = mv.from().map_or(0, |from| weights[from.index()]);
    4 * (weights[mv.to().index()] - left) + size
}

/// The moves that come to one of `targets`, best first, `first` before all others.
pub(super) fn ordered(
    rules: &Rules,
    lines: &[u64],
    position: &Position,
    attacker: Side,
    targets: u64,
    first: Option<Move>,
    salt: u32,
) -> Scored {
    let weights = weights(lines, position, attacker);
    let mut moves = Scored::new();
    let _: std::ops::ControlFlow<()> = position.each_move(rules, |mv| {
        if targets & mv.to().bit() != 0 {
            let bonus = if Some(mv) == first { i32::MAX / 2 } else { 0 };
            // Threads that help look at moves of almost the same score in another order.
            let noise = if salt == 0 { 0 } else { noise(mv, salt) };
            moves.push((score(&weights, mv) + bonus + noise, mv));
        }
        std::ops::ControlFlow::Continue(())
    });
    moves.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    moves
}

fn noise(mv: Move, salt: u32) -> i32 {
    let square = mv.to().index() as u32 * 7 + mv.from().map_or(0, |from| from.index() as u32);
    (square.wrapping_mul(0x9E37_79B1).wrapping_add(salt.wrapping_mul(0x85EB_CA6B)) >> 28).cast_signed()
}
