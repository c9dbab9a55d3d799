//! ColumnSets of the ways a column can stand, and what slides, banks and moves make of them.
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
//! A column with `t` trees has one *block* of masks for each of the 2^t subsets of trees already banked; block `g`
//! belongs to the subset whose bits, tree by tree from the far edge, are the bits of `g`. All masks of a block have
//! equally many bits, so it is a bit set of their *ranks*: of at most 252 masks that have so many, the least has
//! rank 0.

use std::sync::LazyLock;

use crate::game::ROWS;

/// Number of masks.
const MASKS: usize = 1 << ROWS;
/// Words in a block.
const WORDS: usize = 4;
/// One bit for every mask with a certain number of stacks, by rank.
pub(crate) type MaskBits = [u64; WORDS];
const EMPTY: MaskBits = [0; WORDS];

/// What may be done to a column, with the index of the stack it is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ColumnOp {
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

/// All depths, as bits.
pub(crate) const ALL_DEPTHS: u16 = (1 << ROWS) - 1;

/// What there is to know about a mask.
struct MaskFacts {
    mask: u16,
    /// What slides lead to, itself included.
    reach: MaskBits,
    /// From the far edge on, ten bits for each stack: the depths at which slides let it stand.
    stands: u128,
    /// The depths that are occupied whatever slides are made.
    filled: u16,
    /// The rank of what is left without each of its stacks.
    without: [u8; ROWS],
}

/// The masks with a certain number of stacks.
struct MaskClass {
    /// By rank.
    facts: Vec<MaskFacts>,
    /// Those in which the `n`-th stack stands at depth `d`: `at[n][d]`.
    at: [[MaskBits; ROWS]; ROWS],
    /// Those in which depth `d` is empty: `free[d]`.
    free: [MaskBits; ROWS],
}

/// All masks, by their number of stacks.
static MASK_CLASSES: LazyLock<[MaskClass; ROWS + 1]> = LazyLock::new(|| {
    std::array::from_fn(|stacks| {
        let mut class = MaskClass { facts: Vec::new(), at: [[EMPTY; ROWS]; ROWS], free: [EMPTY; ROWS] };
        for mask in (0..MASKS as u16).filter(|mask| mask.count_ones() as usize == stacks) {
            class.add(mask);
        }
        class
    })
});

/// The rank of every mask among those with as many stacks.
static RANKS: [u8; MASKS] = {
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
    /// Adds a mask, after all lesser ones.
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
        // Slides lead to lesser masks.
        for next in slides_of(mask) {
            let next = &self.facts[RANKS[next as usize] as usize];
            or_into(&mut facts.reach, &next.reach);
            facts.stands |= next.stands;
            facts.filled &= next.filled;
        }
        self.facts.push(facts);
    }

    /// The masks of a block, most slides first.
    fn members(&self, block: &MaskBits) -> impl Iterator<Item = &MaskFacts> {
        ranks(*block).map(|rank| &self.facts[rank])
    }

    /// The masks of a block that slides make of no other mask of it, the greatest first.
    fn maximal_members(&self, mut block: MaskBits) -> impl Iterator<Item = &MaskFacts> {
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

    /// The masks of a block and all that slides make of them.
    fn with_slides(&self, block: MaskBits) -> MaskBits {
        let mut closed = EMPTY;
        for maximal in self.maximal_members(block) {
            or_into(&mut closed, &maximal.reach);
        }
        closed
    }

    /// What is left of the masks of a block without their `n`-th stack; not closed.
    fn without(&self, block: &MaskBits, n: usize) -> MaskBits {
        let mut out = EMPTY;
        for member in self.members(block) {
            insert(&mut out, member.without[n] as usize);
        }
        out
    }
}

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
pub(crate) fn slides_of(mask: u16) -> impl Iterator<Item = u16> {
    (1..ROWS).filter(move |&d| mask >> d & 1 == 1 && mask >> (d - 1) & 1 == 0).map(move |d| {
        let ahead = mask & ((1 << d) - 1);
        let gap = d - (16 - ahead.leading_zeros() as usize);
        let run = (mask >> d).trailing_ones();
        let moved = ((1u16 << run) - 1) << d;
        mask & !moved | moved >> gap
    })
}

