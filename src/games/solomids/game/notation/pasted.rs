//! Share strings as they are pasted: quoted, escaped, from an address, with arrows, or with moves that name squares only.

use std::ops::Range;

use super::moves::{read_bare, read_move};
use super::share::{Share, SpannedShare, move_spans, with_form};
use crate::games::solomids::game::moves::Move;
use crate::games::solomids::game::position::{Position, Square};
use crate::kit::notation::ParseError;

/// Spellings of signs in web pages, addresses and word processors.
const SPELLINGS: [(&str, &str); 15] = [
    ("&gt;", ">"),
    ("&amp;", "&"),
    ("%3E", ">"),
    ("%3e", ">"),
    ("%2C", ","),
    ("%2c", ","),
    ("%20", " "),
    ("%5F", "_"),
    ("%5f", "_"),
    ("->", ">"),
    ("=>", ">"),
    ("→", ">"),
    ("➔", ">"),
    ("⇒", ">"),
    ("\u{2011}", "-"),
];
const QUOTES: [char; 8] = ['"', '\'', '`', '“', '”', '„', '‘', '’'];

/// A move as written: whole, or by its squares alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WrittenMove {
    /// A move with its letter.
    Whole(Move),
    /// A stack, transfer, slide or swap between two squares, whichever is legal.
    Between(Square, Square),
    /// The bank of a tree.
    Bank(Square),
}

/// A share string as it was pasted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastedShare {
    /// Seed of the page; empty if the deal is given elsewhere.
    pub seed: String,
    /// Text that the places of errors and moves refer to: that of the paste without quotes and escapes.
    pub text: String,
    moves: Vec<(WrittenMove, Range<usize>)>,
}

impl PastedShare {
    /// Reads a share string. One that is exactly as the page exports it is taken as it is.
    ///
    /// # Errors
    /// The first text that is no move, with the text that its place refers to.
    pub fn parse(pasted: &str) -> Result<Self, Box<(String, ParseError)>> {
        if let Ok(SpannedShare { share, spans }) = Share::parse_spanned(pasted)
            && !is_wrapped(pasted)
        {
            let moves = share.moves.into_iter().map(WrittenMove::Whole).zip(spans).collect();
            return Ok(Self { seed: share.seed, text: pasted.into(), moves });
        }
        let text = cleaned(pasted);
        if text.is_from_address && !text.content.contains('_') {
            return Ok(Self { seed: text.content.clone(), text: text.content, moves: Vec::new() });
        }
        let text = text.content;
        let result = match text.rfind('_') {
            Some(end) => written(&text, end + 1).map(|moves| (text[..end].to_owned(), moves)),
            // Moves alone.
            None => written(&text, 0)
                .ok()
                .filter(|moves| !moves.is_empty())
                .map(|moves| (String::new(), moves))
                .ok_or_else(|| Share::parse_spanned(&text).err().unwrap_or_else(|| missing(&text))),
        };
        match result {
            Ok((seed, moves)) => Ok(Self { seed, text, moves }),
            Err(error) => Err(Box::new((text, error))),
        }
    }

    /// Whether the text names a deal and no moves.
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The share string whose moves have all their letters, from the position before its first move.
    ///
    /// # Errors
    /// A move without a letter that may be a swap as well as another move.
    pub fn resolve(&self, start: &Position) -> Result<SpannedShare, ParseError> {
        let mut position = *start;
        let mut share = Share { seed: self.seed.clone(), moves: Vec::new() };
        let mut spans = Vec::new();
        for (written, span) in &self.moves {
            let mv = match *written {
                WrittenMove::Whole(mv) => mv,
                WrittenMove::Bank(at) => Move::Bank { at },
                WrittenMove::Between(from, to) => self.between(&position, from, to, span)?,
            };
            // An illegal move is reported where the line is replayed.
            let _ = position.play(mv);
            share.moves.push(mv);
            spans.push(span.clone());
        }
        Ok(SpannedShare { share, spans })
    }

