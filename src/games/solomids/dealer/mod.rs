//! Dealers: the setup procedure of the rules and the dealer of the web page, both as functions of a seed.
//!
//! Neither dealer is uniform over the boards that S2 and S3 allow, so every statistic names its dealer. A `FORMAT` names one
//! mapping from seeds to deals; a mapping that changes gets a new name.

pub mod tabletop;
pub mod web;

use serde::{Deserialize, Serialize};

use crate::games::solomids::game::{
    COLUMNS, COPIES, Colour, Deal, Grid, Position, Shape, Size, Square, Stack,
};

/// Source of a deal.
///
/// Serialised as the `source` object of the outputs: `{"kind":"text"}`, `{"kind":"seed","seed":1,"index":2}`,
/// `{"kind":"web-seed","seed":"0001"}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Source {
    /// A board given as text.
    Text,
    /// A deal of the tabletop dealer.
    Seed {
        /// Seed of the series.
        seed: u64,
        /// Index of the deal in the series, from 0.
        index: u64,
    },
    /// A deal of the web page.
    WebSeed {
        /// Seed as typed on the page.
        seed: String,
    },
}

/// Reason why a source gives no deal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealerError {
    /// The web page deals nothing for this seed.
    #[error("the page deals nothing for this seed: {0:?}")]
    Refused(String),
    /// A board given as text cannot be dealt again.
    #[error("a deal given as text comes from no dealer")]
    Text,
}

impl Source {
    /// The deal of this source.
    ///
    /// # Errors
    /// If the web page deals nothing for the seed, or the deal was given as text.
    pub fn deal(&self) -> Result<Deal, DealerError> {
        match self {
            Self::Text => Err(DealerError::Text),
            Self::Seed { seed, index } => Ok(tabletop::deal(*seed, *index)),
            Self::WebSeed { seed } => web::deal(seed).ok_or_else(|| DealerError::Refused(seed.clone())),
        }
    }
}

/// A single pyramid of the bag that both dealers draw from. Its three copies are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BagPiece {
    colour: Colour,
    size: Size,
}

/// All pieces: by colour, then by size, smallest first. Taking one out keeps the order of the others.
fn full_bag() -> Vec<BagPiece> {
    let kinds = Colour::ALL.into_iter().flat_map(|colour| Size::ALL.map(|size| BagPiece { colour, size }));
    kinds.flat_map(|piece| [piece; COPIES]).collect()
}

fn has_all_sizes<'p>(pieces: impl IntoIterator<Item = &'p BagPiece>) -> bool {
    pieces.into_iter().fold(0, |sizes, piece| sizes | 1 << piece.size.pips()) == 0b1110
}

/// The pieces already dealt to the row of the next piece.
fn open_row(dealt: &[BagPiece]) -> &[BagPiece] {
    &dealt[dealt.len() - dealt.len() % COLUMNS..]
}

/// The deal of 45 pieces in the order they were dealt: rows 9 down to 1, left to right (S1).
fn lay_out(dealt: &[BagPiece]) -> Deal {
    let mut grid = Grid::default();
    for (i, piece) in dealt.iter().enumerate() {
        let shape = match piece.size {
            Size::Small => Shape::S1,
            Size::Medium => Shape::S2,
            Size::Large => Shape::S3,
        };
        grid.set(Square::new(i % COLUMNS, 1 + i / COLUMNS), Some(Stack::new(piece.colour, shape)));
    }
    let position = Position::new(&grid, 0).expect("a bag holds three pieces of each kind");
    Deal::new(position).expect("45 single pieces fill rows 9 to 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_the_source_object_of_the_outputs() {
        for (source, json) in [
            (Source::Text, r#"{"kind":"text"}"#),
            (
                Source::Seed { seed: u64::MAX, index: 3 },
                r#"{"kind":"seed","seed":18446744073709551615,"index":3}"#,
            ),
            (Source::WebSeed { seed: "00\"ü".into() }, r#"{"kind":"web-seed","seed":"00\"ü"}"#),
        ] {
            assert_eq!(serde_json::to_string(&source).expect("plain data"), json);
            assert_eq!(serde_json::from_str::<Source>(json).expect("valid"), source);
        }
        for bad in [
            r#"{"kind":"web"}"#,
            r#"{"kind":"seed","seed":1}"#,
            r#"{"kind":"seed","seed":-1,"index":0}"#,
            r#"{"kind":"web-seed","seed":1}"#,
        ] {
            assert!(serde_json::from_str::<Source>(bad).is_err(), "{bad}");
        }
    }
}
