//! Explanation of a move's effect on the best score, in one line of words.

use crate::games::solomids::game::{COLOURS, Colour, MAX_SWAPS, Palette, Position, TREES};
use crate::games::solomids::solver::Bounds;
use crate::games::solomids::solver::Solver;
use crate::kit::numbers::counted;

/// Effect of a move on the best reachable score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The move keeps the best score.
    Keeps {
        /// The best score.
        score: u8,
    },
    /// The move lowers the best score.
    GivesUp {
        /// Best score before it.
        before: Bounds,
        /// Best score after it.
        after: Bounds,
        /// Colour that can never be completed after it, where that alone proves the loss.
        colour: Option<DeadColour>,
    },
    /// The limits left the effect undecided.
    Undecided {
        /// Best score after it.
        after: Bounds,
    },
}

/// A colour whose three trees cannot all be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadColour {
    /// The colour.
    pub colour: Colour,
    /// Most trees that it can still have, 0 to 2.
    pub trees: u8,
    /// Whether this holds only for play without a further swap.
    pub without_swap: bool,
}

impl Reason {
    pub(super) fn new(solver: &Solver, before: Bounds, after: &Position, bounds: Bounds) -> Self {
        match before.kept_by(bounds) {
            Some(true) => Self::Keeps { score: before.upper },
            None => Self::Undecided { after: bounds },
            Some(false) => {
                Self::GivesUp { before, after: bounds, colour: DeadColour::find(solver, after, before) }
            }
        }
    }

    /// The reason in words.
    pub fn words(&self, palette: &Palette) -> String {
        match *self {
            Self::Keeps { score } if score >= TREES => format!("keeps {}", win(score)),
            Self::Keeps { score: 0 } => "no tree can be banked any more".into(),
            Self::Keeps { score } => format!("keeps the best that is left: {}", trees(score)),
            Self::GivesUp { before, after, colour } => {
                let most = if after.upper >= TREES {
                    format!("{} at best", after.upper)
                } else {
                    format!("{} at most", trees(after.upper))
                };
                if let Some(DeadColour { colour, trees, without_swap: false }) = colour {
                    let name = palette.name(colour);
                    return match trees {
                        0 => format!("dead: {name} can never be completed; {most}"),
                        1 => format!("dead: {name} can never have more than one tree; {most}"),
                        _ => format!("dead: {name} can never have its third tree; {most}"),
                    };
                }
                let why = colour.map_or_else(String::new, |DeadColour { colour, .. }| {
                    format!(", as {} cannot be completed without a swap", palette.name(colour))
                });
                if before.lower < TREES {
                    format!("loses: {most}{why}")
                } else if after.upper < TREES {
                    format!("loses the game: {most}{why}")
                } else {
                    format!("gives up {}: {most}{why}", win(before.lower))
                }
            }
            Self::Undecided { after: Bounds { lower, upper } } if lower == upper => {
                format!("still reaches {lower}; undecided whether that is the best")
            }
            Self::Undecided { after: Bounds { lower, upper } } => {
                format!("undecided within the limits: {lower} to {upper}")
            }
        }
    }
}

impl DeadColour {
    /// The colour with the fewest clearable trees, if it proves that the best score is lost.
    ///
    /// The relaxation bounds the trees of a colour for play without a further swap. A swap is earned by a tree of every
    /// colour, so where one colour cannot get its next tree without a swap, no swap will be earned and the bound holds
    /// for all play.
    fn find(solver: &Solver, after: &Position, before: Bounds) -> Option<Self> {
        let prospects: [u8; COLOURS] = solver.max_trees(after);
        let (colour, trees) = Colour::ALL.into_iter().zip(prospects).min_by_key(|&(_, trees)| trees)?;
        let can_swap = trees.min(MAX_SWAPS) > after.swaps_used();
        let best_is_swapless = before.lower == TREES + MAX_SWAPS - after.swaps_used();
        (trees < 3 && before.lower >= TREES && (!can_swap || best_is_swapless)).then_some(Self {
            colour,
            trees,
            without_swap: can_swap,
        })
    }
}

/// Names a win by its score: `the win without a swap`.
const fn win(score: u8) -> &'static str {
    match TREES + MAX_SWAPS - score {
        0 => "the win without a swap",
        1 => "the win with one swap",
        _ => "the win with two swaps",
    }
}

/// Counts trees in words: `1 tree`, `7 trees`.
fn trees(count: u8) -> String {
    counted(count.into(), "tree")
}
