//! How promising a board looks: a linear function of counted features, larger is better.
//!
//! It only orders the search. No verdict depends on it.

use super::board::Unpacked;
use super::kin::{Member, kin_of};
use crate::game::COLUMNS;

/// Number of features.
pub(super) const FEATURES: usize = 20;
/// Counts of one board.
pub(super) type Features = [f32; FEATURES];

const WEIGHTS: Features = [
    -3.0, -3.0, -3.0, 0.3, 0.3, 0.6, 0.6, 0.2, 0.2, 0.3, 0.3, 0.1, -0.02, -0.05, 0.2, 0.1, 0.1, 0.0, 0.0, 0.0,
];

/// Counts the features.
pub(super) fn features(board: &Unpacked<'_>) -> Features {
    let mut f = [0.0; FEATURES];
    let mut between = [[u16::MAX; COLUMNS]; COLUMNS];
    for a in 0..COLUMNS {
        let mut depths = u16::MAX;
        for b in a + 1..COLUMNS {
            between[a][b] = depths;
            between[b][a] = depths;
            depths &= board.info[b].open;
        }
    }
    // 0: no meeting; 1: sideways; 2: vertical neighbours; 3: one blocker between
    let meeting = |x: &Member, y: &Member| -> usize {
        let (a, b) = (x.column as usize, y.column as usize);
        let (i, j) = (x.index as usize, y.index as usize);
        if a == b {
            let mid = ((1u16 << i.max(j)) - 1) & !((2u16 << i.min(j)) - 1) & !board.info[a].trees;
            match mid.count_ones() {
                0 => 2,
                1 => 3,
                _ => 0,
            }
        } else {
            usize::from(board.info[a].depths[i] & board.info[b].depths[j] & between[a][b] != 0)
        }
    };
    for kin in kin_of(board) {
        let (smalls, mediums, larges) =
            (kin.smalls.as_slice(), kin.mediums.as_slice(), kin.larges.as_slice());
        let mut count = |x: &Member, ys: &mut dyn Iterator<Item = &Member>, at: usize| {
            let mut found = [0u8; 4];
            for y in ys {
                found[meeting(x, y)] += 1;
            }
            if found[1] + found[2] == 0 {
                f[at] += 1.0;
            }
            f[3 + at.min(1)] += f32::from(found[1]);
            f[5 + at.min(1)] += f32::from(found[2]);
            f[7 + at.min(1)] += f32::from(found[3]);
        };
        for x in smalls {
            count(x, &mut mediums.iter().chain(larges.iter().filter(|y| y.has_medium)), 0);
        }
        for x in mediums {
            count(x, &mut larges.iter(), 1);
        }
        for y in larges.iter().filter(|y| !y.has_medium) {
            if mediums.iter().all(|m| matches!(meeting(m, y), 0 | 3)) {
                f[2] += 1.0;
            }
        }
        f[14] += larges.iter().filter(|y| y.has_small).count() as f32;
        f[15] += larges.iter().filter(|y| y.has_medium && !y.has_small).count() as f32;
        f[16] += mediums.iter().filter(|y| y.has_small).count() as f32;
        f[17] += f32::from(u8::from(larges.iter().all(|y| y.has_small)));
    }
    for c in 0..COLUMNS {
        let info = board.info[c];
        f[9] += info.freedom;
        f[10] += info.open.count_ones() as f32;
        let len = board.len[c];
        if len > 0 {
            f[11] += (15 - info.depths[len - 1].leading_zeros()) as f32;
        }
        f[12] += (len * len) as f32;
        f[13] = f[13].max(len as f32);
        f[18] += (0..len).filter(|&i| !info.depths[i].is_power_of_two()).count() as f32;
        f[19] += f32::from(u8::from(len == 0));
    }
    f
}

/// The value of a board.
pub(super) fn evaluate(board: &Unpacked<'_>) -> f32 {
    features(board).iter().zip(WEIGHTS).map(|(f, w)| f * w).sum()
}
