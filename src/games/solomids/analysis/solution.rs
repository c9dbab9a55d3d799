//! Solution of one position: best score, shortest line and difficulty under one budget.

use super::budget::SharedBudget;
use super::difficulty::{Difficulty, difficulty};
use super::hint::Hints;
use super::hint_search::hints_with_outcome;
use crate::games::solomids::game::Position;
use crate::games::solomids::solver::{self, Config, Observer, Outcome, Shortest, Solver, StopReason};
use crate::kit::search::HINT_TIME;

/// Request for a [`Solution`].
///
/// ```
/// use solomids::analysis::SolutionRequest;
/// use solomids::dealer::web;
/// use solomids::solver::{Config, Verdict};
///
/// let deal = web::deal("1").expect("the page deals this seed");
/// let config = Config::with_nodes(10_000);
/// let request = SolutionRequest { config, difficulty: true, ..SolutionRequest::default() };
/// let solution = request.solve(deal.position());
/// assert_eq!(solution.outcome.verdict, Verdict::Won { swaps: 0 });
/// assert!(solution.difficulty.is_some() && solution.shortest.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct SolutionRequest {
    /// Limits that hold for all searches together.
    pub config: Config,
    /// Whether to look for a shorter line that reaches the score found.
    pub shortest: bool,
    /// Whether to measure the difficulty, first moves included.
    pub difficulty: bool,
    /// Observer of the search of first moves.
    pub first_moves_observer: Option<Observer>,
}

/// Best score of a position with a line, and optional measures.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Outcome of the search for the best score alone.
    pub search: Outcome,
    /// Outcome with the shortest line found; equal to `search` unless the shortest line was requested.
    pub outcome: Outcome,
    /// Shortest line, if requested.
    pub shortest: Option<Shortest>,
    /// Measures of difficulty, if requested.
    pub difficulty: Option<Difficulty>,
    /// Limit that left first moves undecided.
    pub first_moves_stopped: Option<StopReason>,
    /// Nodes of all searches.
    pub nodes: u64,
}

impl SolutionRequest {
    /// Solves a position.
    pub fn solve(&self, position: &Position) -> Solution {
        let mut budget = SharedBudget::new(&self.config);
        let search = solver::solve(position, &self.config);
        budget.charge(&search);
        // It ends by itself sooner than first moves do, which take what is left of the limits.
        let shortest = self.shortest.then(|| solver::shortest(position, &budget.remaining(), &search));
        budget.nodes += shortest.as_ref().map_or(0, |shortest| shortest.stats.nodes);
        let first_moves = self.difficulty.then(|| self.first_moves(position, &search, &budget));
        budget.nodes += first_moves.as_ref().map_or(0, |hints| hints.nodes);
        let outcome = match &shortest {
            None => search.clone(),
            Some(Shortest { line, score, .. }) => {
                Outcome { verdict: search.verdict.with_line(*score), line: line.clone(), stats: search.stats }
            }
        };
        Solution {
            difficulty: first_moves.as_ref().map(|hints| difficulty(position, &outcome, Some(hints))),
            first_moves_stopped: first_moves.and_then(|hints| hints.stopped),
            search,
            outcome,
            shortest,
            nodes: budget.nodes,
        }
    }

    fn first_moves(&self, position: &Position, search: &Outcome, budget: &SharedBudget) -> Hints {
        let config = budget.remaining();
        let limits = config.limits.with_default_time(HINT_TIME);
        let config = Config { limits, observer: self.first_moves_observer.clone(), ..config };
        hints_with_outcome(&mut Solver::new(), position, search, &config)
    }
}

impl Solution {
    /// The solution that a search for the best score gives.
    pub fn of_search(search: Outcome) -> Self {
        Self {
            outcome: search.clone(),
            nodes: search.stats.nodes,
            search,
            shortest: None,
            difficulty: None,
            first_moves_stopped: None,
        }
    }

    /// Whether an interrupt ended one of the searches.
    pub fn is_interrupted(&self) -> bool {
        let shortest = self.shortest.as_ref().and_then(|shortest| shortest.stopped);
        [self.outcome.verdict.stopped(), shortest, self.first_moves_stopped]
            .contains(&Some(StopReason::Interrupted))
    }
}
