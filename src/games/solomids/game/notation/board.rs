//! Boards from text: rows of squares, the setting `swaps-used`, and what a drawn board says beside its squares, each with its place.

use std::ops::Range;

use super::pieces;
use super::spelling::{Part, SEPARATORS, SquareContent, parts, span_of};
use crate::games::solomids::game::piece::{Palette, Stack};
use crate::games::solomids::game::position::{COLUMNS, Deal, Grid, MAX_SWAPS, Position, ROWS, Square};
use crate::kit::notation::{ParseError, plural, quoted};

const EMPTY_SQUARE: &str = "an empty square is written `.`";
const EMPTY_ROW: &str = "an empty row is written `. . . . .`";
const SWAPS_USED: &str = "`swaps-used: N` with N from 0 to 2";
/// Signs around a text or a line that was quoted or set as code.
const QUOTES: [char; 9] = ['"', '\'', '`', '“', '”', '„', '‘', '’', '\u{feff}'];

/// A position read from text, with the letters of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// Position that was read.
    pub position: Position,
    /// Letters of the colours.
    pub palette: Palette,
    /// Number of rows in the text: 9 for a deal without the empty row 10, or 10.
    pub rows: usize,
}

/// A deal read from text, with the letters of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsedDeal {
    /// Deal that was read. Setup faults are no errors.
    pub deal: Deal,
    /// Letters of the colours.
    pub palette: Palette,
}

/// Reads a deal (nine rows) or a position (ten rows).
///
/// Any five letters A to Z may stand for the colours, in either case. A byte order mark, `\r\n`, blank lines, and a slash
/// at the start or end of a line are accepted.
///
/// # Errors
/// The first fault, checked in this order: squares, number of rows, colours, pieces, swaps.
pub fn parse_position(text: &str) -> Result<Parsed, ParseError> {
    let board = Board::read(text)?;
    let palette = Palette::for_letters(&pieces::letters(text, &board)?);
    pieces::check(text, &board, &palette)?;
    let position = board.position(text, &palette)?;
    Ok(Parsed { position, palette, rows: board.rows.len() })
}

/// Reads a deal: nine rows, or the ten rows of a position before the first move.
///
/// # Errors
/// The faults of [`parse_position`], then the first square or setting that a deal cannot have.
pub fn parse_deal(text: &str) -> Result<ParsedDeal, ParseError> {
    const EXPECTED: &str = "a deal: row 10 empty, one piece on every other square, no swap used";
    let Parsed { position, palette, .. } = parse_position(text)?;
    if let Some(deal) = Deal::new(position) {
        return Ok(ParsedDeal { deal, palette });
    }
    let board = Board::read(text)?;
    for (square, cell) in board.squares() {
        let message = match cell.content {
            None if square.depth() > 0 => "an empty square in a deal",
            Some(_) if square.depth() == 0 => "a piece on row 10 of a deal",
            Some((_, shape)) if shape.sizes().len() > 1 => "a stack in a deal",
            _ => continue,
        };
        return Err(ParseError::new(text, cell.span.clone(), message, EXPECTED));
    }
    let span = board.swaps_used.map_or(0..text.len(), |(_, span)| span);
    Err(ParseError::new(text, span, "a swap already used in a deal", EXPECTED))
}

#[derive(Clone)]
pub(super) struct Cell {
    pub(super) content: SquareContent,
    /// Place in bytes of the text.
    pub(super) span: Range<usize>,
}

/// A number that a board says beside its squares, and its place.
type Said = Option<(u8, Range<usize>)>;

/// A board with correct syntax. Colours and numbers of pieces are not checked.
#[derive(Default)]
pub(super) struct Board {
    /// Rows of the text, 9 or 10, farthest first.
    pub(super) rows: Vec<[Cell; COLUMNS]>,
    swaps_used: Said,
    /// Number of earned swaps that a drawn board names.
    swaps_earned: Said,
    /// Number of banked trees that a drawn board names.
    trees_banked: Said,
}

/// A row of text before its squares are counted.
struct TextRow {
    parts: Vec<(Part, Range<usize>)>,
    span: Range<usize>,
}

/// A row of five squares, with its number if the text has one.
struct Row {
    cells: [Cell; COLUMNS],
    number: Option<(usize, Range<usize>)>,
    span: Range<usize>,
}

