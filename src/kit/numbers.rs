//! Numbers in texts for people, and binomial coefficients.

/// All `C(n, k)` for `n` below `N` and `k` below `K`, by Pascal's rule. Numbers that do not fit are refused by the compiler.
pub(crate) const fn binomials<const N: usize, const K: usize>() -> [[u32; K]; N] {
    let mut table = [[0; K]; N];
    let mut n = 0;
    while n < N {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n && k < K {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

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
