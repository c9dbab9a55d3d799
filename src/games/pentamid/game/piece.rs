//! Players, sizes and pieces.

use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The first player, written with capitals.
    One,
    /// The second player, written with small letters.
    Two,
}

impl Side {
    /// Both players, the first one first.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// Index in arrays: 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

impl fmt::Display for Side {
    /// Writes `1` or `2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "1",
            Self::Two => "2",
        })
    }
}

/// The size of a piece. Larger sizes compare greater, and may stand on smaller ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// Small: the innermost piece of a nest.
    Small,
    /// Medium.
    Medium,
    /// Large: the top piece of a full nest.
    Large,
}

impl Size {
    /// All sizes in the order of [`index`](Self::index): the smallest first. A nest is used up the other way round.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Index in arrays: 0 for small to 2 for large.
    pub const fn index(self) -> usize {
        self as usize
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

    /// The name, for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}

/// A pyramid: its owner and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// The size.
    pub size: Size,
}

impl Piece {
    /// The letter: a capital for the first player, a small letter for the second.
    pub const fn letter(self) -> char {
        match self.side {
            Side::One => self.size.letter(),
            Side::Two => self.size.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::One } else { Side::Two };
        Size::from_letter(letter).map(|size| Self { side, size })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
