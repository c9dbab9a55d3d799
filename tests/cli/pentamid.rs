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
#[cfg(target_os = "linux")]
fn an_interrupt_ends_a_long_search_at_once() {
    use std::time::{Duration, Instant};

    use crate::fixtures::send;
    let options = ["analyze", "--plies", "100", "--timeout", "1000", "--threads", "1"];
    let child = pentamid(&options).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("the program starts");
    std::thread::sleep(Duration::from_secs(1));
    send("INT", &child);
    let asked = Instant::now();
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
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
fn classes_are_solved_in_a_folder_of_their_own() {
    let files = Files::new();
    let folder = files.path("classes");
    let small = ["solve", "--board", "3", "--nests", "1", "--classes", &folder];
    let solve = |more: &[&str]| output(pentamid(&[&small[..], more].concat()), b"");
    let (text, _, status) = solve(&[]);
    let rows = [
        "The start: endless, neither player can force a win, proven",
        "To move   Other             Won            Lost         Endless",
        "    111     110           1,487           1,476           2,734",
        "    All                  19,912           4,865          32,962",
    ];
    assert!(status == Some(0) && rows.iter().all(|row| text.lines().any(|line| line == *row)), "{text}");
    assert_eq!(solve(&["--threads", "1"]).0, text);
    let fields: serde_json::Value = serde_json::from_str(&solve(&["--format", "json"]).0).expect("JSON");
    let totals = serde_json::json!({"wins": 1487, "losses": 1476, "endless": 2734});
    let class = serde_json::json!({"mine": [1, 1, 1], "theirs": [1, 1, 0]});
    let is_class = |found: &&serde_json::Value| ["mine", "theirs"].iter().all(|key| found[key] == class[key]);
    let found = fields["classes"].as_array().expect("a list").iter().find(is_class).expect("the class");
    assert!(["wins", "losses", "endless"].iter().all(|key| found[key] == totals[key]), "{found}");
    assert_eq!(fields["result"], "endless");
    for (more, status, part) in [
        (
            &["--diagonals"][..],
            2,
            "is of other rules or another class: it has `3x3 nests 1 line 3 both opponent`",
        ),
        (&["--defender", "1,1,0"], 2, "unexpected argument"),
        (&["--timeout", "0"], 3, "the same command goes on from there"),
    ] {
        let (_, err, found) = solve(more);
        assert!(found == Some(status) && err.contains(part), "{more:?}: {found:?} {err}");
    }
    let larger = ["solve", "--board", "3", "--nests", "2", "--classes", &folder, "--memory", "1M"];
    let (text, err, status) = output(pentamid(&larger), b"");
    assert!(status == Some(3) && text.contains("(--memory)") && err.contains("MiB of memory"), "{text}{err}");
    fs::write(files.path("classes/111-111"), "solomids").expect("a file");
    let (_, err, status) = solve(&[]);
    assert!(status == Some(2) && err.contains("111-111"), "{err}");
}

#[test]
#[cfg(unix)]
fn a_table_goes_where_links_and_pipes_lead() {
    let files = Files::new();
    let solve = |path: &str, more: &[&str]| {
        let small = ["solve", "--board", "3", "--nests", "1", "--out", path];
        output(pentamid(&[&small[..], more].concat()), b"")
    };
    let (_, err, status) = solve(&files.path("."), &["--force"]);
    assert!(status == Some(2) && err.contains("is a folder") && !err.contains("--force"), "{err}");
    let (file, link) = (files.path("real.table"), files.path("link.table"));
    assert_eq!(solve(&file, &[]).2, Some(0));
    let table = fs::read(&file).expect("a table");
    fs::write(&file, "older").expect("written");
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    let (_, err, status) = solve(&link, &[]);
    assert!(status == Some(2) && err.contains("--force to replace it"), "{err}");
    assert_eq!(solve(&link, &["--force"]).2, Some(0));
    // The link is replaced, not what it leads to.
    assert!(fs::symlink_metadata(&link).expect("there").is_file());
    assert_eq!((fs::read(&link).expect("a table"), files.read("real.table").as_str()), (table, "older"));
    // A device is written to, and stays one.
    if fs::metadata("/dev/full").is_ok() {
        let full = files.path("full");
        std::os::unix::fs::symlink("/dev/full", &full).expect("a link");
        let (_, err, status) = solve(&full, &[]);
        assert!(status == Some(2) && err.contains("cannot write") && !err.contains("exists"), "{err}");
        assert!(fs::symlink_metadata(&full).expect("there").is_symlink());
    }
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
