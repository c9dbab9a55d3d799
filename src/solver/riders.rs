//! Riders that wait: transfers between neighbours of a column, which cost nothing.
//!
//! Two stacks of a colour that follow each other in the order of a column can pass a small or a medium to and
//! fro for as long as nothing is merged there: nobody comes between them, nobody else is concerned, and
//! the squares that are occupied stay the same. A *pass* is such a transfer, unless it goes from a tree to a tree. A
//! search that plays passes as actions sees the same board again for every way its riders can be
//! distributed. So they wait:
//! - A board is *settled* after every action: riders go where they make trees, and else to the farthest stacks.
//! - When it is expanded, every *arrangement* that passes lead to is considered, but only for actions in which
//!   some stack takes part that is not as it is on the settled board.
//!
//! # Why nothing is lost
//! **Statement.** If a position `p` comes of a member `k` of a settled board by passes that complete no tree, then so does,
//! in this sense, every position that an action makes of `p`, of a member of that board or of some board that it leads to.
//!
//! **Argument.** A pass that completes no tree, or one that does, can be taken back; so settling loses no
//! position that could be reached: the one before is an arrangement of the one after. (Trees that are completed on the way can
//! be banked in more members than before, never in fewer.) Let an action follow the passes from `k` to `p`. If
//! one of its stacks is not as it is in `k`, it is considered for that arrangement. If not, it is possible in `k` as
//! well: passes change neither which squares are occupied nor, apart from trees they take apart, which trees can be banked.
//! The stacks that the passes are between are still neighbours afterwards, for stacks only leave a column,
//! and those in question did not take part. So the passes can be played after the action, with the same outcome.
//!
//! A pass that takes a tree apart needs members in which that tree is not banked. Where others must be given up for
//! certain then, it is played as an action of its own, and so is a pass that completes a tree in an
//! arrangement.

use smallvec::{SmallVec, smallvec};

use super::board::{Board, Exchange, Place, Sets, Stacking, Step};
use super::codes::{BITS, CODE, FITS, Fit, Order, code_at, is_tree, with_code};
use super::lattice::{Op, SetId};
use super::stackings::Stackings;
use crate::game::{COLUMNS, ROWS};

/// What a pass from one stack to its neighbour does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// There is none.
    No,
    /// No tree has part in it.
    Even,
    /// It completes a tree.
    Completes,
    /// It takes a tree apart.
    Breaks,
}

/// Pairs of codes, the nearer one above.
const PAIRS: usize = 1 << (2 * BITS);

/// What a pass from the farther stack of a pair to the nearer one does.
static PASSES: [Pass; PAIRS] = {
    let mut passes = [Pass::No; PAIRS];
    let mut pair = 0;
    while pair < PAIRS {
        let (from, to) = (pair as u8 & CODE as u8, (pair >> BITS) as u8);
        if matches!(FITS.kind(from, to), Fit::Transfer) {
            passes[pair] = match (is_tree(from), is_tree(FITS.result[from as usize][to as usize])) {
                (false, false) => Pass::Even,
                (false, true) => Pass::Completes,
                (true, false) => Pass::Breaks,
                (true, true) => Pass::No,
            };
        }
        pair += 1;
    }
    passes
};

const SETTLES: u8 = 1;
const ARRANGES: u8 = 2;

/// For each pair whether it has passes that settle a board, and passes that arrangements come from.
static USES: [u8; PAIRS] = {
    let mut uses = [0; PAIRS];
    let mut pair = 0;
    while pair < PAIRS {
        let back = pair >> BITS | (pair & CODE as usize) << BITS;
        let both = [PASSES[pair], PASSES[back]];
        let mut i = 0;
        while i < 2 {
            uses[pair] |= match both[i] {
                Pass::No => 0,
                Pass::Even => SETTLES | ARRANGES,
                Pass::Completes => SETTLES,
                Pass::Breaks => ARRANGES,
            };
            i += 1;
        }
        pair += 1;
    }
    uses
};

/// What passes an order has use for.
fn uses(mut order: Order) -> u8 {
    let mut uses = 0;
    while order != 0 {
        uses |= USES[order as usize % PAIRS];
        order >>= BITS;
    }
    uses
}

/// A way in which riders of a column can be distributed, by passes from one before it.
#[derive(Clone, Copy)]
struct Way {
    order: Order,
    /// Its number among the ways, and the stacks of the pass.
    before: u8,
    from: u8,
    to: u8,
}

