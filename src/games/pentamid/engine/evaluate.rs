//! The evaluation: lines counted by what they lack and by whether that can be filled, and pieces at hand.
//!
//! Lines that show a large of the opponent, or lack more than three squares, do not count. Of the others, those that show a
//! smaller piece of the opponent are *hindered*, the rest *open*. A square that a line lacks is *in reach* if the player could
//! fill it next turn: by a drop, or by a step of a piece from outside the line. The evaluation is a weighted sum of
//! [`FEATURES`] counts, those of the opponent taken away.

use crate::games::pentamid::game::{Position, Rules, Size};

/// The score of a game won at once; a win in `n` plies scores `n` less.
pub const WIN: i32 = 1_000_000;

/// Kinds of open lines, and as many of hindered ones: lacking one square, out of reach or in reach; two, of which none, one or
/// both are in reach; three, all in reach.
const LINES: usize = 6;

/// Number of features: open lines, hindered lines, then those of [`WEIGHTS`] in order.
pub const FEATURES: usize = 2 * LINES + 10;

/// Weights of the features, in hundredths of the natural logarithm of the odds of winning.
pub type Weights = [i32; FEATURES];

/// Weights of the features, made by `examples/pentamid_tune.rs`: 2400 games, 800 nodes a move, seed 2, 200 plies at most; the second
/// round.
pub const WEIGHTS: Weights = [
    34, 200, -10, 11, 71,
    15, // open lines: lacking one, two, three squares, by how many of them are in reach
    90, 213, 8, 43, 131, 29, // hindered lines
    13, // squares that a step can reach
    36, 23, 44, // in reserve: larges, mediums, smalls
    -36, -10, 7, // visible: larges, mediums, smalls
    -25, 10, // under visible pieces of the opponent: mediums, smalls
    18, // the turn
];

/// Counts the features of a position for the side to move: `add` is given those of either player, those of the opponent negated.
///
/// The lines of one direction are counted together: words have a bit for each line, at its first square.
#[inline]
fn count(rules: &Rules, position: &Position, mut add: impl FnMut(usize, i32)) {
    // Where the features after those of lines begin.
    const REST: usize = 2 * LINES;
    let [_, medium, large] = position.by_size();
    let vacant = rules.droppable & !position.occupied();
    let sides = [position.side(), position.side().other()];
    let visible = sides.map(|side| position.visible(side));
    for (i, side) in sides.into_iter().enumerate() {
        let sign = if i == 0 { 1 } else { -1 };
        let (own, other) = (visible[i], visible[1 - i]);
        let layers = &position.layers[side.index()];
        let blocks = large & !layers[Size::Large.index()];
        let [along, across] = position.entries(rules, side);
        let reserve = Size::ALL.map(|size| position.reserve(rules, side, size) as i32);
        let drops = if reserve[Size::Small.index()] > 0 { vacant } else { 0 };
        for (begins, step) in rules.directions() {
            // Steps from outside the line: across a row or a column, and any step onto a diagonal.
            let steps = match step {
                1 => across,
                8 => along,
                _ => along | across,
            };
            let far = !own & !drops & !steps;
            // Lines by the number of squares that they lack, and by how many of these are out of reach.
            let (mut missing, mut beyond) = ([begins, 0, 0, 0], [begins, 0]);
            let (mut blocked, mut hindered) = (0, 0);
            for i in 0..rules.line() as u32 {
                let shift = step * i;
                let (here, far) = (own >> shift, far >> shift);
                for n in (1..4).rev() {
                    missing[n] = (missing[n] & here) | (missing[n - 1] & !here);
                }
                missing[0] &= here;
                beyond[1] = (beyond[1] & !far) | (beyond[0] & far);
                beyond[0] &= !far;
                blocked |= blocks >> shift;
                hindered |= other >> shift;
            }
            let kinds = [
                missing[1] & !beyond[0],
                missing[1] & beyond[0],
                missing[2] & !beyond[0] & !beyond[1],
                missing[2] & beyond[1],
                missing[2] & beyond[0],
                missing[3] & beyond[0],
            ];
            for (kind, lines) in kinds.into_iter().enumerate() {
                let mut lines = lines & !blocked;
                while lines != 0 {
                    let line = lines & lines.wrapping_neg();
                    add(kind + if line & hindered != 0 { LINES } else { 0 }, sign);
                    lines ^= line;
                }
            }
        }
        add(REST, sign * (along | across).count_ones() as i32);
        let covered = [large | medium, large, 0];
        for (i, size) in Size::ALL.into_iter().rev().enumerate() {
            add(REST + 1 + i, sign * reserve[size.index()]);
            let shown = layers[size.index()] & !covered[size.index()];
            add(REST + 4 + i, sign * shown.count_ones() as i32);
        }
        for (i, size) in [Size::Medium, Size::Small].into_iter().enumerate() {
            add(REST + 7 + i, sign * (layers[size.index()] & other).count_ones() as i32);
        }
    }
    add(FEATURES - 1, 1);
}

/// Features of a position, for the side to move: its own counts less those of the opponent. The last one is 1.
pub fn features(rules: &Rules, position: &Position) -> [i32; FEATURES] {
    let mut features = [0; FEATURES];
    count(rules, position, |feature, number| features[feature] += number);
    features
}

/// The evaluation of a position for the side to move.
#[inline]
pub fn evaluate(rules: &Rules, position: &Position) -> i32 {
    let mut score = 0;
    count(rules, position, |feature, number| score += WEIGHTS[feature] * number);
    score
}
