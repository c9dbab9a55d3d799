//! Makes `data/benchmark.csv`, the same bytes for everyone: `cargo run --release --example benchmark > data/benchmark.csv`.
//!
//! Four hundred positions whose best scores are proven, in tiers by the nodes that their search takes: tier 2 has those of 100 to 999, and
//! so on. A third each are won without a swap, need swaps, and are lost, as far as the census has such. In tiers 2 and 3 half of them are
//! positions along best lines of deals, after a tree was banked and before a swap is made, and the nodes are those of a search here; the
//! others are deals, with the nodes of the census, in tiers 6 and 7 its cheapest. Deals are drawn from the census in the order of the hashes of
//! their names, so nobody can have chosen them, and none is used twice.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read as _;

use flate2::read::GzDecoder;
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};
use solomids::dealer::{tabletop, web};
use solomids::game::{Move, Palette, Position};
use solomids::solver::{Config, Parallelism, Solver};

/// Positions of each tier from 2 on that are won without a swap, need swaps, and are lost.
const WANTED: [[usize; 3]; 6] =
    [[30, 30, 30], [30, 30, 30], [30, 30, 30], [28, 28, 28], [16, 16, 4], [4, 5, 1]];

/// A row of the census.
struct Row {
    dealer: &'static str,
    seed: u64,
    index: u64,
    class: usize,
    score: u8,
    nodes: u64,
}

/// A row of the benchmark: the position after a number of moves of a line.
struct Found {
    name: (&'static str, u64, u64),
    moves: usize,
    position: Position,
    score: u8,
    nodes: u64,
}

fn tier(nodes: u64) -> u32 {
    nodes.max(1).ilog10()
}

/// All decided deals, drawn.
fn census() -> Vec<Row> {
    let mut rows = Vec::new();
    for dealer in ["tabletop", "web"] {
        let file = File::open(format!("data/census/{dealer}.csv.gz")).expect("a file of the repository");
        let mut text = String::new();
        GzDecoder::new(file).read_to_string(&mut text).expect("a compressed file");
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let class = match (fields[3], fields[4]) {
                ("won", "17") => 0,
                ("won", _) => 1,
                ("lost", _) => 2,
                _ => continue,
            };
            let number = |at: usize| fields[at].parse::<u64>().expect("a number");
            let score = number(4) as u8;
            rows.push(Row { dealer, seed: number(1), index: number(0), class, score, nodes: number(14) });
        }
    }
    rows.sort_by_cached_key(|row| Sha256::digest(format!("{}-{}-{}", row.dealer, row.seed, row.index)));
    rows
}

impl Row {
    fn name(&self) -> (&'static str, u64, u64) {
        (self.dealer, self.seed, self.index)
    }

    fn position(&self) -> Position {
        let deal = match self.dealer {
            "tabletop" => tabletop::deal(self.seed, self.index),
            _ => web::deal(&self.index.to_string()).expect("a seed that deals"),
        };
        *deal.position()
    }

    fn found(&self, moves: usize, position: Position, nodes: u64) -> Found {
        Found { name: self.name(), moves, position, score: self.score, nodes }
    }

    /// The first position along the line of this deal, from a tree that its index draws, whose search is of a tier.
    fn along(&self, solver: &mut Solver, of: u32) -> Option<Found> {
        let config = |nodes| Config { parallelism: Parallelism::Sequential, ..Config::with_nodes(nodes) };
        let mut position = self.position();
        let mut cuts = Vec::new();
        for (mv, moves) in solver.solve(&position, &config(u64::MAX)).line.iter().zip(1..) {
            if matches!(mv, Move::Swap { .. }) {
                break;
            }
            position.play(*mv).ok()?;
            if matches!(mv, Move::Bank { .. }) {
                cuts.push((moves, position));
            }
        }
        let begin = self.index as usize % cuts.len().max(1);
        cuts.rotate_left(begin);
        cuts.into_iter().find_map(|(moves, position)| {
            let outcome = solver.solve(&position, &config(10_u64.pow(of + 1) - 1));
            let nodes = outcome.stats.nodes;
            let is_right = tier(nodes) == of && outcome.verdict.score() == Some(self.score);
            is_right.then(|| self.found(moves, position, nodes))
        })
    }
}

fn main() {
    let rows = census();
    let mut used = HashSet::new();
    let mut all: Vec<(u32, Found)> = Vec::new();
    for of in (2..=7).rev() {
        let mut missing = 0;
        for class in [2, 1, 0] {
            let wanted = missing + WANTED[of as usize - 2][class];
            let mut drawn: Vec<&Row> = rows.iter().filter(|row| row.class == class).collect();
            drawn.retain(|row| !used.contains(&row.name()));
            let mut deals = drawn.clone();
            deals.retain(|row| tier(row.nodes) == of);
            if of >= 6 {
                deals.sort_by_key(|row| row.nodes);
            }
            deals.truncate(if of < 4 { wanted / 2 } else { wanted });
            let mut found: Vec<Found> =
                deals.iter().map(|row| row.found(0, row.position(), row.nodes)).collect();
            used.extend(found.iter().map(|found| found.name));
            // Lines of deals that take ten times as long have such positions, too.
            drawn.retain(|row| {
                of < 4 && !used.contains(&row.name()) && (of..=of + 1).contains(&tier(row.nodes))
            });
            for chunk in drawn.chunks(8) {
                if found.len() >= wanted {
                    break;
                }
                let along: Vec<Option<Found>> =
                    chunk.par_iter().map_init(Solver::new, |solver, row| row.along(solver, of)).collect();
                found.extend(along.into_iter().flatten());
            }
            found.truncate(wanted);
            missing = wanted - found.len();
            eprintln!("tier {of}, class {class}: {} found, {missing} missing", found.len());
            used.extend(found.iter().map(|found| found.name));
            all.extend(found.into_iter().map(|found| (of, found)));
        }
    }
    all.sort_by_key(|(tier, found)| (*tier, found.nodes, found.name));
    println!("number,tier,position,verdict,score,trees,nodes,dealer,seed,index,moves");
    for ((tier, found), number) in all.iter().zip(1..) {
        let Found { name: (dealer, seed, index), moves, position, score, nodes } = found;
        let verdict = if *score < 15 { "lost" } else { "won" };
        let trees = 15 - position.trees_banked();
        let text = Palette::default().position_line(position);
        println!("{number},{tier},{text},{verdict},{score},{trees},{nodes},{dealer},{seed},{index},{moves}");
    }
}
