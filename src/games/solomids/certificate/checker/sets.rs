//! Sets of ways in which a column can stand, listed in full, and what moves make of them.
//!
//! A *column set* is closed under every move within the column that keeps the stacks apart: slides, transfers and banks.
//! Equal sets have equal numbers. What an operation makes of a set is remembered.
//!
//! Every set comes with *cores*: parts of it with one order of stacks each (trees may be banked), from which moves within
//! the column lead to every member. One is enough for nearly all sets. So a proof that nothing can be reached from the cores
//! is one for the whole set.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::column::{Code, Column, colour, is_tree};
use crate::games::solomids::game::{COLOURS, COLUMNS, COPIES, ROWS};

/// Number of a list of members.
pub(super) type MembersId = u32;
/// Number of a set: of its members and its cores.
pub(super) type SetId = u32;

/// The members of a set, and what is often asked of them.
pub(super) struct Members {
    /// All members, ascending.
    pub(super) all: Arc<[Column]>,
    pub(super) orders: Vec<OrderGroup>,
    /// Number of the pieces of the members, complete trees apart: equal for all of them, and kept by every move within a
    /// column that keeps the stacks apart.
    pub(super) pieces: u32,
    /// Depths that are empty in some member, and above them those that are occupied in some member.
    profile: u32,
    /// Greatest numbers of pieces by colour and size, over the members.
    pub(super) most: [[u8; 3]; COLOURS],
    /// Least number of larges on the board, over the members.
    pub(super) fewest_larges: u8,
    /// Numbers of larges on the board that occur, by colour, two bits each.
    pub(super) larges: Vec<u16>,
}

/// Members with one order of stacks.
pub(super) struct OrderGroup {
    /// The stacks, the farthest first.
    pub(super) order: Vec<Code>,
    members: Vec<Column>,
    /// Depths at which each stack stands.
    pub(super) depths: Vec<u16>,
}

/// A part of a set with one order.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Core {
    /// The stacks, trees that may be banked included.
    pub(super) order: Vec<Code>,
    /// Depths at which each stack can stand.
    pub(super) depths: Vec<u16>,
    /// Depths that can be empty.
    pub(super) open: u16,
    /// Members: squares hold numbers of stacks, counted from 1.
    members: Arc<[Column]>,
}

/// An operation on a set. It keeps the members that satisfy a condition, changes them, and closes the result.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    /// Members with an order in which a stack stands at a depth (at any, if there is none); it becomes another stack or
    /// none.
    Replace { order: u16, index: u8, depth: Option<u8>, code: Code },
    /// Members with an order; a stack goes onto its neighbour as a whole.
    Merge { order: u16, from: u8, to: u8, code: Code },
    /// Members with an order; two stacks change places.
    Exchange { order: u16, first: u8, second: u8 },
    /// Members in which a depth is empty.
    Open { depth: u8 },
    /// Members with an order in which a stack stands at a depth (at any, if there is none).
    Standing { order: u16, index: u8, depth: Option<u8> },
    /// Members with these numbers of larges on the board.
    Larges(u16),
    /// Members that others do not have.
    Without(MembersId),
}

impl Operation {
    /// The operation that keeps the same members and does not change them.
    pub(super) const fn keeping(self) -> Self {
        match self {
            Self::Replace { order, index, depth, .. } => Self::Standing { order, index, depth },
            Self::Merge { order, .. } | Self::Exchange { order, .. } => {
                Self::Standing { order, index: 0, depth: None }
            }
            Self::Open { .. } | Self::Standing { .. } | Self::Larges(_) | Self::Without(_) => self,
        }
    }
}

#[derive(Clone)]
struct Set {
    members: MembersId,
    cores: Arc<[Core]>,
}

/// Memory of a list of members beside the members themselves and their orders, with its place in the tables.
const MEMBERS_BYTES: usize = 500;
/// Memory of one of their orders.
const ORDER_BYTES: usize = 140;
/// Memory of a set beside its members and its cores.
const SET_BYTES: usize = 100;
/// Memory of a core beside its members.
const CORE_BYTES: usize = 200;
/// Room that an entry of a hash table takes, in multiples of its size: while a table grows, the old one is there too.
pub(super) const TABLE_ROOM: usize = 3;
/// Memory of an operation that is remembered.
const OPERATION_BYTES: usize = TABLE_ROOM * size_of::<((SetId, Operation), Option<SetId>)>();
/// Memory of an inclusion that is remembered.
const INCLUSION_BYTES: usize = TABLE_ROOM * size_of::<((MembersId, MembersId), bool)>();

