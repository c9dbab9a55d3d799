//! Iterative deepening over lengths, by cases: the proof that no line is shorter.
//!
//! Lengths are refuted in ascending order. The plans of a length are divided by their number of transfers into *lanes*,
//! which are independent: threads can share them, and since plans without transfers are much smaller, all lanes together
//! take hardly longer than one encoding of everything. Every lane has an incremental SAT solver, which keeps its learnt
//! clauses from one length to the next.
//!
//! # Determinism
//! A lane depends on its own earlier lengths only, and results are counted in the order of lengths. At the first length
//! that has a line, the winner is the lane that found one after the fewest conflicts, the first lane among equals. The
//! other lanes go on until they have had as many conflicts, and their work counts up to that number. A lane that the node
//! limit ends has, together with the others at its length, used up all nodes that were left; that length then does not
//! count, whatever the other lanes find. So the number of threads changes nothing.
//!
//! # Memory
//! A lane makes its solver only if there is room for what that is estimated to take, and one lane at a time, so that the
//! gauge has seen the solver before. Afterwards the limit is checked at every conflict.
//!
//! # Soundness
//! Every line has some number of transfers, so it belongs to one of the lanes; a length is refuted when all lanes have
//! refuted it. What a lane refutes rests on [`timetable`](super::timetable).

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use super::clauses::Lit;
use super::sat_solver::{SatResult, SatSolver, SatStop};
use super::timetable::{Timetable, TimetableSize};
use crate::games::solomids::game::{Move, Position};
use crate::games::solomids::solver::config::{LengthBounds, Parallelism, Progress};
use crate::games::solomids::solver::outcome::StopReason;
use crate::games::solomids::solver::search::budget::Budget;
use crate::games::solomids::solver::shortest::length;

/// The least and the greatest number of transfers of a line.
pub(super) type TransferRange = (u8, u8);

/// The lanes: every number of transfers belongs to one.
const LANES: [TransferRange; 4] = [(0, 0), (1, 1), (2, 2), (3, u8::MAX)];

/// Moves by which the horizon of a solver exceeds the first length it is asked for.
const SPAN: u8 = 6;

/// A position whose shortest line is to be proven.
pub(super) struct LengthQuestion<'a> {
    /// The position.
    pub(super) position: &'a Position,
    /// A proven lower bound on the length, where the proof begins.
    pub(super) first: u8,
    /// The length of a known line: only shorter ones are sought.
    pub(super) end: u8,
    /// Number of merges of every line.
    pub(super) merges: u8,
    /// The horizon of lines of at most a length, with a number of transfers in a range; `None` if no such line exists.
    pub(super) room: &'a (dyn Fn(u8, TransferRange) -> Option<TimetableSize> + Sync),
    /// Progress reported to the observer.
    pub(super) progress: Progress,
    /// Limits; a conflict counts as a node.
    pub(super) budget: &'a Budget,
    /// Threads that share the lanes.
    pub(super) parallelism: Parallelism,
}

/// The result of a proof.
pub(super) struct LengthProof {
    /// Proven lower bound on the length.
    pub(super) lower: u8,
    /// The shortest line found, if it is shorter than the known one.
    pub(super) line: Option<Vec<Move>>,
    /// Conflicts, never more than the node limit allows.
    pub(super) conflicts: u64,
    /// The limit that ended the proof, if one did.
    pub(super) stopped: Option<StopReason>,
}

/// The result of a lane at one length.
enum LaneResult {
    /// No line of this length belongs to the lane.
    Refuted,
    /// A line.
    Line(Vec<Move>),
    /// Neither, because the search was ended.
    Ended(SatStop),
}

/// The state of a lane.
struct Lane<'a> {
    /// Index in [`LANES`].
    number: usize,
    /// The next length, unless the lane has ended.
    next: Option<u8>,
    /// The SAT solver, the meaning of its variables, and the greatest length that its horizon allows.
    timetables: Option<(SatSolver<'a>, Timetable, u8)>,
}

/// The state that all lanes share.
struct LaneRun<'a> {
    question: &'a LengthQuestion<'a>,
    /// The greatest length that still matters.
    longest: AtomicU8,
    /// Conflicts of each lane.
    conflicts: [AtomicU64; LANES.len()],
    /// Bytes in use by each lane.
    bytes: [AtomicUsize; LANES.len()],
    /// Lock of the lane that makes a solver.
    growing: Mutex<()>,
    /// Results by lane and length, each with its conflicts.
    results: [Vec<OnceLock<(LaneResult, u64)>>; LANES.len()],
}

