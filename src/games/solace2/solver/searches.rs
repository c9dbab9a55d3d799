//! The two searches for a target, depth first: over states of counts, and over positions for the few questions that counts leave
//! open.
//!
//! # Over positions
//! Positions that differ in the order of spaces, or in which of two equal nests stands where, are one state. Every legal move
//! is tried, sideways moves too; states are visited once; the [openings bound](super::openings) cuts. The key of a state:
//!
//! ```text
//! nest i, from bit 7·i   core (2 bits: gone, bare, opened, full), caps (3), medium placed (1), small placed (1);
//!                        the fields of equal nests in descending order
//! from bit 105           colour by colour: larges on the table with a medium (3 bits), those of them with a small (3)
//! ```
//!
//! 123 bits. The key is unique: what is left of every nest and what was placed on it is written down, and of the larges that
//! neither lie in nests nor cap any all stand on the table.

use std::cmp::Reverse;

use ahash::RandomState;
use hashbrown::HashSet;

use super::counts::{Counts, Step};
use super::openings::{Layout, Openings, Question};
use super::outcome::{Budget, Known, Line, Pruning, PruningSet, StopReason};
use super::realise::realise;
use super::steps::{Model, strides};
use crate::games::solace2::game::{COLOURS, Core, Move, MoveList, Position, Reading};

/// How a search ends.
pub(super) enum Found {
    /// A line that reaches the target.
    Line(Vec<Move>),
    /// No line reaches it.
    Nothing,
    /// Neither is known.
    Unclear,
}

/// Visited states: keys of 64 bits for counts, of 128 for positions.
pub(super) type Visited<K> = HashSet<K, RandomState>;

pub(super) fn new_table<K>() -> Visited<K> {
    Visited::with_hasher(RandomState::with_seeds(1, 2, 3, 4))
}

/// Lines of steps that are tried in vain before the search over counts gives up.
const PATIENCE: u64 = 64;

/// What the searches for one position share.
pub(super) struct Work<'s, 'l> {
    pub(super) start: &'s Position,
    pub(super) openings: &'s mut Openings,
    /// States of counts that were visited for the present target.
    pub(super) seen: &'s mut Visited<u64>,
    /// Rules in force.
    pub(super) pruning: PruningSet,
    pub(super) budget: Budget<'l>,
    pub(super) known: Known,
}

struct CountSearch<'w, 's, 'l> {
    question: Question<'w>,
    model: Model,
    work: &'w mut Work<'s, 'l>,
    /// Steps from the start to the state under way.
    path: Vec<Step>,
    /// Lines of steps that reach the target and that no moves were found for.
    unrealised: u64,
    /// The moves that reach the target.
    line: Option<Vec<Move>>,
    /// Steps to the best score seen, for a search that is cut short.
    best: (u8, Vec<Step>),
}

impl Work<'_, '_> {
    /// Searches states of counts for a line that reaches the target, and keeps the best line on the way.
    pub(super) fn search_counts(
        &mut self,
        question: Question<'_>,
        model: Model,
    ) -> Result<Found, StopReason> {
        self.seen.clear();
        let counts = Counts::new(question, self.start);
        let (path, best) = (Vec::new(), (0, Vec::new()));
        let mut search = CountSearch { question, model, work: self, path, unrealised: 0, line: None, best };
        let ended = search.visit(&counts);
        if let Some(line) = search.line {
            return Ok(Found::Line(line));
        }
        if ended.is_ok() && model == Model::Lax && search.unrealised == 0 {
            return Ok(Found::Nothing);
        }
        // The best that was seen on the way is worth keeping, if it can be made of moves.
        let (score, steps) = search.best;
        let keep = if ended.is_err() { &mut self.known.best } else { &mut self.known.passed };
        if score > keep.score
            && let Some(moves) = moves(question, self.start, &steps, score)
        {
            *keep = Line { score, moves };
        }
        ended.map(|_| Found::Unclear)
    }

