//! Leaves out of a line of actions what nothing needs, detours among it, and plays passes as late as it can.

use std::ops::RangeInclusive;

use super::slots::{Slot, Slots};
use crate::game::{COLUMNS, ROWS, TREES};
use crate::solver::board::codes::Fit;
use crate::solver::board::local_transfers::{is_pass, passes_between};
use crate::solver::board::stackings::Stacking;
use crate::solver::board::{Applied, Board, Exchange, Step};
use crate::solver::column::store::{Lattice, Sets};

/// An action by the slots it concerns, so that it means the same after an earlier one is left out.
#[derive(Clone)]
pub(crate) enum Deed {
    Stack {
        from: Slot,
        to: Slot,
        depth: Option<u8>,
        fit: Fit,
    },
    /// Some trees are banked for it; others may have been banked before, if these slots had any.
    Swap {
        bank: Vec<Slot>,
        gone: Vec<Slot>,
        a: Slot,
        b: Slot,
    },
}

/// The same actions without those that nothing needs, each with the board it is played on. As many trees as before are
/// complete in the end. What goes somewhere and on from there later goes there at once, if it can.
pub(crate) fn without_detours(
    lattice: &Lattice,
    root: Board,
    steps: Vec<(Board, Step)>,
) -> Vec<(Board, Step)> {
    let Script { mut deeds, starts, trees } = Script::of(lattice, root, &steps);
    let mut best = steps;
    // Whether the deeds from a certain one on still work. Those before it stay as they are.
    let mut works = |deeds: &[Deed], number: usize| {
        let (board, slots) = starts[number].clone();
        let mut game = Game { lattice, board, slots, steps: Vec::new() };
        let done = deeds[number..].iter().all(|deed| game.play_again(deed).is_some());
        if !done || game.board.trees != trees {
            return false;
        }
        best.truncate(number);
        best.append(&mut game.steps);
        true
    };
    // From the end, so that actions that only serve needless ones go as well.
    for number in (0..deeds.len()).rev() {
        // Every win needs all its merges, and its swaps.
        if trees < TREES || matches!(deeds[number], Deed::Stack { fit: Fit::Transfer, .. }) {
            let deed = deeds.remove(number);
            if works(&deeds, number) {
                continue;
            }
            deeds.insert(number, deed);
        }
        let Deed::Stack { to, .. } = deeds[number] else { continue };
        // Or else together with the next transfer from there, which may take back what this one has moved, or move it on.
        let on = |deed: &Deed| matches!(*deed, Deed::Stack { from, fit: Fit::Transfer, .. } if from == to);
        let Some(next) = (number + 1..deeds.len()).find(|&n| on(&deeds[n])) else { continue };
        let before = deeds.clone();
        let second = deeds.remove(next);
        let first = deeds.remove(number);
        if works(&deeds, number) {
            continue;
        }
        let straight = first.straight_on(&second).any(|deed| {
            [number, next - 1].into_iter().any(|at| {
                deeds.insert(at, deed.clone());
                let done = works(&deeds, number);
                if !done {
                    deeds.remove(at);
                }
                done
            })
        });
        if !straight {
            deeds = before;
        }
    }
    best
}

impl Deed {
    /// From where this one begins to where another one ends, at every depth at which that could be.
    fn straight_on(&self, other: &Self) -> impl Iterator<Item = Self> + use<> {
        let ends = match (self, other) {
            (&Self::Stack { from, fit, .. }, &Self::Stack { to, .. }) => Some((from, to, fit)),
            _ => None,
        };
        ends.into_iter().flat_map(|(from, to, fit)| {
            let sideways = from.column != to.column;
            let depths = (0..ROWS as u8).map(Some).filter(move |_| sideways);
            let within = std::iter::once(None).filter(move |_| !sideways);
            depths.chain(within).map(move |depth| Self::Stack { from, to, depth, fit })
        })
    }

    /// An action on a board whose stacks have these slots.
    pub(crate) fn new(sets: &impl Sets, board: &Board, step: Step, slots: &Slots) -> Self {
        match step {
            Step::Stack(mv) => Self::Stack {
                from: slots.at(mv.from),
                to: slots.at(mv.to),
                depth: mv.depth,
                fit: board.unpack(sets).allows(mv),
            },
            Step::Swap(mv) => {
                // The swap's own places count after its banks.
                let (_, after) = after_banks(sets, board, slots, mv.bank);
                let (a, b) = (after.at(mv.a), after.at(mv.b));
                Self::Swap { bank: bank_slots(slots, mv), gone: Vec::new(), a, b }
            }
        }
    }

