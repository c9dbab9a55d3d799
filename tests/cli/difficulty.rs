//! `--difficulty`: agreement of `batch` and `solve`, and reproducible columns.

use std::fs;

use serde_json::Value;

use crate::fixtures::{Files, output, run, solomids};

const COLUMNS: &str = "difficulty,random_win_share,random_trees,greedy_win_share,greedy_trees,forced";

/// Seven deals, one of which is undecided.
const BATCH: [&str; 9] =
    ["batch", "--difficulty", "--dealer", "web", "--start", "160", "--count", "7", "--max-nodes=200"];

#[test]
fn a_batch_measures_what_solve_measures() {
    let mut words = Vec::new();
    // The last deal cannot be won.
    for (index, max_nodes) in [("0", "100"), ("3", "100"), ("4", "100"), ("19", "100"), ("6471", "20000")] {
        let deal = ["--seed", "1", "--max-nodes", max_nodes, "--quiet"];
        let one = [&["batch", "--start", index, "--count", "1", "--difficulty"], &deal[..]].concat();
        let (rows, _) = run(solomids(&one));
        let mut reader = csv::Reader::from_reader(rows.as_bytes());
        let names = reader.headers().expect("a header").clone();
        assert!(names.iter().skip(16).eq(COLUMNS.split(',').chain(["proven"])), "{names:?}");
        let row = reader.records().next().expect("a row").expect("a row");
        let solve = [&["solve", "--index", index, "--difficulty", "--format", "json"], &deal[..]].concat();
        let (json, err, _) = output(solomids(&solve), b"");
        let json: Value = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {err}"));
        let difficulty = &json["difficulty"];
        assert_eq!(&row[16], difficulty["level"].as_str().unwrap_or(""), "{index}");
        words.push(row[16].to_owned());
        for (column, name) in COLUMNS.split(',').enumerate().skip(1) {
            let here: f64 = row[16 + column].parse().expect("a number");
            assert_eq!(Some(here), difficulty[name].as_f64(), "{index} {name}");
        }
        // Measures that the standard columns of a batch hold.
        let number = |column: usize| row[column].parse::<u64>().ok();
        assert_eq!(number(14), difficulty["transfers"].as_u64(), "{index}");
        let without_banks = number(10).zip(number(13)).map(|(moves, banks)| moves - banks);
        assert_eq!(without_banks, difficulty["line_moves"].as_u64(), "{index}");
    }
    words.sort();
    words.dedup();
    assert!(words.len() >= 3 && words[0].is_empty(), "{words:?}");
}

#[test]
fn columns_are_reproducible() {
    let batch = |arguments: &[&str]| run(solomids(&[&BATCH, &["--quiet"][..], arguments].concat())).0;
    let expected = batch(&["--threads", "1"]);
    assert!(
        expected.lines().next().is_some_and(|header| header.ends_with(&format!("{COLUMNS},proven"))),
        "{expected}"
    );
    assert!(expected.contains(",won,") && expected.contains(",undecided,"), "{expected}");
    assert_eq!(batch(&["--threads", "8"]), expected);

    let files = Files::new();
    let parts = ["1/2", "2/2"].map(|shard| {
        let part = files.path(&format!("{}.csv", shard.replace('/', "-of-")));
        batch(&["--shard", shard, "--out", &part]);
        part
    });
    assert_eq!(run(solomids(&["merge", &parts[1], &parts[0]])).0, expected);

    let path = files.path("deals.csv");
    batch(&["--out", &path]);
    fs::write(&path, &expected[..expected.len() - 7]).expect("a file");
    batch(&["--out", &path, "--resume"]);
    assert_eq!(files.read("deals.csv"), expected);

    let old = files.path("old.csv");
    let smaller = [&BATCH[..8], &["--max-nodes=100", "--quiet", "--out", &old]].concat();
    run(solomids(&smaller));
    batch(&["--out", &old, "--resume"]);
    assert_eq!(files.read("old.csv"), expected);

    let all = batch(&["--save-lines", "--timings"]);
    let header = format!("nodes,line,elapsed_us,{COLUMNS},proven");
    assert!(all.lines().next().is_some_and(|names| names.ends_with(&header)), "{all}");
}
