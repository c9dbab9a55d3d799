//! The search of the engine: negamax with a principal variation window.

use super::WIN;
use super::evaluate::{Weights, evaluate};
use super::order::{Good, Killers, ordered};
use super::seen::BarredStates;
use super::table::{ScoreKind, ScoreTable};
use crate::games::pentamid::game::{Key, Move, Position, Repetition, Rules, Status};
use crate::games::pentamid::prover::win_at_once;
use crate::kit::search::{Halt, StopReason};

/// Plies a search can be deep, extensions included.
pub(super) const DEEPEST: usize = 100;
/// Scores beyond this are wins.
const WON: i32 = WIN - 1000;

/// State of one search.
pub(super) struct Negamax<'a, K> {
    pub(super) rules: &'a Rules,
    pub(super) lines: &'a [u64],
    pub(super) weights: &'a Weights,
    pub(super) repetition: Repetition,
    pub(super) table: &'a mut ScoreTable<K>,
    pub(super) seen: BarredStates<K>,
    pub(super) killers: Vec<Killers>,
    pub(super) good: Good,
    pub(super) nodes: u64,
    pub(super) max_nodes: u64,
    pub(super) halt: Halt,
}

impl<K: Key> Negamax<'_, K> {
    /// Searches the moves of the root and sorts them, best first; the score of the best.
    ///
    /// # Errors
    /// If a limit was reached. The moves searched so far are sorted then as well.
    pub(super) fn root(
        &mut self,
        position: &Position,
        key: K,
        depth: i32,
        moves: &mut [Move],
    ) -> Result<i32, StopReason> {
        let mut best = -WIN;
        for i in 0..moves.len() {
            let mv = moves[i];
            let score = self.after(position, key, mv, depth, (best, WIN), 0, i)?;
            if i == 0 || score > best {
                best = score;
                moves[..=i].rotate_right(1);
            }
        }
        Ok(best)
    }

    /// The score of a move, in the window: zero window first for all but the first move.
    #[expect(
        clippy::too_many_arguments,
        reason = "a window, a depth and a place in the tree belong to every search"
    )]
    fn after(
        &mut self,
        position: &Position,
        key: K,
        mv: Move,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
        number: usize,
    ) -> Result<i32, StopReason> {
        let child = position.after(mv);
        let child_key = key.after(self.rules, position.side(), mv);
        match child.line_status(self.rules) {
            Status::Line(side) => {
                let won = WIN - 1 - ply as i32;
                return Ok(if side == position.side() { won } else { -won });
            }
            Status::Drawn => return Ok(0),
            Status::Open | Status::Stuck(_) => {}
        }
        self.seen.push(child_key);
        let result = self.windows(&child, child_key, depth, (alpha, beta), ply, number);
        self.seen.pop();
        result
    }

    fn windows(
        &mut self,
        child: &Position,
        key: K,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
        number: usize,
    ) -> Result<i32, StopReason> {
        if number == 0 {
            return Ok(-self.node(child, key, depth - 1, (-beta, -alpha), ply + 1)?);
        }
        // Late moves are searched less deeply at first.
        let late = match (depth, number) {
            (3.., 4..=11) => 1,
            (3.., 12..) => 2,
            _ => 0,
        };
        let mut score = -self.node(child, key, depth - 1 - late, (-alpha - 1, -alpha), ply + 1)?;
        if score > alpha && late > 0 {
            score = -self.node(child, key, depth - 1, (-alpha - 1, -alpha), ply + 1)?;
        }
        if score > alpha && score < beta {
            score = -self.node(child, key, depth - 1, (-beta, -alpha), ply + 1)?;
        }
        Ok(score)
    }

    fn node(
        &mut self,
        position: &Position,
        key: K,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
        ply: usize,
    ) -> Result<i32, StopReason> {
        self.count()?;
        if win_at_once(self.rules, position).is_some() {
            return Ok(WIN - 1 - ply as i32);
        }
        // No line in one is left. A win by leaving the opponent without a move, which is looked for with the other moves, counts
        // as one of three plies here.
        beta = beta.min(WIN - 3 - ply as i32);
        alpha = alpha.max(-WIN + ply as i32);
        if alpha >= beta {
            return Ok(alpha);
        }
        let mut depth = depth;
        if depth <= 0 {
            // A threat of the opponent has to be met before the position can be judged.
            let threatened = win_at_once(self.rules, &position.passed()).is_some();
            if !threatened || ply >= DEEPEST - 1 || depth < -6 {
                return Ok(evaluate(self.rules, self.lines, self.weights, position));
            }
            depth = depth.min(0);
        }
        let entry = self.table.get(key);
        if let Some(entry) = entry {
            let score = from_table(entry.score, ply);
            let enough = i32::from(entry.depth) >= depth.max(0);
            let cuts = match entry.kind {
                ScoreKind::Exact => true,
                ScoreKind::AtLeast => score >= beta,
                ScoreKind::AtMost => score <= alpha,
            };
            if enough && cuts {
                return Ok(score);
            }
        }
        if ply >= DEEPEST - 1 {
            return Ok(evaluate(self.rules, self.lines, self.weights, position));
        }
        self.moves(position, key, depth, (alpha, beta), ply, entry.and_then(|entry| entry.best))
    }

    fn moves(
        &mut self,
        position: &Position,
        key: K,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
        first: Option<Move>,
    ) -> Result<i32, StopReason> {
        let moves = position.moves(self.rules);
        let moves = ordered(self.lines, position, moves, first, self.killers[ply], &self.good);
        let (mut best, mut best_move) = (-WIN + ply as i32, None);
        let mut window = alpha;
        let mut number = 0;
        for (_, mv) in moves {
            let barred = self.repetition == Repetition::Barred
                && !mv.is_drop()
                && self.seen.contains(key.after(self.rules, position.side(), mv));
            if barred {
                continue;
            }
            let score = self.after(position, key, mv, depth, (window, beta), ply, number)?;
            number += 1;
            if score > best || best_move.is_none() {
                (best, best_move) = (score, Some(mv));
                window = window.max(score);
                if score >= beta {
                    self.reward(position, mv, depth, ply);
                    break;
                }
            }
        }
        let kind = if best >= beta {
            ScoreKind::AtLeast
        } else if best > alpha {
            ScoreKind::Exact
        } else {
            ScoreKind::AtMost
        };
        self.table.put(key, to_table(best, ply), depth, kind, best_move);
        Ok(best)
    }

    fn reward(&mut self, position: &Position, mv: Move, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.good.reward(position.side(), mv, depth.max(1));
    }

    fn count(&mut self) -> Result<(), StopReason> {
        const INTERVAL: u64 = 1 << 10;
        if self.nodes >= self.max_nodes {
            return Err(StopReason::Nodes);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(INTERVAL) { self.halt.check() } else { Ok(()) }
    }
}

/// A score as the table keeps it: wins counted from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        WON.. => score + ply as i32,
        _ if score <= -WON => score - ply as i32,
        _ => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        WON.. => score - ply as i32,
        _ if score <= -WON => score + ply as i32,
        _ => score,
    }
}
