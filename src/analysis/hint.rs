//! Best score reachable after each legal move of a position.

use rayon::prelude::*;

use super::adapt::{AdaptedLine, adapt_line};
use super::budget::{ROUNDS, SharedBudget};
use super::reason::Reason;
use super::transfers::{TransferClass, reversed};
use crate::game::{Move, Position, replay};
use crate::solver::Bounds;
use crate::solver::{Config, Outcome, Precedent, Solver, Stop};

/// Successors searched before their lines are tried on the others. A constant, so that outcomes do not depend on the
/// number of threads.
const CHUNK: usize = 8;
/// Lines tried on a successor before it is searched, newest first.
const MAX_LINES: usize = 12;

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
    pub stopped: Option<Stop>,
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

/// A position with the bounds proven so far.
struct BoundedPosition {
    position: Position,
    bounds: Bounds,
    /// Line that reaches the lower bound.
    line: Vec<Move>,
}

impl BoundedPosition {
    fn new(position: Position) -> Self {
        Self { position, bounds: Bounds::of(&position), line: Vec::new() }
    }

    const fn is_open(&self) -> bool {
        !self.bounds.is_decided()
    }

    /// The line as a precedent for neighbouring positions, once it is proven to be the best.
    fn precedent(&self) -> Option<Precedent> {
        if self.is_open() { None } else { Precedent::new(&self.position, &self.line).ok() }
    }

    /// Tightens the bounds by those of a search.
    fn update(&mut self, outcome: &Outcome) {
        let Bounds { lower, upper } = outcome.verdict.into();
        self.raise_lower(lower, || outcome.line.clone());
        self.reduce_upper(upper);
    }

    fn raise_lower(&mut self, lower: u8, line: impl FnOnce() -> Vec<Move>) {
        if lower > self.bounds.lower {
            self.bounds.lower = lower;
            self.line = line();
        }
    }

    fn reduce_upper(&mut self, upper: u8) {
        self.bounds.upper = self.bounds.upper.min(upper);
    }
}

/// Searches every legal move of a position, best moves first.
///
/// The limits hold for all searches together. The position itself is searched first. Moves share the budget equally,
/// in rounds of growing node limits, so that easy moves are decided before hard ones. Outcomes do not depend on the
/// number of threads, unless time or memory runs out.
pub fn hints(solver: &mut Solver, position: &Position, config: &Config) -> Hints {
    hints_from(solver, BoundedPosition::new(*position), config)
}

/// Searches every legal move of a position whose own outcome is given.
pub fn hints_with_outcome(
    solver: &mut Solver,
    position: &Position,
    outcome: &Outcome,
    config: &Config,
) -> Hints {
    let mut root = BoundedPosition::new(*position);
    root.update(outcome);
    hints_from(solver, root, config)
}

