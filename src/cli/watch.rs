//! A watch over a process whose address space is limited: what does not get memory there is aborted by the system's
//! libraries, without a word of what to do.
//!
//! The program starts itself again, waits for the end, and explains an abort. Without a limit on the address space it does
//! nothing: systems then grant memory until it is used.

#[cfg(unix)]
pub(super) use self::unix::run;

/// Runs the program under a watch if that is needed; returns its exit status, or `None` in the process that is to do the
/// work.
#[cfg(not(unix))]
pub(super) fn run() -> Option<std::process::ExitCode> {
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
    use crate::cli::exit_status::ExitStatus;
    use crate::cli::failure::{ErrorWithHelp, render};
    use crate::cli::memory::address_space_limit;
    use crate::cli::terminal::Terminal;

    /// Variable of the environment by which the process that does the work knows that it is watched.
    const WATCHED: &str = "SOLOMIDS_WATCHED";
    /// Number of the signal of an abort.
    const ABORT: i32 = 6;

    /// Runs the program under a watch if that is needed; returns its exit status, or `None` in the process that is to do
    /// the work.
    pub(in crate::cli) fn run() -> Option<ExitCode> {
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
