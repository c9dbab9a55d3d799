//! Boards that could make each other needless: those with the same number of swaps used whose orders differ, if at all,
//! in trees that one has and the other has not.
//!
//! Two [`Rule`]s, each of which can be switched off:
//! - **Domination.** A board that another one dominates is dropped. *Argument:* what can be played from a
//!   member of the one can be played from the same member of the other. A tree that an order lacks was banked, so these
//!   may be those members of the other board in which it is banked. But where a tree is gone, stacks may be neighbours
//!   that could hand each other [`riders`](crate::solver::board::local_transfers), and what comes of that is implied by the board without the
//!   tree only. Such a board is not covered. Everywhere else the neighbours are the same, and what passes make of
//!   members of the one they make of the same members of the other.
//! - **Unions.** Two boards that differ in one column set only become one with the union of both sets.
//!   *Argument:* the union has exactly the members of both, and a set is closed if its parts are.

use super::dominance_index::{CoverFilter, DominanceGroup};
use crate::game::COLUMNS;
use crate::solver::board::Board;
use crate::solver::board::codes::{extra_trees, without_trees};
use crate::solver::board::local_transfers::separates_transfer_partners;
use crate::solver::column::store::SetStore;
use crate::solver::config::{Rule, Rules};

/// Whether two boards have the same swaps used and the same orders, trees apart.
pub(crate) fn comparable(a: &Board, b: &Board) -> bool {
    let mut orders = a.order.into_iter().zip(b.order);
    a.swaps == b.swaps && orders.all(|(a, b)| a == b || without_trees(a) == without_trees(b))
}

/// Whether a board has every member of another, and implies what it implies.
pub(crate) fn dominates(store: &SetStore, a: &Board, b: &Board) -> bool {
    let alike = |&c: &usize| a.order[c] == b.order[c];
    // Nearly always it shows in columns that are easy to compare.
    a.swaps == b.swaps
        && (0..COLUMNS).filter(alike).all(|c| store.is_superset(a.set[c], b.set[c], 0))
        && (0..COLUMNS).filter(|c| !alike(c)).all(|c| {
            extra_trees(a.order[c], b.order[c]).is_some_and(|extra_trees| {
                store.is_superset(a.set[c], b.set[c], extra_trees)
                    && !separates_transfer_partners(a.order[c], extra_trees)
            })
        })
}

/// Whether two boards have the same orders and swaps used, and sets that differ in one column only.
pub(crate) fn differ_in_one_column(a: &Board, b: &Board) -> bool {
    (a.order, a.swaps) == (b.order, b.swaps) && (0..COLUMNS).filter(|&c| a.set[c] != b.set[c]).count() == 1
}

/// The union of two rivals that differ in the set of one column only.
pub(crate) fn union(store: &SetStore, a: &Board, b: &Board) -> Board {
    debug_assert!(
        comparable(a, b) && differ_in_one_column(a, b),
        "no product holds just the members of both"
    );
    let set = |c| if a.set[c] == b.set[c] { a.set[c] } else { store.union(a.set[c], b.set[c]) };
    Board { set: std::array::from_fn(set), ..*a }
}

/// Whether some of its rivals make a newcomer needless.
pub(crate) fn is_dominated<'b>(
    store: &SetStore,
    rules: Rules,
    mut rivals: impl Iterator<Item = u32>,
    newcomer: &Board,
    boards: impl Fn(u32) -> &'b Board,
) -> bool {
    let by_dominance = rules.has(Rule::Domination);
    rivals.any(|index| {
        let it = boards(index);
        it == newcomer || by_dominance && dominates(store, it, newcomer)
    })
}

/// Drops those of a group that a newcomer of this cover_filter makes needless, and one that it can be joined with, which is
/// returned; `dropped` is told the numbers of them all.
pub(crate) fn remove_dominated<'b>(
    group: &mut DominanceGroup<'_>,
    store: &SetStore,
    rules: Rules,
    (newcomer, cover_filter): (&Board, CoverFilter),
    boards: impl Fn(u32) -> &'b Board,
    mut dropped: impl FnMut(u32),
) -> Option<u32> {
    let mut partner = None;
    group.retain(cover_filter, |index| {
        let it = boards(index);
        let mut needless = rules.has(Rule::Domination) && dominates(store, newcomer, it);
        if !needless && rules.has(Rule::Unions) && partner.is_none() {
            needless = differ_in_one_column(newcomer, it);
            partner = needless.then_some(index);
        }
        if needless {
            dropped(index);
        }
        !needless
    });
    partner
}
