//! Tests of the service: every kind of request, and what is refused.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::{Host, Service};
use crate::games::solomids::game::{Share, fixtures};
use crate::games::solomids::solver::MemoryUsage;

/// The answer to a request.
fn answer(request: &Value) -> Value {
    let text = Service::new(Host::default()).answer(&request.to_string());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The content of an answer, which must be one.
fn ok(request: &Value) -> Value {
    let answer = answer(request);
    assert!(answer["error"].is_null(), "{request}: {answer}");
    answer["ok"].clone()
}

/// The error to a request, which must have no answer.
fn error(request: &Value) -> Value {
    let answer = answer(request);
    assert!(answer["ok"].is_null(), "{request}: {answer}");
    answer["error"].clone()
}

/// The start of a short game, and the tokens of a line with every kind of move.
fn short_game() -> (Value, Vec<String>) {
    let line: Share = fixtures::LINE.parse().expect("a line");
    let opened = ok(&json!({"ask": "open", "text": fixtures::POSITION}));
    (opened["start"].clone(), line.moves.iter().map(ToString::to_string).collect())
}

/// Numbers of the spots of all pieces after the steps of a `look`.
fn frame(scene: &Value, look: &Value) -> Vec<Value> {
    let mut spots = scene["spots"].as_array().expect("a list").clone();
    for step in look["steps"].as_array().expect("a list") {
        move_pieces(&mut spots, &step["moved"]);
    }
    spots
}

fn move_pieces(spots: &mut [Value], moved: &Value) {
    for pair in moved.as_array().expect("a list") {
        spots[pair[0].as_u64().expect("a piece") as usize] = pair[1].clone();
    }
}

/// Every legal move leads where `look` says after it was played.
fn check_choices(game: &str, start: &Value, moves: &[String]) {
    let scene = ok(&json!({"ask": "scene", "game": game, "start": start}));
    let look = |moves: &[String]| ok(&json!({"ask": "look", "game": game, "start": start, "moves": moves}));
    let before = look(moves);
    let places = |look: &Value| {
        if look["places"].is_null() { scene["places"].clone() } else { look["places"].clone() }
    };
    let drawn = |look: &Value, spots: &[Value]| -> Vec<Value> {
        let places = places(look);
        spots.iter().map(|spot| places[spot.as_u64().expect("a spot") as usize].clone()).collect()
    };
    let legal = before["legal"].as_array().expect("a list");
    assert!(!legal.is_empty());
    for choice in legal {
        let mut spots = frame(&scene, &before);
        move_pieces(&mut spots, &choice["moved"]);
        let line: Vec<String> =
            moves.iter().cloned().chain([choice["move"].as_str().expect("a token").to_owned()]).collect();
        let after = look(&line);
        assert_eq!(drawn(&before, &spots), drawn(&after, &frame(&scene, &after)), "{choice}");
        assert_eq!(after["steps"][moves.len()]["words"], choice["words"]);
        let moved: Vec<&Value> =
            choice["moved"].as_array().expect("a list").iter().map(|pair| &pair[0]).collect();
        assert!(choice["pieces"].as_array().expect("a list").iter().all(|piece| moved.contains(&piece)));
    }
}

#[test]
fn about_names_what_there_is() {
    let about = ok(&json!({"ask": "about"}));
    assert_eq!(about["games"], json!(["solomids", "solace2", "pentamid"]));
    assert_eq!(about["levels"], json!(["easy", "medium", "hard", "brutal"]));
    assert_eq!(about["readings"][0], "literal");
    assert_eq!((&about["strengths"], &about["strength_names"][7]), (&json!(8), &json!("master")));
}

#[test]
fn starts_are_opened_from_texts_and_seeds() {
    let shared = ok(&json!({"ask": "open", "text": "1_M-D4>C4, S-D9>D10"}));
    assert_eq!(shared["played"], json!(["M-D4>C4", "S-D9>D10"]));
    assert_eq!((&shared["seed"], &shared["title"]), (&json!("1"), &json!("Web seed 1")));
    for request in [
        json!({"ask": "open", "seed": "1"}),
        json!({"ask": "open", "text": "https://example.org/?seed=1"}),
        json!({"ask": "open", "text": "1_"}),
    ] {
        assert_eq!(ok(&request)["start"], shared["start"]);
    }
    let text = ok(&json!({"ask": "open", "text": shared["start"]["deal"]}));
    assert_eq!(text["start"]["deal"], shared["start"]["deal"]);
    assert_eq!(text["seed"], "");
    let drawn = ok(&json!({"ask": "draw", "seed": "18446744073709551615", "index": 3}));
    assert_eq!(drawn["title"], "Seed 18446744073709551615, deal 3");
    let doubtful = ok(&json!({"ask": "open", "seed": " 1"}));
    assert!(doubtful["warnings"][0].as_str().is_some_and(|text| text.contains("blanks")));
}

#[test]
fn a_scene_and_its_steps_show_every_kind_of_move() {
    let (start, moves) = short_game();
    let scene = ok(&json!({"ask": "scene", "start": start}));
    assert_eq!(scene["pieces"].as_array().map(Vec::len), Some(45));
    assert!(scene["board"].as_str().is_some_and(|board| board.contains(r#"id="traces""#)));
    assert!(scene["drawings"].as_str().is_some_and(|drawings| drawings.contains(r#"id="R1""#)));
    for played in 0..moves.len() {
        check_choices("solomids", &start, &moves[..played]);
    }
    let look = ok(&json!({"ask": "look", "start": start, "moves": moves}));
    let kinds: Vec<&str> =
        look["steps"].as_array().expect("a list").iter().filter_map(|step| step["kind"].as_str()).collect();
    for kind in ["stack", "slide", "bank", "swap"] {
        assert!(kinds.contains(&kind), "{kind}");
    }
    let picture = ok(&json!({"ask": "picture", "start": start, "moves": moves, "title": "A <title>"}));
    assert!(picture["svg"].as_str().is_some_and(|svg| svg.contains("A &lt;title&gt;")));
}

/// A board on its side is drawn elsewhere, and has the same spots.
#[test]
fn boards_lie_on_their_side() {
    let (start, moves) = short_game();
    for (game, start, moves, upright, sideways) in [
        ("solomids", start, moves, (472, 640), (772, 340)),
        (
            "solace2",
            ok(&json!({"ask": "draw", "game": "solace2", "seed": 1}))["start"].clone(),
            vec!["L-4>5".into()],
            (516, 604),
            (816, 418),
        ),
        (
            "pentamid",
            ok(&json!({"ask": "open", "game": "pentamid", "text": "L@c3"}))["start"].clone(),
            vec!["L@c3".into()],
            (334, 485),
            (546, 336),
        ),
    ] {
        let lies = |ask: &str, sideways: bool| {
            let moves: &[String] = if ask == "look" { &moves } else { &[] };
            ok(&json!({"ask": ask, "game": game, "start": start, "moves": moves, "sideways": sideways}))
        };
        let [up, side] = [false, true].map(|sideways| lies("scene", sideways));
        for (scene, (width, height)) in [(&up, upright), (&side, sideways)] {
            assert_eq!((&scene["width"], &scene["height"]), (&json!(width), &json!(height)), "{game}");
            for place in scene["places"].as_array().expect("a list") {
                let at = |i: usize, end: u64| place[i].as_u64().is_some_and(|at| (20..end).contains(&at));
                let beside = game == "solace2" && place[1].as_u64() > Some(height);
                assert!(at(0, width) && (at(1, height) || beside), "{game} {place}");
            }
        }
        assert_ne!(up["places"], side["places"], "{game}");
        for field in ["spots", "pieces", "cells"] {
            assert_eq!(up[field], side[field], "{game} {field}");
        }
        let [up, side] = [false, true].map(|sideways| lies("look", sideways));
        assert_eq!((&up["steps"], &up["legal"]), (&side["steps"], &side["legal"]), "{game}");
        assert_eq!(up["places"].is_null(), game == "solomids");
        assert!(up["places"].is_null() || up["places"] != side["places"], "{game}");
    }
    let crop = |request: Value| ok(&request)["crop"].clone();
    assert_eq!(crop(json!({"ask": "scene", "text": "1_"})), json!([22, 2, 446, 612]));
    assert_eq!(crop(json!({"ask": "scene", "text": "1_", "sideways": true})), json!([22, 2, 746, 312]));
    assert_eq!(crop(json!({"ask": "scene", "game": "pentamid", "text": "L@c3"})), json!([22, 0, 312, 485]));
    assert_eq!(
        crop(json!({"ask": "scene", "game": "pentamid", "text": "L@c3", "sideways": true})),
        Value::Null
    );
    error(&json!({"ask": "moves", "text": "1_", "sideways": true}));
}

#[test]
fn the_line_that_wins_is_named() {
    let look = |ask: &str, moves: &[&str]| {
        let variant = json!({"board": "3x3", "nests": 3, "row": 3});
        ok(
            &json!({"ask": ask, "game": "pentamid", "text": "L L -/- l -/- l - 1", "variant": variant, "moves": moves}),
        )
    };
    assert_eq!(look("look", &["L@c3"])["line"], json!([6, 7, 8]));
    assert_eq!(look("look", &["L@a1"])["line"], Value::Null);
    assert_eq!(look("moves", &["L@c3"])["line"], Value::Null);
}

#[test]
fn a_finished_game_is_over_and_won() {
    let text = "R123 . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
    let start = ok(&json!({"ask": "open", "text": text}))["start"].clone();
    let look = ok(&json!({"ask": "look", "start": start, "moves": ["B-A10"]}));
    assert_eq!((&look["over"], &look["won"], &look["score"]), (&json!(true), &json!(true), &json!(17)));
    assert_eq!(look["state"], "Won with no swap: score 17");
}

/// The reason of a hint is words, and a move that it makes possible is illegal before and legal after it.
fn check_why(start: &Value, moves: &[Value], hint: &Value) {
    assert!(hint["why"].as_str().is_some_and(|why| !why.is_empty() && why.len() <= 60), "{hint}");
    let game = if start["reading"].is_null() { "solomids" } else { "solace2" };
    let legal = |moves: &[Value]| {
        ok(&json!({"ask": "moves", "game": game, "start": start, "moves": moves}))["legal"].clone()
    };
    let is_in = |legal: Value| legal.as_array().is_some_and(|legal| legal.contains(&hint["opens"]));
    if !hint["opens"].is_null() {
        let after = [moves, &[hint["move"].clone()]].concat();
        assert!(!is_in(legal(moves)) && is_in(legal(&after)), "{hint}");
    }
}

#[test]
fn searches_answer_with_records() {
    let start = ok(&json!({"ask": "open", "seed": "1"}))["start"].clone();
    let solution = ok(&json!({"ask": "solve", "start": start, "difficulty": true}));
    assert_eq!((&solution["verdict"], &solution["score"]), (&json!("won"), &json!(17)));
    assert!(solution["difficulty"]["level"].is_string());
    let moves = &solution["moves"];
    assert_eq!(ok(&json!({"ask": "look", "start": start, "moves": moves}))["won"], true);
    let rest = ok(&json!({"ask": "solve", "start": start, "moves": [moves[0]]}));
    assert_eq!((&rest["score"], &rest["played"]), (&json!(17), &json!([moves[0]])));
    let one = ok(&json!({"ask": "hint", "start": start}));
    assert_eq!(one["moves"].as_array().map(Vec::len), Some(1));
    for played in [0, 9, 20] {
        let moves = &moves.as_array().expect("moves")[..played];
        let hint = ok(&json!({"ask": "hint", "start": start, "moves": moves}));
        check_why(&start, moves, &hint["moves"][0]);
    }
    let every = ok(&json!({"ask": "hint", "start": start, "every": true, "nodes": 2000}));
    assert!(every["moves"].as_array().is_some_and(|moves| moves.len() > 5));
    let review = ok(&json!({"ask": "review", "start": start, "moves": moves}));
    assert_eq!((&review["score"], &review["first_mistake"]), (&json!(17), &Value::Null));
}

/// What a search in slices finds in the end does not depend on where it was left, nor on what was asked in between.
#[test]
fn every_move_is_looked_into_in_slices() {
    let start = ok(&json!({"ask": "open", "seed": "1"}))["start"].clone();
    let whole = json!({"ask": "hint", "start": start, "every": true, "nodes": 4000});
    let whole = ok(&whole);
    let mut service = Service::new(Host::default());
    let mut ask = |request: &Value| -> Value {
        serde_json::from_str(&service.answer(&request.to_string())).expect("an answer in JSON")
    };
    let slice = json!({"ask": "hint", "start": start, "every": true, "nodes": 4000, "slice": 0.0});
    let mut known = 0;
    for steps in 1.. {
        let answer = ask(&slice)["ok"].clone();
        let moves = answer["moves"].as_array().expect("a list");
        assert_eq!(moves.len(), whole["moves"].as_array().expect("a list").len());
        let decided = moves.iter().filter(|hint| !hint["keeps"].is_null()).count();
        assert!(known <= decided, "{known} of {} moves were decided before", moves.len());
        known = decided;
        if answer["more"] == json!(false) {
            assert!(steps > 3, "{steps} steps");
            for field in ["score", "lower_bound", "upper_bound", "moves", "nodes", "stopped"] {
                assert_eq!(answer[field], whole[field], "{field}");
            }
            break;
        }
        // Another question, and another search in slices, change nothing, nor does the same one with another limit.
        let moves = [whole["moves"][0]["move"].clone()];
        let mut other = json!({"ask": "hint", "start": start, "moves": moves, "nodes": 500});
        if steps % 2 == 0 {
            (other["every"], other["slice"]) = (json!(true), json!(0.0));
        }
        assert!(ask(&other)["ok"].is_object());
        let fewer = json!({"ask": "hint", "start": start, "every": true, "nodes": 500, "slice": 0.0});
        let nodes = ask(&fewer)["ok"]["nodes"].as_u64().expect("a number");
        assert!(nodes <= 500, "{nodes} nodes");
    }
}

/// A search in slices is not gone on with under another limit on memory.
#[test]
fn slices_keep_their_limit_on_memory() {
    let start = ok(&json!({"ask": "draw", "seed": 1, "index": 10657}))["start"].clone();
    let roomy = json!({"ask": "hint", "start": start, "every": true, "nodes": 3000, "slice": 0.0});
    let mut tight = roomy.clone();
    tight["memory"] = json!(1 << 12);
    let last = |service: &mut Service, request: &Value| loop {
        let answer: Value = serde_json::from_str(&service.answer(&request.to_string())).expect("JSON");
        if answer["ok"]["more"] == json!(false) {
            return answer["ok"].clone();
        }
    };
    let mut service = Service::new(Host::default());
    service.answer(&roomy.to_string());
    let found = last(&mut service, &tight);
    assert_eq!(found, last(&mut Service::new(Host::default()), &tight));
    assert_eq!(
        (&found["stopped"], &last(&mut service, &roomy)["stopped"]),
        (&json!("memory"), &json!("nodes"))
    );
}

#[test]
fn a_deal_of_a_level_is_found_again() {
    let found = ok(&json!({"ask": "level", "level": "hard", "seed": 7}));
    assert_eq!(found["level"], "hard");
    let drawn = ok(&json!({"ask": "draw", "seed": 7, "index": found["index"]}));
    assert_eq!(drawn["start"], found["start"]);
    assert!(error(&json!({"ask": "level", "level": "dull", "seed": 7}))["message"].is_string());
    let stopped = error(&json!({"ask": "level", "level": "brutal", "seed": 7, "seconds": 0}));
    assert_eq!(stopped["message"], "no deal of this level was found up to index 0: time limit");
}

#[test]
fn limits_leave_searches_undecided() {
    // This deal cannot be won, and its proof takes thousands of nodes.
    let start = ok(&json!({"ask": "draw", "seed": 1, "index": 10657}))["start"].clone();
    for (limit, value) in [("nodes", json!(500)), ("memory", json!(1 << 16)), ("seconds", json!(0.0))] {
        let mut request = json!({"ask": "solve", "start": start});
        request[limit] = value;
        let solution = ok(&request);
        assert_eq!(solution["verdict"], "undecided", "{limit}");
        assert_eq!(solution["score"], Value::Null);
        let stopped = if limit == "seconds" { "time" } else { limit };
        assert_eq!(solution["stopped"], stopped);
    }
}

/// Languages differ in how they write whole numbers and lists of one thing.
#[test]
fn numbers_and_lists_are_read_as_languages_write_them() {
    let solve = |nodes: Value| {
        let mut found = ok(&json!({"ask": "solve", "text": "1_", "nodes": nodes}));
        found["stats"].take();
        found
    };
    assert_eq!(solve(json!(1e3)), solve(json!(1000)));
    assert_eq!(solve(json!("1000")), solve(json!(1000)));
    let moves = |moves: Value| ok(&json!({"ask": "moves", "text": "1_", "moves": moves}));
    assert_eq!(moves(json!("M-D4>C4")), moves(json!(["M-D4>C4"])));
}

#[test]
fn the_host_is_told_the_progress_and_asked_for_the_memory_in_use() {
    let (reports, measured) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicUsize::new(0)));
    let (heard, asked) = (Arc::clone(&reports), Arc::clone(&measured));
    let host = Host {
        progress: Some(Arc::new(move |text| heard.lock().unwrap().push(text.to_owned()))),
        memory_usage: Some(MemoryUsage::new(move || asked.fetch_add(1, Ordering::Relaxed) as u64)),
        ..Host::default()
    };
    let mut service = Service::new(host);
    let start = ok(&json!({"ask": "draw", "seed": 1, "index": 10657}))["start"].clone();
    service.answer(&json!({"ask": "solve", "start": start, "nodes": 20_000}).to_string());
    assert!(reports.lock().unwrap().iter().all(|text| text.starts_with(r#"{"nodes":"#)));
    assert!(!reports.lock().unwrap().is_empty() && measured.load(Ordering::Relaxed) > 0);
}

#[test]
fn mistakes_have_their_places() {
    let bad = error(&json!({"ask": "open", "text": "1_M-D4>F4"}));
    assert_eq!((&bad["line"], &bad["column"], &bad["length"]), (&json!(1), &json!(8), &json!(2)));
    assert_eq!(bad["text"], "1_M-D4>F4");
    let bad = error(&json!({"ask": "open", "text": ". . . . .\nR1 R4 . . ."}));
    assert_eq!((&bad["line"], &bad["column"]), (&json!(2), &json!(4)));
    let (start, _) = short_game();
    let bad = error(&json!({"ask": "look", "start": start, "moves": ["B-A1"]}));
    assert_eq!(
        (&bad["ply"], &bad["move"], &bad["reason"]),
        (&json!(1), &json!("B-A1"), &json!("A1 is empty"))
    );
    for (request, message) in [
        (json!({"ask": "open", "text": "_M-D4>C4"}), "no seed"),
        (json!({"ask": "open", "text": "{}"}), "`deal`"),
        (json!({"ask": "open"}), "`text`"),
        (json!({"ask": "open", "seed": "14"}), "deals nothing"),
        (json!({"ask": "look"}), "`start`"),
        (json!({"ask": "draw", "seed": "x"}), "no seed or index"),
        (json!({"ask": "sing", "text": "1_", "level": 3}), "no request named \"sing\""),
        (json!({"ask": "level", "game": "pentamid"}), "level"),
        (json!({"ask": "open", "game": "chess"}), "chess"),
        (json!([1]), "expected an object"),
        (json!(["about", 7]), "expected an object"),
        (json!({"ask": "moves", "start": ["R1"]}), "expected an object"),
        (json!({"ask": "draw", "game": "pentamid", "variant": ["4x4"]}), "expected an object"),
        (json!({"ask": "moves", "text": "1_", "moves": 5}), "expected a list of moves"),
        (json!({"ask": "solve", "text": "1_", "nodes": 1.5}), "expected a text or a whole number"),
        (json!({"ask": "solve", "text": "1_", "nodes": -1}), "expected a text or a whole number"),
        (json!({"ask": "solve", "text": "1_", "nodes": 1e30}), "no whole number"),
        (json!({"ask": "solve", "text": "1_", "seconds": "1"}), "expected a number"),
        (json!({"ask": "solve", "text": "1_", "seconds": -1}), "seconds are a number from 0"),
        (json!({"ask": "hint", "text": "1_", "every": true, "slice": -1}), "seconds are a number from 0"),
        (json!({"ask": "why", "text": "1_", "ends": ["a", 1]}), "expected a whole number"),
        // Fields that a question does not look at.
        (json!({"ask": "solve", "text": "1_", "slice": 1}), "does not look at `slice`"),
        (json!({"ask": "hint", "text": "1_", "slice": 1}), "does not come in slices"),
        (json!({"ask": "solve", "text": "1_", "level": "easy"}), "does not look at `level`"),
        (json!({"ask": "moves", "text": "1_", "nodes": 5}), "does not look at `nodes`"),
        (json!({"ask": "open", "text": "1_", "seed": 5}), "both `text` and `seed`"),
        (
            json!({"game": "pentamid", "ask": "moves", "text": "L@a1", "variant": {"nest": 1}}),
            "unknown field `nest`",
        ),
        (json!({"ask": "solve", "text": "1_", "start": start}), "both `text` and `start`"),
        (json!({"ask": "draw", "seed": 1, "text": "1_"}), "does not look at `text`"),
        (json!({"ask": "verify", "text": "1_", "moves": ["M-D4>C4"]}), "does not look at `moves`"),
        (json!({"ask": "solve", "game": "solace2", "text": "", "difficulty": true}), "`difficulty`"),
        (json!({"ask": "review", "text": "1_", "side": 1}), "does not look at `side`"),
    ] {
        let text = error(&request)["message"].as_str().map(str::to_owned).unwrap_or_default();
        assert!(text.contains(message), "{request}: {text}");
    }
}

#[test]
fn solace_is_opened_played_and_solved() {
    let game = "solace2";
    let opened = ok(&json!({"ask": "draw", "game": game, "seed": 1, "reading": "open"}));
    let start = &opened["start"];
    let again = ok(&json!({"ask": "open", "game": game, "text": start["deal"], "reading": "open"}));
    assert_eq!(again["start"]["deal"], start["deal"]);
    let game_text = format!(
        r#"{{"schema":1,"game":"solace2","deal":{},"reading":"inert","moves":["L-1>2"]}}"#,
        start["deal"]
    );
    let record = ok(&json!({"ask": "open", "game": game, "text": game_text, "reading": "open"}));
    assert_eq!((&record["start"]["reading"], &record["played"]), (&json!("inert"), &json!(["L-1>2"])));
    let solution = ok(&json!({"ask": "solve", "game": game, "start": start}));
    assert_eq!(solution["verdict"], "exact");
    let moves: Vec<String> = serde_json::from_value(solution["moves"].clone()).expect("tokens");
    for played in [0, 5, 20] {
        check_choices(game, start, &moves[..played]);
    }
    let look = ok(&json!({"ask": "look", "game": game, "start": start, "moves": moves}));
    assert_eq!(look["score"], solution["score"]);
    let hint = ok(&json!({"ask": "hint", "game": game, "start": start}));
    assert_eq!((&hint["move"], &hint["score"]), (&solution["moves"][0], &solution["score"]));
    for hidden in [false, true] {
        for played in [0, 6, 12] {
            let moves = &solution["moves"].as_array().expect("moves")[..played];
            let hint = json!({"ask": "hint", "game": game, "start": start, "moves": moves, "hidden": hidden});
            check_why(start, moves, &ok(&hint));
        }
    }
    assert!(error(&json!({"ask": "draw", "game": game, "seed": 1, "reading": "odd"}))["message"].is_string());
    let bad = error(&json!({"ask": "look", "game": game, "start": start, "moves": ["T-1>2"]}));
    assert_eq!((&bad["ply"], &bad["reason"]), (&json!(1), &json!("no tower tops the pile on space 1")));
}

#[test]
fn hidden_nests_keep_their_inside() {
    let start = ok(&json!({"ask": "draw", "game": "solace2", "seed": 1}))["start"].clone();
    let scene = ok(&json!({"ask": "scene", "game": "solace2", "start": start, "hidden": true}));
    // The medium and the small of each nest.
    assert_eq!(scene["covered"].as_array().map(Vec::len), Some(30));
    assert!(scene["says"].as_str().is_some_and(|words| words.contains("K??")));
    // The first states have their values from a file.
    let hint = |moves: &[Value]| {
        let hint = json!({"ask": "hint", "game": "solace2", "start": start, "hidden": true, "nodes": 1000, "moves": moves});
        ok(&hint)
    };
    let mut moves = Vec::new();
    while hint(&moves)["stopped"].is_null() {
        moves.push(hint(&moves)["move"].clone());
    }
    assert_eq!(hint(&moves)["stopped"], "nodes");
    assert!((4..9).contains(&moves.len()), "{moves:?}");
    let sliced = ok(&json!({"ask": "hint", "game": "solace2", "start": start, "hidden": true, "slice": 0}));
    assert_eq!((&sliced["move"], &sliced["more"]), (&hint(&[])["move"], &json!(true)));
    let inert =
        ok(&json!({"ask": "draw", "game": "solace2", "seed": 1, "reading": "inert"}))["start"].clone();
    let hint = ok(&json!({"ask": "hint", "game": "solace2", "start": inert, "hidden": true}));
    assert!(hint["move"].is_string() && hint["score"].is_null());
    assert_eq!(hint["reason"], "from here the best play makes 9.60 towers on average");
    let look = ok(
        &json!({"ask": "look", "game": "solace2", "start": start, "hidden": true, "moves": [hint["move"]]}),
    );
    // The medium shows, so the move stays.
    assert_eq!(look["steps"][0]["covered"].as_array().map(Vec::len), Some(29));
    assert_eq!(look["steps"][0]["shows"], true);
}

/// Games that look alike are answered alike, so that nothing of what lies in the nests can be read off.
#[test]
fn answers_with_hidden_nests_depend_on_what_lies_open_alone() {
    let (game, hidden) = ("solace2", true);
    let deals = [
        "KCK.KWK.KWW.KKC.KCC.WWC.WKW.WKK.WCC.WKK.CCW.CWC.CCW.CKW.CWK",
        "KCC.KWK.KWW.KKC.KCK.WCC.WKW.WKK.WWC.WKK.CWK.CWC.CCW.CKW.CCW",
    ];
    // The first move shows the medium of nest 1, which is clear in both deals.
    for moves in [json!([]), json!(["L-1>2"])] {
        let ask = |request: Value| {
            let answers = deals.map(|deal| {
                let mut request = request.clone();
                request["start"] = json!({"deal": deal, "reading": "inert"});
                for (name, value) in
                    [("game", json!(game)), ("hidden", json!(hidden)), ("moves", moves.clone())]
                {
                    request[name] = value;
                }
                let mut answer = ok(&request);
                for name in ["deal", "names", "pieces"] {
                    answer[name].take();
                }
                answer
            });
            assert_eq!(answers[0], answers[1], "{request}");
        };
        ask(json!({"ask": "scene"}));
        ask(json!({"ask": "look"}));
        ask(json!({"ask": "picture", "title": ""}));
        ask(json!({"ask": "hint"}));
        for from in 0..15 {
            for to in 0..15 {
                ask(json!({"ask": "why", "ends": [from, to]}));
            }
        }
    }
}

#[test]
fn open_nests_are_judged_and_reviewed() {
    let game = "solace2";
    let start = ok(&json!({"ask": "draw", "game": game, "seed": 1}))["start"].clone();
    let judged = ok(&json!({"ask": "hint", "game": game, "start": start, "every": true}));
    assert_eq!(
        (&judged["lower_bound"], &judged["upper_bound"], &judged["more"]),
        (&json!(13), &json!(13), &json!(false))
    );
    let moves = judged["moves"].as_array().expect("moves");
    assert!(moves.iter().any(|mv| mv["keeps"] == true) && moves.iter().all(|mv| !mv["keeps"].is_null()));
    // What a move is said to leave is what a solution reaches after it.
    for mv in moves {
        let solution = ok(&json!({"ask": "solve", "game": game, "start": start, "moves": [mv["move"]]}));
        assert_eq!(solution["score"], mv["lower_bound"], "{mv}");
    }
    // In slices the same comes together.
    let sliced = json!({"ask": "hint", "game": game, "start": start, "every": true, "slice": 0});
    let mut service = Service::new(Host::default());
    let last = (0..moves.len())
        .map(|_| {
            serde_json::from_str::<Value>(&service.answer(&sliced.to_string())).expect("JSON")["ok"].clone()
        })
        .last()
        .expect("moves");
    assert_eq!(last["moves"], judged["moves"]);
    // A line that ends early, then one whose last move gives something up.
    let solution = ok(&json!({"ask": "solve", "game": game, "start": start}));
    let mut line: Vec<String> = serde_json::from_value(solution["moves"].clone()).expect("tokens");
    line.truncate(10);
    let review =
        |moves: &[String]| ok(&json!({"ask": "review", "game": game, "start": start, "moves": moves}));
    let kept = review(&line);
    assert_eq!(
        kept["summary"],
        "1 of 13 towers that were possible with everything seen; no move gave anything up"
    );
    let later = ok(&json!({"ask": "hint", "game": game, "start": start, "moves": line, "every": true}));
    let worse = later["moves"].as_array().and_then(|all| all.iter().find(|mv| mv["keeps"] == false));
    let worse = worse.expect("a move that gives something up");
    assert_eq!((&worse["upper_bound"], &worse["reason"]), (&json!(12), &json!("costs 1 tower")));
    line.push(worse["move"].as_str().expect("a token").into());
    let lost = review(&line);
    let note = &lost["notes"][10];
    assert_eq!((&note["mark"], &note["before"], &note["after"]), (&json!("?"), &json!("13"), &json!("12")));
    assert_eq!((&note["line"], &lost["better"][0]["from"]), (&json!(1), &json!(10)));
    assert!(lost["better"][0]["moves"].as_array().is_some_and(|moves| !moves.is_empty()));
}

#[test]
fn proofs_of_pentamid_mark_a_game() {
    let game = "pentamid";
    let start = ok(&json!({"ask": "draw", "game": game}))["start"].clone();
    // Player 1 has four in row 5 after move 7, player 2 leaves e5 open, player 1 goes elsewhere.
    let moves = ["L@a5", "L@a1", "L@b5", "L@b1", "L@c5", "L@c1", "L@d5", "L@a2", "M@e4"];
    let hint = |count: usize| {
        ok(&json!({"ask": "hint", "game": game, "start": start, "moves": moves[..count], "nodes": 20_000}))
    };
    assert_eq!(
        (&hint(8)["move"], &hint(8)["result"], &hint(8)["within"]),
        (&json!("M@e5"), &json!("win"), &json!(1))
    );
    assert_eq!((&hint(0)["result"], hint(0)["score"].is_i64()), (&json!("unknown"), true));
    let review = ok(&json!({"ask": "review", "game": game, "start": start, "moves": moves, "nodes": 2000}));
    let mark = |n: usize| review["notes"][n]["mark"].as_str().unwrap_or_default();
    assert_eq!((mark(6), mark(7), mark(8)), ("", "?", "?!"));
    assert_eq!(review["better"][0], json!({"from": 8, "moves": ["M@e5"]}));
    let end = "In the last position neither side has a proven win";
    assert_eq!(review["summary"], format!("{end}; 2 of the moves are marked"));
    // Against the engine the mistakes of the player alone are marked, and it is said whose a win is.
    let mine =
        ok(&json!({"ask": "review", "game": game, "start": start, "moves": moves, "nodes": 2000, "side": 1}));
    assert_eq!((&mine["notes"][7]["mark"], &mine["notes"][8]["mark"]), (&json!(""), &json!("?!")));
    assert_eq!(mine["notes"][7]["reason"], "after this move you can force a win in 1 turn");
    assert_eq!(
        mine["notes"][8]["reason"],
        "you could force a win in 1 turn; after this move no win is proven"
    );
    assert_eq!(mine["summary"], format!("{end}; 1 of your moves is marked"));
    let third = json!({"ask": "review", "game": game, "start": start, "moves": moves, "side": 3});
    assert_eq!(error(&third)["message"], "no player 3");
    let every = json!({"ask": "hint", "game": game, "start": start, "moves": moves[..7], "every": true, "nodes": 500, "seconds": 60});
    let judged = ok(&every);
    let found = |token: &str| {
        judged["moves"].as_array().and_then(|all| all.iter().find(|mv| mv["move"] == token)).cloned()
    };
    let (kept, lost) = (found("L@e5").expect("legal"), found("L@a2").expect("legal"));
    assert_eq!(
        (&kept["result"], &lost["result"], &lost["plies"]),
        (&json!("unknown"), &json!("loss"), &json!(2))
    );
    assert_eq!(
        (&kept["keeps"], &lost["keeps"], &judged["more"]),
        (&json!(null), &json!(false), &json!(false))
    );
}

#[test]
fn pentamid_is_opened_played_and_analysed() {
    let game = "pentamid";
    let start =
        ok(&json!({"ask": "draw", "game": game, "variant": {"board": "4x4", "nests": 2}}))["start"].clone();
    let moves: Vec<String> = ["L@a1", "L@d4", "La1-a2"].map(String::from).into();
    for played in 0..=moves.len() {
        check_choices(game, &start, &moves[..played]);
    }
    let look = ok(&json!({"ask": "look", "game": game, "start": start, "moves": moves}));
    assert_eq!((&look["side"], &look["winner"], &look["over"]), (&json!(2), &Value::Null, &json!(false)));
    let around = ["L@a1", "L@d4", "La1-a2", "Ld4-d3", "La2-a1"];
    let look = ok(&json!({"ask": "look", "game": game, "start": start, "moves": around}));
    let barred = &look["barred"][0];
    assert_eq!((&barred["move"], &barred["ply"]), (&json!("Ld3-d4"), &json!(2)));
    assert_eq!(barred["reason"], "the state after ply 2 would come back");
    assert!(look["legal"].as_array().is_some_and(|all| all.iter().all(|mv| mv["move"] != "Ld3-d4")));
    let opened = ok(&json!({"ask": "open", "game": game, "text": "L@c3 L@c4"}));
    assert_eq!(opened["played"], json!(["L@c3", "L@c4"]));
    let reply = json!({"ask": "reply", "game": game, "start": start, "moves": moves, "level": 2, "seed": 5});
    assert!(ok(&reply)["move"].is_string());
    assert_eq!(ok(&reply), ok(&reply));
    let hint = ok(&json!({"ask": "hint", "game": game, "start": start, "nodes": 500}));
    assert!(hint["move"].is_string() && hint["why"].is_string());
    let why = |text: &str| ok(&json!({"ask": "hint", "game": game, "text": text}))["why"].clone();
    assert_eq!(why("L@a1 L@e1 L@a2 L@e2 L@a3 L@e3 L@a4 L@e4"), "5 in a row");
    assert_eq!(why("L@a1 L@e1 L@a2 L@d2 L@a3 L@c4 L@a4"), "stops a line of the opponent");
    let analysis = ok(&json!({"ask": "analyze", "game": game, "start": start, "moves": moves, "plies": 3}));
    assert_eq!((&analysis["result"], &analysis["plies"]), (&json!("unknown"), &json!(3)));
    assert!(error(&json!({"ask": "reply", "game": game, "start": start, "level": 9}))["message"].is_string());
    assert!(error(&json!({"ask": "draw", "game": game, "variant": {"board": "9x9"}}))["message"].is_string());
    let bad = error(&json!({"ask": "open", "game": game, "text": "L@c3 M@c4"}));
    assert_eq!((&bad["line"], &bad["column"]), (&json!(1), &json!(6)));
}
