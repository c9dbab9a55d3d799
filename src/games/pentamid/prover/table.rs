//! A transposition table of exact keys that several threads share without locks.
//!
//! A bucket is a sequence lock: its version is odd while a thread writes, and a reader that sees the version change takes
//! nothing. Keys are compared in full, so an entry is never that of another position.
//!
//! ```text
//! bucket of narrow keys, eight words:  version | key key data | key key data | unused
//! bucket of wide keys, eight words:    version | key key key key key key data
//!
//! data, bit   63 … 48   47 … 40  39 … 32        31 … 24   23 … 16   15 … 8    7 … 0
//!             unused    player 2 wins within,   player 1 wins within,   best move
//!                       not within              not within
//! ```
//!
//! `wins within` is the fewest plies in which the player is known to force a win, 255 for none known; `not within` the most
//! plies in which it is known not to. A full bucket gives up the entry with the shorter horizon.

use std::slice::ChunksExact;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use crate::games::pentamid::game::{Key, Move, Side, Size, Square};

const BUCKET: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofEntry {
    /// By player: plies within which it wins, 255 for none known.
    pub(super) wins: [u8; 2],
    /// By player: plies within which it is known not to win.
    pub(super) holds: [u8; 2],
    /// The move that decided last.
    pub(super) best: Option<Move>,
}

impl ProofEntry {
    /// Nothing is known.
    pub(super) const NONE: Self = Self { wins: [255; 2], holds: [0; 2], best: None };

    /// Whether a player wins within a horizon, if that is known.
    #[inline]
    pub(super) fn answer(self, attacker: Side, plies: u32) -> Option<bool> {
        let i = attacker.index();
        if u32::from(self.wins[i]) <= plies {
            Some(true)
        } else if u32::from(self.holds[i]) >= plies {
            Some(false)
        } else {
            None
        }
    }

    pub(super) fn learn(&mut self, attacker: Side, plies: u32, wins: bool, best: Option<Move>) {
        let (i, plies) = (attacker.index(), plies.min(254) as u8);
        if wins {
            self.wins[i] = self.wins[i].min(plies);
        } else {
            self.holds[i] = self.holds[i].max(plies);
        }
        self.best = best.or(self.best);
    }

    fn pack(self) -> u64 {
        let best = self.best.map_or(0, |mv| {
            let from = mv.from().unwrap_or(mv.to());
            // A drop comes from its own square.
            (1 + mv.size().index() as u64) | (from.index() as u64) << 2 | (mv.to().index() as u64) << 8
        });
        let player = |i: usize| u64::from(!self.wins[i]) | u64::from(self.holds[i]) << 8;
        best | player(0) << 16 | player(1) << 32
    }

    fn unpack(data: u64) -> Self {
        let square = |shift: u32| {
            let index = (data >> shift & 63) as usize;
            Square::new(index % 8, index / 8)
        };
        let size = match data & 3 {
            0 => None,
            1 => Some(Size::Small),
            2 => Some(Size::Medium),
            _ => Some(Size::Large),
        };
        let (from, to) = (square(2), square(8));
        let best =
            size.map(|size| if from == to { Move::Drop { size, to } } else { Move::Step { size, from, to } });
        let byte = |shift: u32| (data >> shift) as u8;
        Self { wins: [!byte(16), !byte(32)], holds: [byte(24), byte(40)], best }
    }

    /// What an entry is worth keeping for: the longest horizon it speaks of.
    fn horizon(self) -> u8 {
        let wins = self.wins.into_iter().filter(|&plies| plies < 255).max().unwrap_or(0);
        wins.max(self.holds[0]).max(self.holds[1])
    }
}

#[derive(Debug)]
pub(super) struct ProofTable {
    words: Vec<AtomicU64>,
    mask: usize,
}

impl ProofTable {
    /// A table of at most this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (BUCKET * 8)).max(2);
        let buckets = if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        let words = (0..buckets * BUCKET).map(|_| AtomicU64::new(0)).collect();
        Self { words, mask: buckets - 1 }
    }

    /// The version of a key's bucket, and its entries: the words of a key, then data.
    #[inline]
    fn bucket<const N: usize>(&self, key: Key<N>) -> (&AtomicU64, ChunksExact<'_, AtomicU64>) {
        let start = (key.hash64() >> 8) as usize & self.mask;
        let (version, entries) =
            (&self.words[start * BUCKET], &self.words[start * BUCKET + 1..(start + 1) * BUCKET]);
        (version, entries.chunks_exact(Key::<N>::WORDS + 1))
    }

    #[inline]
    pub(super) fn get<const N: usize>(&self, key: Key<N>) -> ProofEntry {
        let (lock, mut entries) = self.bucket(key);
        let version = lock.load(Ordering::Acquire);
        let Some(entry) = entries.find(|entry| has_key(entry, key)) else { return ProofEntry::NONE };
        let data = entry[Key::<N>::WORDS].load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        let settled = version.is_multiple_of(2) && lock.load(Ordering::Relaxed) == version;
        if settled { ProofEntry::unpack(data) } else { ProofEntry::NONE }
    }

    /// Keeps what is known of a position, if no other thread writes to the same bucket.
    #[inline]
    pub(super) fn put<const N: usize>(&self, key: Key<N>, entry: ProofEntry) {
        let (lock, entries) = self.bucket(key);
        let version = lock.load(Ordering::Relaxed);
        let free = version.is_multiple_of(2)
            && lock.compare_exchange(version, version + 1, Ordering::Acquire, Ordering::Relaxed).is_ok();
        if !free {
            return;
        }
        fence(Ordering::Release);
        let data = |words: &[AtomicU64]| words[Key::<N>::WORDS].load(Ordering::Relaxed);
        let shortest = || entries.clone().min_by_key(|words| ProofEntry::unpack(data(words)).horizon());
        if let Some(words) = entries.clone().find(|words| has_key(words, key)).or_else(shortest) {
            for (i, word) in words.iter().enumerate().take(Key::<N>::WORDS) {
                word.store(key.word(i), Ordering::Relaxed);
            }
            words[Key::<N>::WORDS].store(entry.pack(), Ordering::Relaxed);
        }
        lock.store(version + 2, Ordering::Release);
    }
}

#[inline]
fn has_key<const N: usize>(entry: &[AtomicU64], key: Key<N>) -> bool {
    (0..Key::<N>::WORDS).all(|i| entry[i].load(Ordering::Relaxed) == key.word(i))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentamid::game::{Position, Rules};

    #[test]
    fn entries_come_back_as_they_were_put() {
        fn check<const N: usize>() {
            let rules = Rules::default();
            let table = ProofTable::new(1 << 12);
            let start = Key::<N>::of(&rules, &Position::START);
            assert_eq!(table.get(start), ProofEntry::NONE);
            for mv in Position::START.moves(&rules) {
                let key = start.after(&rules, Side::One, mv);
                let mut entry = ProofEntry::NONE;
                entry.learn(Side::One, 7, false, Some(mv));
                entry.learn(Side::Two, 9, true, None);
                table.put(key, entry);
                assert_eq!(table.get(key), entry);
                assert_eq!(entry.answer(Side::One, 7), Some(false));
                assert_eq!(entry.answer(Side::One, 8), None);
                assert_eq!(entry.answer(Side::Two, 9), Some(true));
                assert_eq!(entry.answer(Side::Two, 8), None);
            }
        }
        check::<1>();
        check::<3>();
    }
}
