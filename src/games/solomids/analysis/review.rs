//! Review of a played line: the best score reachable before and after every move, and the mistakes.
//!
//! The best reachable score never rises along a line. Equal scores at both ends of a stretch therefore hold all along
//! it, and bisection finds where a score falls: about six searches for one drop in a line of seventy moves, and two for a
//! line without one.

use super::budget::{ROUNDS, SharedBudget};
use crate::games::solomids::game::{IllegalLine, Move, Position, replay};
use crate::games::solomids::solver::{Bounds, Config, Solver, StopReason};
pub use crate::kit::notation::Mark;

const fn mark(before: Bounds, after: Bounds) -> Mark {
    if after.upper >= before.lower {
        Mark::None
    } else if before.lower - after.upper > 1 || before.loses_win(after) {
        Mark::Blunder
    } else {
        Mark::Mistake
    }
}

/// One move of a played line.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Number of the move, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// Position it was played in.
    pub position: Position,
    /// Best score reachable before it.
    pub before: Bounds,
    /// Best score reachable after it.
    pub after: Bounds,
    /// Proven cost of the move, or its share in that of several moves.
    pub mark: Mark,
    /// Moves to play instead, reaching the lower bound of `before`; empty unless the move itself has a proven cost.
    pub better: Vec<Move>,
}

impl Ply {
    /// Whether the move may have cost something that is not proven.
    pub fn is_undecided(&self) -> bool {
        self.before.kept_by(self.after).is_none()
    }

    /// Whether the move provably gave up a win.
    pub const fn loses_win(&self) -> bool {
        self.before.loses_win(self.after)
    }
}

/// Review of a played line.
#[derive(Clone, Debug)]
pub struct Review {
    /// Best score reachable from the start.
    pub start: Bounds,
    /// The moves before the first illegal one.
    pub plies: Vec<Ply>,
    /// Losses by one of several moves, in order.
    pub shared_losses: Vec<SharedLoss>,
    /// Position after the last of these moves.
    pub end: Position,
    /// Best score still reachable from `end`.
    pub after: Bounds,
    /// Moves from `end` that reach the lower bound of `after`.
    pub rest: Vec<Move>,
    /// The first illegal move. It and all later moves are not reviewed.
    pub illegal: Option<IllegalLine>,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Number of searches.
    pub searches: usize,
    /// Limit that left something undecided.
    pub stopped: Option<StopReason>,
}

impl Review {
    /// The first move with a proven cost.
    pub fn first_known_mistake(&self) -> Option<&Ply> {
        self.plies.iter().find(|ply| ply.mark.is_proven())
    }

    /// The first move with a proven cost, `None` if an earlier one may have cost something too.
    pub fn first_mistake(&self) -> Option<&Ply> {
        self.first_known_mistake().filter(|ply| self.undecided_before(ply).is_none())
    }

    /// Numbers of the first and the last move before `ply` that is not proven to keep the best score.
    pub fn undecided_before(&self, ply: &Ply) -> Option<(usize, usize)> {
        let mut undecided =
            self.plies[..ply.number - 1].iter().filter(|earlier| earlier.before.upper > earlier.after.lower);
        let first = undecided.next()?.number;
        Some((first, undecided.next_back().map_or(first, |last| last.number)))
    }

    /// Number of moves with a mark.
    pub fn marked(&self, mark: Mark) -> usize {
        self.plies.iter().filter(|ply| ply.mark == mark).count()
    }
}

/// Reviews a played line up to its first illegal move, within limits shared by all searches.
pub fn review(solver: &mut Solver, start: &Position, moves: &[Move], config: &Config) -> Review {
    review_observed(solver, start, moves, config, &|_| {})
}

