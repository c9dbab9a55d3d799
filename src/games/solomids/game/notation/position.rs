//! Positions and deals from text.

use super::inventory;
use super::syntax::{self, BoardSyntax};
use crate::games::solomids::game::piece::{Palette, Stack};
use crate::games::solomids::game::position::{Deal, Grid, Position, ROWS, Square};
use crate::kit::notation::ParseError;

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
    let board = syntax::read(text)?;
    let palette = Palette::for_letters(&inventory::letters(text, &board)?);
    inventory::check(text, &board, &palette)?;
    let position = build(text, &board, &palette)?;
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
    let board = syntax::read(text)?;
    let top = ROWS - board.rows.len();
    for (depth, row) in board.rows.iter().enumerate().map(|(i, row)| (i + top, row)) {
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
    let span = board.swaps_used.map_or(0..text.len(), |(_, span)| span);
    Err(ParseError::new(text, span, "a swap already used in a deal", EXPECTED))
}

/// Checks that the bank and the earned swaps of a drawn board are those of its squares.
fn check_drawing(text: &str, board: &BoardSyntax, grid: &Grid) -> Result<(), ParseError> {
    let Ok(position) = Position::new(grid, 0) else { return Ok(()) };
    let trees = (position.trees_banked(), &board.trees_banked, "trees in the bank");
    let swaps = (position.swaps_earned(), &board.swaps_earned, "swaps earned");
    for (found, drawn, what) in [trees, swaps] {
        if let Some((number, span)) = drawn
            && *number != found
        {
            let message = format!("{number} {what}, but {found} by the squares");
            return Err(ParseError::new(text, span.clone(), message, format!("{found} {what}")).with_help(
                "a square was changed, or the line belongs to another board; it may be left out",
            ));
        }
    }
    Ok(())
}

/// The position of a board whose pieces are checked.
fn build(text: &str, board: &BoardSyntax, palette: &Palette) -> Result<Position, ParseError> {
    let mut grid = Grid::default();
    let top = ROWS - board.rows.len();
    for (depth, row) in board.rows.iter().enumerate().map(|(i, row)| (i + top, row)) {
        for (column, cell) in row.iter().enumerate() {
            let stack = cell.content.and_then(|(letter, shape)| Some((palette.colour(letter)?, shape)));
            let stack = stack.map(|(colour, shape)| Stack::new(colour, shape));
            grid.set(Square::new(column, depth), stack);
        }
    }
    check_drawing(text, board, &grid)?;
    let (swaps, span) = board.swaps_used.clone().unwrap_or((0, 0..text.len()));
    Position::new(&grid, swaps).map_err(|error| {
        // Pieces are checked already, so only the swaps can be wrong.
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
