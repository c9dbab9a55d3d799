//! Shortest lines: the fewest stacks, slides and transfers that reach a score, with proof.
//!
//! Banks and swaps are not counted. All wins need equally many merges, so slides and transfers vary. The search keeps an
//! upper bound, the length of the best line, and a lower bound. Narrow passes ([`pass`]) lower the upper bound. The lower
//! bound is raised by one move at a time until both meet or a limit is reached. For wins without a further swap this is
//! done by planning as satisfiability (`satisfiability`, Cargo feature `sat`), unless
//! [`Pruning::Timetables`](crate::games::solomids::solver::Pruning::Timetables) is switched off; for all other goals by complete passes.
//!
//! Reading order: [`tables`], [`pass`], [`bound`], `satisfiability`.
//!
//! # Soundness
//! The argument for plans is in `satisfiability::timetable`; that their clauses contradict each other is the claim of
//! `CaDiCaL`, which is not checked again here (`docs/proofs.md` says what was checked).
//!
//! For passes, a line is a sequence of actions and, in every column, a path through its placements; columns interact by the
//! actions only. So the fewest slides of a sequence of actions are the sum over columns of what [`tables`] holds. A
//! complete pass tries every sequence of actions except those with a dominated board (argued in [`pass`]) and those that
//! take too many moves by the [`bound`] (argued there).
//!
//! **Test.** `tests/solomids/shortest.rs` compares lengths with a plain search over single moves, with and without timetables;
//! `satisfiability::tests` compares lengths by timetables with lengths by passes, and checks that every win satisfies the
//! clauses.

mod bound;
mod pass;
#[cfg(feature = "sat")]
mod satisfiability;
mod tables;

use crate::games::solomids::game::{MAX_SWAPS, Move, Position, TREES};
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::bounds::goal::Goal;
use crate::games::solomids::solver::column::store::SetStore;
use crate::games::solomids::solver::config::{Config, LengthBounds};
use crate::games::solomids::solver::line::polish::{SlotAction, replay_actions};
use crate::games::solomids::solver::line::single_moves::single_moves;
use crate::games::solomids::solver::outcome::{Outcome, Stats, StopReason, Verdict};
use crate::games::solomids::solver::search::budget::Budget;
use crate::games::solomids::solver::shortest::pass::{LengthPass, LengthPassEnd};
use crate::games::solomids::solver::shortest::tables::CostTables;

/// The shortest line found, and a bound on shorter ones.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// Single moves from the given position, banks included. They reach at least the score of the outcome's line; a win
    /// uses as few swaps as the outcome proves.
    pub line: Vec<Move>,
    /// The score of the line. It exceeds that of the outcome's line only where the outcome is undecided.
    pub score: u8,
    /// Number of stacks, slides and transfers of the line.
    pub length: usize,
    /// Proven lower bound on that number, for lines that reach the score of the outcome's line.
    pub lower_bound: usize,
    /// The limit that ended the search, if one did.
    pub stopped: Option<StopReason>,
    /// The work done. A conflict of the SAT solver counts as a node.
    pub stats: Stats,
}

impl Shortest {
    /// Whether it is proven that no shorter line exists.
    pub const fn is_proven(&self) -> bool {
        self.length == self.lower_bound
    }
}

/// Number of stacks, slides and transfers among these moves.
pub fn length(line: &[Move]) -> usize {
    let counts = |mv: &&Move| matches!(mv, Move::Stack { .. } | Move::Slide { .. } | Move::Transfer { .. });
    line.iter().filter(counts).count()
}

/// Beam widths of the narrow passes that look for a short line first, in boards per layer.
const WIDTHS: [usize; 4] = [4, 16, 64, 256];
/// Nodes that complete passes may take before the narrow ones.
const AT_ONCE: u64 = 50;
/// Nodes of a complete pass for each board of width of the narrow pass after it.
const NODES_PER_WIDTH: u64 = 12;

