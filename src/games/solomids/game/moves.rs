//! Moves and their tokens, the reasons why a move is illegal, the legal moves of a position, the position after a move
//! (M1–M6), and what follows of lines of moves: replay and perft.
//!
//! Results of searches are checked by replay, which therefore shares no code with any search.

use std::fmt;

use smallvec::SmallVec;

use super::piece::{Shape, Stack};
use super::position::{COLUMNS, Position, ROWS, Square};
use crate::kit;

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

/// Reason why a move is illegal in a position. Of two squares the first is the one that the move starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// A square without a stack where the move needs one.
    #[error("{0} is empty")]
    Empty(Square),
    /// A stacking move from a square to itself.
    #[error("{0} cannot move onto itself")]
    Itself(Square),
    /// A stacking move between squares that share neither a row nor a column (M1).
    #[error("{1} is neither in the row nor in the column of {0}")]
    NotInLine(Square, Square),
    /// A third stack between the two squares of a stacking move (M1).
    #[error("the stack on {0} is in the way")]
    Blocked(Square),
    /// A stacking move between stacks of different colours (M1).
    #[error("the stacks on {0} and {1} differ in colour")]
    Colours(Square, Square),
    /// A stacking move where no part of the moving stack is one size smaller than the target's top (M1).
    #[error("nothing on {0} fits: the bottom of what moves must be one size smaller than the top of {1}")]
    Sizes(Square, Square),
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

/// Legal moves of one position. Up to 48 stay off the heap, which is enough for most positions without swaps.
pub type MoveList = SmallVec<[Move; 48]>;

/// What stays of `source`, if anything, and what `target` becomes when the first is stacked onto the second, both of one colour
/// (M1); `None` if no part of `source` fits.
///
/// At most one part fits, because its base must be one size smaller than the target's top: a part with a small base
/// fits onto a medium, a part with a medium base onto a bare large.
const fn stacked(source: Shape, target: Shape) -> Option<(Option<Shape>, Shape)> {
    use Shape::{S1, S2, S3, S12, S23, S123};
    let small_lands = match target {
        S2 => Some(S12),
        S23 => Some(S123),
        _ => None,
    };
    Some(match (source, small_lands) {
        (S1, Some(result)) => (None, result),
        (S12, Some(result)) => (Some(S2), result),
        (S123, Some(result)) => (Some(S23), result),
        (S2, None) if matches!(target, S3) => (None, S23),
        (S12, None) if matches!(target, S3) => (None, S123),
        (S23, None) if matches!(target, S3) => (Some(S3), S23),
        (S123, None) if matches!(target, S3) => (Some(S3), S123),
        _ => return None,
    })
}

