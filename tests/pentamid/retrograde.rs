//! Whole small boards: every value against the values of the moves, and against the prover.

use solomids::pentamid::game::{
    Both, Grid, Move, Piece, Position, Repetition, Rules, Side, Size, Stack, Status, Symmetry, Variant,
    parse_position,
};
use solomids::pentamid::prover::{Config, Verdict, prove};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use solomids::kit::search::{Halt, StopReason};
use solomids::pentamid::retrograde::{
    self, ClassError, ClassLimits, Counts, FolderError, Outcomes, SolveError, SolveLimits, TableError,
    Totals, Value, ValueTable, solve, solve_classes,
};

use crate::{Random, answers, both_rules, random_board};

fn solved(variant: Variant) -> ValueTable {
    solve(&Rules::new(variant).expect("a value"), &SolveLimits::default()).expect("a value")
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
        let table = solve(&rules, &SolveLimits::default()).unwrap();
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
        let table = solve(&rules, &SolveLimits::default()).unwrap();
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
    let solve = |variant| solve(&Rules::new(variant).unwrap(), &SolveLimits::default()).unwrap_err();
    assert!(matches!(solve(Variant { nests: 2, width: 4, height: 4, ..TINY }), SolveError::TooLarge { .. }));
    assert_eq!(solve(Variant::of_board(8, 8)), SolveError::Huge);
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
            let table = solve(&rules, &SolveLimits::default()).unwrap();
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
fn in_folder(rules: &Rules, defender: Option<Counts>, folder: &Path) -> (Totals, Option<bool>) {
    let Outcomes { first_wins, classes } =
        solve_classes(rules, defender, folder, &ClassLimits::default()).expect("outcomes");
    let sum = |of: fn(&Totals) -> u64| classes.iter().map(|class| of(&class.totals)).sum();
    (Totals { wins: sum(|t| t.wins), losses: sum(|t| t.losses), endless: sum(|t| t.endless) }, first_wins)
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
            let [plain, again, full] = [0; 3].map(|_| tempfile::tempdir().unwrap());
            assert_eq!(in_folder(rules, None, plain.path()), (totals, start), "{rules}");
            let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
            pool.install(|| in_folder(rules, None, again.path()));
            assert_eq!(files(plain.path()), files(again.path()), "{rules}");
            // A defender with all his pieces: every position once for each colour.
            let both = [totals.wins, totals.losses, totals.endless].map(|count| 2 * count);
            let both = Totals { wins: both[0], losses: both[1], endless: both[2] };
            assert_eq!(in_folder(rules, Some([1; 3]), full.path()), (both, start), "{rules}");
        }
    }
}

fn line_winner(rules: &Rules, position: &Position) -> Option<Side> {
    match position.status(rules) {
        Status::Line(side) => Some(side),
        Status::Open | Status::Stuck(_) | Status::Drawn => None,
    }
}

/// All positions of 3×3 with one nest in which the second player has no small, and no medium unless `medium`.
fn boards_against(rules: &Rules, medium: bool) -> Vec<Position> {
    let places = 1 + rules.area();
    let pieces = [(Side::One, Size::Large), (Side::Two, Size::Large), (Side::One, Size::Medium)];
    let pieces = [&pieces[..], &[(Side::Two, Size::Medium), (Side::One, Size::Small)]].concat();
    let positions = (0..places.pow(5) * 2).filter_map(|number| {
        let mut stacks = vec![Stack::new(); places];
        for (i, &(side, size)) in (0..).zip(&pieces) {
            stacks[number / places.pow(i) % places].push(Piece { side, size });
        }
        let mut grid = Grid::default();
        rules.squares().zip(&stacks[1..]).for_each(|(square, stack)| grid.set(square, stack));
        let side = Side::ALL[number / places.pow(5)];
        Position::new(rules, &grid, side).ok()
    });
    positions.filter(|position| medium || position.count(Side::Two, Size::Medium) == 0).collect()
}

