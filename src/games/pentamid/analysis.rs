//! Moves judged, what is proven told apart from what the engine guesses: a good move, all moves of a position, bit by bit, and the moves
//! of a game that was played.

use super::engine::{Choice, Engine, Level};
use super::game::{Game, Move, Position, Side};
use super::prover::{Config, Outcome, StopReason, Verdict, prove_from};
use crate::kit::clock::Instant;
pub use crate::kit::notation::Mark;
use crate::kit::search::Limits;
use crate::kit::sorting::sort_short_by_key;

/// Plies that a hint looks ahead for a proof, and nodes of that search unless there is a limit.
const HINT_PLIES: u32 = 15;
const HINT_NODES: u64 = 1_000_000;
/// Plies that the proofs of judged moves look ahead at first, and at most.
const FIRST_PLIES: u32 = 2;
const MOST_PLIES: u32 = 14;
/// Plies that are looked ahead from each position of a game that was played.
const REVIEW_PLIES: u32 = 15;
/// Nodes of the engine's guess of a move, and of its choice of a better one.
const GUESS_NODES: u64 = 2_000;
const CHOICE_NODES: u64 = 20_000;
/// Nodes of each proof about a judged move, and about a position of a game unless there is a limit.
const MOVE_NODES: u64 = 3_000_000;
const POSITION_NODES: u64 = 300_000;

fn proof(game: &Game, plies: u32, limits: Limits) -> Outcome {
    // A table takes time to make, so it is as large as the search.
    let table = if plies <= 7 { 1 << 20 } else { 1 << 24 };
    let config = Config { plies, repetition: game.repetition(), limits, table, ..Config::default() };
    prove_from(game.rules(), game.history(), &config)
}

fn with_default_nodes(limits: Limits, nodes: u64) -> Limits {
    Limits { nodes: limits.nodes.or(Some(nodes)), ..limits }
}

/// A good move.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The move of a proven win or of the longest loss, or else that of the engine at the strongest level but one.
    pub choice: Option<Choice>,
    /// What is proven of the position.
    pub proof: Outcome,
}

/// Looks for a good move; nothing if the game is over. The limits are those of each of its two searches.
pub fn hint(game: &Game, limits: &Limits) -> Option<Hint> {
    if game.status().is_over() {
        return None;
    }
    let proof = proof(game, HINT_PLIES, with_default_nodes(limits.clone(), HINT_NODES));
    let choice = if let (Some(_), Some(&mv)) = (proof.verdict.plies(), proof.line.first()) {
        Some(Choice { mv, score: 0, depth: 0, nodes: proof.nodes })
    } else {
        let usual = Level::new(Level::STRONGEST - 1).map_or(1, Level::nodes);
        Engine::new(game.rules()).choose(game, &with_default_nodes(limits.clone(), usual))
    };
    Some(Hint { choice, proof })
}

/// What is known without a search where the game is over: the verdict for the side to move.
fn over(game: &Game) -> Option<Verdict> {
    let status = game.status();
    let verdict = match status.winner() {
        Some(side) if side == game.position().side() => Verdict::Win { plies: 0 },
        Some(_) => Verdict::Loss { plies: 0 },
        None => Verdict::Unknown,
    };
    status.is_over().then_some(verdict)
}

/// What a verdict about the position after a move says for the player who made it.
const fn one_ply_before(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win { plies } => Verdict::Loss { plies: plies + 1 },
        Verdict::Loss { plies } => Verdict::Win { plies: plies + 1 },
        Verdict::Unknown => Verdict::Unknown,
    }
}

/// All moves of a position, judged bit by bit: guessed by the engine first, then proven ever deeper.
#[derive(Clone, Debug)]
pub struct Judging {
    game: Game,
    moves: Vec<JudgedMove>,
    /// Plies after the moves that the present round looks ahead; 0 is the round of guesses.
    plies: u32,
    /// The move that comes next in the round.
    next: usize,
    /// Proofs of the round that came to their end.
    ended: usize,
    nodes: u64,
}

/// What is known of a move.
#[derive(Clone, Copy, Debug)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// What is proven for the player who makes the move.
    pub verdict: Verdict,
    /// Plies from the move on within which nothing else is forced.
    pub searched: u32,
    /// The engine's guess for the player who makes the move.
    pub guess: Option<i32>,
    /// Whether nothing more can be found out.
    settled: bool,
}

