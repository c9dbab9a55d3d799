//! Many deals: one row of CSV for each, in order, whatever the number of threads and whatever interrupts them.
//!
//! A [`Plan`] says what the rows will be, a [`Ledger`] keeps them, [`run()`] makes them. The rows of a plan are the
//! same bytes for any number of threads, in any parts once merged, and after any interruption once resumed, unless
//! a limit on time or memory ends a search. What an earlier batch has decided can be taken over: [`Reuse`].

mod columns;
mod error;
mod folder;
mod journal;
mod ledger;
mod memory;
mod merge;
pub mod meta;
mod plan;
mod queue;
mod read;
mod replace;
mod reuse;
mod row;
mod run;

pub use columns::{COLUMNS, Extra, columns, header};
pub use error::{Difference, Error};
pub use folder::folder_of;
pub use journal::path_for as journal_path;
pub use ledger::Ledger;
pub use merge::Parts;
pub use meta::Meta;
pub use plan::{Deals, Limits, Plan, Range, Shard};
pub use read::{Rows, whole_lines};
pub use replace::{can_replace, replace};
pub use reuse::Reuse;
pub use row::{Dealer, Finding, Place, Row};
pub use run::{End, Event, Means, run};
