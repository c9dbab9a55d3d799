//! Tests of the command line: transcripts, among them the examples of the documentation, and cases beyond transcripts such as
//! pipes, odd files, colours, solutions as data, interrupts.
//!
//! `TRYCMD=overwrite cargo test --test cli` writes the transcripts anew.

mod batch_files;
mod batches;
mod certificates;
mod difficulty;
mod docs;
mod fixtures;
mod foreign;
#[cfg(target_os = "linux")]
mod interrupts;
#[cfg(target_os = "linux")]
mod lists;
mod pentamid;
mod pictures;
mod plots;
mod row_files;
mod serve;
mod solace2;
mod solutions;

use std::fs;
use std::io::Read as _;
use std::process::Stdio;

use fixtures::{output, run, solomids};

/// Deal of web seed 0.
const DEAL: &str = include_str!("boards.in/deal.txt");

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .case("tests/cli/*.trycmd")
        .case("README.md")
        .case("docs/*.md");
}

#[test]
fn a_dash_reads_standard_input() {
    let (out, err, status) =
        output(solomids(&["show", "-", "--format", "plain", "--quiet"]), DEAL.as_bytes());
    assert_eq!((out.as_str(), err.as_str(), status), (DEAL.split_once('\n').unwrap().1, "", Some(0)));
    let (_, err, status) = output(solomids(&["show", "-"]), b"R1 R2");
    assert!(err.contains("--> <stdin>:1:1"), "{err}");
    assert_eq!(status, Some(2));
}

/// As a clone with other settings of Git, or an editor, leaves them.
#[test]
fn line_ends_of_windows_change_nothing() {
    let record = run(solomids(&["solve", "--web-seed", "1", "--format", "json"])).0;
    let deals = run(solomids(&["deal", "--seed", "1", "--count", "2"])).0;
    for (arguments, text) in [
        (&["show", "-", "--format", "json"][..], DEAL),
        (&["batch", "-", "--max-nodes", "9", "--quiet"], &deals),
        (&["verify", "-"], &record),
        (&["analyze", "-", "--max-nodes", "9"], "1_M-D4>C4,\nS-D9>D10\n"),
        (&["batch", "--seed", "1", "--indices", "-", "--max-nodes", "9", "-q"], "3\n5\n"),
        (&["serve"], "{\"ask\":\"draw\",\"seed\":1}\n{\"ask\":\"draw\",\"seed\":2}\n"),
        (&["solace2", "show", "-"], include_str!("solace2.in/deal.txt")),
        (&["pentamid", "show", "-", "--board", "3", "--nests", "1", "--row", "3"], "- - -\n- L -\n- - - 2\n"),
    ] {
        let plain = output(solomids(arguments), text.as_bytes());
        assert!(!plain.0.is_empty(), "{arguments:?}: {}", plain.1);
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(output(solomids(arguments), windows.as_bytes()), plain, "{arguments:?}");
    }
}

