//! What the solver and the analysis say, held against the rules: nothing of it leaves the program before all lines that it
//! rests on were replayed.

use crate::analysis::{Bounds, Hints, Mark, MoveHint, Review};
use crate::game::{IllegalLine, Move, Position, replay};
use crate::solver::{Outcome, Shortest, Verdict, length};

/// A line that does not bear out what is said of it: a mistake of the solver or the analysis.
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
    /// The line is not as long as is said, or shorter than is said to be possible, or proven to be the shortest though it is not.
    #[error(
        "the line has {length} stacks, slides and transfers; {said} are said, and at least {lower_bound}"
    )]
    Length {
        /// Stacks, slides and transfers of the line.
        length: usize,
        /// How many it is said to have.
        said: usize,
        /// No line is said to have fewer.
        lower_bound: usize,
    },
    /// The line does not reach the lower bound, or exceeds the upper one.
    #[error("the line reaches score {score}, the bounds are {bounds}")]
    Bounds {
        /// What the line scores.
        score: u8,
        /// What is said to be possible.
        bounds: Bounds,
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

/// Replays the shortest line for an outcome, and counts its moves.
///
/// # Errors
/// An illegal move, a line that scores less than the outcome says, or not as many moves as are said or must be.
pub fn check_shortest(start: &Position, outcome: &Outcome, shortest: &Shortest) -> Result<(), Contradiction> {
    let score = replay(start, &shortest.line)?.score();
    let (lower, upper) = outcome.verdict.bounds();
    if score != shortest.score || score < lower || score > upper {
        return Err(Contradiction::Other { score, verdict: outcome.verdict });
    }
    let &Shortest { length: said, lower_bound, .. } = shortest;
    let length = length(&shortest.line);
    let ends_rightly = shortest.is_proven() == shortest.stopped.is_none();
    if length == said && lower_bound <= length && ends_rightly {
        Ok(())
    } else {
        Err(Contradiction::Length { length, said, lower_bound })
    }
}

/// Replays every line behind some hints.
///
/// # Errors
/// An illegal move, or a line that does not reach what is said to be possible.
pub fn check_hints(start: &Position, hints: &Hints) -> Result<(), Contradiction> {
    reaches(start, &hints.line, hints.bounds)?;
    hints.moves.iter().try_for_each(|MoveHint { mv, line, bounds, .. }| {
        let after = replay(start, &[*mv])?;
        reaches(&after, line, *bounds)
    })
}

/// Replays every line of a review that is to be shown: those that are better than a marked move, and how the game can go
/// on.
///
/// # Errors
/// An illegal move, or a line that does not reach what is said to be possible.
pub fn check_review(review: &Review) -> Result<(), Contradiction> {
    let marked = review.plies.iter().filter(|ply| ply.mark != Mark::None);
    marked
        .map(|ply| (&ply.position, &ply.better, ply.before))
        .chain([(&review.end, &review.rest, review.after)])
        .try_for_each(|(start, line, bounds)| reaches(start, line, bounds))
}

/// Replays the line that a lower bound rests on.
fn reaches(start: &Position, line: &[Move], bounds: Bounds) -> Result<(), Contradiction> {
    let score = replay(start, line)?.score();
    let agrees = score == bounds.lower && score <= bounds.upper;
    if agrees { Ok(()) } else { Err(Contradiction::Bounds { score, bounds }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{hints, review};
    use crate::game::{Share, parse_position};
    use crate::solver::{Config, Solver, Stats, Stop, shortest, solve};

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

    #[test]
    fn a_length_that_is_wrong_is_caught() {
        let start = parse_position(POSITION).unwrap().position;
        let outcome = solve(&start, &Config::default());
        let good = shortest(&start, &Config::default(), &outcome);
        assert!(check_shortest(&start, &outcome, &good).is_ok());
        let longer = Shortest { length: good.length + 1, lower_bound: good.length + 1, ..good.clone() };
        let above = Shortest { lower_bound: good.length + 1, ..good.clone() };
        let unproven = Shortest { lower_bound: good.length - 1, ..good.clone() };
        let cut = Shortest { line: good.line[..good.line.len() - 1].to_vec(), ..good };
        for wrong in [longer, above, unproven, cut] {
            assert!(check_shortest(&start, &outcome, &wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn an_analysis_that_is_wrong_is_caught() {
        let start = parse_position(POSITION).unwrap().position;
        let good = hints(&mut Solver::new(), &start, &Config::default());
        assert!(check_hints(&start, &good).is_ok());
        let mut boasting = good.clone();
        boasting.moves[0].bounds = Bounds { lower: 17, upper: 17 };
        let mut cut = good.clone();
        cut.line.pop();
        let mut illegal = good.clone();
        illegal.moves[0].line.insert(0, "B-A1".parse().unwrap());
        for wrong in [boasting, cut, illegal] {
            assert!(check_hints(&start, &wrong).is_err(), "{wrong:?}");
        }

        let line: Share = "_S-B6>B7, S-E6>E10".parse().unwrap();
        let good = review(&mut Solver::new(), &start, &line.moves, &Config::default());
        assert_eq!(good.plies.len(), 2);
        assert!(check_review(&good).is_ok());
        let mut short = good.clone();
        short.rest.pop();
        let mut better = good;
        (better.plies[0].mark, better.plies[0].better) = (Mark::Mistake, Vec::new());
        for wrong in [short, better] {
            assert!(check_review(&wrong).is_err(), "{wrong:?}");
        }
    }
}
