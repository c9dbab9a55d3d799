//! Memory that many searches have between them.
//!
//! An eighth of it is shared out among the threads, which is enough for nearly all searches. A search that uses more is
//! lent what it needs from the rest, a little at a time, as long as there is enough. Where there is not, it gives all
//! back and begins anew with four times as much, for which it waits; the last loan is all of that rest. So every search
//! has the same limit, seven eighths of the whole, however many threads there are, and its answer does not depend on
//! their number. Loans that are waited for are given in the order in which they are asked for, and nobody new is lent
//! anything meanwhile, or a large one might wait for ever.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

/// What a search may use: its share, or as many bytes as were lent to it.
pub(super) struct Loan {
    memory: Arc<Memory>,
    /// Bytes lent.
    bytes: u64,
    /// It has asked for more than any search may use.
    is_used_up: bool,
}

impl Memory {
    /// So many bytes for the searches of so many threads.
    pub(super) const fn new(bytes: u64, threads: usize) -> Self {
        let shared = bytes / 8;
        let most = bytes - shared;
        let state = Mutex::new(State { free: most, queue: VecDeque::new(), next: 0 });
        Self { share: shared / threads as u64, most, state }
    }

    /// What every search may use from the start.
    pub(super) fn share(self: &Arc<Self>) -> Loan {
        Loan { memory: Arc::clone(self), bytes: 0, is_used_up: false }
    }

    /// Bytes for the attempt after one with so many; `None` if there are no more.
    pub(super) fn next(&self, bytes: u64) -> Option<u64> {
        (bytes < self.most).then(|| bytes.max(1).saturating_mul(STEP).min(self.most))
    }

    /// Waits for a loan of at most `most` bytes. Whoever waits does `meanwhile` until it is false; then there is no
    /// loan.
    pub(super) fn borrow(self: &Arc<Self>, bytes: u64, mut meanwhile: impl FnMut() -> bool) -> Option<Loan> {
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
                    return Some(Loan { memory: Arc::clone(self), bytes, is_used_up: false });
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

impl Loan {
    /// Bytes that may be used.
    pub(super) fn bytes(&self) -> u64 {
        if self.is_used_up { self.memory.most } else { self.bytes.max(self.memory.share) }
    }

    /// Makes it so large, and a little larger, if that is possible at once.
    pub(super) fn grow(&mut self, bytes: u64) -> bool {
        if bytes > self.memory.most {
            self.is_used_up = true;
            return false;
        }
        if bytes <= self.bytes.max(self.memory.share) {
            return true;
        }
        let wanted = bytes.saturating_add(bytes / 4).min(self.memory.most);
        let more = wanted - self.bytes;
        let mut state = self.memory.state();
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

impl Drop for Loan {
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
            let memory = Arc::new(Memory::new(1000, threads));
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
    fn no_more_is_lent_than_there_is() {
        let memory = Arc::new(Memory::new(112, 4));
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
        let memory = Arc::new(Memory::new(112, 4));
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
    fn a_loan_grows_as_long_as_there_is_enough() {
        let memory = Arc::new(Memory::new(1000, 5));
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
        // While somebody waits, nobody new is lent anything.
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
    fn who_needs_more_than_anybody_may_have_is_told_so_at_once() {
        let memory = Arc::new(Memory::new(1000, 5));
        let mut loan = memory.share();
        assert!(!loan.grow(876));
        assert_eq!(memory.next(loan.bytes()), None, "no attempt with more memory would help");
        assert_eq!(memory.state().free, 875);
    }
}
