//! Tests of the game in the terminal: keys are typed, the screen is read.

use crate::pentamid::game::{Rules, Variant, parse_position};
use crate::pentamid::retrograde::{self, SolveProgress, ValueTable};

use super::*;
use crate::cli::session::tests::{Sample, shared_tests};

const VARIANT: VariantArgs =
    VariantArgs { board: None, nests: None, row: None, diagonals: false, both: None };

type Play = Session<Player>;

fn play(start: Start, engine: Option<Side>, limits: Limits, table: Option<ValueTable>) -> Play {
    let game = Player::new(engine, Level::new(1).unwrap(), VARIANT);
    Session::of((game, true), start, work(limits, 1, table))
}

fn first(rules: Rules) -> Start {
    Start::new(rules, Repetition::Barred)
}

/// A game of two people, or against the engine, after some moves.
fn played(moves: &str, engine: Option<Side>) -> Play {
    let mut s = play(first(Rules::default()), None, Limits::default(), None);
    s.keys(&format!(":{moves}⏎"));
    s.game.engine = Side::ALL.map(|side| engine == Some(side));
    s
}

fn count(s: &Play) -> (usize, usize) {
    (s.round.played.len(), s.round.ahead().len())
}

shared_tests!(Sample {
    session: || played("", None),
    moves: ["L@c3", "L@b3", "L@a1"],
    illegal: "M@c3",
    loaded: ("L@a1 L@e5", "L@a1 L@e5"),
    pasted: ("- - -\n- L -\n- - - 2\n", "- - -/- L -/- - - 2"),
});

/// The repetition that the game's rule bars after `L@a1 L@e5 La1-a2 Le5-e4 La2-a1`.
const REPEATS: &str = "it would bring back the position after move 2, L@e5, and no state of the game may come back. \
                       Played since: La1-a2 Le5-e4 La2-a1";

#[test]
fn barred_places_are_marked_and_explained() {
    let mut s = played("L@a1 L@e5 La1-a2 Le5-e4 La2-a1", None);
    s.keys("→→→→↑↑↑⏎↑");
    s.shows(&[
        " 5   -      -      -      -   [x - x]",
        " 4   -      -      -    > - <  ( l ) ",
        "\nBarred, since a state would come back: Le4-e5\n",
    ]);
    s.expect(&[("⏎", &format!("Not possible: {REPEATS}")), ("⎋:e4e5⏎", &format!("Not possible: {REPEATS}"))]);
    assert_eq!(count(&s), (5, 0));
    let illegal = format!("Nothing is played: move 6, Le4-e5, is illegal: {REPEATS}");
    played("", None).expect(&[(":L@a1 L@e5 La1-a2 Le5-e4 La2-a1 Le4-e5⏎", &illegal)]);
}

#[test]
fn covered_pieces_are_visible() {
    let mut s = played("L@c3 L@b3 M@d4 M@a1 L@e5 S@d5 Md4-d5 L@e4 Le5-d5", None);
    s.shows(&[
        "pentamid  5x5, 5 in a row  ·  two people  ·  9 moves\n",
        "     a      b      c      d      e    │ 1 1 L@c3   large from a nest to c3\n",
        " 5   -      -      -   [ LMs ]   -    │ 2 2 L@b3   large from a nest to b3\n",
        " 1   m      -      -      -      -    │ 6 2 S@d5   small from a nest to d5\n",
        "│ 9 1 Le5-d5 large from e5 to d5, over an…\n",
        "\nNests of player 1: 2 LMS, 1 MS, 1 S\nNests of player 2: 2 lms, 1 ms\nPlayer 2 is to move\n",
    ]);
}

#[test]
fn the_engine_answers_and_undo_takes_back_its_answer_too() {
    let mut s = played("", Some(Side::Two));
    // The engine's side is not moved by hand.
    let thinking = "The engine is thinking; e takes its side over";
    s.expect(&[("l", "Player 1: L@c3, …"), ("l", thinking), (":a1⏎", thinking), ("⎋h", thinking)]);
    s.tick();
    assert!(s.screen().contains("The engine, level 1, is thinking: 0 s"), "{}", s.screen());
    for (keys, message, moves) in [
        ("⌛", "Player 2: …", (2, 0)),
        ("u", "2 moves taken back", (0, 2)),
        ("r", "2 moves played", (2, 0)),
        ("⇱", "2 moves taken back", (0, 2)),
        // Another move in place of those taken back.
        (":L@a1⏎", "Player 1: L@a1, …", (1, 0)),
        ("e", "You play for player 2 from now on", (1, 0)),
        ("⌛L@b1⎋+", "The engine is at level 2 of 8: novice", (1, 0)),
        ("--", "The engine is at level 1 of 8: beginner", (1, 0)),
        ("e⌛", "Player 2: …", (2, 0)),
    ] {
        s.expect(&[(keys, message)]);
        assert_eq!(count(&s), moves, "{keys}");
    }
    // Where the engine begins, a look back ends at its first move.
    let mut s = played("L@c3 L@b3 Lc3-c4", Some(Side::One));
    s.keys("⇱");
    assert_eq!(count(&s), (1, 2));
    // Its move in a new game does not keep that from being taken back.
    s.expect(&[("n", "A new game; u at once goes back to the game before")]);
    s.keys("⌛");
    assert_eq!(count(&s), (1, 0));
    s.expect(&[("u", "Back to the game before")]);
    assert_eq!(count(&s), (1, 2));
}

