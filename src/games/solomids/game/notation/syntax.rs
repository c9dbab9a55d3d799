//! Syntax of boards: splits a text into rows of squares, the setting `swaps-used`, and what a drawn board says beside its
//! squares, each with its span.

use std::ops::Range;

use super::squares::{Part, SEPARATORS, parts};
use crate::games::solomids::game::piece::Shape;
use crate::games::solomids::game::position::{COLUMNS, MAX_SWAPS, ROWS};
use crate::kit::notation::{ParseError, plural, quoted};

const EMPTY_ROW: &str = "an empty row is written `. . . . .`";
const FIVE: &str = "5 squares a row";
/// Signs around a text or a line that was quoted or set as code.
const QUOTES: [char; 9] = ['"', '\'', '`', '“', '”', '„', '‘', '’', '\u{feff}'];

/// Content of a square: nothing, or an upper-case colour letter and a shape.
pub(super) type SquareContent = Option<(char, Shape)>;

/// A square of the text.
#[derive(Clone)]
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
    /// Number of earned swaps that a drawn board tells, and its place.
    pub(super) swaps_earned: Option<(u8, Range<usize>)>,
    /// Number of banked trees that a drawn board tells, and its place.
    pub(super) trees_banked: Option<(u8, Range<usize>)>,
}

/// A row of text before its squares are counted.
struct TextRow {
    parts: Vec<Part>,
    span: Range<usize>,
}

/// A row of five squares, with its number if the text has one.
struct NumberedRow {
    cells: [Cell; COLUMNS],
    number: Option<(usize, Range<usize>)>,
    span: Range<usize>,
}

/// Reads the syntax of a board.
///
/// # Errors
/// The first syntax error in reading order, then a wrong number of rows.
pub(super) fn read(text: &str) -> Result<BoardSyntax, ParseError> {
    let mut board =
        BoardSyntax { rows: Vec::new(), swaps_used: None, swaps_earned: None, trees_banked: None };
    let mut rows = Vec::new();
    for line in lines(text) {
        let line = unquoted(line.split_once('#').map_or(line, |(before, _)| before));
        let segments: Vec<&str> = line.split('/').collect();
        for (i, segment) in segments.iter().enumerate() {
            let content = segment.trim();
            let starts =
                |word: &str| content.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
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
            } else if starts("swap") {
                read_swaps(text, content, &mut board)?;
            } else if starts("bank:") {
                read_bank(text, content, &mut board)?;
            } else if !is_frame(content) && !is_heading(text, content)? {
                rows.push(TextRow { parts: parts(text, content)?, span: span_of(text, content) });
            }
        }
    }
    let rows = match rows.as_slice() {
        [only] => match whole_board(text, only)? {
            Some(rows) => rows,
            None => vec![numbered(text, only)?],
        },
        _ => rows.iter().map(|row| numbered(text, row)).collect::<Result<_, _>>()?,
    };
    check_row_count(text, &rows)?;
    board.rows = in_order(text, rows)?;
    Ok(board)
}

/// The lines of a text; `\n` written out ends one too, as in JSON.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.strip_prefix('\u{feff}').unwrap_or(text).split('\n').flat_map(|line| line.split("\\n"))
}

/// A line without the marks of a quotation: `> ` before it, quotes and backticks around it.
fn unquoted(line: &str) -> &str {
    line.trim_start_matches(|c: char| c == '>' || c.is_whitespace())
        .trim_matches(|c: char| QUOTES.contains(&c) || c.is_whitespace())
}

/// The byte range of `part` in `text`, a slice of it.
pub(super) fn span_of(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
    start..(start + part.len()).min(text.len())
}

/// Whether a line only draws the frame of a table, such as `|---|---|` or `+----+`.
fn is_frame(line: &str) -> bool {
    let is_line = |c: char| matches!(c, '-' | '=' | ':' | '─' | '━' | '═');
    let is_corner = |c: char| SEPARATORS.contains(&c) || c == '+' || ('─'..='╿').contains(&c);
    let drawn = line.chars().all(|c| is_line(c) || is_corner(c) || c.is_whitespace());
    // Single dashes are empty squares.
    let cells = || line.split(is_corner).map(str::trim).filter(|cell| !cell.is_empty());
    drawn && line.contains(is_corner) && cells().all(|cell| cell.chars().count() > 2)
        || line.chars().any(|c| ('─'..='╿').contains(&c)) && drawn
}

/// Whether a line names the columns.
///
/// # Errors
/// The columns are in another order.
fn is_heading(text: &str, line: &str) -> Result<bool, ParseError> {
    const NAMES: [char; COLUMNS] = ['A', 'B', 'C', 'D', 'E'];
    let names: Vec<char> = line
        .chars()
        .filter(|c| !c.is_whitespace() && !SEPARATORS.contains(c))
        .map(|c| c.to_ascii_uppercase())
        .collect();
    if names == NAMES {
        return Ok(true);
    }
    if names.len() == COLUMNS && NAMES.iter().all(|name| names.contains(name)) {
        return Err(ParseError::new(
            text,
            span_of(text, line),
            "columns in another order",
            "columns A B C D E",
        ));
    }
    Ok(false)
}

