//! Append-only store of lines with a journal: lines are finished in any order, and written in the order of their indices.
//!
//! A [`Ledger`] knows bytes and indices, and no content. Its user parses lines, and describes in a sidecar what they are made
//! with. So any batch or census that writes one line for each index of a range can use it.
//!
//! # Files
//! | file | holds |
//! |---|---|
//! | `deals.csv` | a header, then the lines of the first indices, complete and in order |
//! | `deals.csv.part` | the journal: lines finished before their turn; removed when it is empty |
//! | `deals.meta.json` | the sidecar: what the lines are made with, in the user's format |
//!
//! # Guarantees
//! - The bytes of the file depend on its lines alone.
//! - Once [`Ledger::put`] has returned, the system has the line: a process that is killed loses none.
//! - [`Ledger::sync`] flushes all lines to the disk: a power cut costs the lines since the last call.
//! - A torn line has no line end. It is dropped when the ledger is resumed.
//! - The file is locked while it is written, as far as its file system knows locks.

mod digest;
mod error;
mod folder;
mod indices;
mod journal;
mod lines;
mod replace;
mod sidecar;
mod store;

pub use digest::{hex, sha256};
pub use error::LedgerError;
pub use folder::{folder_of, sync_folder};
pub use indices::IndexRange;
pub use journal::journal_path;
pub use lines::{Lines, whole_lines};
pub use replace::{can_replace, replace};
pub use sidecar::{check_name, find_sidecar, is_same_file, overwrites, real_path, sidecar_path};
pub use store::{LOOK_AHEAD, Ledger, LedgerContents, LineParser, SidecarClaim, is_locked};
