//! Searches: solutions, hints and reviews, as records.

use std::time::Duration;

use serde::Serialize;

use super::{first, played};
use crate::games::solomids::analysis::{
    self, HintSearch, Solution, difficulty, good_move, hints, with_default_timeout,
};
use crate::games::solomids::check::{check, check_hints, check_review};
use crate::games::solomids::game::Position;
use crate::games::solomids::record::{HintRecord, ReviewRecord, SolutionRecord, annotated};
use crate::games::solomids::solver::{Config, Solver};
use crate::games::solomids::view::page::data::PageLine;
use crate::kit::clock::Instant;
use crate::service::error::ServiceError;
use crate::service::host::Host;
use crate::service::request::Request;
use crate::service::{Answer, answer_of};

/// Time limit of hints unless nodes or time are limited.
const HINT_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit of reviews unless nodes or time are limited.
const REVIEW_TIMEOUT: Duration = Duration::from_secs(30);

/// Solves the position after a line.
pub(super) fn solve(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let start = played(request)?;
    let outcome = solver.solve(&start.position, &request.config(host));
    let end = check(&start.position, &outcome).map_err(ServiceError::internal)?;
    let measured = request.difficulty.then(|| difficulty(&start.position, &outcome, None));
    let solution = Solution { difficulty: measured, ..Solution::of_search(outcome) };
    answer_of(&SolutionRecord::new(&start, &solution, &end))
}

/// Looks into one good move after a line, or into every move.
pub(super) fn hint(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let start = played(request)?;
    let search = if request.every { hints } else { good_move };
    let config = with_default_timeout(request.config(host), HINT_TIMEOUT);
    let found = search(solver, &start.position, &config);
    check_hints(&start.position, &found).map_err(ServiceError::internal)?;
    answer_of(&HintRecord::new(&start, &found).map_err(ServiceError::internal)?)
}

/// Looks into every move that are under way, by position and node limit, the one asked for last at the end.
#[derive(Default)]
pub(super) struct Judgements(Vec<((Position, Option<u64>), HintSearch)>);

impl Judgements {
    /// Searches that are kept, at most.
    const MOST: usize = 4;

    /// Looks into every move after a line for a slice of time, or for one search if that takes longer, and answers with what is known.
    /// The time limit of the request does not count: the asking side decides when it is enough.
    pub(super) fn go_on(&mut self, solver: &mut Solver, request: &Request, host: &Host) -> Answer {
        let start = played(request)?;
        let begun = Instant::now();
        let slice =
            request.slice.and_then(|slice| Duration::try_from_secs_f64(slice).ok()).unwrap_or_default();
        let key = (start.position, request.nodes);
        let kept = self.0.iter().position(|(kept, _)| *kept == key);
        let mut search = if let Some(place) = kept {
            self.0.remove(place).1
        } else {
            HintSearch::new(&start.position, &Config { timeout: None, ..request.config(host) })
        };
        while !search.is_done() {
            search.step(solver);
            if begun.elapsed() >= slice {
                break;
            }
        }
        let found = search.hints(solver);
        check_hints(&start.position, &found).map_err(ServiceError::internal)?;
        let record = HintRecord::new(&start, &found).map_err(ServiceError::internal)?;
        let more = !search.is_done();
        if more {
            self.0.push((key, search));
            self.0.drain(..self.0.len().saturating_sub(Self::MOST));
        }
        answer_of(&record.with_more(more))
    }
}

/// Answer to `review`.
#[derive(Serialize)]
struct ReviewAnswer {
    /// The review in one line of words.
    summary: String,
    /// The line with its marks, then the better lines, as pages show them.
    lines: Vec<PageLine>,
    #[serde(flatten)]
    record: ReviewRecord,
}

/// Reviews a line from its start.
pub(super) fn review(solver: &mut Solver, request: &Request, host: &Host) -> Answer {
    let (start, moves) = (first(request)?, played(request)?.played);
    let config = with_default_timeout(request.config(host), REVIEW_TIMEOUT);
    let review = analysis::review(solver, &start.position, &moves, &config);
    check_review(&review).map_err(ServiceError::internal)?;
    let game = annotated(&start, &review);
    let lines = PageLine::all(&game).map_err(ServiceError::internal)?;
    let record = ReviewRecord::new(&start, &moves, &review).map_err(ServiceError::internal)?;
    answer_of(&ReviewAnswer { summary: game.summary, lines, record })
}
