//! The best answers of several searches of the same deals.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{self, Write};

use super::columns::{Columns, Row};
use super::names::{Dealer, RowVerdict};
use super::row_format::{RowFormat, RowWriter};
use crate::kit::numbers::counted;

/// Of each deal the row with the best answer, in the order of their indices; all rows are kept in memory.
///
/// The best answer is the one with the closest bounds. Of decided rows that is the one with the fewest nodes, which are what the
/// answer takes, and of undecided rows the one with the most, which are what was spent; then the one that came first. Rows of any
/// versions and limits can be compared, since all bounds are proven.
#[derive(Debug, Default)]
pub struct BestRows {
    rows: BTreeMap<u64, Row>,
    /// Columns that all files have; `None` before the first.
    columns: Option<Columns>,
    added: u64,
}

impl BestRows {
    /// Begins a file with these columns. Columns that another file lacks are left out, but for `proven`, which follows from
    /// the bounds.
    pub fn begin(&mut self, header: &[String]) {
        let found = Columns::among(header);
        let columns = self.columns.get_or_insert(found);
        *columns = Columns {
            deals: columns.deals && found.deals,
            lines: columns.lines && found.lines,
            times: columns.times && found.times,
            difficulty: columns.difficulty && found.difficulty,
            proven: true,
        };
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If it is of another deal than the row with its index, or of another series than the first row, or if the bounds of two
    /// rows contradict each other.
    pub fn add(&mut self, row: Row) -> Result<(), String> {
        let at = row.index;
        if let Some((_, first)) = self.rows.first_key_value()
            && (row.dealer != first.dealer || row.dealer == Dealer::Tabletop && row.seed != first.seed)
        {
            let name = |row: &Row| match (row.dealer, row.seed) {
                (Dealer::Tabletop, Some(seed)) => format!("{}, seed {seed},", row.dealer),
                _ => row.dealer.to_string(),
            };
            return Err(format!("rows of {} and of {} are of different deals", name(first), name(&row)));
        }
        self.added += 1;
        match self.rows.entry(at) {
            Entry::Vacant(entry) => drop(entry.insert(row)),
            Entry::Occupied(mut entry) => {
                let known = entry.get();
                let is_text = row.dealer == Dealer::Text;
                let agree = if is_text || !(row.deal.is_empty() || known.deal.is_empty()) {
                    row.deal == known.deal && !row.deal.is_empty()
                } else {
                    true
                };
                if !agree {
                    return Err(format!("rows with index {at} are not of one deal"));
                }
                let meet = match (known.bounds(), row.bounds()) {
                    (Some(one), Some(other)) => one.lower <= other.upper && other.lower <= one.upper,
                    (one, other) => one == other,
                };
                if !meet {
                    return Err(format!(
                        "rows with index {at} contradict each other: {} and {}",
                        claim(known),
                        claim(&row)
                    ));
                }
                if order(&row) < order(known) {
                    entry.insert(row);
                }
            }
        }
        Ok(())
    }

    /// How many deals there are, and how many rows were added, in words.
    pub fn counts(&self) -> String {
        format!("{} of {}", counted(self.rows.len() as u64, "deal"), counted(self.added, "row"))
    }

    /// Writes the rows; with `without_deals` the column `deal` is left out.
    ///
    /// # Errors
    /// If the stream does not take them.
    pub fn write(&self, format: RowFormat, without_deals: bool, stream: impl Write) -> io::Result<()> {
        let columns = self.columns.unwrap_or_default();
        let columns = Columns { deals: columns.deals && !without_deals, ..columns };
        let mut writer = RowWriter::new(format, columns, stream)?;
        self.rows.values().try_for_each(|row| writer.put(row))?;
        writer.finish()
    }
}

/// Key by which the row with the better answer comes first.
fn order(row: &Row) -> (u8, u64) {
    let nodes = row.nodes.unwrap_or(0);
    let gap = row.bounds().map_or(0, |bounds| bounds.upper - bounds.lower);
    (gap, if gap == 0 { nodes } else { u64::MAX - nodes })
}

fn claim(row: &Row) -> String {
    match row.bounds() {
        Some(bounds) => format!("bounds {} to {}", bounds.lower, bounds.upper),
        None => format!("verdict `{}`", RowVerdict::NoDeal.name()),
    }
}
