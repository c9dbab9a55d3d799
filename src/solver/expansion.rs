//! What comes of one board: its stackings, its swaps, or proof that it is dead.
//!
//! # What is dropped
//! Two [`Rule`]s, each of which can be switched off:
//! - **Dead ends.** A board from which too few trees can still come ([`outlook`](super::outlook)). Swaps that
//!   may still come keep it alive: one needs another tree of every colour first, which is again a question
//!   about trees without a swap.
//! - **Idle swaps.** A swap after which neither stack can be stacked at once. *Argument:* among the lines
//!   that reach the goal take one whose swaps come as late as possible, then drop swaps whose stacks are
//!   never used again. A move right after a swap that touches neither of its stacks could be played first,
//!   since the occupied squares are the same, and what earns the swap stays earned. So each swap is followed
//!   at once by a stacking, or by another swap, that touches one of its stacks. The rule therefore spares
//!   swaps that can be followed by another swap, and swaps of trees, whose banks are not moves here.

use super::board::{Board, Exchange};
use super::codes::Fit;
use super::layer::{Context, EntryId, Offer, Origin, State};
use super::limits::Rule;
use super::outlook::prospects;
use super::riders::{Action, Arranged, Situation, Whom, is_understood};
use super::stackings::Stackings;
use crate::game::COLOURS;

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    /// At least so many trees in the end.
    pub(super) trees: u8,
    /// With at most so many swaps in all.
    pub(super) swaps: u8,
}

/// Whether the goal is out of reach for certain, given what each colour can still complete without a swap.
pub(super) fn is_dead(board: &Board, prospects: [u8; COLOURS], goal: Goal) -> bool {
    let swap_may_come = board.swaps < goal.swaps && prospects.iter().all(|&trees| trees > board.swaps);
    prospects.iter().sum::<u8>() < goal.trees && !swap_may_come
}

/// What became of a board that was expanded.
pub(super) enum Fate {
    /// Nothing can come of it.
    Dead,
    Expanded,
    /// The goal, by this action, which gives this board; nothing was generated after it.
    Reached(Board, Action),
}

/// What comes of boards that are expanded one after the other.
#[derive(Default)]
pub(super) struct Offspring {
    /// For the same layer.
    pub(super) here: Vec<Offer>,
    /// For the next.
    pub(super) next: Vec<Offer>,
}

impl Offspring {
    /// Expands the board of an entry, as far as its state leaves that to do.
    pub(super) fn expand(
        &mut self,
        context: Context<'_>,
        goal: Goal,
        id: EntryId,
        board: &Board,
        state: State,
    ) -> Fate {
        if state != State::WaitingForSwaps {
            let fate = self.stackings(context, goal, id, board);
            if !matches!(fate, Fate::Expanded) {
                return fate;
            }
        }
        if board.swaps < goal.swaps {
            self.swaps(context, goal, id, board);
        }
        Fate::Expanded
    }

    fn stackings(&mut self, context: Context<'_>, goal: Goal, id: EntryId, board: &Board) -> Fate {
        let lattice = context.lattice;
        let unpacked = board.unpack(lattice);
        if context.rules.has(Rule::DeadEnds) && is_dead(board, prospects(&unpacked), goal) {
            return Fate::Dead;
        }
        let mut found = Stackings::new();
        unpacked.stackings(&mut found);
        if !context.rules.has(Rule::LazyRiders) {
            return self.stack_all(context, goal, id, board, &Situation::only(board), &found);
        }
        let here = Situation::of(board);
        found.retain(|&mut (mv, _)| !is_understood(board, mv));
        if let done @ Fate::Reached(..) = self.stack_all(context, goal, id, board, &here, &found) {
            return done;
        }
        let mut fate = Fate::Expanded;
        here.others(lattice, |situation, stackings| {
            if matches!(fate, Fate::Expanded) {
                stackings.find(situation, lattice, &mut found);
                fate = self.stack_all(context, goal, id, board, situation, &found);
            }
        });
        fate
    }

    fn stack_all(&mut self, context: Context<'_>, goal: Goal, id: EntryId, before: &Board, situation: &Situation, found: &Stackings) -> Fate {
        for &(then, fit) in found {
            let child = situation.board.stack(context.lattice, then, &mut ());
            let riders = situation.riders(then.from, then.to);
            let child = if riders.is_some() { child.settled(before, context.lattice) } else { child };
            let mv = Arranged { riders, then };
            if fit == Fit::Merge {
                self.next.push(Offer::new(child, Origin::Merge(id, mv)));
            } else {
                self.here.push(Offer::new(child, Origin::Transfer(id, mv)));
            }
            if child.trees >= goal.trees {
                return Fate::Reached(child, mv.into());
            }
        }
        Fate::Expanded
    }

    fn swaps(&mut self, context: Context<'_>, goal: Goal, id: EntryId, board: &Board) {
        if !context.rules.has(Rule::LazyRiders) {
            return self.swap_all(context, goal, id, board, &Situation::only(board), &Whom::All);
        }
        let here = Situation::of(board);
        self.swap_all(context, goal, id, board, &here, &Whom::All);
        here.others(context.lattice, |situation, whom| self.swap_all(context, goal, id, board, situation, whom));
    }

    fn swap_all(&mut self, context: Context<'_>, goal: Goal, id: EntryId, before: &Board, situation: &Situation, whom: &Whom) {
        let lattice = context.lattice;
        let board = &situation.board;
        for bank in board.earnings() {
            let banked = board.after_banks(lattice, bank, &mut ());
            for (a, b) in banked.pairs(lattice) {
                if !whom.concerns(board, &banked, bank, a, b) {
                    continue;
                }
                let then = Exchange { bank, a, b };
                let child = board.exchange(lattice, then, &mut ());
                let riders = situation.riders(a, b);
                let idle = || {
                    let another = child.swaps < goal.swaps && !child.earnings().is_empty();
                    let others = riders.is_some() && child.has_riders();
                    !another && !others && !banked.has_tree(a, b) && {
                        let unpacked = child.unpack(lattice);
                        !unpacked.can_stack(a) && !unpacked.can_stack(b)
                    }
                };
                if !(context.rules.has(Rule::IdleSwaps) && idle()) {
                    let child = if riders.is_some() { child.settled(before, lattice) } else { child };
                    self.here.push(Offer::new(child, Origin::Swap(id, Arranged { riders, then })));
                }
            }
        }
    }

    /// Number of boards generated.
    pub(super) fn boards(&self) -> u64 {
        (self.here.len() + self.next.len()) as u64
    }
}
