//! Tests of the terminal game with simulated keys and an in-memory screen.

use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use solomids::solace2::game::parse_deal;
use solomids::solace2::solver::Verdict;

use super::advice::{Query, Reply};
use super::*;
use crate::cli::solace2::typed_moves;
use crate::cli::tui::Topic;
use solomids::solace2::record::DealSource;

/// A game of two stashes.
const DEAL: &str = "KWW.KCC.WKK.WCC.CKW.CWK";

fn model(open: bool, free: bool) -> Model {
    let start = Start::new(parse_deal(DEAL).unwrap(), DealSource::Text, Reading::LITERAL);
    Model::new(GameHistory::new(start, free), open)
}

fn shown(model: &Model) -> String {
    let mut terminal = ratatui::Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| screen::draw(frame, model, None, false)).unwrap();
    let buffer = terminal.backend().buffer();
    let rows = buffer.content.chunks(buffer.area.width.into());
    let rows = rows.map(|row| row.iter().map(Cell::symbol).collect::<String>());
    rows.map(|row| row.trim_end().to_string() + "\n").collect()
}

fn press(model: &mut Model, code: KeyCode) -> PlayEffect {
    let command = command::command(KeyEvent::new(code, KeyModifiers::NONE), model.prompt.is_open());
    model.obey(command.unwrap_or_else(|| panic!("{code:?} does nothing")))
}

fn type_letters(model: &mut Model, text: &str) {
    for letter in text.chars() {
        press(model, KeyCode::Char(letter));
    }
}

fn type_in(model: &mut Model, text: &str) -> PlayEffect {
    type_letters(model, text);
    press(model, KeyCode::Enter)
}

