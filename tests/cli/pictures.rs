//! Files of `--svg` and `--html`, shell completions and manual pages.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::fixtures::{endless_deal, file_names, output, run_in, solomids};

/// Runs a command in a folder; returns standard output, standard error and the exit status.
#[test]
fn pictures_are_written_in_addition_to_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let (plain, _, _) = run_in(folder.path(), &["solve", "--web-seed", "1"]);
    let (text, notes, status) =
        run_in(folder.path(), &["solve", "--web-seed", "1", "--svg", "sheet.svg", "--html", "line.html"]);
    assert_eq!((&text, status), (&plain, Some(0)));
    assert!(notes.starts_with("wrote `sheet.svg`, ") && notes.contains("\nwrote `line.html`, "), "{notes}");
    assert_eq!(file_names(folder.path()), ["line.html", "sheet.svg"]);
    let sheet = fs::read_to_string(folder.path().join("sheet.svg")).expect("a file");
    let document = roxmltree::Document::parse(&sheet).expect("XML");
    let phases = document.descendants().filter(|node| node.attribute("class") == Some("phase")).count();
    assert_eq!(phases, 16);
    let page = fs::read_to_string(folder.path().join("line.html")).expect("a file");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));

    // Only pictures are replaced.
    let arguments = ["show", "--web-seed", "1", "--svg", "sheet.svg", "--quiet", "--format", "json"];
    let (text, notes, status) = run_in(folder.path(), &arguments);
    assert!(text.starts_with(r#"{"schema":1,"#), "{text}");
    assert_eq!((notes.as_str(), status), ("", Some(0)));
    let board = fs::read_to_string(folder.path().join("sheet.svg")).expect("a file");
    assert!(board.len() < sheet.len() && roxmltree::Document::parse(&board).is_ok());
    let deal = folder.path().join("deal.txt");
    fs::write(&deal, plain).expect("written");
    let before = fs::read(&deal).expect("a file");
    let (text, _, status) = run_in(folder.path(), &["solve", "--web-seed", "1", "--html", "deal.txt"]);
    assert_eq!((text.as_str(), status), ("", Some(2)));
    assert_eq!(fs::read(&deal).expect("a file"), before);
}

#[test]
fn the_page_of_an_analysis_shows_its_marks() {
    let folder = tempfile::tempdir().expect("a folder");
    let deal = "Y23 . . . ./R3 R12 . . ./. Y1 . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./\
                . . . . ./swaps-used: 2";
    let line = ["analyze", "_S-B9>B10", "--deal", deal];
    let (text, notes, status) = run_in(folder.path(), &[&line[..], &["--html", "game.html"]].concat());
    assert!(text.contains("?? 15 to 13, the win is lost"), "{text}");
    assert!(notes.starts_with("wrote `game.html`, ") && status == Some(0), "{notes}");
    let page = fs::read_to_string(folder.path().join("game.html")).expect("a file");
    for part in ["\"??\"", "15 to 13, the win is lost", "M-B9&gt;A9"] {
        assert!(page.contains(part) || page.contains(&part.replace("&gt;", ">")), "{part}");
    }
    let (page_alone, _, _) = run_in(folder.path(), &[&line[..], &["--html", "-"]].concat());
    assert_eq!(page_alone, page);
}

#[test]
fn a_bad_path_is_refused_before_the_search() {
    // Checked after the search, the path would fail only minutes later.
    let folder = tempfile::tempdir().expect("a folder");
    let (text, error, status) =
        run_in(folder.path(), &["solve", &endless_deal(), "--html", "none/line.html", "--timeout", "100"]);
    assert_eq!((text.as_str(), status), ("", Some(2)), "{error}");
    assert_eq!(file_names(folder.path()), [""; 0]);
}

#[test]
#[cfg(unix)]
fn a_replacement_keeps_permissions_and_what_a_link_leads_to() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = tempfile::tempdir().expect("a folder");
    let [target, link] = ["target.svg", "link.svg"].map(|name| folder.path().join(name));
    let length = |path: &Path| {
        let found = fs::symlink_metadata(path).expect("a file");
        (found.is_file(), found.permissions().mode() & 0o777, found.len() > 1000)
    };
    fs::write(&target, "<svg/>").expect("written");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).expect("an own file");
    symlink("target.svg", &link).expect("a link");
    for (path, name) in [(&link, "link.svg"), (&target, "target.svg")] {
        assert_eq!(length(&target), (true, 0o600, false));
        let (_, error, status) = run_in(folder.path(), &["show", "--web-seed", "1", "--svg", name]);
        assert_eq!(status, Some(0), "{error}");
        assert_eq!(length(path), (true, 0o600, true));
    }
    assert_eq!(file_names(folder.path()), ["link.svg", "target.svg"]);
}

