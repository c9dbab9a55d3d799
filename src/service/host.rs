//! What a service needs of the program that runs it.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use crate::games::solomids::solver::MemoryUsage;
use crate::kit::clock::Instant;
use crate::kit::search::Limits;

/// Least time between two reports of progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// A callback that is given the progress of searches in JSON, ten times a second at most.
pub type ProgressListener = dyn Fn(&str) + Send + Sync;

/// The program that runs a service. The default shows no progress, measures no memory, and sets no limits.
#[derive(Clone, Default)]
pub struct Host {
    /// What a request may use at most, and what it gets if it does not say: `None` is without a limit, and for memory the limit of
    /// the service. The flag ends searches: their answers say that they were interrupted.
    pub limits: Limits,
    /// A callback for the progress of searches.
    pub progress: Option<Arc<ProgressListener>>,
    /// A measurement of the memory in use.
    pub memory_usage: Option<MemoryUsage>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Host")
    }
}

impl Host {
    /// A reporter for one search; `None` if the host takes no reports.
    pub(super) fn reporter(&self) -> Option<Reporter> {
        let progress = self.progress.clone()?;
        Some(Reporter { progress, last: Mutex::new(None) })
    }
}

pub(super) struct Reporter {
    progress: Arc<ProgressListener>,
    last: Mutex<Option<Instant>>,
}

impl Reporter {
    /// Reports, unless the last report is too recent.
    pub(super) fn report(&self, progress: impl FnOnce() -> Value) {
        let now = Instant::now();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| now - last < INTERVAL) {
            return;
        }
        *last = Some(now);
        drop(last);
        (self.progress)(&progress().to_string());
    }
}
