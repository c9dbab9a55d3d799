//! Tests of the game in the terminal: keys are typed, the screen is read.

use crate::dealer::tabletop;
use crate::game::{Palette, parse_position};
use crate::solver::{Config, Parallelism};
use ratatui::style::{Color, Modifier};

use super::*;
use crate::cli::session::tests::{Sample, shared_tests};

/// An endgame with two red trees and a black one, in which every kind of move occurs.
const ENDGAME: &str = ". . . . ./. R12 R3 . ./. . . . ./. K123 . . ./. R3 R2 . R1/\
                       . . . . ./. . . . ./. . . . ./. . . . ./. . . . .";

/// On the far edge the red medium can no longer be reached by the small one.
const MISTAKE: &str = "Y1 . . . R3/R1 . . . R2/. . . . Y2/. . . . Y3/. . . . ./\
                       . . . . ./. . . . ./. . . . ./. . . . ./. . . . ./swaps-used: 2";

type Play = Session<Player>;

fn from(start: Start) -> Play {
    let config = Config { parallelism: Parallelism::Sequential, ..Config::default() };
    Session::of((Player::new(DealFilter::default()), true), start, search::work(config))
}

fn web(seed: &str) -> Play {
    from(Start::of_source(Source::WebSeed { seed: seed.into() }).unwrap())
}

fn written(text: &str) -> Play {
    let parsed = parse_position(text).unwrap();
    from(Start::of_position(parsed.position, parsed.palette))
}

fn endgame() -> Play {
    written(ENDGAME)
}

/// A deal that takes far longer to solve than a test.
fn hard() -> Play {
    written(&Palette::default().canonical(tabletop::deal(7, 122).position()))
}

/// The keys that move the cursor to a square.
fn to(name: &str) -> String {
    let square: Square = name.parse().unwrap();
    ["↑".repeat(10), "←".repeat(5), "↓".repeat(square.depth()), "→".repeat(square.column())].concat()
}

/// The keys that pick up the stack on one square and put it on another.
fn carry(a: &str, b: &str) -> String {
    format!("{}⏎{} ", to(a), to(b))
}

fn share(s: &Play) -> String {
    s.round.whole().share(&[]).to_string()
}

fn reachable(s: &Play) -> Option<u8> {
    search::known(s).and_then(|known| known.bounds.score())
}

shared_tests!(Sample {
    session: endgame,
    moves: ["M-B9>C9", "T-C9>C6", "S-B9>B10"],
    illegal: "T-C9>C6",
    loaded: ("1_M-D4>C4", "M-D4>C4"),
    pasted: ("# mine\nR1 . # a row\n\nR2 R3\n", "R1 . /R2 R3"),
});

#[test]
fn a_game_is_played_by_the_cursor() {
    let mut s = endgame();
    s.keys(&[to("B7"), "f".into(), carry("B9", "C9")].concat());
    s.expect(&[(&carry("C9", "C6"), "T-C9>C6: red small off medium-large onto medium")]);
    s.keys(&[to("C6"), "w".into(), to("E6"), "⏎".into(), carry("C6", "C8"), carry("C8", "C9")].concat());
    s.expect(&[("b", "B-C9: red tree to the bank"), ("u", "Taken back: B-C9, red tree to the bank")]);
    s.keys("r");
    assert_eq!(share(&s), "_S-B7>B8, M-B9>C9, T-C9>C6, W-C6>E6, S-C6>C8, M-C8>C9, B-C9");
    assert_eq!((s.position().swaps_used(), s.position().trees_banked()), (1, 13));
}

#[test]
fn illegal_moves_are_explained() {
    let mut s = endgame();
    let b6 = to("B6");
    for (keys, message) in [
        (carry("A1", "A1"), "A1 is empty"),
        (carry("B9", "D9"), "Not possible: D9 is empty"),
        (
            carry("B9", "B7"),
            "Not possible: the stacks on B9 and B7 differ in colour; w or W-B9>B7 swaps the two",
        ),
        (carry("B7", "B10"), "Not possible: a slide closes the whole gap: the stack on B7 slides to B8"),
        (format!("{b6}f"), "there is no gap in front of B6"),
        (format!("{b6}b"), "Not possible: the stack on B6 is not a tree"),
        (format!("{}w", to("A1")), "A1 is empty"),
    ] {
        s.expect(&[(&keys, message)]);
        s.keys("⎋");
        assert_eq!((s.held, s.moves().as_str()), (None, ""));
    }
    let none = "No swap is earned yet: one tree of each colour in the bank earns the first";
    web("1").expect(&[("w", none)]);
}

