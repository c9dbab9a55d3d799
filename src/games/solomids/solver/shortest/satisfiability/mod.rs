//! Planning as satisfiability: the proof that no line is shorter, for wins without a further swap.
//!
//! Lengths are refuted in ascending order. The plans of a length are divided by their number of transfers into *lanes*,
//! which are independent: threads can share them, and since plans without transfers are much smaller, all lanes together
//! take hardly longer than one encoding of everything. Every lane has an incremental SAT solver, which keeps its learnt
//! clauses from one length to the next.
//!
//! Reading order: [`solver`] (clauses, counters in the order encoding, `CaDiCaL`), [`timetable`] (the encoding of a whole
//! line), and the lanes here.
//!
//! # Determinism
//! A lane depends on its own earlier lengths only. At the first length that has a line, the winner is the lane that found
//! one after the fewest conflicts, the first lane among equals. The other lanes go on until they have had as many
//! conflicts, and their work counts up to that number. A lane that the node limit ends has, together with the others at its
//! length, used up all nodes that were left; that length then does not count, whatever the other lanes find. So the number
//! of threads changes nothing.
//!
//! # Memory
//! A lane makes its solver only if there is room for what that is estimated to take, and one lane at a time, so that the
//! gauge has seen the solver before. Afterwards the limit is checked at every conflict.
//!
//! # Soundness
//! Every line has some number of transfers, so it belongs to one of the lanes; a length is refuted when all lanes have
//! refuted it. What a lane refutes rests on [`timetable`].

mod solver;
mod timetable;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rayon::prelude::*;

use self::solver::{Lit, SatResult, SatSolver, SatStop};
use self::timetable::{Horizon, Timetable};
use super::{ShortestSearch, length};
use crate::games::solomids::game::{self, Move, Position};
use crate::games::solomids::solver::bounds::Goal;
use crate::games::solomids::solver::config::{LengthBounds, Parallelism, Progress};
use crate::games::solomids::solver::outcome::StopReason;
use crate::games::solomids::solver::search::context::Budget;

/// The lanes, by the least and the greatest number of transfers: every number belongs to one.
const LANES: [(usize, usize); 4] = [(0, 0), (1, 1), (2, 2), (3, usize::MAX)];
/// Moves by which the horizon of a solver exceeds the first length it is asked for.
const SPAN: u8 = 6;

impl ShortestSearch<'_> {
    /// Raises the lower bound by refuting timetables, until one of them is a line or the bounds meet.
    pub(super) fn prove(&mut self) -> Result<(), StopReason> {
        self.budget.held = self.tables.bytes();
        let run = LaneRun {
            position: self.position,
            end: self.upper,
            merges: self.root.merges_left() as u8,
            goal: self.goal,
            budget: &self.budget,
            results: (self.lower..self.upper).map(|length| (length, Default::default())).collect(),
            bytes: Default::default(),
            growing: Mutex::default(),
        };
        let mut lanes = LANES.map(|transfers| Lane { transfers, timetables: None });
        let mut spent = 0;
        let mut end = Ok(());
        for at in &run.results {
            run.search(&mut lanes, at, spent, self.config.parallelism);
            let found = fewest_conflicts(&at.1);
            let (mut refuted, mut line, mut conflicts) = (0, None, 0);
            for (result, count) in at.1.iter().filter_map(OnceLock::get) {
                conflicts += found.map_or(*count, |found| found.min(*count));
                match result {
                    LaneResult::Model(moves) if found == Some(*count) => line = line.or(Some(moves)),
                    LaneResult::Unsatisfiable => refuted += 1,
                    LaneResult::Ended(SatStop::Stopped(stopped)) => end = Err(*stopped),
                    LaneResult::Model(_) | LaneResult::Ended(SatStop::Needless) => {}
                }
            }
            spent += conflicts;
            if let Some(left) = run.budget.left()
                && spent >= left
            {
                (spent, end) = (left, Err(StopReason::Nodes));
                break;
            }
            if let Some(line) = line {
                let score = game::replay(self.position, line).expect("a timetable is a line").score();
                self.upper = length(line) as u8;
                self.best = Some((line.clone(), score));
                end = Ok(());
                break;
            }
            if refuted < LANES.len() {
                debug_assert!(end.is_err(), "a lane ends by a limit only, unless there is a line");
                break;
            }
            self.lower += 1;
        }
        drop(lanes);
        self.budget.nodes += spent;
        end
    }
}

/// The result of a lane at one length.
type LaneResult = SatResult<Vec<Move>>;

/// The results of all lanes at a length, each with its conflicts.
type LengthResults = (u8, [OnceLock<(LaneResult, u64)>; LANES.len()]);

/// The fewest conflicts after which a lane has found a line.
fn fewest_conflicts(results: &[OnceLock<(LaneResult, u64)>]) -> Option<u64> {
    let found = results.iter().filter_map(OnceLock::get);
    let lines = found.filter(|(result, _)| matches!(result, LaneResult::Model(_)));
    lines.map(|&(_, conflicts)| conflicts).min()
}