impl Board {
    /// Reads the syntax of a board.
    fn read(text: &str) -> Result<Self, ParseError> {
        let mut board = Self::default();
        let mut rows = Vec::new();
        // `\n` written out ends a line too, as in JSON.
        let lines =
            text.strip_prefix('\u{feff}').unwrap_or(text).split('\n').flat_map(|line| line.split("\\n"));
        for line in lines {
            // Without the marks of a quotation: `> ` before it, quotes and backticks around it.
            let line = line
                .split_once('#')
                .map_or(line, |(before, _)| before)
                .trim_start_matches(|c: char| c == '>' || c.is_whitespace())
                .trim_matches(|c: char| QUOTES.contains(&c) || c.is_whitespace());
            let segments: Vec<&str> = line.split('/').collect();
            for (i, segment) in segments.iter().enumerate() {
                let content = segment.trim();
                let starts = |word: &str| {
                    content.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
                };
                if content.is_empty() {
                    if i > 0 && i + 1 < segments.len() {
                        let span = span_of(text, segment);
                        let message = "nothing between two slashes";
                        return Err(ParseError::new(text, span, message, "a row of five squares")
                            .with_help(EMPTY_ROW));
                    }
                } else if starts("swap") {
                    board.read_swaps(text, content)?;
                } else if starts("bank:") {
                    board.read_bank(text, content)?;
                } else if !is_frame(content) && !is_heading(text, content)? {
                    rows.push(TextRow { parts: parts(text, content)?, span: span_of(text, content) });
                }
            }
        }
        let whole = match rows.as_slice() {
            [only] => only.whole_board(text)?,
            _ => None,
        };
        let rows = match whole {
            Some(rows) => rows,
            None => rows.iter().map(|row| row.numbered(text)).collect::<Result<_, _>>()?,
        };
        check_row_count(text, &rows)?;
        board.rows = in_order(text, rows)?;
        Ok(board)
    }

    /// The squares in reading order; those of row 10 only if the text has them.
    fn squares(&self) -> impl Iterator<Item = (Square, &Cell)> {
        let top = ROWS - self.rows.len();
        self.rows.iter().enumerate().flat_map(move |(i, row)| {
            row.iter().enumerate().map(move |(column, cell)| (Square::new(column, i + top), cell))
        })
    }

    /// The position of a board whose pieces are checked.
    fn position(&self, text: &str, palette: &Palette) -> Result<Position, ParseError> {
        let mut grid = Grid::default();
        for (square, cell) in self.squares() {
            let stack = cell.content.and_then(|(letter, shape)| Some((palette.colour(letter)?, shape)));
            grid.set(square, stack.map(|(colour, shape)| Stack::new(colour, shape)));
        }
        let unswapped = Position::new(&grid, 0);
        if let Ok(position) = &unswapped {
            self.check_drawing(text, position)?;
        }
        let (swaps, span) = self.swaps_used.clone().unwrap_or((0, 0..text.len()));
        Position::new(&grid, swaps).map_err(|error| {
            // Pieces are checked already, so only the swaps can be wrong.
            let earned = unswapped.map_or(0, |position| position.swaps_earned());
            let message = match swaps {
                0 => error.to_string(),
                1 => "one swap used, but none is earned yet".into(),
                _ => format!("two swaps used, but only {earned} earned"),
            };
            ParseError::new(text, span, message, format!("{earned} at most"))
                .with_help("a swap is earned with every set of five banked trees, one of each colour")
        })
    }

    /// Checks that the bank and the earned swaps of a drawn board are those of its squares.
    fn check_drawing(&self, text: &str, position: &Position) -> Result<(), ParseError> {
        let trees = (position.trees_banked(), &self.trees_banked, "trees in the bank");
        let swaps = (position.swaps_earned(), &self.swaps_earned, "swaps earned");
        for (found, said, what) in [trees, swaps] {
            if let Some((number, span)) = said
                && *number != found
            {
                let message = format!("{number} {what}, but {found} by the squares");
                let help = "a square was changed, or the line belongs to another board; it may be left out";
                let expected = format!("{found} {what}");
                return Err(ParseError::new(text, span.clone(), message, expected).with_help(help));
            }
        }
        Ok(())
    }

    /// Reads the setting `swaps-used: N`, or the line of a drawn board: `Swaps: 2 earned, 1 used`.
    fn read_swaps(&mut self, text: &str, setting: &str) -> Result<(), ParseError> {
        let whole = span_of(text, setting);
        let Some((key, value)) = setting.split_once([':', '=']) else {
            return Err(ParseError::new(text, whole, "`swaps-used` without a colon", SWAPS_USED));
        };
        let (key, value) = (key.trim(), value.trim());
        let used = if key.eq_ignore_ascii_case("swaps") {
            let number = |part: Option<&str>, word: &str| {
                part?.trim().strip_suffix(word)?.trim().parse().ok().filter(|number| *number <= MAX_SWAPS)
            };
            let parts = value.split_once(',');
            let numbers = if value.eq_ignore_ascii_case("none earned yet") {
                Some((0, 0))
            } else {
                number(parts.map(|parts| parts.0), "earned").zip(number(parts.map(|parts| parts.1), "used"))
            };
            let Some((earned, used)) = numbers else {
                let message = format!("{} is no number of swaps", quoted(value));
                let expected = "`Swaps: 2 earned, 1 used` as the program draws it, or `swaps-used: 1`";
                return Err(ParseError::new(text, whole, message, expected));
            };
            self.swaps_earned = Some((earned, whole.clone()));
            used
        } else {
            swaps_used(text, key, value, &whole)?
        };
        if self.swaps_used.replace((used, whole.clone())).is_some() {
            return Err(ParseError::new(text, whole, "a second `swaps-used`", "the setting once at most"));
        }
        Ok(())
    }

