//! Actions of a search: a stacking or a swap, alone or with the local transfers before and after it; and the expansion of a
//! board: the board itself and its arrangements, each with the actions to consider on it.

use smallvec::{SmallVec, smallvec};

use super::codes::StackFit;
use super::local_transfers::{ArrangementId, Arrangements, is_covered_by_arrangements};
use super::product::{Board, OpLog, StackAction, StackActions, StackPlace, UnpackedBoard};
use super::swaps::SwapAction;
use crate::games::solomids::game::{COLUMNS, ROWS};
use crate::games::solomids::solver::column::ColumnSets;
use crate::games::solomids::solver::config::{Pruning, PruningSet};

/// A stacking or a swap, without local transfers before or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardAction {
    Stack(StackAction),
    Swap(SwapAction),
}

/// A stacking or a swap with the board that it is played on.
pub(crate) type Step = (Board, BoardAction);

impl From<StackAction> for BoardAction {
    fn from(mv: StackAction) -> Self {
        Self::Stack(mv)
    }
}

impl From<SwapAction> for BoardAction {
    fn from(mv: SwapAction) -> Self {
        Self::Swap(mv)
    }
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
    pub(super) arrangement: Option<[ArrangementId; 2]>,
    pub(crate) then: T,
}

/// An action of a search: arranges two columns, plays, and normalises.
pub(crate) type Action = WithArrangement<BoardAction>;

impl<T: Into<BoardAction>> WithArrangement<T> {
    pub(crate) fn action(self) -> Action {
        WithArrangement { arrangement: self.arrangement, then: self.then.into() }
    }
}

impl Action {
    /// Plays the action on a board that allows it: what its steps lead to.
    #[cfg(test)]
    pub(crate) fn play(self, board: &Board, store: &impl ColumnSets) -> Board {
        let mut arranged = *board;
        for (column, id) in self.arrangements() {
            arranged.arrange(store, column, id);
        }
        let child = arranged.play(store, self.then, &mut ());
        if self.arrangement.is_some() { child.normalised(board, store) } else { child }
    }

    pub(crate) fn steps(self, board: &Board, store: &impl ColumnSets) -> Vec<Step> {
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
        play(&mut child, self.then);
        if self.arrangement.is_some() {
            for transfer in child.normalising_transfers(board) {
                play(&mut child, BoardAction::Stack(transfer));
            }
        }
        steps
    }

    fn arrangements(self) -> impl Iterator<Item = (usize, ArrangementId)> {
        let places: [StackPlace; 2] = match self.then {
            BoardAction::Stack(mv) => [mv.from, mv.to],
            BoardAction::Swap(mv) => [mv.a, mv.b],
        };
        let arrangement = self.arrangement.unwrap_or_default();
        places.into_iter().zip(arrangement).map(|(place, id)| (place.column as usize, id))
    }
}

/// A board with arrangements in at most two columns, and the actions to consider on it.
///
/// Two columns are enough: an action involves stacks of two columns at most, and whether the columns between are empty
/// at a depth does not depend on their arrangement.
pub(crate) struct ArrangedBoard<'b> {
    own: &'b Board,
    pub(crate) board: Board,
    /// Arrangement of each column; `None` without lazy expansion.
    arrangements: Option<[ArrangementId; COLUMNS]>,
    actions: ActionFilter,
}

/// Actions to consider on an arranged board. Stacks are bit sets of indices of a column.
#[derive(Clone, Copy)]
enum ActionFilter {
    All,
    /// Actions that involve one of these stacks of a column.
    With(usize, u16),
    /// Actions that involve one of these stacks of each of two columns, the lower column first.
    WithBoth([usize; 2], [u16; 2]),
    Only(StackAction),
}

impl<'b> ArrangedBoard<'b> {
    /// Returns the board itself, first, and its arrangements.
    pub(crate) fn all(board: &'b Board, store: &impl ColumnSets, pruning: PruningSet) -> SmallVec<[Self; 4]> {
        let lazy = pruning.has(Pruning::LazyTransfers);
        let arrangements = lazy.then_some([0; COLUMNS]);
        let mut all = smallvec![Self { own: board, board: *board, arrangements, actions: ActionFilter::All }];
        if !lazy {
            return all;
        }
        let columns: SmallVec<[(usize, Arrangements); 2]> =
            (0..COLUMNS).filter_map(|c| Some((c, Arrangements::new(board, c, store)?))).collect();
        for (number, (c, arrangements)) in columns.iter().enumerate() {
            for id in arrangements.others() {
                let changed = arrangements.changed_stacks(id);
                let one = all[0].with_arrangement(*c, arrangements, id, ActionFilter::With(*c, changed));
                for (d, others) in &columns[number + 1..] {
                    all.extend(others.others().map(|id| {
                        let stacks = [changed, others.changed_stacks(id)];
                        one.with_arrangement(*d, others, id, ActionFilter::WithBoth([*c, *d], stacks))
                    }));
                }
                all.push(one);
            }
            for change in &arrangements.order_changing {
                let transfer = ActionFilter::Only(change.transfer.stacking(*c));
                all.push(all[0].with_arrangement(*c, arrangements, change.on, transfer));
            }
        }
        all
    }

