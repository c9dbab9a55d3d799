//! Alignment of stacks, vectorised: the depths at which they can stand, and which stacks of a colour meet.
//!
//! Two stacks of a column meet if all between them are cleared. Two of different columns meet if they share a depth at
//! which every column between can be empty.

use wide::{u8x16, u16x8};

use super::colour_group::{ColourGroup, PLACES, TARGETS};
use crate::games::solomids::game::{COLUMNS, COPIES, ROWS};
use crate::games::solomids::solver::board::UnpackedBoard;
use crate::games::solomids::solver::column::{ALL_DEPTHS, bits};

/// Set of stacks of the whole board, by number.
pub(super) type StackBits = u64;

/// Returns the stacks of a column in a set, by index.
pub(super) const fn in_column(stacks: StackBits, c: usize) -> u16 {
    (stacks >> (c * ROWS)) as u16 & ALL_DEPTHS
}

/// Rank of no stack: no rank shares a byte with it.
const NO_RANK: u16 = 0xFEFF;
/// Distance of the ranks of neighbouring columns.
const RANKS: usize = 0x10;
// Every stack has a number; ranks of different columns, and of none, differ in both bytes; columns and rows fit into lanes.
const _: () = assert!(COLUMNS * ROWS <= StackBits::BITS as usize && COLUMNS <= 8 && ROWS < RANKS);
const _: () = assert!((COLUMNS - 1) * RANKS + ROWS < 0xFE);

/// Returns the ranks of the stacks of a column, the first eight, then the others, given the cleared ones by index.
fn ranks(column: usize, cleared: u16) -> [u16x8; 2] {
    /// As a factor it adds to each byte all those below it.
    const ONES: u64 = 0x0101_0101_0101_0101;
    let mut before = (column * RANKS) as u64;
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

/// Depths and ranks of all stacks, and the open squares between columns.
#[derive(Clone)]
pub(super) struct Alignment {
    /// Depths at which stacks can stand, by number. (Powers of two as lengths spare bounds checks.)
    depths: [u16; 64],
    ranks: [u16; 64],
    /// Depths that can be empty, by column.
    open: [u16; COLUMNS],
    /// Depths at which every column between two can be empty, by both; none between a column and itself.
    between: [[u16; 8]; COLUMNS],
}

impl Alignment {
    /// Takes the depths of a board's column sets; everything else has to be updated.
    pub(super) fn new(board: &UnpackedBoard<'_>) -> Self {
        let mut alignment = Self {
            depths: [0; 64],
            ranks: [NO_RANK; 64],
            // No column has these open depths, so the first update computes what is between.
            open: [!0; COLUMNS],
            between: [[0; 8]; COLUMNS],
        };
        for (c, info) in board.info.into_iter().enumerate() {
            alignment.depths[c * ROWS..(c + 1) * ROWS].copy_from_slice(&info.depths);
        }
        alignment
    }

    /// Updates the columns with stacks in `changed`, given all cleared stacks.
    pub(super) fn update(&mut self, board: &UnpackedBoard<'_>, changed: StackBits, cleared: StackBits) {
        let before = self.open;
        for c in (0..COLUMNS).filter(|&c| in_column(changed, c) != 0) {
            let cleared = in_column(cleared, c);
            let [near, far] = ranks(c, cleared).map(u16x8::to_array);
            self.ranks[c * ROWS..][..8].copy_from_slice(&near);
            self.ranks[c * ROWS + 8..][..ROWS - 8].copy_from_slice(&far[..ROWS - 8]);
            self.open[c] = depths_of_column(board, c, cleared, &mut self.depths[c * ROWS..][..ROWS]);
        }
        if self.open != before {
            self.update_between();
        }
    }

    fn update_between(&mut self) {
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
        self.between = between;
    }

    /// Adds to a colour group which of its stacks meet now.
    pub(super) fn update_meetings(&self, group: &mut ColourGroup) {
        // Empty places have no depths and the rank of no stack, so they meet nothing; nor does a column meet itself
        // sideways, for no depth is between.
        let depths: [u16; PLACES] = std::array::from_fn(|p| self.depths[group.number[p] as usize % 64]);
        let ranks: [u16; PLACES] = std::array::from_fn(|p| self.ranks[group.number[p] as usize % 64]);
        let [_, _, _, a, b, c, d, e, f] = depths;
        let target_depths = u16x8::new([a, b, c, d, e, f, 0, 0]);
        let [_, _, _, a, b, c, d, e, f] = ranks;
        let target_ranks: u8x16 = bytemuck::cast(u16x8::new([a, b, c, d, e, f, NO_RANK, NO_RANK]));
        // For each column, the depths at which each target is visible from there.
        let visible: [u16x8; COLUMNS] = std::array::from_fn(|column| {
            // Read one by one: without newer instructions, to shuffle a vector takes several times as long.
            let to = |place: usize| self.between[column][group.column[place] as usize % 8];
            u16x8::new([to(3), to(4), to(5), to(6), to(7), to(8), 0, 0]) & target_depths
        });
        for x in bits(group.taken.into()) {
            let sideways = visible[group.column[x] as usize] & u16x8::splat(depths[x]);
            // In one column, the low byte of one rank is the high byte of the other, either way.
            let swapped: u8x16 = bytemuck::cast(u16x8::splat(ranks[x].swap_bytes()));
            let within: u16x8 = bytemuck::cast(target_ranks.simd_eq(swapped));
            let apart = (sideways | within).simd_eq(u16x8::ZERO).to_bitmask() as u16;
            group.meets[x] |= !apart << COPIES & TARGETS & !(1 << x);
        }
    }
}

/// Updates the depths at which the stacks of a column can stand, by index, given the indices of the cleared ones. Returns
/// the depths that can be empty. At first, `depths` are those of the column set. Both results are monotone: the more is
/// cleared, the more of both.
fn depths_of_column(board: &UnpackedBoard<'_>, c: usize, cleared: u16, depths: &mut [u16]) -> u16 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_stacks_that_are_not_cleared() {
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
}