/// The same, seen_cleared up.
pub(crate) fn slides_from(mask: u16) -> &'static [u16] {
    let slides = &SLIDES[mask as usize];
    let number = slides.iter().position(|&next| next == mask).unwrap_or(slides.len());
    &slides[..number]
}

fn is_empty(block: &MaskBits) -> bool {
    block.iter().all(|&w| w == 0)
}

/// Adds the mask of this rank.
fn insert(block: &mut MaskBits, rank: usize) {
    block[rank / 64] |= 1 << (rank % 64);
}

/// The ranks of the masks of a block, the least first.
fn ranks(block: MaskBits) -> impl Iterator<Item = usize> {
    (0..).step_by(64).zip(block).flat_map(|(first, word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(first + bit)
        })
    })
}

fn and(a: &MaskBits, b: &MaskBits) -> MaskBits {
    std::array::from_fn(|i| a[i] & b[i])
}

/// Whether all masks of `b` are masks of `a`.
pub(crate) fn includes(a: &MaskBits, b: &MaskBits) -> bool {
    a.iter().zip(b).all(|(a, b)| b & !a == 0)
}

/// A hash of every mask in some blocks, as bits of one word.
pub(crate) fn sketch(blocks: &[MaskBits]) -> u64 {
    let words = blocks.iter().flatten().zip((0..).step_by(5));
    words.fold(0, |sketch, (word, turn)| sketch | word.rotate_left(turn % 64))
}

/// Adds the masks of one block to another.
pub(crate) fn or_into(a: &mut MaskBits, b: &MaskBits) {
    for (x, y) in a.iter_mut().zip(b) {
        *x |= y;
    }
}

/// Index of the bit in block numbers that stands for the tree at `index`.
pub(crate) fn ordinal(trees: u16, index: usize) -> usize {
    (trees & ((1 << index) - 1)).count_ones() as usize
}

/// Which stacks, by index, are banked in block `g`.
pub(crate) fn banked_in(trees: u16, g: usize) -> u16 {
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

/// StackPlace of the stack at `index` among those present in block `g`.
pub(crate) fn place(trees: u16, g: usize, index: usize) -> usize {
    index - (banked_in(trees, g) & ((1 << index) - 1)).count_ones() as usize
}

/// `bits` without bit `index`, the higher ones moved down.
pub(crate) const fn remove_bit(bits: u16, index: usize) -> u16 {
    let low = bits & ((1 << index) - 1);
    low | (bits >> 1 & !((1 << index) - 1))
}

/// MaskBits number `g` without bit `bit`.
pub(crate) const fn remove_g(g: usize, bit: usize) -> usize {
    (g & ((1 << bit) - 1)) | (g >> 1 & !((1 << bit) - 1))
}

/// MaskBits number `g` with a 0 put in at bit `bit`.
pub(crate) const fn insert_g(g: usize, bit: usize) -> usize {
    (g & ((1 << bit) - 1)) | (g & !((1 << bit) - 1)) << 1
}

/// MaskBits number `g` before the trees at these indices, all of them banked, left the order.
pub(crate) fn with_banked(mut g: usize, trees: u16, mut banked: u16) -> usize {
    while banked != 0 {
        let bit = ordinal(trees, banked.trailing_zeros() as usize);
        banked &= banked - 1;
        g = insert_g(g, bit) | 1 << bit;
    }
    g
}

/// One way for a column to stand: which trees are banked (the block) and which rows are occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) block: u16,
    pub(crate) mask: u16,
}

/// The members of a set with an order of so many stacks: fewest banked trees first, most slides first.
pub(crate) fn placements(len: usize, blocks: &[MaskBits]) -> impl Iterator<Item = Placement> {
    let classes = &*MASK_CLASSES;
    (0..).zip(blocks).flat_map(move |(block, masks): (u16, _)| {
        let class = &classes[len - block.count_ones() as usize];
        class.members(masks).map(move |member| Placement { block, mask: member.mask })
    })
}

/// Whether a set has a member.
pub(crate) fn contains(blocks: &[MaskBits], placement: Placement) -> bool {
    let rank = RANKS[placement.mask as usize];
    blocks[placement.block as usize][rank as usize / 64] >> (rank % 64) & 1 == 1
}

