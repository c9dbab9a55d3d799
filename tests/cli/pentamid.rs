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

/// Plays nine short games into a file, with more arguments.
fn series(files: &Files, name: &str, more: &[&str]) -> (String, String, Option<i32>) {
    let path = files.path(name);
    let options = ["selfplay", "--games", "9", "--nodes", "60", "--cap", "30", "--out", &path];
    output(pentamid(&[&options[..], more].concat()), b"")
}

#[test]
fn games_are_the_same_bytes_after_an_interruption() {
    let files = Files::new();
    let (table, notes, status) = series(&files, "one.csv", &[]);
    assert_eq!((notes.as_str(), status), ("", Some(0)));
    let (rows, meta) = (files.read("one.csv"), files.read("one.meta.json"));
    assert!(meta.contains("\"cap\": 30") && meta.contains("\"rows_sha256\": \""), "{meta}");
    // Four rows, a torn one, and a later game in the journal.
    series(&files, "two.csv", &[]);
    let lines: Vec<&str> = rows.split_inclusive('\n').collect();
    fs::write(files.path("two.csv"), lines[..5].concat() + &lines[5][..20]).expect("written");
    fs::write(files.path("two.csv.part"), lines[8]).expect("written");
    fs::write(files.path("two.meta.json"), without_hash(&meta)).expect("written");
    let (again, notes, status) = series(&files, "two.csv", &["--resume"]);
    assert_eq!((again.as_str(), status), (table.as_str(), Some(0)), "{notes}");
    assert_eq!(notes, "5 of 9 games are there already\n");
    assert_eq!((files.read("two.csv"), files.read("two.meta.json")), (rows, meta));
    assert_eq!(files.names(), ["one.csv", "one.meta.json", "two.csv", "two.meta.json"]);
    // Without a file yet, it begins.
    assert_eq!(series(&files, "three.csv", &["--resume"]), (table, String::new(), Some(0)));
}

