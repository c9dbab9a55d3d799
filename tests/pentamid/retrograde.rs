//! Whole small boards: every value against the values of the moves, and against the prover.

use solomids::pentamid::game::{Both, Position, Repetition, Rules, Side, Status, Variant, parse_position};
use solomids::pentamid::prover::{Config, Verdict, prove};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use solomids::kit::search::{Limits, StopReason};
use solomids::pentamid::retrograde::{
    self, FolderError, Outcomes, SolveError, SolveProgress, TableError, Totals, Value, ValueTable, solve,
    solve_classes,
};

use crate::{Random, answers, both_rules, random_board};

fn solved(variant: Variant) -> ValueTable {
    unlimited(&Rules::new(variant).expect("a value")).expect("a value")
}

fn unlimited(rules: &Rules) -> Result<ValueTable, SolveError> {
    solve(rules, &Limits::default(), &SolveProgress::default())
}

const TINY: Variant = Variant {
    width: 3,
    height: 3,
    nests: 1,
    line: 3,
    diagonals: false,
    both: Both::Opponent,
    centre: solomids::pentamid::game::Centre::ByRule,
};

/// The value that the values after the moves of a position give it.
fn from_moves(table: &ValueTable, position: &Position) -> Value {
    let rules = table.rules();
    match position.status(rules) {
        Status::Line(side) if side == position.side() => return Value::Win(0),
        Status::Line(_) | Status::Stuck(_) => return Value::Loss(0),
        Status::Drawn => return Value::Endless,
        Status::Open => {}
    }
    let after: Vec<Value> =
        position.moves(rules).iter().map(|&mv| table.value(&position.after(mv))).collect();
    let wins = after.iter().filter_map(|value| if let Value::Loss(n) = value { Some(n + 1) } else { None });
    if let Some(plies) = wins.min() {
        return Value::Win(plies);
    }
    if after.contains(&Value::Endless) {
        return Value::Endless;
    }
    let losses = after.iter().filter_map(|value| if let Value::Win(n) = value { Some(n + 1) } else { None });
    Value::Loss(losses.max().unwrap_or(0))
}

#[test]
fn values_follow_from_the_values_after_the_moves() {
    let variants = [
        both_rules((3, 3), 3, 1, false, Both::Opponent),
        both_rules((3, 3), 3, 1, true, Both::Mover),
        both_rules((4, 3), 3, 1, false, Both::Draw),
    ];
    let mut random = Random(2);
    for (rules, plain) in variants {
        let table = unlimited(&rules).unwrap();
        for _ in 0..3000 {
            let plies = random.below(40);
            let board = random_board(&plain, &mut random, plies);
            let position = parse_position(&rules, &board.text()).unwrap();
            assert_eq!(table.value(&position), from_moves(&table, &position), "{rules}: {}", board.text());
        }
    }
}

#[test]
fn the_prover_finds_the_same_distances() {
    let mut random = Random(4);
    for diagonals in [false, true] {
        let (rules, plain) = both_rules((3, 3), 3, 1, diagonals, Both::Opponent);
        let table = unlimited(&rules).unwrap();
        let mut longest = 0;
        for _ in 0..150 {
            let plies = random.below(30);
            let board = random_board(&plain, &mut random, plies);
            let position = parse_position(&rules, &board.text()).unwrap();
            let config =
                Config { plies: 14, repetition: Repetition::Allowed, table: 1 << 22, ..Config::default() };
            let expected = match table.value(&position) {
                Value::Win(plies) if plies <= 14 => Verdict::Win { plies },
                Value::Loss(plies) if plies <= 14 => Verdict::Loss { plies },
                _ => Verdict::Unknown,
            };
            if let Verdict::Win { plies } = expected {
                longest = longest.max(plies);
            }
            assert_eq!(prove(&rules, &position, &config).verdict, expected, "{rules}: {}", board.text());
        }
        assert!(longest > 5, "only short wins were met");
    }
}

