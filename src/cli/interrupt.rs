//! Interrupts: the first one asks for an early end, a later one ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::Status;

/// Signals so close to each other are one wish: some programs signal a process and then its group.
const AT_ONCE: Duration = Duration::from_millis(200);

/// A flag that the first interrupt or request to terminate raises; a later one ends the process.
pub(super) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    let mut first = None;
    ctrlc::set_handler(move || {
        let first = first.get_or_insert_with(Instant::now);
        if raised.swap(true, Ordering::SeqCst) && first.elapsed() > AT_ONCE {
            std::process::exit(Status::Interrupted as i32);
        }
    })
    .context("cannot listen to interrupts")?;
    Ok(flag)
}
