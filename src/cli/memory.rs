//! Memory of the process: how much there is, how much is in use.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::solver::MemoryUsage;
use sysinfo::{MemoryRefreshKind, Process, ProcessRefreshKind, ProcessesToUpdate, System};

/// Memory limit, in bytes, where the size of the machine's memory is unknown.
const FALLBACK_MEMORY: u64 = 1 << 30;
/// Microseconds between measurements of the memory in use.
const INTERVAL: u64 = 10_000;

/// The default limit of searches, in bytes: a quarter of the least of the machine's memory, the limits of control groups,
/// and the limit on the address space of the process (`ulimit -v`).
pub(super) fn default_limit() -> u64 {
    #[cfg(unix)]
    let address_space = rustix::process::getrlimit(rustix::process::Resource::As).current;
    #[cfg(not(unix))]
    let address_space = None;
    let least = machine_memory().into_iter().chain(address_space).min();
    least.map_or(FALLBACK_MEMORY, |bytes| bytes / 4)
}

/// Size of the machine's memory in bytes, or what control groups leave of it to this process.
fn machine_memory() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let groups = own_process(&mut system).and_then(Process::cgroup_limits);
    let bytes = groups.map_or(u64::MAX, |limits| limits.total_memory).min(system.total_memory());
    (bytes > 0).then_some(bytes)
}

/// This process, with the memory that it has now.
fn own_process(system: &mut System) -> Option<&Process> {
    let own = sysinfo::get_current_pid().ok()?;
    let memory = ProcessRefreshKind::nothing().with_memory().without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), true, memory);
    system.process(own)
}

/// Measures the memory that the process has, all of it, which is what systems and their users count; `None` if it cannot be
/// measured.
pub(super) fn usage() -> Option<MemoryUsage> {
    let mut system = System::new().ok()?;
    own_process(&mut system)?;
    let system = Mutex::new(system);
    let started = Instant::now();
    // The last measurement, and the time of the next one in microseconds since the start.
    let (last, next) = (AtomicU64::new(0), AtomicU64::new(0));
    Some(MemoryUsage::new(move || {
        let now = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        if now >= next.load(Ordering::Relaxed) {
            next.store(now + INTERVAL, Ordering::Relaxed);
            let mut system = system.lock().unwrap_or_else(PoisonError::into_inner);
            let bytes = own_process(&mut system).map_or(0, Process::memory);
            last.store(bytes, Ordering::Relaxed);
        }
        last.load(Ordering::Relaxed)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_taken_is_measured_and_what_was_taken_before() {
        let before = vec![1_u8; 64 << 20];
        let usage = usage().expect("the system measures it");
        let taken = vec![1_u8; 64 << 20];
        let used = usage.used();
        assert!(used >= 112 << 20, "{used} of {}", before.len() + taken.len());
    }
}
