//! What people look at: boards and lines of play as text.

pub mod text;
pub mod words;
