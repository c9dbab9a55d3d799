//! Pieces, the six stacks that they can form (B2, B3), and the letters that stacks are written with.

use std::fmt;

use crate::kit::palette;
pub use crate::kit::pyramid::Size;

/// Number of colours in the game.
pub const COLOURS: usize = 5;
/// Number of pieces of each colour and size.
pub const COPIES: usize = 3;
/// Number of pieces on a full board.
pub const PIECES: usize = COLOURS * 3 * COPIES;
/// Number of trees in the bank of a won game.
pub const TREES: u8 = (COLOURS * COPIES) as u8;

/// One of the five colours.
pub type Colour = palette::Colour<COLOURS>;

/// The letters of the five colours. The default is `R Y G B K`: red, yellow, green, blue, black.
pub type Palette = palette::Palette<COLOURS>;

/// The shape of a stack, named by its sizes from top to bottom (B3).
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
    /// All six shapes, in the order of their discriminants.
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

    /// The sizes in notation, top first: `1`, `23`, `123`.
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

    /// The size of the topmost piece.
    pub const fn top(self) -> Size {
        self.sizes()[0]
    }

    /// The shape made of exactly these sizes, top first; `None` if they form no stack.
    pub fn from_sizes(sizes: &[Size]) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.sizes() == sizes)
    }
}

/// A stack of one colour, without its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stack {
    /// Colour of all its pieces.
    pub colour: Colour,
    /// Sizes of its pieces.
    pub shape: Shape,
}

impl Stack {
    /// The stack of this colour and shape.
    pub const fn new(colour: Colour, shape: Shape) -> Self {
        Self { colour, shape }
    }

    /// True for a tree, which may be banked (M4).
    pub const fn is_tree(self) -> bool {
        matches!(self.shape, Shape::S123)
    }

    /// The five-bit code of the stack, 1 to 30. The code 0 stands for an empty square.
    ///
    /// `code = 1 + 6 × colour + shape`
    pub const fn code(self) -> u8 {
        1 + 6 * self.colour.index() as u8 + self.shape as u8
    }

    /// The stack with this code; `None` for 0 (an empty square) and from 31 on.
    pub const fn from_code(code: u8) -> Option<Self> {
        if code == 0 || code > 30 {
            return None;
        }
        let index = code - 1;
        Some(Self { colour: Colour::ALL[(index / 6) as usize], shape: Shape::ALL[(index % 6) as usize] })
    }
}

impl fmt::Display for Stack {
    /// Writes colour index and sizes, `0:12`. [`Palette::stack`] writes letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.colour.index(), self.shape.digits())
    }
}

impl Default for Palette {
    fn default() -> Self {
        Self::new(['R', 'Y', 'G', 'B', 'K'])
    }
}

impl Palette {
    /// A stack in notation: `R1`, `G12`, `Y123`.
    pub fn stack(&self, stack: Stack) -> String {
        format!("{}{}", self.letter(stack.colour), stack.shape.digits())
    }

    /// The content of a square in notation; `.` for an empty square.
    pub fn square(&self, content: Option<Stack>) -> String {
        content.map_or_else(|| ".".into(), |stack| self.stack(stack))
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
