//! Sets of the ways a column can stand, and what slides, banks and moves make of them.
//!
//! A slide or a bank never changes the order of the stacks that stay, so a column is an *order* of stacks
//! and a *mask*: the rows that are occupied. A mask has ten bits, bit `d` for depth `d` (0 = row 10). The
//! *n*-th stack still present stands on the *n*-th lowest set bit. A slide lowers bits, so it lowers the
//! mask as a number:
//!
//! ```text
//! depth   9 8 7 6 5 4 3 2 1 0
//! before  1 1 0 1 1 0 0 1 0 0      the stacks at depths 5 and 6 close the gap in front of them …
//! after   1 1 0 0 0 1 1 1 0 0      … and touch the one at depth 2
//! ```
//!
//! A column with `t` trees has one *block* of 1,024 bits (bit `m` = "mask `m` is possible") for each of the
//! 2^t subsets of trees already banked; block `g` belongs to the subset whose bits, tree by tree from the
//! far edge, are the bits of `g`.

use std::sync::LazyLock;

use crate::game::ROWS;

/// Number of masks.
const MASKS: usize = 1 << ROWS;
/// Words in a block.
const WORDS: usize = MASKS / 64;
/// One bit for every mask.
pub(super) type Block = [u64; WORDS];
const EMPTY: Block = [0; WORDS];

/// What may be done to a column, with the index of the stack it is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Op {
    /// The stack stands at this depth and leaves the column.
    Leave { index: u8, depth: u8 },
    /// The stack stands at this depth and stays; `toggle`: it becomes a tree, or ceases to be one.
    Hold { index: u8, depth: u8, toggle: bool },
    /// The square at this depth is empty.
    Open { depth: u8 },
    /// The stack, wherever it stands, leaves the column.
    Drop { index: u8 },
    /// The stack, wherever it stands, becomes a tree or ceases to be one.
    Toggle { index: u8 },
    /// The tree has been banked.
    Bank { index: u8 },
}

/// Masks in which the `n`-th stack stands at depth `d`: `AT[n][d]`.
static AT: LazyLock<Box<[[Block; ROWS]; ROWS]>> = LazyLock::new(|| {
    let mut at = Box::new([[EMPTY; ROWS]; ROWS]);
    for mask in 0..MASKS {
        for depth in (0..ROWS).filter(|d| mask >> d & 1 == 1) {
            let below = (mask & ((1 << depth) - 1)).count_ones() as usize;
            at[below][depth][mask / 64] |= 1 << (mask % 64);
        }
    }
    at
});

/// Masks in which depth `d` is empty: `FREE[d]`.
static FREE: LazyLock<[Block; ROWS]> = LazyLock::new(|| {
    let mut free = [EMPTY; ROWS];
    for (depth, block) in free.iter_mut().enumerate() {
        for mask in (0..MASKS).filter(|mask| mask >> depth & 1 == 0) {
            block[mask / 64] |= 1 << (mask % 64);
        }
    }
    free
});

/// All depths, as bits.
pub(super) const ALL_DEPTHS: u16 = (1 << ROWS) - 1;

/// For every mask, from the far edge on, ten bits for each stack, of which the one of its depth is set.
static STANDS: [u128; MASKS] = {
    let mut stands = [0; MASKS];
    let mut mask = 0;
    while mask < MASKS {
        let (mut rest, mut place) = (mask as u128, 0);
        while rest != 0 {
            stands[mask] |= (rest & rest.wrapping_neg()) << place;
            rest &= rest - 1;
            place += ROWS;
        }
        mask += 1;
    }
    stands
};

/// For every mask, the masks that one slide makes of it (M3); unused places hold the mask itself.
static SLIDES: LazyLock<Box<[[u16; 5]; MASKS]>> = LazyLock::new(|| {
    let mut slides = Box::new([[0; 5]; MASKS]);
    for mask in 0..MASKS as u16 {
        let mut found = [mask; 5];
        for (place, next) in found.iter_mut().zip(slides_of(mask)) {
            *place = next;
        }
        slides[mask as usize] = found;
    }
    slides
});

