//! Series: rows that are made on all cores, written in order, survive crashes, and go on where they stopped; for any game.
//!
//! A [`Series`] says what its rows are made with and how one is written and read; [`run()`] makes those that a [`RowFile`]
//! lacks. The file is a [`Ledger`] of lines with a [`Sidecar`] beside it. The parts of a series may be made on different
//! machines: [`Shard`], [`ShardFile`], [`SeriesStatus`].

mod csv;
mod error;
mod files;
mod indices;
mod journal;
mod ledger;
mod lines;
mod rows;
mod run;
mod shards;
mod sidecar;
mod status;

pub use csv::{CsvReader, csv_fields, csv_line};
pub use error::{Difference, Error};
pub use files::{
    can_replace, can_write, check_name, find_sidecar, folder_of, hex, is_same_file, is_special, journal_path,
    overwrites, real_path, replace, sha256, sidecar_path, sync_folder, write_file,
};
pub use indices::{IndexRange, Shard};
pub use ledger::{LOOK_AHEAD, Ledger, LedgerContents, LineParser, SidecarClaim, is_locked};
pub use lines::{Lines, whole_lines};
pub use rows::{CheckedRows, RowFile, Series, check_digest};
pub(crate) use run::steal_work;
pub use run::{End, Event, Made, Note, RunOptions, run};
pub use shards::{ShardFile, check_cover, of_one_series};
pub use sidecar::{Part, Progress, SCHEMA, SearchLimits, Sidecar, differences};
pub use status::{FileState, FileStatus, SeriesStatus};
