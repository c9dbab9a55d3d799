//! Moves, their tokens, and the reasons why a move is illegal (M1–M5).

use std::fmt;

use super::square::Square;

/// A move of the game, legal or not.
///
/// Moves are equal if they have the same kind and the same squares in the same order. So `W-A1>B2` and `W-B2>A1` are
/// different moves that lead to equal positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A whole stack moves onto another stack (M1).
    Stack {
        /// Square of the stack that moves.
        from: Square,
        /// Square of the stack it lands on.
        to: Square,
    },
    /// The upper part of a stack moves onto another stack (M1, M2).
    Transfer {
        /// Square of the stack that is split.
        from: Square,
        /// Square of the stack that the upper part lands on.
        to: Square,
    },
    /// A stack and the stacks that touch one another behind it close the gap in front of it (M3).
    Slide {
        /// Square of the foremost stack that moves.
        from: Square,
        /// Square of that stack after the slide.
        to: Square,
    },
    /// A tree goes to the bank (M4).
    Bank {
        /// Square of the tree.
        at: Square,
    },
    /// Two stacks change places (M5).
    Swap {
        /// Square of one stack.
        a: Square,
        /// Square of the other stack.
        b: Square,
    },
}

impl fmt::Display for Move {
    /// Writes the token that the web page uses: `M-A3>A4`, `T-A3>A4`, `S-B8>B10`, `B-A4`, `W-A1>B2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stack { from, to } => write!(f, "M-{from}>{to}"),
            Self::Transfer { from, to } => write!(f, "T-{from}>{to}"),
            Self::Slide { from, to } => write!(f, "S-{from}>{to}"),
            Self::Bank { at } => write!(f, "B-{at}"),
            Self::Swap { a, b } => write!(f, "W-{a}>{b}"),
        }
    }
}

/// Reason why a move is illegal in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// A square without a stack where the move needs one.
    #[error("{0} is empty")]
    Empty(Square),
    /// A stacking move from a square to itself.
    #[error("{0} cannot move onto itself")]
    Itself(Square),
    /// A stacking move between squares that share neither a row nor a column (M1).
    #[error("{to} is neither in the row nor in the column of {from}")]
    NotInLine {
        /// Square the move starts from.
        from: Square,
        /// Square the move leads to.
        to: Square,
    },
    /// A third stack between the two squares of a stacking move (M1).
    #[error("the stack on {0} is in the way")]
    Blocked(Square),
    /// A stacking move between stacks of different colours (M1).
    #[error("the stacks on {from} and {to} differ in colour")]
    Colours {
        /// Square the move starts from.
        from: Square,
        /// Square the move leads to.
        to: Square,
    },
    /// A stacking move where no part of the moving stack is one size smaller than the target's top (M1).
    #[error("nothing on {from} fits: the bottom of what moves must be one size smaller than the top of {to}")]
    Sizes {
        /// Square the move starts from.
        from: Square,
        /// Square the move leads to.
        to: Square,
    },
    /// A [`Move::Stack`] of which only the upper part fits: it is a transfer.
    #[error("only the upper part of {0} fits there: that is a transfer, written T")]
    OnlyUpperPart(Square),
    /// A [`Move::Transfer`] of which the whole stack fits: it is no transfer.
    #[error("the whole stack on {0} moves: that is written M")]
    WholeStack(Square),
    /// A slide of a stack without a gap in front of it (M3).
    #[error("there is no gap in front of {0}")]
    NoGap(Square),
    /// A slide to a square other than the one that closes the gap (M3).
    #[error("a slide closes the whole gap: the stack on {from} slides to {right}")]
    SlideEnd {
        /// Square of the stack that slides.
        from: Square,
        /// Square to which the rules take it.
        right: Square,
    },
    /// A bank of a stack that is no tree (M4).
    #[error("the stack on {0} is not a tree")]
    NotATree(Square),
    /// A swap of a square with itself (M5).
    #[error("a swap needs two different squares")]
    SameSquare,
    /// A swap when all swaps earned are used (M5).
    #[error("no swap left: {used} used, {earned} earned")]
    NoSwap {
        /// Swaps used so far, 0 to 2.
        used: u8,
        /// Swaps earned so far, 0 to 2.
        earned: u8,
    },
}
