//! Who could still meet whom: dead ends, and in `features` the counts by which boards are compared.
//!
//! # The optimistic game
//! It forgets that pieces are used up: whatever can be lined up once is assumed to have left its place, and
//! stays usable there as well. It is a fixed point, the same in whatever order it is grown from "nothing but trees
//! can cleared":
//! - A stack stands at a depth not above the number of stacks in front of it that never cleared, and not
//!   below its greatest depth now, since slides only lower depths. As long as only trees in front of it
//!   cleared, it has just the depths its column set says.
//! - A square is empty at some time unless a stack that never vanishes can stand nowhere else.
//! - Two stacks of one column *meet* if all between them cleared; two of different columns meet if they share
//!   a depth at which every column between can be empty.
//! - A large can be *bare* if it has no medium, or if it meets a large that can be bare, for its medium.
//! - A medium can come to a large that has one, that meets a stack on a medium, or that meets a large to
//!   which a medium can come.
//! - A *host* is a stack that can be a medium with no small on it, on a large or not: one that is so now; or
//!   a stack on a medium, or a large to which a medium can come, that meets a host, for its small or from it.
//! - A small can come to a stack that has one, to a host that meets a lone small, and to a host or a large
//!   that can be bare from a stack that it meets and to which a small can come.
//! - A lone small vanishes if it meets a host; a stack on a medium vanishes if it meets a large that can be
//!   bare; a stack on a large vanishes, to the bank, if a small can come to it.
//!
//! # Dead ends
//! **Statement.** If [`max_trees`] gives `n` for a colour, no line of play without a further swap ever
//! completes more than `n` trees of it, those already complete included.
//!
//! **Argument.** By induction over a real line of play, every stack that has left its place has vanished in
//! the optimistic game, every depth a stack stands at is one it may have there, and every pair that lines up
//! meets: each rule above only widens what the rules of the game allow. So a small is only ever put onto a
//! host: a medium is without a small from the start, or since its small went to a host it met, or, on a
//! large, since it came there from a host. It is the same with mediums and larges that can be bare, and with
//! stacks that have a small: it was there, it came alone, or with its medium. A stack that never vanishes is never
//! part of a tree (a tree's stack counts as vanished), so a colour has at most as many trees as larges,
//! mediums and smalls that are not stuck.
//!
//! **Test.** `tests/differential.rs` compares verdicts with a plain search that prunes nothing.
//!
//! # Stricter games
//! The bound of [`shortest`](mod@crate::solver::shortest) plays it with columns that slide less ([`DepthModel`]) and colours that make no
//! transfers ([`merges`]).

use wide::{u8x16, u16x8};

use crate::game::{COLOURS, COLUMNS, COPIES, ROWS, Shape};
use crate::solver::board::codes::{colour_of, shape_of};
use crate::solver::board::stackings::UnpackedBoard;
use crate::solver::column::ways::ALL_DEPTHS;

/// Nine places a colour: lone smalls, stacks on mediums, stacks on larges, three each. A set of members is
/// a bit set of places.
const PLACES: usize = 3 * COPIES;
pub(crate) const SMALLS: u16 = 0o007;
pub(crate) const MEDIUMS: u16 = 0o070;
pub(crate) const LARGES: u16 = 0o700;
/// What others can be put onto.
const TARGETS: u16 = MEDIUMS | LARGES;

/// The stacks of one colour.
#[derive(Clone, Copy)]
pub(crate) struct ColourGroup {
    /// Number of each member: ten times its column plus its index there. [`NOBODY`] where there is none.
    pub(crate) id: [u8; PLACES],
    /// The column of each member.
    pub(crate) column: [u8; PLACES],
    /// For each stack on a medium or large, the bytes of its column's lane in a vector by columns.
    pub(crate) lanes: u8x16,
    /// Places that are taken.
    pub(crate) taken: u16,
    /// Members that cleared.
    pub(crate) cleared: u16,
    /// Larges with a medium.
    pub(crate) has_medium: u16,
    /// Mediums, and larges with a medium, that have a small.
    pub(crate) has_small: u16,
    /// For each member, which stacks on mediums and larges it meets; then zeros, up to the length of vectors.
    pub(crate) meets: [u16; COPIES + 8],
}

impl ColourGroup {
    const NONE: Self = Self {
        id: [NOBODY; PLACES],
        column: [0; PLACES],
        lanes: u8x16::ZERO,
        taken: 0,
        cleared: 0,
        has_medium: 0,
        has_small: 0,
        meets: [0; COPIES + 8],
    };
}

