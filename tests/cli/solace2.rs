//! Censuses and pictures of Solace II, as far as they write files.

use std::fs;

use crate::fixtures::{Files, output, run, solomids};

/// The census of games of two stashes into a file, with more arguments.
fn census(files: &Files, name: &str, more: &[&str]) -> (String, String, Option<i32>) {
    let path = files.path(name);
    let arguments =
        [&["solace2", "census", "--stashes", "2", "--reading", "inert", "--out", &path], more].concat();
    output(solomids(&arguments), b"")
}

#[test]
fn a_census_is_the_same_bytes_for_any_threads_and_after_any_interruption() {
    let files = Files::new();
    let (table, _, status) = census(&files, "one.csv", &["--threads", "1"]);
    assert_eq!(status, Some(0));
    let whole = files.read("one.csv");
    assert_eq!(whole.lines().count(), 127);
    assert!(whole.starts_with("class,deal,orbit,weight,score,nodes\n0,"), "{whole}");
    assert!(table.contains("all classes") && table.contains("Mean best score"), "{table}");
    assert_eq!(census(&files, "two.csv", &["--threads", "2"]), (table.clone(), String::new(), Some(0)));
    assert_eq!(files.read("two.csv"), whole);

    // Cut off in the middle of a row, with two rows that were finished before their turn.
    let rows: Vec<&str> = whole.split_inclusive('\n').collect();
    fs::write(files.path("two.csv"), rows[..40].concat() + "39,KW").expect("written");
    fs::write(files.path("two.csv.part"), [rows[50], rows[60]].concat()).expect("written");
    let (again, notes, status) = census(&files, "two.csv", &["--resume"]);
    assert_eq!((again, notes.as_str(), status), (table, "41 of 126 classes are there already\n", Some(0)));
    assert_eq!(files.read("two.csv"), whole);
    assert_eq!(files.names(), ["one.csv", "one.meta.json", "two.csv", "two.meta.json"]);

    let (csv, _, _) = census(&files, "one.csv", &["--resume", "--format", "csv"]);
    assert_eq!(csv.lines().next(), Some("reading,score,classes,deals,weight"));
    let (json, _, _) = census(&files, "one.csv", &["--resume", "--format", "json"]);
    assert!(
        json.starts_with(r#"{"schema":1,"game":"solace2","reading":"inert","stashes":2,"scores":["#),
        "{json}"
    );
}

#[test]
fn a_census_without_a_file_prints_rows_and_notes_the_table() {
    let files = Files::new();
    census(&files, "census.csv", &[]);
    let (rows, table, status) =
        output(solomids(&["solace2", "census", "--stashes", "2", "--reading", "inert"]), b"");
    assert_eq!((rows, status), (files.read("census.csv"), Some(0)));
    assert!(table.starts_with("Reading inert, all classes\n"), "{table}");
}

#[test]
fn files_of_other_censuses_are_left_alone() {
    let files = Files::new();
    census(&files, "census.csv", &[]);
    let before = files.read("census.csv");
    let (_, error, status) = census(&files, "census.csv", &[]);
    assert_eq!(status, Some(2));
    assert!(error.contains("exists") && error.contains("--resume continues it"), "{error}");
    let path = files.path("census.csv");
    for (arguments, message) in [
        (&["--reading", "rigid", "--stashes", "2"][..], "reading: inert in"),
        (&["--reading", "inert"], "count: 126 in"),
    ] {
        let all = [&["solace2", "census", "--resume", "--out", &path], arguments].concat();
        let (_, error, status) = output(solomids(&all), b"");
        assert_eq!(status, Some(2));
        assert!(error.contains(message), "{error}");
    }
    let (_, error, _) = census(&files, "census.txt", &[]);
    assert!(error.contains("is no name that ends in .csv"), "{error}");
    fs::write(&path, before.replacen("\n1,", "\n1,KWC.", 1)).expect("written");
    let (_, error, _) = census(&files, "census.csv", &["--resume"]);
    assert!(error.contains("line 3 of") && error.contains("is no row of a census"), "{error}");
    let line = before.lines().nth(2).expect("a row");
    let mut fields: Vec<&str> = line.split(',').collect();
    let (score, nodes) = (fields[4].to_owned(), fields[5].to_owned());
    let more = (nodes.parse::<u64>().expect("nodes") + 1).to_string();
    let of_row = format!("{score} after {nodes}\n");
    for (score, nodes, message) in [
        ("99", nodes.as_str(), format!("has the score 99 after {nodes} nodes, and the best is {of_row}")),
        ("0", &nodes, format!("has the score 0 after {nodes} nodes, and the best is {of_row}")),
        (&score, &more, format!("has the score {score} after {more} nodes, and the best is {of_row}")),
        ("", &nodes, format!("has no score after {nodes} nodes, and the best is {of_row}")),
        (&format!("0{score}"), &nodes, "is not as this program writes it".into()),
    ] {
        fields.splice(4.., [score, nodes]);
        fs::write(&path, before.replace(line, &fields.join(","))).expect("written");
        let (_, error, _) = census(&files, "census.csv", &["--resume"]);
        assert!(error.contains(&message), "{error}{message}");
    }
}

#[test]
fn undecided_classes_are_tried_again_with_larger_limits_only() {
    let files = Files::new();
    let (table, notes, status) = census(&files, "census.csv", &["--max-nodes", "5"]);
    assert_eq!(status, Some(3), "{notes}");
    assert!(table.contains("The other classes are undecided"), "{table}");
    assert!(notes.contains(" not decided within the limits, the first is number "), "{notes}");
    assert!(notes.ends_with("--resume with a larger limit tries again\n"), "{notes}");
    let (rows, meta) = (files.read("census.csv"), files.read("census.meta.json"));
    assert!(rows.lines().count() == 127 && rows.contains(",,5\n"), "{rows}");
    assert!(meta.contains("\"max_nodes\": 5") && meta.contains("\"stopped_by\": [\n    \"nodes\""), "{meta}");
    // With the same limits they are final: all rows are there.
    let again = "126 of 126 classes are there already\n".to_owned() + &notes;
    assert_eq!(census(&files, "census.csv", &["--resume", "--max-nodes", "5"]), (table, again, Some(3)));
    assert_eq!((files.read("census.csv"), files.read("census.meta.json")), (rows, meta));
    let (_, notes, status) = census(&files, "census.csv", &["--resume", "--max-nodes", "4"]);
    assert!(status == Some(2) && notes.contains("limits.max_nodes: 5 in `"), "{notes}");
    let (_, _, status) = census(&files, "census.csv", &["--resume"]);
    assert_eq!(status, Some(0));
    census(&files, "whole.csv", &[]);
    let of = |name: &str| (files.read(&format!("{name}.csv")), files.read(&format!("{name}.meta.json")));
    assert_eq!(of("census"), of("whole"));
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_census_keeps_its_rows() {
    use std::process::Stdio;

    use crate::fixtures::{send, wait_for_rows};

    let files = Files::new();
    let path = files.path("census.csv");
    let mut command =
        solomids(&["solace2", "census", "--reading", "inert", "--out", &path, "--threads", "1"]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let file = std::path::Path::new(&path);
    for _ in 0..1000 {
        if file.with_added_extension("part").exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(wait_for_rows(&mut child, file, 10), "all 114,383 classes solved within a moment");
    send("INT", &child);
    let ended = child.wait_with_output().expect("the program ends");
    assert_eq!(ended.status.code(), Some(130));
    let notes = String::from_utf8(ended.stderr).expect("UTF-8");
    assert!(notes.ends_with("interrupted; the same command with --resume goes on\n"), "{notes}");
    let text = files.read("census.csv.part");
    assert!(text.ends_with('\n') && text.lines().count() > 10);
}

#[test]
fn pictures_and_pages_are_written() {
    let files = Files::new();
    let (sheet, page) = (files.path("sheet.svg"), files.path("line.html"));
    let solve = ["solace2", "solve", "--seed", "1", "--reading", "open", "--svg", &sheet, "--html", &page];
    let (text, notes) = run(solomids(&solve));
    assert!(text.contains("Best score 15 of 15, proven (reading open)"), "{text}");
    assert!(notes.contains("wrote `"), "{notes}");
    let sheet = files.read("sheet.svg");
    let document = roxmltree::Document::parse(&sheet).expect("XML");
    let phases = document.descendants().filter(|node| node.attribute("class") == Some("phase")).count();
    assert!(phases > 15, "{phases}");
    assert!(files.read("line.html").starts_with("<!DOCTYPE html>"));

    let (hidden, open) = (files.path("hidden.svg"), files.path("open.svg"));
    run(solomids(&["solace2", "show", "--seed", "1", "--hidden", "--svg", &hidden]));
    run(solomids(&["solace2", "show", "--seed", "1", "--svg", &open]));
    let pieces = |name: &str| {
        let text = files.read(name);
        let document = roxmltree::Document::parse(&text).expect("XML");
        document.descendants().filter(|node| node.has_tag_name("use")).count()
    };
    assert_eq!((pieces("hidden.svg"), pieces("open.svg")), (15, 45));
}

#[test]
fn a_solution_is_verified_from_standard_input() {
    for reading in ["literal", "inert", "caps-only", "rigid", "open"] {
        let (json, _) =
            run(solomids(&["solace2", "solve", "--seed", "2", "--reading", reading, "--format", "json"]));
        let (text, error, status) = output(solomids(&["solace2", "verify", "-"]), json.as_bytes());
        assert_eq!((error.as_str(), status), ("", Some(0)), "{text}");
        assert!(text.starts_with(&format!("Legal under the reading {reading}: all ")), "{text}");
    }
}
