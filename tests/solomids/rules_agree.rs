//! Differential tests of the rules: library and plain reference agree on random walks, move by move.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::common::{library_move, library_position, palette};
use crate::reference as plain;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use solomids::game::{Move, Palette, Position, Square};

/// A walk: the same position in the reference and in the library.
struct Walk {
    plain: plain::Position,
    library: Position,
    palette: Palette,
}

impl Walk {
    fn new(plain: plain::Position) -> Self {
        let palette = palette(&plain);
        Self { plain, library: library_position(&plain, &palette), palette }
    }

    /// Asserts that both agree on everything that the reference knows of a position, except illegal moves.
    fn check(&self) {
        let Self { plain, library, palette } = self;
        assert_eq!(palette.position_line(library), plain.to_string());
        assert_eq!(*library, library_position(plain, palette));
        assert_eq!(tokens(&library.legal_moves()), tokens(&plain.legal_moves()), "moves of {plain:?}");
        assert_eq!(library.swaps_used(), plain.swaps_used);
        assert_eq!(library.swaps_earned(), plain.swaps_earned(), "swaps earned in {plain:?}");
        assert_eq!(library.score(), plain.score(), "score of {plain:?}");
        assert_eq!(library.trees_banked(), plain.trees());
        assert_eq!(library.is_won(), plain.is_won());
        for colour in plain.colours() {
            let index = palette.colour(colour.into()).expect("a letter of the palette").index();
            assert_eq!(library.banked()[index], plain.banked(colour));
        }
        assert_eq!(Position::from_bytes(&library.to_bytes()), Some(*library));
    }

    /// Asserts that, of all moves that notation can express, the library plays those that the reference lists, a swap in
    /// either order, and refuses all others without a change.
    fn check_every_token(&self) {
        let mut legal: BTreeSet<Move> = self.plain.legal_moves().into_iter().map(library_move).collect();
        for swap in self.plain.swaps() {
            let plain::Move::Swap(a, b) = swap else { panic!("{swap} is no swap") };
            legal.insert(library_move(plain::Move::Swap(b, a)));
        }
        for from in Square::all() {
            let to_any = Square::all().flat_map(|to| {
                [
                    Move::Stack { from, to },
                    Move::Transfer { from, to },
                    Move::Slide { from, to },
                    Move::Swap { a: from, b: to },
                ]
            });
            for mv in to_any.chain([Move::Bank { at: from }]) {
                let mut position = self.library;
                let played = position.play(mv);
                assert_eq!(self.library.after(mv), played.map(|()| position));
                assert_eq!(played.is_ok(), legal.contains(&mv), "{mv} in {:?}: {played:?}", self.plain);
                assert!(
                    played.is_ok() || position == self.library,
                    "{mv} was refused, yet changed the board"
                );
                assert_eq!(self.library.is_legal(mv), played.is_ok());
            }
        }
    }

    /// Plays a move in both.
    fn play(&mut self, mv: plain::Move) {
        self.plain = self.plain.after(mv);
        self.library.play(library_move(mv)).unwrap_or_else(|e| panic!("{mv}: {e}"));
    }
}

/// The sorted tokens of moves, with duplicates.
fn tokens(moves: &[impl ToString]) -> Vec<String> {
    let mut tokens: Vec<String> = moves.iter().map(ToString::to_string).collect();
    tokens.sort();
    tokens
}

/// The move of a walk for a random number. Stacks, transfers and banks are likely, slides and swaps rare, so that walks
/// earn swaps.
fn pick(position: &plain::Position, choice: u16) -> Option<plain::Move> {
    let swaps = position.swaps();
    let moves = position.moves_but_swaps();
    let builds: Vec<plain::Move> =
        moves.iter().copied().filter(|mv| !matches!(mv, plain::Move::Slide(..))).collect();
    let pool = match choice % 8 {
        0 if !swaps.is_empty() => swaps,
        1..=5 if !builds.is_empty() => builds,
        _ if !moves.is_empty() => moves,
        _ => swaps,
    };
    pool.get(usize::from(choice / 8) % pool.len().max(1)).copied()
}

