use serde_json::Value;

use super::*;
use crate::draw::page::module;
use crate::games::pentamid::game::{Repetition, Rules};
use crate::games::pentamid::{self, Pentamid};
use crate::games::solace2::game::Reading;
use crate::games::solace2::{self, Solace2, solver};
use crate::games::solomids::analysis::Mark;
use crate::games::solomids::dealer::{Source, tabletop, web};
use crate::games::solomids::game::{
    Move, PIECES, Palette, Position, Share, Square, fixtures, parse_position, replay,
};
use crate::games::solomids::solver::{Config, solve};
use crate::games::solomids::start::Start;

/// Scripts of a page: the data, the script, and the module if there is one.
const SCRIPTS: usize = 2 + PLAYS as usize;
/// Texts of a page: the deal, the share string, and the one to paste a game into.
const TEXTS: usize = 2 + PLAYS as usize;

/// Size of a page without the module.
fn size(page: &str) -> usize {
    page.len() - module().map_or(0, str::len)
}

/// A short game with every kind of move, and notes on its moves.
fn game() -> GamePage<Solomids> {
    let parsed = parse_position(fixtures::POSITION).unwrap();
    let line: Share = fixtures::LINE.parse().unwrap();
    let start = Start { deal: parsed.position, palette: parsed.palette, source: Source::Text };
    let page = GamePage::of_line(&Played::new(start), &line.moves, "A summary").unwrap();
    GamePage { title: "A title".into(), opening: 0, ..page }
}

fn played(start: Position, moves: &[Move]) -> GamePage<Solomids> {
    let start = Start { deal: start, palette: Palette::default(), source: Source::Text };
    GamePage::of_line(&Played::new(start), moves, "A summary").unwrap()
}

fn note(mark: Mark, scores: Option<[&str; 2]>, reason: &str) -> StepNote {
    let [before, after] = [0, 1].map(|n| scores.map(|scores| scores[n].into()));
    StepNote { mark: mark.symbol(), before, after, reason: reason.into(), better: None, line: None }
}

fn data(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="game">"#).expect("the data");
    serde_json::from_str(rest.split_once("</script>").expect("their end").0).expect("JSON")
}

/// The position after `ply` steps of a line, according to the data.
fn position_of(data: &Value, palette: &Palette, line: usize, ply: usize) -> Position {
    let number = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("a small one");
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let mut spots: Vec<usize> = list(&data["spots"]).iter().map(number).collect();
    let pieces = list(&data["pieces"]);
    assert_eq!((spots.len(), pieces.len()), (PIECES, PIECES));
    let moves = list(&data["look"]["steps"]);
    let (from, after) = match line.checked_sub(1) {
        None => (moves.len(), Vec::new()),
        Some(n) => (number(&data["better"][n]["from"]), list(&data["better"][n]["steps"])),
    };
    let steps = moves.into_iter().take(from).chain(after);
    let mut tally = list(&data["tally"]);
    for step in steps.take(ply) {
        for moved in list(&step["moved"]) {
            spots[number(&moved[0])] = number(&moved[1]);
        }
        tally = list(&step["tally"]);
    }
    let rows: Vec<String> = Square::all()
        .enumerate()
        .map(|(spot, _)| {
            // Pieces are numbered from the largest to the smallest; notation goes the other way.
            let standing = (0..PIECES).rev().filter(|&piece| spots[piece] == spot);
            let names: Vec<&str> = standing.map(|piece| pieces[piece].as_str().expect("a name")).collect();
            let sizes: String = names.iter().map(|name| &name[1..]).collect();
            names.first().map_or_else(|| ".".into(), |name| format!("{}{sizes}", &name[..1]))
        })
        .collect();
    let rows: Vec<String> = rows.chunks(5).map(|row| row.join(" ")).collect();
    let parsed =
        parse_position(&format!("{}\nswaps-used: {}", rows.join("/"), tally[2])).expect("a position");
    let position = parsed.position;
    assert_eq!(tally, [position.trees_banked(), position.swaps_earned(), position.swaps_used()]);
    assert!(position.stacks().all(|(_, stack)| {
        let letter = parsed.palette.letter(stack.colour);
        palette.colour(letter).is_some()
    }));
    position
}

#[test]
fn positions_of_a_page_follow_the_rules() {
    let solved = [tabletop::deal(1, 6001), web::deal("1").unwrap()].map(|deal| {
        let start = Position::from(deal);
        (start, solve(&start, &Config::default()).line)
    });
    for page in solved.into_iter().map(|(start, moves)| played(start, &moves)).chain([game()]) {
        let data = data(&page.document());
        let Played { start, moves, .. } = &page.game;
        for ply in 0..=moves.len() {
            let expected = replay(&start.deal, &moves[..ply]).unwrap();
            assert_eq!(position_of(&data, &start.palette, 0, ply), expected, "after {ply}");
        }
    }
}

