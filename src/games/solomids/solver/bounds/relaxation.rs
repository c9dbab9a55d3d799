//! Delete relaxation of the game, as in planning: an admissible upper bound on the trees of each colour, and dead ends.
//!
//! # The relaxation
//! Pieces are never used up: a stack that could be lined up with a partner once is assumed to have left its square,
//! it is *cleared*, and stays usable there as well. The result is the least fixed point of these rules above "only
//! trees are cleared", whatever the order in which they are applied:
//! - **Depths.** A stack behind a cleared one that is no tree can stand at any depth from the number of stacks in
//!   front of it that are not cleared up to its greatest depth in its column set, for slides only lower depths. Any
//!   other stack has just the depths of its column set.
//! - **Open squares.** A square can be empty unless a stack that is not cleared can stand nowhere else.
//! - **Meetings.** Two stacks of one column *meet* if all between them are cleared. Two of different columns meet if
//!   they share a depth at which every column between can be empty.
//! - **Bare larges.** A large can be *bare* if it has no medium, or if it meets a large that can be bare, where its
//!   medium can go.
//! - **Mediums on larges.** A medium can come to a large that has one, that meets a stack on a medium, or that meets a
//!   large to which a medium can come.
//! - **Free mediums.** A stack can be *free*, a medium without a small, on a large or not, if it is so now. So can a
//!   stack on a medium, or a large to which a medium can come, that meets a free stack: its small can go there, or
//!   the medium can come from there.
//! - **Smalls.** A small can come to a stack that has one; to a free stack that meets a lone small; and to a free
//!   stack or a large that can be bare from a stack that it meets and to which a small can come.
//! - **Clearing.** A lone small is cleared if it meets a free stack; a stack on a medium if it meets a large that can
//!   be bare; a stack on a large, to the bank, if a small can come to it.
//!
//! # Dead ends
//! **Statement.** If [`max_trees`] returns `n` for a colour, no line of play without a further swap ever completes more
//! than `n` trees of it, those already complete included.
//!
//! **Argument.** By induction over a real line of play, every stack that has left its square is cleared in the
//! relaxation, every depth at which a stack stands is one it may have there, and every pair that lines up meets: each
//! rule above only widens what the rules of the game allow. So a small is only ever put onto a free stack: a medium
//! is without a small from the start, or since its small went to a free stack that it met, or, on a large, since it
//! came there from a free stack. The same holds for mediums and larges that can be bare, and for stacks that have a
//! small: it was there, or it came alone, or with its medium. A stack that is never cleared is never part of a tree
//! (the stack of a tree counts as cleared), so a colour has at most as many trees as larges, as mediums, and as
//! smalls that are not stuck.
//!
//! **Test.** `tests/solomids/differential.rs` compares verdicts with a plain search that prunes nothing.

use super::alignment::{Alignment, StackBits, in_column};
use super::colour_group::ColourGroup;
use crate::games::solomids::game::{COLOURS, COLUMNS, ROWS};
use crate::games::solomids::solver::board::UnpackedBoard;
use crate::games::solomids::solver::column::bits;

/// Returns for each colour the most trees it can have without a further swap, banked ones included.
pub(crate) fn max_trees(board: &UnpackedBoard<'_>) -> [u8; COLOURS] {
    let mut relaxation = Relaxation::new(board);
    relaxation.run();
    relaxation.max_trees()
}

/// A relaxation of a board, at any point before its fixed point.
pub(crate) struct Relaxation<'a> {
    board: &'a UnpackedBoard<'a>,
    stacks: StackBits,
    cleared: StackBits,
    /// Stacks that were cleared when `alignment` was updated; inverted for columns that have to be updated anyway.
    cleared_at_update: StackBits,
    alignment: Alignment,
    groups: [ColourGroup; COLOURS],
}

impl ColourGroup {
    /// Returns the stacks that are cleared, given what meets.
    fn cleared_by_meetings(&self) -> u16 {
        // Adds to `set` what is among `candidates` and meets a member, until nothing changes.
        let closure = |mut set: u16, candidates: u16| {
            while candidates & !set != 0 {
                let more = set | self.targets_meeting(set) & candidates;
                if more == set {
                    break;
                }
                set = more;
            }
            set
        };
        let (mediums, larges) = (self.mediums(), self.larges());
        let [by_smalls, by_mediums, _] = self.targets_meeting_each_size();
        let bare = closure(self.bare_larges(), larges);
        let with_medium = closure(self.has_medium | by_mediums & larges, larges);
        let free = closure(self.free_mediums(), mediums | with_medium);
        let with_small = closure(self.has_small | by_smalls & free, free | bare);
        self.smalls_meeting(free) | mediums & self.targets_meeting(bare) | with_small & larges
    }
}

impl<'a> Relaxation<'a> {
    /// Returns the relaxation of a board with only trees cleared.
    pub(crate) fn new(board: &'a UnpackedBoard<'a>) -> Self {
        let stacks = (0..COLUMNS).fold(0, |stacks, c| stacks | ((1 << board.len[c]) - 1) << (c * ROWS));
        let cleared = trees(board);
        let (alignment, groups) = (Alignment::new(board), ColourGroup::all(board));
        Self { board, stacks, cleared, cleared_at_update: !cleared, alignment, groups }
    }

