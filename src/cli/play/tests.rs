//! Tests of the terminal game with simulated keys and an in-memory screen.

use std::fs;
use std::thread;
use std::time::Duration;

use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};
use solomids::dealer::{Source, tabletop};
use solomids::game::{Move, Palette, Share, Square, parse_position};
use solomids::solver::{Config, Parallelism};

use super::command::{Direction, Overlay};
use super::*;
use crate::cli::tui::Topic;

/// An endgame with two red trees and a black one, in which every kind of move occurs.
const ENDGAME: &str = ". . . . ./. R12 R3 . ./. . . . ./. K123 . . ./. R3 R2 . R1/\
                       . . . . ./. . . . ./. . . . ./. . . . ./. . . . .";

fn web(seed: &str) -> Model {
    let source = Source::WebSeed { seed: seed.into() };
    Model::new(GameHistory::new(Start::from_source(source).unwrap()).unwrap())
}

fn written(text: &str) -> Model {
    let parsed = parse_position(text).unwrap();
    Model::new(GameHistory::new(Start::from_position(parsed.position, parsed.palette)).unwrap())
}

/// The filter that every deal passes.
fn any_deal() -> DealFilter {
    DealFilter::default()
}

/// Draws the model in a window of a given size.
fn drawn(model: &Model, (width, height): (u16, u16), coloured: bool) -> Buffer {
    let mut terminal = ratatui::Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, model, None, Theme { coloured })).unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(buffer.area.width.into());
    let rows = rows.map(|row| row.iter().map(Cell::symbol).collect::<String>());
    rows.map(|row| row.trim_end().to_string() + "\n").collect()
}

fn shown(model: &Model) -> String {
    text(&drawn(model, (80, 24), false))
}

/// Presses a key and returns its effect.
fn press(model: &mut Model, code: KeyCode) -> PlayEffect {
    let key = KeyEvent::new(code, KeyModifiers::NONE);
    let command = keys::command(key, model.prompt.is_open());
    model.obey(command.unwrap_or_else(|| panic!("{code:?} does nothing")))
}

/// Types letters, one key each.
fn type_in(model: &mut Model, letters: &str) -> PlayEffect {
    letters.chars().fold(PlayEffect::None, |_, letter| press(model, KeyCode::Char(letter)))
}

/// Moves the cursor to a square with the arrow keys.
fn go(model: &mut Model, square: &str) {
    let square: Square = square.parse().unwrap();
    for _ in 0..10 {
        press(model, KeyCode::Up);
        press(model, KeyCode::Left);
    }
    for _ in 0..square.depth() {
        press(model, KeyCode::Down);
    }
    for _ in 0..square.column() {
        press(model, KeyCode::Right);
    }
    assert_eq!(model.cursor, square);
}

/// Picks up the stack on one square and puts it on another.
fn carry(model: &mut Model, from: &str, to: &str) {
    go(model, from);
    press(model, KeyCode::Enter);
    go(model, to);
    press(model, KeyCode::Char(' '));
}

