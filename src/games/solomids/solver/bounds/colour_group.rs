//! Colour groups: the stacks of one colour as bit sets of places, and which of them meet.
//!
//! The places are drawn in the [module's docs](super).
//!
//! Greedy matching ([`ColourGroup::match_greedily`]) is a feature of the evaluation, no bound;
//! [`ordering`](crate::games::solomids::solver::ordering) describes it.

use wide::u16x8;

use crate::games::solomids::game::{COLOURS, COLUMNS, COPIES, ROWS, Shape};
use crate::games::solomids::solver::board::{UnpackedBoard, colour_of, shape_of};
use crate::games::solomids::solver::column::bits;

pub(super) const PLACES: usize = 3 * COPIES;
/// Places of lone smalls.
const SMALLS: u16 = 0o007;
/// Places of stacks on mediums.
const MEDIUMS: u16 = 0o070;
/// Places of stacks on larges.
const LARGES: u16 = 0o700;
/// Places of stacks that others can be put onto.
pub(super) const TARGETS: u16 = MEDIUMS | LARGES;

const NO_STACK: u8 = 63;
// Three places of each size, the targets in eight lanes, all places in 16 bits, and no stack with the number of none.
const _: () = assert!(COPIES == 3 && 2 * COPIES <= 8 && COPIES + 8 <= u16::BITS as usize);
const _: () = assert!(COLUMNS * ROWS <= NO_STACK as usize && Shape::ALL.len() * COLOURS < ROLES.len());

/// The stacks of one colour. Sets are bit sets of places.
#[derive(Clone, Copy)]
pub(crate) struct ColourGroup {
    /// Number of the stack in each place; [`NO_STACK`] where there is none.
    pub(super) number: [u8; PLACES],
    pub(super) column: [u8; PLACES],
    /// Occupied places: all stacks.
    pub(super) taken: u16,
    cleared: u16,
    pub(super) has_medium: u16,
    pub(super) has_small: u16,
    /// Targets that each stack meets, then zeros up to the length of vectors.
    pub(super) meets: [u16; COPIES + 8],
}

#[derive(Clone, Copy)]
struct GroupRole {
    colour: usize,
    places: u16,
    /// All bits if it is a large with a medium.
    has_medium: u16,
    /// All bits if it is a medium or large with a small.
    has_small: u16,
}

static ROLES: [GroupRole; 32] = {
    let mut roles = [GroupRole { colour: 0, places: 0, has_medium: 0, has_small: 0 }; 32];
    let mut code = 1;
    while code < 6 * COLOURS as u8 + 1 {
        let (places, has_medium, has_small) = match Shape::ALL[shape_of(code) as usize] {
            Shape::S1 => (SMALLS, 0, 0),
            Shape::S2 => (MEDIUMS, 0, 0),
            Shape::S12 => (MEDIUMS, 0, !0),
            Shape::S3 => (LARGES, 0, 0),
            Shape::S23 => (LARGES, !0, 0),
            Shape::S123 => (LARGES, !0, !0),
        };
        let colour = colour_of(code);
        roles[code as usize] = GroupRole { colour, places, has_medium, has_small };
        code += 1;
    }
    roles
};

impl ColourGroup {
    const EMPTY: Self = Self {
        number: [NO_STACK; PLACES],
        column: [0; PLACES],
        taken: 0,
        cleared: 0,
        has_medium: 0,
        has_small: 0,
        meets: [0; COPIES + 8],
    };

    /// Returns the groups of a board, with the trees cleared and no meetings.
    pub(super) fn all(board: &UnpackedBoard<'_>) -> [Self; COLOURS] {
        let mut groups = [Self::EMPTY; COLOURS];
        for (c, codes) in board.code.iter().enumerate() {
            for (index, &code) in codes[..board.len[c]].iter().enumerate() {
                let role = &ROLES[code as usize % ROLES.len()];
                let group = &mut groups[role.colour];
                let free = role.places & !group.taken;
                let place = free & free.wrapping_neg();
                group.taken |= place;
                group.has_medium |= place & role.has_medium;
                group.has_small |= place & role.has_small;
                let place = place.trailing_zeros() as usize;
                group.number[place] = (c * ROWS + index) as u8;
                group.column[place] = c as u8;
            }
        }
        for group in &mut groups {
            group.reset_cleared();
        }
        groups
    }

