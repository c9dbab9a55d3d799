//! Letters for the five colours, and single stacks and one-line boards written with them.

use super::piece::{COLOURS, Colour, Stack};
use super::position::Position;
use super::square::{COLUMNS, ROWS, Square};

/// Which letter stands for which colour. The default is `R Y G B K`: red, yellow, green, blue, black.
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
    /// A palette for a text that uses these letters (upper case, in the order they appear, five at most).
    ///
    /// Default letters keep their default colours; the others take the free colours in order.
    ///
    /// # Panics
    /// If there are more than five different letters.
    pub fn for_letters(used: &[char]) -> Self {
        let defaults = Self::default().letters;
        let mut letters: [Option<char>; COLOURS] = defaults.map(|c| used.contains(&c).then_some(c));
        for &letter in used.iter().filter(|c| !defaults.contains(c)) {
            let free = letters.iter_mut().find(|slot| slot.is_none()).expect("five letters at most");
            *free = Some(letter);
        }
        // Colours nobody named keep a letter that nobody uses, so that all five stay different.
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

    /// The colour of a letter (upper case), if it has one.
    pub fn colour(&self, letter: char) -> Option<Colour> {
        self.letters.iter().position(|&l| l == letter).and_then(Colour::new)
    }

    /// The English name of the colour where the letter is a default one, else the letter itself.
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

    /// What stands on a square, in notation; `.` where nothing does.
    pub fn square(&self, content: Option<Stack>) -> String {
        content.map_or_else(|| ".".into(), |stack| self.stack(stack))
    }

    /// The board on one line: rows joined by `/`, farthest first, squares by blanks. The empty tenth row is
    /// left out where the position is a deal, so a deal has nine rows and any other position ten.
    pub fn position_line(&self, position: &Position) -> String {
        self.rows(position).join("/")
    }

    /// The rows of [`position_line`](Self::position_line).
    pub fn rows(&self, position: &Position) -> Vec<String> {
        let first = usize::from(super::Deal::new(*position).is_some());
        (first..ROWS)
            .map(|depth| {
                let squares: Vec<String> = (0..COLUMNS)
                    .map(|column| self.square(position.get(Square::new(column, depth))))
                    .collect();
                squares.join(" ")
            })
            .collect()
    }
}
