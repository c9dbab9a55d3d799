//! A played line, move by move: what could still be reached, and where that was lost.
//!
//! The best score that can still be reached never rises along a line. So a stretch with equal scores at its
//! two ends has them all along, and where a score falls is found by halving: about six searches for a drop
//! in a line of seventy moves, and two for a line without.

use super::bounds::Bounds;
use super::purse::{Purse, ROUNDS};
use crate::game::{IllegalLine, Move, Position, TREES, replay};
use crate::solver::{Config, Solver, Stop};

/// What a move cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Nothing, or nothing that is proven.
    #[default]
    None,
    /// One point, `?`.
    Mistake,
    /// The win, or more than one point, `??`.
    Blunder,
}

impl Mark {
    /// As players write it: nothing, `?` or `??`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The mark of a move between these scores; what is not proven is not marked.
    const fn new(before: Bounds, after: Bounds) -> Self {
        if after.upper >= before.lower {
            Self::None
        } else if before.lower - after.upper > 1 || before.lower >= TREES && after.upper < TREES {
            Self::Blunder
        } else {
            Self::Mistake
        }
    }
}

/// One move of a played line.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Its number, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// The position it was played in.
    pub position: Position,
    /// The best score that could be reached before it.
    pub before: Bounds,
    /// The best score that could be reached after it.
    pub after: Bounds,
    /// What it cost.
    pub mark: Mark,
    /// Where it is marked: moves to play instead, which reach the lower one of the bounds before it.
    pub better: Vec<Move>,
}

/// A played line, move by move.
#[derive(Clone, Debug)]
pub struct Review {
    /// What could be reached in the beginning.
    pub start: Bounds,
    /// The legal moves.
    pub plies: Vec<Ply>,
    /// Where the legal moves end.
    pub end: Position,
    /// What can still be reached from there.
    pub after: Bounds,
    /// Moves that reach the lower one of those bounds from the end.
    pub rest: Vec<Move>,
    /// The first illegal move. Nothing from it on is looked at.
    pub illegal: Option<IllegalLine>,
    /// Boards expanded, in all searches.
    pub nodes: u64,
    /// Searches made.
    pub searches: usize,
    /// The limit that ended it before everything was decided.
    pub stopped: Option<Stop>,
}

impl Review {
    /// The first move that is known to have given something up.
    pub fn first_known_mistake(&self) -> Option<&Ply> {
        self.plies.iter().find(|ply| ply.mark != Mark::None)
    }

    /// The same if none before it may have done so too.
    pub fn first_mistake(&self) -> Option<&Ply> {
        self.first_known_mistake().filter(|ply| self.undecided_before(ply).is_none())
    }

    /// The first and the last of the moves before one that may have given something up, for all that is known.
    pub fn undecided_before(&self, ply: &Ply) -> Option<(usize, usize)> {
        let mut open = self.plies[..ply.number - 1].iter().filter(|it| it.before.upper > it.after.lower);
        let first = open.next()?.number;
        Some((first, open.next_back().map_or(first, |last| last.number)))
    }
}

/// Goes through a played line up to its first illegal move.
///
/// The limits hold for all searches together.
pub fn review(solver: &mut Solver, start: &Position, moves: &[Move], config: &Config) -> Review {
    let illegal = replay(start, moves).err();
    let legal = &moves[..illegal.map_or(moves.len(), |illegal| illegal.ply - 1)];
    let mut positions = vec![*start];
    let mut position = *start;
    for &mv in legal {
        // The moves before an illegal one are legal.
        if position.play(mv).is_ok() {
            positions.push(position);
        }
    }
    let mut stretch = Stretch::new(positions);
    let mut purse = Purse::new(config);
    let mut searches = 0;
    for round in ROUNDS {
        let mut asked = vec![false; stretch.positions.len()];
        while let Some(at) = stretch.next(&asked) {
            // No search takes more than half of what is left, so that easy positions get their turn.
            let Some(limits) = purse.config(round, 2, 1) else { break };
            let (position, upper) = (&stretch.positions[at], stretch.bounds[at].upper);
            let outcome = if searches == 0 {
                // Lets the solver drop what it has learnt about columns, should that be too much.
                solver.solve(position, &limits)
            } else {
                solver.solve_within(position, upper, &limits)
            };
            purse.pay(&outcome);
            searches += 1;
            asked[at] = true;
            let (lower, upper) = outcome.verdict.bounds();
            stretch.learn(at, Bounds { lower, upper }, outcome.line);
        }
        if stretch.is_decided() || purse.stopped.is_some() {
            break;
        }
    }
    let stopped = purse.stopped_by(!stretch.is_decided());
    let plies = (0..legal.len()).map(|i| stretch.ply(i, legal)).collect();
    let last = legal.len();
    Review {
        start: stretch.bounds[0],
        plies,
        end: stretch.positions[last],
        after: stretch.bounds[last],
        rest: stretch.line(last, legal),
        illegal,
        nodes: purse.nodes,
        searches,
        stopped,
    }
}

