//! Colours, sizes, nests and deals: what a game starts from, validated (N1, N2); and the letters that they are written with.

use crate::kit::palette;
pub use crate::kit::pyramid::Size;

/// Number of colours.
pub const COLOURS: usize = 3;

/// One of the three colours.
pub type Colour = palette::Colour<COLOURS>;

/// The letters of the three colours. The default is `K W C`: black, white, clear.
pub type Palette = palette::Palette<COLOURS>;

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
        (self.large.index() * 9 + self.medium.index() * 3 + self.small.index()) as u8
    }

    /// The nest with a code, if it is below 27.
    pub const fn from_code(code: u8) -> Option<Self> {
        let index = code as usize;
        if index < 27 {
            let [large, medium, small] = [index / 9, index / 3 % 3, index % 3];
            Some(Self::new(Colour::ALL[large], Colour::ALL[medium], Colour::ALL[small]))
        } else {
            None
        }
    }

    /// Whether all three pieces have one colour, which no dealt nest has (N2).
    pub fn is_monochromatic(self) -> bool {
        self.large == self.medium && self.medium == self.small
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
}

impl Default for Palette {
    fn default() -> Self {
        Self::new(['K', 'W', 'C'])
    }
}

impl Palette {
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
}
