//! Best score reachable after each legal move of a position: a search in steps.

use rayon::prelude::*;

use super::adapt::{AdaptedLine, TransferClass, adapt_line, reversed};
use super::budget::{ROUNDS, SharedBudget};
use super::hint::{Hints, MoveHint, Reason, is_same, rank, search_class};
use crate::games::solomids::game::{Move, Position, replay};
use crate::games::solomids::solver::{Bounds, Config, Outcome, Precedent, Solver};
use crate::kit::sorting::sort_short_by_key;

/// Successors searched before their lines are tried on the others; the same for any number of threads.
const CHUNK: usize = 8;
/// Lines tried on a successor before it is searched, newest first.
const MAX_LINES: usize = 12;

#[derive(Clone)]
pub(super) struct BoundedPosition {
    position: Position,
    bounds: Bounds,
    line: Vec<Move>,
}

impl BoundedPosition {
    pub(super) fn new(position: Position) -> Self {
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
    pub(super) fn update(&mut self, outcome: &Outcome) {
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
    HintSearch::new(position, config).run(solver)
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
    HintSearch::from_root(root, config).run(solver)
}

/// A search of every legal move of a position, in steps: between two of them it can be left and taken up again, and reports what it
/// knows so far.
///
/// Done to the end, it gives the [`hints`] of that position. It holds positions, bounds and lines, so it takes little memory, and any
/// solver can take the next step.
pub struct HintSearch {
    class: Option<TransferClass>,
    /// The move to name first of its kind, from searches of the class.
    advised: Option<Move>,
    budget: SharedBudget,
    root: BoundedPosition,
    successors: SuccessorSearch,
    round: usize,
    phase: Phase,
}

enum Phase {
    /// Begins a round with a search of the position itself.
    Root,
    /// Searches the moves that are open in a round.
    Moves(Box<MoveRound>),
    Done,
}

impl HintSearch {
    /// A search that has not begun. The limits hold for all steps together, and time limits count the time between them.
    pub fn new(position: &Position, config: &Config) -> Self {
        Self::from_root(BoundedPosition::new(*position), config)
    }

    pub(super) fn from_root(root: BoundedPosition, config: &Config) -> Self {
        let position = &root.position;
        let successors = position
            .legal_moves()
            .into_iter()
            .filter_map(|mv| Some((mv, BoundedPosition::new(replay(position, &[mv]).ok()?))));
        let mut successors = SuccessorSearch { moves: successors.collect(), lines: Vec::new() };
        if !root.line.is_empty() {
            successors.lines.push(root.line.clone());
        }
        Self {
            class: TransferClass::of(position),
            advised: root.line.first().copied(),
            budget: SharedBudget::new(config),
            root,
            successors,
            round: 0,
            phase: Phase::Root,
        }
    }

    fn run(mut self, solver: &mut Solver) -> Hints {
        while !self.is_done() {
            self.step(solver);
        }
        self.hints(solver)
    }

    /// Whether no step is left: all is decided, or a limit has been reached.
    pub const fn is_done(&self) -> bool {
        matches!(self.phase, Phase::Done)
    }

    /// Takes one step: one search of the position or of a move, or of several moves at once where threads share them.
    pub fn step(&mut self, solver: &mut Solver) {
        self.phase = match std::mem::replace(&mut self.phase, Phase::Done) {
            Phase::Root => {
                self.search_root(solver);
                Phase::Moves(Box::new(MoveRound::new(&self.successors, &self.root, ROUNDS[self.round])))
            }
            Phase::Moves(mut moves) => {
                if self.successors.step(&mut moves, solver, &self.root, &mut self.budget) {
                    Phase::Moves(moves)
                } else {
                    self.successors.bound_root(&mut self.root);
                    let is_decided = self.successors.open().count() == 0 && !self.root.is_open();
                    self.round += 1;
                    let is_last = self.round == ROUNDS.len();
                    if is_decided || is_last || self.budget.stopped.is_some() {
                        Phase::Done
                    } else {
                        Phase::Root
                    }
                }
            }
            Phase::Done => Phase::Done,
        };
    }

    /// Begins a round: the position itself is searched, while it is open.
    ///
    /// It is one round ahead of its moves, since they stay open as long as it is open. Under a node limit its first search may take
    /// the whole budget, so that hints bound it no worse than a plain search.
    fn search_root(&mut self, solver: &mut Solver) {
        let Self { root, successors, budget, .. } = self;
        let (round, ahead) = (ROUNDS[self.round], ROUNDS.get(self.round + 1).copied().unwrap_or(u64::MAX));
        budget.begin_round();
        let (root_nodes, sharers) = match budget.config.limits.nodes {
            Some(all) if round == ROUNDS[0] => (all, 1),
            _ => (ahead, successors.open().count() + 1),
        };
        if root.is_open()
            && let Some(config) = budget.share(root_nodes, sharers, 1)
        {
            // Unlike `solve_within`, `solve` lets the solver free its tables of columns when they are large.
            let upper = root.bounds.upper;
            let outcome = search_class(&root.position, self.class.as_ref(), |position| {
                if round == ROUNDS[0] {
                    solver.solve(position, &config)
                } else {
                    solver.solve_within(position, upper, &config)
                }
            });
            budget.charge(&outcome);
            root.update(&outcome);
            self.advised = outcome.line.first().copied().or(self.advised);
            successors.lines.push(outcome.line);
        }
        successors.moves.iter_mut().for_each(|(_, known)| known.reduce_upper(root.bounds.upper));
    }

    /// What is known so far.
    pub fn hints(&self, solver: &Solver) -> Hints {
        let (mut root, mut successors) = (self.root.clone(), self.successors.clone());
        successors.bound_root(&mut root);
        successors.bound_transfers(&root);
        let stopped = self.budget.stopped_by(root.is_open() || successors.open().count() > 0);
        let way_out = || self.class.as_ref().and_then(|class| class.way_out().first().copied());
        let first = self.advised.or(root.line.first().copied()).or_else(way_out);
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
        sort_short_by_key(&mut moves, |hint| {
            let Bounds { lower, upper } = hint.bounds;
            (
                hint.keeps.map_or(1, |keeps| if keeps { 0 } else { 2 }),
                u8::MAX - lower,
                u8::MAX - upper,
                rank(hint.mv, first),
            )
        });
        // A transfer at the head of the list would lead round in circles, unless it is the one that leads on. A move that is known
        // to be worse does not lead on.
        let head = moves.first().map(|head| (head.mv, head.keeps, head.bounds.lower));
        let leads_on = |hint: &MoveHint| {
            first.is_some_and(|first| is_same(hint.mv, first))
                && head.is_some_and(|(_, keeps, lower)| (hint.keeps, hint.bounds.lower) == (keeps, lower))
        };
        if head.is_some_and(|(mv, ..)| reversed(mv).is_some())
            && let Some(place) = moves.iter().position(leads_on)
        {
            moves[..=place].rotate_right(1);
        }
        Hints { bounds: root.bounds, line: root.line, moves, nodes: self.budget.nodes, stopped }
    }
}

struct MoveRound {
    /// Node limit of each search.
    nodes: u64,
    /// The line of the position, once it is proven to be the best.
    precedent: Option<Precedent>,
    waiting: Vec<usize>,
    /// Number of lines that every waiting move has tried.
    tried: usize,
    /// Moves that are searched before their lines are tried on the others.
    chunk: Vec<usize>,
    /// Limits of the searches of the chunk.
    config: Config,
    concurrent: usize,
    found: Vec<Vec<Move>>,
}

impl MoveRound {
    fn new(successors: &SuccessorSearch, root: &BoundedPosition, nodes: u64) -> Self {
        Self {
            nodes,
            precedent: root.precedent(),
            waiting: successors.open().collect(),
            tried: 0,
            chunk: Vec::new(),
            config: Config::default(),
            concurrent: 1,
            found: Vec::new(),
        }
    }
}

#[derive(Clone)]
struct SuccessorSearch {
    moves: Vec<(Move, BoundedPosition)>,
    lines: Vec<Vec<Move>>,
}

impl SuccessorSearch {
    /// Moves to be searched. Transfers are not: they have the bounds of the root.
    fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.moves.len()).filter(|&i| reversed(self.moves[i].0).is_none() && self.moves[i].1.is_open())
    }

