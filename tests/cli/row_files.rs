//! Files of rows: other formats, rows without deals, hashes, and shards that are merged step by step.

use std::fs;

use crate::fixtures::{Files, output, run, solomids};

/// A batch of 24 deals, of which some are decided, with a column of each type.
const BATCH: [&str; 8] = ["batch", "--seed", "1", "--count", "24", "--max-nodes", "60", "--quiet"];

fn batch(more: &[&str]) {
    run(solomids(&[&BATCH[..], more].concat()));
}

/// Runs a command that must fail; returns its message.
fn refused(arguments: &[&str]) -> String {
    let (out, err, status) = output(solomids(arguments), b"");
    assert_eq!((out.as_str(), status), ("", Some(2)), "{arguments:?} {err}");
    err
}

#[test]
fn json_lines_have_the_fields_of_the_rows() {
    let files = Files::new();
    let [rows, json] = ["x.csv", "x.jsonl"].map(|name| files.path(name));
    batch(&["--difficulty", "--save-lines", "--out", &json]);
    assert_eq!(files.names(), ["x.csv", "x.jsonl", "x.meta.json"]);
    let mut reader = csv::Reader::from_path(&rows).expect("rows");
    let names: Vec<String> = reader.headers().expect("a header").iter().map(Into::into).collect();
    let text = files.read("x.jsonl");
    let mut objects = text.lines();
    for record in reader.records() {
        let record = record.expect("a row");
        let line = objects.next().expect("a line for each row");
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(object.as_object().expect("an object").len(), names.len());
        for (name, field) in names.iter().zip(&record) {
            let found = &object[name];
            let shown = found.as_str().map_or_else(|| found.to_string(), Into::into);
            assert_eq!(if found.is_null() { "" } else { &shown }, field, "{name} of {line}");
        }
    }
    assert_eq!(objects.next(), None);
    // What a merge writes is the same.
    let merged = files.path("y.jsonl");
    run(solomids(&["merge", &rows, "--out", &merged, "--threads", "1"]));
    assert_eq!(files.read("y.jsonl"), text);
}

#[test]
fn files_of_other_formats_are_replaced_when_asked_for() {
    let files = Files::new();
    let [rows, out, again] = ["x.csv", "x.jsonl", "y.jsonl"].map(|name| files.path(name));
    batch(&["--out", &out]);
    let text = files.read("x.jsonl");
    let err = refused(&[&BATCH[..], &["--out", &out]].concat());
    assert_eq!(
        err,
        format!("error: `{out}` exists\nhelp: --resume and --force replace it, or choose another name\n")
    );
    batch(&["--out", &out, "--resume"]);
    run(solomids(&["merge", &rows, "--out", &again]));
    let err = refused(&["merge", &rows, "--out", &again]);
    assert_eq!(err, format!("error: `{again}` exists\nhelp: --force replaces it, or choose another name\n"));
    run(solomids(&["merge", &rows, "--out", &again, "--force"]));
    assert_eq!([files.read("x.jsonl"), files.read("y.jsonl")], [text.clone(), text]);
    let err = refused(&["batch", &again, "--out", &again, "--force"]);
    assert!(err.contains("cannot be both read and written"), "{err}");
}

#[test]
fn an_ending_of_no_format_is_refused_before_any_work() {
    let files = Files::new();
    let out = files.path("x.parquet");
    let message = format!("error: `{out}` is no name that ends in .csv\n");
    for arguments in [&["--seed", "1", "--count", "1000000000000"][..], &["missing.txt"]] {
        let err = refused(&[&["batch", "--out", &out], arguments].concat());
        assert!(err.starts_with(&message), "{err}");
    }
}

#[test]
fn shares_keep_their_decimal_point() {
    let files = Files::new();
    batch(&["--difficulty", "--out", &files.path("x.csv")]);
    let mut reader = csv::Reader::from_path(files.path("x.csv")).expect("rows");
    for record in reader.records() {
        let record = record.expect("a row");
        assert!(record.iter().skip(17).take(4).all(|field| field.contains('.')), "{record:?}");
    }
}

