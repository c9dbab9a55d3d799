//! Riders that wait: transfers between neighbours in a column, which cost nothing.
//!
//! Two stacks of one colour that follow each other in the order of a column can transfer a small or a medium to and fro
//! as they like: nobody comes between them, nobody else is concerned, and the occupied squares stay the same. Such a
//! transfer is a *pass*, unless it goes from one tree to another. A search that takes passes for actions meets every
//! board again for each way in which its arrangement can be distributed. So they wait ([`Rule`]):
//! - A board is *normalised* after every action: arrangement go where they complete trees, or else to the nearest
//!   stacks they can come to.
//! - When a board is expanded, all *arrangements* that passes make of it are considered, but only for actions in which
//!   a stack takes part that has other arrangement than on the normalised board ([`ArrangedBoard`]).
//!
//! # Why nothing is lost
//! **Statement.** Call a position *implied* by a board if it comes of one of its members by passes that complete no tree.
//! Whatever one action makes of a position that a board implies, that board implies as well, or a board that it is
//! expanded to.
//!
//! **Argument.** Let passes `u` lead from a member `k` to the position `u(k)`, and then an action `a` to `a(u(k))`.
//! - If `a` is a pass that completes no tree, it is one more of the passes.
//! - If it has to do with a stack that `u` has given other arrangement, or completes a tree, it is considered for the
//!   arrangement that `u` leads to.
//! - Else it can be played on `k`, for `u` has changed neither the occupied squares nor the stacks in question nor,
//!   apart from trees that it took apart, which trees can be banked. And then `u` can follow: stacks only ever leave a
//!   column, so neighbours stay neighbours, and those of `u` are as they were. So `a(u(k))` is `u(a(k))`, and `a(k)` is a
//!   member of a board that this one is expanded to, before that is normalised.
//!
//! Settling plays passes that complete trees or leave them alone. What takes these back completes none, and needs only
//! that the trees in question are not banked. So the board before it is implied by the one after it, and nothing is
//! lost by that either.
//!
//! A pass that takes a tree apart leaves only members in which that tree is not banked. If they all have banked another
//! one, the order changes; such a pass is an action of its own.
//!
//! **Test.** `tests/differential.rs`, with the rule and without it, against a plain search.
//!
//! [`Rule`]: crate::solver::config::Rule::LazyRiders

use smallvec::{SmallVec, smallvec};

use super::Board;
pub(crate) use super::arranged::ArrangedBoard;
use super::codes::{
    BITS, CODE, FIT_TABLE, Order, StackFit, code_at, colour_of, is_tree, shape_of, with_code,
};
use super::stackings::{StackAction, StackPlace};
use crate::game::{COLUMNS, ROWS, Shape};
use crate::solver::column::store::{ColumnOp, ColumnSets, SetId};

/// What it does if one stack hands its neighbour what fits there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TransferKind {
    /// It is no pass.
    No,
    /// Neither is a tree before or after.
    Neutral,
    /// It completes a tree.
    Completes,
    /// It takes a tree apart.
    Breaks,
}

/// Number of pairs of codes, one in the lower bits and one above.
const PAIRS: usize = 1 << (2 * BITS);

/// Passes from the stack in the lower bits to the one above.
static TRANSFER_KINDS: [TransferKind; PAIRS] = {
    let mut passes = [TransferKind::No; PAIRS];
    let mut pair = 0;
    while pair < PAIRS {
        let (from, to) = (pair as u8 & CODE as u8, (pair >> BITS) as u8);
        if matches!(FIT_TABLE.kind(from, to), StackFit::Transfer) {
            passes[pair] = match (is_tree(from), is_tree(FIT_TABLE.result[from as usize][to as usize])) {
                (false, false) => TransferKind::Neutral,
                (false, true) => TransferKind::Completes,
                (true, false) => TransferKind::Breaks,
                (true, true) => TransferKind::No,
            };
        }
        pair += 1;
    }
    passes
};

/// Neighbours have passes that normalising_transfers may play,
const SETTLES: u8 = 1;
/// or such as make arrangements.
const ARRANGES: u8 = 2;

/// What passes two neighbours have, either way.
static USES: [u8; PAIRS] = {
    let mut uses = [0; PAIRS];
    let mut pair = 0;
    while pair < PAIRS {
        let back = pair >> BITS | (pair & CODE as usize) << BITS;
        let both = [TRANSFER_KINDS[pair], TRANSFER_KINDS[back]];
        let mut way = 0;
        while way < both.len() {
            uses[pair] |= match both[way] {
                TransferKind::No => 0,
                TransferKind::Neutral => SETTLES | ARRANGES,
                TransferKind::Completes => SETTLES,
                TransferKind::Breaks => ARRANGES,
            };
            way += 1;
        }
        pair += 1;
    }
    uses
};

/// What passes the neighbours in an order have.
fn uses(mut order: Order) -> u8 {
    let mut uses = 0;
    while order != 0 {
        uses |= USES[order as usize % PAIRS];
        order >>= BITS;
    }
    uses
}