    /// Gives all transfers the bounds of the root: they can be taken back, so they change no reachable score.
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

    /// Bounds the root by its moves: the best one from below, all together from above. Then no move is worth more than the root.
    fn bound_root(&mut self, root: &mut BoundedPosition) {
        for (mv, known) in &self.moves {
            root.raise_lower(known.bounds.lower, || {
                std::iter::once(*mv).chain(known.line.iter().copied()).collect()
            });
        }
        let best = self.moves.iter().map(|(_, known)| known.bounds.upper).max().unwrap_or(0);
        root.reduce_upper(best.max(root.position.score()));
        self.moves.iter_mut().for_each(|(_, known)| known.reduce_upper(root.bounds.upper));
    }

    /// Takes one step of a round over the open moves, adapted lines first, then a search. Returns whether the round goes on.
    fn step(
        &mut self,
        round: &mut MoveRound,
        solver: &Solver,
        root: &BoundedPosition,
        budget: &mut SharedBudget,
    ) -> bool {
        if round.chunk.is_empty() {
            self.lines.append(&mut round.found);
            self.adapt_lines(&root.position, &round.waiting, round.tried);
            round.tried = self.lines.len();
            round.waiting.retain(|&i| self.moves[i].1.is_open());
            round.chunk = round.waiting.drain(..round.waiting.len().min(CHUNK)).collect();
            if round.chunk.is_empty() {
                return false;
            }
            round.concurrent = if budget.config.parallelism.is_parallel() {
                round.chunk.len().min(rayon::current_num_threads())
            } else {
                1
            };
            let sharers = round.chunk.len() + round.waiting.len();
            let Some(config) = budget.share(round.nodes, sharers, round.concurrent) else { return false };
            round.config = config;
        }
        let MoveRound { concurrent, precedent, config, .. } = &*round;
        let search = |&i: &usize| {
            let known = &self.moves[i].1;
            // The clock may have run since the share was taken.
            let mut config = config.clone();
            config.limits.time = budget.time_left();
            solver.solve_like(&known.position, known.bounds.upper, precedent.as_ref(), &config)
        };
        // The first condition is for WebAssembly, where it is known at compile time: the pool is left out of the module.
        let outcomes: Vec<_> = if budget.config.parallelism.is_parallel() && *concurrent > 1 {
            round.chunk.par_iter().map(search).collect()
        } else {
            round.chunk.first().map(search).into_iter().collect()
        };
        let searched: Vec<usize> = round.chunk.drain(..outcomes.len()).collect();
        for (i, outcome) in searched.into_iter().zip(outcomes) {
            budget.charge_concurrent(round.concurrent, &outcome);
            let (mv, known) = &mut self.moves[i];
            known.update(&outcome);
            round.found.push(std::iter::once(*mv).chain(outcome.line).collect());
        }
        true
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