#[test]
fn known_starts_have_their_values() {
    let start = |variant| solved(variant).value(&Position::START);
    assert_eq!(start(TINY), Value::Endless);
    assert_eq!(start(Variant { diagonals: true, ..TINY }), Value::Win(11));
    assert_eq!(start(Variant { width: 4, height: 4, ..TINY }), Value::Win(17));
}

#[test]
fn lines_and_longest_wins_lead_to_the_end() {
    let table = solved(TINY);
    let (win, loss) = table.longest();
    for longest in [win.unwrap(), loss.unwrap()] {
        let line = table.line(&longest.position);
        let (Value::Win(plies) | Value::Loss(plies)) = longest.value else { panic!("not decided") };
        assert_eq!(line.len(), plies as usize);
        let end = line.iter().fold(longest.position, |position, &mv| position.after(mv));
        let winner = if matches!(longest.value, Value::Win(_)) { Side::One } else { Side::Two };
        assert_eq!(end.status(table.rules()).winner(), Some(winner));
        assert_eq!(table.value(&longest.position), longest.value);
    }
    let totals = table.totals();
    assert!(totals.wins > 0 && totals.losses > 0 && totals.endless > 0);
}

#[test]
fn tables_are_read_as_they_were_written() {
    let table = solved(TINY);
    let mut bytes = Vec::new();
    retrograde::write(&table, &mut bytes).unwrap();
    let again = retrograde::read(table.rules(), bytes.as_slice()).unwrap();
    let mut second = Vec::new();
    retrograde::write(&again, &mut second).unwrap();
    assert_eq!(bytes, second);
    let other = Rules::new(Variant { diagonals: true, ..TINY }).unwrap();
    assert!(matches!(retrograde::read(&other, bytes.as_slice()), Err(TableError::Rules { .. })));
    let cut = &bytes[..bytes.len() - 1];
    assert!(matches!(retrograde::read(table.rules(), cut), Err(TableError::Io(_))));
    assert!(matches!(retrograde::read(table.rules(), &b"x"[..]), Err(TableError::Title)));
    let longer = [bytes.as_slice(), &[0]].concat();
    assert!(matches!(retrograde::read(table.rules(), longer.as_slice()), Err(TableError::Length { .. })));
    for place in [bytes.len() - 1, bytes.len() / 2] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert!(matches!(
            retrograde::read(table.rules(), damaged.as_slice()),
            Err(TableError::Damaged { .. })
        ));
    }
}

#[test]
fn large_variants_are_refused() {
    let limits = Limits::memory(1 << 32);
    let solve =
        |variant| solve(&Rules::new(variant).unwrap(), &limits, &SolveProgress::default()).unwrap_err();
    assert!(matches!(solve(Variant { nests: 2, width: 4, height: 4, ..TINY }), SolveError::TooLarge { .. }));
    assert!(matches!(solve(Variant::of_board(8, 8)), SolveError::Huge));
}

/// Solves 3×3 with two nests, which takes a minute: only if `SOLOMIDS_PENTAMID_TABLES` is set.
#[test]
fn tables_have_the_known_results() {
    let all = std::env::var_os("SOLOMIDS_PENTAMID_TABLES").is_some();
    let mut compared = 0;
    for nests in if all { vec![1, 2] } else { vec![1] } {
        for diagonals in [false, true] {
            let rules = Rules::new(Variant { nests, diagonals, ..TINY }).unwrap();
            let answers: Vec<_> = answers().into_iter().filter(|answer| answer.rules() == rules).collect();
            if answers.is_empty() {
                continue;
            }
            let table = unlimited(&rules).unwrap();
            for answer in answers {
                let plies: u32 = answer.result[1..].parse().unwrap();
                let value = table.value(&answer.position());
                let agrees = match &answer.result[..1] {
                    "W" => value == Value::Win(plies),
                    "L" => value == Value::Loss(plies),
                    _ => match value {
                        Value::Win(found) | Value::Loss(found) => found > plies,
                        Value::Endless => true,
                    },
                };
                assert!(agrees, "id {}: {value:?}, not {}", answer.id, answer.result);
                compared += 1;
            }
        }
    }
    assert!(compared >= if all { 18 } else { 10 }, "{compared}");
}

