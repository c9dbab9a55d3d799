//! The engine as a player: limits and levels of strength, the choice of a move, and the moves that do not lose at once.

use super::evaluate::WIN;
use super::search::{Negamax, ScoreTable, WON};
use crate::games::pentamid::game::{Game, Move, MoveList, NarrowKey, Node, Position, Repetition, Rules};
use crate::kit::search::Limits;

/// Plies that a search looks ahead at most, extensions not counted.
const DEPTH: u32 = 60;

/// A move that the engine has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The score for the side to move: hundredths of a line, about, or [`WIN`] less the plies to a win that the
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
    game.position().win_at_once(game.rules()).is_some()
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
    let pieces: Vec<[u64; 3]> =
        game.history().since_drop().iter().map(|state| state.layers[other.index()]).collect();
    // Sorted they would be counted faster, but states are few, and a sort takes much of the module of pages.
    let same = |these| pieces.iter().filter(|&those| those == these).count() as u64;
    pieces.iter().map(same).max().unwrap_or(0)
}

/// An engine: it keeps its table from move to move. Its choices depend on the games it has seen, so a fresh engine is needed
/// for every game that is to be reproduced.
#[derive(Clone, Debug)]
pub struct Engine {
    lines: Vec<u64>,
    table: Table,
}

/// The table, by the kind of key that the board needs.
#[derive(Clone, Debug)]
enum Table {
    Narrow(ScoreTable<1>),
    Wide(ScoreTable<3>),
}

impl Engine {
    /// Slots of the table, as a power of two: for searches of fewer nodes than twice as many, and at most.
    const BITS: [u32; 2] = [17, 20];

    /// An engine for games of these rules.
    pub fn new(rules: &Rules) -> Self {
        let table = if rules.area() <= NarrowKey::AREA {
            Table::Narrow(ScoreTable::new(Self::BITS[0]))
        } else {
            Table::Wide(ScoreTable::new(Self::BITS[0]))
        };
        Self { lines: rules.lines(), table }
    }

    /// The engine's move: the best that it finds within the limits, of which memory does not count. Nothing if the game is over.
    /// Choices reproduce without a limit in time and an interrupt.
    pub fn choose(&mut self, game: &Game, limits: &Limits) -> Option<Choice> {
        if game.status().is_over() {
            return None;
        }
        let moves = safe_moves(game);
        if let [mv] = moves[..] {
            return Some(Choice { mv, score: 0, depth: 0, nodes: 0 });
        }
        match &mut self.table {
            Table::Narrow(table) => deepen(game, &self.lines, table, limits, moves),
            Table::Wide(table) => deepen(game, &self.lines, table, limits, moves),
        }
    }
}

/// How far from the last score the next one is looked for at first.
const ASPIRATION: i32 = 60;

/// Searches deeper and deeper, and keeps the best move found when a limit is reached.
fn deepen<const N: usize>(
    game: &Game,
    lines: &[u64],
    table: &mut ScoreTable<N>,
    limits: &Limits,
    moves: MoveList,
) -> Option<Choice> {
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    table.grow(nodes.max(1).ilog2().clamp(Engine::BITS[0], Engine::BITS[1]));
    table.grow_old();
    let mut search = Negamax::new(game, lines, table, nodes, limits.halt());
    let root = Node::new(game.rules(), *game.position());
    let ordered = search.ordered(&root.position, moves.into_iter(), [None; 2]);
    let mut moves: MoveList = ordered.into_iter().map(|(_, mv)| mv).collect();
    let mut choice = Choice { mv: *moves.first()?, score: 0, depth: 0, nodes: 0 };
    for depth in 1..=DEPTH {
        // A window around the last score first, then all scores if the score is not in it.
        let near = depth > 3 && choice.score.abs() < WON;
        let window = if near { (choice.score - ASPIRATION, choice.score + ASPIRATION) } else { (-WIN, WIN) };
        let mut result = search.root(&root, depth as i32, window, &mut moves);
        if let Ok(score) = result
            && (score <= window.0 || score >= window.1)
        {
            result = search.root(&root, depth as i32, (-WIN, WIN), &mut moves);
        }
        (choice.mv, choice.nodes) = (moves[0], search.nodes);
        let Ok(score) = result else { break };
        (choice.score, choice.depth) = (score, depth);
        if score.abs() > WON {
            break;
        }
    }
    Some(choice)
}

/// A level of strength, 1 (weakest) to [`Level::STRONGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The strongest level.
    pub const STRONGEST: u8 = 8;

    /// Nodes a move, and chances in a hundred to play any safe move instead of the best.
    const TABLE: [(u64, u64); Self::STRONGEST as usize] =
        [(50, 50), (200, 30), (1000, 15), (4000, 5), (15_000, 0), (60_000, 0), (250_000, 0), (2_000_000, 0)];

    /// The level with this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::STRONGEST).contains(&number).then_some(Self(number))
    }

    /// Names of the levels, the weakest first.
    pub const NAMES: [&'static str; Self::STRONGEST as usize] =
        ["beginner", "novice", "casual", "steady", "keen", "strong", "expert", "master"];

    /// The name of the level.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.0 as usize - 1]
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Nodes of the search at this level.
    pub const fn nodes(self) -> u64 {
        Self::TABLE[self.0 as usize - 1].0
    }

    /// The move of an engine at this level; nothing if the game is over. Weak levels slip now and then, but take a win in one,
    /// and leave the opponent none if they can. Of the limits, nodes do not count: the level sets them.
    pub fn choose(
        self,
        engine: &mut Engine,
        game: &Game,
        random: &mut Rng,
        limits: &Limits,
    ) -> Option<Choice> {
        let (nodes, slips) = Self::TABLE[usize::from(self.0) - 1];
        let choice = engine.choose(game, &Limits { nodes: Some(nodes), ..limits.clone() })?;
        if random.below(100) < slips {
            let moves = safe_moves(game);
            let mv = moves[random.below(moves.len() as u64) as usize];
            return Some(Choice { mv, ..choice });
        }
        Some(choice)
    }
}

/// A generator of pseudorandom numbers, the same on every machine: `SplitMix64` (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// The generator of a seed and a number in its series.
    pub fn new(seed: u64, index: u64) -> Self {
        let mut random = Self(seed);
        let start = random.word();
        Self(start ^ index.wrapping_mul(0xD6E8_FEB8_6659_FD93))
    }

    /// The next word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below `n`, which is not 0; uneven by less than `n` in 2^64.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(n)) >> 64) as u64
    }
}
