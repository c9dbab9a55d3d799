//! Delete relaxation of a colour that makes no transfers.
//!
//! A large without a medium is then the only target for one, and a medium keeps its small. At the end of a line that
//! makes all trees of the colour, every lone small and every stack on a medium has been merged with a partner of its
//! own. So fewer stacks are cleared, and whatever merges alone can do still is possible: by induction over a line of
//! merges, as in [`relaxation`](super::relaxation).

use smallvec::SmallVec;

use super::colour_group::{ColourGroup, places};
use crate::games::solomids::game::COPIES;

impl ColourGroup {
    /// Returns the stacks that are cleared by merges, given what meets.
    pub(super) fn cleared_by_merges(&self) -> u16 {
        let mediums = self.mediums();
        let bare = self.bare_larges();
        let [by_smalls, ..] = self.targets_meeting_each_size();
        let lone = mediums & !self.has_small;
        let free = self.free_mediums() | bare & self.targets_meeting(lone);
        let complete = mediums & self.has_small | lone & by_smalls;
        let with_small = self.has_small | free & by_smalls | bare & self.targets_meeting(complete);
        let with_medium = self.has_medium | bare & self.targets_meeting(mediums);
        self.smalls_meeting(free) | mediums & self.targets_meeting(bare) | with_medium & with_small
    }

    /// Tests whether all stacks can be merged in pairs: every bare large with a medium of its own, and every target
    /// without a small with a lone small of its own.
    pub(super) fn has_perfect_matching(&self) -> bool {
        let mut candidates: SmallVec<[u16; COPIES]> = SmallVec::new();
        for target in places(self.has_medium & !self.has_small) {
            candidates.push(self.smalls_meeting(1 << target));
        }
        self.match_mediums(self.bare_larges(), self.mediums(), &mut candidates)
    }

    /// Matches the remaining bare larges with the remaining mediums in every way. `candidates` has, for every target
    /// without a small so far, the smalls that meet it.
    fn match_mediums(&self, bare: u16, mediums: u16, candidates: &mut SmallVec<[u16; COPIES]>) -> bool {
        let Some(large) = places(bare).next() else { return have_distinct_members(candidates) };
        places(mediums & self.meets[large]).any(|medium| {
            let lacks_small = self.has_small >> medium & 1 == 0;
            if lacks_small {
                candidates.push(self.smalls_meeting(1 << large | 1 << medium));
            }
            let done = self.match_mediums(bare & !(1 << large), mediums & !(1 << medium), candidates);
            if lacks_small {
                candidates.pop();
            }
            done
        })
    }
}

/// Tests whether the sets have a system of distinct representatives.
fn have_distinct_members(sets: &[u16]) -> bool {
    match sets.split_first() {
        None => true,
        Some((&set, rest)) => places(set).any(|it| {
            let rest: SmallVec<[u16; COPIES]> = rest.iter().map(|set| set & !(1 << it)).collect();
            have_distinct_members(&rest)
        }),
    }
}
