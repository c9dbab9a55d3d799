//! Exact solver for *Solomids*, a one-player game of 45 pyramids: best score, fewest swaps, a line of play, and a proof.
//!
//! # Map
//! - [`games`]: the games, a folder each: [`games::solomids`], [`solace2`] and [`pentamid`]. The parts of Solomids have short paths:
//!   - [`game`]: the [rules](game), and nothing but the rules: positions, moves, notation, replay.
//!   - [`dealer`]: sources of deals: the setup procedure of the rules, and the public web page.
//!   - [`solver`]: the search. It takes a position and a configuration, and returns an outcome.
//!   - [`analysis`]: analyses that combine searches: solutions, hints, reviews of played lines, difficulty.
//!   - [`certificate`]: proofs of best scores in files, and a checker that shares nothing with the search.
//!   - [`check`]: replay of what the search claims, by the rules.
//!   - `start`, `record` (feature `service`): deals, positions and lines from text; solutions, hints and reviews as JSON.
//!   - `view` (feature `service`): boards and lines of play as text, as pictures, and as pages for the browser.
//!   - `batch`, `stats` (feature `batch`): many deals, a row each, and what many rows say.
//! - `service` (feature `service`): requests and answers in JSON, for pages that play and solve.
//! - `draw` (feature `service`): pyramids, pictures and pages, for any game.
//! - `series` (feature `batch`): rows in files that survive crashes, in shards and resumed, for any game.
//! - [`kit`]: what no game owns: [`clock`], [`notation`], [`numbers`], `error` and `interval` among it.
//!
//! The command line (feature `cli`) is a part of the library that nothing outside can see. Dependencies point one way: `cli`,
//! `service` → `games` → `draw`, `series` → `kit`. `ARCHITECTURE.md` says more.
//!
//! # Invariants
//! - A [`Position`](game::Position) is made from validated input only, and changes by legal moves only.
//! - A [`Verdict`](solver::Verdict) says by its type whether it is proven: running out of nodes, time or memory is
//!   `Undecided`, never `Lost`.
//! - Every line that a search returns can be replayed by [`game::replay`], which shares no code with the search.
//! - Equal inputs give equal outputs, unless a time or memory limit or an interrupt ends a search.
//!
//! # Example
//! ```
//! use solomids::dealer::web;
//! use solomids::game::replay;
//! use solomids::solver::{Config, Verdict, solve};
//!
//! let deal = web::deal("1").expect("the page deals this seed");
//! let outcome = solve(deal.position(), &Config::default());
//! assert_eq!(outcome.verdict, Verdict::Won { swaps: 0 });
//!
//! let end = replay(deal.position(), &outcome.line)?;
//! assert!(end.is_won());
//! assert_eq!(end.score(), 17);
//! # Ok::<(), solomids::game::IllegalLine>(())
//! ```

// What only the program needs lies idle in smaller builds.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]

/// Version of the package, with the revision of its search: versions of one revision find the same out about a deal.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (search revision 2)");

pub use games::solomids::solver::SEARCH_REVISION;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "service")]
pub mod draw;
pub mod games;
pub mod kit;
#[cfg(feature = "batch")]
pub mod series;
#[cfg(feature = "service")]
pub mod service;

#[cfg(feature = "service")]
pub use {
    games::port,
    games::solomids::{record, start, view},
};
#[cfg(feature = "batch")]
pub use {
    games::solomids::{batch, stats},
    kit::interval,
};

pub use games::solomids::{analysis, certificate, check, dealer, game, solver};
pub use games::{pentamid, solace2};
pub use kit::{clock, error, notation, numbers};

/// Runs the Rust examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
