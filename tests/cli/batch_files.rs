//! Files of batches: inputs that would be overwritten, links, damaged files, lists of indices, positions in mid-game.

use std::fs;

use crate::fixtures::{Files, output, run, solomids};

/// A file of three deals, and its text.
fn deals(files: &Files) -> (String, String) {
    let (text, _) = run(solomids(&["deal", "--seed", "1", "--count", "3"]));
    let path = files.path("x.csv");
    fs::write(&path, &text).expect("a file");
    (path, text)
}

#[test]
fn a_batch_never_overwrites_its_input() {
    let files = Files::new();
    let (path, text) = deals(&files);
    let hard = files.path("hard.csv");
    fs::hard_link(&path, &hard).expect("a link");
    let mut names = vec![path.clone(), hard];
    #[cfg(unix)]
    {
        names.push(files.path("soft.csv"));
        std::os::unix::fs::symlink("x.csv", files.path("soft.csv")).expect("a link");
    }
    for name in &names {
        for how in ["--force", "--resume"] {
            for arguments in [
                &["batch", &path, "--out", name, how][..],
                &["batch", name, "--out", &path, how],
                &["batch", "--seed", "1", "--indices", name, "--out", &path, how],
            ] {
                let (out, err, status) = output(solomids(arguments), b"");
                assert_eq!((out.as_str(), status), ("", Some(2)), "{arguments:?}");
                assert!(err.contains("cannot be both read and written"), "{err}");
                assert_eq!(files.read("x.csv"), text);
            }
        }
    }
    let stdin = fs::File::open(&path).expect("a file");
    let ended = solomids(&["batch", "-", "--out", &path, "--force"]).stdin(stdin).output().expect("it runs");
    let err = String::from_utf8_lossy(&ended.stderr);
    assert!(err.starts_with("error: standard input cannot be both read and written"), "{err}");
    // The log and the sidecars are written as well.
    for taken in ["y.meta.json", "y.csv.part", "y.meta.json.part"] {
        fs::write(files.path(taken), &text).expect("a file");
        let arguments = ["batch", &files.path(taken), "--out", &files.path("y.csv"), "--force"];
        let (_, err, _) = output(solomids(&arguments), b"");
        assert!(err.contains("cannot be both read and written"), "{err}");
        assert_eq!(files.read(taken), text);
    }
}

#[test]
#[cfg(unix)]
fn rows_and_sidecar_stay_together_behind_a_link() {
    let files = Files::new();
    fs::create_dir(files.path("store")).expect("a folder");
    let (link, real) = (files.path("deals.csv"), files.path("store/real.csv"));
    std::os::unix::fs::symlink("store/real.csv", &link).expect("a link");
    let batch = ["batch", "--seed", "1", "--count", "3", "--max-nodes", "9", "--quiet"];
    run(solomids(&[&batch[..], &["--out", &link]].concat()));
    assert_eq!(files.names(), ["deals.csv", "store"]);
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    let rows = files.read("store/real.csv");
    for name in [&link, &real] {
        run(solomids(&[&batch[..], &["--out", name, "--resume"]].concat()));
        let (_, err) = run(solomids(&["stats", name]));
        assert_eq!(err, "");
        assert_eq!(run(solomids(&["merge", name])).0, rows);
    }
    // A link to rows whose sidecar lies beside the link, as archives of contents make them.
    fs::rename(files.path("store/real.meta.json"), files.path("deals.meta.json")).expect("a file");
    assert_eq!(run(solomids(&["merge", &link])).0, rows);
}

#[test]
fn a_damaged_log_says_what_to_do() {
    let files = Files::new();
    let out = files.path("x.csv");
    let batch = ["batch", "--seed", "1", "--count", "3", "--max-nodes", "9", "--quiet", "--out", &out];
    run(solomids(&batch));
    let rows = files.read("x.csv");
    let log = files.path("x.csv.part");
    fs::write(&log, rows.replacen("\n0,", "\nrubbish\n0,", 1)).expect("a file");
    fs::rename(files.path("x.meta.json"), files.path("x.meta.json.part")).expect("a file");
    fs::remove_file(&out).expect("a file");
    let resume = [&batch[..], &["--resume"]].concat();
    let (_, err, status) = output(solomids(&resume), b"");
    assert_eq!(status, Some(2));
    assert_eq!(
        err,
        format!(
            "error: line 2 of `{log}` has 1 field, not 17\n\
             help: delete this line, or the whole file: --resume then makes the rows of the lines that are gone again\n"
        )
    );
    fs::remove_file(&log).expect("a file");
    run(solomids(&resume));
    assert_eq!(files.read("x.csv"), rows);
}

