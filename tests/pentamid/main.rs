//! Pentamid: rules, prover, tables, engine and self-play, against a plain implementation and against known answers.
//!
//! `SOLOMIDS_PENTAMID_PLIES=1000000 cargo test --release --test pentamid` compares more random plies;
//! `SOLOMIDS_PENTAMID_TABLES=1` looks into a larger table too.

mod engine;
mod known;
mod prover;
mod reference;
mod retrograde;
mod rules;

use reference::Board;
use solomids::pentamid::game::{Both, Rules, Variant};

/// A generator of pseudorandom numbers for tests (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// The same variant for both implementations.
pub(crate) fn both_rules(
    (width, height): (usize, usize),
    line: usize,
    nests: usize,
    diagonals: bool,
    both: Both,
) -> (Rules, reference::Rules) {
    let variant = Variant { width, height, line, nests, diagonals, both, ..Variant::default() };
    let letter = both.name().chars().next().expect("a name");
    let plain = reference::Rules { width, height, line, nests, diagonals, both: letter };
    (Rules::new(variant).expect("a variant"), plain)
}

/// A random board after some plies of random play.
pub(crate) fn random_board(plain: &reference::Rules, random: &mut Random, plies: usize) -> Board {
    let mut board = Board::empty(plain);
    for _ in 0..plies {
        let moves = board.moves(plain);
        if moves.is_empty() {
            break;
        }
        let next = board.after(&moves[random.below(moves.len())]);
        if next.line_winner(plain).is_none() {
            board = next;
        }
    }
    board
}
