//! Deals and positions from text.

use super::error::ParseError;
use super::sheet::{self, Sheet};
use super::supply;
use crate::game::palette::Palette;
use crate::game::position::{Deal, Grid, Position};
use crate::game::square::{ROWS, Square};

/// A position that was read, and the letters it was written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The position.
    pub position: Position,
    /// The letters of its colours.
    pub palette: Palette,
    /// Rows that were given: 9 (a deal, row 10 being empty) or 10.
    pub rows: usize,
}

/// A deal that was read, and the letters it was written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsedDeal {
    /// The deal. Its setup faults are not errors.
    pub deal: Deal,
    /// The letters of its colours.
    pub palette: Palette,
}

/// Reads a deal (nine rows) or a position (ten rows).
///
/// Any five letters A to Z may stand for the colours, in either case. A byte order mark, `\r\n`, blank lines,
/// and a slash at the start or end of a line do no harm.
///
/// # Errors
/// The first thing that is wrong: squares in reading order, the number of rows, colours, pieces, swaps.
pub fn parse_position(text: &str) -> Result<Parsed, ParseError> {
    let sheet = sheet::read(text)?;
    let palette = Palette::for_letters(&supply::letters(text, &sheet)?);
    supply::check(text, &sheet, &palette)?;
    let position = build(text, &sheet, &palette)?;
    Ok(Parsed { position, palette, rows: sheet.rows.len() })
}

/// Reads a deal: nine rows, or a position that nobody has played on yet.
///
/// # Errors
/// Those of [`parse_position`], or the first square or setting for which the position is no deal.
pub fn parse_deal(text: &str) -> Result<ParsedDeal, ParseError> {
    const EXPECTED: &str = "a deal: row 10 empty, one piece on every other square, no swap used";
    let Parsed { position, palette, .. } = parse_position(text)?;
    if let Some(deal) = Deal::new(position) {
        return Ok(ParsedDeal { deal, palette });
    }
    let sheet = sheet::read(text)?;
    let top = ROWS - sheet.rows.len();
    for (depth, row) in sheet.rows.iter().enumerate().map(|(i, row)| (i + top, row)) {
        for cell in row {
            let message = match cell.content {
                None if depth > 0 => "an empty square in a deal",
                Some(_) if depth == 0 => "a piece on row 10 of a deal",
                Some((_, shape)) if shape.sizes().len() > 1 => "a stack in a deal",
                _ => continue,
            };
            return Err(ParseError::new(text, cell.span.clone(), message, EXPECTED));
        }
    }
    let span = sheet.swaps_used.map_or(0..text.len(), |(_, span)| span);
    Err(ParseError::new(text, span, "a swap already used in a deal", EXPECTED))
}

/// The position of a sheet whose pieces are right.
fn build(text: &str, sheet: &Sheet, palette: &Palette) -> Result<Position, ParseError> {
    let mut grid = Grid::default();
    let top = ROWS - sheet.rows.len();
    for (depth, row) in sheet.rows.iter().enumerate().map(|(i, row)| (i + top, row)) {
        for (column, cell) in row.iter().enumerate() {
            let stack = cell.content.and_then(|(letter, shape)| Some((palette.colour(letter)?, shape)));
            let stack = stack.map(|(colour, shape)| crate::game::Stack::new(colour, shape));
            grid.set(Square::new(column, depth), stack);
        }
    }
    let (swaps, span) = sheet.swaps_used.clone().unwrap_or((0, 0..text.len()));
    Position::new(&grid, swaps).map_err(|error| {
        // Pieces were checked before, with better words; what is left is the swaps.
        let earned = Position::new(&grid, 0).map_or(0, |position| position.swaps_earned());
        let message = match swaps {
            0 => error.to_string(),
            1 => "one swap used, but none is earned yet".into(),
            _ => format!("two swaps used, but only {earned} earned"),
        };
        ParseError::new(text, span, message, format!("{earned} at most"))
            .with_help("a swap is earned with every set of five banked trees, one of each colour")
    })
}
