//! Notation: what is read, what is refused, and where the fault is shown.

use super::*;
use crate::games::pentamid::game::{Rules, Side, Variant};

fn small() -> Rules {
    Rules::new(Variant { width: 3, height: 3, nests: 2, line: 3, ..Variant::default() }).unwrap()
}

/// The message of a text that is refused.
fn refused(text: &str) -> String {
    parse_position(&small(), text).unwrap_err().to_string()
}

#[test]
fn positions_are_read_and_written_again() {
    let rules = small();
    for text in ["- - -/- L -/- - l 1", "LmS - M/- - l/- s lm 2"] {
        assert_eq!(parse_position(&rules, text).unwrap().text(&rules), text);
    }
    let spread = "# three rows\n - - -\n- L - # the centre\n/ - - l/\n 2\n";
    let position = parse_position(&rules, spread).unwrap();
    assert_eq!((position.text(&rules).as_str(), position.side()), ("- - -/- L -/- - l 2", Side::Two));
}

#[test]
fn faults_are_shown_where_they_are() {
    let cases = [
        ("", "line 1, column 1: a position is missing"),
        ("- - -/- L -/- - l", "line 1, column 18: the side to move is missing"),
        ("- - -/- L -/- - l 3", "line 1, column 19: `3` is no side"),
        ("- - -\n- L -\n- 1", "line 3, column 2: a row of only 1 square"),
        ("- - -/- L - 1", "line 1, column 12: only 2 rows"),
        ("- - - -/- - -/- - - 1", "line 1, column 7: one square too many in a row"),
        ("- - -/- - -/- - -/- - - 1", "line 1, column 19: one row too many"),
        ("- - -/- LX -/- - - 1", "line 1, column 10: `X` is no piece"),
        ("- - -/- Sl -/- - - 1", "line 1, column 10: a small on a large"),
        ("L L L/- - -/- - - 1", "line 1, column 5: player 1 has 3 larges, but only 2 nests"),
        ("L M LM/- - -/- - - 1", ""),
        ("L M -/M - -/- - - 1", "line 1, column 7: player 1 has more mediums than larges, 2 to 1"),
    ];
    for (text, message) in cases {
        if message.is_empty() {
            assert!(parse_position(&small(), text).is_ok(), "{text}");
        } else {
            let shown = refused(text);
            assert!(shown.starts_with(message), "{text}: {shown}");
        }
    }
}

#[test]
fn moves_are_read_and_written_again() {
    let rules = small();
    for text in ["L@c3", "Ma1-a2", "Sc3-b3"] {
        assert_eq!(parse_move(&rules, text).unwrap().to_string(), text);
        assert_eq!(parse_move(&rules, &format!(" {} ", text.to_lowercase())).unwrap().to_string(), text);
    }
    let read = parse_moves(&rules, "L@a1 L@c3,\n La1-a2 # back\n").unwrap();
    assert_eq!((read.moves.len(), read.spans[2].clone()), (3, 12..18));
}

#[test]
fn faults_in_moves_are_shown_where_they_are() {
    let cases = [
        ("L@a1 L@d1", 8, "`d1` is no square of the board"),
        ("L@a1 X@a1", 6, "`X@a1` is no move"),
        ("L@a1 La1", 6, "`La1` is no move"),
        ("La1-", 5, "a square is missing"),
        ("La1-a10", 5, "`a10` is no square"),
        ("Lé-a1", 2, "`é` is no square"),
        ("'L@a1'", 1, "`'L@a1'` is no move"),
    ];
    for (text, column, message) in cases {
        let error = parse_moves(&small(), text).unwrap_err();
        assert!(error.column == column && error.message.starts_with(message), "{text}: {error}");
    }
    assert_eq!(parse_move(&small(), " ").unwrap_err().message, "a move is missing");
}
