//! Making of the rows that a file lacks, on all threads: one row a thread, written as they are finished.
//!
//! # Threads
//! - Every thread of a Rayon pool takes places from a queue and makes their rows. Searches may put parts of their work up for
//!   stealing; threads with rows of their own do not steal.
//! - A thread that finds the queue empty is done, and steals, so the last rows, which may be hard, use all cores.
//! - No thread starts a row in the middle of another one of its own: all worker loops start behind a barrier, so none is
//!   left in the pool to be stolen.
//! - Rows that are put off are made last, one after the other, each alone on all threads. So is a row that is the only one left.
//!
//! # Streams
//! A stream takes rows in order, and those before their turn wait in memory. So its rows are made in rounds, of as many as may
//! wait, the ones put off at the end of each.

use std::iter::Peekable;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Barrier, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::error::Error;
use super::rows::{RowFile, Series};

/// Longest time between checks for an interrupt.
const INTERRUPT_POLL: Duration = Duration::from_millis(50);
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);
/// Time between flushes of rows to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);
/// Capacity, in rows, of the channel to the file.
const CHANNEL_ROWS: usize = 1024;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Bytes for all searches together; a run that makes rows without searches does not look at it.
    pub memory: u64,
    /// Flag that ends the run early once it is set.
    pub interrupt: Arc<AtomicBool>,
}

/// What a thread has made for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made<R> {
    /// A row, perhaps with a note.
    Row(R, Option<Note>),
    /// No row yet: it takes more than one thread among others may use, so it is made again, alone.
    PutOff,
    /// No row, for the run is to end.
    Interrupted,
}

/// A row to be made.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Its place.
    pub place: u64,
    /// Whether no other row is made meanwhile. Such a row is not put off.
    pub is_alone: bool,
    /// Flag that ends all searches.
    pub halt: &'a Arc<AtomicBool>,
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

/// A row with its place.
type Finished<R> = (u64, R, Option<Note>);

/// Makes the row of a task, given what the thread has for its own.
type MakeRow<'a, W, R> = dyn Fn(&mut W, Task<'_>) -> Made<R> + Sync + 'a;

/// Makes the rows that a file lacks. `worker` makes what a thread has for its own, `make` a row.
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
    let (rows, round) = (file.rows(), file.most_ahead());
    let mut left = rows - file.found();
    let mut queue = file.missing().peekable();
    let alone: Vec<u64> = if left == 1 { queue.by_ref().collect() } else { Vec::new() };
    let runner = Runner {
        queue: Mutex::new(queue),
        put_off: Mutex::new(alone),
        halt: Arc::default(),
        started: Instant::now(),
        begun: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        busy: AtomicU64::new(0),
    };
    let barrier = Barrier::new(threads);
    let (sender, receiver) = sync_channel(CHANNEL_ROWS);
    thread::scope(|scope| {
        scope.spawn(|| {
            // The channel closes when this and all clones are dropped.
            let sender = sender;
            let mut end = 0_u64;
            while end < rows && !runner.halt.load(Ordering::Relaxed) {
                end = end.saturating_add(round).min(rows);
                pool.broadcast(|_| {
                    barrier.wait();
                    runner.work(end, worker, make, &sender.clone());
                });
                pool.install(|| runner.make_put_off(worker, make, &sender));
            }
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
struct Runner<Q: Iterator> {
    /// Places that no thread has taken yet, in order.
    queue: Mutex<Peekable<Q>>,
    /// Places of rows that are to be made alone, after the round.
    put_off: Mutex<Vec<u64>>,
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
        receiver: &Receiver<Finished<S::Row>>,
        options: &RunOptions,
        file: &mut RowFile<'_, S>,
        left: &mut u64,
        observer: &mut dyn FnMut(Event<'_, S::Row>),
    ) -> Result<(), Error> {
        let (mut ticked, mut synced) = (self.started, self.started);
        loop {
            match receiver.recv_timeout(INTERRUPT_POLL) {
                Ok((place, row, note)) => {
                    if let Some(Note::Stopped(limit)) = note {
                        file.note(limit)?;
                    }
                    file.put(place, &row)?;
                    observer(Event::Row(&row, note.as_ref()));
                    *left -= 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
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

    /// The loop of a worker thread: makes rows until no place before `end` is left.
    fn work<R, W>(
        &self,
        end: u64,
        worker: &(dyn Fn() -> W + Sync),
        make: &MakeRow<'_, W, R>,
        sender: &SyncSender<Finished<R>>,
    ) {
        let mut own = worker();
        // In a function of its own, so that the queue is not locked while a row is made.
        let take = || lock(&self.queue).next_if(|&place| place < end);
        while let Some(place) = take() {
            if !self.make(&mut own, place, false, make, sender) {
                return;
            }
        }
    }

    /// Makes the rows that were put off, in the order of their places.
    fn make_put_off<R, W>(
        &self,
        worker: &(dyn Fn() -> W + Sync),
        make: &MakeRow<'_, W, R>,
        sender: &SyncSender<Finished<R>>,
    ) {
        let mut places = std::mem::take(&mut *lock(&self.put_off));
        places.sort_unstable();
        for place in places {
            if !self.make(&mut worker(), place, true, make, sender) {
                return;
            }
        }
    }

    /// Makes a row, puts it off, or does neither if the run is to end, and then returns `false`.
    fn make<R, W>(
        &self,
        own: &mut W,
        place: u64,
        is_alone: bool,
        make: &MakeRow<'_, W, R>,
        sender: &SyncSender<Finished<R>>,
    ) -> bool {
        if self.halt.load(Ordering::Relaxed) {
            return false;
        }
        let began = Instant::now();
        let since_start =
            u64::try_from(began.duration_since(self.started).as_micros()).unwrap_or(u64::MAX - 1);
        let begun = &self.begun[rayon::current_thread_index().unwrap_or(0)];
        begun.store(since_start + 1, Ordering::Relaxed);
        let made = make(own, Task { place, is_alone, halt: &self.halt });
        begun.store(0, Ordering::Relaxed);
        let nanos = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.busy.fetch_add(nanos, Ordering::Relaxed);
        match made {
            Made::Row(row, note) => sender.send((place, row, note)).is_ok(),
            Made::PutOff => {
                lock(&self.put_off).push(place);
                true
            }
            Made::Interrupted => false,
        }
    }
}

/// Locks what threads share; none panics while it holds the lock.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
