//! An engine that plays: iterative deepening of a principal variation search (A. Reinefeld, "An improvement to the Scout tree
//! search algorithm", ICCA Journal 6 (1983) 4–14), with a transposition table, killer moves, a history of good moves, and windows
//! around the last score (aspiration windows). Three guesses save most of the tree: late moves are searched less deeply at first,
//! a move is passed up and the opponent searched less deeply (*null move*; C. Donninger, "Null move and deep search", ICCA Journal
//! 16 (1993) 137–143), and near the leaves an evaluation that is far better than needed is believed. Answers to a threat to win at
//! once are searched a ply deeper, and moves that make one are never searched less deeply. Where an evaluation would be the score, a
//! short search looks for a win by threats alone.
//!
//! Its scores are guesses; what is forced is proven by [`prover`](super::prover), not here. Two things are certain all the same,
//! under all limits: it plays a win in one if it has one, and it leaves the opponent none if it can ([`safe_moves`]).
//!
//! # Claims of forced wins
//! *Statement*: in a position without history, and where no move of the search was barred as a repetition, a score of `WIN - n`
//! means that the side to move forces a win within `n` plies, a score of `n - WIN` that it loses within `n`.
//!
//! *Argument*: by induction over the tree, a lower bound beyond `WIN - 1000` is a win and an upper bound beyond the same on the
//! other side is a loss. At the leaves, wins are those in one, and those by threats alone, which have an argument of their own
//! (`threats.rs`). A win needs one move to a lost position, whatever was guessed of the other moves. A loss needs all moves to
//! lead to positions won by the opponent, so none may have been left out, and none is: moves that are searched less deeply are
//! searched all the same, and a win found there is no less a win; with less depth it is only missed more often. The two guesses that
//! do leave moves out, a passed move and a believed evaluation, are made only where the bound asked for is no win and no
//! loss, give lower bounds, and these are never wins: an evaluation is far below `WIN - 1000`, and a win after a passed move
//! counts as no more than the bound asked for. So no loss of the opponent rests on them.
//!
//! The condition matters: entries of the table come from games with other histories, and a move barred there may be legal here. The
//! tests hold claims against the prover.

#![expect(clippy::cast_possible_wrap, reason = "plies, depths and counts of pieces are far below the range")]

mod evaluate;
mod games;
mod player;
mod search;
mod threats;

pub use evaluate::{FEATURES, WEIGHTS, WIN, Weights, evaluate, features};
pub use games::{EnginePlayer, GameSeries, PlayedGame, Player, Strength};
pub use player::{Choice, Engine, Level, Rng, safe_moves};
