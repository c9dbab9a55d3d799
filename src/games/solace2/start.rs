//! Starts: a deal, where it comes from, and the reading of the rules that it is played by.

use super::dealer;
use super::game::notation::ParsedDeal;
use super::game::{Deal, Palette, Reading};
use super::record::DealSource;

/// A deal with where it comes from, and the reading that it is played by.
#[derive(Clone, Debug)]
pub struct Start {
    /// The deal.
    pub deal: Deal,
    /// Letters of the colours.
    pub palette: Palette,
    /// Where the deal comes from.
    pub source: DealSource,
    /// Reading of the rules.
    pub reading: Reading,
}

impl Start {
    /// The start of a deal that was read.
    pub fn new(parsed: ParsedDeal, source: DealSource, reading: Reading) -> Self {
        let ParsedDeal { deal, palette } = parsed;
        Self { deal, palette, source, reading }
    }

    /// The start of the dealer's deal.
    pub fn dealt(seed: u64, index: u64, reading: Reading) -> Self {
        let parsed = ParsedDeal { deal: dealer::deal(seed, index), palette: Palette::default() };
        Self::new(parsed, DealSource::Seed { seed, index }, reading)
    }

    /// The deal in notation.
    pub fn deal_text(&self) -> String {
        self.palette.deal(&self.deal)
    }
}
