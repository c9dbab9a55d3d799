//! Boards that beams meet, for those who study evaluations.

use super::{Beam, BeamWidth};
use crate::solver::board::Board;
use crate::solver::bounds::goal::Goal;
use crate::solver::config::Config;
use crate::solver::ordering::heuristic::Heuristic;
use crate::solver::search::budget::NodeBudget;
use crate::solver::search::candidate::{EntryState, Origin};
use crate::solver::search::context::SearchContext;
use crate::solver::search::expansion::Successors;
use crate::solver::search::pass::PassResult;

/// A beam that has run to its end and still has all its boards, and how it ended.
fn kept_whole(
    context: SearchContext<'_>,
    root: Board,
    goal: Goal,
    width: usize,
    heuristic: Heuristic,
) -> (Beam<'_>, PassResult) {
    let breadth = BeamWidth::Best(width, heuristic);
    let mut beam =
        Beam { defers_evaluation: false, frees_layers: false, ..Beam::new(context, root, goal, breadth) };
    let pass = beam.run(u64::MAX, &mut NodeBudget::new(&Config::default()));
    (beam, pass)
}

/// Boards met by a beam that fails, for those who study evaluations: from every layer up to `each`, picked
/// by `pick`, which gives a number below its argument. Each comes with its layer.
pub(crate) fn sample(
    context: SearchContext<'_>,
    root: Board,
    goal: Goal,
    width: usize,
    each: usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Vec<(usize, Board)> {
    let (beam, PassResult::Overflowed) = kept_whole(context, root, goal, width, Heuristic::Outcome) else {
        return Vec::new();
    };
    let mut boards = Vec::new();
    for (level, layer) in beam.layers.iter().enumerate() {
        let entries: Vec<Board> = layer.entries().map(|(id, _)| *layer.board(id)).collect();
        for _ in 0..each.min(entries.len()) {
            boards.push((level, entries[pick(entries.len())]));
        }
    }
    boards
}

/// Boards of a beam that reaches its goal: from every layer the one on the way to it (`true`), and up to
/// `each` others that were expanded, picked by `pick`, which gives a number below its argument. Each comes
/// with its layer. None if the beam fails.
pub(crate) fn sample_trail(
    context: SearchContext<'_>,
    root: Board,
    goal: Goal,
    width: usize,
    each: usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Vec<(usize, bool, Board)> {
    let (beam, _) = kept_whole(context, root, goal, width, Heuristic::Outcome);
    let mut boards = Vec::new();
    let mut next = beam.end;
    while let Some((level, mut id)) = next {
        let layer = &beam.layers[level];
        boards.push((level, true, *layer.board(id)));
        let others =
            layer.entries().filter(|&(other, entry)| other != id && entry.state == EntryState::Expanded);
        let others: Vec<Board> = others.map(|(id, _)| *layer.board(id)).collect();
        for _ in 0..each.min(others.len()) {
            boards.push((level, false, others[pick(others.len())]));
        }
        next = loop {
            match layer.entry(id).origin {
                Origin::Root => break None,
                Origin::Merge(from, _) => break Some((level - 1, from)),
                Origin::Transfer(from, _) | Origin::Swap(from, _) | Origin::Union(from, _) => id = from,
            }
        };
    }
    boards
}

/// Boards that a beam expands, up to `each` of every layer, each with one of the boards that come of it; both picked by
/// `pick`, which gives a number below its argument. And whether the beam fails.
pub(crate) fn sample_steps(
    context: SearchContext<'_>,
    root: Board,
    goal: Goal,
    (width, heuristic): (usize, Heuristic),
    each: usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> (Vec<(Board, Board)>, bool) {
    let (beam, pass) = kept_whole(context, root, goal, width, heuristic);
    let mut steps = Vec::new();
    for layer in &beam.layers {
        let expanded = layer.entries().filter(|(_, entry)| entry.state == EntryState::Expanded);
        let expanded: Vec<Board> = expanded.map(|(id, _)| *layer.board(id)).collect();
        for _ in 0..each.min(expanded.len()) {
            let board = expanded[pick(expanded.len())];
            let mut successors = Successors::default();
            successors.expand(context, goal, 0, &board, EntryState::Waiting);
            let outcomes: Vec<Board> =
                successors.here.iter().chain(&successors.next).map(|candidate| candidate.board).collect();
            if !outcomes.is_empty() {
                steps.push((board, outcomes[pick(outcomes.len())]));
            }
        }
    }
    (steps, pass == PassResult::Overflowed)
}
