//! Driver: from a position to an outcome, by iterative widening.
//!
//! The number of swaps allowed rises from those used already; each goal is reached or proven out of reach before the
//! next one. A deal that cannot be won is then asked for one tree more than is known to be possible, until a proof says
//! no. For each goal the stages of the [schedule](super::parameters) run in turn.

use std::collections::HashMap;

use super::beam::{Beam, BeamWidth};
use super::context::{Budget, PassResult, SearchContext, until_decided};
use super::depth_first::DepthFirst;
use super::parameters::{
    FIRST_GOAL, HOPELESS_PROOF_NODES, LATER_GOAL, SCOUT_HEURISTIC, SCOUT_WIDTHS, SPECULATION_RESERVE, Stage,
    UNLIMITED,
};
use crate::games::solomids::game::{COLOURS, COLUMNS, MAX_SWAPS, Position, ROWS, Stack, TREES};
use crate::games::solomids::solver::board::{Board, Order, Step, code_at};
use crate::games::solomids::solver::bounds::{Goal, max_trees};
use crate::games::solomids::solver::column::{ColumnSets, SetId, SetStore, banked_in};
use crate::games::solomids::solver::config::Config;
use crate::games::solomids::solver::line::polish::{with_late_local_transfers, without_detours};
use crate::games::solomids::solver::line::single_moves::single_moves;
use crate::games::solomids::solver::ordering::Precedent;
use crate::games::solomids::solver::outcome::{Bounds, Outcome, Stats, StopReason, Verdict};

/// Size, in bytes, above which the set store is replaced before the next position.
const MAX_STORE_BYTES: usize = 1 << 29;

/// A solver, with a store of column sets that is kept from one position to the next.
///
/// Outcomes do not depend on what was solved before.
pub struct Solver {
    store: SetStore,
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
    /// A solver with an empty store.
    pub fn new() -> Self {
        Self { store: SetStore::new() }
    }

    /// Best score that can be reached from a position, with the fewest swaps, a line, and the proof that nothing better
    /// exists, as far as the limits allow.
    pub fn solve(&mut self, position: &Position, config: &Config) -> Outcome {
        if self.store.bytes() > MAX_STORE_BYTES {
            self.store = SetStore::new();
        }
        self.solve_within(position, win_score(0), config)
    }

    /// Best score of a position of which the caller has proven that it scores at most `upper`: nothing above that is
    /// searched for. Several threads may share one solver.
    pub fn solve_within(&self, position: &Position, upper: u8, config: &Config) -> Outcome {
        self.solve_like(position, upper, None, config)
    }

    /// Best score as by [`solve_within`](Self::solve_within), with plan reuse: wide beams prefer boards like those of
    /// `precedent`, a line that reaches the hoped-for score from a position close by. Node counts and lines depend on
    /// it.
    pub fn solve_like(
        &self,
        position: &Position,
        upper: u8,
        precedent: Option<&Precedent>,
        config: &Config,
    ) -> Outcome {
        let root = Board::new(position, &self.store);
        let context = SearchContext {
            pruning: config.pruning,
            parallel: config.parallelism.is_parallel(),
            precedent,
            ..SearchContext::new(&self.store)
        };
        let mut search = SearchRun {
            context,
            root,
            budget: Budget::new(config),
            best_score: root.trees,
            best_steps: Vec::new(),
            proof: None,
            proof_out_of_memory: false,
        };
        let verdict = search.run(upper);
        let SearchRun { budget, best_steps: steps, .. } = search;
        let steps = with_late_local_transfers(&self.store, root, &steps).unwrap_or(steps);
        let steps = without_detours(&self.store, root, steps);
        let line = single_moves(&self.store, position, &steps);
        let stats = Stats { nodes: budget.nodes, boards: budget.boards, elapsed: budget.elapsed() };
        Outcome { verdict, line, stats }
    }

    /// Admissible upper bound, for each colour, on the trees that a line without a further swap completes, those banked
    /// included. It costs no search: the delete relaxation computes it.
    pub fn max_trees(&self, position: &Position) -> [u8; COLOURS] {
        max_trees(&Board::new(position, &self.store).unpack(&self.store))
    }

