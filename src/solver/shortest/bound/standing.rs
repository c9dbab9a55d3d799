//! How the columns of a board can stand in an optimistic game under a licence.

use super::licence::Allowance;
use crate::game::{COLUMNS, ROWS};
use crate::solver::board::stackings::UnpackedBoard;
use crate::solver::bounds::depth_model::{DepthModel, FreeSlides};
use crate::solver::column::ALL_DEPTHS;
use crate::solver::shortest::tables::StandingDepths;

/// The ways to stand that cost least, and those that cost at most one slide more where there are any.
#[derive(Clone, Copy)]
pub(super) struct PricedDepths<'a> {
    pub(super) cheapest: [&'a StandingDepths; COLUMNS],
    pub(super) near: [Option<&'a StandingDepths>; COLUMNS],
}

/// Those ways, and what a licence makes of them.
///
/// A column that slides once, by one of some distances, has its stacks where they stand in the cheapest ways or
/// nearer by one of these, though not past where a stack in front of them comes to a stop that never vanishes.
pub(super) struct LimitedSlides<'a> {
    pub(super) ways: PricedDepths<'a>,
    pub(super) licence: Allowance,
}

impl DepthModel for LimitedSlides<'_> {
    fn update_column(&self, board: &UnpackedBoard<'_>, c: usize, cleared: u16, depths: &mut [u16]) -> u16 {
        let info = board.info[c];
        let len = board.len[c];
        if self.licence.is_free(c) {
            depths[..len].copy_from_slice(&info.depths[..len]);
            return FreeSlides.update_column(board, c, cleared, depths);
        }
        let bits = self.licence.column(c);
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
        // As long as only trees in front of it cleared, a stack has just the depths its column set says.
        let first = (cleared & !info.trees).trailing_zeros() as usize;
        // Depths up to where a stack in front comes to a stop.
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
