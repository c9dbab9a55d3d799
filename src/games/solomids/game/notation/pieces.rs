//! Piece counts of a board: five colours at most, three copies at most, equally many of each size (B2, M4).

use std::ops::Range;

use super::board::{Board, Cell};
use crate::games::solomids::game::piece::{COLOURS, COPIES, Colour, PIECES, Palette, Size};
use crate::games::solomids::game::position::ROWS;
use crate::kit::notation::{Letters, ParseError, listed, number, plural, quoted};

/// The colour letters in order of appearance.
///
/// # Errors
/// A sixth letter. The place is that of the rarest letter, a letter without a default colour first.
pub(super) fn letters(text: &str, board: &Board) -> Result<Vec<char>, ParseError> {
    let mut letters = Letters::default();
    for cell in board.rows.iter().flatten() {
        if let Some((letter, _)) = cell.content {
            letters.add(letter, &cell.span);
        }
    }
    let is_usual = |letter| Palette::default().colour(letter).is_some();
    letters.at_most(text, COLOURS, ("sixth", "five colours at most"), is_usual)
}

/// The pieces of one colour and size on a board.
struct PieceSpans {
    colour: Colour,
    size: Size,
    /// Byte ranges of the squares with such a piece, in reading order.
    spans: Vec<Range<usize>>,
}

impl PieceSpans {
    /// The fifteen kinds of pieces, by colour, then by size.
    fn all(board: &Board, palette: &Palette) -> Vec<Self> {
        let mut kinds = Vec::with_capacity(COLOURS * 3);
        for colour in Colour::ALL {
            for size in Size::ALL {
                let holds = |cell: &&Cell| {
                    cell.content.is_some_and(|(letter, shape)| {
                        palette.colour(letter) == Some(colour) && shape.sizes().contains(&size)
                    })
                };
                let spans = board.rows.iter().flatten().filter(holds).map(|cell| cell.span.clone()).collect();
                kinds.push(Self { colour, size, spans });
            }
        }
        kinds
    }

    /// Count and name of the pieces: `four red smalls`.
    fn counted(&self, palette: &Palette) -> String {
        let count = self.spans.len();
        format!("{} {} {}{}", number(count), palette.name(self.colour), self.size.word(), plural(count))
    }
}

/// Checks the numbers of pieces.
///
/// # Errors
/// A fourth copy of a piece; else, on nine rows, a square without a single piece; on ten rows, a colour with unequal
/// numbers of smalls, mediums and larges.
pub(super) fn check(text: &str, board: &Board, palette: &Palette) -> Result<(), ParseError> {
    let kinds = PieceSpans::all(board, palette);
    let is_deal = board.rows.len() < ROWS;
    check_copies(text, &kinds, palette, is_deal)?;
    if is_deal { check_deal(text, board, &kinds, palette) } else { check_trees(text, &kinds, palette) }
}

/// Checks that there are at most three copies of each piece.
fn check_copies(
    text: &str,
    kinds: &[PieceSpans],
    palette: &Palette,
    is_deal: bool,
) -> Result<(), ParseError> {
    let surplus: Vec<&PieceSpans> = kinds.iter().filter(|kind| kind.spans.len() > COPIES).collect();
    let Some((kind, span)) = surplus
        .iter()
        .filter_map(|kind| kind.spans.get(COPIES).map(|span| (kind, span)))
        .min_by_key(|(_, span)| span.start)
    else {
        return Ok(());
    };
    let named = listed(&surplus.iter().map(|kind| kind.counted(palette)).collect::<Vec<_>>());
    let total: usize = kinds.iter().map(|kind| kind.spans.len()).sum();
    let message = if total > PIECES {
        format!("{total} pieces, but the game has {PIECES}: {named}")
    } else {
        format!("{named}; the game has three")
    };
    let expected =
        format!("another piece here: this is the fourth {} {}", palette.name(kind.colour), kind.size.word());
    let error = ParseError::new(text, span.clone(), message, expected);
    let missing = shortages(kinds, palette);
    Err(if is_deal && !missing.is_empty() {
        error.with_help(format!("the deal has only {}", listed(&missing)))
    } else {
        error
    })
}

/// Counts and names of the kinds with fewer than three pieces: `two blue larges`, `no red smalls`.
fn shortages(kinds: &[PieceSpans], palette: &Palette) -> Vec<String> {
    kinds.iter().filter(|kind| kind.spans.len() < COPIES).map(|kind| kind.counted(palette)).collect()
}

/// Checks that nine rows are a deal, with a single piece on every square.
fn check_deal(text: &str, board: &Board, kinds: &[PieceSpans], palette: &Palette) -> Result<(), ParseError> {
    const HELP: &str = "nine rows make a deal, with one piece on every square; a position has ten rows, \
                        and an empty row is written `. . . . .`";
    let cells = || board.rows.iter().flatten();
    let pieces = |cell: &Cell| cell.content.map_or(0, |(_, shape)| shape.sizes().len());
    if let Some(stack) = cells().find(|cell| pieces(cell) > 1) {
        let message =
            format!("the stack {} in a deal", quoted(text.get(stack.span.clone()).unwrap_or_default()));
        return Err(ParseError::new(text, stack.span.clone(), message, "a single piece").with_help(HELP));
    }
    let mut empty = cells().filter(|cell| pieces(cell) == 0);
    let Some(first) = empty.next() else { return Ok(()) };
    let missing = shortages(kinds, palette);
    let message = if missing.len() <= 3 {
        format!("only {}; the game has three", listed(&missing))
    } else {
        format!("{} empty squares in a deal", 1 + empty.count())
    };
    Err(ParseError::new(text, first.span.clone(), message, "a piece").with_help(HELP))
}

/// Checks that each colour has equally many pieces of each size, because only whole trees leave the board (M4).
fn check_trees(text: &str, kinds: &[PieceSpans], palette: &Palette) -> Result<(), ParseError> {
    for colour in kinds.chunks(Size::ALL.len()) {
        let counts: Vec<usize> = colour.iter().map(|kind| kind.spans.len()).collect();
        let (least, most) = (counts.iter().min().copied(), counts.iter().max().copied());
        if least == most {
            continue;
        }
        // A count that differs from two equal ones is named first.
        let odd =
            (0..colour.len()).find(|&i| (0..colour.len()).filter(|&j| counts[i] == counts[j]).count() == 1);
        let odd = odd.unwrap_or(0);
        let rest: Vec<String> = (0..colour.len())
            .filter(|&i| i != odd)
            .map(|i| format!("{} {}{}", number(counts[i]), colour[i].size.word(), plural(counts[i])))
            .collect();
        let only = if Some(counts[odd]) == least && counts[odd] > 0 { "only " } else { "" };
        let message = format!("{only}{} beside {}", colour[odd].counted(palette), listed(&rest));
        // The last piece of the most frequent size is the likeliest surplus.
        let fullest = colour.iter().filter(|kind| Some(kind.spans.len()) == most);
        let span = fullest.filter_map(|kind| kind.spans.last()).max_by_key(|span| span.start).cloned();
        let span = span.unwrap_or(0..text.len());
        let name = palette.name(colour[odd].colour);
        let expected = format!("as many smalls as mediums as larges of the colour {name}");
        return Err(ParseError::new(text, span, message, expected)
            .with_help("only whole trees leave the board: a piece is missing or there is one too many"));
    }
    Ok(())
}