    /// The one legal move between two squares; a stack or a slide if there is none.
    fn between(
        &self,
        position: &Position,
        from: Square,
        to: Square,
        span: &Range<usize>,
    ) -> Result<Move, ParseError> {
        let readings = [
            Move::Stack { from, to },
            Move::Transfer { from, to },
            Move::Slide { from, to },
            Move::Swap { a: from, b: to },
        ];
        let legal: Vec<Move> = readings.into_iter().filter(|&mv| position.is_legal(mv)).collect();
        match legal.as_slice() {
            [] if position.get(to).is_none() => Ok(Move::Slide { from, to }),
            [] => Ok(Move::Stack { from, to }),
            [mv] => Ok(*mv),
            [first, others @ ..] => {
                let others: Vec<String> = others.iter().map(|mv| format!("`{mv}`")).collect();
                let message = format!("`{from}>{to}` may be two moves");
                let expected = format!("`{first}` or {}", others.join(" or "));
                Err(ParseError::new(&self.text, span.clone(), message, expected))
            }
        }
    }
}

/// Whether a text looks like a share string or a list of moves, with mistakes perhaps, and not like a board or a file name.
pub fn is_line_like(text: &str) -> bool {
    let text = cleaned(text);
    if text.is_from_address || text.content.contains('>') {
        return true;
    }
    let moves = text.content.rsplit_once('_').map_or("", |(_, moves)| moves.trim_start());
    let mut signs = moves.chars();
    let has_letter = signs.next().is_some_and(|c| c.is_ascii_alphabetic()) && signs.next() == Some('-');
    has_letter && signs.next().is_some_and(|c| c.is_ascii_alphabetic())
}

/// A text without quotes and escapes.
struct CleanText {
    content: String,
    /// Whether it is the seed in an address.
    is_from_address: bool,
}

/// Whether a text that can be read as it is stands in quotes, in a quotation, or in an address.
fn is_wrapped(text: &str) -> bool {
    let trimmed = text.trim();
    let is_quoted = trimmed.starts_with(QUOTES) && trimmed.ends_with(QUOTES);
    text.starts_with("> ") || is_quoted || address_seed(text).is_some()
}

/// The value of the seed in an address of the page.
fn address_seed(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_address =
        text.starts_with("http://") || text.starts_with("https://") || text.starts_with("?seed=");
    let value = text.split_once("?seed=").or_else(|| text.split_once("&seed=")).filter(|_| is_address)?.1;
    Some(value.split(['&', '#']).next().unwrap_or(value))
}

/// Removes the marks of quotations, quotes and escapes.
fn cleaned(text: &str) -> CleanText {
    let lines: Vec<&str> = text.lines().map(|line| line.trim_start_matches("> ")).collect();
    let text = lines.join("\n");
    let bare = text.trim().trim_matches(QUOTES);
    let seed = address_seed(bare);
    let mut content = seed.map_or_else(|| bare.to_owned(), percent_decoded);
    for (spelling, sign) in SPELLINGS {
        content = content.replace(spelling, sign);
    }
    CleanText { content, is_from_address: seed.is_some() }
}

/// Decodes the escapes of an address; leaves what is none.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let digits = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if let Some(byte) = byte {
            bytes.push(byte);
            rest = &others[2..];
        } else {
            bytes.push(if *first == b'+' { b' ' } else { *first });
            rest = others;
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.into())
}

/// The moves of a list that extends from `start` to the end of a text.
fn written(text: &str, start: usize) -> Result<Vec<(WrittenMove, Range<usize>)>, ParseError> {
    let mut moves = Vec::new();
    for span in move_spans(text, start) {
        let mv = match read_bare(text, span.clone()) {
            Some((from, Some(to))) => WrittenMove::Between(from, to),
            Some((at, None)) => WrittenMove::Bank(at),
            None => WrittenMove::Whole(read_move(text, span.clone()).map_err(with_form)?),
        };
        moves.push((mv, span));
    }
    Ok(moves)
}

fn missing(text: &str) -> ParseError {
    ParseError::new(text, 0..text.len(), "no share string", "SEED_MOVE, MOVE, …")
}
