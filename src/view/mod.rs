//! What people look at: boards and lines of play as text, as pictures, and as a page to play through.

pub mod colours;
pub mod page;
mod panels;
pub mod svg;
pub mod text;
pub mod words;
