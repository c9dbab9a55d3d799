//! The node signature of the search: exact node counts over fixed deals, compared word for word.
//!
//! A change that is meant to leave the search alone leaves `data/signature.txt` alone. A change that is meant to alter
//! it rewrites the file with `SOLOMIDS_SIGNATURE=write cargo test --test solomids signature` and quotes the totals before and
//! after in its commit message. Equal counts do not prove equal verdicts, so the answers are compared as well.

use std::fmt::Write as _;
use std::path::Path;

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use solomids::analysis::hints;
use solomids::dealer::{tabletop, web};
use solomids::game::{Move, Position};
use solomids::solver::{Bounds, Config, Parallelism, Solver, shortest, solve};

/// Nodes for one search: enough for all but the rows that are there to be cut off.
const MAX_NODES: u64 = 60_000;

/// Nodes for one shortest line. Conflicts of the satisfiability solver count as nodes.
const MAX_SHORTEST_NODES: u64 = 25_000;

/// Nodes for the hints of one position, all its moves together.
const MAX_HINT_NODES: u64 = 4_000;

/// Indices of tabletop deals, seed 1: easy ones, wins that are hard to find, proofs that no swapless win exists, deals
/// that cannot be won, and one that is cut off (822).
const TABLETOP: [u64; 30] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 501, 822, 984, 1078, 1983, 3257, 3521, 3664, 3759,
    3845, 3855, 4094, 5993, 6199,
];

/// Seeds of the web page, hard ones (104, 303) among them.
const WEB: [&str; 20] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "15", "16", "40", "69", "82", "104",
    "303", "alpha",
];

/// Seeds of the web page whose shortest lines are looked for by the satisfiability solver.
const SHORTEST: [&str; 2] = ["24", "96"];

/// Tabletop deals whose shortest lines are looked for by passes, because a win needs a swap or none exists.
const SHORTEST_BY_PASSES: [u64; 3] = [501, 3664, 984];

/// What is asked of a position.
#[derive(Clone, Copy)]
enum Question {
    Solve,
    Shortest,
    Hint,
}

/// The number of moves of a line and the first digits of a SHA-256 of the tokens.
fn fingerprint(line: &[Move]) -> String {
    let tokens: Vec<String> = line.iter().map(Move::to_string).collect();
    let digest = Sha256::digest(tokens.join(", "));
    let number = digest.iter().take(4).fold(0, |number, &byte| number << 8 | u32::from(byte));
    format!("{} moves {number:08x}", line.len())
}

/// One line of the signature, and its nodes.
fn line(name: &str, position: &Position, question: Question) -> (String, u64) {
    let config = |max_nodes| Config {
        parallelism: Parallelism::Sequential,
        max_nodes: Some(max_nodes),
        ..Config::default()
    };
    match question {
        Question::Solve => {
            let outcome = Solver::new().solve(position, &config(MAX_NODES));
            let Bounds { lower, upper } = outcome.verdict.bounds();
            let nodes = outcome.stats.nodes;
            let (boards, line) = (outcome.stats.boards, fingerprint(&outcome.line));
            (format!("solve    {name}: {lower} to {upper}, {line}, {nodes} nodes, {boards} boards"), nodes)
        }
        Question::Shortest => {
            let outcome = solve(position, &config(MAX_NODES));
            let found = shortest(position, &config(MAX_SHORTEST_NODES), &outcome);
            let (nodes, boards, line) = (found.stats.nodes, found.stats.boards, fingerprint(&found.line));
            let (length, bound) = (found.length, found.lower_bound);
            (
                format!(
                    "shortest {name}: {length}, at least {bound}, {line}, {nodes} nodes, {boards} boards"
                ),
                nodes,
            )
        }
        Question::Hint => {
            let hints = hints(&mut Solver::new(), position, &config(MAX_HINT_NODES));
            let nodes = hints.nodes;
            let keep = hints.moves.iter().filter(|hint| hint.keeps == Some(true)).count();
            (format!("hint     {name}: {keep} of {} moves keep, {nodes} nodes", hints.moves.len()), nodes)
        }
    }
}

#[test]
fn node_counts_are_those_on_record() {
    let web_deal = |seed: &str| {
        *web::deal(seed).unwrap_or_else(|| panic!("the page deals nothing for {seed}")).position()
    };
    let tabletop_deal = |index: u64| *tabletop::deal(1, index).position();
    let solve = Question::Solve;
    let mut questions: Vec<(String, Position, Question)> = Vec::new();
    questions.extend(TABLETOP.map(|index| (format!("tabletop 1 {index}"), tabletop_deal(index), solve)));
    questions.extend(WEB.map(|seed| (format!("web {seed}"), web_deal(seed), solve)));
    questions.extend(SHORTEST.map(|seed| (format!("web {seed}"), web_deal(seed), Question::Shortest)));
    questions.extend(
        SHORTEST_BY_PASSES
            .map(|index| (format!("tabletop 1 {index}"), tabletop_deal(index), Question::Shortest)),
    );
    questions.push(("web 1".into(), web_deal("1"), Question::Hint));
    let lines: Vec<(String, u64)> =
        questions.par_iter().map(|(name, position, question)| line(name, position, *question)).collect();
    let mut report = String::new();
    for (line, _) in &lines {
        writeln!(report, "{line}").expect("strings take all");
    }
    let total: u64 = lines.iter().map(|(_, nodes)| nodes).sum();
    writeln!(report, "total    {} searches, {total} nodes", lines.len()).expect("strings take all");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/signature.txt");
    if std::env::var_os("SOLOMIDS_SIGNATURE").is_some_and(|wanted| wanted == "write") {
        std::fs::write(&path, &report).expect("the file can be written");
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(report, recorded, "the search has changed; the head of this test file says what to do");
}