/// The masks that one slide makes of a mask, nearest gap to the far edge first (M3).
pub(super) fn slides_of(mask: u16) -> impl Iterator<Item = u16> {
    (1..ROWS).filter(move |&d| mask >> d & 1 == 1 && mask >> (d - 1) & 1 == 0).map(move |d| {
        let ahead = mask & ((1 << d) - 1);
        let gap = d - (16 - ahead.leading_zeros() as usize);
        let run = (mask >> d).trailing_ones();
        let moved = ((1u16 << run) - 1) << d;
        mask & !moved | moved >> gap
    })
}

/// The same, looked up.
pub(super) fn slides_from(mask: u16) -> &'static [u16] {
    let slides = &SLIDES[mask as usize];
    let number = slides.iter().position(|&next| next == mask).unwrap_or(slides.len());
    &slides[..number]
}

fn is_empty(block: &Block) -> bool {
    block.iter().all(|&w| w == 0)
}

/// The masks of a block, each without the bit at this depth; every one of them has that bit.
fn without_depth(block: &Block, depth: usize) -> Block {
    let shift = 1usize << depth;
    let mut out = EMPTY;
    if shift < 64 {
        for i in 0..WORDS {
            let high = if i + 1 < WORDS { block[i + 1] << (64 - shift) } else { 0 };
            out[i] = block[i] >> shift | high;
        }
    } else {
        let words = shift / 64;
        out[..WORDS - words].copy_from_slice(&block[words..]);
    }
    out
}

fn and(a: &Block, b: &Block) -> Block {
    std::array::from_fn(|i| a[i] & b[i])
}

/// Whether all masks of `b` are masks of `a`.
pub(super) fn includes(a: &Block, b: &Block) -> bool {
    a.iter().zip(b).all(|(a, b)| b & !a == 0)
}

/// A hash of every mask in some blocks, as bits of one word.
pub(super) fn sketch(blocks: &[Block]) -> u64 {
    let words = blocks.iter().flatten().zip((0..).step_by(5));
    words.fold(0, |sketch, (word, turn)| sketch | word.rotate_left(turn % 64))
}

/// Adds the masks of one block to another.
pub(super) fn or_into(a: &mut Block, b: &Block) {
    for (x, y) in a.iter_mut().zip(b) {
        *x |= y;
    }
}

/// Adds all masks that slides reach.
fn close_slides(block: &mut Block) {
    let slides = &*SLIDES;
    for word in (0..WORDS).rev() {
        let mut todo = block[word];
        while todo != 0 {
            let bit = 63 - todo.leading_zeros() as usize;
            let mask = word * 64 + bit;
            todo &= !(1 << bit);
            for &next in &slides[mask] {
                let next = next as usize;
                if next == mask {
                    break;
                }
                block[next / 64] |= 1 << (next % 64);
                if next / 64 == word {
                    todo |= 1 << (next % 64);
                }
            }
        }
    }
}

/// Index of the bit in block numbers that stands for the tree at `index`.
pub(super) fn ordinal(trees: u16, index: usize) -> usize {
    (trees & ((1 << index) - 1)).count_ones() as usize
}

/// Which stacks, by index, are banked in block `g`.
pub(super) fn banked_in(trees: u16, g: usize) -> u16 {
    let mut banked = 0;
    let mut rest = trees;
    let mut bit = 0;
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        if g >> bit & 1 == 1 {
            banked |= lowest;
        }
        rest ^= lowest;
        bit += 1;
    }
    banked
}

/// Place of the stack at `index` among those present in block `g`.
pub(super) fn place(trees: u16, g: usize, index: usize) -> usize {
    index - (banked_in(trees, g) & ((1 << index) - 1)).count_ones() as usize
}

/// Depths at which the `n`-th of so many stacks can stand.
const fn range(n: usize, stacks: usize) -> std::ops::RangeInclusive<usize> {
    n..=ROWS - stacks + n
}

/// `bits` without bit `index`, the higher ones moved down.
pub(super) const fn remove_bit(bits: u16, index: usize) -> u16 {
    let low = bits & ((1 << index) - 1);
    low | (bits >> 1 & !((1 << index) - 1))
}