/// Searches every legal move of a root with given bounds.
fn hints_from(solver: &mut Solver, mut root: BoundedPosition, config: &Config) -> Hints {
    let position = &{ root.position };
    let class = TransferClass::of(position);
    // The move to name first of its kind, from searches of the class.
    let mut advised = root.line.first().copied();
    let mut budget = SharedBudget::new(config);
    let successors = position
        .legal_moves()
        .into_iter()
        .filter_map(|mv| Some((mv, BoundedPosition::new(replay(position, &[mv]).ok()?))));
    let mut successors = SuccessorSearch { moves: successors.collect(), lines: Vec::new() };
    if !root.line.is_empty() {
        successors.lines.push(root.line.clone());
    }
    // The root is one round ahead of its moves, since they stay open as long as it is open. Under a node limit its first
    // search may take the whole budget, so that hints bound it no worse than a plain search.
    for (round, ahead) in ROUNDS.into_iter().zip(ROUNDS.into_iter().skip(1).chain([u64::MAX])) {
        budget.begin_round();
        let (root_nodes, sharers) = match config.max_nodes {
            Some(all) if round == ROUNDS[0] => (all, 1),
            _ => (ahead, successors.open().count() + 1),
        };
        if root.is_open()
            && let Some(config) = budget.share(root_nodes, sharers, 1)
        {
            // Unlike `solve_within`, `solve` lets the solver free its tables of columns when they are large.
            let upper = root.bounds.upper;
            let outcome = search_class(position, class.as_ref(), |position| {
                if round == ROUNDS[0] {
                    solver.solve(position, &config)
                } else {
                    solver.solve_within(position, upper, &config)
                }
            });
            budget.charge(&outcome);
            root.update(&outcome);
            advised = outcome.line.first().copied().or(advised);
            successors.lines.push(outcome.line);
        }
        successors.moves.iter_mut().for_each(|(_, known)| known.reduce_upper(root.bounds.upper));
        successors.run(solver, &root, round, &mut budget);
        // The best move bounds the root from below, all moves together from above.
        for (mv, known) in &successors.moves {
            root.raise_lower(known.bounds.lower, || {
                std::iter::once(*mv).chain(known.line.iter().copied()).collect()
            });
        }
        let best = successors.moves.iter().map(|(_, known)| known.bounds.upper).max().unwrap_or(0);
        root.reduce_upper(best.max(position.score()));
        successors.moves.iter_mut().for_each(|(_, known)| known.reduce_upper(root.bounds.upper));
        if successors.open().count() == 0 && !root.is_open() || budget.stopped.is_some() {
            break;
        }
    }
    successors.bound_transfers(&root);
    let stopped = budget.stopped_by(root.is_open() || successors.open().count() > 0);
    let way_out = || class.as_ref().and_then(|class| class.way_out().first().copied());
    let first = advised.or(root.line.first().copied()).or_else(way_out);
    let mut moves: Vec<MoveHint> = successors
        .moves
        .into_iter()
        .map(|(mv, BoundedPosition { position: after, bounds, line })| MoveHint {
            mv,
            bounds,
            line,
            keeps: root.bounds.kept_by(bounds),
            reason: Reason::new(solver, root.bounds, &after, bounds),
        })
        .collect();
    moves.sort_by_key(|hint| {
        let Bounds { lower, upper } = hint.bounds;
        (
            hint.keeps.map_or(1, |keeps| if keeps { 0 } else { 2 }),
            u8::MAX - lower,
            u8::MAX - upper,
            rank(hint.mv, first),
        )
    });
    // A transfer at the head of the list would lead round in circles, unless it is the one that leads on.
    if moves.first().is_some_and(|hint| reversed(hint.mv).is_some())
        && let Some(place) = moves.iter().position(|hint| first.is_some_and(|first| is_same(hint.mv, first)))
    {
        moves[..=place].rotate_right(1);
    }
    Hints { bounds: root.bounds, line: root.line, moves, nodes: budget.nodes, stopped }
}

