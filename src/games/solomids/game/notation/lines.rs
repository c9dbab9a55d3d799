//! Moves and share strings from text, as the web page writes them and as they are pasted: quoted, escaped, from an address, with
//! arrows, or with moves that name squares only.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::games::solomids::game::moves::Move;
use crate::games::solomids::game::position::{Position, Square};
use crate::kit::notation::{ParseError, quoted};

const A_MOVE: &str = "a move such as `M-A3>A4`, `S-B8>B10` or `B-A4`";
const A_SHARE: &str = "SEED_MOVE, MOVE, …";
const LETTERS: &str =
    "M moves a whole stack, T the upper part of a stack; S slides, B banks a tree, W swaps two stacks";
const QUOTES: [char; 8] = ['"', '\'', '`', '“', '”', '„', '‘', '’'];
const NO_QUOTES: &str = "leave out the quotes";
const COMMAS: [char; 2] = [',', ';'];
/// Characters that end a line of moves. A slash ends a line in deals too.
const LINE_ENDS: [char; 3] = ['\n', '\r', '/'];
/// Signs, and their spellings in web pages and addresses.
const ESCAPES: [(&str, &str); 5] =
    [(">", "&gt; %3E %3e"), ("&", "&amp;"), (",", "%2C %2c"), (" ", "%20"), ("_", "%5F %5f")];
/// Signs of moves, and their spellings by word processors.
const TYPESET: [(&str, &str); 2] = [("-", "‐ \u{2011} ‒ – — −"), (">", "-> => → ➔ ⇒")];

/// A share string: a seed of the web page and the moves played, as the page exports and imports them.
///
/// The text is `SEED_MOVE, MOVE, …`, or `SEED_` without moves. The last `_` ends the seed, because no move contains one.
/// The seed may be any text, with `_` and commas too; an empty seed means that the deal is given elsewhere. Moves are
/// separated by commas, semicolons or line ends, one of which may follow the last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Seed of the page, exactly as typed there.
    pub seed: String,
    /// Moves from the deal on.
    pub moves: Vec<Move>,
}

/// A share string with the places of its moves in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedShare {
    /// Share string that was read.
    pub share: Share,
    /// Byte range of each move.
    pub spans: Vec<Range<usize>>,
}

impl Share {
    /// Reads a share string and keeps the places of its moves.
    ///
    /// # Errors
    /// A missing `_`, or the first text after the last `_` that is no move.
    pub fn parse_spanned(text: &str) -> Result<SpannedShare, ParseError> {
        let Some(seed_end) = text.rfind('_') else {
            return Err(ParseError::new(text, 0..text.len(), "no `_` in the share string", A_SHARE)
                .with_help("the seed may be left out, the `_` may not"));
        };
        let moves = read_list(text, seed_end + 1, |span| read_move(text, span))?;
        let (moves, spans) = moves.into_iter().unzip();
        Ok(SpannedShare { share: Self { seed: text[..seed_end].into(), moves }, spans })
    }
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

/// A move as written: whole, or by its squares alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WrittenMove {
    /// A move with its letter.
    Whole(Move),
    /// A stack, transfer, slide or swap between two squares, whichever is legal.
    Between(Square, Square),
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
        let (text, is_from_address) = cleaned(pasted);
        if is_from_address && !text.contains('_') {
            return Ok(Self { seed: text.clone(), text, moves: Vec::new() });
        }
        let written = |start, gaps| read_list(&text, start, |span| read_written(&text, span, gaps));
        let result = match text.rfind('_') {
            Some(end) => written(end + 1, GAPS).map(|moves| (text[..end].to_owned(), moves)),
            // Moves alone, which are no board.
            None => match written(0, &['>']) {
                Ok(moves) if !moves.is_empty() => Ok((String::new(), moves)),
                // The error that it is no share string.
                _ => Share::parse_spanned(&text).map(|_| (String::new(), Vec::new())),
            },
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
        for (written, span) in &self.moves {
            let mv = match *written {
                WrittenMove::Whole(mv) => mv,
                WrittenMove::Between(from, to) => self.between(&position, from, to, span)?,
            };
            // An illegal move is reported where the line is replayed.
            let _ = position.play(mv);
            share.moves.push(mv);
        }
        Ok(SpannedShare { share, spans: self.moves.iter().map(|(_, span)| span.clone()).collect() })
    }

    /// The one legal move between two squares; the one whose fault says most if there is none.
    fn between(
        &self,
        position: &Position,
        from: Square,
        to: Square,
        span: &Range<usize>,
    ) -> Result<Move, ParseError> {
        let mv = Move::without_swap(position, from, to);
        let swap = Move::Swap { a: from, b: to };
        match [mv, swap].map(|mv| position.is_legal(mv)) {
            [false, true] => Ok(swap),
            [true, true] => {
                let message = format!("`{from}>{to}` may be two moves");
                Err(ParseError::new(&self.text, span.clone(), message, format!("`{mv}` or `{swap}`")))
            }
            _ => Ok(mv),
        }
    }
}

impl Move {
    /// The move between two squares that is no swap: the legal one, or the one whose fault says most.
    pub fn without_swap(position: &Position, from: Square, to: Square) -> Self {
        let transfer = Self::Transfer { from, to };
        match position.get(to) {
            None if to.column() == from.column() && to.depth() < from.depth() => Self::Slide { from, to },
            _ if position.is_legal(transfer) => transfer,
            _ => Self::Stack { from, to },
        }
    }
}

