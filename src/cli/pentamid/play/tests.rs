//! Tests of the terminal game with simulated keys and an in-memory screen.

use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use solomids::pentamid::engine::Level;
use solomids::pentamid::game::{
    Game, Position, Repetition, Rules, Side, Square, Variant, parse_moves, parse_position, replay,
};
use solomids::pentamid::retrograde;

use super::keys::{Effect, command};
use super::model::Model;
use super::screen::{RULES, draw};
use super::thinker::{AnalysisLimits, Task, Thinker};
use super::{load, save, think};
use crate::cli::args::PentamidVariantArgs;
use crate::cli::tui::Theme;
use crate::cli::tui::window::{HEIGHT, WIDTH};
use solomids::pentamid::record::game_text;

const VARIANT: PentamidVariantArgs =
    PentamidVariantArgs { board: None, nests: None, row: None, diagonals: false, both: None };

fn played(moves: &str) -> Game {
    let rules = Rules::default();
    let moves = parse_moves(&rules, moves).unwrap().moves;
    replay(&rules, Repetition::Barred, Position::START, &moves).unwrap()
}

fn model(moves: &str, engine: Option<Side>) -> Model {
    Model::new(played(moves), engine, Level::new(1).unwrap())
}

fn press(model: &mut Model, code: KeyCode) -> Effect {
    let key = KeyEvent::new(code, KeyModifiers::NONE);
    command(key, model.prompt.is_open()).map_or(Effect::None, |command| model.obey(command))
}

/// Types characters; `\n` is Enter.
fn type_in(model: &mut Model, text: &str) -> Effect {
    let code = |c| if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) };
    text.chars().fold(Effect::None, |_, c| press(model, code(c)))
}

/// The rows of the screen.
fn screen(model: &Model, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, model, None, Theme { coloured: false })).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(row).collect()
}