type Ways = SmallVec<[Way; 8]>;

/// The ways that passes lead to which `follow` wants; it is told the number of the way before, the place of the stack that passes
/// something on, and what the pass does.
fn ways(order: Order, mut follow: impl FnMut(usize, u8, u8, Pass) -> bool) -> Ways {
    let mut ways: Ways = smallvec![Way { order, before: 0, from: 0, to: 0 }];
    let mut next = 0;
    while next < ways.len() {
        let order = ways[next].order;
        for far in 0..ROWS - 1 {
            let near = far + 1;
            let (x, y) = (code_at(order, far), code_at(order, near));
            if y == 0 {
                break;
            }
            for (from, to, a, b) in [(far, near, x, y), (near, far, y, x)] {
                let pass = PASSES[a as usize | (b as usize) << BITS];
                if pass == Pass::No {
                    continue;
                }
                let left = FITS.left[a as usize][b as usize];
                let result = FITS.result[a as usize][b as usize];
                let after = with_code(with_code(order, from, left), to, result);
                if ways.iter().all(|way| way.order != after) && follow(next, from as u8, to as u8, pass) {
                    ways.push(Way { order: after, before: next as u8, from: from as u8, to: to as u8 });
                }
            }
        }
        next += 1;
    }
    ways
}

/// Which stacks of an order are trees, as bits.
fn trees(order: Order) -> u16 {
    (0..ROWS).filter(|&i| is_tree(code_at(order, i))).fold(0, |trees, i| trees | 1 << i)
}

/// The passes that lead to a way, in their order.
fn path(ways: &Ways, mut number: usize) -> SmallVec<[(u8, u8); 4]> {
    let mut path = SmallVec::new();
    while number != 0 {
        let Way { before, from, to, .. } = ways[number];
        path.push((from, to));
        number = before as usize;
    }
    path.reverse();
    path
}

/// The ways to settle an order, and the number of the best.
fn settlements(order: Order) -> (Ways, usize) {
    let ways = ways(order, |_, _, _, pass| matches!(pass, Pass::Even | Pass::Completes));
    let rank = |&n: &usize| (trees(ways[n].order).count_ones(), ways[n].order);
    let best = (0..ways.len()).max_by_key(rank).expect("there is the order itself");
    (ways, best)
}

/// How a column can be arranged.
pub(super) struct Arrangements {
    ways: Ways,
    /// The sets of the ways.
    sets: SmallVec<[SetId; 8]>,
    /// Passes that are actions of their own: the arrangement, and the stacks.
    pub(super) apart: SmallVec<[(u8, u8, u8); 2]>,
}

/// One of them.
pub(super) struct Arrangement {
    pub(super) order: Order,
    pub(super) set: SetId,
    /// The stacks that are not as they are on the board itself.
    pub(super) moved: u16,
}

