//! Notation: positions and moves, read from text and written as text.
//!
//! ```text
//! position   rows from the top, apart by `/` or newline; squares by blanks; then the side to move, 1 or 2
//!            - - -/- L -/- - l 1
//! square     `-` vacant, or a stack from the visible piece down: LmS is a large of the first player on a medium of the
//!            second on a small of the first
//! comment    `#` to the end of the line
//! move       L@c3 a drop, Mc3-c4 a step
//! moves      apart by blanks, commas or newlines
//! ```
//!
//! Everything refused comes back as one [`ParseError`] that says where, what was expected, and how to mend it.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::ops::Range;

use super::{Grid, Move, Piece, Position, PositionError, Rules, Side, Size, Square};
pub use crate::kit::notation::ParseError;
use crate::kit::notation::{plural, quoted, words};
use crate::kit::numbers::counted;

const A_SQUARE: &str = "`-` for a vacant square, or a stack from the visible piece down, such as `LmS`";
const A_SIDE: &str = "the side to move, `1` or `2`, after the last row";

/// Reads a position: the rows from the top, then the side to move.
///
/// # Errors
/// The first thing that is wrong: squares in reading order, the length and number of rows, the side, the counts of pieces.
pub fn parse_position(rules: &Rules, text: &str) -> Result<Position, ParseError> {
    let mut rows = rows(text);
    let side = take_side(text, &mut rows)?;
    let mut grid = Grid::default();
    let (width, height) = (rules.width(), rules.height());
    let mut places = vec![0..0; 64];
    for (depth, row) in rows.iter().enumerate() {
        if depth == height {
            let span = row[0].start..row[row.len() - 1].end;
            return Err(ParseError::new(text, span, "one row too many", shape(rules)));
        }
        for (column, span) in row.iter().enumerate() {
            let stack = read_stack(text, span)?;
            if column == width {
                return Err(ParseError::new(
                    text,
                    span.clone(),
                    "one square too many in a row",
                    shape(rules),
                ));
            }
            let square = Square::new(column, height - 1 - depth);
            grid.set(square, &stack);
            places[square.index()] = span.clone();
        }
        if row.len() < width {
            let end = row[row.len() - 1].end;
            let message = format!("a row of only {}", counted(row.len() as u64, "square"));
            return Err(ParseError::new(text, end..end, message, shape(rules)));
        }
    }
    if rows.len() < height {
        let end = rows.last().and_then(|row| row.last()).map_or(text.len(), |span| span.end);
        return Err(ParseError::new(
            text,
            end..end,
            format!("only {}", counted(rows.len() as u64, "row")),
            shape(rules),
        ));
    }
    Position::new(rules, &grid, side).map_err(|error| misplaced(rules, text, &grid, &places, error))
}

/// What a whole board is, for messages.
fn shape(rules: &Rules) -> String {
    format!("{} rows of {} squares, rows apart by `/`", rules.height(), rules.width())
}

/// The words of each row that has any.
fn rows(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut rows: Vec<Vec<Range<usize>>> = vec![Vec::new()];
    let mut end = 0;
    for span in words(text, |char| char.is_whitespace() || char == '/') {
        if text[end..span.start].contains(['/', '\n']) {
            rows.push(Vec::new());
        }
        end = span.end;
        if let Some(row) = rows.last_mut() {
            row.push(span);
        }
    }
    rows.retain(|row| !row.is_empty());
    rows
}

/// Reads the side to move, the last word, and takes it away.
fn take_side(text: &str, rows: &mut Vec<Vec<Range<usize>>>) -> Result<Side, ParseError> {
    let Some(span) = rows.last_mut().and_then(Vec::pop) else {
        return Err(ParseError::new(
            text,
            text.len()..text.len(),
            "a position is missing",
            "a board and a side",
        ));
    };
    rows.retain(|row| !row.is_empty());
    match &text[span.clone()] {
        "1" => Ok(Side::One),
        "2" => Ok(Side::Two),
        token => {
            let stack = token == "-" || token.chars().all(|letter| Piece::from_letter(letter).is_some());
            let (place, message) = if stack {
                (span.end..span.end, "the side to move is missing".into())
            } else {
                (span, format!("{} is no side", quoted(token)))
            };
            Err(ParseError::new(text, place, message, A_SIDE)
                .with_help("player 1 has the capitals, player 2 the small letters"))
        }
    }
}

/// Reads one square.
fn read_stack(text: &str, span: &Range<usize>) -> Result<Vec<Piece>, ParseError> {
    let token = &text[span.clone()];
    if token == "-" {
        return Ok(Vec::new());
    }
    let mut stack: Vec<Piece> = Vec::new();
    for (i, letter) in token.char_indices() {
        let place = span.start + i..span.start + i + letter.len_utf8();
        let Some(piece) = Piece::from_letter(letter) else {
            let message = format!("{} is no piece", quoted(&letter.to_string()));
            return Err(ParseError::new(text, place, message, A_SQUARE)
                .with_help("L, M, S are pieces of player 1; l, m, s those of player 2"));
        };
        if let Some(above) = stack.last().filter(|above| above.size <= piece.size) {
            let message = format!("a {} on a {}", above.size.word(), piece.size.word());
            return Err(ParseError::new(text, place, message, "a smaller piece")
                .with_help("pieces stand on smaller ones; the visible piece is written first"));
        }
        stack.push(piece);
    }
    Ok(stack)
}

/// The error of a board whose squares are right one by one: at the last piece of the player and size there are too many of.
fn misplaced(
    rules: &Rules,
    text: &str,
    grid: &Grid,
    places: &[Range<usize>],
    error: PositionError,
) -> ParseError {
    let (side, size, most) = match error {
        PositionError::TooMany { side, nests, .. } => (side, Size::Large, nests),
        PositionError::Nested { side, size, outer_count, .. } => (side, size, outer_count),
        PositionError::OffBoard(_) | PositionError::Unstable { .. } => {
            return ParseError::new(text, 0..text.len(), error.to_string(), A_SQUARE);
        }
    };
    let holds = |square: Square| grid.get(square).contains(&Piece { side, size });
    let surplus = (0..rules.height())
        .rev()
        .flat_map(|row| (0..rules.width()).map(move |column| Square::new(column, row)))
        .filter(|&square| holds(square))
        .nth(most);
    let span = surplus.map_or(0..text.len(), |square| places[square.index()].clone());
    ParseError::new(text, span, error.to_string(), format!("at most {most} {}{}", size.word(), plural(most)))
}

impl Position {
    /// The notation of the position, as [`parse_position`] reads it: one line.
    pub fn text(&self, rules: &Rules) -> String {
        let mut text = String::new();
        for row in (0..rules.height()).rev() {
            for column in 0..rules.width() {
                let stack = self.stack(Square::new(column, row));
                if stack.is_empty() {
                    text.push('-');
                }
                text.extend(stack.iter().map(|piece| piece.letter()));
                text.push(if column + 1 < rules.width() { ' ' } else { '/' });
            }
        }
        text.pop();
        let _ = write!(text, " {}", self.side());
        text
    }
}

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