/// Reviews a played line as [`review`] does. `watch` is called before each search with the number of moves before the
/// position that is searched.
pub fn review_observed(
    solver: &mut Solver,
    start: &Position,
    moves: &[Move],
    config: &Config,
    watch: &dyn Fn(usize),
) -> Review {
    let illegal = replay(start, moves).err();
    let legal = &moves[..illegal.map_or(moves.len(), |illegal| illegal.ply - 1)];
    let mut bounded = BoundedLine::new(start, legal);
    let mut budget = SharedBudget::new(config);
    let mut searches = 0;
    for round in ROUNDS {
        let mut searched = vec![false; bounded.positions.len()];
        while let Some(at) = bounded.next(&searched) {
            // Half of the remaining budget at most, so that easy positions are not starved.
            let Some(limits) = budget.share(round, 2, 1) else { break };
            watch(at);
            let (position, upper) = (&bounded.positions[at], bounded.bounds[at].upper);
            let outcome = if searches == 0 {
                // Unlike `solve_within`, `solve` lets the solver free its tables of columns when they are large.
                solver.solve(position, &limits)
            } else {
                solver.solve_within(position, upper, &limits)
            };
            budget.charge(&outcome);
            searches += 1;
            searched[at] = true;
            bounded.update(at, outcome.verdict.into(), &outcome.line);
        }
        if bounded.is_decided() || budget.stopped.is_some() {
            break;
        }
    }
    let stopped = budget.stopped_by(!bounded.is_decided());
    let shared_losses = bounded.shared_losses();
    let plies = (0..legal.len()).map(|i| bounded.ply(i, &shared_losses)).collect();
    let last = legal.len();
    Review {
        start: bounded.bounds[0],
        plies,
        shared_losses,
        end: bounded.positions[last],
        after: bounded.bounds[last],
        rest: bounded.line(last),
        illegal,
        nodes: budget.nodes,
        searches,
        stopped,
    }
}

struct BoundedLine<'a> {
    played: &'a [Move],
    positions: Vec<Position>,
    /// Bounds of each position; neither bound rises from one position to the next.
    bounds: Vec<Bounds>,
    /// Line found from each position, and the score it reaches.
    lines: Vec<(u8, Vec<Move>)>,
}

impl<'a> BoundedLine<'a> {
    fn new(start: &Position, played: &'a [Move]) -> Self {
        let mut position = *start;
        // The moves are legal.
        let after = played.iter().map_while(|&mv| position.play(mv).ok().map(|()| position));
        let positions: Vec<Position> = std::iter::once(*start).chain(after).collect();
        let bounds = positions.iter().map(Bounds::of).collect();
        let lines = positions.iter().map(|position| (position.score(), Vec::new())).collect();
        let mut bounded = Self { played, positions, bounds, lines };
        bounded.propagate();
        bounded
    }

    /// Passes upper bounds on to later positions, lower bounds to earlier ones.
    fn propagate(&mut self) {
        for i in 1..self.bounds.len() {
            self.bounds[i].upper = self.bounds[i].upper.min(self.bounds[i - 1].upper);
        }
        for i in (1..self.bounds.len()).rev() {
            self.bounds[i - 1].lower = self.bounds[i - 1].lower.max(self.bounds[i].lower);
        }
    }

    fn update(&mut self, at: usize, bounds: Bounds, line: &[Move]) {
        // A line that begins with the moves played holds for the positions after them as well.
        let common = line.iter().zip(&self.played[at..]).take_while(|(mv, played)| mv == played).count();
        let last = at + common;
        if bounds.lower >= self.lines[last].0 {
            self.lines[last] = (bounds.lower, line[common..].to_vec());
        }
        self.bounds[last].lower = self.bounds[last].lower.max(bounds.lower);
        self.bounds[at].upper = self.bounds[at].upper.min(bounds.upper);
        self.propagate();
    }

    fn is_decided(&self) -> bool {
        self.bounds.iter().all(|bounds| bounds.is_decided())
    }

    /// The position to search next: an end of the line, else the middle of the first undecided stretch.
    fn next(&self, searched: &[bool]) -> Option<usize> {
        let last = self.positions.len() - 1;
        let is_open = |&i: &usize| !self.bounds[i].is_decided() && !searched[i];
        [0, last].into_iter().find(is_open).or_else(|| {
            let first = (0..=last).find(is_open)?;
            let run = (first..=last).take_while(is_open).count();
            Some(first + run / 2)
        })
    }