    /// The same where these slots were empty, but may have trees when it is played again.
    pub(crate) fn with_gone(mut self, slots: impl Iterator<Item = Slot>) -> Self {
        if let Self::Swap { gone, .. } = &mut self {
            gone.extend(slots);
        }
        self
    }
}

/// A line as deeds.
struct Script {
    deeds: Vec<Deed>,
    /// What each of them is played on.
    starts: Vec<(Board, Slots)>,
    /// Trees in the end.
    trees: u8,
}

impl Script {
    fn of(lattice: &Lattice, root: Board, steps: &[(Board, Step)]) -> Self {
        let mut slots = Slots::of(&root);
        let (mut deeds, mut starts, mut trees) = (Vec::new(), Vec::new(), root.trees);
        for &(board, step) in steps {
            deeds.push(Deed::new(lattice, &board, step, &slots));
            starts.push((board, slots.clone()));
            let mut log: Vec<Applied> = Vec::new();
            trees = board.play(lattice, step, &mut log).trees;
            slots.follow_all(&log);
        }
        Self { deeds, starts, trees }
    }
}

fn bank_slots(slots: &Slots, mv: Exchange) -> Vec<Slot> {
    mv.banks().map(|place| slots.at(place)).collect()
}

/// A board and its slots after the banks of a swap.
fn after_banks(sets: &impl Sets, board: &Board, slots: &Slots, bank: [u16; COLUMNS]) -> (Board, Slots) {
    let mut log: Vec<Applied> = Vec::new();
    let banked = board.after_banks(sets, bank, &mut log);
    let mut after = slots.clone();
    after.follow_all(&log);
    (banked, after)
}

/// Which of some slots have a tree, by their places.
fn trees_at(board: &Board, slots: &Slots, some: &[Slot]) -> [u16; COLUMNS] {
    let mut trees = [0; COLUMNS];
    for place in some.iter().filter_map(|&slot| slots.find(slot)).filter(|&place| board.is_tree(place)) {
        trees[place.column as usize] |= 1 << place.index;
    }
    trees
}

/// Plays deeds; `None` as soon as one is not possible, or is not what it was.
pub(crate) fn replay(lattice: &Lattice, root: Board, deeds: &[Deed]) -> Option<(Vec<(Board, Step)>, Board)> {
    let mut game = Game::new(lattice, root);
    for deed in deeds {
        game.play_again(deed)?;
    }
    Some((game.steps, game.board))
}

/// A line that is played anew.
struct Game<'a> {
    lattice: &'a Lattice,
    board: Board,
    slots: Slots,
    steps: Vec<(Board, Step)>,
}

impl<'a> Game<'a> {
    fn new(lattice: &'a Lattice, root: Board) -> Self {
        Self { lattice, board: root, slots: Slots::of(&root), steps: Vec::new() }
    }

    fn play(&mut self, step: Step) {
        self.steps.push((self.board, step));
        let mut log: Vec<Applied> = Vec::new();
        self.board = self.board.play(self.lattice, step, &mut log);
        self.slots.follow_all(&log);
    }

    /// Plays a deed; `None` if that is not possible, or is not what it was.
    fn play_again(&mut self, deed: &Deed) -> Option<()> {
        let Self { lattice, board, slots, .. } = self;
        let step = match deed {
            Deed::Stack { from, to, depth, fit } => {
                let mv = Stacking { from: slots.find(*from)?, to: slots.find(*to)?, depth: *depth };
                if board.unpack(*lattice).allows(mv) != *fit {
                    return None;
                }
                Step::Stack(mv)
            }
            Deed::Swap { bank, gone, a, b } => {
                let (bank, gone) = (trees_at(board, slots, bank), trees_at(board, slots, gone));
                // Of what was banked before, as much as it takes.
                let earns = |way: &[u16; COLUMNS]| {
                    (0..COLUMNS).all(|c| bank[c] & !way[c] == 0 && way[c] & !(bank[c] | gone[c]) == 0)
                };
                let places = board.earnings().into_iter().find(earns)?;
                let (banked, after) = after_banks(*lattice, board, slots, places);
                let [a, b] = [after.find(*a)?, after.find(*b)?];
                if !banked.coexist(*lattice, a, b) {
                    return None;
                }
                Step::Swap(Exchange { bank: places, a, b })
            }
        };
        self.play(step);
        Some(())
    }

