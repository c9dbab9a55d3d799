//! Runs a batch: one deal a thread, rows to a ledger as they come.
//!
//! # Threads
//! Every thread of a pool takes one deal after another and searches it. Where a search could use more than its
//! own thread it offers parts of its work, as a search of a single deal does; as long as all threads have
//! deals of their own nobody takes them up. A thread that finds no deal left turns to these offers, so that
//! the last deals, which may be hard, have all cores. Only parts of a search are ever offered, never a whole
//! deal: all threads take up their posts before the first search begins, so no thread can come upon the post
//! of another one while it waits in the middle of a search of its own.
//!
//! # Memory
//! The searches may use so many bytes in all, and every search seven eighths of that at most, however many threads
//! there are: see [`memory`](super::memory). Every deal has a new solver: what one learns about columns is no help with
//! the next deal (a thousand deals take as long with and without), and would only fill the memory.
//!
//! # Look-ahead
//! A deal that takes very long does not stop the others: their rows wait in the journal. Only when it is millions
//! of rows behind do all threads work for it alone.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Barrier, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::error::Error;
use super::ledger::{LOOK_AHEAD, Ledger};
use super::memory::{Loan, Memory};
use super::plan::{Plan, Range};
use super::queue::{Queue, Task};
use super::reuse::Reuse;
use super::row::{Place, Row};
use crate::game::Position;
use crate::solver::{Config, Lender, Outcome, Stop, Verdict, solve};

/// How often an interrupt is looked at.
const GLANCE: Duration = Duration::from_millis(50);
/// How often the observer hears how things are going.
const TICK: Duration = Duration::from_millis(200);
/// How often rows are seen to the disk.
const SYNC: Duration = Duration::from_secs(5);
/// How long a thread with nothing to do sleeps.
const NAP: Duration = Duration::from_millis(1);
/// Rows that may be on their way to the ledger.
const QUEUE: usize = 1024;

/// With what means a batch is run. None of this changes its rows, unless memory runs out.
#[derive(Clone, Debug)]
pub struct Means<'a> {
    /// Threads, at least one.
    pub threads: usize,
    /// Bytes that all searches together may use.
    pub memory: u64,
    /// Set from outside to end the batch early.
    pub interrupt: Arc<AtomicBool>,
    /// Rows to take over from an earlier batch, opened for the same plan.
    pub reuse: Option<&'a Reuse>,
}

/// What happens while a batch is run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A row is done, and written.
    Row(&'a Row),
    /// A row of an earlier batch is taken over, and written.
    Taken(&'a Row),
    /// The solver broke down over a deal; its row comes next.
    Broken {
        /// The deal.
        place: Place,
        /// The deal in notation.
        deal: &'a str,
        /// What the solver said.
        message: &'a str,
    },
    /// Time passes.
    Tick {
        /// Since the start.
        elapsed: Duration,
        /// How long the longest of the searches under way has taken so far.
        longest: Duration,
    },
}

/// How a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Whether an interrupt ended it.
    pub interrupted: bool,
    /// Wall time.
    pub elapsed: Duration,
    /// Time that threads spent in searches of their own, summed over threads.
    pub searching: Duration,
}

/// The way to search a deal.
type Solve<'a> = dyn Fn(&Position, &Config) -> Outcome + Sync + 'a;

/// Does all deals of a plan that the ledger does not have.
///
/// # Errors
/// If a row cannot be written, or the threads cannot be started. Rows written before stay.
pub fn run(
    plan: &Plan,
    means: &Means<'_>,
    ledger: &mut Ledger,
    observer: &mut dyn FnMut(Event<'_>),
) -> Result<End, Error> {
    run_with(&solve, plan, means, ledger, observer)
}

fn run_with(
    solve: &Solve<'_>,
    plan: &Plan,
    means: &Means<'_>,
    ledger: &mut Ledger,
    observer: &mut dyn FnMut(Event<'_>),
) -> Result<End, Error> {
    let threads = means.threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Error::Threads)?;
    let office = Office::new(solve, plan, means, threads, ledger)?;
    let posts = Barrier::new(threads);
    let (sender, receiver) = sync_channel(QUEUE);
    let written = thread::scope(|scope| {
        scope.spawn(|| {
            // Every thread has a sender of its own; the last one that drops closes the channel.
            let sender = sender;
            pool.broadcast(|context| {
                posts.wait();
                office.work(context.index(), &sender.clone());
            });
        });
        let written = office.write(&receiver, means, ledger, observer);
        office.halt.store(true, Ordering::Relaxed);
        // Threads that wait to send find nobody, and end.
        drop(receiver);
        written
    });
    let interrupted = written? && !ledger.is_complete();
    if !interrupted && !ledger.is_complete() {
        return Err(Error::Deserted);
    }
    let searching = Duration::from_nanos(office.searching.load(Ordering::Relaxed));
    Ok(End { interrupted, elapsed: office.started.elapsed(), searching })
}

/// A row on its way to the ledger.
struct Message {
    offset: u64,
    row: Row,
    origin: Origin,
}

/// Where a row comes from.
enum Origin {
    /// A search that came to its end, or a seed without a deal.
    Done,
    /// A search that a limit ended.
    Stopped(Stop),
    /// A search that broke down, and why.
    Broken(String),
    /// An earlier batch.
    Taken,
}

/// What threads send: rows, or why there are no more.
type Mail = Result<Message, Error>;

/// What all threads share.
struct Office<'a> {
    solve: &'a Solve<'a>,
    plan: &'a Plan,
    range: Range,
    /// Limits of a search, but for memory.
    config: Config,
    memory: Arc<Memory>,
    queue: Mutex<Queue<'a>>,
    /// How many rows are written in order.
    front: AtomicU64,
    halt: Arc<AtomicBool>,
    started: Instant,
    /// For every thread: when its search began, in microseconds since the start, 1 added; 0 if it has none.
    begun: Vec<AtomicU64>,
    /// Nanoseconds spent in searches.
    searching: AtomicU64,
}

