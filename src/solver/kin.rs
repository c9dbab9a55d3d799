//! The stacks of a board by colour and by what they stand on, for those who ask who could meet whom.

use super::board::{Unpacked, colour_of, shape_of};
use crate::game::{COLOURS, COLUMNS, COPIES, Shape};

/// A stack of a board.
#[derive(Clone, Copy, Default)]
pub(super) struct Member {
    pub(super) column: u8,
    pub(super) index: u8,
    /// Whether it carries a medium on its large.
    pub(super) has_medium: bool,
    /// Whether it carries a small on its medium.
    pub(super) has_small: bool,
}

/// At most three members.
#[derive(Clone, Copy, Default)]
pub(super) struct Few {
    members: [Member; COPIES],
    len: u8,
}

impl Few {
    fn push(&mut self, member: Member) {
        self.members[self.len as usize] = member;
        self.len += 1;
    }

    pub(super) fn as_slice(&self) -> &[Member] {
        &self.members[..self.len as usize]
    }
}

/// The stacks of one colour.
#[derive(Clone, Copy, Default)]
pub(super) struct Kin {
    /// Lone smalls.
    pub(super) smalls: Few,
    /// Stacks on a medium.
    pub(super) mediums: Few,
    /// Stacks on a large, trees among them.
    pub(super) larges: Few,
}

/// Sorts the stacks of a board.
pub(super) fn kin_of(board: &Unpacked<'_>) -> [Kin; COLOURS] {
    const S2: u8 = Shape::S2 as u8;
    const S3: u8 = Shape::S3 as u8;
    const S12: u8 = Shape::S12 as u8;
    const S23: u8 = Shape::S23 as u8;
    const S123: u8 = Shape::S123 as u8;
    let mut kin = [Kin::default(); COLOURS];
    for column in 0..COLUMNS {
        for index in 0..board.len[column] {
            let code = board.code[column][index];
            let kin = &mut kin[colour_of(code)];
            let shape = shape_of(code);
            let member = Member {
                column: column as u8,
                index: index as u8,
                has_medium: matches!(shape, S23 | S123),
                has_small: matches!(shape, S12 | S123),
            };
            match shape {
                S2 | S12 => kin.mediums.push(member),
                S3 | S23 | S123 => kin.larges.push(member),
                _ => kin.smalls.push(member),
            }
        }
    }
    kin
}
