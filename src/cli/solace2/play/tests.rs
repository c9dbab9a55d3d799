//! Tests of the game in the terminal: keys are typed, the screen is read.

use crate::solace2::game::parse_deal;
use crate::solace2::record::DealSource;

use super::*;
use crate::cli::CommonArgs;
use crate::cli::session::tests::{Sample, shared_tests};

/// A game of two stashes.
const DEAL: &str = "KWW.KCC.WKK.WCC.CKW.CWK";

fn play(open: bool, free: bool) -> Session<Player> {
    let settings = SearchSettings::new(&CommonArgs { threads: Some(1), ..CommonArgs::default() });
    let start = Start::new(parse_deal(DEAL).unwrap(), DealSource::Text, Reading::LITERAL);
    Session::of((Player::new(free), open), start, work(&settings))
}

shared_tests!(Sample {
    session: || play(true, false),
    moves: ["L-1>2", "M-1>4", "L-3>4"],
    illegal: "M-1>4",
    loaded: (DEAL, ""),
    pasted: ("# a deal\nKWW KCC\nWKK\n", "KWW KCC WKK"),
});

#[test]
fn the_inside_of_nests_is_hidden_until_it_shows() {
    let mut s = play(false, false);
    for (keys, shown) in [
        ("↑←", "[  1 K??"),
        ("⏎⇥", "( 1 K??"),
        ("⏎", "   1 -W?"),
        ("", "[  2 K??+K3"),
        ("v", "[  2 KCC+K3"),
        ("v", "[  2 K??+K3"),
    ] {
        s.keys(keys);
        assert!(s.screen().contains(shown), "{keys}: {}", s.screen());
    }
    let mut s = play(false, false);
    s.expect(&[("↑←⏎⇥⏎", "L-1>2: black large caps nest 2; a white medium shows")]);
}

#[test]
fn a_move_that_showed_a_piece_stays() {
    let stays = "The last move has shown a piece, so it stays (--undo free would allow it)";
    let mut fair = play(false, false);
    fair.expect(&[(":L-1>2⏎u", stays)]);
    // Both mediums of the two moves that show a piece; then the small, which shows none.
    let whole = "L-1>2 M-1>4 S-1>4";
    for (keys, message, moves) in [
        (":M-1>4 S-1>4⏎", "2 moves played", whole),
        ("⇱", &*format!("1 move taken back. {stays}"), "L-1>2 M-1>4"),
        ("⇲", "1 move played", whole),
    ] {
        fair.expect(&[(keys, message)]);
        assert_eq!(fair.moves(), moves, "{keys}");
    }
    for (open, free) in [(true, false), (false, true)] {
        let mut s = play(open, free);
        s.keys("m1>2⏎u");
        assert_eq!(s.moves(), "");
        s.keys("r");
        assert_eq!(s.moves(), "L-1>2");
    }
}

#[test]
fn illegal_and_mistyped_moves_are_explained() {
    play(false, false).expect(&[
        (":1>3⏎", "Not possible: the pieces on spaces 1 and 3 differ in colour"),
        ("⎋:X-1>3⏎", "`X-1>3` is no move…"),
        ("⎋:1>2 xyz⏎", "`xyz` is no move…"),
    ]);
}

#[test]
fn advice_depends_on_what_is_seen() {
    let mut hidden = play(false, false);
    hidden.expect(&[(
        "h⌛",
        "Hint: L-1>2, …: opens another nest; from here the best play makes 1.99 towers on average; p plays it",
    )]);
    assert!(!hidden.message.contains("shows"), "{}", hidden.message);
    let mut open = play(true, false);
    open.expect(&[
        ("h⌛", "Hint: …. Best still reachable is …; p plays it"),
        ("s⌛", "Best still reachable is …"),
    ]);
    let best = open.message.clone();
    open.keys("⇲");
    assert!(best.starts_with(&format!("Best still reachable is {}.", open.position().score())), "{best}");
    assert_eq!(open.round.hints, 2);
    open.keys("⌛");
    let score = open.position().score();
    assert_eq!(open.message, format!("The end: {score} towers of {score} that were possible"));
}

#[test]
fn what_is_printed_in_the_end_is_for_a_person() {
    let mut s = play(false, false);
    assert_eq!(s.farewell(), "A deal of Solace II: 0 towers on the table\n");
    s.keys(":L-1>2⏎");
    assert_eq!(s.farewell(), "A deal of Solace II, after 1 move: 0 towers on the table\nL-1>2\n");
}

#[test]
fn the_account_says_what_was_seen() {
    for (keys, open, account) in [
        (":L-1>2⏎", false, "Score 0 after 1 move"),
        (":L-1>2⏎u", true, "Score 0 after 0 moves, nests open; 1 move after that had been taken back"),
        ("vvh⌛", false, "Score 0 after 0 moves, 1 hint, nests open"),
    ] {
        let mut s = play(open, false);
        s.keys(keys);
        assert_eq!(Player::account(&s).unwrap(), account);
    }
}