/// Whether some of these trees, by index, stand between stacks of an order that could be handing each other arrangement if the
/// trees were not there, now or once other arrangement have come to them.
pub(crate) fn separates_transfer_partners(order: Order, trees: u16) -> bool {
    let rests = |code: u8| shape_of(code) != Shape::S1 as u8;
    let (mut before, mut parted) = (0, false);
    for index in 0..ROWS {
        let code = code_at(order, index);
        if code == 0 {
            break;
        }
        if trees >> index & 1 == 1 {
            parted = true;
            continue;
        }
        if parted && before != 0 && colour_of(before) == colour_of(code) && rests(before) && rests(code) {
            return true;
        }
        (before, parted) = (code, false);
    }
    false
}

/// A pass between two stacks of a column, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LocalTransfer {
    from: u8,
    to: u8,
}

impl LocalTransfer {
    pub(crate) fn stacking(self, column: usize) -> StackAction {
        let [from, to] = [self.from, self.to].map(|index| StackPlace::new(column, index as usize));
        StackAction { from, to, depth: None }
    }
}

/// An order that passes lead to, with the number of the one before it and the last of the passes.
#[derive(Clone, Copy)]
struct ReachedOrder {
    order: Order,
    before: u8,
    last: LocalTransfer,
}

/// Orders that passes lead to, the first being where they begin. (There are never more than a byte can count: a test
/// tries all colours.)
struct ReachableOrders(SmallVec<[ReachedOrder; 8]>);

impl ReachableOrders {
    /// Plays the passes that `follow` wants; it is told the number of the order before, the pass and what it does.
    fn new(order: Order, mut follow: impl FnMut(usize, LocalTransfer, TransferKind) -> bool) -> Self {
        let mut ways =
            Self(smallvec![ReachedOrder { order, before: 0, last: LocalTransfer { from: 0, to: 0 } }]);
        let mut number = 0;
        while let Some(&ReachedOrder { order, .. }) = ways.0.get(number) {
            for far in 0..ROWS - 1 {
                let near = far + 1;
                if code_at(order, near) == 0 {
                    break;
                }
                for (from, to) in [(far, near), (near, far)] {
                    let [x, y] = [from, to].map(|index| code_at(order, index) as usize);
                    let pass = TRANSFER_KINDS[x | y << BITS];
                    if pass == TransferKind::No {
                        continue;
                    }
                    let left = with_code(order, from, FIT_TABLE.left[x][y]);
                    let order = with_code(left, to, FIT_TABLE.result[x][y]);
                    let last = LocalTransfer { from: from as u8, to: to as u8 };
                    if ways.0.iter().all(|way| way.order != order) && follow(number, last, pass) {
                        ways.0.push(ReachedOrder { order, before: number as u8, last });
                    }
                }
            }
            number += 1;
        }
        ways
    }

    /// The ways to settle an order, and the number of the best of them.
    fn normal_form(order: Order) -> (Self, usize) {
        let ways = Self::new(order, |_, _, pass| pass != TransferKind::Breaks);
        let rank = |&number: &usize| {
            let order = ways.0[number].order;
            (trees(order).count_ones(), order)
        };
        let best = (0..ways.0.len()).max_by_key(rank).unwrap_or(0);
        (ways, best)
    }

    /// The passes that lead to an order, as stackings of a column.
    fn path(&self, column: usize, mut number: usize) -> Vec<StackAction> {
        let mut path = Vec::new();
        while number != 0 {
            let ReachedOrder { before, last, .. } = self.0[number];
            path.push(last.stacking(column));
            number = before as usize;
        }
        path.reverse();
        path
    }
}

/// Which stacks of an order are trees, as bits.
fn trees(mut order: Order) -> u16 {
    let mut trees = 0;
    let mut bit = 1;
    while order != 0 {
        if is_tree((order & CODE) as u8) {
            trees |= bit;
        }
        bit <<= 1;
        order >>= BITS;
    }
    trees
}

/// What a stacking does if it is a pass.
fn pass(board: &Board, mv: StackAction) -> TransferKind {
    if mv.depth.is_none() && mv.from.index.abs_diff(mv.to.index) == 1 {
        TRANSFER_KINDS[board.code(mv.from) as usize | (board.code(mv.to) as usize) << BITS]
    } else {
        TransferKind::No
    }
}

/// Whether a stacking is a pass.
pub(crate) fn is_local_transfer(board: &Board, mv: StackAction) -> bool {
    pass(board, mv) != TransferKind::No
}

/// Whether a stacking is a pass that completes no tree, so that arrangements stand for it.
pub(crate) fn is_covered_by_arrangements(board: &Board, mv: StackAction) -> bool {
    matches!(pass(board, mv), TransferKind::Neutral | TransferKind::Breaks)
}

/// The fewest passes that turn one order of a column into another; `None` if none do.
pub(crate) fn transfers_between(column: usize, order: Order, wanted: Order) -> Option<Vec<StackAction>> {
    if order == wanted {
        return Some(Vec::new());
    }
    let ways = ReachableOrders::new(order, |_, _, _| true);
    let number = ways.0.iter().position(|way| way.order == wanted)?;
    Some(ways.path(column, number))
}