impl Judging {
    /// Nothing is known of the moves yet.
    pub fn new(game: Game) -> Self {
        let judged =
            |mv| JudgedMove { mv, verdict: Verdict::Unknown, searched: 0, guess: None, settled: false };
        let moves = game.legal_moves().into_iter().map(judged).collect();
        Self { game, moves, plies: 0, next: 0, ended: 0, nodes: 0 }
    }

    /// The game whose position has the moves.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Whether nothing more will be found out.
    pub fn is_done(&self) -> bool {
        self.plies > MOST_PLIES || self.moves.iter().all(|judged| judged.settled)
    }

    /// Nodes of all searches so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Goes on until the time is over, but with one move at least.
    pub fn go_on(&mut self, limits: &Limits) {
        let halt = limits.halt();
        while !self.is_done() && !halt.is_interrupted() {
            self.look_into_one(limits);
            if halt.check().is_err() {
                break;
            }
        }
    }

    fn look_into_one(&mut self, limits: &Limits) {
        let most = limits.nodes.unwrap_or(u64::MAX);
        let judged = &mut self.moves[self.next];
        let mut after = self.game.clone();
        if !judged.settled && after.play(judged.mv).is_ok() {
            if let Some(verdict) = over(&after) {
                (judged.verdict, judged.settled) = (one_ply_before(verdict), true);
            } else if self.plies == 0 {
                let limits = limits.part(GUESS_NODES.min(most));
                let choice = Engine::new(after.rules()).choose(&after, &limits);
                judged.guess = choice.map(|choice| -choice.score);
                self.nodes += choice.map_or(0, |choice| choice.nodes);
            } else {
                let found = proof(&after, self.plies, limits.part(MOVE_NODES.min(most)));
                judged.verdict = one_ply_before(found.verdict);
                judged.settled = judged.verdict != Verdict::Unknown;
                judged.searched = judged.searched.max(found.searched + 1);
                self.nodes += found.nodes;
                self.ended += usize::from(found.stopped.is_none());
            }
        }
        self.next += 1;
        if self.next == self.moves.len() {
            // After a round in which every proof was given up, no further one will do.
            self.plies = match self.plies {
                0 => FIRST_PLIES,
                _ if self.ended == 0 => MOST_PLIES + 1,
                plies => plies + 2,
            };
            (self.next, self.ended) = (0, 0);
        }
    }

    /// What is known, the best moves first: the shortest win, the best guess, the longest loss.
    pub fn moves(&self) -> Vec<JudgedMove> {
        let mut moves = self.moves.clone();
        sort_short_by_key(&mut moves, |judged| match judged.verdict {
            Verdict::Win { plies } => (0, i64::from(plies)),
            Verdict::Unknown => (1, -i64::from(judged.guess.unwrap_or_default())),
            Verdict::Loss { plies } => (2, -i64::from(plies)),
        });
        moves
    }

    /// Whether a move is as good as the best one, by the verdict of that one, as far as it is proven.
    pub fn keeps(&self, best: Verdict, judged: &JudgedMove) -> Option<bool> {
        match (best, judged.verdict) {
            (Verdict::Unknown, Verdict::Unknown) => None,
            (Verdict::Win { .. }, Verdict::Unknown) => Some(false).filter(|_| self.is_done()),
            (best, verdict) => Some(best == verdict),
        }
    }
}

/// Marks a move by what is proven of the positions before and after it.
fn mark(before: &Proof, after: &Proof) -> Mark {
    match (before.verdict, after.verdict) {
        (Verdict::Win { .. }, Verdict::Win { .. }) => Mark::Blunder,
        (Verdict::Win { .. }, Verdict::Unknown) => Mark::Suspect,
        // Within as many plies nothing was forced, so another move lasts longer.
        (Verdict::Unknown, Verdict::Win { plies }) if before.searched > plies => Mark::Mistake,
        _ => Mark::None,
    }
}

/// A move of a game that was played.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// The position that it was played in.
    pub position: Position,
    /// What is proven there, and after the move, each for the side to move.
    pub verdicts: [Verdict; 2],
    /// What it gave away. Where one player alone is judged, moves of the other have no mark.
    pub mark: Mark,
    /// A move that is better than one with a mark, if one is known.
    pub better: Option<Move>,
    /// The win that a move with a mark missed, which begins with the better move; else empty.
    pub line: Vec<Move>,
}