/// The totals of these positions by passes over all of them, and who wins from the start. The second player drops no small, and no
/// medium unless `medium`.
fn by_passes(rules: &Rules, medium: bool) -> (Totals, Option<bool>) {
    let positions = boards_against(rules, medium);
    let mut wins: HashMap<Position, Option<bool>> = HashMap::new();
    let value = |wins: &HashMap<Position, Option<bool>>, position: &Position| {
        if let Some(side) = line_winner(rules, position) {
            return Some(side == position.side());
        }
        let barred = |mv: &Move| {
            let kept = mv.size() == Size::Large || medium && mv.size() == Size::Medium;
            mv.is_drop() && position.side() == Side::Two && !kept
        };
        let moves = position.moves(rules).into_iter().filter(|mv| !barred(mv));
        let after: Vec<Option<bool>> =
            moves.map(|mv| wins.get(&position.after(mv)).copied().flatten()).collect();
        if after.contains(&Some(false)) {
            Some(true)
        } else {
            after.iter().all(|value| *value == Some(true)).then_some(false)
        }
    };
    loop {
        let open = positions.iter().filter(|position| !wins.contains_key(position));
        let new: Vec<_> = open.map(|position| (*position, value(&wins, position))).collect();
        let before = wins.len();
        wins.extend(new.into_iter().filter(|(_, value)| value.is_some()));
        if wins.len() == before {
            break;
        }
    }
    // The number of classes of symmetric positions, by Burnside's lemma.
    let symmetries = Symmetry::all(rules);
    let mut counts = [0; 3];
    for position in positions.iter().filter(|position| line_winner(rules, position).is_none()) {
        let fixed =
            symmetries.iter().filter(|symmetry| symmetry.position(position) == *position).count() as u64;
        counts[wins.get(position).copied().flatten().map_or(2, usize::from)] += fixed;
    }
    let [losses, wins_, endless] = counts.map(|count| count / symmetries.len() as u64);
    (Totals { wins: wins_, losses, endless }, wins.get(&Position::START).copied().flatten())
}

#[test]
fn a_defender_with_fewer_pieces_has_the_outcomes_of_plain_passes() {
    let rules = Rules::new(TINY).unwrap();
    for (medium, defender) in [(false, [0, 0, 1]), (true, [0, 1, 1])] {
        let folder = tempfile::tempdir().unwrap();
        let found = in_folder(&rules, Some(defender), folder.path());
        assert_eq!(found, by_passes(&rules, medium), "{defender:?}");
        assert_eq!(found.1, Some(true));
    }
}

#[test]
fn folders_go_on_and_refuse_what_is_not_theirs() {
    let rules = Rules::new(TINY).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let solve = |rules: &Rules, limits: &ClassLimits| solve_classes(rules, None, folder.path(), limits);
    let whole = solve(&rules, &ClassLimits::default()).unwrap();
    let written = files(folder.path());
    // One of a pair is missing, and a write was broken off.
    fs::remove_file(folder.path().join("100-110")).unwrap();
    fs::write(folder.path().join("part"), "solomids").unwrap();
    let interrupt = Some(Arc::new(AtomicBool::new(true)));
    let halted = ClassLimits { halt: Halt { interrupt, ..Halt::default() }, ..ClassLimits::default() };
    assert!(matches!(solve(&rules, &halted), Err(ClassError::Halted(StopReason::Interrupted))));
    assert_eq!(solve(&rules, &ClassLimits::default()).unwrap(), whole);
    assert_eq!(files(folder.path()), written);
    let little = ClassLimits { memory: 1000, ..ClassLimits::default() };
    assert!(matches!(solve(&rules, &little), Err(ClassError::TooLarge { most: 1000, .. })));
    let other = Rules::new(Variant { diagonals: true, ..TINY }).unwrap();
    let foreign = solve(&other, &ClassLimits::default());
    assert!(matches!(foreign, Err(ClassError::Folder(FolderError::Foreign { .. }))), "{foreign:?}");
    let path = folder.path().join("111-111");
    let bytes = fs::read(&path).unwrap();
    let mut changed = bytes.clone();
    changed[bytes.len() - 1] ^= 1;
    for wrong in [&bytes[..bytes.len() - 1], &[&bytes[..], &[0]].concat(), &changed] {
        fs::write(&path, wrong).unwrap();
        let damaged = solve(&rules, &ClassLimits::default());
        assert!(
            matches!(&damaged, Err(ClassError::Folder(FolderError::Damaged(name))) if *name == path),
            "{damaged:?}"
        );
    }
    fs::write(&path, &bytes).unwrap();
    fs::write(folder.path().join("notes.txt"), "").unwrap();
    let unknown = solve(&rules, &ClassLimits::default());
    assert!(matches!(unknown, Err(ClassError::Folder(FolderError::Unknown(_)))), "{unknown:?}");
}