#[test]
fn line_numbers_are_those_of_the_file() {
    let files = Files::new();
    let (rows, _) = run(solomids(&["batch", "--seed", "1", "--count", "3", "--max-nodes", "9", "-q"]));
    let wrong = rows.replacen("2,1,tabletop", "2,1,table", 1);
    for (end, blank, line) in [("\n", 0, 4), ("\r\n", 0, 4), ("\n", 2, 6), ("\r\n", 3, 7), ("\r", 1, 5)] {
        let text: String = end.repeat(blank) + &wrong.replace('\n', end);
        fs::write(files.path("x.csv"), text).expect("a file");
        let (_, err, _) = output(solomids(&["stats", &files.path("x.csv")]), b"");
        assert!(err.starts_with(&format!("error: line {line} of `")), "{end:?} {err}");
    }
}

#[test]
fn chosen_indices_give_the_rows_of_a_whole_batch() {
    let files = Files::new();
    let limits = ["--max-nodes", "50", "--quiet"];
    let (whole, _) = run(solomids(&[&["batch", "--seed", "1", "--count", "20"][..], &limits].concat()));
    let list = files.path("list");
    fs::write(&list, "index\n7\n3,19 # a comment\n\n0\n").expect("a file");
    let chosen = |more: &[&str]| {
        solomids(&[&["batch", "--seed", "1", "--indices", &list][..], &limits, more].concat())
    };
    let wanted = [0, 1, 4, 8, 20];
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let expected: String = wanted.iter().map(|&line| lines[line]).collect();
    assert_eq!(run(chosen(&[])).0, expected);
    let out = files.path("chosen.csv");
    run(chosen(&["--out", &out]));
    assert_eq!(files.read("chosen.csv"), expected);
    fs::write(&out, &expected[..expected.len() - 9]).expect("a file");
    run(chosen(&["--out", &out, "--resume"]));
    assert_eq!(files.read("chosen.csv"), expected);
    // Shards are parts of the list.
    let mut parts = vec!["merge".to_owned()];
    for number in 1..=3 {
        parts.push(files.path(&format!("part-{number}.csv")));
        run(chosen(&["--shard", &format!("{number}/3"), "--out", &parts[number]]));
    }
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    assert_eq!(run(solomids(&parts)).0, expected);
    let (_, err, _) = output(solomids(&["merge", parts[1], parts[3]]), b"");
    assert!(err.starts_with("error: index 3 of the list is missing between"), "{err}");
    // Another list is another batch.
    fs::write(&list, "0 3 7 18").expect("a file");
    let (_, err, status) = output(chosen(&["--out", &out, "--resume"]), b"");
    assert!(status == Some(2) && err.contains("indices: 4 from 0 to 19 in `"), "{err}");
    fs::write(&list, "0 4 7 19").expect("a file");
    let (_, err, status) = output(chosen(&["--out", &out, "--resume"]), b"");
    let message = "indices: 4 from 0 to 19 (item 2 is 3) in `";
    assert!(status == Some(2) && err.contains(message), "{err}");
    assert!(err.contains(", 4 from 0 to 19 (item 2 is 4) now"), "{err}");
    for (text, message) in [
        ("3\n4 3\n", "index 3 comes twice\n --> "),
        ("3\n-4\n", "`-4` is no index\n --> "),
        ("# none\n", "there is no index in `"),
    ] {
        fs::write(&list, text).expect("a file");
        let (_, err, status) = output(chosen(&[]), b"");
        assert!(status == Some(2) && err.contains(message), "{err}");
    }
}

#[test]
fn positions_in_mid_game_are_solved() {
    let files = Files::new();
    let position = "R1 . . . ./. . . . ./. . . . ./. . . . ./R2 . Y123 . ./. . . . ./. . . . ./. . . . ./\
                    R3 . . . ./. . . . .";
    let (_, deal) = deals(&files);
    let deal = deal.lines().nth(1).expect("a deal");
    let input = format!("{position}/swaps-used: 1\n{deal}\n{position}\n");
    let batch = ["batch", "-", "--save-lines", "--max-nodes", "100", "--quiet"];
    let (rows, err, status) = output(solomids(&batch), input.as_bytes());
    assert_eq!((err.as_str(), status), ("", Some(0)));
    let fields = |line: usize| rows.lines().nth(line).expect("a row").split(',').collect::<Vec<_>>();
    assert_eq!(fields(1)[3..10], [&format!("{position}/swaps-used: 1"), "won", "16", "16", "16", "1", "15"]);
    assert_eq!(fields(3)[3..10], [position, "won", "17", "17", "17", "0", "15"]);
    assert_eq!(fields(1)[13], "2", "two trees are banked by the line");
    let out = files.path("positions.csv");
    let (_, err, _) = output(solomids(&[&batch[..], &["--out", &out]].concat()), input.as_bytes());
    assert_eq!(err, "");
    // A merge checks every row, its line and its counts.
    assert_eq!(run(solomids(&["merge", &out])).0, rows);
    let (_, err, status) =
        output(solomids(&[&batch[..], &["--out", &out, "--resume"]].concat()), input.as_bytes());
    assert_eq!((err.as_str(), status), ("", Some(0)));
}

