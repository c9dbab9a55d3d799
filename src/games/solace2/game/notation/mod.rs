//! Notation: deals and moves, read from text.
//!
//! ```text
//! nest     three letters, large, medium, small: KWC
//! deal     15 nests (or 3, 6, 9, 12), apart by `.`, blanks or newlines; any three letters, in either case
//! comment  `#` to the end of the line
//! move     L-3>4 a large caps, M-3>8 a medium, S-3>14 a small, T-14>3 a tower to an open space
//! moves    apart by commas, semicolons or blanks
//! ```
//!
//! Everything refused comes back as one [`ParseError`] that says where, what was expected, and how to mend it.

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::str::FromStr;

use super::deal::{COLOURS, Colour, Deal, MAX_STASHES, Nest, Palette, Size};
use super::moves::Move;
use super::position::MAX_SPACES;
pub use crate::kit::notation::ParseError;
use crate::kit::notation::{Letters, listed, plural, quoted, words};

const A_NEST: &str = "a nest: three letters for large, medium and small, such as `KWC`";

/// A deal that was read, and the letters it was written with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedDeal {
    /// The deal, its nests in the order of the text.
    pub deal: Deal,
    /// The letters of its colours.
    pub palette: Palette,
}

/// A nest as it was written, and where.
struct Written {
    letters: [char; 3],
    span: Range<usize>,
}

/// Reads a deal of 15 nests, or of three nests for every stash.
///
/// Any three letters A to Z may stand for the colours, in either case. A byte order mark, `\r\n`, blank lines and a
/// separator too many do no harm.
///
/// # Errors
/// The first thing that is wrong: nests in reading order, their number, colours, counts of each colour and size, nests of a
/// single colour.
pub fn parse_deal(text: &str) -> Result<ParsedDeal, ParseError> {
    let nests = read(text)?;
    let stashes = count(text, &nests)?;
    let palette = palette(text, &nests)?;
    let colours: Vec<Nest> = nests.iter().filter_map(|nest| coloured(nest, &palette)).collect();
    pieces(text, &nests, &colours, &palette, stashes)?;
    if let Some(i) = colours.iter().position(|nest| nest.is_monochromatic()) {
        let written = quoted(&text[nests[i].span.clone()]);
        let message = format!("the nest {written} has a single colour");
        return Err(ParseError::new(text, nests[i].span.clone(), message, "two colours or three in a nest")
            .with_help("a deal with such a nest is assembled again"));
    }
    let everywhere = 0..text.len();
    let deal = Deal::new(colours)
        .map_err(|error| ParseError::new(text, everywhere, error.to_string(), "a deal of Solace II"))?;
    Ok(ParsedDeal { deal, palette })
}

/// The nests that the text spells.
fn read(text: &str) -> Result<Vec<Written>, ParseError> {
    let mut nests = Vec::new();
    for span in words(text, |char| char == '.' || char.is_whitespace()) {
        let token = &text[span.clone()];
        let letters: Vec<char> = token.chars().map(|char| char.to_ascii_uppercase()).collect();
        let known = letters.iter().all(char::is_ascii_alphabetic);
        match <[char; 3]>::try_from(letters) {
            Ok(letters) if known => nests.push(Written { letters, span }),
            _ => {
                let error = ParseError::new(text, span, format!("{} is no nest", quoted(token)), A_NEST);
                let help = if known {
                    "a dot, a blank or a new line stands between two nests"
                } else {
                    "letters A to Z stand for colours"
                };
                return Err(error.with_help(help));
            }
        }
    }
    Ok(nests)
}

/// Stashes of each colour, by the number of nests.
fn count(text: &str, nests: &[Written]) -> Result<usize, ParseError> {
    const FULL: usize = COLOURS * MAX_STASHES;
    let stashes = nests.len() / COLOURS;
    if nests.is_empty() {
        let message = if text.trim().is_empty() { "the text is empty" } else { "the text holds no nests" };
        return Err(ParseError::new(text, text.len()..text.len(), message, "15 nests such as `KWC`"));
    }
    if nests.len() > FULL {
        let message = format!("{} nests", nests.len());
        return Err(ParseError::new(text, nests[FULL].span.clone(), message, "15 nests"));
    }
    if !nests.len().is_multiple_of(COLOURS) {
        let message = format!("{} nest{}", nests.len(), plural(nests.len()));
        let end = nests.last().map_or(0, |nest| nest.span.end);
        return Err(ParseError::new(text, end..end, message, "15 nests")
            .with_help("games of fewer stashes have three nests for every stash"));
    }
    Ok(stashes)
}

