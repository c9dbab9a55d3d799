//! The process: its exit status, interrupts (the first one requests an early end, a later one ends the process), and a watch over
//! its memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::kit::search::StopReason;
use anyhow::Context as _;

#[cfg(unix)]
pub(super) use self::unix::watch;

/// What a command returns: the exit status, or the error to show.
pub(super) type CommandResult = anyhow::Result<ExitStatus>;

/// Exit status of the program.
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

/// Installs a handler and returns the flag that SIGINT or SIGTERM raises; a later signal ends the process.
pub(super) fn interrupt_flag() -> anyhow::Result<Arc<AtomicBool>> {
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

/// Runs the program under a watch: only Unix has limits on the address space.
#[cfg(not(unix))]
pub(super) fn watch() -> Option<std::process::ExitCode> {
    None
}

#[cfg(unix)]
mod unix {
    use std::env;
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::{Command, ExitCode};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI32, Ordering};

    use rustix::process::{Pid, Signal, kill_process};

    use crate::cli::args::ColorArg;
    use crate::cli::failure::render;
    use crate::cli::memory::address_space_limit;
    use crate::cli::{ErrorWithHelp, ExitStatus, Terminal};

    /// Variable of the environment by which the process that does the work knows that it is watched.
    const WATCHED: &str = "SOLOMIDS_WATCHED";
    /// Number of the signal of an abort.
    const ABORT: i32 = 6;

    /// Runs the program under a watch where its address space is limited: what does not get memory there is aborted by the
    /// system's libraries, without a word of what to do. Returns its exit status, or `None` in the process that is to do the
    /// work.
    ///
    /// The program starts itself again, waits for the end, and explains an abort. Without a limit on the address space it does
    /// nothing: systems then grant memory until it is used.
    pub(in crate::cli) fn watch() -> Option<ExitCode> {
        let limit = address_space_limit()?;
        if env::var_os(WATCHED).is_some() {
            return None;
        }
        // Without a watch the program still does its work.
        let program = env::current_exe().ok()?;
        let mut child = Command::new(program).args(env::args_os().skip(1)).env(WATCHED, "1").spawn().ok()?;
        let number = Arc::new(AtomicI32::new(i32::try_from(child.id()).unwrap_or(0)));
        let of_child = Arc::clone(&number);
        // The process that does the work ends in its own way.
        let _ = ctrlc::set_handler(move || {
            if let Some(child) = Pid::from_raw(of_child.load(Ordering::SeqCst)) {
                let _ = kill_process(child, Signal::TERM);
            }
        });
        let status = child.wait().ok();
        number.store(0, Ordering::SeqCst);
        Some(match status {
            Some(status) if status.signal() == Some(ABORT) => {
                let terminal = Terminal::new(ColorArg::Auto, false);
                terminal.stderr_lines(&render(&out_of_memory(limit).into()));
                ExitCode::from(ExitStatus::Bad as u8)
            }
            Some(status) => {
                let code = status.code().unwrap_or(128 + status.signal().unwrap_or(0));
                ExitCode::from(u8::try_from(code).unwrap_or(ExitStatus::Bad as u8))
            }
            None => ExitCode::from(ExitStatus::Bad as u8),
        })
    }

    /// The error of a process that did not get the memory it asked for.
    fn out_of_memory(limit: u64) -> ErrorWithHelp {
        let megabytes = limit >> 20;
        let message =
            format!("memory ran out: the address space of the program is limited to {megabytes} MiB");
        let less = (megabytes / 16).max(1);
        let help = format!("allow more (`ulimit -v`), or use less: --threads 1, --memory {less}M");
        let is_batch = env::args_os().skip(1).any(|argument| argument == "batch");
        let more = if is_batch {
            "; the rows so far are kept, and --resume comes to the same deal again: \
             `--resume --memory SIZE`, with a size where none was given before, leaves it undecided"
        } else {
            ""
        };
        ErrorWithHelp::new(message, help + more)
    }
}
