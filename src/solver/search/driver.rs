//! From a position to an outcome: swap levels in turn, each searched with wider and wider passes.

use super::beam::{Beam, BeamWidth};
use super::depth_first::DepthFirst;
use super::speculation::until_decided;
use crate::game::{COLOURS, MAX_SWAPS, Position, TREES};
use crate::solver::board::{Board, BoardAction};
use crate::solver::bounds::goal::Goal;
use crate::solver::bounds::relaxation::max_trees;
use crate::solver::column::store::SetStore;
use crate::solver::config::Config;
use crate::solver::line::polish::{with_late_local_transfers, without_detours};
use crate::solver::line::single_moves::single_moves;
use crate::solver::ordering::heuristic::Heuristic::{self, Outcome as ByOutcome, Trail as ByTrail};
use crate::solver::ordering::precedent::Precedent;
use crate::solver::outcome::{Outcome, Stats, Stop, Verdict};
use crate::solver::search::budget::NodeBudget;
use crate::solver::search::context::SearchContext;
use crate::solver::search::pass::PassResult;

/// What is done in turn for a goal, until one of these decides.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Go straight down, again and again, by so many nodes and the advice of a heuristic.
    Descend(u64, Heuristic),
    /// Look at the best boards of each layer, so many of them, by the advice of a heuristic.
    Find(usize, Heuristic),
    /// Look for a win with more swaps, so that there is something to show.
    Scout,
    /// Go on with the proof, by about so many nodes, and then as long as it promises to end within so many more.
    Prove(u64, u64),
}

use Stage::{Descend, Find, Prove, Scout};

/// Width of beams that are done side by side, at most: threads that share one of them have to wait for each other often,
const SMALL: usize = 4096;
/// but who has nothing else to do helps with those that are at least so wide.
const SHARED: usize = 1024;

impl Stage {
    /// Whether threads that have nothing else to do should take a part in it.
    const fn is_shared(self) -> bool {
        matches!(self, Find(SHARED.., _))
    }

    /// Whether it may be done side by side with others of the kind.
    const fn is_small(self) -> bool {
        matches!(self, Descend(..) | Find(..=SMALL, _))
    }
}

/// For wins with as few swaps as were used already. Most deals are won by the first of these.
const FIRST: [Stage; 21] = [
    Descend(300, ByOutcome),
    Descend(800, ByTrail),
    Find(16, ByOutcome),
    Find(64, ByOutcome),
    Find(64, ByTrail),
    Find(256, ByOutcome),
    Find(256, ByTrail),
    Scout,
    Find(1024, ByTrail),
    Prove(50_000, 600_000),
    Find(1024, ByOutcome),
    Find(4096, ByTrail),
    Find(4096, ByOutcome),
    Prove(150_000, 2_000_000),
    Find(16_384, ByOutcome),
    Prove(300_000, 10_000_000),
    Find(16_384, ByTrail),
    Prove(1_000_000, 15_000_000),
    Find(65_536, ByTrail),
    Find(131_072, ByTrail),
    Prove(u64::MAX, 0),
];
/// For goals that come after a proof, which then needs little more – unless a dive is what it was proven by, as
/// on small boards: then swaps are often a win at once, while the proof would start from nothing.
const LATER: [Stage; 12] = [
    Descend(100, ByOutcome),
    Prove(20_000, 0),
    Find(16, ByOutcome),
    Find(256, ByTrail),
    Prove(200_000, 2_000_000),
    Find(1024, ByTrail),
    Prove(1_000_000, 20_000_000),
    Find(4096, ByTrail),
    Prove(4_000_000, 50_000_000),
    Find(16_384, ByTrail),
    Find(65_536, ByTrail),
    Prove(u64::MAX, 0),
];
/// A proof that looks as if it took more nodes has to wait until everything else was tried.
const HOPELESS: u64 = 100_000_000;

/// What a scout tries for each number of swaps.
const SCOUTED: [usize; 4] = [2, 5, 16, 64];

/// A store that has grown beyond this is left behind before the next position.
const LATTICE_BYTES: usize = 1 << 29;