/// The moves played.
fn played(model: &Model) -> String {
    model.game.played().iter().map(|(_, mv)| mv.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_inside_of_nests_is_hidden_until_it_shows() {
    let mut model = model(false, false);
    assert!(shown(&model).contains("[ 1 K??]"), "{}", shown(&model));
    press(&mut model, KeyCode::Enter);
    press(&mut model, KeyCode::Tab);
    assert!(shown(&model).contains("( 1 K??)"), "{}", shown(&model));
    press(&mut model, KeyCode::Enter);
    assert_eq!(model.message, "L-1>2: black large caps nest 2; a white medium shows");
    let screen = shown(&model);
    assert!(screen.contains(" 1 -W?") && screen.contains("[ 2 K??+K3]"), "{screen}");
    press(&mut model, KeyCode::Char('v'));
    assert!(shown(&model).contains("[ 2 KCC+K3]"));
}

#[test]
fn a_move_that_showed_a_piece_stays() {
    let mut fair = model(false, false);
    press(&mut fair, KeyCode::Char('m'));
    type_in(&mut fair, "L-1>2");
    press(&mut fair, KeyCode::Char('u'));
    assert_eq!(played(&fair), "L-1>2");
    assert!(fair.message.starts_with("The last move has shown a piece"), "{}", fair.message);

    for (open, free) in [(true, false), (false, true)] {
        let mut model = model(open, free);
        press(&mut model, KeyCode::Char('m'));
        type_in(&mut model, "1>2");
        assert_eq!(played(&model), "L-1>2");
        press(&mut model, KeyCode::Char('u'));
        assert_eq!(played(&model), "");
        press(&mut model, KeyCode::Char('r'));
        assert_eq!(played(&model), "L-1>2");
    }
}

#[test]
fn moves_that_show_nothing_can_be_taken_back() {
    let mut model = model(false, false);
    press(&mut model, KeyCode::Char('m'));
    // Both mediums of the two moves that show a piece; then the small, which shows none.
    type_in(&mut model, "L-1>2 M-1>4 S-1>4");
    assert_eq!(played(&model), "L-1>2 M-1>4 S-1>4");
    press(&mut model, KeyCode::Home);
    assert_eq!(played(&model), "L-1>2 M-1>4");
    assert_eq!(model.message, "1 move taken back; the move before showed a piece, and stays");
    press(&mut model, KeyCode::End);
    assert_eq!(played(&model), "L-1>2 M-1>4 S-1>4");
}

#[test]
fn illegal_and_mistyped_moves_are_explained() {
    let mut model = model(false, false);
    press(&mut model, KeyCode::Char('m'));
    type_in(&mut model, "1>3");
    assert_eq!(model.message, "L-1>3 is illegal: the pieces on spaces 1 and 3 differ in colour");
    press(&mut model, KeyCode::Char('m'));
    type_in(&mut model, "X-1>3");
    assert!(model.message.starts_with("`X-1>3` is no move"), "{}", model.message);
    assert_eq!(model.prompt.text(), Some("X-1>3"));
    press(&mut model, KeyCode::Esc);
    assert!(!model.prompt.is_open());
}

#[test]
fn advice_depends_on_what_is_seen() {
    let settings = SearchSettings::new(&crate::cli::args::CommonArgs {
        threads: 1,
        max_nodes: None,
        timeout: None,
        memory: None,
        without: Vec::new(),
        color: crate::cli::args::ColorArg::Never,
        quiet: true,
    });
    let mut adviser = Adviser::start(&settings).unwrap();
    let mut answered = |model: &mut Model, key| {
        let effect = press(model, KeyCode::Char(key));
        assert!(matches!(effect, PlayEffect::Ask(_)));
        perform(effect, model, &mut adviser);
        while model.asked.is_some() {
            if let Some(reply) = adviser.poll().unwrap() {
                model.learn(reply);
            }
            std::thread::yield_now();
        }
    };
    let mut hidden = model(false, false);
    answered(&mut hidden, 'h');
    assert!(hidden.message.contains("from what lies open"), "{}", hidden.message);
    assert_eq!((hidden.hints, hidden.game.ahead().len()), (1, 1));
    let mut open = model(true, false);
    answered(&mut open, 'h');
    assert!(open.message.contains("Best still reachable is "), "{}", open.message);
    answered(&mut open, 's');
    let best = open.message.clone();
    press(&mut open, KeyCode::End);
    let score = open.game.position().score();
    assert!(best.starts_with(&format!("Best still reachable is {score}.")), "{best}");
}

#[test]
fn advice_keeps_the_moves_taken_back() {
    let mut model = model(true, false);
    press(&mut model, KeyCode::Char('m'));
    type_in(&mut model, "L-1>2 M-1>4");
    press(&mut model, KeyCode::Home);
    let whole = model.game.start().played;
    let line = typed_moves("L-3>4").unwrap();
    let position = *model.game.position();
    let solved = |model: &mut Model| {
        let verdict = Some(Verdict::Exact { score: 1 });
        model.learn(Reply { query: Query::Solve, position, verdict, line: line.clone() });
    };
    solved(&mut model);
    assert_eq!(model.game.ahead().collect::<Vec<_>>(), line);
    assert_eq!((model.game.taken_back(), model.game.start().played), (2, whole.clone()));
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.message, "The line is dropped; the moves taken back are ahead again");
    assert_eq!(model.game.ahead().collect::<Vec<_>>(), whole);
    // Undo leads from a line that is played back to them.
    solved(&mut model);
    press(&mut model, KeyCode::End);
    assert_eq!(played(&model), "L-3>4");
    press(&mut model, KeyCode::Home);
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.game.start().played, whole);
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let path = path.to_str().unwrap();
    let settle = |model: &mut Model, effect: PlayEffect| match effect {
        PlayEffect::Save { path, overwrite } => files::save(model, &path, overwrite),
        PlayEffect::Load(text) => files::load(model, &text),
        other => panic!("{other:?}"),
    };
    let mut model = model(false, false);
    press(&mut model, KeyCode::Char('m'));
    type_in(&mut model, "L-1>2");
    for is_there in [false, true] {
        press(&mut model, KeyCode::Char('S'));
        let effect = type_in(&mut model, path);
        settle(&mut model, effect);
        if is_there {
            assert!(model.message.contains("exists: Enter overwrites it"), "{}", model.message);
            let effect = press(&mut model, KeyCode::Enter);
            settle(&mut model, effect);
        }
        assert_eq!(model.message, format!("Saved to {path}"));
    }
    // A move taken back is saved with the game, as if it had been played.
    let saved = std::fs::read_to_string(path).unwrap();
    let mut open = self::model(true, false);
    press(&mut open, KeyCode::Char('m'));
    type_in(&mut open, "L-1>2");
    press(&mut open, KeyCode::Char('u'));
    files::save(&mut open, path, true);
    assert_eq!(open.message, format!("Saved to {path}, the move that was taken back included"));
    assert_eq!(std::fs::read_to_string(path).unwrap(), saved);
    assert_eq!(open.account(), "Score 0 after 0 moves, nests open; 1 move after that had been taken back");
    press(&mut model, KeyCode::Char('R'));
    assert_eq!(played(&model), "");
    press(&mut model, KeyCode::Char('L'));
    let effect = type_in(&mut model, path);
    settle(&mut model, effect);
    assert_eq!(played(&model), "L-1>2");
    press(&mut model, KeyCode::Char('L'));
    let effect = type_in(&mut model, "KWW.KCC");
    settle(&mut model, effect);
    assert!(model.message.starts_with("Not loaded: "), "{}", model.message);
    assert_eq!(model.prompt.topic(), Some(Topic::Load));
    assert_eq!(model.account(), "Score 0 after 1 move");
}