struct Lane<'a> {
    /// The least and the greatest number of transfers.
    transfers: (usize, usize),
    /// The SAT solver, the meaning of its variables, and the greatest length that its horizon allows.
    timetables: Option<(SatSolver<'a>, Timetable, u8)>,
}

struct LaneRun<'a> {
    position: &'a Position,
    /// The length of a known line: only shorter ones are sought.
    end: u8,
    /// Number of merges of every line.
    merges: u8,
    goal: Goal,
    /// Limits; a conflict counts as a node.
    budget: &'a Budget,
    results: Vec<LengthResults>,
    /// Bytes in use by each lane.
    bytes: [AtomicUsize; LANES.len()],
    /// Lock of the lane that makes a solver.
    growing: Mutex<()>,
}

impl LaneRun<'_> {
    /// The horizon of lines of at most a length; `None` if the lane has no such lines.
    fn horizon(&self, length: u8, transfers: (usize, usize)) -> Option<Horizon> {
        Horizon::new(usize::from(length.checked_sub(self.merges)?), transfers)
    }

    /// Searches all lanes for a line of a length, when `spent` conflicts have been counted.
    fn search<'b>(
        &'b self,
        lanes: &mut [Lane<'b>],
        at: &'b LengthResults,
        spent: u64,
        parallelism: Parallelism,
    ) {
        let search = |(number, lane): (usize, &mut Lane<'b>)| {
            let _ = at.1[number].set(self.search_lane(number, lane, at, spent));
        };
        if parallelism.is_parallel() {
            lanes.par_iter_mut().enumerate().for_each(search);
        } else {
            lanes.iter_mut().enumerate().for_each(search);
        }
    }

    /// Searches a lane for a line of a length, when `spent` conflicts have been counted. Returns the conflicts as well.
    fn search_lane<'b>(
        &'b self,
        number: usize,
        lane: &mut Lane<'b>,
        at: &'b LengthResults,
        spent: u64,
    ) -> (LaneResult, u64) {
        let length = at.0;
        if self.horizon(length, lane.transfers).is_none() {
            return (LaneResult::Unsatisfiable, 0);
        }
        if let Some(ending) = self.stop_reason(at, spent, 0) {
            return (LaneResult::Ended(ending), 0);
        }
        if lane.timetables.as_ref().is_none_or(|&(.., longest)| length > longest) {
            lane.timetables = None;
            self.bytes[number].store(0, Ordering::Relaxed);
            let longest = length.saturating_add(SPAN).min(self.end - 1);
            let Some(horizon) = self.horizon(longest, lane.transfers) else {
                return (LaneResult::Unsatisfiable, 0);
            };
            let (timetable, clauses) = Timetable::new(self.position, horizon);
            // One at a time, so that the memory of each is measured before the next one takes its own.
            let _growing = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
            if !self.budget.has_room(self.bytes_in_use(), SatSolver::bytes_for(&clauses)) {
                return (LaneResult::Ended(SatStop::Stopped(StopReason::Memory)), 0);
            }
            let solver = SatSolver::new(&clauses);
            self.bytes[number].store(solver.bytes(), Ordering::Relaxed);
            lane.timetables = Some((solver, timetable, longest));
        }
        let (solver, timetable, _) = lane.timetables.as_mut().expect("just made");
        let too_long = timetable.takes_more_than((length - self.merges).into());
        let (answer, conflicts) =
            solver.solve(-too_long, move |conflicts| self.stop_reason(at, spent, conflicts));
        let result = match answer {
            SatResult::Unsatisfiable => {
                solver.assert(too_long);
                LaneResult::Unsatisfiable
            }
            SatResult::Model(model) => {
                let holds = |literal: Lit| model[literal.unsigned_abs() as usize] == (literal > 0);
                LaneResult::Model(timetable.moves(self.position, holds).expect("a timetable is a line"))
            }
            SatResult::Ended(ending) => LaneResult::Ended(ending),
        };
        (result, conflicts)
    }

    /// Why a lane should end after `conflicts` conflicts at a length, with `spent` counted before; `None` to go on.
    fn stop_reason(&self, (needed, results): &LengthResults, spent: u64, conflicts: u64) -> Option<SatStop> {
        if fewest_conflicts(results).is_some_and(|found| conflicts > found) {
            return Some(SatStop::Needless);
        }
        // What counts when this lane has had so many conflicts: of each lane that has ended, at most as many.
        let others = results.iter().filter_map(OnceLock::get).map(|&(_, count)| count.min(conflicts));
        let counted = spent + conflicts + others.sum::<u64>();
        if self.budget.left().is_some_and(|left| counted >= left) {
            return Some(SatStop::Stopped(StopReason::Nodes));
        }
        let Goal { trees, swaps } = self.goal;
        let progress = Progress {
            trees,
            swaps,
            merges_left: self.merges.into(),
            nodes: self.budget.nodes + counted,
            length: Some(LengthBounds { known: self.end, needed: *needed }),
        };
        self.budget.check_limits(progress, || self.bytes_in_use()).err().map(SatStop::Stopped)
    }

    fn bytes_in_use(&self) -> usize {
        self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }
}
