use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use roxmltree::{Document, Node};

use super::*;
use crate::games::solomids::dealer::tabletop;
use crate::games::solomids::game::fixtures::XENO_POSITION;
use crate::games::solomids::game::notation::Parsed;
use crate::games::solomids::game::{Grid, Share, parse_position, replay};

/// The ids and centres of the pyramids in a picture of a board, in the order of drawing.
fn pyramids<'a>(picture: &Node<'a, 'a>) -> Vec<(&'a str, (u32, u32))> {
    let numbers = |text: &str| -> Vec<u32> {
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
    };
    picture
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "use")))
        .filter(|node| node.attribute("href") != Some("#frame"))
        .map(|node| {
            let name = node.attribute("href").and_then(|href| href.strip_prefix('#')).expect("a name");
            let place = ["transform", "x", "y"].map(|name| node.attribute(name).unwrap_or_default());
            let middle = numbers(&place.join(" "));
            (name, (middle[0], middle[1]))
        })
        .collect()
}

/// The position that a picture shows, and the trees in its bank by colour and number.
fn shown(
    drawn: &[(&str, (u32, u32))],
    palette: &Palette,
    swaps_used: u8,
) -> (Position, Vec<(Colour, usize)>) {
    let mut stacks: HashMap<(u32, u32), Vec<(Colour, Size)>> = HashMap::new();
    for (name, middle) in drawn {
        let mut chars = name.chars();
        let colour = chars.next().and_then(|letter| palette.colour(letter)).expect("a colour");
        let size = Size::ALL.into_iter().find(|size| chars.as_str() == size.pips().to_string());
        stacks.entry(*middle).or_default().push((colour, size.expect("a size")));
    }
    let mut stack_at = |place: PyramidPlacement| {
        let mut drawn = stacks.remove(&(place.x, place.y))?;
        // The lowest pyramid is drawn first.
        drawn.reverse();
        let sizes: Vec<Size> = drawn.iter().map(|&(_, size)| size).collect();
        Some(Stack::new(drawn[0].0, Shape::from_sizes(&sizes).expect("a stack")))
    };
    let mut grid = Grid::default();
    for square in Square::all() {
        grid.set(square, stack_at(Scene::UPRIGHT.square(square)));
    }
    let mut banked = Vec::new();
    for colour in Colour::ALL {
        for nth in 0..3 {
            if let Some(stack) = stack_at(Scene::UPRIGHT.banked(colour, nth)) {
                assert!(stack.is_tree() && stack.colour == colour);
                banked.push((colour, nth));
            }
        }
    }
    assert!(stacks.is_empty(), "drawn elsewhere: {stacks:?}");
    (Position::new(&grid, swaps_used).expect("a position"), banked)
}

/// Asserts that the picture of a position shows the position.
fn check(position: &Position, palette: &Palette) {
    let text = board(position, palette, "");
    let document = Document::parse(&text).expect("XML");
    let (seen, banked) = shown(&pyramids(&document.root()), palette, position.swaps_used());
    assert_eq!(&seen, position);
    let trees = position.banked();
    let expected: Vec<(Colour, usize)> = Colour::ALL
        .into_iter()
        .flat_map(|colour| (0..usize::from(trees[colour.index()])).map(move |nth| (colour, nth)))
        .collect();
    assert_eq!(banked, expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_picture_shows_its_position(index in 0u64..1000, choices in prop::collection::vec(0usize..1000, 40)) {
        let mut position: Position = tabletop::deal(1, index).into();
        for choice in choices {
            check(&position, &Palette::default());
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
            position.play(mv).expect("a legal move");
        }
    }

    #[test]
    fn every_title_makes_a_document(title in "[<>&\"'\\]\\[]{0,4}\\PC{0,8}.{0,8}(?s:.){0,4}") {
        let parsed = parse_position(XENO_POSITION).unwrap();
        for text in [
            board(&parsed.position, &parsed.palette, &title),
            sheet(&parsed.position, &[], &parsed.palette, &title, &title).unwrap(),
        ] {
            let document = Document::parse(&text);
            prop_assert!(document.is_ok(), "{:?}", document);
        }
    }
}

#[test]
fn lines_of_a_sheet_break_between_words() {
    for (words, lines) in [
        (
            "yellow small-medium and green medium-large change places",
            &["yellow small-medium and green", "medium-large change places"][..],
        ),
        ("red tree to the bank", &["red tree to the bank"]),
        ("", &[""]),
    ] {
        assert_eq!(wrap(words), lines);
    }
}

#[test]
fn a_position_with_a_xeno_stash_and_swaps_is_shown() {
    let parsed = parse_position(XENO_POSITION).unwrap();
    check(&parsed.position, &parsed.palette);
    let text = board(&parsed.position, &parsed.palette, "A & B");
    let document = Document::parse(&text).unwrap();
    let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
    assert!(texts.contains(&"A & B") && texts.contains(&"used") && texts.contains(&"ready"), "{texts:?}");
}

/// A position, a line of two moves and its sheet.
fn short_sheet() -> (Parsed, Vec<Move>, String) {
    let parsed = parse_position(XENO_POSITION).unwrap();
    let Share { moves, .. } = "_B-A10, M-C10>C9".parse().unwrap();
    let text = sheet(&parsed.position, &moves, &parsed.palette, "Title", "Summary").unwrap();
    (parsed, moves, text)
}

#[test]
fn ids_are_unique_and_every_reference_is_defined() {
    let (_, _, text) = short_sheet();
    let document = Document::parse(&text).unwrap();
    let names: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let different: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(names.len(), different.len());
    for used in document.descendants().filter_map(|node| node.attribute("href")) {
        assert!(used.strip_prefix('#').is_some_and(|name| different.contains(name)), "{used}");
    }
}

#[test]
fn a_sheet_shows_every_phase_and_the_end() {
    let (parsed, moves, text) = short_sheet();
    let document = Document::parse(&text).unwrap();
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| {
            matches!(node.attribute("class"), Some("title" | "summary" | "phase" | "token" | "move"))
        })
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(
        texts,
        [
            "Title",
            "Summary",
            "Tree 13: red",
            "B-A10",
            "red tree to the bank",
            "After that",
            "M-C10>C9",
            "P small-medium onto large: a tree",
            "So far: score 13",
        ]
    );
    let boards = document.descendants().filter(|node| node.attribute("href") == Some("#frame"));
    let positions: Vec<Position> =
        (0..=2).map(|ply| replay(&parsed.position, &moves[..ply]).unwrap()).collect();
    let seen: Vec<Position> = boards
        .filter_map(|frame| frame.parent())
        .map(|board| shown(&pyramids(&board), &parsed.palette, 1).0)
        .collect();
    assert_eq!(seen, positions);
    assert!(sheet(&parsed.position, &moves[1..], &parsed.palette, "", "").is_ok());
    assert!(sheet(&parsed.position, &[moves[1]; 2], &parsed.palette, "", "").is_err());
}
