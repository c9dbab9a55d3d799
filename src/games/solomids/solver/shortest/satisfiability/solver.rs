//! Formulas in conjunctive normal form, and the SAT solver: `CaDiCaL`, incremental, with limits and a count of conflicts.
//!
//! Numbers use the order encoding: a number is a list of literals of which the *i*-th holds if the number is at least *i*.
//!
//! Source of the solver: A. Biere et al., *`CaDiCaL` 2.0*, CAV 2024; version 1.9.5 is built in by the crate `cadical`.

use cadical::{Callbacks, Solver};

use crate::games::solomids::solver::outcome::StopReason;

/// A literal as in DIMACS files: a variable, or its negative for the negation.
pub(super) type Lit = i32;

/// The literal that is always true.
pub(super) const TRUE: Lit = 1;
/// The literal that is always false.
pub(super) const FALSE: Lit = -TRUE;

/// A set of clauses. Constants are simplified away when a clause is added.
pub(super) struct Clauses {
    variables: Lit,
    /// The clauses, each followed by a zero.
    literals: Vec<Lit>,
}

impl Clauses {
    /// The empty formula, in which only [`TRUE`] is set.
    pub(super) fn new() -> Self {
        Self { variables: TRUE, literals: vec![TRUE, 0] }
    }

    pub(super) const fn variable(&mut self) -> Lit {
        self.variables += 1;
        self.variables
    }

    pub(super) fn variables(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.variable()).collect()
    }

    pub(super) const fn most(&self) -> Lit {
        self.variables
    }

    /// Adds a clause: at least one of these literals holds.
    pub(super) fn any(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let start = self.literals.len();
        for literal in literals {
            if literal == TRUE {
                self.literals.truncate(start);
                return;
            }
            if literal != FALSE {
                self.literals.push(literal);
            }
        }
        if self.literals.len() == start {
            self.literals.push(FALSE);
        }
        self.literals.push(0);
    }

    /// Adds an implication: if all of the first literals hold, at least one of the second does.
    pub(super) fn implies<const N: usize>(&mut self, all: [Lit; N], any: impl IntoIterator<Item = Lit>) {
        self.any(all.into_iter().map(|literal| -literal).chain(any));
    }

    /// Adds that at most one of these literals holds (pairwise encoding).
    pub(super) fn at_most_one(&mut self, literals: &[Lit]) {
        for (i, &a) in literals.iter().enumerate() {
            for &b in &literals[i + 1..] {
                self.any([-a, -b]);
            }
        }
    }

    /// Adds that exactly one of these literals holds if the condition does, and none otherwise.
    pub(super) fn exactly_one_if(&mut self, condition: Lit, literals: &[Lit]) {
        self.implies([condition], literals.iter().copied());
        for &literal in literals {
            self.implies([literal], [condition]);
        }
        self.at_most_one(literals);
    }

    /// The sum of two numbers, cut off at `most + 1` (a node of a totalizer).
    pub(super) fn sum(&mut self, a: &[Lit], b: &[Lit], most: usize) -> Vec<Lit> {
        let at_least = |number: &[Lit], i: usize| match i {
            0 => TRUE,
            _ => number.get(i - 1).copied().unwrap_or(FALSE),
        };
        let sum = self.variables((a.len() + b.len()).min(most + 1));
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                if i + j > 0 {
                    let reached = sum[(i + j).min(sum.len()) - 1];
                    self.implies([at_least(a, i), at_least(b, j)], [reached]);
                }
                if i + j < sum.len() {
                    self.any([at_least(a, i + 1), at_least(b, j + 1), -sum[i + j]]);
                }
            }
        }
        self.chain(&sum);
        sum
    }

    /// Adds the order encoding: each literal implies the one before it.
    pub(super) fn chain(&mut self, literals: &[Lit]) {
        for pair in literals.windows(2) {
            self.implies([pair[1]], [pair[0]]);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        self.literals.split(|&literal| literal == 0).filter(|clause| !clause.is_empty())
    }

    pub(super) fn bytes(&self) -> usize {
        self.literals.capacity() * size_of::<Lit>()
    }
}

pub(super) enum SatResult<M = Vec<bool>> {
    /// A model: the value of each variable, by number, or what is made of it.
    Model(M),
    /// The clauses contradict each other.
    Unsatisfiable,
    /// The search was ended before there was an answer.
    Ended(SatStop),
}

/// Why a search is ended before there is an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SatStop {
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
    pub(super) fn new(clauses: &Clauses) -> Self {
        let mut solver = Solver::new();
        clauses.iter().for_each(|clause| solver.add_clause(clause.iter().copied()));
        Self { solver, variables: clauses.most(), bytes: Self::bytes_for(clauses) }
    }

    /// Memory that a solver with these clauses takes, about.
    pub(super) fn bytes_for(clauses: &Clauses) -> usize {
        OVERHEAD * clauses.bytes()
    }

    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

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
