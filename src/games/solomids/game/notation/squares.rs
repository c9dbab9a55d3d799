//! Squares of one row of text: stacks in every spelling that has one meaning only, and empty squares.

use std::ops::Range;

use super::syntax::{Cell, SquareContent, span_of};
use super::words::{colour_sign, colour_word, is_joiner, is_picture, shape, size};
use crate::games::solomids::game::piece::{Shape, Size};
use crate::kit::notation::{ParseError, quoted};

const SIX_STACKS: &str = "one of the six stacks 1, 2, 3, 12, 23, 123 (top to bottom)";

/// Characters between squares, besides blanks.
pub(super) const SEPARATORS: [char; 7] = [',', ';', '|', '│', '┃', '║', '\u{ff0c}'];
/// Characters that stand for an empty square.
const EMPTY: [char; 7] = ['.', '-', '_', '0', '·', '–', '—'];

/// A part of a row of text.
pub(super) enum Part {
    /// A square with a stack.
    Stack(Cell),
    /// One sign of an empty square, or a run of it.
    Empty(EmptyRun),
    /// A separator that is no blank.
    Separator(char, Range<usize>),
    /// The number of the row, at its start or its end.
    Label(usize, Range<usize>),
}

/// A sign of an empty square, repeated: that many squares, or one drawn wide.
pub(super) struct EmptyRun {
    pub(super) signs: usize,
    pub(super) span: Range<usize>,
}

/// Reads the parts of a row.
///
/// # Errors
/// The first text that is no square, or that may be two different ones.
pub(super) fn parts(text: &str, row: &str) -> Result<Vec<Part>, ParseError> {
    let mut parts = Vec::new();
    let tokens = tokens(row);
    let is_separator = |token: &str| token.starts_with(SEPARATORS);
    let mut i = 0;
    while let Some(&token) = tokens.get(i) {
        let span = span_of(text, token);
        let next = tokens.get(i + 1).copied();
        i += 1;
        let separator = token.chars().next().filter(|c| SEPARATORS.contains(c));
        if let Some(separator) = separator {
            if i > 1
                && let Some(next) = next.filter(|next| is_separator(next))
            {
                let gap = span.start..span_of(text, next).end;
                return Err(ParseError::new(text, gap, "nothing between two separators", "a square")
                    .with_help("an empty square is written `.`"));
            }
            parts.push(Part::Separator(separator, span));
        } else if is_empty_run(token) {
            parts.push(Part::Empty(EmptyRun { signs: token.chars().count(), span }));
        } else if token.eq_ignore_ascii_case("empty") {
            parts.push(Part::Stack(Cell { content: None, span }));
        } else if let Some((letter, shape)) = single(token) {
            parts.push(Part::Stack(Cell { content: Some((letter, shape)), span }));
        } else if let Some(content) = next.and_then(|next| pair(token, next)) {
            let end = next.map_or(span.end, |next| span_of(text, next).end);
            parts.push(Part::Stack(Cell { content: Some(content), span: span.start..end }));
            i += 1;
        } else if let Some(label) = label(token).filter(|_| i == 1 || i == tokens.len()) {
            parts.push(Part::Label(label, span));
        } else if let Some(cells) = run(text, token) {
            parts.extend(cells);
        } else {
            return Err(no_square(text, token, span));
        }
    }
    Ok(parts)
}

/// The words of a row and the separators between them, each of these alone.
fn tokens(row: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for word in row.split_whitespace() {
        let mut rest = word;
        while let Some(at) = rest.find(SEPARATORS) {
            let end = at + rest[at..].chars().next().map_or(1, char::len_utf8);
            tokens.extend([&rest[..at], &rest[at..end]].into_iter().filter(|part| !part.is_empty()));
            rest = &rest[end..];
        }
        if !rest.is_empty() {
            tokens.push(rest);
        }
    }
    tokens
}

/// Whether a token is one sign of an empty square, once or repeated.
fn is_empty_run(token: &str) -> bool {
    let first = token.chars().next();
    first.is_some_and(|first| EMPTY.contains(&first) && token.chars().all(|c| c == first))
}

/// The number of a row: 1 to 10, alone or before a dot, a colon or a bracket.
fn label(token: &str) -> Option<usize> {
    let digits = token.strip_suffix(['.', ':', ')']).unwrap_or(token);
    let is_number =
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|number| is_number && (1..=10).contains(number))
}

/// A token that is one stack: `R12`, `rSM`, `12R`, `yellow2`, `yellow-medium`, `🟨2`.
fn single(token: &str) -> Option<(char, Shape)> {
    let mut chars = token.chars().filter(|c| !is_joiner(*c));
    let first = chars.next()?;
    if let Some(letter) = colour_sign(first)
        && let Some(sizes) = chars.clone().map(size).collect::<Option<Vec<Size>>>()
        && let Some(shape) = Shape::from_sizes(&sizes)
    {
        return Some((letter, shape));
    }
    if let Some((letter, rest)) = colour_word(token) {
        // `greens` and `reds` are words of another kind.
        return Some((letter, shape(rest.trim_start_matches(['-', '_', ':']))?)).filter(|_| rest != "s");
    }
    let last = token.chars().rfind(|c| !is_joiner(*c))?;
    let at = token.rfind(last)?;
    let sizes = &token[..at];
    let digits = sizes.chars().all(|c| c.is_ascii_digit() || is_joiner(c));
    colour_sign(last).filter(|_| digits).and_then(|letter| Some((letter, shape(sizes)?)))
}

