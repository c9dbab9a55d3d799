//! The vocabulary that the searches of all games share: why a search stopped, what ends it early, and the switches of its
//! pruning rules.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::kit::clock::Instant;

/// Reason why a search ended undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// Node limit; reproducible.
    Nodes,
    /// Time limit; not reproducible.
    Time,
    /// Memory limit; not reproducible.
    Memory,
    /// Interrupt by the caller; not reproducible.
    Interrupted,
}

impl StopReason {
    /// Returns the name in JSON and CSV.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Interrupted => "interrupted",
        }
    }
}

/// Formats the reason in words.
impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "node limit",
            Self::Time => "time limit",
            Self::Memory => "memory limit",
            Self::Interrupted => "interrupted",
        })
    }
}

/// What ends a search from outside, however far it is: a moment, and a flag. The default never does.
#[derive(Clone, Debug, Default)]
pub struct Halt {
    /// Moment at which the search ends.
    pub deadline: Option<Instant>,
    /// Flag that the caller sets to interrupt the search.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Halt {
    /// Ends a search after some time from now, or once the flag is set. A time too long for the clock is no limit.
    pub fn new(timeout: Option<Duration>, interrupt: Option<Arc<AtomicBool>>) -> Self {
        Self { deadline: timeout.and_then(|timeout| Instant::now().checked_add(timeout)), interrupt }
    }

    /// Whether the flag is set.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Looks at the flag, then at the clock. A look takes longer than most nodes, so searches look now and then only.
    ///
    /// # Errors
    /// [`StopReason::Interrupted`] or [`StopReason::Time`], if the search has to end.
    pub fn check(&self) -> Result<(), StopReason> {
        if self.is_interrupted() {
            return Err(StopReason::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(StopReason::Time),
            _ => Ok(()),
        }
    }
}

/// A named part of a search that can be switched off: an enum without fields, of at most 32 variants.
pub trait Switch: Copy {
    /// Number of the switch, from 0 to 31: the discriminant of its variant.
    fn index(self) -> u32;
}

/// Set of the switches that are on; all of them by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchSet<S> {
    /// Bit `n` is set if the switch with number `n` is off.
    off: u32,
    switches: PhantomData<S>,
}

impl<S> Default for SwitchSet<S> {
    fn default() -> Self {
        Self { off: 0, switches: PhantomData }
    }
}

impl<S: Switch> SwitchSet<S> {
    /// Returns the set without a switch.
    #[must_use]
    pub fn without(self, switch: S) -> Self {
        Self { off: self.off | 1 << switch.index(), ..self }
    }

    /// Tests whether a switch is on.
    #[inline]
    pub fn has(self, switch: S) -> bool {
        self.off >> switch.index() & 1 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Part {
        First,
        Second,
    }

    impl Switch for Part {
        fn index(self) -> u32 {
            self as u32
        }
    }

    #[test]
    fn switches_are_on_until_they_are_switched_off() {
        let all = SwitchSet::default();
        let less = all.without(Part::Second);
        assert_eq!(
            [Part::First, Part::Second].map(|part| (all.has(part), less.has(part))),
            [(true, true), (true, false)]
        );
        assert_eq!(less.without(Part::Second), less);
        assert_ne!(less, all);
    }

    #[test]
    fn a_search_is_halted_by_its_flag_or_the_clock() {
        let flag = |set| Some(Arc::new(AtomicBool::new(set)));
        let cases = [
            (None, None, Ok(())),
            (Some(Duration::MAX), flag(false), Ok(())),
            (Some(Duration::ZERO), flag(false), Err(StopReason::Time)),
            (None, flag(true), Err(StopReason::Interrupted)),
            (Some(Duration::ZERO), flag(true), Err(StopReason::Interrupted)),
        ];
        for (timeout, interrupt, expected) in cases {
            assert_eq!(Halt::new(timeout, interrupt).check(), expected, "{timeout:?}");
        }
    }
}