fn palette(text: &str, nests: &[Written]) -> Result<Palette, ParseError> {
    let mut letters = Letters::default();
    for nest in nests {
        for (start, letter) in (nest.span.start..).zip(nest.letters) {
            letters.add(letter, &(start..start + 1));
        }
    }
    let is_usual = |letter| Palette::default().colour(letter).is_some();
    let letters = letters.at_most(text, COLOURS, ("fourth", "three colours"), is_usual)?;
    Ok(Palette::for_letters(&letters))
}

fn coloured(nest: &Written, palette: &Palette) -> Option<Nest> {
    let [large, medium, small] = nest.letters.map(|letter| palette.colour(letter));
    Some(Nest::new(large?, medium?, small?))
}

/// Checks that every colour comes as often in each size.
fn pieces(
    text: &str,
    nests: &[Written],
    colours: &[Nest],
    palette: &Palette,
    stashes: usize,
) -> Result<(), ParseError> {
    let (mut many, mut few) = (Vec::new(), Vec::new());
    let mut place: Option<Range<usize>> = None;
    for (i, size) in Size::ALL.into_iter().rev().enumerate() {
        for colour in Colour::ALL {
            let holders = || (0..colours.len()).filter(|&k| colours[k].colour(size) == colour);
            let count = holders().count();
            let named = || format!("{count} {} {}{}", palette.name(colour), size.word(), plural(count));
            if count < stashes {
                few.push(named());
            } else if let Some(surplus) = holders().nth(stashes) {
                many.push(named());
                let start = nests[surplus].span.start + i;
                if place.as_ref().is_none_or(|span| start < span.start) {
                    place = Some(start..start + 1);
                }
            }
        }
    }
    let Some(span) = place else { return Ok(()) };
    let expected = format!("{stashes} of each colour in each size");
    Err(ParseError::new(text, span, listed(&many), expected)
        .with_help(format!("the deal has only {}", listed(&few))))
}

const A_MOVE: &str = "a move such as `L-3>4`, `M-3>8`, `S-3>14` or `T-14>3`";
const LETTERS: &str = "L moves a large, M a medium, S a small, T a tower";

/// A move, and where it stands in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedMove {
    /// The move.
    pub mv: Move,
    /// Its place, in bytes.
    pub span: Range<usize>,
}

/// Reads a list of moves, apart by commas, semicolons or blanks; `#` begins a comment.
///
/// # Errors
/// The first token that is no move.
pub fn parse_moves(text: &str) -> Result<Vec<SpannedMove>, ParseError> {
    words(text, |char| matches!(char, ',' | ';') || char.is_whitespace())
        .into_iter()
        .map(|span| Ok(SpannedMove { mv: read_move(text, span.clone())?, span }))
        .collect()
}

impl FromStr for Move {
    type Err = ParseError;

    /// Reads one move, blanks around it ignored, the letter in either case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let start = text.len() - text.trim_start().len();
        read_move(text, start..start + text.trim().len())
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
    if !matches!(letter, 'L' | 'M' | 'S' | 'T') {
        return Err(no_move().with_help(LETTERS));
    }
    let Some(spaces) = chars.as_str().strip_prefix('-') else {
        return Err(no_move().with_help("a plain hyphen, `-`, follows the letter"));
    };
    let start = span.end - spaces.len();
    let Some((first, second)) = spaces.split_once('>') else {
        let message = format!("{} names one space only", quoted(token));
        let expected = format!("two spaces, such as `{letter}-3>4`");
        return Err(
            ParseError::new(text, span, message, expected).with_help("a plain `>` stands between them")
        );
    };
    let from = space(text, first, start)?;
    let to = space(text, second, start + first.len() + 1)?;
    Ok(match letter {
        'L' => Move::Large { from, to },
        'M' => Move::Medium { from, to },
        'S' => Move::Small { from, to },
        _ => Move::Tower { from, to },
    })
}

/// The index of a space that is written at a place of a text.
fn space(text: &str, number: &str, start: usize) -> Result<u8, ParseError> {
    let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    match number.parse::<usize>() {
        Ok(n @ 1..=MAX_SPACES) if plain => Ok((n - 1) as u8),
        _ => {
            let message = format!("{} is no space", quoted(number));
            let expected = "a number from 1 to 30";
            Err(ParseError::new(text, start..start + number.len(), message, expected).with_help(
                "numbers from 16 on are spaces beside those of the nests, for towers of an open reading",
            ))
        }
    }
}
