//! The process: its exit status, and interrupts, of which the first requests an early end and a later one ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::kit::search::StopReason;
use anyhow::Context as _;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// What a command returns: the exit status, or the error to show.
pub(super) type CommandResult = anyhow::Result<ExitStatus>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExitStatus {
    /// Proven won, or the command succeeded.
    Done = 0,
    /// Proven lost.
    Lost = 1,
    /// Bad usage, bad input, or an I/O error.
    Bad = 2,
    /// Nothing of that is proven within the limits.
    Undecided = 3,
    /// A certificate that is refused.
    Refused = 4,
    /// Interrupted, with partial results shown.
    Interrupted = 130,
}

impl ExitStatus {
    /// The status of a task that is done, or undecided because of a limit.
    pub(super) const fn of(stopped: Option<StopReason>) -> Self {
        match stopped {
            None => Self::Done,
            Some(StopReason::Interrupted) => Self::Interrupted,
            Some(_) => Self::Undecided,
        }
    }
}

/// Signals within this time count as one: some programs signal a process and then its group.
const DEBOUNCE: Duration = Duration::from_millis(200);

/// Lets a write beyond the limit on sizes of files (`ulimit -f`) fail with an error: the signal of the system would end the
/// process without a word, and leave half-written files behind.
pub(super) fn survive_long_files() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Ctrl-Break, and on Windows also the end of the console, under the number of its C library.
#[cfg(windows)]
const SIGBREAK: i32 = 21;

/// Signals that ask for an end.
const INTERRUPTS: &[i32] = &[
    SIGINT,
    SIGTERM,
    #[cfg(windows)]
    SIGBREAK,
];

/// Installs a handler and returns the flag that an interrupt raises; a later one ends the process.
pub(super) fn interrupt_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let [interrupt, is_over] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
    for &signal in INTERRUPTS {
        let status = ExitStatus::Interrupted as i32;
        flag::register_conditional_shutdown(signal, status, Arc::clone(&is_over))
            .and_then(|_| flag::register(signal, Arc::clone(&interrupt)))
            .context("cannot listen to interrupts")?;
    }
    let raised = Arc::clone(&interrupt);
    thread::spawn(move || {
        while !raised.load(Ordering::SeqCst) {
            thread::sleep(DEBOUNCE);
        }
        thread::sleep(DEBOUNCE);
        is_over.store(true, Ordering::SeqCst);
    });
    Ok(interrupt)
}
