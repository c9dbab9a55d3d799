//! The states that may not come back, in a hash set of exact keys.
//!
//! States are taken out in the reverse order in which they were put in, so that a slot can simply be emptied: no later state
//! has been moved on because of it (open addressing with linear probing).

use crate::games::pentamid::game::Key;

/// A stack of states that is searched like a set.
#[derive(Clone, Debug)]
pub(super) struct BarredStates<K> {
    slots: Vec<Option<K>>,
    order: Vec<K>,
}

impl<K: Key> BarredStates<K> {
    pub(super) fn new(states: impl IntoIterator<Item = K>) -> Self {
        let mut seen = Self { slots: vec![None; 1 << 8], order: Vec::new() };
        for state in states {
            seen.push(state);
        }
        seen
    }

    /// The slot of a state, or the one that it would take.
    fn slot(&self, key: K) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key.hash64() as usize & mask;
        while self.slots[slot].is_some_and(|other| other != key) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    pub(super) fn contains(&self, key: K) -> bool {
        self.slots[self.slot(key)].is_some()
    }

    pub(super) fn push(&mut self, key: K) {
        if 2 * (self.order.len() + 1) > self.slots.len() {
            self.slots = vec![None; 2 * self.slots.len()];
            for i in 0..self.order.len() {
                let slot = self.slot(self.order[i]);
                self.slots[slot] = Some(self.order[i]);
            }
        }
        let slot = self.slot(key);
        self.slots[slot] = Some(key);
        self.order.push(key);
    }

    pub(super) fn pop(&mut self) {
        if let Some(key) = self.order.pop() {
            let slot = self.slot(key);
            self.slots[slot] = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentamid::game::{NarrowKey, Position, Rules, Side};

    #[test]
    fn states_come_and_go() {
        let rules = Rules::default();
        let start = NarrowKey::of(&rules, &Position::START);
        let mut keys = Vec::new();
        for mv in Position::START.moves(&rules) {
            let key = start.after(&rules, Side::One, mv);
            for reply in Position::START.after(mv).moves(&rules) {
                keys.push(key.after(&rules, Side::Two, reply));
            }
        }
        keys.sort_unstable();
        keys.dedup();
        let mut seen = BarredStates::new([]);
        for (i, &key) in keys.iter().enumerate() {
            assert!(!seen.contains(key));
            seen.push(key);
            assert!(seen.contains(key) && seen.contains(keys[i / 2]));
        }
        for &key in keys.iter().rev() {
            seen.pop();
            assert!(!seen.contains(key));
        }
    }
}