    /// Returns the board with another arrangement of a column that has the expanded board's own.
    fn with_arrangement(
        &self,
        column: usize,
        of_column: &Arrangements,
        id: ArrangementId,
        actions: ActionFilter,
    ) -> Self {
        let Self { own, mut board, mut arrangements, .. } = *self;
        of_column.arrange(&mut board, column, id);
        if let Some(arrangements) = &mut arrangements {
            arrangements[column] = id;
        }
        Self { own, board, arrangements, actions }
    }

    /// Generates the stackings to consider; `own` is the expanded board, unpacked.
    pub(crate) fn stackings(
        &self,
        own: &UnpackedBoard<'_>,
        store: &impl ColumnSets,
        found: &mut StackActions,
    ) {
        match self.actions {
            ActionFilter::All => own.stackings(found),
            ActionFilter::With(column, stacks) => {
                self.board.unpack(store).stackings_of(column, stacks, found);
            }
            ActionFilter::WithBoth(columns, stacks) => {
                self.board.unpack(store).stackings_between(columns, stacks, found);
            }
            ActionFilter::Only(transfer) => {
                found.clear();
                found.push((transfer, StackFit::Transfer));
                return;
            }
        }
        if self.arrangements.is_some() {
            found.retain(|&mut (mv, _)| !is_covered_by_arrangements(&self.board, mv));
        }
    }

    /// Tests whether to consider a swap; `banked` is this board after the banks of the swap.
    pub(crate) fn considers_swap(&self, mv: SwapAction, banked: &Board) -> bool {
        let is_among = |place: StackPlace, column: usize, stacks: u16| {
            if place.column as usize != column {
                return false;
            }
            let bank = mv.bank[column];
            if banked.len(column) + bank.count_ones() as usize != self.board.len(column) {
                // Other trees left the order with those that are banked, so indices cannot be traced back.
                return true;
            }
            let index_before = (0..ROWS)
                .filter(|i| bank >> i & 1 == 1)
                .fold(place.index as usize, |index, banked| index + usize::from(banked <= index));
            stacks >> index_before & 1 == 1
        };
        match self.actions {
            ActionFilter::All => true,
            ActionFilter::With(column, stacks) => {
                is_among(mv.a, column, stacks) || is_among(mv.b, column, stacks)
            }
            ActionFilter::WithBoth([c, d], [of_c, of_d]) => {
                is_among(mv.a, c, of_c) && is_among(mv.b, d, of_d)
                    || is_among(mv.a, d, of_d) && is_among(mv.b, c, of_c)
            }
            ActionFilter::Only(_) => false,
        }
    }

    /// Plays a stacking. Returns the resulting board, and the action of the expanded board that leads there.
    pub(crate) fn stack(
        &self,
        store: &impl ColumnSets,
        mv: StackAction,
    ) -> (Board, WithArrangement<StackAction>) {
        let action = self.action(mv, mv.from, mv.to);
        (self.normalised(self.board.stack(store, mv, &mut ()), store), action)
    }

    /// Completes a swap, given the board after it. Returns the resulting board, normalised, and the action of the
    /// expanded board that leads there.
    pub(crate) fn finish_swap(
        &self,
        store: &impl ColumnSets,
        mv: SwapAction,
        child: Board,
    ) -> (Board, WithArrangement<SwapAction>) {
        (self.normalised(child, store), self.action(mv, mv.a, mv.b))
    }

    /// Normalises a successor under lazy expansion.
    fn normalised(&self, child: Board, store: &impl ColumnSets) -> Board {
        if self.arrangements.is_some() { child.normalised(self.own, store) } else { child }
    }

    fn action<T>(&self, then: T, a: StackPlace, b: StackPlace) -> WithArrangement<T> {
        let [a, b] = [a.column as usize, b.column as usize];
        let of_both = |ids: [ArrangementId; COLUMNS]| [ids[a], if a == b { 0 } else { ids[b] }];
        WithArrangement { arrangement: self.arrangements.map(of_both), then }
    }
}
