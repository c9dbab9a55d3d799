//! Occupancy masks: tables of their slides and reachable masks, and bit sets of masks by rank. Block numbers: which trees
//! of the order are banked.
//!
//! The layouts are drawn in the [module's docs](super).

use std::sync::LazyLock;

use crate::games::solomids::game::ROWS;

pub(super) const MASKS: usize = 1 << ROWS;
const WORDS: usize = 4;
/// Set of masks that have equally many stacks: bit `r` for the mask of rank `r`.
pub(super) type MaskBits = [u64; WORDS];
pub(super) const EMPTY: MaskBits = [0; WORDS];

pub(crate) const ALL_DEPTHS: u16 = (1 << ROWS) - 1;
/// Most slides that a mask has: one for each gap that is ahead of a stack.
const MOST_SLIDES: usize = ROWS / 2;
// Depths of every stack fit into a word, and so do the ranks of the largest class into a set of masks.
const _: () = assert!(ROWS * ROWS <= u128::BITS as usize && largest_class() <= 64 * WORDS);

/// Number of masks with half of all stacks: the binomial coefficient.
const fn largest_class() -> usize {
    let (mut masks, mut n) = (1, 0);
    while n < ROWS / 2 {
        masks = masks * (ROWS - n) / (n + 1);
        n += 1;
    }
    masks
}

pub(super) struct MaskFacts {
    pub(super) mask: u16,
    /// Masks reachable by slides, the mask itself included.
    reach: MaskBits,
    /// Depths reachable by slides: ten bits for each stack, from the far edge on.
    pub(super) stands: u128,
    /// Depths occupied in every reachable mask.
    pub(super) filled: u16,
    /// Rank of the mask without its `n`-th stack, by `n`.
    without: [u8; ROWS],
}

/// The masks with a certain number of stacks.
pub(super) struct MaskClass {
    /// Properties of the masks, by rank.
    facts: Vec<MaskFacts>,
    /// Masks in which the `n`-th stack stands at depth `d`: `at[n][d]`.
    pub(super) at: [[MaskBits; ROWS]; ROWS],
    /// Masks in which depth `d` is empty: `free[d]`.
    pub(super) free: [MaskBits; ROWS],
}

/// All masks, by number of stacks.
pub(super) static MASK_CLASSES: LazyLock<[MaskClass; ROWS + 1]> = LazyLock::new(|| {
    std::array::from_fn(|stacks| {
        let mut class = MaskClass { facts: Vec::new(), at: [[EMPTY; ROWS]; ROWS], free: [EMPTY; ROWS] };
        for mask in (0..MASKS as u16).filter(|mask| mask.count_ones() as usize == stacks) {
            class.add(mask);
        }
        class
    })
});

/// Rank of every mask among those with equally many stacks.
pub(super) static RANKS: [u8; MASKS] = {
    let mut ranks = [0; MASKS];
    let mut counts = [0; ROWS + 1];
    let mut mask = 0usize;
    while mask < MASKS {
        let stacks = mask.count_ones() as usize;
        ranks[mask] = counts[stacks];
        counts[stacks] += 1;
        mask += 1;
    }
    ranks
};

impl MaskClass {
    /// Adds a mask; all lesser masks of the class must have been added.
    fn add(&mut self, mask: u16) {
        let rank = self.facts.len();
        let mut facts = MaskFacts { mask, reach: EMPTY, stands: 0, filled: mask, without: [0; ROWS] };
        insert(&mut facts.reach, rank);
        let mut n = 0;
        for depth in 0..ROWS {
            if mask >> depth & 1 == 0 {
                insert(&mut self.free[depth], rank);
                continue;
            }
            insert(&mut self.at[n][depth], rank);
            facts.stands |= 1 << (n * ROWS + depth);
            facts.without[n] = RANKS[(mask & !(1 << depth)) as usize];
            n += 1;
        }
        // Slides lead to lesser masks, whose properties are known.
        for next in slides_of(mask) {
            let next = &self.facts[RANKS[next as usize] as usize];
            or_into(&mut facts.reach, &next.reach);
            facts.stands |= next.stands;
            facts.filled &= next.filled;
        }
        self.facts.push(facts);
    }

    /// Returns the members of a block in ascending order of masks: most slides first.
    pub(super) fn members(&self, block: &MaskBits) -> impl Iterator<Item = &MaskFacts> {
        ranks(*block).map(|rank| &self.facts[rank])
    }

    /// Returns the maximal members of a block, those that no other member reaches by slides, in descending order.
    pub(super) fn maximal_members(&self, mut block: MaskBits) -> impl Iterator<Item = &MaskFacts> {
        let mut word = WORDS;
        std::iter::from_fn(move || {
            while word > 0 && block[word - 1] == 0 {
                word -= 1;
            }
            let rank = (word.checked_sub(1)? * 64) + block[word - 1].ilog2() as usize;
            let maximal = &self.facts[rank];
            for (rest, reach) in block.iter_mut().zip(&maximal.reach) {
                *rest &= !reach;
            }
            Some(maximal)
        })
    }

