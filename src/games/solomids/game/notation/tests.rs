//! Messages and places of every kind of bad input, and round trips of all notation.

use proptest::prelude::*;

use super::{ParseError, Parsed, PastedShare, Share, SpannedShare, is_line_like, parse_deal, parse_position};
use crate::games::solomids::game::fixtures::reachable_position;
use crate::games::solomids::game::moves::Move;
use crate::games::solomids::game::piece::Palette;
use crate::games::solomids::game::position::{Deal, Square};

/// The web page's deal for the seed `0`.
const DEAL: &str = "B3 R1 G2 K2 B2/B2 R2 B2 R1 Y3/G3 G1 B3 G3 K2/R2 K1 Y2 Y1 G3/G1 K2 Y3 B1 K3/\
                    R3 R1 K3 K1 G2/Y2 B3 Y1 K1 K3/B1 R3 G2 R3 Y2/R2 G1 Y3 B1 Y1";

fn multi_line() -> String {
    DEAL.replace('/', "\n")
}

/// The deal with line `n`, from 1, replaced.
fn with_line(n: usize, line: &str) -> String {
    let deal = multi_line();
    let mut lines: Vec<&str> = deal.lines().collect();
    lines[n - 1] = line;
    lines.join("\n")
}

/// A position of ten rows: the given ones at the far end, then empty ones.
fn position(rows: &[&str]) -> String {
    let mut rows = rows.to_vec();
    rows.resize(10, ". . . . .");
    rows.join("\n")
}

/// The deal with this sign before each row.
fn numbered(signs: &str) -> String {
    multi_line()
        .lines()
        .zip(signs.chars().filter(|c| *c != ' '))
        .map(|(row, sign)| format!("{sign} {row}\n"))
        .collect::<Vec<_>>()
        .concat()
}

