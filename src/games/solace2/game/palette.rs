//! Letters for the three colours, and nests and deals written with them.

use super::deal::Deal;
use super::piece::{COLOURS, Colour, Nest};

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
