//! Random damage to boards and share strings: nothing panics, whatever is accepted is written back and read to the same
//! position, and no piece or move is misread in silence.
//!
//! `SOLOMIDS_MUTATIONS=100000 cargo test --test solomids pasted` tries more than the usual number.

use proptest::prelude::*;
use proptest::test_runner::Config;
use solomids::dealer::web;
use solomids::game::notation::{Parsed, PastedShare, is_line_like};
use solomids::game::{Palette, Share, parse_deal, parse_position};

/// Signs that damage inserts: those of boards and lines, of other spellings, and a few strange ones.
const SIGNS: &[&str] = &[
    "R",
    "Y",
    "g",
    "B",
    "K",
    "Z",
    "1",
    "2",
    "3",
    "12",
    "0",
    "4",
    "10",
    ".",
    "-",
    "_",
    "--",
    " ",
    "  ",
    "\t",
    "/",
    "\n",
    ",",
    ";",
    "|",
    ":",
    "#",
    ">",
    "> ",
    "\"",
    "`",
    "&gt;",
    "%3E",
    "→",
    "swaps-used: 1",
    "é",
    "\u{feff}",
    "🟥",
    "S-",
    "A9",
    "S",
    "M",
    "l",
];

/// A position of ten rows with stacks and empty squares.
const POSITION: &str = ". . R12 . ./. . R3 . ./K1 . . . ./K2 . Y23 . ./K3 . . Y1 ./. . . . ./. . . . ./. . . . ./\
                        . . . . ./. . . . ./swaps-used: 1";
const SHARE: &str = "1_M-D4>C4, S-D9>D10, M-A6>B6, S-A9>A10, M-C3>A3, B-A4, T-C6>C5, W-A1>B2";

fn mutations() -> u32 {
    std::env::var("SOLOMIDS_MUTATIONS").map_or(2000, |number| number.parse().expect("a number of mutations"))
}

