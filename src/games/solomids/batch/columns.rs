//! Columns of a batch file: the usual ones and the optional ones.

/// Name of the column that a batch may leave out.
pub(super) const DEAL: &str = "deal";

/// Names of the usual columns, in order. Every batch has them, but some leave `deal` out.
pub const COLUMNS: [&str; 16] = [
    "index",
    "seed",
    "dealer",
    DEAL,
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

/// Optional column, after the usual ones.
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

    /// Columns of the difficulty of a deal: [`mod@crate::games::solomids::analysis::difficulty`].
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

/// Type of a column. Each may have missing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Whole number below 2^8.
    UInt8,
    /// Whole number below 2^32.
    UInt32,
    /// Whole number below 2^64.
    UInt64,
    /// Floating-point number.
    Float64,
    /// Text.
    Text,
}

impl ColumnType {
    /// The type of the column with a name.
    fn of(name: &str) -> Self {
        match name {
            "index" | "seed" | "nodes" | "elapsed_us" => Self::UInt64,
            "score" | "lower_bound" | "upper_bound" | "swaps" | "trees" => Self::UInt8,
            "moves" | "stacks" | "slides" | "banks" | "transfers" | "forced" => Self::UInt32,
            "random_win_share" | "random_trees" | "greedy_win_share" | "greedy_trees" => Self::Float64,
            _ => Self::Text,
        }
    }
}

/// Columns of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// Whether the column `deal` is there.
    pub deals: bool,
    /// Optional columns, in the order of [`ExtraColumn::ALL`].
    pub extras: Vec<ExtraColumn>,
}

impl Default for Columns {
    /// The usual columns.
    fn default() -> Self {
        Self { deals: true, extras: Vec::new() }
    }
}

impl Columns {
    /// Names of all columns, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let usual = COLUMNS.into_iter().filter(|&name| self.deals || name != DEAL);
        usual.chain(self.extras.iter().map(|extra| extra.name()))
    }

    /// Types of all columns, in order.
    pub fn types(&self) -> impl Iterator<Item = ColumnType> {
        self.names().map(ColumnType::of)
    }

    /// Columns with these names; `None` if there are others than those of a batch, or in another order.
    pub(super) fn named(names: &[String]) -> Option<Self> {
        let is_named = |name: &str| names.iter().any(|other| other == name);
        let extras = ExtraColumn::ALL.into_iter().filter(|extra| is_named(extra.name())).collect();
        let columns = Self { deals: is_named(DEAL), extras };
        columns.names().eq(names.iter().map(String::as_str)).then_some(columns)
    }

    /// First line of a file, with its line end.
    ///
    /// # Errors
    /// None of the input; the writer's are passed on.
    pub fn header(&self) -> Result<Vec<u8>, csv::Error> {
        csv_line(self.names())
    }
}

/// A line of CSV with these fields, with its line end.
pub(super) fn csv_line(fields: impl Iterator<Item = impl AsRef<[u8]>>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::with_capacity(512));
    writer.write_record(fields)?;
    writer.into_inner().map_err(|error| error.into_error().into())
}