/// Lets the thinker work until the model waits for nothing.
fn wait(model: &mut Model, limits: AnalysisLimits, table: Option<retrograde::ValueTable>) {
    let mut thinker = Thinker::start(limits, table.map(std::sync::Arc::new)).unwrap();
    for _ in 0..2000 {
        think(model, &mut thinker).unwrap();
        if model.task().is_none() {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("no thought: {}", model.message);
}

const LIMITS: AnalysisLimits = AnalysisLimits { max_nodes: None, timeout: None, threads: 1 };

#[test]
fn barred_places_are_marked_and_explained() {
    let mut model = model("L@a1 L@e5 La1-a2 Le5-e4 La2-a1", None);
    for _ in 0..2 {
        press(&mut model, KeyCode::Right);
    }
    press(&mut model, KeyCode::Up);
    press(&mut model, KeyCode::Enter);
    press(&mut model, KeyCode::Up);
    let rows = screen(&model, WIDTH, HEIGHT);
    assert!(rows[2].contains(" 5    -      -      -      -   [x - x]"), "{}", rows[2]);
    assert!(rows[3].contains(" 4    -      -      -    > - <  ( l ) "), "{}", rows[3]);
    assert!(rows.iter().any(|row| row == "Barred, since a state would come back: Le4-e5"));
    press(&mut model, KeyCode::Enter);
    insta::assert_snapshot!(model.message, @"Not possible: it would bring back the position after move 2, L@e5, and no state of the game may come back. Played since: La1-a2 Le5-e4 La2-a1");
    assert_eq!(model.game.moves().len(), 5);
    press(&mut model, KeyCode::Esc);
    type_in(&mut model, ":e4e5\n");
    assert!(model.message.starts_with("Le4-e5 is not possible: it would bring back"), "{}", model.message);
}

#[test]
fn typed_moves_that_repeat_a_state_of_their_own_are_explained() {
    let mut model = model("", None);
    type_in(&mut model, ":L@a1 L@e5 La1-a2 Le5-e4 La2-a1 Le4-e5\n");
    insta::assert_snapshot!(model.message, @"Le4-e5 is not possible: it would bring back the position after move 2, L@e5, and no state of the game may come back. Played since: La1-a2 Le5-e4 La2-a1");
    assert_eq!(model.game.moves().len(), 0);
}

#[test]
fn covered_pieces_are_visible() {
    let model = model("L@c3 L@b3 M@d4 M@a1 L@e5 S@d5 Md4-d5 L@e4 Le5-d5", None);
    insta::assert_snapshot!(screen(&model, WIDTH, HEIGHT)[..16].join("\n"), @r"
    pentamid  5x5, 5 in a row  ·  two people  ·  9 moves

     5    -      -      -     LMs     -    │  1 1 L@c3   large from a nest to c3
     4    -      -      -      -      l    │  2 2 L@b3   large from a nest to b3
     3    -      l   [  L  ]   -      -    │  3 1 M@d4   medium from a nest to d4
     2    -      -      -      -      -    │  4 2 M@a1   medium from a nest to a1
     1    m      -      -      -      -    │  5 1 L@e5   large from a nest to e5
          a      b      c      d      e    │  6 2 S@d5   small from a nest to d5
                                           │  7 1 Md4-d5 medium from d4 to d5, over…
                                           │  8 2 L@e4   large from a nest to e4
                                           │  9 1 Le5-d5 large from e5 to d5, over …
                                           │
                                           │
    Nests of player 1: 2 LMS, 1 MS, 1 S
    Nests of player 2: 2 lms, 1 ms
    Player 2 is to move
    ");
}

#[test]
fn the_engine_answers_and_undo_takes_back_its_answer_too() {
    let mut model = model("", Some(Side::Two));
    press(&mut model, KeyCode::Char('l'));
    assert_eq!(model.task(), Some(Task::Move));
    // The engine's side is not moved by hand.
    press(&mut model, KeyCode::Char('l'));
    assert!(model.message.contains("e takes its side over"), "{}", model.message);
    wait(&mut model, LIMITS, None);
    assert_eq!(model.game.moves().len(), 2);
    press(&mut model, KeyCode::Char('u'));
    assert_eq!((model.game.moves().len(), model.undone.len()), (0, 2));
    press(&mut model, KeyCode::Char('r'));
    assert_eq!((model.game.moves().len(), model.undone.len()), (2, 0));
    // Another move in place of those taken back.
    press(&mut model, KeyCode::Char('u'));
    type_in(&mut model, ":L@a1\n");
    assert_eq!((model.game.moves().len(), model.undone.len()), (1, 0));
}

#[test]
fn hints_come_from_the_engine_or_a_table() {
    let rules = Rules::new(Variant { nests: 1, ..Variant::of_board(3, 3) }).unwrap();
    let won = parse_position(&rules, "- - -/l - s/m L - 1").unwrap();
    let game = Game::new(rules, Repetition::Barred, won);
    let table = || Some(retrograde::solve(&rules, &retrograde::SolveLimits::default()).unwrap());
    let mut model = Model::new(game, None, Level::new(1).unwrap());
    press(&mut model, KeyCode::Char('p'));
    assert!(model.message.starts_with("There is no hint"));
    press(&mut model, KeyCode::Char('h'));
    wait(&mut model, LIMITS, table());
    assert!(model.message.ends_with("which wins in 21 plies by the table; p plays it"), "{}", model.message);
    press(&mut model, KeyCode::Char('p'));
    assert_eq!((model.game.moves().len(), model.game.history().since_drop().len()), (1, 2));
    // The table knows nothing of the two states that have stood since the last drop.
    press(&mut model, KeyCode::Char('h'));
    wait(&mut model, LIMITS, table());
    let about = "which lasts 20 plies by the table, in the game without history; p plays it";
    assert!(model.message.ends_with(about), "{}", model.message);
    press(&mut model, KeyCode::Char('h'));
    wait(&mut model, LIMITS, None);
    assert!(model.message.starts_with("Hint: ") && !model.message.contains("table"), "{}", model.message);
}

#[test]
fn a_task_belongs_to_the_game_that_it_is_about() {
    let mut thinker = Thinker::start(LIMITS, None).unwrap();
    let one = played("L@a1");
    thinker.ask(&one, Task::Move, Level::new(1).unwrap());
    assert!(thinker.is_at(&one, Task::Move) && !thinker.is_at(&one, Task::Hint));
    // Another game of the same length, and one with the same position.
    assert!(!thinker.is_at(&played("L@a2"), Task::Move));
    let mut allowed = Game::new(*one.rules(), Repetition::Allowed, Position::START);
    allowed.play(one.moves()[0]).unwrap();
    assert!(!thinker.is_at(&allowed, Task::Move));
}

#[test]
fn a_hint_is_played_in_its_position_only() {
    let mut model = model("L@a1", None);
    press(&mut model, KeyCode::Char('h'));
    wait(&mut model, LIMITS, None);
    type_in(&mut model, "u:L@e5\np");
    assert!(model.message.starts_with("There is no hint"), "{}", model.message);
    assert_eq!(model.game.moves().len(), 1);
    type_in(&mut model, "u:L@a1\np");
    assert_eq!(model.game.moves().len(), 2);
}

#[test]
fn analyses_say_which_game_they_are_about() {
    let mut model = model("L@a1 L@a5 L@b1 L@b5 L@c1 L@c5 L@d1 L@e5", None);
    press(&mut model, KeyCode::Char('a'));
    assert!(model.doing().is_some_and(|doing| doing.contains("9 plies ahead")));
    wait(&mut model, LIMITS, None);
    insta::assert_snapshot!(model.message, @"Player 1 wins in 1 ply, proven with the states of this game barred: M@e1");
    let mut model = self::model("", None);
    press(&mut model, KeyCode::Char('a'));
    wait(&mut model, AnalysisLimits { max_nodes: Some(1), ..LIMITS }, None);
    assert!(model.message.ends_with("a limit ended the search there"), "{}", model.message);
}

#[test]
fn moves_taken_back_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json").to_str().unwrap().to_owned();
    let mut model = model("L@c3 L@b3 Lc3-c4", None);
    let whole = game_text(&model.game);
    press(&mut model, KeyCode::Char('u'));
    press(&mut model, KeyCode::Char('u'));
    save(&mut model, &path, false);
    assert_eq!(model.message, format!("Saved to {path}, 2 moves that were taken back included"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), whole + "\n");
    assert_eq!((model.game.moves().len(), model.undone.len()), (1, 2));
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json").to_str().unwrap().to_owned();
    let mut model = model("L@c3 L@b3 Lc3-c4", None);
    let saved = game_text(&model.game);
    let Effect::Save { path: name, overwrite: false } = type_in(&mut model, &format!("S{path}\n")) else {
        panic!("nothing is saved")
    };
    save(&mut model, &name, false);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), saved + "\n");
    // An existing file is replaced only once that is confirmed.
    save(&mut model, &path, false);
    assert!(model.message.contains("exists: Enter overwrites it"));
    assert_eq!(press(&mut model, KeyCode::Enter), Effect::Save { path: path.clone(), overwrite: true });
    type_in(&mut model, "n");
    assert_eq!(model.game.moves().len(), 0);
    load(&mut model, &path, &VARIANT);
    assert_eq!((model.message.as_str(), model.game.moves().len()), ("Loaded", 3));
    load(&mut model, "L@c3 L@c3", &VARIANT);
    assert!(model.message.starts_with("Not loaded: ") && model.message.contains("c3 is not vacant"));
    assert!(model.prompt.is_open() && model.game.moves().len() == 3);
}

