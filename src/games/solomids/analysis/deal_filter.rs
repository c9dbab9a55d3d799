//! Selection of deals by difficulty.

use super::difficulty::Level;
use crate::games::solomids::game::Position;
use crate::games::solomids::solver::{Config, MemoryLimit, Solver};

/// Nodes within which a deal is to be proven winnable: enough for 199 of 200 deals.
const NODES: u64 = 20_000;

/// Conditions on deals: a level, and a proof that they can be won.
#[derive(Clone, Copy, Debug, Default)]
pub struct DealFilter {
    /// Level of difficulty.
    pub level: Option<Level>,
    /// Whether a proof is needed that the deal can be won.
    pub winnable: bool,
}

impl DealFilter {
    /// Whether there is any condition.
    pub const fn is_some(self) -> bool {
        self.level.is_some() || self.winnable
    }

    /// Whether a deal meets the conditions. A deal that is not decided within some thousand nodes is not known to be
    /// winnable.
    pub fn passes(self, deal: &Position) -> bool {
        let is_won = || {
            let memory = MemoryLimit::of_bytes(1 << 28);
            let config = Config { max_nodes: Some(NODES), memory, ..Config::default() };
            Solver::new().solve(deal, &config).verdict.score().is_some_and(|score| score >= 15)
        };
        self.level.is_none_or(|level| Level::of_deal(deal) == level) && (!self.winnable || is_won())
    }
}

#[cfg(test)]
mod tests {
    use crate::games::solomids::analysis::difficulty;
    use crate::games::solomids::dealer::tabletop;

    use super::*;

    #[test]
    fn a_level_is_that_of_the_difficulty_of_the_deal() {
        let deals: Vec<_> = (0..12).map(|index| tabletop::deal(1, index)).collect();
        for deal in &deals {
            let config = Config { max_nodes: Some(NODES), ..Config::default() };
            let outcome = Solver::new().solve(deal.position(), &config);
            let level = difficulty(deal.position(), &outcome, None).level;
            for wanted in Level::ALL {
                let filter = DealFilter { level: Some(wanted), winnable: true };
                assert_eq!(filter.passes(deal.position()), level == Some(wanted));
            }
        }
    }
}
