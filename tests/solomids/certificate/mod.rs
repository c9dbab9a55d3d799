//! Certificates are accepted, and damaged ones are refused whenever the claim no longer follows.
//!
//! `SOLOMIDS_MUTATIONS=1000 cargo test --release --test solomids certificate` damages each certificate as often.

mod false_claims;

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use solomids::certificate::{CheckConfig, CheckError, Checked, write};
use solomids::dealer::tabletop;
use solomids::game::{Position, parse_position};
use solomids::kit::search::Limits;
use solomids::solver::{Bounds, Config, Outcome, Solver, StopReason, Verdict};

/// Tabletop deals of seed 1 that cannot be won, or not without a swap.
const DEALS: [u64; 8] = [501, 984, 3664, 6471, 5937, 3521, 6363, 5165];

/// Late positions: won with one swap, won without, and lost; one in which a column has too little room for two trees to stand
/// on it at once, though one or the other does: no order of stacks on the board leads to all its members; and one in which the
/// small of K12 can go onto K23 once B123 between them is banked. A column with these orders needs several cores to be seen
/// as dead, and members that have the tree K123 are dead, though a move of theirs makes a position that is not seen to be.
const LATE: [&str; 5] = [
    ". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/. . . . ./. . . . ./. . . . ./. . . . ./. . . . .\nswaps-used: 1",
    ". . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . R1 . ./R23 . . . .",
    "R2 . . . ./R1 . . . ./Y3 . . . ./R3 . . . ./Y12 . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . .",
    ". B1 . R3 R1/G2 K1 Y2 K1 G3/Y1 R2 G2 B2 Y3/G1 B23 R2 Y3 R1/\
     G3 Y2 B3 Y123 G1/R3 . . K23 ./Y1 . . K123 B1/. . K2 B123 K3/. . . . ./. . . . .",
    ". G2 . . ./R1 K3 R3 Y3 G2/G2 B3 Y1 R3 B12/Y2 G1 B1 G1 G1/K3 G3 R3 K12 Y12/\
     K1 . . B123 K2/R2 R2 R1 K23 G3/B2 K1 Y3 . Y1/Y2 Y3 . . G3/B3 . R2 . R1",
];

fn check(text: &[u8]) -> Result<Checked, CheckError> {
    solomids::certificate::check(text, &CheckConfig::default())
}

fn certificate(position: &Position) -> String {
    let mut solver = Solver::new();
    let config = Config::default();
    let outcome = solver.solve(position, &config);
    let mut bytes = Vec::new();
    write(&mut bytes, position, &outcome, &solver, &config).expect("a decided position");
    String::from_utf8(bytes).expect("a text")
}

fn deal(index: u64) -> Position {
    *tabletop::deal(1, index).position()
}

fn mutations() -> usize {
    std::env::var("SOLOMIDS_MUTATIONS").map_or(40, |number| number.parse().expect("a number"))
}