/// The number of no stack.
const NOBODY: u8 = 63;
/// The rank of no stack: no other has one of its bytes.
const NO_RANK: u16 = 0xFEFF;

/// The ranks of the stacks of a column, given which of them cleared: of the first eight, and of the others.
fn ranks(column: usize, cleared: u16) -> [u16x8; 2] {
    /// As a factor it adds to each byte all those below it.
    const ONES: u64 = 0x0101_0101_0101_0101;
    let mut before = column as u64 * 0x10;
    [cleared, cleared >> 8].map(|cleared| {
        let cleared = u64::from(cleared);
        // A byte for each bit; the factor puts seven of them where they belong.
        let cleared = ((cleared & 0x7F) * 0x0002_0408_1020_4081) & ONES | (cleared & 0x80) << 49;
        let stays = ONES - cleared;
        let after = stays.wrapping_mul(ONES) + before * ONES;
        before = after >> 56;
        let bytes: [u8x16; 2] = [[after - stays, 0], [after, 0]].map(bytemuck::cast);
        bytemuck::cast(u8x16::unpack_low(bytes[0], bytes[1]))
    })
}

/// What a stack is among its groups.
#[derive(Clone, Copy)]
struct GroupRole {
    colour: usize,
    /// Places it may take.
    group: u16,
    /// All bits if it is a large with a medium.
    has_medium: u16,
    /// All bits if it is a medium, or a large with a medium, that has a small.
    has_small: u16,
}

/// The roles of stacks, by code.
static ROLES: [GroupRole; 32] = {
    let mut roles = [GroupRole { colour: 0, group: 0, has_medium: 0, has_small: 0 }; 32];
    let mut code = 1;
    while code < 6 * COLOURS as u8 + 1 {
        let (group, has_medium, has_small) = match Shape::ALL[shape_of(code) as usize] {
            Shape::S1 => (SMALLS, 0, 0),
            Shape::S2 => (MEDIUMS, 0, 0),
            Shape::S12 => (MEDIUMS, 0, !0),
            Shape::S3 => (LARGES, 0, 0),
            Shape::S23 => (LARGES, !0, 0),
            Shape::S123 => (LARGES, !0, !0),
        };
        let colour = colour_of(code);
        roles[code as usize] = GroupRole { colour, group, has_medium, has_small };
        code += 1;
    }
    roles
};

/// ColumnSets of stacks by number, as bits.
type StackBits = u64;

/// How columns can stand once some of their stacks have vanished.
pub(crate) trait DepthModel {
    /// Brings the depths at which the stacks of a column can stand, by index, up to date, given which of them have
    /// vanished; at first they are those of its set. Gives the depths that can be empty. The more vanishes, the more of
    /// both there must be.
    fn update_column(&self, board: &UnpackedBoard<'_>, c: usize, cleared: u16, depths: &mut [u16]) -> u16;
}

/// As the rules allow.
pub(crate) struct FreeSlides;

impl DepthModel for FreeSlides {
    fn update_column(&self, board: &UnpackedBoard<'_>, c: usize, cleared: u16, depths: &mut [u16]) -> u16 {
        let info = board.info[c];
        if cleared == info.trees {
            return info.open;
        }
        let first = (cleared & !info.trees).trailing_zeros() as usize;
        let (mut stuck, mut pinned) = (0, 0);
        for (index, depths) in depths[..board.len[c]].iter_mut().enumerate() {
            if index > first {
                *depths = (2 << depths.ilog2()) - (1 << stuck);
            }
            if cleared >> index & 1 == 0 {
                stuck += 1;
                if depths.is_power_of_two() {
                    pinned |= *depths;
                }
            }
        }
        ALL_DEPTHS & !pinned
    }
}

/// A game under way.
#[derive(Clone)]
pub(crate) struct Relaxation<'a> {
    pub(crate) board: &'a UnpackedBoard<'a>,
    everything: StackBits,
    pub(crate) cleared: StackBits,
    /// What had vanished when somebody seen_cleared around, but for columns nobody has seen_cleared at.
    seen_cleared: StackBits,
    /// By number, the depths a stack can come to. (Powers of two as lengths spare bounds checks.)
    depths: [u16; 64],
    /// By number, how many stacks of the column before it do not cleared, and with it, in a byte each; above both
    /// the number of the column. Two stacks of a column meet if the one has before it what the other ends with.
    ranks: [u16; 64],
    /// For each column, the depths that can be empty.
    open: [u16; COLUMNS],
    /// For each column, by the number of another, the depths at which every column between can be empty.
    between: [u16x8; COLUMNS],
    pub(crate) groups: [ColourGroup; COLOURS],
}

