//! Pieces and the six stacks they can form (B2, B3).

use std::fmt;

/// Number of colours in the game.
pub const COLOURS: usize = 5;
/// Copies of every colour and size: three.
pub const COPIES: usize = 3;
/// Number of pieces on a full board.
pub const PIECES: usize = COLOURS * 3 * COPIES;
/// Number of trees that a complete game banks.
pub const TREES: u8 = (COLOURS * COPIES) as u8;

/// One of the five colours, by number. Letters belong to a [`Palette`](super::Palette).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(u8);

impl Colour {
    /// All five colours, in order.
    pub const ALL: [Self; COLOURS] = [Self(0), Self(1), Self(2), Self(3), Self(4)];

    /// The colour with this number, `None` from 5 on.
    pub const fn new(index: usize) -> Option<Self> {
        if index < COLOURS { Some(Self(index as u8)) } else { None }
    }

    /// Its number, 0 to 4.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The size of a single pyramid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// One pip; stacks onto a medium.
    Small = 1,
    /// Two pips; stacks onto a large.
    Medium = 2,
    /// Three pips; never moves onto anything.
    Large = 3,
}

impl Size {
    /// All sizes, smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Pips on the piece, 1 to 3.
    pub const fn pips(self) -> u8 {
        self as u8
    }

    /// The English word for the size.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}

/// The six shapes a stack can have, named by their sizes from top to bottom (B3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// A lone small, `1`.
    S1 = 0,
    /// A lone medium, `2`.
    S2 = 1,
    /// A lone large, `3`.
    S3 = 2,
    /// A small on a medium, `12`.
    S12 = 3,
    /// A medium on a large, `23`.
    S23 = 4,
    /// A tree: small on medium on large, `123`.
    S123 = 5,
}

impl Shape {
    /// All six shapes, in the order of their numbers.
    pub const ALL: [Self; 6] = [Self::S1, Self::S2, Self::S3, Self::S12, Self::S23, Self::S123];

    /// The sizes in the stack, top first.
    pub const fn sizes(self) -> &'static [Size] {
        use Size::{Large, Medium, Small};
        match self {
            Self::S1 => &[Small],
            Self::S2 => &[Medium],
            Self::S3 => &[Large],
            Self::S12 => &[Small, Medium],
            Self::S23 => &[Medium, Large],
            Self::S123 => &[Small, Medium, Large],
        }
    }

    /// The notation of the sizes, top first: `1`, `23`, `123`.
    pub const fn digits(self) -> &'static str {
        match self {
            Self::S1 => "1",
            Self::S2 => "2",
            Self::S3 => "3",
            Self::S12 => "12",
            Self::S23 => "23",
            Self::S123 => "123",
        }
    }

    /// The size on top, on which something may be stacked.
    pub const fn top(self) -> Size {
        self.sizes()[0]
    }

    /// The shape made of exactly these sizes, top first, if they can form a stack.
    pub fn from_sizes(sizes: &[Size]) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.sizes() == sizes)
    }
}

/// One stack of one colour standing on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stack {
    /// The colour of all its pieces.
    pub colour: Colour,
    /// Which of the six shapes it has.
    pub shape: Shape,
}

impl Stack {
    /// A stack of this colour and shape.
    pub const fn new(colour: Colour, shape: Shape) -> Self {
        Self { colour, shape }
    }

    /// A tree is complete and may be banked.
    pub const fn is_tree(self) -> bool {
        matches!(self.shape, Shape::S123)
    }

    /// The five-bit code of this stack, 1 to 30; 0 is left for the empty square.
    ///
    /// `code = 1 + 6 × colour + shape`
    pub const fn code(self) -> u8 {
        1 + 6 * self.colour.0 + self.shape as u8
    }

    /// The stack with this code, `None` for 0 (an empty square) and for 31.
    pub const fn from_code(code: u8) -> Option<Self> {
        if code == 0 || code > 30 {
            return None;
        }
        let index = code - 1;
        Some(Self { colour: Colour(index / 6), shape: Shape::ALL[(index % 6) as usize] })
    }
}

impl fmt::Display for Stack {
    /// Colour number and sizes (`0:12`); with letters it is [`Palette::stack`](super::Palette::stack).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.colour.0, self.shape.digits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_a_bijection_onto_one_to_thirty() {
        let mut seen = [false; 31];
        for colour in Colour::ALL {
            for shape in Shape::ALL {
                let stack = Stack::new(colour, shape);
                assert!(!std::mem::replace(&mut seen[stack.code() as usize], true));
                assert_eq!(Stack::from_code(stack.code()), Some(stack));
            }
        }
        assert_eq!(seen.iter().filter(|&&s| s).count(), 30);
        assert_eq!(Stack::from_code(0), None);
        assert_eq!(Stack::from_code(31), None);
    }
}