    /// Proves that no line from a position banks `trees` trees with at most `swaps` swaps in all, and hands every board
    /// that the proof expands to a recorder. Returns `false` if there is such a line.
    ///
    /// # Errors
    /// If a limit ends the proof.
    pub fn refute(
        &self,
        position: &Position,
        (trees, swaps): (u8, u8),
        config: &Config,
        recorder: &mut dyn Recorder,
    ) -> Result<bool, StopReason> {
        let store = &self.store;
        let root = Board::new(position, store);
        let context = SearchContext {
            pruning: config.pruning,
            parallel: config.parallelism.is_parallel(),
            ..SearchContext::new(store)
        };
        let mut numbering = Numbering { store, numbers: HashMap::new(), recorder };
        let mut record = |board: &Board| numbering.record(board);
        let mut beam = Beam::new(context, root, Goal { trees, swaps }, BeamWidth::Exhaustive);
        beam.record_to(&mut record);
        match beam.run(u64::MAX, &mut Budget::new(config)) {
            PassResult::Exhausted => Ok(true),
            PassResult::Reached(_) => Ok(false),
            PassResult::Stopped(stop) => Err(stop),
            PassResult::Overflowed | PassResult::Paused => {
                unreachable!("an exhaustive beam without a node limit ends")
            }
        }
    }
}

struct SearchRun<'a> {
    context: SearchContext<'a>,
    root: Board,
    budget: Budget,
    best_score: u8,
    /// Actions of that line, each with the board it is played on.
    best_steps: Vec<Step>,
    /// Exhaustive beam, continued by one stage after the other, and for one goal after the other.
    proof: Option<Beam<'a>>,
    /// Whether the proof ran out of memory: a win can still be found, but nothing be proven.
    proof_out_of_memory: bool,
}

/// Score of a win with this number of swaps (P1).
const fn win_score(swaps: u8) -> u8 {
    TREES + MAX_SWAPS - swaps
}

/// Least score of a line that reaches a goal.
const fn goal_score(goal: Goal) -> u8 {
    if goal.trees == TREES { win_score(goal.swaps) } else { goal.trees }
}

