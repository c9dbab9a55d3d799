//! Numbers with two decimal places: formatting of floating-point numbers would add kilobytes to the module of pages.

use std::fmt;

/// A number in hundredths, shown without zeros at its end: `0.62`, `13.5`, `-20`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hundredths(pub(crate) i64);

impl Hundredths {
    /// The nearest one.
    pub(crate) fn of(number: f64) -> Self {
        Self((number * 100.0).round() as i64)
    }
}

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        match (size / 100, size % 100) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, rest) if rest % 10 == 0 => write!(f, "{sign}{whole}.{}", rest / 10),
            (whole, rest) => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_floating_point_numbers_are() {
        for number in -3000..3000 {
            let float = f64::from(number) / 100.0;
            assert_eq!(Hundredths::of(float).to_string(), float.to_string());
        }
    }
}
