//! Searches: solutions as records, and hints.

use serde::Serialize;

use super::played;
use crate::games::solace2::game::replay;
use crate::games::solace2::players::{Game, HINTER, Sight};
use crate::games::solace2::record::SolutionRecord;
use crate::games::solace2::solver::{Limits, Outcome, Solver, StopReason};
use crate::games::solace2::start::Start;
use crate::games::solace2::view::words::describe;
use crate::service::error::ServiceError;
use crate::service::request::Request;
use crate::service::{Answer, answer_of};

/// Searches the position of a start, and replays the line that is found.
fn searched(solver: &mut Solver, start: &Start, request: &Request) -> Result<Outcome, ServiceError> {
    let limits = Limits {
        max_nodes: request.nodes,
        timeout: request.timeout(),
        memory: Some(request.memory()),
        ..Limits::default()
    };
    let outcome = solver.solve(&start.position, start.reading, &limits);
    let end = replay(&start.position, start.reading, &outcome.line).map_err(ServiceError::internal)?;
    if end.score() == outcome.verdict.bounds().0 {
        Ok(outcome)
    } else {
        Err(ServiceError::internal("the line of a search reaches another score"))
    }
}

/// Solves the position after a line.
pub(super) fn solve(solver: &mut Solver, request: &Request) -> Answer {
    let start = played(request)?;
    let outcome = searched(solver, &start, request)?;
    answer_of(&SolutionRecord::new(&start, &outcome))
}

/// Answer to `hint`.
#[derive(Serialize)]
struct HintAnswer {
    /// A good move; null if there is none.
    #[serde(rename = "move")]
    mv: Option<String>,
    words: Option<String>,
    /// Best score still reachable; null if undecided or hidden.
    score: Option<u8>,
    lower_bound: Option<u8>,
    upper_bound: Option<u8>,
    /// Limit that ended the search.
    stopped: Option<&'static str>,
    nodes: u64,
}

/// Finds a good move after a line: by search, or from what lies open if nests are hidden.
pub(super) fn hint(solver: &mut Solver, request: &Request) -> Answer {
    let start = played(request)?;
    let described = |mv| describe(&start.position, mv, &start.palette);
    if request.hidden {
        let view = Game::new(start.position, start.reading, Sight::Opaque).view();
        let mv = HINTER.player(0, start.played.len() as u64).choose(&view);
        return answer_of(&HintAnswer {
            mv: mv.map(|mv| mv.to_string()),
            words: mv.map(described),
            score: None,
            lower_bound: None,
            upper_bound: None,
            stopped: None,
            nodes: 0,
        });
    }
    let Outcome { verdict, line, stats } = searched(solver, &start, request)?;
    let (lower, upper) = verdict.bounds();
    let mv = line.first().copied();
    answer_of(&HintAnswer {
        mv: mv.map(|mv| mv.to_string()),
        words: mv.map(described),
        score: verdict.score(),
        lower_bound: Some(lower),
        upper_bound: Some(upper),
        stopped: verdict.stopped().map(StopReason::name),
        nodes: stats.nodes,
    })
}
