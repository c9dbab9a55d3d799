//! Errors of series and of the files around them, with advice.

use std::io;
use std::path::{Path, PathBuf};

use super::files::{folder_of, is_log};

/// Reason why a series cannot be run, resumed, merged or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system refused an operation on a file.
    #[error("cannot {action} `{}`", path.display())]
    Io {
        /// The operation: `write`, `read`, `remove`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Standard output does not take lines.
    #[error("cannot write to standard output")]
    Stdout(#[source] io::Error),
    /// A file exists that would be overwritten.
    #[error("`{}` exists", .0.display())]
    Exists(PathBuf),
    /// The name of the file does not end in `.csv`, so it could share its sidecar with another file.
    #[error("`{}` is no name that ends in .csv", .0.display())]
    Name(PathBuf),
    /// The file was removed, or another one put in its place, while it was written.
    #[error("`{}` was removed or replaced while its rows were written, and they are lost", .0.display())]
    Lost(PathBuf),
    /// Another process writes the file.
    #[error("another process is writing `{}`", .0.display())]
    Locked(PathBuf),
    /// There are lines, and no sidecar that describes them.
    #[error("`{}` is missing, so nothing says which batch the rows belong to", .0.display())]
    NoSidecar(PathBuf),
    /// A sidecar is malformed.
    #[error("`{}` does not describe a {kind}: {message}", path.display())]
    BadSidecar {
        /// The sidecar.
        path: PathBuf,
        /// What it should describe.
        kind: &'static str,
        /// The fault.
        message: String,
    },
    /// A complete file has another hash than its sidecar says.
    #[error("`{}` was altered after it was finished: its SHA-256 is not the one in its sidecar", .0.display())]
    Altered(PathBuf),
    /// A line is malformed, or does not belong where it is.
    #[error("line {line} of `{}` {message}", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: u64,
        /// The fault, in words that follow the name of the line.
        message: String,
    },
    /// Two series differ that should be one.
    #[error("{what}: {}", listed(differences, here, there))]
    Differs {
        /// Consequence, with which the message opens.
        what: String,
        /// Place of the first series: `now`, `in ...`.
        here: String,
        /// Place of the second series.
        there: String,
        /// The fields that differ, with both values.
        differences: Vec<Difference>,
        /// Advice.
        help: &'static str,
    },
    /// Files or options are refused for another reason.
    #[error("{message}")]
    Refused {
        /// The fault.
        message: String,
        /// Advice.
        help: String,
    },
    /// The threads cannot be started.
    #[error("cannot start the threads")]
    Threads(#[source] rayon::ThreadPoolBuildError),
    /// The threads ended early: a mistake of the program.
    #[error("the threads ended before all rows were done")]
    Deserted,
    /// A sidecar cannot be written as JSON: a mistake of the program.
    #[error("cannot write a sidecar")]
    Json(#[from] serde_json::Error),
}

impl Error {
    /// A function that makes an [`Io`](Self::Io) error of the system's error.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }

    pub(crate) fn refused(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Refused { message: message.into(), help: help.into() }
    }

    /// Advice to the user of the command line, where there is any.
    pub fn help(&self) -> Option<&str> {
        Some(match self {
            Self::Exists(_) => "--resume continues it, --force starts it anew, or choose another name",
            Self::NoSidecar(_) => "put it back; the command that writes the rows does them anew with --force",
            Self::Name(_) => {
                "give it a name that does: `deals.csv` has the sidecar `deals.meta.json`, and no other file has"
            }
            Self::BadLine { path, .. } if is_log(path) => {
                "delete this line, or the whole file: --resume then makes the rows of the lines that are gone again"
            }
            Self::BadLine { line: 1, .. } => {
                "put the line back as it was written, with its own line end and nothing before the first name"
            }
            Self::BadLine { .. } => {
                "put the file back as it was written, or delete this line and all after it: --resume then makes them anew"
            }
            Self::BadSidecar { .. } => "put the file back as it was",
            Self::Altered(_) => "put the file back as it was, or begin it anew with --force",
            Self::Lost(_) => {
                "--resume makes them anew where no file is in its place now, --force in any case"
            }
            Self::Locked(_) => "wait for it, or choose another name",
            Self::Io { action: "write", path, .. } if !folder_of(path).exists() => "make its folder first",
            Self::Differs { help, .. } => help,
            Self::Refused { help, .. } => help,
            _ if self.is_full() => {
                "make room, then run the same command with --resume: all rows written so far are kept"
            }
            _ => return None,
        })
    }

    /// Whether the file system or a quota is full.
    pub fn is_full(&self) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        matches!(self, Self::Io { source, .. } if matches!(source.kind(), StorageFull | QuotaExceeded | FileTooLarge))
    }
}

/// A field in which two series differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Name of the field: `seed`, `limits.max_nodes`.
    pub field: String,
    /// Value in the first series.
    pub here: String,
    /// Value in the second series.
    pub there: String,
}

fn listed(differences: &[Difference], here: &str, there: &str) -> String {
    let one =
        |Difference { field, here: a, there: b }: &Difference| format!("{field}: {b} {there}, {a} {here}");
    differences.iter().map(one).collect::<Vec<_>>().join("; ")
}
