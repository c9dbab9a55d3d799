//! Parsers of option values; errors name the allowed values.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::solace2::game::{MAX_STASHES, Reading};
use crate::solver::Pruning;
use clap::builder::{PossibleValuesParser, TypedValueParser};

const MAX_THREADS: usize = 1024;
/// Longest time limit: a thousand years.
const MAX_SECONDS: f64 = 3.2e10;

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let allowed = || format!("expected a whole number from 0 (all cores) to {MAX_THREADS}");
    digits(text).and_then(|n| usize::try_from(n).ok()).filter(|&n| n <= MAX_THREADS).ok_or_else(allowed)
}

pub(crate) fn rule() -> impl TypedValueParser<Value = Pruning> {
    let named = |name: String| Pruning::ALL.into_iter().find(|rule| rule.name() == name);
    PossibleValuesParser::new(Pruning::ALL.map(Pruning::name))
        .map(move |name| named(name).expect("one of these"))
}

pub(crate) fn nodes(text: &str) -> Result<u64, String> {
    digits(text).ok_or_else(|| "expected a whole number from 0 to 2^64 - 1, such as 1000000".into())
}

pub(crate) fn index(text: &str) -> Result<u64, String> {
    digits(text).ok_or_else(|| "expected a whole number from 0 to 2^64 - 1".into())
}

pub(crate) fn count(text: &str) -> Result<u64, String> {
    digits(text).filter(|&n| n > 0).ok_or_else(|| "expected a whole number from 1 to 2^64 - 1".into())
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let allowed = "expected a whole number from 0 to 2^64 - 1; a seed of the web page is given by --web-seed";
    digits(text).ok_or_else(|| allowed.into())
}

pub(crate) fn stashes(text: &str) -> Result<usize, String> {
    whole(text, 1..=MAX_STASHES)
}

pub(crate) fn up_to_10_000(text: &str) -> Result<usize, String> {
    whole(text, 0..=10_000)
}

pub(crate) fn reading(text: &str) -> Result<Reading, String> {
    text.parse().map_err(|error: crate::solace2::game::UnknownReading| error.to_string())
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let value = text.parse::<f64>().ok().filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
    let time = value.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| format!("expected seconds from 0 to {MAX_SECONDS:.0}, such as 60 or 0.5"))
}

/// Parses a percentage as a confidence level between 0 and 1.
pub(crate) fn level(text: &str) -> Result<f64, String> {
    let value = text.parse::<f64>().ok().map(|percent| percent / 100.0);
    let allowed = || "expected a percentage between 0 and 100, such as 95 or 99.9".into();
    value.filter(|&level| level > 0.0 && level < 1.0).ok_or_else(allowed)
}

/// Least memory limit, in bytes. Any smaller number is likely to lack its unit.
const MIN_MEMORY: u64 = 1 << 20;

/// Parses a size in bytes: a whole number, an optional K, M, G or T for powers of 1024, an optional `B` or `iB`.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let allowed =
        || String::from("expected a size of 1M or more, such as 2G (K, M, G and T are powers of 1024)");
    let upper = text.to_ascii_uppercase();
    let short = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let (number, power) = match short.char_indices().last() {
        Some((at, 'K')) => (&short[..at], 1),
        Some((at, 'M')) => (&short[..at], 2),
        Some((at, 'G')) => (&short[..at], 3),
        Some((at, 'T')) => (&short[..at], 4),
        _ => (short, 0),
    };
    digits(number)
        .and_then(|n| n.checked_mul(1 << (10 * power)))
        .filter(|&n| n >= MIN_MEMORY)
        .ok_or_else(allowed)
}

/// Parses a whole number of a range.
fn whole(text: &str, range: RangeInclusive<usize>) -> Result<usize, String> {
    let number = digits(text).and_then(|n| usize::try_from(n).ok()).filter(|n| range.contains(n));
    number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
}

/// Parses a number of digits alone, without a sign.
fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_powers_of_1024() {
        for (text, size) in
            [("512M", 512 << 20), ("2G", 2 << 30), ("2gib", 2 << 30), ("3000kB", 3000 << 10), ("1T", 1 << 40)]
        {
            assert_eq!(bytes(text), Ok(size), "{text}");
        }
        for text in
            ["", "M", "0", "0G", "2", "1023K", "-1", "1.5G", "1X", "99999999999999T", "+1K", "1 G", "é"]
        {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        assert_eq!(threads("0"), Ok(0));
        assert!(["", "-1", "1025", "two", "1.5", "99999999999999999999"].iter().all(|t| threads(t).is_err()));
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert!(["18446744073709551616", "+1", "0x1", ""].iter().all(|t| seed(t).is_err()));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(["", "-1", "nan", "inf", "1e300", "1s"].iter().all(|t| seconds(t).is_err()));
        assert!(count("0").is_err());
        assert_eq!(stashes("0"), Err("expected a whole number from 1 to 5".into()));
        assert_eq!((stashes("1"), up_to_10_000("0"), up_to_10_000("10000")), (Ok(1), Ok(0), Ok(10_000)));
        assert_eq!(level("95"), Ok(0.95));
        assert!(["", "0", "100", "-5", "nan", "95%"].iter().all(|t| level(t).is_err()));
        assert!(["", "-1", "10001", "x"].iter().all(|t| up_to_10_000(t).is_err()));
    }
}