    /// A line that reaches the lower bound of a position: played moves up to a position with such a line, then that line.
    fn line(&self, from: usize) -> Vec<Move> {
        let wanted = self.bounds[from].lower;
        let found = (from..self.lines.len()).find(|&i| self.lines[i].0 >= wanted);
        let at = found.unwrap_or(from);
        self.played[from..at].iter().chain(&self.lines[at].1).copied().collect()
    }

    fn shared_losses(&self) -> Vec<SharedLoss> {
        let shared = |(from, to): (usize, usize)| SharedLoss {
            first: from + 1,
            last: to,
            before: self.bounds[from],
            after: self.bounds[to],
            better: self.line(from),
        };
        stretches(&self.bounds).into_iter().map(shared).collect()
    }

    fn ply(&self, i: usize, shared_losses: &[SharedLoss]) -> Ply {
        let (before, after) = (self.bounds[i], self.bounds[i + 1]);
        let number = i + 1;
        let mark = match mark(before, after) {
            Mark::None if shared_losses.iter().any(|loss| loss.contains(number)) => Mark::Suspect,
            mark => mark,
        };
        let better = if mark.is_proven() { self.line(i) } else { Vec::new() };
        Ply { number, mv: self.played[i], position: self.positions[i], before, after, mark, better }
    }
}

/// A loss of points by one of several consecutive moves, where it is undecided which one.
///
/// The stretch is as short as the bounds allow: no part of it is proven to have cost anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedLoss {
    /// Number of the first move, from 1.
    pub first: usize,
    /// Number of the last move, above `first`.
    pub last: usize,
    /// Best score reachable before the first move.
    pub before: Bounds,
    /// Best score reachable after the last move, proven to be less.
    pub after: Bounds,
    /// Moves to play instead from the first move on, reaching the lower bound of `before`.
    pub better: Vec<Move>,
}

impl SharedLoss {
    /// Whether the moves together provably gave up a win.
    pub const fn loses_win(&self) -> bool {
        self.before.loses_win(self.after)
    }

    /// Whether the stretch contains the move of this number.
    pub const fn contains(&self, number: usize) -> bool {
        self.first <= number && number <= self.last
    }
}

