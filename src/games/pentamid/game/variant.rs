//! Variants: the size of the board, the number of nests, what counts as a line, and the readings of the rules. Lines: whether
//! one stands, which squares would complete one, and all lines of a board one by one.

use std::fmt;

use super::board::{DIRECTIONS, MAX_SIDE, Square, squares};

/// The winner if one step leaves a line of each player (G3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Both {
    /// The opponent of the player who moved: that line stood first.
    #[default]
    Opponent,
    /// The player who moved.
    Mover,
    /// Neither: the game is drawn.
    Draw,
}

impl Both {
    /// The word for it on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opponent => "opponent",
            Self::Mover => "mover",
            Self::Draw => "draw",
        }
    }

    /// The reading with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Opponent, Self::Mover, Self::Draw].into_iter().find(|both| both.name() == name)
    }
}

/// Whether pieces may be dropped on the centre of the board (G5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Centre {
    /// Barred if diagonals count and the board is a square of odd side that one line spans; else open.
    #[default]
    ByRule,
    /// Drops on the centre are allowed.
    Open,
    /// Drops on the centre are barred. The board needs odd sides.
    Barred,
}

impl Centre {
    /// The name in records; the reading by rule has none.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::ByRule => None,
            Self::Open => Some("open"),
            Self::Barred => Some("barred"),
        }
    }

    /// The reading with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Open, Self::Barred].into_iter().find(|centre| centre.name() == Some(name))
    }
}

/// A variant of the game as it may have been asked for: nothing is checked yet.
///
/// The default is the game of the wiki: 5×5, four nests, five in a row, no diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Columns of the board, 3 to 8.
    pub width: usize,
    /// Rows of the board, 3 to 8.
    pub height: usize,
    /// Nests of each player, 1 to 64.
    pub nests: usize,
    /// Visible pieces in a row that win, 2 to the longer side of the board.
    pub line: usize,
    /// Whether diagonal lines count.
    pub diagonals: bool,
    /// Reading of two lines at once.
    pub both: Both,
    /// Reading of drops on the centre.
    pub centre: Centre,
}

impl Default for Variant {
    fn default() -> Self {
        Self {
            width: 5,
            height: 5,
            nests: 4,
            line: 5,
            diagonals: false,
            both: Both::Opponent,
            centre: Centre::ByRule,
        }
    }
}

impl Variant {
    /// The variant with this board, and otherwise as the wiki has it: 5 nests on 6×6, 10 on 8×8, else 4; five in a row,
    /// or as many as the longer side allows.
    pub fn of_board(width: usize, height: usize) -> Self {
        let nests = match (width, height) {
            (6, 6) => 5,
            (8, 8) => 10,
            _ => 4,
        };
        Self { width, height, nests, line: width.max(height).min(5), ..Self::default() }
    }
}

/// Why a variant cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// A side of the board is too short or too long.
    #[error("a board of {width}×{height} squares; sides are 3 to {MAX_SIDE} squares long")]
    Board {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Too few or too many nests.
    #[error("{0} nests for each player; a player has 1 to 64")]
    Nests(usize),
    /// A line that is too short, or longer than the board.
    #[error("a line of {line} pieces; on this board a line has 2 to {longest}")]
    Line {
        /// The length asked for.
        line: usize,
        /// The longer side of the board.
        longest: usize,
    },
    /// The centre is barred on a board that has none.
    #[error("the board has no centre square, since a side is even; drops on it cannot be barred")]
    NoCentre,
}

/// Rules in force: a checked [`Variant`] and the masks that follow from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    variant: Variant,
    /// Squares of the board.
    pub(crate) board: u64,
    /// Squares that pieces may be dropped on when vacant.
    pub(crate) droppable: u64,
    /// Squares at which a line may begin, for each of [`DIRECTIONS`]; none for those that do not count.
    begins: [u64; 4],
}

