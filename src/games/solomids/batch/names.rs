//! What identifies the deal of a row, and the words of the columns `dealer` and `verdict`.

use std::fmt;

/// Dealer of a deal: column `dealer`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dealer {
    /// The setup procedure of the rules.
    Tabletop,
    /// The web page.
    Web,
    /// No dealer: the deals are given as text.
    #[default]
    Text,
}

impl Dealer {
    /// All dealers.
    pub const ALL: [Self; 3] = [Self::Tabletop, Self::Web, Self::Text];

    /// Name in the column.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tabletop => "tabletop",
            Self::Web => "web",
            Self::Text => "text",
        }
    }
}

impl fmt::Display for Dealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Result of a deal: column `verdict`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowVerdict {
    /// Won, with the best score proven.
    Won,
    /// Lost, with the best score proven.
    Lost,
    /// A limit ended the search before the best score was proven. A win or a loss may be: `Row::proven`.
    Undecided,
    /// Seed for which the web page deals nothing.
    #[default]
    NoDeal,
    /// Search that panicked or contradicted the rules.
    Failed,
}

impl RowVerdict {
    /// All results.
    pub const ALL: [Self; 5] = [Self::Won, Self::Lost, Self::Undecided, Self::NoDeal, Self::Failed];

    /// Name in the column.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Undecided => "undecided",
            Self::NoDeal => "no-deal",
            Self::Failed => "failed",
        }
    }
}

/// Identification of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealId {
    /// Index in the batch.
    pub index: u64,
    /// Seed; none for deals given as text.
    pub seed: Option<u64>,
    /// Dealer.
    pub dealer: Dealer,
}

impl DealId {
    /// Seed in the share string of a line: empty unless the web page deals it.
    pub(super) fn share_seed(self) -> String {
        let seed = if self.dealer == Dealer::Web { self.seed } else { None };
        seed.map_or_else(String::new, |seed| seed.to_string())
    }
}