/// The number of an arrangement among those of its column; the one that a board has itself has number zero.
pub(crate) type ArrangementId = u8;

/// The arrangements of a column: what passes make of it that complete no tree.
pub(crate) struct Arrangements {
    ways: ReachableOrders,
    /// The set of each.
    sets: SmallVec<[SetId; 8]>,
    /// Passes that are actions of their own, each with the arrangement it is played on.
    pub(crate) apart: SmallVec<[(ArrangementId, LocalTransfer); 2]>,
}

impl Arrangements {
    /// Those of a column of a board; `None` if there is only the one it has.
    pub(crate) fn new(board: &Board, column: usize, store: &impl ColumnSets) -> Option<Self> {
        let order = board.order[column];
        if uses(order) & ARRANGES == 0 {
            return None;
        }
        let mut sets: SmallVec<[SetId; 8]> = smallvec![board.set[column]];
        let mut apart = SmallVec::new();
        let ways = ReachableOrders::new(order, |before, transfer, pass| {
            let set = match pass {
                TransferKind::No | TransferKind::Completes => return false,
                TransferKind::Neutral => sets[before],
                TransferKind::Breaks => {
                    let change = store.apply(sets[before], ColumnOp::Toggle { index: transfer.from });
                    if change.banked != 0 {
                        apart.push((before as ArrangementId, transfer));
                        return false;
                    }
                    change.set
                }
            };
            sets.push(set);
            true
        });
        Some(Self { ways, sets, apart })
    }

    /// The numbers of all but the one that the board has.
    pub(crate) fn others(&self) -> impl Iterator<Item = ArrangementId> {
        (0..self.sets.len() as ArrangementId).skip(1)
    }

    /// The stacks that have other arrangement than on the board itself, as bits.
    pub(crate) fn moved(&self, id: ArrangementId) -> u16 {
        let differences = self.ways.0[id as usize].order ^ self.ways.0[0].order;
        (0..ROWS).filter(|&i| code_at(differences, i) != 0).fold(0, |moved, i| moved | 1 << i)
    }

    /// Gives the column of a board an arrangement.
    pub(crate) fn arrange(&self, board: &mut Board, column: usize, id: ArrangementId) {
        let order = self.ways.0[id as usize].order;
        let broken = trees(board.order[column]) & !trees(order);
        board.trees -= broken.count_ones() as u8;
        board.order[column] = order;
        board.set[column] = self.sets[id as usize];
    }
}

impl Board {
    /// Gives a column an arrangement.
    pub(crate) fn arrange(&mut self, store: &impl ColumnSets, column: usize, id: ArrangementId) {
        if id != 0 {
            let arrangements = Arrangements::new(self, column, store);
            arrangements.expect("who has a number is there").arrange(self, column, id);
        }
    }

    /// The passes that give a column an arrangement.
    pub(crate) fn transfers_to(
        &self,
        store: &impl ColumnSets,
        column: usize,
        id: ArrangementId,
    ) -> Vec<StackAction> {
        let arrangements = Arrangements::new(self, column, store);
        arrangements.map_or_else(Vec::new, |it| it.ways.path(column, id as usize))
    }

    /// The board, normalised in the columns in which it differs from the one before.
    pub(crate) fn normalised(mut self, before: &Self, store: &impl ColumnSets) -> Self {
        for column in self.columns_to_normalise(before) {
            let order = self.order[column];
            let (ways, best) = ReachableOrders::normal_form(order);
            self.order[column] = ways.0[best].order;
            let mut completed = trees(self.order[column]) & !trees(order);
            self.trees += completed.count_ones() as u8;
            while completed != 0 {
                let index = completed.trailing_zeros() as u8;
                completed &= completed - 1;
                let change = store.apply(self.set[column], ColumnOp::Toggle { index });
                debug_assert_eq!(change.banked, 0, "whoever was there still is");
                self.set[column] = change.set;
            }
        }
        self
    }

    /// The passes that settle it in the columns in which it differs from the one before.
    pub(crate) fn normalising_transfers(&self, before: &Self) -> Vec<StackAction> {
        let path = |column| {
            let (ways, best) = ReachableOrders::normal_form(self.order[column]);
            ways.path(column, best)
        };
        self.columns_to_normalise(before).flat_map(path).collect()
    }

    /// The columns in which it differs from the one before and may not be normalised.
    fn columns_to_normalise(&self, before: &Self) -> impl Iterator<Item = usize> + use<> {
        let orders: [Order; COLUMNS] =
            std::array::from_fn(|c| if self.order[c] == before.order[c] { 0 } else { self.order[c] });
        (0..COLUMNS).filter(move |&column| uses(orders[column]) & SETTLES != 0)
    }

    /// Whether there is a pass.
    pub(crate) fn has_local_transfers(&self) -> bool {
        self.order.into_iter().any(|order| uses(order) != 0)
    }
}

#[cfg(test)]
mod tests;
