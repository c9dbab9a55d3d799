//! `batch --reuse`: rows taken over from an earlier batch give the same bytes as a whole run.

use std::fs;
use std::process::Command;

use crate::fixtures::{Files, output, run, solomids};

/// Deals of a few dozen to more than 3000 nodes; two of the seeds have no deal.
const DEALS: [&str; 5] = ["batch", "--dealer", "web", "--start", "160"];

fn batch(count: &str, max_nodes: &str, arguments: &[&str]) -> Command {
    solomids(&[&DEALS, &["--count", count, "--max-nodes", max_nodes][..], arguments].concat())
}

/// Number of rows with a verdict.
fn count(rows: &str, verdict: &str) -> usize {
    rows.lines().filter(|row| row.split(',').nth(4) == Some(verdict)).count()
}

/// Runs a batch with a small limit; returns its path, and the rows expected with a larger limit.
fn old_and_expected(files: &Files) -> (String, String) {
    let old = files.path("old.csv");
    run(batch("30", "100", &["--out", &old, "--quiet"]));
    let (expected, _) = run(batch("30", "1000", &["--quiet"]));
    let small = files.read("old.csv");
    assert_eq!(count(&small, "no-deal"), 2);
    assert!(count(&small, "won") >= 5 && count(&small, "undecided") >= 5, "{small}");
    assert!(count(&expected, "won") > count(&small, "won"), "{expected}");
    (old, expected)
}

/// Number of won rows with fewer nodes than the limit, the ones that can be taken over.
fn decided(rows: &str, max_nodes: &str) -> usize {
    let early = |row: &&str| row.split(',').nth(15) != Some(max_nodes);
    rows.lines().filter(early).map(|row| count(row, "won")).sum()
}

#[test]
fn reuse_gives_the_bytes_of_a_whole_run() {
    let files = Files::new();
    let (old, expected) = old_and_expected(&files);
    for threads in ["1", "2", "8"] {
        let (rows, _) = run(batch("30", "1000", &["--reuse", &old, "--quiet", "--threads", threads]));
        assert_eq!(rows, expected, "{threads} threads");
    }
    let (whole, new) = (files.path("whole.csv"), files.path("new.csv"));
    run(batch("30", "1000", &["--out", &whole, "--quiet"]));
    let (_, err) = run(batch("30", "1000", &["--reuse", &old, "--out", &new]));
    let taken = decided(&files.read("old.csv"), "100");
    assert!(err.starts_with(&format!("{taken} of 30 rows are taken over from `{old}`\n")), "{err}");
    assert_eq!(files.read("new.csv"), expected);
    assert_eq!(files.read("new.meta.json"), files.read("whole.meta.json"));
    // Files made with --reuse can be reused.
    let (last, _) = run(batch("30", "3000", &["--reuse", &new, "--quiet"]));
    assert_eq!(last, run(batch("30", "3000", &["--quiet"])).0);
    assert!(count(&last, "undecided") <= count(&expected, "undecided"), "{last}");
}

#[test]
fn shards_and_other_ranges_reuse_their_rows() {
    let files = Files::new();
    let (old, expected) = old_and_expected(&files);
    let mut parts = Vec::new();
    for number in 1..=7 {
        let part = files.path(&format!("part-{number}.csv"));
        let shard = format!("{number}/7");
        run(batch("30", "1000", &["--shard", &shard, "--reuse", &old, "--out", &part, "--quiet"]));
        parts.push(part);
    }
    let mut arguments = vec!["merge"];
    arguments.extend(parts.iter().map(String::as_str));
    assert_eq!(run(solomids(&arguments)).0, expected);
    let (more, _) = run(batch("35", "1000", &["--reuse", &old, "--quiet"]));
    assert_eq!(more, run(batch("35", "1000", &["--quiet"])).0);
    assert!(more.starts_with(&expected));
    let (rows, err) = run(batch("30", "1000", &["--reuse", &parts[3]]));
    assert_eq!(rows, expected);
    let taken = decided(&files.read("part-4.csv"), "1000");
    assert!(taken > 0 && err.starts_with(&format!("{taken} of 30 rows are taken over")), "{err}");
}

#[test]
fn rows_of_an_unfinished_batch_are_reused() {
    let files = Files::new();
    let (old, expected) = old_and_expected(&files);
    let rows = files.read("old.csv");
    let lines: Vec<&str> = rows.split_inclusive('\n').collect();
    // Three rows are missing, later ones are in the journal, and the last line of each file is torn.
    fs::write(&old, lines[..9].concat() + &lines[9][..20]).expect("a file");
    fs::write(files.path("old.csv.part"), lines[12..].concat() + "19").expect("a file");
    let (rows, err) = run(batch("30", "1000", &["--reuse", &old, "--threads", "2"]));
    assert_eq!(rows, expected);
    let taken = decided(&[&lines[..9], &lines[12..]].concat().concat(), "100");
    assert!(taken > 3 && err.starts_with(&format!("{taken} of 30 rows are taken over")), "{err}");
    assert_eq!(
        fs::read_to_string(&old).expect("a file").len(),
        lines[..9].concat().len() + 20,
        "it is only read"
    );
    fs::write(&old, "").expect("a file");
    fs::remove_file(files.path("old.csv.part")).expect("a file");
    assert_eq!(run(batch("30", "1000", &["--reuse", &old, "--quiet"])).0, expected);
}

