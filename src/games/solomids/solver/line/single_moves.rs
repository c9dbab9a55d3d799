//! Shortest paths through column states: the single moves of a line, with as few slides as its actions allow.
//!
//! The actions say which stacks meet and at which depth; slides and banks are open. What a column does between two of its
//! actions concerns no other column, so each column is a shortest-path problem of its own, solved by dynamic programming
//! over stages. States are the placements of the column. A slide costs one, a bank nothing, and earlier banks are
//! preferred. Every action is a gate that only some states pass.

use std::cmp::Reverse;

use super::{StackSlot, StackSlots};
use crate::games::solomids::game::{COLUMNS, Move, Position, Square};
use crate::games::solomids::solver::board::{AppliedOp, Board, BoardAction, StackPlace, Step};
use crate::games::solomids::solver::column::{ColumnOp, SetStore, bits, slides_from};

/// A state of a column: which of its slots are occupied (bits), and which depths (bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ColumnState {
    present: u16,
    mask: u16,
}

impl ColumnState {
    /// Sort key; slides and banks lead to lesser keys.
    fn key(self) -> u32 {
        u32::from(self.present) << 16 | u32::from(self.mask)
    }

    fn depth(self, slot: u8) -> usize {
        let ahead = (self.present & ((1 << slot) - 1)).count_ones();
        let mut mask = self.mask;
        for _ in 0..ahead {
            mask &= mask - 1;
        }
        mask.trailing_zeros() as usize
    }

    fn has(self, slot: u8) -> bool {
        self.present >> slot & 1 == 1
    }

    fn without(self, slot: u8) -> Self {
        Self { present: self.present & !(1 << slot), mask: self.mask & !(1 << self.depth(slot)) }
    }
}

/// An action from the view of one column: the operation that it applies, and the slot that this concerns.
#[derive(Clone, Copy, Debug)]
struct ColumnEvent {
    time: usize,
    slot: u8,
    /// `None` if the stack only has to be there.
    op: Option<ColumnOp>,
}

impl ColumnEvent {
    /// Whether a state satisfies the condition of the operation.
    fn passes(&self, state: ColumnState) -> bool {
        match self.op {
            Some(ColumnOp::Leave { depth, .. } | ColumnOp::Hold { depth, .. }) => {
                state.has(self.slot) && state.depth(self.slot) == depth as usize
            }
            Some(ColumnOp::Drop { .. } | ColumnOp::Toggle { .. }) | None => state.has(self.slot),
            Some(ColumnOp::Bank { .. }) => !state.has(self.slot),
            Some(ColumnOp::Open { depth }) => state.mask >> depth & 1 == 0,
        }
    }

    fn after(&self, state: ColumnState) -> ColumnState {
        match self.op {
            Some(ColumnOp::Leave { .. } | ColumnOp::Drop { .. }) => state.without(self.slot),
            _ => state,
        }
    }

    /// Whether its stack becomes a tree, or ceases to be one.
    const fn toggles(&self) -> bool {
        matches!(self.op, Some(ColumnOp::Hold { toggle: true, .. } | ColumnOp::Toggle { .. }))
    }
}

/// The slides and banks of a column between two events.
struct ColumnStage {
    shifts: Vec<Move>,
    state: ColumnState,
}

/// The single moves that play `steps` from a position. At the end every tree on the board is banked.
pub(crate) fn single_moves(store: &SetStore, position: &Position, steps: &[Step]) -> Vec<Move> {
    let schedule = LineSchedule::new(store, position, steps);
    let plans: Vec<Vec<ColumnStage>> = (0..COLUMNS).map(|c| schedule.plan(c)).collect();
    let mut line = Vec::new();
    let mut next = [0; COLUMNS];
    // Banks before the first slide of a stage are played as soon as the event before is over.
    let mut played = [0; COLUMNS];
    let bank_now = |line: &mut Vec<Move>, stage: &ColumnStage| {
        let before = line.len();
        line.extend(stage.shifts.iter().take_while(|shift| matches!(shift, Move::Bank { .. })));
        line.len() - before
    };
    for c in 0..COLUMNS {
        played[c] = bank_now(&mut line, &plans[c][0]);
    }
    for time in 0..=steps.len() {
        let mut shift_until = |line: &mut Vec<Move>, past_anchor: bool| {
            for c in 0..COLUMNS {
                while schedule.events[c].get(next[c]).is_some_and(|event| event.time == time) {
                    if !past_anchor && schedule.anchored(c, next[c]) {
                        // The anchor, the event at which the single move is played: reach its state, and wait for the move.
                        line.extend(&plans[c][next[c]].shifts[played[c]..]);
                        played[c] = plans[c][next[c]].shifts.len();
                        break;
                    }
                    line.extend(&plans[c][next[c]].shifts[played[c]..]);
                    next[c] += 1;
                    played[c] = bank_now(line, &plans[c][next[c]]);
                }
            }
        };
        shift_until(&mut line, false);
        if let Some((kind, ends)) = schedule.timed.get(time) {
            let [a, b] = ends.map(|StackSlot { column, number }| {
                let c = column as usize;
                Square::new(c, plans[c][schedule.anchor[time][c]].state.depth(number))
            });
            line.push(kind(a, b));
        }
        shift_until(&mut line, true);
    }
    for c in 0..COLUMNS {
        let last = &plans[c][schedule.events[c].len()];
        line.extend(&last.shifts[played[c]..]);
    }
    line
}