#[test]
fn deals_that_are_left_out_are_dealt_again() {
    let files = Files::new();
    let [with, without, merged] = ["a.csv", "b.csv", "c.csv"].map(|name| files.path(name));
    batch(&["--save-lines", "--out", &with]);
    batch(&["--save-lines", "--without-deals", "--out", &without]);
    let rows = files.read("b.csv");
    assert!(rows.starts_with("index,seed,dealer,verdict,") && !rows.contains('/'), "{rows}");
    run(solomids(&["merge", &with, "--without-deals", "--out", &merged]));
    assert_eq!(files.read("c.csv"), rows);
    assert_eq!(files.read("c.meta.json"), files.read("b.meta.json"));
    // Lines are checked with the deals.
    let table = |path: &str| run(solomids(&["stats", path])).0;
    assert_eq!(table(&without), table(&with));
    batch(&["--save-lines", "--without-deals", "--out", &without, "--resume"]);
    let (first, rest) = rows.split_once(",won,").expect("a win");
    fs::write(&without, format!("{first},won,{}", rest.replacen("S-", "M-", 1))).expect("a file");
    let err = refused(&["merge", &without]);
    assert!(err.contains("has a line that cannot be played: "), "{err}");
    // Nothing else identifies deals given as text.
    fs::write(files.path("deals"), run(solomids(&["deal", "--seed", "1"])).0).expect("a file");
    let err = refused(&["batch", &files.path("deals"), "--without-deals"]);
    assert!(err.contains("cannot be used with"), "{err}");
    let text = files.path("text.csv");
    run(solomids(&["batch", &files.path("deals"), "--max-nodes", "9", "--quiet", "--out", &text]));
    let err = refused(&["merge", &text, "--without-deals"]);
    assert_eq!(
        err,
        "error: the deals were given as text, so nothing but their column identifies them\nhelp: leave --without-deals out\n"
    );
}

#[test]
fn finished_rows_that_were_altered_are_refused() {
    let files = Files::new();
    let path = files.path("x.csv");
    batch(&["--out", &path]);
    let rows = files.read("x.csv");
    // Nodes that any search may have taken.
    fs::write(&path, rows.replacen(",48,won\n", ",47,won\n", 1)).expect("a file");
    assert!(files.read("x.csv") != rows);
    let message = format!(
        "error: `{path}` was altered after it was finished: its SHA-256 is not the one in its sidecar\n\
         help: put the file back as it was, or begin it anew with --force\n"
    );
    for arguments in
        [&["stats", &path][..], &["merge", &path], &[&BATCH[..], &["--out", &path, "--resume"]].concat()]
    {
        assert_eq!(refused(arguments), message);
        assert_eq!(files.names(), ["x.csv", "x.meta.json"], "no log makes the rows unfinished");
    }
    // Rows that are gone are solved again.
    fs::write(&path, &rows[..rows.len() - 1]).expect("a file");
    batch(&["--out", &path, "--resume"]);
    assert_eq!(files.read("x.csv"), rows);
}

#[test]
fn stats_passes_over_a_torn_last_line_and_names_an_open_quote() {
    let files = Files::new();
    let path = files.path("x.csv");
    let (rows, _) = run(solomids(&["batch", "--seed", "1", "--count", "3", "--max-nodes", "20", "-q"]));
    fs::write(&path, &rows[..rows.len() - 2]).expect("a file");
    let (table, err) = run(solomids(&["stats", &path]));
    assert!(table.contains(": 2 deals\n"), "{table}");
    assert!(
        err.contains(&format!("warning: the last line of `{path}` has no end; it is passed over\n")),
        "{err}"
    );
    let stray = rows.replacen("\n1,", "\n\"1,", 1);
    fs::write(&path, stray + &"x\n".repeat(1 << 20)).expect("a file");
    let err = refused(&["stats", &path]);
    assert_eq!(
        err,
        format!(
            "error: line 3 of `{path}` opens a quote that is not closed\nhelp: correct the line, or take it out\n"
        )
    );
}

#[test]
fn shards_of_different_numbers_are_not_merged() {
    let files = Files::new();
    let [one, other, empty] = ["1.csv", "4.csv", "empty.csv"].map(|name| files.path(name));
    batch(&["--shard", "1/2", "--out", &one]);
    batch(&["--shard", "4/6", "--out", &other]);
    for arguments in [&["merge", &one, &other, "--partial"][..], &["status", &one, &other]] {
        let err = refused(arguments);
        assert!(err.contains(&format!("shard: 4/6 in `{other}`, 1/2 in `{one}`")), "{err}");
    }
    run(solomids(&["batch", "--seed", "1", "--count", "1", "--shard", "1/3", "-q", "--out", &empty]));
    let err = refused(&["merge", &empty]);
    let message = format!("error: index 0 is missing after `{empty}` (shard 1/3)\n");
    assert!(err.starts_with(&message), "{err}");
}