fn check_row_count(text: &str, rows: &[NumberedRow]) -> Result<(), ParseError> {
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
        [_, .., last] | [last] if found < ROWS - 1 => {
            let message = format!("only {found} row{} of squares", plural(found));
            Err(ParseError::new(text, last.span.end..last.span.end, message, EXPECTED).with_help(EMPTY_ROW))
        }
        _ => match rows.get(ROWS) {
            None => Ok(()),
            Some(NumberedRow { span: surplus, .. }) => {
                let error =
                    ParseError::new(text, surplus.clone(), format!("{found} rows of squares"), EXPECTED);
                let help = format!("the surplus begins on line {}, column {}", error.line, error.column);
                Err(error.with_help(help))
            }
        },
    }
}

/// The squares of a row. `one_a_run` tells whether a run of signs of empty squares is one square drawn wide, or one square a
/// sign.
fn cells(parts: &[Part], one_a_run: bool) -> Vec<Cell> {
    let mut cells = Vec::new();
    for part in parts {
        match part {
            Part::Stack(cell) => cells.push(cell.clone()),
            Part::Empty(run) if one_a_run || run.signs == 1 => {
                cells.push(Cell { content: None, span: run.span.clone() });
            }
            Part::Empty(run) => {
                let width = run.span.len() / run.signs;
                let starts = (0..run.signs).map(|i| run.span.start + i * width);
                cells.extend(starts.map(|start| Cell { content: None, span: start..start + width }));
            }
            Part::Separator(..) | Part::Label(..) => {}
        }
    }
    cells
}

/// The five squares of a row, and its number.
fn numbered(text: &str, row: &TextRow) -> Result<NumberedRow, ParseError> {
    let [many, one] = [false, true].map(|one_a_run| cells(&row.parts, one_a_run));
    let cells = if one.len() == COLUMNS { one } else { many };
    let cells = cells.try_into().map_err(|cells: Vec<Cell>| {
        let all = row.span.clone();
        let span = cells.get(COLUMNS).map_or(all.clone(), |sixth| sixth.span.start..all.end);
        let message = format!("{} square{} in this row", cells.len(), plural(cells.len()));
        ParseError::new(text, span, message, FIVE).with_help("an empty square is written `.`")
    })?;
    let mut labels = row.parts.iter().filter_map(|part| match part {
        Part::Label(number, span) => Some((*number, span.clone())),
        _ => None,
    });
    let number = labels.next();
    if let Some((second, span)) = labels.next()
        && number.as_ref().is_some_and(|(first, _)| *first != second)
    {
        return Err(ParseError::new(text, span, "two numbers for one row", "the same number on both sides"));
    }
    Ok(NumberedRow { cells, number, span: row.span.clone() })
}

/// The rows of a board that is written without any mark between rows, or with separators; `None` for a single row.
///
/// # Errors
/// Separators that contradict rows of five.
fn whole_board(text: &str, row: &TextRow) -> Result<Option<Vec<NumberedRow>>, ParseError> {
    let is_whole = |cells: &Vec<Cell>| [COLUMNS * (ROWS - 1), COLUMNS * ROWS].contains(&cells.len());
    let readings = [false, true].map(|one_a_run| cells(&row.parts, one_a_run));
    let mut whole = readings.into_iter().filter(is_whole);
    let Some(cells) = whole.next() else { return Ok(None) };
    if let Some(other) = whole.next()
        && other.len() != cells.len()
    {
        let message = "a board that may have 45 or 50 squares";
        return Err(ParseError::new(text, row.span.clone(), message, "rows apart by `/` or line ends"));
    }
    // Each kind of separator stands in every gap, or only between rows, or only within rows.
    let mut gaps: Vec<(char, usize, Range<usize>)> = Vec::new();
    for part in &row.parts {
        if let Part::Separator(kind, span) = part {
            let before = cells.iter().filter(|cell| cell.span.start < span.start).count();
            if before > 0 && before < cells.len() {
                gaps.push((*kind, before, span.clone()));
            }
        }
    }
    for (kind, before, span) in &gaps {
        let same = || gaps.iter().filter(|gap| gap.0 == *kind);
        let between = same().filter(|gap| gap.1 % COLUMNS == 0).count();
        let within = same().count() - between;
        let rows = cells.len() / COLUMNS - 1;
        let is_regular =
            (between == 0 || between == rows) && (within == 0 || within == cells.len() - 1 - rows);
        if !is_regular {
            let message = format!("{} after {before} squares of {}", quoted(&kind.to_string()), cells.len());
            return Err(ParseError::new(text, span.clone(), message, "rows of five squares")
                .with_help("rows are apart by `/` or line ends"));
        }
    }
    if let Some(span) = row.parts.iter().find_map(|part| match part {
        Part::Label(_, span) => Some(span.clone()),
        _ => None,
    }) {
        return Err(ParseError::new(text, span, "the number of a row among squares", "a square"));
    }
    let rows = cells.chunks(COLUMNS).filter_map(|cells| {
        let span = cells.first()?.span.start..cells.last()?.span.end;
        Some(NumberedRow { cells: cells.to_vec().try_into().ok()?, number: None, span })
    });
    Ok(Some(rows.collect()))
}

