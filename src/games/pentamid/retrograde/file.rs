//! The table on disk.
//!
//! ```text
//! solomids pentamid table 2\n
//! 3x3 nests 2 line 3 both opponent\n        the rules, as they are written
//! 26700\n                                   number of bytes that follow
//! 1a2b3c4d\n                                CRC-32 of these bytes
//! …                                         values, class by class: 0 endless, 1 + n win in n, 128 + n loss in n, 255 unused
//! ```

use std::io::{self, BufRead, BufReader, Read, Write};

use crc32fast::Hasher;

use super::class::Material;
use super::table::{ValueTable, count_positions};
use crate::games::pentamid::game::Rules;

/// Positions of the largest variant that a file is read of.
const MOST: u64 = 1 << 36;

const TITLE: &str = "solomids pentamid table 2";

/// Why a file is no table of the rules asked for.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// Reading failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The first line is another one.
    #[error("not a table of Pentamid: the first line is not `{TITLE}`")]
    Title,
    /// The table is of another variant.
    #[error("the table is of the rules `{found}`, not `{wanted}`")]
    Rules {
        /// Rules of the file.
        found: String,
        /// Rules asked for.
        wanted: String,
    },
    /// The variant has more positions than any table.
    #[error("the variant has too many positions for a table")]
    Large,
    /// The number of values is wrong.
    #[error("the table has {found} values, not {wanted}")]
    Length {
        /// Values of the file.
        found: u64,
        /// Values of the variant.
        wanted: u64,
    },
    /// The values are not those that were written.
    #[error("the table is damaged: the checksum of its values is {found:08x}, not {wanted}")]
    Damaged {
        /// Checksum of the values.
        found: u32,
        /// Checksum in the file.
        wanted: String,
    },
}

/// Writes a table.
///
/// # Errors
/// If writing fails.
pub fn write(table: &ValueTable, mut out: impl Write) -> io::Result<()> {
    let mut checksum = Hasher::new();
    for (_, values) in &table.classes {
        checksum.update(values);
    }
    writeln!(out, "{TITLE}\n{}\n{}\n{:08x}", table.rules(), table.bytes(), checksum.finalize())?;
    for (_, values) in &table.classes {
        out.write_all(values)?;
    }
    out.flush()
}

/// Reads the table of a variant.
///
/// # Errors
/// If the file is no table of that variant, or cannot be read in full.
pub fn read(rules: &Rules, input: impl Read) -> Result<ValueTable, TableError> {
    let mut input = BufReader::new(input);
    let mut line = || -> io::Result<String> {
        let mut text = String::new();
        input.by_ref().take(1 << 10).read_line(&mut text)?;
        Ok(text.trim_end().into())
    };
    if line()? != TITLE {
        return Err(TableError::Title);
    }
    let (found, wanted) = (line()?, rules.to_string());
    if found != wanted {
        return Err(TableError::Rules { found, wanted });
    }
    let (found, checksum) = (line()?.parse().unwrap_or(0), line()?);
    let count = count_positions(rules).filter(|&count| count <= MOST).ok_or(TableError::Large)?;
    if found > count {
        return Err(TableError::Length { found, wanted: count });
    }
    let mut table = ValueTable::empty(rules);
    let materials = Material::all(rules.nests(), rules.area());
    let lengths: Vec<usize> =
        materials.iter().map(|&material| table.layers.class(material).slots()).collect();
    let wanted = lengths.iter().map(|&length| length as u64).sum();
    if found != wanted {
        return Err(TableError::Length { found, wanted });
    }
    let mut sum = Hasher::new();
    for (material, length) in materials.into_iter().zip(lengths) {
        let mut values = vec![0; length];
        input.read_exact(&mut values)?;
        sum.update(&values);
        table.classes.push((material, values));
    }
    let mut more = [0; 1];
    if input.read(&mut more)? > 0 {
        return Err(TableError::Length { found: wanted + 1, wanted });
    }
    let found = sum.finalize();
    if format!("{found:08x}") != checksum {
        return Err(TableError::Damaged { found, wanted: checksum });
    }
    Ok(table)
}
