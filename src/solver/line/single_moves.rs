//! From the actions of a search to a line of single moves with as few slides as those actions allow.
//!
//! The actions say which stacks meet and at which depth, but leave slides and banks open. What a column does
//! between two of its actions concerns no other column, so every column is a shortest-path problem of its
//! own: states are the ways it can stand, slides cost, banks do not (the earlier the better), and every
//! action is a gate that only some states pass.

use std::cmp::Reverse;

use super::slots::{StackSlot, StackSlots};
use crate::game::{COLUMNS, Move, Position, Square};
use crate::solver::board::stackings::StackPlace;
use crate::solver::board::{AppliedOp, Board, BoardAction};
use crate::solver::column::store::SetStore;
use crate::solver::column::{ColumnOp, slides_from};

/// One way for a column to stand: which of its original stacks are left, and which depths are occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ColumnState {
    present: u16,
    mask: u16,
}

impl ColumnState {
    /// What states are put in order by.
    fn key(self) -> u32 {
        u32::from(self.present) << 16 | u32::from(self.mask)
    }

    /// Where a stack stands.
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

/// What a column must be like for an action. StackSlots number the original stacks of the column.
#[derive(Clone, Copy, Debug)]
enum Gate {
    At { slot: u8, depth: u8 },
    Present { slot: u8 },
    Banked { slot: u8 },
    Open { depth: u8 },
}

/// What an action does to the stacks of a column.
#[derive(Clone, Copy, Debug)]
enum ColumnEffect {
    None,
    Leave {
        slot: u8,
    },
    /// Becomes a tree, or ceases to be one.
    Toggle {
        slot: u8,
    },
}

/// One action as one column sees it.
#[derive(Clone, Copy, Debug)]
struct ColumnEvent {
    /// Number of the action.
    time: usize,
    gate: Gate,
    effect: ColumnEffect,
}

impl ColumnEvent {
    fn passes(&self, state: ColumnState) -> bool {
        match self.gate {
            Gate::At { slot, depth } => state.has(slot) && state.depth(slot) == depth as usize,
            Gate::Present { slot } => state.has(slot),
            Gate::Banked { slot } => !state.has(slot),
            Gate::Open { depth } => state.mask >> depth & 1 == 0,
        }
    }
}

/// A slide or a bank within a column.
#[derive(Clone, Copy, Debug)]
enum ColumnShift {
    Slide { from: usize, to: usize },
    Bank { at: usize },
}

impl ColumnShift {
    fn as_move(self, column: usize) -> Move {
        match self {
            Self::Slide { from, to } => {
                Move::Slide { from: Square::new(column, from), to: Square::new(column, to) }
            }
            Self::Bank { at } => Move::Bank { at: Square::new(column, at) },
        }
    }
}

/// What a column does on the way to an event.
struct ColumnStage {
    shifts: Vec<ColumnShift>,
    /// How it stands when the event comes.
    state: ColumnState,
}

/// The single moves that play `steps` from a position; in the end every tree on the board is banked.
/// Each step comes with the board it was found on.
pub(crate) fn single_moves(
    store: &SetStore,
    position: &Position,
    steps: &[(Board, BoardAction)],
) -> Vec<Move> {
    let script = LineSchedule::new(store, position, steps);
    let plans: Vec<Vec<ColumnStage>> = (0..COLUMNS).map(|c| script.plan(c)).collect();
    let mut line = Vec::new();
    let mut next = [0; COLUMNS];
    // Banks that come first on the way to an event are played as soon as the event before is over.
    let mut played = [0; COLUMNS];
    let bank_now = |line: &mut Vec<Move>, column: usize, stage: &ColumnStage| {
        let banks = stage.shifts.iter().take_while(|shift| matches!(shift, ColumnShift::Bank { .. }));
        let before = line.len();
        line.extend(banks.map(|shift| shift.as_move(column)));
        line.len() - before
    };
    for c in 0..COLUMNS {
        played[c] = bank_now(&mut line, c, &plans[c][0]);
    }
    for time in 0..=steps.len() {
        let mut shift_until = |line: &mut Vec<Move>, past_anchor: bool| {
            for c in 0..COLUMNS {
                while let Some(event) = script.events[c].get(next[c]).filter(|event| event.time == time) {
                    if !past_anchor && script.anchored(c, next[c]) {
                        // The anchor itself: get ready, but stay for the move.
                        line.extend(plans[c][next[c]].shifts[played[c]..].iter().map(|s| s.as_move(c)));
                        played[c] = plans[c][next[c]].shifts.len();
                        break;
                    }
                    debug_assert!(event.time == time);
                    line.extend(plans[c][next[c]].shifts[played[c]..].iter().map(|s| s.as_move(c)));
                    next[c] += 1;
                    played[c] = bank_now(line, c, &plans[c][next[c]]);
                }
            }
        };
        shift_until(&mut line, false);
        if let Some(cue) = script.cues.get(time) {
            let [from, to] = cue.ends.map(|StackSlot { column, number }| {
                let c = column as usize;
                Square::new(c, plans[c][script.anchor[time][c]].state.depth(number))
            });
            line.push(match cue.kind {
                MoveKind::Whole => Move::Stack { from, to },
                MoveKind::Part => Move::Transfer { from, to },
                MoveKind::Swap => Move::Swap { a: from, b: to },
            });
        }
        shift_until(&mut line, true);
    }
    for c in 0..COLUMNS {
        let last = &plans[c][script.events[c].len()];
        line.extend(last.shifts[played[c]..].iter().map(|shift| shift.as_move(c)));
    }
    line
}

/// What kind of single move an action is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveKind {
    Whole,
    Part,
    Swap,
}

