//! Foreign text, which files, arguments and certificates bring along, made fit for what shows it: terminals, which obey some
//! characters, and tables in Markdown.

use std::borrow::Cow;
use std::fmt::Write as _;

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

/// Replaces each unsafe character for which `is_kept` is false.
fn replaced(text: &str, is_kept: impl Fn(char) -> bool, replace: impl Fn(&mut String, char)) -> Cow<'_, str> {
    let is_bad = |sign: char| is_unsafe(sign) && !is_kept(sign);
    if !text.contains(is_bad) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for sign in text.chars() {
        if is_bad(sign) { replace(&mut shown, sign) } else { shown.push(sign) }
    }
    shown.into()
}

/// A text on one line: what a terminal would obey is written as `\n`, `\u{9b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    replaced(text, |_| false, |shown, sign| shown.extend(sign.escape_debug()))
}

/// [`shown`] for a text of several lines, which may have tabs.
pub fn shown_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |sign| matches!(sign, '\n' | '\t'), |shown, sign| shown.extend(sign.escape_debug()))
}

/// [`shown_lines`] for a text with colours and other styles, which are left as they are.
pub fn shown_styles(text: &str) -> Cow<'_, str> {
    const BEGIN: &str = "\u{1b}[";
    let Some((before, rest)) = text.split_once(BEGIN) else { return shown_lines(text) };
    let mut shown = shown_lines(before).into_owned();
    for part in rest.split(BEGIN) {
        let end = part.find(|sign: char| !sign.is_ascii_digit() && sign != ';').unwrap_or(part.len());
        let (style, after) = match part[end..].strip_prefix('m') {
            // To hide what follows is no style of this program.
            Some(after) if &part[..end] != "8" => (Some(&part[..=end]), after),
            _ => (None, part),
        };
        match style {
            Some(style) => shown.extend([BEGIN, style]),
            None => shown.push_str(&self::shown(BEGIN)),
        }
        shown.push_str(&shown_lines(after));
    }
    shown.into()
}

/// A text in which each unsafe character beyond ASCII has become a sign that takes as many bytes, so that places stay where they are.
pub fn in_place(text: &str) -> Cow<'_, str> {
    let sign_of = |shown: &mut String, sign: char| {
        shown.push(match sign.len_utf8() {
            2 => '¿',
            3 => '\u{fffd}',
            _ => '\u{1fbc4}',
        });
    };
    replaced(text, |sign| sign.is_ascii(), sign_of)
}

/// JSON in which unsafe characters, which only texts in it can have, are escaped as `\u009b`.
pub fn json(text: &str) -> Cow<'_, str> {
    let escape = |shown: &mut String, sign: char| {
        for unit in sign.encode_utf16(&mut [0; 2]) {
            let _ = write!(shown, "\\u{unit:04x}");
        }
    };
    replaced(text, |sign| sign.is_ascii() && sign != '\u{7f}', escape)
}

/// A cell of a table in Markdown: the text is on one line, and neither ends the cell nor is a tag or an escape.
pub fn markdown_cell(text: &str) -> String {
    let mut cell = String::new();
    for sign in shown(text).chars() {
        match sign {
            '&' => cell.push_str("&amp;"),
            '<' => cell.push_str("&lt;"),
            '>' => cell.push_str("&gt;"),
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' => cell.extend(['\\', sign]),
            _ => cell.push(sign),
        }
    }
    cell
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
            assert_eq!(shown(text), expected, "{text:?}");
            assert_eq!(in_place(text).len(), text.len());
            assert!(!in_place(text).contains(|sign: char| !sign.is_ascii() && is_unsafe(sign)));
        }
        assert_eq!(json("\"\u{7f}é\u{9b}\u{e0041}\"\n"), "\"\\u007fé\\u009b\\udb40\\udc41\"\n");
        assert_eq!(shown_lines("a\nb\t\u{9b}\n"), "a\nb\t\\u{9b}\n");
    }

    #[test]
    fn only_styles_pass() {
        let styled = "\u{1b}[1m\u{1b}[38;5;9mR1\u{1b}[0m\n";
        assert_eq!(shown_styles(styled), styled);
        assert_eq!(shown_styles("\u{1b}[2Ka\u{1b}]0;b\u{7}"), "\\u{1b}[2Ka\\u{1b}]0;b\\u{7}");
        assert_eq!(shown_styles("\u{1b}[8ma\u{1b}[1"), "\\u{1b}[8ma\\u{1b}[1");
    }

    #[test]
    fn cells_stay_cells() {
        assert_eq!(markdown_cell("a|b\\<i>&\n*_x_`"), "a\\|b\\\\&lt;i&gt;&amp;\\\\n\\*\\_x\\_\\`");
        assert_eq!(markdown_cell("17, 98.8 %"), "17, 98.8 %");
    }
}
