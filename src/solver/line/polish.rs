//! Leaves out of a line of actions what nothing needs, detours among it, and plays passes as late as it can.

use std::ops::RangeInclusive;

use super::slots::{StackSlot, StackSlots};
use crate::game::{COLUMNS, ROWS, TREES};
use crate::solver::board::codes::StackFit;
use crate::solver::board::local_transfers::{is_local_transfer, transfers_between};
use crate::solver::board::stackings::StackAction;
use crate::solver::board::{AppliedOp, Board, BoardAction, SwapAction};
use crate::solver::column::store::{ColumnSets, SetStore};

/// An action by the slots it concerns, so that it means the same after an earlier one is left out.
#[derive(Clone)]
pub(crate) enum SlotAction {
    Stack {
        from: StackSlot,
        to: StackSlot,
        depth: Option<u8>,
        fit: StackFit,
    },
    /// Some trees are banked for it; others may have been banked before, if these slots had any.
    Swap {
        bank: Vec<StackSlot>,
        gone: Vec<StackSlot>,
        a: StackSlot,
        b: StackSlot,
    },
}

/// The same actions without those that nothing needs, each with the board it is played on. As many trees as before are
/// complete in the end. What goes somewhere and on from there later goes there at once, if it can.
pub(crate) fn without_detours(
    store: &SetStore,
    root: Board,
    steps: Vec<(Board, BoardAction)>,
) -> Vec<(Board, BoardAction)> {
    let SlotLine { mut actions, starts, trees } = SlotLine::of(store, root, &steps);
    let mut best = steps;
    // Whether the actions from a certain one on still work. Those before it stay as they are.
    let mut works = |actions: &[SlotAction], number: usize| {
        let (board, slots) = starts[number].clone();
        let mut game = LineReplay { store, board, slots, steps: Vec::new() };
        let done = actions[number..].iter().all(|action| game.play_again(action).is_some());
        if !done || game.board.trees != trees {
            return false;
        }
        best.truncate(number);
        best.append(&mut game.steps);
        true
    };
    // From the end, so that actions that only serve needless ones go as well.
    for number in (0..actions.len()).rev() {
        // Every win needs all its merges, and its swaps.
        if trees < TREES || matches!(actions[number], SlotAction::Stack { fit: StackFit::Transfer, .. }) {
            let action = actions.remove(number);
            if works(&actions, number) {
                continue;
            }
            actions.insert(number, action);
        }
        let SlotAction::Stack { to, .. } = actions[number] else { continue };
        // Or else together with the next transfer from there, which may take back what this one has moved, or move it on.
        let on = |action: &SlotAction| matches!(*action, SlotAction::Stack { from, fit: StackFit::Transfer, .. } if from == to);
        let Some(next) = (number + 1..actions.len()).find(|&n| on(&actions[n])) else { continue };
        let before = actions.clone();
        let second = actions.remove(next);
        let first = actions.remove(number);
        if works(&actions, number) {
            continue;
        }
        let straight = first.straight_on(&second).any(|action| {
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
    /// From where this one begins to where another one ends, at every depth at which that could be.
    fn straight_on(&self, other: &Self) -> impl Iterator<Item = Self> + use<> {
        let ends = match (self, other) {
            (&Self::Stack { from, fit, .. }, &Self::Stack { to, .. }) => Some((from, to, fit)),
            _ => None,
        };
        ends.into_iter().flat_map(|(from, to, fit)| {
            let sideways = from.column != to.column;
            let depths = (0..ROWS as u8).map(Some).filter(move |_| sideways);
            let within = std::iter::once(None).filter(move |_| !sideways);
            depths.chain(within).map(move |depth| Self::Stack { from, to, depth, fit })
        })
    }

    /// An action on a board whose stacks have these slots.
    pub(crate) fn new(sets: &impl ColumnSets, board: &Board, step: BoardAction, slots: &StackSlots) -> Self {
        match step {
            BoardAction::Stack(mv) => Self::Stack {
                from: slots.at(mv.from),
                to: slots.at(mv.to),
                depth: mv.depth,
                fit: board.unpack(sets).allows(mv),
            },
            BoardAction::Swap(mv) => {
                // The swap's own places count after its banks.
                let (_, after) = after_banks(sets, board, slots, mv.bank);
                let (a, b) = (after.at(mv.a), after.at(mv.b));
                Self::Swap { bank: bank_slots(slots, mv), gone: Vec::new(), a, b }
            }
        }
    }

    /// The same where these slots were empty, but may have trees when it is played again.
    pub(crate) fn with_gone(mut self, slots: impl Iterator<Item = StackSlot>) -> Self {
        if let Self::Swap { gone, .. } = &mut self {
            gone.extend(slots);
        }
        self
    }
}

/// A line as actions.
struct SlotLine {
    actions: Vec<SlotAction>,
    /// What each of them is played on.
    starts: Vec<(Board, StackSlots)>,
    /// Trees in the end.
    trees: u8,
}

impl SlotLine {
    fn of(store: &SetStore, root: Board, steps: &[(Board, BoardAction)]) -> Self {
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

fn bank_slots(slots: &StackSlots, mv: SwapAction) -> Vec<StackSlot> {
    mv.banks().map(|place| slots.at(place)).collect()
}

/// A board and its slots after the banks of a swap.
fn after_banks(
    sets: &impl ColumnSets,
    board: &Board,
    slots: &StackSlots,
    bank: [u16; COLUMNS],
) -> (Board, StackSlots) {
    let mut log: Vec<AppliedOp> = Vec::new();
    let banked = board.after_banks(sets, bank, &mut log);
    let mut after = slots.clone();
    after.follow_all(&log);
    (banked, after)
}

/// Which of some slots have a tree, by their places.
fn trees_at(board: &Board, slots: &StackSlots, some: &[StackSlot]) -> [u16; COLUMNS] {
    let mut trees = [0; COLUMNS];
    for place in some.iter().filter_map(|&slot| slots.find(slot)).filter(|&place| board.is_tree(place)) {
        trees[place.column as usize] |= 1 << place.index;
    }
    trees
}

/// Plays actions; `None` as soon as one is not possible, or is not what it was.
pub(crate) fn replay(
    store: &SetStore,
    root: Board,
    actions: &[SlotAction],
) -> Option<(Vec<(Board, BoardAction)>, Board)> {
    let mut game = LineReplay::new(store, root);
    for action in actions {
        game.play_again(action)?;
    }
    Some((game.steps, game.board))
}

/// A line that is played anew.
struct LineReplay<'a> {
    store: &'a SetStore,
    board: Board,
    slots: StackSlots,
    steps: Vec<(Board, BoardAction)>,
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

    /// Plays a action; `None` if that is not possible, or is not what it was.
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
            SlotAction::Swap { bank, gone, a, b } => {
                let (bank, gone) = (trees_at(board, slots, bank), trees_at(board, slots, gone));
                // Of what was banked before, as much as it takes.
                let can_earn_swap = |way: &[u16; COLUMNS]| {
                    (0..COLUMNS).all(|c| bank[c] & !way[c] == 0 && way[c] & !(bank[c] | gone[c]) == 0)
                };
                let places = board.ways_to_earn_swap().into_iter().find(can_earn_swap)?;
                let (banked, after) = after_banks(*store, board, slots, places);
                let [a, b] = [after.find(*a)?, after.find(*b)?];
                if !banked.coexist(*store, a, b) {
                    return None;
                }
                BoardAction::Swap(SwapAction { bank: places, a, b })
            }
        };
        self.play(step);
        Some(())
    }

    /// Passes riders of some columns on until they are where another board has them.
    fn pass_on(&mut self, columns: RangeInclusive<usize>, wanted: &Board) -> Option<()> {
        for column in columns {
            for pass in transfers_between(column, self.board.order[column], wanted.order[column])? {
                if self.board.unpack(self.store).allows(pass) != StackFit::Transfer {
                    return None;
                }
                self.play(BoardAction::Stack(pass));
            }
        }
        Some(())
    }
}

/// The same actions, but riders are passed on within a column only when another action has to do with it, and no
/// further than that one needs.
pub(crate) fn with_late_passes(
    store: &SetStore,
    root: Board,
    steps: Vec<(Board, BoardAction)>,
) -> Vec<(Board, BoardAction)> {
    passed_late(store, root, &steps).unwrap_or(steps)
}

/// `None` if that does not work out.
fn passed_late(
    store: &SetStore,
    root: Board,
    steps: &[(Board, BoardAction)],
) -> Option<Vec<(Board, BoardAction)>> {
    let SlotLine { actions, trees, .. } = SlotLine::of(store, root, steps);
    let &(last, step) = steps.last()?;
    let end = last.play(store, step, &mut ());
    let mut game = LineReplay::new(store, root);
    for (&(before, step), action) in steps.iter().zip(&actions) {
        let columns = match step {
            BoardAction::Stack(mv) if is_local_transfer(&before, mv) => continue,
            BoardAction::Stack(mv) => {
                let [a, b] = [mv.from.column as usize, mv.to.column as usize];
                a.min(b)..=a.max(b)
            }
            // Trees of any column may be banked for it.
            BoardAction::Swap(_) => 0..=COLUMNS - 1,
        };
        game.pass_on(columns, &before)?;
        game.play_again(action)?;
    }
    game.pass_on(0..=COLUMNS - 1, &end)?;
    (game.board.trees == trees).then_some(game.steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::tabletop;
    use crate::solver::bounds::goal::Goal;
    use crate::solver::config::Config;
    use crate::solver::ordering::heuristic::Heuristic;
    use crate::solver::search::budget::NodeBudget;
    use crate::solver::search::context::SearchContext;
    use crate::solver::search::depth_first::DepthFirst;
    use crate::solver::search::pass::PassResult;

    #[test]
    fn passes_that_come_late_are_fewer_and_lead_to_the_same_trees() {
        let goal = Goal { trees: TREES, swaps: 0 };
        let (mut lines, mut late, mut before, mut after, mut left) = (0, 0, 0, 0, 0);
        for index in 0..60 {
            let store = SetStore::new();
            let root = Board::new(tabletop::deal(2, index).position(), &store);
            let context = SearchContext::new(&store);
            let PassResult::Reached(steps) = DepthFirst::new(context, root, goal, Heuristic::Outcome)
                .run(300, &mut NodeBudget::new(&Config::default()))
            else {
                continue;
            };
            let passes = |steps: &[(Board, BoardAction)]| {
                let is_one = |&&(board, step): &&(Board, BoardAction)| matches!(step, BoardAction::Stack(mv) if is_local_transfer(&board, mv));
                steps.iter().filter(is_one).count()
            };
            lines += 1;
            before += passes(&steps);
            let Some(steps) = passed_late(&store, root, &steps) else { continue };
            late += 1;
            after += passes(&steps);
            let shorter = without_detours(&store, root, steps.clone());
            left += passes(&shorter);
            for steps in [steps, shorter] {
                let end = steps.iter().fold(root, |board, &(found_on, step)| {
                    assert_eq!(board, found_on, "{index}");
                    board.play(&store, step, &mut ())
                });
                assert_eq!(end.trees, TREES, "{index}");
            }
        }
        println!("{late} of {lines} lines; passes: {before}, late {after}, needed {left}");
        assert!(lines > 40 && late * 10 > lines * 9);
        assert!(after < before && left < after);
    }
}
