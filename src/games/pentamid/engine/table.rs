//! The transposition table of the engine: exact keys, one entry a slot.

use crate::games::pentamid::game::{Key, Move};

/// What a score says of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScoreKind {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreEntry<K> {
    key: K,
    pub(super) score: i32,
    pub(super) depth: i8,
    pub(super) kind: ScoreKind,
    age: u8,
    pub(super) best: Option<Move>,
}

/// The table.
#[derive(Clone, Debug)]
pub(super) struct ScoreTable<K> {
    slots: Vec<Option<ScoreEntry<K>>>,
    age: u8,
}

impl<K: Key> ScoreTable<K> {
    /// A table of `1 << bits` slots.
    pub(super) fn new(bits: u32) -> Self {
        Self { slots: vec![None; 1 << bits], age: 0 }
    }

    /// Begins a new search: entries of earlier ones are replaced by any new one.
    pub(super) fn grow_old(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn slot(&self, key: K) -> usize {
        (key.hash64() >> 20) as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: K) -> Option<ScoreEntry<K>> {
        self.slots[self.slot(key)].filter(|entry| entry.key == key)
    }

    #[inline]
    pub(super) fn put(&mut self, key: K, score: i32, depth: i32, kind: ScoreKind, best: Option<Move>) {
        let slot = self.slot(key);
        let depth = depth.clamp(0, 127) as i8;
        let old = self.slots[slot];
        if old.is_some_and(|old| old.key != key && old.age == self.age && old.depth > depth + 3) {
            return;
        }
        let best = best.or_else(|| old.filter(|old| old.key == key).and_then(|old| old.best));
        self.slots[slot] = Some(ScoreEntry { key, score, depth, kind, age: self.age, best });
    }
}
