//! Memory that many searches have between them.
//!
//! An eighth of it is shared out among the threads, which is enough for nearly all searches. A search that runs out of
//! its share begins anew with four times as much, and so on, lent from the rest; the last loan is all of that rest.
//! So every search has the same limit, seven eighths of the whole, however many threads there are, and its answer does
//! not depend on their number. Loans are given in the order in which they are asked for, or a large one might wait for
//! ever.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How much larger the next attempt of a search is.
const STEP: u64 = 4;

/// The memory of a batch.
pub(super) struct Memory {
    /// Bytes for a search without a loan.
    share: u64,
    /// Bytes that can be lent in all, and the limit of every search.
    most: u64,
    state: Mutex<State>,
}

struct State {
    free: u64,
    /// Who waits for a loan, in order.
    queue: VecDeque<u64>,
    /// The number of the next one to come.
    next: u64,
}

/// Bytes lent to a search.
pub(super) struct Loan<'a> {
    memory: &'a Memory,
    bytes: u64,
}

impl Memory {
    /// So many bytes for the searches of so many threads.
    pub(super) const fn new(bytes: u64, threads: usize) -> Self {
        let shared = bytes / 8;
        let most = bytes - shared;
        let state = Mutex::new(State { free: most, queue: VecDeque::new(), next: 0 });
        Self { share: shared / threads as u64, most, state }
    }

    /// Bytes for the first attempt of a search.
    pub(super) const fn share(&self) -> u64 {
        self.share
    }

    /// Bytes for the attempt after one with so many; `None` if there are no more.
    pub(super) fn next(&self, bytes: u64) -> Option<u64> {
        (bytes < self.most).then(|| bytes.max(1).saturating_mul(STEP).min(self.most))
    }

    /// Waits for a loan of at most `most` bytes. Whoever waits does `meanwhile` until it is false; then there is no
    /// loan.
    pub(super) fn borrow(&self, bytes: u64, mut meanwhile: impl FnMut() -> bool) -> Option<Loan<'_>> {
        let number = {
            let mut state = self.state();
            let number = state.next;
            state.next += 1;
            state.queue.push_back(number);
            number
        };
        loop {
            {
                let mut state = self.state();
                if state.queue.front() == Some(&number) && state.free >= bytes {
                    state.queue.pop_front();
                    state.free -= bytes;
                    return Some(Loan { memory: self, bytes });
                }
            }
            if !meanwhile() {
                self.state().queue.retain(|&other| other != number);
                return None;
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        self.memory.state().free += self.bytes;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn every_number_of_threads_leads_to_the_same_limit() {
        for threads in [1, 2, 3, 64, 1024] {
            let memory = Memory::new(1000, threads);
            let mut bytes = memory.share();
            assert!(bytes * threads as u64 <= 125);
            while let Some(more) = memory.next(bytes) {
                assert!(more > bytes);
                bytes = more;
            }
            assert_eq!(bytes, 875);
        }
    }

    #[test]
    fn no_more_is_lent_than_there_is() {
        let memory = Memory::new(112, 4);
        assert_eq!(memory.most, 98);
        let lent = AtomicU64::new(0);
        thread::scope(|scope| {
            for bytes in [98, 30, 68, 1, 98, 50] {
                let (memory, lent) = (&memory, &lent);
                scope.spawn(move || {
                    for _ in 0..50 {
                        let loan = memory.borrow(bytes, || {
                            thread::yield_now();
                            true
                        });
                        assert!(lent.fetch_add(bytes, Ordering::SeqCst) + bytes <= memory.most);
                        thread::yield_now();
                        lent.fetch_sub(bytes, Ordering::SeqCst);
                        drop(loan);
                    }
                });
            }
        });
        assert_eq!(memory.state().free, memory.most);
    }

    #[test]
    fn who_comes_first_is_served_first() {
        let memory = Memory::new(112, 4);
        let small = memory.borrow(10, || false).unwrap();
        let mut asked = 0;
        let large = memory.borrow(memory.most, || {
            asked += 1;
            // There would be room for this one, but not before its turn.
            assert!(memory.borrow(10, || false).is_none());
            asked < 3
        });
        assert!(large.is_none(), "given up");
        drop(small);
        assert!(memory.borrow(memory.most, || false).is_some());
        assert!(memory.state().queue.is_empty());
    }
}
