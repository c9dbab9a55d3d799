//! What a line may pay for: which slides, and the transfers of which colours.

use super::ActionCost;
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

    /// Of a licence that leads nowhere, what leads nowhere after an action that took so many slides in each
    /// column, of those that it had to do with, and perhaps transfers; `None` if that was more than the licence
    /// allows, or may have been.
    ///
    /// *Argument:* whatever follows the action follows the board before it, for the slides and transfers of
    /// both. Without a slide, ways to stand that cost least came from such ways, so later slides are slides
    /// after them as well. One that costs a slide more may have got there by any slide, before the action or
    /// after it. Nobody knows how far a slide went that the action took.
    pub(super) fn after(self, paid: ActionCost) -> Option<Self> {
        if paid.transfer.is_some_and(|colour| !Self::transfers(colour.into()).is_within(self)) {
            return None;
        }
        let mut rest = self;
        for (c, &count) in paid.slides.iter().enumerate() {
            if paid.touched >> c & 1 == 0 || self.is_free(c) {
                continue;
            }
            let all = Self::slides(c, 1);
            match (count, all.is_within(self)) {
                // A slide that makes a way to stand dearer now may have been any before the action.
                (0, false) => rest = rest.but(Self::slide(c, 0)),
                (0, true) => {}
                (1, true) => rest = rest.but(all),
                _ => return None,
            }
        }
        Some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paid(slides: [u8; COLUMNS], touched: u8, transfer: Option<u8>) -> ActionCost {
        ActionCost { slides, touched, transfer }
    }

    #[test]
    fn what_an_action_leaves_of_a_licence() {
        let once = Allowance::slides(2, 1);
        let some = Allowance::slide(2, 0).or(Allowance::slide(2, 3));
        let free = Allowance::slides(2, 2);
        let elsewhere = Allowance::slides(4, 1).or(Allowance::transfers(1));
        let after = |licence: Allowance, paid| licence.or(elsewhere).after(paid).map(|it| it.but(elsewhere));
        // A column that an action has nothing to do with.
        for licence in [Allowance::NONE, once, some, free] {
            assert_eq!(after(licence, paid([0; COLUMNS], 0b01011, None)), Some(licence));
        }
        // One whose set it changes, without a slide: who may not slide by any distance may not have slid before.
        let touched = paid([0; COLUMNS], 0b00100, None);
        for (licence, left) in [(once, once), (free, free), (some, Allowance::slide(2, 3))] {
            assert_eq!(after(licence, touched), Some(left));
        }
        // With a slide of nobody knows which distance, and with two.
        let slid = paid([0, 0, 1, 0, 0], 0b00100, None);
        for (licence, left) in
            [(Allowance::NONE, None), (some, None), (once, Some(Allowance::NONE)), (free, Some(free))]
        {
            assert_eq!(after(licence, slid), left);
        }
        let twice = paid([0, 0, 2, 0, 0], 0b00100, None);
        for (licence, left) in [(once, None), (free, Some(free))] {
            assert_eq!(after(licence, twice), left);
        }
        // Transfers.
        assert_eq!(after(once, paid([0; COLUMNS], 0, Some(1))), Some(once));
        assert_eq!(after(once, paid([0; COLUMNS], 0, Some(3))), None);
    }

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
