//! Formatting of numbers in texts for people.

/// A number with thousands separators: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun: `1 tree`, `2,000 deals`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_and_one_is_singular() {
        let cases = [
            (0, "0 deals"),
            (1, "1 deal"),
            (999, "999 deals"),
            (1_000, "1,000 deals"),
            (12_345_678, "12,345,678 deals"),
        ];
        for (count, words) in cases {
            assert_eq!(counted(count, "deal"), words);
        }
    }
}
