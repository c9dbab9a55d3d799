//! Columns of a batch file: the fixed ones and the optional ones.

/// Names of the columns that every batch has, in order.
pub const COLUMNS: [&str; 16] = [
    "index",
    "seed",
    "dealer",
    "deal",
    "verdict",
    "score",
    "lower_bound",
    "upper_bound",
    "swaps",
    "trees",
    "moves",
    "stacks",
    "slides",
    "banks",
    "transfers",
    "nodes",
];

/// Optional column, after the fixed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExtraColumn {
    /// Line of play as a share string.
    Line,
    /// Time of the search in microseconds, which is not reproducible.
    Elapsed,
    /// Difficulty of the deal for a person, a word.
    Difficulty,
    /// Share of games that the random player wins.
    RandomWinShare,
    /// Mean number of trees that the random player banks.
    RandomTrees,
    /// Share of games that the greedy player wins.
    GreedyWinShare,
    /// Mean number of trees that the greedy player banks.
    GreedyTrees,
    /// Number of forced moves of the line.
    Forced,
}

impl ExtraColumn {
    /// All optional columns, in order.
    pub const ALL: [Self; 8] = [
        Self::Line,
        Self::Elapsed,
        Self::Difficulty,
        Self::RandomWinShare,
        Self::RandomTrees,
        Self::GreedyWinShare,
        Self::GreedyTrees,
        Self::Forced,
    ];

    /// Columns of the difficulty of a deal: [`mod@crate::analysis::difficulty`].
    pub const DIFFICULTY: &[Self] = Self::ALL.split_at(2).1;

    /// Name of the column.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Elapsed => "elapsed_us",
            Self::Difficulty => "difficulty",
            Self::RandomWinShare => "random_win_share",
            Self::RandomTrees => "random_trees",
            Self::GreedyWinShare => "greedy_win_share",
            Self::GreedyTrees => "greedy_trees",
            Self::Forced => "forced",
        }
    }
}

/// Names of all columns of a file, in order.
pub fn columns(extras: &[ExtraColumn]) -> impl Iterator<Item = &'static str> {
    COLUMNS.into_iter().chain(extras.iter().map(|extra| extra.name()))
}

/// First line of a file with these optional columns, with its line end.
///
/// # Errors
/// None of the input; the writer's are passed on.
pub fn header(extras: &[ExtraColumn]) -> Result<Vec<u8>, csv::Error> {
    csv_line(columns(extras))
}

/// A line of CSV with these fields, with its line end.
pub(super) fn csv_line(fields: impl Iterator<Item = impl AsRef<[u8]>>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::with_capacity(512));
    writer.write_record(fields)?;
    writer.into_inner().map_err(|error| error.into_error().into())
}