/// The single move of an action.
struct TimedMove {
    kind: MoveKind,
    ends: [StackSlot; 2],
}

/// All actions, as each column sees them.
struct LineSchedule {
    start: [ColumnState; COLUMNS],
    /// StackSlots that hold trees at the start.
    trees: [u16; COLUMNS],
    events: [Vec<ColumnEvent>; COLUMNS],
    cues: Vec<TimedMove>,
    /// For each action and column, the number of the event at which its single move is played.
    anchor: Vec<[usize; COLUMNS]>,
}

impl LineSchedule {
    fn new(store: &SetStore, position: &Position, steps: &[(Board, BoardAction)]) -> Self {
        let mut script = Self {
            start: [ColumnState { present: 0, mask: 0 }; COLUMNS],
            trees: [0; COLUMNS],
            events: Default::default(),
            cues: Vec::new(),
            anchor: Vec::new(),
        };
        for (square, stack) in position.stacks() {
            let c = square.column();
            let slot = script.start[c].present.count_ones();
            script.start[c].present |= 1 << slot;
            script.start[c].mask |= 1 << square.depth();
            script.trees[c] |= u16::from(stack.is_tree()) << slot;
        }
        let mut slots = steps.first().map(|(root, _)| StackSlots::of(root));
        for (time, (board, step)) in steps.iter().enumerate() {
            let mut log: Vec<AppliedOp> = Vec::new();
            board.play(store, *step, &mut log);
            if let Some(slots) = &mut slots {
                script.add(time, board, *step, &log, slots);
            }
        }
        script
    }

