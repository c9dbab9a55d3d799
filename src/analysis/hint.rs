//! For every legal move of a position, the best score that can still be reached after it.

use rayon::prelude::*;

use super::borrowed::borrowed;
use super::bounds::Bounds;
use super::purse::{Purse, ROUNDS};
use super::reason::Reason;
use crate::game::{Move, Position, replay};
use crate::solver::{Config, Outcome, Precedent, Solver, Stop};

/// Successors that are searched before what was found for them helps the others: a number of its own, so that
/// the number of threads changes nothing.
const CHUNK: usize = 8;
/// Lines that a successor may try before it is searched, newest first.
const LINES: usize = 12;

/// A position with what each of its moves leaves possible.
#[derive(Clone, Debug)]
pub struct Hints {
    /// The best score that can be reached from the position.
    pub bounds: Bounds,
    /// A line that reaches the lower one of the bounds.
    pub line: Vec<Move>,
    /// Every legal move, best first.
    pub moves: Vec<MoveHint>,
    /// Boards expanded, in all searches.
    pub nodes: u64,
    /// The limit that ended it before everything was decided.
    pub stopped: Option<Stop>,
}

/// What one move leaves possible.
#[derive(Clone, Debug)]
pub struct MoveHint {
    /// The move.
    pub mv: Move,
    /// The best score that can be reached after it.
    pub bounds: Bounds,
    /// Moves after it that reach the lower one of the bounds.
    pub line: Vec<Move>,
    /// Whether the best score can still be reached after it; `None` if that is not known.
    pub keeps: Option<bool>,
    /// The same in words.
    pub reason: Reason,
}

/// What is known of one position.
struct Known {
    position: Position,
    bounds: Bounds,
    /// Reaches the lower one of the bounds.
    line: Vec<Move>,
}

impl Known {
    fn new(position: Position) -> Self {
        Self { position, bounds: Bounds::of(&position), line: Vec::new() }
    }

    fn is_open(&self) -> bool {
        self.bounds.score().is_none()
    }

    /// The line as an example for positions close by, once it is known to be the best.
    fn precedent(&self) -> Option<Precedent> {
        if self.is_open() { None } else { Precedent::new(&self.position, &self.line).ok() }
    }

    /// Takes what came of solving the position.
    fn learn(&mut self, outcome: &Outcome) {
        let (lower, upper) = outcome.verdict.bounds();
        self.raise(lower, || outcome.line.clone());
        self.lower_upper(upper);
    }

    /// Takes a line that reaches at least so much, if that is more than is known.
    fn raise(&mut self, lower: u8, line: impl FnOnce() -> Vec<Move>) {
        if lower > self.bounds.lower {
            self.bounds.lower = lower;
            self.line = line();
        }
    }

    fn lower_upper(&mut self, upper: u8) {
        self.bounds.upper = self.bounds.upper.min(upper);
    }
}

/// For every legal move of a position the best score that can still be reached after it, best moves first.
///
/// The limits hold for all searches together, and the position itself comes first. Hard moves wait until the easy
/// ones are decided, and those of equal difficulty get equal shares. All outcomes are the same for any number of
/// threads, unless time or memory runs out.
pub fn hints(solver: &mut Solver, position: &Position, config: &Config) -> Hints {
    hints_from(solver, Known::new(*position), config)
}

/// The same for a position that was solved already; `outcome` is what came of that.
pub fn hints_knowing(solver: &mut Solver, position: &Position, outcome: &Outcome, config: &Config) -> Hints {
    let mut root = Known::new(*position);
    root.learn(outcome);
    hints_from(solver, root, config)
}