#[test]
fn reuse_refuses_the_output_as_its_input() {
    let files = Files::new();
    let (old, _) = old_and_expected(&files);
    let (rows, meta) = (files.read("old.csv"), files.read("old.meta.json"));
    for more in [&["--force"][..], &["--resume"], &[]] {
        let (_, err, status) =
            output(batch("30", "1000", &[&["--reuse", &old, "--out", &old][..], more].concat()), b"");
        assert_eq!(status, Some(2));
        let expected = format!(
            "error: `{old}` cannot be both read and written\nhelp: choose another file for the new rows\n"
        );
        assert_eq!(err, expected);
    }
    assert_eq!((files.read("old.csv"), files.read("old.meta.json")), (rows, meta));
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_batch_resumes_with_or_without_reuse() {
    use std::process::Stdio;

    use crate::fixtures::{row_count, send, wait_for_rows};

    let files = Files::new();
    let old = files.path("old.csv");
    run(batch("30", "100", &["--out", &old, "--quiet"]));
    let (expected, _) = run(batch("30", "3000", &["--quiet"]));
    let (new, path) = (files.path("new.csv"), files.folder.path().join("new.csv"));
    for signal in ["KILL", "INT"] {
        let mut stops = 0;
        loop {
            let before = row_count(&path);
            let reuse = if stops % 3 == 2 { &[][..] } else { &["--reuse", &old] };
            let mut command = batch("30", "3000", &[&["--out", &new, "--resume", "-q"][..], reuse].concat());
            let mut child =
                command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
            if !wait_for_rows(&mut child, &path, before + 1) {
                assert!(child.wait().expect("a child").success());
                break;
            }
            send(signal, &child);
            child.wait().expect("a child");
            assert!(row_count(&path) >= before, "rows are lost");
            stops += 1;
            assert!(stops < 100, "it does not get on");
        }
        assert!(stops > 0, "never killed");
        assert_eq!(files.read("new.csv"), expected, "{signal}");
        assert_eq!(files.names(), ["new.csv", "new.meta.json", "old.csv", "old.meta.json"]);
        fs::remove_file(&path).expect("a file");
        fs::remove_file(files.path("new.meta.json")).expect("a file");
    }
}

/// A file of three rows that a search of 100 nodes would not give, as this build writes them.
fn made_up(files: &Files) -> String {
    let old = files.path("old.csv");
    fs::write(&old, include_str!("reuse.in/old.csv")).expect("a file");
    let meta =
        include_str!("reuse.in/old.meta.json").replace("\"0.1.0\"", &format!("{:?}", solomids::VERSION));
    fs::write(files.path("old.meta.json"), meta).expect("a file");
    old
}

#[test]
fn only_decided_rows_of_the_same_deals_are_taken_over() {
    let files = Files::new();
    let old = made_up(&files);
    let first = files.read("old.csv").lines().nth(1).expect("a row").to_owned();
    let (rows, err) = run(solomids(&["batch", "--seed", "1", "--count", "3", "--reuse", &old]));
    assert!(err.starts_with(&format!("1 of 3 rows are taken over from `{old}`\n")), "{err}");
    assert_eq!((rows.lines().nth(1), count(&rows, "won")), (Some(first.as_str()), 3));
    let (rows, err) =
        run(solomids(&["batch", "--seed", "1", "--start", "1", "--count", "1", "--reuse", &old]));
    assert!(err.starts_with(&format!("0 of 1 rows are taken over from `{old}`\n")), "{err}");
    assert_eq!(count(&rows, "won"), 1);
}

#[test]
fn smaller_limits_take_nothing_over() {
    let files = Files::new();
    let old = made_up(&files);
    let meta = files.path("old.meta.json");
    for (limit, value, difference) in [
        ("--max-nodes", "99", "limits.max_nodes: 100 in `META`, 99 now"),
        ("--timeout", "60", "limits.timeout_seconds: none in `META`, 60.0 now"),
    ] {
        let arguments = ["batch", "--seed", "1", "--count", "3", "--reuse", &old, limit, value];
        let (_, err, status) = output(solomids(&arguments), b"");
        assert_eq!(status, Some(2));
        let expected = format!(
            "error: the limits are smaller than those of `{old}`: {}\nhelp: what was decided within the old limit may \
             not be within a smaller one: give the old one or more, or none\n",
            difference.replace("META", &meta)
        );
        assert_eq!(err, expected);
    }
}
