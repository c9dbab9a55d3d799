//! Hints: the best score that is reachable after moves, and one good move.

use super::adapt::{AdaptedLine, adapt_line};
use super::budget::{ROUNDS, SharedBudget};
use super::reason::Reason;
use super::transfers::TransferClass;
use crate::games::solomids::game::{Move, Position, replay};
use crate::games::solomids::solver::Bounds;
use crate::games::solomids::solver::{Config, Outcome, Solver, StopReason};
use crate::kit::sorting::sort_short_by_key;

/// A position with bounds for each of its moves.
#[derive(Clone, Debug)]
pub struct Hints {
    /// Best score reachable from the position.
    pub bounds: Bounds,
    /// Line that reaches the lower bound.
    pub line: Vec<Move>,
    /// Every legal move, best first.
    pub moves: Vec<MoveHint>,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Limit that left something undecided.
    pub stopped: Option<StopReason>,
}

impl Hints {
    /// Whether it is proven that no move can raise the score of the position.
    pub fn is_idle(&self, position: &Position) -> bool {
        self.bounds.upper <= position.score()
    }
}

/// Best score reachable after one move.
#[derive(Clone, Debug)]
pub struct MoveHint {
    /// The move.
    pub mv: Move,
    /// Best score reachable after it.
    pub bounds: Bounds,
    /// Moves after it that reach the lower bound.
    pub line: Vec<Move>,
    /// Whether the best score stays reachable; `None` if undecided.
    pub keeps: Option<bool>,
    /// Effect on the best score, for display.
    pub reason: Reason,
}

/// Numbers of moves by their effect on the best score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCounts {
    /// Moves proven to keep the best score.
    pub keep: usize,
    /// Moves with an undecided effect.
    pub undecided: usize,
    /// All legal moves.
    pub all: usize,
}

impl MoveCounts {
    /// Counts the moves of hints.
    pub fn of(moves: &[MoveHint]) -> Self {
        let count = |keeps| moves.iter().filter(|hint| hint.keeps == keeps).count();
        Self { keep: count(Some(true)), undecided: count(None), all: moves.len() }
    }
}

/// Searches a position as any other position of its class is searched: by the line of the one that stands for all.
pub(super) fn search_class(
    position: &Position,
    class: Option<&TransferClass>,
    search: impl FnOnce(&Position) -> Outcome,
) -> Outcome {
    let Some(class) = class else { return search(position) };
    let start = *class.representative();
    let outcome = search(&start);
    Outcome { line: class.line_from_start(&start, &outcome.line), ..outcome }
}

/// Finds one good move of a position with a few searches instead of one for every move.
///
/// Returns hints for a single move, the first of the best line found; for none where the game is over, or where nothing more
/// can be banked. Where that line begins with a transfer, irreversible moves are tried first, by adapting the line and by short
/// searches. Followed move by move, the hints never lead back to an earlier position, as long as equal positions get equal
/// outcomes: a transfer is advised only on the way to the one way out of its class of positions.
pub fn good_move(solver: &mut Solver, position: &Position, config: &Config) -> Hints {
    let mut budget = SharedBudget::new(config);
    let class = TransferClass::of(position);
    let outcome = search_class(position, class.as_ref(), |position| solver.solve(position, config));
    budget.charge(&outcome);
    let mut bounds = Bounds::from(outcome.verdict);
    let mut line = None;
    if matches!(outcome.line.first(), Some(Move::Transfer { .. })) {
        let mut forward = position.legal_moves();
        forward.retain(|mv| matches!(mv, Move::Bank { .. } | Move::Stack { .. } | Move::Slide { .. }));
        sort_short_by_key(&mut forward, |&mv| rank(mv, None));
        line = forward.into_iter().find_map(|mv| {
            let rest = rest_after(solver, position, mv, &outcome, &mut budget)?;
            Some([vec![mv], rest].concat())
        });
    }
    let mut line = line.unwrap_or(outcome.line);
    if line.is_empty() && bounds.upper > position.score() {
        // The search has found nothing better than to stop: any move keeps what is known.
        let any = match &class {
            Some(class) => class.way_out().first().copied(),
            None => position.legal_moves().first().copied(),
        };
        line.extend(any);
    }
    // While the best score is undecided, this line may score more than that of the search.
    bounds.lower = replay(position, &line).map_or(bounds.lower, |end| bounds.lower.max(end.score()));
    let hint = line.split_first().and_then(|(&mv, rest)| {
        let after = replay(position, &[mv]).ok()?;
        let reason = Reason::new(solver, bounds, &after, bounds);
        Some(MoveHint { mv, bounds, line: rest.to_vec(), keeps: bounds.kept_by(bounds), reason })
    });
    let stopped = outcome.verdict.stopped().filter(|_| !bounds.is_decided());
    let moves = hint.into_iter().collect();
    Hints { bounds, line, moves, nodes: budget.nodes, stopped }
}

/// Moves after `mv` that reach the lower bound of `outcome`, found by adapting its line or by a short search.
fn rest_after(
    solver: &Solver,
    position: &Position,
    mv: Move,
    outcome: &Outcome,
    budget: &mut SharedBudget,
) -> Option<Vec<Move>> {
    let Bounds { lower, upper } = outcome.verdict.into();
    if let Some(AdaptedLine { score, moves }) = adapt_line(position, mv, &outcome.line)
        && score >= lower
    {
        return Some(moves);
    }
    let after = replay(position, &[mv]).ok()?;
    let outcome = solver.solve_within(&after, upper, &budget.share(ROUNDS[0], 1, 1)?);
    budget.charge(&outcome);
    (Bounds::from(outcome.verdict).lower >= lower).then_some(outcome.line)
}

/// Whether two moves are one; a swap may name its squares in either order.
pub(super) fn is_same(one: Move, other: Move) -> bool {
    match (one, other) {
        (Move::Swap { a, b }, Move::Swap { a: c, b: d }) => (a, b) == (c, d) || (a, b) == (d, c),
        _ => one == other,
    }
}

/// Sort key among moves of equal bounds: irreversible moves first, and the given first move first of its kind.
pub(super) fn rank(mv: Move, first: Option<Move>) -> u8 {
    let kind = match mv {
        Move::Bank { .. } => 0,
        Move::Stack { .. } => 2,
        Move::Slide { .. } => 4,
        Move::Transfer { .. } => 6,
        Move::Swap { .. } => 8,
    };
    kind + u8::from(first != Some(mv))
}
