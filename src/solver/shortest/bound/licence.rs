//! What a line may pay for: which slides, and the transfers of which colours.

use crate::game::{COLOURS, COLUMNS, ROWS};

/// Bits of a column: a slide that may have been made before, one by each distance, and more than one slide.
const BITS: usize = ROWS + 1;
const COLUMN: u64 = (1 << BITS) - 1;
/// One slide, whichever it is.
const ONE: u64 = COLUMN >> 1;
const MORE: u64 = COLUMN ^ ONE;

/// A set of slides and transfers, closed as a line may use it.
///
/// In a column without bits no slide is made: the column stands in one of its cheapest ways to the end. With
/// some of the bits but the last it slides once at most, in one of the ways that the bits name: before the
/// board came about, so that it stands in a way that is one slide dearer than the cheapest (bit 0), or from now
/// on by so many squares (bits 1 to 9). With all bits it slides as it likes. A colour with its bit makes
/// transfers as it likes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Allowance(u64);

impl Allowance {
    /// Nothing.
    pub(super) const NONE: Self = Self(0);

    /// What a column may do: nothing, one slide, or as it likes.
    pub(super) const fn slides(column: usize, most: u8) -> Self {
        let bits = match most {
            0 => 0,
            1 => ONE,
            _ => COLUMN,
        };
        Self(bits << (column * BITS))
    }

    /// One slide of a column by so many squares; none for the one that may have been made before.
    pub(super) const fn slide(column: usize, by: usize) -> Self {
        Self(1 << (column * BITS + by))
    }

    /// The transfers of a colour.
    pub(super) const fn transfers(colour: usize) -> Self {
        Self(1 << (COLUMNS * BITS + colour))
    }

    /// One slide or transfer of those that groups stand for: columns, then colours, as bits.
    pub(super) fn one_of(means: u16) -> Self {
        let columns = (0..COLUMNS).filter(|c| means >> c & 1 == 1).map(|c| Self::slides(c, 1));
        let colours = (0..COLOURS).filter(|k| means >> (COLUMNS + k) & 1 == 1).map(Self::transfers);
        columns.chain(colours).fold(Self::NONE, Self::or)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn but(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Without these single slides, in columns that slide once.
    pub(super) fn without_singles(self, singles: Self) -> Self {
        let once = (0..COLUMNS).filter(|&c| !self.is_free(c));
        once.fold(self, |rest, c| rest.but(singles.of_column(c)))
    }

    /// The part that concerns a column.
    pub(super) const fn of_column(self, column: usize) -> Self {
        Self(self.0 & COLUMN << (column * BITS))
    }

    /// The part that concerns colours.
    pub(super) const fn of_colours(self) -> Self {
        Self(self.0 >> (COLUMNS * BITS) << (COLUMNS * BITS))
    }

    /// The columns and the colours that it concerns.
    pub(super) fn groups(self) -> impl Iterator<Item = Self> {
        let columns = (0..COLUMNS).map(move |c| self.of_column(c));
        let colours = (0..COLOURS).map(move |k| self.and(Self::transfers(k)));
        columns.chain(colours).filter(|group| !group.is_none())
    }

    /// The single slides in it, by distance; nought for the one that may have been made before.
    pub(super) fn distances(self, column: usize) -> impl Iterator<Item = usize> {
        let bits = self.column(column);
        (0..ROWS).filter(move |by| bits >> by & 1 == 1)
    }

    /// The bits of a column.
    pub(super) const fn column(self, column: usize) -> u16 {
        (self.0 >> (column * BITS) & COLUMN) as u16
    }

    /// Whether it names slides of a column.
    pub(super) const fn concerns(self, column: usize) -> bool {
        self.column(column) != 0
    }

    /// Whether a column may slide more than once.
    pub(super) const fn is_free(self, column: usize) -> bool {
        self.0 >> (column * BITS) & MORE != 0
    }

    /// The colours that make no transfers, as bits.
    pub(super) const fn dry(self) -> u8 {
        !(self.0 >> (COLUMNS * BITS)) as u8 & ((1 << COLOURS) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_in_parts() {
        let all = Allowance::one_of((1 << (COLUMNS + COLOURS)) - 1);
        assert_eq!(all.groups().count(), COLUMNS + COLOURS);
        assert_eq!(all.groups().fold(Allowance::NONE, Allowance::or), all);
        assert_eq!(all.dry(), 0);
        assert!((0..COLUMNS).all(|c| all.concerns(c) && !all.is_free(c) && all.distances(c).count() == ROWS));
        let singles = Allowance::slide(0, 7).or(Allowance::slide(1, 7));
        let licence = Allowance::slides(0, 2).or(Allowance::slides(1, 1));
        assert_eq!(licence.without_singles(singles), licence.but(Allowance::slide(1, 7)));
        assert!(Allowance::slide(0, 7).is_within(licence) && !Allowance::transfers(0).is_within(licence));
    }
}
