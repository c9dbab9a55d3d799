//! Running of a batch: one deal a thread, rows to a ledger as they are finished.
//!
//! # Threads
//! - Every thread of a Rayon pool takes deals from a queue and searches them. Searches put parts of their work up for
//!   stealing; threads with deals of their own do not steal.
//! - A thread that finds the queue empty steals, so the last deals, which may be hard, use all cores.
//! - No thread starts a deal in the middle of a search of its own: all worker loops start behind a barrier, so none is
//!   left in the pool to be stolen.
//!
//! # Memory
//! All searches share a pool; the limit of each is seven eighths of it for any number of threads: see
//! [`memory`](super::memory). Every deal has a new solver. Keeping one for many deals saves no time (measured on a thousand
//! deals) and fills memory.
//!
//! # Look-ahead
//! Rows finished before a long search wait in the journal. Only when they are [`LOOK_AHEAD`] places ahead do all threads
//! work for that search alone.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Barrier, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::error::Error;
use super::memory::{MemoryLoan, MemoryPool};
use super::plan::BatchPlan;
use super::queue::{DealQueue, DealTask};
use super::reuse::Reuse;
use super::row::{DealId, Row};
use super::row_ledger::RowLedger;
use crate::games::solomids::game::{Palette, Position};
use crate::games::solomids::solver::{
    Bounds, Config, Lender, MemoryLimit, Outcome, Parallelism, StopReason, Verdict, solve,
};
use crate::series::ledger::LOOK_AHEAD;

/// Longest time between checks for an interrupt.
const INTERRUPT_POLL: Duration = Duration::from_millis(50);
/// Time between progress events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);
/// Time between flushes of rows to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);
/// Time that a thread sleeps when there is no work to steal.
const IDLE_SLEEP: Duration = Duration::from_millis(1);
/// Capacity, in rows, of the channel to the ledger.
const CHANNEL_ROWS: usize = 1024;

/// Options of a run. None of them changes the rows of the batch, unless memory runs out.
#[derive(Clone, Debug)]
pub struct RunOptions<'a> {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Bytes for all searches together.
    pub memory: u64,
    /// Flag that ends the batch early once it is set.
    pub interrupt: Arc<AtomicBool>,
    /// Rows of an earlier batch, opened for the same plan.
    pub reuse: Option<&'a Reuse>,
}

/// Event of a run, for an observer.
#[derive(Clone, Copy, Debug)]
pub enum BatchEvent<'a> {
    /// A new row was written.
    Solved(&'a Row),
    /// A row of an earlier batch was written.
    Reused(&'a Row),
    /// A search panicked or contradicted the rules. The event of its row follows.
    Failed {
        /// Identification of the deal.
        id: DealId,
        /// The deal in canonical notation.
        deal: &'a str,
        /// Message of the panic, or the contradiction.
        message: &'a str,
    },
    /// A fixed time has passed.
    Progress {
        /// Time since the start.
        elapsed: Duration,
        /// Time that the longest search under way has taken.
        longest: Duration,
    },
}

/// End of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchEnd {
    /// Whether an interrupt ended the run before all rows were written.
    pub interrupted: bool,
    /// Wall time.
    pub elapsed: Duration,
    /// Time in searches and in the rows they make, summed over threads; stolen work is left out.
    pub searching: Duration,
}

/// Search of a deal.
type SolveFn<'a> = dyn Fn(&Position, &Config) -> Outcome + Sync + 'a;