#[test]
fn a_later_format_of_sidecars_asks_for_its_version() {
    let files = Files::new();
    let path = files.path("x.csv");
    batch(&["--out", &path]);
    let meta = files.read("x.meta.json").replacen("\"schema\": 1", "\"schema\": 2", 1);
    fs::write(files.path("x.meta.json"), meta).expect("a file");
    let err = refused(&["merge", &path]);
    assert!(
        err.contains("x.meta.json` has schema 2, and this version reads 1\nhelp: use the version that"),
        "{err}"
    );
}

#[test]
fn reports_give_no_text_of_a_file_to_a_shell() {
    let files = Files::new();
    let [path, report] = ["x.csv", "x.html"].map(|name| files.path(name));
    let (deal, _) = run(solomids(&["deal", "--seed", "1"]));
    let (rows, _, _) = output(solomids(&["batch", "-", "--max-nodes", "9", "-q"]), deal.as_bytes());
    let mut commands = Vec::new();
    for text in [rows.clone(), rows.replacen("B3 R3", "'; touch x; '", 1)] {
        fs::write(&path, &text).expect("a file");
        run(solomids(&["stats", &path, "--report", &report, "-q"]));
        let page = files.read("x.html");
        commands.push((page.matches("solomids solve").count(), page.contains("solve ''")));
    }
    assert_eq!(commands, [(1, false), (0, false)]);
}

#[test]
fn stats_refuses_what_merge_refuses() {
    let files = Files::new();
    let [one, two] = ["1.csv", "2.csv"].map(|name| files.path(name));
    batch(&["--shard", "1/2", "--out", &one]);
    run(solomids(
        &[&BATCH[..5], &["--max-nodes", "70", "--quiet", "--shard", "2/2", "--out", &two]].concat(),
    ));
    let err = refused(&["stats", &one, &two]);
    assert_eq!(
        err,
        format!(
            "error: the same deals were solved in different ways: limits.max_nodes: 70 in `{two}`, 60 in `{one}`\n\
             help: count them apart\n"
        )
    );
    let meta = files.read("1.meta.json");
    fs::write(files.path("1.meta.json"), "{").expect("a file");
    assert!(refused(&["stats", &one]).contains("1.meta.json` does not describe a batch: "));
    fs::write(files.path("1.meta.json"), meta.replace("\"seed\": 1", "\"seed\": 2")).expect("a file");
    let message = refused(&["stats", &one]);
    assert!(message.contains("has another seed or dealer"), "{message}");
    assert_eq!(refused(&["merge", &one, "--partial"]), message);
}

#[test]
fn rows_without_a_sidecar_are_those_of_their_deals() {
    let (rows, _) =
        run(solomids(&["batch", "--seed", "1", "--count", "3", "--max-nodes", "60", "-q", "--save-lines"]));
    let deal =
        |number: usize| rows.lines().nth(number).and_then(|row| row.split(',').nth(3)).expect("a deal");
    let stats = |text: &str| output(solomids(&["stats", "-"]), text.as_bytes());
    assert_eq!(stats(&rows).2, Some(0));
    let won = rows.lines().find(|row| row.contains(",won,")).expect("a win");
    for (text, message) in [
        (rows.replace(deal(1), deal(2)), "line 2 of `<stdin>` does not have the deal with index 0\n"),
        (
            rows.replacen("0,1,tabletop", "0,2,tabletop", 1),
            "line 2 of `<stdin>` does not have the deal with index 0\n",
        ),
        (
            rows.replacen("0,1,tabletop", "0,,tabletop", 1),
            "has a seed that the dealer tabletop does not have\n",
        ),
        (rows.replacen("0,1,tabletop", "0,1,web", 1), "has a seed that the dealer web does not have\n"),
        (rows.replace(won, &won.replacen("S-", "M-", 1)), "has a line that cannot be played: "),
        (
            "PAR1\u{15}".into(),
            "`<stdin>` is Parquet, and rows are read from CSV\nhelp: give the file of the same rows",
        ),
    ] {
        let (_, error, status) = stats(&text);
        assert!(status == Some(2) && error.contains(message), "{error}");
    }
}