#[test]
fn bad_positions_have_messages_and_places() {
    let row = ". . . . .";
    let cases: Vec<(String, &str, usize, usize)> = vec![
        (String::new(), "the text is empty", 1, 1),
        (" \r\n\n".into(), "the text is empty", 1, 1),
        ("\u{feff}".into(), "the text is empty", 1, 1),
        ("# nothing\n".into(), "the text holds no squares", 1, 10),
        (DEAL.rsplit_once('/').unwrap().0.into(), "only 8 rows of squares", 1, 120),
        ("R1 R2 R3 . .".into(), "only 1 row of squares", 1, 13),
        (format!("{}\n\n{row}\n", position(&["R123 . . . ."])), "11 rows of squares", 12, 1),
        ([row; 12].join("/"), "12 rows of squares", 1, 101),
        (with_line(3, "G3 G1 B3 G3"), "4 squares in this row", 3, 1),
        (with_line(3, "G3 G1 B3 G3 K2 R1 R2"), "7 squares in this row", 3, 16),
        (with_line(3, "  G3 # G1"), "1 square in this row", 3, 3),
        (DEAL.replacen('/', "//", 1), "nothing between two slashes", 1, 16),
        (with_line(2, "B2 R2 ?? R1 Y3"), "`??` is no square", 2, 7),
        (format!("\u{feff}?{DEAL}"), "`?B3` is no square", 1, 1),
        (with_line(2, "é2 R2 B2 R1 Y3"), "`é2` is no square", 2, 1),
        (with_line(2, "B2 R2\u{a0}B2 R1 Yé"), "`Yé` is no stack", 2, 13),
        (with_line(1, "\u{1b}[31m R1 G2 K2 B2"), "`\\u{1b}[31m` is no square", 1, 1),
        ("X".repeat(5000), "`XXXXXXXXXXXXXXXXXXXXXXXX…` is no stack", 1, 1),
        (with_line(2, "B2 1R2 B2 R1 Y3"), "`1R2` is no square", 2, 4),
        (with_line(2, "B2 MR B2 R1 Y3"), "`MR` is no stack", 2, 4),
        (with_line(2, "B2 ⬜ B2 R1 Y3"), "`⬜` is no square", 2, 4),
        (with_line(2, "red small yellow B2 R1 Y3"), "`yellow` has a colour but no size", 2, 11),
        (format!("E D C B A\n{DEAL}"), "columns in another order", 1, 1),
        (numbered("987654311"), "row 1 in place of row 2", 8, 1),
        (format!("{DEAL}\nBank: 2 red (2 of 15 trees)"), "2 trees in the bank, but 0 by the squares", 2, 1),
        (format!("{DEAL}\nSwaps: 2 earned, 0 used"), "2 swaps earned, but 0 by the squares", 2, 1),
        (format!("{DEAL}\nSwaps: some"), "`some` is no number of swaps", 2, 1),
        (DEAL.replacen('/', "; ", 7).replace('/', " "), "`;` after 5 squares of 45", 1, 15),
        (with_line(2, "B2 R4 B2 R1 Y3"), "`R4` is no stack", 2, 4),
        (with_line(2, "B2 R B2 R1 Y3"), "`R` has a colour but no size", 2, 4),
        (with_line(2, "B2, R2,, R1, Y3"), "nothing between two separators", 2, 7),
        (with_line(2, "| B2 | R2 |  | R1 | Y3 |"), "nothing between two separators", 2, 11),
        (position(&["R13 R2 . . ."]), "`R13` is an impossible stack", 1, 1),
        (position(&[". R21 R3 . ."]), "`R21` is an impossible stack", 1, 3),
        (position(&[". rlms . . ."]), "`rlms` is an impossible stack", 1, 3),
        (position(&[". . R11 . ."]), "`R11` is an impossible stack", 1, 5),
        (with_line(9, "R1 G1 Y3 B1 Y1"), "four red smalls; the game has three", 9, 1),
        (with_line(1, "B3 R1 G2 R1 G2"), "four red smalls and four green mediums; the game has three", 6, 4),
        (format!(". . R3 . .\n{}", multi_line()), "46 pieces, but the game has 45: four red larges", 9, 10),
        (with_line(4, "R2 K1 . Y1 G3"), "only two yellow mediums; the game has three", 4, 7),
        (with_line(4, "R2 K1 . Y12 G3"), "the stack `Y12` in a deal", 4, 9),
        ([row; 9].join("\n"), "45 empty squares in a deal", 1, 1),
        (with_line(5, "G1 K2 Z3 B1 K3"), "a sixth colour, `Z`", 5, 7),
        (with_line(1, "z3 R1 G2 K2 B2"), "a sixth colour, `Z`", 1, 1),
        (
            position(&["A1 C1 D1 F1 H1", "A2 C2 D2 F2 X1", "Y1 Y2 . H1 ."]),
            "7 colours; `X` is the rarest",
            2,
            13,
        ),
        (
            position(&["R1 R12 R23 R2 R3", ". . . R3 ."]),
            "only two red smalls beside three mediums and three larges",
            2,
            7,
        ),
        (position(&["R1 R12 R1 . R3"]), "three red smalls beside one medium and one large", 1, 8),
        (position(&[". . K23 . ."]), "no black smalls beside one medium and one large", 1, 5),
        (position(&["P1 P1 P1 P2 P23"]), "three P smalls beside two mediums and one large", 1, 7),
        (format!("{DEAL}\nswaps-used 1"), "`swaps-used` without a colon", 2, 1),
        (format!("{DEAL}\n swaps-used: "), "`swaps-used` without a number", 2, 2),
        (format!("{DEAL}\nswaps-used: -1"), "`-1` is no number of swaps", 2, 13),
        (format!("{DEAL}\nswaps-used: +1"), "`+1` is no number of swaps", 2, 13),
        (format!("{DEAL}\nswaps-used: 3"), "`3` is no number of swaps", 2, 13),
        (format!("{DEAL}\nswap-used: 1"), "unknown setting `swap-used`", 2, 1),
        (format!("{DEAL}\nswaps-used: 0\nSwaps-Used: 0"), "a second `swaps-used`", 3, 1),
        (format!("{DEAL}\nswaps-used: 1"), "one swap used, but none is earned yet", 2, 1),
        (
            format!("swaps-used: 2\n{}", position(&["R123 R123 G123 G123 ."])),
            "two swaps used, but only 1 earned",
            1,
            1,
        ),
    ];
    for (text, message, line, column) in cases {
        let error = parse_position(&text).map(|parsed| parsed.position).expect_err(message);
        assert_eq!((error.message.as_str(), error.line, error.column), (message, line, column), "{text}");
        assert!(!error.expected.is_empty(), "{text}");
        assert!(text.get(error.span.clone()).is_some(), "{text}: {:?} is no place of the text", error.span);
    }
}