/// Solves all deals of a plan whose rows the ledger does not have.
///
/// # Errors
/// If a row cannot be written, or the threads cannot be started. Rows written before are kept.
pub fn run(
    plan: &BatchPlan,
    options: &RunOptions<'_>,
    ledger: &mut RowLedger,
    observer: &mut dyn FnMut(BatchEvent<'_>),
) -> Result<BatchEnd, Error> {
    run_with(&solve, plan, options, ledger, observer)
}

fn run_with(
    solve: &SolveFn<'_>,
    plan: &BatchPlan,
    options: &RunOptions<'_>,
    ledger: &mut RowLedger,
    observer: &mut dyn FnMut(BatchEvent<'_>),
) -> Result<BatchEnd, Error> {
    let threads = options.threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Error::Threads)?;
    let runner = BatchRunner::new(solve, plan, options, threads, ledger)?;
    let barrier = Barrier::new(threads);
    let (sender, receiver) = sync_channel(CHANNEL_ROWS);
    let written = thread::scope(|scope| {
        scope.spawn(|| {
            // Every thread clones the sender; the channel closes when the last clone is dropped.
            let sender = sender;
            pool.broadcast(|context| {
                barrier.wait();
                runner.work(context.index(), &sender.clone());
            });
        });
        let written = runner.write(&receiver, options, ledger, observer);
        runner.halt.store(true, Ordering::Relaxed);
        // Threads that wait to send get an error, and end.
        drop(receiver);
        written
    });
    let interrupted = written? && !ledger.lines().is_complete();
    if !interrupted && !ledger.lines().is_complete() {
        return Err(Error::Deserted);
    }
    let searching = Duration::from_nanos(runner.searching.load(Ordering::Relaxed));
    Ok(BatchEnd { interrupted, elapsed: runner.started.elapsed(), searching })
}

/// A finished row on its way to the ledger.
struct FinishedRow {
    /// Place in the range of the plan.
    place: u64,
    row: Row,
    origin: RowOrigin,
}

/// Origin of a row.
enum RowOrigin {
    /// A decided search, or a seed for which nothing is dealt.
    Decided,
    /// A search that a limit ended.
    Stopped(StopReason),
    /// A deal whose dealing, search or row panicked, or contradicted the rules, with its message.
    Failed(String),
    /// An earlier batch.
    Reused,
}

/// Message of a thread to the ledger: a row, or the error that ends the batch.
type RowMessage = Result<FinishedRow, Error>;

/// State that all threads share.
struct BatchRunner<'a> {
    solve: &'a SolveFn<'a>,
    plan: &'a BatchPlan,
    /// Configuration of a search, without its memory.
    config: Config,
    memory: Arc<MemoryPool>,
    queue: Mutex<DealQueue<'a>>,
    /// Number of rows written in order.
    front: AtomicU64,
    /// Flag that ends all searches and worker loops.
    halt: Arc<AtomicBool>,
    started: Instant,
    /// Start of the search of each thread, in microseconds since `started` plus 1; 0 for a thread without a search.
    begun: Vec<AtomicU64>,
    /// Nanoseconds in searches and in the rows they make, summed over threads.
    searching: AtomicU64,
}

impl<'a> BatchRunner<'a> {
    fn new(
        solve: &'a SolveFn<'a>,
        plan: &'a BatchPlan,
        options: &RunOptions<'a>,
        threads: usize,
        ledger: &RowLedger,
    ) -> Result<Self, Error> {
        let lines = ledger.lines();
        let reuse = options.reuse.map(Reuse::reader).transpose()?;
        let halt = Arc::new(AtomicBool::new(false));
        let memory = Arc::new(MemoryPool::new(options.memory, threads));
        let config = Config {
            parallelism: if threads == 1 { Parallelism::Sequential } else { Parallelism::Pool },
            pruning: plan.pruning,
            max_nodes: plan.limits.max_nodes,
            timeout: plan.limits.timeout,
            memory: MemoryLimit::default(),
            interrupt: Some(Arc::clone(&halt)),
            observer: None,
        };
        Ok(Self {
            solve,
            plan,
            config,
            memory,
            queue: Mutex::new(DealQueue::new(plan, lines.front(), lines.waiting(), reuse)),
            front: AtomicU64::new(lines.front()),
            halt,
            started: Instant::now(),
            begun: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            searching: AtomicU64::new(0),
        })
    }

