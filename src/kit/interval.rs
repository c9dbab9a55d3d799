//! Confidence intervals of proportions: the Wilson score interval and the exact interval of Clopper and Pearson.
//!
//! Source: R. G. Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven methods",
//! Statistics in Medicine 17 (1998) 857–872, methods 3 and 5.
//!
//! Undecided trials widen an interval: its lower end counts none of them as successes, its upper end all that may be. So it
//! contains the interval of every way to decide them.

use std::fmt;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF as _, Normal};
use statrs::function::beta::checked_beta_reg;

/// Method of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Wilson's score interval: its mean coverage is the level.
    Wilson,
    /// Clopper's and Pearson's, which is never too narrow: its coverage is at least the level.
    Exact,
}

impl Method {
    /// Name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wilson => "Wilson",
            Self::Exact => "Clopper-Pearson",
        }
    }
}

/// Method and level of intervals. Default: Wilson, 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Confidence {
    method: Method,
    /// Confidence level, strictly between 0 and 1.
    level: f64,
}

/// Interval of a proportion, within 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl fmt::Display for Interval {
    /// Writes percentages with one decimal, the ends rounded outwards: `25.5 to 36.7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", percent_down(self.low, 1), percent_up(self.high, 1))
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self { method: Method::Wilson, level: 0.95 }
    }
}

impl Confidence {
    /// Intervals of a level strictly between 0 and 1; `None` for any other number.
    pub fn new(method: Method, level: f64) -> Option<Self> {
        (level > 0.0 && level < 1.0).then_some(Self { method, level })
    }

    /// Method of the intervals.
    pub const fn method(self) -> Method {
        self.method
    }

    /// Confidence level, strictly between 0 and 1.
    pub const fn level(self) -> f64 {
        self.level
    }

    /// The interval of the proportion of successes, if at least `certain` and at most `possible` of `trials` trials are
    /// successes. The whole of 0 to 1 without trials.
    pub fn interval(self, certain: u64, possible: u64, trials: u64) -> Interval {
        debug_assert!(certain <= possible && possible <= trials);
        if trials == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        Interval { low: self.of(certain, trials).low, high: self.of(possible, trials).high }
    }

    /// The interval if exactly `count` trials are successes.
    fn of(self, count: u64, trials: u64) -> Interval {
        let (low, high) = match self.method {
            Method::Wilson => wilson(count as f64, trials as f64, quantile(0.5 + self.level / 2.0)),
            Method::Exact => exact(count as f64, trials as f64, (1.0 - self.level) / 2.0),
        };
        // These ends are exact by definition; rounding must not move them.
        Interval {
            low: if count == 0 { 0.0 } else { low.clamp(0.0, 1.0) },
            high: if count == trials { 1.0 } else { high.clamp(0.0, 1.0) },
        }
    }
}

/// Quantile of the standard normal distribution.
fn quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

/// Ends of the Wilson score interval for the normal quantile `z`.
fn wilson(count: f64, trials: f64, z: f64) -> (f64, f64) {
    let share = count / trials;
    let z2 = z * z;
    let middle = share + z2 / (2.0 * trials);
    let half = z * (share * (1.0 - share) / trials + z2 / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + z2 / trials;
    ((middle - half) / scale, (middle + half) / scale)
}

/// Ends of the Clopper-Pearson interval that leaves out the probability `tail` on each side.
fn exact(count: f64, trials: f64, tail: f64) -> (f64, f64) {
    (beta_quantile(count, trials - count + 1.0, tail), 1.0 - beta_quantile(trials - count, count + 1.0, tail))
}

/// Quantile of a beta distribution, by bisection: the inverse of `statrs` is wrong in the third digit for proportions as
/// small as here.
fn beta_quantile(a: f64, b: f64, probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        // Parameters of 0 belong to ends that the caller replaces.
        match checked_beta_reg(a, b, middle) {
            Ok(below) if below < probability => low = middle,
            Ok(_) => high = middle,
            Err(_) => return 0.0,
        }
    }
}

/// A proportion as a percentage, rounded down to `decimals` decimals.
pub(crate) fn percent_down(share: f64, decimals: u8) -> String {
    percent((share * scale(decimals)).floor(), decimals)
}

/// A proportion as a percentage, rounded up to `decimals` decimals.
pub(crate) fn percent_up(share: f64, decimals: u8) -> String {
    percent((share * scale(decimals)).ceil().min(scale(decimals)), decimals)
}

/// A proportion as a percentage, rounded to the nearest of `decimals` decimals.
pub(crate) fn percent_near(share: f64, decimals: u8) -> String {
    percent((share * scale(decimals)).round(), decimals)
}

fn scale(decimals: u8) -> f64 {
    10_f64.powi(2 + i32::from(decimals))
}

