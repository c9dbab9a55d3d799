//! Moves from text.

use std::ops::Range;

use crate::games::pentamid::game::{Move, Rules, Size, Square};
use crate::kit::notation::{ParseError, quoted, words};

const A_MOVE: &str = "a drop such as `L@c3` or a step such as `Mc3-c4`";
const QUOTES: [char; 7] = ['"', '\'', '`', '“', '”', '‘', '’'];

/// Moves that were read, and where in their text each of them stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedMoves {
    /// The moves.
    pub moves: Vec<Move>,
    /// Places of the moves, in bytes.
    pub spans: Vec<Range<usize>>,
}

/// Reads one move, letters in either case; its squares must be on the board of these rules. Whether it can be played is
/// not asked.
///
/// # Errors
/// If the text is no move.
pub fn parse_move(rules: &Rules, text: &str) -> Result<Move, ParseError> {
    let start = text.len() - text.trim_start().len();
    read_move(rules, text, start..start + text.trim().len())
}

/// Reads moves, apart by blanks, commas or newlines.
///
/// # Errors
/// The first word that is no move.
pub fn parse_moves(rules: &Rules, text: &str) -> Result<SpannedMoves, ParseError> {
    let spans = words(text, |char| char.is_whitespace() || matches!(char, ',' | ';'));
    let moves = spans.iter().map(|span| read_move(rules, text, span.clone())).collect::<Result<_, _>>()?;
    Ok(SpannedMoves { moves, spans })
}

/// Reads the move that stands at a place of a text.
fn read_move(rules: &Rules, text: &str, span: Range<usize>) -> Result<Move, ParseError> {
    let token = &text[span.clone()];
    let mut chars = token.chars();
    let Some(letter) = chars.next() else {
        return Err(ParseError::new(text, span, "a move is missing", A_MOVE));
    };
    let no_move = |help: &str| {
        Err(ParseError::new(text, span.clone(), format!("{} is no move", quoted(token)), A_MOVE)
            .with_help(help))
    };
    if QUOTES.contains(&letter) {
        return no_move("leave out the quotes");
    }
    let Some(size) = Size::from_letter(letter) else {
        return no_move("a move begins with the size of its piece: L, M or S");
    };
    let rest = chars.as_str();
    let start = span.end - rest.len();
    let square = |part: &str, start: usize| {
        let place = start..start + part.len();
        read_square(rules, part).ok_or_else(|| {
            let message = if part.is_empty() {
                "a square is missing".into()
            } else {
                format!("{} is no square of the board", quoted(part))
            };
            let last = Square::new(rules.width() - 1, rules.height() - 1);
            ParseError::new(text, place, message, format!("a square from a1 to {last}"))
        })
    };
    if let Some(part) = rest.strip_prefix('@') {
        return Ok(Move::Drop { size, to: square(part, start + 1)? });
    }
    match rest.split_once('-') {
        Some((first, second)) => {
            let from = square(first, start)?;
            Ok(Move::Step { size, from, to: square(second, start + first.len() + 1)? })
        }
        None => no_move("`@` stands before the square of a drop, a plain hyphen between those of a step"),
    }
}

/// The square with this name, the letter in either case, if the board has it.
fn read_square(rules: &Rules, text: &str) -> Option<Square> {
    let &[column, row] = text.as_bytes() else { return None };
    let column = column.to_ascii_lowercase().checked_sub(b'a')?;
    let row = row.checked_sub(b'1')?;
    let on_board = usize::from(column) < rules.width() && usize::from(row) < rules.height();
    on_board.then(|| Square::new(column.into(), row.into()))
}
