//! Interrupts: the first one asks for an early end, the second one ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

use super::Status;

/// A flag that the first interrupt or request to terminate raises; the second one ends the process.
pub(super) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::SeqCst) {
            std::process::exit(Status::Interrupted as i32);
        }
    })
    .context("cannot listen to interrupts")?;
    Ok(flag)
}