#[test]
fn help_fits_the_mistake() {
    let help = |text: &str| parse_position(text).unwrap_err().help.unwrap_or_default();
    assert_eq!(help(&position(&[". R21 R3 . ."])), "sizes go from top to bottom: `R12`");
    assert_eq!(help(&with_line(2, "B2 1R2 B2 R1 Y3")), "it could mean `R1` or `R2`");
    assert_eq!(help(&with_line(2, "B2 MR B2 R1 Y3")), "the colour comes first: `R2`, if that is meant");
    assert_eq!(help(&with_line(2, "B2 R2 * R1 Y3")), "an empty square is written `.`");
    assert_eq!(help(&with_line(9, "R1 G1 Y3 B1 Y1")), "the deal has only two red mediums");
    assert!(help(&with_line(4, "R2 K1 . Y1 G3")).starts_with("nine rows make a deal"));
    assert_eq!(help(&[". . . . ."; 12].join("/")), "the surplus begins on line 1, column 101");
}

#[test]
fn parse_deal_refuses_other_positions() {
    let error = |text: &str| {
        let ParseError { message, line, column, .. } = parse_deal(text).unwrap_err();
        (message, line, column)
    };
    let ten = format!(". . . . .\n{}", multi_line());
    assert_eq!(parse_deal(&ten).unwrap(), parse_deal(DEAL).unwrap());
    assert_eq!(error(&position(&["R123 . . . ."])), ("a piece on row 10 of a deal".into(), 1, 1));
    assert_eq!(error(&position(&[". . . . .", ". R123 . . ."])), ("an empty square in a deal".into(), 2, 1));
    let stacked = ten.replacen("R1", ".", 1).replacen("R2", "R12", 1);
    assert_eq!(error(&stacked), ("an empty square in a deal".into(), 2, 4));
    let trees = "R123 G123 B123 Y123 K123";
    let used = format!("{}\nswaps-used: 1", position(&[". . . . .", trees, trees]));
    assert_eq!(error(&used), ("a stack in a deal".into(), 2, 1));
    assert_eq!(error("R1"), ("1 square in this row".into(), 1, 1));
}

#[test]
fn letters_case_line_ends_and_comments_are_free() {
    let plain = parse_position(DEAL).unwrap();
    assert_eq!((plain.rows, plain.palette), (9, Palette::default()));
    let letters = DEAL.replace('1', "s").replace('2', "M").replace('3', "l").to_lowercase();
    let crlf = format!("\u{feff}# a deal\r\n\r\n{}\r\n", DEAL.replace('/', "  # a row\r\n\t"));
    let slashes = format!("/{}/\nSWAPS-USED : 0", DEAL.replace('/', "/\n/"));
    for text in [letters, crlf, slashes, format!("{DEAL}/swaps-used: 0"), format!("swaps-used:0\n{DEAL}")] {
        assert_eq!(parse_position(&text), Ok(plain), "{text}");
    }
}

