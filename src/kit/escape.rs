//! Escapes text that comes from files, arguments and certificates, so that no terminal obeys it.

use std::borrow::Cow;
use std::fmt::Write as _;

/// What is escaped, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Everything on one line, as `\n` and `\u{9b}`.
    Line,
    /// Line feeds, tabs, colours and other styles stay.
    Page,
    /// A line of JSON: as `\u009b`.
    Json,
}

/// A text on one line: what a terminal would obey or hide is written as `\n`, `\u{9b}`.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    escaped(text, Form::Line)
}

/// [`escape`] for a text of several lines, which may have tabs, and colours and other styles.
pub(crate) fn escape_lines(text: &str) -> Cow<'_, str> {
    escaped(text, Form::Page)
}

/// JSON in which what a terminal would obey or hide, which only texts in it can have, is escaped as `\u009b`.
pub(crate) fn escape_json(text: &str) -> Cow<'_, str> {
    escaped(text, Form::Json)
}

fn escaped(text: &str, form: Form) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for (at, sign) in text.char_indices() {
        let is_kept = match sign {
            '\n' => form != Form::Line,
            '\t' => form == Form::Page,
            '\u{1b}' => form == Form::Page && begins_style(&text[at..]),
            _ => !is_unsafe(sign),
        };
        if is_kept {
            escaped.push(sign);
        } else if form == Form::Json {
            for unit in sign.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.extend(sign.escape_debug());
        }
    }
    escaped.into()
}

/// Whether a terminal may obey or hide a character instead of showing it: controls (C0, DEL, C1), marks of the direction of
/// writing and other formats, separators of lines, and whatever has no shape.
fn is_unsafe(sign: char) -> bool {
    if sign.is_ascii() {
        return sign.is_ascii_control();
    }
    // The standard library escapes what cannot be printed, and accents where no letter comes before them.
    let mut text = String::from("x");
    text.push(sign);
    text.escape_debug().nth(2).is_some()
}

/// Whether a text begins with the sequence of a style. To hide what follows is no style of this program.
fn begins_style(text: &str) -> bool {
    let style = text.strip_prefix("\u{1b}[").and_then(|rest| rest.split_once('m'));
    style.is_some_and(|(style, _)| style != "8" && style.bytes().all(|b| b.is_ascii_digit() || b == b';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        let cases = [
            ("B3 R1, ü “…” \\ 'a' \"b\" e\u{301} 木 ½", "B3 R1, ü “…” \\ 'a' \"b\" e\u{301} 木 ½"),
            ("a\u{1b}[2K\rb", "a\\u{1b}[2K\\rb"),
            ("\u{7f}\u{9b}8m\u{85}", "\\u{7f}\\u{9b}8m\\u{85}"),
            ("a\nb\tc", "a\\nb\\tc"),
            ("\u{202e}\u{2066}\u{200e}\u{61c}\u{200b}", "\\u{202e}\\u{2066}\\u{200e}\\u{61c}\\u{200b}"),
            ("\u{2028}\u{2029}\u{feff}\u{ad}\u{e0041}", "\\u{2028}\\u{2029}\\u{feff}\\u{ad}\\u{e0041}"),
        ];
        for (text, expected) in cases {
            assert_eq!(escape(text), expected, "{text:?}");
        }
        assert_eq!(escape_json("\"\u{7f}é\u{9b}\u{e0041}\"\n"), "\"\\u007fé\\u009b\\udb40\\udc41\"\n");
        assert_eq!(escape_lines("a\nb\t\u{9b}\n"), "a\nb\t\\u{9b}\n");
    }

    #[test]
    fn only_styles_pass() {
        let styled = "\u{1b}[1m\u{1b}[38;5;9mR1\u{1b}[0m\n";
        assert_eq!(escape_lines(styled), styled);
        assert_eq!(escape_lines("\u{1b}[2Ka\u{1b}]0;b\u{7}"), "\\u{1b}[2Ka\\u{1b}]0;b\\u{7}");
        assert_eq!(escape_lines("\u{1b}[8ma\u{1b}[1"), "\\u{1b}[8ma\\u{1b}[1");
    }
}
