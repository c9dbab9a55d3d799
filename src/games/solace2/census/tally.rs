//! The distribution of best scores.

use super::row::Row;

/// What has a certain best score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Classes of deals.
    pub classes: u64,
    /// Deals up to the order of nests.
    pub deals: u64,
    /// Their weight: times its deals, for every class.
    pub weight: u64,
}

/// Classes, deals and weight by best score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Shares by score, from 0.
    shares: Vec<Share>,
}

impl Tally {
    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        let score = usize::from(row.score);
        if self.shares.len() <= score {
            self.shares.resize(score + 1, Share::default());
        }
        let share = &mut self.shares[score];
        share.classes += 1;
        share.deals += u64::from(row.orbit);
        share.weight += u64::from(row.orbit) * row.weight;
    }

    /// Scores that occur, ascending, with their shares.
    pub fn shares(&self) -> impl Iterator<Item = (u8, Share)> {
        let shares = self.shares.iter().enumerate();
        shares.filter(|(_, share)| share.classes > 0).map(|(score, &share)| (score as u8, share))
    }

    /// Everything together.
    pub fn total(&self) -> Share {
        self.shares.iter().fold(Share::default(), |sum, share| Share {
            classes: sum.classes + share.classes,
            deals: sum.deals + share.deals,
            weight: sum.weight + share.weight,
        })
    }

    /// Mean best score of a random deal; `None` without rows.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total().weight;
        let sum: f64 = self.shares().map(|(score, share)| f64::from(score) * share.weight as f64).sum();
        (total > 0).then(|| sum / total as f64)
    }
}
