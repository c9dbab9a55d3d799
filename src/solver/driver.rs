//! From a position to an outcome: swap levels in turn, each searched with wider and wider passes.

use super::board::Board;
use super::lattice::Lattice;
use super::layers::{Breadth, Context, Goal, Pass, Step, pass};
use super::limits::{Budget, Config};
use super::line::single_moves;
use super::outcome::{Outcome, Stats, Stop, Verdict};
use super::polish::without_needless_transfers;
use crate::game::{MAX_SWAPS, Position, TREES};

/// Successive passes of a level. Most deals that can be won are won by a narrow one; of the others most are
/// impossible, so the first attempt at a proof comes before the widest, which only few deals need.
const PASSES: [Breadth; 12] = [
    Breadth::Best(2),
    Breadth::Best(5),
    Breadth::Best(16),
    Breadth::Best(64),
    Breadth::Best(256),
    Breadth::All(60_000),
    Breadth::Best(1024),
    Breadth::Best(4096),
    Breadth::All(200_000),
    Breadth::Best(16_384),
    Breadth::Best(65_536),
    Breadth::All(usize::MAX),
];
/// How many of these a level gets before the next level is scouted for a win of any kind.
const NARROW: usize = 5;
/// How many of these a scout gets.
const SCOUT: usize = 4;

/// A lattice that has grown beyond this is left behind before the next position.
const LATTICE_BYTES: usize = 1 << 29;

/// A solver that keeps what it learns about columns from one position to the next.
///
/// Answers do not depend on what was solved before.
pub struct Solver {
    lattice: Lattice,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

/// Best score of a position, with proof: [`Solver::solve`] on a new solver.
pub fn solve(position: &Position, config: &Config) -> Outcome {
    Solver::new().solve(position, config)
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new() -> Self {
        Self { lattice: Lattice::new() }
    }

    /// Finds the best score that can be reached from a position, the fewest swaps that reach it, and a line,
    /// and proves that nothing better exists, as far as the limits allow.
    pub fn solve(&mut self, position: &Position, config: &Config) -> Outcome {
        if self.lattice.bytes() > LATTICE_BYTES {
            self.lattice = Lattice::new();
        }
        let root = Board::new(position, &self.lattice);
        let context = Context { lattice: &self.lattice, rules: config.rules, parallel: config.threads != 1 };
        let mut search = Search {
            context,
            root,
            budget: Budget::new(config),
            best: Best { score: root.trees, steps: Vec::new() },
        };
        let verdict = search.run();
        let Search { budget, best, .. } = search;
        let elapsed = budget.elapsed();
        let steps = without_needless_transfers(&self.lattice, root, best.steps);
        let line = single_moves(&self.lattice, position, &steps);
        Outcome { verdict, line, stats: Stats { nodes: budget.nodes, boards: budget.boards, elapsed } }
    }
}

/// The best that is known to be reachable.
struct Best {
    score: u8,
    steps: Vec<(Board, Step)>,
}

struct Search<'a> {
    context: Context<'a>,
    root: Board,
    budget: Budget,
    best: Best,
}

/// Best score of a win with so many swaps (P1).
const fn win(swaps: u8) -> u8 {
    TREES + MAX_SWAPS - swaps
}

impl Search<'_> {
    fn run(&mut self) -> Verdict {
        // Nothing scores more than `upper`; lowered with every proof.
        let mut upper = win(self.root.swaps);
        let decided = self.wins(&mut upper).and_then(|won| match won {
            Some(swaps) => Ok(Verdict::Won { swaps }),
            None => self.trees(&mut upper),
        });
        decided.unwrap_or_else(|stopped| {
            // A win that only lacked its proof may be proven by now.
            let lower = self.best.score;
            if lower == upper { settled(lower) } else { Verdict::Undecided { lower, upper, stopped } }
        })
    }

    /// The fewest swaps of a win, `None` once no win is possible.
    fn wins(&mut self, upper: &mut u8) -> Result<Option<u8>, Stop> {
        for swaps in self.root.swaps..=MAX_SWAPS {
            if self.best.score == win(swaps) {
                return Ok(Some(swaps));
            }
            let goal = Goal { trees: TREES, swaps };
            let mut proven = false;
            for (number, &breadth) in PASSES.iter().enumerate() {
                if number == NARROW && self.best.score < TREES {
                    self.scout(swaps)?;
                    if self.best.score == win(swaps) {
                        return Ok(Some(swaps));
                    }
                }
                match self.attempt(goal, breadth)? {
                    Attempt::Reached => return Ok(Some(swaps)),
                    Attempt::Impossible => {
                        proven = true;
                        break;
                    }
                    Attempt::Open => {}
                }
            }
            debug_assert!(proven, "the last pass decides");
            *upper = if swaps < MAX_SWAPS { win(swaps + 1) } else { TREES - 1 };
        }
        Ok(None)
    }

    /// Looks for a win with more swaps, or else for many trees, so that there is something to show while a
    /// level is being proven.
    fn scout(&mut self, above: u8) -> Result<(), Stop> {
        for swaps in above + 1..=MAX_SWAPS {
            for &breadth in &PASSES[..SCOUT] {
                match self.attempt(Goal { trees: TREES, swaps }, breadth)? {
                    Attempt::Reached => return Ok(()),
                    Attempt::Impossible => break,
                    Attempt::Open => {}
                }
            }
        }
        while self.best.score + 1 < TREES {
            let goal = Goal { trees: self.best.score + 1, swaps: MAX_SWAPS };
            if !matches!(self.attempt(goal, PASSES[0])?, Attempt::Reached) {
                break;
            }
        }
        Ok(())
    }

    /// The largest number of trees of a position that cannot be won.
    fn trees(&mut self, upper: &mut u8) -> Result<Verdict, Stop> {
        while self.best.score < *upper {
            let goal = Goal { trees: self.best.score + 1, swaps: MAX_SWAPS };
            for &breadth in &PASSES {
                match self.attempt(goal, breadth)? {
                    Attempt::Reached => break,
                    Attempt::Impossible => {
                        *upper = self.best.score;
                        break;
                    }
                    Attempt::Open => {}
                }
            }
        }
        Ok(Verdict::Lost { trees: self.best.score })
    }

    /// One pass; a goal that is reached is remembered.
    fn attempt(&mut self, goal: Goal, breadth: Breadth) -> Result<Attempt, Stop> {
        match pass(self.context, self.root, goal, breadth, &mut self.budget) {
            Pass::Reached(steps) => {
                let used = steps.iter().filter(|(_, step)| matches!(step, Step::Swap(_))).count() as u8;
                let score = if goal.trees == TREES { win(self.root.swaps + used) } else { goal.trees };
                self.best = Best { score, steps };
                Ok(Attempt::Reached)
            }
            Pass::Exhausted => Ok(Attempt::Impossible),
            Pass::Overflowed => Ok(Attempt::Open),
            Pass::Stopped(stop) => Err(stop),
        }
    }
}

enum Attempt {
    Reached,
    Impossible,
    Open,
}

fn settled(score: u8) -> Verdict {
    if score >= TREES { Verdict::Won { swaps: win(0) - score } } else { Verdict::Lost { trees: score } }
}
