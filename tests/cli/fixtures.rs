//! Fixtures of the command-line tests: the program, its output, temporary files, and signals.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt as _;
use solomids::dealer::tabletop;
use solomids::game::Palette;
use tempfile::TempDir;

/// The program with some arguments, without colour variables.
pub(crate) fn solomids(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("solomids").expect("the program is built");
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Runs a command; returns standard output, standard error and the exit status.
pub(crate) fn output(mut command: Command, stdin: &[u8]) -> (String, String, Option<i32>) {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Fails harmlessly for commands that close standard input.
    let _ = child.stdin.take().expect("piped").write_all(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// A deal that no test waits for: 17 million nodes do not prove that it needs a swap or cannot be won.
pub(crate) fn endless_deal() -> String {
    Palette::default().canonical(tabletop::deal(7, 122).position())
}

/// Runs a command in a folder; returns standard output, standard error and the exit status.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = solomids(arguments);
    command.current_dir(folder);
    output(command, b"")
}

/// Runs a command that must succeed; returns standard output and standard error.
pub(crate) fn run(command: Command) -> (String, String) {
    let shown = format!("{command:?}");
    let (out, err, status) = output(command, b"");
    assert_eq!(status, Some(0), "{shown}: {err}");
    (out, err)
}

/// A temporary folder.
pub(crate) struct Files {
    pub(crate) folder: TempDir,
}

impl Files {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().expect("a folder") }
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("UTF-8").into()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    pub(crate) fn names(&self) -> Vec<String> {
        file_names(self.folder.path())
    }
}

/// Names of the files of a folder, sorted.
pub(crate) fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// Sends a signal to a child process.
#[cfg(target_os = "linux")]
pub(crate) fn send(signal: &str, child: &Child) {
    let status = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

/// Number of lines of a file of rows, or of its log while it grows, 0 if there is none.
#[cfg(target_os = "linux")]
pub(crate) fn row_count(path: &Path) -> usize {
    let read = fs::read_to_string(path.with_added_extension("part")).or_else(|_| fs::read_to_string(path));
    read.map_or(0, |text| text.lines().count())
}

/// Waits until a file has more than `before` rows; returns false if the child has ended.
#[cfg(target_os = "linux")]
pub(crate) fn wait_for_rows(child: &mut Child, path: &Path, before: usize) -> bool {
    for _ in 0..6000 {
        if child.try_wait().expect("a child").is_some() {
            return false;
        }
        if row_count(path) > before {
            return true;
        }
        thread::sleep(Duration::from_millis(1));
    }
    panic!("no rows for a long time");
}
