//! Sets of the ways a column can stand, closed under slides and banks, interned so that a set is a number.
//!
//! A slide or a bank never changes the order of the stacks that stay, so a column is an *order* of stacks
//! and a *mask*: the rows that are occupied. Both kinds of move are free and final, so a search need not
//! choose them: it keeps, for every column, the set of all masks that slides and banks can still reach, and
//! lets a later stacking move pick those it can use.
//!
//! # Layout
//! A mask has ten bits, bit `d` for depth `d` (0 = row 10). The *n*-th stack still present stands on the
//! *n*-th lowest set bit. A slide lowers bits, so it lowers the mask as a number.
//! A column with `t` trees has one *block* of 1,024 bits (bit `m` = "mask `m` is possible") for each of the
//! 2^t subsets of trees already banked; block `g` belongs to the subset whose bits, tree by tree from the
//! far edge, are the bits of `g`.
//!
//! # Operations
//! Each takes a set, keeps the members that satisfy a condition, changes the order, and closes the outcome
//! again under slides and banks. A tree that is banked in every member of the outcome leaves the order.

use ahash::RandomState;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::game::ROWS;

/// Number of masks.
const MASKS: usize = 1 << ROWS;
/// Words in a block.
const WORDS: usize = MASKS / 64;
/// One bit for every mask.
type Block = [u64; WORDS];
const EMPTY: Block = [0; WORDS];

/// Number of an interned set.
pub(super) type SetId = u32;

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

/// Outcome of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The new set.
    pub(super) set: SetId,
    /// Trees that are banked for certain now, by their index after the operation: they leave the order.
    pub(super) banked: u16,
}

/// What the search asks of a set all the time.
#[derive(Clone, Debug)]
pub(super) struct SetInfo {
    /// Stacks in the order.
    pub(super) len: u8,
    /// Which of them are trees, by index.
    pub(super) trees: u16,
    /// For each stack, the depths at which it can stand.
    pub(super) depths: [u16; ROWS],
    /// The depths that can be empty.
    pub(super) open: u16,
    /// Natural logarithm of the number of members.
    pub(super) freedom: f32,
    /// Number of stacks that can stand at more than one depth.
    pub(super) movable: u8,
    blocks: Box<[Block]>,
}

impl SetInfo {
    /// What is known of a set without its members.
    pub(super) fn summary(trees: u16, open: u16, freedom: f32, depths: [u16; ROWS]) -> Self {
        let len = depths.iter().filter(|&&d| d != 0).count() as u8;
        Self { len, trees, depths, open, freedom, movable: movable(&depths), blocks: Box::default() }
    }
}

/// Number of stacks that can stand at more than one depth.
fn movable(depths: &[u16; ROWS]) -> u8 {
    depths.iter().filter(|depths| depths.count_ones() > 1).count() as u8
}

/// Interns sets and remembers what operations make of them.
pub(super) struct Lattice {
    sets: Vec<SetInfo>,
    ids: HashMap<Key, SetId, RandomState>,
    memo: HashMap<u64, Change, RandomState>,
    covers: HashMap<(SetId, SetId), bool, RandomState>,
    unions: HashMap<(SetId, SetId), SetId, RandomState>,
}