/// Two tokens that are one stack: `yellow medium`, `medium yellow`, `yellow 2`, `🟨 2`.
fn pair(token: &str, next: &str) -> Option<(char, Shape)> {
    let colour = |token: &str| {
        let picture = token.chars().next().filter(|c| is_picture(*c)).and_then(colour_sign);
        let rest = token.chars().skip(1).all(is_joiner);
        let word = colour_word(token).filter(|(_, rest)| rest.is_empty()).map(|(letter, _)| letter);
        word.or_else(|| picture.filter(|_| rest))
    };
    colour(token).zip(shape(next)).or_else(|| colour(next).zip(shape(token)))
}

/// Several squares without blanks between them, all with the colour first or all with the sizes first: `Y2G1..K3`.
fn run(text: &str, token: &str) -> Option<Vec<Part>> {
    let start = span_of(text, token).start;
    let signs: Vec<(usize, char)> = token.char_indices().filter(|(_, c)| !is_joiner(*c)).collect();
    let end_of = |i: usize| start + signs.get(i).map_or(token.len(), |sign| sign.0);
    let is_size = |i: usize| signs.get(i).is_some_and(|sign| sign.1.is_ascii_digit() && sign.1 != '0');
    let sizes_first = signs.iter().find(|sign| !EMPTY.contains(&sign.1))?.1.is_ascii_digit();
    let mut parts = Vec::new();
    let mut i = 0;
    while let Some(&(_, sign)) = signs.get(i) {
        let from = i;
        if EMPTY.contains(&sign) {
            // Here a sign is a square each: a run of them drawn as one square would stand alone.
            parts.push(Part::Stack(Cell { content: None, span: end_of(i)..end_of(i + 1) }));
            i += 1;
            continue;
        }
        let letter = if sizes_first {
            while is_size(i) {
                i += 1;
            }
            let letter = colour_sign(signs.get(i)?.1)?;
            i += 1;
            letter
        } else {
            i += 1;
            let letter = colour_sign(sign)?;
            let is_letter = |i: usize| signs.get(i).is_some_and(|sign| sign.1.is_ascii_alphabetic());
            if is_size(i) {
                while is_size(i) {
                    i += 1;
                }
            } else if is_letter(i) && matches!(letter, 'S' | 'M' | 'L') {
                // The letter may be a size of the square before.
                return None;
            } else {
                while is_letter(i) && signs.get(i).is_some_and(|sign| size(sign.1).is_some()) {
                    i += 1;
                }
            }
            letter
        };
        let sizes: Vec<Size> = signs[from..i]
            .iter()
            .filter(|sign| !sizes_first || sign.1.is_ascii_digit())
            .skip(usize::from(!sizes_first))
            .map(|sign| size(sign.1))
            .collect::<Option<_>>()?;
        let content: SquareContent = Some((letter, Shape::from_sizes(&sizes)?));
        parts.push(Part::Stack(Cell { content, span: end_of(from)..end_of(i) }));
    }
    Some(parts)
}

/// The error for a token that is no square.
fn no_square(text: &str, token: &str, span: Range<usize>) -> ParseError {
    let error = |message: String, expected: &str| ParseError::new(text, span.clone(), message, expected);
    let advised = |error: ParseError| match advice(token) {
        Some(help) => error.with_help(help),
        None => error,
    };
    let name = quoted(token);
    let mut chars = token.chars();
    let letter = chars.next().map(|first| first.to_ascii_uppercase()).filter(char::is_ascii_uppercase);
    let Some(letter) = letter else {
        return advised(error(
            format!("{name} is no square"),
            "`.` or a stack: a colour letter, then its sizes, such as `R1` or `G12`",
        ));
    };
    if colour_word(token).is_some_and(|(_, rest)| rest.is_empty()) {
        return error(format!("{name} has a colour but no size"), "small, medium or large beside it");
    }
    let Some(sizes) = chars.map(size).collect::<Option<Vec<Size>>>() else {
        return advised(error(
            format!("{name} is no stack"),
            "a colour letter, then sizes 1, 2, 3 (or S, M, L)",
        ));
    };
    if sizes.is_empty() {
        return error(format!("{name} has a colour but no size"), SIX_STACKS)
            .with_help(format!("a lone small is `{letter}1`, a medium `{letter}2`, a large `{letter}3`"));
    }
    let error = error(format!("{name} is an impossible stack"), SIX_STACKS);
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
    match signs.as_slice() {
        // A colour between two sizes.
        [a, colour, b] if a.is_ascii_digit() && b.is_ascii_digit() && colour.is_ascii_alphabetic() => {
            let colour = colour.to_ascii_uppercase();
            return Some(format!("it could mean `{colour}{a}` or `{colour}{b}`"));
        }
        // A size in letters before the colour.
        [a, colour] if colour.is_ascii_uppercase() && !a.is_ascii_digit() && size(*a).is_some() => {
            let digit = size(*a).map_or(0, Size::pips);
            let colour = colour.to_ascii_uppercase();
            return Some(format!("the colour comes first: `{colour}{digit}`, if that is meant"));
        }
        ['⬜' | '⚪'] => {
            return Some("it could mean an empty square, `.`, or a white piece without its size".into());
        }
        [sign] if is_picture(*sign) => return Some("its size follows, such as `🟨2`".into()),
        _ => {}
    }
    if matches!(token, "*" | "o" | "x") {
        return Some("an empty square is written `.`".into());
    }
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let stacks = token.matches(is_letter).count() + token.matches('.').count();
    let known = |c: char| is_letter(c) || EMPTY.contains(&c) || matches!(c, '1'..='9');
    if stacks > 1 && token.chars().all(known) && token.chars().any(|c| c == '.' || c.is_ascii_digit()) {
        return Some(
            "blanks between the squares make it clear which letter and digit belong together".into(),
        );
    }
    None
}