/// The single move of an action: its kind, and the slots at its ends.
type TimedMove = (fn(Square, Square) -> Move, [StackSlot; 2]);

/// All actions of a line, as events of each column.
struct LineSchedule {
    start: [ColumnState; COLUMNS],
    /// For each column the slots that hold trees at the start, as bits.
    trees: [u16; COLUMNS],
    events: [Vec<ColumnEvent>; COLUMNS],
    timed: Vec<TimedMove>,
    /// For each action and column, the number of the event at which its single move is played.
    anchor: Vec<[usize; COLUMNS]>,
}

impl LineSchedule {
    fn new(store: &SetStore, position: &Position, steps: &[Step]) -> Self {
        let mut schedule = Self {
            start: [ColumnState { present: 0, mask: 0 }; COLUMNS],
            trees: [0; COLUMNS],
            events: Default::default(),
            timed: Vec::new(),
            anchor: Vec::new(),
        };
        for (square, stack) in position.stacks() {
            let c = square.column();
            let slot = schedule.start[c].present.count_ones();
            schedule.start[c].present |= 1 << slot;
            schedule.start[c].mask |= 1 << square.depth();
            schedule.trees[c] |= u16::from(stack.is_tree()) << slot;
        }
        let mut slots = steps.first().map(|(root, _)| StackSlots::of(root));
        for (time, (board, step)) in steps.iter().enumerate() {
            let mut log: Vec<AppliedOp> = Vec::new();
            board.play(store, *step, &mut log);
            if let Some(slots) = &mut slots {
                schedule.add(time, board, *step, &log, slots);
            }
        }
        schedule
    }

    /// Adds an action. `slots` are those of the board before it, and afterwards those of the board after it.
    fn add(
        &mut self,
        time: usize,
        board: &Board,
        step: BoardAction,
        log: &[AppliedOp],
        slots: &mut StackSlots,
    ) {
        let mut ends = match step {
            BoardAction::Stack(mv) => Some([slots.at(mv.from), slots.at(mv.to)]),
            // The banks of a swap come first, and its places are counted after them.
            BoardAction::Swap(_) => None,
        };
        let mut anchor = [usize::MAX; COLUMNS];
        for applied in log {
            let c = applied.column;
            let slot = match applied.op {
                ColumnOp::Open { .. } => 0,
                ColumnOp::Leave { index, .. }
                | ColumnOp::Hold { index, .. }
                | ColumnOp::Drop { index }
                | ColumnOp::Toggle { index }
                | ColumnOp::Bank { index } => slots.at(StackPlace::new(c, index as usize)).number,
            };
            if !matches!(applied.op, ColumnOp::Bank { .. }) && anchor[c] == usize::MAX {
                ends.get_or_insert_with(|| swap_ends(step, slots));
                anchor[c] = self.events[c].len();
            }
            self.events[c].push(ColumnEvent { time, slot, op: Some(applied.op) });
            slots.follow(applied);
        }
        let ends = ends.unwrap_or_else(|| swap_ends(step, slots));
        for StackSlot { column, number: slot } in ends {
            let c = column as usize;
            if anchor[c] == usize::MAX {
                anchor[c] = self.events[c].len();
                self.events[c].push(ColumnEvent { time, slot, op: None });
            }
        }
        let kind: fn(Square, Square) -> Move = match step {
            BoardAction::Swap(_) => |a, b| Move::Swap { a, b },
            BoardAction::Stack(mv) if board.is_merge(mv) => |from, to| Move::Stack { from, to },
            BoardAction::Stack(_) => |from, to| Move::Transfer { from, to },
        };
        self.timed.push((kind, ends));
        self.anchor.push(anchor);
    }

    /// Whether the single move of its action is played at an event of a column.
    fn anchored(&self, column: usize, event: usize) -> bool {
        self.anchor[self.events[column][event].time][column] == event
    }

