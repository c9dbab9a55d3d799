//! The shortest line that reaches a score: fewest stacks, slides and transfers, with proof.
//!
//! Banks and swaps are not counted. A win needs as many merges whatever is played, so it is slides and
//! transfers that vary. The search knows two numbers: the length of the best line so far, and one that no line
//! is shorter than. Narrow passes ([`pass`]) lower the one, complete passes with one move more
//! each time raise the other, until they meet or a limit ends the search.
//!
//! # Why a proof is a proof
//! A line is a sequence of actions and, in every column, a way through them; columns concern each other by
//! the actions only. For a sequence of actions the fewest slides are therefore the sum over columns of what
//! [`tables`] holds. A complete pass tries every sequence of actions but those whose boards are undercut,
//! argued in [`pass`], and those that take too many moves by the [`bound`], argued there.
//!
//! **Test.** `tests/shortest.rs` compares lengths with a plain search over single moves.

mod bound;
mod clauses;
mod pass;
mod satisfy;
mod tables;
mod timetable;

use std::sync::atomic::{AtomicBool, Ordering};

use self::bound::{Need, Relaxation, Vain};
use self::clauses::Lit;
use self::pass::{End, Pass};
use self::satisfy::{Answer, Finding, satisfy};
use self::tables::Tables;
use self::timetable::{Plan, Room};
use super::board::Board;
use super::expansion::Goal;
use super::lattice::Lattice;
use super::limits::{Budget, Config, Progress};
use super::line::single_moves;
use super::outcome::{Outcome, Stats, Stop, Verdict};
use super::polish::{Deed, replay};
use crate::game::{self, MAX_SWAPS, Move, Position, TREES};

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
    /// How much work it was.
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
/// Nodes of a complete pass after which timetables go on.
const FEW: u64 = 2_000;
/// A narrow pass expands one board a layer for so many nodes of the complete pass before it.
const SHARE: u64 = 12;