/// Whether a text looks like a share string or a list of moves, with mistakes perhaps, and not like a board or a file name.
pub fn is_line_like(text: &str) -> bool {
    let (text, is_from_address) = cleaned(text);
    let moves = text.rsplit_once('_').map_or("", |(_, moves)| moves.trim_start());
    let begins_with_move = matches!(
        *moves.as_bytes(),
        [letter, b'-', column, ..] if letter.is_ascii_alphabetic() && column.is_ascii_alphabetic()
    );
    is_from_address || text.contains('>') || begins_with_move
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
    let is_address = ["http://", "https://", "?seed="].iter().any(|start| text.starts_with(start));
    let value = text.split_once("?seed=").or_else(|| text.split_once("&seed=")).filter(|_| is_address)?.1;
    Some(value.split(['&', '#']).next().unwrap_or(value))
}

/// A text without the marks of quotations, quotes and escapes, and whether it is the seed in an address.
fn cleaned(text: &str) -> (String, bool) {
    let lines: Vec<&str> = text.lines().map(|line| line.trim_start_matches("> ")).collect();
    let text = lines.join("\n");
    let bare = text.trim().trim_matches(QUOTES);
    let seed = address_seed(bare);
    let spelled = |mut text: String, table: &[(&str, &str)]| {
        for (sign, spellings) in table {
            for spelling in spellings.split(' ') {
                text = text.replace(spelling, sign);
            }
        }
        text
    };
    let mut content = seed.map_or_else(|| spelled(bare.to_owned(), &ESCAPES), percent_decoded);
    // Another seed is another deal.
    let end = content.rfind('_').map(|end| end + 1);
    let moves = content.split_off(end.unwrap_or(if seed.is_some() { content.len() } else { 0 }));
    content += &spelled(moves, &TYPESET);
    (content, seed.is_some())
}

/// Decodes the escapes of an address; leaves what is none.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let digits = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(if *first == b'+' { b' ' } else { *first }));
        rest = if byte.is_some() { &others[2..] } else { others };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.into())
}

/// Reads the list of moves that extends from `start` to the end of a text, each with its place. An error without advice gets the
/// form of a share string.
fn read_list<T>(
    text: &str,
    mut start: usize,
    read: impl Fn(Range<usize>) -> Result<T, ParseError>,
) -> Result<Vec<(T, Range<usize>)>, ParseError> {
    let list = text[start..].trim_end();
    let list = list.strip_suffix(COMMAS).unwrap_or(list);
    let mut moves = Vec::new();
    let mut after_line = list.trim().is_empty();
    for part in list.split_inclusive(|c| LINE_ENDS.contains(&c) || COMMAS.contains(&c)) {
        let token = part.trim_end_matches(LINE_ENDS).trim_end_matches(COMMAS);
        let ends_line = part.ends_with(LINE_ENDS);
        // A move that is missing between two commas has an empty place.
        if !token.trim().is_empty() || !after_line && !ends_line {
            let span = trimmed(text, start..start + token.len());
            let mv = read(span.clone()).map_err(|error| match error.help {
                None => error.with_help("a share string is SEED_MOVE, MOVE, …; with no moves it ends in `_`"),
                Some(_) => error,
            })?;
            moves.push((mv, span));
        }
        after_line = ends_line;
        start += part.len();
    }
    Ok(moves)
}

fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let part = text.get(span.clone()).unwrap_or_default();
    let start = span.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}

/// What may stand between the two squares of a move without its letter, besides nothing.
const GAPS: &[char] = &['>', '-', ' ', '\t'];

/// Reads a move that may name squares only: two of them, or that of a tree for the bank.
fn read_written(text: &str, span: Range<usize>, gaps: &[char]) -> Result<WrittenMove, ParseError> {
    let token = text.get(span.clone()).unwrap_or_default();
    let second = token.char_indices().skip(1).find(|(_, sign)| sign.is_ascii_alphabetic());
    let bare = match second.map(|(at, _)| token.split_at(at)) {
        Some((from, to)) => {
            let before = from.trim_end_matches(gaps);
            let is_apart = before.len() < from.len() || gaps.len() > 1;
            let squares = before.trim().parse().ok().zip(to.trim().parse().ok());
            squares.filter(|_| is_apart).map(|(from, to)| WrittenMove::Between(from, to))
        }
        None => token.trim().parse().ok().map(|at| WrittenMove::Whole(Move::Bank { at })),
    };
    bare.map_or_else(|| read_move(text, span).map(WrittenMove::Whole), Ok)
}

impl FromStr for Move {
    type Err = ParseError;

    /// Reads a token with letters in either case. Blanks around the token and its squares are ignored.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_move(text, trimmed(text, 0..text.len()))
    }
}

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
            let expected = "a column A to E and a row 1 to 10, such as C7";
            let error = ParseError::new(text, span, format!("{} is no square", quoted(part)), expected);
            if part.contains(QUOTES) {
                error.with_help(NO_QUOTES)
            } else if part.contains(|c: char| matches!(c, '-' | '>') || c.is_whitespace()) {
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