#[derive(Clone, Default)]
pub(super) struct Sets {
    members: Vec<Arc<Members>>,
    member_ids: HashMap<Arc<[Column]>, MembersId>,
    /// Sets by number: pairs of members and cores.
    pairs: Vec<Set>,
    set_ids: HashMap<(MembersId, Arc<[Core]>), SetId>,
    operations: HashMap<(SetId, Operation), Option<SetId>>,
    inclusions: HashMap<(MembersId, MembersId), bool>,
    pieces: HashMap<[[u8; 3]; COLOURS], u32>,
    /// Memory of the lists of members and of the sets, in bytes, about.
    list_bytes: usize,
}

/// Closes a list of columns under moves, and sorts it.
fn closed<I: Iterator<Item = Column>>(
    start: impl IntoIterator<Item = Column>,
    moves: impl Fn(Column) -> I,
) -> Vec<Column> {
    let mut all: Vec<Column> = start.into_iter().collect();
    all.sort_unstable();
    all.dedup();
    let mut seen: HashSet<Column> = all.iter().copied().collect();
    let mut next = 0;
    while let Some(&column) = all.get(next) {
        for more in moves(column) {
            if seen.insert(more) {
                all.push(more);
            }
        }
        next += 1;
    }
    all.sort_unstable();
    all
}

fn trees(order: &[Code]) -> usize {
    order.iter().filter(|&&code| is_tree(code)).count()
}

// Numbers of larges of all colours fit into their word, and so do two bits for each depth into a profile.
const _: () = assert!(COPIES < 4 && 2 * COLOURS <= u16::BITS as usize && ROWS <= 16);

/// Numbers of larges on the board by colour, two bits each.
fn larges(column: Column) -> u16 {
    column.stacks().filter(|&(_, code)| code & 4 != 0).map(|(_, code)| 1 << (2 * colour(code))).sum()
}

impl OrderGroup {
    fn new(order: Vec<Code>, members: Vec<Column>) -> Self {
        let mut depths = vec![0; order.len()];
        for column in &members {
            for (depths, (depth, _)) in depths.iter_mut().zip(column.stacks()) {
                *depths |= 1 << depth;
            }
        }
        Self { order, members, depths }
    }
}

impl Core {
    /// The closure of some placements of one order under slides and banks. Squares hold numbers of stacks from 1 on.
    fn new(order: Vec<Code>, start: impl IntoIterator<Item = Column>) -> Self {
        let members = closed(start, |column| {
            let banks = column
                .stacks()
                .filter(|&(_, number)| is_tree(order[usize::from(number) - 1]))
                .map(move |(depth, _)| column.with(depth, 0));
            let banks: Vec<Column> = banks.collect();
            column.slides().chain(banks)
        });
        let (mut depths, mut open) = (vec![0; order.len()], 0);
        for &member in &members {
            for depth in 0..ROWS {
                match member.get(depth) {
                    0 => open |= 1 << depth,
                    number => depths[usize::from(number) - 1] |= 1 << depth,
                }
            }
        }
        Self { order, depths, open, members: members.into() }
    }

    /// The members as stacks.
    fn columns(&self) -> impl Iterator<Item = Column> + '_ {
        self.members.iter().map(|&member| self.column(member))
    }

    /// A member as stacks.
    fn column(&self, member: Column) -> Column {
        member.stacks().fold(Column::EMPTY, |column, (depth, number)| {
            column.with(depth, self.order[usize::from(number) - 1])
        })
    }
}

/// A column with its stacks numbered from 1 on, the farthest first.
fn numbered(column: Column) -> Column {
    (1..)
        .zip(column.stacks())
        .fold(Column::EMPTY, |numbers, (number, (depth, _))| numbers.with(depth, number))
}

/// Columns by their orders of stacks, in the sequence in which these come first.
fn by_order(columns: &[Column]) -> Vec<(Vec<Code>, Vec<Column>)> {
    let mut orders: Vec<(Vec<Code>, Vec<Column>)> = Vec::new();
    for &column in columns {
        let order = column.order();
        match orders.iter_mut().find(|(other, _)| *other == order) {
            Some((_, columns)) => columns.push(column),
            None => orders.push((order, vec![column])),
        }
    }
    orders
}