impl Rules {
    /// The rules of a variant.
    ///
    /// # Errors
    /// If the variant cannot be played.
    pub fn new(variant: Variant) -> Result<Self, VariantError> {
        let Variant { width, height, nests, line, diagonals, centre, .. } = variant;
        let sides = 3..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(VariantError::Board { width, height });
        }
        if !(1..=64).contains(&nests) {
            return Err(VariantError::Nests(nests));
        }
        let longest = width.max(height);
        if !(2..=longest).contains(&line) {
            return Err(VariantError::Line { line, longest });
        }
        let odd = width % 2 == 1 && height % 2 == 1;
        let barred = match centre {
            Centre::Open => false,
            Centre::Barred if odd => true,
            Centre::Barred => return Err(VariantError::NoCentre),
            Centre::ByRule => diagonals && odd && width == height && line == width,
        };
        let board = corner(width, height);
        let middle = if barred { Square::new(width / 2, height / 2).bit() } else { 0 };
        // Columns and rows where a line that runs across them may begin.
        let (columns, rows) = ((width + 1).saturating_sub(line), (height + 1).saturating_sub(line));
        let rising = if diagonals { corner(columns, rows) } else { 0 };
        let begins = [corner(columns, height), corner(width, rows), rising, rising << (line - 1)];
        Ok(Self { variant, board, droppable: board & !middle, begins })
    }

    /// The variant.
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Columns of the board.
    pub const fn width(&self) -> usize {
        self.variant.width
    }

    /// Rows of the board.
    pub const fn height(&self) -> usize {
        self.variant.height
    }

    /// Squares of the board.
    pub const fn area(&self) -> usize {
        self.variant.width * self.variant.height
    }

    /// Nests of each player.
    pub const fn nests(&self) -> usize {
        self.variant.nests
    }

    /// Visible pieces in a row that win.
    pub const fn line(&self) -> usize {
        self.variant.line
    }

    /// Whether the board has this square.
    pub const fn has(&self, square: Square) -> bool {
        self.board & square.bit() != 0
    }

    /// Whether a piece may be dropped on this square when it is vacant.
    pub const fn drops_on(&self, square: Square) -> bool {
        self.droppable & square.bit() != 0
    }

    /// The squares of the board, from `a1` along the rows.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        squares(self.board)
    }

    /// Number of a square among those of this board, from `a1` along the rows.
    pub(crate) const fn dense(&self, square: Square) -> usize {
        square.row() * self.variant.width + square.column()
    }

    /// Whether these squares hold a whole line.
    ///
    /// A run of `n` squares and one of `m ≤ n` squares that begins `m` further on make one of `n + m`, so the length
    /// doubles with every shift.
    #[inline]
    pub(crate) fn has_line(&self, bits: u64) -> bool {
        let line = self.line() as u32;
        if bits.count_ones() < line {
            return false;
        }
        self.begins.iter().zip(DIRECTIONS).any(|(&begins, direction)| {
            if begins == 0 {
                return false;
            }
            let mut run = bits;
            let mut length = 1;
            while length < line {
                let more = length.min(line - length);
                run &= run >> (direction * more);
                length += more;
            }
            run & begins != 0
        })
    }

    /// The squares that would complete a line of these squares, those that are part of one already not among them.
    #[inline]
    pub(crate) fn completing(&self, bits: u64) -> u64 {
        let line = self.line() as u32;
        if bits.count_ones() + 1 < line {
            return 0;
        }
        let mut completing = 0;
        for (&begins, direction) in self.begins.iter().zip(DIRECTIONS) {
            if begins == 0 {
                continue;
            }
            // `one` and `none`: lines, by their first square, of whose squares so far one is missing, or none.
            let mut none = begins;
            let mut one = 0;
            for i in 0..line {
                let here = bits >> (direction * i);
                one = (one & here) | (none & !here);
                none &= here;
            }
            if one != 0 {
                for i in 0..line {
                    completing |= one << (direction * i);
                }
            }
        }
        completing & !bits
    }

    /// The directions that count: the squares at which a line may begin, and the shift from a square of a line to its next.
    #[inline]
    pub(crate) fn directions(&self) -> impl Iterator<Item = (u64, u32)> {
        self.begins.into_iter().zip(DIRECTIONS).filter(|&(begins, _)| begins != 0)
    }

    /// All lines of the board, each as a word: rows first, then columns, then diagonals.
    pub fn lines(&self) -> Vec<u64> {
        let length = self.line() as u32;
        let line =
            |begin: Square, direction| (0..length).fold(0, |line, i| line | begin.bit() << (direction * i));
        let directions = self.begins.iter().zip(DIRECTIONS);
        directions
            .flat_map(|(&begins, direction)| squares(begins).map(move |begin| line(begin, direction)))
            .collect()
    }
}

/// The squares in the lower left corner of the word, so many columns and rows of them.
fn corner(columns: usize, rows: usize) -> u64 {
    (0..rows).fold(0, |board, row| board | ((1 << columns) - 1) << (row * MAX_SIDE))
}

/// Weights of the squares of a board: of each, the sum of the weights of the lines through it.
pub(crate) fn square_weights(lines: &[u64], weight: impl Fn(u64) -> i32) -> [i32; 64] {
    let mut weights = [0; 64];
    for &line in lines {
        let weight = weight(line);
        squares(line).for_each(|square| weights[square.index()] += weight);
    }
    weights
}

impl Default for Rules {
    /// The game of the wiki.
    fn default() -> Self {
        Self::new(Variant::default()).expect("the game of the wiki can be played")
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.variant).finish()
    }
}

impl fmt::Display for Rules {
    /// Writes the variant in one line, every reading included, as in `5x5 nests 4 line 5 both opponent`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Variant { width, height, nests, line, diagonals, both, centre } = self.variant;
        write!(f, "{width}x{height} nests {nests} line {line}")?;
        if diagonals {
            f.write_str(" diagonals")?;
        }
        if let Some(name) = centre.name() {
            write!(f, " centre {name}")?;
        }
        write!(f, " both {}", both.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(width: usize, height: usize, line: usize, diagonals: bool) -> Rules {
        Rules::new(Variant { width, height, line, diagonals, ..Variant::default() }).unwrap()
    }

    #[test]
    fn a_board_has_as_many_lines_as_it_should() {
        assert_eq!(Rules::default().lines().len(), 10);
        assert_eq!(rules(5, 5, 5, true).lines().len(), 12);
        assert_eq!(rules(8, 8, 5, true).lines().len(), 64 + 32);
        assert_eq!(rules(4, 3, 3, false).lines().len(), 6 + 4);
        assert_eq!(rules(8, 3, 8, true).lines().len(), 3);
    }

    #[test]
    fn shifts_find_the_lines_and_gaps_that_the_list_has() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state ^ state.rotate_left(29)
        };
        for (width, height, line, diagonals) in [
            (5, 5, 5, false),
            (5, 5, 5, true),
            (8, 8, 5, true),
            (4, 3, 3, true),
            (3, 8, 4, true),
            (8, 8, 8, true),
        ] {
            let rules = rules(width, height, line, diagonals);
            let lines = rules.lines();
            for _ in 0..2000 {
                let bits = (random() | random() | (random() & random())) & rules.board;
                assert_eq!(rules.has_line(bits), lines.iter().any(|line| line & !bits == 0));
                let gaps = lines.iter().map(|line| line & !bits).filter(|gap| gap.is_power_of_two());
                assert_eq!(rules.completing(bits), gaps.fold(0, |all, gap| all | gap));
            }
        }
    }
}
