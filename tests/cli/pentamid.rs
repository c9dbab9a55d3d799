//! Commands of Pentamid beyond transcripts: files, pipes, threads, interrupts.

use std::fs;
use std::process::Stdio;

use crate::fixtures::{Files, output, run, solomids};

fn pentamid(arguments: &[&str]) -> std::process::Command {
    solomids(&[&["pentamid"], arguments].concat())
}

#[test]
fn answers_are_verified_by_a_pipe() {
    for arguments in [
        &["analyze", "--board", "3", "--nests", "2", "--format", "json"][..],
        &["analyze", "- - -/- L -/- - - 2", "--board", "3", "--nests", "2", "--format", "json"],
        &["analyze", "--moves", "L@a1 L@e5 La1-a2", "--plies", "3", "--repetition", "--format", "json"],
    ] {
        let (answer, _) = run(pentamid(arguments));
        let (text, err, status) = output(pentamid(&["verify", "-"]), answer.as_bytes());
        assert_eq!((err.as_str(), status), ("", Some(0)), "{answer}{text}");
        assert!(text.starts_with("Legal: all "), "{text}");
    }
}

#[test]
fn games_are_the_same_bytes_for_any_number_of_threads() {
    let files = Files::new();
    let game = |threads: &str, name: &str, more: &[&str]| {
        let path = files.path(name);
        let options = ["selfplay", "--games", "9", "--nodes", "60", "--seed", "5", "--cap", "30"];
        let (table, notes) =
            run(pentamid(&[&options[..], &["--threads", threads, "--out", &path], more].concat()));
        assert!(table.starts_with("9 games, ") && notes.is_empty(), "{table}{notes}");
        files.read(name)
    };
    let rows = game("1", "one.csv", &[]);
    assert_eq!(rows, game("3", "three.csv", &[]));
    assert_eq!(rows.lines().count(), 10);
    // A file is replaced on request only.
    fs::write(files.path("one.csv"), "mine").expect("written");
    assert_eq!(rows, game("0", "one.csv", &["--force"]));
}

#[test]
fn a_table_answers_what_the_prover_finds() {
    let files = Files::new();
    let path = files.path("small.table");
    let small = ["--board", "3", "--nests", "1", "--diagonals"];
    let (_, notes) = run(pentamid(&[&["solve", "--out", &path], &small[..]].concat()));
    assert!(notes.starts_with("wrote `"), "{notes}");
    let analyze = |more: &[&str]| {
        let options = ["analyze", "--plies", "11", "--format", "json"];
        let (out, _) = run(pentamid(&[&options[..], &small[..], more].concat()));
        let fields: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        (fields["result"].clone(), fields["plies"].clone())
    };
    let known = analyze(&["--table", &path]);
    assert_eq!(known, (serde_json::json!("win"), serde_json::json!(11)));
    assert_eq!(known, analyze(&[]));
    let (_, err, status) = output(pentamid(&["solve", "--board", "3", "--nests", "1", "--out", &path]), b"");
    assert!(status == Some(2) && err.contains("exists") && err.contains("--force"), "{err}");
    let other = ["analyze", "--board", "3", "--nests", "2", "--table", &path];
    let (_, err, status) = output(pentamid(&other), b"");
    assert!(status == Some(2) && err.contains("the table is of the rules `3x3 nests 1"), "{err}");
}

#[test]
fn pictures_show_covered_pieces() {
    let files = Files::new();
    let moves = "L@c3 L@b3 M@d4 M@a1 L@e5 S@d5 Md4-d5 L@e4 Le5-d5";
    let (svg, html) = (files.path("board.svg"), files.path("game.html"));
    let (_, notes) = run(pentamid(&["show", moves, "--svg", &svg, "--html", &html, "--title", "A & B"]));
    assert!(notes.contains("board.svg") && notes.contains("game.html"), "{notes}");
    let picture = files.read("board.svg");
    let document = roxmltree::Document::parse(&picture).expect("XML");
    let drawn = document.descendants().filter(|node| node.has_tag_name("use")).count();
    assert_eq!(drawn, 24, "all pieces, those covered and in reserve included");
    let page = files.read("game.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("A &amp; B") && page.contains("Le5-d5"));
    let (out, _) = run(pentamid(&["show", moves, "--format", "svg"]));
    assert!(out.starts_with("<svg"));
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_keeps_the_exit_status() {
    for (arguments, status) in [
        (&["analyze", "--plies", "3"][..], 0),
        (&["analyze", "--plies", "12", "--max-nodes", "10"], 3),
        (&["solve"], 3),
        (&["perft", "--depth", "9"], 0),
        (&["verify", "L@c3 L@c3"], 2),
        (&["selfplay", "--games", "3", "--nodes", "10", "--cap", "10"], 0),
    ] {
        let mut child = pentamid(&[arguments, &["--quiet"]].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!((output.status.code(), output.stderr), (Some(status), Vec::new()), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_keeps_the_games_so_far() {
    use crate::fixtures::{send, wait_for_rows};
    let files = Files::new();
    let path = files.path("games.csv");
    let options = ["selfplay", "--games", "1000000", "--nodes", "30", "--cap", "20", "--threads", "1"];
    let mut child = pentamid(&[&options[..], &["--out", &path]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    assert!(wait_for_rows(&mut child, path.as_ref(), 8));
    send("INT", &child);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    let rows = files.read("games.csv");
    assert!(rows.ends_with('\n') && rows.lines().count() > 8);
    let (text, _) = run(pentamid(&["stats", &path]));
    let games = rows.lines().count() - 1;
    assert!(text.starts_with(&format!("{games} games, ")), "{text}");
}
