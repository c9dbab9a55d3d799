//! Leaves out of a line of actions the transfers that nothing needs.

use super::board::{Applied, Board, Exchange, Sets, Stacking, Step};
use super::codes::Fit;
use super::lattice::Lattice;
use super::slots::{Slot, Slots};
use crate::game::COLUMNS;

/// An action by the slots it concerns, so that it means the same after an earlier one is left out.
pub(super) enum Deed {
    Stack { from: Slot, to: Slot, depth: Option<u8>, fit: Fit },
    Swap { bank: Vec<Slot>, a: Slot, b: Slot },
}

/// The same actions without needless transfers, each with the board it is played on. As many trees as before
/// are complete in the end.
pub(super) fn without_needless_transfers(
    lattice: &Lattice,
    root: Board,
    steps: Vec<(Board, Step)>,
) -> Vec<(Board, Step)> {
    let (mut deeds, trees) = deeds(lattice, root, &steps);
    let mut best = steps;
    // From the end, so that transfers that only serve needless ones go as well.
    for number in (0..deeds.len()).rev() {
        if !matches!(deeds[number], Deed::Stack { fit: Fit::Transfer, .. }) {
            continue;
        }
        let deed = deeds.remove(number);
        match replay(lattice, root, &deeds) {
            Some((steps, end)) if end.trees == trees => best = steps,
            _ => deeds.insert(number, deed),
        }
    }
    best
}

impl Deed {
    /// An action on a board whose stacks have these slots.
    pub(super) fn new(sets: &impl Sets, board: &Board, step: Step, slots: &Slots) -> Self {
        match step {
            Step::Stack(mv) => Self::Stack {
                from: slots.at(mv.from),
                to: slots.at(mv.to),
                depth: mv.depth,
                fit: board.unpack(sets).allows(mv),
            },
            Step::Swap(mv) => {
                // The swap's own places count after its banks.
                let mut log: Vec<Applied> = Vec::new();
                board.after_banks(sets, mv.bank, &mut log);
                let mut after = slots.clone();
                after.follow_all(&log);
                Self::Swap { bank: bank_slots(slots, mv), a: after.at(mv.a), b: after.at(mv.b) }
            }
        }
    }
}

/// The steps as deeds, and how many trees they make.
fn deeds(lattice: &Lattice, root: Board, steps: &[(Board, Step)]) -> (Vec<Deed>, u8) {
    let mut slots = Slots::of(&root);
    let mut trees = root.trees;
    let mut deeds = Vec::new();
    for (board, step) in steps {
        deeds.push(Deed::new(lattice, board, *step, &slots));
        let mut log: Vec<Applied> = Vec::new();
        trees = board.play(lattice, *step, &mut log).trees;
        slots.follow_all(&log);
    }
    (deeds, trees)
}

fn bank_slots(slots: &Slots, mv: Exchange) -> Vec<Slot> {
    mv.banks().map(|place| slots.at(place)).collect()
}

/// Plays deeds; `None` as soon as one is not possible, or is not what it was.
pub(super) fn replay(lattice: &Lattice, root: Board, deeds: &[Deed]) -> Option<(Vec<(Board, Step)>, Board)> {
    let (mut board, mut slots) = (root, Slots::of(&root));
    let mut steps = Vec::new();
    for deed in deeds {
        let step = match deed {
            Deed::Stack { from, to, depth, fit } => {
                let mv = Stacking { from: slots.find(*from)?, to: slots.find(*to)?, depth: *depth };
                if board.unpack(lattice).allows(mv) != *fit {
                    return None;
                }
                Step::Stack(mv)
            }
            Deed::Swap { bank, a, b } => {
                let mut places = [0; COLUMNS];
                for slot in bank {
                    let place = slots.find(*slot)?;
                    if !board.is_tree(place) {
                        return None;
                    }
                    places[place.column as usize] |= 1 << place.index;
                }
                if !board.earnings().contains(&places) {
                    return None;
                }
                let mut after = slots.clone();
                let mut log: Vec<Applied> = Vec::new();
                board.after_banks(lattice, places, &mut log);
                after.follow_all(&log);
                Step::Swap(Exchange { bank: places, a: after.find(*a)?, b: after.find(*b)? })
            }
        };
        let mut log: Vec<Applied> = Vec::new();
        let next = board.play(lattice, step, &mut log);
        slots.follow_all(&log);
        steps.push((board, step));
        board = next;
    }
    Some((steps, board))
}