    /// Passes riders of some columns on until they are where another board has them.
    fn pass_on(&mut self, columns: RangeInclusive<usize>, wanted: &Board) -> Option<()> {
        for column in columns {
            for pass in passes_between(column, self.board.order[column], wanted.order[column])? {
                if self.board.unpack(self.lattice).allows(pass) != Fit::Transfer {
                    return None;
                }
                self.play(Step::Stack(pass));
            }
        }
        Some(())
    }
}

/// The same actions, but riders are passed on within a column only when another action has to do with it, and no
/// further than that one needs.
pub(crate) fn with_late_passes(
    lattice: &Lattice,
    root: Board,
    steps: Vec<(Board, Step)>,
) -> Vec<(Board, Step)> {
    passed_late(lattice, root, &steps).unwrap_or(steps)
}

/// `None` if that does not work out.
fn passed_late(lattice: &Lattice, root: Board, steps: &[(Board, Step)]) -> Option<Vec<(Board, Step)>> {
    let Script { deeds, trees, .. } = Script::of(lattice, root, steps);
    let &(last, step) = steps.last()?;
    let end = last.play(lattice, step, &mut ());
    let mut game = Game::new(lattice, root);
    for (&(before, step), deed) in steps.iter().zip(&deeds) {
        let columns = match step {
            Step::Stack(mv) if is_pass(&before, mv) => continue,
            Step::Stack(mv) => {
                let [a, b] = [mv.from.column as usize, mv.to.column as usize];
                a.min(b)..=a.max(b)
            }
            // Trees of any column may be banked for it.
            Step::Swap(_) => 0..=COLUMNS - 1,
        };
        game.pass_on(columns, &before)?;
        game.play_again(deed)?;
    }
    game.pass_on(0..=COLUMNS - 1, &end)?;
    (game.board.trees == trees).then_some(game.steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::tabletop;
    use crate::solver::bounds::goal::Goal;
    use crate::solver::config::Config;
    use crate::solver::ordering::heuristic::Guide;
    use crate::solver::search::budget::Budget;
    use crate::solver::search::context::Context;
    use crate::solver::search::depth_first::Dive;
    use crate::solver::search::pass::Pass;

    #[test]
    fn passes_that_come_late_are_fewer_and_lead_to_the_same_trees() {
        let goal = Goal { trees: TREES, swaps: 0 };
        let (mut lines, mut late, mut before, mut after, mut left) = (0, 0, 0, 0, 0);
        for index in 0..60 {
            let lattice = Lattice::new();
            let root = Board::new(tabletop::deal(2, index).position(), &lattice);
            let context = Context::new(&lattice);
            let Pass::Reached(steps) =
                Dive::new(context, root, goal, Guide::Outcome).run(300, &mut Budget::new(&Config::default()))
            else {
                continue;
            };
            let passes = |steps: &[(Board, Step)]| {
                let is_one =
                    |&&(board, step): &&(Board, Step)| matches!(step, Step::Stack(mv) if is_pass(&board, mv));
                steps.iter().filter(is_one).count()
            };
            lines += 1;
            before += passes(&steps);
            let Some(steps) = passed_late(&lattice, root, &steps) else { continue };
            late += 1;
            after += passes(&steps);
            let shorter = without_detours(&lattice, root, steps.clone());
            left += passes(&shorter);
            for steps in [steps, shorter] {
                let end = steps.iter().fold(root, |board, &(found_on, step)| {
                    assert_eq!(board, found_on, "{index}");
                    board.play(&lattice, step, &mut ())
                });
                assert_eq!(end.trees, TREES, "{index}");
            }
        }
        println!("{late} of {lines} lines; passes: {before}, late {after}, needed {left}");
        assert!(lines > 40 && late * 10 > lines * 9);
        assert!(after < before && left < after);
    }
}
