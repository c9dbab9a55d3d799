//! Plan post-optimisation by action elimination: redundant actions and detours go, local transfers are delayed.
//!
//! Every change is tried by playing the rest of the line again, and kept only if all its actions are still possible and
//! as many trees are complete in the end.

use std::ops::RangeInclusive;

use super::{StackSlot, StackSlots};
use crate::games::solomids::game::{COLUMNS, ROWS, TREES};
use crate::games::solomids::solver::board::{
    AppliedOp, Board, BoardAction, StackAction, StackFit, Step, SwapAction, TreeSets, is_local_transfer,
    transfers_between,
};
use crate::games::solomids::solver::column::SetStore;

/// An action in terms of slots, so that it keeps its meaning when an earlier action is removed.
#[derive(Clone)]
enum SlotAction {
    Stack {
        from: StackSlot,
        to: StackSlot,
        /// The depth at which both stand, for a sideways move.
        depth: Option<u8>,
        fit: StackFit,
    },
    Swap {
        /// Slots whose trees are banked to earn the swap.
        bank: Vec<StackSlot>,
        a: StackSlot,
        b: StackSlot,
    },
}

/// A line without redundant actions and detours, each action with the board it is played on.
///
/// As many trees as before are complete in the end. Where a piece goes to one stack and later on to another, it goes to
/// the second at once if that is possible.
///
/// The boards of the steps may be unions, with members that the line does not reach. They are replaced by those that it does reach
/// before anything is tried, since what is possible on a union may not be possible on the part of it.
pub(crate) fn without_detours(store: &SetStore, root: Board, steps: Vec<Step>) -> Vec<Step> {
    let recorded = SlotLine::of(store, root, &steps);
    let mut line = LineReplay::new(store, root);
    let is_possible = recorded.actions.iter().all(|action| line.play_again(action).is_some());
    if !is_possible || line.board.trees != recorded.trees {
        return steps;
    }
    let mut best = line.steps;
    let SlotLine { mut actions, starts, trees } = SlotLine::of(store, root, &best);
    // Whether the actions from `number` on are still possible and reach as many trees. Those before it are unchanged.
    let mut works = |actions: &[SlotAction], number: usize| {
        let (board, slots) = starts[number].clone();
        let mut line = LineReplay { store, board, slots, steps: Vec::new() };
        let done = actions[number..].iter().all(|action| line.play_again(action).is_some());
        if !done || line.board.trees != trees {
            return false;
        }
        best.truncate(number);
        best.append(&mut line.steps);
        true
    };
    // Backwards, so that actions which only prepare removed ones go as well.
    for number in (0..actions.len()).rev() {
        // A win needs all its merges and swaps.
        if trees < TREES || matches!(actions[number], SlotAction::Stack { fit: StackFit::Transfer, .. }) {
            let action = actions.remove(number);
            if works(&actions, number) {
                continue;
            }
            actions.insert(number, action);
        }
        let SlotAction::Stack { to, .. } = actions[number] else { continue };
        // Otherwise together with the next transfer from its target, which may undo it or move the piece on.
        let on = |action: &SlotAction| matches!(*action, SlotAction::Stack { from, fit: StackFit::Transfer, .. } if from == to);
        let Some(next) = (number + 1..actions.len()).find(|&n| on(&actions[n])) else { continue };
        let before = actions.clone();
        let second = actions.remove(next);
        let first = actions.remove(number);
        if works(&actions, number) {
            continue;
        }
        let straight = first.straight_on(&second).into_iter().any(|action| {
            [number, next - 1].into_iter().any(|at| {
                actions.insert(at, action.clone());
                let done = works(&actions, number);
                if !done {
                    actions.remove(at);
                }
                done
            })
        });
        if !straight {
            actions = before;
        }
    }
    best
}

