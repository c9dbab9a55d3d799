//! Syntax of boards: splits a text into rows of squares and the setting `swaps-used`, each with its span.

use std::ops::Range;

use super::error::ParseError;
use super::wording::{plural, quoted};
use crate::game::piece::{Shape, Size};
use crate::game::position::MAX_SWAPS;
use crate::game::square::{COLUMNS, ROWS};

const SIX_STACKS: &str = "one of the six stacks 1, 2, 3, 12, 23, 123 (top to bottom)";
const EMPTY_ROW: &str = "an empty row is written `. . . . .`";

/// Content of a square: nothing, or an upper-case colour letter and a shape.
pub(super) type SquareContent = Option<(char, Shape)>;

/// A square of the text.
pub(super) struct Cell {
    pub(super) content: SquareContent,
    /// Place in bytes of the text.
    pub(super) span: Range<usize>,
}

/// A board with correct syntax. Colours and numbers of pieces are not checked.
pub(super) struct BoardSyntax {
    /// Rows of the text, 9 or 10, farthest first.
    pub(super) rows: Vec<[Cell; COLUMNS]>,
    /// Value and place of the setting `swaps-used`, if the text has it.
    pub(super) swaps_used: Option<(u8, Range<usize>)>,
}

/// Reads the syntax of a board.
///
/// # Errors
/// The first syntax error in reading order, then a wrong number of rows.
pub(super) fn read(text: &str) -> Result<BoardSyntax, ParseError> {
    let mut rows = Vec::new();
    let mut swaps_used = None;
    for line in text.strip_prefix('\u{feff}').unwrap_or(text).split('\n') {
        let line = line.split_once('#').map_or(line, |(before, _)| before);
        let segments: Vec<&str> = line.split('/').collect();
        for (i, segment) in segments.iter().enumerate() {
            let content = segment.trim();
            if content.is_empty() {
                if i > 0 && i + 1 < segments.len() {
                    let span = span_of(text, segment);
                    return Err(ParseError::new(
                        text,
                        span,
                        "nothing between two slashes",
                        "a row of five squares",
                    )
                    .with_help(EMPTY_ROW));
                }
            } else if content.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("swap")) {
                let span = span_of(text, content);
                let value = read_swaps(text, content)?;
                if swaps_used.replace((value, span.clone())).is_some() {
                    return Err(ParseError::new(
                        text,
                        span,
                        "a second `swaps-used`",
                        "the setting once at most",
                    ));
                }
            } else {
                rows.push((read_row(text, content)?, span_of(text, content)));
            }
        }
    }
    check_row_count(text, &rows)?;
    Ok(BoardSyntax { rows: rows.into_iter().map(|(row, _)| row).collect(), swaps_used })
}

/// The byte range of `part` in `text`, a slice of it.
fn span_of(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
    start..(start + part.len()).min(text.len())
}

fn check_row_count(text: &str, rows: &[([Cell; COLUMNS], Range<usize>)]) -> Result<(), ParseError> {
    const EXPECTED: &str = "9 rows (a deal) or 10 rows (a position)";
    let found = rows.len();
    match rows {
        [] => {
            let message = if text.trim_start_matches('\u{feff}').trim().is_empty() {
                "the text is empty"
            } else {
                "the text holds no squares"
            };
            let end = text.trim_end().len();
            Err(ParseError::new(text, end..end, message, EXPECTED))
        }
        [_, .., (_, last)] | [(_, last)] if found < ROWS - 1 => {
            let message = format!("only {found} row{} of squares", plural(found));
            Err(ParseError::new(text, last.end..last.end, message, EXPECTED).with_help(EMPTY_ROW))
        }
        _ => match rows.get(ROWS) {
            None => Ok(()),
            Some((_, surplus)) => {
                let error =
                    ParseError::new(text, surplus.clone(), format!("{found} rows of squares"), EXPECTED);
                let help = format!("the surplus begins on line {}, column {}", error.line, error.column);
                Err(error.with_help(help))
            }
        },
    }
}

fn read_row(text: &str, row: &str) -> Result<[Cell; COLUMNS], ParseError> {
    let mut cells = Vec::with_capacity(COLUMNS);
    for token in row.split_whitespace() {
        let span = span_of(text, token);
        cells.push(Cell { content: read_square(text, token, span.clone())?, span });
    }
    cells.try_into().map_err(|cells: Vec<Cell>| {
        let all = span_of(text, row);
        let span = cells.get(COLUMNS).map_or(all.clone(), |sixth| sixth.span.start..all.end);
        let message = format!("{} square{} in this row", cells.len(), plural(cells.len()));
        ParseError::new(text, span, message, "5 squares a row").with_help("an empty square is written `.`")
    })
}

