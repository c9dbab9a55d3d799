//! What the notations of all games share: errors that point at a place, words of messages, and texts taken apart.

mod error;
mod wording;
mod words;

pub use error::ParseError;
pub(crate) use wording::{listed, number, plural, quoted};
pub(crate) use words::words;
