//! Allowances: the slides, and the colours of transfers, that a line may still use.

use crate::games::solomids::game::{COLOURS, COLUMNS, ROWS};

/// Bits of a column: one slide made before, one slide by each distance of 1 to 9, and more than one slide.
const BITS: usize = ROWS + 1;
/// All bits of a column.
const COLUMN: u64 = (1 << BITS) - 1;
/// One slide of any kind.
const ONE: u64 = COLUMN >> 1;
/// More than one slide.
const MORE: u64 = COLUMN ^ ONE;

/// A set of slides and transfers.
///
/// ```text
/// bits  0..55   five columns of eleven bits: 0 one slide made before the board, 1..=9 one slide by that distance, 10 more
/// bits 55..60   five colours: transfers
/// ```
///
/// A column without bits makes no slide and stays in its cheapest placements. A column with some of the bits 0 to 9 slides
/// at most once, in one of the ways that the bits name. A column with all bits slides without limit. A colour with its
/// bit makes transfers without limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Allowance(u64);

impl Allowance {
    /// No slide and no transfer.
    pub(super) const NONE: Self = Self(0);

    /// The slides of a column: none, any single one, or any number for `most` of 2 or more.
    pub(super) const fn slides(column: usize, most: u8) -> Self {
        let bits = match most {
            0 => 0,
            1 => ONE,
            _ => COLUMN,
        };
        Self(bits << (column * BITS))
    }

    /// One slide of a column by a distance; distance 0 stands for a slide made before the board.
    pub(super) const fn slide(column: usize, by: usize) -> Self {
        Self(1 << (column * BITS + by))
    }

    /// The transfers of a colour.
    pub(super) const fn transfers(colour: usize) -> Self {
        Self(1 << (COLUMNS * BITS + colour))
    }

    /// One slide or transfer of a set of resources: columns, then colours, as bits.
    pub(super) fn one_of(resources: u16) -> Self {
        let columns = (0..COLUMNS).filter(|c| resources >> c & 1 == 1).map(|c| Self::slides(c, 1));
        let colours = (0..COLOURS).filter(|k| resources >> (COLUMNS + k) & 1 == 1).map(Self::transfers);
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

    /// This allowance without some single slides, in columns that slide at most once.
    pub(super) fn without_singles(self, singles: Self) -> Self {
        let once = (0..COLUMNS).filter(|&c| !self.is_free(c));
        once.fold(self, |rest, c| rest.but(singles.of_column(c)))
    }

    /// The part of a column.
    pub(super) const fn of_column(self, column: usize) -> Self {
        Self(self.0 & COLUMN << (column * BITS))
    }

    /// The part of all colours.
    pub(super) const fn of_colours(self) -> Self {
        Self(self.0 >> (COLUMNS * BITS) << (COLUMNS * BITS))
    }

    /// The nonempty parts of columns and colours.
    pub(super) fn groups(self) -> impl Iterator<Item = Self> {
        let columns = (0..COLUMNS).map(move |c| self.of_column(c));
        let colours = (0..COLOURS).map(move |k| self.and(Self::transfers(k)));
        columns.chain(colours).filter(|group| !group.is_none())
    }

    /// The distances of single slides of a column; 0 stands for a slide made before the board.
    pub(super) fn distances(self, column: usize) -> impl Iterator<Item = usize> {
        let bits = self.column(column);
        (0..ROWS).filter(move |by| bits >> by & 1 == 1)
    }

    /// The bits of a column.
    pub(super) const fn column(self, column: usize) -> u16 {
        (self.0 >> (column * BITS) & COLUMN) as u16
    }

    /// Whether it allows slides of a column.
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
        let allowance = Allowance::slides(0, 2).or(Allowance::slides(1, 1));
        assert_eq!(allowance.without_singles(singles), allowance.but(Allowance::slide(1, 7)));
        assert!(Allowance::slide(0, 7).is_within(allowance) && !Allowance::transfers(0).is_within(allowance));
    }
}
