//! Series: rows that are made on all cores, survive crashes, go on where they stopped, and are put in order at the end; for any
//! game.
//!
//! A [`Series`] says what its rows are made with and how one is written and read; [`run()`] makes those that a [`RowFile`]
//! lacks. While rows are missing they stand in a write-ahead log, whose module says why no crash costs a row; a [`Sidecar`] says
//! what they are made with. The parts of a series may be made on different
//! machines: [`Shard`], [`ShardFile`], [`SeriesStatus`].

mod csv;
mod error;
mod files;
mod indices;
mod log;
mod rows;
mod run;
mod shards;
mod sidecar;
mod status;

pub use csv::{CsvReader, csv_fields, csv_line};
pub use error::{Difference, Error};
pub use files::{
    can_replace, can_write, check_name, find_sidecar, folder_of, hex, is_same_file, is_special, log_path,
    overwrites, real_path, replace, sidecar_path, write_file,
};
pub use indices::{IndexRange, Shard};
pub use rows::{CheckedRows, RowFile, RowsRead, Series, digest_of, replace_rows, rows_and_sidecar};
pub use run::{End, Event, Made, Note, RunOptions, Task, run};
pub use shards::{ShardFile, check_cover, of_one_series};
pub use sidecar::{Part, Progress, SCHEMA, SearchLimits, Sidecar, differences};
pub use status::{FileState, FileStatus, SeriesStatus};