    /// A cheapest path of a column until all its trees are banked: a stage before each event, and one after the last.
    fn plan(&self, column: usize) -> Vec<ColumnStage> {
        const SLIDE: u64 = 1 << 32;
        let events = &self.events[column];
        let mut trees = self.trees[column];
        let mut stages: Vec<StateCosts> = Vec::new();
        let start = self.start[column];
        let mut entry = StateCosts(vec![ReachedState { state: start, cost: 0, from: start }]);
        let mut when = 0;
        for number in 0..=events.len() {
            // Slides and banks lead to lesser keys, so the costs of the greatest state are final.
            let mut turn = 0;
            while let Some(&ReachedState { state, cost, .. }) = entry.0.get(turn) {
                turn += 1;
                for &mask in slides_from(state.mask) {
                    entry.relax(ReachedState {
                        state: ColumnState { mask, ..state },
                        cost: cost + SLIDE,
                        from: state,
                    });
                }
                for slot in bits((state.present & trees).into()) {
                    let state_after = state.without(slot as u8);
                    entry.relax(ReachedState { state: state_after, cost: cost + when, from: state });
                }
            }
            let reached = std::mem::take(&mut entry);
            if let Some(event) = events.get(number) {
                for &ReachedState { state, cost, .. } in
                    reached.0.iter().rev().filter(|reached| event.passes(reached.state))
                {
                    let state = event.after(state);
                    // The first states of a stage are their own predecessors; `trace` finds those of the stage before.
                    entry.relax(ReachedState { state, cost, from: state });
                }
                trees ^= u16::from(event.toggles()) << event.slot;
                when = event.time as u64 + 1;
            }
            stages.push(reached);
        }
        self.trace(column, &stages, trees)
    }

    /// Traces a cheapest path backwards through the stages.
    fn trace(&self, column: usize, stages: &[StateCosts], trees: u16) -> Vec<ColumnStage> {
        let events = &self.events[column];
        let mut plan = Vec::new();
        let mut end = None;
        for (number, reached) in stages.iter().enumerate().rev() {
            // Ties go to the least key, which comes last.
            let candidates = reached.0.iter().rev().filter(|ReachedState { state, .. }| match end {
                None => state.present & trees == 0,
                Some(after) => {
                    let event = &events[number];
                    event.passes(*state) && event.after(*state) == after
                }
            });
            let state =
                candidates.min_by_key(|reached| reached.cost).expect("the actions can be played").state;
            let mut shifts = Vec::new();
            let mut here = state;
            loop {
                let before = reached.predecessor(here);
                if before == here {
                    break;
                }
                shifts.push(shift(column, before, here));
                here = before;
            }
            shifts.reverse();
            plan.push(ColumnStage { shifts, state });
            end = Some(here);
        }
        plan.reverse();
        plan
    }
}

/// A state with the least cost found so far within a stage.
#[derive(Clone, Copy)]
struct ReachedState {
    state: ColumnState,
    cost: u64,
    /// The predecessor; the state itself at the beginning of a stage.
    from: ColumnState,
}

/// States with their costs, in descending order of keys. A stage has few, so insertion is cheap.
#[derive(Default)]
struct StateCosts(Vec<ReachedState>);

impl StateCosts {
    /// The index of a state, or where it would be inserted.
    fn find(&self, state: ColumnState) -> Result<usize, usize> {
        self.0.binary_search_by_key(&Reverse(state.key()), |reached| Reverse(reached.state.key()))
    }

    /// Relaxes a state: records a cheaper path to it.
    fn relax(&mut self, path: ReachedState) {
        match self.find(path.state) {
            Err(place) => self.0.insert(place, path),
            Ok(place) if path.cost < self.0[place].cost => self.0[place] = path,
            Ok(_) => {}
        }
    }

    fn predecessor(&self, state: ColumnState) -> ColumnState {
        let place = self.find(state).expect("it was reached");
        self.0[place].from
    }
}

/// The two slots of a swap, after its banks.
fn swap_ends(step: BoardAction, slots: &StackSlots) -> [StackSlot; 2] {
    let BoardAction::Swap(mv) = step else { unreachable!("a stacking knows its ends") };
    [slots.at(mv.a), slots.at(mv.b)]
}

/// The slide or bank that leads from one state of a column to the next.
fn shift(column: usize, before: ColumnState, after: ColumnState) -> Move {
    if before.present != after.present {
        return Move::Bank { at: Square::new(column, (before.mask & !after.mask).trailing_zeros() as usize) };
    }
    // The first stack that moved leaves its old place or keeps it filled by a follower; it lands on the
    // lowest new depth, and was the first to stand at or behind it.
    let to = (after.mask & !before.mask).trailing_zeros() as usize;
    let from = (before.mask >> to).trailing_zeros() as usize + to;
    Move::Slide { from: Square::new(column, from), to: Square::new(column, to) }
}