impl<'a> Office<'a> {
    fn new(
        solve: &'a Solve<'a>,
        plan: &'a Plan,
        means: &Means<'a>,
        threads: usize,
        ledger: &Ledger,
    ) -> Result<Self, Error> {
        let range = plan.range();
        let old = means.reuse.map(Reuse::old).transpose()?;
        let halt = Arc::new(AtomicBool::new(false));
        let memory = Arc::new(Memory::new(means.memory, threads));
        let config = Config {
            threads,
            rules: plan.rules,
            max_nodes: plan.limits.max_nodes,
            timeout: plan.limits.timeout,
            memory: None,
            // What a row says must not depend on memory, which differs from machine to machine.
            gives_up: true,
            lender: None,
            interrupt: Some(Arc::clone(&halt)),
            observer: None,
        };
        Ok(Self {
            solve,
            plan,
            range,
            config,
            memory,
            queue: Mutex::new(Queue::new(range, ledger.front(), ledger.waiting(), old)),
            front: AtomicU64::new(ledger.front()),
            halt,
            started: Instant::now(),
            begun: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            searching: AtomicU64::new(0),
        })
    }

    /// Takes rows to the ledger until there are no more; tells whether an interrupt came.
    fn write(
        &self,
        receiver: &Receiver<Mail>,
        means: &Means<'_>,
        ledger: &mut Ledger,
        observer: &mut dyn FnMut(Event<'_>),
    ) -> Result<bool, Error> {
        let (mut ticked, mut synced) = (self.started, self.started);
        loop {
            match receiver.recv_timeout(GLANCE) {
                Ok(mail) => self.put(&mail?, ledger, observer)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if means.interrupt.load(Ordering::Relaxed) {
                self.halt.store(true, Ordering::Relaxed);
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                observer(Event::Tick { elapsed: self.started.elapsed(), longest: self.longest() });
            }
            if synced.elapsed() >= SYNC {
                ledger.sync()?;
                synced = Instant::now();
            }
        }
        Ok(self.halt.load(Ordering::Relaxed))
    }

    fn put(
        &self,
        message: &Message,
        ledger: &mut Ledger,
        observer: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), Error> {
        let Message { offset, row, origin } = message;
        match origin {
            Origin::Broken(message) => {
                let place = Place { index: row.index, seed: row.seed, dealer: row.dealer };
                observer(Event::Broken { place, deal: &row.deal, message });
            }
            Origin::Stopped(stop) => ledger.note(*stop)?,
            Origin::Done | Origin::Taken => {}
        }
        ledger.put(*offset, &row.to_csv(&self.plan.extras)?)?;
        self.front.store(ledger.front(), Ordering::Relaxed);
        observer(if matches!(origin, Origin::Taken) { Event::Taken(row) } else { Event::Row(row) });
        Ok(())
    }

    /// How long the longest search under way has taken.
    fn longest(&self) -> Duration {
        let begun = self.begun.iter().map(|begun| begun.load(Ordering::Relaxed)).filter(|&begun| begun > 0);
        begun.min().map_or(Duration::ZERO, |begun| {
            self.started.elapsed().saturating_sub(Duration::from_micros(begun - 1))
        })
    }

    /// What one thread does: deal after deal, until there is none left.
    fn work(&self, thread: usize, sender: &SyncSender<Mail>) {
        while let Some(task) = self.take().transpose() {
            let Task { offset, row } = match task {
                Ok(task) => task,
                Err(error) => {
                    // If nobody receives it, something else has gone wrong before.
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            while offset - self.front.load(Ordering::Relaxed) >= LOOK_AHEAD {
                if self.halt.load(Ordering::Relaxed) {
                    return;
                }
                lend();
            }
            let message = match row {
                Some(row) => Some(Message { offset, row, origin: Origin::Taken }),
                None => self.deal(thread, offset),
            };
            let Some(message) = message else { return };
            if sender.send(Ok(message)).is_err() {
                return;
            }
        }
    }

    /// The next deal that nobody has done.
    fn take(&self) -> Result<Option<Task>, Error> {
        if self.halt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Does one deal; `None` if an interrupt came first.
    fn deal(&self, thread: usize, offset: u64) -> Option<Message> {
        let index = self.range.index(offset);
        let place = self.plan.deals.place(index);
        let message = |row, origin| Some(Message { offset, row, origin });
        let Some((deal, palette)) = self.plan.deals.deal(index) else {
            return message(Row::no_deal(place), Origin::Done);
        };
        let begun = Instant::now();
        let since_start = begun.duration_since(self.started).as_micros();
        self.begun[thread].store(u64::try_from(since_start).unwrap_or(u64::MAX - 1) + 1, Ordering::Relaxed);
        let outcome = catch_unwind(AssertUnwindSafe(|| self.search(deal.position())));
        self.begun[thread].store(0, Ordering::Relaxed);
        let nanos = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.searching.fetch_add(nanos, Ordering::Relaxed);
        let broken = match outcome {
            Ok(Outcome { verdict: Verdict::Undecided { stopped: Stop::Interrupted, .. }, .. }) => {
                return None;
            }
            Ok(outcome) => match Row::searched(place, &deal, &palette, &outcome, &self.plan.extras) {
                Ok(row) => {
                    return message(
                        row,
                        match outcome.verdict {
                            Verdict::Undecided { stopped, .. } => Origin::Stopped(stopped),
                            _ => Origin::Done,
                        },
                    );
                }
                Err(contradiction) => contradiction.to_string(),
            },
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked").into()
            }
        };
        message(Row::failed(place, &deal, &palette), Origin::Broken(broken))
    }

    /// Searches a position, anew with more memory each time it runs out of it. All attempts together have the time of
    /// one search; waiting for memory costs nothing of it.
    fn search(&self, position: &Position) -> Outcome {
        let (mut outcome, mut bytes) = self.attempt(position, self.memory.share(), self.config.timeout);
        while let Verdict::Undecided { lower, upper, stopped: Stop::Memory } = outcome.verdict
            && let Some(more) = self.memory.next(bytes)
        {
            let wait = || {
                lend();
                !self.halt.load(Ordering::Relaxed)
            };
            let Some(loan) = self.memory.borrow(more, wait) else {
                outcome.verdict = Verdict::Undecided { lower, upper, stopped: Stop::Interrupted };
                break;
            };
            let spent = outcome.stats.elapsed;
            let timeout = self.config.timeout.map(|timeout| timeout.saturating_sub(spent));
            let again;
            (again, bytes) = self.attempt(position, loan, timeout);
            let elapsed = spent + again.stats.elapsed;
            outcome = later(outcome, again);
            outcome.stats.elapsed = elapsed;
        }
        outcome
    }

    /// Searches a position within a loan, which may grow meanwhile; also tells how large it was in the end.
    fn attempt(&self, position: &Position, loan: Loan, timeout: Option<Duration>) -> (Outcome, u64) {
        let memory = Some(loan.bytes());
        let loan = Arc::new(Mutex::new(loan));
        let lent = Arc::clone(&loan);
        // Nothing panics while it holds the lock.
        let grow = move |bytes| lent.lock().unwrap_or_else(PoisonError::into_inner).grow(bytes);
        let lender = Some(Lender::new(grow));
        let outcome = (self.solve)(position, &Config { timeout, memory, lender, ..self.config.clone() });
        let bytes = loan.lock().unwrap_or_else(PoisonError::into_inner).bytes();
        (outcome, bytes)
    }
}

/// What two attempts say together. The later one has found all that the first one has, unless its time was too short.
fn later(first: Outcome, second: Outcome) -> Outcome {
    let width = |outcome: &Outcome| {
        let (lower, upper) = outcome.verdict.bounds();
        upper - lower
    };
    let (lower, upper) = first.verdict.bounds();
    match second.verdict {
        Verdict::Undecided { stopped: stopped @ Stop::Time, .. } if width(&first) < width(&second) => {
            Outcome { verdict: Verdict::Undecided { lower, upper, stopped }, ..first }
        }
        _ => second,
    }
}

/// Does a part of somebody else's search, or sleeps a little.
fn lend() {
    if rayon::yield_now() != Some(rayon::Yield::Executed) {
        thread::sleep(NAP);
    }
}

#[cfg(test)]
mod tests;
