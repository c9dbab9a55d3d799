//! Colours, and the letters that they are written with.

/// One of `N` colours, by index; a [`Palette`] gives it a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour<const N: usize>(u8);

impl<const N: usize> Colour<N> {
    /// All colours in order.
    pub const ALL: [Self; N] = {
        let mut all = [Self(0); N];
        let mut index = 0;
        while index < N {
            all[index] = Self(index as u8);
            index += 1;
        }
        all
    };

    /// The colour with this index; `None` from `N` on.
    pub const fn new(index: usize) -> Option<Self> {
        if index < N { Some(Self(index as u8)) } else { None }
    }

    /// Index below `N`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Names of the colours that are default in some game.
const NAMES: [(char, &str); 7] = [
    ('R', "red"),
    ('Y', "yellow"),
    ('G', "green"),
    ('B', "blue"),
    ('K', "black"),
    ('W', "white"),
    ('C', "clear"),
];

/// The letters of `N` colours, all different. The default of a game has the letters of its own pieces.
///
/// Palettes are equal if each colour has the same letter in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Palette<const N: usize> {
    letters: [char; N],
}

impl<const N: usize> Palette<N>
where
    Self: Default,
{
    /// The palette of these letters, in the order of the colours.
    pub(crate) const fn new(letters: [char; N]) -> Self {
        Self { letters }
    }

    /// The palette of a text that uses these letters: upper case, in order of appearance.
    ///
    /// Default letters keep their default colours. Other letters take the free colours in order. Colours without a
    /// letter in the text take default letters that the text does not use.
    ///
    /// # Panics
    /// More than `N` different letters.
    pub fn for_letters(used: &[char]) -> Self {
        let defaults = Self::default().letters;
        let mut letters = defaults.map(|letter| used.contains(&letter).then_some(letter));
        for &letter in used {
            if !letters.contains(&Some(letter)) {
                let free = letters.iter_mut().find(|slot| slot.is_none());
                *free.expect("as many letters as colours at most") = Some(letter);
            }
        }
        let mut spare = defaults.into_iter().filter(|letter| !used.contains(letter));
        let letters =
            letters.map(|slot| slot.or_else(|| spare.next()).expect("as many default letters as colours"));
        Self { letters }
    }

    /// The letter of a colour.
    pub const fn letter(&self, colour: Colour<N>) -> char {
        self.letters[colour.index()]
    }

    /// The colour of an upper-case letter, if it is in the palette.
    pub fn colour(&self, letter: char) -> Option<Colour<N>> {
        self.letters.iter().position(|&known| known == letter).and_then(Colour::new)
    }

    /// The English name of a colour with a default letter, otherwise the letter.
    pub fn name(&self, colour: Colour<N>) -> String {
        let letter = self.letter(colour);
        let name = NAMES.into_iter().find(|&(known, _)| known == letter);
        let name = name.filter(|_| Self::default().colour(letter).is_some());
        name.map_or(letter.into(), |(_, name)| name.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{solace2, solomids};

    #[test]
    fn letters_find_their_colours() {
        let three = |used: &[char]| solace2::game::Palette::for_letters(used).letters;
        assert_eq!(three(&[]), ['K', 'W', 'C']);
        assert_eq!(three(&['C', 'K', 'W']), ['K', 'W', 'C']);
        assert_eq!(three(&['R', 'W', 'B', 'R']), ['R', 'W', 'B']);
        assert_eq!(three(&['R']), ['R', 'K', 'W']);
        let five = |used: &[char]| solomids::game::Palette::for_letters(used).letters;
        assert_eq!(five(&['C', 'P', 'K']), ['C', 'P', 'R', 'Y', 'K']);
    }

    #[test]
    fn only_default_letters_have_names() {
        let palette = solomids::game::Palette::for_letters(&['W', 'K']);
        assert_eq!(
            solomids::game::Colour::ALL.map(|colour| palette.name(colour)),
            ["W", "red", "yellow", "green", "black"]
        );
    }
}