    /// Adds one action; `slots` are those of the board before it, and then after it.
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
            // Banks that the swap asks for come first and change what its places mean.
            BoardAction::Swap(_) => None,
        };
        let mut anchor = [usize::MAX; COLUMNS];
        for applied in log {
            let c = applied.column;
            let slot = |index: u8| slots.at(StackPlace::new(c, index as usize)).number;
            let (gate, effect) = match applied.op {
                ColumnOp::Leave { index, depth } => {
                    (Gate::At { slot: slot(index), depth }, ColumnEffect::Leave { slot: slot(index) })
                }
                ColumnOp::Hold { index, depth, toggle } => {
                    let slot = slot(index);
                    (
                        Gate::At { slot, depth },
                        if toggle { ColumnEffect::Toggle { slot } } else { ColumnEffect::None },
                    )
                }
                ColumnOp::Open { depth } => (Gate::Open { depth }, ColumnEffect::None),
                ColumnOp::Drop { index } => {
                    (Gate::Present { slot: slot(index) }, ColumnEffect::Leave { slot: slot(index) })
                }
                ColumnOp::Toggle { index } => {
                    (Gate::Present { slot: slot(index) }, ColumnEffect::Toggle { slot: slot(index) })
                }
                ColumnOp::Bank { index } => (Gate::Banked { slot: slot(index) }, ColumnEffect::None),
            };
            if !matches!(applied.op, ColumnOp::Bank { .. }) && anchor[c] == usize::MAX {
                ends.get_or_insert_with(|| swap_ends(step, slots));
                anchor[c] = self.events[c].len();
            }
            self.events[c].push(ColumnEvent { time, gate, effect });
            slots.follow(applied);
        }
        let ends = ends.unwrap_or_else(|| swap_ends(step, slots));
        for StackSlot { column, number: slot } in ends {
            let c = column as usize;
            if anchor[c] == usize::MAX {
                anchor[c] = self.events[c].len();
                self.events[c].push(ColumnEvent {
                    time,
                    gate: Gate::Present { slot },
                    effect: ColumnEffect::None,
                });
            }
        }
        let kind = match step {
            BoardAction::Swap(_) => MoveKind::Swap,
            BoardAction::Stack(mv) if board.is_merge(mv) => MoveKind::Whole,
            BoardAction::Stack(_) => MoveKind::Part,
        };
        self.cues.push(TimedMove { kind, ends });
        self.anchor.push(anchor);
    }

    /// Whether an event of a column is the one at which its action's single move is played.
    fn anchored(&self, column: usize, event: usize) -> bool {
        self.anchor[self.events[column][event].time][column] == event
    }

    /// The cheapest way of a column through its events, and on until all its trees are banked.
    fn plan(&self, column: usize) -> Vec<ColumnStage> {
        const SLIDE: u64 = 1 << 32;
        let events = &self.events[column];
        let mut trees = self.trees[column];
        let mut stages: Vec<StateCosts> = Vec::new();
        let start = self.start[column];
        let mut entry = StateCosts(vec![ReachedState { state: start, cost: 0, from: start }]);
        let mut when = 0;
        for number in 0..=events.len() {
            // Slides and banks lead to lesser states, so the greatest is final when its turn comes.
            let mut turn = 0;
            while let Some(&ReachedState { state, cost, .. }) = entry.0.get(turn) {
                turn += 1;
                for &mask in slides_from(state.mask) {
                    entry.offer(ReachedState {
                        state: ColumnState { mask, ..state },
                        cost: cost + SLIDE,
                        from: state,
                    });
                }
                for slot in slots_in(state.present & trees) {
                    entry.offer(ReachedState { state: state.without(slot), cost: cost + when, from: state });
                }
            }
            let reached = std::mem::take(&mut entry);
            if let Some(event) = events.get(number) {
                for &ReachedState { state, cost, .. } in
                    reached.0.iter().rev().filter(|reached| event.passes(reached.state))
                {
                    let state = match event.effect {
                        ColumnEffect::Leave { slot } => state.without(slot),
                        ColumnEffect::None | ColumnEffect::Toggle { .. } => state,
                    };
                    // Entries of a stage remember themselves; what they were before is found again below.
                    entry.offer(ReachedState { state, cost, from: state });
                }
                if let ColumnEffect::Toggle { slot } = event.effect {
                    trees ^= 1 << slot;
                }
                when = event.time as u64 + 1;
            }
            stages.push(reached);
        }
        self.trace(column, &stages, trees)
    }

    /// Walks a finished plan backwards.
    fn trace(&self, column: usize, stages: &[StateCosts], trees: u16) -> Vec<ColumnStage> {
        let events = &self.events[column];
        let mut plan = Vec::new();
        let mut end = None;
        for (number, reached) in stages.iter().enumerate().rev() {
            // Of equally cheap states the least, which comes last.
            let candidates = reached.0.iter().rev().filter(|ReachedState { state, .. }| match end {
                None => state.present & trees == 0,
                Some(after) => {
                    let event = &events[number];
                    event.passes(*state)
                        && match event.effect {
                            ColumnEffect::Leave { slot } => state.without(slot) == after,
                            ColumnEffect::None | ColumnEffect::Toggle { .. } => *state == after,
                        }
                }
            });
            let state =
                candidates.min_by_key(|reached| reached.cost).expect("the actions can be played").state;
            let mut shifts = Vec::new();
            let mut here = state;
            loop {
                let before = reached.from(here);
                if before == here {
                    break;
                }
                shifts.push(shift(before, here));
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

/// The slots in a bit set, lowest first.
fn slots_in(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let slot = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        slot
    })
}

/// What it takes at least to reach a state within a stage.
#[derive(Clone, Copy)]
struct ReachedState {
    state: ColumnState,
    cost: u64,
    /// The state before, or the same one where the stage begins.
    from: ColumnState,
}

/// States with their costs, the greatest first. They are few, so inserting moves little.
#[derive(Default)]
struct StateCosts(Vec<ReachedState>);

impl StateCosts {
    /// The place of a state, or where it would be.
    fn find(&self, state: ColumnState) -> Result<usize, usize> {
        self.0.binary_search_by_key(&Reverse(state.key()), |reached| Reverse(reached.state.key()))
    }

    /// Takes note of a way to reach a state if none that is known is as cheap.
    fn offer(&mut self, way: ReachedState) {
        match self.find(way.state) {
            Err(place) => self.0.insert(place, way),
            Ok(place) if way.cost < self.0[place].cost => self.0[place] = way,
            Ok(_) => {}
        }
    }

    /// Where a state that was reached came from.
    fn from(&self, state: ColumnState) -> ColumnState {
        let place = self.find(state).expect("it was reached");
        self.0[place].from
    }
}

/// The ends of a swap, once its banks are made.
fn swap_ends(step: BoardAction, slots: &StackSlots) -> [StackSlot; 2] {
    let BoardAction::Swap(mv) = step else { unreachable!("a stacking knows its ends") };
    [slots.at(mv.a), slots.at(mv.b)]
}

/// The slide or bank between two neighbouring states.
fn shift(before: ColumnState, after: ColumnState) -> ColumnShift {
    if before.present != after.present {
        return ColumnShift::Bank { at: (before.mask & !after.mask).trailing_zeros() as usize };
    }
    // The first stack that moved leaves its old place or keeps it filled by a follower; it lands on the
    // lowest new depth, and was the first to stand at or behind it.
    let to = (after.mask & !before.mask).trailing_zeros() as usize;
    let from = (before.mask >> to).trailing_zeros() as usize + to;
    ColumnShift::Slide { from, to }
}
