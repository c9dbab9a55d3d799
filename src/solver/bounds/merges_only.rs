//! The optimistic game of a colour that makes no transfers.
//!
//! Then a large without a medium is the only place for one, a medium keeps its small, and every lone small and every
//! stack on a medium has one partner in the end, no two of them the same. So the game is stricter for such a colour, and
//! whatever can come to pass without transfers still does: by induction over a line of merges, as in
//! [`outlook`](super).

use smallvec::SmallVec;

use super::relaxation::{ColourGroup, DepthModel, LARGES, MEDIUMS, Relaxation, places};
use crate::game::COPIES;

impl ColourGroup {
    /// What vanishes by merges, given who meets whom.
    pub(crate) fn gone_by_merges(&self) -> u16 {
        let mediums = self.taken & MEDIUMS;
        let bare = self.taken & LARGES & !self.has_medium;
        let [by_smalls, ..] = self.met_by_each();
        let free = mediums & !self.has_small;
        let hosts = free | self.has_medium & !self.has_small | bare & self.met_by(free);
        let complete = mediums & self.has_small | free & by_smalls;
        let with_small = self.has_small | hosts & by_smalls | bare & self.met_by(complete);
        let with_medium = self.has_medium | bare & self.met_by(mediums);
        self.smalls_that_meet(hosts) | mediums & self.met_by(bare) | with_medium & with_small
    }

    /// Whether every stack can have a partner of its own: a medium for every bare large, and a small for every tower.
    fn pairs_off(&self) -> bool {
        let larges = self.taken & LARGES;
        let mut wanted: SmallVec<[u16; COPIES]> = SmallVec::new();
        for tower in places(larges & self.has_medium & !self.has_small) {
            wanted.push(self.smalls_that_meet(1 << tower));
        }
        self.marry(larges & !self.has_medium, self.taken & MEDIUMS, &mut wanted)
    }

    /// The same, with some bare larges and mediums to go; `wanted` has the smalls that each tower so far could take.
    fn marry(&self, bare: u16, mediums: u16, wanted: &mut SmallVec<[u16; COPIES]>) -> bool {
        let Some(large) = places(bare).next() else { return distinct(wanted) };
        places(mediums & self.meets[large]).any(|medium| {
            let wants = self.has_small >> medium & 1 == 0;
            if wants {
                wanted.push(self.smalls_that_meet(1 << large | 1 << medium));
            }
            let done = self.marry(bare & !(1 << large), mediums & !(1 << medium), wanted);
            if wants {
                wanted.pop();
            }
            done
        })
    }
}

/// Whether every set can have a member of its own.
fn distinct(sets: &[u16]) -> bool {
    match sets.split_first() {
        None => true,
        Some((&set, rest)) => places(set).any(|it| {
            let rest: SmallVec<[u16; COPIES]> = rest.iter().map(|set| set & !(1 << it)).collect();
            distinct(&rest)
        }),
    }
}

impl Relaxation<'_> {
    /// Whether every stack of a colour can have a partner of its own, once the game has come to its end without transfers
    /// of that colour.
    pub(crate) fn pairs_off(&mut self, stand: &impl DepthModel, colour: usize) -> bool {
        // Whoever has vanished last has not seen_cleared around since, and it counts who meets whom in the end.
        self.update_depths(stand);
        self.recompute_meetings(colour);
        self.groups[colour].pairs_off()
    }
}
