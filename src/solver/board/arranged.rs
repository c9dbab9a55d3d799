//! A board as it is, and as it would be with other arrangements of its arrangement, each with the actions that this is for.

use smallvec::{SmallVec, smallvec};

use super::action::WithArrangement;
use super::codes::StackFit;
use super::local_transfers::{ArrangementId, Arrangements, is_covered_by_arrangements};
use super::stackings::{StackAction, StackActions, StackPlace, UnpackedBoard};
use super::{Board, SwapAction};
use crate::game::{COLUMNS, ROWS};
use crate::solver::column::store::ColumnSets;
use crate::solver::config::{Rule, Rules};

/// A board with its arrangement arranged in one column, or two, or as they are.
///
/// An action has to do with two columns at most (others need only be open, which does not depend on arrangement), so more
/// of them need not be arranged at a time.
pub(crate) struct ArrangedBoard<'b> {
    /// The board as it is.
    own: &'b Board,
    /// The board with its arrangement arranged.
    pub(crate) board: Board,
    /// The arrangement of each column; `None` if arrangement do not wait.
    arrangement: Option<[ArrangementId; COLUMNS]>,
    actions: ActionFilter,
}

/// Which actions a situation is for. Stacks of a column are given as bits.
#[derive(Clone, Copy)]
enum ActionFilter {
    All,
    /// Those in which one of these stacks of a column takes part.
    With(usize, u16),
    /// Those in which a stack of each of two columns takes part, the first of them given first.
    WithBoth([usize; 2], [u16; 2]),
    /// This pass only.
    PassResult(StackAction),
}

impl<'b> ArrangedBoard<'b> {
    /// All situations of a board. The first is the board as it is.
    pub(crate) fn all(board: &'b Board, store: &impl ColumnSets, rules: Rules) -> SmallVec<[Self; 4]> {
        let lazy = rules.has(Rule::LazyRiders);
        let arrangement = lazy.then_some([0; COLUMNS]);
        let mut all = smallvec![Self { own: board, board: *board, arrangement, actions: ActionFilter::All }];
        if !lazy {
            return all;
        }
        let columns: SmallVec<[(usize, Arrangements); 2]> =
            (0..COLUMNS).filter_map(|c| Some((c, Arrangements::new(board, c, store)?))).collect();
        for (number, (c, arrangements)) in columns.iter().enumerate() {
            for id in arrangements.others() {
                let moved = arrangements.moved(id);
                let one = all[0].arranged(*c, arrangements, id, ActionFilter::With(*c, moved));
                for (d, others) in &columns[number + 1..] {
                    all.extend(others.others().map(|id| {
                        let both = ActionFilter::WithBoth([*c, *d], [moved, others.moved(id)]);
                        one.arranged(*d, others, id, both)
                    }));
                }
                all.push(one);
            }
            for &(id, hand) in &arrangements.apart {
                let pass = ActionFilter::PassResult(hand.stacking(*c));
                all.push(all[0].arranged(*c, arrangements, id, pass));
            }
        }
        all
    }

    /// The same with another arrangement in a column that is as it was.
    fn arranged(
        &self,
        column: usize,
        arrangements: &Arrangements,
        id: ArrangementId,
        actions: ActionFilter,
    ) -> Self {
        let Self { own, mut board, mut arrangement, .. } = *self;
        arrangements.arrange(&mut board, column, id);
        if let Some(arrangement) = &mut arrangement {
            arrangement[column] = id;
        }
        Self { own, board, arrangement, actions }
    }

    /// Finds the stackings it is for; `own` is the board as it is, taken apart.
    pub(crate) fn stackings(
        &self,
        own: &UnpackedBoard<'_>,
        store: &impl ColumnSets,
        found: &mut StackActions,
    ) {
        match self.actions {
            ActionFilter::All => own.stackings(found),
            ActionFilter::With(column, some) => self.board.unpack(store).stackings_of(column, some, found),
            ActionFilter::WithBoth(columns, some) => {
                self.board.unpack(store).stackings_between(columns, some, found);
            }
            ActionFilter::PassResult(pass) => {
                found.clear();
                found.push((pass, StackFit::Transfer));
                return;
            }
        }
        if self.arrangement.is_some() {
            found.retain(|&mut (mv, _)| !is_covered_by_arrangements(&self.board, mv));
        }
    }

    /// Whether it is for a swap that comes after these banks, which have made `banked` of it.
    pub(crate) fn is_for(&self, mv: SwapAction, banked: &Board) -> bool {
        let one_of = |column: usize, some: u16, place: StackPlace| {
            if place.column as usize != column {
                return false;
            }
            let bank = mv.bank[column];
            if banked.len(column) + bank.count_ones() as usize != self.board.len(column) {
                // Other trees have gone with those that are banked, so that indices tell little.
                return true;
            }
            let before = (0..ROWS)
                .filter(|i| bank >> i & 1 == 1)
                .fold(place.index as usize, |index, gone| index + usize::from(gone <= index));
            some >> before & 1 == 1
        };
        match self.actions {
            ActionFilter::All => true,
            ActionFilter::With(column, some) => one_of(column, some, mv.a) || one_of(column, some, mv.b),
            ActionFilter::WithBoth([c, d], [some, others]) => {
                one_of(c, some, mv.a) && one_of(d, others, mv.b)
                    || one_of(d, others, mv.a) && one_of(c, some, mv.b)
            }
            ActionFilter::PassResult(_) => false,
        }
    }

    /// A stacking as an action of the board as it is, and what comes of it.
    pub(crate) fn stack(
        &self,
        store: &impl ColumnSets,
        mv: StackAction,
    ) -> (Board, WithArrangement<StackAction>) {
        let action = self.action(mv, mv.from, mv.to);
        (self.normalised(self.board.stack(store, mv, &mut ()), store), action)
    }

    /// The same for a swap, given what comes of it before arrangement settle.
    pub(crate) fn settle(
        &self,
        store: &impl ColumnSets,
        mv: SwapAction,
        child: Board,
    ) -> (Board, WithArrangement<SwapAction>) {
        (self.normalised(child, store), self.action(mv, mv.a, mv.b))
    }

    fn normalised(&self, child: Board, store: &impl ColumnSets) -> Board {
        if self.arrangement.is_some() { child.normalised(self.own, store) } else { child }
    }

    /// An action of two stacks.
    fn action<T>(&self, then: T, a: StackPlace, b: StackPlace) -> WithArrangement<T> {
        let [a, b] = [a.column as usize, b.column as usize];
        WithArrangement {
            arrangement: self
                .arrangement
                .map(|arrangement| [arrangement[a], if a == b { 0 } else { arrangement[b] }]),
            then,
        }
    }
}