/// The places in a set, lowest first.
pub(crate) fn places(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros() as usize;
            set &= set - 1;
            place
        })
    })
}

/// For each colour, the most trees it can have without a further swap, banked ones included.
pub(crate) fn max_trees(board: &UnpackedBoard<'_>) -> [u8; COLOURS] {
    let mut game = Relaxation::new(board);
    game.play(&FreeSlides, 0);
    game.max_trees()
}

impl ColourGroup {
    /// Whether everything of the colour vanishes, so that there is no more to learn of it.
    pub(crate) const fn has_gone(&self) -> bool {
        self.taken == self.cleared
    }

    /// The stacks on mediums and larges that some of these, stacks on mediums and larges as well, meet.
    pub(crate) fn met_by(&self, who: u16) -> u16 {
        let bits = u16x8::new(std::array::from_fn(|i| 1 << (COPIES + i)));
        let [_, _, _, meets @ ..] = self.meets;
        let met = (u16x8::splat(who) & bits).simd_eq(bits) & u16x8::new(meets);
        let [low, high]: [u64; 2] = bytemuck::cast(met);
        let met = low | high;
        let met = met | met >> 32;
        (met | met >> 16) as u16
    }

    /// The same for all lone smalls, all stacks on mediums, and all stacks on larges.
    pub(crate) fn met_by_each(&self) -> [u16; 3] {
        let [a, b, c, d, e, f, g, h, i, ..] = self.meets;
        [a | b | c, d | e | f, g | h | i]
    }

    /// The lone smalls that meet some of these stacks on mediums and larges.
    pub(crate) fn smalls_that_meet(&self, whom: u16) -> u16 {
        let [meets @ .., _, _, _] = self.meets;
        let alone = (u16x8::new(meets) & u16x8::splat(whom)).simd_eq(u16x8::ZERO).to_bitmask() as u16;
        !alone & SMALLS & self.taken
    }
}

impl<'a> Relaxation<'a> {
    /// Number of stacks that have not vanished.
    pub(crate) fn stuck(&self) -> u32 {
        (self.everything & !self.cleared).count_ones()
    }

    pub(crate) fn new(board: &'a UnpackedBoard<'a>) -> Self {
        let mut game = Self {
            board,
            everything: 0,
            cleared: 0,
            seen_cleared: 0,
            // As no column is, so that the first look tells what is between.
            open: [!0; COLUMNS],
            depths: [0; 64],
            ranks: [NO_RANK; 64],
            between: [u16x8::ZERO; COLUMNS],
            groups: [ColourGroup::NONE; COLOURS],
        };
        for c in 0..COLUMNS {
            let info = board.info[c];
            game.everything |= ((1 << board.len[c]) - 1) << (c * ROWS);
            game.cleared |= u64::from(info.trees) << (c * ROWS);
            game.depths[c * ROWS..(c + 1) * ROWS].copy_from_slice(&info.depths);
            for (index, &code) in board.code[c][..board.len[c]].iter().enumerate() {
                let role = &ROLES[code as usize % ROLES.len()];
                let groups = &mut game.groups[role.colour];
                let free = role.group & !groups.taken;
                let place = free & free.wrapping_neg();
                groups.taken |= place;
                groups.has_medium |= place & role.has_medium;
                groups.has_small |= place & role.has_small;
                let place = place.trailing_zeros() as usize;
                groups.id[place] = (c * ROWS + index) as u8;
                groups.column[place] = c as u8;
            }
        }
        game.seen_cleared = !game.cleared;
        for groups in &mut game.groups {
            // Trees.
            groups.cleared = groups.has_small & LARGES;
            let [_, _, _, a, b, c, d, e, f] = groups.column.map(u16::from);
            groups.lanes = bytemuck::cast(u16x8::new([a, b, c, d, e, f, 0, 0]) * 0x0202 + 0x0100);
        }
        game
    }

    /// Plays on to the end. Some colours may have to do without transfers.
    pub(crate) fn play(&mut self, stand: &impl DepthModel, without_transfers: u8) {
        // One colour after the other, until none of them can go on.
        let mut quiet = 0;
        for colour in (0..COLOURS).cycle() {
            if quiet == COLOURS {
                break;
            }
            let before = self.cleared;
            if self.groups[colour].has_gone() {
                quiet += 1;
                continue;
            }
            self.update_depths(stand);
            self.update_meetings(colour);
            self.clear_colour(colour, without_transfers >> colour & 1 == 0);
            quiet = if self.cleared == before { quiet + 1 } else { 0 };
        }
    }