#[test]
fn two_names_of_one_file_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["show", "--web-seed", "1", "--svg", "picture", "--html", "picture"];
    let (text, error, status) = run_in(folder.path(), &arguments);
    assert!(error.contains("--svg and --html name the same file"), "{error}");
    assert_eq!((text.as_str(), status), ("", Some(2)));
    assert_eq!(file_names(folder.path()), [""; 0]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_picture_can_be_written_to_a_pipe() {
    let board = run_in(Path::new("."), &["show", "--web-seed", "1"]).0;
    let folder = tempfile::tempdir().expect("a folder");
    let (text, error, status) =
        run_in(folder.path(), &["show", "--web-seed", "1", "--svg", "/dev/stdout", "-q"]);
    let picture = text.strip_prefix(&board).expect("the board before the picture");
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{picture}");
    assert_eq!((error.as_str(), status), ("", Some(0)));
    // As shells name the pipes of `>(command)`.
    let program = solomids(&[]).get_program().to_owned();
    for (redirection, name) in [("3>&1 >/dev/null", None), ("3>file >/dev/null", Some("file"))] {
        let mut shell = Command::new("sh");
        let script = format!("\"$0\" show --web-seed 1 --svg /dev/fd/3 --quiet {redirection}");
        shell.args(["-c", &script]).arg(&program).current_dir(folder.path());
        let (text, error, status) = output(shell, b"");
        let text = name.map_or(text, |name| fs::read_to_string(folder.path().join(name)).expect("a file"));
        assert_eq!((text.as_str(), error.as_str(), status), (picture, "", Some(0)));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_picture_pipe_keeps_the_exit_status() {
    use std::io::Read as _;
    use std::sync::mpsc;
    use std::time::Duration;

    let folder = tempfile::tempdir().expect("a folder");
    let (share, _, _) = run_in(folder.path(), &["solve", "--web-seed", "1", "--format", "share", "-q"]);
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    // An illegal move at the end gives a status of its own, and the page is longer than what a pipe holds.
    let line = format!("{}, B-A1", share.trim_end());
    let mut command = solomids(&["analyze", &line, "--html", pipe.to_str().expect("UTF-8"), "-q"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut start = [0; 10];
        let read = fs::File::open(pipe).and_then(|mut file| file.read_exact(&mut start));
        sender.send(read.map(|()| start))
    });
    let start = receiver.recv_timeout(Duration::from_mins(2)).expect("in time").expect("a page");
    assert!(start.starts_with(b"<!DOCTYPE"));
    let mut error = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut error).expect("UTF-8");
    assert_eq!((error.as_str(), child.wait().expect("it ends").code()), ("", Some(2)));
}

#[test]
#[cfg(target_os = "linux")]
fn a_write_error_is_reported_after_the_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, error, status) = run_in(
        folder.path(),
        &["solve", "--web-seed", "1", "--svg", "/dev/full", "--html", "line.html", "--quiet"],
    );
    assert!(text.contains("Best score 17 (no swap), proven"), "{text}");
    assert_eq!(error, "error: cannot write `/dev/full`: No space left on device (os error 28)\n");
    assert_eq!(status, Some(2));
    assert_eq!(file_names(folder.path()), ["line.html"], "the other picture is written all the same");
}

#[test]
fn pictures_are_written_despite_a_closed_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = solomids(&["solve", "--web-seed", "1", "--html", "line.html"]);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    command.current_dir(folder.path()).stdout(writer).stderr(Stdio::piped());
    let output = command.output().expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(file_names(folder.path()), ["line.html"]);

    let row = "0,,text,R1 R2,no-deal,,,,,,,,,,,\n";
    let header = "index,seed,dealer,deal,verdict,score,lower_bound,upper_bound,swaps,trees,moves,stacks,slides,\
                  banks,transfers,nodes\n";
    // More than the buffers hold.
    let rows: String = (0..4000).map(|index| row.replacen('0', &index.to_string(), 1)).collect();
    fs::write(folder.path().join("rows.csv"), header.to_owned() + &rows).expect("written");
    let mut command = solomids(&["stats", "rows.csv", "--rows", "no-deal", "--plot", "plot.svg"]);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    command.current_dir(folder.path()).stdout(writer).stderr(Stdio::piped());
    let output = command.output().expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(file_names(folder.path()), ["line.html", "plot.svg", "rows.csv"]);
}

#[test]
fn odd_seeds_are_escaped_in_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    run_in(folder.path(), &["solve", "--web-seed=1", "--html", "plain.html", "--quiet"]);
    let plain = fs::read_to_string(folder.path().join("plain.html")).expect("a file");
    let scripts = plain.matches("</script>").count();
    for seed in
        ["</script><script>alert(1)</script>", "a\"b'c&d", "two\nlines\u{1b}[31m", "😀\u{202e}\u{fffe}"]
    {
        let seed = format!("--web-seed={seed}");
        let (_, error, status) =
            run_in(folder.path(), &["solve", &seed, "--svg", "a.svg", "--html", "a.html", "--quiet"]);
        assert_eq!((error.as_str(), status), ("", Some(0)), "{seed}");
        let sheet = fs::read_to_string(folder.path().join("a.svg")).expect("a file");
        let document = roxmltree::Document::parse(&sheet).unwrap_or_else(|error| panic!("{seed}: {error}"));
        let title =
            document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
        assert!(title.is_some_and(|title| title.starts_with("Web seed ")), "{title:?}");
        let page = fs::read_to_string(folder.path().join("a.html")).expect("a file");
        assert_eq!(page.matches("</script>").count(), scripts, "{seed}");
    }
}