#[test]
fn typed_moves_are_read_in_every_spelling() {
    for (typed, message, moves) in [
        ("s-b7>b8", "S-B7>B8: black tree forwards by 1, and 1 behind it", "S-B7>B8"),
        ("b7b8", "S-B7>B8: black tree forwards by 1, and 1 behind it", "S-B7>B8"),
        ("m-b9>c9", "M-B9>C9: red small-medium onto large: a tree", "M-B9>C9"),
        ("B9>C9", "`B9>C9` may be two moves; expected `M-B9>C9` or `W-B9>C9`", ""),
        ("B7", "B-B7: black tree to the bank", "B-B7"),
        ("M-B9>C9, T-C9>C6; W-C6>E6", "3 moves played", "M-B9>C9 T-C9>C6 W-C6>E6"),
        ("B7-B8; m-b9>c9/t-C9>C6,", "3 moves played", "S-B7>B8 M-B9>C9 T-C9>C6"),
        ("_S-B9>B10", "S-B9>B10: red small-medium forwards by 1", "S-B9>B10"),
        ("A1", "Not possible: A1 is empty", ""),
        ("X-A1", "`X-A1` is no move; expected a move such as `M-A3>A4`, `S-B8>B10` or `B-A4`", ""),
        ("M-A1>Z9", "`Z9` is no square; expected a column A to E and a row 1 to 10, such as C7", ""),
        ("2_M-C6>E6", "This is a game of web seed 2: Esc, then L loads it", ""),
    ] {
        let mut s = endgame();
        s.expect(&[(&format!("m{typed}⏎"), message)]);
        assert_eq!((s.moves().as_str(), s.typed().is_some()), (moves, moves.is_empty()), "{typed}");
    }
}

#[test]
fn tab_visits_movable_stacks_and_targets() {
    let mut s = endgame();
    let mut visit = |keys: &str| {
        s.keys(keys);
        square(s.cursor).to_string()
    };
    let seen = [(); 6].map(|()| visit("⇥"));
    assert_eq!(seen, ["B9", "C9", "B7", "C6", "E6", "B9"]);
    assert_eq!(["⏎⇥", "⇥", "⇥"].map(visit), ["C9", "B10", "C9"]);
    s.keys("⏎");
    assert_eq!(s.moves(), "M-B9>C9");
}

