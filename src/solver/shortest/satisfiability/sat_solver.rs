//! A solver of satisfiability at work on clauses.

use cadical::{Callbacks, Solver};

use super::clauses::{Clauses, Lit};
use crate::solver::outcome::Stop;

/// What came of a search.
pub(super) enum SatResult {
    /// All clauses can be satisfied: by variable, whether it holds.
    Model(Vec<bool>),
    /// They contradict each other.
    Contradiction,
    /// It was ended.
    Ended(SatStop),
}

/// Why a search is ended before there is an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SatStop {
    /// By a limit.
    Stopped(Stop),
    /// Nobody needs the answer any more.
    Needless,
}

/// Memory that a solver uses for each byte of its clauses, about, its watches and what it learns included.
const OVERHEAD: usize = 8;

/// Says whether a search is to end after so many contradictions, and why.
type StopRule<'a> = Box<dyn Fn(u64) -> Option<SatStop> + Send + 'a>;

/// Counts contradictions while the solver works.
struct SatCallbacks<'a> {
    judge: StopRule<'a>,
    conflicts: u64,
    ending: Option<SatStop>,
}

impl Callbacks for SatCallbacks<'_> {
    fn terminate(&mut self) -> bool {
        if self.ending.is_none() {
            self.ending = (self.judge)(self.conflicts);
        }
        self.ending.is_some()
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _: &[i32]) {
        self.conflicts += 1;
    }
}

/// A solver that keeps its clauses and what it has learnt from one question to the next.
pub(super) struct SatSolver<'a> {
    solver: Solver<SatCallbacks<'a>>,
    variables: Lit,
    bytes: usize,
}

impl<'a> SatSolver<'a> {
    pub(super) fn new(clauses: &Clauses) -> Self {
        let mut solver = Solver::new();
        clauses.iter().for_each(|clause| solver.add_clause(clause.iter().copied()));
        Self { solver, variables: clauses.most(), bytes: OVERHEAD * clauses.bytes() }
    }

    /// Memory in use, about.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// From now on a literal holds.
    pub(super) fn learn(&mut self, literal: Lit) {
        self.solver.add_clause([literal]);
    }

    /// Looks for a way to satisfy all clauses if a literal holds, and says how many contradictions were learnt from on the
    /// way. The same questions one after the other have the same answers after equally many contradictions, unless
    /// the judge ends one.
    pub(super) fn satisfy(
        &mut self,
        literal: Lit,
        judge: impl Fn(u64) -> Option<SatStop> + Send + 'a,
    ) -> (SatResult, u64) {
        self.solver.set_callbacks(Some(SatCallbacks { judge: Box::new(judge), conflicts: 0, ending: None }));
        let answer = self.solver.solve_with([literal]);
        let watch = self.solver.get_callbacks().map(|watch| (watch.conflicts, watch.ending));
        let (conflicts, ending) = watch.unwrap_or_default();
        let answer = match (answer, ending) {
            (_, Some(ending)) => SatResult::Ended(ending),
            (Some(true), _) => {
                let holds = |variable: Lit| variable > 0 && self.solver.value(variable) == Some(true);
                SatResult::Model((0..=self.variables).map(holds).collect())
            }
            (Some(false), _) => SatResult::Contradiction,
            (None, _) => SatResult::Ended(SatStop::Stopped(Stop::Interrupted)),
        };
        (answer, conflicts)
    }
}
