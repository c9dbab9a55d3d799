//! The engine as a player: limits, the choice of a move, and the moves that do not lose at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::evaluate::Weights;
use super::order::Good;
use super::search::{DEEPEST, Negamax};
use super::seen::BarredStates;
use super::table::ScoreTable;
use super::weights::WEIGHTS;
use crate::games::pentamid::game::{
    Game, Key, Move, MoveList, NarrowKey, Position, Repetition, Rules, WideKey,
};
use crate::games::pentamid::prover::win_at_once;
use crate::kit::search::Halt;

/// Limits of the search for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveLimits {
    /// Nodes, at most. Choices reproduce if there is no other limit than this and the depth.
    pub nodes: u64,
    /// Plies, at most, extensions not counted.
    pub depth: u32,
    /// Wall time, at most.
    pub time: Option<Duration>,
}

impl MoveLimits {
    /// A limit in nodes alone.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, depth: 60, time: None }
    }
}

/// A move that the engine has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The score for the side to move: hundredths of a line, about, or [`WIN`](super::WIN) less the plies to a win that the
    /// engine believes in.
    pub score: i32,
    /// Plies searched in full.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
}

/// The moves that do not let the opponent win at once, or all moves if none is safe. If a move wins at once, that one alone.
///
/// Wins are those of the game with its history: lines, and positions in which the other player has no legal move.
pub fn safe_moves(game: &Game) -> MoveList {
    let mut game = game.clone();
    let moves = game.legal_moves();
    if let Some(&mv) = moves.iter().find(|&&mv| wins(&mut game, mv)) {
        return std::iter::once(mv).collect();
    }
    let barred = most_barred(&game);
    let mut loses = |mv| after(&mut game, mv, |game| can_win_at_once(game, barred));
    let safe: MoveList = moves.iter().copied().filter(|&mv| !loses(mv)).collect();
    if safe.is_empty() { moves } else { safe }
}

/// What `judge` says of a game after a legal move. The game is the same as before in the end.
fn after<T>(game: &mut Game, mv: Move, judge: impl FnOnce(&mut Game) -> T) -> T {
    let played = game.play(mv);
    debug_assert!(played.is_ok());
    let judgement = judge(game);
    game.take_back();
    judgement
}

/// Whether a legal move wins at once.
fn wins(game: &mut Game, mv: Move) -> bool {
    let side = game.position().side();
    after(game, mv, |game| game.status().winner() == Some(side))
}

/// Whether the side to move has won, or wins by the next move. No more than `barred` moves of the other player are barred then.
fn can_win_at_once(game: &mut Game, barred: u64) -> bool {
    let status = game.status();
    if status.is_over() {
        return status.winner() == Some(game.position().side());
    }
    win_at_once(game.rules(), game.position()).is_some()
        || can_be_stuck(game.rules(), game.position(), barred)
            && game.legal_moves().iter().any(|&mv| wins(game, mv))
}

/// Whether one move may leave the other player without a legal move, where no more than `barred` moves are barred. If not, it
/// cannot.
///
/// No drop brings an earlier state back, and one move takes one vacant square at most. It takes eight moves of the other player at
/// most: four steps onto its square, and four of a piece that it covers there, or three drops.
fn can_be_stuck(rules: &Rules, position: &Position, barred: u64) -> bool {
    let other = position.passed();
    let vacant = rules.droppable & !other.occupied();
    (vacant.count_ones() < 2 || !other.can_drop(rules)) && other.count_moves(rules) <= 8 + barred
}

/// The most moves of the side to move that states of the game can bar after its next move and a reply: as it steps, the pieces
/// of its opponent stay, so it is the most states with the same pieces of the opponent.
fn most_barred(game: &Game) -> u64 {
    if game.repetition() == Repetition::Allowed {
        return 0;
    }
    let other = game.position().side().other();
    let mut pieces: Vec<[u64; 3]> =
        game.history().since_drop().iter().map(|state| state.layers[other.index()]).collect();
    pieces.sort_unstable();
    pieces.chunk_by(|a, b| a == b).map(|same| same.len() as u64).max().unwrap_or(0)
}