#[test]
fn certificates_of_deals_and_late_positions_are_accepted() {
    let late = LATE.map(|text| parse_position(text).expect("a position").position);
    for position in DEALS.map(deal).iter().chain(&late) {
        let text = certificate(position);
        let checked = check(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{}", &text[..300]));
        assert_eq!(&checked.position, position);
    }
}

/// Certificates of whatever a limit may have left proven are accepted by both checkers.
#[test]
fn bounds_are_certified_where_the_score_is_open() {
    let late = LATE[..3].iter().map(|text| parse_position(text).expect("a position").position);
    for position in late.chain([deal(3664)]) {
        let mut solver = Solver::new();
        let config = Config::default();
        let outcome = solver.solve(&position, &config);
        let lower = outcome.verdict.score().expect("a decided position");
        for upper in (lower + 1..=16 - position.swaps_used()).filter(|upper| *upper > 13) {
            let verdict = Verdict::Undecided { bounds: Bounds { lower, upper }, stopped: StopReason::Nodes };
            let mut bytes = Vec::new();
            let open = Outcome { verdict, ..outcome.clone() };
            write(&mut bytes, &position, &open, &solver, &config).expect("proven bounds");
            assert_eq!(check(&bytes).expect("a certificate").bounds, Bounds { lower, upper });
            let text = String::from_utf8(bytes).expect("a text");
            if position.stacks().count() < 10
                && let Some(answer) = in_python(&text)
            {
                assert_eq!(answer, "accepted", "{text}");
            }
            // A bound that the line exceeds, and a goal that no bound asks for.
            for goal in ["1 trees 2 swaps", "3 trees 0 swaps"] {
                assert!(check(with_header(&text, "impossible", goal).as_bytes()).is_err(), "{goal}");
            }
        }
    }
}

/// Answer of a check on some threads with some memory, as text.
fn answer(text: &str, threads: usize, memory: Option<u64>) -> String {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let config = CheckConfig { limits: Limits { memory, ..Limits::default() }, ..CheckConfig::default() };
    match pool.install(|| solomids::certificate::check(text.as_bytes(), &config)) {
        Ok(checked) => format!("{:?}", checked.stats),
        Err(error) => error.to_string(),
    }
}

#[test]
fn time_and_interrupt_end_a_check_without_an_answer() {
    let text = certificate(&deal(5165));
    let interrupted = Limits::default().interrupted_by(&Arc::new(AtomicBool::new(true)));
    let late = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for (limits, stop) in [(interrupted, StopReason::Interrupted), (late, StopReason::Time)] {
        let config = CheckConfig { limits, ..CheckConfig::default() };
        let checked = solomids::certificate::check(text.as_bytes(), &config);
        assert!(matches!(checked, Err(CheckError::Stopped(reason)) if reason == stop), "{checked:?}");
    }
}

/// Moves lead to members that 108 boards, which overlap, have between them or not: which of the boards were taken away, and in
/// which order, must not be tried in every combination.
#[test]
fn boards_that_overlap_take_no_exponential_time() {
    let text = include_str!("overlapping-boards.txt");
    let limits = Limits { time: Some(Duration::from_mins(1)), ..Limits::default() };
    let config = CheckConfig { limits, ..CheckConfig::default() };
    let checked = solomids::certificate::check(text.as_bytes(), &config);
    assert!(matches!(checked, Err(CheckError::Refuted(_))), "{checked:?}");
}

#[test]
fn threads_and_memory_change_no_answer() {
    let text = certificate(&deal(5165));
    let boards = text.lines().filter(|line| line.starts_with("b ")).count();
    // Some of the boards are left out, which is noticed at more than one place.
    let cut: String = (0..)
        .zip(text.lines())
        .filter(|&(number, line)| !(line.starts_with("b ") && (number % 700 == 350)))
        .map(|(_, line)| line.to_owned() + "\n")
        .collect();
    let left = cut.lines().filter(|line| line.starts_with("b ")).count();
    assert!(left < boards);
    let cut = cut.replace(&format!(" {boards}\n"), &format!(" {left}\n"));
    for text in [&text, &cut] {
        let whole = answer(text, 1, None);
        assert_eq!(answer(text, 3, None), whole);
        let mut answers = Vec::new();
        for megabytes in [1, 2, 3, 4, 6, 8, 12, 16] {
            for threads in [1, 2] {
                answers.push(answer(text, threads, Some(megabytes << 20)));
            }
        }
        let is_stopped = |answer: &String| answer.contains("too little memory");
        assert!(answers.iter().any(is_stopped), "{answers:?}");
        answers.retain(|answer| !is_stopped(answer));
        assert!(answers.len() > 3 && answers.iter().all(|answer| *answer == whole), "{answers:?}");
    }
    assert!(answer(&cut, 2, None).contains("board "));
}

/// A small compressed file may list sets without end, of which nothing is new but their numbers.
#[test]
fn whatever_grows_counts_against_the_limit() {
    let text = certificate(&deal(984));
    let (header, _) = text.split_once("\n\n").expect("a header");
    let sets = format!("{header}\n\n{}", "s - ..........\n".repeat(1 << 19));
    let stopped = "there is too little memory for its sets and 0 boards";
    assert_eq!(answer(&sets, 1, Some(4 << 20)), stopped);
    assert!(answer(&sets, 1, None).starts_with("line "));
    // A single line that is longer than any certificate has.
    let line = format!("{header}\n\ns -{}\n", " ..........".repeat(90_000));
    assert_eq!(answer(&line, 1, Some(1 << 20)), stopped);
}

#[test]
fn a_board_that_is_left_out_is_missed() {
    // Of the boards of a proof, only those can be left out that another one contains.
    let text = certificate(&deal(984));
    let boards: Vec<&str> = text.lines().filter(|line| line.starts_with("b ")).collect();
    let mut refused = 0;
    for board in &boards {
        let without = text.replacen(&format!("{board}\n"), "", 1).replacen(
            &format!(" {}\n", boards.len()),
            &format!(" {}\n", boards.len() - 1),
            1,
        );
        assert_ne!(without, text);
        match check(without.as_bytes()) {
            Ok(_) => {}
            Err(CheckError::Refuted(_)) => refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused * 10 >= boards.len() * 9, "{refused} of {}", boards.len());
}

/// Replaces the value of a header line.
fn with_header(text: &str, name: &str, value: &str) -> String {
    let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).expect("a header line");
    text.replacen(&format!("{line}\n"), &format!("{name} {value}\n"), 1)
}

fn header<'t>(text: &'t str, name: &str) -> &'t str {
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.expect("a header line")
}

