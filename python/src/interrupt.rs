//! Long work without the interpreter's lock that Ctrl-C, or an exception of a callback, ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// Time between two looks at whether a signal has come.
const TICK: Duration = Duration::from_millis(50);

/// The exception that ends some work, and the flag by which the work learns of it.
#[derive(Clone)]
pub(crate) struct Interrupt {
    /// The flag that the library looks at.
    pub(crate) flag: Arc<AtomicBool>,
    raised: Arc<Mutex<Option<PyErr>>>,
    looked: Arc<Mutex<Instant>>,
}

impl Interrupt {
    pub(crate) fn new() -> Self {
        Self::with_flag(Arc::default())
    }

    /// The interrupt of work that looks at a flag.
    pub(crate) fn with_flag(flag: Arc<AtomicBool>) -> Self {
        Self { flag, raised: Arc::default(), looked: Arc::new(Mutex::new(Instant::now())) }
    }

    /// Calls Python: `call` may raise, and signals are handled. What is raised ends the work.
    pub(crate) fn call(&self, call: impl FnOnce(Python<'_>) -> PyResult<()>) {
        if self.flag.load(Ordering::Relaxed) {
            return;
        }
        // An interpreter that ends takes no calls.
        let called = Python::try_attach(|py| py.check_signals().and_then(|()| call(py)));
        if let Some(Err(error)) = called {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.flag.store(true, Ordering::SeqCst);
        }
    }

    /// Handles signals, unless that was done just now. Only the main thread of the interpreter can.
    pub(crate) fn look(&self) {
        // Another thread is looking.
        let Ok(mut looked) = self.looked.try_lock() else { return };
        if looked.elapsed() >= TICK {
            self.call(|_| Ok(()));
            *looked = Instant::now();
        }
    }

    /// Does some work in another thread, without the interpreter's lock, while this one handles signals. What ends it is not raised
    /// yet.
    pub(crate) fn watch<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
        let done = py.detach(|| {
            thread::scope(|scope| {
                let (sender, receiver) = sync_channel(1);
                let worker = scope.spawn(move || {
                    let done = work();
                    // The other end waits for it.
                    let _ = sender.send(());
                    done
                });
                while receiver.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    self.call(|_| Ok(()));
                }
                worker.join()
            })
        });
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Raises what has ended the work.
    pub(crate) fn raise(&self) -> PyResult<()> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// Whether Ctrl-C has ended the work; any other exception is raised.
    pub(crate) fn was_pressed(&self, py: Python<'_>) -> PyResult<bool> {
        match self.raise() {
            Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(true),
            other => other.map(|()| false),
        }
    }
}
