//! Solving every class, in parallel, with rows in order.

use rayon::prelude::*;

use super::classes::Class;
use super::row::Row;
use crate::solace2::game::{Position, Reading};
use crate::solace2::solver::{Limits, Solver, Stop};

/// Classes that are solved before their rows are given on.
const BATCH: usize = 512;

/// A census to be taken.
#[derive(Clone, Debug)]
pub struct Census<'c> {
    /// All classes, in order.
    pub classes: &'c [Class],
    /// The reading.
    pub reading: Reading,
    /// Limits of every single search. A class that is not decided within them ends the census with an error.
    pub limits: Limits,
    /// The first class to be solved: the number of rows that are there already.
    pub start: usize,
}

/// Why a census ended early.
#[derive(Debug, thiserror::Error)]
pub enum CensusError<E> {
    /// A class was not decided.
    #[error("class {class} is undecided: {}", .stopped.name())]
    Undecided {
        /// Number of the class; all before it have rows.
        class: usize,
        /// The limit.
        stopped: Stop,
    },
    /// The receiver of rows refused one.
    #[error(transparent)]
    Sink(E),
}

/// Takes a census: every row is given to `sink`, in order, on the calling thread.
///
/// Classes are solved by the threads of the current rayon pool. Rows do not depend on their number, nor on where an earlier
/// census was interrupted. An interrupt flag in the limits ends the census within a batch.
///
/// # Errors
/// The first class that is undecided, or what `sink` says.
pub fn run<E>(census: &Census<'_>, mut sink: impl FnMut(Row) -> Result<(), E>) -> Result<(), CensusError<E>> {
    let Census { classes, reading, limits, start } = census;
    let rest = classes.iter().enumerate().skip(*start).collect::<Vec<_>>();
    for batch in rest.chunks(BATCH) {
        let rows: Vec<Result<Row, (usize, Stop)>> = batch
            .par_iter()
            .map_init(Solver::default, |solver, (number, class)| {
                let outcome = solver.solve(&Position::new(&class.deal), *reading, limits);
                let (score, _) = outcome.verdict.bounds();
                match outcome.verdict.stopped() {
                    Some(stopped) => Err((*number, stopped)),
                    None => Ok(Row {
                        class: *number,
                        deal: class.deal.clone(),
                        orbit: class.orbit,
                        weight: class.weight,
                        score,
                        nodes: outcome.stats.nodes,
                    }),
                }
            })
            .collect();
        for row in rows {
            let row = row.map_err(|(class, stopped)| CensusError::Undecided { class, stopped })?;
            sink(row).map_err(CensusError::Sink)?;
        }
    }
    Ok(())
}