#[test]
fn other_claims_are_refused() {
    let other = header(&certificate(&deal(3521)), "position").to_owned();
    for index in DEALS {
        let text = certificate(&deal(index));
        let refused = |text: &str| check(text.as_bytes()).expect_err("another claim");
        if index != 3521 {
            refused(&with_header(&text, "position", &other));
        }
        let score: u8 = header(&text, "score").parse().expect("a number");
        refused(&with_header(&text, "score", &(score + 1).to_string()));
        let moves = header(&text, "line");
        if let Some((cut, _)) = moves.rsplit_once(", B-") {
            refused(&with_header(&text, "line", cut));
            // A lower score, with a line that reaches it: what is then claimed to be impossible is not.
            if score < 15 {
                let lower = with_header(&with_header(&text, "line", cut), "score", &(score - 1).to_string());
                let lower = with_header(&lower, "impossible", &format!("{score} trees 2 swaps"));
                assert!(matches!(refused(&lower), CheckError::Refuted(_)), "{index}");
            }
        }
        assert!(matches!(refused(&text[..text.len() - 20]), CheckError::Format(_)));
    }
}

/// Pseudo-random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        choices[self.below(choices.len())]
    }
}

/// Changes a statement into another one that can be read: a board with another set or more swaps, a set with another
/// stack, or with a placement moved or left out. `None` leaves the statement out.
fn damaged(statement: &str, sets: usize, random: &mut Random) -> Option<String> {
    let mut words: Vec<String> = statement.split(' ').map(Into::into).collect();
    if words[0] == "b" {
        match random.below(8) {
            0 => return None,
            1 => words[1] = random.below(3).to_string(),
            _ => words[2 + random.below(5)] = random.below(sets).to_string(),
        }
        return Some(words.join(" "));
    }
    let word = 2 + random.below(words.len() - 2);
    match random.below(3) {
        0 if words.len() > 3 => drop(words.remove(word)),
        1 if words[1] != "-" => {
            let mut order: Vec<&str> = words[1].split(',').collect();
            let place = random.below(order.len());
            let stack = format!(
                "{}{}",
                random.pick(&["R", "Y", "G", "B", "K"]),
                random.pick(&["1", "2", "3", "12", "23"])
            );
            order[place] = &stack;
            words[1] = order.join(",");
        }
        _ => {
            // A stack and the empty square beside it change places.
            let mut squares = words[word].clone().into_bytes();
            let places: Vec<usize> =
                (1..squares.len()).filter(|&i| (squares[i] == b'.') != (squares[i - 1] == b'.')).collect();
            if let Some(&place) = places.get(random.below(places.len().max(1))) {
                squares.swap(place - 1, place);
            }
            words[word] = String::from_utf8(squares).expect("letters and points");
        }
    }
    Some(words.join(" "))
}

#[test]
fn damaged_proofs_are_refused_or_still_prove_what_holds() {
    let mut random = Random(1);
    let (mut refused, mut accepted) = (0, 0);
    for index in [501, 984, 3664, 6363] {
        let text = certificate(&deal(index));
        let (head, body) = text.split_once("\n\n").expect("a header");
        let statements: Vec<&str> = body.lines().filter(|line| !line.starts_with("end")).collect();
        let sets = statements.iter().filter(|line| line.starts_with("s ")).count();
        for _ in 0..mutations() {
            let place = random.below(statements.len());
            let mut changed: Vec<String> = statements.iter().map(|&line| line.into()).collect();
            match damaged(statements[place], sets, &mut random) {
                Some(statement) => changed[place] = statement,
                None => drop(changed.remove(place)),
            }
            let end = format!("end {sets} {}", changed.len() - sets);
            let damaged = format!("{head}\n\n{}\n{end}\n", changed.join("\n"));
            match check(damaged.as_bytes()) {
                Ok(_) => accepted += 1,
                Err(CheckError::Refuted(_)) => refused += 1,
                Err(CheckError::Format(error)) => assert!(error.to_string().contains("line"), "{error}"),
                Err(error) => panic!("{error}"),
            }
        }
    }
    // Damage that changes nothing, or a board that is contained in another, is accepted.
    assert!(refused > 2 * accepted && accepted > 0, "{refused} refused, {accepted} accepted");
}