#[test]
fn deals_are_read_in_every_spelling() {
    let plain = parse_position(DEAL).unwrap();
    let rows = multi_line();
    let squares = |f: &dyn Fn(&str) -> String| {
        let row = |row: &str| row.split(' ').map(f).collect::<Vec<_>>().join(" ");
        rows.lines().map(row).collect::<Vec<_>>().join("\n")
    };
    let word = |square: &str| match &square[..1] {
        "R" => "red",
        "Y" => "yellow",
        "G" => "green",
        "B" => "blue",
        _ => "black",
    };
    let picture = |square: &str| match &square[..1] {
        "R" => "🟥",
        "Y" => "🟨",
        "G" => "🟩",
        "B" => "🟦",
        _ => "⬛",
    };
    let size = |square: &str| ["small", "medium", "large"][square[1..].parse::<usize>().unwrap() - 1];
    let spellings = [
        rows.replace(' ', ","),
        rows.replace(' ', ", ").replace('\n', ",\n"),
        rows.replace(' ', ";"),
        rows.replace(' ', "\t"),
        rows.replace(' ', ""),
        DEAL.replace(' ', ""),
        DEAL.replace([' ', '/'], ""),
        DEAL.replace('/', " "),
        DEAL.replace('/', "; "),
        DEAL.replace(' ', ",").replace('/', ";"),
        DEAL.replace(['/', ' '], ", "),
        DEAL.replace('/', "\\n"),
        rows.lines().map(|row| format!("| {} |\n", row.replace(' ', " | "))).collect::<Vec<_>>().concat(),
        format!(
            "| A | B | C | D | E |\n|---|---|---|---|---|\n{}",
            rows.lines().map(|row| format!("| {} |\n", row.replace(' ', " | "))).collect::<Vec<_>>().concat()
        ),
        rows.lines().map(|row| format!("> {row}\n")).collect::<Vec<_>>().concat(),
        format!("```\n{rows}\n```"),
        format!("\"{DEAL}\""),
        numbered("987654321"),
        numbered("123456789")
            .lines()
            .zip(rows.lines().rev())
            .map(|(row, other)| format!("{} {other}\n", &row[..1]))
            .collect::<Vec<_>>()
            .concat(),
        squares(&|square| format!("{}{}", &square[1..], &square[..1])),
        squares(&|square| format!("{}{}", &square[1..], &square[..1])).replace(' ', ""),
        squares(&|square| format!("{}{}", word(square), &square[1..])),
        squares(&|square| format!("{} {}", word(square), size(square))),
        squares(&|square| format!("{}-{}", word(square), size(square))),
        squares(&|square| format!("{} {}", size(square), word(square))),
        squares(&|square| format!("{}{}", picture(square), &square[1..])),
        squares(&|square| format!("{}{}", picture(square), &square[1..])).replace(' ', ""),
        squares(&|square| format!("{}\u{fe0f} {}\u{fe0f}\u{20e3}", picture(square), &square[1..])),
        squares(&|square| format!("{}{}", &square[1..], picture(square))),
    ];
    for text in spellings {
        assert_eq!(parse_position(&text), Ok(plain), "{text}");
    }
}

#[test]
fn empty_squares_have_many_signs() {
    let rows = [". R12 . . R3", "G123 . . Y23 Y1"];
    let plain = parse_position(&position(&rows)).unwrap();
    for sign in ["-", "_", "0", "·", "–", "--", "...", "empty"] {
        assert_eq!(parse_position(&position(&rows).replace('.', sign)), Ok(plain), "{sign}");
    }
    for sign in [".", "-", "_", "0"] {
        let dense = position(&rows).replace('.', sign).replace(' ', "");
        assert_eq!(parse_position(&dense), Ok(plain), "{dense}");
        assert_eq!(parse_position(&dense.replace('\n', "/")), Ok(plain), "{dense}");
    }
    let used = position(&["R123 . . . ."]);
    for setting in ["Swaps used: 2", "swaps_used=2", "Swaps: 2 earned, 2 used"] {
        assert_eq!(
            parse_position(&format!("{used}\n{setting}")).unwrap().position.swaps_used(),
            2,
            "{setting}"
        );
    }
}

