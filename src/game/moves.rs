//! Moves: which are legal, what they do, and why the others are not (M1–M6).

use std::fmt;

use smallvec::SmallVec;

use super::piece::{Shape, Stack};
use super::position::Position;
use super::square::{COLUMNS, ROWS, Square};

/// One move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A whole stack moves onto another (M1).
    Stack {
        /// Where it stands.
        from: Square,
        /// The stack it lands on.
        to: Square,
    },
    /// Only the upper part of a stack moves onto another (M1, M2).
    Transfer {
        /// The stack it leaves.
        from: Square,
        /// The stack it lands on.
        to: Square,
    },
    /// A stack and those touching behind it close the gap in front of it (M3).
    Slide {
        /// Square of the first stack that moves.
        from: Square,
        /// The square it comes to.
        to: Square,
    },
    /// A tree goes to the bank (M4).
    Bank {
        /// Where it stands.
        at: Square,
    },
    /// Two stacks change places (M5).
    Swap {
        /// One of them.
        a: Square,
        /// The other.
        b: Square,
    },
}

/// Legal moves of one position; few enough to stay off the heap in all but odd cases.
pub type MoveList = SmallVec<[Move; 48]>;

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// There is no stack where the move needs one.
    #[error("{0} is empty")]
    Empty(Square),
    /// The two squares are the same.
    #[error("{0} cannot move onto itself")]
    Itself(Square),
    /// The two squares do not share a row or a column.
    #[error("{to} is neither in the row nor in the column of {from}")]
    NotInLine {
        /// Start of the move.
        from: Square,
        /// Its end.
        to: Square,
    },
    /// Another stack stands between the two squares.
    #[error("the stack on {0} is in the way")]
    Blocked(Square),
    /// The stacks differ in colour.
    #[error("the stacks on {from} and {to} differ in colour")]
    Colours {
        /// Start of the move.
        from: Square,
        /// Its end.
        to: Square,
    },
    /// No part of the moving stack is one size smaller than the target's top.
    #[error("nothing on {from} fits: the bottom of what moves must be one size smaller than the top of {to}")]
    Sizes {
        /// Start of the move.
        from: Square,
        /// Its end.
        to: Square,
    },
    /// Written as `M`, but only the upper part fits.
    #[error("only the upper part of {0} fits there: that is a transfer, written T")]
    OnlyUpperPart(Square),
    /// Written as `T`, but it is the whole stack that fits.
    #[error("the whole stack on {0} moves: that is written M")]
    WholeStack(Square),
    /// A slide where no gap is in front of the stack.
    #[error("there is no gap in front of {0}")]
    NoGap(Square),
    /// A slide that does not close the whole gap, or goes elsewhere.
    #[error("a slide closes the whole gap: the stack on {from} slides to {right}")]
    SlideEnd {
        /// The stack that slides.
        from: Square,
        /// Where it must come to.
        right: Square,
    },
    /// A bank of something that is no tree.
    #[error("the stack on {0} is not a tree")]
    NotATree(Square),
    /// A swap of a square with itself.
    #[error("a swap needs two different squares")]
    SameSquare,
    /// No swap is left.
    #[error("no swap left: {used} used, {earned} earned")]
    NoSwap {
        /// Swaps used so far.
        used: u8,
        /// Swaps earned so far.
        earned: u8,
    },
}

/// What is left behind and what arrives when a part of `source` is stacked onto `target` (M1).
struct Stacking {
    left: Option<Shape>,
    result: Shape,
}

/// The only way `source` can be stacked onto `target`, both of one colour.
///
/// The target's top decides which part moves: a part with a small base onto a medium top, a part with a
/// medium base onto a bare large.
const fn stacking(source: Shape, target: Shape) -> Option<Stacking> {
    use Shape::{S1, S2, S3, S12, S23, S123};
    let small_lands = match target {
        S2 => Some(S12),
        S23 => Some(S123),
        _ => None,
    };
    let (left, result) = match (source, small_lands) {
        (S1, Some(result)) => (None, result),
        (S12, Some(result)) => (Some(S2), result),
        (S123, Some(result)) => (Some(S23), result),
        (S2, None) if matches!(target, S3) => (None, S23),
        (S12, None) if matches!(target, S3) => (None, S123),
        (S23, None) if matches!(target, S3) => (Some(S3), S23),
        (S123, None) if matches!(target, S3) => (Some(S3), S123),
        _ => return None,
    };
    Some(Stacking { left, result })
}

