//! Pentamid: rules, prover, tables, engine and self-play, against a plain implementation and against known answers.
//!
//! `SOLOMIDS_PENTAMID_PLIES=1000000 cargo test --release --test pentamid` compares more random plies;
//! `SOLOMIDS_PENTAMID_TABLES=1` looks into a larger table too.

mod engine;
mod prover;
mod reference;
mod retrograde;
mod rules;

use std::path::Path;

use reference::Board;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use solomids::pentamid::game::{
    Both, Position, Repetition, Rules, Side, Size, Variant, parse_moves, parse_position, perft, perft_from,
    replay,
};

/// A generator of pseudorandom numbers for tests (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// The same variant for both implementations.
pub(crate) fn both_rules(
    (width, height): (usize, usize),
    line: usize,
    nests: usize,
    diagonals: bool,
    both: Both,
) -> (Rules, reference::Rules) {
    let variant = Variant { width, height, line, nests, diagonals, both, ..Variant::default() };
    let letter = both.name().chars().next().expect("a name");
    let plain = reference::Rules { width, height, line, nests, diagonals, both: letter };
    (Rules::new(variant).expect("a variant"), plain)
}

/// A random board after some plies of random play.
pub(crate) fn random_board(plain: &reference::Rules, random: &mut Random, plies: usize) -> Board {
    let mut board = Board::empty(plain);
    for _ in 0..plies {
        let moves = board.moves(plain);
        if moves.is_empty() {
            break;
        }
        let next = board.after(&moves[random.below(moves.len())]);
        if next.line_winner(plain).is_none() {
            board = next;
        }
    }
    board
}

/// A position with answers: a row of `known-answers.csv`.
#[derive(Deserialize)]
pub(crate) struct Answer {
    pub(crate) id: u32,
    w: usize,
    h: usize,
    k: usize,
    nests: usize,
    diag: u8,
    both: String,
    stm: String,
    board: String,
    reserve: String,
    nmoves: u64,
    perft2: u64,
    perft3: u64,
    pub(crate) result: String,
    pub(crate) result_norep: String,
}

impl Answer {
    pub(crate) fn rules(&self) -> Rules {
        let variant = Variant {
            width: self.w,
            height: self.h,
            line: self.k,
            nests: self.nests,
            diagonals: self.diag == 1,
            both: Both::from_name(&self.both).expect("a reading"),
            ..Variant::default()
        };
        Rules::new(variant).expect("a variant")
    }

    /// The rules of the plain implementation.
    fn plain(&self) -> reference::Rules {
        let both = self.both.chars().next().expect("a reading");
        let (width, height, line, nests) = (self.w, self.h, self.k, self.nests);
        reference::Rules { width, height, line, nests, diagonals: self.diag == 1, both }
    }

    pub(crate) fn position(&self) -> Position {
        parse_position(&self.rules(), &format!("{} {}", self.board, self.stm)).expect("a position")
    }
}

/// A record with answers: a row of `known-records.csv`.
#[derive(Deserialize)]
struct Record {
    id: u32,
    moves: String,
    stm: String,
    board: String,
    n_plain: usize,
    n_rule: usize,
    barred: String,
    perft2_plain: u64,
    perft2_rule: u64,
}

fn rows<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/pentamid").join(name);
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).expect("a file");
    reader.deserialize().collect::<Result<_, _>>().expect("rows")
}

pub(crate) fn answers() -> Vec<Answer> {
    let answers: Vec<Answer> = rows("known-answers.csv");
    assert_eq!(answers.len(), 111);
    answers
}

#[test]
fn known_positions_have_their_reserves_and_counts() {
    for answer in answers() {
        let (rules, position) = (answer.rules(), answer.position());
        let sizes = [Size::Large, Size::Medium, Size::Small];
        let reserve = |side| sizes.map(|size| position.reserve(&rules, side, size).to_string()).join(".");
        let id = answer.id;
        assert_eq!(format!("{}:{}", reserve(Side::One), reserve(Side::Two)), answer.reserve, "id {id}");
        let board = Board::parse(&position.text(&rules));
        assert_eq!(reference::perft(&answer.plain(), &board, None, 2), answer.perft2, "id {id}");
        let counts = [1, 2, 3].map(|depth| perft(&rules, &position, depth));
        assert_eq!(counts, [answer.nmoves, answer.perft2, answer.perft3], "id {id}");
    }
}

#[test]
fn known_records_bar_what_they_should() {
    let rules = Rules::default();
    let records: Vec<Record> = rows("known-records.csv");
    assert_eq!(records.len(), 16);
    for record in records {
        let moves = parse_moves(&rules, &record.moves).expect("moves").moves;
        let game = replay(&rules, Repetition::Barred, Position::START, &moves).expect("a legal record");
        let id = record.id;
        assert_eq!(game.position().text(&rules), format!("{} {}", record.board, record.stm), "id {id}");
        let barred: Vec<String> = game.barred().iter().map(|(mv, _)| mv.to_string()).collect();
        assert_eq!(barred.join(" "), record.barred, "id {id}");
        let counts = (game.position().moves(&rules).len(), game.legal_moves().len());
        assert_eq!(counts, (record.n_plain, record.n_rule), "id {id}");
        let mut history = game.history().clone();
        let plain = perft_from(&rules, Repetition::Allowed, &mut history, 2);
        let barred = perft_from(&rules, Repetition::Barred, &mut history, 2);
        assert_eq!((plain, barred), (record.perft2_plain, record.perft2_rule), "id {id}");
    }
}
