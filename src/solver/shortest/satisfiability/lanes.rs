//! The proof that no line is shorter, by [timetables](super::timetable).
//!
//! Lengths are refuted one after the other. Timetables are divided by how many transfers they have, into *lanes*, which
//! have no need of each other: so threads have something to share, and as timetables without transfers are much smaller,
//! all lanes together take hardly longer than one for everything. Every lane has a solver of its own, which keeps what
//! it has learnt from one length to the next.
//!
//! # Why threads change nothing
//! What a lane does depends on nothing but its own lengths before. Results count in the order of lengths. At the length at
//! which there is a line, that lane wins which found one after the fewest contradictions, the first one of equals. So the
//! other lanes go on until they have had as many, and what they do counts up to that number. A lane that the limit on
//! nodes ends has used up, with what others have done at its length, all that is left; so that length does not count,
//! whatever the others find.
//!
//! # Why a proof is a proof
//! Every line has some number of transfers, so it is in one of the lanes; a length is refuted when all of them have refuted
//! it. What a lane says rests on [`timetable`](super::timetable).

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use super::clauses::Lit;
use super::sat_solver::{SatResult, SatSolver, SatStop};
use super::timetable::{Timetable, TimetableSize};
use crate::game::{Move, Position};
use crate::solver::config::Progress;
use crate::solver::outcome::Stop;
use crate::solver::search::budget::NodeBudget;
use crate::solver::shortest::length;

/// How many transfers a line has: the fewest and the most.
pub(super) type TransferRange = (u8, u8);

/// Every number of transfers has its lane.
const LANES: [TransferRange; 4] = [(0, 0), (1, 1), (2, 2), (3, u8::MAX)];

/// A solver has room for lines that are so many moves longer than the first ones it looks for, at most.
const SPAN: u8 = 6;

/// What is seen_cleared for.
pub(super) struct LengthQuestion<'a> {
    pub(super) position: &'a Position,
    /// No line is shorter than this.
    pub(super) first: u8,
    /// A line of this length is known: shorter ones are seen_cleared for.
    pub(super) end: u8,
    /// Merges that every line has.
    pub(super) merges: u8,
    /// What lines of at most that length, with so many transfers, have room for; `None` if there are none.
    pub(super) room: &'a (dyn Fn(u8, TransferRange) -> Option<TimetableSize> + Sync),
    pub(super) progress: Progress,
    pub(super) budget: &'a NodeBudget,
    pub(super) threads: usize,
}

/// What is proven.
pub(super) struct LengthProof {
    /// No line is shorter than this.
    pub(super) lower: u8,
    /// The shortest one that was found, if it is shorter than what was known.
    pub(super) line: Option<Vec<Move>>,
    /// Contradictions on the way, no more than the limit allows.
    pub(super) conflicts: u64,
    pub(super) stopped: Option<Stop>,
}

/// What a lane says of a length.
enum LaneResult {
    Refuted,
    Line(Vec<Move>),
    Ended(SatStop),
}

/// A lane's own.
struct Lane<'a> {
    number: usize,
    /// The length that comes next, unless the lane has ended.
    next: Option<u8>,
    /// A solver, what its variables say, and the length that they have room for.
    timetables: Option<(SatSolver<'a>, Timetable, u8)>,
}

/// What all lanes see.
struct LaneRun<'a> {
    question: &'a LengthQuestion<'a>,
    /// Nobody needs to look at longer lines than this.
    longest: AtomicU8,
    /// By lane: contradictions, and bytes in use.
    conflicts: [AtomicU64; LANES.len()],
    bytes: [AtomicUsize; LANES.len()],
    /// By lane and length what came of it, after how many contradictions.
    trials: [Vec<OnceLock<(LaneResult, u64)>>; LANES.len()],
}

