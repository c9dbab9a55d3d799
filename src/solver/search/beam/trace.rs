//! The way back from a board that reaches the goal to the one the search began with.

use std::collections::HashMap;

use super::Beam;
use crate::solver::board::action::Action;
use crate::solver::board::{AppliedOp, Board, BoardAction};
use crate::solver::search::candidate::{EntryId, Origin};

impl Beam<'_> {
    /// The actions that lead to an entry, each with the board it was found on. The last of them may be one that
    /// is not yet in a layer, given with the board it leads to.
    ///
    /// A union stands for two origins, and what followed may need a certain one of them. So one member of
    /// the last board is followed backwards, and wherever a union comes, the part that holds it is chosen.
    pub(super) fn retrace(
        &self,
        level: usize,
        entry: EntryId,
        last: Option<(Board, Action)>,
    ) -> Vec<(Board, BoardAction)> {
        let store = self.context.store;
        let mut made = HashMap::new();
        let (mut level, mut id) = (level, entry);
        let (end, mut action) = match last {
            Some((board, action)) => (board, Some(action)),
            None => (self.board(&mut made, level, id), None),
        };
        let mut steps = Vec::new();
        let mut placements = end.set.map(|set| store.any_placement(set).expect("no set is empty"));
        loop {
            let steps_of = |action: Action| action.steps(&self.board(&mut made, level, id), store);
            for (board, step) in action.take().map_or_else(Vec::new, steps_of).into_iter().rev() {
                let mut log: Vec<AppliedOp> = Vec::new();
                board.play(store, step, &mut log);
                for AppliedOp { column, before, op, change } in log.into_iter().rev() {
                    let placement = store.placement_before(before, op, change, placements[column]);
                    placements[column] = placement.expect("every member of an outcome has an origin");
                }
                steps.push((board, step));
            }
            match self.layers[level].entry(id).origin {
                Origin::Root => break,
                Origin::Union(a, b) => {
                    let sets = self.board(&mut made, level, a).set;
                    let in_a =
                        sets.iter().zip(placements).all(|(&set, placement)| store.contains(set, placement));
                    id = if in_a { a } else { b };
                }
                Origin::Merge(from, mv) => {
                    level -= 1;
                    (id, action) = (from, Some(mv.into()));
                }
                Origin::Transfer(from, mv) => (id, action) = (from, Some(mv.into())),
                Origin::Swap(from, mv) => (id, action) = (from, Some(mv.into())),
            }
        }
        steps.reverse();
        steps
    }

    /// The board of an entry, from its layer or from those it came from; what had to be made is kept in `made`.
    pub(super) fn board(
        &self,
        made: &mut HashMap<(usize, EntryId), Board>,
        level: usize,
        id: EntryId,
    ) -> Board {
        let mut wanted = vec![(level, id)];
        while let Some(&(level, id)) = wanted.last() {
            let origin = self.layers[level].entry(id).origin;
            let from = if matches!(origin, Origin::Merge(..)) { level - 1 } else { level };
            let known = |&(level, id): &(usize, EntryId)| {
                let layer = &self.layers[level];
                if layer.has_boards() { Some(layer.board(id)) } else { made.get(&(level, id)) }
            };
            let mut missing = None;
            let board = known(&(level, id)).copied().or_else(|| {
                origin.make(self.context.store, &self.root, |id| {
                    let board = known(&(from, id));
                    missing = board.is_none().then_some((from, id));
                    board
                })
            });
            if let Some(board) = board {
                made.insert((level, id), board);
                wanted.pop();
            } else {
                wanted.extend(missing);
            }
        }
        made[&(level, id)]
    }
}