/// From where on a game was proven to be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WonFrom {
    /// Moves played before.
    pub ply: usize,
    /// The player who wins.
    pub side: Side,
    /// Plies to the win.
    pub plies: u32,
}

/// A game that was played, as it is judged.
#[derive(Clone, Debug)]
pub struct Review {
    /// Its moves in order.
    pub moves: Vec<ReviewedMove>,
    /// The first position from which on the win of one player is proven throughout.
    pub won: Option<WonFrom>,
    /// Nodes of the proofs.
    pub nodes: u64,
    /// A limit other than that of nodes that ended a proof.
    pub stopped: Option<StopReason>,
}

/// What is proven of a position of a game that was played.
struct Proof {
    verdict: Verdict,
    searched: u32,
    line: Vec<Move>,
}

/// Goes through a game from its end: which proven wins were missed, which moves made the position lost, from where on it was won.
/// `own` is the only player whose moves get marks, if there is one. Nodes are those of each search, time that of the whole.
pub fn review(mut game: Game, own: Option<Side>, limits: &Limits) -> Review {
    let played = game.moves().to_vec();
    let begun = Instant::now();
    let mut review = Review { moves: Vec::new(), won: None, nodes: 0, stopped: None };
    let mut after: Option<Proof> = None;
    loop {
        let (ply, side) = (game.moves().len(), game.position().side());
        let mut now = if let Some(verdict) = over(&game) {
            Proof { verdict, searched: 0, line: Vec::new() }
        } else {
            let limits = with_default_nodes(limits.left(begun), POSITION_NODES);
            let found = proof(&game, REVIEW_PLIES, limits);
            review.nodes += found.nodes;
            let stopped = found.stopped.filter(|&reason| reason != StopReason::Nodes);
            review.stopped = review.stopped.or(stopped);
            Proof { verdict: found.verdict, searched: found.searched, line: found.line }
        };
        if let Some(after) = &after {
            // A move that makes the opponent lost is a win.
            if let (Verdict::Unknown, Verdict::Loss { plies }) = (now.verdict, after.verdict) {
                let line = std::iter::once(played[ply]).chain(after.line.iter().copied()).collect();
                now = Proof { verdict: Verdict::Win { plies: plies + 1 }, line, ..now };
            }
            let is_judged = own.is_none_or(|own| own == side);
            let mark = if is_judged { mark(&now, after) } else { Mark::None };
            let (better, line) = match (mark, now.verdict) {
                (Mark::None, _) => (None, Vec::new()),
                (_, Verdict::Win { .. }) => (now.line.first().copied(), now.line.clone()),
                _ => (holding_move(&game, after.verdict, limits), Vec::new()),
            };
            let (position, verdicts) = (*game.position(), [now.verdict, after.verdict]);
            review.moves.push(ReviewedMove { position, verdicts, mark, better, line });
        }
        let wins = match now.verdict {
            Verdict::Win { plies } => Some((side, plies)),
            Verdict::Loss { plies } => Some((side.other(), plies)),
            Verdict::Unknown => None,
        };
        // Back from the end for as long as the win is proven.
        let unbroken = after.is_none() || review.won.is_some_and(|won| won.ply == ply + 1);
        if let (Some((side, plies)), true) = (wins, unbroken)
            && review.won.is_none_or(|won| won.side == side)
        {
            review.won = Some(WonFrom { ply, side, plies });
        }
        after = Some(now);
        if game.take_back().is_none() {
            break;
        }
    }
    review.moves.reverse();
    review
}

/// A move after which the opponent has no win as short as the one that the game gave away.
fn holding_move(game: &Game, after: Verdict, limits: &Limits) -> Option<Move> {
    let lost = after.plies()?;
    let mv = Engine::new(game.rules()).choose(game, &limits.part(CHOICE_NODES))?.mv;
    let mut other = game.clone();
    other.play(mv).ok()?;
    let found = proof(&other, lost, limits.part(MOVE_NODES));
    (found.stopped.is_none() && !matches!(found.verdict, Verdict::Win { .. })).then_some(mv)
}
