//! What the notations of all games share: errors that point at a place, words of messages, and texts taken apart.

use std::ops::Range;

use super::escape::escape;

/// Reason why a text is no deal, position, move or share string of its game, and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}, column {column}: {message}; expected {expected}{}",
    .help.as_ref().map_or_else(String::new, |help| format!(" ({help})"))
)]
pub struct ParseError {
    /// Description of the fault in a few words.
    pub message: String,
    /// Description of the input expected at the place.
    pub expected: String,
    /// Advice on how to correct the text, if there is any.
    pub help: Option<String>,
    /// Place as a range of bytes. An empty range lies between two characters.
    pub span: Range<usize>,
    /// Line of the start of the place, from 1.
    pub line: usize,
    /// Column of the start of the place in characters, from 1; a byte order mark does not count.
    pub column: usize,
}

impl ParseError {
    /// The error at a place of `text`, without help.
    pub fn new(
        text: &str,
        span: Range<usize>,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let (line, column) = line_and_column(text, span.start);
        Self { message: message.into(), expected: expected.into(), help: None, span, line, column }
    }

    /// Adds advice on how to correct the text.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Line and column of a byte of a text, from 1; columns in characters, without a byte order mark.
pub(crate) fn line_and_column(text: &str, start: usize) -> (usize, usize) {
    let before = text.get(..start).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1;
    (before.matches('\n').count() + 1, column)
}

/// Annotation of a move that was played, by what it provably gave away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// In Solomids, something together with other moves; in Pentamid, a proven win after which none is proven: `?!`.
    Suspect,
    /// In Solomids, one point; in Pentamid, the game, where another move lasts longer: `?`.
    Mistake,
    /// The win; in Solomids, more than one point as well: `??`.
    Blunder,
}

impl Mark {
    /// The annotation symbol: empty, `?!`, `?` or `??`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Suspect => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Whether the move itself provably cost something.
    pub const fn is_proven(self) -> bool {
        matches!(self, Self::Mistake | Self::Blunder)
    }
}

/// Moves as they are written.
pub fn tokens(moves: &[impl ToString]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// A part of the input in backquotes: control characters escaped, 24 characters at most.
pub(crate) fn quoted(token: &str) -> String {
    const LONGEST: usize = 24;
    let (start, more) = match token.char_indices().nth(LONGEST) {
        Some((end, _)) => (&token[..end], "…"),
        None => (token, ""),
    };
    format!("`{}{more}`", escape(start))
}

/// A count as a word up to twelve, as digits from 13 on.
pub(crate) fn number(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(count).map_or_else(|| count.to_string(), |&word| word.into())
}

/// The items as a list in English: `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The ending of a noun after a count: empty for 1, else `s`.
pub(crate) const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Letters of colours in the order of their appearance, each with how often it appears and its first place.
#[derive(Default)]
pub(crate) struct Letters(Vec<(char, usize, Range<usize>)>);

impl Letters {
    pub(crate) fn add(&mut self, letter: char, place: &Range<usize>) {
        match self.0.iter_mut().find(|entry| entry.0 == letter) {
            Some(entry) => entry.1 += 1,
            None => self.0.push((letter, 1, place.clone())),
        }
    }

    /// The letters, if there are `most` at most; `surplus` are words for one more, and what is expected.
    ///
    /// # Errors
    /// The rarest letter is blamed, one that `is_usual` last.
    pub(crate) fn at_most(
        self,
        text: &str,
        most: usize,
        surplus: (&str, &str),
        is_usual: impl Fn(char) -> bool,
    ) -> Result<Vec<char>, ParseError> {
        let letters = || self.0.iter().map(|entry| entry.0);
        if self.0.len() <= most {
            return Ok(letters().collect());
        }
        let blamed = self.0.iter().rev().min_by_key(|(letter, count, _)| (*count, is_usual(*letter)));
        let (letter, _, span) = blamed.cloned().unwrap_or_default();
        let others: Vec<String> =
            letters().filter(|&other| other != letter).map(|other| other.to_string()).collect();
        let name = quoted(&letter.to_string());
        let message = if others.len() == most {
            format!("a {} colour, {name}", surplus.0)
        } else {
            format!("{} colours; {name} is the rarest", others.len() + 1)
        };
        Err(ParseError::new(text, span, message, surplus.1)
            .with_help(format!("the other colours are {}", listed(&others))))
    }
}

/// Places in bytes of the runs of characters between those that `apart` accepts. Byte order marks and line ends always keep
/// words apart, and so does a comment, from `#` to the end of its line.
pub(crate) fn words(text: &str, apart: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut begun = None;
    let mut comment = false;
    for (i, char) in text.char_indices() {
        comment = (comment || char == '#') && char != '\n';
        if comment || matches!(char, '\u{feff}' | '\n') || apart(char) {
            words.extend(begun.take().map(|start| start..i));
        } else {
            begun = begun.or(Some(i));
        }
    }
    words.extend(begun.map(|start| start..text.len()));
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn comments_and_byte_order_marks_keep_words_apart() {
        let text = "\u{feff}a, bé#c, d\n#\ne";
        let found: Vec<&str> =
            words(text, |char| matches!(char, ',' | ' ')).into_iter().map(|place| &text[place]).collect();
        assert_eq!(found, ["a", "bé", "e"]);
        assert!(words("# a", char::is_whitespace).is_empty());
    }
}