/// The positions of a line, and what is known of each.
struct Stretch {
    positions: Vec<Position>,
    /// Never rise from one to the next.
    bounds: Vec<Bounds>,
    /// Lines found from positions, and what they reach.
    lines: Vec<(u8, Vec<Move>)>,
}

impl Stretch {
    fn new(positions: Vec<Position>) -> Self {
        let bounds = positions.iter().map(Bounds::of).collect();
        let lines = positions.iter().map(|position| (position.score(), Vec::new())).collect();
        let mut stretch = Self { positions, bounds, lines };
        stretch.spread();
        stretch
    }

    /// Passes lower bounds on to earlier positions, upper bounds to later ones.
    fn spread(&mut self) {
        for i in 1..self.bounds.len() {
            self.bounds[i].upper = self.bounds[i].upper.min(self.bounds[i - 1].upper);
        }
        for i in (1..self.bounds.len()).rev() {
            self.bounds[i - 1].lower = self.bounds[i - 1].lower.max(self.bounds[i].lower);
        }
    }

    fn learn(&mut self, at: usize, bounds: Bounds, line: Vec<Move>) {
        if bounds.lower >= self.lines[at].0 {
            self.lines[at] = (bounds.lower, line);
        }
        self.bounds[at].lower = self.bounds[at].lower.max(bounds.lower);
        self.bounds[at].upper = self.bounds[at].upper.min(bounds.upper);
        self.spread();
    }

    fn is_decided(&self) -> bool {
        self.bounds.iter().all(|bounds| bounds.score().is_some())
    }

    /// The position to ask about next: the two ends first, then the middle of what is open between answers.
    fn next(&self, asked: &[bool]) -> Option<usize> {
        let last = self.positions.len() - 1;
        let open = |&i: &usize| self.bounds[i].score().is_none();
        let ends = [0, last].into_iter().filter(open).find(|&i| !asked[i]);
        ends.or_else(|| {
            let first = (0..=last).filter(open).find(|&i| !asked[i])?;
            let run = (first..=last).take_while(|i| open(i) && !asked[*i]).count();
            Some(first + run / 2)
        })
    }

    /// A line from a position that reaches its lower bound: one found there, or moves that were played up to where one was
    /// found.
    fn line(&self, from: usize, played: &[Move]) -> Vec<Move> {
        let wanted = self.bounds[from].lower;
        let found = (from..self.lines.len()).find(|&i| self.lines[i].0 >= wanted);
        let at = found.unwrap_or(from);
        played[from..at].iter().chain(&self.lines[at].1).copied().collect()
    }

    fn ply(&self, i: usize, played: &[Move]) -> Ply {
        let (before, after) = (self.bounds[i], self.bounds[i + 1]);
        let mark = Mark::new(before, after);
        let better = if mark == Mark::None { Vec::new() } else { self.line(i, played) };
        Ply { number: i + 1, mv: played[i], position: self.positions[i], before, after, mark, better }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::web;

    /// A review whose moves left these bounds one after the other.
    fn review_of(bounds: &[(u8, u8)]) -> Review {
        let position = *web::deal("0").expect("the page deals this seed").position();
        let bounds: Vec<Bounds> = bounds.iter().map(|&(lower, upper)| Bounds { lower, upper }).collect();
        let ply = |(i, pair): (usize, &[Bounds])| Ply {
            number: i + 1,
            mv: "S-B9>B10".parse().expect("a move"),
            position,
            before: pair[0],
            after: pair[1],
            mark: Mark::new(pair[0], pair[1]),
            better: Vec::new(),
        };
        Review {
            start: bounds[0],
            plies: bounds.windows(2).enumerate().map(ply).collect(),
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
        // 17 fell to 5 somewhere in the moves two to four, and nobody knows where.
        let open = review_of(&[(17, 17), (17, 17), (5, 17), (5, 16), (5, 5), (4, 4)]);
        let known = open.first_known_mistake().expect("the last move is one");
        assert_eq!((known.number, open.undecided_before(known)), (5, Some((2, 4))));
        assert!(open.first_mistake().is_none());
        let one = review_of(&[(16, 17), (16, 16), (5, 5)]);
        assert_eq!(one.undecided_before(&one.plies[1]), Some((1, 1)));
        assert!(review_of(&[(17, 17), (17, 17)]).first_known_mistake().is_none());
    }
}