    /// Reads the bank of a drawn board: `Bank:  2 red, 1 green (3 of 15 trees)`, or `Bank:  empty`.
    fn read_bank(&mut self, text: &str, line: &str) -> Result<(), ParseError> {
        let span = span_of(text, line);
        let value = line.split_once(':').map_or("", |(_, value)| value.trim());
        let total = || value.rsplit_once('(')?.1.strip_suffix(" of 15 trees)")?.parse::<u8>().ok();
        let trees = if value.eq_ignore_ascii_case("empty") { Some(0) } else { total() };
        let Some(trees) = trees else {
            let message = format!("{} is no bank", quoted(value));
            return Err(ParseError::new(text, span, message, "`empty`, or trees and `(N of 15 trees)`")
                .with_help("the line may be left out: what is not on the board is in the bank"));
        };
        if self.trees_banked.replace((trees, span.clone())).is_some() {
            return Err(ParseError::new(text, span, "a second bank", "the bank once at most"));
        }
        Ok(())
    }
}

/// Reads the key and the value of the setting `swaps-used`.
fn swaps_used(text: &str, key: &str, value: &str, whole: &Range<usize>) -> Result<u8, ParseError> {
    if !key.replace([' ', '_'], "-").eq_ignore_ascii_case("swaps-used") {
        let message = format!("unknown setting {}", quoted(key));
        return Err(ParseError::new(text, span_of(text, key), message, SWAPS_USED));
    }
    if value.is_empty() {
        return Err(ParseError::new(text, whole.clone(), "`swaps-used` without a number", SWAPS_USED));
    }
    match value.parse::<u8>() {
        Ok(number @ 0..=MAX_SWAPS) if value.bytes().all(|b| b.is_ascii_digit()) => Ok(number),
        _ => {
            let message = format!("{} is no number of swaps", quoted(value));
            Err(ParseError::new(text, span_of(text, value), message, SWAPS_USED)
                .with_help(format!("no game earns more than {MAX_SWAPS} swaps")))
        }
    }
}

/// Whether a line only draws the frame of a table, such as `|---|---|` or `+----+`.
fn is_frame(line: &str) -> bool {
    let is_box = |c: char| ('─'..='╿').contains(&c);
    let is_corner = |c: char| SEPARATORS.contains(&c) || c == '+' || is_box(c);
    let is_line = |c: char| matches!(c, '-' | '=' | ':') || is_corner(c) || c.is_whitespace();
    // Single dashes are empty squares.
    let mut cells = line.split(is_corner).map(str::trim).filter(|cell| !cell.is_empty());
    let is_long = line.contains(is_corner) && cells.all(|cell| cell.chars().count() > 2);
    line.chars().all(is_line) && (is_long || line.contains(is_box))
}

/// Whether a line names the columns.
fn is_heading(text: &str, line: &str) -> Result<bool, ParseError> {
    let mut names: Vec<char> = line
        .chars()
        .filter(|c| !c.is_whitespace() && !SEPARATORS.contains(c))
        .map(|c| c.to_ascii_uppercase())
        .collect();
    let is_in_order = names.is_sorted();
    names.sort_unstable();
    if names != ['A', 'B', 'C', 'D', 'E'] {
        return Ok(false);
    }
    let error =
        || ParseError::new(text, span_of(text, line), "columns in another order", "columns A B C D E");
    if is_in_order { Ok(true) } else { Err(error()) }
}

fn check_row_count(text: &str, rows: &[Row]) -> Result<(), ParseError> {
    const EXPECTED: &str = "9 rows (a deal) or 10 rows (a position)";
    let found = rows.len();
    if let Some(Row { span, .. }) = rows.get(ROWS) {
        let error = ParseError::new(text, span.clone(), format!("{found} rows of squares"), EXPECTED);
        let help = format!("the surplus begins on line {}, column {}", error.line, error.column);
        return Err(error.with_help(help));
    }
    match rows.last() {
        None => {
            let is_empty = text.trim_start_matches('\u{feff}').trim().is_empty();
            let message = if is_empty { "the text is empty" } else { "the text holds no squares" };
            let end = text.trim_end().len();
            Err(ParseError::new(text, end..end, message, EXPECTED))
        }
        Some(Row { span, .. }) if found < ROWS - 1 => {
            let message = format!("only {found} row{} of squares", plural(found));
            Err(ParseError::new(text, span.end..span.end, message, EXPECTED).with_help(EMPTY_ROW))
        }
        Some(_) => Ok(()),
    }
}