#[test]
fn colour_letters_may_look_like_sizes() {
    let parsed = parse_position(&position(&["SSM l12 m3 sL M12", "L3 . . . ."])).unwrap();
    let squares: Vec<String> =
        parsed.position.stacks().map(|(_, stack)| parsed.palette.stack(stack)).collect();
    assert_eq!(squares, ["S12", "L12", "M3", "S3", "M12", "L3"]);
    assert_eq!(parsed.palette.name(parsed.palette.colour('S').unwrap()), "S");
}

#[test]
fn setup_faults_are_described_and_no_errors() {
    let text = DEAL.replacen("K2 B2/B2 R2 B2 R1 Y3", "K2 R1/B2 B2 B2 R2 Y3", 1);
    let parsed = parse_deal(&text).unwrap();
    let faults: Vec<String> =
        parsed.deal.setup_faults().iter().map(|f| f.describe(&parsed.deal, &parsed.palette)).collect();
    assert_eq!(
        faults,
        [
            "the piece on B8, a blue medium, equals the one dealt just before it",
            "the piece on C8, a blue medium, equals the one dealt just before it",
            "row 8 has no small",
        ]
    );
}

#[test]
fn bad_moves_have_messages_and_places() {
    let cases = [
        ("", "a move is missing", 0..0),
        ("  ", "a move is missing", 2..2),
        ("X-A3>A4", "`X-A3>A4` is no move", 0..7),
        ("MA3>A4", "`MA3>A4` is no move", 0..6),
        ("é", "`é` is no move", 0..2),
        ("M-A3", "`M-A3` names one square only", 0..4),
        (" S-A3", "`S-A3` names one square only", 1..5),
        ("M-A3>A11", "`A11` is no square", 5..8),
        ("M-F3>A1", "`F3` is no square", 2..4),
        ("W->A1", "`` is no square", 2..2),
        ("M-A3>A4>A5", "`A4>A5` is no square", 5..10),
        ("B-A4>A5", "a bank with two squares", 4..7),
        ("B-é", "`é` is no square", 2..4),
    ];
    for (text, message, span) in cases {
        let error = text.parse::<Move>().unwrap_err();
        assert_eq!((error.message.as_str(), error.span), (message, span), "{text:?}");
    }
    assert_eq!(" b-e10 ".parse(), Ok(Move::Bank { at: Square::new(4, 0) }));
}

#[test]
fn share_strings_of_the_page_are_read_and_bad_ones_refused() {
    let share: Share = "0001_M-A3>A4, s-b8>b10,B-A4".parse().unwrap();
    assert_eq!(share.to_string(), "0001_M-A3>A4, S-B8>B10, B-A4");
    for (text, seed, moves) in
        [("_", "", 0), ("7_ \n", "7", 0), ("a_b, c__B-A4", "a_b, c_", 1), ("_B-A4", "", 1), ("7_,", "7", 0)]
    {
        let share: Share = text.parse().unwrap();
        assert_eq!((share.seed.as_str(), share.moves.len()), (seed, moves), "{text:?}");
    }
    for (text, message, column) in [
        ("12", "no `_` in the share string", 1),
        ("B-A4, B-A5", "no `_` in the share string", 1),
        ("my_seed", "`seed` is no move", 4),
        ("7_, B-A4", "a move is missing", 3),
        ("7_B-A4,,B-A3", "a move is missing", 8),
        ("7_B-A4, ,", "a move is missing", 9),
        ("7_B-A4, B-A99", "`A99` is no square", 11),
    ] {
        let error = text.parse::<Share>().unwrap_err();
        assert_eq!((error.message.as_str(), error.column), (message, column), "{text:?}");
    }
    let spanned = Share::parse_spanned("x_ B-A4 ,M-A1>A2").unwrap();
    assert_eq!(spanned.spans, [3..7, 9..16]);
}

