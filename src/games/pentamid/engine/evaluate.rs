//! The evaluation: lines counted by what they lack, and pieces at hand.
//!
//! A line is *dead* for a player if it shows a large of the opponent, *hindered* if it shows a smaller piece of the opponent, else
//! *open*. The evaluation is a weighted sum of [`FEATURES`] counts, those of the opponent taken away.

use crate::games::pentamid::game::{Position, Rules, Size};

/// The score of a game won at once; a win in `n` plies scores `n` less.
pub const WIN: i32 = 1_000_000;

/// Lines are distinguished by the squares they lack, up to this many.
const MISSING: usize = 5;

/// Number of features: open lines and hindered ones by the squares they lack (1 to 4, and more), larges, mediums and smalls in
/// reserve, visible larges, mediums and smalls, and the turn.
pub const FEATURES: usize = 2 * MISSING + 7;

/// Weights of the features, in hundredths of an open line that lacks two squares, about.
pub type Weights = [i32; FEATURES];

/// Weights of the features, made by `examples/pentamid_tune.rs`: 3000 games, 1000 nodes a move, seed 1, 150 plies at most.
pub const WEIGHTS: Weights = [
    231, 101, 36, 18, 0, // open lines, by the squares they lack
    177, 74, 23, 4, 0, // hindered lines
    36, 46, 19, // in reserve: larges, mediums, smalls
    -36, 22, -6, // visible: larges, mediums, smalls
    22, // the turn
];

/// Features of a position, for the side to move: its own counts less those of the opponent. The last one is 1.
pub fn features(rules: &Rules, lines: &[u64], position: &Position) -> [i32; FEATURES] {
    let mut features = [0; FEATURES];
    let [_, medium, large] = position.by_size();
    for (side, sign) in [(position.side(), 1), (position.side().other(), -1)] {
        let (own, other) = (position.visible(side), position.visible(side.other()));
        let blocks = position.layers[side.other().index()][Size::Large.index()];
        for &line in lines {
            let held = line & own;
            if held == 0 || line & blocks != 0 {
                continue;
            }
            let missing = (rules.line() as u32 - held.count_ones()).clamp(1, MISSING as u32) as usize;
            let hindered = usize::from(line & other != 0);
            features[hindered * MISSING + missing - 1] += sign;
        }
        for (i, size) in Size::ALL.into_iter().rev().enumerate() {
            features[2 * MISSING + i] += sign * position.reserve(rules, side, size) as i32;
            let covered = [large | medium, large, 0][size.index()];
            let shown = (position.layers[side.index()][size.index()] & !covered).count_ones() as i32;
            features[2 * MISSING + 3 + i] += sign * shown;
        }
    }
    features[FEATURES - 1] = 1;
    features
}

/// The evaluation of a position for the side to move.
#[inline]
pub fn evaluate(rules: &Rules, lines: &[u64], position: &Position) -> i32 {
    features(rules, lines, position).iter().zip(&WEIGHTS).map(|(feature, weight)| feature * weight).sum()
}