    /// Searches positions for a line that reaches the target, and keeps the best line on the way.
    pub(super) fn search_positions(&mut self, question: Question<'_>) -> Result<Found, StopReason> {
        let Question { layout, reading, pruning, target } = question;
        let Self { start, openings, budget, known, .. } = self;
        let mut seen: Visited<u128> = new_table();
        let mut path: Vec<Frame> = Vec::new();
        let mut next = Some((**start, None));
        loop {
            if let Some((position, played)) = next.take() {
                let score = position.score();
                let moves = || path.iter().filter_map(|frame| frame.played).chain(played).collect();
                if score > known.passed.score {
                    known.passed = Line { score, moves: moves() };
                }
                if score >= target {
                    return Ok(Found::Line(moves()));
                }
                let (key, full) = key(layout, &position);
                let allowed = !pruning.has(Pruning::Openings) || openings.allow(question, full);
                if allowed && seen.insert(key) {
                    budget.spend(|| seen.allocation_size() + path.len() * size_of::<Frame>())?;
                    path.push(Frame { position, moves: ordered(&position, reading), played });
                }
            }
            let Some(frame) = path.last_mut() else { return Ok(Found::Nothing) };
            if let Some(mv) = frame.moves.pop() {
                let mut position = frame.position;
                position.play_unchecked(mv);
                next = Some((position, Some(mv)));
            } else {
                path.pop();
            }
        }
    }
}

/// Moves for a line of steps that reach a score.
fn moves(question: Question<'_>, start: &Position, steps: &[Step], score: u8) -> Option<Vec<Move>> {
    realise(question, start, steps).filter(|line| line.score >= score).map(|line| line.moves)
}

impl CountSearch<'_, '_, '_> {
    /// Searches on from a state; true if a line was found, or the search gave up.
    fn visit(&mut self, counts: &Counts) -> Result<bool, StopReason> {
        let question = self.question;
        let score = counts.score(question);
        if score > self.best.0 {
            self.best.0 = score;
            self.best.1.clone_from(&self.path);
        }
        if score >= question.target {
            return Ok(self.reached());
        }
        if question.pruning.has(Pruning::Openings) && !self.work.openings.allow(question, counts.full) {
            return Ok(false);
        }
        let Work { seen, budget, .. } = self.work;
        if !seen.insert(counts.key(question.reading)) {
            return Ok(false);
        }
        budget.spend(|| seen.allocation_size())?;
        for stride in strides(question, self.model, counts) {
            let after = stride.iter().fold(*counts, |counts, &step| counts.after(question, step));
            self.path.extend_from_slice(&stride);
            if self.visit(&after)? {
                return Ok(true);
            }
            self.path.truncate(self.path.len() - stride.len());
        }
        Ok(false)
    }

    /// The steps of the path reach the target: their moves, if they can be found, are the line.
    fn reached(&mut self) -> bool {
        self.line = moves(self.question, self.work.start, &self.path, self.question.target);
        if self.line.is_none() {
            self.unrealised += 1;
        }
        self.line.is_some() || self.unrealised >= PATIENCE
    }
}

/// A position on the current path, and its moves that are still to be tried, the last one first.
struct Frame {
    position: Position,
    moves: MoveList,
    played: Option<Move>,
}

/// The legal moves, the most promising last: towers, pieces out of nests, larges, sideways moves.
fn ordered(position: &Position, reading: Reading) -> MoveList {
    let mut moves = position.legal_moves(reading);
    moves.sort_by_key(|mv| {
        let from = &position.spaces()[mv.ends().0];
        Reverse(match mv {
            Move::Tower { .. } => 0,
            Move::Small { .. } if from.core() == Core::Bare => 1,
            Move::Medium { .. } if from.core() == Core::Opened => 2,
            Move::Large { .. } if from.caps() == 0 => 3,
            _ => 4,
        })
    });
    moves
}

/// The key of a position, and the mask of its full nests.
fn key(layout: &Layout, position: &Position) -> (u128, u16) {
    let mut fields = [0u8; 16];
    for (i, &at) in layout.space.iter().enumerate() {
        let space = &position.spaces()[usize::from(at)];
        if space.core() != Core::Gone {
            let placed = u8::from(space.has_medium()) << 1 | u8::from(space.has_small());
            fields[i] = (space.core() as u8) << 5 | (space.caps() as u8) << 2 | placed;
        }
    }
    let mut rest = &mut fields[..];
    for equal in layout.nests.chunk_by(|a, b| a == b) {
        let (run, others) = rest.split_at_mut(equal.len());
        run.sort_unstable_by(|a, b| b.cmp(a));
        rest = others;
    }
    let (mut key, mut full) = (0, 0);
    for (i, &field) in fields.iter().enumerate().take(layout.nests.len()) {
        key |= u128::from(field) << (7 * i);
        full |= u16::from(field >> 5 == 3) << i;
    }
    let mut table = [[0u128; 2]; COLOURS];
    for space in position.spaces() {
        if let Some(colour) = space.tower() {
            table[colour.index()][0] += u128::from(space.has_medium());
            table[colour.index()][1] += u128::from(space.has_small());
        }
    }
    for (c, [mediums, smalls]) in table.into_iter().enumerate() {
        key |= (mediums | smalls << 3) << (105 + 6 * c);
    }
    (key, full)
}
