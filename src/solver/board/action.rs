//! The actions of a search: a stacking or a swap, before which arrangement are arranged and after which they settle.

use super::local_transfers::ArrangementId;
use super::stackings::{StackAction, StackPlace};
use super::{Board, BoardAction, SwapAction};
use crate::solver::column::store::ColumnSets;

/// What arrangement do before and after a stacking or a swap ([`arrangement`](super::local_transfers)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WithArrangement<T> {
    /// The arrangements of the columns of its two stacks; zero for the second if that is the first once more. `None`
    /// if arrangement do not wait: then they settle neither.
    pub(crate) arrangement: Option<[ArrangementId; 2]>,
    pub(crate) then: T,
}

/// An action of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Stack(WithArrangement<StackAction>),
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
    /// What it makes of a board.
    pub(crate) fn play(self, board: &Board, store: &impl ColumnSets) -> Board {
        let mut arranged = *board;
        for (column, id) in self.arrangements() {
            arranged.arrange(store, column, id);
        }
        let child = arranged.play(store, self.step(), &mut ());
        if self.arrangement().is_some() { child.normalised(board, store) } else { child }
    }

    /// The steps that it stands for, each with the board it is played on.
    pub(crate) fn steps(self, board: &Board, store: &impl ColumnSets) -> Vec<(Board, BoardAction)> {
        let mut steps = Vec::new();
        let mut child = *board;
        let mut play = |child: &mut Board, step| {
            steps.push((*child, step));
            *child = child.play(store, step, &mut ());
        };
        for (column, id) in self.arrangements() {
            for pass in child.transfers_to(store, column, id) {
                play(&mut child, BoardAction::Stack(pass));
            }
        }
        play(&mut child, self.step());
        if self.arrangement().is_some() {
            for pass in child.normalising_transfers(board) {
                play(&mut child, BoardAction::Stack(pass));
            }
        }
        steps
    }

    const fn step(self) -> BoardAction {
        match self {
            Self::Stack(mv) => BoardAction::Stack(mv.then),
            Self::Swap(mv) => BoardAction::Swap(mv.then),
        }
    }

    const fn arrangement(self) -> Option<[ArrangementId; 2]> {
        match self {
            Self::Stack(mv) => mv.arrangement,
            Self::Swap(mv) => mv.arrangement,
        }
    }

    /// The columns of its stacks, and how they are arranged.
    fn arrangements(self) -> impl Iterator<Item = (usize, ArrangementId)> {
        let places: [StackPlace; 2] = match self {
            Self::Stack(mv) => [mv.then.from, mv.then.to],
            Self::Swap(mv) => [mv.then.a, mv.then.b],
        };
        let arrangement = self.arrangement().unwrap_or_default();
        places.into_iter().zip(arrangement).map(|(place, id)| (place.column as usize, id))
    }
}