/// Game in the picture of the README, which is redrawn by
/// `solomids show --share '…' --svg docs/board.svg`.
const README_GAME: &str = "\
    1_M-C6>C5, M-B3>B2, M-A6>B6, M-B5>B6, S-D9>D10, M-D5>D6, T-B6>B7, B-B7, S-A9>A10, M-C3>A3, M-A3>A2, \
    S-A5>A7, B-A2, S-C5>C6, M-C1>C2, M-E1>B1, S-B2>B3, M-D3>B3, M-B9>A9, M-D10>A10, S-B8>B10, S-B6>B9, \
    M-A8>C8, M-D8>C8, B-C8, S-D9>D10, S-D7>D9, S-D4>D7, M-D10>D9, M-E6>C6, S-D2>D6";

#[test]
fn the_picture_of_the_readme_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    assert!(readme.contains("\"docs/board.svg\""));
    let (picture, _, status) = output(solomids(&["show", "--share", README_GAME, "--format", "svg"]), b"");
    assert_eq!(status, Some(0));
    let committed = fs::read_to_string(root.join("docs/board.svg")).expect("the picture");
    assert!(
        committed == picture,
        "docs/board.svg is out of date: solomids show --share '{README_GAME}' --svg docs/board.svg"
    );
}

#[test]
fn completions_cover_every_command() {
    let (help, _, _) = output(solomids(&["--help"]), b"");
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"solve") && commands.contains(&"completions"), "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (script, error, status) = output(solomids(&["completions", shell]), b"");
        assert_eq!((error.as_str(), status), ("", Some(0)));
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn bash_completes_commands_options_and_values() {
    // Simulates the tabulator key after these words.
    const SCRIPT: &str = r#"
        source <("$1" completions bash) || exit
        COMP_WORDS=($2)
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _solomids solomids "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        echo "${COMPREPLY[@]}""#;
    let complete = |words: &str| {
        let mut command = Command::new("bash");
        command.args(["-c", SCRIPT, "bash"]).arg(assert_cmd::cargo::cargo_bin("solomids")).arg(words);
        let output = command.output().expect("bash");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert_eq!(complete("solomids solv"), "solve\n");
    assert_eq!(complete("solomids show --format ht"), "html\n");
    assert!(complete("solomids solve --h").split_whitespace().any(|word| word == "--html"));
    assert_eq!(complete("solomids completions z"), "zsh\n");
    assert_eq!(complete("solomids solace2 cen"), "census\n");
    assert!(complete("solomids solace2 play --u").split_whitespace().any(|word| word == "--undo"));
    assert_eq!(complete("solomids pentamid ana"), "analyze\n");
    assert!(
        complete("solomids pentamid analyze --rep").split_whitespace().any(|word| word == "--repetition")
    );
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, notes, status) = run_in(folder.path(), &["man", "--out", "share/man1"]);
    assert_eq!((text.as_str(), status), ("", Some(0)), "{notes}");
    let pages = file_names(&folder.path().join("share/man1"));
    assert_eq!(notes, format!("wrote {} pages to `share/man1`\n", pages.len()));
    let (main, _, _) = output(solomids(&["man"]), b"");
    assert!(main.contains("solomids\\-pentamid(1)"), "{main}");
    for page in &pages {
        let text = fs::read_to_string(folder.path().join("share/man1").join(page)).expect("a page");
        let name = page.strip_suffix(".1").expect("a page of section 1");
        assert!(text.contains(&format!("\n.TH {name} 1 ")), "{text}");
        assert!(text.contains("\n.SH EXAMPLES\n") && !text.contains("\n.SH EXTRA\n"), "{page}");
        assert!(
            text.contains(&format!(
                "solomids {}",
                name.strip_prefix("solomids-").unwrap_or("solve").replace('-', " ")
            )),
            "{page}"
        );
        // The main page refers to those of its commands, and each of these to those of its own.
        let Some((parent, _)) = name.rsplit_once('-') else { continue };
        let parent =
            fs::read_to_string(folder.path().join(format!("share/man1/{parent}.1"))).expect("a page");
        assert!(parent.contains(&format!("{}(1)", name.replace('-', "\\-"))), "{page}");
    }
    assert!(main.contains("solomids\\-solve(1)"), "{main}");
    assert!(pages.contains(&"solomids-solace2-census.1".into()), "{pages:?}");
    assert!(pages.contains(&"solomids-pentamid-analyze.1".into()), "{pages:?}");
    assert!(pages.contains(&"solomids.1".into()) && pages.contains(&"solomids-solve.1".into()), "{pages:?}");
    // Existing pages are replaced.
    assert_eq!(run_in(folder.path(), &["man", "--out", "share/man1", "-q"]).2, Some(0));
}