/// `batch --out X.csv.gz` makes `X.csv` with its sidecar and a compressed copy, and `merge` takes either.
#[test]
fn compressed_shards_are_merged_with_their_sidecars() {
    let files = Files::new();
    let shards: Vec<String> = ["1", "2"]
        .iter()
        .map(|shard| {
            let path = files.path(&format!("{shard}.csv.gz"));
            run(solomids(&[
                "batch",
                "--seed",
                "1",
                "--count",
                "6",
                "--max-nodes",
                "50",
                "--quiet",
                "--shard",
                &format!("{shard}/2"),
                "--out",
                &path,
            ]));
            path
        })
        .collect();
    let merged = |names: [&str; 2]| {
        let names = names.map(|name| files.path(name));
        run(solomids(&["merge", &names[0], &names[1]])).0
    };
    let plain = merged(["1.csv", "2.csv"]);
    assert_eq!(plain.lines().count(), 7);
    assert_eq!(merged(["1.csv.gz", "2.csv.gz"]), plain);
    // The copy is all that is kept, with zeros at its end.
    fs::remove_file(files.path("2.csv")).expect("a file");
    let filled = [fs::read(&shards[1]).expect("a file"), vec![0; 512]].concat();
    fs::write(&shards[1], filled).expect("a file");
    assert_eq!(merged(["1.csv", "2.csv.gz"]), plain);
    // Its sidecar has the hash of the text.
    let copy = files.path("2.csv.gz");
    fs::write(&copy, fs::read(&shards[0]).expect("a file")).expect("a file");
    assert!(!refused(&["merge", &files.path("1.csv"), &copy]).is_empty());
}

#[test]
fn best_answers_of_two_searches_are_those_of_one_with_the_larger_limit() {
    let files = Files::new();
    let [quick, again, whole] = ["quick.csv", "again.csv", "whole.csv"].map(|name| files.path(name));
    let [packed, best] = ["quick.csv.gz", "best.csv"].map(|name| files.path(name));
    batch(&["--out", &packed]);
    let (undecided, _) = run(solomids(&["stats", &packed, "--rows", "undecided"]));
    assert_eq!(undecided, run(solomids(&["stats", &quick, "--rows", "undecided"])).0);
    let indices: Vec<&str> = undecided.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert!((2..23).contains(&indices.len()), "{indices:?}");
    fs::write(files.path("list"), indices.join("\n")).expect("a file");
    let larger = ["batch", "--seed", "1", "--max-nodes", "300", "--quiet", "--without-deals"];
    run(solomids(&[&larger[..], &["--indices", &files.path("list"), "--out", &again]].concat()));
    run(solomids(&[&larger[..], &["--count", "24", "--out", &whole]].concat()));
    for [one, other] in [[&packed, &again], [&again, &quick]] {
        let (_, note) = run(solomids(&["merge", "--best", "--force", "--out", &best, one, other]));
        assert!(note.starts_with(&format!("24 deals of {} rows in `", 24 + indices.len())), "{note}");
        assert_eq!(files.read("best.csv"), files.read("whole.csv"));
    }
    assert!(!files.names().contains(&"best.meta.json".into()));
    // Rows that cannot be of one deal.
    let rows = files.read("whole.csv");
    let won = rows.lines().find(|row| row.contains(",won,17,")).expect("a win");
    let index = won.split(',').next().expect("an index");
    let lost = format!("{index},1,tabletop,lost,3,3,3,,3,9,6,0,3,0,9,lost");
    let header = rows.lines().next().expect("a header");
    let made_up = |name: &str, row: &str| {
        let path = files.path(name);
        fs::write(&path, format!("{header}\n{row}\n")).expect("a file");
        path
    };
    let lost = made_up("lost.csv", &lost);
    let web = made_up("web.csv", "3,3,web,won,17,17,17,0,15,63,30,18,15,0,9,won");
    let text = made_up("text.csv", "3,,text,won,17,17,17,0,15,63,30,18,15,0,9,won");
    let cases: [(&[&str], String); 6] = [
        (
            &[&best, &lost],
            format!("rows with index {index} contradict each other: bounds 17 to 17 and bounds 3 to 3"),
        ),
        (&[&best, &web], "rows of tabletop, seed 1, and of web are of different deals".into()),
        (&[&text, &text], "rows with index 3 are not of one deal".into()),
        (&[&best, "--out", &quick, "--force"], "holds a batch, which its sidecar describes".into()),
        (&[&quick, "--out", &best], "exists\nhelp: --force replaces it".into()),
        (&[&quick, "--out", &files.path("x.txt")], "is no name that ends in .csv\n".into()),
    ];
    for (more, message) in cases {
        let error = refused(&[&["merge", "--best"], more].concat());
        assert!(error.contains(&message), "{error}");
    }
}

