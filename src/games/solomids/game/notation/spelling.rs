//! Spellings of squares: tables of signs and words, and rows of text as stacks and empty squares, in every spelling that has one
//! meaning only.

use std::ops::Range;

use crate::games::solomids::game::piece::{Shape, Size};
use crate::kit::notation::{ParseError, quoted};

/// Letters of colours, with the words and the pictures that stand for them.
const COLOURS: [(char, &str); 11] = [
    ('R', "red 🟥 🔴"),
    ('Y', "yellow 🟨 🟡"),
    ('G', "green 🟩 🟢"),
    ('B', "blue 🟦 🔵"),
    ('K', "black ⬛ ⚫"),
    ('C', "cyan"),
    ('P', "purple 🟪 🟣"),
    ('O', "orange 🟧 🟠"),
    ('W', "white ⬜ ⚪"),
    ('A', "grey gray"),
    ('N', "brown 🟫"),
];
/// Characters that stand for an empty square.
const EMPTY: [char; 7] = ['.', '-', '_', '0', '·', '–', '—'];
/// Characters between squares, besides blanks.
pub(super) const SEPARATORS: [char; 7] = [',', ';', '|', '│', '┃', '║', '\u{ff0c}'];

const SIX_STACKS: &str = "one of the six stacks 1, 2, 3, 12, 23, 123 (top to bottom)";

/// Content of a square: nothing, or an upper-case colour letter and a shape.
pub(super) type SquareContent = Option<(char, Shape)>;

pub(super) enum Part {
    Square(SquareContent),
    /// A sign of an empty square, so many times: that many squares, or one drawn wide.
    EmptyRun(usize),
    /// A separator that is no blank.
    Separator(char),
    /// The number of the row, at its start or its end.
    Label(usize),
}

/// The byte range of `part` in `text`, a slice of it.
pub(super) fn span_of(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
    start..(start + part.len()).min(text.len())
}

/// Reads the parts of a row, each with its place in the text.
pub(super) fn parts(text: &str, row: &str) -> Result<Vec<(Part, Range<usize>)>, ParseError> {
    let mut parts = Vec::new();
    let tokens = tokens(row);
    let mut i = 0;
    while let Some(&token) = tokens.get(i) {
        let span = span_of(text, token);
        let (next, is_at_end) = (tokens.get(i + 1).copied(), i == 0 || i + 1 == tokens.len());
        i += 1;
        let first = token.chars().next().unwrap_or_default();
        if SEPARATORS.contains(&first) {
            if let Some(next) = next.filter(|next| i > 1 && next.starts_with(SEPARATORS)) {
                let gap = span.start..span_of(text, next).end;
                return Err(ParseError::new(text, gap, "nothing between two separators", "a square")
                    .with_help("an empty square is written `.`"));
            }
            parts.push((Part::Separator(first), span));
        } else if EMPTY.contains(&first) && token.chars().all(|c| c == first) {
            parts.push((Part::EmptyRun(token.chars().count()), span));
        } else if token.eq_ignore_ascii_case("empty") {
            parts.push((Part::Square(None), span));
        } else if let Some(stacks) = stacks(token) {
            let place = |place: Range<usize>| span.start + place.start..span.start + place.end;
            parts.extend(stacks.into_iter().map(|(content, at)| (Part::Square(content), place(at))));
        } else if let Some(stack) = worded(token) {
            parts.push((Part::Square(Some(stack)), span));
        } else if let Some((stack, next)) = next.and_then(|next| Some((pair(token, next)?, next))) {
            parts.push((Part::Square(Some(stack)), span.start..span_of(text, next).end));
            i += 1;
        } else if let Some(label) = label(token).filter(|_| is_at_end) {
            parts.push((Part::Label(label), span));
        } else {
            return Err(no_square(text, token, span));
        }
    }
    Ok(parts)
}

/// The words of a row and the separators between them, each of these alone.
fn tokens(row: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for part in row.split_whitespace().flat_map(|word| word.split_inclusive(SEPARATORS)) {
        let word = part.trim_end_matches(SEPARATORS);
        tokens.extend([word, &part[word.len()..]].into_iter().filter(|token| !token.is_empty()));
    }
    tokens
}

/// The number of a row: 1 to 10, alone or before a dot, a colon or a bracket.
fn label(token: &str) -> Option<usize> {
    let digits = token.strip_suffix(['.', ':', ')']).unwrap_or(token);
    let is_number = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|number| is_number && (1..=10).contains(number))
}

