//! Words of error messages: quoted input, counts, lists.

/// A part of the input in backquotes: control characters escaped, 24 characters at most.
pub(crate) fn quoted(token: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown = String::new();
    for char in token.chars().take(LONGEST) {
        match char {
            '"' | '\'' | '\\' => shown.push(char),
            _ => shown.extend(char.escape_debug()),
        }
    }
    let more = if token.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("`{shown}{more}`")
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
