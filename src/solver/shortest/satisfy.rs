//! A solver of satisfiability at work on clauses, within the limits of a search.

use std::sync::atomic::{AtomicBool, Ordering};

use cadical::{Callbacks, Solver};

use super::clauses::{Clauses, Lit};
use crate::solver::limits::{Budget, Progress};
use crate::solver::outcome::Stop;

/// What came of a search.
pub(super) enum Answer {
    /// All clauses can be satisfied: by variable, whether it holds.
    Model(Vec<bool>),
    /// They contradict each other.
    Contradiction,
    /// A limit ended the search.
    Stopped(Stop),
    /// Nobody needs the answer any more.
    Dropped,
}

/// An answer, and the contradictions that were learnt from on the way, which count as nodes.
pub(super) struct Finding {
    pub(super) answer: Answer,
    pub(super) conflicts: u64,
}

/// Memory that a solver uses for each byte of its clauses, about, its watches and what it learns included.
const OVERHEAD: usize = 8;

/// Who looks at the limits while the solver works.
struct Watch<'a> {
    budget: &'a Budget,
    progress: Progress,
    bytes: usize,
    needless: &'a AtomicBool,
    conflicts: u64,
    stopped: Option<Answer>,
}

impl Callbacks for Watch<'_> {
    fn terminate(&mut self) -> bool {
        if self.stopped.is_none() {
            let nodes = self.budget.nodes + self.conflicts;
            let progress = Progress { nodes, ..self.progress };
            if self.needless.load(Ordering::Relaxed) {
                self.stopped = Some(Answer::Dropped);
            } else if let Err(stop) = self.budget.look(progress, || self.bytes) {
                self.stopped = Some(Answer::Stopped(stop));
            }
        }
        self.stopped.is_some()
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _: &[i32]) {
        self.conflicts += 1;
    }
}

/// Looks for a way to satisfy all clauses. The same clauses give the same answer after as many conflicts.
pub(super) fn satisfy(
    clauses: &Clauses,
    budget: &Budget,
    progress: Progress,
    needless: &AtomicBool,
) -> Finding {
    let stopped = |stop| Finding { answer: Answer::Stopped(stop), conflicts: 0 };
    let mut solver = Solver::new();
    if let Some(left) = budget.left() {
        if left == 0 {
            return stopped(Stop::Nodes);
        }
        let most = i32::try_from(left).unwrap_or(i32::MAX);
        solver.set_limit("conflicts", most).expect("a limit it knows");
    }
    let bytes = OVERHEAD * clauses.bytes();
    solver.set_callbacks(Some(Watch { budget, progress, bytes, needless, conflicts: 0, stopped: None }));
    clauses.iter().for_each(|clause| solver.add_clause(clause.iter().copied()));
    let answer = solver.solve();
    let watch = solver.get_callbacks().map(|watch| (watch.conflicts, watch.stopped.take()));
    let (conflicts, interrupted) = watch.unwrap_or_default();
    let answer = match answer {
        Some(true) => {
            let holds = |variable: Lit| solver.value(variable) == Some(true);
            Answer::Model((0..=clauses.most()).map(|variable| variable > 0 && holds(variable)).collect())
        }
        Some(false) => Answer::Contradiction,
        None => interrupted.unwrap_or(Answer::Stopped(Stop::Nodes)),
    };
    Finding { answer, conflicts }
}
