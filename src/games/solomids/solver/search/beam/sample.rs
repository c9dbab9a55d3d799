//! Samples of the boards that beams meet, for tuning and for tests.

use super::{Beam, BeamWidth};
use crate::games::solomids::game::TREES;
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::bounds::Goal;
use crate::games::solomids::solver::config::Config;
use crate::games::solomids::solver::ordering::Heuristic;
use crate::games::solomids::solver::search::context::{Budget, PassResult, SearchContext};
use crate::games::solomids::solver::search::expansion::{EntryState, Successors};
#[cfg(test)]
use crate::games::solomids::solver::search::fixtures::root;
use crate::games::solomids::solver::search::layer::Way;

/// Random choice: given a number, returns one below it.
type Picker<'p> = dyn FnMut(usize) -> usize + 'p;

/// Goal of the beams: a win without a swap.
pub(crate) const GOAL: Goal = Goal { trees: TREES, swaps: 0 };

#[derive(Clone, Copy)]
pub(crate) struct BeamSampler<'a> {
    pub(crate) context: SearchContext<'a>,
    pub(crate) root: Board,
    pub(crate) width: usize,
    pub(crate) heuristic: Heuristic,
    /// Boards picked from each layer, at most; with repetition.
    pub(crate) per_layer: usize,
}

impl<'a> BeamSampler<'a> {
    /// Boards of a beam that fails, each with the number of its layer; none if the beam does not fail.
    pub(crate) fn boards(&self, pick: &mut Picker<'_>) -> Vec<(usize, Board)> {
        let (beam, PassResult::Overflowed) = self.run() else {
            return Vec::new();
        };
        let mut boards = Vec::new();
        for (level, layer) in beam.layers.iter().enumerate() {
            let all: Vec<Board> = layer.entries().map(|(_, entry)| entry.board(self.context.store)).collect();
            boards.extend(self.pick_some(&all, pick).into_iter().map(|board| (level, board)));
        }
        boards
    }

    /// Boards of a beam that reaches its goal, each with the number of its layer and whether it is on the way to the goal:
    /// from every layer the one that is, and others that were expanded. None if the beam fails.
    pub(crate) fn trail(&self, pick: &mut Picker<'_>) -> Vec<(usize, bool, Board)> {
        let (beam, _) = self.run();
        let mut boards = Vec::new();
        let mut next = beam.goal_entry.map(|entry| (entry.level, entry.id));
        while let Some((level, mut id)) = next {
            let layer = &beam.layers[level];
            boards.push((level, true, layer.entry(id).board(self.context.store)));
            let others =
                layer.entries().filter(|&(other, entry)| other != id && entry.state == EntryState::Expanded);
            let others: Vec<Board> = others.map(|(_, entry)| entry.board(self.context.store)).collect();
            boards.extend(self.pick_some(&others, pick).into_iter().map(|board| (level, false, board)));
            next = loop {
                let entry = layer.entry(id);
                match entry.way() {
                    Way::Root => break None,
                    Way::Merge => break Some((level - 1, entry.source)),
                    Way::SameLayer | Way::Union => id = entry.source,
                }
            };
        }
        boards
    }

    /// Boards that a beam expands, each with one of its successors; and whether the beam fails.
    pub(crate) fn steps(&self, pick: &mut Picker<'_>) -> (Vec<(Board, Board)>, bool) {
        let (beam, pass) = self.run();
        let mut steps = Vec::new();
        for layer in &beam.layers {
            let expanded = layer.entries().filter(|(_, entry)| entry.state == EntryState::Expanded);
            let expanded: Vec<Board> = expanded.map(|(_, entry)| entry.board(self.context.store)).collect();
            for _ in 0..self.per_layer.min(expanded.len()) {
                let board = expanded[pick(expanded.len())];
                let mut successors = Successors::default();
                let _ = successors.expand(self.context, GOAL, 0, &board, EntryState::Waiting);
                let children: Vec<Board> =
                    successors.here.iter().chain(&successors.next).map(|candidate| candidate.board).collect();
                if !children.is_empty() {
                    steps.push((board, children[pick(children.len())]));
                }
            }
        }
        (steps, pass == PassResult::Overflowed)
    }

    /// Runs the beam to its end. It keeps all its boards.
    fn run(&self) -> (Beam<'a>, PassResult) {
        let width = BeamWidth::Limited(self.width, self.heuristic);
        let mut beam = Beam {
            defers_evaluation: false,
            frees_layers: false,
            ..Beam::new(self.context, self.root, GOAL, width)
        };
        let pass = beam.run(u64::MAX, &mut Budget::new(&Config::default()));
        (beam, pass)
    }

    fn pick_some(&self, boards: &[Board], pick: &mut Picker<'_>) -> Vec<Board> {
        (0..self.per_layer.min(boards.len())).map(|_| boards[pick(boards.len())]).collect()
    }
}

/// Boards for tests: those that a beam meets which looks for a win without a swap in a tabletop deal, if it fails.
#[cfg(test)]
pub(crate) fn boards_of_deal(
    context: SearchContext<'_>,
    deal: u64,
    width: usize,
    per_layer: usize,
) -> Vec<Board> {
    let (root, heuristic) = (root(context.store, deal), Heuristic::Winnable);
    let sampler = BeamSampler { context, root, width, heuristic, per_layer };
    let mut turn = 0;
    let mut every_seventh = |below| {
        turn += 7;
        turn % below
    };
    sampler.boards(&mut every_seventh).into_iter().map(|(_, board)| board).collect()
}
