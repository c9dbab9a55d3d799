//! Block numbers of a column set: which trees of the order are banked, as drawn in the [room's docs](super).

/// Returns the bit of block numbers that stands for the tree at `index`.
pub(crate) fn ordinal(trees: u16, index: usize) -> usize {
    (trees & ((1 << index) - 1)).count_ones() as usize
}

/// Returns the indices of the stacks that are banked in a block.
pub(crate) fn banked_in(trees: u16, block: usize) -> u16 {
    let mut banked = 0;
    let mut rest = trees;
    let mut bit = 0;
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        if block >> bit & 1 == 1 {
            banked |= lowest;
        }
        rest ^= lowest;
        bit += 1;
    }
    banked
}

/// Returns the place of the stack at `index` among the stacks present in a block, 0 for the farthest.
pub(crate) fn place(trees: u16, block: usize, index: usize) -> usize {
    index - (banked_in(trees, block) & ((1 << index) - 1)).count_ones() as usize
}

/// Removes bit `index` and moves the higher bits down.
pub(crate) const fn remove_bit(bits: u16, index: usize) -> u16 {
    let low = bits & ((1 << index) - 1);
    low | (bits >> 1 & !((1 << index) - 1))
}

/// Removes bit `bit` of a block number and moves the higher bits down.
pub(crate) const fn remove_block_bit(block: usize, bit: usize) -> usize {
    (block & ((1 << bit) - 1)) | (block >> 1 & !((1 << bit) - 1))
}

/// Inserts a 0 at bit `bit` of a block number and moves the higher bits up.
pub(crate) const fn insert_block_bit(block: usize, bit: usize) -> usize {
    (block & ((1 << bit) - 1)) | (block & !((1 << bit) - 1)) << 1
}

/// Returns the number that a block had before the banked trees at the indices `banked` left the order.
///
/// `trees` are the trees of the order before that.
pub(crate) fn with_banked(mut block: usize, trees: u16, mut banked: u16) -> usize {
    while banked != 0 {
        let bit = ordinal(trees, banked.trailing_zeros() as usize);
        banked &= banked - 1;
        block = insert_block_bit(block, bit) | 1 << bit;
    }
    block
}
