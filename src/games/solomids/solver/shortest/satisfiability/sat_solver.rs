//! The SAT solver: `CaDiCaL`, incremental, with limits and a count of conflicts.
//!
//! Source: A. Biere et al., *`CaDiCaL` 2.0*, CAV 2024; version 1.9.5 is built in by the crate `cadical`.

use cadical::{Callbacks, Solver};

use super::clauses::{Clauses, Lit};
use crate::games::solomids::solver::outcome::StopReason;

/// The result of a search.
pub(super) enum SatResult {
    /// A model: the value of each variable, by number.
    Model(Vec<bool>),
    /// The clauses contradict each other.
    Unsatisfiable,
    /// The search was ended before there was an answer.
    Ended(SatStop),
}

/// Why a search is ended before there is an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SatStop {
    /// A limit was reached.
    Stopped(StopReason),
    /// The answer is not needed any more.
    Needless,
}

/// Estimate of the memory that the solver uses for each byte of its clauses, with watch lists and learnt clauses.
const OVERHEAD: usize = 8;

/// Why a search should end after a number of conflicts; `None` if it should go on.
type StopRule<'a> = Box<dyn Fn(u64) -> Option<SatStop> + Send + 'a>;

/// Callbacks that count conflicts and apply the stop rule.
struct SatCallbacks<'a> {
    stop_rule: StopRule<'a>,
    conflicts: u64,
    ending: Option<SatStop>,
}

impl Callbacks for SatCallbacks<'_> {
    fn terminate(&mut self) -> bool {
        if self.ending.is_none() {
            self.ending = (self.stop_rule)(self.conflicts);
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

/// An incremental SAT solver: it keeps its clauses, learnt ones included, from one call to the next.
pub(super) struct SatSolver<'a> {
    solver: Solver<SatCallbacks<'a>>,
    variables: Lit,
    bytes: usize,
}

impl<'a> SatSolver<'a> {
    /// A solver with these clauses.
    pub(super) fn new(clauses: &Clauses) -> Self {
        let mut solver = Solver::new();
        clauses.iter().for_each(|clause| solver.add_clause(clause.iter().copied()));
        Self { solver, variables: clauses.most(), bytes: Self::bytes_for(clauses) }
    }

    /// Memory that a solver with these clauses takes, about.
    pub(super) fn bytes_for(clauses: &Clauses) -> usize {
        OVERHEAD * clauses.bytes()
    }

    /// Memory in use, about.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a unit clause.
    pub(super) fn assert(&mut self, literal: Lit) {
        self.solver.add_clause([literal]);
    }

    /// Searches for a model under the assumption of a literal. Returns the result and the number of conflicts. Equal
    /// sequences of calls give equal results after equally many conflicts, unless the stop rule ends one.
    pub(super) fn solve(
        &mut self,
        literal: Lit,
        stop_rule: impl Fn(u64) -> Option<SatStop> + Send + 'a,
    ) -> (SatResult, u64) {
        self.solver.set_callbacks(Some(SatCallbacks {
            stop_rule: Box::new(stop_rule),
            conflicts: 0,
            ending: None,
        }));
        let answer = self.solver.solve_with([literal]);
        let counted = self.solver.get_callbacks().map(|callbacks| (callbacks.conflicts, callbacks.ending));
        let (conflicts, ending) = counted.unwrap_or_default();
        let answer = match (answer, ending) {
            (_, Some(ending)) => SatResult::Ended(ending),
            (Some(true), _) => {
                let holds = |variable: Lit| variable > 0 && self.solver.value(variable) == Some(true);
                SatResult::Model((0..=self.variables).map(holds).collect())
            }
            (Some(false), _) => SatResult::Unsatisfiable,
            (None, _) => SatResult::Ended(SatStop::Stopped(StopReason::Interrupted)),
        };
        (answer, conflicts)
    }
}
