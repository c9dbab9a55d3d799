//! `serve`: answers requests in JSON, one a line, for programs in any language.

use std::io::{self, BufRead, IsTerminal as _, Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::kit::escape::escape_json;
use crate::service::{Host, Service};
use clap::Args;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::process::interrupt_flag;
use super::{CommandResult, CommonArgs, ExitStatus, SearchSettings, Terminal, cannot_write};

/// Answer requests in JSON, one a line, for programs in any language
///
/// Reads requests from standard input until it ends, and writes an answer to standard output for each, as soon as it is known. An
/// answer is `{"id":…,"ok":…}` or `{"id":…,"error":…}`, with the `id` of its request, or in place of it with the number of the
/// `line` if that has none. Answers come in the order of the requests, unless --threads gives more than one thread. `docs/service.md` lists the
/// requests; `{"ask":"cancel","id":…}` ends the search of the request with that `id`. The limits --max-nodes, --timeout and --memory hold
/// for each request, which may set smaller ones; without --memory the threads share what one search may use.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  echo '{\"ask\":\"draw\",\"seed\":1}' | solomids serve")]
pub(crate) struct ServeArgs {}

/// Bytes of a request, at most.
const MOST_BYTES: u64 = 1 << 20;
/// Requests that are read ahead for each thread: as far ahead is a request seen that cancels another.
const AHEAD: usize = 64;
/// Time between two looks at whether the program is to end, or whether anyone is left to read its answers.
const TICK: Duration = Duration::from_millis(50);

/// A line of standard input with its number, from 1.
type Line = (u64, Vec<u8>);

/// A request that waits for its answer.
struct Asked {
    line: Vec<u8>,
    /// What its answer begins with: its `id` as it came, or else the number of its line, which is no id.
    name: String,
    /// Ends its search.
    interrupt: Arc<AtomicBool>,
    /// Whether it cancels others, and then whether any were waiting.
    cancelled: Option<bool>,
}

/// All requests that wait for their answers.
#[derive(Clone, Default)]
struct Waiting(Arc<Mutex<Vec<Arc<Asked>>>>);

impl Waiting {
    fn requests(&self) -> MutexGuard<'_, Vec<Arc<Asked>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the searches of some requests; returns whether there are any.
    fn interrupt(&self, is_one: impl Fn(&Asked) -> bool) -> bool {
        let requests = self.requests();
        let some = requests.iter().filter(|asked| is_one(asked));
        some.map(|asked| asked.interrupt.store(true, Ordering::SeqCst)).count() > 0
    }

    /// Takes a line in; one that cancels others does so at once.
    fn take(&self, (number, line): Line) -> Arc<Asked> {
        // A list is no request.
        let object = text(&line).filter(|request| request.starts_with('{')).unwrap_or_default();
        let id = serde_json::from_str(object).map(|Id { id }| format!("\"id\":{id}"));
        let name = id.unwrap_or_else(|_| format!("\"line\":{number}"));
        let cancels = serde_json::from_str::<Cancel>(object).is_ok();
        let cancelled = cancels.then(|| self.interrupt(|asked| asked.name == name));
        let asked = Arc::new(Asked { line, name, interrupt: Arc::default(), cancelled });
        if !cancels {
            self.requests().push(Arc::clone(&asked));
        }
        asked
    }
}

pub(super) fn run(common: &CommonArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter end" } else { "Ctrl-D ends" };
        terminal.note(&format!("Reading requests, one a line; {end}."));
    }
    // Without `--threads` answers are in order.
    let threads = if common.threads.is_some() { settings.thread_count() } else { 1 };
    let interrupt = interrupt_flag()?;
    let SearchSettings { config, given_memory, .. } = settings;
    let mut limits = config.limits.clone();
    limits.memory = given_memory.or(limits.memory.map(|bytes| bytes / threads as u64));
    let host = Host { limits, ..Host::default() };
    let (sender, receiver) = sync_channel(AHEAD * threads);
    // This thread may block on a read for ever; it is joined only at the end of the input.
    let has_ended = Arc::new(AtomicBool::new(false));
    let ended = Arc::clone(&has_ended);
    let waiting = Waiting::default();
    let taking = waiting.clone();
    let reader = thread::spawn(move || {
        let read = read(&mut io::stdin().lock(), |line| sender.send(taking.take(line)).is_ok());
        ended.store(true, Ordering::SeqCst);
        read
    });
    let is_closed = Arc::new(AtomicBool::new(false));
    let [closed, interrupted] = [&is_closed, &interrupt].map(Arc::clone);
    let searches = waiting.clone();
    thread::spawn(move || {
        loop {
            closed.fetch_or(is_abandoned(&has_ended), Ordering::SeqCst);
            if [&closed, &interrupted].iter().any(|end| end.load(Ordering::SeqCst)) {
                searches.interrupt(|_| true);
            }
            thread::sleep(TICK);
        }
    });
    let requests = Mutex::new(receiver);
    let answered: Result<(), io::Error> = thread::scope(|scope| {
        let serve = || answer_all(&host, &waiting, &requests, [&interrupt, &is_closed]);
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
fn answer_all(
    host: &Host,
    waiting: &Waiting,
    requests: &Mutex<Receiver<Arc<Asked>>>,
    ends: [&AtomicBool; 2],
) -> io::Result<()> {
    let mut service = Service::new(host.clone());
    while ends.iter().all(|end| !end.load(Ordering::SeqCst)) {
        let next = requests.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK);
        let asked = match next {
            Ok(asked) => asked,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let answer = answer(&mut service, &asked).unwrap_or_else(|answer| {
            // What a panic leaves behind is not used again.
            service = Service::new(host.clone());
            answer
        });
        waiting.requests().retain(|other| !Arc::ptr_eq(other, &asked));
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

/// A request that ends the searches of those with its `id`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    #[serde(rename = "ask")]
    _ask: Cancels,
    #[serde(rename = "id")]
    _id: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Cancels {
    Cancel,
}

/// The text of a line; `None` if it is not valid UTF-8.
fn text(line: &[u8]) -> Option<&str> {
    Some(std::str::from_utf8(line).ok()?.trim_start_matches('\u{feff}').trim())
}

/// The answer to a request as a line; an error is the answer after a panic.
fn answer(service: &mut Service, asked: &Asked) -> Result<String, String> {
    let Asked { line, name, interrupt, cancelled } = asked;
    let refuse =
        |message: &str| format!("{{{name},\"error\":{}}}\n", serde_json::json!({ "message": message }));
    if let Some(cancelled) = cancelled {
        return Ok(format!("{{{name},\"ok\":{{\"cancelled\":{cancelled}}}}}\n"));
    }
    if line.len() as u64 > MOST_BYTES {
        return Ok(refuse(&format!("the request is longer than {MOST_BYTES} bytes")));
    }
    let Some(request) = text(line) else { return Ok(refuse("the request is not valid UTF-8")) };
    service.interrupted_by(interrupt);
    match catch_unwind(AssertUnwindSafe(|| service.answer(request))) {
        Ok(answer) => Ok(escape_json(&format!("{{{name},{}", &answer[1..])).into_owned() + "\n"),
        Err(_) => Err(refuse("internal error: please report it, with the request")),
    }
}