    /// Lets the game go on with a column that can stand in other ways than before.
    pub(crate) const fn invalidate_column(&mut self, c: usize) {
        let column = (ALL_DEPTHS as StackBits) << (c * ROWS);
        self.seen_cleared = self.seen_cleared & !column | !self.cleared & column;
    }

    /// Finds out where stacks can stand and what can be empty, given what vanishes.
    pub(crate) fn update_depths(&mut self, stand: &impl DepthModel) {
        let news = self.cleared ^ self.seen_cleared;
        self.seen_cleared = self.cleared;
        let before = self.open;
        for c in (0..COLUMNS).filter(|c| news >> (c * ROWS) & u64::from(ALL_DEPTHS) != 0) {
            self.update_column(stand, c);
        }
        if self.open == before {
            return;
        }
        let mut between = [[0; 8]; COLUMNS];
        #[expect(clippy::needless_range_loop, reason = "two rows of the table at once")]
        for a in 0..COLUMNS {
            let mut depths = ALL_DEPTHS;
            for (b, &open) in self.open.iter().enumerate().skip(a + 1) {
                between[a][b] = depths;
                between[b][a] = depths;
                depths &= open;
            }
        }
        self.between = between.map(u16x8::new);
    }

    /// The same for one column.
    fn update_column(&mut self, stand: &impl DepthModel, c: usize) {
        let cleared = self.vanished(c);
        let [near, far] = ranks(c, cleared).map(u16x8::to_array);
        self.ranks[c * ROWS..][..8].copy_from_slice(&near);
        self.ranks[c * ROWS + 8..][..ROWS - 8].copy_from_slice(&far[..ROWS - 8]);
        self.open[c] = stand.update_column(self.board, c, cleared, &mut self.depths[c * ROWS..][..ROWS]);
    }

    /// The stacks of a column that cleared, by index.
    pub(crate) const fn vanished(&self, c: usize) -> u16 {
        (self.cleared >> (c * ROWS)) as u16 & ALL_DEPTHS
    }

    /// Finds out which members of a colour meet, if there is anything to learn from it.
    pub(crate) fn update_meetings(&mut self, colour: usize) {
        if !self.groups[colour].has_gone() {
            self.recompute_meetings(colour);
        }
    }

    /// Finds out which members of a colour meet.
    pub(crate) fn recompute_meetings(&mut self, colour: usize) {
        let groups = &mut self.groups[colour];
        // Places that are not taken have no depths and nobody's rank, so they meet nobody; nor does a column
        // meet itself sideways.
        let depths: [u16; PLACES] = std::array::from_fn(|p| self.depths[groups.id[p] as usize % 64]);
        let ranks: [u16; PLACES] = std::array::from_fn(|p| self.ranks[groups.id[p] as usize % 64]);
        let [_, _, _, a, b, c, d, e, f] = depths;
        let targets = u16x8::new([a, b, c, d, e, f, 0, 0]);
        let [_, _, _, a, b, c, d, e, f] = ranks;
        let ranked: u8x16 = bytemuck::cast(u16x8::new([a, b, c, d, e, f, NO_RANK, NO_RANK]));
        // For each column, the depths at which it sees each target.
        let seen: [u16x8; COLUMNS] = std::array::from_fn(|column| {
            let between: u8x16 = bytemuck::cast(self.between[column]);
            bytemuck::cast::<u8x16, u16x8>(between.shuffle(groups.lanes)) & targets
        });
        for x in places(groups.taken) {
            let sideways = seen[groups.column[x] as usize] & u16x8::splat(depths[x]);
            // The byte before of one of them is the byte after of the other, or the other way round.
            let swapped: u8x16 = bytemuck::cast(u16x8::splat(ranks[x].swap_bytes()));
            let within: u16x8 = bytemuck::cast(ranked.simd_eq(swapped));
            let apart = (sideways | within).simd_eq(u16x8::ZERO).to_bitmask() as u16;
            groups.meets[x] |= !apart << COPIES & TARGETS & !(1 << x);
        }
    }

