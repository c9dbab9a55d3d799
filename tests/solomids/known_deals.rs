//! Whole deals whose answers are known: the solver must never contradict them.

use crate::checks;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use solomids::dealer::Source;
use solomids::dealer::{tabletop, web};
use solomids::solver::{Bounds, Config, Limits, Parallelism, Solver, StopReason, Verdict, solve};

/// One row of `data/web-answers.csv`.
#[derive(serde::Deserialize)]
struct Web {
    web_seed: String,
    known: u8,
}

/// One row of the lists in `data/census`: a deal that is not known to have 17.
#[derive(serde::Deserialize)]
struct Census {
    index: u64,
    seed: u64,
    dealer: String,
    deal: String,
    verdict: String,
    score: Option<u8>,
    nodes: u64,
}

impl Census {
    fn source(&self) -> Source {
        match self.dealer.as_str() {
            "tabletop" => Source::Seed { seed: self.seed, index: self.index },
            "web" => Source::WebSeed { seed: self.seed.to_string() },
            other => panic!("{other}"),
        }
    }
}

/// One row of `data/census/certificates.csv`: what the checker said of the certificate of a deal.
#[derive(serde::Deserialize)]
struct Certified {
    dealer: String,
    seed: u64,
    index: u64,
    answer: String,
}

/// Nodes for each of the web page's deals: enough for almost all of those that need no swap.
const WEB_NODES: u64 = 3000;

/// Calibration test: the share of wins within the node limit depends on the tuned weights.
#[test]
fn the_web_pages_deals_keep_their_answers() {
    let rows: Vec<Web> = checks::rows("web-answers.csv");
    let config = Config { parallelism: Parallelism::Sequential, ..Config::with_nodes(WEB_NODES) };
    let decided: usize = rows
        .par_iter()
        .map_init(Solver::new, |solver, Web { web_seed, known }| {
            let deal = web::deal(web_seed).expect("only seeds that the page accepts");
            let outcome = solver.solve(deal.position(), &config);
            checks::check_line(web_seed, deal.position(), &outcome);
            let Bounds { lower, upper } = outcome.verdict.bounds();
            assert!(lower <= *known && *known <= upper, "seed {web_seed}: {:?}", outcome.verdict);
            usize::from(outcome.verdict == Verdict::Won { swaps: 0 })
        })
        .sum();
    assert_eq!(rows.len(), 482);
    assert!(decided * 100 >= rows.len() * 95, "only {decided} of {} won without a swap", rows.len());
}

/// The win of this deal leads through unions of boards, with members that it does not reach, and its local transfers cannot be
/// delayed: a detour was once removed as if it reached them all.
#[test]
fn a_line_through_unions_can_be_played() {
    let deal = web::deal("37028").expect("a seed that the page accepts");
    let outcome = solve(deal.position(), &Config::with_nodes(10_000));
    checks::check_line("37028", deal.position(), &outcome);
    assert_eq!(outcome.verdict, Verdict::Won { swaps: 0 });
}

/// Calibration test: the memory limit was chosen by what the proof of this deal takes.
#[test]
fn a_win_is_found_without_memory_for_a_proof() {
    // A beam finds its win after the first part of a proof, which takes more memory than the beams before it and after.
    let deal = tabletop::deal(1, 7051);
    let config = Config {
        parallelism: Parallelism::Sequential,
        limits: Limits::memory(24 << 20),
        ..Config::default()
    };
    let outcome = solve(deal.position(), &Config { is_memory_final: true, ..config.clone() });
    assert!(matches!(
        outcome.verdict,
        Verdict::Undecided { bounds: Bounds { upper: 17, .. }, stopped: StopReason::Memory }
    ));
    let outcome = solve(deal.position(), &config);
    assert_eq!(outcome.verdict, Verdict::Won { swaps: 0 });
    checks::check_line("7051", deal.position(), &outcome);
    // Nothing is proven without it.
    let deal = tabletop::deal(1, 872);
    let outcome = solve(deal.position(), &config);
    assert!(matches!(
        outcome.verdict,
        Verdict::Undecided { bounds: Bounds { lower: 16, upper: 17 }, stopped: StopReason::Memory }
    ));
}

#[test]
fn the_census_lists_deals_as_they_are_dealt_and_solved() {
    for file in ["tabletop", "web"] {
        let rows: Vec<Census> = checks::rows(&format!("census/{file}-not-17.csv"));
        let cheap = |row: &&Census| row.verdict != "undecided" && row.nodes < 2500;
        assert!(rows.len() > 400 && rows.iter().filter(cheap).count() > 15, "{file}");
        rows.par_iter().for_each_init(Solver::new, |solver, row| {
            let deal = row.source().deal().expect("a deal");
            assert_eq!(checks::deal(&row.deal).position(), deal.position(), "{file} {}", row.index);
            assert_ne!(row.score, Some(17));
            if cheap(&row) {
                let outcome = solver.solve(
                    deal.position(),
                    &Config { parallelism: Parallelism::Sequential, ..Config::default() },
                );
                assert_eq!(outcome.verdict.score(), row.score, "{file} {}", row.index);
            }
        });
    }
}

/// Of the deals that the first two searches decided those with the least hashes of their names are drawn, so nobody can have
/// chosen those whose certificates are accepted.
#[test]
fn the_census_has_accepted_certificates_of_the_deals_drawn() {
    let mut decided: Vec<Census> = ["tabletop", "web"]
        .into_iter()
        .flat_map(|file| checks::rows::<Census>(&format!("census/{file}-not-17.csv")))
        .filter(|row| row.verdict != "undecided" && row.nodes <= 5_000_000)
        .collect();
    decided.sort_by_cached_key(|row| Sha256::digest(format!("{}-{}-{}", row.dealer, row.seed, row.index)));
    let certified: Vec<Certified> = checks::rows("census/certificates.csv");
    assert_eq!(certified.len(), 200);
    for (row, certificate) in decided.iter().zip(&certified) {
        let Certified { dealer, seed, index, answer } = certificate;
        assert_eq!((&row.dealer, row.seed, row.index), (dealer, *seed, *index));
        let score = row.score.expect("the score of a decided deal");
        let accepted = format!("Accepted: best score {score}; its line reaches it, and ");
        assert!(answer.starts_with(&accepted), "{dealer} {seed} {index}: {answer}");
    }
}
