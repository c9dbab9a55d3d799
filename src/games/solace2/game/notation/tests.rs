//! Every kind of bad input with its message and place, and round trips of everything that is written.

use proptest::prelude::*;

use super::{parse_deal, parse_moves};
use crate::games::solace2::dealer;
use crate::games::solace2::game::Move;

const DEAL: &str = "KKW.KKW.KKW.KWK.KCK.WKC.WKC.WWK.WCW.WCW.CWC.CWC.CWC.CCK.CCK";

#[test]
fn bad_deals_say_what_is_wrong_and_where() {
    let cases: Vec<(&str, String, &str, usize, usize)> = vec![
        ("empty", String::new(), "the text is empty", 1, 1),
        ("comment", "# nothing\n".into(), "the text holds no nests", 2, 1),
        ("two letters", DEAL.replacen("KKW", "KK", 1), "`KK` is no nest", 1, 1),
        ("no dot", DEAL.replacen("KKW.KKW", "KKWKKW", 1), "`KKWKKW` is no nest", 1, 1),
        ("digit", DEAL.replace("KCK", "K1K"), "`K1K` is no nest", 1, 17),
        ("second line", DEAL.replacen(".WWK", "\nW?K", 1), "`W?K` is no nest", 2, 1),
        ("14 nests", DEAL.replacen("KWK.", "", 1), "14 nests", 1, 56),
        ("one nest", "KWC".into(), "1 nest", 1, 4),
        ("16 nests", format!("{DEAL}.KWC"), "16 nests", 1, 61),
        ("fourth colour", DEAL.replacen("WWK", "WWR", 1), "a fourth colour, `R`", 1, 31),
        ("counts", DEAL.replacen("WKC", "KKC", 1), "6 black larges", 1, 21),
        ("two counts", DEAL.replacen("KWK", "CWC", 1), "6 clear larges and 6 clear smalls", 1, 51),
        ("single colour", "WWW.KKC.CKK.KCC.CWW.WCK".into(), "the nest `WWW` has a single colour", 1, 1),
    ];
    for (name, text, message, line, column) in cases {
        let error = parse_deal(&text).expect_err(name);
        assert_eq!(
            (error.message.as_str(), error.line, error.column),
            (message, line, column),
            "{name}: {error}"
        );
    }
}

#[test]
fn bad_moves_say_what_is_wrong_and_where() {
    let cases = [
        ("X-1>2", "`X-1>2` is no move", 1),
        ("L1>2", "`L1>2` is no move", 1),
        ("L-1>2, M-3", "`M-3` names one space only", 8),
        ("L-0>2", "`0` is no space", 3),
        ("L-1>31", "`31` is no space", 5),
        ("S-3>+4", "`+4` is no space", 5),
        ("T-3>", "`` is no space", 5),
    ];
    for (text, message, column) in cases {
        let error = parse_moves(text).expect_err(text);
        assert_eq!((error.message.as_str(), error.column), (message, column), "{error}");
    }
}

#[test]
fn an_error_names_its_place() {
    let text = "KWC.KCW\nWK1.WCK";
    let error = parse_deal(text).expect_err("a digit");
    assert_eq!(&text[error.span.clone()], "WK1");
    let expected = "line 2, column 1: `WK1` is no nest; expected a nest: three letters for large, medium and small, such as \
                    `KWC` (letters A to Z stand for colours)";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn letters_case_blanks_and_comments_are_free() {
    let plain = parse_deal(DEAL).expect("a deal");
    let rows = DEAL.to_lowercase().replace('.', " \r\n").replace("kkw", "kkw # a nest");
    assert_eq!(parse_deal(&format!("\u{feff}# rows\n{rows}\n")), Ok(plain.clone()));
    let other = parse_deal(&DEAL.replace('K', "R").replace('C', "B")).expect("a deal");
    assert_eq!(other.palette.deal(&other.deal), DEAL.replace('K', "R").replace('C', "B"));
    assert_eq!(plain.palette.deal(&plain.deal), DEAL);
}

#[test]
fn moves_are_read_as_they_are_written() {
    for token in ["L-3>4", "M-3>8", "S-3>14", "T-14>30"] {
        assert_eq!(token.parse::<Move>().map(|mv| mv.to_string()), Ok(token.into()));
    }
    let list = parse_moves("L-3>4, M-3>8; s-3>14 # and so on\nT-14>3").expect("moves");
    let written: Vec<String> = list.iter().map(|spanned| spanned.mv.to_string()).collect();
    assert_eq!(written, ["L-3>4", "M-3>8", "S-3>14", "T-14>3"]);
    assert_eq!(list[2].span, 14..20);
}

proptest! {
    #[test]
    fn dealt_deals_are_read_as_they_are_written(stashes in 1usize..=5, seed: u64, index: u64) {
        let deal = dealer::deal_of(stashes, seed, index);
        let written = crate::games::solace2::game::Palette::default().deal(&deal);
        prop_assert_eq!(parse_deal(&written).map(|parsed| parsed.deal), Ok(deal));
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_place(text in "([KWC]{3}[. \\n]?|[LMST]-1?[0-9]>1?[0-9],? ?|#|\\PC|.){0,40}") {
        if let Err(error) = parse_deal(&text) {
            prop_assert!(text.get(error.span).is_some());
        }
        if let Err(error) = parse_moves(&text) {
            prop_assert!(text.get(error.span).is_some());
        }
    }
}
