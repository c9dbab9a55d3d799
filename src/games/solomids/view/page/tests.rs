use serde_json::Value;

use super::*;
use crate::draw::page::module;
use crate::games::solomids::dealer::{tabletop, web};
use crate::games::solomids::game::{PIECES, Square, fixtures, parse_position, replay};
use crate::games::solomids::solver::{Config, solve};

/// Scripts of a page: the data, the script, and the module if there is one.
const SCRIPTS: usize = 2 + PLAYS as usize;
/// Texts of a page: the deal, the share string, and the one to paste a game into.
const TEXTS: usize = 2 + PLAYS as usize;

/// Size of a page without the module.
fn size(page: &str) -> usize {
    page.len() - module().map_or(0, str::len)
}

/// A short game with every kind of move.
fn game() -> AnnotatedGame {
    let parsed = parse_position(fixtures::POSITION).unwrap();
    let line: Share = fixtures::LINE.parse().unwrap();
    AnnotatedGame {
        title: "A title".into(),
        summary: "A summary".into(),
        start: parsed.position,
        palette: parsed.palette,
        moves: line.moves,
        opening: 0,
        seed: String::new(),
        notes: Vec::new(),
    }
}

fn score(score: u8) -> Bounds {
    Bounds { lower: score, upper: score }
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
    let from = number(&data["lines"][line]["from"]);
    let steps =
        list(&data["lines"][0]["steps"]).into_iter().take(from).chain(list(&data["lines"][line]["steps"]));
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
    let short = game();
    for (start, moves) in solved.into_iter().chain([(short.start, short.moves)]) {
        let game = AnnotatedGame { start, moves, ..game() };
        let data = data(&game.page(&[]).unwrap());
        for ply in 0..=game.moves.len() {
            let expected = replay(&start, &game.moves[..ply]).unwrap();
            assert_eq!(position_of(&data, &game.palette, 0, ply), expected, "after {ply}");
        }
    }
}

#[test]
fn notes_carry_marks_and_better_lines() {
    let better: Share = "_B-B7, M-B9>C9, B-C9".parse().unwrap();
    let mut notes = vec![Note { before: Some(score(17)), after: Some(score(17)), ..Note::default() }; 8];
    notes[0] = Note {
        mark: Mark::Blunder,
        before: Some(score(17)),
        after: Some(Bounds { lower: 16, upper: 17 }),
        reason: "loses".into(),
        better: better.moves.clone(),
    };
    notes[1] = Note { mark: Mark::Mistake, better: vec!["B-B8".parse().unwrap()], ..Note::default() };
    notes[7] = Note::default();
    let game = AnnotatedGame { notes, opening: 99, ..game() };
    let page = game.page(&[]).unwrap();
    let data = data(&page);
    let note = |ply: usize| &data["lines"][0]["steps"][ply]["note"];
    assert_eq!(
        note(0),
        &serde_json::json!({
            "mark": "??", "before": "17", "after": "16-17", "reason": "loses",
            "better": "B-B7  black tree to the bank", "line": 1,
        })
    );
    assert_eq!(note(1)["better"], "B-B8  black tree to the bank");
    assert_eq!((&note(1)["mark"], &note(1)["line"]), (&"?".into(), &Value::Null));
    assert_eq!((&note(2)["mark"], &note(2)["before"]), (&"".into(), &"17".into()));
    assert!(note(7).is_null());
    assert_eq!(data["opening"], 8);
    assert_eq!(data["lines"].as_array().map(Vec::len), Some(2));
    for ply in 0..=better.moves.len() {
        let expected = replay(&game.start, &better.moves[..ply]).unwrap();
        assert_eq!(position_of(&data, &game.palette, 1, ply), expected, "after {ply}");
    }
    assert!(page.contains("<code>S-B7&gt;B8</code> <span class=\"score\">16-17</span> <b>??</b>"));
    assert!(page.contains("<em>17 to 16-17, loses; better: B-B7</em>"));
}

#[test]
fn illegal_moves_make_no_page() {
    let bank: Move = "B-A1".parse().unwrap();
    let mut moves = game().moves;
    moves.push(bank);
    let error = AnnotatedGame { moves, ..game() }.page(&[]).unwrap_err();
    assert_eq!((error.ply, error.mv), (9, bank));
    let mut notes = vec![Note::default(); 8];
    notes[2].better = vec![bank];
    let error = AnnotatedGame { notes, ..game() }.page(&[]).unwrap_err();
    assert_eq!((error.ply, error.mv), (3, bank));
}

#[test]
fn texts_are_escaped_in_every_context() {
    let text = "</script></title></textarea><img src=x onerror=alert(1)>\"'&<!--\u{2028}😀";
    let notes = vec![Note { reason: text.into(), ..Note::default() }; 8];
    let game = AnnotatedGame { title: text.into(), summary: text.into(), seed: text.into(), notes, ..game() };
    let page = game.page(&[]).unwrap();
    // The title of the page, and those of swaps.
    let titles = page.matches("<title>").count();
    for (tag, count) in
        [("<img", 0), ("</script>", SCRIPTS), ("</title>", titles), ("<!--", 0), ("</textarea>", TEXTS)]
    {
        assert_eq!(page.matches(tag).count(), count, "{tag}");
    }
    assert_eq!(data(&page)["lines"][0]["steps"][0]["note"]["reason"], text);
    let escaped =
        "&lt;/script&gt;&lt;/title&gt;&lt;/textarea&gt;&lt;img src=x onerror=alert(1)&gt;&quot;'&amp;&lt;!--";
    assert_eq!(
        page.matches(escaped).count(),
        7,
        "title; heading, summary and share string on screen and paper"
    );
}

#[test]
fn a_page_is_small_and_fetches_nothing() {
    let start = Position::from(web::deal("1").unwrap());
    let moves = solve(&start, &Config::default()).line;
    let plain = AnnotatedGame { start, moves, seed: "1".into(), ..game() };
    let page = plain.page(&[]).unwrap();
    assert!(size(&page) < 300 * 1024, "{}", size(&page));
    assert!(page.len() < 1_200_000, "{}", page.len());
    for other in ["http:", "https:", "@import", "url(", " src="] {
        let beside = page.matches(other).count();
        // The SVG namespace in the script and in the icon is not fetched.
        let names = page.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(beside, if other == "http:" { names } else { 0 }, "{other}");
    }
    // One better line for every seven moves, as in a bad game.
    let mut notes = Vec::new();
    for ply in 0..plain.moves.len() {
        let bad = ply % 7 == 3;
        let better = if bad { plain.moves[ply..].to_vec() } else { Vec::new() };
        let mark = if bad { Mark::Mistake } else { Mark::None };
        let reason = "gives up the win without a swap".into();
        notes.push(Note { mark, before: Some(score(17)), after: Some(score(16)), reason, better });
    }
    let page = AnnotatedGame { notes, ..plain }.page(&[]).unwrap();
    assert!(size(&page) < 450 * 1024, "{}", size(&page));
}
