//! Solving of the deals of a batch: [`crate::series::run()`] with searches that share their memory.
//!
//! # Memory
//! All searches share a pool; the limit of each is seven eighths of it for any number of threads: see
//! [`memory`](super::memory). Every deal has a new solver. Keeping one for many deals saves no time (measured on a thousand
//! deals) and fills memory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::columns::Row;
use super::memory::{MemoryLoan, MemoryPool};
use super::plan::BatchPlan;
use super::row::DealId;
use super::rows::BatchRows;
use crate::games::solomids::game::{Palette, Position};
use crate::games::solomids::solver::{
    Bounds, Config, Lender, MemoryLimit, Outcome, Parallelism, StopReason, Verdict, solve,
};
use crate::series::{self, End, Error, Event, Made, Note, RowFile, RunOptions, Series as _, steal_work};

/// Options of a run. None of them changes the rows of the batch, unless memory runs out.
#[derive(Clone, Debug)]
pub struct BatchOptions {
    /// Threads and interrupt.
    pub run: RunOptions,
    /// Bytes for all searches together.
    pub memory: u64,
}

/// Search of a deal.
type SolveFn<'a> = dyn Fn(&Position, &Config) -> Outcome + Sync + 'a;

/// Solves all deals of a plan whose rows the file does not have.
///
/// # Errors
/// If a row cannot be written, or the threads cannot be started. Rows written before are kept.
pub fn run(
    plan: &BatchPlan,
    options: &BatchOptions,
    file: &mut RowFile<'_, BatchRows>,
    observer: &mut dyn FnMut(Event<'_, Row>),
) -> Result<End, Error> {
    run_with(&solve, plan, options, file, observer)
}

fn run_with(
    solve: &SolveFn<'_>,
    plan: &BatchPlan,
    options: &BatchOptions,
    file: &mut RowFile<'_, BatchRows>,
    observer: &mut dyn FnMut(Event<'_, Row>),
) -> Result<End, Error> {
    let threads = options.run.threads.max(1);
    let config = Config {
        parallelism: if threads == 1 { Parallelism::Sequential } else { Parallelism::Pool },
        pruning: plan.pruning,
        max_nodes: plan.limits.max_nodes,
        timeout: plan.limits.timeout(),
        memory: MemoryLimit::default(),
        interrupt: None,
        observer: None,
    };
    let part = file.series().sidecar().part.clone();
    let solver =
        DealSolver { solve, plan, config, memory: Arc::new(MemoryPool::new(options.memory, threads)) };
    let make = |(): &mut (), place, halt: &Arc<AtomicBool>| {
        // Places of the part have indices.
        solver.solve_deal(part.index(place).unwrap_or(place), halt)
    };
    series::run(file, &options.run, &|| (), &make, observer)
}

/// What all searches of a batch share.
struct DealSolver<'a> {
    solve: &'a SolveFn<'a>,
    plan: &'a BatchPlan,
    /// Configuration of a search, without its memory.
    config: Config,
    memory: Arc<MemoryPool>,
}

impl DealSolver<'_> {
    /// Solves the deal with an index.
    fn solve_deal(&self, index: u64, halt: &Arc<AtomicBool>) -> Made<Row> {
        let id = self.plan.deals.id(index);
        let mut dealt = None;
        let made = catch_unwind(AssertUnwindSafe(|| {
            dealt = self.plan.deals.position(index);
            match &dealt {
                Some((position, palette)) => self.row(id, position, palette, halt),
                None => Made::Row(Row::no_deal(id), None),
            }
        }));
        made.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
            let row = match &dealt {
                Some((position, palette)) => Row::failed(id, position, palette),
                None => Row::undealt(id),
            };
            Made::Row(row, Some(Note::Failed(text.into())))
        })
    }

    /// Searches a deal and makes its row.
    fn row(&self, id: DealId, position: &Position, palette: &Palette, halt: &Arc<AtomicBool>) -> Made<Row> {
        let outcome = self.search(position, halt);
        let note = match outcome.verdict {
            Verdict::Undecided { stopped: StopReason::Interrupted, .. } => return Made::Interrupted,
            Verdict::Undecided { stopped, .. } => Some(Note::Stopped(stopped.name())),
            _ => None,
        };
        match Row::searched(id, position, palette, &outcome, self.plan.columns) {
            Ok(row) => Made::Row(row, note),
            Err(contradiction) => {
                Made::Row(Row::failed(id, position, palette), Some(Note::Failed(contradiction.to_string())))
            }
        }
    }

    /// Searches a position, and again with more memory whenever memory ran out. All attempts together have the time of one
    /// search; waiting for memory does not count.
    fn search(&self, position: &Position, halt: &Arc<AtomicBool>) -> Outcome {
        let attempt = |loan, timeout| self.attempt(position, loan, timeout, halt);
        let (mut outcome, mut bytes) = attempt(self.memory.share(), self.config.timeout);
        while let Verdict::Undecided { bounds, stopped: StopReason::Memory } = outcome.verdict
            && let Some(more) = self.memory.next(bytes)
        {
            let wait = || {
                steal_work();
                !halt.load(Ordering::Relaxed)
            };
            let Some(loan) = self.memory.borrow(more, wait) else {
                outcome.verdict = Verdict::Undecided { bounds, stopped: StopReason::Interrupted };
                break;
            };
            let spent = outcome.stats.elapsed;
            let timeout = self.config.timeout.map(|timeout| timeout.saturating_sub(spent));
            let again;
            (again, bytes) = attempt(loan, timeout);
            let elapsed = spent + again.stats.elapsed;
            outcome = merge_attempts(outcome, again);
            outcome.stats.elapsed = elapsed;
        }
        outcome
    }

    /// Searches a position within a loan, which may grow; returns the outcome and the bytes of the loan in the end.
    fn attempt(
        &self,
        position: &Position,
        loan: MemoryLoan,
        timeout: Option<Duration>,
        halt: &Arc<AtomicBool>,
    ) -> (Outcome, u64) {
        let bytes = loan.bytes();
        let loan = Arc::new(Mutex::new(loan));
        let lent = Arc::clone(&loan);
        // No thread panics while it holds the lock.
        let grow = move |bytes| lent.lock().unwrap_or_else(PoisonError::into_inner).grow(bytes);
        // Rows must not depend on memory, which differs from machine to machine.
        let lender = Some(Lender::new(grow));
        let memory = MemoryLimit { lender, is_final: true, ..MemoryLimit::of_bytes(bytes) };
        let interrupt = Some(Arc::clone(halt));
        let outcome = (self.solve)(position, &Config { timeout, memory, interrupt, ..self.config.clone() });
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

#[cfg(test)]
mod tests;
