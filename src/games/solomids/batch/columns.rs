//! The table of columns: a field of [`Row`] each, with its name, its type, and how it is written and read.

use serde::Serialize;

use super::names::{Dealer, RowVerdict};
use crate::games::solomids::analysis::{Level, Proven};
use crate::series::csv_line;

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

/// Field of a row; `None` where it means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RowField<'a> {
    /// A whole number.
    Whole(Option<u64>),
    /// A number that need not be whole.
    Number(Option<f64>),
    /// A text.
    Text(Option<&'a str>),
}

impl RowField<'_> {
    /// The field as CSV has it, without quotes. Numbers that need not be whole have a decimal point even if they are: readers
    /// that guess the types of columns must not depend on the rows.
    pub fn to_text(self) -> String {
        match self {
            Self::Whole(number) => number.map(|number| number.to_string()),
            Self::Number(number) => number.map(|number| format!("{number:?}")),
            Self::Text(text) => text.map(Into::into),
        }
        .unwrap_or_default()
    }
}

trait Cell: Sized {
    const TYPE: ColumnType;

    fn field(&self) -> RowField<'_>;

    /// The field of a text; otherwise what the text is not.
    fn read(text: &str) -> Result<Self, String>;
}

macro_rules! optional_cell {
    ($type:ty, $kind:ident, $field:ident as $wide:ty, $expected:literal) => {
        impl Cell for Option<$type> {
            const TYPE: ColumnType = ColumnType::$kind;

            fn field(&self) -> RowField<'_> {
                RowField::$field(self.map(<$wide>::from))
            }

            fn read(text: &str) -> Result<Self, String> {
                if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|_| $expected.into()) }
            }
        }
    };
}

optional_cell!(u8, UInt8, Whole as u64, "no whole number below 2^8");
optional_cell!(u32, UInt32, Whole as u64, "no whole number below 2^32");
optional_cell!(u64, UInt64, Whole as u64, "no whole number below 2^64");
optional_cell!(f64, Float64, Number as f64, "no number");

impl Cell for u64 {
    const TYPE: ColumnType = ColumnType::UInt64;

    fn field(&self) -> RowField<'_> {
        RowField::Whole(Some(*self))
    }

    fn read(text: &str) -> Result<Self, String> {
        text.parse().map_err(|_| "no whole number below 2^64".into())
    }
}

impl Cell for String {
    const TYPE: ColumnType = ColumnType::Text;

    fn field(&self) -> RowField<'_> {
        RowField::Text((!self.is_empty()).then_some(self))
    }

    fn read(text: &str) -> Result<Self, String> {
        Ok(text.into())
    }
}

impl Cell for Option<String> {
    const TYPE: ColumnType = ColumnType::Text;

    fn field(&self) -> RowField<'_> {
        RowField::Text(self.as_deref())
    }

    fn read(text: &str) -> Result<Self, String> {
        Ok((!text.is_empty()).then(|| text.into()))
    }
}

/// Reads one of some words.
fn word<T: Copy>(all: &[T], name: fn(T) -> &'static str, text: &str) -> Result<T, String> {
    all.iter().copied().find(|&one| name(one) == text).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
        format!("none of {}", names.join(", "))
    })
}

/// Fields that are one of some words, or may be empty besides.
macro_rules! word_cells {
    ($type:ty, $name:path) => {
        impl Cell for $type {
            const TYPE: ColumnType = ColumnType::Text;

            fn field(&self) -> RowField<'_> {
                RowField::Text(Some($name(*self)))
            }

            fn read(text: &str) -> Result<Self, String> {
                word(&<$type>::ALL, $name, text)
            }
        }

        impl Cell for Option<$type> {
            const TYPE: ColumnType = ColumnType::Text;

            fn field(&self) -> RowField<'_> {
                RowField::Text(self.map($name))
            }

            fn read(text: &str) -> Result<Self, String> {
                if text.is_empty() { Ok(None) } else { Cell::read(text).map(Some) }
            }
        }
    };
}

word_cells!(Dealer, Dealer::name);
word_cells!(RowVerdict, RowVerdict::name);
word_cells!(Level, Level::word);
word_cells!(Proven, Proven::name);

/// A column.
#[derive(Debug)]
pub struct Column {
    /// Name in the header.
    pub name: &'static str,
    /// Type.
    pub kind: ColumnType,
    /// Whether files with these columns have it.
    is_in: fn(Columns) -> bool,
    get: for<'r> fn(&'r Row) -> RowField<'r>,
    set: fn(&mut Row, &str) -> Result<(), String>,
}

