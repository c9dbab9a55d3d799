//! The actions of a search: a stacking or a swap, before which riders are arranged and after which they settle.

use super::local_transfers::ArrangementId;
use super::stackings::{Place, Stacking};
use super::{Board, Exchange, Step};
use crate::solver::column::store::Sets;

/// What riders do before and after a stacking or a swap ([`riders`](super::local_transfers)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arranged<T> {
    /// The arrangements of the columns of its two stacks; zero for the second if that is the first once more. `None`
    /// if riders do not wait: then they settle neither.
    pub(crate) riders: Option<[ArrangementId; 2]>,
    pub(crate) then: T,
}

/// An action of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Stack(Arranged<Stacking>),
    Swap(Arranged<Exchange>),
}

impl From<Arranged<Stacking>> for Action {
    fn from(mv: Arranged<Stacking>) -> Self {
        Self::Stack(mv)
    }
}

impl From<Arranged<Exchange>> for Action {
    fn from(mv: Arranged<Exchange>) -> Self {
        Self::Swap(mv)
    }
}

impl Action {
    /// What it makes of a board.
    pub(crate) fn play(self, board: &Board, lattice: &impl Sets) -> Board {
        let mut arranged = *board;
        for (column, id) in self.arrangements() {
            arranged.arrange(lattice, column, id);
        }
        let child = arranged.play(lattice, self.step(), &mut ());
        if self.riders().is_some() { child.settled(board, lattice) } else { child }
    }

    /// The steps that it stands for, each with the board it is played on.
    pub(crate) fn steps(self, board: &Board, lattice: &impl Sets) -> Vec<(Board, Step)> {
        let mut steps = Vec::new();
        let mut child = *board;
        let mut play = |child: &mut Board, step| {
            steps.push((*child, step));
            *child = child.play(lattice, step, &mut ());
        };
        for (column, id) in self.arrangements() {
            for pass in child.passes_to(lattice, column, id) {
                play(&mut child, Step::Stack(pass));
            }
        }
        play(&mut child, self.step());
        if self.riders().is_some() {
            for pass in child.settling(board) {
                play(&mut child, Step::Stack(pass));
            }
        }
        steps
    }

    const fn step(self) -> Step {
        match self {
            Self::Stack(mv) => Step::Stack(mv.then),
            Self::Swap(mv) => Step::Swap(mv.then),
        }
    }

    const fn riders(self) -> Option<[ArrangementId; 2]> {
        match self {
            Self::Stack(mv) => mv.riders,
            Self::Swap(mv) => mv.riders,
        }
    }

    /// The columns of its stacks, and how they are arranged.
    fn arrangements(self) -> impl Iterator<Item = (usize, ArrangementId)> {
        let places: [Place; 2] = match self {
            Self::Stack(mv) => [mv.then.from, mv.then.to],
            Self::Swap(mv) => [mv.then.a, mv.then.b],
        };
        let riders = self.riders().unwrap_or_default();
        places.into_iter().zip(riders).map(|(place, id)| (place.column as usize, id))
    }
}
