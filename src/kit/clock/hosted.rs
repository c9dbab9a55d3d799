//! A clock that the host provides as a function.

use std::ops::Sub;
use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the function that returns the time since some moment in the past. The first call counts, later ones change nothing.
/// Without a call the time stands still, and no time limit is ever reached.
pub fn set_clock(clock: fn() -> Duration) {
    CLOCK.get_or_init(|| clock);
}

/// A moment by the clock of the host, with those operations of [`std::time::Instant`] that the library uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Self {
        Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// Time since the moment; zero if the clock was set back.
    pub fn elapsed(&self) -> Duration {
        Self::now() - *self
    }

    /// The moment this much later; `None` if it is too far away to be represented.
    pub fn checked_add(&self, duration: Duration) -> Option<Self> {
        self.0.checked_add(duration).map(Self)
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    static MILLISECONDS: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn the_clock_is_that_of_the_host() {
        let stopped = Instant::now();
        assert_eq!(stopped.elapsed(), Duration::ZERO);
        set_clock(|| Duration::from_millis(MILLISECONDS.load(Ordering::Relaxed)));
        set_clock(|| Duration::MAX);
        MILLISECONDS.store(1500, Ordering::Relaxed);
        let start = Instant::now();
        MILLISECONDS.store(2000, Ordering::Relaxed);
        assert_eq!(start.elapsed(), Duration::from_millis(500));
        assert!(start.checked_add(Duration::from_millis(501)) > Some(Instant::now()));
        assert_eq!(start.checked_add(Duration::MAX), None);
        MILLISECONDS.store(0, Ordering::Relaxed);
        assert_eq!(start.elapsed(), Duration::ZERO, "a clock that was set back");
    }
}