impl Position {
    /// All legal moves: for every square in reading order its stacks and transfers, its slide and its bank,
    /// then the swaps. A swap appears once, the square that reads first as `a`. Empty once the game is over.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        for (from, stack) in self.stacks() {
            for (to, target) in self.neighbours(from) {
                if target.colour == stack.colour
                    && let Some(result) = stacking(stack.shape, target.shape)
                {
                    moves.push(match result.left {
                        None => Move::Stack { from, to },
                        Some(_) => Move::Transfer { from, to },
                    });
                }
            }
            if let Some(to) = self.slide_end(from) {
                moves.push(Move::Slide { from, to });
            }
            if stack.is_tree() {
                moves.push(Move::Bank { at: from });
            }
        }
        if self.swaps_used() < self.swaps_earned() {
            let squares: SmallVec<[Square; 50]> = self.stacks().map(|(square, _)| square).collect();
            for (i, &a) in squares.iter().enumerate() {
                moves.extend(squares[i + 1..].iter().map(|&b| Move::Swap { a, b }));
            }
        }
        moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The reason, when the move is not legal; the position is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Stack { from, to } | Move::Transfer { from, to } => {
                let (stack, target) = self.in_line(from, to)?;
                let fits = stacking(stack.shape, target.shape).ok_or(IllegalMove::Sizes { from, to })?;
                match (mv, fits.left) {
                    (Move::Stack { .. }, Some(_)) => return Err(IllegalMove::OnlyUpperPart(from)),
                    (Move::Transfer { .. }, None) => return Err(IllegalMove::WholeStack(from)),
                    _ => {}
                }
                self.put(from, fits.left.map(|shape| Stack::new(stack.colour, shape)));
                self.put(to, Some(Stack::new(stack.colour, fits.result)));
            }
            Move::Slide { from, to } => {
                self.occupied(from)?;
                let right = self.slide_end(from).ok_or(IllegalMove::NoGap(from))?;
                if to != right {
                    return Err(IllegalMove::SlideEnd { from, right });
                }
                let gap = from.depth() - to.depth();
                for depth in from.depth()..ROWS {
                    let here = Square::new(from.column(), depth);
                    let Some(stack) = self.get(here) else { break };
                    self.put(here, None);
                    self.put(Square::new(from.column(), depth - gap), Some(stack));
                }
            }
            Move::Bank { at } => {
                if !self.occupied(at)?.is_tree() {
                    return Err(IllegalMove::NotATree(at));
                }
                self.put(at, None);
            }
            Move::Swap { a, b } => {
                let (stack_a, stack_b) = (self.occupied(a)?, self.occupied(b)?);
                if a == b {
                    return Err(IllegalMove::SameSquare);
                }
                let (used, earned) = (self.swaps_used(), self.swaps_earned());
                if used >= earned {
                    return Err(IllegalMove::NoSwap { used, earned });
                }
                self.put(a, Some(stack_b));
                self.put(b, Some(stack_a));
                self.use_swap();
            }
        }
        Ok(())
    }

    /// Whether a move may be played.
    pub fn is_legal(&self, mv: Move) -> bool {
        let mut copy = *self;
        copy.play(mv).is_ok()
    }

    /// The nearest stacks forwards, left, right and backwards (M1).
    fn neighbours(&self, from: Square) -> impl Iterator<Item = (Square, Stack)> + '_ {
        let (column, depth) = (from.column(), from.depth());
        let occupied = |square| self.get(square).map(|stack| (square, stack));
        [
            (0..depth).rev().map(|d| Square::new(column, d)).find_map(occupied),
            (0..column).rev().map(|c| Square::new(c, depth)).find_map(occupied),
            (column + 1..COLUMNS).map(|c| Square::new(c, depth)).find_map(occupied),
            (depth + 1..ROWS).map(|d| Square::new(column, d)).find_map(occupied),
        ]
        .into_iter()
        .flatten()
    }

    /// Where the stack on this square slides to, `None` without a gap in front of it (M3).
    pub(crate) fn slide_end(&self, from: Square) -> Option<Square> {
        let column = from.column();
        let free = (0..from.depth()).rev().take_while(|&d| self.code(Square::new(column, d)) == 0).count();
        (free > 0).then(|| Square::new(column, from.depth() - free))
    }

    fn occupied(&self, square: Square) -> Result<Stack, IllegalMove> {
        self.get(square).ok_or(IllegalMove::Empty(square))
    }

    /// Both stacks of a stacking move, once nothing but sizes can still forbid it.
    fn in_line(&self, from: Square, to: Square) -> Result<(Stack, Stack), IllegalMove> {
        let (stack, target) = (self.occupied(from)?, self.occupied(to)?);
        let same_column = from.column() == to.column();
        if from == to {
            return Err(IllegalMove::Itself(from));
        }
        if !same_column && from.depth() != to.depth() {
            return Err(IllegalMove::NotInLine { from, to });
        }
        let between: SmallVec<[Square; 10]> = if same_column {
            let (low, high) = (from.depth().min(to.depth()), from.depth().max(to.depth()));
            (low + 1..high).map(|d| Square::new(from.column(), d)).collect()
        } else {
            let (low, high) = (from.column().min(to.column()), from.column().max(to.column()));
            (low + 1..high).map(|c| Square::new(c, from.depth())).collect()
        };
        if let Some(&blocker) = between.iter().find(|&&s| self.code(s) != 0) {
            return Err(IllegalMove::Blocked(blocker));
        }
        if stack.colour != target.colour {
            return Err(IllegalMove::Colours { from, to });
        }
        Ok((stack, target))
    }
}

impl fmt::Display for Move {
    /// The web page's token: `M-A3>A4`, `T-A3>A4`, `S-B8>B10`, `B-A4`, `W-A1>B2`.
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