/// Block number `g` without bit `bit`.
pub(super) const fn remove_g(g: usize, bit: usize) -> usize {
    (g & ((1 << bit) - 1)) | (g >> 1 & !((1 << bit) - 1))
}

/// Block number `g` with a 0 put in at bit `bit`.
pub(super) const fn insert_g(g: usize, bit: usize) -> usize {
    (g & ((1 << bit) - 1)) | (g & !((1 << bit) - 1)) << 1
}

/// One way for a column to stand: which trees are banked (the block) and which rows are occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stance {
    pub(super) block: u16,
    pub(super) mask: u16,
}

/// The masks of a block, most slides first.
fn masks(block: &Block) -> impl Iterator<Item = u16> + '_ {
    (0..).step_by(64).zip(block).flat_map(|(first, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as u16)?;
            rest &= rest - 1;
            Some(first + bit)
        })
    })
}

/// The members of a set: fewest banked trees first, most slides first.
pub(super) fn stances(blocks: &[Block]) -> impl Iterator<Item = Stance> + '_ {
    let members = |(block, masks_of): (u16, _)| masks(masks_of).map(move |mask| Stance { block, mask });
    (0..).zip(blocks).flat_map(members)
}

/// Whether a set has a member.
pub(super) fn contains(blocks: &[Block], stance: Stance) -> bool {
    blocks[stance.block as usize][stance.mask as usize / 64] >> (stance.mask % 64) & 1 == 1
}

impl Stance {
    /// The same stance before the trees at these indices, all of them banked, left the order.
    pub(super) fn with_banked(self, trees: u16, banked: u16) -> Self {
        let mut block = self.block as usize;
        for index in (0..ROWS).filter(|i| banked >> i & 1 == 1) {
            let bit = ordinal(trees, index);
            block = insert_g(block, bit) | 1 << bit;
        }
        Self { block: block as u16, ..self }
    }
}

/// A set under construction.
pub(super) struct Draft {
    /// Stacks in the order.
    pub(super) len: usize,
    /// Which of them are trees, by index.
    pub(super) trees: u16,
    /// The members.
    pub(super) blocks: Vec<Block>,
}

impl Draft {
    /// The set with one member, not closed yet.
    pub(super) fn single(len: usize, trees: u16, stance: Stance) -> Self {
        let mut blocks = vec![EMPTY; 1 << trees.count_ones()];
        blocks[stance.block as usize][stance.mask as usize / 64] |= 1 << (stance.mask % 64);
        Self { len, trees, blocks }
    }

    /// The set of everything slides and banks reach from one member.
    pub(super) fn reach(len: usize, trees: u16, stance: Stance) -> Self {
        let mut draft = Self::single(len, trees, stance);
        draft.close();
        draft
    }