/// A solver that keeps what it learns about columns from one position to the next.
///
/// Answers do not depend on what was solved before.
pub struct Solver {
    store: SetStore,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

/// BestLine score of a position, with proof: [`Solver::solve`] on a new solver.
pub fn solve(position: &Position, config: &Config) -> Outcome {
    Solver::new().solve(position, config)
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new() -> Self {
        Self { store: SetStore::new() }
    }

    /// Finds the best score that can be reached from a position, the fewest swaps that reach it, and a line,
    /// and proves that nothing better exists, as far as the limits allow.
    pub fn solve(&mut self, position: &Position, config: &Config) -> Outcome {
        if self.store.bytes() > LATTICE_BYTES {
            self.store = SetStore::new();
        }
        self.solve_within(position, win_score(0), config)
    }

    /// The same for a position of which the caller has a proof that it scores at most `upper`: nothing above
    /// that is seen_cleared for. Several threads may ask one solver.
    pub fn solve_within(&self, position: &Position, upper: u8, config: &Config) -> Outcome {
        self.solve_like(position, upper, None, config)
    }

    /// The same, given a line that reaches as much as is hoped for from a position close by: part of the search looks
    /// for one like it. Outcomes of two searches are only the same if these are.
    pub fn solve_like(
        &self,
        position: &Position,
        upper: u8,
        precedent: Option<&Precedent>,
        config: &Config,
    ) -> Outcome {
        let root = Board::new(position, &self.store);
        let context = SearchContext {
            rules: config.rules,
            parallel: config.threads != 1,
            precedent,
            ..SearchContext::new(&self.store)
        };
        let mut search = SearchRun {
            context,
            root,
            budget: NodeBudget::new(config),
            best: BestLine { score: root.trees, steps: Vec::new() },
            proof: None,
            proof_out_of_memory: false,
        };
        let verdict = search.run(upper);
        let SearchRun { budget, best, .. } = search;
        let steps = with_late_local_transfers(&self.store, root, best.steps);
        let steps = without_detours(&self.store, root, steps);
        let line = single_moves(&self.store, position, &steps);
        let stats = Stats { nodes: budget.nodes, boards: budget.boards, elapsed: budget.elapsed() };
        Outcome { verdict, line, stats }
    }

    /// For each colour the most trees that a line without a further swap can ever complete, those banked
    /// included: a bound that costs no search, often too high, never too low (see the module `outlook`).
    pub fn max_trees(&self, position: &Position) -> [u8; COLOURS] {
        max_trees(&Board::new(position, &self.store).unpack(&self.store))
    }
}

/// The best that is known to be reachable.
struct BestLine {
    score: u8,
    steps: Vec<(Board, BoardAction)>,
}

struct SearchRun<'a> {
    context: SearchContext<'a>,
    root: Board,
    budget: NodeBudget,
    best: BestLine,
    /// Looks at all boards, a part at a time, for one goal after the other.
    proof: Option<Beam<'a>>,
    /// Whether it took too much memory: then a win can still be found, but nothing be proven.
    proof_out_of_memory: bool,
}

/// BestLine score of a win with so many swaps (P1).
const fn win_score(swaps: u8) -> u8 {
    TREES + MAX_SWAPS - swaps
}

/// The score of whatever reaches a goal, at least.
const fn goal_score(goal: Goal) -> u8 {
    if goal.trees == TREES { win_score(goal.swaps) } else { goal.trees }
}

