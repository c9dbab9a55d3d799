//! `solve --format json` as data, checked with `verify`.

use serde_json::Value;

use crate::fixtures::{output, solomids};

/// A lost position, from `data/known-answers.csv`.
const LOST: &str = ". . . . ./. . . . ./R1 . Y1 . ./. . R3 . ./. . . . ./. R2 Y23 . ./\
                    . . . . ./. . . . ./. . . . ./. . . . ./swaps-used: 2";

/// Solves and returns the solution and the exit status.
fn solution(arguments: &[&str]) -> (Value, Option<i32>) {
    let (out, err, status) = output(solomids(&[&["solve", "--format", "json"], arguments].concat()), b"");
    assert_eq!(err, "", "{arguments:?}");
    assert_eq!(out.find('\n'), Some(out.len() - 1), "one object on one line");
    (serde_json::from_str(&out).expect("JSON"), status)
}

/// Asserts invariants of every solution and that `verify` accepts it.
fn check(solution: &Value) {
    let bound = |name: &str| solution[name].as_u64().expect("a number");
    let (lower, upper) = (bound("lower_bound"), bound("upper_bound"));
    assert!(lower <= upper && upper <= 17, "{solution}");
    assert_eq!(solution["schema"], 1);
    assert!(solution["stats"]["nodes"].is_u64() && solution["stats"]["elapsed_ms"].is_u64(), "{solution}");
    let moves: Vec<&str> = solution["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|mv| mv.as_str().expect("a token"))
        .collect();
    let share = solution["share"].as_str().expect("a share string");
    assert!(share.ends_with(&moves.join(", ")), "{solution}");
    let proven = if lower >= 15 {
        "won".into()
    } else if upper < 15 {
        "lost".into()
    } else {
        Value::Null
    };
    assert_eq!(solution["proven"], proven, "{solution}");
    match solution["verdict"].as_str().expect("a word") {
        "won" => {
            assert_eq!((lower, upper), (bound("score"), bound("score")));
            assert_eq!((bound("score"), bound("trees")), (17 - bound("swaps"), 15));
            assert!(solution["stopped"].is_null());
        }
        "lost" => {
            assert_eq!((lower, upper, bound("trees")), (bound("score"), bound("score"), bound("score")));
            assert!(upper < 15 && solution["swaps"].is_null() && solution["stopped"].is_null(), "{solution}");
        }
        "undecided" => {
            assert!(
                lower < upper && solution["score"].is_null() && solution["swaps"].is_null(),
                "{solution}"
            );
            assert!(solution["stopped"].is_string());
        }
        other => panic!("verdict {other}"),
    }
    let (out, err, status) =
        output(solomids(&["verify", "-", "--format", "json"]), solution.to_string().as_bytes());
    assert_eq!((err.as_str(), status), ("", Some(0)), "{solution}");
    let found: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&found["score"], &found["trees"]), (&solution["lower_bound"], &solution["trees"]));
}

#[test]
fn solutions_pass_verification() {
    let deal = include_str!("boards.in/deal.txt");
    for (arguments, verdict, status) in [
        (&["--web-seed", "1"][..], "won", 0),
        (&["--web-seed", "a_b, c", "--quiet"], "won", 0),
        (&["--seed", "1", "--index", "5"], "won", 0),
        (&[deal, "--quiet"], "won", 0),
        (&["--web-seed", "1", "--threads", "0"], "won", 0),
        (&["--web-seed", "1", "--threads", "1024", "--max-nodes", "18446744073709551615"], "won", 0),
        (&["--web-seed", "1", "--timeout", "32000000000", "--memory", "16777215T"], "won", 0),
        (&["--share", "1_M-D4>C4, S-D9>D10"], "won", 0),
        (&["--share", "_M-D4>C4, S-D9>D10", "--web-seed", "1"], "won", 0),
        // A share string continues a share string.
        (&["1_M-D4>C4", "--share", "_S-D9>D10"], "won", 0),
        (&[LOST], "lost", 1),
        (&["--seed", "1", "--index", "822", "--max-nodes", "60000"], "undecided", 0),
        (&["--seed", "1", "--index", "984", "--max-nodes", "1250"], "undecided", 1),
        (&["--web-seed", "1", "--max-nodes", "0"], "undecided", 3),
        (&["--web-seed", "1", "--max-nodes", "1"], "undecided", 3),
    ] {
        let (solution, found) = solution(arguments);
        assert_eq!(
            (&solution["verdict"], found),
            (&verdict.into(), Some(status)),
            "{arguments:?}: {solution}"
        );
        check(&solution);
    }
}

