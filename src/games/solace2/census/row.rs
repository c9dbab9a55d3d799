//! One row of a census, as a line of CSV.

use crate::games::solace2::game::{Deal, Palette, parse_deal};

/// Names of the columns.
pub const COLUMNS: &str = "class,deal,orbit,weight,score,nodes";

/// What the census says of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number of the class, from 0, in the order of [`classes`](fn@super::classes).
    pub class: usize,
    /// Its first deal.
    pub deal: Deal,
    /// Deals in the class.
    pub orbit: u8,
    /// Weight of every deal of the class.
    pub weight: u64,
    /// Best score.
    pub score: u8,
    /// Nodes of the search.
    pub nodes: u64,
}

impl Row {
    /// The row as a line of CSV, without the line's end.
    pub fn to_csv(&self) -> String {
        let Self { class, deal, orbit, weight, score, nodes } = self;
        format!("{class},{},{orbit},{weight},{score},{nodes}", Palette::default().deal(deal))
    }

    /// The row that a line of CSV holds, if it holds one.
    pub fn from_csv(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(',').collect();
        let [class, deal, orbit, weight, score, nodes] = fields.try_into().ok()?;
        Some(Self {
            class: class.parse().ok()?,
            deal: parse_deal(deal).ok()?.deal,
            orbit: orbit.parse().ok()?,
            weight: weight.parse().ok()?,
            score: score.parse().ok()?,
            nodes: nodes.parse().ok()?,
        })
    }
}
