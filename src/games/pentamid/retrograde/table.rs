//! The solved table: values as bytes, what can be asked of them, and the file that keeps them.
//!
//! ```text
//! solomids pentamid table 2\n
//! 3x3 nests 2 line 3 both opponent\n        the rules, as they are written
//! 26700\n                                   number of bytes that follow
//! 1a2b3c4d\n                                CRC-32 of these bytes
//! …                                         values, class by class: 0 endless, 1 + n win in n, 128 + n loss in n, 255 unused
//! ```

use std::io::{self, BufRead, BufReader, Read, Write};
use std::iter::Sum;

use crc32fast::Hasher;
use rayon::prelude::*;

use super::classes::{Layers, MAX_NESTS, Material};
use crate::games::pentamid::game::{Both, Move, MoveList, Position, Rules};

/// The value of a position for the side to move, in the game without history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// It wins after this many plies if both sides play their best.
    Win(u32),
    /// It loses after this many plies if both sides play their best.
    Loss(u32),
    /// Neither side can force a win: the game goes on without end, or is drawn.
    Endless,
}

/// The longest distance that a byte holds.
pub(super) const LONGEST: u8 = 125;
/// The byte of a position that neither side can force.
pub(super) const ENDLESS: u8 = 0;
/// The byte of a slot without a position.
pub(super) const UNUSED: u8 = 255;
/// The byte of a win in 0 plies; a longer one is greater by its plies.
pub(super) const WIN: u8 = 1;
/// The byte of a win in as many plies as a byte holds.
pub(super) const LONGEST_WIN: u8 = WIN + LONGEST;
/// The byte of a loss in 0 plies; a longer one is greater by its plies.
pub(super) const LOSS: u8 = 128;
/// The byte of a loss in as many plies as a byte holds.
pub(super) const LONGEST_LOSS: u8 = LOSS + LONGEST;

impl Value {
    pub(super) const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            ENDLESS => Some(Self::Endless),
            WIN..=LONGEST_WIN => Some(Self::Win((byte - WIN) as u32)),
            LOSS..=LONGEST_LOSS => Some(Self::Loss((byte - LOSS) as u32)),
            _ => None,
        }
    }
}

/// A position that is furthest from its end among the wins or the losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// The position, first player to move.
    pub position: Position,
    /// Its value.
    pub value: Value,
}

/// Numbers of positions by value. They are counted once for all symmetric ones and for both colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Totals {
    /// Won for the side to move.
    pub wins: u64,
    /// Lost for the side to move.
    pub losses: u64,
    /// Neither.
    pub endless: u64,
}

impl Totals {
    /// Counts the positions of a class in which the game is not over. Where it is, the distance is 0, or the game is drawn.
    pub(super) fn count(layers: &Layers, material: Material, values: &[u8]) -> Self {
        let class = layers.class(material);
        let is_over = |slot: usize| class.position(slot).has_ended_by_line(&layers.rules);
        let draws = layers.rules.variant().both == Both::Draw;
        let count = |(slot, &value): (usize, &u8)| match value {
            WIN | LOSS if is_over(slot) => Self::default(),
            ENDLESS if draws && is_over(slot) => Self::default(),
            WIN..=LONGEST_WIN => Self { wins: 1, ..Self::default() },
            LOSS..=LONGEST_LOSS => Self { losses: 1, ..Self::default() },
            ENDLESS => Self { endless: 1, ..Self::default() },
            _ => Self::default(),
        };
        values.par_iter().enumerate().map(count).sum()
    }
}

impl Sum for Totals {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |a, b| Self {
            wins: a.wins + b.wins,
            losses: a.losses + b.losses,
            endless: a.endless + b.endless,
        })
    }
}

/// Values of all positions of a variant.
#[derive(Debug)]
pub struct ValueTable {
    pub(super) layers: Layers,
    /// Materials in the order they were solved, with the values of their slots.
    pub(super) classes: Vec<(Material, Vec<u8>)>,
}

/// Number of slots that the table of a variant needs, symmetric positions each; `None` if there are more than seven nests or the
/// number is beyond 64 bits.
pub fn count_positions(rules: &Rules) -> Option<u64> {
    let materials = (rules.nests() <= MAX_NESTS).then(|| Material::all(rules))?;
    let count = |material: &Material| material.ways(rules).into_iter().try_fold(1_u64, u64::checked_mul);
    materials.iter().try_fold(0_u64, |total, material| total.checked_add(count(material)?))
}

impl ValueTable {
    pub(super) fn values(&self, material: Material) -> Option<&[u8]> {
        self.classes.iter().find(|(other, _)| *other == material).map(|(_, values)| values.as_slice())
    }

    /// The rules of the table.
    pub fn rules(&self) -> &Rules {
        &self.layers.rules
    }

    /// The value of a position of these rules.
    ///
    /// # Panics
    /// If the position is of another variant, with more nests or a larger board.
    pub fn value(&self, position: &Position) -> Value {
        let material = Material::of(position);
        let class = self.layers.class(material);
        let byte = self.values(material).map(|values| values[class.slot(class.ranks(position))]);
        byte.and_then(Value::from_byte).unwrap_or(Value::Endless)
    }

    /// The moves that keep the value: the fastest wins, the longest losses, or those that leave the game endless.
    pub fn best_moves(&self, position: &Position) -> MoveList {
        let reached = |mv: Move| match (self.value(position), self.value(&position.after(mv))) {
            (Value::Win(plies), Value::Loss(left)) | (Value::Loss(plies), Value::Win(left)) => {
                plies == left + 1
            }
            (Value::Endless, Value::Endless) => true,
            _ => false,
        };
        position.moves(self.rules()).into_iter().filter(|&mv| reached(mv)).collect()
    }

    /// A line of best play from a position to the end; empty if the game is endless.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        while self.value(&position) != Value::Endless {
            let Some(&mv) = self.best_moves(&position).first() else { break };
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }

    /// Bytes of all values.
    pub fn bytes(&self) -> usize {
        self.classes.iter().map(|(_, values)| values.len()).sum()
    }

    /// Counts the positions in which the game is not over, by value.
    pub fn totals(&self) -> Totals {
        let count = |(material, values): &(Material, Vec<u8>)| Totals::count(&self.layers, *material, values);
        self.classes.iter().map(count).sum()
    }

    /// The win that takes longest and the loss that takes longest, each the first in the order of the table.
    pub fn longest(&self) -> (Option<Longest>, Option<Longest>) {
        let furthest = |kind: fn(Value) -> Option<u32>| {
            let slots = self
                .classes
                .iter()
                .flat_map(|(material, values)| values.iter().enumerate().map(move |slot| (*material, slot)));
            let decided = slots.filter_map(|(material, (slot, &byte))| {
                let value = Value::from_byte(byte)?;
                Some((kind(value)?, value, material, slot))
            });
            let (_, value, material, slot) = decided.min_by_key(|&(plies, ..)| std::cmp::Reverse(plies))?;
            Some(Longest { position: self.layers.class(material).position(slot), value })
        };
        let wins = |value| if let Value::Win(plies) = value { Some(plies) } else { None };
        let losses = |value| if let Value::Loss(plies) = value { Some(plies) } else { None };
        (furthest(wins), furthest(losses))
    }

    pub(super) fn empty(rules: &Rules) -> Self {
        Self { layers: Layers::new(rules, &Material::all(rules)), classes: Vec::new() }
    }
}

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
    let materials = Material::all(rules);
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
