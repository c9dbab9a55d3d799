//! Commands of the README in `sh` blocks. Its `console` blocks are transcripts.

use std::process::Command;

use crate::fixtures::Files;

const README: &str = include_str!("../../README.md");

/// The `sh` blocks of the README.
fn scripts() -> impl Iterator<Item = &'static str> {
    README.split("\n```sh\n").skip(1).map(|rest| rest.split("\n```").next().unwrap_or(rest))
}

#[test]
fn shell_blocks_succeed() {
    let program = assert_cmd::cargo::cargo_bin("solomids");
    let folder = program.parent().expect("the program is in a folder").to_path_buf();
    let path = std::env::join_paths(
        std::iter::once(folder).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let files = Files::new();
    let mut ran = 0;
    for script in scripts().filter(|script| !script.contains("cargo")) {
        let output = Command::new("sh")
            .args(["-ec", script])
            .env("PATH", path.as_ref().expect("a path"))
            .current_dir(files.folder.path())
            .output()
            .expect("a shell");
        assert!(output.status.success(), "{script}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty() || script.contains("--out"), "{script}");
        ran += 1;
    }
    assert_eq!(ran, 7, "blocks run");
}

#[test]
fn the_cargo_run_example_has_a_transcript() {
    let mut commands = scripts().flat_map(str::lines).filter(|line| line.starts_with("cargo "));
    let arguments = commands.next().and_then(|line| line.strip_prefix("cargo run --release -- "));
    let shown = format!("\n```console\n$ solomids {}\n", arguments.expect("the first command"));
    assert!(README.contains(&shown), "{shown}");
    assert_eq!(commands.collect::<Vec<_>>(), ["cargo test"]);
}