#[test]
fn a_share_string_keeps_control_characters_of_its_seed() {
    let seed = "a\u{1}\u{1b}";
    let (share, _, status) = output(solomids(&["solve", "--web-seed", seed, "--format", "share", "-q"]), b"");
    assert_eq!(status, Some(0));
    assert!(share.starts_with(&format!("{seed}_")), "{share:?}");
    let (out, err, status) = output(solomids(&["verify", "-"]), share.as_bytes());
    let warning =
        "warning: signs that are not seen are part of the seed \"a\\u{1}\\u{1b}\"; \"a\" is another one\n";
    assert_eq!((err.as_str(), status), (warning, Some(0)), "{out}");
}

#[test]
fn false_claims_are_found() {
    let (good, _) = solution(&["--share", "1_M-D4>C4, S-D9>D10"]);
    let share = |from: &str, to: &str| Value::from(good["share"].as_str().unwrap().replace(from, to));
    for (field, value, complaint) in [
        ("score", 16.into(), "`score` says 16, the line gives 17"),
        ("lower_bound", 16.into(), "`lower_bound` says 16, the line gives 17"),
        ("upper_bound", 3.into(), "`upper_bound` says 3, the line gives 17"),
        ("upper_bound", 18.into(), "`upper_bound` says 18, the line gives 17"),
        ("swaps", 1.into(), "`swaps` says 1, the line gives 0"),
        ("trees", 14.into(), "`trees` says 14, the line gives 15"),
        ("length", 7.into(), "`length` says 7, the line gives "),
        ("verdict", "lost".into(), "`verdict` says lost, the line gives won"),
        ("verdict", "undecided".into(), "`verdict` says undecided, the line gives won"),
        ("verdict", "banana".into(), "`verdict` says banana, the line gives won"),
        ("score", "17".into(), "`score` says \"17\", the line gives 17"),
        ("score", Value::Null, "`score` says null, the line gives 17"),
        ("proven", "lost".into(), "`proven` says lost, the line gives won"),
        ("proven", Value::Null, "`proven` says null, the line gives won"),
        ("swaps", Value::Null, "`swaps` says null, the line gives 0"),
        ("stopped", "nodes".into(), "`stopped` says nodes, the line gives null"),
        ("length_lower_bound", 99.into(), "`length_lower_bound` says 99, the line gives "),
        ("share", share("1_", "2_"), "`share` says 2_"),
        ("share", share("D10, ", "D10, B-E4, "), "`share` says 1_"),
        ("source", serde_json::json!({"kind": "web-seed", "seed": "2"}), "`source` says "),
        ("source", serde_json::json!({"kind": "seed", "seed": 1, "index": 0}), "`source` says "),
        ("source", serde_json::json!({"kind": "web-seed", "seed": "14"}), "`source` says "),
        ("played", serde_json::json!(["M-D4>C4"]), "`source` says "),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        let (out, err, status) = output(solomids(&["verify", "-"]), bad.to_string().as_bytes());
        assert!(out.contains(&format!("Wrong: {complaint}")), "{field}: {out}");
        assert_eq!((err.as_str(), status), ("", Some(2)), "{field}");
    }
    // Without a source, the seed of the share string names the deal.
    let mut bad = good.clone();
    bad.as_object_mut().unwrap().remove("source");
    let (out, _, status) = output(solomids(&["verify", "-"]), bad.to_string().as_bytes());
    assert_eq!(status, Some(0), "{out}");
    bad["share"] = share("1_", "2_");
    let (out, _, status) = output(solomids(&["verify", "-"]), bad.to_string().as_bytes());
    assert!(out.contains("Wrong: `share` says 2_"), "{out}");
    assert_eq!(status, Some(2));
    // A bound on the length may be below it, and not above.
    let (short, _) = solution(&["--share", "1_M-D4>C4, S-D9>D10", "--shortest", "--max-nodes", "300"]);
    assert_eq!(short["length_stopped"], "nodes");
    let mut bad = short.clone();
    bad["length_lower_bound"] = (short["length"].as_u64().unwrap() + 1).into();
    for (record, is_right) in [(short, true), (bad, false)] {
        let (out, _, status) = output(solomids(&["verify", "-"]), record.to_string().as_bytes());
        assert_eq!(out.contains("Wrong: `length_lower_bound` says "), !is_right, "{out}");
        assert_eq!(status, Some(if is_right { 0 } else { 2 }));
    }
    for (field, value, complaint) in [
        ("schema", Value::from("1"), "has schema \"1\", and this version reads schema 1"),
        ("schema", 2.5.into(), "has schema 2.5, and this version reads schema 1"),
        ("moves", serde_json::json!(["S-D9>D10", 7]), "invalid type: integer `7`"),
        ("played", serde_json::json!(["S-D9"]), "error: "),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        let (out, err, status) = output(solomids(&["verify", "-"]), bad.to_string().as_bytes());
        assert!(err.contains(complaint), "{field}: {err}");
        assert_eq!((out.as_str(), status), ("", Some(2)), "{field}");
    }
}

