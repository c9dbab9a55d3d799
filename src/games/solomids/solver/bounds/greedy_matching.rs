//! Greedy matching relaxation: rounds in which pieces are used up at once. A feature of the evaluation, no bound.
//!
//! In every round, each colour puts its stacks on mediums onto bare larges that they meet, those with smalls first;
//! then its lone smalls onto mediums without one, lone mediums first. Trees are cleared, to the bank. Depths and
//! meetings are as generous as in the delete [`relaxation`](super::relaxation).

use super::colour_group::{ColourGroup, LARGES, MEDIUMS, SMALLS, places};
use super::relaxation::Relaxation;
use crate::games::solomids::game::COLOURS;

impl ColourGroup {
    /// Merges stacks greedily. Returns the stacks that are cleared after that.
    fn match_greedily(&mut self) -> u16 {
        let mut left = self.stacks() & !self.cleared();
        let mediums = left & MEDIUMS;
        for medium in places(mediums & self.has_small).chain(places(mediums & !self.has_small)) {
            let targets = self.meets[medium] & left & LARGES & !self.has_medium;
            if targets != 0 {
                let large = 1 << targets.ilog2();
                self.has_medium |= large;
                self.has_small |= large & (self.has_small >> medium & 1).wrapping_neg();
                left &= !(1 << medium);
            }
        }
        for small in places(left & SMALLS) {
            let targets = self.meets[small] & left & (MEDIUMS | self.has_medium) & !self.has_small;
            if targets != 0 {
                self.has_small |= targets & targets.wrapping_neg();
                left &= !(1 << small);
            }
        }
        self.stacks() & !(left & !(LARGES & self.has_medium & self.has_small))
    }
}

impl Relaxation<'_> {
    /// Plays a round of greedy matching, given what meets.
    ///
    /// Merges change the stacks of the groups: [`reset_cleared`](Relaxation::reset_cleared) does not take that back.
    pub(crate) fn match_greedily(&mut self) {
        (0..COLOURS).for_each(|colour| self.change_group(colour, ColourGroup::match_greedily));
    }
}
