//! Endgames: short puzzles from real deals, with three to seven trees to go, which can be won without a swap and which careless play
//! loses.
//!
//! # Where they come from
//! A deal is played along a winning line until one tree more is to go than wanted, and from there by the greedy player until the next
//! tree is in the bank: late on a winning line, or on a player's way beside it. The position counts if no swap was used, if its best
//! score is 17, if the greedy player then loses one of ten games at least, and if its solution is no wider than [`LEAST_NARROWNESS`].
//!
//! # Rating
//! The *narrowness* of a solution is the sum, over its moves, of log₂ (legal moves / moves that keep the best score), swaps not counted,
//! since each of them costs a point: as many bits have to be known to follow one way or another. The *weight* of an endgame is half of
//! that, and −log₂ ((wins + 1) / (games + 2)) for each of the two careless players. [`STARS`] are the weights from which on it has two,
//! three and four stars: about a quarter of all endgames each, of the first 1,200 deals of seed 1.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::SeedableRng;

use super::difficulty::{GREEDY_GAMES, Player, Playouts, RANDOM_GAMES, choose, playouts};
use super::hint::MoveHint;
use super::hint_search::hints_with_outcome;
use crate::games::solomids::game::{MAX_SWAPS, Move, Position, TREES};
use crate::games::solomids::solver::{Config, Outcome, Solver, Verdict};

/// Largest share of games from an endgame that the greedy player may win.
pub const MOST_GREEDY_WINS: f64 = 0.9;

/// Least narrowness.
pub const LEAST_NARROWNESS: f64 = 1.0;

/// Least weights of endgames with two, three and four stars.
pub const STARS: [f64; 3] = [3.5, 5.5, 9.0];

/// Nodes of a search: each of the deal, of an endgame, and of the moves of a position together.
const NODES: u64 = 20_000;
/// Moves within which the greedy player has to bank a tree on the way.
const MOST_MOVES: usize = 40;
/// Stream of random numbers of the way, apart from those of playouts.
const STREAM: u64 = 2;

/// A short puzzle.
#[derive(Clone, Debug)]
pub struct Endgame {
    /// The moves from the deal to the position.
    pub moves: Vec<Move>,
    /// The position, whose best score is 17.
    pub position: Position,
    /// Moves from there that reach it.
    pub solution: Vec<Move>,
    /// Games of the random player from there.
    pub random: Playouts,
    /// Games of the greedy player from there.
    pub greedy: Playouts,
    /// At every step of the solution, how many moves keep the best score, and how many are legal, but for swaps.
    pub steps: Vec<(usize, usize)>,
    /// What the narrowest step is about.
    pub point: Point,
}

/// What the narrowest step of a solution is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Point {
    /// Only transfers keep the best score.
    Transfer,
    /// Only slides keep it.
    Slide,
    /// A slide loses it: it must wait.
    Wait,
    /// Only banks keep it, or a bank loses it: the order of banking.
    Bank,
    /// Which stack goes where.
    Stack,
}

impl Point {
    /// Name in lists.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::Slide => "slide",
            Self::Wait => "wait",
            Self::Bank => "bank",
            Self::Stack => "stack",
        }
    }

    fn of(keeping: &[&MoveHint], losing: &[&MoveHint]) -> Self {
        let only = |matches: fn(&Move) -> bool| keeping.iter().all(|hint| matches(&hint.mv));
        let loses = |matches: fn(&Move) -> bool| losing.iter().any(|hint| matches(&hint.mv));
        if only(|mv| matches!(mv, Move::Transfer { .. })) {
            Self::Transfer
        } else if only(|mv| matches!(mv, Move::Slide { .. })) {
            Self::Slide
        } else if only(|mv| matches!(mv, Move::Bank { .. })) || loses(|mv| matches!(mv, Move::Bank { .. })) {
            Self::Bank
        } else if loses(|mv| matches!(mv, Move::Slide { .. })) {
            Self::Wait
        } else {
            Self::Stack
        }
    }
}

impl Endgame {
    /// The endgame of a deal with the given number of `trees` to go; `None` if there is none, or if a search needs more than 20,000 nodes.
    pub fn of_deal(solver: &mut Solver, deal: &Position, trees: u8) -> Option<Self> {
        let config = Config::with_nodes(NODES);
        let outcome = solver.solve(deal, &config);
        if outcome.verdict != (Verdict::Won { swaps: 0 }) {
            return None;
        }
        let (moves, position) = way(deal, &outcome.line, TREES - trees)?;
        let greedy = playouts(&position, Player::Greedy, GREEDY_GAMES);
        if greedy.win_share() > MOST_GREEDY_WINS {
            return None;
        }
        let outcome = solver.solve(&position, &config);
        if outcome.verdict.score() != Some(TREES + MAX_SWAPS) {
            return None;
        }
        let (mut now, mut steps, mut points) = (position, Vec::new(), Vec::new());
        for (done, &mv) in outcome.line.iter().enumerate() {
            let rest = Outcome { line: outcome.line[done..].to_vec(), ..outcome.clone() };
            let judged = hints_with_outcome(solver, &now, &rest, &config).moves;
            if judged.iter().any(|hint| hint.keeps.is_none()) {
                return None;
            }
            let no_swaps = judged.iter().filter(|hint| !matches!(hint.mv, Move::Swap { .. }));
            let (keeping, losing): (Vec<&MoveHint>, Vec<_>) =
                no_swaps.partition(|hint| hint.keeps == Some(true));
            points.push(Point::of(&keeping, &losing));
            steps.push((keeping.len(), keeping.len() + losing.len()));
            now.play(mv).ok()?;
        }
        let narrowest = (0..steps.len()).min_by_key(|&step| (steps[step].0 << 16) / steps[step].1)?;
        let random = playouts(&position, Player::Random, RANDOM_GAMES);
        let (solution, point) = (outcome.line, points[narrowest]);
        let endgame = Self { moves, position, solution, random, greedy, steps, point };
        (endgame.narrowness() >= LEAST_NARROWNESS).then_some(endgame)
    }

    /// Bits that have to be known to follow a solution.
    pub fn narrowness(&self) -> f64 {
        self.steps.iter().map(|step| libm::log2(step.1 as f64 / step.0 as f64)).sum()
    }

    /// What the stars are given by.
    pub fn weight(&self) -> f64 {
        let bits = |games: &Playouts| -libm::log2(f64::from(games.wins + 1) / f64::from(games.games + 2));
        self.narrowness() / 2.0 + bits(&self.random) + bits(&self.greedy)
    }

    /// One to four stars.
    pub fn stars(&self) -> u8 {
        1 + STARS.iter().filter(|&&least| self.weight() >= least).count() as u8
    }
}

/// The moves from a deal to a position with `banked` trees in the bank, and that position: along `line`, and the last tree by the
/// greedy player.
fn way(deal: &Position, line: &[Move], banked: u8) -> Option<(Vec<Move>, Position)> {
    let (mut position, mut moves) = (*deal, Vec::new());
    for &mv in line {
        if position.trees_banked() + 1 == banked {
            break;
        }
        position.play(mv).ok()?;
        moves.push(mv);
    }
    let mut words = ChaCha20Rng::from_seed(deal.to_bytes());
    words.set_stream(STREAM);
    for _ in 0..MOST_MOVES {
        let mv = choose(&position, Player::Greedy, &mut words)?;
        position.play(mv).ok()?;
        moves.push(mv);
        if position.trees_banked() == banked {
            return (position.swaps_used() == 0).then_some((moves, position));
        }
    }
    None
}
