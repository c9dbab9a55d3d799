//! Foreign text, which files, arguments and certificates bring along: no terminal obeys it, and no table is broken by it.

use std::fs;
use std::path::Path;

use super::fixtures::{Files, output, solomids};

/// Erases the line, hides what follows, clears the screen by a control beyond ASCII, and turns the direction of writing.
const HOSTILE: &str = "a\u{1b}[2K\r\u{1b}[8m\u{9b}2J\u{85}\u{202e}\u{7f}|b";

/// Checks that a terminal that gets a text shows it: line ends and styles are all it has to obey.
fn check(text: &str, context: &[&str]) {
    let rest = text.split('\u{1b}').enumerate().map(|(i, part)| match part.split_once('m') {
        _ if i == 0 => part,
        Some((style, rest)) if style.starts_with('[') && style != "[8" => {
            assert!(style[1..].chars().all(|c| c.is_ascii_digit() || c == ';'), "{context:?}: {text:?}");
            rest
        }
        _ => panic!("{context:?}: {text:?}"),
    });
    for part in rest {
        let bad =
            part.chars().find(|&c| c != '\n' && (c.is_control() || matches!(c, '\u{202a}'..='\u{202e}')));
        assert_eq!(bad, None, "{context:?}: {text:?}");
    }
}

#[test]
fn no_terminal_obeys_foreign_text() {
    let files = Files::new();
    let run = |arguments: &[&str]| {
        let mut command = solomids(&[arguments, &["--color", "always", "--threads", "1"]].concat());
        command.current_dir(files.folder.path());
        let (out, err, _) = output(command, b"");
        check(&out, arguments);
        check(&err, arguments);
        out + &err
    };
    let header = "solomids-certificate 1\nprogram a\n";
    fs::write(files.path("hostile"), format!("{header}rules {HOSTILE}\nscore 17\n")).expect("written");
    assert!(run(&["verify", "--certificate", "hostile"]).contains("the rules are `a\\u{1b}[2K\\r"));
    run(&["verify", HOSTILE]);
    let claims = format!(r#"{{"schema":1,"deal":"R1","verdict":{HOSTILE:?},"moves":[]}}"#);
    run(&["verify", &claims]);
    let picture = format!("{HOSTILE}.svg");
    let wrote = run(&["show", "--web-seed", "1", "--svg", &picture, "--title", HOSTILE, "--quiet"]);
    assert!(!wrote.contains("2K"));
    assert!(run(&["show", "--web-seed", "1", "--svg", &picture]).contains("wrote `a\\u{1b}[2K\\r"));
    // Names of files and folders, seeds, deals, options.
    fs::write(files.path(HOSTILE), format!("B3 R1 {HOSTILE}")).expect("written");
    for command in ["solve", "show", "hint", "verify", "analyze", "stats", "status", "merge", "batch"] {
        run(&[command, HOSTILE]);
        run(&[command, &format!("./{HOSTILE}/no/such/file")]);
        run(&[command, "--seed", HOSTILE]);
        run(&[command, &format!("--{HOSTILE}")]);
    }
    run(&[HOSTILE]);
    run(&["batch", "--seed", "1", "--count", "1", "--out", &format!("{HOSTILE}.csv")]);
    run(&["stats", &format!("{HOSTILE}.csv")]);
    run(&["status", &format!("{HOSTILE}.csv"), "no.csv"]);
    run(&["man", "--out", HOSTILE]);
    for arguments in [&["show"][..], &["show", "--format", "json"], &["deal"], &["deal", "--format", "json"]]
    {
        run(&[arguments, &["--web-seed", HOSTILE]].concat());
    }
    for guest in ["pentamid", "solace2"] {
        for command in ["solve", "show", "verify", "analyze", "perft", "census"] {
            run(&[guest, command, HOSTILE]);
        }
    }
}

/// Only what is listed here gets hold of the standard streams: whatever else a command says goes through `cli::terminal`.
#[test]
fn texts_reach_terminals_through_one_place() {
    const OPEN: [&str; 5] = [
        "terminal.rs",
        // It asks for the width.
        "error.rs",
        // Rows hold numbers, and names that were checked; answers are JSON for programs.
        "rows.rs",
        "shards.rs",
        "serve.rs",
    ];
    fn visit(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                visit(&path, found);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source");
            let is_open = OPEN.iter().any(|name| path.ends_with(name));
            if !is_open
                && ["io::stdout()", "io::stderr()", "print!(", "println!("].iter().any(|it| text.contains(it))
            {
                found.push(path.display().to_string());
            }
        }
    }
    let mut found = Vec::new();
    visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli"), &mut found);
    assert_eq!(found, [""; 0]);
}