impl SearchRun<'_> {
    /// Finds the best score, given that it is at most `upper`.
    fn run(&mut self, upper: u8) -> Verdict {
        // Proven upper bound, lowered with every proof.
        let mut upper = upper.min(win_score(self.root.swaps));
        let known = upper < TREES;
        let decided = self.wins(&mut upper).and_then(|won| match won {
            Some(swaps) => Ok(Verdict::Won { swaps }),
            None => self.trees(&mut upper, known),
        });
        decided.unwrap_or_else(|stopped| {
            let lower = self.best_score;
            debug_assert!(lower < upper, "a decided score is a verdict");
            Verdict::Undecided { bounds: Bounds { lower, upper }, stopped }
        })
    }

    /// The fewest swaps of a win, `None` once no win is possible.
    fn wins(&mut self, upper: &mut u8) -> Result<Option<u8>, StopReason> {
        let fewest = (TREES + MAX_SWAPS).saturating_sub(*upper);
        for swaps in fewest..=MAX_SWAPS {
            let first = swaps == fewest;
            let stages: &[Stage] = if first { &FIRST_GOAL } else { &LATER_GOAL };
            let known = self.best_score == win_score(swaps);
            if known || self.reaches(Goal { trees: TREES, swaps }, stages)? {
                return Ok(Some(swaps));
            }
            *upper = if swaps < MAX_SWAPS { win_score(swaps + 1) } else { TREES - 1 };
        }
        Ok(None)
    }

    /// The largest number of trees of a position that cannot be won. `known` says that this was known without a search.
    fn trees(&mut self, upper: &mut u8, known: bool) -> Result<Verdict, StopReason> {
        // Without a proof to continue, the upper bound is tried first, like a win.
        if known && self.best_score < *upper {
            let goal = Goal { trees: *upper, swaps: MAX_SWAPS };
            if !self.reaches(goal, &FIRST_GOAL)? {
                *upper -= 1;
            }
        }
        while self.best_score < *upper {
            if !self.reaches(Goal { trees: self.best_score + 1, swaps: MAX_SWAPS }, &LATER_GOAL)? {
                *upper = self.best_score;
            }
        }
        Ok(Verdict::Lost { trees: self.best_score })
    }

    fn reaches(&mut self, goal: Goal, stages: &[Stage]) -> Result<bool, StopReason> {
        // The first stage decides most goals, so the next ones do not begin beside it.
        let (mut now, mut later) = stages.split_at(1);
        while let &[stage, ..] = now {
            let decided = if self.context.is_parallel() && now.len() > 1 {
                self.run_speculatively(goal, now)?
            } else {
                self.run_stage(goal, stage)?
            };
            if let Some(reached) = decided {
                return Ok(reached);
            }
            let together =
                later.iter().take_while(|stage| self.context.is_parallel() && stage.is_speculative()).count();
            (now, later) = later.split_at(together.max(1).min(later.len()));
        }
        unreachable!("the last stage decides");
    }

    /// Executes a stage. Returns whether the goal is reached; `None` if that stays undecided.
    fn run_stage(&mut self, goal: Goal, stage: Stage) -> Result<Option<bool>, StopReason> {
        match stage {
            Stage::DepthFirst { .. } | Stage::LimitedBeam { .. } => self.run_limited(goal, stage),
            Stage::Prove { nodes, extension } => self.prove(goal, nodes, extension),
            Stage::Scout => {
                self.scout(goal)?;
                Ok((self.best_score >= goal_score(goal)).then_some(true))
            }
        }
    }

    /// Executes stages speculatively, side by side if there are idle threads. Returns whether the goal is reached;
    /// `None` if that stays undecided. These stages take little memory, so each has the whole limit for itself.
    fn run_speculatively(&mut self, goal: Goal, stages: &[Stage]) -> Result<Option<bool>, StopReason> {
        self.budget.held = self.proof.as_ref().map_or(0, Beam::bytes);
        let Budget { nodes, boards, .. } = self.budget;
        let run = |number: usize, token| {
            // Threads without a stage of their own help with shared ones.
            let parallel = self.context.is_parallel() && stages[number].is_shared();
            let context = SearchContext { parallel, ..self.context };
            let mut budget = self.budget.speculative(token, number == 0);
            let pass = run_limited(context, self.root, goal, stages[number], &mut budget);
            (pass, budget.nodes - nodes, budget.boards - boards)
        };
        let decides = |(pass, ..): &(PassResult, u64, u64)| {
            !matches!(pass, PassResult::Overflowed | PassResult::Paused)
        };
        let mut done = until_decided(stages.len(), run, decides).into_iter();
        for &stage in stages {
            let decided = match done.next() {
                Some((pass, nodes, boards)) if self.budget.allows(nodes + SPECULATION_RESERVE) => {
                    self.budget.nodes += nodes;
                    self.budget.boards += boards;
                    self.conclude(goal, pass)?
                }
                // Close to the node limit the stage may end differently in turn.
                _ => self.run_stage(goal, stage)?,
            };
            if decided.is_some() {
                return Ok(decided);
            }
        }
        Ok(None)
    }

    /// Searches for a win with more swaps than the goal allows, or else for many trees.
    fn scout(&mut self, goal: Goal) -> Result<(), StopReason> {
        for swaps in goal.swaps + 1..=MAX_SWAPS {
            for width in SCOUT_WIDTHS {
                match self.run_limited(Goal { swaps, ..goal }, scout_beam(width))? {
                    Some(true) => return Ok(()),
                    Some(false) => break,
                    None => {}
                }
            }
        }
        while self.best_score < goal.trees.min(TREES - 1) {
            let goal = Goal { trees: self.best_score + 1, swaps: MAX_SWAPS };
            if self.run_limited(goal, scout_beam(SCOUT_WIDTHS[0]))? != Some(true) {
                break;
            }
        }
        Ok(())
    }

    /// Executes a depth-first search or a limited beam. Returns whether the goal is reached; `None` if undecided.
    fn run_limited(&mut self, goal: Goal, stage: Stage) -> Result<Option<bool>, StopReason> {
        self.budget.held = self.proof.as_ref().map_or(0, Beam::bytes);
        let pass = run_limited(self.context, self.root, goal, stage, &mut self.budget);
        self.conclude(goal, pass)
    }

    /// Continues the proof by about `nodes` nodes, and further if at most `extension` more are predicted. Returns
    /// whether the goal is reached; `None` if that stays undecided.
    ///
    /// A hopeless proof ([`HOPELESS_PROOF_NODES`]) waits for the last stage. A proof that runs out of memory is dropped
    /// before the last stage, and leaves the memory to the beams still to come.
    fn prove(&mut self, goal: Goal, nodes: u64, extension: u64) -> Result<Option<bool>, StopReason> {
        if self.proof_out_of_memory {
            return if nodes == UNLIMITED { Err(StopReason::Memory) } else { Ok(None) };
        }
        self.budget.held = 0;
        let proof = match &mut self.proof {
            Some(proof) => {
                proof.retarget(goal);
                proof
            }
            none => none.insert(Beam::new(self.context, self.root, goal, BeamWidth::Exhaustive)),
        };
        if nodes < UNLIMITED && proof.nodes_left().is_some_and(|left| left > HOPELESS_PROOF_NODES) {
            return Ok(None);
        }
        let pass = proof.run_extended(nodes, extension, &mut self.budget);
        if nodes < UNLIMITED
            && !self.budget.config.is_memory_final
            && matches!(pass, PassResult::Stopped(StopReason::Memory))
        {
            (self.proof, self.proof_out_of_memory) = (None, true);
            return Ok(None);
        }
        self.conclude(goal, pass)
    }

    /// Whether the goal of a pass is reached; `None` if the pass decides nothing. A line that reaches it is kept.
    fn conclude(&mut self, goal: Goal, pass: PassResult) -> Result<Option<bool>, StopReason> {
        match pass {
            PassResult::Reached(steps) => {
                // One action can complete two trees, so there may be more than the goal asks for.
                let end = match steps.last() {
                    Some((board, step)) => board.play(self.context.store, *step, &mut ()),
                    None => self.root,
                };
                debug_assert!(end.trees >= goal.trees && end.swaps <= goal.swaps, "the goal is reached");
                (self.best_score, self.best_steps) = (end.score(), steps);
                Ok(Some(true))
            }
            PassResult::Exhausted => Ok(Some(false)),
            PassResult::Overflowed | PassResult::Paused => Ok(None),
            PassResult::Stopped(stop) => Err(stop),
        }
    }
}