    pub(crate) const fn smalls(&self) -> u16 {
        self.taken & SMALLS
    }

    pub(crate) const fn mediums(&self) -> u16 {
        self.taken & MEDIUMS
    }

    pub(crate) const fn larges(&self) -> u16 {
        self.taken & LARGES
    }

    pub(crate) const fn bare_larges(&self) -> u16 {
        self.larges() & !self.has_medium
    }

    /// Returns the stacks with a medium but no small.
    pub(crate) const fn free_mediums(&self) -> u16 {
        (self.mediums() | self.has_medium) & !self.has_small
    }

    /// Returns the stacks on mediums and larges without a small.
    pub(crate) const fn without_small(&self) -> u16 {
        (self.mediums() | self.larges()) & !self.has_small
    }

    pub(crate) const fn trees(&self) -> u16 {
        self.larges() & self.has_small
    }

    pub(crate) const fn cleared_larges(&self) -> u16 {
        self.cleared & LARGES
    }

    /// Tests whether all stacks are cleared, so that no rule adds anything.
    pub(super) const fn all_cleared(&self) -> bool {
        self.taken == self.cleared
    }

    pub(super) const fn reset_cleared(&mut self) {
        self.cleared = self.trees();
    }

    /// Adds cleared stacks. Returns the new ones.
    pub(super) const fn clear(&mut self, stacks: u16) -> u16 {
        let new = stacks & !self.cleared;
        self.cleared |= new;
        new
    }

    /// Returns the targets that one of some targets meets.
    pub(crate) fn targets_meeting(&self, targets: u16) -> u16 {
        let bits = u16x8::new(std::array::from_fn(|i| 1 << (COPIES + i)));
        let [_, _, _, meets @ ..] = self.meets;
        let met = (u16x8::splat(targets) & bits).simd_eq(bits) & u16x8::new(meets);
        let [low, high]: [u64; 2] = bytemuck::cast(met);
        let met = low | high;
        let met = met | met >> 32;
        (met | met >> 16) as u16
    }

    /// Returns the targets that meet a lone small, a stack on a medium, and a stack on a large.
    pub(crate) fn targets_meeting_each_size(&self) -> [u16; 3] {
        let [a, b, c, d, e, f, g, h, i, ..] = self.meets;
        [a | b | c, d | e | f, g | h | i]
    }

    /// Returns the lone smalls that meet one of some targets.
    pub(crate) fn smalls_meeting(&self, targets: u16) -> u16 {
        let [meets @ .., _, _, _] = self.meets;
        let apart = (u16x8::new(meets) & u16x8::splat(targets)).simd_eq(u16x8::ZERO).to_bitmask() as u16;
        !apart & self.smalls()
    }

    /// Counts the pairs of a stack in `sources` and a target in `targets` that meet.
    pub(crate) fn meeting_pairs(&self, sources: u16, targets: u16) -> u32 {
        bits(sources.into()).map(|p| (self.meets[p] & targets).count_ones()).sum()
    }

    /// Returns the most trees of the colour, banked ones included: copies less the stuck stacks of the worst size.
    pub(super) fn max_trees(&self) -> u8 {
        let stuck = [SMALLS, MEDIUMS, LARGES].map(|size| (self.taken & !self.cleared & size).count_ones());
        COPIES as u8 - stuck.into_iter().max().unwrap_or(0) as u8
    }

    /// Merges stacks greedily. Returns the stacks that are cleared after that.
    pub(super) fn match_greedily(&mut self) -> u16 {
        let mut left = self.taken & !self.cleared;
        let mediums = left & MEDIUMS;
        for medium in bits((mediums & self.has_small).into()).chain(bits((mediums & !self.has_small).into()))
        {
            let targets = self.meets[medium] & left & LARGES & !self.has_medium;
            if targets != 0 {
                let large = 1 << targets.ilog2();
                self.has_medium |= large;
                self.has_small |= large & (self.has_small >> medium & 1).wrapping_neg();
                left &= !(1 << medium);
            }
        }
        for small in bits((left & SMALLS).into()) {
            let targets = self.meets[small] & left & (MEDIUMS | self.has_medium) & !self.has_small;
            if targets != 0 {
                self.has_small |= targets & targets.wrapping_neg();
                left &= !(1 << small);
            }
        }
        self.taken & !(left & !(LARGES & self.has_medium & self.has_small))
    }
}
