//! A solver of satisfiability at work on clauses, within the limits of a search.

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
struct Watch<'a, F> {
    budget: &'a Budget,
    progress: Progress,
    bytes: usize,
    /// Contradictions that are allowed.
    most: Option<u64>,
    is_needless: F,
    conflicts: u64,
    stopped: Option<Answer>,
}

impl<F: Fn() -> bool> Callbacks for Watch<'_, F> {
    fn terminate(&mut self) -> bool {
        if self.stopped.is_none() {
            let nodes = self.budget.nodes + self.conflicts;
            let progress = Progress { nodes, ..self.progress };
            self.stopped = if (self.is_needless)() {
                Some(Answer::Dropped)
            } else if self.most.is_some_and(|most| self.conflicts >= most) {
                Some(Answer::Stopped(Stop::Nodes))
            } else {
                self.budget.look(progress, || self.bytes).err().map(Answer::Stopped)
            };
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

/// Looks for a way to satisfy all clauses. The same clauses give the same answer after equally many contradictions, and
/// none where there are as many as `most` or more.
pub(super) fn satisfy(
    clauses: &Clauses,
    budget: &Budget,
    progress: Progress,
    most: Option<u64>,
    is_needless: impl Fn() -> bool,
) -> Finding {
    let mut solver = Solver::new();
    let bytes = OVERHEAD * clauses.bytes();
    let watch = Watch { budget, progress, bytes, most, is_needless, conflicts: 0, stopped: None };
    solver.set_callbacks(Some(watch));
    clauses.iter().for_each(|clause| solver.add_clause(clause.iter().copied()));
    let answer = solver.solve();
    let watch = solver.get_callbacks().map(|watch| (watch.conflicts, watch.stopped.take()));
    let (conflicts, stopped) = watch.unwrap_or_default();
    let answer = match (answer, stopped) {
        (_, Some(stopped)) => stopped,
        (Some(_), _) if most.is_some_and(|most| conflicts >= most) => Answer::Stopped(Stop::Nodes),
        (Some(true), _) => {
            let holds = |variable: Lit| variable > 0 && solver.value(variable) == Some(true);
            Answer::Model((0..=clauses.most()).map(holds).collect())
        }
        (Some(false), _) => Answer::Contradiction,
        (None, _) => Answer::Stopped(Stop::Interrupted),
    };
    Finding { answer, conflicts }
}
