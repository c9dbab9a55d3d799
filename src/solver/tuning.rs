//! Data for tuning the evaluation: boards as the search meets them, and whether they can be won.

use super::board::Board;
use super::lattice::Lattice;
use super::layers::{Goal, Pass, pass, sample};
use super::limits::{Budget, Config};
use super::outlook::{features, prospects};
use crate::game::{Position, TREES};

/// Labelled boards of one deal as CSV rows: layer, label, features.
pub fn rows(position: &Position, seed: u64, out: &mut String) {
    use std::fmt::Write;
    let lattice = Lattice::new();
    let root = Board::new(position, &lattice);
    let context =
        super::layers::Context { lattice: &lattice, rules: super::Rules::default(), parallel: false };
    let goal = Goal { trees: TREES, swaps: 0 };
    let mut state = seed;
    let mut pick = |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) as usize) % n
    };
    let width = [1, 2, 4, 8, 16][pick(5)];
    for (level, board) in sample(context, root, goal, width, 6, &mut pick) {
        if level < 3 {
            continue;
        }
        if prospects(&board.unpack(&lattice)).iter().sum::<u8>() < TREES {
            continue;
        }
        let mut label = None;
        let mut budget = Budget::new(&Config { max_nodes: Some(3000), ..Config::default() });
        for width in [4, 24, 150] {
            match pass(context, board, goal, width, &mut budget) {
                Pass::Reached(_) => label = Some(1),
                Pass::Exhausted => label = Some(0),
                Pass::Overflowed => continue,
                Pass::Stopped(_) => {}
            }
            break;
        }
        if let Some(label) = label {
            let _ = write!(out, "{seed},{level},{label}");
            let unpacked = board.unpack(&lattice);
            for (c, info) in unpacked.info.iter().enumerate() {
                let _ = write!(out, ",{},{},{},{}", board.order[c], info.trees, info.open, info.freedom);
                for d in info.depths {
                    let _ = write!(out, ",{d}");
                }
            }
            let _ = writeln!(out);
        }
    }
}

/// Turns rows of boards into rows of features.
pub fn refeature(line: &str, out: &mut String) {
    use std::fmt::Write;
    let f: Vec<&str> = line.split(',').collect();
    let n = |i: usize| f[i].parse::<u64>().unwrap_or(0);
    let _ = write!(out, "{},{},{}", f[0], f[1], f[2]);
    let mut infos = Vec::new();
    let mut order = [0; 5];
    for c in 0..5 {
        let at = 3 + 14 * c;
        order[c] = n(at);
        let mut depths = [0; 10];
        for (i, d) in depths.iter_mut().enumerate() {
            *d = n(at + 4 + i) as u16;
        }
        infos.push(super::lattice::SetInfo {
            trees: n(at + 1) as u16,
            open: n(at + 2) as u16,
            freedom: f[at + 3].parse().unwrap_or(0.0),
            depths,
            movable: depths.iter().filter(|d| d.count_ones() > 1).count() as u8,
        });
    }
    let board = Board { order, set: [0; 5], swaps: 0, trees: 0 };
    let unpacked = board.unpack_with(std::array::from_fn(|c| &infos[c]));
    for f in features(&unpacked) {
        let _ = write!(out, ",{f}");
    }
    let _ = writeln!(out);
}
