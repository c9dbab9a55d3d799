//! What comes of one board: its stackings, its swaps, or proof that it is dead.
//!
//! # What is dropped
//! Two [`Rule`]s, each of which can be switched off:
//! - **Dead ends.** A board from which too few trees can still come ([`outlook`](crate::solver::bounds::relaxation)). Swaps that
//!   may still come keep it alive: one needs another tree of every colour first, which is again a question
//!   about trees without a swap.
//! - **Idle swaps.** A swap after which neither stack can be stacked at once. *Argument:* among the lines
//!   that reach the goal take one whose swaps come as late as possible, then drop swaps whose stacks are
//!   never used again. A move right after a swap that touches neither of its stacks could be played first,
//!   since the occupied squares are the same, and what can_earn_swap the swap stays earned. So each swap is followed
//!   at once by a stacking, or by another swap, that touches one of its stacks. The rule therefore spares
//!   swaps that can be followed by another swap, swaps of trees, whose banks are not moves here, and swaps after which
//!   riders can be arranged in another way, for what cannot be stacked may be able to then.

use crate::solver::board::action::Action;
use crate::solver::board::arranged::ArrangedBoard;
use crate::solver::board::codes::StackFit;
use crate::solver::board::stackings::StackActions;
use crate::solver::board::{Board, SwapAction};
use crate::solver::bounds::goal::{Goal, UpperBound};
use crate::solver::bounds::relaxation::max_trees;
use crate::solver::config::Rule;
use crate::solver::search::candidate::{Candidate, EntryId, EntryState, Origin};
use crate::solver::search::context::SearchContext;

/// Whether a swap has led to a board on which neither of its stacks can be used at once; `before` is the board
/// just before it, after the banks that earned it.
fn is_idle(context: SearchContext<'_>, goal: Goal, before: &Board, mv: SwapAction, after: &Board) -> bool {
    let another = after.swaps < goal.swaps && !after.ways_to_earn_swap().is_empty();
    let arranged = context.rules.has(Rule::LazyRiders) && after.has_local_transfers();
    if another || arranged || before.has_tree(mv.a, mv.b) {
        return false;
    }
    let unpacked = after.unpack(context.store);
    !unpacked.can_stack(mv.a) && !unpacked.can_stack(mv.b)
}

/// What became of a board that was expanded.
pub(crate) enum ExpansionResult {
    /// The goal cannot come of it, nor any other that is too much for this outlook.
    Dead(UpperBound),
    /// Expanded as far as the goal allows.
    Expanded,
    /// Expanded as far as any goal allows, for no swap can be earned on it.
    Finished,
    /// The goal, by this action, which gives this board; nothing was generated after it.
    Reached(Board, Action),
}

/// What comes of boards that are expanded one after the other.
#[derive(Default)]
pub(crate) struct Successors {
    /// For the same layer.
    pub(crate) here: Vec<Candidate>,
    /// For the next.
    pub(crate) next: Vec<Candidate>,
}

impl Successors {
    /// Expands the board of an entry, as far as its state leaves that to do.
    pub(crate) fn expand(
        &mut self,
        context: SearchContext<'_>,
        goal: Goal,
        id: EntryId,
        board: &Board,
        state: EntryState,
    ) -> ExpansionResult {
        if state != EntryState::WaitingForSwaps {
            let fate = self.stackings(context, goal, id, board);
            if !matches!(fate, ExpansionResult::Expanded) {
                return fate;
            }
        }
        if board.swaps < goal.swaps {
            self.swaps(context, goal, id, board);
        }
        ExpansionResult::Expanded
    }

    fn stackings(
        &mut self,
        context: SearchContext<'_>,
        goal: Goal,
        id: EntryId,
        board: &Board,
    ) -> ExpansionResult {
        let store = context.store;
        let unpacked = board.unpack(store);
        if context.rules.has(Rule::DeadEnds) {
            let outlook = UpperBound::new(board, max_trees(&unpacked));
            if outlook.rules_out(goal) {
                return ExpansionResult::Dead(outlook);
            }
        }
        let (mut stackings, mut can_earn_swap) = (StackActions::new(), false);
        for situation in ArrangedBoard::all(board, store, context.rules) {
            can_earn_swap |= situation.board.can_earn_swap();
            situation.stackings(&unpacked, store, &mut stackings);
            for &(mv, fit) in &stackings {
                let (child, action) = situation.stack(store, mv);
                if fit == StackFit::Merge {
                    self.next.push(Candidate::new(child, Origin::Merge(id, action), store));
                } else {
                    self.here.push(Candidate::new(child, Origin::Transfer(id, action), store));
                }
                if child.trees >= goal.trees {
                    return ExpansionResult::Reached(child, action.into());
                }
            }
        }
        if can_earn_swap { ExpansionResult::Expanded } else { ExpansionResult::Finished }
    }

    fn swaps(&mut self, context: SearchContext<'_>, goal: Goal, id: EntryId, board: &Board) {
        let store = context.store;
        for situation in ArrangedBoard::all(board, store, context.rules) {
            let board = &situation.board;
            for bank in board.ways_to_earn_swap() {
                let banked = board.after_banks(store, bank, &mut ());
                let pairs = banked.swap_pairs(store).into_iter().map(|(a, b)| SwapAction { bank, a, b });
                for mv in pairs.filter(|&mv| situation.considers_swap(mv, &banked)) {
                    let child = board.play_swap(store, mv, &mut ());
                    if context.rules.has(Rule::IdleSwaps) && is_idle(context, goal, &banked, mv, &child) {
                        continue;
                    }
                    let (child, action) = situation.finish_swap(store, mv, child);
                    self.here.push(Candidate::new(child, Origin::Swap(id, action), store));
                }
            }
        }
    }

    /// Forgets everything, for the next board.
    pub(crate) fn clear(&mut self) {
        self.here.clear();
        self.next.clear();
    }

    /// Number of boards generated.
    pub(crate) fn boards(&self) -> u64 {
        (self.here.len() + self.next.len()) as u64
    }
}
