//! Moves from text.

use std::ops::Range;
use std::str::FromStr;

use crate::games::solomids::game::moves::Move;
use crate::games::solomids::game::position::Square;
use crate::kit::notation::{ParseError, quoted};

const A_MOVE: &str = "a move such as `M-A3>A4`, `S-B8>B10` or `B-A4`";
const LETTERS: &str =
    "M moves a whole stack, T the upper part of a stack; S slides, B banks a tree, W swaps two stacks";

const QUOTES: [char; 7] = ['"', '\'', '`', '“', '”', '‘', '’'];
const NO_QUOTES: &str = "leave out the quotes";

impl FromStr for Move {
    type Err = ParseError;

    /// Reads a token with letters in either case. Blanks around the token and its squares are ignored.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_move(text, trimmed(text, 0..text.len()))
    }
}

/// Reads a move that names squares only: two of them, or that of a tree for the bank.
pub(super) fn read_bare(text: &str, span: Range<usize>) -> Option<(Square, Option<Square>)> {
    let token = text.get(span)?;
    match token.split_once('>') {
        Some((from, to)) => Some((from.trim().parse().ok()?, Some(to.trim().parse().ok()?))),
        None => Some((token.parse().ok()?, None)),
    }
}

/// The span without the blanks at its ends.
pub(super) fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let part = text.get(span.clone()).unwrap_or_default();
    let start = span.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}

/// Reads the move in a span of a text.
pub(super) fn read_move(text: &str, span: Range<usize>) -> Result<Move, ParseError> {
    let token = text.get(span.clone()).unwrap_or_default();
    let no_move = || ParseError::new(text, span.clone(), format!("{} is no move", quoted(token)), A_MOVE);
    let mut chars = token.chars();
    let Some(letter) = chars.next() else {
        return Err(ParseError::new(text, span, "a move is missing", A_MOVE));
    };
    let letter = letter.to_ascii_uppercase();
    if !matches!(letter, 'M' | 'T' | 'S' | 'B' | 'W') {
        return Err(no_move().with_help(if token.starts_with(QUOTES) { NO_QUOTES } else { LETTERS }));
    }
    let Some(squares) = chars.as_str().strip_prefix('-') else {
        return Err(no_move().with_help("a plain hyphen, `-`, follows the letter"));
    };
    let start = span.end - squares.len();
    let square = |part: &str, start: usize| -> Result<Square, ParseError> {
        let span = trimmed(text, start..start + part.len());
        let part = part.trim();
        part.parse().map_err(|_| {
            let message = format!("{} is no square", quoted(part));
            let expected = "a column A to E and a row 1 to 10, such as C7";
            let error = ParseError::new(text, span, message, expected);
            if part.contains(QUOTES) {
                error.with_help(NO_QUOTES)
            } else if part.contains(['-', '>']) || part.contains(char::is_whitespace) {
                error.with_help("commas or line ends separate moves")
            } else {
                error
            }
        })
    };
    match (letter, squares.split_once('>')) {
        ('B', None) => Ok(Move::Bank { at: square(squares, start)? }),
        ('B', Some((first, _))) => {
            let surplus = start + first.len()..span.end;
            Err(ParseError::new(text, surplus, "a bank with two squares", "one square, such as `B-A4`"))
        }
        (_, None) => {
            let message = format!("{} names one square only", quoted(token));
            let expected = format!("two squares, such as `{letter}-A3>A4`");
            Err(ParseError::new(text, span, message, expected).with_help("a plain `>` stands between them"))
        }
        (_, Some((first, second))) => {
            let from = square(first, start)?;
            let to = square(second, start + first.len() + 1)?;
            Ok(match letter {
                'M' => Move::Stack { from, to },
                'T' => Move::Transfer { from, to },
                'S' => Move::Slide { from, to },
                _ => Move::Swap { a: from, b: to },
            })
        }
    }
}