/// Totals of all classes, and who wins from the start.
fn in_folder(rules: &Rules, folder: &Path) -> (Totals, Option<bool>) {
    let Outcomes { first_wins, classes } =
        solve_classes(rules, folder, &Limits::default(), &SolveProgress::default()).expect("outcomes");
    (classes.iter().map(|class| class.totals).sum(), first_wins)
}

/// The bytes of all files of a folder, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let file = |entry: fs::DirEntry| {
        (entry.file_name().into_string().expect("a name"), fs::read(entry.path()).expect("a file"))
    };
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| file(entry.expect("an entry"))).collect();
    files.sort();
    files
}

#[test]
fn classes_have_the_outcomes_of_the_table() {
    for (width, height, line) in [(3, 3, 2), (3, 3, 3), (4, 3, 2), (4, 3, 3), (3, 4, 4)] {
        for (both, diagonals) in [(Both::Opponent, false), (Both::Mover, true), (Both::Draw, true)] {
            let table = solved(Variant { width, height, line, both, diagonals, ..TINY });
            let (rules, totals) = (table.rules(), table.totals());
            let start = match table.value(&Position::START) {
                Value::Win(_) => Some(true),
                Value::Loss(_) => Some(false),
                Value::Endless => None,
            };
            let [plain, again] = [0; 2].map(|_| tempfile::tempdir().unwrap());
            assert_eq!(in_folder(rules, plain.path()), (totals, start), "{rules}");
            let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
            pool.install(|| in_folder(rules, again.path()));
            assert_eq!(files(plain.path()), files(again.path()), "{rules}");
        }
    }
}

#[test]
fn folders_go_on_and_refuse_what_is_not_theirs() {
    let rules = Rules::new(TINY).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let solve = |rules: &Rules, limits: &Limits| {
        solve_classes(rules, folder.path(), limits, &SolveProgress::default())
    };
    let unlimited = |rules: &Rules| solve(rules, &Limits::default());
    let whole = unlimited(&rules).unwrap();
    let written = files(folder.path());
    // One of a pair is missing, and a write was broken off.
    fs::remove_file(folder.path().join("100-110")).unwrap();
    fs::write(folder.path().join("part"), "solomids").unwrap();
    let halted = Limits::default().interrupted_by(&Arc::new(AtomicBool::new(true)));
    assert!(matches!(solve(&rules, &halted), Err(SolveError::Halted(StopReason::Interrupted))));
    assert_eq!(unlimited(&rules).unwrap(), whole);
    assert_eq!(files(folder.path()), written);
    assert!(matches!(solve(&rules, &Limits::memory(1000)), Err(SolveError::TooLarge { most: 1000, .. })));
    let other = Rules::new(Variant { diagonals: true, ..TINY }).unwrap();
    let foreign = unlimited(&other);
    assert!(matches!(foreign, Err(SolveError::Folder(FolderError::Foreign { .. }))), "{foreign:?}");
    let path = folder.path().join("111-111");
    let bytes = fs::read(&path).unwrap();
    let mut changed = bytes.clone();
    changed[bytes.len() - 1] ^= 1;
    for wrong in [&bytes[..bytes.len() - 1], &[&bytes[..], &[0]].concat(), &changed] {
        fs::write(&path, wrong).unwrap();
        let damaged = unlimited(&rules);
        assert!(
            matches!(&damaged, Err(SolveError::Folder(FolderError::Damaged(name))) if *name == path),
            "{damaged:?}"
        );
    }
    fs::write(&path, &bytes).unwrap();
    fs::write(folder.path().join("notes.txt"), "").unwrap();
    let unknown = unlimited(&rules);
    assert!(matches!(unknown, Err(SolveError::Folder(FolderError::Unknown(_)))), "{unknown:?}");
}