impl SlotAction {
    /// The actions that go directly from the source of this action to the target of another one, at every depth.
    fn straight_on(&self, other: &Self) -> Vec<Self> {
        let (&Self::Stack { from, fit, .. }, &Self::Stack { to, .. }) = (self, other) else {
            return Vec::new();
        };
        let depths = if from.column == to.column { vec![None] } else { (0..ROWS as u8).map(Some).collect() };
        depths.into_iter().map(|depth| Self::Stack { from, to, depth, fit }).collect()
    }

    /// Records an action on a board whose stacks have these slots.
    fn new(store: &SetStore, board: &Board, step: BoardAction, slots: &StackSlots) -> Self {
        match step {
            BoardAction::Stack(mv) => Self::Stack {
                from: slots.at(mv.from),
                to: slots.at(mv.to),
                depth: mv.depth,
                fit: board.unpack(store).allows(mv),
            },
            BoardAction::Swap(mv) => {
                // The places of a swap are counted after its banks.
                let (_, after) = after_banks(store, board, slots, mv.bank);
                let (a, b) = (after.at(mv.a), after.at(mv.b));
                Self::Swap { bank: mv.banks().map(|place| slots.at(place)).collect(), a, b }
            }
        }
    }
}

struct SlotLine {
    actions: Vec<SlotAction>,
    /// The board that each action is played on, with its slots.
    starts: Vec<(Board, StackSlots)>,
    /// Trees at the end of the line, banked or standing.
    trees: u8,
}

impl SlotLine {
    fn of(store: &SetStore, root: Board, steps: &[Step]) -> Self {
        let mut slots = StackSlots::of(&root);
        let (mut actions, mut starts, mut trees) = (Vec::new(), Vec::new(), root.trees);
        for &(board, step) in steps {
            actions.push(SlotAction::new(store, &board, step, &slots));
            starts.push((board, slots.clone()));
            let mut log: Vec<AppliedOp> = Vec::new();
            trees = board.play(store, step, &mut log).trees;
            slots.follow_all(&log);
        }
        Self { actions, starts, trees }
    }
}

/// The board and its slots after the banks that earn a swap.
fn after_banks(store: &SetStore, board: &Board, slots: &StackSlots, bank: TreeSets) -> (Board, StackSlots) {
    let mut log: Vec<AppliedOp> = Vec::new();
    let banked = board.after_banks(store, bank, &mut log);
    let mut after = slots.clone();
    after.follow_all(&log);
    (banked, after)
}

/// For each column the places of those of `some` slots that hold a tree, as bits.
fn trees_at(board: &Board, slots: &StackSlots, some: &[StackSlot]) -> TreeSets {
    let mut trees = [0; COLUMNS];
    for place in some.iter().filter_map(|&slot| slots.find(slot)).filter(|&place| board.is_tree(place)) {
        trees[place.column as usize] |= 1 << place.index;
    }
    trees
}

struct LineReplay<'a> {
    store: &'a SetStore,
    board: Board,
    slots: StackSlots,
    steps: Vec<Step>,
}

impl<'a> LineReplay<'a> {
    fn new(store: &'a SetStore, root: Board) -> Self {
        Self { store, board: root, slots: StackSlots::of(&root), steps: Vec::new() }
    }

    fn play(&mut self, step: BoardAction) {
        self.steps.push((self.board, step));
        let mut log: Vec<AppliedOp> = Vec::new();
        self.board = self.board.play(self.store, step, &mut log);
        self.slots.follow_all(&log);
    }

    /// Plays a recorded action; `None` if it is impossible, or has become a merge instead of a transfer, or the reverse.
    fn play_again(&mut self, action: &SlotAction) -> Option<()> {
        let Self { store, board, slots, .. } = self;
        let step = match action {
            SlotAction::Stack { from, to, depth, fit } => {
                let mv = StackAction { from: slots.find(*from)?, to: slots.find(*to)?, depth: *depth };
                if board.unpack(*store).allows(mv) != *fit {
                    return None;
                }
                BoardAction::Stack(mv)
            }
            SlotAction::Swap { bank, a, b } => {
                let bank = trees_at(board, slots, bank);
                if !board.ways_to_earn_swap().contains(&bank) {
                    return None;
                }
                let (banked, after) = after_banks(store, board, slots, bank);
                let [a, b] = [after.find(*a)?, after.find(*b)?];
                if !banked.coexist(*store, a, b) {
                    return None;
                }
                BoardAction::Swap(SwapAction { bank, a, b })
            }
        };
        self.play(step);
        Some(())
    }