impl Column {
    /// The field of a row.
    pub fn field<'r>(&self, row: &'r Row) -> RowField<'r> {
        (self.get)(row)
    }

    /// Reads the field of a row. The message of an error follows the name of the line.
    pub(super) fn read(&self, row: &mut Row, text: &str) -> Result<(), String> {
        let named = |what| format!("is no row: `{text}` in column `{}` is {what}", self.name);
        (self.set)(row, text).map_err(named)
    }
}

/// The struct of rows, and the table of its columns, in order. Brackets have the field of [`Columns`] that files with the column
/// have set; every file has a column without one.
macro_rules! columns {
    ($($(#[$doc:meta])+ [$($flag:ident)?] $name:ident: $type:ty,)+) => {
        /// Row of one deal. Fields are `None` where they mean nothing.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Row {
            $($(#[$doc])+ pub $name: $type,)+
        }

        /// All columns, in the order of files.
        pub static COLUMNS: &[Column] = &[$(Column {
            name: stringify!($name),
            kind: <$type as Cell>::TYPE,
            is_in: |_columns| true $(&& _columns.$flag)?,
            get: |row| row.$name.field(),
            set: |row, text| {
                row.$name = Cell::read(text)?;
                Ok(())
            },
        },)+ PROVEN];
    };
}

/// What the bounds of a row prove. No field of a row: [`Row::read`] compares it with the bounds.
const PROVEN: Column = Column {
    name: "proven",
    kind: ColumnType::Text,
    is_in: |columns| columns.proven,
    get: |row| RowField::Text(row.proven().map(Proven::name)),
    set: |_, text| <Option<Proven> as Cell>::read(text).map(drop),
};

columns! {
    /// Index of the deal.
    [] index: u64,
    /// Seed of the tabletop dealer or of the web page.
    [] seed: Option<u64>,
    /// Dealer.
    [] dealer: Dealer,
    /// Deal, or other position, in canonical notation on one line; empty if nothing is dealt, or if the column is left out.
    [deals] deal: String,
    /// Result.
    [] verdict: RowVerdict,
    /// Best score, if decided.
    [] score: Option<u8>,
    /// Proven lower bound on the best score.
    [] lower_bound: Option<u8>,
    /// Proven upper bound on the best score.
    [] upper_bound: Option<u8>,
    /// Least number of swaps of a win.
    [] swaps: Option<u8>,
    /// Trees banked after the line of play, which reaches the lower bound.
    [] trees: Option<u8>,
    /// Moves of the line of play.
    [] moves: Option<u32>,
    /// Moves of a whole stack onto another (M1).
    [] stacks: Option<u32>,
    /// Slides (M3).
    [] slides: Option<u32>,
    /// Banks (M4).
    [] banks: Option<u32>,
    /// Moves of the upper part of a stack onto another (M1, M2).
    [] transfers: Option<u32>,
    /// Nodes expanded by the search.
    [] nodes: Option<u64>,
    /// Line of play as a share string.
    [lines] line: Option<String>,
    /// Time of the search in microseconds, which is not reproducible.
    [times] elapsed_us: Option<u64>,
    /// Difficulty for a person.
    [difficulty] difficulty: Option<Level>,
    /// Share of games that the random player wins.
    [difficulty] random_win_share: Option<f64>,
    /// Mean number of trees that the random player banks.
    [difficulty] random_trees: Option<f64>,
    /// Share of games that the greedy player wins.
    [difficulty] greedy_win_share: Option<f64>,
    /// Mean number of trees that the greedy player banks.
    [difficulty] greedy_trees: Option<f64>,
    /// Forced moves of the line of play.
    [difficulty] forced: Option<u32>,
}

/// Columns of a file: the usual ones and some others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for columns that files have or lack together")]
pub struct Columns {
    /// Whether the column `deal` is there.
    pub deals: bool,
    /// Whether the column `line` is there.
    pub lines: bool,
    /// Whether the column `elapsed_us` is there.
    pub times: bool,
    /// Whether the columns of the difficulty of a deal are there: [`mod@crate::games::solomids::analysis::difficulty`].
    pub difficulty: bool,
    /// Whether the column `proven` is there: files of versions before it lack it.
    pub proven: bool,
}

impl Default for Columns {
    /// The usual columns, the deals, and what is proven of them.
    fn default() -> Self {
        Self { deals: true, lines: false, times: false, difficulty: false, proven: true }
    }
}

impl Columns {
    /// The columns, in order.
    pub fn all(self) -> impl Iterator<Item = &'static Column> + Clone {
        COLUMNS.iter().filter(move |column| (column.is_in)(self))
    }

    /// Names of the columns, in order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.all().map(|column| column.name)
    }

    /// Columns with these names, if they are in the order of files. The message of an error follows the name of the sidecar.
    pub(super) fn named(names: &[String]) -> Result<Self, String> {
        let columns = Self::among(names);
        let is_all = columns.names().eq(names.iter().map(String::as_str));
        is_all.then_some(columns).ok_or_else(|| "it names columns that this version does not know".into())
    }

    /// The columns that are among these names, which have at least the usual ones.
    pub fn among(names: &[String]) -> Self {
        let none = Self { deals: false, lines: false, times: false, difficulty: false, proven: false };
        let has = |columns: Self| columns.names().all(|name| names.iter().any(|other| other == name));
        Self {
            deals: has(Self { deals: true, ..none }),
            lines: has(Self { lines: true, ..none }),
            times: has(Self { times: true, ..none }),
            difficulty: has(Self { difficulty: true, ..none }),
            proven: has(Self { proven: true, ..none }),
        }
    }

    /// First line of a file, with its line end.
    pub fn header(self) -> String {
        csv_line(self.names())
    }
}

impl Row {
    /// The row of the fields of these columns, which agree with each other; `None` stands for a column that is passed over.
    /// The message of an error follows the name of the line.
    pub(super) fn read<'f>(
        columns: impl Iterator<Item = Option<&'static Column>>,
        fields: impl Iterator<Item = &'f str>,
    ) -> Result<Self, String> {
        let (mut row, mut proven) = (Self::default(), None);
        for (column, text) in columns.zip(fields) {
            let Some(column) = column else { continue };
            column.read(&mut row, text)?;
            if column.name == PROVEN.name {
                proven = Some(text);
            }
        }
        row.check().map_err(|message| format!("is no row: {message}"))?;
        let by_bounds = PROVEN.field(&row).to_text();
        if let Some(text) = proven.filter(|&text| text != by_bounds) {
            return Err(format!("is no row: `{text}` in column `proven` does not go with its bounds"));
        }
        Ok(row)
    }

    /// The fields of these columns, in order.
    pub fn fields(&self, columns: Columns) -> impl Iterator<Item = RowField<'_>> {
        columns.all().map(|column| column.field(self))
    }

    /// The line of CSV, with its line end.
    pub fn to_csv(&self, columns: Columns) -> String {
        csv_line(self.fields(columns).map(RowField::to_text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_a_decimal_point_whatever_they_are() {
        let fields = [0.0, 1.0, 0.04, 14.9667, 0.0001].map(|number| RowField::Number(Some(number)).to_text());
        assert_eq!(fields, ["0.0", "1.0", "0.04", "14.9667", "0.0001"]);
        assert_eq!(RowField::Number(None).to_text(), "");
    }

    #[test]
    fn fields_of_other_types_are_named() {
        let read = |name: &str, text: &str| {
            let column = COLUMNS.iter().find(|column| column.name == name).unwrap();
            column.read(&mut Row::default(), text)
        };
        let error = |name, text| read(name, text).unwrap_err();
        assert_eq!(error("score", "256"), "is no row: `256` in column `score` is no whole number below 2^8");
        assert_eq!(
            error("dealer", "me"),
            "is no row: `me` in column `dealer` is none of tabletop, web, text"
        );
        assert_eq!(error("index", ""), "is no row: `` in column `index` is no whole number below 2^64");
        assert_eq!(error("random_trees", "x"), "is no row: `x` in column `random_trees` is no number");
        assert_eq!((read("score", ""), read("difficulty", "hard")), (Ok(()), Ok(())));
    }

    #[test]
    fn what_is_proven_follows_from_the_bounds() {
        for (bounds, proven) in [("16,17", "won"), ("4,14", "lost"), ("4,15", "")] {
            for said in ["won", "lost", ""] {
                let line = format!("1,,text,,undecided,,{bounds},,4,9,0,5,4,0,7,{said}");
                let read = Row::read(Columns::default().all().map(Some), line.split(','));
                let fault = format!("is no row: `{said}` in column `proven` does not go with its bounds");
                assert_eq!(
                    read.map(|row| row.proven().map_or("", Proven::name)),
                    if said == proven { Ok(proven) } else { Err(fault) }
                );
            }
        }
    }
}