/// Whether a character only says how the one before it is drawn, such as the box around a digit on a phone.
const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' | '\u{200d}')
}

/// The colour letter of a letter or a picture.
fn colour_sign(sign: char) -> Option<char> {
    if sign.is_ascii() {
        return Some(sign.to_ascii_uppercase()).filter(char::is_ascii_uppercase);
    }
    COLOURS.into_iter().find(|(_, names)| names.contains(sign)).map(|(letter, _)| letter)
}

/// Whether a character is the picture of a colour.
fn is_picture(sign: char) -> bool {
    !sign.is_ascii() && colour_sign(sign).is_some()
}

/// The letter of the colour that a text begins with as a word, and the rest of the text.
fn colour_word(text: &str) -> Option<(char, &str)> {
    COLOURS.into_iter().find_map(|(letter, names)| {
        let begins = |word: &&str| text.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
        names.split(' ').filter(|name| name.is_ascii()).find(begins).map(|word| (letter, &text[word.len()..]))
    })
}

/// The size of a digit, or of a letter S, M, L.
const fn size(c: char) -> Option<Size> {
    match c {
        '1' | 'S' | 's' => Some(Size::Small),
        '2' | 'M' | 'm' => Some(Size::Medium),
        '3' | 'L' | 'l' => Some(Size::Large),
        _ => None,
    }
}

/// The shape of sizes, from top to bottom.
fn shape_of(sizes: impl Iterator<Item = Option<Size>>) -> Option<Shape> {
    Shape::from_sizes(&sizes.collect::<Option<Vec<Size>>>()?)
}

/// The shape of sizes in digits, letters or words: `12`, `SM`, `medium`, `small-medium`, `tree`.
fn shape(text: &str) -> Option<Shape> {
    let word = |word: &str| Size::ALL.into_iter().find(|size| word.eq_ignore_ascii_case(size.word()));
    let tree = || text.eq_ignore_ascii_case("tree").then_some(Shape::S123);
    let signs = shape_of(text.chars().filter(|c| !is_joiner(*c)).map(size));
    signs.or_else(tree).or_else(|| shape_of(text.split('-').map(word)))
}

/// A token that is one stack in words: `yellow2`, `yellow-medium`.
fn worded(token: &str) -> Option<(char, Shape)> {
    // `greens` and `reds` are words of another kind.
    let (letter, rest) = colour_word(token).filter(|(_, rest)| *rest != "s")?;
    Some((letter, shape(rest.trim_start_matches(['-', '_', ':']))?))
}

/// Two tokens that are one stack: `yellow medium`, `medium yellow`, `yellow 2`, `🟨 2`.
fn pair(token: &str, next: &str) -> Option<(char, Shape)> {
    let colour = |token: &str| {
        let picture = token.chars().next().filter(|&sign| is_picture(sign)).and_then(colour_sign);
        let word = colour_word(token).filter(|(_, rest)| rest.is_empty()).map(|(letter, _)| letter);
        word.or_else(|| picture.filter(|_| token.chars().skip(1).all(is_joiner)))
    };
    colour(token).zip(shape(next)).or_else(|| colour(next).zip(shape(token)))
}

/// The squares of a token without blanks, with their places in it: one stack such as `R12`, `rSM`, `12R`, `🟨2`, or several, all with
/// the colour first or all with the sizes first, and empty squares, such as `Y2G1..K3`.
fn stacks(token: &str) -> Option<Vec<(SquareContent, Range<usize>)>> {
    let signs: Vec<(usize, char)> = token.char_indices().filter(|(_, c)| !is_joiner(*c)).collect();
    let shape = |signs: &[(usize, char)]| shape_of(signs.iter().map(|sign| size(sign.1)));
    if let [(_, first), sizes @ ..] = signs.as_slice()
        && let Some(stack) = colour_sign(*first).zip(shape(sizes))
    {
        return Some(vec![(Some(stack), 0..token.len())]);
    }
    let count = |from: usize, is_one: fn(char) -> bool| {
        signs.iter().skip(from).take_while(|sign| is_one(sign.1)).count()
    };
    let is_size = |sign: char| matches!(sign, '1'..='9');
    let place = |i: usize| signs.get(i).map_or(token.len(), |sign| sign.0);
    let sizes_first = signs.iter().find(|sign| !EMPTY.contains(&sign.1))?.1.is_ascii_digit();
    let (mut stacks, mut i) = (Vec::new(), 0);
    while let Some(&(start, sign)) = signs.get(i) {
        let from = i;
        let content = if EMPTY.contains(&sign) {
            // Here a sign is a square each: a run of them drawn as one square would stand alone.
            i += 1;
            None
        } else if sizes_first {
            let colour = from + count(from, is_size);
            i = colour + 1;
            Some((colour_sign(signs.get(colour)?.1)?, shape(&signs[from..colour])?))
        } else {
            let letter = colour_sign(sign)?;
            let is_letter = signs.get(from + 1).is_some_and(|sign| sign.1.is_ascii_alphabetic());
            let sizes = match count(from + 1, is_size) {
                // The letter may be a size of the square before.
                0 if is_letter && matches!(letter, 'S' | 'M' | 'L') => return None,
                0 => count(from + 1, |sign| sign.is_ascii_alphabetic() && size(sign).is_some()),
                digits => digits,
            };
            i = from + 1 + sizes;
            Some((letter, shape(&signs[from + 1..i])?))
        };
        stacks.push((content, start..place(i)));
    }
    Some(stacks)
}

