//! Examples of the README and of `docs`: `console` blocks are transcripts, `sh` blocks run one after the other in a folder of
//! their page. Blocks marked `shell` are not run: they need a cluster, hours, or what a build has not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fixtures::Files;

/// The README and the pages of `docs`.
fn pages() -> Vec<PathBuf> {
    [pages_in("docs"), vec!["README.md".into()]].concat()
}

/// The pages of a folder, sorted.
fn pages_in(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.sort();
    pages
}

fn read(page: &Path) -> String {
    fs::read_to_string(page).expect("a page")
}

/// The `sh` blocks of a page.
fn scripts(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n```sh\n").skip(1).map(|rest| rest.split("\n```").next().unwrap_or(rest))
}

#[test]
fn shell_blocks_succeed() {
    let program = assert_cmd::cargo::cargo_bin("solomids");
    let folder = program.parent().expect("the program is in a folder").to_path_buf();
    let path = std::env::join_paths(
        std::iter::once(folder).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let mut ran = 0;
    for page in pages() {
        let (text, files) = (read(&page), Files::new());
        for script in scripts(&text).filter(|script| !script.contains("cargo")) {
            let output = Command::new("sh")
                .args(["-ec", script])
                .env("PATH", path.as_ref().expect("a path"))
                .current_dir(files.folder.path())
                .output()
                .expect("a shell");
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {script}\n{err}", page.display());
            assert!(!output.stdout.is_empty() || script.contains("--out"), "{script}");
            ran += 1;
        }
    }
    assert!(ran >= 10, "only {ran} blocks ran");
}

#[test]
fn the_cargo_run_example_has_a_transcript() {
    let readme = read(Path::new("README.md"));
    let mut commands = scripts(&readme).flat_map(str::lines).filter(|line| line.starts_with("cargo "));
    let arguments = commands.next().and_then(|line| line.strip_prefix("cargo run --release -- "));
    let shown = format!("\n```console\n$ solomids {}\n", arguments.expect("the first command"));
    assert!(readme.contains(&shown), "{shown}");
    assert_eq!(commands.collect::<Vec<_>>(), ["cargo test"]);
}

#[test]
fn links_between_pages_lead_somewhere() {
    for page in [".", "docs", "docs/lab", "data/census"].into_iter().flat_map(pages_in) {
        let (text, folder) = (read(&page), page.parent().expect("a folder"));
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            if link.starts_with("http") {
                continue;
            }
            let target = if file.is_empty() { page.clone() } else { folder.join(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            let anchors =
                || read(&target).lines().filter(|line| line.starts_with('#')).map(anchor).collect::<Vec<_>>();
            assert!(place.is_empty() || anchors().contains(&place.to_owned()), "{}: {link}", page.display());
        }
    }
}

/// The anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|&c| c.is_alphanumeric() || "-_ ".contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
