//! The node signature of the search: exact node counts over fixed deals, compared word for word.
//!
//! A change that is meant to leave the search alone leaves `data/signature.txt` alone. A change that is meant to alter
//! it raises the `SEARCH_REVISION` of its game, by which batches tell which versions make the same rows, rewrites the file
//! with `SOLOMIDS_SIGNATURE=write cargo test --test solomids signature`, and quotes the totals before and after in its commit message.
//! Equal counts do not prove equal verdicts, so the answers are compared as well.

use std::fmt::Write as _;
use std::path::Path;

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use solomids::analysis::hints;
use solomids::dealer::{tabletop, web};
use solomids::game::{Move, Position};
use solomids::pentamid::engine::{self, EnginePlayer, GameSeries, Strength};
use solomids::solace2::game::{Reading, replay};
use solomids::solace2::optimum::{Optimum, View};
use solomids::solace2::{self, dealer};
use solomids::solver::{Bounds, Config, Parallelism, Solver, shortest, solve};

/// Nodes for one search: enough for all but the rows that are there to be cut off.
const MAX_NODES: u64 = 60_000;

/// Nodes for one shortest line.
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

/// Seeds of the web page whose shortest lines are looked for: wins without a swap.
const SHORTEST: [&str; 2] = ["24", "96"];

/// Tabletop deals whose shortest lines are looked for: a win needs a swap or none exists.
const SHORTEST_OTHERS: [u64; 3] = [501, 3664, 984];

/// What is asked of a position.
#[derive(Clone, Copy)]
enum Question {
    Solve,
    Shortest,
    Hint,
}

/// The first digits of a SHA-256.
fn digits(text: &str) -> String {
    let digest = Sha256::digest(text);
    let number = digest.iter().take(4).fold(0, |number, &byte| number << 8 | u32::from(byte));
    format!("{number:08x}")
}

/// The number of moves of a line and the first digits of a SHA-256 of the tokens.
fn fingerprint(line: &[Move]) -> String {
    let tokens: Vec<String> = line.iter().map(Move::to_string).collect();
    format!("{} moves {}", line.len(), digits(&tokens.join(", ")))
}

/// The first digits of a SHA-256 of eight games of Solace II: score, number of moves, and best score of each. `choose` names the next
/// moves by what a player sees, and none to end a game; `best` solves a deal.
fn solace2_games(
    reading: Reading,
    mut choose: impl FnMut(&View) -> Vec<solace2::game::Move>,
    mut best: impl FnMut(&solace2::game::Position) -> Option<u8>,
) -> String {
    let games = (0..8).map(|index| {
        let start = solace2::game::Position::new(&dealer::deal(1, index));
        let (mut position, mut count) = (start, 0);
        loop {
            let moves = choose(&View::new(&position, reading));
            if moves.is_empty() {
                break;
            }
            count += moves.len();
            position = replay(&position, reading, &moves).expect("legal moves");
        }
        format!("{} {count} {:?}", position.score(), best(&start))
    });
    digits(&games.collect::<Vec<_>>().join(", "))
}

/// The lines of Solace II: deals that a player plays and the solver solves.
fn solace2() -> String {
    let limits = solace2::solver::Limits::default();
    let mut solver = solace2::solver::Solver::default();
    let mut lines = String::new();
    let solve = |start: &_| solver.solve(start, Reading::LITERAL, &limits).verdict.score();
    let careful = |view: &View| solace2::analysis::careful(view).into_iter().collect();
    let games = solace2_games(Reading::LITERAL, careful, solve);
    writeln!(lines, "solace2  careful literal: {games}").expect("a string");
    let mut optimum = Optimum::new(Reading::INERT, 5).expect("a reading with states");
    let games =
        solace2_games(Reading::INERT, |view| optimum.best(view, &limits).expect("no limit").moves, |_| None);
    writeln!(lines, "solace2  optimal inert: {games}").expect("a string");
    let classes = solace2::census::classes(2);
    let nodes = classes.iter().map(|class| {
        let start = solace2::game::Position::new(&class.deal);
        solver.solve(&start, Reading::LITERAL, &limits).stats.nodes
    });
    writeln!(lines, "solace2  census of 2 stashes: {} nodes", nodes.sum::<u64>()).expect("a string");
    lines
}