#[test]
fn share_strings_may_have_other_separators_and_blanks() {
    let expected = "7_S-B8>B10, M-A3>A4, B-A4";
    for text in [
        "7_S-B8>B10, M-A3>A4, B-A4,",
        "7_S-B8>B10; M-A3>A4; B-A4;\n",
        "7_S-B8>B10\nM-A3>A4\n\nB-A4\n",
        "7_\r\nS-B8>B10,\r\nM-A3>A4,\r\n B-A4",
        "7_S-B8>B10/M-A3>A4/B-A4/",
        "7_S-B8 > B10, M- A3> A4, B- A4",
    ] {
        assert_eq!(text.parse::<Share>().unwrap().to_string(), expected, "{text:?}");
    }
    for (text, column, help) in [
        ("7_B-A4 B-A3", 5, "commas or line ends separate moves"),
        ("7_M-A3>A4M-A4>A5", 8, "commas or line ends separate moves"),
        ("\"7_B-A4\"", 6, "leave out the quotes"),
        ("7_'B-A4'", 3, "leave out the quotes"),
    ] {
        let error = text.parse::<Share>().unwrap_err();
        assert_eq!((error.column, error.help.as_deref()), (column, Some(help)), "{text:?}");
    }
}

fn palettes() -> impl Strategy<Value = Palette> {
    prop::sample::subsequence(('A'..='Z').collect::<Vec<_>>(), 5)
        .prop_shuffle()
        .prop_map(|letters| Palette::for_letters(&letters))
}

fn any_move() -> impl Strategy<Value = Move> {
    let square = || (0..5usize, 0..10usize).prop_map(|(column, depth)| Square::new(column, depth));
    (0..5, square(), square()).prop_map(|(kind, from, to)| match kind {
        0 => Move::Stack { from, to },
        1 => Move::Transfer { from, to },
        2 => Move::Slide { from, to },
        3 => Move::Bank { at: from },
        _ => Move::Swap { a: from, b: to },
    })
}