#[test]
fn notes_carry_marks_and_better_lines() {
    let better: Share = "_B-B7, M-B9>C9, B-C9".parse().unwrap();
    let mut notes =
        Notes { moves: vec![Some(note(Mark::None, Some(["17", "17"]), "")); 8], better: Vec::new() };
    notes.moves[0] = Some(StepNote {
        better: Some("B-B7  black tree to the bank".into()),
        line: Some(1),
        ..note(Mark::Blunder, Some(["17", "16-17"]), "loses")
    });
    notes.moves[7] = None;
    notes.better = vec![(0, better.moves.clone())];
    let page = GamePage { notes, opening: 99, ..game() };
    let document = page.document();
    let data = data(&document);
    assert_eq!(
        data["notes"][0],
        serde_json::json!({
            "mark": "??", "before": "17", "after": "16-17", "reason": "loses",
            "better": "B-B7  black tree to the bank", "line": 1,
        })
    );
    assert_eq!((&data["notes"][2]["mark"], &data["notes"][2]["before"]), (&"".into(), &"17".into()));
    assert!(data["notes"][7].is_null());
    assert_eq!(data["at"], 8);
    assert_eq!(data["better"].as_array().map(Vec::len), Some(1));
    let Start { deal, palette, .. } = &page.game.start;
    for ply in 0..=better.moves.len() {
        let expected = replay(deal, &better.moves[..ply]).unwrap();
        assert_eq!(position_of(&data, palette, 1, ply), expected, "after {ply}");
    }
    assert!(document.contains("<code>S-B7&gt;B8</code> <span class=\"score\">16-17</span> <b>??</b>"));
    assert!(document.contains("<em>17 to 16-17, loses; better: B-B7  black tree to the bank</em>"));
}

#[test]
fn illegal_moves_make_no_page() {
    let bank: Move = "B-A1".parse().unwrap();
    let error = GamePage::of_line(&game().game, &[bank], "").unwrap_err();
    assert_eq!((error.ply, error.mv), (9, bank.to_string()));
}

#[test]
fn texts_are_escaped_in_every_context() {
    let text = "</script></title></textarea><img src=x onerror=alert(1)>\"'&<!--\u{2028}😀";
    let notes = Notes { moves: vec![Some(note(Mark::None, None, text)); 8], better: Vec::new() };
    let mut page = GamePage { title: text.into(), summary: text.into(), notes, ..game() };
    page.game.start.source = Source::WebSeed { seed: text.into() };
    let page = page.document();
    // The title of the page, and those of swaps.
    let titles = page.matches("<title>").count();
    for (tag, count) in
        [("<img", 0), ("</script>", SCRIPTS), ("</title>", titles), ("<!--", 0), ("</textarea>", TEXTS)]
    {
        assert_eq!(page.matches(tag).count(), count, "{tag}");
    }
    assert_eq!(data(&page)["notes"][0]["reason"], text);
    let escaped =
        "&lt;/script&gt;&lt;/title&gt;&lt;/textarea&gt;&lt;img src=x onerror=alert(1)&gt;&quot;'&amp;&lt;!--";
    assert_eq!(
        page.matches(escaped).count(),
        7,
        "title; heading, summary and share string on screen and paper"
    );
}

#[test]
fn pages_of_all_games_are_documents_of_three_scripts() {
    let solace2 = Played::<Solace2>::new(solace2::port::Start::dealt(1, 0, Reading::INERT));
    let line = solver::solve(&solace2.position, Reading::INERT, &solver::Limits::default()).line;
    let solace2 = document(&GamePage::of_line(&solace2, &line, "</script> & <b>").unwrap());
    let pentamid = Played::<Pentamid>::new(pentamid::port::Start::new(Rules::default(), Repetition::Barred));
    let drop = Pentamid::read_move(&pentamid.start, "L@c3").unwrap();
    let pentamid = document(&GamePage::of_line(&pentamid, &[drop], "</script> & <b>").unwrap());
    for page in [solace2, pentamid] {
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert_eq!(page.matches("</script>").count(), SCRIPTS);
        assert!(page.contains("&lt;/script&gt; &amp; &lt;b&gt;"));
    }
}

#[test]
fn a_page_is_small_and_fetches_nothing() {
    let start = Position::from(web::deal("1").unwrap());
    let moves = solve(&start, &Config::default()).line;
    let plain = played(start, &moves);
    let page = plain.document();
    assert!(size(&page) < 300 * 1024, "{}", size(&page));
    assert!(page.len() < 1_200_000, "{}", page.len());
    for other in ["http:", "https:", "@import", "url(", " src="] {
        let beside = page.matches(other).count();
        // The SVG namespace in the script and in the icon is not fetched.
        let names = page.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(beside, if other == "http:" { names } else { 0 }, "{other}");
    }
    // One better line for every seven moves, as in a bad game.
    let mut notes = Notes::default();
    for ply in 0..moves.len() {
        let bad = ply % 7 == 3;
        if bad {
            notes.better.push((ply, moves[ply..].to_vec()));
        }
        let mark = if bad { Mark::Mistake } else { Mark::None };
        notes.moves.push(Some(note(mark, Some(["17", "16"]), "gives up the win without a swap")));
    }
    let page = GamePage { notes, ..plain }.document();
    assert!(size(&page) < 450 * 1024, "{}", size(&page));
}