#[test]
fn another_game_can_be_taken_back() {
    let mut model = model("L@c3 L@b3 Lc3-c4", Some(Side::One));
    press(&mut model, KeyCode::Char('u'));
    let whole = game_text(&model.whole_game());
    press(&mut model, KeyCode::Char('n'));
    assert_eq!(model.message, "A new game; u at once goes back to the game before");
    // A move of the engine does not keep the new game.
    wait(&mut model, LIMITS, None);
    assert_eq!(model.game.moves().len(), 1);
    press(&mut model, KeyCode::Char('u'));
    assert_eq!(
        (model.message.as_str(), game_text(&model.whole_game())),
        ("Back to the game before", whole.clone())
    );
    // The cursor stays on the board, which may be smaller than the one before.
    let rules = Rules::new(Variant::of_board(8, 8)).unwrap();
    model.load(Game::new(rules, Repetition::Barred, Position::START), "Loaded");
    model.cursor = Square::new(7, 7);
    press(&mut model, KeyCode::Char('u'));
    assert!(model.cursor.column() < 5 && model.cursor.row() < 5);
    load(&mut model, "L@a1", &VARIANT);
    type_in(&mut model, ":L@e5\nu");
    assert_ne!(game_text(&model.whole_game()), whole);
}

#[test]
fn pasted_text_goes_to_the_cursor() {
    let mut model = model("", None);
    type_in(&mut model, ":a1");
    press(&mut model, KeyCode::Home);
    model.obey(super::keys::PlayCommand::Insert("L@".into()));
    assert_eq!(model.prompt.text(), Some("L@a1"));
    press(&mut model, KeyCode::Esc);
    model.obey(super::keys::PlayCommand::Insert("- - -\n- L -\n- - - 2\n".into()));
    assert_eq!(model.prompt.text(), Some("- - -/- L -/- - - 2"));
    press(&mut model, KeyCode::Esc);
    model.obey(super::keys::PlayCommand::Insert("L@a1\nL@e5\n".into()));
    assert_eq!(model.prompt.text(), Some("L@a1 L@e5"));
}

