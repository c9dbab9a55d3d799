//! What is counted of rows: classes of results with their shares, and measures whose distributions are shown.

use crate::games::solomids::analysis::Proven;
use crate::games::solomids::batch::Row;
use crate::games::solomids::game::{MAX_SWAPS, TREES};
use crate::kit::interval::Interval;

/// Set of results: those with a best score within a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultClass {
    /// Lowest and highest best score.
    pub scores: (u8, u8),
    /// Name in CSV and JSON.
    pub key: &'static str,
    /// Name in tables and pictures.
    pub label: &'static str,
}

impl ResultClass {
    /// Classes that partition the results: wins with no swap, one and two at least, and losses. As many deals are lost for
    /// certain as are proven lost.
    pub const RESULTS: [Self; 4] = [
        Self::new((WON.1, WON.1), "17", "17, no swap"),
        Self::new((WON.1 - 1, WON.1 - 1), "16", "16, one swap"),
        Self::new((WON.0, WON.0), "15", "15, two swaps"),
        Self::new((0, WON.0 - 1), "lost", "lost"),
    ];
    /// Classes that are unions of others. As many deals are won for certain as are proven won.
    pub const SUMS: [Self; 2] =
        [Self::new((WON.1 - 1, WON.1), "16-or-more", "16 or 17"), Self::new(WON, "won", "won, 15 to 17")];

    const fn new(scores: (u8, u8), key: &'static str, label: &'static str) -> Self {
        Self { scores, key, label }
    }
}

/// Lowest and highest score of a win.
const WON: (u8, u8) = (TREES, TREES + MAX_SWAPS);

/// Share of a class among the deals of a dealer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassShare {
    /// The class.
    pub class: ResultClass,
    /// Number of deals that belong to the class for certain.
    pub certain: u64,
    /// Number of deals that belong to the class or, undecided, may belong to it.
    pub possible: u64,
    /// `certain` divided by the number of deals, between 0 and 1.
    pub certain_share: f64,
    /// `possible` divided by the number of deals, between 0 and 1.
    pub possible_share: f64,
    /// Confidence interval of the share among all deals that the dealer can deal.
    pub interval: Interval,
}

/// Numeric property of a row, in the order of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nodes of the search.
    Nodes,
    /// Time of the search in microseconds.
    Elapsed,
    /// Moves of the line of a win.
    Moves,
    /// Moves of a whole stack in the line of a win.
    Stacks,
    /// Transfers in the line of a win.
    Transfers,
    /// Slides in the line of a win.
    Slides,
    /// Banks in the line of a win.
    Banks,
    /// Most trees that can be banked in a lost deal.
    LostTrees,
}

impl Measure {
    /// All measures, in order.
    pub const ALL: [Self; 8] = [
        Self::Nodes,
        Self::Elapsed,
        Self::Moves,
        Self::Stacks,
        Self::Transfers,
        Self::Slides,
        Self::Banks,
        Self::LostTrees,
    ];

    /// Whether it is spent by a search, which a limit may end.
    pub const fn is_of_search(self) -> bool {
        matches!(self, Self::Nodes | Self::Elapsed)
    }

    /// Name in CSV and JSON, name in tables and pictures, title of an axis with the unit.
    const fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Nodes => ("nodes", "nodes of a search", "nodes of a search (log scale)"),
            Self::Elapsed => ("elapsed_us", "µs of a search", "time of a search, µs (log scale)"),
            Self::Moves => ("moves", "moves of a win", "moves of the line of a win"),
            Self::Stacks => ("stacks", "whole stacks moved", "moves of whole stacks in the line of a win"),
            Self::Transfers => {
                ("transfers", "upper parts moved", "moves of upper parts in the line of a win")
            }
            Self::Slides => ("slides", "slides", "slides in the line of a win"),
            Self::Banks => ("banks", "banks", "banks in the line of a win"),
            Self::LostTrees => {
                ("lost_trees", "trees of a lost deal", "most trees of a deal that cannot be won")
            }
        }
    }

    /// Name in CSV and JSON.
    pub const fn key(self) -> &'static str {
        self.names().0
    }

    /// Name in tables and pictures.
    pub const fn label(self) -> &'static str {
        self.names().1
    }

    /// Title of an axis, with the unit.
    pub const fn axis(self) -> &'static str {
        self.names().2
    }

    /// The measure of a row; `None` if the row does not have it.
    pub(super) fn of(self, row: &Row) -> Option<u64> {
        // The line of a deal that is proven won wins, whether or not with the fewest swaps.
        let won = row.proven() == Some(Proven::Won);
        let of_win = |count: Option<u32>| count.filter(|_| won).map(u64::from);
        match self {
            Self::Nodes => row.nodes,
            Self::Elapsed => row.elapsed_us,
            Self::Moves => of_win(row.moves),
            Self::Stacks => of_win(row.stacks),
            Self::Transfers => of_win(row.transfers),
            Self::Slides => of_win(row.slides),
            Self::Banks => of_win(row.banks),
            Self::LostTrees => row.score.filter(|_| row.proven() == Some(Proven::Lost)).map(u64::from),
        }
    }
}