/// Finds the shortest line for an outcome, within limits that are counted from zero.
///
/// The line reaches at least the lower bound of the verdict. A win may use no more swaps than the verdict; a line that
/// does not win may use all it earns. Three rules matter here: dominance, dead ends and timetables. The number of threads
/// makes no difference.
pub fn shortest(position: &Position, config: &Config, outcome: &Outcome) -> Shortest {
    let score = outcome.verdict.bounds().lower;
    let goal = match outcome.verdict {
        Verdict::Won { swaps } => Goal { trees: TREES, swaps },
        _ if score >= TREES => Goal { trees: TREES, swaps: TREES + MAX_SWAPS - score },
        _ => Goal { trees: score, swaps: MAX_SWAPS },
    };
    let tables = CostTables::new();
    let root = Board::new(position, &tables);
    let mut search = ShortestSearch {
        tables: &tables,
        config,
        position,
        root,
        goal,
        budget: Budget::new(config),
        upper: u8::try_from(length(&outcome.line)).unwrap_or(u8::MAX),
        lower: 0,
        best: None,
    };
    let stopped = search.run().err();
    let ShortestSearch { budget, upper, lower, best, .. } = search;
    let elapsed = budget.elapsed();
    let (line, score) = best.unwrap_or_else(|| (outcome.line.clone(), score));
    debug_assert_eq!(length(&line), usize::from(upper));
    let stats = Stats { nodes: budget.nodes, boards: budget.boards, elapsed };
    Shortest { length: length(&line), line, score, lower_bound: lower.into(), stopped, stats }
}

/// The single moves of actions, and their score.
fn played(position: &Position, actions: &[SlotAction]) -> (Vec<Move>, u8) {
    let store = SetStore::new();
    let root = Board::new(position, &store);
    let (steps, end) = replay_actions(&store, root, actions).expect("actions with a price are possible");
    (single_moves(&store, position, &steps), end.score())
}

struct ShortestSearch<'a> {
    tables: &'a CostTables,
    config: &'a Config,
    position: &'a Position,
    root: Board,
    goal: Goal,
    budget: Budget,
    /// Length of the best line.
    upper: u8,
    /// Proven lower bound.
    lower: u8,
    /// The best line and its score; `None` while it is the given one.
    best: Option<(Vec<Move>, u8)>,
}

impl ShortestSearch<'_> {
    fn run(&mut self) -> Result<(), StopReason> {
        if self.root.trees >= self.goal.trees {
            (self.upper, self.best) = (0, Some(played(self.position, &[])));
            return Ok(());
        }
        #[cfg(feature = "sat")]
        if self.has_timetables() {
            return self.run_with_timetables();
        }
        // Cheap refutations first, then short lines, then the rest of the proof.
        while self.lower < self.upper && self.budget.nodes < AT_ONCE {
            if self.pass(self.lower, None)? {
                return Ok(());
            }
        }
        for width in WIDTHS {
            self.shorten(width)?;
        }
        while self.lower < self.upper {
            let nodes = self.budget.nodes;
            if self.pass(self.lower, None)? {
                break;
            }
            let width = ((self.budget.nodes - nodes) / NODES_PER_WIDTH) as usize;
            if width >= WIDTHS[0] && self.lower < self.upper {
                self.shorten(width)?;
            }
        }
        Ok(())
    }

    /// Runs passes of a width until they find no shorter line.
    fn shorten(&mut self, width: usize) -> Result<(), StopReason> {
        while self.lower < self.upper && self.pass(self.upper - 1, Some(width))? {}
        Ok(())
    }

    /// Runs a pass for a line of at most `most` moves. Returns whether it improved the best line.
    fn pass(&mut self, most: u8, width: Option<usize>) -> Result<bool, StopReason> {
        self.budget.length = Some(LengthBounds { known: self.upper, needed: self.lower });
        match LengthPass::new(self.tables, self.config, self.root, self.goal, most, width)
            .run(&mut self.budget)
        {
            LengthPassEnd::Reached(moves, actions) => {
                (self.upper, self.best) = (moves, Some(played(self.position, &actions)));
                Ok(true)
            }
            LengthPassEnd::Exhausted => {
                self.lower = self.lower.max(most + 1);
                Ok(false)
            }
            LengthPassEnd::Overflowed => Ok(false),
            LengthPassEnd::Stopped(stop) => Err(stop),
        }
    }
}