/// Searches a position as any other position of its class is searched: by the line of the one that stands for all.
fn search_class(
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
        forward.sort_by_key(|&mv| rank(mv, None));
        line = forward.into_iter().find_map(|mv| {
            let rest = rest_after(solver, position, mv, &outcome, &mut budget)?;
            Some([vec![mv], rest].concat())
        });
    }
    if let Some(line) = &line {
        // While the best score is undecided, this line may score more than the other one.
        bounds.lower = replay(position, line).map_or(bounds.lower, |end| end.score());
    }
    let line = line.unwrap_or(outcome.line);
    // An empty line with open bounds means that the search has found nothing better: any move keeps what is known.
    let is_idle = bounds.upper <= position.score();
    let any = || match &class {
        Some(class) => class.way_out().first().copied(),
        None => position.legal_moves().first().copied(),
    };
    let mv = line.first().copied().or_else(|| any().filter(|_| !is_idle));
    let hint = mv.and_then(|mv| {
        let after = replay(position, &[mv]).ok()?;
        let rest = line.get(1..).unwrap_or_default().to_vec();
        let reason = Reason::new(solver, bounds, &after, bounds);
        Some(MoveHint { mv, bounds, line: rest, keeps: bounds.kept_by(bounds), reason })
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
    budget: &mut SharedBudget<'_>,
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
fn is_same(one: Move, other: Move) -> bool {
    match (one, other) {
        (Move::Swap { a, b }, Move::Swap { a: c, b: d }) => (a, b) == (c, d) || (a, b) == (d, c),
        _ => one == other,
    }
}

/// Sort key among moves of equal bounds: irreversible moves first, and the given first move first of its kind.
fn rank(mv: Move, first: Option<Move>) -> u8 {
    let kind = match mv {
        Move::Bank { .. } => 0,
        Move::Stack { .. } => 2,
        Move::Slide { .. } => 4,
        Move::Transfer { .. } => 6,
        Move::Swap { .. } => 8,
    };
    kind + u8::from(first != Some(mv))
}

/// Moves of a position under search.
struct SuccessorSearch {
    moves: Vec<(Move, BoundedPosition)>,
    /// Lines from the position.
    lines: Vec<Vec<Move>>,
}

impl SuccessorSearch {
    /// Moves to be searched. Transfers are not: they have the bounds of the root.
    fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.moves.len()).filter(|&i| reversed(self.moves[i].0).is_none() && self.moves[i].1.is_open())
    }

    /// Gives all transfers the bounds of the root: they can be taken back, so they keep every score reachable and make none
    /// reachable.
    fn bound_transfers(&mut self, root: &BoundedPosition) {
        for (mv, known) in &mut self.moves {
            let Some(back) = reversed(*mv) else { continue };
            known.reduce_upper(root.bounds.upper);
            known.raise_lower(root.bounds.lower, || match root.line.split_first() {
                Some((first, rest)) if first == mv => rest.to_vec(),
                _ => std::iter::once(back).chain(root.line.iter().copied()).collect(),
            });
        }
    }

    /// Runs one round over the open moves: adapted lines first, then a search.
    fn run(&mut self, solver: &Solver, root: &BoundedPosition, round: u64, budget: &mut SharedBudget<'_>) {
        let precedent = root.precedent();
        let mut waiting: Vec<usize> = self.open().collect();
        // Number of lines that every waiting move has tried.
        let mut tried = 0;
        loop {
            self.adapt_lines(&root.position, &waiting, tried);
            tried = self.lines.len();
            waiting.retain(|&i| self.moves[i].1.is_open());
            let chunk: Vec<usize> = waiting.drain(..waiting.len().min(CHUNK)).collect();
            if chunk.is_empty() {
                return;
            }
            let concurrent = if budget.limits.parallelism.is_parallel() {
                chunk.len().min(rayon::current_num_threads())
            } else {
                1
            };
            let Some(config) = budget.share(round, chunk.len() + waiting.len(), concurrent) else { return };
            let search = |&i: &usize| {
                let known = &self.moves[i].1;
                // The clock may have run since the share was taken.
                let config = Config { timeout: budget.time_left(), ..config.clone() };
                solver.solve_like(&known.position, known.bounds.upper, precedent.as_ref(), &config)
            };
            let outcomes: Vec<_> = if concurrent > 1 {
                chunk.par_iter().map(search).collect()
            } else {
                chunk.iter().map(search).collect()
            };
            for (i, outcome) in chunk.into_iter().zip(outcomes) {
                budget.charge_concurrent(concurrent, &outcome);
                let (mv, known) = &mut self.moves[i];
                known.update(&outcome);
                self.lines.push(std::iter::once(*mv).chain(outcome.line).collect());
            }
        }
    }

    /// Tries the lines found since `tried` on the waiting moves.
    fn adapt_lines(&mut self, start: &Position, waiting: &[usize], tried: usize) {
        let first = tried.max(self.lines.len().saturating_sub(MAX_LINES));
        for &i in waiting {
            let (mv, known) = &mut self.moves[i];
            for line in self.lines[first..].iter().rev() {
                if known.is_open()
                    && let Some(AdaptedLine { score, moves }) = adapt_line(start, *mv, line)
                {
                    known.raise_lower(score, || moves);
                }
            }
        }
    }
}
