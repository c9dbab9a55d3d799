use super::*;
use crate::dealer::tabletop;
use crate::game::TREES;
use crate::solver::bounds::goal::Goal;
use crate::solver::ordering::heuristic::Heuristic;
use crate::solver::search::beam::sample::{BeamSampler, every_seventh};
use crate::solver::search::candidate::{Candidate, Origin};
use crate::solver::search::context::SearchContext;
use crate::solver::search::dominance::comparable;

#[test]
fn comparable_boards_become_neighbours_in_the_queue_and_none_is_lost() {
    let store = SetStore::new();
    let context = SearchContext::new(&store);
    let root = Board::new(tabletop::deal(1, 6471).position(), &store);
    let goal = Goal { trees: TREES, swaps: 0 };
    let sampler =
        BeamSampler { context, root, goal, width: 16, heuristic: Heuristic::Outcome, per_layer: 100 };
    let boards = sampler.boards(&mut every_seventh());
    let candidates: Vec<Candidate> =
        boards.iter().map(|&(_, board)| Candidate::new(board, Origin::Root, &store)).collect();
    let mut by_shard = ShardIndex::default();
    by_shard.rebuild(&candidates);
    let mut layers = [(); 2].map(|()| Layer::new(None, 0, SpareBuffers::default()));
    for layer in &mut layers {
        layer.insert(
            context,
            std::iter::once(CandidateBatch { candidates: &candidates, by_shard: &by_shard }),
        );
    }
    let [as_inserted, grouped] = &mut layers;
    let count = grouped.group_comparable(context);
    let [mut inserted, order] = [as_inserted, grouped].map(|layer| layer.pop(usize::MAX));
    assert_eq!(order.len(), count);
    let board = |&id: &EntryId| layers[1].board(id);
    // No group of comparable boards is interrupted by another.
    let groups = order.chunk_by(|a, b| comparable(board(a), board(b)));
    let heads: Vec<&Board> = groups.map(|group| board(&group[0])).collect();
    for (n, head) in heads.iter().enumerate() {
        assert!(heads[..n].iter().all(|before| !comparable(before, head)));
    }
    assert!(heads.len() > 50 && heads.len() < order.len(), "{} of {}", heads.len(), order.len());
    let mut sorted = order.clone();
    sorted.sort_unstable();
    inserted.sort_unstable();
    assert_eq!(sorted, inserted);
    assert_ne!(order, inserted);
}
