//! Names the builds: the version of the package and a hash of the sources that decide what is found out about a deal, and
//! the same for a census of Solace II and for games between engines of Pentamid.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Folders of the sources that decide which deal an index has, and what is found out about it.
///
/// What they use elsewhere (`src/notation`, `src/sorting.rs`) and what writes rows (`src/batch`) is left out, so that most
/// changes there leave rows comparable. A change there that alters rows has to raise the schema of sidecars
/// (`batch::SCHEMA`) or the version of the package.
const SOURCES: [&str; 4] = [
    "src/games/solomids/analysis",
    "src/games/solomids/dealer",
    "src/games/solomids/game",
    "src/games/solomids/solver",
];

/// Folders of the sources that decide what is in a row of a census of Solace II.
const SOLACE2_SOURCES: [&str; 3] =
    ["src/games/solace2/census", "src/games/solace2/game", "src/games/solace2/solver"];

/// Folders of the sources that decide how a game of Pentamid between engines goes.
const PENTAMID_SOURCES: [&str; 4] = [
    "src/games/pentamid/engine",
    "src/games/pentamid/game",
    "src/games/pentamid/prover",
    "src/games/pentamid/selfplay",
];

fn main() {
    name_build("SOLOMIDS_VERSION", &SOURCES);
    name_build("SOLACE2_VERSION", &SOLACE2_SOURCES);
    name_build("PENTAMID_VERSION", &PENTAMID_SOURCES);
}

/// Sets a variable to the version of the package with a hash of the sources in some folders.
fn name_build(variable: &str, folders: &[&str]) {
    for folder in folders {
        println!("cargo::rerun-if-changed={folder}");
    }
    let mut version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    // Where sources cannot be read, the compiler says so; the version then goes without a hash.
    if let Ok(hash) = hash_of_sources(folders) {
        let _ = write!(version, "+{hash:016x}");
    }
    println!("cargo::rustc-env={variable}={version}");
}

/// FNV-1a of the names and contents of all sources, in the order of their names. Carriage returns do not count, because
/// some checkouts have them.
fn hash_of_sources(folders: &[&str]) -> io::Result<u64> {
    let mut files = Vec::new();
    for folder in folders {
        collect(Path::new(folder), &mut files)?;
    }
    let mut named = files
        .into_iter()
        .map(|path| Ok((path.to_string_lossy().replace('\\', "/"), fs::read(&path)?)))
        .collect::<io::Result<Vec<_>>>()?;
    named.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (name, content) in named {
        // The zero bytes keep names and contents apart.
        for byte in
            name.bytes().chain([0]).chain(content.into_iter().filter(|&byte| byte != b'\r')).chain([0])
        {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    Ok(hash)
}

/// Adds all files of a folder and its folders, but those that hold tests.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
    Ok(())
}