#[test]
fn a_deal_fits_80_by_24() {
    insta::assert_snapshot!(web("1").screen(), @r"
    solomids  web seed 1  ·  0 moves

         A       B       C       D       E     │No move played yet
    10   .       .       .       .       .     │
     9   Y2      G1      K2      Y1      G3    │
     8   G2      B3      R3      G1      R1    │
     7   R2      K3      Y3      R1      B1    │
     6   K2      K3      B2      G2      B1    │
     5   B3      K1   [  B3  ]   R2      Y2    │
     4   K1      Y3      R2      R1      B2    │
     3   G2      Y2      G1      K1      R3    │
     2   G3      Y3      B2      Y1      G3    │
     1   R3      K3      B1      Y1      K2    │

    Bank:   empty
    Swaps:  none earned yet
    Score:  0 now; still reachable: ?

    Enter picks up a stack; ? lists all keys



    arrows go   Enter pick up   f slide   b bank   w swap   h hint   H all moves
    s solve   v hide   : type   u undo   r redo   S save   L load   ? keys   q quit
    ");
}

#[test]
fn a_held_stack_and_its_targets_are_marked() {
    let mut s = endgame();
    s.keys(&format!(":S-B7>B8⏎{}⏎→", to("B9")));
    s.shows(&[
        "     A       B       C       D       E     │ 1 S-B7>B8   black tree forwards by…\n",
        "10   .     > .  <    .       .       .     │\n 9   .     (R12 ) [> R3 <]   .       .     │\n",
        "\nBank:   1 red, 3 yellow, 3 green, 3 blue, 2 black (12 of 15 trees)\nSwaps:  1 earned, 0 used\n",
        "\narrows, Tab go to a place marked > <   Enter put it there   Esc put it back\n",
    ]);
    // The cursor is reversed, and stacks have their colours.
    s.theme.coloured = true;
    let screen = s.drawn((80, 24));
    let style = |x| screen[(x, 4)].style();
    assert_eq!([13, 21].map(|x| style(x).fg), [Some(Color::Indexed(1)); 2]);
    assert_eq!([13, 21].map(|x| style(x).add_modifier.contains(Modifier::REVERSED)), [false, true]);
}

#[test]
fn a_solution_is_shown_and_played_by_redo() {
    let mut s = endgame();
    assert!(s.screen().contains("still reachable: ?"));
    s.keys("⌛");
    assert!(s.screen().contains("Score:  12 now; still reachable: 17, a win without a swap"));
    s.expect(&[
        (
            "h⌛",
            "Hint: B-B7, black tree to the bank: makes room for red large to go forwards by 2; p plays it",
        ),
        ("s", "Best is 17, a win without a swap. A line of …"),
    ]);
    while s.round.ahead().len() > 0 {
        s.keys("r");
        // Scores are inherited along the line, without a search.
        assert_eq!(reachable(&s), Some(17));
    }
    for words in ["You have won", "R123   Y123", "17, a win without a swap, the most there is.", "2 hints."] {
        assert!(s.screen().contains(words), "{words}: {}", s.screen());
    }
    let over = "…Won with no swap: score 17";
    s.expect(&[("", over), ("⎋h⌛", over), ("H⌛", over), ("s⌛", over)]);
    // A look back and forth by one key needs no congratulations.
    s.keys("⇱⇲");
    assert!(!s.screen().contains("You have won"));
    // Keys work in the window itself.
    s.keys("ur");
    assert!(s.screen().contains("You have won"));
    s.expect(&[("n", "Another deal; u at once goes back to the game before")]);
    assert_eq!(s.moves(), "");
}

#[test]
fn a_mistake_is_reported() {
    let mut s = written(MISTAKE);
    s.keys("⌛");
    assert!(s.screen().contains("still reachable: 15, a win with two swaps"));
    s.expect(&[("mM-E9>E10⏎⌛", "M-E9>E10 has shut the win out: u takes it back")]);
    assert!(s.screen().contains("still reachable: 13, no win"));
    s.keys("u");
    assert_eq!(reachable(&s), Some(15));
    s.keys("rv");
    assert!(s.screen().contains("still reachable: hidden"), "{}", s.screen());
}

#[test]
fn an_endgame_says_when_the_win_is_shut_out_and_counts_tries() {
    let mut s = written(MISTAKE);
    s.game.endgame = Some(Endgame { number: 17, position: *s.position(), tries: 1 });
    s.revealed = false;
    assert!(s.screen().contains("endgame 17, 17 to reach"), "{}", s.screen());
    s.keys("⌛");
    s.expect(&[("mM-E9>E10⏎⌛", "M-E9>E10 has shut the win out: u takes it back")]);
    s.keys("us⌛");
    while s.round.ahead().len() > 0 {
        s.keys("r");
    }
    assert!(s.screen().contains("1 hint, 2 tries."), "{}", s.screen());
}

#[test]
fn all_moves_are_listed_and_chosen_from() {
    let mut s = endgame();
    s.keys("H⌛");
    s.shows(&[
        "┌ 10 of 25 moves keep the best score (up, down, Enter plays, Esc) ─────────────┐\n",
        "│>   17  B-B7       black tree to the bank                                     │\n",
        "│    16  W-C9>E6    red large and red small change places                      │\n",
        "───────────────── 1 of 25 │\n│B-B7: keeps the win without a swap ",
    ]);
    s.keys(&"↓".repeat(30));
    for (key, place) in [("⇞", 15), ("⇱", 1), ("⇟", 11), ("⇲", 25)] {
        s.keys(key);
        assert!(s.screen().contains(&format!(" {place} of 25 │")), "{place}: {}", s.screen());
    }
    let chosen = s.screen().lines().find(|line| line.contains("│>")).unwrap().to_owned();
    s.keys("⏎");
    assert!(s.window.is_none() && chosen.contains(&s.moves()), "{chosen} {}", s.moves());
    // A second query uses the stored moves, and an answer does not interrupt typing.
    s.keys("uH");
    assert!(s.screen().contains(" of 25 moves keep the best score"));
    let mut s = endgame();
    s.keys("H");
    s.tick();
    assert!(s.screen().contains("Looking into every move: 0 s"), "{}", s.screen());
    s.expect(&[("mB-B⌛", "Every move is looked into: H shows them")]);
    s.keys("7");
    assert_eq!(s.typed(), Some("B-B7"));
}

#[test]
fn searches_are_interrupted_and_superseded() {
    let mut s = hard();
    s.keys("s");
    s.tick();
    s.expect(&[("⎋⌛", "Not decided (interrupted): best is …")]);
    assert!(s.screen().contains("undecided (interrupted)"));
    // An interrupted query can be repeated.
    for _ in 0..2 {
        s.keys("H");
        s.tick();
        s.expect(&[("⎋⌛", "Stopped; H looks into every move again")]);
        assert!(s.window.is_none());
    }
    // A move cancels the query about the position before it.
    let under_way = |s: &Play| s.thinking().map(|(query, ..)| query);
    s.keys("s");
    s.tick();
    assert_eq!(under_way(&s), Some(Query::Solve));
    s.keys("⇥⏎⇥⏎");
    s.tick();
    assert_eq!((s.round.played.len(), under_way(&s)), (1, Some(Query::BestScore)));
    // Undo to the position of a cancelled query asks again.
    let mut s = hard();
    for keys in ["", "⇥⏎⇥⏎", "u"] {
        s.keys(keys);
        s.tick();
    }
    assert_eq!(under_way(&s), Some(Query::BestScore));
    s.keys("⎋⌛");
    assert!(s.screen().contains("undecided (interrupted)"));
}

#[test]
fn all_spellings_of_games_are_loaded() {
    let deal = web("1").start().palette.canonical(web("1").position()).replace('\n', "/");
    let source = r#"{"kind":"web-seed","seed":"1"}"#;
    let mut s = web("1");
    s.keys("mM-D4>C4⏎");
    assert_eq!(s.saved(), "1_M-D4>C4");
    for (text, expected) in [
        ("2_S-A9>A10", "2_S-A9>A10"),
        // A share string without a seed starts from the present deal.
        ("_S-B9>B10\r\n", "2_S-B9>B10"),
        (ENDGAME, "_"),
        (&format!(r#"{{"deal":"{ENDGAME}","moves":["S-B7>B8","M-B9>C9"]}}"#), "_S-B7>B8, M-B9>C9"),
        // A solution with a web seed keeps the seed.
        (&format!(r#"{{"deal":"{deal}","source":{source},"moves":["M-D4>C4"]}}"#), "1_M-D4>C4"),
        (&format!("# mine\n{}\n", ENDGAME.replace('/', " # a row\n")), "_"),
    ] {
        s.keys("⎋L");
        s.paste(text);
        s.keys("⏎");
        assert!(s.message.starts_with("Loaded"), "{text}: {}", s.message);
        assert_eq!(share(&s), expected, "{text}");
    }
    // A deal without a web seed is saved as JSON, which loads.
    let text = s.saved();
    assert!(text.starts_with("{\"schema\":1,\"deal\":"), "{text}");
    let mut again = web("3");
    again.keys("L");
    again.paste(&text);
    again.keys("⏎");
    assert_eq!(again.saved(), text);
}

#[test]
fn faulty_games_are_explained() {
    let mut s = endgame();
    for (text, message) in [
        ("1_M-D4>C5", "move 1 is illegal; C5 is neither in the row nor in the column of D4"),
        ("1_M-D4", "`M-D4` names one square only; expected two squares, such as `M-A3>A4`"),
        (
            "14_",
            "the page deals nothing for this seed: \"14\" (one seed in thirty gives no board there: take another)",
        ),
        ("nothing.txt", "there is no file `nothing.txt` (a share string itself has a `_`, …"),
        ("-", "standard input cannot be read while you play; name a file"),
    ] {
        s.expect(&[(&format!("L{text}⏎"), &format!("Not loaded: {message}"))]);
        s.keys("⎋");
    }
}