/// One change of a text.
#[derive(Clone, Debug)]
enum Damage {
    Insert(prop::sample::Index, &'static str),
    Remove(prop::sample::Index),
    Replace(prop::sample::Index, &'static str),
    Swap(prop::sample::Index),
    Repeat(prop::sample::Index, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<prop::sample::Index>;
    let sign = || prop::sample::select(SIGNS);
    prop_oneof![
        (at(), sign()).prop_map(|(at, sign)| Damage::Insert(at, sign)),
        at().prop_map(Damage::Remove),
        (at(), sign()).prop_map(|(at, sign)| Damage::Replace(at, sign)),
        at().prop_map(Damage::Swap),
        (at(), 1..9usize).prop_map(|(at, length)| Damage::Repeat(at, length)),
    ]
}

fn damaged(text: &str, changes: &[Damage]) -> String {
    let mut signs: Vec<String> = text.chars().map(String::from).collect();
    for change in changes {
        let last = signs.len().max(1);
        match change {
            Damage::Insert(at, sign) => signs.insert(at.index(last), (*sign).into()),
            Damage::Remove(at) if !signs.is_empty() => drop(signs.remove(at.index(last))),
            Damage::Replace(at, sign) if !signs.is_empty() => signs[at.index(last)] = (*sign).into(),
            Damage::Swap(at) if signs.len() > 1 => {
                let at = at.index(last - 1);
                signs.swap(at, at + 1);
            }
            Damage::Repeat(at, length) => {
                let at = at.index(last);
                let part = signs[at..signs.len().min(at + length)].to_vec();
                signs.splice(at..at, part);
            }
            _ => {}
        }
    }
    signs.concat()
}

/// The letters of colours and the digits of sizes in a text of squares, each in order. S, M and L are digits here, for they may be
/// sizes: `KS` is `K1`.
fn letters_and_digits(text: &str) -> (String, String) {
    let lines = text.split('\n').map(|line| line.split('#').next().unwrap_or_default());
    let squares =
        lines.flat_map(|line| line.split('/')).filter(|part| !part.to_ascii_lowercase().contains("swap"));
    let sign = |c: char| match c.to_ascii_uppercase() {
        '🟥' => 'R',
        'S' => '1',
        'M' => '2',
        'L' => '3',
        other => other,
    };
    let signs: Vec<char> = squares.flat_map(str::chars).map(sign).collect();
    let kept = |keeps: &dyn Fn(char) -> bool| signs.iter().copied().filter(|&c| keeps(c)).collect();
    (kept(&|c| c.is_ascii_uppercase()), kept(&|c| matches!(c, '1'..='3')))
}

fn check_board(text: &str) -> Result<(), TestCaseError> {
    let parsed = match parse_position(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            prop_assert!(text.get(error.span.clone()).is_some(), "{error}: {text:?}");
            return Ok(());
        }
    };
    let Parsed { position, palette, .. } = parsed;
    let written = palette.canonical(&position);
    let back = parse_position(&written).expect("canonical text");
    prop_assert_eq!(back.palette.canonical(&back.position), written.clone(), "{:?}", text);
    prop_assert_eq!(letters_and_digits(text), letters_and_digits(&written), "{:?}", text);
    Ok(())
}

fn check_share(text: &str) -> Result<(), TestCaseError> {
    let _ = is_line_like(text);
    let pasted = match PastedShare::parse(text) {
        Ok(pasted) => pasted,
        Err(error) => {
            let (text, error) = *error;
            prop_assert!(text.get(error.span.clone()).is_some(), "{error}: {text:?}");
            return Ok(());
        }
    };
    // A text that the page itself reads is read as the page does, unless it stands in quotes or is a quotation.
    if let Ok(share) = text.parse::<Share>()
        && !text.starts_with(['"', '`', '>'])
    {
        prop_assert_eq!(&pasted.seed, &share.seed, "{:?}", text);
    }
    let deal = web::deal("1").expect("the page deals this seed");
    let Ok(resolved) = pasted.resolve(deal.position()) else { return Ok(()) };
    let written = resolved.share.to_string();
    prop_assert_eq!(written.parse::<Share>().expect("a share string"), resolved.share.clone(), "{:?}", text);
    // The squares of all moves are those of the text, in order.
    let squares = |text: &str| -> String {
        let moves = text.rsplit_once('_').map_or(text, |(_, moves)| moves).to_uppercase();
        let moves =
            moves.replace("M-", "").replace("S-", "").replace("T-", "").replace("W-", "").replace("B-", "");
        moves.chars().filter(char::is_ascii_alphanumeric).collect()
    };
    prop_assert_eq!(squares(&pasted.text), squares(&written), "{:?}", text);
    Ok(())
}

proptest! {
    #![proptest_config(Config { cases: mutations(), ..Config::default() })]

    #[test]
    fn damaged_boards_are_never_misread(changes in prop::collection::vec(damage(), 1..4), which in 0..4) {
        let deal = Palette::default().canonical(web::deal("0").expect("the page deals this seed").position());
        let text = match which {
            0 => deal,
            1 => deal.replace('/', "\n"),
            2 => POSITION.into(),
            _ => POSITION.replace(' ', "").replace("swaps-used:", "swaps-used: "),
        };
        let text = damaged(&text, &changes);
        check_board(&text)?;
        if let Err(error) = parse_deal(&text) {
            prop_assert!(text.get(error.span).is_some());
        }
    }

    #[test]
    fn damaged_share_strings_are_never_misread(changes in prop::collection::vec(damage(), 1..4), which in 0..3) {
        let text = match which {
            0 => SHARE.to_owned(),
            1 => format!("> \"{}\"", SHARE.replace('>', "&gt;")),
            _ => SHARE.replace("M-", "").replace("S-", ""),
        };
        check_share(&damaged(&text, &changes))?;
    }
}
