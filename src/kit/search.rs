//! The vocabulary that the searches of all games share: their limits, why a search stopped, and the switches of its pruning rules.
//!
//! [`Limits`] are what a caller sets: every solver, prover, engine and checker takes them. A search that begins turns time and
//! interrupt into a [`Halt`], and looks at it now and then.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::kit::clock::Instant;

/// Time limit of hints and of first moves, unless a search for them is limited otherwise.
pub const HINT_TIME: Duration = Duration::from_secs(10);
/// Time limit of reviews of a game, unless they are limited otherwise.
pub const REVIEW_TIME: Duration = Duration::from_secs(30);

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

/// Limits of a search. The default has none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Most nodes. The only limit whose effect is reproducible.
    pub nodes: Option<u64>,
    /// Most wall time.
    pub time: Option<Duration>,
    /// Most memory of tables, in bytes.
    pub memory: Option<u64>,
    /// Flag that the caller sets to interrupt the search.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// A limit on nodes alone.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A limit on memory alone, in bytes.
    pub fn memory(bytes: u64) -> Self {
        Self { memory: Some(bytes), ..Self::default() }
    }

    /// These limits for one part of a search, with a node limit of its own and no time limit.
    #[must_use]
    pub fn part(&self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), time: None, ..self.clone() }
    }

    /// These limits with another flag.
    #[must_use]
    pub fn interrupted_by(&self, flag: &Arc<AtomicBool>) -> Self {
        Self { interrupt: Some(Arc::clone(flag)), ..self.clone() }
    }

    /// These limits, with a time limit if neither time nor nodes are limited.
    #[must_use]
    pub fn with_default_time(self, time: Duration) -> Self {
        let time = self.default_time(time).or(self.time);
        Self { time, ..self }
    }

    /// The time limit that [`with_default_time`](Self::with_default_time) adds; `None` if it adds none.
    pub fn default_time(&self, time: Duration) -> Option<Duration> {
        (self.time.is_none() && self.nodes.is_none()).then_some(time)
    }

    /// The time left of a search that began at a moment; `None` without a time limit.
    pub fn time_left(&self, begun: Instant) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(begun.elapsed()))
    }

    /// These limits with the time left of a search that began at a moment.
    #[must_use]
    pub fn left(&self, begun: Instant) -> Self {
        Self { time: self.time_left(begun), ..self.clone() }
    }

    /// What ends a search that begins now. A time too long for the clock is no limit.
    pub fn halt(&self) -> Halt {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Halt { deadline, interrupt: self.interrupt.clone() }
    }
}

/// What ends a running search from outside: [`Limits::halt`].
#[derive(Clone, Debug)]
pub struct Halt {
    deadline: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
}

impl Halt {
    /// The same without its deadline.
    #[must_use]
    pub fn without_deadline(&self) -> Self {
        Self { deadline: None, interrupt: self.interrupt.clone() }
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
        for (time, interrupt, expected) in cases {
            let limits = Limits { time, interrupt, ..Limits::default() };
            assert_eq!(limits.halt().check(), expected, "{time:?}");
        }
    }
}
