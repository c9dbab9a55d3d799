//! Pieces, the six stacks that they can form (B2, B3), and the letters that stacks are written with.

use std::fmt;

pub use crate::kit::pyramid::Size;

/// Number of colours in the game.
pub const COLOURS: usize = 5;
/// Number of pieces of each colour and size.
pub const COPIES: usize = 3;
/// Number of pieces on a full board.
pub const PIECES: usize = COLOURS * 3 * COPIES;
/// Number of trees in the bank of a won game.
pub const TREES: u8 = (COLOURS * COPIES) as u8;

/// One of the five colours, by number. Letters belong to a [`Palette`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(u8);

impl Colour {
    /// All five colours, in order.
    pub const ALL: [Self; COLOURS] = [Self(0), Self(1), Self(2), Self(3), Self(4)];

    /// The colour with this index, 0 to 4; `None` from 5 on.
    pub const fn new(index: usize) -> Option<Self> {
        if index < COLOURS { Some(Self(index as u8)) } else { None }
    }

    /// The index of the colour, 0 to 4.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

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
        1 + 6 * self.colour.0 + self.shape as u8
    }

    /// The stack with this code; `None` for 0 (an empty square) and from 31 on.
    pub const fn from_code(code: u8) -> Option<Self> {
        if code == 0 || code > 30 {
            return None;
        }
        let index = code - 1;
        Some(Self { colour: Colour(index / 6), shape: Shape::ALL[(index % 6) as usize] })
    }
}

impl fmt::Display for Stack {
    /// Writes colour index and sizes, `0:12`. [`Palette::stack`] writes letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.colour.0, self.shape.digits())
    }
}

/// The letters of the five colours, all different. The default is `R Y G B K`: red, yellow, green, blue, black.
///
/// Palettes are equal if each colour has the same letter in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Palette {
    letters: [char; COLOURS],
}

impl Default for Palette {
    fn default() -> Self {
        Self { letters: ['R', 'Y', 'G', 'B', 'K'] }
    }
}

impl Palette {
    /// The palette of a text that uses these letters: upper case, in order of appearance, five at most.
    ///
    /// Default letters keep their default colours. Other letters take the free colours in order. Colours without a
    /// letter in the text take letters that the text does not use, the default ones first.
    ///
    /// # Panics
    /// More than five different letters.
    pub fn for_letters(used: &[char]) -> Self {
        let defaults = Self::default().letters;
        let mut letters: [Option<char>; COLOURS] = defaults.map(|c| used.contains(&c).then_some(c));
        for &letter in used.iter().filter(|c| !defaults.contains(c)) {
            let free = letters.iter_mut().find(|slot| slot.is_none()).expect("five letters at most");
            *free = Some(letter);
        }
        let mut spare = defaults
            .into_iter()
            .chain('A'..='Z')
            .filter(|c| !used.contains(c))
            .collect::<Vec<_>>()
            .into_iter();
        Self { letters: letters.map(|slot| slot.or_else(|| spare.next()).expect("26 letters suffice")) }
    }

    /// The letter of a colour.
    pub const fn letter(&self, colour: Colour) -> char {
        self.letters[colour.index()]
    }

    /// The colour of an upper-case letter, if it is in the palette.
    pub fn colour(&self, letter: char) -> Option<Colour> {
        self.letters.iter().position(|&l| l == letter).and_then(Colour::new)
    }

    /// The English name of a colour with a default letter, otherwise the letter.
    pub fn name(&self, colour: Colour) -> String {
        match self.letter(colour) {
            'R' => "red".into(),
            'Y' => "yellow".into(),
            'G' => "green".into(),
            'B' => "blue".into(),
            'K' => "black".into(),
            other => other.to_string(),
        }
    }

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
