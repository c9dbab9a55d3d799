//! What can go wrong around a batch, and how to mend it.

use std::io;
use std::path::{Path, PathBuf};

use super::folder::folder_of;

/// Why a batch cannot be run, resumed, merged or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system refused something.
    #[error("cannot {action} `{}`", path.display())]
    Io {
        /// What was to be done: `write`, `open`.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Rows cannot be written to standard output.
    #[error("cannot write to standard output")]
    Stdout(#[source] io::Error),
    /// Nothing is overwritten unasked.
    #[error("`{}` exists", .0.display())]
    Exists(PathBuf),
    /// A batch that writes the file was begun and has not ended.
    #[error("a batch for `{}` is unfinished", .0.display())]
    Unfinished(PathBuf),
    /// A file of rows that could share its sidecar with another one.
    #[error("`{}` is no name that ends in .csv", .0.display())]
    Name(PathBuf),
    /// Another process writes the file.
    #[error("another process is writing `{}`", .0.display())]
    Locked(PathBuf),
    /// There are rows, but nothing says what they are rows of.
    #[error("`{}` is missing, so nothing says which batch the rows belong to", .0.display())]
    NoMeta(PathBuf),
    /// A sidecar that cannot be understood.
    #[error("`{}` does not describe a batch: {message}", path.display())]
    BadMeta {
        /// The sidecar.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// Two batches that should be one are not.
    #[error("{what}: {}", listed(differences, here, there))]
    Differs {
        /// What cannot be done for it.
        what: String,
        /// Where the one batch is: `now`, `in ...`.
        here: String,
        /// Where the other one is.
        there: String,
        /// What differs, and both values.
        differences: Vec<Difference>,
        /// How to mend it.
        help: &'static str,
    },
    /// A line that is no row, or not the row that belongs there.
    #[error("line {line} of `{}` {message}", path.display())]
    BadRow {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        message: String,
    },
    /// Files that do not make up one batch.
    #[error("{message}")]
    Unmergeable {
        /// What is wrong, by name.
        message: String,
        /// How to mend it.
        help: String,
    },
    /// Rows of an earlier batch that cannot be taken over.
    #[error("{message}")]
    Unusable {
        /// What is wrong, by name.
        message: String,
        /// How to mend it.
        help: &'static str,
    },
    /// The threads cannot be started.
    #[error("cannot start the threads")]
    Threads(#[source] rayon::ThreadPoolBuildError),
    /// The threads ended without having done their work: a mistake of the program.
    #[error("the threads ended before all deals were done")]
    Deserted,
    /// A row cannot be written as CSV: a mistake of the program.
    #[error("cannot write a row")]
    Csv(#[from] csv::Error),
}

impl Error {
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }

    /// What the user can do about it, where there is something to say.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Exists(_) => "--resume continues it, --force starts it anew, or choose another name".into(),
            Self::Unfinished(_) => "finish it with `solomids batch --resume`, or choose another name".into(),
            Self::Name(_) => {
                "give it a name that does: `deals.csv` has the sidecar `deals.meta.json`, and no other file has".into()
            }
            Self::Locked(_) => "wait for it, or choose another name".into(),
            Self::NoMeta(_) => "put it back; `solomids batch --force` does the rows anew".into(),
            Self::BadMeta { .. } => "put the file back as it was".into(),
            Self::Differs { help, .. } | Self::Unusable { help, .. } => (*help).into(),
            Self::Unmergeable { help, .. } => help.clone(),
            Self::Io { action: "write", path, .. } if !folder_of(path).exists() => "make its folder first".into(),
            _ if self.is_full() => {
                "make room, then run the same command with --resume: all rows written so far are kept".into()
            }
            _ => return None,
        })
    }

    /// Whether there is no room left where a file is.
    pub fn is_full(&self) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        matches!(self, Self::Io { source, .. } if matches!(source.kind(), StorageFull | QuotaExceeded | FileTooLarge))
    }
}

/// Something in which two batches differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is: `seed`, `limits.max_nodes`.
    pub field: String,
    /// The value here.
    pub here: String,
    /// The value there.
    pub there: String,
}

fn listed(differences: &[Difference], here: &str, there: &str) -> String {
    let one =
        |Difference { field, here: a, there: b }: &Difference| format!("{field}: {b} {there}, {a} {here}");
    differences.iter().map(one).collect::<Vec<_>>().join("; ")
}
