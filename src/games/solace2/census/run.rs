//! Solving every class, in parallel: rows come in the order in which they are finished, and do not depend on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use super::classes::Class;
use super::row::Row;
use crate::games::solace2::game::{Position, Reading};
use crate::games::solace2::solver::{Limits, Solver, StopReason, Verdict};
use crate::kit::clock::Instant;

/// Time between two calls of the observer.
const INTERVAL: Duration = Duration::from_millis(100);

/// Rows that wait for the receiver, at most.
const CHANNEL_ROWS: usize = 1024;

/// A census to be taken.
#[derive(Clone, Debug)]
pub struct Census<'c> {
    /// All classes, in order.
    pub classes: &'c [Class],
    /// The reading.
    pub reading: Reading,
    /// Limits of every single search.
    pub limits: Limits,
    /// Numbers of the classes to be solved, in the order in which they are begun.
    pub wanted: &'c [usize],
    /// Threads, at least one.
    pub threads: usize,
}

/// A class that was not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// Number of the class.
    pub class: usize,
    /// Score that is reached.
    pub lower: u8,
    /// Score that is not exceeded.
    pub upper: u8,
    /// The limit that ended the search.
    pub stopped: StopReason,
}

/// How a census ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CensusEnd {
    /// Whether an interrupt left classes unsolved.
    pub interrupted: bool,
    /// Classes that were not decided within the limits, in order. They have no rows.
    pub undecided: Vec<Undecided>,
}

/// What a census tells while it is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CensusEvent {
    /// A class has been solved.
    Row(Row),
    /// Some time has passed.
    Tick,
}

/// Takes a census: `observer` is given every row, as it is finished, on the calling thread, and a tick now and then.
///
/// Rows do not depend on the number of threads, nor on which classes are wanted. An interrupt flag in the limits ends the
/// census; rows that were finished by then are still given on.
///
/// # Errors
/// What `observer` says; the census ends then.
pub fn run<E: Send>(
    census: &Census<'_>,
    mut observer: impl FnMut(CensusEvent) -> Result<(), E>,
) -> Result<CensusEnd, E> {
    let halt = census.limits.interrupt.clone().unwrap_or_default();
    let limits = Limits { interrupt: Some(Arc::clone(&halt)), ..census.limits.clone() };
    let next = AtomicUsize::new(0);
    let (sender, receiver) = sync_channel(CHANNEL_ROWS);
    let mut end = CensusEnd::default();
    let mut told_of = 0;
    let received = thread::scope(|scope| {
        for _ in 0..census.threads.max(1) {
            let (sender, limits, halt, next) = (sender.clone(), &limits, &halt, &next);
            scope.spawn(move || {
                let mut solver = Solver::default();
                while let Some(&number) = census.wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if halt.load(Ordering::Relaxed) {
                        return;
                    }
                    let solved = solve(&mut solver, census, number, limits);
                    if sender.send(solved).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut ticked = Instant::now();
        let received = loop {
            let told = match receiver.recv_timeout(INTERVAL) {
                Ok(Ok(row)) => {
                    told_of += 1;
                    observer(CensusEvent::Row(row))
                }
                Ok(Err(undecided)) => {
                    if undecided.stopped != StopReason::Interrupted {
                        end.undecided.push(undecided);
                    }
                    Ok(())
                }
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            };
            let told = told.and_then(|()| {
                if ticked.elapsed() < INTERVAL {
                    return Ok(());
                }
                ticked = Instant::now();
                observer(CensusEvent::Tick)
            });
            if told.is_err() {
                // Searches under way end soon, and threads that wait to send get an error.
                halt.store(true, Ordering::Relaxed);
                break told;
            }
        };
        drop(receiver);
        received
    });
    received?;
    end.undecided.sort_unstable_by_key(|undecided| undecided.class);
    end.interrupted = told_of + end.undecided.len() < census.wanted.len();
    Ok(end)
}

/// The row of a class, or what is known of it.
fn solve(solver: &mut Solver, census: &Census<'_>, number: usize, limits: &Limits) -> Result<Row, Undecided> {
    let class = &census.classes[number];
    let outcome = solver.solve(&Position::new(&class.deal), census.reading, limits);
    match outcome.verdict {
        Verdict::Exact { score } => Ok(Row {
            class: number,
            deal: class.deal.clone(),
            orbit: class.orbit,
            weight: class.weight,
            score,
            nodes: outcome.stats.nodes,
        }),
        Verdict::Undecided { lower, upper, stopped } => {
            Err(Undecided { class: number, lower, upper, stopped })
        }
    }
}