#[test]
fn hints_come_from_the_engine_or_a_table() {
    let rules = Rules::new(Variant { nests: 1, ..Variant::of_board(3, 3) }).unwrap();
    let won = parse_position(&rules, "- - -/l - s/m L - 1").unwrap();
    let start = Start { first: won, ..first(rules) };
    let table = retrograde::solve(&rules, &Limits::default(), &SolveProgress::default()).unwrap();
    let mut s = play(start.clone(), None, Limits::default(), Some(table));
    s.expect(&[("h⌛", "Hint: …, which wins in 21 plies by the table; p plays it")]);
    s.keys("p");
    // The table knows nothing of the two states that have stood since the last drop.
    assert_eq!((count(&s), s.position().history().since_drop().len()), ((1, 0), 2));
    let about = "Hint: …, which lasts 20 plies by the table, in the game without history; p plays it";
    s.expect(&[("h⌛", about)]);
    let mut s = play(start, None, Limits::default(), None);
    s.expect(&[("h⌛", "Hint: …; p plays it")]);
    assert!(!s.message.contains("table"), "{}", s.message);
}

#[test]
fn a_task_belongs_to_the_game_that_it_is_about() {
    let mut s = played("L@a1", Some(Side::Two));
    s.tick();
    let asked = |s: &Play| s.thinking().map(|(task, ..)| task);
    assert_eq!(asked(&s), Some(Task::Move));
    // Another game of the same length.
    s.keys("eu:L@a2⏎e⌛");
    assert_eq!(count(&s), (2, 0));
    assert!(s.moves().starts_with("L@a2 "), "{}", s.moves());
    // A hint is played in its position only.
    let mut s = played("L@a1", None);
    s.keys("h⌛");
    s.expect(&[("u:L@e5⏎p", "There is no hint to play: h asks for one")]);
    s.keys("u:L@a1⏎p");
    assert_eq!(count(&s), (2, 0));
}

#[test]
fn analyses_say_which_game_they_are_about() {
    let mut s = played("L@a1 L@a5 L@b1 L@b5 L@c1 L@c5 L@d1 L@e5", None);
    s.keys("a");
    s.tick();
    assert!(s.screen().contains("Looking 9 plies ahead for a forced win: 0 s. Esc stops it"));
    s.expect(&[("⌛", "Player 1 wins in 1 ply, proven with the states of this game barred: M@e1")]);
    // A finished game takes no more moves, nor questions.
    s.expect(&[
        (":M@e1⏎", "Player 1: M@e1, …. Player 1 has a line and has won"),
        ("m", "Not possible: the game is over"),
        ("h⌛", "Player 1 has a line and has won"),
    ]);
    play(first(Rules::default()), None, Limits::nodes(1), None)
        .expect(&[("a⌛", "…a limit ended the search there")]);
}

#[test]
fn faulty_games_are_explained_and_boards_change() {
    let mut s = played("L@e5", None);
    s.expect(&[("LL@c3 L@c3⏎", "Not loaded: …c3 is not vacant…")]);
    assert_eq!(count(&s), (1, 0));
    // The cursor stays on the board, which may be smaller than the one before.
    let rules = Rules::new(Variant::of_board(8, 8)).unwrap();
    let mut s = play(first(rules), None, Limits::default(), None);
    assert!(s.screen().contains("\n 1 ") && s.screen().contains("q quit"));
    s.keys("→→→→→→→↑↑↑↑LL@a1⏎");
    assert_eq!((Player::grid(&s), s.cursor), ((5, 5), (2, 2)));
    s.keys(&"↓→".repeat(9));
    assert_eq!(s.cursor, (4, 4));
}
