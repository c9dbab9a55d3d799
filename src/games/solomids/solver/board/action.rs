//! Actions of a search: a stacking or a swap, alone or with the local transfers before and after it.

use super::arrangements::ArrangementId;
use super::op_log::OpLog;
use super::product::Board;
use super::stackings::{StackAction, StackPlace};
use super::swaps::SwapAction;
use crate::games::solomids::solver::column::store::ColumnSets;

/// A stacking or a swap, without local transfers before or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardAction {
    /// A merge or a transfer.
    Stack(StackAction),
    /// A swap with the banks that earn it.
    Swap(SwapAction),
}

impl Board {
    /// Plays an action that the board allows.
    pub(crate) fn play(&self, store: &impl ColumnSets, action: BoardAction, log: &mut impl OpLog) -> Self {
        match action {
            BoardAction::Stack(mv) => self.stack(store, mv, log),
            BoardAction::Swap(mv) => self.play_swap(store, mv, log),
        }
    }
}

/// A stacking or a swap with the arrangement that it is played on ([`local_transfers`](super::local_transfers)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WithArrangement<T> {
    /// Arrangements of the columns of its two stacks; the second is zero if both stand in one column. `None` without
    /// lazy expansion: then no normal form follows either.
    pub(crate) arrangement: Option<[ArrangementId; 2]>,
    /// The stacking or swap.
    pub(crate) then: T,
}

/// An action of a search: arranges two columns, plays, and normalises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A merge or a transfer.
    Stack(WithArrangement<StackAction>),
    /// A swap with the banks that earn it.
    Swap(WithArrangement<SwapAction>),
}

impl From<WithArrangement<StackAction>> for Action {
    fn from(mv: WithArrangement<StackAction>) -> Self {
        Self::Stack(mv)
    }
}

impl From<WithArrangement<SwapAction>> for Action {
    fn from(mv: WithArrangement<SwapAction>) -> Self {
        Self::Swap(mv)
    }
}

impl Action {
    /// Plays the action on a board that allows it.
    pub(crate) fn play(self, board: &Board, store: &impl ColumnSets) -> Board {
        let mut arranged = *board;
        for (column, id) in self.arrangements() {
            arranged.arrange(store, column, id);
        }
        let child = arranged.play(store, self.step(), &mut ());
        if self.arrangement().is_some() { child.normalised(board, store) } else { child }
    }

    /// Expands the action into single steps, each with the board that it is played on.
    pub(crate) fn steps(self, board: &Board, store: &impl ColumnSets) -> Vec<(Board, BoardAction)> {
        let mut steps = Vec::new();
        let mut child = *board;
        let mut play = |child: &mut Board, step| {
            steps.push((*child, step));
            *child = child.play(store, step, &mut ());
        };
        for (column, id) in self.arrangements() {
            for transfer in child.transfers_to(store, column, id) {
                play(&mut child, BoardAction::Stack(transfer));
            }
        }
        play(&mut child, self.step());
        if self.arrangement().is_some() {
            for transfer in child.normalising_transfers(board) {
                play(&mut child, BoardAction::Stack(transfer));
            }
        }
        steps
    }

    /// Returns the stacking or swap.
    const fn step(self) -> BoardAction {
        match self {
            Self::Stack(mv) => BoardAction::Stack(mv.then),
            Self::Swap(mv) => BoardAction::Swap(mv.then),
        }
    }

    /// Returns the arrangements of the columns of its two stacks.
    const fn arrangement(self) -> Option<[ArrangementId; 2]> {
        match self {
            Self::Stack(mv) => mv.arrangement,
            Self::Swap(mv) => mv.arrangement,
        }
    }

    /// Returns the columns of its two stacks with their arrangements.
    fn arrangements(self) -> impl Iterator<Item = (usize, ArrangementId)> {
        let places: [StackPlace; 2] = match self {
            Self::Stack(mv) => [mv.then.from, mv.then.to],
            Self::Swap(mv) => [mv.then.a, mv.then.b],
        };
        let arrangement = self.arrangement().unwrap_or_default();
        places.into_iter().zip(arrangement).map(|(place, id)| (place.column as usize, id))
    }
}
