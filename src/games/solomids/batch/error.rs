//! Errors of batches, with advice.

use std::path::{Path, PathBuf};

use super::meta::SCHEMA;
use crate::series::ledger::LedgerError;

/// Reason why a batch cannot be run, resumed, merged or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file of rows cannot be written or read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// An unfinished batch writes the file.
    #[error("a batch for `{}` is unfinished", .0.display())]
    Unfinished(PathBuf),
    /// A sidecar is malformed.
    #[error("`{}` does not describe a batch: {message}", path.display())]
    BadMeta {
        /// The sidecar.
        path: PathBuf,
        /// The fault.
        message: String,
    },
    /// A sidecar is of a version with another format.
    #[error("`{}` has schema {schema}, and this version reads {SCHEMA}", path.display())]
    OtherSchema {
        /// The sidecar.
        path: PathBuf,
        /// Version of its format.
        schema: u64,
    },
    /// A record of a CSV without a sidecar is no row.
    #[error("line {line} of `{}` {message}", path.display())]
    BadRecord {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: u64,
        /// The fault, in words that follow the name of the line.
        message: String,
        /// Advice.
        help: &'static str,
    },
    /// Two batches differ that should be one.
    #[error("{what}: {}", listed(differences, here, there))]
    Differs {
        /// Consequence, with which the message opens.
        what: String,
        /// Place of the first batch: `now`, `in ...`.
        here: String,
        /// Place of the second batch.
        there: String,
        /// The fields that differ, with both values.
        differences: Vec<Difference>,
        /// Advice.
        help: &'static str,
    },
    /// Files do not make up one batch.
    #[error("{message}")]
    Unmergeable {
        /// The fault.
        message: String,
        /// Advice.
        help: String,
    },
    /// Rows of an earlier batch cannot be taken over.
    #[error("{message}")]
    Unusable {
        /// The fault.
        message: String,
        /// Advice.
        help: &'static str,
    },
    /// The threads cannot be started.
    #[error("cannot start the threads")]
    Threads(#[source] rayon::ThreadPoolBuildError),
    /// The threads ended early: a mistake of the program.
    #[error("the threads ended before all deals were done")]
    Deserted,
    /// A sidecar cannot be written as JSON: a mistake of the program.
    #[error("cannot write a sidecar")]
    Json(#[from] serde_json::Error),
    /// A row cannot be written as CSV: a mistake of the program.
    #[error("cannot write a row")]
    Csv(#[from] csv::Error),
}

impl Error {
    /// The error for deals given as text whose column is to be left out.
    pub fn without_deals() -> Self {
        Self::Unusable {
            message: "the deals were given as text, so nothing but their column tells them".into(),
            help: "leave --without-deals out",
        }
    }

    /// The error for a file of a format that this build does not write.
    pub fn not_built_in(path: &Path) -> Self {
        Self::Unmergeable {
            message: format!("`{}` cannot be written: Parquet is not part of this build", path.display()),
            help: "build with the Cargo feature `parquet`, or give a name that ends in .csv or .jsonl".into(),
        }
    }

    /// Advice to the user of the command line, where there is any.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Ledger(LedgerError::NoSidecar(_)) => {
                "put it back; `solomids batch --force` does the rows anew".into()
            }
            Self::Ledger(LedgerError::Name(_)) => {
                "give it a name that ends in .csv, or in .jsonl or .parquet for rows in that format".into()
            }
            Self::Ledger(LedgerError::Altered(_)) => {
                "put the file back as it was, or begin it anew with `solomids batch --force`".into()
            }
            Self::Ledger(error) => return error.help().map(Into::into),
            Self::Unfinished(_) => "finish it with `solomids batch --resume`, or choose another name".into(),
            Self::BadMeta { .. } => "put the file back as it was".into(),
            Self::OtherSchema { .. } => {
                "use the version that wrote it: rows of different versions are not mixed".into()
            }
            Self::Differs { help, .. } | Self::Unusable { help, .. } | Self::BadRecord { help, .. } => {
                (*help).into()
            }
            Self::Unmergeable { help, .. } => help.clone(),
            Self::Threads(_) | Self::Deserted | Self::Json(_) | Self::Csv(_) => return None,
        })
    }
}

/// A field in which two batches differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Name of the field: `seed`, `limits.max_nodes`.
    pub field: String,
    /// Value in the first batch.
    pub here: String,
    /// Value in the second batch.
    pub there: String,
}

fn listed(differences: &[Difference], here: &str, there: &str) -> String {
    let one =
        |Difference { field, here: a, there: b }: &Difference| format!("{field}: {b} {there}, {a} {here}");
    differences.iter().map(one).collect::<Vec<_>>().join("; ")
}
