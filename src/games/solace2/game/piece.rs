//! Colours, sizes and nests.

/// Number of colours.
pub const COLOURS: usize = 3;

/// One of the three colours, by index; [`Palette`](super::Palette) gives it a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(u8);

impl Colour {
    /// All colours in order.
    pub const ALL: [Self; COLOURS] = [Self(0), Self(1), Self(2)];

    /// The colour with this index, if it is below 3.
    pub const fn new(index: usize) -> Option<Self> {
        if index < COLOURS { Some(Self(index as u8)) } else { None }
    }

    /// Index from 0 to 2.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The size of a pyramid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// One pointer.
    Small,
    /// Two pointer.
    Medium,
    /// Three pointer.
    Large,
}

impl Size {
    /// All sizes, outermost first, as nests are written.
    pub const ALL: [Self; 3] = [Self::Large, Self::Medium, Self::Small];
    /// All sizes, innermost first.
    pub const INSIDE_OUT: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// The English word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}

/// A full nest as it is dealt: a large over a medium over a small.
///
/// A nest by itself may have a single colour; a [`Deal`](super::Deal) holds none that does (N2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nest {
    /// Colour of the large, outermost.
    pub large: Colour,
    /// Colour of the medium.
    pub medium: Colour,
    /// Colour of the small, innermost.
    pub small: Colour,
}

impl Nest {
    /// A nest of these colours, outermost first.
    pub const fn new(large: Colour, medium: Colour, small: Colour) -> Self {
        Self { large, medium, small }
    }

    /// Number from 0 to 26: large × 9 + medium × 3 + small. Nests compare as their codes do.
    pub const fn code(self) -> u8 {
        self.large.0 * 9 + self.medium.0 * 3 + self.small.0
    }

    /// The nest with a code, if it is below 27.
    pub const fn from_code(code: u8) -> Option<Self> {
        if code < 27 {
            Some(Self { large: Colour(code / 9), medium: Colour(code / 3 % 3), small: Colour(code % 3) })
        } else {
            None
        }
    }

    /// Whether all three pieces have one colour, which no dealt nest has (N2).
    pub const fn is_monochromatic(self) -> bool {
        self.large.0 == self.medium.0 && self.medium.0 == self.small.0
    }

    /// The colour of the piece of a size.
    pub const fn colour(self, size: Size) -> Colour {
        match size {
            Size::Large => self.large,
            Size::Medium => self.medium,
            Size::Small => self.small,
        }
    }
}