/// Waits until the query under way is answered.
fn wait(model: &mut Model, solver: &mut BackgroundSolver) {
    loop {
        poll_solver(model, solver).unwrap();
        if model.asked.is_none() {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Presses a key, performs its effect, and waits for the reply.
fn do_key(model: &mut Model, solver: &mut BackgroundSolver, code: KeyCode) {
    let effect = press(model, code);
    assert!(!perform(effect, model, solver, any_deal()));
    wait(model, solver);
}

fn solver() -> BackgroundSolver {
    BackgroundSolver::start(Config { parallelism: Parallelism::Sequential, ..Config::default() }).unwrap()
}

#[test]
fn a_game_is_played_undone_and_redone_by_keys() {
    let mut model = written(ENDGAME);
    go(&mut model, "B7");
    press(&mut model, KeyCode::Char('f'));
    carry(&mut model, "B9", "C9");
    carry(&mut model, "C9", "C6");
    assert_eq!(model.message, "T-C9>C6: red small off medium-large onto medium");
    go(&mut model, "C6");
    press(&mut model, KeyCode::Char('w'));
    go(&mut model, "E6");
    press(&mut model, KeyCode::Enter);
    carry(&mut model, "C6", "C8");
    carry(&mut model, "C8", "C9");
    press(&mut model, KeyCode::Char('b'));
    assert_eq!(model.message, "B-C9: red tree to the bank");
    let played = "_S-B7>B8, M-B9>C9, T-C9>C6, W-C6>E6, S-C6>C8, M-C8>C9, B-C9";
    assert_eq!(model.game.share().to_string(), played);
    assert_eq!((model.game.position().swaps_used(), model.game.position().trees_banked()), (1, 13));

    // Back, forwards, back, and elsewhere.
    press(&mut model, KeyCode::Char('u'));
    assert_eq!(model.message, "Taken back: B-C9, red tree to the bank");
    press(&mut model, KeyCode::Char('r'));
    assert_eq!(model.game.share().to_string(), played);
    press(&mut model, KeyCode::Home);
    assert_eq!(model.message, "7 moves taken back");
    assert_eq!((model.game.played().len(), model.game.taken_back().len()), (0, 7));
    assert_eq!(model.game.share().to_string(), played, "a look back loses nothing");
    press(&mut model, KeyCode::Char('u'));
    assert_eq!(model.message, "There is no move to take back");
    press(&mut model, KeyCode::Home);
    assert_eq!(model.message, "There is nothing to go to");
    press(&mut model, KeyCode::End);
    assert_eq!(model.game.share().to_string(), played);
    press(&mut model, KeyCode::Backspace);
    carry(&mut model, "B8", "B10");
    assert_eq!(model.game.share().to_string(), played.replace("B-C9", "S-B8>B10"));
    press(&mut model, KeyCode::Char('r'));
    assert_eq!(model.message, "There is no move ahead; s looks for a line");
}

#[test]
fn illegal_moves_are_explained() {
    let mut model = written(ENDGAME);
    let mut says = |keys: &dyn Fn(&mut Model), message: &str| {
        keys(&mut model);
        assert_eq!(model.message, message);
        press(&mut model, KeyCode::Esc);
        assert_eq!((model.held, model.game.share().moves.len()), (None, 0));
    };
    says(&|model| carry(model, "A1", "A1"), "A1 is empty");
    says(&|model| carry(model, "B9", "D9"), "Not possible: D9 is empty");
    for (from, to) in [("B9", "B7"), ("B7", "B9")] {
        let message =
            format!("Not possible: the stacks on {from} and {to} differ in colour; w swaps two stacks");
        says(&|model| carry(model, from, to), &message);
    }
    says(
        &|model| carry(model, "B7", "B10"),
        "Not possible: a slide closes the whole gap: the stack on B7 slides to B8",
    );
    says(&|model| go(model, "B6"), "");
    says(
        &|model| {
            go(model, "B6");
            type_in(model, "f");
        },
        "there is no gap in front of B6",
    );
    says(
        &|model| {
            go(model, "B6");
            type_in(model, "b");
        },
        "Not possible: the stack on B6 is not a tree",
    );
    let mut model = web("1");
    type_in(&mut model, "w");
    assert_eq!(model.message, "No swap is earned yet: one tree of each colour in the bank earns the first");
}

#[test]
fn typed_moves_are_played_or_reopened_with_an_error() {
    let mut model = written(ENDGAME);
    for (typed, message, moves) in [
        ("s-b7>b8", "S-B7>B8: black tree forwards by 1, and 1 behind it", 1),
        ("B9>C9", "M-B9>C9: red small-medium onto large: a tree", 2),
        ("T-C9>C6, W-C6>E6", "2 moves played", 4),
        (
            "M-C6>E6, B-A1",
            "Nothing is played: move 1, M-C6>E6, is illegal: nothing on C6 fits: the bottom of what moves must be one size smaller than the top of E6",
            4,
        ),
        ("X-A1", "`X-A1` is no move; expected a move such as `M-A3>A4`, `S-B8>B10` or `B-A4`", 4),
        ("M-A1>Z9", "`Z9` is no square; expected a column A to E and a row 1 to 10, such as C7", 4),
        ("2_M-C6>E6", "This is a game of web seed 2: Esc, then L loads it", 4),
        (",", "There is no move in what was typed", 4),
        ("  ", "", 4),
    ] {
        type_in(&mut model, "m");
        type_in(&mut model, typed);
        press(&mut model, KeyCode::Enter);
        assert_eq!((model.message.as_str(), model.game.played().len()), (message, moves), "{typed}");
        // A faulty text stays in the prompt.
        let left = model.prompt.text();
        let failed = message.starts_with("No")
            || message.starts_with("There")
            || message.contains("expected")
            || message.starts_with("This");
        assert_eq!(left, failed.then_some(typed), "{typed}");
        if failed {
            press(&mut model, KeyCode::Esc);
        }
    }
    // Each move of a list is parsed in the position after those before it.
    let mut again = written(ENDGAME);
    type_in(&mut again, "mB7-B8; b9>c9/C9 C6,");
    press(&mut again, KeyCode::Enter);
    assert_eq!((again.message.as_str(), again.game.played().len()), ("3 moves played", 3));
    // The prompt can be edited, cleared and closed.
    type_in(&mut model, ":B-C9x");
    press(&mut model, KeyCode::Backspace);
    assert_eq!(model.prompt.text().unwrap(), "B-C9");
    for code in [KeyCode::Home, KeyCode::Delete, KeyCode::Char('w'), KeyCode::Right, KeyCode::Right] {
        press(&mut model, code);
    }
    model.obey(PlayCommand::Insert("a1>".into()));
    assert_eq!(model.prompt.text().unwrap(), "w-Ca1>9");
    assert!(shown(&model).contains("\nMoves: w-Ca1>9\n"), "{}", shown(&model));
    let clear = KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL);
    model.obey(keys::command(clear, true).unwrap());
    assert_eq!(model.prompt.text().unwrap(), "");
    press(&mut model, KeyCode::Esc);
    assert!(!model.prompt.is_open());
    assert_eq!(model.game.played().len(), 4);
}

#[test]
fn tab_visits_movable_stacks_and_targets() {
    let mut model = written(ENDGAME);
    let mut seen = Vec::new();
    for _ in 0..6 {
        press(&mut model, KeyCode::Tab);
        seen.push(model.cursor.to_string());
    }
    assert_eq!(seen, ["B9", "C9", "B7", "C6", "E6", "B9"]);
    press(&mut model, KeyCode::Enter);
    press(&mut model, KeyCode::Tab);
    assert_eq!(model.cursor.to_string(), "C9");
    press(&mut model, KeyCode::Tab);
    assert_eq!(model.cursor.to_string(), "B10");
    press(&mut model, KeyCode::Tab);
    press(&mut model, KeyCode::Enter);
    assert_eq!(model.game.share().to_string(), "_M-B9>C9");
}

#[test]
fn a_deal_fits_80_by_24() {
    insta::assert_snapshot!(shown(&web("1")), @r"
    solomids  web seed 1  ·  0 moves played

         A       B       C       D       E     │No move played yet
    10   .       .       .       .       .     │
     9   Y2      G1      K2      Y1      G3    │
     8   G2      B3      R3      G1      R1    │
     7   R2      K3      Y3      R1      B1    │
     6   K2      K3      B2      G2      B1    │
     5   B3      K1      B3      R2      Y2    │
     4   K1      Y3      R2      R1      B2    │
     3   G2      Y2      G1      K1      R3    │
     2   G3      Y3      B2      Y1      G3    │
     1   R3      K3   [  B1  ]   Y1      K2    │

    Bank:   empty
    Swaps:  none earned yet
    Score:  0 now; still reachable: ?

    Enter picks up a stack; ? lists all keys



    arrows go   Enter pick up   f slide   b bank   w swap   m type   u undo   r redo
    h hint   H all moves   s solve   v hide/show   S save   L load   ? keys   q quit
    ");
}

#[test]
fn a_held_stack_and_its_targets_are_marked() {
    let mut model = written(ENDGAME);
    type_in(&mut model, "mS-B7>B8");
    press(&mut model, KeyCode::Enter);
    go(&mut model, "B9");
    press(&mut model, KeyCode::Enter);
    press(&mut model, KeyCode::Right);
    insta::assert_snapshot!(shown(&model), @r"
    solomids  a deal of your own  ·  1 move played

         A       B       C       D       E     │ 1 S-B7>B8   black tree forwards by…
    10   .     > .  <    .       .       .     │
     9   .     (R12 ) [> R3 <]   .       .     │
     8   .      K123     .       .       .     │
     7   .       R3      .       .       .     │
     6   .       .       R2      .       R1    │
     5   .       .       .       .       .     │
     4   .       .       .       .       .     │
     3   .       .       .       .       .     │
     2   .       .       .       .       .     │
     1   .       .       .       .       .     │

    Bank:   1 red, 3 yellow, 3 green, 3 blue, 2 black (12 of 15 trees)
    Swaps:  1 earned, 0 used
    Score:  12 now; still reachable: ?





    arrows, Tab go to a place marked > <   Enter put it there   Esc put it back
    ");
}

#[test]
fn the_help_lists_all_keys() {
    let mut model = web("1");
    press(&mut model, KeyCode::Char('?'));
    insta::assert_snapshot!(shown(&model), @r"
    solomids  web seed 1  ·  0 moves played
    ┌ Keys (? again: the rules, Esc goes back) ────────────────────────────────────┐
    │ arrows       move the cursor                                                 │
    │ Enter, Space pick up a stack; put it down where `>` `<` allow                │
    │ Tab          go to the next stack that can move, or place for it             │
    │ f            slide the stack under the cursor forwards                       │
    │ b            bank the tree under the cursor                                  │
    │ w            swap the stack under the cursor; Enter on the other             │
    │ m or :       type moves: M-A3>A4, just a3a4, or a4 to bank from A4           │
    │ u, r         take a move back; play it again                                 │
    │ Home, End    take all back; play all that is ahead                           │
    │ h            hint: one good move, and why                                    │
    │ p            play the move of the hint                                       │
    │ H            every move, and what it leaves possible                         │
    │ s            solve from here: r then plays the line, Esc drops it            │
    │ v            hide or show what can still be reached                          │
    │ S            save the game in a file                                         │
    │ L            load a share string, a solution or a deal                       │
    │ n, R         another deal; this deal from its beginning                      │
    │ Esc          close, put back, or stop the solver                             │
    │ ?            this help; again: the rules                                     │
    │ Ctrl-Z       leave for the shell; its command fg comes back                  │
    │ q            quit, and print the game                                        │
    └──────────────────────────────────────────────────────────────────────────────┘
    ");
    let does = |key: &str| -> Vec<PlayCommand> {
        if key == "Ctrl-Z" {
            let key = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
            return keys::command(key, false).into_iter().collect();
        }
        let codes = match key {
            "arrows" => vec![KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right],
            "Enter" => vec![KeyCode::Enter],
            "Space" => vec![KeyCode::Char(' ')],
            "Tab" => vec![KeyCode::Tab],
            "Home" => vec![KeyCode::Home],
            "End" => vec![KeyCode::End],
            "Esc" => vec![KeyCode::Esc],
            letter => vec![KeyCode::Char(letter.chars().next().unwrap())],
        };
        let event = |code| KeyEvent::new(code, KeyModifiers::NONE);
        codes.into_iter().filter_map(|code| keys::command(event(code), false)).collect()
    };
    let expected = [
        vec![
            PlayCommand::Go(Direction::Up),
            PlayCommand::Go(Direction::Down),
            PlayCommand::Go(Direction::Left),
            PlayCommand::Go(Direction::Right),
        ],
        vec![PlayCommand::Pick, PlayCommand::Pick],
        vec![PlayCommand::Next],
        vec![PlayCommand::Slide],
        vec![PlayCommand::Bank],
        vec![PlayCommand::Swap],
        vec![PlayCommand::Ask(Topic::Moves), PlayCommand::Ask(Topic::Moves)],
        vec![PlayCommand::Undo, PlayCommand::Redo],
        vec![PlayCommand::First, PlayCommand::Last],
        vec![PlayCommand::Hint],
        vec![PlayCommand::PlayHint],
        vec![PlayCommand::Moves],
        vec![PlayCommand::Solve],
        vec![PlayCommand::Reveal],
        vec![PlayCommand::Ask(Topic::Save)],
        vec![PlayCommand::Ask(Topic::Load)],
        vec![PlayCommand::NewDeal, PlayCommand::Restart],
        vec![PlayCommand::Cancel],
        vec![PlayCommand::Help],
        vec![PlayCommand::Suspend],
        vec![PlayCommand::Quit],
    ];
    for ((keys, what), expected) in keys::HELP.into_iter().zip(expected) {
        let found: Vec<PlayCommand> =
            keys.split(", ").flat_map(|keys| keys.split(" or ")).flat_map(does).collect();
        assert_eq!(found, expected, "{keys}: {what}");
    }
}

#[test]
fn colours_duplicate_signs() {
    let mut model = web("1");
    go(&mut model, "C7");
    let (plain, coloured) = (drawn(&model, (80, 24), false), drawn(&model, (80, 24), true));
    assert_eq!(text(&plain), text(&coloured));
    let is_plain = |cell: &Cell| {
        cell.modifier.is_empty() && [cell.fg, cell.bg].iter().all(|&color| color == Color::Reset)
    };
    assert!(plain.content.iter().all(is_plain), "{plain:?}");
    // The red large on C8, and the yellow large under the cursor.
    let style = |x, y| coloured[(x, y)].style();
    let at = |letter: &str| {
        let row =
            coloured.content.chunks(80).position(|row| row[0].symbol() == " " && row[1].symbol() == letter);
        row.unwrap() as u16
    };
    assert_eq!(coloured[(21, at("8"))].symbol(), "R");
    assert_eq!(style(21, at("8")).fg, Some(Color::Red));
    assert_eq!(style(21, at("7")).fg, Some(Color::Yellow));
    assert!(style(21, at("7")).add_modifier.contains(Modifier::REVERSED));
    assert!(!style(21, at("8")).add_modifier.contains(Modifier::REVERSED));
}

#[test]
fn windows_of_all_sizes_are_drawn() {
    let model = web("1");
    for (width, height) in [(79, 24), (80, 23), (20, 5), (1, 1)] {
        let text = text(&drawn(&model, (width, height), true));
        assert!(text.starts_with('T') && !text.contains("solomids"), "{text}");
    }
    insta::assert_snapshot!(text(&drawn(&model, (60, 20), false)), @r"
    The window has 60 columns and 20 rows; the game needs 80 and
    24. Make it larger, or press q to quit.
    ");
    for size in [(81, 25), (200, 60), (500, 24)] {
        assert!(text(&drawn(&model, size, true)).contains("Bank:   empty"));
    }
}

#[test]
fn a_solution_is_shown_and_played_by_redo() {
    let (mut model, mut solver) = (written(ENDGAME), solver());
    assert!(shown(&model).contains("still reachable: ?"));
    wait(&mut model, &mut solver);
    assert!(shown(&model).contains("Score:  12 now; still reachable: 17, a win without a swap"));

    do_key(&mut model, &mut solver, KeyCode::Char('h'));
    assert!(
        model.message.starts_with("Hint: ")
            && model.message.ends_with("keeps the win without a swap; p plays it"),
        "{}",
        model.message
    );
    do_key(&mut model, &mut solver, KeyCode::Char('s'));
    assert!(model.message.starts_with("Best is 17, a win without a swap. A line of "), "{}", model.message);
    while model.game.ahead().len() > 0 {
        press(&mut model, KeyCode::Char('r'));
        // Scores are inherited along the line, without a search.
        assert_eq!(model.known().unwrap().bounds.score(), Some(17));
    }
    assert!(model.game.position().is_won());
    assert!(model.message.ends_with("A win with no swap: score 17"), "{}", model.message);
    for key in ['h', 'H', 's'] {
        do_key(&mut model, &mut solver, KeyCode::Char(key));
        assert_eq!(model.message, "A win with no swap: score 17");
    }
}

#[test]
fn a_mistake_is_reported() {
    // On the far edge the red medium can no longer be reached by the small one.
    let lost = "Y1 . . . R3/R1 . . . R2/. . . . Y2/. . . . Y3/. . . . ./\
                . . . . ./. . . . ./. . . . ./. . . . ./. . . . ./swaps-used: 2";
    let (mut model, mut solver) = (written(lost), solver());
    wait(&mut model, &mut solver);
    assert!(shown(&model).contains("still reachable: 15, a win with two swaps"));
    type_in(&mut model, "mM-E9>E10");
    press(&mut model, KeyCode::Enter);
    wait(&mut model, &mut solver);
    assert_eq!(model.message, "M-E9>E10 has cost the win; u takes it back");
    assert!(shown(&model).contains("still reachable: 13, no win"));
    type_in(&mut model, "u");
    assert_eq!(model.known().unwrap().bounds.score(), Some(15));
    // The score can be hidden.
    type_in(&mut model, "rv");
    assert!(shown(&model).contains("still reachable: hidden"), "{}", shown(&model));
}

#[test]
fn all_moves_are_listed_and_chosen_from() {
    let (mut model, mut solver) = (written(ENDGAME), solver());
    do_key(&mut model, &mut solver, KeyCode::Char('H'));
    let moves = model.game.position().legal_moves().len();
    insta::assert_snapshot!(shown(&model), @r"
    ┌ 10 of 25 moves keep the best score (up, down, Enter plays, Esc) ─────────────┐
    │>   17  B-B7       black tree to the bank                                     │
    │    17  M-B9>C9    red small-medium onto large: a tree                        │
    │    17  M-C6>C9    red medium onto large                                      │
    │    17  M-C6>B6    red medium onto large                                      │
    │    17  M-E6>C6    red small onto medium                                      │
    │    17  S-B9>B10   red small-medium forwards by 1                             │
    │    17  S-C9>C10   red large forwards by 1                                    │
    │    17  S-B7>B8    black tree forwards by 1, and 1 behind it                  │
    │    17  S-C6>C8    red medium forwards by 2                                   │
    │    17  S-E6>E10   red small forwards by 4                                    │
    │    16  W-B9>C9    red small-medium and red large change places               │
    │    16  W-B9>B7    red small-medium and black tree change places              │
    │    16  W-B9>B6    red small-medium and red large change places               │
    │    16  W-B9>C6    red small-medium and red medium change places              │
    │    16  W-B9>E6    red small-medium and red small change places               │
    │    16  W-C9>B7    red large and black tree change places                     │
    │    16  W-C9>B6    red large and red large change places                      │
    │    16  W-C9>C6    red large and red medium change places                     │
    │    16  W-C9>E6    red large and red small change places                      │
    │───────────────────────────────────────────────────────────────────── 1 of 25 │
    │B-B7: keeps the win without a swap                                            │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
    ");
    for _ in 0..moves + 5 {
        press(&mut model, KeyCode::Down);
    }
    for (key, place) in
        [(KeyCode::PageUp, 15), (KeyCode::Home, 1), (KeyCode::PageDown, 11), (KeyCode::End, 25)]
    {
        press(&mut model, key);
        assert!(shown(&model).contains(&format!(" {place} of 25 │")), "{place}: {}", shown(&model));
    }
    let last = shown(&model);
    let chosen = last.lines().find(|line| line.contains("│>")).unwrap().to_string();
    press(&mut model, KeyCode::Enter);
    let played = model.game.share().moves[0].to_string();
    assert!(chosen.contains(&played), "{chosen} {played}");
    assert!(model.overlay.is_none());

    // A second query uses the stored moves, and a reply does not interrupt typing.
    type_in(&mut model, "u");
    assert_eq!(press(&mut model, KeyCode::Char('H')), PlayEffect::None);
    assert!(model.overlay.is_some());
    press(&mut model, KeyCode::Esc);
    let mut model = written(ENDGAME);
    let effect = press(&mut model, KeyCode::Char('H'));
    perform(effect, &mut model, &mut solver, any_deal());
    assert!(shown(&model).contains("Looking into every move: 0 s. Esc stops it"), "{}", shown(&model));
    type_in(&mut model, "mB-B");
    wait(&mut model, &mut solver);
    assert_eq!(model.message, "Every move is looked into: H shows them");
    type_in(&mut model, "7");
    assert_eq!(model.prompt.text().unwrap(), "B-B7");
}

#[test]
fn a_query_can_be_interrupted_and_superseded() {
    let limits = Config { parallelism: Parallelism::Sequential, ..Config::default() };
    // This search takes far longer than the test.
    let deal = &Palette::default().canonical(tabletop::deal(7, 122).position());
    let (mut model, mut solver) = (written(deal), BackgroundSolver::start(limits.clone()).unwrap());
    let effect = press(&mut model, KeyCode::Char('s'));
    assert_eq!(effect, PlayEffect::Ask(Query::Solve));
    perform(effect, &mut model, &mut solver, any_deal());
    let effect = press(&mut model, KeyCode::Esc);
    assert_eq!(effect, PlayEffect::Hurry);
    perform(effect, &mut model, &mut solver, any_deal());
    wait(&mut model, &mut solver);
    assert!(model.message.starts_with("Not decided (stopped): best is "), "{}", model.message);
    assert!(shown(&model).contains("undecided (stopped)"));
    // An interrupted query can be repeated.
    for _ in 0..2 {
        let effect = press(&mut model, KeyCode::Char('H'));
        assert_eq!(effect, PlayEffect::Ask(Query::Moves));
        perform(effect, &mut model, &mut solver, any_deal());
        let effect = press(&mut model, KeyCode::Esc);
        perform(effect, &mut model, &mut solver, any_deal());
        wait(&mut model, &mut solver);
        assert!(model.overlay.is_none());
        assert_eq!(model.message, "Stopped; H looks into every move again");
    }
    // A move cancels the query about the position before it.
    let effect = press(&mut model, KeyCode::Char('s'));
    perform(effect, &mut model, &mut solver, any_deal());
    press(&mut model, KeyCode::Tab);
    press(&mut model, KeyCode::Enter);
    press(&mut model, KeyCode::Tab);
    press(&mut model, KeyCode::Enter);
    assert_eq!(model.game.played().len(), 1);
    poll_solver(&mut model, &mut solver).unwrap();
    assert_eq!(model.asked, Some(Query::BestScore));
    // Undo to a position with a cancelled query starts a new one.
    let (mut model, mut solver) = (written(deal), BackgroundSolver::start(limits).unwrap());
    poll_solver(&mut model, &mut solver).unwrap();
    for key in [KeyCode::Tab, KeyCode::Enter, KeyCode::Tab, KeyCode::Enter] {
        press(&mut model, key);
    }
    poll_solver(&mut model, &mut solver).unwrap();
    type_in(&mut model, "u");
    poll_solver(&mut model, &mut solver).unwrap();
    while model.known().is_none() {
        poll_solver(&mut model, &mut solver).unwrap();
    }
    assert_eq!(solver.position(), Some(*model.game.position()));
    assert_eq!(model.asked, Some(Query::BestScore));
    solver.interrupt();
    wait(&mut model, &mut solver);
    assert!(shown(&model).contains("undecided (stopped)"));
}

/// Opens a prompt by a key, enters a text, and performs the effect.
fn enter(model: &mut Model, key: &str, text: &str) {
    // An earlier error may have left the prompt open.
    if model.prompt.is_open() && !key.is_empty() {
        press(model, KeyCode::Esc);
    }
    type_in(model, key);
    model.obey(PlayCommand::Insert(text.into()));
    let effect = press(model, KeyCode::Enter);
    perform(effect, model, &mut solver(), any_deal());
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = std::env::temp_dir().join(format!("solomids-play-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("game.txt");
    let path = path.to_str().unwrap();
    let mut model = web("1");
    enter(&mut model, "m", "M-D4>C4");
    enter(&mut model, "S", path);
    assert_eq!(model.message, format!("Saved to {path}"));
    assert_eq!(fs::read_to_string(path).unwrap(), "1_M-D4>C4\n");

    // An existing file is overwritten only on a second Enter.
    enter(&mut model, "m", "S-D9>D10");
    for _ in 0..2 {
        enter(&mut model, "S", path);
        assert!(model.message.contains("exists: Enter overwrites it"), "{}", model.message);
        press(&mut model, KeyCode::Esc);
        assert_eq!(fs::read_to_string(path).unwrap(), "1_M-D4>C4\n");
    }
    enter(&mut model, "S", path);
    assert_eq!(fs::read_to_string(path).unwrap(), "1_M-D4>C4\n");
    enter(&mut model, "", "");
    assert_eq!(fs::read_to_string(path).unwrap(), "1_M-D4>C4, S-D9>D10\n");

    // Moves taken back are saved, those of a solution are not.
    press(&mut model, KeyCode::Home);
    enter(&mut model, "S", path);
    enter(&mut model, "", "");
    assert_eq!(model.message, format!("Saved to {path}, 2 moves that were taken back included"));
    assert_eq!(fs::read_to_string(path).unwrap(), "1_M-D4>C4, S-D9>D10\n");
    let line: Share = "_S-E9>E10, M-D4>C4".parse().unwrap();
    let mut advised = web("1").game;
    advised.set_advice(&line.moves);
    assert_eq!(advised.share().to_string(), "1_");
    advised.redo();
    advised.undo();
    assert_eq!(advised.ahead().collect::<Vec<_>>(), line.moves);
    assert_eq!(advised.share().to_string(), format!("1_{}", line.moves[0]));
    advised.play("M-D4>C4".parse().unwrap()).unwrap();
    advised.undo();
    assert_eq!(advised.share().to_string(), "1_M-D4>C4");
    // A solution does not replace the moves taken back.
    advised.set_advice(&line.moves);
    assert_eq!(advised.share().to_string(), "1_M-D4>C4");
    advised.redo();
    assert_eq!(advised.share().to_string(), format!("1_{}", line.moves[0]));

    let mut other = web("2");
    enter(&mut other, "L", path);
    assert_eq!(other.message, "Loaded");
    assert_eq!(other.game.share().to_string(), "1_M-D4>C4, S-D9>D10");
    // Undo brings the replaced game back until a move is made.
    enter(&mut other, "L", "2_S-A9>A10");
    assert_eq!(other.message, "Loaded; u at once goes back to the game before");
    press(&mut other, KeyCode::Char('u'));
    assert_eq!(other.game.share().to_string(), "1_M-D4>C4, S-D9>D10");
    enter(&mut other, "L", "2_S-A9>A10");
    enter(&mut other, "m", "S-B9>B10");
    press(&mut other, KeyCode::Char('u'));
    assert_eq!(other.game.share().to_string(), "2_S-A9>A10, S-B9>B10");
    enter(&mut other, "L", path);
    enter(&mut other, "L", "_M-D4>C4\r\n");
    assert_eq!(other.game.share().to_string(), "1_M-D4>C4");
    enter(&mut other, "L", ENDGAME);
    assert_eq!(other.game.position(), written(ENDGAME).game.position());
    let solution = format!(r#"{{"deal":"{ENDGAME}","moves":["S-B7>B8","M-B9>C9"]}}"#);
    enter(&mut other, "L", &solution);
    assert_eq!(other.game.share().to_string(), "_S-B7>B8, M-B9>C9");
    // A solution with a web seed keeps the seed.
    let deal = web("1").game.palette().canonical(web("1").game.position()).replace('\n', "/");
    let source = r#"{"kind":"web-seed","seed":"1"}"#;
    enter(&mut other, "L", &format!(r#"{{"deal":"{deal}","source":{source},"moves":["M-D4>C4"]}}"#));
    assert_eq!(other.game.share().to_string(), "1_M-D4>C4");
    enter(&mut other, "L", &solution);
    // A deal without a web seed is saved as JSON.
    let own = folder.join("own.txt");
    enter(&mut other, "S", own.to_str().unwrap());
    assert_eq!(other.message, format!("Saved to {}", own.display()));
    let text = fs::read_to_string(&own).unwrap();
    assert!(text.starts_with("{\"schema\":1,\"deal\":") && text.ends_with('\n'), "{text}");
    let mut again = web("3");
    enter(&mut again, "L", own.to_str().unwrap());
    assert_eq!(again.game.to_text() + "\n", text);
    assert_eq!(again.game.share(), other.game.share());
    // Text pasted without a prompt opens the prompt for loading.
    let pasted = format!("# mine\n{}\n", ENDGAME.replace('/', " # a row\n"));
    again.obey(PlayCommand::Insert(pasted));
    assert_eq!(again.message, "Enter loads what was pasted, Esc does not");
    let effect = press(&mut again, KeyCode::Enter);
    perform(effect, &mut again, &mut solver(), any_deal());
    assert_eq!(again.game.position(), written(ENDGAME).game.position());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn load_and_save_errors_reopen_the_prompt() {
    let mut other = written(ENDGAME);
    enter(&mut other, "m", "S-B7>B8, M-B9>C9");
    for (text, message) in [
        (
            "1_M-D4>C5",
            "Not loaded: move 1, M-D4>C5, is illegal: C5 is neither in the row nor in the column of D4",
        ),
        ("1_M-D4", "Not loaded: `M-D4` names one square only; expected two squares, such as `M-A3>A4`"),
        (
            "14_",
            "Not loaded: the page deals nothing for this seed: \"14\" (one seed in thirty gives no board there: take another)",
        ),
        (
            "nothing.txt",
            "Not loaded: there is no file `nothing.txt` (a share string itself has a `_`, SEED_MOVE, MOVE, …)",
        ),
        ("-", "Not loaded: standard input cannot be read while you play; name a file"),
    ] {
        enter(&mut other, "L", text);
        assert_eq!(other.message, message);
        assert_eq!(other.prompt.text().unwrap(), text);
        assert_eq!(other.game.share().to_string(), "_S-B7>B8, M-B9>C9");
    }
    enter(&mut other, "S", "/nowhere/to/be/found");
    assert!(other.message.starts_with("Not saved: cannot write "), "{}", other.message);
    assert_eq!(other.prompt.text().unwrap(), "/nowhere/to/be/found");
}

#[test]
fn a_solution_keeps_the_moves_taken_back_reachable() {
    let mut model = written(ENDGAME);
    let mut solver = solver();
    type_in(&mut model, "mS-B9>B10");
    press(&mut model, KeyCode::Enter);
    let own: Vec<Move> = model.game.played().iter().map(|&(_, mv)| mv).collect();
    assert_eq!(own.len(), 1, "{}", model.message);
    press(&mut model, KeyCode::Home);
    do_key(&mut model, &mut solver, KeyCode::Char('s'));
    assert!(model.message.ends_with("Esc returns to the moves taken back"), "{}", model.message);
    assert_ne!(model.game.ahead().next(), Some(own[0]), "the solution begins otherwise");
    let line: Vec<Move> = model.game.ahead().collect();
    // The whole line and back.
    press(&mut model, KeyCode::End);
    assert!(model.game.position().is_won());
    press(&mut model, KeyCode::Home);
    assert_eq!(model.game.ahead().collect::<Vec<_>>(), line);
    assert_eq!(model.game.taken_back().collect::<Vec<_>>(), own);
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.message, "The line is dropped; the moves taken back are ahead again");
    assert_eq!(model.game.ahead().collect::<Vec<_>>(), own);
    press(&mut model, KeyCode::Char('r'));
    assert_eq!(model.game.played().last().map(|&(_, mv)| mv), Some(own[0]));
}

#[test]
fn short_moves_are_typed_and_swaps_are_proposed() {
    for (typed, message) in [
        ("b7b8", "S-B7>B8: black tree forwards by 1, and 1 behind it"),
        ("B7", "B-B7: black tree to the bank"),
        ("b9b7", "Not possible: the stacks on B9 and B7 differ in colour; W-B9>B7 swaps the two"),
        ("A1", "Not possible: A1 is empty"),
    ] {
        let mut model = written(ENDGAME);
        type_in(&mut model, "m");
        type_in(&mut model, typed);
        press(&mut model, KeyCode::Enter);
        assert_eq!(model.message, message, "{typed}");
    }
}

#[test]
fn hints_are_counted_and_played_by_a_key() {
    let mut model = written(ENDGAME);
    let mut solver = solver();
    type_in(&mut model, "p");
    assert_eq!(model.message, "There is no hint to play: h asks for one");
    wait(&mut model, &mut solver);
    do_key(&mut model, &mut solver, KeyCode::Char('h'));
    do_key(&mut model, &mut solver, KeyCode::Char('h'));
    assert!(shown(&model).contains("·  1 hint"), "the same hint twice: {}", shown(&model));
    type_in(&mut model, "p");
    assert_eq!(model.game.played().len(), 1);
    type_in(&mut model, "R");
    assert_eq!((model.game.played().len(), model.hints), (0, 0));
    press(&mut model, KeyCode::Char('u'));
    assert_eq!(model.game.played().len(), 1, "a restart can be taken back");
}

#[test]
fn a_win_is_celebrated_once() {
    let mut model = written(ENDGAME);
    let mut solver = solver();
    wait(&mut model, &mut solver);
    do_key(&mut model, &mut solver, KeyCode::Char('s'));
    while !model.game.position().is_won() {
        press(&mut model, KeyCode::Char('r'));
    }
    let screen = shown(&model);
    for words in ["You have won", "R123   Y123", "17, a win without a swap, the most there is.", "1 hint."] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    press(&mut model, KeyCode::Esc);
    assert!(!shown(&model).contains("You have won"));
    // A look back and forth by one key needs no congratulations.
    press(&mut model, KeyCode::Home);
    press(&mut model, KeyCode::End);
    assert!(!shown(&model).contains("You have won"));
    // Keys work in the window itself.
    press(&mut model, KeyCode::Char('u'));
    press(&mut model, KeyCode::Char('r'));
    assert!(matches!(model.overlay, Some(Overlay::Won)));
    assert_eq!(press(&mut model, KeyCode::Char('n')), PlayEffect::Deal);
    assert!(!perform(PlayEffect::Deal, &mut model, &mut solver, any_deal()));
    assert!(model.game.played().is_empty());
    assert_eq!(model.message, "Another deal; u at once goes back to the game before");
}

#[test]
fn the_rules_are_in_the_help() {
    let mut model = web("1");
    type_in(&mut model, "??");
    let screen = shown(&model);
    for words in
        ["Stack  A stack", "Slide  A stack", "Bank   A tree", "Swap   Two", "17 points", "Rules (any"]
    {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    assert!(screen::RULES.iter().all(|line| line.chars().count() <= 78), "a line is cut off");
    type_in(&mut model, "?");
    assert!(model.overlay.is_none());
}
