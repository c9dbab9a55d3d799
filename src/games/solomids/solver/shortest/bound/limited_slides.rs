//! Depths of stacks in the relaxation under an allowance.

use super::allowance::Allowance;
use crate::games::solomids::game::{COLUMNS, ROWS};
use crate::games::solomids::solver::board::stackings::UnpackedBoard;
use crate::games::solomids::solver::bounds::depth_model::{DepthModel, FreeSlides};
use crate::games::solomids::solver::column::ALL_DEPTHS;
use crate::games::solomids::solver::shortest::tables::StandingDepths;

/// Depths of stacks in the cheapest placements of each column, and in those that cost at most one slide more.
#[derive(Clone, Copy)]
pub(super) struct PricedDepths<'a> {
    /// Depths in the cheapest placements.
    pub(super) cheapest: [&'a StandingDepths; COLUMNS],
    /// Depths in placements that cost at most one slide more; `None` if there are no dearer ones.
    pub(super) near: [Option<&'a StandingDepths>; COLUMNS],
}

/// Depth model that limits slides to an allowance.
///
/// In a column that slides once, by one of some distances, stacks stand where they stand in the cheapest placements, or
/// nearer by one of these distances, but not past a stack in front of them that is never cleared.
pub(super) struct LimitedSlides<'a> {
    /// Depths by cost.
    pub(super) ways: PricedDepths<'a>,
    /// Slides that are allowed.
    pub(super) allowance: Allowance,
}

impl DepthModel for LimitedSlides<'_> {
    fn update_column(&self, board: &UnpackedBoard<'_>, c: usize, cleared: u16, depths: &mut [u16]) -> u16 {
        let info = board.info[c];
        let len = board.len[c];
        if self.allowance.is_free(c) {
            depths[..len].copy_from_slice(&info.depths[..len]);
            return FreeSlides.update_column(board, c, cleared, depths);
        }
        let bits = self.allowance.column(c);
        let rest = match self.ways.near[c] {
            Some(near) if bits & 1 == 1 => near,
            _ => self.ways.cheapest[c],
        };
        depths[..len].copy_from_slice(&rest.depths[..len]);
        let distances = bits >> 1;
        if distances == 0 && cleared == info.trees {
            return rest.open;
        }
        let mut after = [0; ROWS];
        let mut left = distances;
        while left != 0 {
            let by = left.trailing_zeros() + 1;
            left &= left - 1;
            for (after, depths) in after.iter_mut().zip(self.ways.cheapest[c].depths) {
                *after |= depths >> by;
            }
        }
        // As long as only trees in front of it are cleared, a stack has just the depths of its column set.
        let first = (cleared & !info.trees).trailing_zeros() as usize;
        // Depths up to the nearest one of an uncleared stack in front.
        let (mut pinned, mut taken) = (0, 0);
        for (index, (it, after)) in depths[..len].iter_mut().zip(after).enumerate() {
            let possible = if index > first { ALL_DEPTHS } else { info.depths[index] };
            *it |= after & possible & !taken;
            if cleared >> index & 1 == 0 {
                taken = 2 * (*it & it.wrapping_neg()) - 1;
                if it.is_power_of_two() {
                    pinned |= *it;
                }
            }
        }
        let possible = if cleared == info.trees { info.open } else { ALL_DEPTHS };
        possible & !pinned
    }
}
