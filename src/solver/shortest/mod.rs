//! The shortest line that reaches a score: fewest stacks, slides and transfers, with proof.
//!
//! Banks and swaps are not counted. A win needs as many merges whatever is played, so it is slides and
//! transfers that vary. The search knows two numbers: the length of the best line so far, and one that no line
//! is shorter than. Narrow passes ([`pass`]) lower the one, and until both meet or a limit ends the search the other is
//! raised by one move at a time: for wins without a further swap, unless [`Rule::Timetables`] is switched off, by a search
//! for whole lines ([`lanes`]); for all other goals by complete passes.
//!
//! # Why a proof is a proof
//! The argument for whole lines is told in [`timetable`]; that clauses contradict each other is the claim of a solver of
//! satisfiability, `CaDiCaL`, which is not checked again here (others have checked some; `ARCHITECTURE.md` says which).
//!
//! With passes a line is a sequence of actions and, in every column, a way through them; columns concern each other by
//! the actions only. For a sequence of actions the fewest slides are therefore the sum over columns of what
//! [`tables`] holds. A complete pass tries every sequence of actions but those whose boards are undercut,
//! argued in [`pass`], and those that take too many moves by the [`bound`], argued there.
//!
//! **Test.** `tests/shortest.rs` compares lengths with a plain search over single moves, with and without timetables;
//! `shortest/tests` compares lengths by timetables with those by passes, and looks whether every win is a timetable.

mod bound;
mod pass;
#[cfg(feature = "sat")]
mod satisfiability;
mod tables;

use crate::game::{MAX_SWAPS, Move, Position, TREES};
use crate::solver::board::Board;
use crate::solver::bounds::goal::Goal;
use crate::solver::column::store::SetStore;
use crate::solver::config::Config;
use crate::solver::line::polish::{SlotAction, replay};
use crate::solver::line::single_moves::single_moves;
use crate::solver::outcome::{Outcome, Stats, Stop, Verdict};
use crate::solver::search::budget::NodeBudget;
use crate::solver::shortest::pass::{LengthPass, LengthPassEnd};
use crate::solver::shortest::tables::CostTables;

/// The shortest line found, and what is known about shorter ones.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// Single moves from the given position, banks included, that reach at least what the outcome's line reaches. A
    /// win uses as few swaps as the outcome proves.
    pub line: Vec<Move>,
    /// What it scores: more than the outcome's line at most where the outcome is undecided.
    pub score: u8,
    /// Its stacks, slides and transfers.
    pub length: usize,
    /// No line that reaches what the outcome's line reaches has fewer.
    pub lower_bound: usize,
    /// Which limit ended the search, if one did.
    pub stopped: Option<Stop>,
    /// How much work it was. A contradiction that a search for timetables has learnt from counts as a node.
    pub stats: Stats,
}

impl Shortest {
    /// Whether no shorter line exists.
    pub const fn is_proven(&self) -> bool {
        self.length == self.lower_bound
    }
}

/// Number of stacks, slides and transfers among these moves.
pub fn length(line: &[Move]) -> usize {
    let counts = |mv: &&Move| matches!(mv, Move::Stack { .. } | Move::Slide { .. } | Move::Transfer { .. });
    line.iter().filter(counts).count()
}

/// What passes try first, for a line that is short.
const WIDTHS: [usize; 4] = [4, 16, 64, 256];
/// Nodes that complete passes may take before there is a short line.
const AT_ONCE: u64 = 50;
/// A narrow pass expands one board a layer for so many nodes of the complete pass before it.
const SHARE: u64 = 12;

/// Shortens the line of an outcome as far as possible, within limits that are counted anew.
///
/// The line still reaches the score that the verdict proves, or its lower bound at least. For a win no more
/// swaps than those of the verdict are allowed; without a win, whatever is earned. Of the rules three matter here,
/// domination, dead ends and timetables; the number of threads makes no difference.
pub fn shortest(position: &Position, config: &Config, outcome: &Outcome) -> Shortest {
    let (score, _) = outcome.verdict.bounds();
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
        budget: NodeBudget::new(config),
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

/// Deeds as single moves, and what they score.
fn played(position: &Position, actions: &[SlotAction]) -> (Vec<Move>, u8) {
    let store = SetStore::new();
    let root = Board::new(position, &store);
    let (steps, end) = replay(&store, root, actions).expect("what has a price is possible");
    (single_moves(&store, position, &steps), end.score())
}

struct ShortestSearch<'a> {
    tables: &'a CostTables,
    config: &'a Config,
    position: &'a Position,
    root: Board,
    goal: Goal,
    budget: NodeBudget,
    /// Moves of the best line.
    upper: u8,
    /// No line has fewer.
    lower: u8,
    /// The best line and its score, unless it is the one that was given.
    best: Option<(Vec<Move>, u8)>,
}

impl ShortestSearch<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        if self.root.trees >= self.goal.trees {
            (self.upper, self.best) = (0, Some(played(self.position, &[])));
            return Ok(());
        }
        #[cfg(feature = "sat")]
        if self.has_timetables() {
            return self.run_with_timetables();
        }
        // What is proven at once, then short lines, then the rest of the proof.
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
            let width = ((self.budget.nodes - nodes) / SHARE) as usize;
            if width >= WIDTHS[0] && self.lower < self.upper {
                self.shorten(width)?;
            }
        }
        Ok(())
    }

    /// Looks for shorter lines with passes of a certain width, until they find no more.
    fn shorten(&mut self, width: usize) -> Result<(), Stop> {
        while self.lower < self.upper && self.pass(self.upper - 1, Some(width))? {}
        Ok(())
    }

    /// Looks for a line of at most so many moves; whether there is a better one than before.
    fn pass(&mut self, most: u8, width: Option<usize>) -> Result<bool, Stop> {
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