#[test]
fn whatever_is_typed_into_a_certificate_proves_what_holds() {
    const SIGNS: &[u8] = b"0123456789abcdefghij. ,-RGBYKsb\n";
    let mut random = Random(2);
    for index in [501, 3664] {
        let text = certificate(&deal(index));
        for _ in 0..mutations() {
            let mut typed = text.clone().into_bytes();
            for _ in 0..=random.below(3) {
                let place = random.below(typed.len());
                typed[place] = SIGNS[random.below(SIGNS.len())];
            }
            if let Ok(checked) = check(&typed[..]) {
                let outcome = Solver::new().solve(&checked.position, &Config::default());
                let score = outcome.verdict.score().expect("a decided position");
                assert!(
                    (checked.bounds.lower..=checked.bounds.upper).contains(&score),
                    "{:?}",
                    checked.bounds
                );
            }
        }
    }
}

/// A late position at random: a tree of each of some colours in pieces, close together.
fn late_position(random: &mut Random) -> Position {
    let colours = ["R", "Y", "G", "B", "K"];
    let (first, number, columns) = (random.below(5), 2 + random.below(3), 2 + random.below(2));
    let mut pieces: Vec<String> = (0..number)
        .flat_map(|n| ["1", "2", "3"].map(|size| format!("{}{size}", colours[(first + n) % 5])))
        .collect();
    let mut rows = vec![vec![".".to_owned(); 5]; 10];
    let squares = (columns..).map(|n| (n / columns, n % columns)).take(pieces.len() + 2);
    for (row, column) in squares {
        if !pieces.is_empty() && random.below(8) > 0 {
            rows[row][column] = pieces.remove(random.below(pieces.len()));
        }
    }
    // What found no place stands at the near edge.
    for (column, piece) in (0..5).cycle().zip(pieces) {
        let row = (0..10).rev().find(|&row| rows[row][column] == ".").expect("an empty square");
        rows[row][column] = piece;
    }
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    parse_position(&format!("{}\nswaps-used: {}", rows.join("/"), 1 + random.below(2)))
        .expect("a position")
        .position
}

/// What the checker in Python prints of a certificate; `None` without Python.
fn in_python(text: &str) -> Option<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/solomids/certificate/check.py");
    let mut python =
        Command::new("python3").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    python.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("the checker reads");
    let output = python.wait_with_output().expect("the checker ends");
    Some(String::from_utf8(output.stdout).expect("a text").trim_end().to_owned())
}

#[test]
fn a_checker_in_another_language_agrees() {
    let mut random = Random(3);
    let (mut proofs, mut refused) = (0, 0);
    while proofs < 8 {
        let position = late_position(&mut random);
        let text = certificate(&position);
        check(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let Some(board) = text.lines().find(|line| line.starts_with("b ")) else { continue };
        proofs += 1;
        let Some(answer) = in_python(&text) else {
            eprintln!("python3 is not installed, so its checker was not asked");
            return;
        };
        assert_eq!(answer, "accepted", "{text}");
        // Without its statements it proves nothing, and a claim of one tree or one point less does not hold.
        let (head, _) = text.split_once("\n\n").expect("a header");
        let stripped = format!("{head}\n\nend 0 0\n");
        assert!(matches!(check(stripped.as_bytes()), Err(CheckError::Refuted(_))), "{board}");
        assert!(in_python(&stripped).expect("Python is there").starts_with("refused"), "{board}");
        let score: u8 = header(&text, "score").parse().expect("a number");
        let (cut, _) = header(&text, "line").rsplit_once(", ").unwrap_or(("_", ""));
        let lower = with_header(&with_header(&text, "line", cut), "score", &(score - 1).to_string());
        let lower = with_header(&lower, "impossible", &format!("{score} trees 2 swaps"));
        if score < 15 {
            refused += 1;
            assert!(matches!(check(lower.as_bytes()), Err(CheckError::Refuted(_))), "{board}");
            assert!(in_python(&lower).expect("Python is there").starts_with("refused"), "{board}");
        }
    }
    assert!(refused > 1, "{refused}");
}