    /// Adds what vanishes of a colour.
    pub(crate) fn clear_colour(&mut self, colour: usize, transfers: bool) {
        let groups = &self.groups[colour];
        if groups.has_gone() {
            return;
        }
        if !transfers {
            self.mark_cleared(colour, groups.gone_by_merges());
            return;
        }
        // What some have, all they meet can have.
        let spread = |mut with: u16, among: u16| {
            while among & !with != 0 {
                let more = with | groups.met_by(with) & among;
                if more == with {
                    break;
                }
                with = more;
            }
            with
        };
        let (mediums, larges) = (groups.taken & MEDIUMS, groups.taken & LARGES);
        let [by_smalls, by_mediums, _] = groups.met_by_each();
        let bare = spread(larges & !groups.has_medium, larges);
        let with_medium = spread(groups.has_medium | by_mediums & larges, larges);
        let free = spread((mediums | groups.has_medium) & !groups.has_small, mediums | with_medium);
        let with_small = spread(groups.has_small | by_smalls & free, free | bare);
        let cleared = groups.smalls_that_meet(free) | mediums & groups.met_by(bare) | with_small & larges;
        self.mark_cleared(colour, cleared);
    }

    /// Lets members of a colour cleared.
    pub(crate) fn mark_cleared(&mut self, colour: usize, members: u16) {
        let groups = &mut self.groups[colour];
        let new = members & !groups.cleared;
        groups.cleared |= new;
        for p in places(new) {
            self.cleared |= 1 << groups.id[p];
        }
    }

    pub(crate) fn max_trees(&self) -> [u8; COLOURS] {
        std::array::from_fn(|colour| {
            let groups = &self.groups[colour];
            let stuck = [SMALLS, MEDIUMS, LARGES]
                .map(|group| (groups.taken & !groups.cleared & group).count_ones() as u8);
            COPIES as u8 - stuck.into_iter().max().unwrap_or(0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::goal::Goal;
    use super::*;
    use crate::dealer::tabletop;
    use crate::game::TREES;
    use crate::solver::board::Board;
    use crate::solver::column::store::SetStore;
    use crate::solver::ordering::heuristic::Heuristic;
    use crate::solver::search::beam::sample::BeamSampler;
    use crate::solver::search::context::SearchContext;

    #[test]
    fn ranks_count_what_does_not_vanish() {
        for column in 0..COLUMNS {
            for cleared in 0..1 << ROWS {
                let parts = ranks(column, cleared).map(u16x8::to_array);
                let mut before = column as u16 * 0x10;
                for (index, rank) in parts.into_iter().flatten().take(ROWS).enumerate() {
                    let after = before + (!cleared >> index & 1);
                    assert_eq!(rank, before | after << 8, "column {column}, {cleared:#b}, stack {index}");
                    assert_ne!(rank, NO_RANK);
                    before = after;
                }
            }
        }
    }

    /// The same as [`max_trees`], but all colours take part in every round, and nobody remembers what was seen.
    fn prospects_by_rounds(board: &UnpackedBoard<'_>) -> [u8; COLOURS] {
        let mut game = Relaxation::new(board);
        loop {
            let before = game.cleared;
            game.seen_cleared = !game.cleared;
            game.update_depths(&FreeSlides);
            for colour in 0..COLOURS {
                game.update_meetings(colour);
                game.clear_colour(colour, true);
            }
            if game.cleared == before {
                return game.max_trees();
            }
        }
    }

    #[test]
    fn prospects_do_not_depend_on_the_order_in_which_they_are_found() {
        let (mut boards, mut poor) = (0, 0);
        // Deals that cannot be won without a swap, so that the beams they are taken from fail.
        for index in [431, 501, 822, 872, 984, 3664, 5937, 6471, 9972] {
            let store = SetStore::new();
            let context = SearchContext::new(&store);
            let root = Board::new(tabletop::deal(1, index).position(), &store);
            let goal = Goal { trees: TREES, swaps: 0 };
            let mut turn = 0;
            let mut pick = |below| {
                turn += 7;
                turn % below
            };
            let sampler =
                BeamSampler { context, root, goal, width: 16, heuristic: Heuristic::Outcome, per_layer: 100 };
            for (_, board) in sampler.boards(&mut pick) {
                let unpacked = board.unpack(&store);
                let found = max_trees(&unpacked);
                assert_eq!(found, prospects_by_rounds(&unpacked), "{index}");
                boards += 1;
                poor += usize::from(found.iter().sum::<u8>() < TREES);
            }
        }
        assert!(boards > 5_000 && poor > 500, "{boards}, {poor}");
    }
}
