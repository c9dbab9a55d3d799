//! Measures of rows whose distributions are shown.

use crate::games::solomids::batch::{Row, RowVerdict};

/// Numeric property of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// Nodes of the search.
    Nodes,
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
    /// Time of the search in microseconds.
    Elapsed,
}

impl Measure {
    /// All measures, in the order of tables.
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

    /// Measures of searches, which a limit may end.
    pub const OF_SEARCH: [Self; 2] = [Self::Nodes, Self::Elapsed];

    /// Title of an axis, with the unit.
    pub const fn axis(self) -> &'static str {
        match self {
            Self::Nodes => "nodes of a search (log scale)",
            Self::Elapsed => "time of a search, µs (log scale)",
            Self::Moves => "moves of the line of a win",
            Self::Stacks => "moves of whole stacks in the line of a win",
            Self::Transfers => "moves of upper parts in the line of a win",
            Self::Slides => "slides in the line of a win",
            Self::Banks => "banks in the line of a win",
            Self::LostTrees => "most trees of a deal that cannot be won",
        }
    }

    /// Name in CSV and JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Elapsed => "elapsed_us",
            Self::Moves => "moves",
            Self::Stacks => "stacks",
            Self::Transfers => "transfers",
            Self::Slides => "slides",
            Self::Banks => "banks",
            Self::LostTrees => "lost_trees",
        }
    }

    /// Name in tables and pictures.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Nodes => "nodes of a search",
            Self::Elapsed => "µs of a search",
            Self::Moves => "moves of a win",
            Self::Stacks => "whole stacks moved",
            Self::Transfers => "upper parts moved",
            Self::Slides => "slides",
            Self::Banks => "banks",
            Self::LostTrees => "trees of a lost deal",
        }
    }

    /// The measure of a row; `None` if the row does not have it.
    pub(super) fn of(self, row: &Row) -> Option<u64> {
        let won = row.verdict == RowVerdict::Won;
        let of_win = |count: Option<u32>| count.filter(|_| won).map(u64::from);
        match self {
            Self::Nodes => row.nodes,
            Self::Elapsed => row.elapsed_us,
            Self::Moves => of_win(row.moves),
            Self::Stacks => of_win(row.stacks),
            Self::Transfers => of_win(row.transfers),
            Self::Slides => of_win(row.slides),
            Self::Banks => of_win(row.banks),
            Self::LostTrees => row.score.filter(|_| row.verdict == RowVerdict::Lost).map(u64::from),
        }
    }
}
