//! Variants: the size of the board, the number of nests, what counts as a line, and the readings of the rules.

use std::fmt;

use super::board;
use super::square::{MAX_SIDE, Square};

/// The winner if one step leaves a line of each player (G3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Both {
    /// The opponent of the stepping player: the line that was uncovered stood first.
    #[default]
    Opponent,
    /// The stepping player.
    Mover,
    /// The game is drawn.
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
    /// Squares at which a line may begin, for each of [`board::DIRECTIONS`]; none for those that do not count.
    pub(super) begins: [u64; 4],
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
        let board = board::mask(width, height);
        let middle = if barred { Square::new(width / 2, height / 2).bit() } else { 0 };
        Ok(Self {
            variant,
            board,
            droppable: board & !middle,
            begins: board::begins(width, height, line, diagonals),
        })
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
        super::square::squares(self.board)
    }

    /// Number of a square among those of this board, from `a1` along the rows.
    pub(crate) const fn dense(&self, square: Square) -> usize {
        square.row() * self.variant.width + square.column()
    }
}

impl Default for Rules {
    /// The game of the wiki.
    fn default() -> Self {
        let variant = Variant::default();
        let board = board::mask(variant.width, variant.height);
        let begins = board::begins(variant.width, variant.height, variant.line, variant.diagonals);
        Self { variant, board, droppable: board, begins }
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