/// Starts of walks: deals, crowded and small positions, with the default letters or others.
fn start() -> impl Strategy<Value = plain::Position> {
    (0..3, any::<u64>(), any::<bool>()).prop_map(|(kind, seed, other_letters)| {
        let position = match kind {
            0 => plain::shuffled_deal(seed),
            1 => plain::crowded_position(seed),
            _ => {
                let (text, swaps_used) = plain::random_position(seed);
                plain::Position::parse(&text, swaps_used)
            }
        };
        if !other_letters {
            return position;
        }
        let letters = [('R', 'C'), ('Y', 'P'), ('B', 'W'), ('K', 'A')];
        let text = letters
            .iter()
            .fold(position.to_string(), |text, &(old, new)| text.replace(old, &new.to_string()));
        plain::Position::parse(&text, position.swaps_used)
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn library_and_reference_agree_on_random_walks(
        start in start(),
        choices in proptest::collection::vec(any::<u16>(), 0..150),
    ) {
        let mut walk = Walk::new(start);
        walk.check();
        for (i, &choice) in choices.iter().enumerate() {
            let Some(mv) = pick(&walk.plain, choice) else { break };
            walk.play(mv);
            walk.check();
            if i % 16 == 0 {
                walk.check_every_token();
            }
        }
        walk.check_every_token();
    }

    #[test]
    fn bytes_are_refused_or_canonical(
        start in start(),
        flips in proptest::collection::vec(0..256_usize, 1..4),
    ) {
        let mut bytes = Walk::new(start).library.to_bytes();
        for bit in flips {
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        if let Some(position) = Position::from_bytes(&bytes) {
            prop_assert_eq!(position.to_bytes(), bytes);
        }
    }
}

/// Cases of the rules that a move covers, by name.
fn features(position: &plain::Position, mv: plain::Move) -> Vec<String> {
    let sizes = |at| position.get(at).map_or(0, |stack| stack.sizes);
    match mv {
        plain::Move::Stack(from, to) | plain::Move::Transfer(from, to) => {
            let kind = if matches!(mv, plain::Move::Stack(..)) { "stack" } else { "transfer" };
            let direction = match (from.row.cmp(&to.row), from.column.cmp(&to.column)) {
                (Ordering::Less, _) => "forwards",
                (Ordering::Greater, _) => "backwards",
                (_, Ordering::Less) => "right",
                _ => "left",
            };
            let across = (from.row.abs_diff(to.row) + from.column.abs_diff(to.column) - 1).min(2);
            let mut words = vec![
                format!("{kind} of {} onto {}", sizes(from), sizes(to)),
                format!("{direction} across {across}"),
            ];
            if to.row == 10 {
                words.push("onto row 10".into());
            }
            words
        }
        plain::Move::Slide(from, to) => {
            let followers =
                (1..from.row).rev().take_while(|&row| sizes(plain::At { row, ..from }) > 0).count();
            let behind = (1..from.row - followers).any(|row| sizes(plain::At { row, ..from }) > 0);
            let mut words = vec![
                format!("slide by {}", (to.row - from.row).min(3)),
                format!("slide with {} followers", followers.min(2)),
            ];
            if to.row == 10 {
                words.push("slide into row 10".into());
            }
            if behind {
                words.push("slide in front of a gap".into());
            }
            words
        }
        plain::Move::Bank(at) => {
            let last = position.banked(position.get(at).map_or(0, |stack| stack.colour.get())) == 2;
            vec![if last { "bank of a last tree".into() } else { "bank".into() }]
        }
        plain::Move::Swap(..) => vec![format!("swap {}", position.swaps_used + 1)],
    }
}

#[test]
fn walks_from_deals_cover_every_rule() {
    let mut seen = BTreeSet::new();
    for seed in 0..400 {
        let mut rng = plain::Rng::new(seed);
        let mut walk = Walk::new(plain::shuffled_deal(seed));
        for _ in 0..200 {
            let Some(mv) = pick(&walk.plain, rng.next() as u16) else { break };
            seen.extend(features(&walk.plain, mv));
            walk.play(mv);
            assert_eq!(walk.palette.position_line(&walk.library), walk.plain.to_string());
        }
        seen.insert(if walk.plain.is_won() { "won".into() } else { "not won".into() });
    }
    let wanted = [
        // M1: all whole stacks, all directions, distances from 0 to 2 or more squares between.
        "stack of 1 onto 2",
        "stack of 1 onto 23",
        "stack of 2 onto 3",
        "stack of 12 onto 3",
        "forwards across 0",
        "forwards across 1",
        "forwards across 2",
        "backwards across 0",
        "backwards across 1",
        "backwards across 2",
        "left across 0",
        "left across 1",
        "left across 2",
        "right across 0",
        "right across 1",
        "right across 2",
        "onto row 10",
        // M2: all transfers.
        "transfer of 12 onto 2",
        "transfer of 12 onto 23",
        "transfer of 23 onto 3",
        "transfer of 123 onto 2",
        "transfer of 123 onto 23",
        "transfer of 123 onto 3",
        // M3.
        "slide by 1",
        "slide by 2",
        "slide by 3",
        "slide with 0 followers",
        "slide with 1 followers",
        "slide with 2 followers",
        "slide into row 10",
        "slide in front of a gap",
        // M4, M5, M6.
        "bank",
        "bank of a last tree",
        "swap 1",
        "swap 2",
        "won",
        "not won",
    ];
    let missing: Vec<_> = wanted.iter().filter(|&&word| !seen.contains(word)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?}");
}