#[test]
fn binary_and_oversized_input_is_refused() {
    let long = vec![b' '; 2 << 20];
    let utf_16: Vec<u8> = "B3 R1\nG2".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, message, help) in [
        (&b"B3 R1\nG2 \xff"[..], "is not UTF-8 text: byte 0xff on line 2", "in UTF-8"),
        (&long, "is longer than 1 MiB", "one deal, position or line"),
        (&utf_16, "is not UTF-8 text: byte 0x00 on line 1", "in UTF-8"),
        (&b"\n\0\xff"[..], "byte 0x00 on line 2", "in UTF-8"),
    ] {
        let (out, err, status) = output(solomids(&["show", "-"]), bytes);
        assert_eq!((out.as_str(), status), ("", Some(2)));
        assert!(err.starts_with("error: ") && err.contains(message), "{err}");
        assert!(err.contains("\nhelp: ") && err.contains(help), "{err}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (_, err, status) = output(solomids(&["show", folder.path().to_str().expect("UTF-8")]), b"");
    assert!(err.ends_with("` is a folder\nhelp: give the name of a file in it\n"), "{err}");
    assert_eq!(status, Some(2));
}

#[test]
fn deals_that_pass_are_shown_when_they_are_found() {
    let mut command = solomids(&["deal", "--seed", "1", "--count", "1000", "--winnable"]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    // What one write brings, which is far less than a full buffer.
    let mut start = [0; 4096];
    let length = child.stdout.take().expect("piped").read(&mut start).expect("some output");
    child.kill().and_then(|()| child.wait()).expect("the program ends");
    assert!(start.starts_with(b"# tabletop-1, seed 1, index 0\n") && length < 1000, "{length}");
}

#[test]
fn a_closed_pipe_is_success() {
    let mut command = solomids(&["deal", "--seed", "1", "--count", "18446744073709551615"]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut start = [0; 10];
    child.stdout.take().expect("piped").read_exact(&mut start).expect("some output");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((&start, output.status.code()), (b"# tabletop", Some(0)));
    assert_eq!(output.stderr, b"");
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_keeps_the_exit_status() {
    for (arguments, status) in [
        (&["solve", "--web-seed", "1"][..], 0),
        (&["solve", "--seed", "1", "--index", "501"], 1),
        (&["solve", "--web-seed", "1", "--max-nodes", "3", "--format", "json"], 3),
        (&["solve", "--seed", "1", "--index", "501", "--html", "-"], 1),
        (&["analyze", "1_M-D4>C4, S-D9>D1"], 2),
        (&["verify", "1_M-D4>C4, S-D9>D1"], 2),
        (&["hint", "--web-seed", "1", "--once"], 0),
    ] {
        let mut child = solomids(&[arguments, &["--quiet"]].concat())
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
fn a_full_disk_is_an_error() {
    for arguments in [
        &["show", "--web-seed", "0"][..],
        &["solve", "--web-seed", "1"],
        &["solve", "--web-seed", "1", "--format", "json"],
        &["solve", "--web-seed", "1", "--html", "-", "--quiet"],
        &["show", "--web-seed", "1", "--format", "svg"],
        &["completions", "bash"],
        &["man"],
        &["deal", "--seed", "1", "--count", "10000"],
        &["verify", "0_"],
        &["--help"],
        &["solve", "--help"],
        &["--version"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device of Linux");
        let output = solomids(arguments).stdout(full).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(err.starts_with("error: cannot write to standard output: No space left"), "{err}");
    }
}

#[test]
fn colours_need_a_terminal_or_a_request() {
    let coloured = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = solomids(arguments);
        command.envs(variables.iter().copied());
        let (out, err, _) = output(command, b"");
        (out.contains('\u{1b}'), err.contains('\u{1b}'))
    };
    let show = ["show", "--web-seed", "0"];
    assert_eq!(coloured(&show, &[]), (false, false));
    assert_eq!(coloured(&[&show[..], &["--color", "always"]].concat(), &[]), (true, false));
    assert_eq!(coloured(&show, &[("CLICOLOR_FORCE", "1")]), (true, false));
    assert_eq!(coloured(&show, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), (false, false));
    assert_eq!(
        coloured(&[&show[..], &["--color", "never"]].concat(), &[("CLICOLOR_FORCE", "1")]),
        (false, false)
    );
    assert_eq!(coloured(&["show", "R1 x", "--color", "always"], &[]), (false, true));
    assert_eq!(coloured(&["show", "R1 x"], &[]), (false, false));
}

#[test]
fn quiet_suppresses_warnings() {
    let (_, err, _) = output(solomids(&["show", "-"]), DEAL.as_bytes());
    assert!(err.starts_with("warning: "), "{err}");
    let (_, err, _) = output(solomids(&["show", "-", "-q"]), DEAL.as_bytes());
    assert_eq!(err, "");
}
