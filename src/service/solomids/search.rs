//! Searches: solutions, hints and reviews, as records.

use serde::Deserialize;

use super::GameFields;
use crate::analysis::{SolutionRequest, good_move, hints, review as reviewed};
use crate::check::{check, check_hints, check_review, check_shortest};
use crate::record::{HintRecord, ReviewRecord, SolutionRecord};
use crate::service::error::ServiceError;
use crate::service::host::Host;
use crate::service::limits::LimitFields;
use crate::service::{Answer, answer_of, fields};
use crate::solver::Solver;
use crate::start::Start;

/// Time limit of hints unless nodes or time are limited, in seconds.
const HINT_SECONDS: f64 = 10.0;
/// Time limit of reviews unless nodes or time are limited, in seconds.
const REVIEW_SECONDS: f64 = 30.0;

/// The limits of a request, with a time limit unless nodes or time are limited.
fn limits(request: &str, seconds: f64) -> Result<LimitFields, ServiceError> {
    Ok(fields::<LimitFields>(request)?.with_default(seconds))
}

/// Solves the position after a line.
pub(super) fn solve(request: &str, host: &Host) -> Answer {
    #[derive(Deserialize)]
    struct SolveFields {
        /// Whether to prove the shortest line.
        #[serde(default)]
        shortest: bool,
        /// Whether to measure the difficulty.
        #[serde(default)]
        difficulty: bool,
    }
    let start = fields::<GameFields>(request)?.start()?;
    let SolveFields { shortest, difficulty } = fields(request)?;
    let solution = SolutionRequest::new(fields::<LimitFields>(request)?.config(host))
        .with_shortest(shortest)
        .with_difficulty(difficulty)
        .solve(&start.position);
    if let Some(shortest) = &solution.shortest {
        check_shortest(&start.position, &solution.search, shortest).map_err(ServiceError::internal)?;
    }
    let end = check(&start.position, &solution.outcome).map_err(ServiceError::internal)?;
    answer_of(&SolutionRecord::new(&start, &solution, &end))
}

/// Looks into one good move after a line, or into every move.
pub(super) fn hint(solver: &mut Solver, request: &str, host: &Host) -> Answer {
    #[derive(Deserialize)]
    struct HintFields {
        /// Whether to look into every move.
        #[serde(default)]
        every: bool,
    }
    let start = fields::<GameFields>(request)?.start()?;
    let search = if fields::<HintFields>(request)?.every { hints } else { good_move };
    let found = search(solver, &start.position, &limits(request, HINT_SECONDS)?.config(host));
    check_hints(&start.position, &found).map_err(ServiceError::internal)?;
    answer_of(&HintRecord::new(&start, &found).map_err(ServiceError::internal)?)
}

/// Reviews a line from its start.
pub(super) fn review(solver: &mut Solver, request: &str, host: &Host) -> Answer {
    let game: GameFields = fields(request)?;
    let Start { played, .. } = game.start()?;
    let first = game.first()?;
    let config = limits(request, REVIEW_SECONDS)?.config(host);
    let review = reviewed(solver, &first.position, &played, &config);
    check_review(&review).map_err(ServiceError::internal)?;
    answer_of(&ReviewRecord::new(&first, &played, &review).map_err(ServiceError::internal)?)
}
