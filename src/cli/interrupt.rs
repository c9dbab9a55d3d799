//! Interrupts: the first one requests an early end, a later one ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::exit_status::ExitStatus;

/// Signals within this time count as one: some programs signal a process and then its group.
const DEBOUNCE: Duration = Duration::from_millis(200);

/// Lets a write beyond the limit on sizes of files (`ulimit -f`) fail with an error: the signal of the system would end the
/// process without a word, and leave half-written files behind.
pub(super) fn survive_long_files() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Installs a handler and returns the flag that SIGINT or SIGTERM raises; a later signal ends the process.
pub(super) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    let mut first = None;
    ctrlc::set_handler(move || {
        let first = first.get_or_insert_with(Instant::now);
        if raised.swap(true, Ordering::SeqCst) && first.elapsed() > DEBOUNCE {
            std::process::exit(ExitStatus::Interrupted as i32);
        }
    })
    .context("cannot listen to interrupts")?;
    Ok(flag)
}