/// The hints for a position of which something may be known.
fn hints_from(solver: &mut Solver, mut root: Known, config: &Config) -> Hints {
    let position = &{ root.position };
    let mut purse = Purse::new(config);
    let successors = position
        .legal_moves()
        .into_iter()
        .filter_map(|mv| Some((mv, Known::new(replay(position, &[mv]).ok()?))));
    let mut inquiry = Inquiry { moves: successors.collect(), lines: Vec::new() };
    if !root.line.is_empty() {
        inquiry.lines.push(root.line.clone());
    }
    // The position is one round ahead of its moves: as long as it is open, so are they. Where nodes have a limit it may take
    // all of them at once, so that no less is known of it than by solving it.
    for (round, ahead) in ROUNDS.into_iter().zip(ROUNDS.into_iter().skip(1).chain([u64::MAX])) {
        purse.was_short = false;
        let (most, among) = match config.max_nodes {
            Some(all) if round == ROUNDS[0] => (all, 1),
            _ => (ahead, inquiry.open().count() + 1),
        };
        if root.is_open()
            && let Some(config) = purse.config(most, among, 1)
        {
            // The first time lets the solver drop what it has learnt about columns, should that be too much.
            let outcome = if round == ROUNDS[0] {
                solver.solve(position, &config)
            } else {
                solver.solve_within(position, root.bounds.upper, &config)
            };
            purse.pay(&outcome);
            root.learn(&outcome);
            inquiry.lines.push(outcome.line);
        }
        inquiry.moves.iter_mut().for_each(|(_, known)| known.lower_upper(root.bounds.upper));
        inquiry.run(solver, &root, round, config.threads, &mut purse);
        // The best move tells about the position, and the position about all moves.
        for (mv, known) in &inquiry.moves {
            root.raise(known.bounds.lower, || {
                std::iter::once(*mv).chain(known.line.iter().copied()).collect()
            });
        }
        let best = inquiry.moves.iter().map(|(_, known)| known.bounds.upper).max().unwrap_or(0);
        root.lower_upper(best.max(position.score()));
        inquiry.moves.iter_mut().for_each(|(_, known)| known.lower_upper(root.bounds.upper));
        if inquiry.open().count() == 0 && !root.is_open() || purse.stopped.is_some() {
            break;
        }
    }
    let stopped = purse.stopped_by(root.is_open() || inquiry.open().count() > 0);
    let first = root.line.first().copied();
    let mut moves: Vec<MoveHint> = inquiry
        .moves
        .into_iter()
        .map(|(mv, Known { position: after, bounds, line })| MoveHint {
            mv,
            bounds,
            line,
            keeps: keeps(root.bounds, bounds),
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
    Hints { bounds: root.bounds, line: root.line, moves, nodes: purse.nodes, stopped }
}

/// One good move of a position, for a search or a few instead of one for every move: the first of a line that reaches
/// the best score, or the best that the limits allow to find. No move where the game is over.
///
/// Where that line begins with a transfer, moves that cannot be undone are tried before it, by the line and by
/// short searches: otherwise the transfer and the one back could be advised in turn.
pub fn good_move(solver: &mut Solver, position: &Position, config: &Config) -> Hints {
    let mut purse = Purse::new(config);
    let outcome = solver.solve(position, config);
    purse.pay(&outcome);
    let (lower, upper) = outcome.verdict.bounds();
    let mut bounds = Bounds { lower, upper };
    let mut line = outcome.line;
    if matches!(line.first(), Some(Move::Transfer { .. })) {
        let mut forward = position.legal_moves();
        forward.retain(|mv| matches!(mv, Move::Bank { .. } | Move::Stack { .. } | Move::Slide { .. }));
        forward.sort_by_key(|&mv| rank(mv, None));
        let found = forward.into_iter().find_map(|mv| {
            let rest = rest_after(solver, position, mv, &line, bounds, &mut purse)?;
            Some([vec![mv], rest].concat())
        });
        if let Some(found) = found {
            // Where the best score is not known it may reach more than the other line.
            bounds.lower = replay(position, &found).map_or(lower, |end| end.score());
            line = found;
        }
    }
    // Where nothing more can be had, no move gives anything up.
    let mv = line.first().copied().or_else(|| position.legal_moves().first().copied());
    let hint = mv.and_then(|mv| {
        let after = replay(position, &[mv]).ok()?;
        let rest = line.get(1..).unwrap_or_default().to_vec();
        let reason = Reason::new(solver, bounds, &after, bounds);
        Some(MoveHint { mv, bounds, line: rest, keeps: keeps(bounds, bounds), reason })
    });
    let stopped = outcome.verdict.stopped().filter(|_| bounds.score().is_none());
    let moves = hint.into_iter().collect();
    Hints { bounds, line, moves, nodes: purse.nodes, stopped }
}

/// Moves after `mv` that reach the lower one of the bounds, if a line that does so without it or a short search
/// gives them.
fn rest_after(
    solver: &Solver,
    position: &Position,
    mv: Move,
    line: &[Move],
    bounds: Bounds,
    purse: &mut Purse<'_>,
) -> Option<Vec<Move>> {
    if let Some((reached, rest)) = borrowed(position, mv, line)
        && reached >= bounds.lower
    {
        return Some(rest);
    }
    let after = replay(position, &[mv]).ok()?;
    let outcome = solver.solve_within(&after, bounds.upper, &purse.config(ROUNDS[0], 1, 1)?);
    purse.pay(&outcome);
    (outcome.verdict.bounds().0 >= bounds.lower).then_some(outcome.line)
}

/// Whether a move keeps the best score of the position it is played in.
const fn keeps(before: Bounds, after: Bounds) -> Option<bool> {
    if after.lower >= before.upper {
        Some(true)
    } else if after.upper < before.lower {
        Some(false)
    } else {
        None
    }
}

/// Order of moves that keep as much: what brings the game forward for certain, before what can be undone.
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

/// All moves of a position while they are looked into.
struct Inquiry {
    moves: Vec<(Move, Known)>,
    /// Lines from the position.
    lines: Vec<Vec<Move>>,
}

impl Inquiry {
    fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.moves.len()).filter(|&i| self.moves[i].1.is_open())
    }

    /// One round over the moves that are open: lines of others first, then a search.
    fn run(&mut self, solver: &Solver, root: &Known, round: u64, threads: usize, purse: &mut Purse<'_>) {
        let precedent = root.precedent();
        let mut waiting: Vec<usize> = self.open().collect();
        // How many of the lines all that wait have tried.
        let mut tried = 0;
        loop {
            self.borrow_lines(&root.position, &waiting, tried);
            tried = self.lines.len();
            waiting.retain(|&i| self.moves[i].1.is_open());
            let chunk: Vec<usize> = waiting.drain(..waiting.len().min(CHUNK)).collect();
            if chunk.is_empty() {
                return;
            }
            let together = if threads == 1 { 1 } else { chunk.len().min(rayon::current_num_threads()) };
            let Some(config) = purse.config(round, chunk.len() + waiting.len(), together) else { return };
            let search = |&i: &usize| {
                let known = &self.moves[i].1;
                // One that had to wait for others has less time.
                let config = Config { timeout: purse.time_left(), ..config.clone() };
                solver.solve_like(&known.position, known.bounds.upper, precedent.as_ref(), &config)
            };
            let outcomes: Vec<_> = if together > 1 {
                chunk.par_iter().map(search).collect()
            } else {
                chunk.iter().map(search).collect()
            };
            for (i, outcome) in chunk.into_iter().zip(outcomes) {
                purse.pay_one_of(together, &outcome);
                let (lower, upper) = outcome.verdict.bounds();
                let (mv, known) = &mut self.moves[i];
                let line = std::iter::once(*mv).chain(outcome.line.iter().copied()).collect();
                known.raise(lower, || outcome.line);
                known.lower_upper(upper);
                self.lines.push(line);
            }
        }
    }

    /// Lets moves try the lines found since the last time.
    fn borrow_lines(&mut self, start: &Position, waiting: &[usize], tried: usize) {
        let first = tried.max(self.lines.len().saturating_sub(LINES));
        for &i in waiting {
            let (mv, known) = &mut self.moves[i];
            for line in self.lines[first..].iter().rev() {
                if known.is_open()
                    && let Some((reached, rest)) = borrowed(start, *mv, line)
                {
                    known.raise(reached, || rest);
                }
            }
        }
    }
}