impl SearchRun<'_> {
    /// Finds the best score, given that it is at most `upper`.
    fn run(&mut self, upper: u8) -> Verdict {
        // Nothing scores more than `upper`; lowered with every proof.
        let mut upper = upper.min(win_score(self.root.swaps));
        let known = upper < TREES;
        let decided = self.wins(&mut upper).and_then(|won| match won {
            Some(swaps) => Ok(Verdict::Won { swaps }),
            None => self.trees(&mut upper, known),
        });
        decided.unwrap_or_else(|stopped| {
            let lower = self.best.score;
            debug_assert!(lower < upper, "what is normalised was told");
            Verdict::Undecided { lower, upper, stopped }
        })
    }

    /// The fewest swaps of a win, `None` once no win is possible.
    fn wins(&mut self, upper: &mut u8) -> Result<Option<u8>, Stop> {
        let fewest = (TREES + MAX_SWAPS).saturating_sub(*upper);
        for swaps in fewest..=MAX_SWAPS {
            let first = swaps == fewest;
            let stages: &[Stage] = if first { &FIRST } else { &LATER };
            let known = self.best.score == win_score(swaps);
            if known || self.reaches(Goal { trees: TREES, swaps }, stages)? {
                return Ok(Some(swaps));
            }
            *upper = if swaps < MAX_SWAPS { win_score(swaps + 1) } else { TREES - 1 };
        }
        Ok(None)
    }

    /// The largest number of trees of a position that cannot be won, which may be `known` without a search.
    fn trees(&mut self, upper: &mut u8, known: bool) -> Result<Verdict, Stop> {
        // Where no proof went before, the most that is allowed is tried first, like a win.
        if known && self.best.score < *upper {
            let goal = Goal { trees: *upper, swaps: MAX_SWAPS };
            if !self.reaches(goal, &FIRST)? {
                *upper -= 1;
            }
        }
        while self.best.score < *upper {
            if !self.reaches(Goal { trees: self.best.score + 1, swaps: MAX_SWAPS }, &LATER)? {
                *upper = self.best.score;
            }
        }
        Ok(Verdict::Lost { trees: self.best.score })
    }

    /// Whether a goal can be reached.
    fn reaches(&mut self, goal: Goal, stages: &[Stage]) -> Result<bool, Stop> {
        // The first stage decides most goals, so nobody begins with the others before.
        let (mut now, mut later) = stages.split_at(1);
        while let &[stage, ..] = now {
            let decided = if now.len() > 1 { self.race(goal, now)? } else { self.run_stage(goal, stage)? };
            if let Some(reached) = decided {
                return Ok(reached);
            }
            let together = later.iter().take_while(|stage| self.context.parallel && stage.is_small()).count();
            (now, later) = later.split_at(together.max(1).min(later.len()));
        }
        unreachable!("the last stage decides");
    }

    /// Does one stage. `None` if that decides nothing.
    fn run_stage(&mut self, goal: Goal, stage: Stage) -> Result<Option<bool>, Stop> {
        match stage {
            Descend(..) | Find(..) => self.run_limited(goal, stage),
            Prove(nodes, extension) => self.prove(goal, nodes, extension),
            Scout => {
                self.scout(goal)?;
                Ok((self.best.score >= goal_score(goal)).then_some(true))
            }
        }
    }

    /// Does small stages, side by side if there are threads to spare. `None` if that decides nothing. They take little
    /// memory, so each of them has the limit for itself.
    fn race(&mut self, goal: Goal, stages: &[Stage]) -> Result<Option<bool>, Stop> {
        self.budget.held = self.proof.as_ref().map_or(0, Beam::bytes);
        let NodeBudget { nodes, boards, .. } = self.budget;
        let run = |number: usize, token| {
            // Who is left without a stage helps with the others.
            let parallel = self.context.parallel && stages[number].is_shared();
            let context = SearchContext { parallel, ..self.context };
            let mut budget = self.budget.for_race(token, number == 0);
            let pass = run_limited(context, self.root, goal, stages[number], &mut budget);
            (pass, budget.nodes - nodes, budget.boards - boards)
        };
        let decides = |(pass, ..): &(PassResult, u64, u64)| {
            !matches!(pass, PassResult::Overflowed | PassResult::Paused)
        };
        let mut done = until_decided(stages.len(), run, decides).into_iter();
        for &stage in stages {
            let decided = match done.next() {
                Some((pass, nodes, boards)) if self.budget.allows(nodes + SMALL as u64) => {
                    self.budget.nodes += nodes;
                    self.budget.boards += boards;
                    self.conclude(goal, pass)?
                }
                // Close to the limit of nodes it may go another way in turn.
                _ => self.run_stage(goal, stage)?,
            };
            if decided.is_some() {
                return Ok(decided);
            }
        }
        Ok(None)
    }

    /// Looks for a win with more swaps than the goal has, or else for many trees.
    fn scout(&mut self, goal: Goal) -> Result<(), Stop> {
        for swaps in goal.swaps + 1..=MAX_SWAPS {
            for width in SCOUTED {
                match self.run_limited(Goal { swaps, ..goal }, Find(width, ByOutcome))? {
                    Some(true) => return Ok(()),
                    Some(false) => break,
                    None => {}
                }
            }
        }
        while self.best.score < goal.trees.min(TREES - 1) {
            let goal = Goal { trees: self.best.score + 1, swaps: MAX_SWAPS };
            if self.run_limited(goal, Find(SCOUTED[0], ByOutcome))? != Some(true) {
                break;
            }
        }
        Ok(())
    }

    /// Descends or looks at the best boards of each layer. `None` if that decides nothing.
    fn run_limited(&mut self, goal: Goal, stage: Stage) -> Result<Option<bool>, Stop> {
        self.budget.held = self.proof.as_ref().map_or(0, Beam::bytes);
        let pass = run_limited(self.context, self.root, goal, stage, &mut self.budget);
        self.conclude(goal, pass)
    }

    /// Goes on looking at all boards, by about so many nodes, and further with `extension` of so many more at most; not at all
    /// where it is [`HOPELESS`], unless nothing else is left to try. `None` if that decides nothing. What has taken all
    /// memory makes room for the beams that are still to come.
    fn prove(&mut self, goal: Goal, nodes: u64, extension: u64) -> Result<Option<bool>, Stop> {
        if self.proof_out_of_memory {
            return if nodes == u64::MAX { Err(Stop::Memory) } else { Ok(None) };
        }
        self.budget.held = 0;
        let proof = match &mut self.proof {
            Some(proof) => {
                proof.retarget(goal);
                proof
            }
            none => none.insert(Beam::new(self.context, self.root, goal, BeamWidth::All)),
        };
        if nodes < u64::MAX && proof.nodes_left().is_some_and(|left| left > HOPELESS) {
            return Ok(None);
        }
        let pass = proof.run_extended(nodes, extension, &mut self.budget);
        if nodes < u64::MAX && !self.budget.gives_up() && matches!(pass, PassResult::Stopped(Stop::Memory)) {
            (self.proof, self.proof_out_of_memory) = (None, true);
            return Ok(None);
        }
        self.conclude(goal, pass)
    }

    /// What the end of a pass tells about its goal. A way to it is remembered.
    fn conclude(&mut self, goal: Goal, pass: PassResult) -> Result<Option<bool>, Stop> {
        match pass {
            PassResult::Reached(steps) => {
                // There may be more trees than were asked for: one action can complete two.
                let end = match steps.last() {
                    Some((board, step)) => board.play(self.context.store, *step, &mut ()),
                    None => self.root,
                };
                debug_assert!(end.trees >= goal.trees && end.swaps <= goal.swaps, "the goal is reached");
                self.best = BestLine { score: end.score(), steps };
                Ok(Some(true))
            }
            PassResult::Exhausted => Ok(Some(false)),
            PassResult::Overflowed | PassResult::Paused => Ok(None),
            PassResult::Stopped(stop) => Err(stop),
        }
    }
}

/// What comes of a dive, or of a beam that looks at the best boards of each layer: nothing that is done before matters.
fn run_limited(
    context: SearchContext<'_>,
    root: Board,
    goal: Goal,
    stage: Stage,
    budget: &mut NodeBudget,
) -> PassResult {
    match stage {
        Descend(nodes, heuristic) => DepthFirst::new(context, root, goal, heuristic).run(nodes, budget),
        Find(width, heuristic) => {
            Beam::new(context, root, goal, BeamWidth::Best(width, heuristic)).run(u64::MAX, budget)
        }
        Prove(..) | Scout => unreachable!("these go on with what was done before"),
    }
}