/// Raises the lower bound until there is a line of that length, or nothing shorter than the known one is left.
pub(super) fn prove(question: &LengthQuestion<'_>) -> LengthProof {
    let lengths = usize::from(question.end - question.first);
    let race = LaneRun {
        question,
        longest: AtomicU8::new(question.end.saturating_sub(1)),
        conflicts: Default::default(),
        bytes: Default::default(),
        trials: std::array::from_fn(|_| (0..lengths).map(|_| OnceLock::new()).collect()),
    };
    // Lanes that nobody is working on.
    let next = (question.first < question.end).then_some(question.first);
    let idle = (0..LANES.len()).map(|number| Lane { number, next, timetables: None });
    let idle = Mutex::new(idle.collect());
    if question.threads == 1 {
        race.work(&idle);
    } else {
        let threads = rayon::current_num_threads().min(LANES.len());
        rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| race.work(&idle))));
    }
    drop(idle);
    race.count()
}

impl LaneRun<'_> {
    /// Goes on with the lane that is the farthest behind, until none is left to go on with.
    fn work<'b>(&'b self, idle: &Mutex<Vec<Lane<'b>>>) {
        loop {
            let (mut lane, length) = {
                let mut idle = idle.lock().expect("nobody panics");
                let longest = self.longest.load(Ordering::Relaxed);
                let is_next = |lane: &Lane<'_>| lane.next.filter(|&next| next <= longest);
                let waiting = (0..).zip(idle.iter()).filter_map(|(i, it)| Some((is_next(it)?, it.number, i)));
                let Some((length, _, i)) = waiting.min() else { return };
                (idle.swap_remove(i), length)
            };
            let (trial, conflicts) = self.run(&mut lane, length);
            lane.next = if matches!(trial, LaneResult::Refuted) {
                Some(length + 1)
            } else {
                self.longest.fetch_min(length, Ordering::Relaxed);
                self.clear(&mut lane);
                None
            };
            let _ = self.trials[lane.number][self.place(length)].set((trial, conflicts));
            idle.lock().expect("nobody panics").push(lane);
        }
    }

    const fn place(&self, length: u8) -> usize {
        (length - self.question.first) as usize
    }

    /// Looks for a line of a length in a lane.
    fn run<'b>(&'b self, lane: &mut Lane<'b>, length: u8) -> (LaneResult, u64) {
        let (question, number) = (self.question, lane.number);
        if (question.room)(length, LANES[number]).is_none() {
            return (LaneResult::Refuted, 0);
        }
        if let Some(ending) = self.judge(length, 0) {
            return (LaneResult::Ended(ending), 0);
        }
        if lane.timetables.as_ref().is_none_or(|&(.., longest)| length > longest) {
            self.clear(lane);
            let longest = length.saturating_add(SPAN).min(question.end - 1);
            let Some(room) = (question.room)(longest, LANES[number]) else { return (LaneResult::Refuted, 0) };
            let (plan, clauses) = Timetable::new(question.position, room);
            let satisfier = SatSolver::new(&clauses);
            self.bytes[number].store(satisfier.bytes(), Ordering::Relaxed);
            lane.timetables = Some((satisfier, plan, longest));
        }
        let (satisfier, plan, _) = lane.timetables.as_mut().expect("just made");
        let too_long = plan.takes_more_than((length - question.merges).into());
        let before = self.conflicts[number].load(Ordering::Relaxed);
        let (answer, conflicts) = satisfier.satisfy(-too_long, move |conflicts| {
            self.conflicts[number].store(before + conflicts, Ordering::Relaxed);
            self.judge(length, conflicts)
        });
        self.conflicts[number].store(before + conflicts, Ordering::Relaxed);
        let trial = match answer {
            SatResult::Contradiction => {
                satisfier.learn(too_long);
                LaneResult::Refuted
            }
            SatResult::Model(model) => {
                let holds = |literal: Lit| model[literal.unsigned_abs() as usize] == (literal > 0);
                LaneResult::Line(plan.moves(question.position, holds).expect("a timetable is a line"))
            }
            SatResult::Ended(ending) => LaneResult::Ended(ending),
        };
        (trial, conflicts)
    }

    /// Gives back what a lane has built.
    fn clear(&self, lane: &mut Lane<'_>) {
        lane.timetables = None;
        self.bytes[lane.number].store(0, Ordering::Relaxed);
    }

    /// Contradictions that count when a lane has had so many at a length, its own among them, as far as is known: all that
    /// were needed for shorter ones, and as many of other lanes at this one, at most.
    fn spent(&self, length: u8, conflicts: u64) -> u64 {
        let known = |trial: &OnceLock<(LaneResult, u64)>| trial.get().map_or(0, |&(_, conflicts)| conflicts);
        let lanes = self.trials.iter().map(|lane| {
            let (shorter, rest) = lane.split_at(self.place(length));
            shorter.iter().map(known).sum::<u64>() + known(&rest[0]).min(conflicts)
        });
        conflicts + lanes.sum::<u64>()
    }

    /// Why a lane should end, if it should, after so many contradictions at a length.
    fn judge(&self, length: u8, conflicts: u64) -> Option<SatStop> {
        let budget = self.question.budget;
        let others = self.trials.iter().filter_map(|lane| lane[self.place(length)].get());
        let is_beaten = found(others).is_some_and(|found| conflicts > found);
        if is_beaten || self.longest.load(Ordering::Relaxed) < length {
            return Some(SatStop::Needless);
        }
        if budget.left().is_some_and(|left| self.spent(length, conflicts) >= left) {
            return Some(SatStop::Stopped(Stop::Nodes));
        }
        let all: u64 = self.conflicts.iter().map(|count| count.load(Ordering::Relaxed)).sum();
        let progress = Progress { nodes: budget.nodes + all, ..self.question.progress };
        let bytes = || self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum();
        budget.check_limits(progress, bytes).err().map(SatStop::Stopped)
    }

    /// What all of it comes to, length by length.
    fn count(self) -> LengthProof {
        let mut proof = LengthProof { lower: self.question.first, line: None, conflicts: 0, stopped: None };
        let mut left = self.question.budget.left();
        let mut lanes = self.trials.map(|lane| lane.into_iter().map(OnceLock::into_inner));
        for _ in self.question.first..self.question.end {
            let trials: Vec<_> = lanes.iter_mut().filter_map(|lane| lane.next().flatten()).collect();
            let found = found(&trials);
            let (mut spent, mut refuted, mut stopped) = (0, 0, None);
            for (trial, conflicts) in trials {
                spent += found.map_or(conflicts, |found| conflicts.min(found));
                match trial {
                    LaneResult::Line(line) if found == Some(conflicts) => {
                        proof.line = proof.line.or(Some(line))
                    }
                    LaneResult::Ended(SatStop::Stopped(stop)) => stopped = Some(stop),
                    LaneResult::Refuted => refuted += 1,
                    LaneResult::Line(_) | LaneResult::Ended(SatStop::Needless) => {}
                }
            }
            if left.is_some_and(|left| spent >= left) {
                (stopped, proof.line) = (Some(Stop::Nodes), None);
            }
            let spent = left.map_or(spent, |left| spent.min(left));
            proof.conflicts += spent;
            left = left.map(|left| left - spent);
            if proof.line.is_some() {
                return proof;
            }
            if stopped.is_some() || refuted < LANES.len() {
                debug_assert!(stopped.is_some(), "who is needed ends by a limit only");
                proof.stopped = stopped.or(Some(Stop::Interrupted));
                break;
            }
            proof.lower += 1;
        }
        // Longer lines may have been found. What they are depends on the time, as does a stop that is not by nodes.
        if proof.stopped.is_some_and(|stop| stop != Stop::Nodes) {
            let lines = lanes.into_iter().flatten().flatten().filter_map(|(trial, _)| match trial {
                LaneResult::Line(line) => Some(line),
                _ => None,
            });
            proof.line = lines.min_by_key(|line| length(line));
        }
        proof
    }
}

/// The fewest contradictions after which one of these found a line.
fn found<'a>(trials: impl IntoIterator<Item = &'a (LaneResult, u64)>) -> Option<u64> {
    let lines = trials.into_iter().filter(|(trial, _)| matches!(trial, LaneResult::Line(_)));
    lines.map(|&(_, conflicts)| conflicts).min()
}
