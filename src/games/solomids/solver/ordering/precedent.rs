//! Plan reuse: boards that resemble those of a reference line are worth more.
//!
//! After another first move a deal is often won in nearly the same way. So the line found for one position is a
//! reference for searches from positions close by. It orders a search, and decides nothing.

use super::features::MERGES;
use crate::games::solomids::game::{COLUMNS, IllegalLine, Move, Position, TREES};
use crate::kit::replay::replay;

/// Boards of a reference line, for searches from positions close to its start.
#[derive(Clone, Debug)]
pub struct Precedent {
    /// Stacks of each board of the line, by its number of merges left.
    boards: [StackKinds; MERGES + 1],
}

/// The kinds of stacks in each column of a board, trees left out: a bit for each stack code.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StackKinds([u32; COLUMNS]);

impl Precedent {
    /// The boards that `line` leads to from `start`.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn new(start: &Position, line: &[Move]) -> Result<Self, IllegalLine> {
        let mut boards = [StackKinds::default(); MERGES + 1];
        let mut record = |position: &Position| {
            let mut kinds = StackKinds::default();
            let mut complete = position.trees_banked();
            let mut others = 0;
            for (square, stack) in position.stacks() {
                if stack.is_tree() {
                    complete += 1;
                } else {
                    others += 1;
                    kinds.0[square.column()] |= 1 << stack.code();
                }
            }
            boards[others - usize::from(TREES - complete)] = kinds;
        };
        record(start);
        replay(*start, line, |position, mv| {
            position.play(mv)?;
            record(position);
            Ok(())
        })?;
        Ok(Self { boards })
    }

    pub(crate) const fn board(&self, merges_left: usize) -> StackKinds {
        self.boards[merges_left]
    }
}

/// Number of kinds of stacks but trees that a board and the reference have in a column. Zero without a reference.
pub(super) fn similarity(reference: Option<StackKinds>, kinds: [u32; COLUMNS]) -> f32 {
    reference.map_or(0.0, |StackKinds(there)| {
        kinds.iter().zip(there).map(|(here, there)| (here & there).count_ones()).sum::<u32>() as f32
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::games::solomids::dealer::web;
    use crate::games::solomids::game::replay;
    use crate::games::solomids::solver::board::Board;
    use crate::games::solomids::solver::column::SetStore;
    use crate::games::solomids::solver::config::Config;
    use crate::games::solomids::solver::search::driver::{Solver, solve};

    #[test]
    fn the_most_similar_board_of_a_line_is_the_board_itself() {
        let start = *web::deal("0").expect("the page deals this seed").position();
        let line = solve(&start, &Config::default()).line;
        let precedent = Precedent::new(&start, &line).expect("lines are legal");
        let store = <SetStore>::new();
        let mut merges_left = BTreeMap::new();
        for ply in 0..=line.len() {
            let board = Board::new(&replay(&start, &line[..ply]).expect("lines are legal"), &store);
            merges_left.insert(board.merges_left(), board);
        }
        assert_eq!(merges_left.len(), MERGES + 1);
        for (&left, board) in &merges_left {
            let similarity = |board: &Board| similarity(Some(precedent.board(left)), board.codes_present());
            let own = similarity(board);
            assert!(own <= 2.0 * left as f32 && (left == 0) == (own == 0.0), "{left}: {own}");
            assert!(merges_left.values().all(|other| similarity(other) <= own), "{left}");
        }
        let mut cut = line.clone();
        cut.remove(0);
        let error = Precedent::new(&start, &cut).expect_err("its moves build on each other");
        assert_eq!(Err(error), replay(&start, &cut));
    }

    /// Calibration test: the node limit lies between the counts with a reference line and without one.
    #[test]
    fn a_precedent_from_the_position_before_saves_nodes() {
        let start = *web::deal("131").expect("the page deals this seed").position();
        let line = solve(&start, &Config::default()).line;
        let precedent = Precedent::new(&start, &line).expect("lines are legal");
        let after = replay(&start, &["S-B9>B10".parse().expect("a move")]).expect("it is legal");
        // The win takes 40,954 nodes with the precedent, 532,646 without.
        let config = Config::with_nodes(50_000);
        let solver = Solver::new();
        let reached = |precedent| {
            let outcome = solver.solve_like(&after, 17, precedent, &config);
            let end = replay(&after, &outcome.line).expect("lines are legal");
            assert_eq!(end.score(), outcome.verdict.bounds().lower);
            end.score()
        };
        assert!(reached(None) < 17);
        assert_eq!(reached(Some(&precedent)), 17);
    }
}
