//! What a service needs of the program that runs it.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

use crate::games::solomids::solver::Gauge;
use crate::kit::clock::Instant;

/// Least time between two reports of progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// A callback that is given the progress of searches.
type Listener = dyn Fn(&str) + Send + Sync;

/// What a request may use at most, and what it gets if it does not say: `None` is without a limit, and for memory the limit of the
/// service.
#[derive(Clone, Copy, Debug, Default)]
pub struct RequestLimits {
    /// Nodes of a search.
    pub nodes: Option<u64>,
    /// Wall time of a search in seconds.
    pub seconds: Option<f64>,
    /// Memory of a search in bytes.
    pub memory: Option<u64>,
}

/// The program that runs a service. The default shows no progress, measures no memory, and sets no limits.
#[derive(Clone, Default)]
pub struct Host {
    limits: RequestLimits,
    interrupt: Option<Arc<AtomicBool>>,
    progress: Option<Arc<Listener>>,
    gauge: Option<Gauge>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Host")
    }
}

impl Host {
    /// This host, with a callback that is given the progress of searches in JSON, ten times a second at most.
    #[must_use]
    pub fn with_progress(self, progress: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { progress: Some(Arc::new(progress)), ..self }
    }

    /// This host, with a measurement of the memory in use.
    #[must_use]
    pub fn with_gauge(self, gauge: Gauge) -> Self {
        Self { gauge: Some(gauge), ..self }
    }

    /// This host, with limits of each request.
    #[must_use]
    pub fn with_limits(self, limits: RequestLimits) -> Self {
        Self { limits, ..self }
    }

    /// This host, with a flag that ends searches: their answers say that they were interrupted.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Arc<AtomicBool>) -> Self {
        Self { interrupt: Some(interrupt), ..self }
    }

    /// Limits of each request.
    pub(super) const fn limits(&self) -> RequestLimits {
        self.limits
    }

    /// The flag that ends searches.
    pub(super) fn interrupt(&self) -> Option<Arc<AtomicBool>> {
        self.interrupt.clone()
    }

    /// The measurement of memory.
    pub(super) fn gauge(&self) -> Option<Gauge> {
        self.gauge.clone()
    }

    /// A reporter for one search; `None` if the host takes no reports.
    pub(super) fn reporter(&self) -> Option<Reporter> {
        let progress = self.progress.clone()?;
        Some(Reporter { progress, last: Mutex::new(None) })
    }
}

/// Reports the progress of one search.
pub(super) struct Reporter {
    progress: Arc<Listener>,
    last: Mutex<Option<Instant>>,
}

impl Reporter {
    /// Reports, unless the last report is too recent.
    pub(super) fn report(&self, progress: &impl Serialize) {
        let now = Instant::now();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| now - last < INTERVAL) {
            return;
        }
        *last = Some(now);
        drop(last);
        if let Ok(text) = serde_json::to_string(progress) {
            (self.progress)(&text);
        }
    }
}
