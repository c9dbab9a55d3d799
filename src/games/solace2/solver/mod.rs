//! Exact solver: best score of a position under any reading, a line of moves that reaches it, and a proof.
//!
//! Targets are tried from an upper bound downwards. For each target:
//!
//! 1. The openings bound (`openings`) asks whether the set of full nests allows it at all (an admissible bound by dynamic
//!    programming over sets).
//! 2. A depth-first search over states of counts (`counts`) asks whether the target can be reached if nothing depends on
//!    which pile carries what (a homomorphic abstraction, so its "no" is a proof).
//! 3. A line of counts is turned back into moves (`realise`) and replayed by the rules: its "yes" is a proof too.
//! 4. Where a line of counts could not be turned into moves, a search over positions (`searches`) decides.
//!
//! If pieces may leave finished towers (R4b), or placed pieces never move, step 2 is preceded by short looks at a
//! stricter model (`steps`) and at positions, which find a line for all but a few hundred classes of deals.
//!
//! `docs/solace2.md` measures each part.

mod counts;
mod openings;
mod outcome;
mod realise;
mod searches;
mod steps;

pub use outcome::{Limits, Outcome, Pruning, PruningSet, Stats, StopReason, Verdict};

use openings::{Layout, Openings, Question};
pub(in crate::games::solace2) use outcome::Budget;
use outcome::{Known, Line};
use searches::{Found, Visited, Work, new_table};
use steps::Model;

use crate::games::solace2::game::{Lend, Move, Position, Reading, replay};

/// The best score of a position; see [`Solver::solve`].
pub fn solve(position: &Position, reading: Reading, limits: &Limits) -> Outcome {
    Solver::default().solve(position, reading, limits)
}

/// A solver with tables that are used again for every position.
pub struct Solver {
    openings: Openings,
    seen: Visited<u64>,
    pruning: PruningSet,
}

/// Visited states that the table keeps room for between positions.
const KEPT: usize = 1 << 14;

impl Default for Solver {
    fn default() -> Self {
        Self { openings: Openings::default(), seen: new_table(), pruning: PruningSet::default() }
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Solver")
    }
}

impl Solver {
    /// A solver with these rules in force.
    pub fn with_pruning(pruning: PruningSet) -> Self {
        Self { pruning, ..Self::default() }
    }

    /// The best score that can be reached from a position, with a line and how much work it was.
    ///
    /// The outcome depends on position, reading and limits only, not on what was solved before; with a time or memory limit
    /// or an interrupt, also on these.
    pub fn solve(&mut self, position: &Position, reading: Reading, limits: &Limits) -> Outcome {
        let mut work = self.work(position, limits);
        let ended = work.prove(reading);
        let (line, stats) = (work.known.into_line(), work.budget.close());
        if self.seen.capacity() > KEPT {
            self.seen = new_table();
        }
        debug_assert_eq!(replay(position, reading, &line.moves).map(|end| end.score()), Ok(line.score));
        let verdict = match ended {
            Err((upper, stopped)) if upper > line.score => {
                Verdict::Undecided { lower: line.score, upper, stopped }
            }
            _ => Verdict::Exact { score: line.score },
        };
        Outcome { verdict, line: line.moves, stats }
    }

    /// Whether it is proven that no line makes more towers than stand on the table now. The search for a proof spends as many
    /// nodes at most as are few beside the time between two moves, always the same, so that a position is final or is not.
    pub fn is_final(&mut self, position: &Position, reading: Reading) -> bool {
        if position.legal_moves(reading).iter().any(|mv| matches!(mv, Move::Tower { .. })) {
            return false;
        }
        let layout = Layout::new(position, reading.native);
        let (full, target) = (layout.full_nests(position), position.score() + 1);
        let question = Question { layout: &layout, reading, pruning: self.pruning, target };
        let limits = Limits { nodes: Some(FINAL_NODES), ..Limits::default() };
        let mut work = self.work(position, &limits);
        work.openings.clear();
        !work.openings.allow(question, full) || work.reach(question, FINAL).is_ok_and(|line| line.is_none())
    }

    fn work<'s, 'l>(&'s mut self, start: &'s Position, limits: &'l Limits) -> Work<'s, 'l> {
        let Self { openings, seen, pruning } = self;
        let (budget, known) = (Budget::new(limits), Known::new(start));
        Work { start, openings, seen, pruning: *pruning, budget, known }
    }
}

