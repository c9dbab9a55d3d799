//! The search of the engine: negamax with a principal variation window, its table and its move ordering.

use ahash::RandomState;
use hashbrown::HashSet;
use smallvec::SmallVec;

use super::evaluate::{WIN, evaluate};
use crate::games::pentamid::game::{
    Game, Key, Move, Node, Position, Repetition, Rules, Side, Size, Status, square_weights,
};
use crate::kit::search::{Halt, StopReason};

/// Plies a search can be deep, extensions included.
const DEEPEST: usize = 100;
/// Plies by which the search after a passed move is less deep.
const PASS_REDUCTION: i32 = 2;
/// Up to this depth an evaluation that is better than needed by [`MARGIN`] a ply is believed.
const SHALLOW: i32 = 3;
/// What the opponent is believed to gain by a ply, at most.
const MARGIN: i32 = 60;
/// Scores beyond this are wins.
pub(super) const WON: i32 = WIN - 1000;

/// Scores between which the value is asked for.
type Window = (i32, i32);

/// A score, or the limit that ended the search.
type Searched = Result<i32, StopReason>;

pub(super) struct Negamax<'a, const N: usize> {
    pub(super) rules: &'a Rules,
    pub(super) lines: &'a [u64],
    repetition: Repetition,
    table: &'a mut ScoreTable<N>,
    /// Keys of the states since the last drop of the game, and of those that the search has come through.
    seen: HashSet<Key<N>, RandomState>,
    /// Killer moves of each ply.
    killers: Vec<[Option<Move>; 2]>,
    /// How often moves were good, by player, size and square reached.
    good: [[[i32; 64]; 3]; 2],
    pub(super) nodes: u64,
    max_nodes: u64,
    halt: Halt,
    /// Depth of the iteration.
    depth: usize,
}

impl<'a, const N: usize> Negamax<'a, N> {
    pub(super) fn new(
        game: &'a Game,
        lines: &'a [u64],
        table: &'a mut ScoreTable<N>,
        max_nodes: u64,
        halt: Halt,
    ) -> Self {
        let (rules, repetition) = (game.rules(), game.repetition());
        let mut seen = HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        seen.extend(game.history().since_drop().iter().map(|state| Key::of(rules, state)));
        let (killers, good) = (vec![[None; 2]; DEEPEST], [[[0; 64]; 3]; 2]);
        Self { rules, lines, repetition, table, seen, killers, good, nodes: 0, max_nodes, halt, depth: 0 }
    }

