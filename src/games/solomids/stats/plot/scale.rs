//! Horizontal scale of shares.

/// Log-odds scale of shares: 0.1 % is as far from 1 % as 99.9 % from 99 %. The shares 0 and 1 are infinitely far away, and
/// are drawn at its ends.
pub(super) struct LogOddsScale {
    left: i32,
    right: i32,
    /// Powers of ten from one half to each end.
    decades: i32,
}

impl LogOddsScale {
    /// A scale between two x coordinates that shows all of these shares except 0 and 1.
    pub(super) fn new(left: i32, right: i32, shares: impl Iterator<Item = f64>) -> Self {
        let rest = shares.map(|share| share.min(1.0 - share)).filter(|&rest| rest > 1e-9);
        let least = rest.fold(0.01, f64::min);
        Self { left, right, decades: (-least.log10()).ceil().clamp(2.0, 9.0) as i32 }
    }

    /// The x coordinate of a share.
    pub(super) fn x(&self, share: f64) -> i32 {
        let odds = |share: f64| (share / (1.0 - share)).ln();
        let end = odds(10_f64.powi(-self.decades));
        let along = (0.5 - 0.5 * odds(share) / end).clamp(0.0, 1.0);
        self.left + (f64::from(self.right - self.left) * along).round() as i32
    }

    /// Tick marks in ascending order, with their labels in percent.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let near_nothing = (1..=self.decades).rev().map(|n| (10_f64.powi(-n), n));
        let near_all = (1..=self.decades).map(|n| (1.0 - 10_f64.powi(-n), n));
        let name = |(share, n): (f64, i32)| {
            let decimals = usize::try_from(n - 2).unwrap_or(0);
            (share, format!("{:.decimals$}", share * 100.0))
        };
        near_nothing.chain([(0.5, 1)]).chain(near_all).map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_odds_scale_is_symmetric() {
        let scale = LogOddsScale::new(0, 1000, [0.0, 0.002, 0.99, 1.0].into_iter());
        assert_eq!(scale.decades, 3);
        assert_eq!((scale.x(0.0), scale.x(0.5), scale.x(1.0)), (0, 500, 1000));
        assert_eq!((scale.x(0.001), scale.x(0.999)), (0, 1000));
        assert_eq!(scale.x(0.01), 1000 - scale.x(0.99));
        let names: Vec<String> = scale.ticks().into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["0.1", "1", "10", "50", "90", "99", "99.9"]);
    }
}