const fn scout_beam(width: usize) -> Stage {
    Stage::LimitedBeam { width, heuristic: SCOUT_HEURISTIC }
}

/// Executes a depth-first search or a limited beam, which depends on no stage before it.
fn run_limited(
    context: SearchContext<'_>,
    root: Board,
    goal: Goal,
    stage: Stage,
    budget: &mut Budget,
) -> PassResult {
    match stage {
        Stage::DepthFirst { nodes, heuristic } => {
            DepthFirst::new(context, root, goal, heuristic).run(nodes, budget)
        }
        Stage::LimitedBeam { width, heuristic } => {
            let width = BeamWidth::Limited(width, heuristic);
            Beam::new(context, root, goal, width).run(u64::MAX, budget)
        }
        Stage::Prove { .. } | Stage::Scout => unreachable!("these continue what other stages began"),
    }
}

/// Receiver of a refutation: of the boards that an exhaustive beam expands to prove that a goal is out of reach.
pub trait Recorder: Send {
    /// Receives a column set, numbered from 0 on: the order of its stacks, and placements from which slides and banks
    /// lead to all others, each with the depth of every stack that is not banked.
    fn set(&mut self, order: &[Stack], placements: &[Vec<Option<u8>>]);

    /// Receives a board that was expanded: swaps used, and the numbers of its column sets.
    fn board(&mut self, swaps: u8, sets: [u32; COLUMNS]);
}

/// Numbers given to column sets, with their orders.
struct Numbering<'a, 'r> {
    store: &'a SetStore,
    numbers: HashMap<(Order, SetId), u32>,
    recorder: &'r mut dyn Recorder,
}

impl Numbering<'_, '_> {
    fn record(&mut self, board: &Board) {
        let sets = std::array::from_fn(|column| self.number(board.order[column], board.set[column]));
        self.recorder.board(board.swaps, sets);
    }

    fn number(&mut self, order: Order, set: SetId) -> u32 {
        let next = self.numbers.len() as u32;
        let Self { store, numbers, recorder } = self;
        *numbers.entry((order, set)).or_insert_with(|| {
            let stacks: Vec<Stack> =
                (0..ROWS).map_while(|index| Stack::from_code(code_at(order, index))).collect();
            let trees = store.info(set).trees;
            let placements: Vec<Vec<Option<u8>>> = store
                .maximal_placements(set)
                .into_iter()
                .map(|placement| {
                    let banked = banked_in(trees, placement.block.into());
                    let mut depths = (0..ROWS as u8).filter(|depth| placement.mask >> depth & 1 == 1);
                    let depth = |index| if banked >> index & 1 == 1 { None } else { depths.next() };
                    (0..stacks.len()).map(depth).collect()
                })
                .collect();
            recorder.set(&stacks, &placements);
            next
        })
    }
}
