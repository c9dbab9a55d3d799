//! Colours, sizes, nests and deals: what a game starts from, validated (N1, N2); and the letters that they are written with.

pub use crate::kit::pyramid::Size;

/// Number of colours.
pub const COLOURS: usize = 3;

/// One of the three colours, by index; [`Palette`] gives it a letter.
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

/// A full nest as it is dealt: a large over a medium over a small.
///
/// A nest by itself may have a single colour; a [`Deal`] holds none that does (N2).
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

/// The largest number of stashes of a colour, and the usual one (N1).
pub const MAX_STASHES: usize = 5;

/// A deal: 3*n* nests, *n* pieces of each colour in each size, no nest of a single colour, *n* from 1 to 5.
///
/// The order of the nests numbers the spaces. Two deals are equal if they have the same nests in the same order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    nests: Vec<Nest>,
}

/// What keeps nests from being a deal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// The number of nests is not 3, 6, 9, 12 or 15.
    #[error("{0} nests: a deal has 15, or three for every stash of a colour")]
    Count(usize),
    /// A nest has a single colour (N2).
    #[error("nest {0} has a single colour")]
    Monochromatic(usize),
    /// Pieces of a colour and size are too many or too few (N1); the first such kind is named.
    #[error("{count} {}s of colour {}, where the game has {expected}", .size.word(), .colour.index() + 1)]
    Pieces {
        /// Colour of the pieces.
        colour: Colour,
        /// Size of the pieces.
        size: Size,
        /// How many there are.
        count: usize,
        /// How many there should be.
        expected: usize,
    },
}

impl Deal {
    /// The deal of these nests.
    ///
    /// # Errors
    /// The first fault: number of nests, nests of a single colour in order, kinds of pieces by size and colour.
    pub fn new(nests: Vec<Nest>) -> Result<Self, DealError> {
        let stashes = nests.len() / COLOURS;
        if !nests.len().is_multiple_of(COLOURS) || !(1..=MAX_STASHES).contains(&stashes) {
            return Err(DealError::Count(nests.len()));
        }
        if let Some(i) = nests.iter().position(|nest| nest.is_monochromatic()) {
            return Err(DealError::Monochromatic(i + 1));
        }
        for size in Size::ALL.into_iter().rev() {
            for colour in Colour::ALL {
                let count = nests.iter().filter(|nest| nest.colour(size) == colour).count();
                if count != stashes {
                    return Err(DealError::Pieces { colour, size, count, expected: stashes });
                }
            }
        }
        Ok(Self { nests })
    }

    /// The nests in the order of their spaces.
    pub fn nests(&self) -> &[Nest] {
        &self.nests
    }

    /// Stashes of each colour: a third of the number of nests.
    pub fn stashes(&self) -> usize {
        self.nests.len() / COLOURS
    }

    /// The same deal with its nests in the order of their codes.
    #[must_use]
    pub fn sorted(&self) -> Self {
        let mut nests = self.nests.clone();
        nests.sort_unstable();
        Self { nests }
    }
}

/// Which letter stands for which colour. The default is `K W C`: black, white, clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Palette {
    letters: [char; COLOURS],
}

impl Default for Palette {
    fn default() -> Self {
        Self { letters: ['K', 'W', 'C'] }
    }
}

impl Palette {
    /// A palette for a text that uses these letters (upper case, in the order they appear).
    ///
    /// Default letters keep their default colours; the others take the free colours in order. `None` if there are more
    /// than three different letters.
    pub fn for_letters(used: &[char]) -> Option<Self> {
        let defaults = Self::default().letters;
        let mut letters = defaults.map(|letter| used.contains(&letter).then_some(letter));
        for (i, &letter) in used.iter().enumerate() {
            if defaults.contains(&letter) || used[..i].contains(&letter) {
                continue;
            }
            *letters.iter_mut().find(|slot| slot.is_none())? = Some(letter);
        }
        let mut spare = defaults.into_iter().filter(|letter| !used.contains(letter));
        Some(Self { letters: letters.map(|slot| slot.or_else(|| spare.next()).unwrap_or('K')) })
    }

    /// The letter of a colour.
    pub const fn letter(&self, colour: Colour) -> char {
        self.letters[colour.index()]
    }

    /// The colour of a letter (upper case), if it has one.
    pub fn colour(&self, letter: char) -> Option<Colour> {
        self.letters.iter().position(|&l| l == letter).and_then(Colour::new)
    }

    /// The English name of the colour where the letter is a default one, else the letter itself.
    pub fn name(&self, colour: Colour) -> String {
        match self.letter(colour) {
            'K' => "black".into(),
            'W' => "white".into(),
            'C' => "clear".into(),
            other => other.to_string(),
        }
    }

    /// A nest in notation: `KWC`, outermost first.
    pub fn nest(&self, nest: Nest) -> String {
        [nest.large, nest.medium, nest.small].iter().map(|&colour| self.letter(colour)).collect()
    }

    /// A deal in notation, in its own order: nests joined by `.`.
    pub fn deal(&self, deal: &Deal) -> String {
        let nests: Vec<String> = deal.nests().iter().map(|&nest| self.nest(nest)).collect();
        nests.join(".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nests(codes: &[u8]) -> Vec<Nest> {
        codes.iter().map(|&code| Nest::from_code(code).unwrap()).collect()
    }

    #[test]
    fn faults_are_named_in_order() {
        // Codes: large × 9 + medium × 3 + small.
        let good = nests(&[4, 13 + 4, 18]);
        assert_eq!(Deal::new(good.clone()).map(|deal| deal.stashes()), Ok(1));
        assert_eq!(Deal::new(good[..2].to_vec()), Err(DealError::Count(2)));
        assert_eq!(Deal::new(Vec::new()), Err(DealError::Count(0)));
        assert_eq!(Deal::new(nests(&[4, 13, 18])), Err(DealError::Monochromatic(2)));
        let error = Deal::new(nests(&[4, 4, 18])).unwrap_err();
        assert_eq!(error.to_string(), "2 larges of colour 1, where the game has 1");
    }

    #[test]
    fn letters_find_their_colours() {
        let of = |used: &[char]| Palette::for_letters(used).map(|palette| palette.letters);
        assert_eq!(of(&[]), Some(['K', 'W', 'C']));
        assert_eq!(of(&['C', 'K', 'W']), Some(['K', 'W', 'C']));
        assert_eq!(of(&['R', 'W', 'B', 'R']), Some(['R', 'W', 'B']));
        assert_eq!(of(&['R']), Some(['R', 'K', 'W']));
        assert_eq!(of(&['R', 'G', 'B', 'K']), None);
    }
}
