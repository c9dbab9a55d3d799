//! Certificates in files: written beside the answer, checked without the search.

use std::fs;
use std::io::Read as _;

use solomids::dealer::tabletop;
use solomids::game::Palette;
use solomids::kit::compression::decompressed;

use crate::fixtures::{output, run_in, solomids};

#[test]
fn a_certificate_is_written_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| run_in(folder.path(), arguments);
    let deal = ["--seed", "1", "--index", "984"];
    let (text, _, status) =
        run(&[&["solve", "--brief", "--quiet", "--certificate", "984.gz"], &deal[..]].concat());
    assert_eq!((text.as_str(), status), ("Best score 4 (cannot be won), proven\n", Some(1)));
    let position = Palette::default().canonical(tabletop::deal(1, 984).position());
    let score = "Accepted: best score 4; its line reaches it, and by 121 boards no line banks 5 trees\n";
    let accepted = format!("{score}Position: {position}\n");
    assert_eq!(run(&["verify", "--certificate", "984.gz"]), (accepted.clone(), String::new(), Some(0)));
    for given in [&deal[..], &["--deal", &position], &[&position]] {
        let checked = run(&[&["verify", "--certificate", "984.gz"], given].concat());
        assert_eq!(checked, (score.into(), String::new(), Some(0)), "{given:?}");
    }
    let (text, _, status) =
        run(&[&["verify", "--certificate", "984.gz", "--format", "json"], &deal[..]].concat());
    assert!(text.contains(r#""accepted":true,"refused":null"#) && text.contains(r#""score":4"#), "{text}");
    assert_eq!(status, Some(0));
    let (text, _, status) = run(&["verify", "--certificate", "984.gz", "--seed", "1", "--index", "985"]);
    assert_eq!((text.as_str(), status), ("Refused: it is about another position\n", Some(4)));
    // From standard input, compressed or not.
    let bytes = fs::read(folder.path().join("984.gz")).expect("the file");
    let mut text = Vec::new();
    decompressed(&bytes[..]).and_then(|mut input| input.read_to_end(&mut text)).expect("a compressed file");
    let from_stdin = |arguments: &[&str], bytes: &[u8]| {
        output(solomids(&[&["verify", "--certificate", "-"], arguments].concat()), bytes)
    };
    for bytes in [&bytes, &text] {
        assert_eq!(from_stdin(&[], bytes), (accepted.clone(), String::new(), Some(0)));
    }
    // The deal comes first: the boards of a wrong file are not reported.
    let (answer, _, _) = from_stdin(&["--seed", "1", "--index", "985"], &text[..text.len() - 20]);
    assert_eq!(answer, "Refused: it is about another position\n");
    let (_, errors, status) = from_stdin(&["-"], &bytes);
    assert!(errors.contains("cannot both come from standard input") && status == Some(2), "{errors}");
    // Too little memory decides nothing.
    run(&["solve", "--seed", "1", "--index", "5165", "--brief", "--certificate", "5165.gz"]);
    let stopped = "Not decided: the check was stopped by the memory limit (--memory)";
    let (text, _, status) = run(&["verify", "--certificate", "5165.gz", "--memory", "1M"]);
    assert!(text.starts_with(stopped) && status == Some(3), "{text}");
    let (text, _, _) = run(&["verify", "--certificate", "5165.gz", "--memory", "1M", "--format", "json"]);
    assert!(text.contains(r#""accepted":false,"refused":null,"stopped":"the memory limit"#), "{text}");
    // A file that is cut.
    fs::write(folder.path().join("cut.gz"), &bytes[..bytes.len() / 2]).expect("a file");
    let (text, _, status) = run(&["verify", "--certificate", "cut.gz"]);
    assert!(text.starts_with("Refused: ") && status == Some(4), "{text}");
    fs::write(folder.path().join("other.txt"), "R1 R2\n").expect("a file");
    let (text, _, status) = run(&["verify", "--certificate", "other.txt"]);
    assert_eq!((text.as_str(), status), ("Refused: line 1: expected `solomids-certificate 1`\n", Some(4)));
    let (_, errors, status) = run(&["verify", "--certificate", "nowhere.gz"]);
    assert!(errors.contains("there is no file `nowhere.gz`") && status == Some(2), "{errors}");
}

#[test]
fn a_certificate_is_of_one_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| run_in(folder.path(), arguments);
    let position = Palette::default().canonical(tabletop::deal(1, 984).position());
    run(&["solve", "--brief", "--certificate", "deal.gz", &position]);
    for given in [
        &[&position, "--seed", "1", "--index", "5"][..],
        &[&position, "--web-seed", "1"],
        &[&position, "--deal", &position],
        &["1_", "--seed", "1"],
        &["--share", "1_M-D4>C4", "--web-seed", "0"],
    ] {
        let (text, errors, status) = run(&[&["verify", "--certificate", "deal.gz"], given].concat());
        assert!(errors.starts_with("error: two deals: ") && errors.contains("\nhelp: "), "{errors}");
        assert_eq!((text.as_str(), status), ("", Some(2)), "{given:?}");
    }
    let game = ["--share", "_M-D4>C4", "--web-seed", "1"];
    let (_, _, status) = run(&[&["solve", "--brief", "--certificate", "game.gz"], &game[..]].concat());
    assert_eq!(status, Some(0));
    for given in [&game[..], &["_M-D4>C4", "--web-seed", "1"], &["--share", "1_M-D4>C4"], &["1_M-D4>C4"]] {
        let (text, errors, status) = run(&[&["verify", "--certificate", "game.gz"], given].concat());
        assert!(text.starts_with("Accepted: best score 17; "), "{given:?}: {text}{errors}");
        assert_eq!((text.lines().count(), status), (1, Some(0)), "{given:?}");
    }
    let (_, _, status) = run(&["verify", "--certificate", "game.gz", "--web-seed", "1"]);
    assert_eq!(status, Some(4));
}

#[test]
fn other_files_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let deal = "# a deal\n";
    fs::write(folder.path().join("deal.txt"), deal).expect("a file");
    fs::write(folder.path().join("empty"), "").expect("a file");
    run_in(folder.path(), &["batch", "--seed", "1", "--count", "1", "--out", "rows.csv.gz", "--quiet"]);
    let rows = fs::read(folder.path().join("rows.csv.gz")).expect("rows");
    fs::write(folder.path().join("old.txt"), "solomids-certificate 1\n").expect("a file");
    let solve = |arguments: &[&str]| {
        // Nobody waits for this search: what cannot be written is known before it.
        run_in(folder.path(), &[&["solve", "--brief", "--quiet"], arguments].concat())
    };
    let endless = ["--seed", "7", "--index", "122"];
    for (certificate, message) in [
        (&["deal.txt"][..], "`deal.txt` exists and is no certificate"),
        (&["rows.csv.gz"], "`rows.csv.gz` exists and is no certificate"),
        (&["-"], "a certificate is not written to standard output"),
        (&["nowhere/deal.gz"], "there is no folder `nowhere`"),
        (&["."], "`.` is a folder"),
        (&["new.svg", "--svg", "new.svg"], "--certificate and a picture name the same file"),
    ] {
        let (text, errors, status) = solve(&[&endless[..], &["--certificate"], certificate].concat());
        assert!(errors.contains(message) && errors.contains("\nhelp: "), "{errors}");
        assert_eq!((text.as_str(), status), ("", Some(2)), "{certificate:?}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("deal.txt")).expect("the file"), deal);
    assert_eq!(fs::read(folder.path().join("rows.csv.gz")).expect("the file"), rows);
    assert!(!folder.path().join("-").exists());
    for name in ["empty", "old.txt", "old.txt"] {
        let (_, errors, status) = solve(&["--web-seed", "1", "--certificate", name]);
        assert_eq!((errors.as_str(), status), ("", Some(0)), "{name}");
    }
}

#[test]
fn bounds_have_certificates_where_the_score_is_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| run_in(folder.path(), arguments);
    for (index, max_nodes, status, text, json) in [
        (
            "822",
            "60000",
            0,
            "won, best score 16 to 17; its line reaches 16\n",
            r#""lower_bound":16,"upper_bound":17,"proven":"won""#,
        ),
        (
            "984",
            "1250",
            1,
            "lost, best score 4 to 14; its line reaches 4, and by ",
            r#""lower_bound":4,"upper_bound":14,"proven":"lost""#,
        ),
        (
            "984",
            "1000",
            3,
            "best score 0 to 15; its line reaches 0, and by ",
            r#""lower_bound":0,"upper_bound":15,"proven":null"#,
        ),
    ] {
        let solve = ["solve", "--seed", "1", "--index", index, "--max-nodes", max_nodes, "--brief"];
        assert_eq!(run(&[&solve[..], &["--certificate", "bounds.gz"]].concat()).2, Some(status), "{index}");
        let verify = ["verify", "--certificate", "bounds.gz", "--seed", "1", "--index", index];
        let (accepted, _, code) = run(&verify);
        assert!(accepted.starts_with(&format!("Accepted: {text}")) && code == Some(0), "{accepted}");
        let (record, ..) = run(&[&verify[..], &["--format", "json"]].concat());
        assert!(record.contains(&format!(r#""score":null,{json}"#)), "{record}");
    }
}

#[test]
fn an_outcome_that_proves_nothing_has_no_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, notes, status) = run_in(
        folder.path(),
        &[
            "solve",
            "--seed",
            "1",
            "--index",
            "822",
            "--max-nodes",
            "100",
            "--brief",
            "--certificate",
            "none.gz",
        ],
    );
    assert!(notes.contains("`none.gz` is not written: nothing is proven of its best score"), "{notes}");
    assert_eq!(status, Some(3));
    assert!(!folder.path().join("none.gz").exists());
}