    /// Searches the moves of the root, none of which wins by a line, and sorts them, best first; the score of the best. If that
    /// is not within the window, it is a bound only, and moves that are no better than the lower end keep their order.
    ///
    /// # Errors
    /// If a limit was reached. The moves searched so far are sorted then as well.
    pub(super) fn root(
        &mut self,
        root: &Node<N>,
        depth: i32,
        (alpha, beta): Window,
        moves: &mut [Move],
    ) -> Searched {
        self.depth = depth as usize;
        let mut best = -WIN;
        for number in 0..moves.len() {
            let child = root.after(self.rules, moves[number]);
            let score = match self.uncovered(&root.position, moves[number], &child.position, 0) {
                Some(score) => score,
                None => self.child(&child, depth, (best.max(alpha), beta), 0, number)?,
            };
            if number == 0 || score > best {
                best = score;
                if best > alpha {
                    moves[..=number].rotate_right(1);
                }
                if best >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The score of a step that ends the game by uncovering a line. The node has no line in one, so no other move ends it by one.
    #[inline]
    pub(super) fn uncovered(
        &self,
        position: &Position,
        mv: Move,
        next: &Position,
        ply: usize,
    ) -> Option<i32> {
        let side = position.side();
        let from = mv.from()?.bit();
        if position.layers[side.other().index()].iter().all(|layer| layer & from == 0) {
            return None;
        }
        let won = WIN - 1 - ply as i32;
        match next.line_status(self.rules) {
            Status::Line(winner) => Some(if winner == side { won } else { -won }),
            Status::Drawn => Some(0),
            Status::Open | Status::Stuck(_) => None,
        }
    }

    /// Whether the move leads to a state of the game or of the search's line.
    #[inline]
    pub(super) fn is_barred(&self, mv: Move, child: &Node<N>) -> bool {
        self.repetition == Repetition::Barred && !mv.is_drop() && self.seen.contains(&child.key)
    }

    /// The score of a position after the `number`th move of its parent, for the side that made the move: less deeply first for
    /// late moves, with a zero window first for all but the first.
    fn child(
        &mut self,
        child: &Node<N>,
        depth: i32,
        (alpha, beta): Window,
        ply: usize,
        number: usize,
    ) -> Searched {
        let mut late = match (depth, number) {
            (3.., 4..=7) => (depth / 6 - 1).max(0),
            (3.., 8..=15) => depth / 6,
            (3.., 16..) => 1 + depth / 6,
            _ => 0,
        };
        // Moves that threaten to win at once are part of most forced wins.
        if late > 0 && child.position.passed().win_at_once(self.rules).is_some() {
            late = 0;
        }
        let mut search = |depth, (alpha, beta): Window| -> Searched {
            Ok(-self.node(child, depth, (-beta, -alpha), ply + 1, true)?)
        };
        if number == 0 {
            return search(depth - 1, (alpha, beta));
        }
        let zero = (alpha, alpha + 1);
        let mut score = search(depth - 1 - late, zero)?;
        if score > alpha && late > 0 {
            score = search(depth - 1, zero)?;
        }
        if score > alpha && score < beta {
            score = search(depth - 1, (alpha, beta))?;
        }
        Ok(score)
    }

    /// The score of a node; `can_pass` unless the move before it was passed up.
    fn node(
        &mut self,
        node: &Node<N>,
        mut depth: i32,
        (mut alpha, mut beta): Window,
        ply: usize,
        can_pass: bool,
    ) -> Searched {
        self.count()?;
        let position = &node.position;
        if position.win_at_once(self.rules).is_some() {
            return Ok(WIN - 1 - ply as i32);
        }
        // No line in one is left. A win by leaving the opponent without a move, which is looked for with the other moves, counts
        // as one of three plies here.
        beta = beta.min(WIN - 3 - ply as i32);
        alpha = alpha.max(-WIN + ply as i32);
        if alpha >= beta {
            return Ok(alpha);
        }
        let passed = position.passed();
        let threatened = passed.win_at_once(self.rules).is_some();
        // A threat of the opponent has to be met before the position can be judged.
        if depth <= 0 && (!threatened || depth < -6) || ply >= DEEPEST - 1 {
            let score = evaluate(self.rules, position);
            if !threatened
                && score < beta
                && let Some(plies) = self.threats(node)?
            {
                return Ok(WIN - plies - ply as i32);
            }
            return Ok(score);
        }
        // Answers to a threat are few.
        if depth > 0 && threatened && ply < 2 * self.depth {
            depth += 1;
        }
        let entry = self.table.get(node.key);
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
        // No guess below is a win or a loss, so none becomes one.
        if !threatened && beta - alpha == 1 && beta.abs() < WON {
            let score = evaluate(self.rules, position);
            if depth <= SHALLOW && score - MARGIN * depth >= beta {
                return Ok(score);
            }
            if can_pass && depth >= 2 && score >= beta {
                let next = Node { position: passed, key: node.key.turned() };
                let score = -self.node(&next, depth - 1 - PASS_REDUCTION, (-beta, -alpha), ply + 1, false)?;
                if score >= beta {
                    return Ok(if score > WON { beta } else { score });
                }
            }
        }
        self.moves(node, depth, (alpha, beta), ply, entry.and_then(|entry| entry.best))
    }

    /// The score of the best move of a node. The table's move comes first, before the others are made.
    fn moves(
        &mut self,
        node: &Node<N>,
        depth: i32,
        (alpha, beta): Window,
        ply: usize,
        first: Option<Move>,
    ) -> Searched {
        let (mut best, mut best_move) = (-WIN + ply as i32, None);
        // A search that a limit ends is not gone on with, so the state may stay then.
        let new = self.repetition == Repetition::Barred && self.seen.insert(node.key);
        let mut others = None;
        let mut next = first;
        let mut number = 0;
        while let Some(mv) = next.take().or_else(|| {
            let others = others.get_or_insert_with(|| {
                let moves = node.position.each_move(self.rules).filter(|&mv| Some(mv) != first);
                self.ordered(&node.position, moves, self.killers[ply]).into_iter()
            });
            others.next().map(|(_, mv)| mv)
        }) {
            let child = node.after(self.rules, mv);
            if self.is_barred(mv, &child) {
                continue;
            }
            let score = match self.uncovered(&node.position, mv, &child.position, ply) {
                Some(score) => score,
                None => self.child(&child, depth, (alpha.max(best), beta), ply, number)?,
            };
            number += 1;
            if score > best || best_move.is_none() {
                (best, best_move) = (score, Some(mv));
                if score >= beta {
                    self.reward(node.position.side(), mv, depth.max(1), ply);
                    break;
                }
            }
        }
        if new {
            self.seen.remove(&node.key);
        }
        let kind = match best {
            _ if best >= beta => ScoreKind::AtLeast,
            _ if best > alpha => ScoreKind::Exact,
            _ => ScoreKind::AtMost,
        };
        self.table.put(node.key, to_table(best, ply), depth, kind, best_move);
        Ok(best)
    }

    /// The moves, with scores for trying them best first: killers, then lines made or blocked and the history of good moves.
    pub(super) fn ordered(
        &self,
        position: &Position,
        moves: impl Iterator<Item = Move>,
        killers: [Option<Move>; 2],
    ) -> SmallVec<[(i64, Move); 96]> {
        const KILLER: i32 = 1 << 14;
        // What squares are worth to a player: the more, the fewer squares the lines through them lack.
        let worth = |side: Side| {
            let own = position.visible(side);
            let blocks = position.layers[side.other().index()][Size::Large.index()];
            square_weights(self.lines, |line| {
                if line & blocks == 0 { 1 << (3 * (line & own).count_ones()).min(20) } else { 0 }
            })
        };
        let side = position.side();
        let (own, other) = (worth(side), worth(side.other()));
        let good = &self.good[side.index()];
        let score = |mv: Move| {
            let (to, size) = (mv.to().index(), mv.size().index());
            let left = mv.from().map_or(0, |from| own[from.index()] + other[from.index()] / 2);
            let squares = own[to] + other[to] * size as i32 / 2 - left;
            let bonus = if killers.contains(&Some(mv)) { KILLER } else { 0 };
            4 * squares + good[size][to] + size as i32 + bonus
        };
        let mut scored: SmallVec<_> = SmallVec::new();
        for mv in moves {
            // Moves of equal scores keep their order.
            scored.push(((i64::from(score(mv)) << 16) - scored.len() as i64, mv));
        }
        scored.sort_unstable_by_key(|&(score, _)| std::cmp::Reverse(score));
        scored
    }

    /// Remembers a move that was too good for the opponent to allow.
    fn reward(&mut self, side: Side, mv: Move, depth: i32, ply: usize) {
        const MOST: i32 = 1 << 12;
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let count = &mut self.good[side.index()][mv.size().index()][mv.to().index()];
        *count += depth * depth;
        if *count > MOST {
            self.good.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|count| *count /= 2);
        }
    }

    pub(super) fn count(&mut self) -> Result<(), StopReason> {
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

/// What a score says of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScoreKind {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
struct ScoreEntry<const N: usize> {
    key: Key<N>,
    score: i32,
    depth: i8,
    kind: ScoreKind,
    age: u8,
    best: Option<Move>,
}

/// The transposition table: exact keys, one entry a slot.
#[derive(Clone, Debug)]
pub(super) struct ScoreTable<const N: usize> {
    slots: Vec<Option<ScoreEntry<N>>>,
    age: u8,
}

impl<const N: usize> ScoreTable<N> {
    /// A table of `1 << bits` slots.
    pub(super) fn new(bits: u32) -> Self {
        Self { slots: vec![None; 1 << bits], age: 0 }
    }

    /// Gives the table at least `1 << bits` slots; a table that is too small is emptied.
    pub(super) fn grow(&mut self, bits: u32) {
        if self.slots.len() < 1 << bits {
            self.slots = vec![None; 1 << bits];
        }
    }

    /// Begins a new search: entries of earlier ones are replaced by any new one.
    pub(super) const fn grow_old(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn slot(&self, key: Key<N>) -> usize {
        (key.hash64() >> 20) as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn get(&self, key: Key<N>) -> Option<ScoreEntry<N>> {
        self.slots[self.slot(key)].filter(|entry| entry.key == key)
    }

    #[inline]
    fn put(&mut self, key: Key<N>, score: i32, depth: i32, kind: ScoreKind, best: Option<Move>) {
        let slot = self.slot(key);
        let depth = depth.clamp(0, 127) as i8;
        let old = self.slots[slot];
        if old.is_some_and(|old| old.key != key && old.age == self.age && old.depth > depth + 3) {
            return;
        }
        let best = best.or_else(|| old.filter(|old| old.key == key).and_then(|old| old.best));
        self.slots[slot] = Some(ScoreEntry { key, score, depth, kind, age: self.age, best });
    }
}