fn percent(units: f64, decimals: u8) -> String {
    format!("{:.1$}", units / 10_f64.powi(decimals.into()), usize::from(decimals))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rounded(method: Method, count: u64, trials: u64) -> (String, String) {
        let Interval { low, high } = Confidence::new(method, 0.95).unwrap().interval(count, count, trials);
        (format!("{low:.4}"), format!("{high:.4}"))
    }

    /// Table I of Newcombe (1998), to four decimals.
    #[test]
    fn intervals_are_those_of_newcombe() {
        for (count, trials, wilson, exact) in [
            (81, 263, ("0.2553", "0.3662"), ("0.2527", "0.3676")),
            (15, 148, ("0.0624", "0.1605"), ("0.0578", "0.1617")),
            (0, 20, ("0.0000", "0.1611"), ("0.0000", "0.1684")),
            (1, 29, ("0.0061", "0.1718"), ("0.0009", "0.1776")),
        ] {
            let pair = |(low, high): (&str, &str)| (low.to_owned(), high.to_owned());
            assert_eq!(rounded(Method::Wilson, count, trials), pair(wilson), "{count} of {trials}");
            assert_eq!(rounded(Method::Exact, count, trials), pair(exact), "{count} of {trials}");
        }
    }

    /// Large counts, against `SciPy` 1.17.1 (`binomtest(count, trials).proportion_ci(0.95, method)`).
    #[test]
    fn intervals_of_large_counts_are_those_of_scipy() {
        for (method, count, trials, low, high) in [
            (Method::Wilson, 994, 1000, 0.986_971_831_758, 0.997_247_330_858),
            (Method::Wilson, 99_321, 100_000, 0.992_681_728_270, 0.993_700_380_268),
            (Method::Wilson, 3, 1_000_000, 1.020_271_241e-6, 8.821_149_774_3e-6),
            (Method::Exact, 994, 1000, 0.986_986_576_729, 0.997_795_017_515),
            (Method::Exact, 99_321, 100_000, 0.992_681_444_007, 0.993_709_636_235),
            (Method::Exact, 3, 1_000_000, 6.186_725_999_2e-7, 8.767_247_805_9e-6),
            (Method::Exact, 999_999, 1_000_000, 0.999_994_428_369, 0.999_999_974_682),
            (Method::Exact, 500_000, 1_000_000, 0.499_019_519_195, 0.500_980_480_805),
        ] {
            let found = Confidence::new(method, 0.95).unwrap().interval(count, count, trials);
            let close = |found: f64, known: f64| (found / known - 1.0).abs() < 1e-6;
            assert!(
                close(found.low, low) && close(found.high, high),
                "{method:?} {count} of {trials}: {found:?}, not {low} to {high}"
            );
        }
        let wide = Confidence::new(Method::Wilson, 0.99).unwrap().interval(994, 994, 1000);
        assert!(
            (wide.low - 0.983_679_159_203).abs() < 1e-11 && (wide.high - 0.997_808_769_872).abs() < 1e-11
        );
    }

    #[test]
    fn undecided_trials_widen_an_interval() {
        let confidence = Confidence::default();
        let (low, high) = (confidence.interval(90, 90, 100).low, confidence.interval(95, 95, 100).high);
        assert_eq!(confidence.interval(90, 95, 100), Interval { low, high });
        assert_eq!(confidence.interval(0, 100, 100), Interval { low: 0.0, high: 1.0 });
        assert_eq!(confidence.interval(0, 0, 0), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn levels_lie_between_0_and_1() {
        assert!(
            [0.0, 1.0, -0.5, 95.0, f64::NAN].iter().all(|&l| Confidence::new(Method::Exact, l).is_none())
        );
    }

    #[test]
    fn percentages_are_rounded_down_up_and_to_the_nearest() {
        assert_eq!(
            (percent_down(0.986_971_8, 3), percent_up(0.997_247_1, 3)),
            ("98.697".into(), "99.725".into())
        );
        assert_eq!((percent_down(0.0, 3), percent_up(1.0, 3)), ("0.000".into(), "100.000".into()));
        assert_eq!((percent_down(0.999_999_9, 3), percent_up(1e-9, 3)), ("99.999".into(), "0.001".into()));
        assert_eq!(percent_near(0.994, 3), "99.400");
        assert_eq!(Interval { low: 0.2553, high: 0.3662 }.to_string(), "25.5 to 36.7");
    }

    proptest! {
        #[test]
        fn interval_contains_the_observed_proportion(count in 0..5000_u64, more in 0..5000_u64, level in 0.5..0.9999) {
            let trials = count + more;
            for method in [Method::Wilson, Method::Exact] {
                let Interval { low, high } = Confidence::new(method, level).unwrap().interval(count, count, trials);
                let share = count as f64 / trials.max(1) as f64;
                prop_assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
                prop_assert!(low <= share && (share <= high), "{method:?} {low} {share} {high}");
            }
        }
    }
}