#[derive(PartialEq, Eq, Hash)]
struct Key {
    len: u8,
    trees: u16,
    blocks: Box<[Block]>,
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

fn or_into(a: &mut Block, b: &Block) {
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
fn ordinal(trees: u16, index: usize) -> usize {
    (trees & ((1 << index) - 1)).count_ones() as usize
}

/// Which stacks, by index, are banked in block `g`.
fn banked_in(trees: u16, g: usize) -> u16 {
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
fn place(trees: u16, g: usize, index: usize) -> usize {
    index - (banked_in(trees, g) & ((1 << index) - 1)).count_ones() as usize
}

/// `bits` without bit `index`, the higher ones moved down.
pub(super) const fn remove_bit(bits: u16, index: usize) -> u16 {
    let low = bits & ((1 << index) - 1);
    low | (bits >> 1 & !((1 << index) - 1))
}

/// Block number `g` without bit `bit`.
const fn remove_g(g: usize, bit: usize) -> usize {
    (g & ((1 << bit) - 1)) | (g >> 1 & !((1 << bit) - 1))
}

/// Block number `g` with a 0 put in at bit `bit`.
const fn insert_g(g: usize, bit: usize) -> usize {
    (g & ((1 << bit) - 1)) | (g & !((1 << bit) - 1)) << 1
}

/// One way for a column to stand: which trees are banked (the block) and which rows are occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stance {
    block: u16,
    mask: u16,
}

/// A set under construction.
struct Draft {
    len: usize,
    trees: u16,
    blocks: Vec<Block>,
}

impl Draft {
    /// Keeps the members that satisfy an operation's condition and changes the order; does not close.
    fn apply(&mut self, op: Op) {
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
    fn close(&mut self) {
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
                let target = &mut self.blocks[g | 1 << bit];
                for depth in n..ROWS {
                    let here = and(&block, &AT[n][depth]);
                    if !is_empty(&here) {
                        or_into(target, &without_depth(&here, depth));
                    }
                }
            }
        }
    }

    /// Takes the trees out of the order that are banked in every member. Returns them, by index.
    fn commit(&mut self) -> u16 {
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
            for depth in n..ROWS {
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

impl Lattice {
    /// A draft with the members of a set.
    fn draft(&self, set: SetId) -> Draft {
        let info = self.info(set);
        Draft { len: info.len as usize, trees: info.trees, blocks: info.blocks.to_vec() }
    }

    /// Some member of a set.
    pub(super) fn any_stance(&self, set: SetId) -> Option<Stance> {
        self.stances(set).next()
    }

    /// The members of a set: fewest banked trees first, masks from the far edge on.
    fn stances(&self, set: SetId) -> impl Iterator<Item = Stance> + '_ {
        self.info(set).blocks.iter().enumerate().flat_map(|(block, bits)| {
            (0..MASKS)
                .filter(|mask| bits[mask / 64] >> (mask % 64) & 1 == 1)
                .map(move |mask| Stance { block: block as u16, mask: mask as u16 })
        })
    }

    /// Whether a set has a member.
    pub(super) fn contains(&self, set: SetId, stance: Stance) -> bool {
        let mask = stance.mask as usize;
        self.info(set).blocks[stance.block as usize][mask / 64] >> (mask % 64) & 1 == 1
    }

    /// A member of `set` that satisfies the condition of `op` and from which slides and banks after it
    /// lead to `result`, a member of the outcome `change`.
    pub(super) fn stance_before(&self, set: SetId, op: Op, change: Change, result: Stance) -> Option<Stance> {
        let info = self.info(set);
        self.stances(set).find(|stance| {
            let mut blocks = vec![EMPTY; info.blocks.len()];
            blocks[stance.block as usize][stance.mask as usize / 64] |= 1 << (stance.mask % 64);
            let mut draft = Draft { len: info.len as usize, trees: info.trees, blocks };
            draft.apply(op);
            if draft.blocks.iter().all(is_empty) {
                return false;
            }
            draft.close();
            // What left the order of the outcome must be banked here too.
            let mut block = result.block as usize;
            for index in (0..ROWS).filter(|i| change.banked >> i & 1 == 1) {
                let bit = ordinal(draft.trees, index);
                block = insert_g(block, bit) | 1 << bit;
            }
            draft.blocks[block][result.mask as usize / 64] >> (result.mask % 64) & 1 == 1
        })
    }

    pub(super) fn new() -> Self {
        // Fixed seeds: hashes never reach any output, but equal runs should take equal paths.
        let hasher = || RandomState::with_seeds(1, 2, 3, 4);
        Self {
            sets: Vec::new(),
            ids: HashMap::with_hasher(hasher()),
            memo: HashMap::with_hasher(hasher()),
            covers: HashMap::with_hasher(hasher()),
            unions: HashMap::with_hasher(hasher()),
        }
    }

    /// Number of sets seen so far.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }
    pub(super) fn memo_len(&self) -> usize {
        self.memo.len()
    }
    pub(super) fn bytes(&self) -> usize {
        self.sets.iter().map(|s| s.blocks.len() * 128).sum()
    }

    /// The set of everything slides and banks reach from one mask.
    pub(super) fn from_mask(&mut self, mask: u16, trees: u16) -> SetId {
        let mut blocks = vec![EMPTY; 1 << trees.count_ones()];
        blocks[0][mask as usize / 64] |= 1 << (mask % 64);
        let mut draft = Draft { len: mask.count_ones() as usize, trees, blocks };
        draft.close();
        self.intern(draft)
    }

    pub(super) fn info(&self, id: SetId) -> &SetInfo {
        &self.sets[id as usize]
    }

    fn intern(&mut self, draft: Draft) -> SetId {
        let key = Key { len: draft.len as u8, trees: draft.trees, blocks: draft.blocks.into_boxed_slice() };
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let mut depths = [0; ROWS];
        let mut open = 0;
        let members: u32 = key.blocks.iter().flatten().map(|word| word.count_ones()).sum();
        for (g, block) in key.blocks.iter().enumerate() {
            if is_empty(block) {
                continue;
            }
            let banked = banked_in(key.trees, g);
            let mut n = 0;
            for (index, depths) in depths.iter_mut().enumerate().take(draft.len) {
                if banked >> index & 1 == 1 {
                    continue;
                }
                for depth in n..ROWS {
                    if block.iter().zip(&AT[n][depth]).any(|(a, b)| a & b != 0) {
                        *depths |= 1 << depth;
                    }
                }
                n += 1;
            }
            for depth in 0..ROWS {
                if block.iter().zip(&FREE[depth]).any(|(a, b)| a & b != 0) {
                    open |= 1 << depth;
                }
            }
        }
        let id = self.sets.len() as SetId;
        self.sets.push(SetInfo {
            len: key.len,
            trees: key.trees,
            depths,
            open,
            freedom: (members as f32).ln(),
            movable: movable(&depths),
            blocks: key.blocks.clone(),
        });
        self.ids.insert(key, id);
        id
    }

    /// What an operation makes of a set. The operation must be possible: some member satisfies it.
    pub(super) fn apply(&mut self, set: SetId, op: Op) -> Change {
        let key = u64::from(set) << 16 | u64::from(op.code());
        if let Some(&change) = self.memo.get(&key) {
            return change;
        }
        let mut draft = self.draft(set);
        draft.apply(op);
        draft.close();
        let banked = draft.commit();
        debug_assert!(draft.blocks.iter().any(|b| !is_empty(b)), "operation was not possible");
        let change = Change { set: self.intern(draft), banked };
        self.memo.insert(key, change);
        change
    }

    /// Whether `a` contains every member of `b`; both have the same order.
    pub(super) fn covers(&mut self, a: SetId, b: SetId) -> bool {
        if a == b {
            return true;
        }
        if let Some(&known) = self.covers.get(&(a, b)) {
            return known;
        }
        let (x, y) = (&self.sets[a as usize], &self.sets[b as usize]);
        let covers = x.blocks.iter().flatten().zip(y.blocks.iter().flatten()).all(|(x, y)| y & !x == 0);
        self.covers.insert((a, b), covers);
        covers
    }

    /// The union of two sets of the same order.
    pub(super) fn union(&mut self, a: SetId, b: SetId) -> SetId {
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let (x, y) = (&self.sets[a as usize], &self.sets[b as usize]);
        let mut blocks = x.blocks.to_vec();
        for (x, y) in blocks.iter_mut().zip(&y.blocks) {
            or_into(x, y);
        }
        let draft = Draft { len: x.len as usize, trees: x.trees, blocks };
        let id = self.intern(draft);
        self.unions.insert(key, id);
        id
    }
}

impl Op {
    const fn code(self) -> u16 {
        match self {
            Self::Leave { index, depth } => index as u16 * 10 + depth as u16,
            Self::Hold { index, depth, toggle } => {
                100 + index as u16 * 10 + depth as u16 + if toggle { 100 } else { 0 }
            }
            Self::Open { depth } => 300 + depth as u16,
            Self::Drop { index } => 310 + index as u16,
            Self::Toggle { index } => 320 + index as u16,
            Self::Bank { index } => 330 + index as u16,
        }
    }
}
