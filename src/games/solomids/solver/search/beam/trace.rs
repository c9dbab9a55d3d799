//! Retracing: the actions that lead from the root to a board that reaches the goal.

use std::collections::HashMap;

use super::Beam;
use crate::games::solomids::solver::board::action::Action;
use crate::games::solomids::solver::board::{AppliedOp, Board, BoardAction};
use crate::games::solomids::solver::search::candidate::{EntryId, Origin};

/// Entry that reaches the goal, or whose expansion does.
#[derive(Clone, Copy)]
pub(super) struct GoalEntry {
    /// Number of its layer.
    pub(super) level: usize,
    pub(super) id: EntryId,
    /// Board that reaches the goal, with the action on the entry that leads there; `None` for the entry itself.
    pub(super) last: Option<(Board, Action)>,
}

impl Beam<'_> {
    /// The actions that lead from the root to the goal, each with the board it is played on.
    ///
    /// A union has two origins, and the actions after it may need a certain one of them. So one member of the last
    /// board is followed backwards, and at each union the part that contains it is chosen.
    pub(super) fn retrace(&self, entry: GoalEntry) -> Vec<(Board, BoardAction)> {
        let store = self.context.store;
        let mut regenerated = HashMap::new();
        let GoalEntry { mut level, mut id, last } = entry;
        let (end, mut action) = match last {
            Some((board, action)) => (board, Some(action)),
            None => (self.board(&mut regenerated, level, id), None),
        };
        let mut steps = Vec::new();
        let mut placements = end.set.map(|set| store.any_placement(set).expect("no set is empty"));
        loop {
            let steps_of = |action: Action| action.steps(&self.board(&mut regenerated, level, id), store);
            for (board, step) in action.take().map_or_else(Vec::new, steps_of).into_iter().rev() {
                let mut log: Vec<AppliedOp> = Vec::new();
                board.play(store, step, &mut log);
                for AppliedOp { column, before, op, change } in log.into_iter().rev() {
                    let placement = store.placement_before(before, op, change, placements[column]);
                    placements[column] = placement.expect("every member of a result has an origin");
                }
                steps.push((board, step));
            }
            match self.layers[level].entry(id).origin {
                Origin::Root => break,
                Origin::Union(a, b) => {
                    let sets = self.board(&mut regenerated, level, a).set;
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

    /// The board of an entry, from its layer, or generated again from its sources and added to `regenerated`.
    pub(super) fn board(
        &self,
        regenerated: &mut HashMap<(usize, EntryId), Board>,
        level: usize,
        id: EntryId,
    ) -> Board {
        let mut wanted = vec![(level, id)];
        while let Some(&(level, id)) = wanted.last() {
            let origin = self.layers[level].entry(id).origin;
            let from = if matches!(origin, Origin::Merge(..)) { level - 1 } else { level };
            let known = |&(level, id): &(usize, EntryId)| {
                let layer = &self.layers[level];
                if layer.has_boards() { Some(layer.board(id)) } else { regenerated.get(&(level, id)) }
            };
            let mut missing = None;
            let board = known(&(level, id)).copied().or_else(|| {
                origin.regenerate(self.context.store, &self.root, |id| {
                    let board = known(&(from, id));
                    missing = board.is_none().then_some((from, id));
                    board
                })
            });
            if let Some(board) = board {
                regenerated.insert((level, id), board);
                wanted.pop();
            } else {
                wanted.extend(missing);
            }
        }
        regenerated[&(level, id)]
    }
}
