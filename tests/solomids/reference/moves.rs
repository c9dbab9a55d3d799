//! Legal moves and play.

use std::fmt;

use super::board::{At, Position, Stack};

/// A move, printed as its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A whole stack moves onto another: from, to.
    Stack(At, At),
    /// The upper part of a stack moves onto another: from, to.
    Transfer(At, At),
    /// A slide, by the foremost stack: from, to.
    Slide(At, At),
    /// A tree goes to the bank.
    Bank(At),
    /// Two stacks change places. In a list of moves the first square is the first in reading order.
    Swap(At, At),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stack(from, to) => write!(f, "M-{from}>{to}"),
            Self::Transfer(from, to) => write!(f, "T-{from}>{to}"),
            Self::Slide(from, to) => write!(f, "S-{from}>{to}"),
            Self::Bank(at) => write!(f, "B-{at}"),
            Self::Swap(a, b) => write!(f, "W-{a}>{b}"),
        }
    }
}

/// M1: the sizes that move onto the target, and the sizes that stay (0 for none); `None` if no part fits.
///
/// Sizes are decimal numbers read from the top, so a division by 10 or 100 cuts a stack: 123 / 10 is 12, and 3 stays.
pub fn cut(stack: Stack, target: Stack) -> Option<(u8, u8)> {
    [1, 10, 100]
        .into_iter()
        .map(|below| (stack.sizes / below, stack.sizes % below))
        .find(|&(part, _)| part > 0 && stack.colour == target.colour && part % 10 + 1 == target.top())
}

/// The sizes of a part put on top of a stack: 1 on 23 is 123.
fn join(part: u8, target: u8) -> u8 {
    if target < 10 { part * 10 + target } else { part * 100 + target }
}

impl Position {
    /// M1: the nearest stack in one direction, across any number of empty squares.
    pub fn nearest(&self, from: At, right: isize, forwards: isize) -> Option<At> {
        let mut at = from.step(right, forwards)?;
        while self.get(at).is_none() {
            at = at.step(right, forwards)?;
        }
        Some(at)
    }

    /// All legal moves except swaps.
    pub fn moves_but_swaps(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, stack) in self.stacks() {
            // M3: a slide closes the whole gap, up to the next stack or to row 10.
            let mut end = from;
            while let Some(next) = end.step(0, 1)
                && self.get(next).is_none()
            {
                end = next;
            }
            if end != from {
                moves.push(Move::Slide(from, end));
            }
            // M1, M2.
            for (right, forwards) in [(0, 1), (0, -1), (-1, 0), (1, 0)] {
                if let Some(to) = self.nearest(from, right, forwards)
                    && let Some(target) = self.get(to)
                    && let Some((_, stays)) = cut(stack, target)
                {
                    moves.push(if stays == 0 { Move::Stack(from, to) } else { Move::Transfer(from, to) });
                }
            }
            // M4.
            if stack.sizes == 123 {
                moves.push(Move::Bank(from));
            }
        }
        moves
    }

    /// All legal swaps (M5).
    pub fn swaps(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.swaps_used < self.swaps_earned() {
            let squares: Vec<At> = self.stacks().map(|(at, _)| at).collect();
            for (i, &a) in squares.iter().enumerate() {
                for &b in &squares[i + 1..] {
                    moves.push(Move::Swap(a, b));
                }
            }
        }
        moves
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.moves_but_swaps();
        moves.extend(self.swaps());
        moves
    }

    /// The position after a legal move. The move is not checked: an illegal one panics or gives no valid position.
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        let stack = |at| self.get(at).expect("a legal move starts from stacks");
        match mv {
            Move::Stack(from, to) | Move::Transfer(from, to) => {
                let (source, target) = (stack(from), stack(to));
                let (part, stays) = cut(source, target).expect("a legal move fits");
                next.set(from, (stays > 0).then_some(Stack { sizes: stays, ..source }));
                next.set(to, Some(Stack { sizes: join(part, target.sizes), ..target }));
            }
            Move::Slide(from, to) => {
                // M3: the stack and all stacks that touch one another behind it move by one distance.
                let mut leaving = Some(from);
                let mut coming = to;
                while let Some(at) = leaving
                    && let Some(stack) = self.get(at)
                {
                    next.set(at, None);
                    next.set(coming, Some(stack));
                    leaving = at.step(0, -1);
                    coming = coming.step(0, -1).unwrap_or(coming);
                }
            }
            Move::Bank(at) => next.set(at, None),
            Move::Swap(a, b) => {
                next.set(a, Some(stack(b)));
                next.set(b, Some(stack(a)));
                next.swaps_used += 1;
            }
        }
        next
    }
}