#[test]
fn a_game_in_progress_is_solved_from_its_position() {
    let played = ["M-D4>C4", "S-D9>D10", "S-E9>E10", "M-C4>E4", "B-E4"];
    let share = format!("1_{}", played.join(", "));
    let (solution, _) = solution(&["--share", &share]);
    assert_eq!(solution["played"], Value::from(played.to_vec()));
    assert_eq!(solution["source"], serde_json::json!({"kind": "web-seed", "seed": "1"}));
    let whole = solution["share"].as_str().expect("a share string");
    assert!(whole.starts_with(&format!("{share}, ")), "{whole}");
    let (first, rest) = share.split_at(share.find(", ").expect("several moves"));
    let (same, _) = self::solution(&[first, "--share", &rest.replacen(", ", "_", 1)]);
    assert_eq!((&same["share"], &same["played"]), (&solution["share"], &solution["played"]));
    // Readers of the solution recover the whole game.
    let text = solution.to_string();
    let (page, _, _) = output(solomids(&["analyze", "-", "--html", "-"]), text.as_bytes());
    assert!(page.contains("Web seed 1") && page.contains(&whole.replace('>', "&gt;")), "{page}");
    let (out, _, status) = output(solomids(&["verify", whole]), b"");
    assert!(out.contains("Score 17: 15 trees banked, a win, 0 swaps used"), "{out}");
    assert_eq!(status, Some(0));
}

#[test]
fn the_letters_of_a_deal_are_kept() {
    let xeno = include_str!("boards.in/deal.txt")
        .lines()
        .skip(1)
        .map(|row| row.chars().map(|c| "RYGBK".find(c).map_or(c, |i| char::from(b"CPOWA"[i]))).collect())
        .collect::<Vec<String>>();
    let (solution, status) = solution(&["-q", &xeno.join("\n")]);
    let deal = solution["deal"].as_str().expect("a deal");
    assert_eq!(deal.split('/').collect::<Vec<_>>(), xeno);
    assert_eq!(status, Some(0));
    check(&solution);
    let (out, _, _) = output(solomids(&["solve", "-q", "-"]), xeno.join("\n").as_bytes());
    assert!(out.contains(" W tree to the bank") && !out.contains("red"), "{out}");
}

#[test]
fn a_timeout_that_is_too_short_leaves_bounds() {
    let (solution, status) = solution(&[crate::fixtures::endless_deal().as_str(), "--timeout", "0.05"]);
    check(&solution);
    assert_eq!((&solution["verdict"], &solution["stopped"]), (&"undecided".into(), &"time".into()));
    assert_eq!(status, Some(3));
}