/// An engine: it keeps its table from move to move. Its choices depend on the games it has seen, so a fresh engine is needed
/// for every game that is to be reproduced.
#[derive(Clone, Debug)]
pub struct Engine {
    weights: Weights,
    lines: Vec<u64>,
    table: Kept,
    interrupt: Option<Arc<AtomicBool>>,
}

/// The table, by the kind of key that the board needs.
#[derive(Clone, Debug)]
enum Kept {
    Narrow(ScoreTable<NarrowKey>),
    Wide(ScoreTable<WideKey>),
}

impl Engine {
    /// Slots of the table, as a power of two.
    const BITS: u32 = 17;

    /// An engine for games of these rules.
    pub fn new(rules: &Rules) -> Self {
        Self::with_weights(rules, WEIGHTS)
    }

    /// An engine with other weights of the evaluation.
    pub fn with_weights(rules: &Rules, weights: Weights) -> Self {
        let table = if rules.area() <= NarrowKey::AREA {
            Kept::Narrow(ScoreTable::new(Self::BITS))
        } else {
            Kept::Wide(ScoreTable::new(Self::BITS))
        };
        Self { weights, lines: rules.lines(), table, interrupt: None }
    }

    /// The same engine with a flag that, once it is set from outside, ends every search at once: choices are then the best moves
    /// found so far.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Arc<AtomicBool>) -> Self {
        Self { interrupt: Some(interrupt), ..self }
    }

    /// The engine's move; nothing if the game is over.
    pub fn choose(&mut self, game: &Game, limits: &MoveLimits) -> Option<Choice> {
        if game.status().is_over() {
            return None;
        }
        let mut moves = safe_moves(game);
        if let [mv] = moves[..] {
            return Some(Choice { mv, score: 0, depth: 0, nodes: 0 });
        }
        let Self { weights, lines, table, interrupt } = self;
        let halt = Halt::new(limits.time, interrupt.clone());
        match table {
            Kept::Narrow(table) => deepen(weights, lines, table, game, limits, halt, &mut moves),
            Kept::Wide(table) => deepen(weights, lines, table, game, limits, halt, &mut moves),
        }
    }
}

/// Searches deeper and deeper, and keeps the best move found when a limit is reached.
fn deepen<K: Key>(
    weights: &Weights,
    lines: &[u64],
    table: &mut ScoreTable<K>,
    game: &Game,
    limits: &MoveLimits,
    halt: Halt,
    moves: &mut MoveList,
) -> Option<Choice> {
    table.grow_old();
    let (rules, position) = (game.rules(), game.position());
    let keys = game.history().since_drop().iter().map(|state| K::of(rules, state));
    let mut search = Negamax {
        rules,
        lines,
        weights,
        repetition: game.repetition(),
        table,
        seen: BarredStates::new(keys),
        killers: vec![[None; 2]; DEEPEST],
        good: Good::new(),
        nodes: 0,
        max_nodes: limits.nodes,
        halt,
    };
    let good = Good::new();
    let ordered = super::order::ordered(lines, position, moves.iter().copied(), None, [None; 2], &good);
    *moves = ordered.into_iter().map(|(_, mv)| mv).collect();
    let key = K::of(rules, position);
    let mut choice = Choice { mv: *moves.first()?, score: 0, depth: 0, nodes: 0 };
    for depth in 1..=limits.depth.min(60) {
        let result = search.root(position, key, depth as i32, moves);
        choice.mv = moves[0];
        choice.nodes = search.nodes;
        match result {
            Ok(score) => (choice.score, choice.depth) = (score, depth),
            Err(_) => break,
        }
        if choice.score.abs() > super::WIN - 1000 {
            break;
        }
    }
    Some(choice)
}