/// The rows, farthest first: as they stand, or by their numbers, which fall or rise by one and include row 1.
fn in_order(text: &str, rows: Vec<NumberedRow>) -> Result<Vec<[Cell; COLUMNS]>, ParseError> {
    let count = rows.len();
    let labelled = rows.iter().filter(|row| row.number.is_some()).count();
    let rises = rows.first().and_then(|row| row.number.as_ref()).is_some_and(|(number, _)| *number == 1);
    if labelled > 0 {
        for (i, row) in rows.iter().enumerate() {
            let right = if rises { i + 1 } else { count - i };
            let (message, span) = match &row.number {
                Some((number, _)) if *number == right => continue,
                Some((number, span)) => (format!("row {number} in place of row {right}"), span.clone()),
                None => ("a row without a number".into(), row.span.start..row.span.start),
            };
            return Err(ParseError::new(text, span, message, format!("the number {right}"))
                .with_help("rows are numbered from the farthest down to 1, or not at all"));
        }
    }
    let mut rows: Vec<[Cell; COLUMNS]> = rows.into_iter().map(|row| row.cells).collect();
    if rises {
        rows.reverse();
    }
    Ok(rows)
}

/// Reads the setting `swaps-used: N`, or the line of a drawn board: `Swaps: 2 earned, 1 used`.
fn read_swaps(text: &str, setting: &str, board: &mut BoardSyntax) -> Result<(), ParseError> {
    const EXPECTED: &str = "`swaps-used: N` with N from 0 to 2";
    let whole = span_of(text, setting);
    let Some((key, value)) = setting.split_once([':', '=']) else {
        return Err(ParseError::new(text, whole, "`swaps-used` without a colon", EXPECTED));
    };
    let (key, value) = (key.trim(), value.trim());
    let used = if key.eq_ignore_ascii_case("swaps") {
        let number = |part: Option<&str>, word: &str| {
            part?.trim().strip_suffix(word)?.trim().parse::<u8>().ok().filter(|number| *number <= MAX_SWAPS)
        };
        let (earned, used) = if value.eq_ignore_ascii_case("none earned yet") {
            (Some(0), Some(0))
        } else {
            let parts = value.split_once(',');
            (number(parts.map(|parts| parts.0), "earned"), number(parts.map(|parts| parts.1), "used"))
        };
        let (Some(earned), Some(used)) = (earned, used) else {
            let message = format!("{} is no number of swaps", quoted(value));
            let expected = "`Swaps: 2 earned, 1 used` as the program draws it, or `swaps-used: 1`";
            return Err(ParseError::new(text, whole, message, expected));
        };
        board.swaps_earned = Some((earned, whole.clone()));
        used
    } else {
        swaps_used(text, key, value, &whole)?
    };
    if board.swaps_used.replace((used, whole.clone())).is_some() {
        return Err(ParseError::new(text, whole, "a second `swaps-used`", "the setting once at most"));
    }
    Ok(())
}

/// Reads the key and the value of the setting `swaps-used`.
fn swaps_used(text: &str, key: &str, value: &str, whole: &Range<usize>) -> Result<u8, ParseError> {
    const EXPECTED: &str = "`swaps-used: N` with N from 0 to 2";
    let plain: String =
        key.chars().map(|c| if c == ' ' || c == '_' { '-' } else { c.to_ascii_lowercase() }).collect();
    if plain != "swaps-used" {
        let message = format!("unknown setting {}", quoted(key));
        return Err(ParseError::new(text, span_of(text, key), message, EXPECTED));
    }
    if value.is_empty() {
        return Err(ParseError::new(text, whole.clone(), "`swaps-used` without a number", EXPECTED));
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

/// Reads the bank of a drawn board: `Bank:  2 red, 1 green (3 of 15 trees)`, or `Bank:  empty`.
fn read_bank(text: &str, line: &str, board: &mut BoardSyntax) -> Result<(), ParseError> {
    let span = span_of(text, line);
    let value = line.split_once(':').map_or("", |(_, value)| value.trim());
    let total = || value.rsplit_once('(')?.1.strip_suffix(" of 15 trees)")?.parse::<u8>().ok();
    let trees = if value.eq_ignore_ascii_case("empty") { Some(0) } else { total() };
    let Some(trees) = trees else {
        let message = format!("{} is no bank", quoted(value));
        return Err(ParseError::new(text, span, message, "`empty`, or trees and `(N of 15 trees)`")
            .with_help("the line may be left out: what is not on the board is in the bank"));
    };
    if board.trees_banked.replace((trees, span.clone())).is_some() {
        return Err(ParseError::new(text, span, "a second bank", "the bank once at most"));
    }
    Ok(())
}
