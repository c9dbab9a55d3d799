//! Depth models: where the stacks of a column can stand once some of them are cleared.

use crate::games::solomids::solver::board::stackings::UnpackedBoard;
use crate::games::solomids::solver::column::ALL_DEPTHS;

/// Model of the depths of a column in a relaxation.
pub(crate) trait DepthModel {
    /// Updates the depths at which the stacks of column `c` can stand, by index, given the indices of the cleared ones.
    /// Returns the depths that can be empty.
    ///
    /// At first, `depths` are those of the column set. Both results must be monotone: the more is cleared, the more of
    /// both.
    fn update_column(&self, board: &UnpackedBoard<'_>, c: usize, cleared: u16, depths: &mut [u16]) -> u16;
}

/// Model in which columns slide as the rules allow (M3).
pub(crate) struct FreeSlides;

impl DepthModel for FreeSlides {
    fn update_column(&self, board: &UnpackedBoard<'_>, c: usize, cleared: u16, depths: &mut [u16]) -> u16 {
        let info = board.info[c];
        if cleared == info.trees {
            return info.open;
        }
        let first = (cleared & !info.trees).trailing_zeros() as usize;
        let (mut stuck, mut pinned) = (0, 0);
        for (index, depths) in depths[..board.len[c]].iter_mut().enumerate() {
            if index > first {
                *depths = (2 << depths.ilog2()) - (1 << stuck);
            }
            if cleared >> index & 1 == 0 {
                stuck += 1;
                if depths.is_power_of_two() {
                    pinned |= *depths;
                }
            }
        }
        ALL_DEPTHS & !pinned
    }
}