    fn run(&mut self) {
        // Colours take turns until a whole round clears nothing.
        let mut unchanged = 0;
        for colour in (0..COLOURS).cycle() {
            if unchanged == COLOURS {
                break;
            }
            let before = self.cleared;
            if self.groups[colour].all_cleared() {
                unchanged += 1;
                continue;
            }
            self.update_depths();
            self.update_meetings(colour);
            self.clear_colour(colour);
            unchanged = if self.cleared == before { unchanged + 1 } else { 0 };
        }
    }

    /// Updates depths, open squares and meetings to the cleared stacks.
    pub(crate) fn update(&mut self) {
        self.update_depths();
        (0..COLOURS).for_each(|colour| self.update_meetings(colour));
    }

    /// Clears what the rules clear without a further update.
    pub(crate) fn clear_all(&mut self) {
        (0..COLOURS).for_each(|colour| self.clear_colour(colour));
    }

    /// Takes back all clearing but that of trees. Depths and meetings stay as they were updated last.
    pub(crate) fn reset_cleared(&mut self) {
        self.cleared = trees(self.board);
        self.groups.iter_mut().for_each(ColourGroup::reset_cleared);
    }

    pub(crate) const fn groups(&self) -> &[ColourGroup; COLOURS] {
        &self.groups
    }

    /// Plays a round of greedy matching, given what meets.
    ///
    /// Merges change the stacks of the groups: [`reset_cleared`](Self::reset_cleared) does not take that back.
    pub(crate) fn match_greedily(&mut self) {
        for colour in 0..COLOURS {
            let stacks = self.groups[colour].match_greedily();
            self.mark_cleared(colour, stacks);
        }
    }

    /// Returns the cleared stacks of a column, by index.
    pub(crate) const fn cleared_in(&self, c: usize) -> u16 {
        in_column(self.cleared, c)
    }

    pub(crate) const fn stuck(&self) -> u32 {
        (self.stacks & !self.cleared).count_ones()
    }

    /// Returns for each colour the most trees it can have, banked ones included; an upper bound at the fixed point.
    pub(crate) fn max_trees(&self) -> [u8; COLOURS] {
        self.groups.each_ref().map(ColourGroup::max_trees)
    }

    fn update_depths(&mut self) {
        let changed = self.cleared ^ self.cleared_at_update;
        self.cleared_at_update = self.cleared;
        self.alignment.update(self.board, changed, self.cleared);
    }

    /// Updates the meetings of a colour, unless they cannot matter any more.
    fn update_meetings(&mut self, colour: usize) {
        let group = &mut self.groups[colour];
        if !group.all_cleared() {
            self.alignment.update_meetings(group);
        }
    }

    /// Clears the stacks of a colour that the rules clear, given what meets.
    fn clear_colour(&mut self, colour: usize) {
        let group = &self.groups[colour];
        if group.all_cleared() {
            return;
        }
        self.mark_cleared(colour, group.cleared_by_meetings());
    }

    fn mark_cleared(&mut self, colour: usize, stacks: u16) {
        let group = &mut self.groups[colour];
        for p in bits(group.clear(stacks).into()) {
            self.cleared |= 1 << group.number[p];
        }
    }
}

fn trees(board: &UnpackedBoard<'_>) -> StackBits {
    (0..COLUMNS).fold(0, |trees, c| trees | StackBits::from(board.info[c].trees) << (c * ROWS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::game::TREES;
    use crate::games::solomids::solver::column::SetStore;
    use crate::games::solomids::solver::search::beam::sample::boards_of_deal;
    use crate::games::solomids::solver::search::context::SearchContext;

    /// Reference for [`max_trees`]: all colours take part in every round, and every round updates every column.
    fn max_trees_by_rounds(board: &UnpackedBoard<'_>) -> [u8; COLOURS] {
        let mut relaxation = Relaxation::new(board);
        loop {
            let before = relaxation.cleared;
            relaxation.cleared_at_update = !relaxation.cleared;
            relaxation.update();
            relaxation.clear_all();
            if relaxation.cleared == before {
                return relaxation.max_trees();
            }
        }
    }

    #[test]
    fn the_fixed_point_does_not_depend_on_the_order_of_updates() {
        let (mut boards, mut poor) = (0, 0);
        // Deals that cannot be won without a swap, so that the beams they are taken from fail.
        for index in [431, 501, 822, 872, 984, 3664, 5937, 6471, 9972] {
            let store = SetStore::new();
            let context = SearchContext::new(&store);
            for board in boards_of_deal(context, index, 16, 100) {
                let unpacked = board.unpack(&store);
                let found = max_trees(&unpacked);
                assert_eq!(found, max_trees_by_rounds(&unpacked), "{index}");
                boards += 1;
                poor += usize::from(found.iter().sum::<u8>() < TREES);
            }
        }
        assert!(boards > 5_000 && poor > 500, "{boards}, {poor}");
    }
}