    /// Whether there is no member.
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.iter().all(is_empty)
    }

    /// Number of members.
    pub(super) fn members(&self) -> u32 {
        self.blocks.iter().flatten().map(|word| word.count_ones()).sum()
    }

    /// For each stack the depths at which it can stand, and the depths that can be empty.
    pub(super) fn depths(&self) -> ([u16; ROWS], u16) {
        let (mut depths, mut open) = ([0; ROWS], 0);
        for (g, block) in self.blocks.iter().enumerate() {
            let (mut stands, mut occupied) = (0, !0);
            for mask in masks(block) {
                stands |= STANDS[mask as usize];
                occupied &= mask;
            }
            open |= !occupied;
            let banked = banked_in(self.trees, g);
            for (_, depths) in depths.iter_mut().enumerate().filter(|(index, _)| banked >> index & 1 == 0) {
                *depths |= stands as u16 & ALL_DEPTHS;
                stands >>= ROWS;
            }
        }
        (depths, open & ALL_DEPTHS)
    }

    /// Keeps the members that satisfy an operation's condition and changes the order; does not close.
    pub(super) fn apply(&mut self, op: Op) {
        match op {
            Op::Leave { index, depth } => {
                self.keep_present(index as usize, Some(depth as usize));
                self.remove(index as usize);
            }
            Op::Hold { index, depth, toggle } => {
                self.keep_present(index as usize, Some(depth as usize));
                if toggle {
                    self.toggle(index as usize);
                }
            }
            Op::Open { depth } => {
                for block in &mut self.blocks {
                    *block = and(block, &FREE[depth as usize]);
                }
            }
            Op::Drop { index } => self.remove(index as usize),
            Op::Toggle { index } => {
                self.keep_present(index as usize, None);
                self.toggle(index as usize);
            }
            Op::Bank { index } => self.keep_banked(index as usize),
        }
    }

    /// Closes under slides and banks. Subsets come before their supersets, so one pass suffices.
    pub(super) fn close(&mut self) {
        for g in 0..self.blocks.len() {
            if is_empty(&self.blocks[g]) {
                continue;
            }
            let mut block = self.blocks[g];
            close_slides(&mut block);
            self.blocks[g] = block;
            for index in (0..self.len).filter(|&i| self.trees >> i & 1 == 1) {
                let bit = ordinal(self.trees, index);
                if g >> bit & 1 == 1 {
                    continue;
                }
                let n = place(self.trees, g, index);
                let stacks = self.len - g.count_ones() as usize;
                let target = &mut self.blocks[g | 1 << bit];
                for depth in range(n, stacks) {
                    let here = and(&block, &AT[n][depth]);
                    if !is_empty(&here) {
                        or_into(target, &without_depth(&here, depth));
                    }
                }
            }
        }
    }

    /// Takes the trees out of the order that are banked in every member. Returns them, by index.
    pub(super) fn commit(&mut self) -> u16 {
        let mut committed = 0;
        for index in (0..self.len).rev().filter(|&i| self.trees >> i & 1 == 1).collect::<Vec<_>>() {
            let bit = ordinal(self.trees, index);
            if (0..self.blocks.len()).all(|g| g >> bit & 1 == 1 || is_empty(&self.blocks[g])) {
                self.keep_banked(index);
                committed |= 1 << index;
            }
        }
        committed
    }

    /// Keeps the members in which the tree at `index` is banked, and takes it out of the order.
    fn keep_banked(&mut self, index: usize) {
        let bit = ordinal(self.trees, index);
        self.blocks = (0..self.blocks.len() / 2).map(|g| self.blocks[insert_g(g, bit) | 1 << bit]).collect();
        self.trees = remove_bit(self.trees, index);
        self.len -= 1;
    }

    /// Keeps the members in which the stack at `index` is present and, if given, at `depth`.
    fn keep_present(&mut self, index: usize, depth: Option<usize>) {
        let is_tree = self.trees >> index & 1 == 1;
        let bit = ordinal(self.trees, index);
        for g in 0..self.blocks.len() {
            if is_tree && g >> bit & 1 == 1 {
                self.blocks[g] = EMPTY;
            } else if let Some(depth) = depth {
                self.blocks[g] = and(&self.blocks[g], &AT[place(self.trees, g, index)][depth]);
            }
        }
    }

    /// Takes the stack at `index`, which is no tree, out of every member and out of the order.
    fn remove(&mut self, index: usize) {
        for g in 0..self.blocks.len() {
            let n = place(self.trees, g, index);
            let mut out = EMPTY;
            for depth in range(n, self.len - g.count_ones() as usize) {
                let here = and(&self.blocks[g], &AT[n][depth]);
                if !is_empty(&here) {
                    or_into(&mut out, &without_depth(&here, depth));
                }
            }
            self.blocks[g] = out;
        }
        self.trees = remove_bit(self.trees, index);
        self.len -= 1;
    }

    /// Makes the stack at `index` a tree, or makes it none (it is present in every member then).
    fn toggle(&mut self, index: usize) {
        let bit = ordinal(self.trees, index);
        if self.trees >> index & 1 == 1 {
            self.blocks = (0..self.blocks.len() / 2).map(|g| self.blocks[insert_g(g, bit)]).collect();
        } else {
            let old = std::mem::take(&mut self.blocks);
            self.blocks = (0..old.len() * 2)
                .map(|g| if g >> bit & 1 == 1 { EMPTY } else { old[remove_g(g, bit)] })
                .collect();
        }
        self.trees ^= 1 << index;
    }
}
