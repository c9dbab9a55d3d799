//! Rules: counts of moves, random play against the plain implementation, keys, symmetries, repetition.

use std::collections::{HashMap, HashSet};

use solomids::pentamid::game::{
    Both, Game, History, IllegalMove, Key, NarrowKey, Position, Repetition, Rules, Side, Status, Symmetry,
    Variant, VariantError, WideKey, parse_move, parse_moves, parse_position, perft, perft_from, replay,
};

use crate::reference::{self, Board};
use crate::{Random, both_rules};

#[test]
fn counts_of_moves_from_the_start() {
    let count = |variant, depth| perft(&Rules::new(variant).unwrap(), &Position::START, depth);
    let counts = |variant, depths: u32| (1..=depths).map(|depth| count(variant, depth)).collect::<Vec<_>>();
    let five = Variant::default();
    assert_eq!(counts(five, 6), [25, 600, 29_440, 1_387_516, 66_415_884, 3_053_738_736]);
    let diagonals = Variant { diagonals: true, ..five };
    assert_eq!(counts(diagonals, 5), [24, 552, 25_964, 1_171_308, 53_686_052]);
    assert_eq!(counts(Variant::of_board(6, 6), 4), [36, 1260, 89_760, 6_218_952]);
    assert_eq!(counts(Variant::of_board(8, 8), 4), [64, 4032, 513_856, 64_474_408]);
}

#[test]
fn repetition_takes_5488_from_the_sixth_count() {
    let rules = Rules::default();
    let mut history = History::new(Position::START);
    let counts: Vec<u64> =
        (4..=6).map(|depth| perft_from(&rules, Repetition::Barred, &mut history, depth)).collect();
    assert_eq!(counts, [1_387_516, 66_415_884, 3_053_738_736 - 5488]);
}

/// Plies of random play to compare, in all.
fn plies_to_compare() -> usize {
    std::env::var("SOLOMIDS_PENTAMID_PLIES").map_or(4_000, |plies| plies.parse().expect("a number"))
}

#[test]
fn random_play_agrees_with_the_plain_implementation() {
    let variants = [
        both_rules((5, 5), 5, 4, false, Both::Opponent),
        both_rules((5, 5), 5, 4, true, Both::Mover),
        both_rules((3, 3), 3, 2, false, Both::Opponent),
        both_rules((3, 3), 3, 3, true, Both::Draw),
        both_rules((4, 3), 3, 2, false, Both::Mover),
        both_rules((4, 4), 4, 3, false, Both::Draw),
        both_rules((6, 6), 5, 5, true, Both::Opponent),
        both_rules((8, 8), 5, 10, true, Both::Opponent),
        both_rules((3, 8), 4, 5, false, Both::Opponent),
    ];
    let mut random = Random(1);
    let mut plies = 0;
    while plies < plies_to_compare() {
        for (rules, plain) in &variants {
            plies += compare_a_game(rules, plain, &mut random);
        }
    }
}

/// Plays a random game by both implementations, the rule against repetition included, and gives back its length.
fn compare_a_game(rules: &Rules, plain: &reference::Rules, random: &mut Random) -> usize {
    const LONGEST: usize = 200;
    let mut game = Game::new(*rules, Repetition::Barred, Position::START);
    let mut boards = vec![Board::empty(plain)];
    let mut seen = HashSet::from([Board::empty(plain)]);
    // Few drops make long games in which states come back.
    let patience = random.below(20);
    for ply in 0..LONGEST {
        let board = boards.last().expect("a value");
        let context = || format!("{rules}: {}", board.text());
        assert_eq!(game.position().text(rules), board.text());
        assert_eq!(parse_position(rules, &board.text()).as_ref(), Ok(game.position()), "{}", context());
        let mut plain_moves = board.moves(plain);
        let mut moves: Vec<String> = game.position().moves(rules).iter().map(ToString::to_string).collect();
        plain_moves.sort();
        moves.sort();
        assert_eq!(moves, plain_moves, "{}", context());
        let over = board.line_winner(plain);
        if over.is_none() {
            assert_eq!(game.position().count_moves(rules), moves.len() as u64, "{}", context());
            assert_eq!(game.position().can_move(rules), !moves.is_empty(), "{}", context());
        }
        plain_moves.retain(|mv| !seen.contains(&board.after(mv)));
        let mut legal: Vec<String> = game.legal_moves().iter().map(ToString::to_string).collect();
        legal.sort();
        assert_eq!(legal, plain_moves, "{}", context());
        let expected = match over {
            Some('1') => Status::Line(Side::One),
            Some('2') => Status::Line(Side::Two),
            Some(_) => Status::Drawn,
            None if legal.is_empty() => Status::Stuck(game.position().side().other()),
            None => Status::Open,
        };
        assert_eq!(game.status(), expected, "{}", context());
        if ply % 32 == 0 {
            let expected = reference::perft(plain, board, None, 2);
            assert_eq!(perft(rules, game.position(), 2), expected, "{}", context());
        }
        for (mv, ply) in game.barred() {
            assert_eq!(boards[ply], board.after(&mv.to_string()), "{}", context());
        }
        if expected.is_over() {
            return ply + 1;
        }
        let steps: Vec<&String> = plain_moves.iter().filter(|mv| mv.contains('-')).collect();
        let mv = if steps.is_empty() || random.below(20) < patience {
            plain_moves[random.below(plain_moves.len())].clone()
        } else {
            steps[random.below(steps.len())].clone()
        };
        game.play(parse_move(rules, &mv).expect("a value")).expect("a value");
        let next = board.after(&mv);
        seen.insert(next.clone());
        boards.push(next);
    }
    LONGEST
}