#[test]
fn a_finished_game_says_who_won_and_takes_no_more_moves() {
    let mut model = model("L@a1 L@a5 L@b1 L@b5 L@c1 L@c5 L@d1 L@e5", None);
    type_in(&mut model, ":M@e1\n");
    assert!(model.message.ends_with("Player 1 has a line and has won"), "{}", model.message);
    press(&mut model, KeyCode::Char('m'));
    assert_eq!(model.message, "Not possible: the game is over");
    press(&mut model, KeyCode::Char('h'));
    assert_eq!(model.task(), None);
}

#[test]
fn the_window_shows_help_and_says_when_it_is_too_small() {
    let mut model = model("", None);
    press(&mut model, KeyCode::Char('?'));
    assert!(screen(&model, WIDTH, HEIGHT).join("\n").contains("drop a large, a medium, a small"));
    press(&mut model, KeyCode::Char('?'));
    assert!(screen(&model, WIDTH, HEIGHT).join("\n").contains("No earlier state of the game may come back"));
    press(&mut model, KeyCode::Esc);
    assert!(screen(&model, 60, 20)[0].contains("The window has 60 columns"));
    assert!(RULES.iter().all(|line| line.chars().count() <= usize::from(WIDTH) - 2));
    for &(keys, does) in &super::keys::HELP {
        assert!(keys.len().max(13) + does.len() < usize::from(WIDTH) - 2, "{keys} {does}");
    }
}

#[test]
fn the_largest_board_fits_the_window() {
    let rules = Rules::new(Variant::of_board(8, 8)).unwrap();
    let model =
        Model::new(Game::new(rules, Repetition::Barred, Position::START), None, Level::new(1).unwrap());
    let rows = screen(&model, WIDTH, HEIGHT);
    assert!(rows.iter().any(|row| row.starts_with(" 1 ")) && rows.iter().any(|row| row.contains("q quit")));
}