impl Arrangements {
    /// Those of a column; `None` if there is only the one it has.
    pub(super) fn new(board: &Board, column: usize, lattice: &impl Sets) -> Option<Self> {
        let order = board.order[column];
        if uses(order) & ARRANGES == 0 {
            return None;
        }
        let mut sets: SmallVec<[SetId; 8]> = smallvec![board.set[column]];
        let mut apart = SmallVec::new();
        let ways = ways(order, |before, from, to, pass| {
            let set = match pass {
                Pass::No | Pass::Completes => return false,
                Pass::Even => sets[before],
                Pass::Breaks => {
                    let change = lattice.apply(sets[before], Op::Toggle { index: from });
                    if change.banked != 0 {
                        apart.push((before as u8, from, to));
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

    /// All but the one the column has, with their numbers.
    pub(super) fn others(&self) -> impl Iterator<Item = (u8, Arrangement)> {
        let own = self.ways[0].order;
        self.ways.iter().zip(&self.sets).zip(0..).skip(1).map(move |((way, &set), number)| {
            let differs = |&i: &usize| code_at(way.order ^ own, i) != 0;
            let moved = (0..ROWS).filter(differs).fold(0, |moved, i| moved | 1 << i);
            (number, Arrangement { order: way.order, set, moved })
        })
    }
}

/// An action for which riders are arranged first, in the columns of its two stacks, and settled afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arranged<T> {
    /// The numbers of the arrangements; `None` if riders do not wait in this search.
    pub(super) riders: Option<[u8; 2]>,
    pub(super) then: T,
}

/// An action of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
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
    fn parts(self) -> (Option<[u8; 2]>, [usize; 2], Step) {
        match self {
            Self::Stack(Arranged { riders, then }) => {
                (riders, [then.from.column as usize, then.to.column as usize], Step::Stack(then))
            }
            Self::Swap(Arranged { riders, then }) => {
                (riders, [then.a.column as usize, then.b.column as usize], Step::Swap(then))
            }
        }
    }

    /// What it makes of a board.
    pub(super) fn play(self, board: &Board, lattice: &impl Sets) -> Board {
        let (riders, columns, step) = self.parts();
        let Some(riders) = riders else { return board.play(lattice, step, &mut ()) };
        let before = board;
        let mut board = *board;
        for (column, number) in columns.into_iter().zip(riders).filter(|&(_, number)| number != 0) {
            let arrangements = Arrangements::new(&board, column, lattice).expect("it has a number");
            let (_, arrangement) = arrangements.others().find(|&(n, _)| n == number).expect("there is one");
            board.arrange(column, &arrangement);
        }
        board.play(lattice, step, &mut ()).settled(before, lattice)
    }

    /// The single steps it consists of, each with the board it is played on.
    pub(super) fn steps(self, board: &Board, lattice: &impl Sets) -> Vec<(Board, Step)> {
        let (riders, columns, step) = self.parts();
        let Some(riders) = riders else { return vec![(*board, step)] };
        let before = *board;
        let mut steps = Vec::new();
        let mut board = *board;
        let mut play = |board: &mut Board, step: Step| {
            steps.push((*board, step));
            *board = board.play(lattice, step, &mut ());
        };
        let pass = |column: usize, from: u8, to: u8| {
            let [from, to] = [from, to].map(|index| Place::new(column, index as usize));
            Step::Stack(Stacking { from, to, depth: None })
        };
        for (column, number) in columns.into_iter().zip(riders).filter(|&(_, number)| number != 0) {
            let arrangements = Arrangements::new(&board, column, lattice).expect("it has a number");
            for (from, to) in path(&arrangements.ways, number as usize) {
                play(&mut board, pass(column, from, to));
            }
        }
        play(&mut board, step);
        for column in 0..COLUMNS {
            if board.order[column] != before.order[column] && uses(board.order[column]) & SETTLES != 0 {
                let (ways, best) = settlements(board.order[column]);
                for (from, to) in path(&ways, best) {
                    play(&mut board, pass(column, from, to));
                }
            }
        }
        steps
    }
}

/// A board with its riders arranged in one column or two.
pub(super) struct Situation {
    pub(super) board: Board,
    /// The number of the arrangement of each column; `None` if riders do not wait.
    numbers: Option<[u8; COLUMNS]>,
}

/// Which stacks are not as they are on the board itself.
pub(super) enum Whom {
    All,
    /// Some of a column; one of them has to take part.
    One(usize, u16),
    /// Some of two columns; one of each has to take part.
    Two([usize; 2], [u16; 2]),
    /// Nobody but in these actions.
    Only(SmallVec<[Stacking; 2]>),
}

impl Situation {
    pub(super) fn only(board: &Board) -> Self {
        Self { board: *board, numbers: None }
    }

    pub(super) fn of(board: &Board) -> Self {
        Self { board: *board, numbers: Some([0; COLUMNS]) }
    }

    /// The arrangements of the columns of two stacks.
    pub(super) fn riders(&self, a: Place, b: Place) -> Option<[u8; 2]> {
        let [a, b] = [a.column as usize, b.column as usize];
        self.numbers.map(|numbers| [numbers[a], if a == b { 0 } else { numbers[b] }])
    }

    /// Shows all other situations that differ in one column or two.
    pub(super) fn others(&self, lattice: &impl Sets, mut show: impl FnMut(&Self, &Whom)) {
        let columns: SmallVec<[(usize, Arrangements); 2]> = (0..COLUMNS)
            .filter_map(|column| Some((column, Arrangements::new(&self.board, column, lattice)?)))
            .collect();
        for (number, &(c, ref arrangements)) in columns.iter().enumerate() {
            for (n, arrangement) in arrangements.others() {
                let one = self.arranged(c, n, &arrangement);
                show(&one, &Whom::One(c, arrangement.moved));
                for &(d, ref arrangements) in &columns[number + 1..] {
                    for (m, other) in arrangements.others() {
                        let two = one.arranged(d, m, &other);
                        show(&two, &Whom::Two([c, d], [arrangement.moved, other.moved]));
                    }
                }
            }
            for &(n, from, to) in &arrangements.apart {
                let [from, to] = [from, to].map(|index| Place::new(c, index as usize));
                let pass = Stacking { from, to, depth: None };
                let only = Whom::Only(smallvec![pass]);
                match arrangements.others().find(|&(m, _)| m == n) {
                    Some((n, arrangement)) => show(&self.arranged(c, n, &arrangement), &only),
                    None => show(self, &only),
                }
            }
        }
    }

    fn arranged(&self, column: usize, number: u8, arrangement: &Arrangement) -> Self {
        let Self { mut board, numbers } = *self;
        board.arrange(column, arrangement);
        let numbers = numbers.map(|mut numbers| {
            numbers[column] = number;
            numbers
        });
        Self { board, numbers }
    }
}

impl Whom {
    /// Finds the stackings in which they take part.
    pub(super) fn find(&self, situation: &Situation, lattice: &impl Sets, found: &mut Stackings) {
        let board = &situation.board;
        match self {
            Self::All => board.unpack(lattice).stackings(found),
            Self::One(c, moved) => board.unpack(lattice).stackings_of(*c, *moved, found),
            Self::Two(columns, moved) => board.unpack(lattice).stackings_of_both(*columns, *moved, found),
            Self::Only(passes) => {
                found.clear();
                found.extend(passes.iter().map(|&pass| (pass, Fit::Transfer)));
                return;
            }
        }
        found.retain(|&mut (mv, _)| !is_understood(board, mv));
    }

    /// Whether a swap concerns them, of stacks whose indices count after banks.
    pub(super) fn concerns(&self, before: &Board, after: &Board, bank: [u16; COLUMNS], a: Place, b: Place) -> bool {
        let moved = |c: usize, moved: u16, place: Place| {
            place.column as usize == c && {
                if after.len(c) + bank[c].count_ones() as usize != before.len(c) {
                    // Others have gone with them; who is who would be hard to tell.
                    return true;
                }
                let mut index = place.index as usize;
                for banked in 0..ROWS {
                    index += usize::from(bank[c] >> banked & 1 == 1 && banked <= index);
                }
                moved >> index & 1 == 1
            }
        };
        match self {
            Self::All => true,
            Self::One(c, some) => moved(*c, *some, a) || moved(*c, *some, b),
            Self::Two([c, d], [some, others]) => {
                moved(*c, *some, a) && moved(*d, *others, b) || moved(*d, *others, a) && moved(*c, *some, b)
            }
            Self::Only(_) => false,
        }
    }
}

/// Whether a stacking is a pass that arrangements or settling take care of.
pub(super) fn is_understood(board: &Board, mv: Stacking) -> bool {
    let pass = PASSES[board.code(mv.from) as usize | (board.code(mv.to) as usize) << BITS];
    mv.depth.is_none()
        && mv.from.index.abs_diff(mv.to.index) == 1
        && matches!(pass, Pass::Even | Pass::Breaks)
}

impl Board {
    /// Puts the riders of a column where an arrangement has them.
    pub(super) fn arrange(&mut self, column: usize, arrangement: &Arrangement) {
        let trees = |order| trees(order).count_ones() as u8;
        self.trees -= trees(self.order[column]) - trees(arrangement.order);
        self.order[column] = arrangement.order;
        self.set[column] = arrangement.set;
    }

    /// The board with its riders where they make trees, or else on the farthest stacks.
    pub(super) fn settled(mut self, before: &Self, lattice: &impl Sets) -> Self {
        for column in 0..COLUMNS {
            let order = self.order[column];
            if order == before.order[column] || uses(order) & SETTLES == 0 {
                continue;
            }
            let (ways, best) = settlements(order);
            let after = ways[best].order;
            if after == order {
                continue;
            }
            self.order[column] = after;
            let completed = trees(after) & !trees(order);
            self.trees += completed.count_ones() as u8;
            for index in (0..ROWS).filter(|i| completed >> i & 1 == 1) {
                let change = lattice.apply(self.set[column], Op::Toggle { index: index as u8 });
                debug_assert_eq!(change.banked, 0, "what stood before still can");
                self.set[column] = change.set;
            }
        }
        self
    }

    /// Whether riders can be distributed in another way.
    pub(super) fn has_riders(&self) -> bool {
        self.order.iter().any(|&order| uses(order) != 0)
    }
}
