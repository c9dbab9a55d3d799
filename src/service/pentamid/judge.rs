//! Moves of Pentamid judged, what is proven told apart from what the engine guesses: all moves of a position, bit by bit, and those of a
//! game that was played.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::Serialize;

use super::{Request, engine, played};
use crate::draw::page::stage::StepNote;
use crate::games::pentamid::engine::MoveLimits;
use crate::games::pentamid::game::{Game, Move, Side};
use crate::games::pentamid::prover::{Config, Outcome, StopReason, Verdict, prove_from};
use crate::games::pentamid::record::verdict_name;
use crate::games::pentamid::view::words::described;
use crate::kit::clock::Instant;
use crate::kit::numbers::counted;
use crate::kit::sorting::sort_short_by_key;
use crate::service::error::mistake;
use crate::service::host::Host;
use crate::service::{Answer, BetterLine, REVIEW_TIMEOUT, ReviewedGame, answer_of, tokens};

/// Plies that the proofs of judged moves look ahead at first, and at most.
const FIRST_PLIES: u32 = 2;
const MOST_PLIES: u32 = 14;
/// Plies that are looked ahead from each position of a game that was played.
const REVIEW_PLIES: u32 = 15;
/// Nodes of the engine's guess of a move, and of its choice of a better one.
const GUESS_NODES: u64 = 2_000;
const CHOICE_NODES: u64 = 20_000;
/// Nodes of each proof about a judged move, and about a position of a game.
const MOVE_NODES: u64 = 3_000_000;
const POSITION_NODES: u64 = 300_000;

