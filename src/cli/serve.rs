//! `serve`: answers requests in JSON, one a line, for programs in any language.

use std::io::{self, BufRead, IsTerminal as _, Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::kit::escape::escape_json;
use crate::service::{Host, Service};
use clap::Args;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::process::interrupt_flag;
use super::{CommandResult, CommonArgs, ExitStatus, SearchSettings, Terminal, cannot_write};

/// Answer requests in JSON, one a line, for programs in any language
///
/// Reads requests from standard input until it ends, and writes an answer to standard output for each, as soon as it is known. An
/// answer is `{"id":…,"ok":…}` or `{"id":…,"error":…}`, with the `id` of its request, or in place of it with the number of the
/// `line` if that has none. Answers come in the order of the requests, unless --threads gives more than one thread. `docs/service.md` lists the
/// requests. The limits --max-nodes, --timeout and --memory hold for each request, which may set smaller ones; without --memory the
/// threads share what one search may use.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  echo '{\"ask\":\"draw\",\"seed\":1}' | solomids serve")]
pub(crate) struct ServeArgs {}

/// Bytes of a request, at most.
const MOST_BYTES: u64 = 1 << 20;
/// Requests that are read ahead for each thread.
const AHEAD: usize = 4;
/// Time between two looks at whether the program is to end, or whether anyone is left to read its answers.
const TICK: Duration = Duration::from_millis(50);

/// A line of standard input with its number, from 1.
type Line = (u64, Vec<u8>);

pub(super) fn run(common: &CommonArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter end" } else { "Ctrl-D ends" };
        terminal.note(&format!("Reading requests, one a line; {end}."));
    }
    // Without `--threads` answers are in order.
    let threads = if common.threads.is_some() { settings.thread_count() } else { 1 };
    let interrupt = interrupt_flag()?;
    let SearchSettings { config, given_memory, .. } = settings;
    let mut limits = config.limits.interrupted_by(&interrupt);
    limits.memory = given_memory.or(limits.memory.map(|bytes| bytes / threads as u64));
    let host = Host { limits, ..Host::default() };
    let (sender, receiver) = sync_channel(AHEAD * threads);
    // This thread may block on a read for ever; it is joined only at the end of the input.
    let has_ended = Arc::new(AtomicBool::new(false));
    let ended = Arc::clone(&has_ended);
    let reader = thread::spawn(move || {
        let read = read(&mut io::stdin().lock(), |line| sender.send(line).is_ok());
        ended.store(true, Ordering::SeqCst);
        read
    });
    let is_closed = Arc::new(AtomicBool::new(false));
    let raised = [&is_closed, &interrupt].map(Arc::clone);
    thread::spawn(move || {
        while !is_abandoned(&has_ended) {
            thread::sleep(TICK);
        }
        for flag in raised {
            flag.store(true, Ordering::SeqCst);
        }
    });
    let requests = Mutex::new(receiver);
    let answered: Result<(), io::Error> = thread::scope(|scope| {
        let serve = || answer_all(&host, &requests, [&interrupt, &is_closed]);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(serve)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Ok(())))
    });
    answered.map_err(cannot_write)?;
    if is_closed.load(Ordering::SeqCst) {
        return Ok(ExitStatus::Done);
    }
    if interrupt.load(Ordering::SeqCst) {
        return Ok(ExitStatus::Interrupted);
    }
    match reader.join() {
        Ok(Err(error)) => Err(anyhow::Error::new(error).context("cannot read standard input")),
        _ => Ok(ExitStatus::Done),
    }
}

/// Reads lines until the input ends or `take` returns false. A line that is too long is cut one byte beyond the limit, by which
/// [`answer`] knows it.
fn read(input: &mut impl BufRead, mut take: impl FnMut(Line) -> bool) -> io::Result<()> {
    for number in 1.. {
        let mut line = Vec::new();
        if input.take(MOST_BYTES + 1).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.len() as u64 > MOST_BYTES {
            input.skip_until(b'\n')?;
        }
        if !line.trim_ascii().is_empty() && !take((number, line)) {
            break;
        }
    }
    Ok(())
}

/// Whether the client has died: its end of standard output is closed, and no more requests can come. The end of the input alone does
/// not say so, for answers may still be read; nor does a closed output alone, for a named pipe may get another reader. An input may
/// be closed while unread requests are left in its buffer.
#[cfg(unix)]
fn is_abandoned(has_ended: &AtomicBool) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let (stdin, stdout) = (io::stdin(), io::stdout());
    let mut ends = [PollFd::new(&stdin, PollFlags::empty()), PollFd::new(&stdout, PollFlags::empty())];
    if poll(&mut ends, Some(&Timespec::default())).is_err() {
        return false;
    }
    let [input, output] = ends.map(|end| end.revents().intersects(PollFlags::HUP | PollFlags::ERR));
    output && (input || has_ended.load(Ordering::SeqCst))
}

/// Other systems do not tell before an answer is written.
#[cfg(not(unix))]
fn is_abandoned(_: &AtomicBool) -> bool {
    false
}

/// Answers requests until there are no more, an interrupt, or an answer that cannot be written, which raises the flag of a closed
/// output.
fn answer_all(host: &Host, requests: &Mutex<Receiver<Line>>, ends: [&AtomicBool; 2]) -> io::Result<()> {
    let mut service = Service::new(host.clone());
    while ends.iter().all(|end| !end.load(Ordering::SeqCst)) {
        let next = requests.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK);
        let line = match next {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let answer = answer(&mut service, line).unwrap_or_else(|answer| {
            // What a panic leaves behind is not used again.
            service = Service::new(host.clone());
            answer
        });
        let mut out = io::stdout().lock();
        let written = out.write_all(answer.as_bytes()).and_then(|()| out.flush());
        written.inspect_err(|_| ends[1].store(true, Ordering::SeqCst))?;
    }
    Ok(())
}

/// The field of a request that its answer repeats as it came; null is one as well.
#[derive(Deserialize)]
struct Id<'r> {
    #[serde(borrow)]
    id: &'r RawValue,
}

/// The answer to a request as a line; an error is the answer after a panic.
fn answer(service: &mut Service, (number, line): Line) -> Result<String, String> {
    let whole = std::str::from_utf8(&line).map(|request| request.trim_start_matches('\u{feff}').trim());
    // A list is no request.
    let object = whole.ok().filter(|request| request.starts_with('{'));
    let id = object.and_then(|request| serde_json::from_str::<Id<'_>>(request).ok());
    // A number of a line is no id, which may be the same number.
    let name = id.map_or_else(|| format!("\"line\":{number}"), |Id { id }| format!("\"id\":{id}"));
    let refuse =
        |message: &str| format!("{{{name},\"error\":{}}}\n", serde_json::json!({ "message": message }));
    if line.len() as u64 > MOST_BYTES {
        return Ok(refuse(&format!("the request is longer than {MOST_BYTES} bytes")));
    }
    let Ok(request) = whole else { return Ok(refuse("the request is not valid UTF-8")) };
    match catch_unwind(AssertUnwindSafe(|| service.answer(request))) {
        Ok(answer) => Ok(escape_json(&format!("{{{name},{}", &answer[1..])).into_owned() + "\n"),
        Err(_) => Err(refuse("internal error: please report it, with the request")),
    }
}
