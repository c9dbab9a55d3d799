//! Memory of the process: how much there is, how much is in use.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::solver::Gauge;

/// Memory limit, in bytes, where the size of the machine's memory is unknown.
const FALLBACK_MEMORY: u64 = 1 << 30;
/// Microseconds between measurements of the memory in use.
const GAUGE_INTERVAL: u64 = 10_000;

/// The default limit of searches, in bytes: a quarter of the least of the machine's memory, the limits of control groups,
/// and the limit on the address space of the process.
pub(super) fn default_limit() -> u64 {
    let groups = fs::read_to_string("/proc/self/cgroup").ok();
    let group = groups.and_then(|groups| group_limit(Path::new("/sys/fs/cgroup"), &groups));
    let limits = [machine_memory(), group, address_space_limit()];
    limits.into_iter().flatten().min().map_or(FALLBACK_MEMORY, |least| least / 4)
}

/// Size of the machine's memory in bytes.
fn machine_memory() -> Option<u64> {
    let memory = sysinfo::MemoryRefreshKind::nothing().with_ram();
    let system = sysinfo::System::new_with_specifics(sysinfo::RefreshKind::nothing().with_memory(memory));
    system.ok().map(|system| system.total_memory()).filter(|&bytes| bytes > 0)
}

/// The limit on the address space of this process in bytes (`ulimit -v`); `None` if there is none or it is unknown.
pub(super) fn address_space_limit() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let row = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    row.split_whitespace().next()?.parse().ok()
}

/// The least memory limit, in bytes, of the control groups of a process and the groups around them. `groups` is the text of
/// `/proc/PID/cgroup`, `root` the folder of the file systems of control groups.
fn group_limit(root: &Path, groups: &str) -> Option<u64> {
    let mut least: Option<u64> = None;
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (parts.next(), parts.next()) else { continue };
        // Version 2 has one hierarchy without named controllers, version 1 one for each controller.
        let (hierarchy, file) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => continue,
        };
        // A container may show its own group as the root, so groups that are not there are passed over.
        for folder in Path::new(group.trim_start_matches('/')).ancestors() {
            let text = fs::read_to_string(hierarchy.join(folder).join(file));
            let limit = text.ok().and_then(|text| text.trim().parse::<u64>().ok());
            least = least.into_iter().chain(limit).min();
        }
    }
    least
}

/// Bytes that this process has in memory; `None` if that is unknown.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let row = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = row.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}

/// A gauge of the memory that the process has taken since now; `None` if it cannot be measured.
pub(super) fn gauge() -> Option<Gauge> {
    let before = resident()?;
    let started = Instant::now();
    // The last measurement, and the time of the next one in microseconds since the start.
    let (last, next) = (AtomicU64::new(0), AtomicU64::new(0));
    Some(Gauge::new(move || {
        let now = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        if now >= next.load(Ordering::Relaxed) {
            next.store(now + GAUGE_INTERVAL, Ordering::Relaxed);
            last.store(resident().unwrap_or(0).saturating_sub(before), Ordering::Relaxed);
        }
        last.load(Ordering::Relaxed)
    }))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn the_least_limit_of_all_groups_counts() {
        let root = TempDir::new().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        write("a/b/memory.max", "max\n");
        write("a/memory.max", "3000\n");
        write("memory/c/d/memory.limit_in_bytes", "2000\n");
        write("memory/memory.limit_in_bytes", "9223372036854771712\n");
        let limit = |groups: &str| group_limit(root.path(), groups);
        assert_eq!(limit("0::/a/b\n"), Some(3000));
        assert_eq!(limit("0::/a\n"), Some(3000));
        assert_eq!(limit("0::/\n"), None);
        assert_eq!(limit("5:cpu,memory:/c/d\n4:cpuset:/\n"), Some(2000));
        assert_eq!(limit("5:memory:/not/there\n"), Some(9_223_372_036_854_771_712));
        assert_eq!(limit("1:memory:/c/d\n0::/a/b\n"), Some(2000));
        assert_eq!(limit("rubbish"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_gauge_sees_what_is_taken() {
        let gauge = gauge().expect("Linux measures it");
        let taken = vec![1_u8; 64 << 20];
        let used = gauge.used();
        assert!(used >= 48 << 20, "{used} of {}", taken.len());
    }
}