impl TextRow {
    /// The squares of the row. A run of signs of empty squares is one square drawn wide, or one square a sign.
    fn cells(&self, one_a_run: bool) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (part, span) in &self.parts {
            match *part {
                Part::Square(content) => cells.push(Cell { content, span: span.clone() }),
                Part::EmptyRun(signs) => {
                    let signs = if one_a_run { 1 } else { signs };
                    let width = span.len() / signs;
                    let starts = (0..signs).map(|i| span.start + i * width);
                    cells.extend(starts.map(|start| Cell { content: None, span: start..start + width }));
                }
                Part::Separator(_) | Part::Label(_) => {}
            }
        }
        cells
    }

    /// The numbers of the row that the text has, with their places.
    fn labels(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        self.parts.iter().filter_map(|(part, span)| match part {
            Part::Label(number) => Some((*number, span.clone())),
            _ => None,
        })
    }

    fn numbered(&self, text: &str) -> Result<Row, ParseError> {
        let [many, one] = [false, true].map(|one_a_run| self.cells(one_a_run));
        let cells = if one.len() == COLUMNS { one } else { many };
        let cells = cells.try_into().map_err(|cells: Vec<Cell>| {
            let all = self.span.clone();
            let span = cells.get(COLUMNS).map_or(all.clone(), |sixth| sixth.span.start..all.end);
            let message = format!("{} square{} in this row", cells.len(), plural(cells.len()));
            ParseError::new(text, span, message, "5 squares a row").with_help(EMPTY_SQUARE)
        })?;
        let mut labels = self.labels();
        let number = labels.next();
        if let Some((second, span)) = labels.next()
            && number.as_ref().is_some_and(|(first, _)| *first != second)
        {
            let expected = "the same number on both sides";
            return Err(ParseError::new(text, span, "two numbers for one row", expected));
        }
        Ok(Row { cells, number, span: self.span.clone() })
    }

    /// The rows of a board that is written without any mark between rows, or with separators; `None` for a single row.
    fn whole_board(&self, text: &str) -> Result<Option<Vec<Row>>, ParseError> {
        let is_whole = |cells: &Vec<Cell>| [COLUMNS * (ROWS - 1), COLUMNS * ROWS].contains(&cells.len());
        let mut whole = [false, true].map(|one_a_run| self.cells(one_a_run)).into_iter().filter(is_whole);
        let Some(cells) = whole.next() else { return Ok(None) };
        if whole.next().is_some_and(|other| other.len() != cells.len()) {
            let message = "a board that may have 45 or 50 squares";
            let expected = "rows apart by `/` or line ends";
            return Err(ParseError::new(text, self.span.clone(), message, expected));
        }
        // Each kind of separator stands in every gap, or only between rows, or only within rows.
        let mut gaps: Vec<(char, usize, &Range<usize>)> = Vec::new();
        for (part, span) in &self.parts {
            let before = cells.iter().filter(|cell| cell.span.start < span.start).count();
            if let Part::Separator(kind) = part
                && (1..cells.len()).contains(&before)
            {
                gaps.push((*kind, before, span));
            }
        }
        let rows = cells.len() / COLUMNS - 1;
        for &(kind, before, span) in &gaps {
            let same = || gaps.iter().filter(|gap| gap.0 == kind);
            let between = same().filter(|gap| gap.1 % COLUMNS == 0).count();
            let within = same().count() - between;
            let is_regular = [0, rows].contains(&between) && [0, cells.len() - 1 - rows].contains(&within);
            if !is_regular {
                let message =
                    format!("{} after {before} squares of {}", quoted(&kind.to_string()), cells.len());
                return Err(ParseError::new(text, span.clone(), message, "rows of five squares")
                    .with_help("rows are apart by `/` or line ends"));
            }
        }
        if let Some((_, span)) = self.labels().next() {
            return Err(ParseError::new(text, span, "the number of a row among squares", "a square"));
        }
        let rows = cells.chunks(COLUMNS).filter_map(|cells| {
            let span = cells.first()?.span.start..cells.last()?.span.end;
            Some(Row { cells: cells.to_vec().try_into().ok()?, number: None, span })
        });
        Ok(Some(rows.collect()))
    }
}

/// The rows, farthest first: as they stand, or by their numbers, which fall or rise by one and include row 1.
fn in_order(text: &str, rows: Vec<Row>) -> Result<Vec<[Cell; COLUMNS]>, ParseError> {
    let count = rows.len();
    let rises = rows.first().and_then(|row| row.number.as_ref()).is_some_and(|(number, _)| *number == 1);
    if rows.iter().any(|row| row.number.is_some()) {
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