/// Asks the prover about the position of a game.
pub(super) fn proof(game: &Game, host: &Host, plies: u32, nodes: u64, timeout: Option<Duration>) -> Outcome {
    // A table takes time to make, so it is as large as the search.
    let table = if plies <= 7 { 1 << 20 } else { 1 << 24 };
    let config = Config {
        plies,
        repetition: game.repetition(),
        max_nodes: Some(nodes),
        timeout,
        interrupt: host.interrupt.clone(),
        table,
        ..Config::default()
    };
    prove_from(game.rules(), game.history(), &config)
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
pub(in crate::service) struct Judging {
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

struct JudgedMove {
    mv: Move,
    /// What is proven for the player who makes the move.
    verdict: Verdict,
    /// Plies from the move on within which nothing else is forced.
    searched: u32,
    /// Whether nothing more can be found out.
    settled: bool,
    /// The engine's guess for the player who makes the move.
    guess: Option<i32>,
}

impl Judging {
    pub(super) fn new(game: Game) -> Self {
        let judged =
            |mv| JudgedMove { mv, verdict: Verdict::Unknown, searched: 0, settled: false, guess: None };
        let moves = game.legal_moves().into_iter().map(judged).collect();
        Self { game, moves, plies: 0, next: 0, ended: 0, nodes: 0 }
    }

    pub(super) fn is_of(&self, game: &Game) -> bool {
        self.game == *game
    }

    pub(super) fn is_done(&self) -> bool {
        self.plies > MOST_PLIES || self.moves.iter().all(|judged| judged.settled)
    }

    /// Looks into one move.
    pub(super) fn step(&mut self, host: &Host, nodes: u64) {
        let judged = &mut self.moves[self.next];
        if !judged.settled {
            let mut after = self.game.clone();
            after.play(judged.mv).expect("a legal move");
            if let Some(verdict) = over(&after) {
                (judged.verdict, judged.settled) = (one_ply_before(verdict), true);
            } else if self.plies == 0 {
                let choice = engine(&after, host).choose(&after, &MoveLimits::nodes(GUESS_NODES.min(nodes)));
                judged.guess = choice.map(|choice| -choice.score);
                self.nodes += choice.map_or(0, |choice| choice.nodes);
            } else {
                let found = proof(&after, host, self.plies, MOVE_NODES.min(nodes), None);
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
    pub(super) fn answer(&self) -> Answer {
        let mut order: Vec<&JudgedMove> = self.moves.iter().collect();
        let rank = |judged: &JudgedMove| match judged.verdict {
            Verdict::Win { plies } => (0, i64::from(plies)),
            Verdict::Unknown => (1, -i64::from(judged.guess.unwrap_or_default())),
            Verdict::Loss { plies } => (2, -i64::from(plies)),
        };
        sort_short_by_key(&mut order, |judged| rank(judged));
        let best = order.first().map(|judged| judged.verdict);
        let keeps = |judged: &JudgedMove| match (best, judged.verdict) {
            (Some(Verdict::Unknown), Verdict::Unknown) => None,
            (Some(Verdict::Win { .. }), Verdict::Unknown) => Some(false).filter(|_| self.is_done()),
            (best, verdict) => Some(best == Some(verdict)),
        };
        let moves = order.iter().map(|judged| JudgedAnswer {
            mv: judged.mv.to_string(),
            words: described(self.game.position(), judged.mv),
            result: verdict_name(judged.verdict),
            plies: length(judged.verdict).unwrap_or(judged.searched),
            score: judged.guess,
            keeps: keeps(judged),
        });
        answer_of(&JudgingAnswer {
            moves: moves.collect(),
            more: !self.is_done(),
            nodes: self.nodes,
            stopped: None,
        })
    }
}

/// Plies to the end that is proven.
pub(super) const fn length(verdict: Verdict) -> Option<u32> {
    match verdict {
        Verdict::Win { plies } | Verdict::Loss { plies } => Some(plies),
        Verdict::Unknown => None,
    }
}

/// Answer to `hint` for every move.
#[derive(Serialize)]
struct JudgingAnswer {
    moves: Vec<JudgedAnswer>,
    more: bool,
    nodes: u64,
    stopped: Option<&'static str>,
}

#[derive(Serialize)]
struct JudgedAnswer {
    #[serde(rename = "move")]
    mv: String,
    words: String,
    /// `win` or `loss`, proven, for the player who makes the move, or `unknown`.
    result: &'static str,
    /// Plies to that end, the move included, or within which nothing is forced.
    plies: u32,
    /// The engine's guess.
    score: Option<i32>,
    /// Whether the move is one of the best, as far as that is proven.
    keeps: Option<bool>,
}

/// What is proven of a position of a game that was played.
struct Proof {
    verdict: Verdict,
    searched: u32,
    line: Vec<Move>,
}

/// Goes through the game: which proven wins were missed, which moves made the position lost, from where on it was won.
pub(super) fn review(request: &Request, host: &Host) -> Answer {
    let mut game = played(request)?;
    let (moves, is_over) = (game.moves().to_vec(), game.status().is_over());
    let own = match request.side {
        None => None,
        Some(1) => Some(Side::One),
        Some(2) => Some(Side::Two),
        Some(side) => return Err(mistake(format!("no player {side}"), "the players are 1 and 2")),
    };
    let people = People { own };
    let (begun, limit) = (Instant::now(), request.timeout().unwrap_or(REVIEW_TIMEOUT));
    let mut notes: Vec<Option<StepNote>> = moves.iter().map(|_| None).collect();
    let mut better = Vec::new();
    let (mut nodes, mut stopped, mut marks) = (0, None, 0);
    // The number of moves after which the win is proven, and how long it is.
    let mut won = None;
    let mut after: Option<Proof> = None;
    loop {
        let ply = game.moves().len();
        let mut now = if let Some(verdict) = over(&game) {
            Proof { verdict, searched: 0, line: Vec::new() }
        } else {
            let most = request.nodes.unwrap_or(POSITION_NODES);
            let found = proof(&game, host, REVIEW_PLIES, most, Some(limit.saturating_sub(begun.elapsed())));
            nodes += found.nodes;
            stopped = stopped.or(found.stopped.filter(|&reason| reason != StopReason::Nodes));
            Proof { verdict: found.verdict, searched: found.searched, line: found.line }
        };
        if let Some(after) = &after {
            // A move that makes the opponent lost is a win.
            if let (Verdict::Unknown, Verdict::Loss { plies }) = (now.verdict, after.verdict) {
                let line = std::iter::once(moves[ply]).chain(after.line.iter().copied()).collect();
                now = Proof { verdict: Verdict::Win { plies: plies + 1 }, line, ..now };
            }
            let (mark, mut reason) = people.judged(&now, after, game.position().side());
            let best = match now.verdict {
                Verdict::Win { .. } if !mark.is_empty() => {
                    better.push(BetterLine { from: ply, moves: tokens(&now.line) });
                    now.line.first().copied()
                }
                Verdict::Unknown if !mark.is_empty() => {
                    let holds = holding_move(&game, after, host);
                    if let Some(mv) = holds {
                        reason.push_str("; ");
                        reason.push_str(&mv.to_string());
                        reason.push_str(" does not lose so soon");
                    }
                    holds
                }
                _ => None,
            };
            marks += usize::from(!mark.is_empty());
            notes[ply] = (!reason.is_empty()).then(|| StepNote {
                mark,
                before: None,
                after: None,
                reason,
                better: best.map(|mv| {
                    let mut words = mv.to_string();
                    words.push(' ');
                    words.push_str(&described(game.position(), mv));
                    words
                }),
                line: matches!(now.verdict, Verdict::Win { .. })
                    .then_some(better.len())
                    .filter(|_| !mark.is_empty()),
            });
        }
        let wins = match now.verdict {
            Verdict::Win { .. } => Some(game.position().side()),
            Verdict::Loss { .. } => Some(game.position().side().other()),
            Verdict::Unknown => None,
        };
        // Back from the end for as long as the win is proven.
        let unbroken = after.is_none() || won.is_some_and(|(at, _, _)| at == ply + 1);
        if let (Some(side), Some(length), true) = (wins, length(now.verdict), unbroken)
            && won.is_none_or(|(_, known, _)| known == side)
        {
            won = Some((ply, side, length));
        }
        after = Some(now);
        if game.take_back().is_none() {
            break;
        }
    }
    // Lines are numbered as they lie in the answer.
    let summary = people.summary(is_over, won, marks);
    answer_of(&ReviewedGame { summary, notes, better, nodes, stopped: stopped.map(StopReason::name) })
}

/// The players as a review speaks of them: by their numbers, or as the one who plays against the engine sees them. Of the engine's moves
/// none is marked.
struct People {
    /// The side of who plays against the engine.
    own: Option<Side>,
}

impl People {
    fn can_win(&self, side: Side, can: &str, plies: u32) -> String {
        let who = match self.own {
            None => format!("player {side}"),
            Some(own) => (if own == side { "you" } else { "the engine" }).into(),
        };
        format!("{who} {can} force a win in {}", counted(plies.into(), "turn"))
    }

    /// The mark of a move, and why it has one, by what is proven of the positions before and after it.
    fn judged(&self, before: &Proof, after: &Proof, mover: Side) -> (&'static str, String) {
        let now = |side, plies| format!("after this move {}", self.can_win(side, "can", plies));
        let (mark, reason) = match (before.verdict, after.verdict) {
            (Verdict::Win { plies: was }, Verdict::Win { plies: is }) => {
                ("??", format!("{}; {}", self.can_win(mover, "could", was), now(mover.other(), is)))
            }
            (Verdict::Win { plies: was }, Verdict::Unknown) => {
                ("?!", format!("{}; after this move no win is proven", self.can_win(mover, "could", was)))
            }
            // Within as many plies nothing was forced, so another move lasts longer.
            (Verdict::Unknown, Verdict::Win { plies: is }) if before.searched > is => {
                ("?", now(mover.other(), is))
            }
            (Verdict::Unknown | Verdict::Loss { .. }, Verdict::Win { plies: is }) => {
                ("", now(mover.other(), is))
            }
            (_, Verdict::Loss { plies: is }) if is > 0 => ("", now(mover, is)),
            _ => ("", String::new()),
        };
        (if self.own.is_none_or(|own| own == mover) { mark } else { "" }, reason)
    }

    /// The review in two sentences.
    fn summary(&self, is_over: bool, won: Option<(usize, Side, u32)>, marks: usize) -> String {
        let whence = match won {
            Some((0, side, length)) => format!("From the start {}", self.can_win(side, "could", length)),
            Some((ply, side, length)) if length > 0 => {
                format!("From move {ply} on {}", self.can_win(side, "could", length))
            }
            _ if is_over => "Before the end no win was proven".into(),
            _ => "In the last position neither side has a proven win".into(),
        };
        let whose = if self.own.is_some() { "your" } else { "the" };
        match marks {
            0 => format!("{whence}; no mistake is proven among {whose} moves"),
            1 => format!("{whence}; 1 of {whose} moves is marked"),
            _ => format!("{whence}; {marks} of {whose} moves are marked"),
        }
    }
}

/// A move after which the opponent has no win as short as the one that the game gave away.
fn holding_move(game: &Game, after: &Proof, host: &Host) -> Option<Move> {
    let lost = length(after.verdict)?;
    let mv = engine(game, host).choose(game, &MoveLimits::nodes(CHOICE_NODES))?.mv;
    let mut other = game.clone();
    other.play(mv).ok()?;
    let found = proof(&other, host, lost, MOVE_NODES, None);
    (found.stopped.is_none() && !matches!(found.verdict, Verdict::Win { .. })).then_some(mv)
}

/// Whether a host wants searches to end.
pub(super) fn is_interrupted(host: &Host) -> bool {
    host.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
}
