//! Features of a board: the counts that evaluations weigh. The last two depend on the heuristic's relaxation.
//!
//! # The greedy matching relaxation
//! The [delete relaxation](crate::games::solomids::solver::bounds) never uses pieces up. Here each piece is used once, by
//! the first stack that can take it. In every round each colour
//! - puts its stacks on mediums onto bare larges that they meet, those with smalls first;
//! - then its lone smalls onto mediums without one, lone mediums first;
//! - clears to the bank what has become a tree.
//!
//! Where stacks can stand, and which of them meet, is as generous as in the delete relaxation. It proves nothing; what
//! it leaves over measures the conflicts on the board.

use std::ops::Range;

use crate::games::solomids::game::{COLUMNS, PIECES, TREES};
use crate::games::solomids::solver::board::UnpackedBoard;
use crate::games::solomids::solver::bounds::{ColourGroup, Relaxation};
use crate::games::solomids::solver::column::{ALL_DEPTHS, SetInfo};

/// Evaluation that orders a search, by a relaxation of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heuristic {
    /// Separates boards that can be won without a swap from boards that cannot. Counts rounds of the delete relaxation: what is
    /// impossible even there marks lost boards.
    Winnable,
    /// Separates boards on the way to a win that was hard to find from boards beside it. Counts rounds of the greedy matching:
    /// where a way is hard to find, the conflicts that it leaves say more.
    OnPath,
}

/// Merges that turn a full deal into trees.
pub(crate) const MERGES: usize = PIECES - TREES as usize;

/// Progress of a game with `merges_left` merges to go, from 0 (a full deal) to 1 (nothing but trees).
pub(crate) fn progress(merges_left: usize) -> f32 {
    1.0 - merges_left as f32 / MERGES as f32
}

pub(crate) const FEATURES: usize = ROUNDS + 2;
/// Features of one board:
///
/// | number | counts |
/// |---|---|
/// | 0 | bare larges that meet no stack on a medium |
/// | 1 | lone smalls that meet no medium without a small |
/// | 2 | stacks on mediums that meet no bare large |
/// | 3 | mediums and larges without a small that meet no lone small |
/// | 4 | pairs of a lone small and a medium without one that meet |
/// | 5 | pairs of a stack on a medium and a bare large that meet |
/// | 6 | standing trees |
/// | 7 | larges cleared in the first round of the delete relaxation, trees included |
/// | 8 | stacks not cleared in that round that can stand at one depth only |
/// | 9, 10 | depths at which all columns can be empty; all but one |
/// | 11 | natural logarithm of the number of ways the columns can stand |
/// | 12 | stacks that can stand at more than one depth |
/// | 13 | depths at which stacks can stand, summed over the stacks |
/// | 14 to 17 | stacks in the shortest column, the second and third shortest, the longest |
/// | 18, 19 | stacks not cleared after one round of the relaxation of the [`Heuristic`]; after two |
pub(crate) type Features = [f32; FEATURES];

/// Features that [`freedom`] counts.
const FREEDOM: Range<usize> = 9..14;
/// Features that [`cheap_features`] counts: those of [`FREEDOM`], then the lengths of columns.
const CHEAP: Range<usize> = FREEDOM.start..ROUNDS;
pub(crate) const CHEAP_FEATURES: usize = CHEAP.end - CHEAP.start;
/// First of the two features that depend on the [`Heuristic`].
const ROUNDS: usize = FREEDOM.end + 4;

pub(crate) fn features(board: &UnpackedBoard<'_>, heuristic: Heuristic) -> Features {
    let mut relaxation = Relaxation::new(board);
    let mut counts = [0; FEATURES];
    relaxation.update();
    for group in relaxation.groups() {
        count_meetings(group, &mut counts);
    }
    let stuck_at_first = relaxation.stuck();
    relaxation.clear_all();
    counts[7] = relaxation.groups().iter().map(|group| group.cleared_larges().count_ones()).sum();
    counts[8] = (0..COLUMNS).map(|c| (board.info[c].fixed & !relaxation.cleared_in(c)).count_ones()).sum();
    if heuristic == Heuristic::OnPath {
        relaxation.reset_cleared();
        relaxation.match_greedily();
    }
    counts[ROUNDS] = relaxation.stuck();
    if counts[ROUNDS] != stuck_at_first && counts[ROUNDS] > 0 {
        relaxation.update();
        match heuristic {
            Heuristic::Winnable => relaxation.clear_all(),
            Heuristic::OnPath => relaxation.match_greedily(),
        }
    }
    counts[ROUNDS + 1] = relaxation.stuck();
    let mut features = counts.map(|count| count as f32);
    features[CHEAP].copy_from_slice(&cheap_features(board.len, board.info));
    features
}

/// Features that need no relaxation, from the number of stacks in each column and the summary of its set.
pub(crate) fn cheap_features(mut len: [usize; COLUMNS], info: [&SetInfo; COLUMNS]) -> [f32; CHEAP_FEATURES] {
    let mut counts = [0.0; CHEAP_FEATURES];
    let (free, lengths) = counts.split_at_mut(FREEDOM.len());
    free.copy_from_slice(&freedom(info));
    len.sort_unstable();
    for (count, rank) in lengths.iter_mut().zip([0, 1, 2, 4]) {
        *count = len[rank] as f32;
    }
    counts
}

/// Features 9 to 13: how freely the columns can stand.
fn freedom(info: [&SetInfo; COLUMNS]) -> [f32; FREEDOM.end - FREEDOM.start] {
    let (mut all, mut most) = (ALL_DEPTHS, ALL_DEPTHS);
    for info in info {
        most = most & info.open | all;
        all &= info.open;
    }
    [
        all.count_ones() as f32,
        most.count_ones() as f32,
        info.iter().map(|info| info.log_members).sum(),
        info.iter().map(|info| f32::from(info.movable)).sum(),
        info.iter().map(|info| f32::from(info.total_depths)).sum(),
    ]
}

/// Adds the counts of a colour's stacks and meetings in the first round.
fn count_meetings(group: &ColourGroup, counts: &mut [u32; FEATURES]) {
    let (smalls, mediums) = (group.smalls(), group.mediums());
    let (free, bare) = (group.free_mediums(), group.bare_larges());
    let [by_smalls, by_mediums, _] = group.targets_meeting_each_size();
    counts[0] += (bare & !by_mediums).count_ones();
    counts[1] += (smalls & !group.smalls_meeting(free)).count_ones();
    counts[2] += (mediums & !group.targets_meeting(bare)).count_ones();
    counts[3] += (group.without_small() & !by_smalls).count_ones();
    counts[4] += group.meeting_pairs(smalls, free);
    counts[5] += group.meeting_pairs(mediums, bare);
    counts[6] += group.trees().count_ones();
}
