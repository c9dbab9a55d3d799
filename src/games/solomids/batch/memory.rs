//! Memory pool of all searches of a batch.
//!
//! - An eighth of the pool is divided equally among the threads, which is enough for nearly all searches.
//! - A search that needs more borrows from the rest in small steps, as long as there is enough.
//! - Where there is not enough, the search returns its loan, waits for one four times as large, and starts again. The
//!   largest loan is the whole rest.
//! - So the limit of every search is seven eighths of the pool for any number of threads, and no verdict depends on that
//!   number.
//! - Waiting searches are served first come, first served. No other search gets its first loan while one waits, or a large
//!   loan could wait for ever.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Factor between the memory of successive attempts of a search.
const STEP: u64 = 4;

/// Memory of a batch.
pub(super) struct MemoryPool {
    /// Bytes of a search without a loan.
    share: u64,
    /// Bytes for loans in all, which is also the limit of every search.
    most: u64,
    state: Mutex<PoolState>,
}

/// Loans under way.
struct PoolState {
    /// Bytes for loans that are not lent.
    free: u64,
    /// Numbers of the searches that wait for a loan, first come first.
    queue: VecDeque<u64>,
    /// Number of the next search that waits.
    next: u64,
}

/// Memory of one search: its share, or a loan. Dropping it returns the loan.
pub(super) struct MemoryLoan {
    pool: Arc<MemoryPool>,
    /// Bytes lent; 0 for a search that uses its share.
    bytes: u64,
    /// Whether the search has asked for more than any search may use.
    is_exhausted: bool,
}

impl MemoryPool {
    /// A pool of `bytes` for `threads` threads.
    pub(super) const fn new(bytes: u64, threads: usize) -> Self {
        let shared = bytes / 8;
        let most = bytes - shared;
        let state = Mutex::new(PoolState { free: most, queue: VecDeque::new(), next: 0 });
        Self { share: shared / threads as u64, most, state }
    }

    /// The share of a search, without a loan.
    pub(super) fn share(self: &Arc<Self>) -> MemoryLoan {
        MemoryLoan { pool: Arc::clone(self), bytes: 0, is_exhausted: false }
    }

    /// Bytes for the attempt after one with `bytes`; `None` if that had all that a search may use.
    pub(super) fn next(&self, bytes: u64) -> Option<u64> {
        (bytes < self.most).then(|| bytes.max(1).saturating_mul(STEP).min(self.most))
    }

    /// Waits for a loan of at most `most` bytes, calling `meanwhile` between checks; `None` once that returns `false`.
    pub(super) fn borrow(
        self: &Arc<Self>,
        bytes: u64,
        mut meanwhile: impl FnMut() -> bool,
    ) -> Option<MemoryLoan> {
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
                    drop(state);
                    return Some(MemoryLoan { pool: Arc::clone(self), bytes, is_exhausted: false });
                }
            }
            if !meanwhile() {
                self.state().queue.retain(|&other| other != number);
                return None;
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemoryLoan {
    /// Bytes that the search may use.
    pub(super) fn bytes(&self) -> u64 {
        if self.is_exhausted { self.pool.most } else { self.bytes.max(self.pool.share) }
    }

    /// Grows the loan to `bytes` and a quarter more, if the pool has them now; returns whether `bytes` may be used.
    pub(super) fn grow(&mut self, bytes: u64) -> bool {
        if bytes > self.pool.most {
            self.is_exhausted = true;
            return false;
        }
        if bytes <= self.bytes.max(self.pool.share) {
            return true;
        }
        let wanted = bytes.saturating_add(bytes / 4).min(self.pool.most);
        let more = wanted - self.bytes;
        let mut state = self.pool.state();
        let comes_late = self.bytes == 0 && !state.queue.is_empty();
        let grows = !comes_late && state.free >= more;
        if grows {
            state.free -= more;
            drop(state);
            self.bytes = wanted;
        }
        grows
    }
}

impl Drop for MemoryLoan {
    fn drop(&mut self) {
        self.pool.state().free += self.bytes;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn the_limit_of_a_search_is_the_same_for_any_number_of_threads() {
        for threads in [1, 2, 3, 64, 1024] {
            let memory = Arc::new(MemoryPool::new(1000, threads));
            let mut bytes = memory.share().bytes();
            assert!(bytes * threads as u64 <= 125);
            while let Some(more) = memory.next(bytes) {
                assert!(more > bytes);
                bytes = more;
            }
            assert_eq!(bytes, 875);
        }
    }

    #[test]
    fn loans_never_exceed_the_pool() {
        let memory = Arc::new(MemoryPool::new(112, 4));
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
    fn loans_are_granted_first_come_first_served() {
        let memory = Arc::new(MemoryPool::new(112, 4));
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

    #[test]
    fn a_loan_grows_while_the_pool_has_enough() {
        let memory = Arc::new(MemoryPool::new(1000, 5));
        let mut one = memory.share();
        let mut other = memory.share();
        assert_eq!(one.bytes(), 25);
        assert!(one.grow(25) && memory.state().free == 875);
        assert!(one.grow(100) && one.bytes() == 125);
        assert!(one.grow(120) && one.bytes() == 125);
        assert!(other.grow(400) && other.bytes() == 500);
        assert_eq!(memory.state().free, 250);
        assert!(!one.grow(301), "that would take 376 bytes");
        assert_eq!(one.bytes(), 125);
        // While one search waits, no other gets its first loan.
        let asked = memory.borrow(875, || {
            assert!(!memory.share().grow(26));
            assert!(one.grow(130) && one.bytes() == 162);
            false
        });
        assert!(asked.is_none());
        drop(other);
        assert!(one.grow(875) && one.bytes() == 875);
        assert!(!one.grow(876));
        assert_eq!(memory.next(one.bytes()), None);
        drop(one);
        assert_eq!(memory.state().free, 875);
    }

    #[test]
    fn a_request_above_the_limit_of_a_search_ends_its_attempts() {
        let memory = Arc::new(MemoryPool::new(1000, 5));
        let mut loan = memory.share();
        assert!(!loan.grow(876));
        assert_eq!(memory.next(loan.bytes()), None, "no attempt with more memory would help");
        assert_eq!(memory.state().free, 875);
    }
}
