//! Making of the rows that a file lacks, on all threads: one row a thread, written as they are finished.
//!
//! # Threads
//! - Every thread of a Rayon pool takes places from a queue and makes their rows. Searches may put parts of their work up for
//!   stealing; threads with rows of their own do not steal.
//! - A thread that finds the queue empty steals, so the last rows, which may be hard, use all cores.
//! - No thread starts a row in the middle of another one of its own: all worker loops start behind a barrier, so none is
//!   left in the pool to be stolen.
//!
//! # Look-ahead
//! Rows finished before a long search wait in the journal. Only when they are [`LOOK_AHEAD`] places ahead do all threads
//! work for that search alone.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Barrier, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::error::Error;
use super::ledger::LOOK_AHEAD;
use super::rows::{RowFile, Series};

/// Longest time between checks for an interrupt.
const INTERRUPT_POLL: Duration = Duration::from_millis(50);
/// Time between progress events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);
/// Time between flushes of rows to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);
/// Time that a thread sleeps when there is no work to steal.
pub(super) const IDLE_SLEEP: Duration = Duration::from_millis(1);
/// Capacity, in rows, of the channel to the file.
const CHANNEL_ROWS: usize = 1024;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Flag that ends the run early once it is set.
    pub interrupt: Arc<AtomicBool>,
}

/// What a thread has made for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made<R> {
    /// A row, perhaps with a note.
    Row(R, Option<Note>),
    /// No row, for the run is to end.
    Interrupted,
}

/// What is worth knowing of a row besides the row itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The limit with this name ended the search.
    Stopped(&'static str),
    /// The search panicked or contradicted the rules, with this message.
    Failed(String),
}

/// Event of a run, for an observer.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a, R> {
    /// A new row was written.
    Row(&'a R, Option<&'a Note>),
    /// A fixed time has passed.
    Progress {
        /// Time since the start.
        elapsed: Duration,
        /// Time that the row longest under way has taken.
        longest: Duration,
    },
}

/// End of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Whether an interrupt ended the run before all places were done.
    pub interrupted: bool,
    /// Wall time.
    pub elapsed: Duration,
    /// Time in the making of rows, summed over threads; stolen work is left out.
    pub busy: Duration,
}

/// Makes what belongs to a place, given what the thread has for its own, and the flag that ends all searches.
type MakeRow<'a, W, R> = dyn Fn(&mut W, u64, &Arc<AtomicBool>) -> Made<R> + Sync + 'a;

/// Makes the rows that a file lacks. `worker` makes what a thread has for its own, `make` the row at a place; it is given the
/// flag that ends all searches.
///
/// # Errors
/// If a row cannot be written, or the threads cannot be started. Rows written before are kept.
pub fn run<S: Series, W>(
    file: &mut RowFile<'_, S>,
    options: &RunOptions,
    worker: &(dyn Fn() -> W + Sync),
    make: &MakeRow<'_, W, S::Row>,
    observer: &mut dyn FnMut(Event<'_, S::Row>),
) -> Result<End, Error> {
    let threads = options.threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Error::Threads)?;
    let lines = file.lines();
    let waiting: BTreeSet<u64> = lines.waiting().into_iter().collect();
    let (front, rows) = (lines.front(), file.rows());
    let mut left = rows - front - waiting.len() as u64;
    let runner = Runner {
        queue: Mutex::new((front..rows).filter(move |place| !waiting.contains(place))),
        front: AtomicU64::new(front),
        halt: Arc::default(),
        started: Instant::now(),
        begun: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        busy: AtomicU64::new(0),
    };
    let barrier = Barrier::new(threads);
    let (sender, receiver) = sync_channel(CHANNEL_ROWS);
    thread::scope(|scope| {
        scope.spawn(|| {
            // Every thread clones the sender; the channel closes when the last clone is dropped.
            let sender = sender;
            pool.broadcast(|context| {
                barrier.wait();
                runner.work(context.index(), worker, make, &sender.clone());
            });
        });
        let written = runner.write(&receiver, options, file, &mut left, observer);
        runner.halt.store(true, Ordering::Relaxed);
        // Threads that wait to send get an error, and end.
        drop(receiver);
        written
    })?;
    if left > 0 && !options.interrupt.load(Ordering::Relaxed) {
        return Err(Error::Deserted);
    }
    let busy = Duration::from_nanos(runner.busy.load(Ordering::Relaxed));
    Ok(End { interrupted: left > 0, elapsed: runner.started.elapsed(), busy })
}