    /// Writes rows to the ledger until all threads have ended; returns whether an interrupt was seen.
    fn write(
        &self,
        receiver: &Receiver<RowMessage>,
        options: &RunOptions<'_>,
        ledger: &mut RowLedger,
        observer: &mut dyn FnMut(BatchEvent<'_>),
    ) -> Result<bool, Error> {
        let (mut ticked, mut synced) = (self.started, self.started);
        loop {
            match receiver.recv_timeout(INTERRUPT_POLL) {
                Ok(message) => self.put(&message?, ledger, observer)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if options.interrupt.load(Ordering::Relaxed) {
                self.halt.store(true, Ordering::Relaxed);
            }
            if ticked.elapsed() >= PROGRESS_INTERVAL {
                ticked = Instant::now();
                observer(BatchEvent::Progress { elapsed: self.started.elapsed(), longest: self.longest() });
            }
            if synced.elapsed() >= SYNC_INTERVAL {
                ledger.sync()?;
                synced = Instant::now();
            }
        }
        Ok(self.halt.load(Ordering::Relaxed))
    }

    fn put(
        &self,
        finished: &FinishedRow,
        ledger: &mut RowLedger,
        observer: &mut dyn FnMut(BatchEvent<'_>),
    ) -> Result<(), Error> {
        let FinishedRow { place, row, origin } = finished;
        match origin {
            RowOrigin::Failed(message) => {
                observer(BatchEvent::Failed { id: row.id(), deal: &row.deal, message });
            }
            RowOrigin::Stopped(stop) => ledger.note(*stop)?,
            RowOrigin::Decided | RowOrigin::Reused => {}
        }
        ledger.put(*place, row)?;
        self.front.store(ledger.lines().front(), Ordering::Relaxed);
        let is_reused = matches!(origin, RowOrigin::Reused);
        observer(if is_reused { BatchEvent::Reused(row) } else { BatchEvent::Solved(row) });
        Ok(())
    }

    /// Time that the longest search under way has taken.
    fn longest(&self) -> Duration {
        let begun = self.begun.iter().map(|begun| begun.load(Ordering::Relaxed)).filter(|&begun| begun > 0);
        begun.min().map_or(Duration::ZERO, |begun| {
            self.started.elapsed().saturating_sub(Duration::from_micros(begun - 1))
        })
    }

    /// The loop of a worker thread: takes and solves deals until the queue is empty.
    fn work(&self, thread: usize, sender: &SyncSender<RowMessage>) {
        while let Some(task) = self.take().transpose() {
            let DealTask { place, row } = match task {
                Ok(task) => task,
                Err(error) => {
                    // The channel is closed only after an earlier error.
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            while place - self.front.load(Ordering::Relaxed) >= LOOK_AHEAD {
                if self.halt.load(Ordering::Relaxed) {
                    return;
                }
                steal_work();
            }
            let finished = match row {
                Some(row) => Some(FinishedRow { place, row, origin: RowOrigin::Reused }),
                None => self.solve_deal(thread, place),
            };
            let Some(finished) = finished else { return };
            if sender.send(Ok(finished)).is_err() {
                return;
            }
        }
    }

    /// Takes the next deal from the queue.
    fn take(&self) -> Result<Option<DealTask>, Error> {
        if self.halt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Solves the deal at a place; `None` if an interrupt ended its search.
    fn solve_deal(&self, thread: usize, place: u64) -> Option<FinishedRow> {
        let id = self.plan.deals.id(self.plan.index(place));
        let begun = Instant::now();
        let since_start = begun.duration_since(self.started).as_micros();
        self.begun[thread].store(u64::try_from(since_start).unwrap_or(u64::MAX - 1) + 1, Ordering::Relaxed);
        let mut dealt = None;
        let made = catch_unwind(AssertUnwindSafe(|| {
            dealt = self.plan.deals.position(id.index);
            match &dealt {
                Some((position, palette)) => self.row(id, position, palette),
                None => Some((Row::no_deal(id), RowOrigin::Decided)),
            }
        }));
        self.begun[thread].store(0, Ordering::Relaxed);
        let nanos = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.searching.fetch_add(nanos, Ordering::Relaxed);
        let (row, origin) = match made {
            Ok(made) => made?,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
                let row = match &dealt {
                    Some((position, palette)) => Row::failed(id, position, palette),
                    None => Row::undealt(id),
                };
                (row, RowOrigin::Failed(text.into()))
            }
        };
        Some(FinishedRow { place, row, origin })
    }

    /// Searches a deal and makes its row; `None` if an interrupt ended the search.
    fn row(&self, id: DealId, position: &Position, palette: &Palette) -> Option<(Row, RowOrigin)> {
        let outcome = self.search(position);
        let origin = match outcome.verdict {
            Verdict::Undecided { stopped: StopReason::Interrupted, .. } => return None,
            Verdict::Undecided { stopped, .. } => RowOrigin::Stopped(stopped),
            _ => RowOrigin::Decided,
        };
        Some(match Row::searched(id, position, palette, &outcome, &self.plan.columns.extras) {
            Ok(row) => (row, origin),
            Err(contradiction) => {
                (Row::failed(id, position, palette), RowOrigin::Failed(contradiction.to_string()))
            }
        })
    }

    /// Searches a position, and again with more memory whenever memory ran out. All attempts together have the time of one
    /// search; waiting for memory does not count.
    fn search(&self, position: &Position) -> Outcome {
        let (mut outcome, mut bytes) = self.attempt(position, self.memory.share(), self.config.timeout);
        while let Verdict::Undecided { bounds, stopped: StopReason::Memory } = outcome.verdict
            && let Some(more) = self.memory.next(bytes)
        {
            let wait = || {
                steal_work();
                !self.halt.load(Ordering::Relaxed)
            };
            let Some(loan) = self.memory.borrow(more, wait) else {
                outcome.verdict = Verdict::Undecided { bounds, stopped: StopReason::Interrupted };
                break;
            };
            let spent = outcome.stats.elapsed;
            let timeout = self.config.timeout.map(|timeout| timeout.saturating_sub(spent));
            let again;
            (again, bytes) = self.attempt(position, loan, timeout);
            let elapsed = spent + again.stats.elapsed;
            outcome = merge_attempts(outcome, again);
            outcome.stats.elapsed = elapsed;
        }
        outcome
    }

    /// Searches a position within a loan, which may grow; returns the outcome and the bytes of the loan in the end.
    fn attempt(&self, position: &Position, loan: MemoryLoan, timeout: Option<Duration>) -> (Outcome, u64) {
        let bytes = loan.bytes();
        let loan = Arc::new(Mutex::new(loan));
        let lent = Arc::clone(&loan);
        // No thread panics while it holds the lock.
        let grow = move |bytes| lent.lock().unwrap_or_else(PoisonError::into_inner).grow(bytes);
        // Rows must not depend on memory, which differs from machine to machine.
        let memory = MemoryLimit::of_bytes(bytes).lent_by(Lender::new(grow)).ending_search();
        let outcome = (self.solve)(position, &Config { timeout, memory, ..self.config.clone() });
        let bytes = loan.lock().unwrap_or_else(PoisonError::into_inner).bytes();
        (outcome, bytes)
    }
}

/// The better outcome of two attempts: the second, unless it ran out of time and its bounds are wider.
fn merge_attempts(first: Outcome, second: Outcome) -> Outcome {
    let width = |outcome: &Outcome| {
        let Bounds { lower, upper } = outcome.verdict.bounds();
        upper - lower
    };
    let bounds = first.verdict.bounds();
    match second.verdict {
        Verdict::Undecided { stopped: stopped @ StopReason::Time, .. } if width(&first) < width(&second) => {
            Outcome { verdict: Verdict::Undecided { bounds, stopped }, ..first }
        }
        _ => second,
    }
}

/// Does a part of another thread's search, or sleeps for [`IDLE_SLEEP`].
fn steal_work() {
    if rayon::yield_now() != Some(rayon::Yield::Executed) {
        thread::sleep(IDLE_SLEEP);
    }
}

#[cfg(test)]
mod tests;