#[test]
fn keys_tell_all_positions_apart_and_follow_moves() {
    let rules = Rules::default();
    let mut narrow: HashMap<NarrowKey, Position> = HashMap::new();
    let mut wide: HashMap<WideKey, Position> = HashMap::new();
    let mut random = Random(3);
    for _ in 0..200 {
        let mut position = Position::START;
        let (mut key, mut wide_key) = (NarrowKey::of(&rules, &position), WideKey::of(&rules, &position));
        for _ in 0..60 {
            let moves = position.moves(&rules);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            (key, wide_key) =
                (key.after(&rules, position.side(), mv), wide_key.after(&rules, position.side(), mv));
            position.play(&rules, mv).unwrap();
            assert_eq!((key, wide_key), (Key::of(&rules, &position), Key::of(&rules, &position)));
            assert_eq!(*narrow.entry(key).or_insert(position), position);
            assert_eq!(*wide.entry(wide_key).or_insert(position), position);
        }
    }
    assert_eq!(narrow.len(), wide.len());
}

#[test]
fn symmetries_keep_counts_and_there_are_six_first_drops() {
    let rules = Rules::default();
    let symmetries = Symmetry::all(&rules);
    let least = |square| symmetries.iter().map(|symmetry| symmetry.square(square).to_string()).min();
    let mut classes: Vec<_> = rules.squares().filter_map(least).collect();
    classes.sort_unstable();
    let sizes: Vec<_> =
        classes.chunk_by(|a, b| a == b).map(|class| (class[0].as_str(), class.len())).collect();
    assert_eq!(sizes, [("a1", 4), ("a2", 8), ("a3", 4), ("b2", 4), ("b3", 4), ("c3", 1)]);
    let position = parse_position(&rules, "l - - - M/- LM - - -/- - s - -/- - - l -/L L - m - 2").unwrap();
    assert_eq!(symmetries.len(), 8);
    let mut images = HashSet::new();
    for symmetry in symmetries {
        let image = symmetry.position(&position);
        images.insert(image);
        assert_eq!(perft(&rules, &image, 3), perft(&rules, &position, 3));
    }
    assert_eq!(images.len(), 8);
}

#[test]
fn illegal_moves_have_reasons() {
    let rules = Rules::new(Variant { diagonals: true, ..Variant::default() }).unwrap();
    let text = "- - - - -/- M - - -/- - - - -/L - - - -/Ls m - l L 1";
    let position = parse_position(&rules, text).unwrap();
    for (mv, reason) in [
        ("L@c3", "no piece may be dropped on c3, the centre"),
        ("L@a1", "a1 is not vacant; pieces are dropped on vacant squares only"),
        ("S@a5", ""),
        ("La1-b1", ""),
        ("La1-a2", "a large cannot cover the large on a2; only smaller pieces can be covered"),
        ("La1-b2", "b2 does not share a side with a1"),
        ("Mb1-b2", "b1 does not show a medium of player 1"),
        ("Sa1-b1", "a1 does not show a small of player 1"),
    ] {
        let result = position.check(&rules, parse_move(&rules, mv).unwrap());
        assert_eq!(result.map_err(|error| error.to_string()).err().unwrap_or_default(), reason, "{mv}");
    }
    let covered = position.after(parse_move(&rules, "La2-a3").unwrap());
    let error = covered.check(&rules, parse_move(&rules, "M@c4").unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "every medium of player 2 in reserve is still under a larger piece");
}

#[test]
fn a_barred_move_names_the_ply_that_would_come_back() {
    let rules = Rules::default();
    let moves = parse_moves(&rules, "L@a1 L@e5 La1-a2 Le5-e4 La2-a1").unwrap().moves;
    let mut game = replay(&rules, Repetition::Barred, Position::START, &moves).unwrap();
    let back = parse_move(&rules, "Le4-e5").unwrap();
    assert_eq!(game.check(back), Err(IllegalMove::Repeats { ply: 2 }));
    let line = [moves, vec![back]].concat();
    let error = replay(&rules, Repetition::Barred, Position::START, &line).unwrap_err();
    assert_eq!(error.to_string(), "move 6, Le4-e5, is illegal: the state after ply 2 would come back");
    assert!(replay(&rules, Repetition::Allowed, Position::START, &line).is_ok());
    game.take_back();
    assert!(game.barred().is_empty());
    assert_eq!(game.check(parse_move(&rules, "La2-a1").unwrap()), Ok(()));
}

#[test]
fn variants_are_checked() {
    let variant = Variant::default();
    let refused = |variant| Rules::new(variant).unwrap_err();
    assert_eq!(refused(Variant { width: 9, ..variant }), VariantError::Board { width: 9, height: 5 });
    assert_eq!(refused(Variant { nests: 0, ..variant }), VariantError::Nests(0));
    assert_eq!(refused(Variant { line: 6, ..variant }), VariantError::Line { line: 6, longest: 5 });
    assert_eq!(Rules::new(variant).unwrap(), Rules::default());
    assert_eq!(Rules::default().to_string(), "5x5 nests 4 line 5 both opponent");
}