/// Cores that lead to all these columns: by order, those with most stacks and most trees first, what is not reached by then.
/// The more trees are complete, the less the relaxation allows.
fn cores(columns: &[Column]) -> Vec<Core> {
    let mut orders = by_order(columns);
    orders.sort_by_key(|(order, _)| Reverse((order.len(), trees(order))));
    let (mut cores, mut reached) = (Vec::new(), HashSet::new());
    for (order, mut columns) in orders {
        columns.retain(|column| !reached.contains(column));
        if !columns.is_empty() {
            let core = Core::new(order, columns.into_iter().map(numbered));
            reached.extend(closed(core.columns(), Column::moves_within));
            cores.push(core);
        }
    }
    cores
}

impl Sets {
    /// The set of a core given by placements of an order: squares hold numbers of stacks from 1 on.
    pub(super) fn of_placements(&mut self, order: Vec<Code>, placements: Vec<Column>) -> SetId {
        let core = Core::new(order, placements);
        self.of_core(core)
    }

    pub(super) fn of_column(&mut self, column: Column) -> SetId {
        self.of_placements(column.order(), vec![numbered(column)])
    }

    /// Memory in use, in bytes, about.
    pub(super) fn bytes(&self) -> usize {
        self.list_bytes + self.operations.len() * OPERATION_BYTES + self.inclusions.len() * INCLUSION_BYTES
    }

    /// Forgets all sets but those of `first`, whose copy this was before other sets came.
    pub(super) fn forget_all_but(&mut self, first: &Self) {
        *self = first.clone();
    }

    pub(super) fn members_of_each(&self, sets: [SetId; COLUMNS]) -> [MembersId; COLUMNS] {
        sets.map(|set| self.members_of(set))
    }

    pub(super) fn pieces_of_each(&self, members: [MembersId; COLUMNS]) -> [u32; COLUMNS] {
        members.map(|members| self.members(members).pieces)
    }

    pub(super) fn members(&self, id: MembersId) -> &Members {
        &self.members[id as usize]
    }

    pub(super) fn members_of(&self, id: SetId) -> MembersId {
        self.pairs[id as usize].members
    }

    pub(super) fn cores(&self, id: SetId) -> &[Core] {
        &self.pairs[id as usize].cores
    }

    /// Whether every member of the first is one of the second.
    pub(super) fn is_subset(&mut self, a: MembersId, b: MembersId) -> bool {
        if a == b {
            return true;
        }
        let (small, large) = (&self.members[a as usize], &self.members[b as usize]);
        if small.pieces != large.pieces
            || small.all.len() > large.all.len()
            || small.profile & !large.profile != 0
        {
            return false;
        }
        *self.inclusions.entry((a, b)).or_insert_with(|| {
            let mut rest = large.all.iter();
            small.all.iter().all(|column| rest.any(|other| other == column))
        })
    }

    pub(super) fn is_smaller(&self, a: SetId, b: SetId) -> bool {
        let len = |id| self.members(self.members_of(id)).all.len();
        len(a) < len(b)
    }

    /// What an operation makes of a set; `None` if no member satisfies its condition.
    pub(super) fn apply(&mut self, id: SetId, operation: Operation) -> Option<SetId> {
        if let Some(&result) = self.operations.get(&(id, operation)) {
            return result;
        }
        let result = self.compute(id, operation);
        self.operations.insert((id, operation), result);
        result
    }

    fn compute(&mut self, id: SetId, operation: Operation) -> Option<SetId> {
        let set = &self.pairs[id as usize];
        let members = &self.members[set.members as usize];
        // Changes members of one order.
        let changed = |order: u16, change: &dyn Fn(Column, &[usize]) -> Option<Column>| -> Vec<Column> {
            let group = members.orders[usize::from(order)].members.iter();
            group
                .filter_map(|&member| {
                    let depths: Vec<usize> = member.stacks().map(|(depth, _)| depth).collect();
                    change(member, &depths)
                })
                .collect()
        };
        let columns = match operation {
            Operation::Replace { order, index, depth: wanted, code } => changed(order, &|member, depths| {
                let depth = depths[usize::from(index)];
                wanted.is_none_or(|wanted| usize::from(wanted) == depth).then(|| member.with(depth, code))
            }),
            Operation::Merge { order, from, to, code } => changed(order, &|member, depths| {
                Some(member.with(depths[usize::from(from)], 0).with(depths[usize::from(to)], code))
            }),
            Operation::Exchange { order, first, second } => changed(order, &|member, depths| {
                let (a, b) = (depths[usize::from(first)], depths[usize::from(second)]);
                Some(member.with(a, member.get(b)).with(b, member.get(a)))
            }),
            Operation::Open { depth } => {
                return self.restricted(id, &|column| column.get(depth.into()) == 0);
            }
            Operation::Standing { order, index, depth: wanted } => {
                let order = members.orders[usize::from(order)].order.clone();
                return self.restricted(id, &|column| {
                    let depth = column.stacks().nth(index.into()).map(|(depth, _)| depth);
                    column.order() == order && wanted.is_none_or(|wanted| depth == Some(wanted.into()))
                });
            }
            Operation::Without(other) => {
                let has: HashSet<Column> = self.members[other as usize].all.iter().copied().collect();
                return self.restricted(id, &|column| !has.contains(&column));
            }
            Operation::Larges(wanted) => return self.restricted(id, &|column| larges(column) == wanted),
        };
        if columns.is_empty() {
            return None;
        }
        let all = closed(columns, Column::moves_within);
        let cores = cores(&all);
        let members = self.intern_members(all);
        Some(self.intern(members, cores.into()))
    }