/// Raises the lower bound until a line of that length is found, or it reaches the length of the known line.
pub(super) fn prove(question: &LengthQuestion<'_>) -> LengthProof {
    let lengths = usize::from(question.end - question.first);
    let run = LaneRun {
        question,
        longest: AtomicU8::new(question.end.saturating_sub(1)),
        conflicts: Default::default(),
        bytes: Default::default(),
        growing: Mutex::default(),
        results: std::array::from_fn(|_| (0..lengths).map(|_| OnceLock::new()).collect()),
    };
    // Lanes that no thread is working on.
    let next = (question.first < question.end).then_some(question.first);
    let idle = (0..LANES.len()).map(|number| Lane { number, next, timetables: None });
    let idle = Mutex::new(idle.collect());
    if question.parallelism.is_parallel() {
        let threads = rayon::current_num_threads().min(LANES.len());
        rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| run.work(&idle))));
    } else {
        run.work(&idle);
    }
    drop(idle);
    run.combine()
}

impl LaneRun<'_> {
    /// Works on the lane that is farthest behind, until no lane has a length left that matters.
    fn work<'b>(&'b self, idle: &Mutex<Vec<Lane<'b>>>) {
        loop {
            let (mut lane, length) = {
                let mut idle = idle.lock().expect("no thread panics");
                let longest = self.longest.load(Ordering::Relaxed);
                let is_next = |lane: &Lane<'_>| lane.next.filter(|&next| next <= longest);
                let waiting = (0..).zip(idle.iter()).filter_map(|(i, it)| Some((is_next(it)?, it.number, i)));
                let Some((length, _, i)) = waiting.min() else { return };
                (idle.swap_remove(i), length)
            };
            let (result, conflicts) = self.run(&mut lane, length);
            lane.next = if matches!(result, LaneResult::Refuted) {
                Some(length + 1)
            } else {
                self.longest.fetch_min(length, Ordering::Relaxed);
                self.clear(&mut lane);
                None
            };
            let _ = self.results[lane.number][self.place(length)].set((result, conflicts));
            idle.lock().expect("no thread panics").push(lane);
        }
    }

    /// Index of a length in the results of a lane.
    const fn place(&self, length: u8) -> usize {
        (length - self.question.first) as usize
    }

    /// Searches a lane for a line of a length. Returns the result and the number of conflicts.
    fn run<'b>(&'b self, lane: &mut Lane<'b>, length: u8) -> (LaneResult, u64) {
        let (question, number) = (self.question, lane.number);
        if (question.room)(length, LANES[number]).is_none() {
            return (LaneResult::Refuted, 0);
        }
        if let Some(ending) = self.stop_reason(length, 0) {
            return (LaneResult::Ended(ending), 0);
        }
        if lane.timetables.as_ref().is_none_or(|&(.., longest)| length > longest) {
            self.clear(lane);
            let longest = length.saturating_add(SPAN).min(question.end - 1);
            let Some(room) = (question.room)(longest, LANES[number]) else { return (LaneResult::Refuted, 0) };
            let (timetable, clauses) = Timetable::new(question.position, room);
            // One at a time, so that the memory of each is measured before the next one takes its own.
            let growing = self.growing.lock().expect("no thread panics");
            let held = self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum();
            if !question.budget.has_room(held, SatSolver::bytes_for(&clauses)) {
                return (LaneResult::Ended(SatStop::Stopped(StopReason::Memory)), 0);
            }
            let solver = SatSolver::new(&clauses);
            self.bytes[number].store(solver.bytes(), Ordering::Relaxed);
            drop((growing, clauses));
            lane.timetables = Some((solver, timetable, longest));
        }
        let (solver, timetable, _) = lane.timetables.as_mut().expect("just made");
        let too_long = timetable.takes_more_than((length - question.merges).into());
        let before = self.conflicts[number].load(Ordering::Relaxed);
        let (answer, conflicts) = solver.solve(-too_long, move |conflicts| {
            self.conflicts[number].store(before + conflicts, Ordering::Relaxed);
            self.stop_reason(length, conflicts)
        });
        self.conflicts[number].store(before + conflicts, Ordering::Relaxed);
        let result = match answer {
            SatResult::Unsatisfiable => {
                solver.assert(too_long);
                LaneResult::Refuted
            }
            SatResult::Model(model) => {
                let holds = |literal: Lit| model[literal.unsigned_abs() as usize] == (literal > 0);
                LaneResult::Line(timetable.moves(question.position, holds).expect("a timetable is a line"))
            }
            SatResult::Ended(ending) => LaneResult::Ended(ending),
        };
        (result, conflicts)
    }

    /// Frees the solver of a lane.
    fn clear(&self, lane: &mut Lane<'_>) {
        lane.timetables = None;
        self.bytes[lane.number].store(0, Ordering::Relaxed);
    }

    /// The conflicts that count when a lane has had `conflicts` at a length, as far as results are known: all those of
    /// shorter lengths, and of each other lane at this length at most as many.
    fn spent(&self, length: u8, conflicts: u64) -> u64 {
        let known =
            |result: &OnceLock<(LaneResult, u64)>| result.get().map_or(0, |&(_, conflicts)| conflicts);
        let lanes = self.results.iter().map(|lane| {
            let (shorter, rest) = lane.split_at(self.place(length));
            shorter.iter().map(known).sum::<u64>() + known(&rest[0]).min(conflicts)
        });
        conflicts + lanes.sum::<u64>()
    }

    /// Why a lane should end after `conflicts` conflicts at a length; `None` if it should go on.
    fn stop_reason(&self, length: u8, conflicts: u64) -> Option<SatStop> {
        let budget = self.question.budget;
        let others = self.results.iter().filter_map(|lane| lane[self.place(length)].get());
        let is_beaten = found(others).is_some_and(|found| conflicts > found);
        if is_beaten || self.longest.load(Ordering::Relaxed) < length {
            return Some(SatStop::Needless);
        }
        if budget.left().is_some_and(|left| self.spent(length, conflicts) >= left) {
            return Some(SatStop::Stopped(StopReason::Nodes));
        }
        let all: u64 = self.conflicts.iter().map(|count| count.load(Ordering::Relaxed)).sum();
        let progress = Progress {
            nodes: budget.nodes + all,
            length: Some(self.length_bounds()),
            ..self.question.progress
        };
        let bytes = || self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum();
        budget.check_limits(progress, bytes).err().map(SatStop::Stopped)
    }

    /// Bounds on the length by the results so far, for the observer.
    fn length_bounds(&self) -> LengthBounds {
        let LengthQuestion { first, end, .. } = *self.question;
        let at = |length: u8| self.results.iter().filter_map(move |lane| lane[self.place(length)].get());
        let is_refuted = |&length: &u8| {
            at(length).filter(|(result, _)| matches!(result, LaneResult::Refuted)).count() == LANES.len()
        };
        let is_line = |&length: &u8| at(length).any(|(result, _)| matches!(result, LaneResult::Line(_)));
        let needed = first + (first..end).take_while(is_refuted).count() as u8;
        LengthBounds { known: (first..end).find(is_line).unwrap_or(end), needed }
    }

    /// Combines the results of all lanes, in the order of lengths.
    fn combine(self) -> LengthProof {
        let mut proof = LengthProof { lower: self.question.first, line: None, conflicts: 0, stopped: None };
        let mut left = self.question.budget.left();
        let mut lanes = self.results.map(|lane| lane.into_iter().map(OnceLock::into_inner));
        for _ in self.question.first..self.question.end {
            let results: Vec<_> = lanes.iter_mut().filter_map(|lane| lane.next().flatten()).collect();
            let found = found(&results);
            let (mut spent, mut refuted, mut stopped) = (0, 0, None);
            for (result, conflicts) in results {
                spent += found.map_or(conflicts, |found| conflicts.min(found));
                match result {
                    LaneResult::Line(line) if found == Some(conflicts) => {
                        proof.line = proof.line.or(Some(line));
                    }
                    LaneResult::Ended(SatStop::Stopped(stop)) => stopped = Some(stop),
                    LaneResult::Refuted => refuted += 1,
                    LaneResult::Line(_) | LaneResult::Ended(SatStop::Needless) => {}
                }
            }
            if left.is_some_and(|left| spent >= left) {
                (stopped, proof.line) = (Some(StopReason::Nodes), None);
            }
            let spent = left.map_or(spent, |left| spent.min(left));
            proof.conflicts += spent;
            left = left.map(|left| left - spent);
            if proof.line.is_some() {
                return proof;
            }
            if stopped.is_some() || refuted < LANES.len() {
                debug_assert!(stopped.is_some(), "a lane that matters ends by a limit only");
                proof.stopped = stopped.or(Some(StopReason::Interrupted));
                break;
            }
            proof.lower += 1;
        }
        // Longer lines may have been found. Like every stop that is not by nodes, they depend on the time.
        if proof.stopped.is_some_and(|stop| stop != StopReason::Nodes) {
            let lines = lanes.into_iter().flatten().flatten().filter_map(|(result, _)| match result {
                LaneResult::Line(line) => Some(line),
                _ => None,
            });
            proof.line = lines.min_by_key(|line| length(line));
        }
        proof
    }
}

/// The fewest conflicts after which one of these results is a line.
fn found<'a>(results: impl IntoIterator<Item = &'a (LaneResult, u64)>) -> Option<u64> {
    let lines = results.into_iter().filter(|(result, _)| matches!(result, LaneResult::Line(_)));
    lines.map(|&(_, conflicts)| conflicts).min()
}
