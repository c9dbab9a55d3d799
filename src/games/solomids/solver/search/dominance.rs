//! Dominance (subsumption) between comparable boards, and their unions.
//!
//! *Comparable* boards have used the same number of swaps, and their orders differ in trees at most.
//!
//! Two [`Pruning`]s, each of which can be switched off:
//! - **Domination.** *Statement:* a board that another one dominates may be dropped. *Argument:*
//!   1. Each member of the dominated board is a member of the other, and what can be played from it there can be played
//!      from it here.
//!   2. A tree that the dominated order lacks was banked, so these members may be those members of the other board in
//!      which it is banked.
//!   3. But where a tree is gone, stacks may have become neighbours between which there are
//!      [local transfers](crate::games::solomids::solver::board::local_transfers), and what these make of the members only the board
//!      without the tree implies. That board does not count as dominated.
//!   4. And where a local transfer is possible only if trees that the dominated order lacks are banked, the other board
//!      leaves it to an action of its own ([`has_transfers_without`]), whose result is a board without these trees: the one
//!      that is in question. That board does not count as dominated either.
//!   5. Everywhere else the neighbours are the same, so local transfers make the same positions of the same members, and
//!      both boards consider the same arrangements. An order that changes only after a further action is left to what that
//!      action leads to, on either board.
//! - **Unions.** *Statement:* two boards that differ in one column set only may become one board with the union of both
//!   sets, **which is then expanded itself**. *Argument:* the other four sets are equal, so the union of the two products is a
//!   product, and its members are exactly the members of both; a union of sets that are closed under slides and banks is
//!   closed. To have expanded both parts is not enough: a part may leave a transfer to an action of its own, whose
//!   result the union, which considers that transfer itself, dominates.
//!
//! *Test:* `tests/solomids/differential.rs` compares verdicts with a plain search, with each rule and without it;
//! `board/tests.rs` compares what follows from boards and from boards that dominate them.

use super::context::SearchContext;
use super::dominance_index::{CoverFilter, DominanceGroup};
use crate::games::solomids::game::COLUMNS;
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::board::arrangements::has_transfers_without;
use crate::games::solomids::solver::board::codes::{extra_trees, without_trees};
use crate::games::solomids::solver::board::local_transfers::separates_transfer_partners;
use crate::games::solomids::solver::column::store::SetStore;
use crate::games::solomids::solver::config::Pruning;

/// Whether two boards are comparable: the same number of swaps used, and orders that differ in trees at most.
pub(crate) fn comparable(a: &Board, b: &Board) -> bool {
    let mut orders = a.order.into_iter().zip(b.order);
    a.swaps == b.swaps && orders.all(|(a, b)| a == b || without_trees(a) == without_trees(b))
}

/// Whether board `a` dominates board `b`: it has every member of `b`, and implies what `b` implies.
pub(crate) fn dominates(store: &SetStore, a: &Board, b: &Board) -> bool {
    let same_order = |&c: &usize| a.order[c] == b.order[c];
    // Nearly all pairs fail in columns with equal orders, which are compared fast.
    a.swaps == b.swaps
        && (0..COLUMNS).filter(same_order).all(|c| store.is_superset(a.set[c], b.set[c], 0))
        && (0..COLUMNS).filter(|c| !same_order(c)).all(|c| {
            extra_trees(a.order[c], b.order[c]).is_some_and(|extra_trees| {
                store.is_superset(a.set[c], b.set[c], extra_trees)
                    && !separates_transfer_partners(a.order[c], extra_trees)
                    && !has_transfers_without(a, c, extra_trees, store)
            })
        })
}

/// Whether two boards have equal orders and swaps used, and differ in the set of exactly one column.
pub(crate) fn differ_in_one_column(a: &Board, b: &Board) -> bool {
    (a.order, a.swaps) == (b.order, b.swaps) && (0..COLUMNS).filter(|&c| a.set[c] != b.set[c]).count() == 1
}

/// The union of two boards that differ in the set of one column only.
pub(crate) fn union(store: &SetStore, a: &Board, b: &Board) -> Board {
    debug_assert!(
        comparable(a, b) && differ_in_one_column(a, b),
        "no product holds just the members of both"
    );
    let set = |c| if a.set[c] == b.set[c] { a.set[c] } else { store.union(a.set[c], b.set[c]) };
    Board { set: std::array::from_fn(set), ..*a }
}

/// Whether one of the boards at the indices `candidates` equals or dominates a board.
pub(crate) fn is_dominated(
    context: SearchContext<'_>,
    board: &Board,
    mut candidates: impl Iterator<Item = u32>,
    boards: &[Board],
) -> bool {
    let by_dominance = context.pruning.has(Pruning::Domination);
    candidates.any(|index| {
        let other = &boards[index as usize];
        other == board || by_dominance && dominates(context.store, other, board)
    })
}

/// Removes from its group the boards that a new board dominates.
pub(crate) fn remove_dominated(
    context: SearchContext<'_>,
    (board, cover_filter): (&Board, CoverFilter),
    group: &mut DominanceGroup<'_>,
    boards: &[Board],
) {
    if context.pruning.has(Pruning::Domination) {
        group.retain(cover_filter, |index| !dominates(context.store, board, &boards[index as usize]));
    }
}

/// Removes from its group the boards that a new board dominates, and the first other one that it can be united with.
/// Returns the index of the latter, and passes the indices of all that it removes to `removed`.
pub(crate) fn remove_dominated_and_partner(
    context: SearchContext<'_>,
    (board, cover_filter): (&Board, CoverFilter),
    group: &mut DominanceGroup<'_>,
    boards: &[Board],
    mut removed: impl FnMut(u32),
) -> Option<u32> {
    let SearchContext { store, pruning, .. } = context;
    let mut partner = None;
    group.retain(cover_filter, |index| {
        let other = &boards[index as usize];
        let mut remove = pruning.has(Pruning::Domination) && dominates(store, board, other);
        if !remove && pruning.has(Pruning::Unions) && partner.is_none() {
            remove = differ_in_one_column(board, other);
            partner = remove.then_some(index);
        }
        if remove {
            removed(index);
        }
        !remove
    });
    partner
}
