//! Board as a table of squares, with its notation on one line.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU8;

/// A square by column and row number (B1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// Column, 0 (A) to 4 (E).
    pub column: usize,
    /// Row, 1 (nearest) to 10 (farthest).
    pub row: usize,
}

impl At {
    /// All fifty squares in reading order, farthest row first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=10).rev().flat_map(|row| (0..5).map(move |column| Self { column, row }))
    }

    /// The square `right` columns to the right and `forwards` rows forwards, if it is on the board.
    pub fn step(self, right: isize, forwards: isize) -> Option<Self> {
        let column = self.column.checked_add_signed(right)?;
        let row = self.row.checked_add_signed(forwards)?;
        (column < 5 && (1..=10).contains(&row)).then_some(Self { column, row })
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", ["A", "B", "C", "D", "E"][self.column], self.row)
    }
}

/// A stack of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Letter of the colour. As it is never zero, `Option<Stack>` takes no extra byte.
    pub colour: NonZeroU8,
    /// Sizes from top to bottom as a decimal number: 1, 2, 3, 12, 23 or 123 (B3).
    pub sizes: u8,
}

impl Stack {
    pub fn new(colour: u8, sizes: u8) -> Self {
        assert!(colour.is_ascii_uppercase() && [1, 2, 3, 12, 23, 123].contains(&sizes), "no such stack");
        Self { colour: NonZeroU8::new(colour).expect("a letter is not zero"), sizes }
    }

    /// The topmost size, the first digit.
    pub fn top(self) -> u8 {
        match self.sizes {
            1..=9 => self.sizes,
            10..=99 => self.sizes / 10,
            _ => self.sizes / 100,
        }
    }

    /// The lowest size, the last digit.
    pub fn base(self) -> u8 {
        self.sizes % 10
    }
}

/// Stacks on squares, and the number of swaps used. Pieces that are not on the board are in the bank.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    squares: [[Option<Stack>; 5]; 10],
    pub swaps_used: u8,
}

impl Position {
    pub const EMPTY: Self = Self { squares: [[None; 5]; 10], swaps_used: 0 };

    pub fn get(&self, at: At) -> Option<Stack> {
        self.squares[at.row - 1][at.column]
    }

    pub fn set(&mut self, at: At, stack: Option<Stack>) {
        self.squares[at.row - 1][at.column] = stack;
    }

    /// The stacks on the board in reading order.
    pub fn stacks(&self) -> impl Iterator<Item = (At, Stack)> {
        At::all().filter_map(|at| self.get(at).map(|stack| (at, stack)))
    }

    /// The letters of the colours on the board, in order of appearance.
    pub fn colours(&self) -> Vec<u8> {
        let mut colours = Vec::new();
        for (_, stack) in self.stacks() {
            if !colours.contains(&stack.colour.get()) {
                colours.push(stack.colour.get());
            }
        }
        colours
    }

    /// The number of banked trees of a colour: three less the larges on the board.
    pub fn banked(&self, colour: u8) -> u8 {
        3 - self.stacks().filter(|(_, stack)| stack.colour.get() == colour && stack.base() == 3).count() as u8
    }

    /// The number of banked trees of all colours.
    pub fn trees(&self) -> u8 {
        15 - self.stacks().filter(|(_, stack)| stack.base() == 3).count() as u8
    }

    /// M5: the smallest number of banked trees of any of the five colours, two at most.
    pub fn swaps_earned(&self) -> u8 {
        // Larges on the board by letter.
        let mut larges = [0; 256];
        for (_, stack) in self.stacks() {
            larges[usize::from(stack.colour.get())] += u8::from(stack.base() == 3);
        }
        let most_on_board = larges.into_iter().max().unwrap_or(0);
        (3 - most_on_board).min(2)
    }

    /// M6: all fifteen trees are banked.
    pub fn is_won(&self) -> bool {
        self.squares == [[None; 5]; 10]
    }

    /// The score if the game ended here (P1, P2).
    pub fn score(&self) -> u8 {
        if self.is_won() { 15 + 2 - self.swaps_used } else { self.trees() }
    }

    /// True for a deal: single pieces on rows 1 to 9, row 10 empty, no swap used.
    fn is_deal(&self) -> bool {
        self.swaps_used == 0
            && At::all().all(|at| match self.get(at) {
                Some(stack) => at.row < 10 && stack.sizes < 10,
                None => at.row == 10,
            })
    }

    /// Reads a position from one line: ten rows, farthest first, or nine for a deal.
    ///
    /// Panics if the line is no position of the game.
    pub fn parse(line: &str, swaps_used: u8) -> Self {
        let rows: Vec<&str> = line.split('/').collect();
        assert!(rows.len() == 9 || rows.len() == 10, "nine or ten rows: {line}");
        let mut position = Self { swaps_used, ..Self::EMPTY };
        for (i, row) in rows.iter().enumerate() {
            let squares: Vec<&str> = row.split_whitespace().collect();
            assert_eq!(squares.len(), 5, "five squares a row: {row}");
            for (column, square) in squares.into_iter().enumerate() {
                if square != "." {
                    let (letter, digits) = square.split_at(1);
                    let stack = Stack::new(letter.as_bytes()[0], digits.parse().expect("digits"));
                    position.set(At { column, row: rows.len() - i }, Some(stack));
                }
            }
        }
        position.check();
        position
    }

    /// Asserts that the pieces are those of a game (B2, M4) and the swaps are earned (M5).
    pub fn check(&self) {
        assert!(self.colours().len() <= 5, "five colours");
        for colour in self.colours() {
            let count = |digit: char| {
                self.stacks()
                    .filter(|(_, s)| s.colour.get() == colour && s.sizes.to_string().contains(digit))
                    .count()
            };
            assert!(count('1') == count('2') && count('2') == count('3'), "only whole trees are banked");
            assert!(count('3') <= 3, "three pieces of a kind");
        }
        assert!(self.swaps_used <= self.swaps_earned(), "swaps must be earned");
    }
}

impl fmt::Display for Position {
    /// Writes rows joined by `/`: nine for a deal, else ten.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let farthest = if self.is_deal() { 9 } else { 10 };
        for row in (1..=farthest).rev() {
            for column in 0..5 {
                match self.get(At { column, row }) {
                    None => write!(f, ".")?,
                    Some(stack) => write!(f, "{}{}", char::from(stack.colour.get()), stack.sizes)?,
                }
                if column < 4 {
                    write!(f, " ")?;
                }
            }
            if row > 1 {
                write!(f, "/")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} swaps-used: {}", self.swaps_used)
    }
}

impl Hash for Position {
    /// Hashes all squares as one array of bytes, which is faster than one value at a time.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut bytes = [0; 101];
        for (i, stack) in self.squares.iter().flatten().enumerate() {
            if let Some(stack) = stack {
                bytes[2 * i] = stack.colour.get();
                bytes[2 * i + 1] = stack.sizes;
            }
        }
        bytes[100] = self.swaps_used;
        bytes.hash(state);
    }
}
