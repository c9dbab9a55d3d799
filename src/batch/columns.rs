//! The columns of a batch: those that each one has, and those on demand.

/// The columns that every batch has, in their order.
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

/// A column that a batch has on demand, after the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extra {
    /// The line found, as a share string.
    Line,
    /// Microseconds of the search: not reproducible.
    Elapsed,
    /// How hard the deal is for a person, in a word.
    Difficulty,
    /// Share of its games that the random player wins.
    RandomWinShare,
    /// Trees that the random player banks on average.
    RandomTrees,
    /// Share of its games that the greedy player wins.
    GreedyWinShare,
    /// Trees that the greedy player banks on average.
    GreedyTrees,
    /// Forced moves of the line found.
    Forced,
}

impl Extra {
    /// All of them, in the order of their columns.
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

    /// Those that say how hard a deal is, by [`mod@crate::analysis::difficulty`].
    pub const DIFFICULTY: &[Self] = Self::ALL.split_at(2).1;

    /// The name of the column.
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

/// The names of the columns, those on demand last.
pub fn columns(extras: &[Extra]) -> impl Iterator<Item = &'static str> {
    COLUMNS.into_iter().chain(extras.iter().map(|extra| extra.name()))
}

/// The first line of a file with these columns.
///
/// # Errors
/// None of the input; the writer's are passed on.
pub fn header(extras: &[Extra]) -> Result<Vec<u8>, csv::Error> {
    csv_line(columns(extras))
}

/// A line of CSV with these fields.
pub(super) fn csv_line(fields: impl Iterator<Item = impl AsRef<[u8]>>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::with_capacity(512));
    writer.write_record(fields)?;
    writer.into_inner().map_err(|error| error.into_error().into())
}