    /// Plays local transfers in some columns until their orders are those of another board; `None` if that fails.
    fn transfer_until(&mut self, columns: RangeInclusive<usize>, wanted: &Board) -> Option<()> {
        for column in columns {
            for transfer in transfers_between(column, self.board.order[column], wanted.order[column])? {
                if self.board.unpack(self.store).allows(transfer) != StackFit::Transfer {
                    return None;
                }
                self.play(BoardAction::Stack(transfer));
            }
        }
        Some(())
    }
}

/// A line whose local transfers are delayed until another action of their column needs them, and played no further than
/// that action needs; `None` if delaying fails.
pub(crate) fn with_late_local_transfers(store: &SetStore, root: Board, steps: &[Step]) -> Option<Vec<Step>> {
    let SlotLine { actions, trees, .. } = SlotLine::of(store, root, steps);
    let &(last, step) = steps.last()?;
    let end = last.play(store, step, &mut ());
    let mut line = LineReplay::new(store, root);
    for (&(before, step), action) in steps.iter().zip(&actions) {
        let columns = match step {
            BoardAction::Stack(mv) if is_local_transfer(&before, mv) => continue,
            BoardAction::Stack(mv) => {
                let [a, b] = [mv.from.column as usize, mv.to.column as usize];
                a.min(b)..=a.max(b)
            }
            // A swap may bank trees of any column.
            BoardAction::Swap(_) => 0..=COLUMNS - 1,
        };
        line.transfer_until(columns, &before)?;
        line.play_again(action)?;
    }
    line.transfer_until(0..=COLUMNS - 1, &end)?;
    (line.board.trees == trees).then_some(line.steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::dealer::tabletop;
    use crate::games::solomids::solver::ordering::Heuristic;
    use crate::games::solomids::solver::search::context::{PassResult, SearchContext};
    use crate::games::solomids::solver::search::depth_first::DepthFirst;
    use crate::games::solomids::solver::search::fixtures::{WIN, budget};

    #[test]
    fn delayed_local_transfers_are_fewer_and_lead_to_the_same_trees() {
        let (mut lines, mut late, mut before, mut after, mut left) = (0, 0, 0, 0, 0);
        for index in 0..60 {
            let store = SetStore::new();
            let root = Board::new(tabletop::deal(2, index).position(), &store);
            let context = SearchContext::new(&store);
            let PassResult::Reached(steps) =
                DepthFirst::new(context, root, WIN, Heuristic::Winnable).run(300, &mut budget())
            else {
                continue;
            };
            let local_transfers = |steps: &[Step]| {
                let is_local = |&&(board, step): &&Step| matches!(step, BoardAction::Stack(mv) if is_local_transfer(&board, mv));
                steps.iter().filter(is_local).count()
            };
            lines += 1;
            before += local_transfers(&steps);
            let Some(steps) = with_late_local_transfers(&store, root, &steps) else { continue };
            late += 1;
            after += local_transfers(&steps);
            let shorter = without_detours(&store, root, steps.clone());
            left += local_transfers(&shorter);
            for steps in [steps, shorter] {
                let end = steps.iter().fold(root, |board, &(found_on, step)| {
                    assert_eq!(board, found_on, "{index}");
                    board.play(&store, step, &mut ())
                });
                assert_eq!(end.trees, TREES, "{index}");
            }
        }
        println!("{late} of {lines} lines; local transfers: {before}, delayed {after}, needed {left}");
        assert!(lines > 40 && late * 10 > lines * 9);
        assert!(after < before && left < after);
    }
}