#[test]
fn search_revisions_do_not_mix() {
    let files = Files::new();
    let out = files.path("x.csv");
    let batch = ["batch", "--seed", "1", "--count", "3", "--max-nodes", "9", "--quiet", "--out", &out];
    run(solomids(&batch));
    let meta = files.read("x.meta.json");
    let (version, _) = run(solomids(&["--version"]));
    let revision = format!("search revision {}", solomids::SEARCH_REVISION);
    assert!(version.trim().ends_with(&format!(" ({revision})")), "{version}");
    let field = format!("\"search_revision\": {},", solomids::SEARCH_REVISION);
    for (other, named) in
        [("\"search_revision\": 999,", "search revision 999"), ("", env!("CARGO_PKG_VERSION"))]
    {
        assert!(meta.contains(&field), "{meta}");
        fs::write(files.path("x.meta.json"), meta.replace(&field, other)).expect("a file");
        let (_, err, status) = output(solomids(&[&batch[..], &["--resume"]].concat()), b"");
        assert_eq!(status, Some(2));
        assert!(
            err.contains(&format!("version: {named} in `")) && err.contains(&format!(", {revision} now")),
            "{err}"
        );
        assert!(err.contains("help: finish it with the version that began it, or begin it anew"), "{err}");
    }
}

/// Files of the last version before revisions had numbers, some of them begun and some finished.
#[test]
fn what_the_version_before_began_goes_on_if_the_search_is_the_same() {
    let files = Files::new();
    let old = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/before-revisions");
    for entry in fs::read_dir(&old).expect("a folder") {
        let entry = entry.expect("a file");
        fs::copy(entry.path(), files.folder.path().join(entry.file_name())).expect("a copy");
    }
    let path = |name: &str| files.path(&format!("{name}.csv"));
    let (text, _, status) = output(solomids(&["status", &path("batch")]), b"");
    assert_eq!((text.lines().last(), status), (Some("3 of 6 rows; files: 1 stopped"), Some(3)));
    let batch = ["batch", "--seed", "1", "--count", "6", "--save-lines", "--max-nodes"];
    let (table, _) = run(solomids(&["stats", &path("batch")]));
    assert!(table.starts_with("tabletop-1, seed 1, indices 0 to 2: 3 deals\n"), "{table}");
    // The search is another one since then.
    let begun = files.read("batch.csv");
    let differ = |err: &str, name: &str, revision: u32| {
        let now = format!("{name}.meta.json`, search revision {revision} now");
        err.contains(&now) && err.contains("\nhelp: finish it with the version that began it")
    };
    let resume = ["60", "--out", &path("batch"), "--resume"];
    let (_, err, status) = output(solomids(&[&batch[..], &resume].concat()), b"");
    assert!(status == Some(2) && differ(&err, "batch", solomids::SEARCH_REVISION), "{err}");
    assert_eq!(files.read("batch.csv"), begun);
    // The old file and a new one are no batch, but the best answers of both are taken.
    let new = path("new");
    let web =
        ["batch", "--dealer", "web", "--start", "5", "--count", "2", "--max-nodes", "100", "-q", "--out"];
    run(solomids(&[&web[..], &[&new]].concat()));
    let (_, err, status) = output(solomids(&["merge", &new, &path("finished")]), b"");
    assert!(status == Some(2) && err.contains("version: search revision 1 in `"), "{err}");
    let (_, err, status) = output(solomids(&["stats", &new, &path("finished")]), b"");
    assert!(status == Some(2) && err.contains("version: search revision 1 in `"), "{err}");
    let (rows, _) = run(solomids(&["merge", "--best", &new, &path("finished")]));
    assert_eq!(rows.lines().count(), 5);
    let proven: Vec<&str> = rows.lines().filter_map(|line| line.rsplit(',').next()).collect();
    assert_eq!(proven, ["proven", "won", "", "won", "won"], "{rows}");
    let census = ["solace2", "census", "--stashes", "1"];
    let (_, err) = run(solomids(&[&census[..], &["--out", &path("census"), "--resume"]].concat()));
    assert!(err.starts_with("3 of 7 classes are there already\n"), "{err}");
    assert_eq!(files.read("census.csv"), run(solomids(&[&census[..], &["-q"]].concat())).0);
    // A version whose search was another one is named.
    let meta = files.read("finished.meta.json").replace("+32bd746c941cdcd4", "+0123");
    fs::write(files.path("finished.meta.json"), meta).expect("a file");
    let (_, err, _) = output(solomids(&["merge", &new, &path("finished")]), b"");
    let now = format!("search revision {} in `", solomids::SEARCH_REVISION);
    assert!(err.contains("version: 0.1.0+0123 in `") && err.contains(&now), "{err}");
}