impl Placement {
    /// The same placement before the trees at these indices, all of them banked, left the order.
    pub(crate) fn with_banked(self, trees: u16, banked: u16) -> Self {
        Self { block: with_banked(self.block as usize, trees, banked) as u16, ..self }
    }
}

/// A set under construction.
pub(crate) struct SetBuilder {
    /// Stacks in the order.
    pub(crate) len: usize,
    /// Which of them are trees, by index.
    pub(crate) trees: u16,
    /// The members.
    pub(crate) blocks: Vec<MaskBits>,
}

impl SetBuilder {
    /// The set with one member, not closed yet.
    pub(crate) fn single(len: usize, trees: u16, placement: Placement) -> Self {
        let mut blocks = vec![EMPTY; 1 << trees.count_ones()];
        insert(&mut blocks[placement.block as usize], RANKS[placement.mask as usize] as usize);
        Self { len, trees, blocks }
    }

    /// The set of everything slides and banks reach from one member.
    pub(crate) fn reach(len: usize, trees: u16, placement: Placement) -> Self {
        let mut draft = Self::single(len, trees, placement);
        draft.close();
        draft
    }

    /// Whether there is no member.
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.iter().all(is_empty)
    }

    /// Number of members.
    pub(crate) fn members(&self) -> u32 {
        self.blocks.iter().flatten().map(|word| word.count_ones()).sum()
    }

    /// The masks that those of block `g` are of.
    fn class(&self, g: usize) -> &'static MaskClass {
        &MASK_CLASSES[self.len - g.count_ones() as usize]
    }

    /// For each stack of a closed set the depths at which it can stand, and the depths that can be empty.
    pub(crate) fn depths(&self) -> ([u16; ROWS], u16) {
        let (mut depths, mut open) = ([0; ROWS], 0);
        for (g, block) in self.blocks.iter().enumerate() {
            let (mut stands, mut occupied) = (0, !0);
            for maximal in self.class(g).maximal_members(*block) {
                stands |= maximal.stands;
                occupied &= maximal.filled;
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
    pub(crate) fn apply(&mut self, op: ColumnOp) {
        match op {
            ColumnOp::Leave { index, depth } => {
                self.keep_present(index as usize, Some(depth as usize));
                self.remove(index as usize);
            }
            ColumnOp::Hold { index, depth, toggle } => {
                self.keep_present(index as usize, Some(depth as usize));
                if toggle {
                    self.toggle(index as usize);
                }
            }
            ColumnOp::Open { depth } => {
                for g in 0..self.blocks.len() {
                    self.blocks[g] = and(&self.blocks[g], &self.class(g).free[depth as usize]);
                }
            }
            ColumnOp::Drop { index } => self.remove(index as usize),
            ColumnOp::Toggle { index } => {
                self.keep_present(index as usize, None);
                self.toggle(index as usize);
            }
            ColumnOp::Bank { index } => self.keep_banked(index as usize),
        }
    }

    /// Closes under slides and banks. Subsets come before their supersets, so one pass suffices.
    pub(crate) fn close(&mut self) {
        for g in 0..self.blocks.len() {
            if is_empty(&self.blocks[g]) {
                continue;
            }
            let class = self.class(g);
            let block = class.with_slides(self.blocks[g]);
            self.blocks[g] = block;
            for index in (0..self.len).filter(|&i| self.trees >> i & 1 == 1) {
                let bit = ordinal(self.trees, index);
                if g >> bit & 1 == 0 {
                    let banked = class.without(&block, place(self.trees, g, index));
                    or_into(&mut self.blocks[g | 1 << bit], &banked);
                }
            }
        }
    }

    /// Takes the trees out of the order that are banked in every member. Returns them, by index.
    pub(crate) fn commit(&mut self) -> u16 {
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
                self.blocks[g] = and(&self.blocks[g], &self.class(g).at[place(self.trees, g, index)][depth]);
            }
        }
    }

    /// Takes the stack at `index`, which is no tree, out of every member and out of the order.
    fn remove(&mut self, index: usize) {
        for g in 0..self.blocks.len() {
            self.blocks[g] = self.class(g).without(&self.blocks[g], place(self.trees, g, index));
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

#[cfg(test)]
mod tests;