/// Reads a square: `.`, or a colour letter and sizes.
fn read_square(text: &str, token: &str, span: Range<usize>) -> Result<SquareContent, ParseError> {
    if token == "." {
        return Ok(None);
    }
    let error = |message: String, expected: &str| ParseError::new(text, span.clone(), message, expected);
    let mut chars = token.chars();
    let letter = chars.next().map(|first| first.to_ascii_uppercase()).filter(char::is_ascii_uppercase);
    let Some(letter) = letter else {
        let error = error(
            format!("{} is no square", quoted(token)),
            "`.` or a stack: a colour letter, then its sizes, such as `R1` or `G12`",
        );
        return Err(match advice(token) {
            Some(help) => error.with_help(help),
            None => error,
        });
    };
    let name = quoted(token);
    let Some(sizes) = chars.clone().map(size).collect::<Option<Vec<Size>>>() else {
        let error = error(format!("{name} is no stack"), "a colour letter, then sizes 1, 2, 3 (or S, M, L)");
        return Err(match advice(token) {
            Some(help) => error.with_help(help),
            None => error,
        });
    };
    if sizes.is_empty() {
        return Err(error(format!("{name} has a colour but no size"), SIX_STACKS)
            .with_help(format!("a lone small is `{letter}1`, a medium `{letter}2`, a large `{letter}3`")));
    }
    if let Some(shape) = Shape::from_sizes(&sizes) {
        return Ok(Some((letter, shape)));
    }
    let mut sorted = sizes;
    sorted.sort_unstable();
    let error = error(format!("{name} is an impossible stack"), SIX_STACKS);
    Err(match Shape::from_sizes(&sorted) {
        Some(shape) => error.with_help(format!("sizes go from top to bottom: `{letter}{}`", shape.digits())),
        None => error,
    })
}

const fn size(c: char) -> Option<Size> {
    match c {
        '1' | 'S' | 's' => Some(Size::Small),
        '2' | 'M' | 'm' => Some(Size::Medium),
        '3' | 'L' | 'l' => Some(Size::Large),
        _ => None,
    }
}

/// Advice on how to correct a token that is no square, for frequent mistakes.
fn advice(token: &str) -> Option<String> {
    if matches!(token, "-" | "--" | "_" | "__" | "0" | "*" | "·") {
        return Some("an empty square is written `.`".into());
    }
    let is_letter = |c: char| c.is_ascii_alphabetic();
    if token.contains([',', ';', '|']) {
        return Some("squares are apart by blanks, rows by `/` or line ends".into());
    }
    let reversed = |sizes: &str| !sizes.is_empty() && sizes.bytes().all(|b| matches!(b, b'1'..=b'3'));
    if token.strip_suffix(is_letter).is_some_and(reversed) {
        return Some("the colour letter comes first".into());
    }
    let stacks = token.matches(is_letter).count() + token.matches('.').count();
    let known = |c: char| is_letter(c) || c == '.' || matches!(c, '1'..='3');
    if stacks > 1 && token.chars().all(known) && token.chars().any(|c| c == '.' || c.is_ascii_digit()) {
        return Some("squares are apart by blanks".into());
    }
    None
}

/// Reads the setting `swaps-used: N`.
fn read_swaps(text: &str, setting: &str) -> Result<u8, ParseError> {
    const EXPECTED: &str = "`swaps-used: N` with N from 0 to 2";
    let whole = span_of(text, setting);
    let Some((key, value)) = setting.split_once(':') else {
        return Err(ParseError::new(text, whole, "`swaps-used` without a colon", EXPECTED));
    };
    let key = key.trim();
    if !key.eq_ignore_ascii_case("swaps-used") {
        let message = format!("unknown setting {}", quoted(key));
        return Err(ParseError::new(text, span_of(text, key), message, EXPECTED));
    }
    let value = value.trim();
    if value.is_empty() {
        return Err(ParseError::new(text, whole, "`swaps-used` without a number", EXPECTED));
    }
    match value.parse::<u8>() {
        Ok(number @ 0..=MAX_SWAPS) if value.bytes().all(|b| b.is_ascii_digit()) => Ok(number),
        _ => {
            let message = format!("{} is no number of swaps", quoted(value));
            Err(ParseError::new(text, span_of(text, value), message, EXPECTED)
                .with_help(format!("no game earns more than {MAX_SWAPS} swaps")))
        }
    }
}