fn no_square(text: &str, token: &str, span: Range<usize>) -> ParseError {
    const A_STACK: &str = "`.` or a stack: a colour letter, then its sizes, such as `R1` or `G12`";
    let name = quoted(token);
    let error = |message: &str, expected: &str| {
        ParseError::new(text, span.clone(), format!("{name} {message}"), expected)
    };
    let advised = |error: ParseError| match advice(token) {
        Some(help) => error.with_help(help),
        None => error,
    };
    let mut chars = token.chars();
    let letter = chars.next().map(|first| first.to_ascii_uppercase()).filter(char::is_ascii_uppercase);
    let Some(letter) = letter else { return advised(error("is no square", A_STACK)) };
    if colour_word(token).is_some_and(|(_, rest)| rest.is_empty()) {
        return error("has a colour but no size", "small, medium or large beside it");
    }
    let Some(sizes) = chars.map(size).collect::<Option<Vec<Size>>>() else {
        return advised(error("is no stack", "a colour letter, then sizes 1, 2, 3 (or S, M, L)"));
    };
    if sizes.is_empty() {
        let help = format!("a lone small is `{letter}1`, a medium `{letter}2`, a large `{letter}3`");
        return error("has a colour but no size", SIX_STACKS).with_help(help);
    }
    let error = error("is an impossible stack", SIX_STACKS);
    let is_same = |shape: &Shape| {
        shape.sizes().len() == sizes.len() && shape.sizes().iter().all(|size| sizes.contains(size))
    };
    match Shape::ALL.into_iter().find(is_same) {
        Some(shape) => error.with_help(format!("sizes go from top to bottom: `{letter}{}`", shape.digits())),
        None => error,
    }
}

/// Advice on how to correct a token that is no square, for frequent mistakes.
fn advice(token: &str) -> Option<String> {
    let signs: Vec<char> = token.chars().filter(|c| !is_joiner(*c)).collect();
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let stacks = token.matches(is_letter).count() + token.matches('.').count();
    let is_known = |c: char| is_letter(c) || EMPTY.contains(&c) || matches!(c, '1'..='9');
    let is_dense =
        stacks > 1 && token.chars().all(is_known) && token.chars().any(|c| c == '.' || c.is_ascii_digit());
    Some(match signs.as_slice() {
        // A colour between two sizes.
        [a, colour, b] if a.is_ascii_digit() && b.is_ascii_digit() && is_letter(*colour) => {
            let colour = colour.to_ascii_uppercase();
            format!("it could mean `{colour}{a}` or `{colour}{b}`")
        }
        // A size in letters before the colour.
        [a, colour] if colour.is_ascii_uppercase() && !a.is_ascii_digit() && size(*a).is_some() => {
            let digit = size(*a).map_or(0, Size::pips);
            format!("the colour comes first: `{colour}{digit}`, if that is meant")
        }
        ['⬜' | '⚪'] => "it could mean an empty square, `.`, or a white piece without its size".into(),
        [sign] if is_picture(*sign) => "its size follows, such as `🟨2`".into(),
        ['*' | 'o' | 'x'] => "an empty square is written `.`".into(),
        _ if is_dense => {
            "blanks between the squares make it clear which letter and digit belong together".into()
        }
        _ => return None,
    })
}