impl Work<'_, '_> {
    /// Raises what is known until nothing more is possible, or a limit stops it at an upper bound.
    fn prove(&mut self, reading: Reading) -> Result<(), (u8, StopReason)> {
        let (start, pruning) = (self.start, self.pruning);
        let layout = Layout::new(start, reading.native);
        let full = layout.full_nests(start);
        let ceiling = openings::ceiling(&layout, reading, full);
        let mut target = layout.total();
        if pruning.has(Pruning::Openings) {
            target = ceiling.max(start.score());
        }
        if pruning.has(Pruning::StricterFirst)
            && let Some(stricter) = stricter(start, reading)
            && openings::ceiling(&layout, stricter, full) == ceiling
        {
            // Where a limit ends this, the search that follows reports it, or decides.
            let _ = self.prove(stricter);
        }
        while target > self.known.best.score {
            let question = Question { layout: &layout, reading, pruning, target };
            self.openings.clear();
            if !pruning.has(Pruning::Openings) || self.openings.allow(question, full) {
                let stages = stages(reading, pruning);
                let reached = self.reach(question, stages).map_err(|stop| (target, stop))?;
                if let Some(moves) = reached {
                    let score = replay(start, reading, &moves).map_or(0, |end| end.score());
                    self.known.best = Line { score, moves };
                }
            }
            target -= 1;
        }
        Ok(())
    }

    /// A line that reaches a target, if there is one. Of the stages the last one decides, or reaches a limit.
    fn reach(
        &mut self,
        question: Question<'_>,
        stages: &[(Stage, u64)],
    ) -> Result<Option<Vec<Move>>, StopReason> {
        for &(stage, nodes) in stages {
            self.budget.fence(nodes);
            let found = match stage {
                Stage::Counts(model) => self.search_counts(question, model),
                Stage::Piles => self.search_positions(question),
            };
            match found {
                Ok(Found::Line(line)) => return Ok(Some(line)),
                Ok(Found::Nothing) => return Ok(None),
                Ok(Found::Unclear) => {}
                Err(StopReason::Nodes) if self.budget.is_fenced() => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(None)
    }
}

/// One way to look for a line.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Over states of counts.
    Counts(Model),
    /// Over positions.
    Piles,
}

/// What is tried in turn to show that nothing follows. Counts that forget the most have a proof for nearly all.
const FINAL: &[(Stage, u64)] = &[(Stage::Counts(Model::Lax), FINAL_NODES / 2), (Stage::Piles, u64::MAX)];
const FINAL_NODES: u64 = 2_000;

/// What is tried in turn for one target, and the nodes it may take. The last stage always decides.
fn stages(reading: Reading, pruning: PruningSet) -> &'static [(Stage, u64)] {
    const WHOLE: &[(Stage, u64)] = &[(Stage::Counts(Model::Lax), u64::MAX), (Stage::Piles, u64::MAX)];
    const TWO_MODELS: &[(Stage, u64)] = &[
        (Stage::Counts(Model::Strict), 2_000),
        (Stage::Piles, 20_000),
        (Stage::Counts(Model::Strict), 50_000),
        (Stage::Piles, 1_000_000),
        (Stage::Counts(Model::Lax), u64::MAX),
        (Stage::Counts(Model::Strict), u64::MAX),
        (Stage::Piles, u64::MAX),
    ];
    match (pruning.has(Pruning::Counts), reading.lend) {
        (false, _) => WHOLE.split_at(1).1,
        (true, Lend::InProgress) => WHOLE,
        (true, _) => TWO_MODELS,
    }
}

/// A reading with fewer moves whose lines are legal under this one as well; nothing if there is none for the position.
fn stricter(position: &Position, reading: Reading) -> Option<Reading> {
    let spaces = position.spaces();
    if reading.lend == Lend::Always {
        let whole = spaces.iter().all(|space| space.tower().is_none() || space.complete_tower().is_some());
        return whole.then_some(Reading { lend: Lend::InProgress, ..reading });
    }
    let is_capped_once = spaces.iter().all(|space| space.caps() <= 1);
    (reading.recap && is_capped_once).then_some(Reading { recap: false, ..reading })
}
