//! Record of a refutation: the boards that an exhaustive beam expands to prove that a goal is out of reach.

use std::collections::HashMap;

use super::beam::{Beam, BeamWidth};
use super::budget::Budget;
use super::context::SearchContext;
use super::driver::Solver;
use super::pass::PassResult;
use crate::games::solomids::game::{COLUMNS, Position, ROWS, Stack};
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::board::codes::{Order, code_at};
use crate::games::solomids::solver::bounds::goal::Goal;
use crate::games::solomids::solver::column::banked_in;
use crate::games::solomids::solver::column::store::{SetId, SetStore};
use crate::games::solomids::solver::config::Config;
use crate::games::solomids::solver::outcome::StopReason;

/// Receiver of a refutation.
pub trait Recorder: Send {
    /// Receives a column set, numbered from 0 on: the order of its stacks, and placements from which slides and banks
    /// lead to all others, each with the depth of every stack that is not banked.
    fn set(&mut self, order: &[Stack], placements: &[Vec<Option<u8>>]);

    /// Receives a board that was expanded: swaps used, and the numbers of its column sets.
    fn board(&mut self, swaps: u8, sets: [u32; COLUMNS]);
}

/// Numbers given to column sets, with their orders.
struct Numbering<'a, 'r> {
    store: &'a SetStore,
    numbers: HashMap<(Order, SetId), u32>,
    recorder: &'r mut dyn Recorder,
}

impl Numbering<'_, '_> {
    fn record(&mut self, board: &Board) {
        let sets = std::array::from_fn(|column| self.number(board.order[column], board.set[column]));
        self.recorder.board(board.swaps, sets);
    }

    fn number(&mut self, order: Order, set: SetId) -> u32 {
        let next = self.numbers.len() as u32;
        let Self { store, numbers, recorder } = self;
        *numbers.entry((order, set)).or_insert_with(|| {
            let stacks: Vec<Stack> =
                (0..ROWS).map_while(|index| Stack::from_code(code_at(order, index))).collect();
            let trees = store.info(set).trees;
            let placements: Vec<Vec<Option<u8>>> = store
                .maximal_placements(set)
                .into_iter()
                .map(|placement| {
                    let banked = banked_in(trees, placement.block.into());
                    let mut depths = (0..ROWS as u8).filter(|depth| placement.mask >> depth & 1 == 1);
                    let depth = |index| if banked >> index & 1 == 1 { None } else { depths.next() };
                    (0..stacks.len()).map(depth).collect()
                })
                .collect();
            recorder.set(&stacks, &placements);
            next
        })
    }
}

impl Solver {
    /// Proves that no line from a position banks `trees` trees with at most `swaps` swaps in all, and hands every board
    /// that the proof expands to a recorder. Returns `false` if there is such a line.
    ///
    /// # Errors
    /// If a limit ends the proof.
    pub fn refute(
        &self,
        position: &Position,
        (trees, swaps): (u8, u8),
        config: &Config,
        recorder: &mut dyn Recorder,
    ) -> Result<bool, StopReason> {
        let store = self.store();
        let root = Board::new(position, store);
        let context = SearchContext {
            pruning: config.pruning,
            parallel: config.parallelism.is_parallel(),
            ..SearchContext::new(store)
        };
        let mut numbering = Numbering { store, numbers: HashMap::new(), recorder };
        let mut record = |board: &Board| numbering.record(board);
        let mut beam = Beam::new(context, root, Goal { trees, swaps }, BeamWidth::Exhaustive);
        beam.record_to(&mut record);
        match beam.run(u64::MAX, &mut Budget::new(config)) {
            PassResult::Exhausted => Ok(true),
            PassResult::Reached(_) => Ok(false),
            PassResult::Stopped(stop) => Err(stop),
            PassResult::Overflowed | PassResult::Paused => {
                unreachable!("an exhaustive beam without a node limit ends")
            }
        }
    }
}