/// State that all threads share.
struct Runner<Q> {
    /// Places that no thread has taken yet, in order.
    queue: Mutex<Q>,
    /// Number of rows written in order.
    front: AtomicU64,
    /// Flag that ends all searches and worker loops.
    halt: Arc<AtomicBool>,
    started: Instant,
    /// Start of the row of each thread, in microseconds since `started` plus 1; 0 for a thread without one.
    begun: Vec<AtomicU64>,
    /// Nanoseconds in the making of rows, summed over threads.
    busy: AtomicU64,
}

impl<Q: Iterator<Item = u64>> Runner<Q> {
    /// Writes rows until all threads have ended, and counts down the places that are left.
    fn write<S: Series>(
        &self,
        receiver: &Receiver<(u64, Made<S::Row>)>,
        options: &RunOptions,
        file: &mut RowFile<'_, S>,
        left: &mut u64,
        observer: &mut dyn FnMut(Event<'_, S::Row>),
    ) -> Result<(), Error> {
        let (mut ticked, mut synced) = (self.started, self.started);
        loop {
            match receiver.recv_timeout(INTERRUPT_POLL) {
                Ok((place, Made::Row(row, note))) => {
                    if let Some(Note::Stopped(limit)) = note {
                        file.note(limit)?;
                    }
                    file.put(place, &row)?;
                    self.front.store(file.lines().front(), Ordering::Relaxed);
                    observer(Event::Row(&row, note.as_ref()));
                    *left -= 1;
                }
                Ok((_, Made::Interrupted)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if options.interrupt.load(Ordering::Relaxed) {
                self.halt.store(true, Ordering::Relaxed);
            }
            if ticked.elapsed() >= PROGRESS_INTERVAL {
                ticked = Instant::now();
                observer(Event::Progress { elapsed: self.started.elapsed(), longest: self.longest() });
            }
            if synced.elapsed() >= SYNC_INTERVAL {
                file.sync()?;
                synced = Instant::now();
            }
        }
    }

    /// Time that the row longest under way has taken.
    fn longest(&self) -> Duration {
        let begun = self.begun.iter().map(|begun| begun.load(Ordering::Relaxed)).filter(|&begun| begun > 0);
        begun.min().map_or(Duration::ZERO, |begun| {
            self.started.elapsed().saturating_sub(Duration::from_micros(begun - 1))
        })
    }

    /// The loop of a worker thread: takes places and makes their rows until the queue is empty.
    fn work<R, W>(
        &self,
        thread: usize,
        worker: &(dyn Fn() -> W + Sync),
        make: &MakeRow<'_, W, R>,
        sender: &SyncSender<(u64, Made<R>)>,
    ) {
        let mut own = worker();
        while let Some(place) = self.take() {
            while place.saturating_sub(self.front.load(Ordering::Relaxed)) >= LOOK_AHEAD {
                if self.halt.load(Ordering::Relaxed) {
                    return;
                }
                steal_work();
            }
            let begun = Instant::now();
            let since_start = begun.duration_since(self.started).as_micros();
            let since_start = u64::try_from(since_start).unwrap_or(u64::MAX - 1);
            self.begun[thread].store(since_start + 1, Ordering::Relaxed);
            let made = make(&mut own, place, &self.halt);
            self.begun[thread].store(0, Ordering::Relaxed);
            let nanos = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.busy.fetch_add(nanos, Ordering::Relaxed);
            let is_over = matches!(made, Made::Interrupted);
            if sender.send((place, made)).is_err() || is_over {
                return;
            }
        }
    }

    /// Takes the next place from the queue.
    fn take(&self) -> Option<u64> {
        if self.halt.load(Ordering::Relaxed) {
            return None;
        }
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).next()
    }
}

/// Does a part of another thread's search, or sleeps for [`IDLE_SLEEP`].
pub(crate) fn steal_work() {
    if rayon::yield_now() != Some(rayon::Yield::Executed) {
        thread::sleep(IDLE_SLEEP);
    }
}
