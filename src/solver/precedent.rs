//! A line of play that reaches what is looked for, from a position close by.
//!
//! After another first move a deal is often won in nearly the same way. So boards that resemble those of a line that is
//! known are worth more to a search for wins. That orders the search, and decides nothing.

use super::evaluation::MERGES;
use crate::game::{COLUMNS, IllegalLine, Move, Position, TREES};

/// What the boards of a line look like.
#[derive(Clone, Debug)]
pub struct Precedent {
    /// By the number of merges left, which stacks stand in each column, trees apart.
    boards: [Example; MERGES + 1],
}

/// Which stacks stand in each column of one board, trees apart: a bit for each code.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Example([u32; COLUMNS]);

impl Precedent {
    /// What the boards of a line look like that begins at a position.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn new(start: &Position, line: &[Move]) -> Result<Self, IllegalLine> {
        let mut boards = [Example::default(); MERGES + 1];
        let mut position = *start;
        for ply in 0..=line.len() {
            let mut example = Example::default();
            let mut complete = position.trees_banked();
            let mut others = 0;
            for (square, stack) in position.stacks() {
                if stack.is_tree() {
                    complete += 1;
                } else {
                    others += 1;
                    example.0[square.column()] |= 1 << stack.code();
                }
            }
            boards[others - usize::from(TREES - complete)] = example;
            if let Some(&mv) = line.get(ply) {
                position.play(mv).map_err(|reason| IllegalLine {
                    ply: ply + 1,
                    mv,
                    reason,
                    before: position,
                })?;
            }
        }
        Ok(Self { boards })
    }

    /// Its board with so many merges left.
    pub(super) const fn board(&self, merges_left: usize) -> Example {
        self.boards[merges_left]
    }
}

/// How many kinds of stacks, trees apart, a board with these codes in its columns has where an example has them.
pub(super) fn likeness(example: Option<Example>, kinds: [u32; COLUMNS]) -> f32 {
    example.map_or(0.0, |Example(there)| {
        kinds.iter().zip(there).map(|(here, there)| (here & there).count_ones()).sum::<u32>() as f32
    })
}
