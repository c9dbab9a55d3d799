//! Letters of the five colours, and stacks written with them.

use super::piece::{COLOURS, Colour, Stack};

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
