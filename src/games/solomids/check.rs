//! Checks of outcomes, hints and reviews: every line that a claim rests on is replayed before it leaves the program.

use crate::games::solomids::analysis::{Bounds, Hints, MoveHint, Review};
use crate::games::solomids::game::{IllegalLine, Move, Position, replay};
use crate::games::solomids::solver::{Outcome, Shortest, Verdict, length};

/// A line that contradicts a claim about it: a mistake of the solver or the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// A move of the line is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalLine),
    /// The end of the line contradicts the verdict.
    #[error("the line reaches score {score}, the verdict is {verdict:?}")]
    Verdict {
        /// Score of the line.
        score: u8,
        /// Verdict of the solver.
        verdict: Verdict,
    },
    /// The length of the line contradicts the claimed length, its lower bound, or the claim of a proof.
    #[error(
        "the line has {length} stacks, slides and transfers; {said} are said, and at least {lower_bound}"
    )]
    Length {
        /// Number of stacks, slides and transfers of the line.
        length: usize,
        /// Claimed length.
        said: usize,
        /// Claimed lower bound on the length of any line.
        lower_bound: usize,
    },
    /// The score of the line is not the lower bound, or exceeds the upper bound.
    #[error("the line reaches score {score}, the bounds are {bounds}")]
    Bounds {
        /// Score of the line.
        score: u8,
        /// Claimed bounds on the best score.
        bounds: Bounds,
    },
}

/// Replays the line of an outcome and returns its last position.
///
/// # Errors
/// If a move is illegal, or the last position contradicts the verdict.
pub fn check(start: &Position, outcome: &Outcome) -> Result<Position, Contradiction> {
    let end = replay(start, &outcome.line)?;
    let (won, score) = (end.is_won(), end.score());
    let agrees = match outcome.verdict {
        Verdict::Won { swaps } => won && end.swaps_used() == swaps,
        Verdict::Lost { trees } => !won && end.trees_banked() == trees,
        Verdict::Undecided { bounds: Bounds { lower, upper }, .. } => score == lower && lower <= upper,
    };
    if agrees { Ok(end) } else { Err(Contradiction::Verdict { score, verdict: outcome.verdict }) }
}

/// Replays the shortest line of an outcome and counts its moves.
///
/// # Errors
/// If a move is illegal, or if the score or the length of the line contradicts the claims.
pub fn check_shortest(start: &Position, outcome: &Outcome, shortest: &Shortest) -> Result<(), Contradiction> {
    let score = replay(start, &shortest.line)?.score();
    let Bounds { lower, upper } = outcome.verdict.bounds();
    if score != shortest.score || score < lower || score > upper {
        return Err(Contradiction::Verdict { score, verdict: outcome.verdict });
    }
    let &Shortest { length: said, lower_bound, .. } = shortest;
    let length = length(&shortest.line);
    if length == said && lower_bound <= length {
        Ok(())
    } else {
        Err(Contradiction::Length { length, said, lower_bound })
    }
}

/// Replays all lines of hints.
///
/// # Errors
/// If a move is illegal, or the score of a line contradicts its bounds.
pub fn check_hints(start: &Position, hints: &Hints) -> Result<(), Contradiction> {
    check_bounds(start, &hints.line, hints.bounds)?;
    hints.moves.iter().try_for_each(|MoveHint { mv, line, bounds, .. }| {
        let after = replay(start, &[*mv])?;
        check_bounds(&after, line, *bounds)
    })
}

/// Replays all lines of a review that are shown: the better line of each mistake and of each loss by one of several moves,
/// and the continuation of the game.
///
/// # Errors
/// If a move is illegal, or the score of a line contradicts its bounds.
pub fn check_review(review: &Review) -> Result<(), Contradiction> {
    let mistakes = review.plies.iter().filter(|ply| ply.mark.is_proven());
    let shared = review.shared_losses.iter();
    let start = |number: usize| review.plies.get(number - 1).map_or(&review.end, |ply| &ply.position);
    mistakes
        .map(|ply| (&ply.position, &ply.better, ply.before))
        .chain(shared.map(|loss| (start(loss.first), &loss.better, loss.before)))
        .chain([(&review.end, &review.rest, review.after)])
        .try_for_each(|(start, line, bounds)| check_bounds(start, line, bounds))
}

/// Replays the line that proves a lower bound.
fn check_bounds(start: &Position, line: &[Move], bounds: Bounds) -> Result<(), Contradiction> {
    let score = replay(start, line)?.score();
    let agrees = score == bounds.lower && score <= bounds.upper;
    if agrees { Ok(()) } else { Err(Contradiction::Bounds { score, bounds }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::analysis::{Mark, hints, review};
    use crate::games::solomids::game::{Share, parse_position};
    use crate::games::solomids::solver::{Config, Solver, Stats, StopReason, shortest, solve};

    const POSITION: &str = ". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/\
                            . . . . ./. . . . ./. . . . ./. . . . ./. . . . ./swaps-used: 1";

    fn checked(verdict: Verdict, line: &str) -> Result<Position, Contradiction> {
        let line: Share = line.parse().unwrap();
        let outcome = Outcome { verdict, line: line.moves, stats: Stats::default() };
        check(&parse_position(POSITION).unwrap().position, &outcome)
    }

    #[test]
    fn lines_pass_if_they_reach_their_verdict() {
        let won = |swaps| Verdict::Won { swaps };
        let lost = |trees| Verdict::Lost { trees };
        let open =
            |lower, upper| Verdict::Undecided { bounds: Bounds { lower, upper }, stopped: StopReason::Time };
        for (verdict, line, is_right) in [
            (won(1), "_M-B8>B6, M-B6>E6, B-E6", true),
            (lost(14), "_M-B8>B6", true),
            (open(14, 16), "_", true),
            (won(1), "_M-B8>B6, M-B6>E6", false),
            (won(0), "_M-B8>B6, M-B6>E6, B-E6", false),
            (won(1), "_M-B8>B7, M-B6>E6, B-E6", false),
            (lost(14), "_M-B8>B6, M-B6>E6, B-E6", false),
            (lost(13), "_", false),
            (open(15, 17), "_", false),
            (open(14, 13), "_", false),
        ] {
            assert_eq!(checked(verdict, line).is_ok(), is_right, "{verdict:?}, {line}");
        }
    }

    #[test]
    fn wrong_lengths_are_refused() {
        let start = parse_position(POSITION).unwrap().position;
        let outcome = solve(&start, &Config::default());
        let good = shortest(&start, &Config::default(), &outcome);
        assert!(check_shortest(&start, &outcome, &good).is_ok());
        let longer = Shortest { length: good.length + 1, lower_bound: good.length + 1, ..good.clone() };
        let above = Shortest { lower_bound: good.length + 1, ..good.clone() };
        let cut = Shortest { line: good.line[..good.line.len() - 1].to_vec(), ..good };
        for wrong in [longer, above, cut] {
            assert!(check_shortest(&start, &outcome, &wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn wrong_hints_and_reviews_are_refused() {
        let start = parse_position(POSITION).unwrap().position;
        let good = hints(&mut Solver::new(), &start, &Config::default());
        assert!(check_hints(&start, &good).is_ok());
        let mut too_high = good.clone();
        too_high.moves[0].bounds = Bounds { lower: 17, upper: 17 };
        let mut cut = good.clone();
        cut.line.pop();
        let mut illegal = good.clone();
        illegal.moves[0].line.insert(0, "B-A1".parse().unwrap());
        for wrong in [too_high, cut, illegal] {
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