    /// The closure of the members that satisfy a condition.
    fn restricted(&mut self, id: SetId, condition: &dyn Fn(Column) -> bool) -> Option<SetId> {
        let all = &self.members(self.members_of(id)).all;
        let kept: Vec<Column> = all.iter().copied().filter(|&column| condition(column)).collect();
        if kept.is_empty() {
            return None;
        }
        let cores = cores(&kept);
        let members = self.intern_members(closed(kept, Column::moves_within));
        Some(self.intern(members, cores.into()))
    }

    fn of_core(&mut self, core: Core) -> SetId {
        let all = closed(core.columns(), Column::moves_within);
        let members = self.intern_members(all);
        self.intern(members, [core].into())
    }

    fn intern(&mut self, members: MembersId, cores: Arc<[Core]>) -> SetId {
        let next = self.pairs.len() as SetId;
        *self.set_ids.entry((members, cores)).or_insert_with_key(|(members, cores)| {
            let bytes = cores.iter().map(|core| CORE_BYTES + size_of_val(&*core.members));
            self.list_bytes += SET_BYTES + bytes.sum::<usize>();
            self.pairs.push(Set { members: *members, cores: Arc::clone(cores) });
            next
        })
    }

    fn intern_members(&mut self, all: Vec<Column>) -> MembersId {
        if let Some(&id) = self.member_ids.get(&all[..]) {
            return id;
        }
        let id = self.members.len() as MembersId;
        let orders = by_order(&all).into_iter().map(|(order, members)| OrderGroup::new(order, members));
        let orders: Vec<OrderGroup> = orders.collect();
        let (mut profile, mut fewest_larges, mut counts) = (0, u8::MAX, Vec::new());
        let mut most = [[0; 3]; COLOURS];
        for &column in &all {
            for depth in 0..ROWS {
                profile |= if column.get(depth) == 0 { 1 << depth } else { 1 << (16 + depth) };
            }
            let on_board = column.stacks().filter(|&(_, code)| code & 4 != 0).count() as u8;
            fewest_larges = fewest_larges.min(on_board);
            counts.push(larges(column));
            for (most, here) in most.as_flattened_mut().iter_mut().zip(pieces(column).as_flattened()) {
                *most = (*most).max(*here);
            }
        }
        counts.sort_unstable();
        counts.dedup();
        let next = self.pieces.len() as u32;
        let pieces = *self.pieces.entry(pieces_without_trees(all[0])).or_insert(next);
        let all: Arc<[Column]> = all.into();
        self.list_bytes += MEMBERS_BYTES + orders.len() * ORDER_BYTES + 2 * size_of_val(&*all);
        self.members.push(Arc::new(Members {
            orders,
            pieces,
            profile,
            most,
            fewest_larges,
            larges: counts,
            all: Arc::clone(&all),
        }));
        self.member_ids.insert(all, id);
        id
    }
}

/// Numbers of pieces by colour and size.
fn pieces(column: Column) -> [[u8; 3]; COLOURS] {
    let mut pieces = [[0; 3]; COLOURS];
    for (_, code) in column.stacks() {
        for (size, count) in pieces[colour(code)].iter_mut().enumerate() {
            *count += code >> size & 1;
        }
    }
    pieces
}

/// Numbers of pieces by colour and size, less as many of each size as the size that is rarest has.
fn pieces_without_trees(column: Column) -> [[u8; 3]; COLOURS] {
    pieces(column).map(|[small, medium, large]| {
        let trees = small.min(medium).min(large);
        [small - trees, medium - trees, large - trees]
    })
}
