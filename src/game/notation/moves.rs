//! Moves and share strings from text, and share strings as text.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::error::{ParseError, quoted};
use crate::game::moves::Move;
use crate::game::square::Square;

const A_MOVE: &str = "a move such as `M-A3>A4`, `S-B8>B10` or `B-A4`";
const LETTERS: &str =
    "M moves a whole stack, T the upper part of a stack; S slides, B banks a tree, W swaps two stacks";

const QUOTES: [char; 7] = ['"', '\'', '`', '“', '”', '‘', '’'];
const NO_QUOTES: &str = "leave out the quotes";

impl FromStr for Move {
    type Err = ParseError;

    /// Reads one token, blanks around it and its squares ignored, letters in either case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_move(text, trimmed(text, 0..text.len()))
    }
}

/// The place without the blanks at its ends.
fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let part = text.get(span.clone()).unwrap_or_default();
    let start = span.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
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

/// A seed of the web page and the moves played: what the page exports and plays back.
///
/// Written `SEED_MOVE, MOVE, …`. As no move holds a `_`, the last one ends the seed, which may be any text,
/// empty (the deal is given elsewhere) or with `_` and commas of its own. Without moves it is `SEED_`. Line ends
/// and semicolons separate moves as well as commas do, and one of these may follow the last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The page's seed, exactly as typed there.
    pub seed: String,
    /// The moves, from the deal on.
    pub moves: Vec<Move>,
}

/// A share string, and where in its text every move stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedShare {
    /// The share string.
    pub share: Share,
    /// Places of the moves, in bytes.
    pub spans: Vec<Range<usize>>,
}

impl Share {
    /// Reads a share string and keeps the places of its moves.
    ///
    /// # Errors
    /// When there is no `_`, or what follows the last one is no list of moves.
    pub fn parse_spanned(text: &str) -> Result<SpannedShare, ParseError> {
        const HELP: &str = "a share string is SEED_MOVE, MOVE, …; with no moves it ends in `_`";
        let Some(seed_end) = text.rfind('_') else {
            return Err(ParseError::new(
                text,
                0..text.len(),
                "no `_` in the share string",
                "SEED_MOVE, MOVE, …",
            )
            .with_help("the seed may be left out, the `_` may not"));
        };
        let mut share = Self { seed: text[..seed_end].into(), moves: Vec::new() };
        let mut spans = Vec::new();
        for span in members(text, seed_end + 1) {
            let mv = read_move(text, span.clone()).map_err(|error| match error.help {
                None => error.with_help(HELP),
                Some(_) => error,
            })?;
            share.moves.push(mv);
            spans.push(span);
        }
        Ok(SpannedShare { share, spans })
    }
}

const COMMAS: [char; 2] = [',', ';'];
/// As in deals, a slash can stand for one.
const LINE_ENDS: [char; 3] = ['\n', '\r', '/'];

/// Where the moves of a list stand that begins at a place of a text, one that is missing between two commas included.
fn members(text: &str, mut start: usize) -> Vec<Range<usize>> {
    let list = text[start..].trim_end();
    let list = list.strip_suffix(COMMAS).unwrap_or(list);
    let mut spans = Vec::new();
    let mut after_line = list.trim().is_empty();
    for part in list.split_inclusive(|c| LINE_ENDS.contains(&c) || COMMAS.contains(&c)) {
        let token = part.trim_end_matches(LINE_ENDS).trim_end_matches(COMMAS);
        let ends_line = part.ends_with(LINE_ENDS);
        if !token.trim().is_empty() || !after_line && !ends_line {
            spans.push(trimmed(text, start..start + token.len()));
        }
        after_line = ends_line;
        start += part.len();
    }
    spans
}

impl FromStr for Share {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse_spanned(text).map(|spanned| spanned.share)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_", self.seed)?;
        for (i, mv) in self.moves.iter().enumerate() {
            write!(f, "{}{mv}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
