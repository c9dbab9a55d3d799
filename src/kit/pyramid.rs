//! The pyramids that all games are played with.

/// The size of a pyramid. Larger sizes compare greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// One pip; the innermost piece of a nest.
    Small,
    /// Two pips.
    Medium,
    /// Three pips; the outermost piece of a nest.
    Large,
}

impl Size {
    /// All sizes in the order of [`index`](Self::index): the smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Index in arrays: 0 for small to 2 for large.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Pips on the piece, 1 to 3.
    pub const fn pips(self) -> u8 {
        self as u8 + 1
    }

    /// The letter, as a capital.
    pub const fn letter(self) -> char {
        match self {
            Self::Small => 'S',
            Self::Medium => 'M',
            Self::Large => 'L',
        }
    }

    /// The size with this letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'S' | 's' => Some(Self::Small),
            'M' | 'm' => Some(Self::Medium),
            'L' | 'l' => Some(Self::Large),
            _ => None,
        }
    }

    /// The English word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}