/// Shortens the line of an outcome as far as possible, within limits that are counted anew.
///
/// The line still reaches the score that the verdict proves, or its lower bound at least. For a win no more
/// swaps than those of the verdict are allowed; without a win, whatever is earned. Of the rules two matter here,
/// domination and dead ends; the number of threads makes no difference.
pub fn shortest(position: &Position, config: &Config, outcome: &Outcome) -> Shortest {
    let (score, _) = outcome.verdict.bounds();
    let goal = match outcome.verdict {
        Verdict::Won { swaps } => Goal { trees: TREES, swaps },
        _ if score >= TREES => Goal { trees: TREES, swaps: TREES + MAX_SWAPS - score },
        _ => Goal { trees: score, swaps: MAX_SWAPS },
    };
    let tables = Tables::new();
    let root = Board::new(position, &tables);
    let mut search = Search {
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
    let Search { budget, upper, lower, best, .. } = search;
    let elapsed = budget.elapsed();
    let (line, score) = best.unwrap_or_else(|| (outcome.line.clone(), score));
    debug_assert_eq!(length(&line), usize::from(upper));
    let stats = Stats { nodes: budget.nodes, boards: budget.boards, elapsed };
    Shortest { length: length(&line), line, score, lower_bound: lower.into(), stopped, stats }
}

/// Deeds as single moves, and what they score.
fn played(position: &Position, deeds: &[Deed]) -> (Vec<Move>, u8) {
    let lattice = Lattice::new();
    let root = Board::new(position, &lattice);
    let (steps, end) = replay(&lattice, root, deeds).expect("what has a price is possible");
    (single_moves(&lattice, position, &steps), end.score())
}

struct Search<'a> {
    tables: &'a Tables,
    config: &'a Config,
    position: &'a Position,
    root: Board,
    goal: Goal,
    budget: Budget,
    /// Moves of the best line.
    upper: u8,
    /// No line has fewer.
    lower: u8,
    /// The best line and its score, unless it is the one that was given.
    best: Option<(Vec<Move>, u8)>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        if self.root.trees >= self.goal.trees {
            (self.upper, self.best) = (0, Some(played(self.position, &[])));
            return Ok(());
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
            if self.budget.nodes - nodes > FEW
                && self.goal.trees == TREES
                && self.goal.swaps == self.root.swaps
            {
                return self.prove();
            }
            let width = ((self.budget.nodes - nodes) / SHARE) as usize;
            if width >= WIDTHS[0] && self.lower < self.upper {
                self.shorten(width)?;
            }
        }
        Ok(())
    }

    /// Raises the lower bound by timetables, until one of them is a line.
    fn prove(&mut self) -> Result<(), Stop> {
        while self.lower < self.upper {
            let together = if self.config.threads == 1 { 1 } else { 2 };
            let room = |most: u8| self.room(most);
            let needless = AtomicBool::new(false);
            let look = |most: u8| {
                let (plan, clauses) = Plan::new(self.position, room(most)?);
                let progress = Progress {
                    trees: TREES,
                    swaps: self.goal.swaps,
                    merges_left: self.root.merges_left(),
                    nodes: 0,
                };
                Some((plan, satisfy(&clauses, &self.budget, progress, &needless)))
            };
            let first = self.lower;
            let look_first = || {
                let found = look(first);
                let refuted =
                    found.as_ref().is_none_or(|(_, found)| matches!(found.answer, Answer::Contradiction));
                // If that is a line already, nobody asks for another.
                needless.fetch_or(!refuted, Ordering::Relaxed);
                found
            };
            let found = if together == 2 && first + 1 < self.upper {
                let (one, other) = rayon::join(look_first, || look(first + 1));
                vec![one, other]
            } else {
                vec![look_first()]
            };
            for (most, found) in (first..).zip(found) {
                let Some((plan, Finding { answer, conflicts })) = found else {
                    self.lower = most + 1;
                    continue;
                };
                self.budget.nodes += conflicts;
                match answer {
                    Answer::Contradiction => self.lower = most + 1,
                    Answer::Stopped(stop) => return Err(stop),
                    Answer::Dropped => return Err(Stop::Interrupted),
                    Answer::Model(model) => {
                        let holds = |literal: Lit| model[literal.unsigned_abs() as usize] == (literal > 0);
                        let moves = plan.moves(self.position, holds).expect("a timetable is a line");
                        let end = game::replay(self.position, &moves).expect("a timetable is a line");
                        self.upper = u8::try_from(length(&moves)).unwrap_or(u8::MAX);
                        self.best = Some((moves, end.score()));
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// What a line of so many moves has room for; `None` if there is no such line.
    fn room(&self, most: u8) -> Option<Room> {
        let left = most.checked_sub(self.root.merges_left() as u8)?;
        let unpacked = self.root.unpack(self.tables);
        let mut relaxation = Relaxation::new(self.tables, &self.root, &unpacked, self.goal);
        let (need, _) = relaxation.need(left, Need::default(), Vain::default())?;
        Some(Room {
            most: left.into(),
            slides: std::array::from_fn(|c| left.saturating_sub(need.elsewhere(c)).into()),
            transfers: left.saturating_sub(need.slides()).into(),
        })
    }

    /// Looks for shorter lines with passes of a certain width, until they find no more.
    fn shorten(&mut self, width: usize) -> Result<(), Stop> {
        while self.lower < self.upper && self.pass(self.upper - 1, Some(width))? {}
        Ok(())
    }

    /// Looks for a line of at most so many moves; whether there is a better one than before.
    fn pass(&mut self, most: u8, width: Option<usize>) -> Result<bool, Stop> {
        match Pass::new(self.tables, self.config, self.root, self.goal, most, width).run(&mut self.budget) {
            End::Reached(moves, deeds) => {
                (self.upper, self.best) = (moves, Some(played(self.position, &deeds)));
                Ok(true)
            }
            End::Exhausted => {
                self.lower = self.lower.max(most + 1);
                Ok(false)
            }
            End::Overflowed => Ok(false),
            End::Stopped(stop) => Err(stop),
        }
    }
}