/// The shortest stretches of at least two moves over which the score provably falls, as indices of the positions at their
/// ends. `bounds` are those of the positions of a line, and neither bound rises along it.
fn stretches(bounds: &[Bounds]) -> Vec<(usize, usize)> {
    let falls = |from: usize, to: usize| bounds[to].upper < bounds[from].lower;
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for to in 1..bounds.len() {
        // The latest start from which the score provably falls up to here.
        while from + 1 < to && falls(from + 1, to) {
            from += 1;
        }
        let is_shortest = falls(from, to) && found.last().is_none_or(|&(start, _)| start < from);
        if is_shortest {
            found.push((from, to));
        }
    }
    found.retain(|&(from, to)| to > from + 1);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::dealer::web;

    /// A review with these bounds before the first move and after each move.
    fn review_of(bounds: &[(u8, u8)]) -> Review {
        let position = *web::deal("0").expect("the page deals this seed").position();
        let bounds: Vec<Bounds> = bounds.iter().map(|&(lower, upper)| Bounds { lower, upper }).collect();
        let ply = |(i, pair): (usize, &[Bounds])| Ply {
            number: i + 1,
            mv: "S-B9>B10".parse().expect("a move"),
            position,
            before: pair[0],
            after: pair[1],
            mark: mark(pair[0], pair[1]),
            better: Vec::new(),
        };
        Review {
            start: bounds[0],
            plies: bounds.windows(2).enumerate().map(ply).collect(),
            shared_losses: Vec::new(),
            end: position,
            after: bounds[bounds.len() - 1],
            rest: Vec::new(),
            illegal: None,
            nodes: 0,
            searches: 0,
            stopped: None,
        }
    }

    #[test]
    fn a_mistake_is_the_first_if_none_before_it_may_be_one() {
        let decided = review_of(&[(17, 17), (17, 17), (16, 16), (5, 5)]);
        assert_eq!(decided.first_mistake().map(|ply| ply.number), Some(2));
        // The score fell from 17 to 5 in one of the moves 2 to 4.
        let open = review_of(&[(17, 17), (17, 17), (5, 17), (5, 16), (5, 5), (4, 4)]);
        let known = open.first_known_mistake().expect("the last move is one");
        assert_eq!((known.number, open.undecided_before(known)), (5, Some((2, 4))));
        assert!(open.first_mistake().is_none());
        let one = review_of(&[(16, 17), (16, 16), (5, 5)]);
        assert_eq!(one.undecided_before(&one.plies[1]), Some((1, 1)));
        assert!(review_of(&[(17, 17), (17, 17)]).first_known_mistake().is_none());
    }

    #[test]
    fn a_loss_that_no_move_explains_alone_marks_its_moves() {
        let start = *web::deal("1").expect("the page deals this seed").position();
        let played: Vec<Move> =
            ["S-B9>B10", "S-C9>C10", "S-D9>D10"].map(|mv| mv.parse().expect("a move")).into();
        let mut line = BoundedLine::new(&start, &played);
        for (at, (lower, upper)) in [(17, 17), (16, 17), (16, 16), (16, 16)].into_iter().enumerate() {
            line.bounds[at] = Bounds { lower, upper };
        }
        let losses = line.shared_losses();
        let ends: Vec<_> = losses.iter().map(|loss| (loss.first, loss.last, loss.loses_win())).collect();
        assert_eq!(ends, [(1, 2, false)]);
        let marks: Vec<&str> = (0..3).map(|i| line.ply(i, &losses).mark.symbol()).collect();
        assert_eq!(marks, ["?!", "?!", ""]);
    }

    #[test]
    fn a_line_that_begins_with_the_moves_played_holds_after_them() {
        let start = *web::deal("1").expect("the page deals this seed").position();
        let played: Vec<Move> = ["S-B9>B10", "S-C9>C10"].map(|mv| mv.parse().expect("a move")).into();
        let mut line = BoundedLine::new(&start, &played);
        line.update(0, Bounds { lower: 9, upper: 17 }, &[played[0], "S-D9>D10".parse().expect("a move")]);
        assert_eq!(line.bounds.iter().map(|bounds| bounds.lower).collect::<Vec<_>>(), [9, 9, 0]);
        assert_eq!((line.line(0).len(), line.line(1).len()), (2, 1));
    }

    fn stretches_of(bounds: &[(u8, u8)]) -> Vec<(usize, usize)> {
        let bounds: Vec<Bounds> = bounds.iter().map(|&(lower, upper)| Bounds { lower, upper }).collect();
        stretches(&bounds)
    }

    #[test]
    fn stretches_are_as_short_as_the_bounds_allow() {
        assert_eq!(stretches_of(&[(17, 17), (16, 17), (16, 16)]), [(0, 2)]);
        // A fall that one move explains is no shared loss, whatever stands around it.
        assert_eq!(stretches_of(&[(17, 17), (16, 16), (16, 16)]), []);
        assert_eq!(stretches_of(&[(17, 17), (17, 17), (15, 17), (15, 16), (15, 15)]), [(1, 3)]);
        assert_eq!(stretches_of(&[(17, 17), (5, 17), (5, 17), (5, 5), (4, 4)]), [(0, 3)]);
        assert_eq!(stretches_of(&[(17, 17), (16, 17), (15, 16), (15, 15)]), [(0, 2), (1, 3)]);
        assert_eq!(stretches_of(&[(16, 17), (15, 17), (15, 16)]), []);
        assert_eq!(stretches_of(&[(17, 17)]), []);
    }
}