#[test]
fn another_game_can_be_taken_back() {
    let mut model = model(false, false);
    press(&mut model, KeyCode::Char('m'));
    type_in(&mut model, "L-1>2");
    model.hints = 1;
    let account = model.account();
    let mut again = |key| {
        let effect = press(&mut model, KeyCode::Char(key));
        if effect == PlayEffect::Deal {
            model.load(random(Reading::LITERAL), "Another deal");
        }
        assert!(model.message.ends_with("u at once goes back to the game before"), "{}", model.message);
        assert_eq!((played(&model).as_str(), model.hints), ("", 0));
        press(&mut model, KeyCode::Char('u'));
        assert_eq!((played(&model).as_str(), model.account()), ("L-1>2", account.clone()));
    };
    again('n');
    again('R');
    // A move in the loaded game keeps it.
    press(&mut model, KeyCode::Char('R'));
    press(&mut model, KeyCode::Char('m'));
    type_in(&mut model, "L-2>1");
    press(&mut model, KeyCode::Char('u'));
    assert_eq!(played(&model), "L-2>1");
}

#[test]
fn pasted_text_goes_to_the_cursor() {
    let mut model = model(false, false);
    type_letters(&mut model, "m1>");
    press(&mut model, KeyCode::Home);
    model.obey(PlayCommand::Insert("L-".into()));
    assert_eq!(model.prompt.text(), Some("L-1>"));
    press(&mut model, KeyCode::Esc);
    model.obey(PlayCommand::Insert("# a deal\nKWW KCC\nWKK\n".into()));
    assert_eq!((model.prompt.topic(), model.prompt.text()), (Some(Topic::Load), Some("KWW KCC WKK")));
    assert_eq!(model.message, "Enter loads what was pasted, Esc does not");
}

#[test]
fn windows_fit_the_screen() {
    let mut model = model(false, false);
    press(&mut model, KeyCode::Char('?'));
    assert!(shown(&model).contains("quit, and print the game"));
    press(&mut model, KeyCode::Char('?'));
    assert!(shown(&model).contains("How the rules are read can be chosen"));
    press(&mut model, KeyCode::Esc);
    assert!(shown(&model).contains("[ 1 K??]"));
    assert!(crate::cli::tui::is_too_small(ratatui::layout::Rect::new(0, 0, 79, 24)));
}