proptest! {
    #[test]
    fn positions_round_trip(position in reachable_position(), palette in palettes()) {
        for text in [palette.canonical(&position), palette.position_text(&position)] {
            let Parsed { position: back, palette: letters, rows } = parse_position(&text).unwrap();
            prop_assert_eq!(letters.canonical(&back), palette.canonical(&position), "{}", text);
            prop_assert_eq!(rows == 9, Deal::new(position).is_some());
        }
    }

    #[test]
    fn canonical_text_with_default_letters_gives_an_equal_position(position in reachable_position()) {
        let text = Palette::default().canonical(&position);
        prop_assert_eq!(parse_position(&text).unwrap().position, position);
        prop_assert_eq!(parse_position(&text.to_lowercase().replace('/', " \r\n")).unwrap().position, position);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[RYGBKXrsml123. /#\n_:>,\\-\u{e9}]{0,160}", at in any::<prop::sample::Index>()) {
        let mut damaged = DEAL.to_owned();
        damaged.replace_range(at.index(DEAL.len()).., &text);
        for text in [text, damaged] {
            for error in [parse_position(&text).err(), parse_deal(&text).err(), text.parse::<Share>().err()] {
                prop_assert!(error.is_none_or(|error| text.get(error.span).is_some()));
            }
        }
    }

    #[test]
    fn moves_round_trip(mv in any_move()) {
        prop_assert_eq!(mv.to_string().parse(), Ok(mv));
        prop_assert_eq!(mv.to_string().to_lowercase().parse(), Ok(mv));
    }

    #[test]
    fn share_strings_round_trip(seed in ".*", moves in prop::collection::vec(any_move(), 0..9)) {
        let share = Share { seed, moves };
        prop_assert_eq!(share.to_string().parse(), Ok(share.clone()));
        let dense = share.to_string().replace(", B", ",B");
        prop_assert_eq!(dense.parse::<Share>().map(|s| s.moves), Ok(share.moves));
    }
}

#[test]
fn pasted_share_strings_are_read_in_every_spelling() {
    let start = parse_position(DEAL).unwrap().position;
    let exact = "0_S-A9>A10, S-B9>B10, M-B10>A10";
    let moves = exact.parse::<Share>().unwrap().moves;
    for text in [
        exact.to_owned(),
        format!("\"{exact}\""),
        format!("“{exact}”\n"),
        format!("> {exact}\n"),
        exact.replace('>', "&gt;"),
        exact.replace('>', "%3E").replace(", ", "%2C%20"),
        exact.replace('>', "→"),
        exact.replace('>', "->"),
        exact.replace('>', " → "),
        exact.replace('-', "–"),
        exact.replace('-', "\u{2212}").replace('>', " –> "),
        exact.to_lowercase(),
        "0_A9>A10, B9>B10, M-B10>A10".into(),
        "0_a9→a10; b9>b10; m-b10>a10".into(),
        "0_a9 a10, b9-b10, m-b10>a10".into(),
        "0_a9a10/B9–B10/m‐b10>a10".into(),
    ] {
        let pasted = PastedShare::parse(&text).unwrap();
        let SpannedShare { share, spans } = pasted.resolve(&start).unwrap();
        assert_eq!((share.seed.as_str(), &share.moves), ("0", &moves), "{text}");
        assert!(spans.iter().all(|span| pasted.text.get(span.clone()).is_some()), "{text}");
    }
    for (text, seed) in [
        ("https://example.org/play/?seed=1", "1"),
        ("https://example.org/play?x=2&seed=my%20seed#top", "my seed"),
        ("?seed=0001", "0001"),
        ("?seed=a–b%2520", "a–b%20"),
        ("A9>A10", ""),
        ("> 7_", "7"),
        // Texts that are share strings already are taken as they are.
        ("a&gt;b_", "a&gt;b"),
        ("a–b_B–A4", "a–b"),
    ] {
        assert_eq!(PastedShare::parse(text).unwrap().seed, seed, "{text}");
    }
    for (text, message) in [
        ("\"0_S-A9>A10, X-B9>B10\"", "`X-B9>B10` is no move"),
        ("0_S-A9&gt;A11", "`A11` is no square"),
        ("hello", "no `_` in the share string"),
    ] {
        let (text, error) = *PastedShare::parse(text).unwrap_err();
        assert_eq!(error.message, message, "{text}");
        assert!(text.get(error.span).is_some());
    }
}

#[test]
fn a_move_by_squares_that_may_be_two_moves_is_refused() {
    let text = format!("{}\nswaps-used: 0", position(&["R1 R23 . . .", "G12 G3 . . ."]));
    let start = parse_position(&text).unwrap().position;
    let resolved = |text: &str| PastedShare::parse(text).unwrap().resolve(&start);
    assert_eq!(resolved("_A10>B10").unwrap_err().expected, "`M-A10>B10` or `W-A10>B10`");
    // Only a swap is legal here.
    assert_eq!(resolved("_A10>B9").unwrap().share.to_string(), "_W-A10>B9");
    assert_eq!(resolved("_M-A10>B10, B10").unwrap().share.to_string(), "_M-A10>B10, B-B10");
}

#[test]
fn lines_are_told_from_boards_and_file_names() {
    for text in ["1_M-D4>C4, X-D9>D10", "1_X-D9", "D4>C4", "1_S-A9&gt;A11", "https://example.org/?seed=1"] {
        assert!(is_line_like(text), "{text}");
    }
    for text in ["1", "deal_1.txt", "my_deal-a.txt", DEAL, "_ _ _ _ R1/R2 R3 _ _ _", "> R1 R2 R3 R1 R2"] {
        assert!(!is_line_like(text), "{text}");
    }
}
