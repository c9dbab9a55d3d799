//! SVG documents, and single pyramids seen from above and from the side.

mod document;
mod hundredths;
pub mod pyramid;
pub mod side;

pub(crate) use document::{Picture, readable};
pub(crate) use hundredths::Hundredths;
