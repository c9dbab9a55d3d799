//! Outcomes held against the rules: no verdict leaves the program before its line was replayed.

use crate::game::{IllegalLine, Position, replay};
use crate::solver::{Outcome, Verdict};

/// An outcome whose line does not bear out its verdict: a mistake of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// A move of the line is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalLine),
    /// The line ends elsewhere than the verdict says.
    #[error("the line reaches score {score}, the verdict is {verdict:?}")]
    Other {
        /// What the line scores.
        score: u8,
        /// What the solver says.
        verdict: Verdict,
    },
}

/// Replays the line of an outcome, and gives back where it ends.
///
/// # Errors
/// An illegal move, or an end that is not what the verdict says.
pub fn check(start: &Position, outcome: &Outcome) -> Result<Position, Contradiction> {
    let end = replay(start, &outcome.line)?;
    let (won, score) = (end.is_won(), end.score());
    let agrees = match outcome.verdict {
        Verdict::Won { swaps } => won && end.swaps_used() == swaps,
        Verdict::Lost { trees } => !won && end.trees_banked() == trees,
        Verdict::Undecided { lower, upper, .. } => score == lower && lower <= upper,
    };
    if agrees { Ok(end) } else { Err(Contradiction::Other { score, verdict: outcome.verdict }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Share, parse_position};
    use crate::solver::{Stats, Stop};

    const POSITION: &str = ". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/\
                            . . . . ./. . . . ./. . . . ./. . . . ./. . . . ./swaps-used: 1";

    fn checked(verdict: Verdict, line: &str) -> Result<Position, Contradiction> {
        let line: Share = line.parse().unwrap();
        let outcome = Outcome { verdict, line: line.moves, stats: Stats::default() };
        check(&parse_position(POSITION).unwrap().position, &outcome)
    }

    #[test]
    fn a_line_that_bears_out_its_verdict_is_replayed() {
        let end = checked(Verdict::Won { swaps: 1 }, "_M-B8>B6, M-B6>E6, B-E6").unwrap();
        assert!(end.is_won());
        assert!(checked(Verdict::Lost { trees: 14 }, "_M-B8>B6").is_ok());
        let undecided = Verdict::Undecided { lower: 14, upper: 16, stopped: Stop::Time };
        assert!(checked(undecided, "_").is_ok());
    }

    #[test]
    fn a_solver_that_is_wrong_is_caught() {
        for (verdict, line) in [
            (Verdict::Won { swaps: 1 }, "_M-B8>B6, M-B6>E6"),
            (Verdict::Won { swaps: 0 }, "_M-B8>B6, M-B6>E6, B-E6"),
            (Verdict::Won { swaps: 1 }, "_M-B8>B7, M-B6>E6, B-E6"),
            (Verdict::Lost { trees: 14 }, "_M-B8>B6, M-B6>E6, B-E6"),
            (Verdict::Lost { trees: 13 }, "_"),
            (Verdict::Undecided { lower: 15, upper: 17, stopped: Stop::Nodes }, "_"),
            (Verdict::Undecided { lower: 14, upper: 13, stopped: Stop::Nodes }, "_"),
        ] {
            assert!(checked(verdict, line).is_err(), "{verdict:?}");
        }
    }
}
