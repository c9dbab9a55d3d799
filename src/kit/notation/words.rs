//! Words of a text with their places.

use std::ops::Range;

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
