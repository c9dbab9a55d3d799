//! Wilson's score interval of a share (R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
//! Medicine 17 (1998) 857–872, method 3).

use std::fmt;

/// A share with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The share itself.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The interval of 95 % for `count` out of `total`, the whole range if the total is 0.
pub fn wilson(count: u64, total: u64) -> Interval {
    /// The 97.5 % point of the normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    if total == 0 {
        return Interval { share: 0.5, low: 0.0, high: 1.0 };
    }
    let (n, share) = (total as f64, count as f64 / total as f64);
    let centre = share + Z * Z / (2.0 * n);
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    Interval { share, low: (centre - spread) / scale, high: (centre + spread) / scale }
}

impl fmt::Display for Interval {
    /// Writes `52.0 % (48.1 to 55.9)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { share, low, high } = self;
        write!(f, "{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
    }
}