    /// Returns the closure of a block under slides.
    pub(super) fn with_slides(&self, block: MaskBits) -> MaskBits {
        let mut closed = EMPTY;
        for maximal in self.maximal_members(block) {
            or_into(&mut closed, &maximal.reach);
        }
        closed
    }

    /// Returns the members of a block without their `n`-th stack, as masks of the class below; not closed.
    pub(super) fn without(&self, block: &MaskBits, n: usize) -> MaskBits {
        let mut out = EMPTY;
        for member in self.members(block) {
            insert(&mut out, member.without[n] as usize);
        }
        out
    }
}

/// Masks that one slide makes of each mask (M3); unused entries hold the mask itself.
static SLIDES: LazyLock<Box<[[u16; MOST_SLIDES]; MASKS]>> = LazyLock::new(|| {
    let mut slides = Box::new([[0; MOST_SLIDES]; MASKS]);
    for mask in 0..MASKS as u16 {
        let mut found = [mask; 5];
        for (entry, next) in found.iter_mut().zip(slides_of(mask)) {
            *entry = next;
        }
        slides[mask as usize] = found;
    }
    slides
});

/// Computes the masks that one slide makes of a mask, nearest gap to the far edge first (M3).
pub(crate) fn slides_of(mask: u16) -> impl Iterator<Item = u16> {
    (1..ROWS).filter(move |&d| mask >> d & 1 == 1 && mask >> (d - 1) & 1 == 0).map(move |d| {
        let ahead = mask & ((1 << d) - 1);
        let gap = d - (16 - ahead.leading_zeros() as usize);
        let run = (mask >> d).trailing_ones();
        let moved = ((1u16 << run) - 1) << d;
        mask & !moved | moved >> gap
    })
}

/// Looks up what [`slides_of`] computes.
pub(crate) fn slides_from(mask: u16) -> &'static [u16] {
    let slides = &SLIDES[mask as usize];
    let number = slides.iter().position(|&next| next == mask).unwrap_or(slides.len());
    &slides[..number]
}

pub(super) fn is_empty(block: &MaskBits) -> bool {
    block.iter().all(|&w| w == 0)
}

pub(super) fn insert(block: &mut MaskBits, rank: usize) {
    block[rank / 64] |= 1 << (rank % 64);
}

/// Lists the bits of a set, lowest first.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

/// Returns the ranks of the members in ascending order.
fn ranks(block: MaskBits) -> impl Iterator<Item = usize> {
    (0..).step_by(64).zip(block).flat_map(|(first, word)| bits(word).map(move |bit| first + bit))
}

pub(super) fn and(a: &MaskBits, b: &MaskBits) -> MaskBits {
    std::array::from_fn(|i| a[i] & b[i])
}

/// Tests whether `a` is a superset of `b`.
pub(super) fn includes(a: &MaskBits, b: &MaskBits) -> bool {
    a.iter().zip(b).all(|(a, b)| b & !a == 0)
}

pub(super) fn or_into(a: &mut MaskBits, b: &MaskBits) {
    for (x, y) in a.iter_mut().zip(b) {
        *x |= y;
    }
}

/// Returns a 64-bit Bloom filter of the members of some blocks: a superset has all bits of its subsets' sketches.
pub(super) fn sketch(blocks: &[MaskBits]) -> u64 {
    let words = blocks.iter().flatten().zip((0..).step_by(5));
    words.fold(0, |sketch, (word, turn)| sketch | word.rotate_left(turn % 64))
}

/// Returns the bit of block numbers that stands for the tree at `index`.
pub(crate) fn ordinal(trees: u16, index: usize) -> usize {
    (trees & ((1 << index) - 1)).count_ones() as usize
}

/// Returns the indices of the stacks that are banked in a block.
pub(crate) fn banked_in(trees: u16, block: usize) -> u16 {
    let banked = bits(trees.into()).enumerate().filter(|(bit, _)| block >> bit & 1 == 1);
    banked.fold(0, |banked, (_, index)| banked | 1 << index)
}

/// Returns the place of the stack at `index` among the stacks present in a block, 0 for the farthest.
pub(crate) fn place(trees: u16, block: usize, index: usize) -> usize {
    index - (banked_in(trees, block) & ((1 << index) - 1)).count_ones() as usize
}

/// Removes a bit and moves the higher ones down.
pub(crate) const fn remove_bit(bits: usize, bit: usize) -> usize {
    (bits & ((1 << bit) - 1)) | (bits >> 1 & !((1 << bit) - 1))
}

/// Inserts a 0 at bit `bit` of a block number and moves the higher bits up.
pub(crate) const fn insert_block_bit(block: usize, bit: usize) -> usize {
    (block & ((1 << bit) - 1)) | (block & !((1 << bit) - 1)) << 1
}

/// Returns the number that a block had before the banked trees at the indices `banked` left the order.
///
/// `trees` are the trees of the order before that.
pub(crate) fn with_banked(block: usize, trees: u16, banked: u16) -> usize {
    bits(banked.into()).fold(block, |block, index| {
        let bit = ordinal(trees, index);
        insert_block_bit(block, bit) | 1 << bit
    })
}
