//! Moves from text.

use std::ops::Range;
use std::str::FromStr;

use crate::games::solace2::game::moves::Move;
use crate::games::solace2::game::position::MAX_SPACES;
use crate::kit::notation::{ParseError, quoted, words};

const A_MOVE: &str = "a move such as `L-3>4`, `M-3>8`, `S-3>14` or `T-14>3`";
const LETTERS: &str = "L moves a large, M a medium, S a small, T a tower";

/// A move, and where it stands in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedMove {
    /// The move.
    pub mv: Move,
    /// Its place, in bytes.
    pub span: Range<usize>,
}

/// Reads a list of moves, apart by commas, semicolons or blanks; `#` begins a comment.
///
/// # Errors
/// The first token that is no move.
pub fn parse_moves(text: &str) -> Result<Vec<SpannedMove>, ParseError> {
    words(text, |char| matches!(char, ',' | ';') || char.is_whitespace())
        .into_iter()
        .map(|span| Ok(SpannedMove { mv: read_move(text, span.clone())?, span }))
        .collect()
}

impl FromStr for Move {
    type Err = ParseError;

    /// Reads one move, blanks around it ignored, the letter in either case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let start = text.len() - text.trim_start().len();
        read_move(text, start..start + text.trim().len())
    }
}

/// Reads the move that stands at a place of a text.
fn read_move(text: &str, span: Range<usize>) -> Result<Move, ParseError> {
    let token = text.get(span.clone()).unwrap_or_default();
    let no_move = || ParseError::new(text, span.clone(), format!("{} is no move", quoted(token)), A_MOVE);
    let mut chars = token.chars();
    let Some(letter) = chars.next() else {
        return Err(ParseError::new(text, span, "a move is missing", A_MOVE));
    };
    let letter = letter.to_ascii_uppercase();
    if !matches!(letter, 'L' | 'M' | 'S' | 'T') {
        return Err(no_move().with_help(LETTERS));
    }
    let Some(spaces) = chars.as_str().strip_prefix('-') else {
        return Err(no_move().with_help("a plain hyphen, `-`, follows the letter"));
    };
    let start = span.end - spaces.len();
    let Some((first, second)) = spaces.split_once('>') else {
        let message = format!("{} names one space only", quoted(token));
        let expected = format!("two spaces, such as `{letter}-3>4`");
        return Err(
            ParseError::new(text, span, message, expected).with_help("a plain `>` stands between them")
        );
    };
    let from = space(text, first, start)?;
    let to = space(text, second, start + first.len() + 1)?;
    Ok(match letter {
        'L' => Move::Large { from, to },
        'M' => Move::Medium { from, to },
        'S' => Move::Small { from, to },
        _ => Move::Tower { from, to },
    })
}

/// The index of a space that is written at a place of a text.
fn space(text: &str, number: &str, start: usize) -> Result<u8, ParseError> {
    let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    match number.parse::<usize>() {
        Ok(n @ 1..=MAX_SPACES) if plain => Ok((n - 1) as u8),
        _ => {
            let message = format!("{} is no space", quoted(number));
            let expected = "a number from 1 to 30";
            Err(ParseError::new(text, start..start + number.len(), message, expected).with_help(
                "numbers from 16 on are spaces beside those of the nests, for towers of an open reading",
            ))
        }
    }
}