impl Position {
    /// All legal moves; empty if the game is over.
    ///
    /// Order: for each square in reading order its stacks and transfers, slide and bank; then all swaps. Each swap is
    /// listed once, with the square that comes first in reading order as `a`.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        for (from, stack) in self.stacks() {
            for (to, target) in self.neighbours(from) {
                if target.colour == stack.colour
                    && let Some((left, _)) = stacked(stack.shape, target.shape)
                {
                    moves.push(match left {
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

    /// Plays a move in place.
    ///
    /// # Errors
    /// The reason, if the move is illegal. The position is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Stack { from, to } | Move::Transfer { from, to } => {
                let (stack, target) = self.in_line(from, to)?;
                let (left, result) =
                    stacked(stack.shape, target.shape).ok_or(IllegalMove::Sizes(from, to))?;
                match (mv, left) {
                    (Move::Stack { .. }, Some(_)) => return Err(IllegalMove::OnlyUpperPart(from)),
                    (Move::Transfer { .. }, None) => return Err(IllegalMove::WholeStack(from)),
                    _ => {}
                }
                self.put(from, left.map(|shape| Stack::new(stack.colour, shape)));
                self.put(to, Some(Stack::new(stack.colour, result)));
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

    /// The position after a move; this one stays as it is.
    ///
    /// ```
    /// use solomids::game::{Move, parse_position};
    ///
    /// let start = "R1 R23 . . ./. . . . ./. . . . ./. . . . ./. . . . ./\
    ///              . . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
    /// let start = parse_position(start)?.position;
    /// let [stack, bank]: [Move; 2] = ["M-A10>B10".parse()?, "B-B10".parse()?];
    /// assert!(start.after(stack)?.after(bank)?.is_won());
    /// assert_eq!(start.after(bank).unwrap_err().to_string(), "the stack on B10 is not a tree");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason, if the move is illegal.
    pub fn after(&self, mv: Move) -> Result<Self, IllegalMove> {
        let mut next = *self;
        next.play(mv)?;
        Ok(next)
    }

    /// True if the move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.after(mv).is_ok()
    }

    /// The nearest stack forwards, left, right and backwards, where there is one (M1).
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

    /// The square to which the stack on a square slides; `None` without a gap in front of it (M3).
    pub(crate) fn slide_end(&self, from: Square) -> Option<Square> {
        let column = from.column();
        let free = (0..from.depth()).rev().take_while(|&d| self.code(Square::new(column, d)) == 0).count();
        (free > 0).then(|| Square::new(column, from.depth() - free))
    }

    fn occupied(&self, square: Square) -> Result<Stack, IllegalMove> {
        self.get(square).ok_or(IllegalMove::Empty(square))
    }

    /// The two stacks of a stacking move, of one colour and with nothing between them (M1). Sizes are not checked.
    fn in_line(&self, from: Square, to: Square) -> Result<(Stack, Stack), IllegalMove> {
        let (stack, target) = (self.occupied(from)?, self.occupied(to)?);
        let same_column = from.column() == to.column();
        if from == to {
            return Err(IllegalMove::Itself(from));
        }
        if !same_column && from.depth() != to.depth() {
            return Err(IllegalMove::NotInLine(from, to));
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
            return Err(IllegalMove::Colours(from, to));
        }
        Ok((stack, target))
    }
}

/// The number of sequences of exactly `depth` legal moves from a position; 1 for a depth of 0.
///
/// A swap counts once, not once for each order of its squares. The moves of the last ply are played too, and a listed
/// move that cannot be played counts for nothing; so an error in [`legal_moves`](Position::legal_moves) or
/// [`after`](Position::after) changes the number.
///
/// ```
/// use solomids::game::{parse_position, perft};
///
/// let start = "R1 R23 . . ./. . . . ./. . . . ./. . . . ./. . . . ./\
///              . . . . ./. . . . ./. . . . ./. . . . ./. . . . ./swaps-used: 2";
/// let start = parse_position(start)?.position;
/// // M-A10>B10 and B-B10, after which the game is won.
/// assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth)), [1, 1, 1, 0]);
/// # Ok::<(), solomids::game::ParseError>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves().into_iter();
    moves.filter_map(|mv| position.after(mv).ok()).map(|next| perft(&next, depth - 1)).sum()
}

/// The first illegal move of a line.
pub type IllegalLine = kit::replay::IllegalLine<Move, IllegalMove, Position>;

/// The position after a line of moves.
///
/// # Errors
/// The first illegal move.
pub fn replay(start: &Position, moves: &[Move]) -> Result<Position, IllegalLine> {
    kit::replay::replay(*start, moves, Position::play)
}

#[cfg(test)]
mod tests {
    use super::super::{Share, Square, parse_position};
    use super::*;

    const START: &str = ". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/\
                         . . . . ./. . . . ./. . . . ./. . . . ./. . . . .";

    #[test]
    fn a_line_has_an_end_with_a_score_or_a_first_illegal_move() {
        let start = parse_position(START).unwrap().position;
        let played = |line: &str| replay(&start, &line.parse::<Share>().unwrap().moves);
        let end = played("_M-B8>B6, M-B6>E6, S-E6>E10, B-E10").unwrap();
        assert!(end.is_won());
        assert_eq!((end.score(), start.score(), played("_")), (17, 14, Ok(start)));
        let error = played("_M-B8>B6, M-B6>B8, B-E6").unwrap_err();
        assert_eq!(error.to_string(), "move 2, M-B6>B8, is illegal: B8 is empty");
        assert_eq!(error.reason, IllegalMove::Empty(Square::new(1, 2)));
        assert_eq!(error.before.stacks().count(), 2);
    }
}