/// The lines of Pentamid: games of engines.
fn pentamid() -> String {
    let series = GameSeries {
        rules: solomids::pentamid::game::Rules::default(),
        games: 6,
        seed: 1,
        first: Vec::new(),
        random: 4,
        cap: 24,
        pairs: false,
    };
    let level = engine::Level::new(3).expect("a level");
    let games = series.play(|index| {
        [Strength::Nodes(150), Strength::Level(level)]
            .map(|strength| EnginePlayer::new(&series.rules, strength, engine::Rng::new(7, index)))
    });
    let moves = |played: &engine::PlayedGame| {
        played.game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let plies: usize = games.iter().map(|played| played.game.moves().len()).sum();
    let lines: Vec<String> = games.iter().map(moves).collect();
    format!("pentamid {} games, {plies} plies {}\n", games.len(), digits(&lines.join(", ")))
}

/// Revision of each game, and how the lines begin on which rows of batches depend: hints and shortest lines are in none.
const REVISIONS: [(&str, u32, &[&str]); 3] = [
    ("solomids", solomids::SEARCH_REVISION, &["solve"]),
    ("solace2", solomids::solace2::SEARCH_REVISION, &["solace2"]),
    ("pentamid", solomids::pentamid::SEARCH_REVISION, &["pentamid"]),
];

/// The first line, of revisions.
fn head() -> String {
    let revisions = REVISIONS.map(|(game, revision, _)| format!("{game} {revision}"));
    format!("revision {}\n", revisions.join(", "))
}

/// Refuses to record other lines of a game under a revision that has lines.
fn check_revisions(recorded: &str, report: &str) {
    let head = recorded.lines().next().unwrap_or_default();
    for (game, revision, words) in REVISIONS {
        let lines = |text: &str| {
            let is_one = |line: &&str| line.split(' ').next().is_some_and(|word| words.contains(&word));
            text.lines().filter(is_one).map(str::to_owned).collect::<Vec<_>>()
        };
        let is_known = head.replace(',', "").contains(&format!("{game} {revision}"));
        assert!(
            !is_known || lines(recorded) == lines(report),
            "raise the SEARCH_REVISION of {game} first: batches begun before must not go on with another search"
        );
    }
}

#[test]
fn the_version_names_the_revision() {
    let revision = format!(" (search revision {})", solomids::SEARCH_REVISION);
    assert!(solomids::VERSION.ends_with(&revision), "{}", solomids::VERSION);
}

/// One line of the signature, and its nodes.
fn line(name: &str, position: &Position, question: Question) -> (String, u64) {
    let config = |nodes| Config { parallelism: Parallelism::Sequential, ..Config::with_nodes(nodes) };
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
        SHORTEST_OTHERS
            .map(|index| (format!("tabletop 1 {index}"), tabletop_deal(index), Question::Shortest)),
    );
    questions.push(("web 1".into(), web_deal("1"), Question::Hint));
    let lines: Vec<(String, u64)> =
        questions.par_iter().map(|(name, position, question)| line(name, position, *question)).collect();
    let mut report = head();
    for (line, _) in &lines {
        writeln!(report, "{line}").expect("strings take all");
    }
    let total: u64 = lines.iter().map(|(_, nodes)| nodes).sum();
    writeln!(report, "total    {} searches, {total} nodes", lines.len()).expect("strings take all");
    report += &(solace2() + &pentamid());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/signature.txt");
    let read = || std::fs::read_to_string(&path).unwrap_or_default();
    if std::env::var_os("SOLOMIDS_SIGNATURE").is_some_and(|wanted| wanted == "write") {
        check_revisions(&read(), &report);
        std::fs::write(&path, &report).expect("the file can be written");
    }
    let recorded = read();
    assert_eq!(report, recorded, "the search has changed; the head of this test file says what to do");
}