#[test]
fn stats_warns_of_chosen_rows_and_repeated_deals() {
    let files = Files::new();
    let [rows, list] = ["x.csv", "list"].map(|name| files.path(name));
    batch(&["--out", &rows]);
    let (chosen, _) = run(solomids(&["stats", &rows, "--rows", "undecided"]));
    let (_, err, _) = output(solomids(&["stats", "-"]), chosen.as_bytes());
    let count = chosen.lines().count() - 1;
    let begin = format!("warning: `<stdin>` has {count} rows with indices from ");
    let end = "and no sidecar says why not all; if they were chosen by their results, shares are biased\n";
    assert!(err.starts_with(&begin) && err.ends_with(end), "{err}");
    fs::write(&list, "3 9").expect("a file");
    let few = files.path("few.csv");
    run(solomids(&["batch", "--seed", "1", "--indices", &list, "--max-nodes", "9", "-q", "--out", &few]));
    let (_, err) = run(solomids(&["stats", &few]));
    let warning =
        "holds 2 deals of a list (--indices); if the list was made from results, its shares are biased\n";
    assert_eq!(err, format!("warning: `{few}` {warning}"));
    let (deals, _) = run(solomids(&["deal", "--seed", "1", "--count", "2"]));
    fs::write(files.path("deals"), deals.repeat(2)).expect("a file");
    let twice = files.path("twice.csv");
    run(solomids(&["batch", &files.path("deals"), "--max-nodes", "9", "-q", "--out", &twice]));
    let (_, err) = run(solomids(&["stats", &twice]));
    let warning = "has 2 rows whose deal another row has, first that with index 2; each of them counts\n";
    assert_eq!(err, format!("warning: `{twice}` {warning}"));
}

#[test]
#[cfg(unix)]
fn more_shards_than_open_files_are_merged_step_by_step() {
    const SHARDS: usize = 40;
    let files = Files::new();
    let whole = files.path("whole.csv");
    batch(&["--out", &whole]);
    let shards: Vec<String> = (1..=SHARDS).map(|number| files.path(&format!("part-{number}.csv"))).collect();
    for (number, path) in (1..).zip(&shards) {
        batch(&["--shard", &format!("{number}/{SHARDS}"), "--out", path]);
    }
    let program = solomids(&[]).get_program().to_owned();
    let limited = |command: &str, paths: &[String], more: &[&str]| {
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", "ulimit -n 24; exec \"$@\"", "sh"])
            .arg(&program)
            .arg(command)
            .args(paths)
            .args(more);
        run(shell)
    };
    let rows = files.read("whole.csv");
    assert_eq!(limited("merge", &shards, &[]).0, rows);
    assert_eq!(limited("stats", &shards, &[]).0, run(solomids(&["stats", &whole])).0);
    assert!(limited("status", &shards, &[]).0.starts_with("24 of 24 rows; shards: 40 done\n"));
    let [start, end, all] = ["start.csv", "end.csv", "all.csv"].map(|name| files.path(name));
    limited("merge", &shards[..30], &["--partial", "--out", &start]);
    limited("merge", &shards[30..], &["--partial", "--out", &end]);
    let (status, _, _) = output(solomids(&["status", &start]), b"");
    assert_eq!(status, "18 of 24 rows; files: 1 done\n");
    let (status, _, _) = output(solomids(&["status", &start, &shards[39]]), b"");
    assert_eq!(status, "19 of 24 rows; shards: 2 done, 8 missing\nTo be run: shards 32-39\n");
    run(solomids(&["merge", &end, &start, "--partial", "--out", &all]));
    assert_eq!((files.read("all.csv"), files.read("all.meta.json")), (rows, files.read("whole.meta.json")));
    let err = refused(&["merge", &start]);
    assert!(
        err.contains("indices 18 to 23 are missing after ")
            && err.contains("help: name the files that hold them"),
        "{err}"
    );
    let err = refused(&["merge", &start, &shards[19], "--partial"]);
    assert!(err.contains(" both have index "), "{err}");
}
