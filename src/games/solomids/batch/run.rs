//! Solving of the deals of a batch: [`crate::series::run()`] with searches that share their memory.
//!
//! # Memory
//! - All searches together have seven eighths of the memory: the rest is for what they do not count.
//! - Each search has its equal share of that among the threads, which is enough for nearly all. One that needs more is put off,
//!   and runs again when no other does, with all of it.
//! - So the limit of every search is the same for any number of threads, and no verdict depends on that number.
//!
//! Every deal has a new solver. Keeping one for many deals saves no time (measured on a thousand deals) and fills memory.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::columns::Row;
use super::names::DealId;
use super::plan::BatchPlan;
use super::rows::BatchRows;
use crate::games::solomids::game::{Palette, Position};
use crate::games::solomids::solver::{Config, Limits, Outcome, Parallelism, StopReason, Verdict, solve};
use crate::series::{self, End, Error, Event, Made, Note, RowFile, RunOptions, Series as _, Task};

type SolveFn<'a> = dyn Fn(&Position, &Config) -> Outcome + Sync + 'a;

/// Solves all deals of a plan whose rows the file does not have. No option changes the rows, unless memory runs out.
///
/// # Errors
/// If a row cannot be written, or the threads cannot be started. Rows written before are kept.
pub fn run(
    plan: &BatchPlan,
    options: &RunOptions,
    file: &mut RowFile<'_, BatchRows>,
    observer: &mut dyn FnMut(Event<'_, Row>),
) -> Result<End, Error> {
    run_with(&solve, plan, options, file, observer)
}

fn run_with(
    solve: &SolveFn<'_>,
    plan: &BatchPlan,
    options: &RunOptions,
    file: &mut RowFile<'_, BatchRows>,
    observer: &mut dyn FnMut(Event<'_, Row>),
) -> Result<End, Error> {
    let threads = options.threads.max(1);
    let config = Config {
        parallelism: if threads == 1 { Parallelism::Sequential } else { Parallelism::Pool },
        pruning: plan.pruning,
        limits: plan.limits.limits(),
        // Rows must not depend on memory, which differs from machine to machine.
        is_memory_final: true,
        ..Config::default()
    };
    let memory = options.memory - options.memory / 8;
    let part = file.series().sidecar().part.clone();
    let solver = DealSolver { solve, plan, config, memory, share: memory / threads as u64 };
    let make = |(): &mut (), task: Task<'_>| {
        // Places of the part have indices.
        solver.solve_deal(part.index(task.place).unwrap_or(task.place), task)
    };
    series::run(file, options, &|| (), &make, observer)
}

/// What all searches of a batch share.
struct DealSolver<'a> {
    solve: &'a SolveFn<'a>,
    plan: &'a BatchPlan,
    /// Configuration of a search, without its memory.
    config: Config,
    /// Bytes of all searches together, and so of one that runs alone.
    memory: u64,
    /// Bytes of a search among others.
    share: u64,
}

impl DealSolver<'_> {
    fn solve_deal(&self, index: u64, task: Task<'_>) -> Made<Row> {
        let id = self.plan.deals.id(index);
        let mut dealt = None;
        let made = catch_unwind(AssertUnwindSafe(|| {
            dealt = self.plan.deals.position(index);
            match &dealt {
                Some((position, palette)) => self.row(id, position, palette, task),
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
    fn row(&self, id: DealId, position: &Position, palette: &Palette, task: Task<'_>) -> Made<Row> {
        let bytes = if task.is_alone { self.memory } else { self.share };
        let limits = Limits { memory: Some(bytes), ..self.config.limits.interrupted_by(task.halt) };
        let config = Config { limits, ..self.config.clone() };
        let outcome = (self.solve)(position, &config);
        let note = match outcome.verdict {
            Verdict::Undecided { stopped: StopReason::Interrupted, .. } => return Made::Interrupted,
            Verdict::Undecided { stopped: StopReason::Memory, .. } if bytes < self.memory => {
                return Made::PutOff;
            }
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
}

#[cfg(test)]
mod tests;