#[test]
fn statistics_are_of_whole_and_unaltered_files() {
    let files = Files::new();
    series(&files, "games.csv", &[]);
    let (rows, path) = (files.read("games.csv"), files.path("games.csv"));
    let stats = |path: &str| output(pentamid(&["stats", path]), b"");
    assert_eq!(stats(&path).1, "");
    // Cut inside the last field, with the sidecar and without it.
    let torn = &rows[..rows.len() - 3];
    fs::write(&path, torn).expect("written");
    let (text, notes, status) = stats(&path);
    assert!(status == Some(0) && text.starts_with("8 games, "), "{text}{notes}");
    assert!(notes.contains("has no end") && notes.contains("has 8 of 9 games"), "{notes}");
    let (text, notes, _) = output(pentamid(&["stats", "-"]), torn.as_bytes());
    assert!(text.starts_with("8 games, ") && notes.contains("`<stdin>` has no end"), "{text}{notes}");
    fs::write(&path, rows.replacen("engine-60", "engine-61", 1)).expect("written");
    let (_, error, status) = stats(&path);
    assert!(
        status == Some(2) && error.contains("line 2 of `") && error.contains("has the players"),
        "{error}"
    );
    // Without a sidecar, rows agree with themselves, and a byte order mark changes nothing.
    let marked = files.path("marked.csv");
    fs::write(&marked, "\u{feff}".to_owned() + &rows).expect("written");
    for command in [pentamid(&["stats", &marked]), solomids(&["stats", &marked])] {
        assert!(run(command).0.starts_with("9 games, "));
    }
    let wrong = "index,seed,one,two,opening,result,plies,moves\n0,1,engine-9,engine-5,4,2,7,L@a1\n";
    let (_, error, status) = output(pentamid(&["stats", "-"]), wrong.as_bytes());
    let fault = "line 2 of `<stdin>` has 1 move, not 7, of which 4 open\n";
    assert!(status == Some(2) && error.contains(fault), "{error}");
    // Another encoding.
    let wide: Vec<u8> =
        "\u{feff}".encode_utf16().chain(rows.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    fs::write(files.path("wide.csv"), wide).expect("written");
    let (_, error, status) = stats(&files.path("wide.csv"));
    assert!(status == Some(2) && error.contains("wide.csv` is not UTF-8 text\nhelp: save it as"), "{error}");
    fs::write(files.path("games.meta.json"), "{}").expect("written");
    let (_, error, status) = stats(&path);
    assert!(status == Some(2) && error.contains("does not describe a series of games"), "{error}");
}

/// A sidecar of rows that are not all there.
fn without_hash(meta: &str) -> String {
    let (before, hash) = meta.split_once("\"rows_sha256\": ").expect("a hash");
    format!("{before}\"rows_sha256\": null{}", &hash[hash.find('\n').expect("another line")..])
}

#[test]
fn files_of_other_games_are_left_alone() {
    let files = Files::new();
    series(&files, "games.csv", &[]);
    let rows = files.read("games.csv");
    let refused = |more: &[&str]| {
        let (_, error, status) = series(&files, "games.csv", &[&["--resume"], more].concat());
        assert_eq!(status, Some(2), "{error}");
        error
    };
    assert!(refused(&["--seed", "2"]).contains("belongs to another series of games: seed: 1 in"));
    assert!(refused(&["--board", "6"]).contains("variant.board: 5x5 in"));
    assert_eq!(files.read("games.csv"), rows);
    fs::write(files.path("games.csv"), rows.replacen("engine-60", "engine-61", 1)).expect("written");
    assert!(refused(&[]).contains("has the players engine-61 and engine-60, not engine-60 and engine-60"));
    assert_eq!(files.names(), ["games.csv", "games.meta.json"]);
    fs::write(files.path("games.csv"), rows.replacen("\n1,1,", "\n1,7,", 1)).expect("written");
    assert!(refused(&[]).contains("line 3 of") && refused(&[]).contains("has the seed 7, not 1"));
    // Rows that no such game gives.
    let line = rows.lines().nth(2).expect("a row");
    let (start, last) = line.rsplit_once(' ').expect("moves");
    for (wrong, message) in [
        (line.replace(",unfinished,", ",1,"), "has a result that its moves do not give"),
        (start.to_owned(), "has 29 moves, not 30, of which 4 open"),
        (start.replace(",30,", ",29,"), "has a result that its moves do not give"),
        (format!("{start} {last} {last}").replace(",30,", ",31,"), "has moves that cannot be played: "),
        (
            line.replace("engine-60,engine-60", "engine-60,engine-70"),
            "has the players engine-60 and engine-70, not",
        ),
        (line.replacen(",4,", ",3,", 1), "has another opening"),
        (line.replacen(",30,", ",x,", 1), "is no row of a game: `x` in column `plies`"),
    ] {
        assert_ne!(wrong, line, "{message}");
        fs::write(files.path("games.csv"), rows.replace(line, &wrong)).expect("written");
        let error = refused(&[]);
        assert!(error.contains("line 3 of ") && error.contains(message), "{error}");
    }
    fs::remove_file(files.path("games.meta.json")).expect("removed");
    assert!(
        refused(&[]).contains("is missing")
            && refused(&[]).contains("help: put it back; the command that writes the rows")
    );
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_ends_a_long_search_at_once() {
    use std::time::{Duration, Instant};

    use crate::fixtures::send;
    let options = ["selfplay", "--games", "1", "--nodes", "1000000000000", "--threads", "1"];
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
    let class = serde_json::json!({"side": null, "mine": [1, 1, 1], "theirs": [1, 1, 0]});
    let is_class =
        |found: &&serde_json::Value| ["side", "mine", "theirs"].iter().all(|key| found[key] == class[key]);
    let found = fields["classes"].as_array().expect("a list").iter().find(is_class).expect("the class");
    assert!(["wins", "losses", "endless"].iter().all(|key| found[key] == totals[key]), "{found}");
    assert_eq!((&fields["result"], &fields["defender"]), (&"endless".into(), &serde_json::Value::Null));

    let fewer = files.path("fewer");
    let (text, ..) = output(
        pentamid(&["solve", "--board", "3", "--nests", "1", "--classes", &fewer, "--defender", "1,1,0"]),
        b"",
    );
    assert!(
        text.contains("Player 2 has 1 large, 1 medium, 0 smalls") && text.contains("leaves the whole"),
        "{text}"
    );
    for (more, status, part) in [
        (
            &["--diagonals"][..],
            2,
            "is of other rules or another class: it has `3x3 nests 1 line 3 both opponent`",
        ),
        (&["--defender", "1,1,0"], 2, "is no file of these classes"),
        (&["--defender", "0,1,0"], 2, "expected larges, mediums and smalls"),
        (&["--defender", "2,1,0"], 2, "a defender no more than all"),
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
