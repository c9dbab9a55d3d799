//! Lines found for one position, tried from another that a single move leads to.
//!
//! Most moves of a game may be made earlier or later than they were. So the line that wins a position often
//! wins it after another first move, once that move is left out of the line. Whether it does is
//! found by playing: this is only a quick way to find a line, and proves nothing where it finds none.

use crate::game::{COLUMNS, Move, Position, ROWS, Square};

/// A position whose stacks have names: the square on which the lowest piece of each stood in the beginning.
#[derive(Clone, Copy)]
struct Named {
    position: Position,
    name: [[Option<Square>; ROWS]; COLUMNS],
}

/// A move by the names of the stacks it concerns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Stack(Square, Square),
    Transfer(Square, Square),
    Slide(Square),
    Bank(Square),
    Swap(Square, Square),
}

impl Named {
    fn new(position: &Position) -> Self {
        let name = std::array::from_fn(|column| {
            std::array::from_fn(|depth| {
                let square = Square::new(column, depth);
                position.get(square).map(|_| square)
            })
        });
        Self { position: *position, name }
    }

    fn at(&self, square: Square) -> Option<Square> {
        self.name[square.column()][square.depth()]
    }

    fn put(&mut self, square: Square, name: Option<Square>) {
        self.name[square.column()][square.depth()] = name;
    }

    fn find(&self, name: Square) -> Option<Square> {
        Square::all().find(|&square| self.at(square) == Some(name))
    }

    fn deed(&self, mv: Move) -> Option<Deed> {
        Some(match mv {
            Move::Stack { from, to } => Deed::Stack(self.at(from)?, self.at(to)?),
            Move::Transfer { from, to } => Deed::Transfer(self.at(from)?, self.at(to)?),
            Move::Slide { from, .. } => Deed::Slide(self.at(from)?),
            Move::Bank { at } => Deed::Bank(self.at(at)?),
            Move::Swap { a, b } => Deed::Swap(self.at(a)?, self.at(b)?),
        })
    }

    /// The move that does a deed here, legal or not; `None` where there is none.
    fn mv(&self, deed: Deed) -> Option<Move> {
        Some(match deed {
            Deed::Stack(from, to) => Move::Stack { from: self.find(from)?, to: self.find(to)? },
            Deed::Transfer(from, to) => Move::Transfer { from: self.find(from)?, to: self.find(to)? },
            Deed::Slide(first) => {
                let from = self.find(first)?;
                Move::Slide { from, to: self.position.slide_end(from)? }
            }
            Deed::Bank(at) => Move::Bank { at: self.find(at)? },
            Deed::Swap(a, b) => Move::Swap { a: self.find(a)?, b: self.find(b)? },
        })
    }

    /// Plays a move if it is legal.
    fn play(&mut self, mv: Move) -> bool {
        if self.position.play(mv).is_err() {
            return false;
        }
        match mv {
            Move::Stack { from, .. } | Move::Bank { at: from } => self.put(from, None),
            Move::Transfer { .. } => {}
            Move::Slide { from, to } => {
                let (column, gap) = (from.column(), from.depth() - to.depth());
                for depth in from.depth()..ROWS {
                    let here = Square::new(column, depth);
                    let Some(name) = self.at(here) else { break };
                    self.put(here, None);
                    self.put(Square::new(column, depth - gap), Some(name));
                }
            }
            Move::Swap { a, b } => {
                let (first, second) = (self.at(a), self.at(b));
                self.put(a, second);
                self.put(b, first);
            }
        }
        true
    }
}

/// Tries a line of `start` after the move `first`: what of it can be played then, without `first`, and what that
/// reaches.
pub(super) fn borrowed(start: &Position, first: Move, line: &[Move]) -> Option<(u8, Vec<Move>)> {
    let mut model = Named::new(start);
    let mut copy = model;
    let mut done = model.deed(first);
    if !copy.play(first) {
        return None;
    }
    let mut played = Vec::with_capacity(line.len());
    for &mv in line {
        let deed = model.deed(mv)?;
        if !model.play(mv) {
            return None;
        }
        if done == Some(deed) {
            done = None;
        } else if let Some(mv) = copy.mv(deed)
            && copy.play(mv)
        {
            played.push(mv);
        }
    }
    Some((copy.position.score(), played))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::web;
    use crate::game::replay;
    use crate::solver::{Config, solve};

    #[test]
    fn what_is_borrowed_reaches_what_it_says() {
        let mut whole = 0;
        for seed in 0..10 {
            let Some(deal) = web::deal(&seed.to_string()) else { continue };
            let start = *deal.position();
            let line = solve(&start, &Config::default()).line;
            let score = replay(&start, &line).unwrap().score();
            for first in start.legal_moves() {
                let (reached, rest) = borrowed(&start, first, &line).unwrap();
                let after = replay(&start, &[first]).unwrap();
                assert_eq!(replay(&after, &rest).unwrap().score(), reached, "seed {seed}, {first}");
                whole += usize::from(reached == score);
            }
            assert_eq!(borrowed(&start, line[0], &line), Some((score, line[1..].to_vec())), "seed {seed}");
        }
        assert!(whole > 30, "{whole} lines");
    }
}
