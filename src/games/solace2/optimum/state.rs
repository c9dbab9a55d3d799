//! Information states: what decides how many towers may still be expected, and the steps that lead from one to the next.
//!
//! # Why these states are enough
//! A *view* is what a player knows: the table, and what has shown of every nest. What is forgotten of it does not matter.
//!
//! 1. *Which pile is which.* Piles of one kind, with the same pieces in the same places, can be exchanged, since the dealing rule
//!    treats all nests alike. So a view comes down to the number of piles of each kind, and these counts say what was never seen,
//!    too. Colours can be exchanged as well, in all three sizes at once.
//! 2. *Sideways moves* (R4a). Moves of placed mediums and smalls show nothing and can be taken back, so views between which they lead
//!    have one value. Let m mediums of a colour lie on larges and o in opened nests, and s smalls on these m + o. If s < m + o, every
//!    arrangement can be reached of the mediums on the larges that may take them, and of the smalls on the m + o mediums: a small
//!    goes to a medium without one in a single move, and so does a medium that was freed of its small to a large without one. So
//!    counts are enough. If s = m + o, the colour is *frozen*: every medium carries a small, and nothing goes sideways until another
//!    medium shows. Then how many of its mediums lie on the table, on caps and on own larges counts, too.
//! 3. *Smalls wait* (without R4b). A small is moved directly before its tower is promoted, as in `solver/steps.rs`: moves of smalls show
//!    nothing, so a player who puts them off learns the same at the same time, and finds the same moves of larges, mediums and
//!    towers. A small that was placed already counts as bare while the colour is not frozen: it can wait on any medium.
//! 4. *Forced smalls* (with R4b). If a small is bare and two mediums could take it, moving it at once loses nothing. A player who
//!    does so imitates one who does not, and leaves out the next move of a bare small of the colour. Until then one small more is
//!    out, one space more is open, and the colour, whose m + o never falls, is not frozen. The move shows nothing, so both
//!    learn the same.
//! 5. *Forced promotions* (with R4b and R5). A tower that can be promoted from a cap is. The imitator leaves out the next promotion of
//!    a cap of the colour. Until then it has one large more on the table in place of a cap, which takes a medium as the cap does, and
//!    one nest more whose own large may move. Where the other freezes the colour with a tower on that cap, the imitator has the
//!    tower on the table; where the cap stays empty, so does the large.
//!
//! `docs/solace2.md` has this with its test, `tests/solace2/hidden.rs`: a plain expectation over single moves.

use smallvec::SmallVec;

use super::seen::SeenSpace;
use crate::games::solace2::game::{COLOURS, Colour, Core, Lend, Reading};

/// Where a placed medium lies: index of [`Column::mediums`].
const OWN: usize = 0;
const CAP: usize = 1;
const TABLE: usize = 2;

/// What a medium that shows in its nest was covered with: index of [`Column::opened`].
const OTHER: usize = 0;
const SAME: usize = 1;

/// What decides about steps besides the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    pub(super) reading: Reading,
    /// Stashes of each colour.
    pub(super) stashes: u8,
    /// Whether steps that are forced are the only ones.
    pub(super) forced: bool,
}

impl Terms {
    /// Whether pieces leave finished towers (R4b).
    const fn lends(self) -> bool {
        matches!(self.reading.lend, Lend::Always)
    }

    /// Whether smalls are moved only directly before a promotion.
    pub(super) const fn smalls_wait(self) -> bool {
        !self.lends()
    }

    /// Whether towers have room on the table: with these smalls on mediums and larges on the table.
    pub(super) const fn has_room(self, smalls: u8, table: u8) -> bool {
        !self.lends() || self.reading.open || smalls > table
    }

    /// Whether placed pieces never move.
    const fn is_rigid(self) -> bool {
        matches!(self.reading.lend, Lend::Never)
    }
}

/// The pieces of one colour. Full nests count by their larges, opened ones by their mediums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Column {
    /// Full nests.
    pub(super) full: u8,
    /// Larges on the table. The others are caps: full nests, caps and these are all larges of the colour.
    pub(super) table: u8,
    /// Mediums on own larges, on caps, and on larges on the table, without R4a only those without a small. They count as on own
    /// larges where they can be moved about, and not at all in towers that stay.
    pub(super) mediums: [u8; 3],
    /// Opened nests: those whose large had another colour, and the same. Without R4a only those without a small.
    pub(super) opened: [u8; 2],
    /// Smalls on mediums, but for towers that stay; none without R4a, and none that wait.
    pub(super) smalls: u8,
    /// Bare smalls, and smalls that wait.
    pub(super) bare: u8,
    /// Without R4a: whole towers on own larges and on caps.
    pub(super) towers: [u8; 2],
    /// Without R4a: opened nests with a small parked on them, as [`opened`](Self::opened).
    pub(super) blocked: [u8; 2],
}

impl Column {
    /// All counts in one number; columns of one reading have different ones.
    pub(super) fn code(&self) -> u64 {
        let Self { full, table, mediums, opened, smalls, bare, towers, blocked } = *self;
        let counts = [&[full, table, smalls, bare][..], &mediums, &opened, &towers, &blocked];
        counts.into_iter().flatten().fold(0, |code, &count| code << 4 | u64::from(count))
    }

    /// Placed mediums that are counted.
    fn placed(&self) -> u8 {
        self.mediums.iter().sum()
    }

    /// Mediums that take a small, with one or without.
    fn seats(&self) -> u8 {
        self.placed() + self.opened[OTHER] + self.opened[SAME]
    }

    /// Mediums without a small.
    fn holes(&self) -> u8 {
        self.seats() - self.smalls
    }

    fn caps(&self, terms: Terms) -> u8 {
        terms.stashes - self.full - self.table
    }

    /// Larges that may carry a medium, with one or without.
    fn tops(&self, terms: Terms) -> u8 {
        let piles = if terms.reading.native { self.full } else { self.caps(terms) };
        piles + if terms.lends() { self.table } else { 0 }
    }

    /// Forgets what sideways moves can change.
    fn settle(&mut self, terms: Terms) {
        if !terms.is_rigid() && self.holes() > 0 {
            self.mediums = [self.placed(), 0, 0];
            if !terms.lends() {
                self.bare += self.smalls;
                self.smalls = 0;
            }
        }
    }

    /// Opened nests that hide a small of another colour, which is what is known of a nest that had a large of the same colour.
    pub(super) fn hiding_others(&self) -> u8 {
        self.opened[SAME] + self.blocked[SAME]
    }

    /// Mediums and smalls that were never seen.
    pub(super) fn unseen(&self, terms: Terms) -> [u8; 2] {
        let sum = |pair: [u8; 2]| pair[0] + pair[1];
        let stay = sum(self.towers) + sum(self.blocked) + if terms.lends() { 0 } else { self.table };
        [terms.stashes - self.seats() - stay, terms.stashes - self.smalls - self.bare - stay]
    }

    /// Towers on the table, once the pieces are put together there.
    pub(super) fn score(&self, terms: Terms) -> u8 {
        if !terms.lends() {
            self.table
        } else if self.holes() > 0 {
            self.table.min(self.placed()).min(self.smalls)
        } else {
            self.mediums[TABLE]
        }
    }

    /// The column once a step has shown a piece of its colour, in a nest with a large of the same colour or of another one.
    pub(super) fn showing(mut self, terms: Terms, shows: Shows, in_own: bool) -> Self {
        match shows {
            Shows::Nothing => {}
            Shows::Medium => {
                self.opened[if in_own { SAME } else { OTHER }] += 1;
                self.settle(terms);
            }
            Shows::Small(_) => self.bare += 1,
        }
        self
    }

    /// What a step makes of it that loses nothing. There is one where pieces leave finished towers, if a bare small could go to either of two
    /// mediums, and with R5 if a cap can be promoted.
    pub(super) fn forced(self, terms: Terms) -> Option<Change> {
        if !terms.forced || !terms.lends() {
            return None;
        }
        let mut left = self;
        let frozen = self.holes() == 0;
        if self.bare > 0 && self.holes() >= 2 {
            left.bare -= 1;
            left.smalls += 1;
        } else if !terms.reading.open {
            return None;
        } else if frozen && self.mediums[CAP] > 0 {
            left.table += 1;
            left.mediums[CAP] -= 1;
            left.mediums[TABLE] += 1;
        } else if !frozen && self.caps(terms) > 0 && self.placed() > 0 && self.smalls > 0 {
            left.table += 1;
        } else {
            return None;
        }
        Some(Change { left, shows: Shows::Nothing, needs_room: false })
    }

    /// What steps make of it that are not forced.
    pub(super) fn changes(self, terms: Terms) -> Changes {
        let mut changes = Changes::new();
        if terms.is_rigid() {
            self.add_rigid(terms, &mut changes);
            return changes;
        }
        self.add_opening(terms, &mut changes);
        if terms.lends() {
            self.add_smalls(terms, &mut changes);
        }
        self.add_promotions(terms, &mut changes);
        changes
    }

    /// Caps, and mediums that leave their nests.
    fn add_opening(self, terms: Terms, changes: &mut Changes) {
        let (holes, placed, tops) = (self.holes(), self.placed(), self.tops(terms));
        let own = self.full.saturating_sub(self.caps(terms));
        let free = if !terms.reading.native {
            true
        } else if holes > 0 {
            placed + 2 <= tops
        } else {
            self.mediums[OWN] + 2 <= own
        };
        if own >= 2 && free {
            let mut left = self;
            left.full -= 1;
            changes.push(Change { left, shows: Shows::Medium, needs_room: false });
        }
        for kind in [OTHER, SAME] {
            if self.opened[kind] > 0 && holes > 0 && placed < tops {
                let mut left = self;
                left.opened[kind] -= 1;
                left.mediums[OWN] += 1;
                changes.push(Change { left, shows: Shows::Small(kind), needs_room: false });
            }
        }
    }

    /// A bare small goes onto a medium: the last one that the colour takes in every arrangement of the mediums, which it leaves as
    /// they are for a while.
    fn add_smalls(self, terms: Terms, changes: &mut Changes) {
        let mut left = self;
        if left.bare == 0 || left.holes() == 0 {
            return;
        }
        (left.bare, left.smalls) = (left.bare - 1, left.smalls + 1);
        let mut push = |left| changes.push(Change { left, shows: Shows::Nothing, needs_room: false });
        if left.holes() > 0 {
            push(left);
            return;
        }
        let (placed, caps) = (left.placed(), left.caps(terms));
        let own = if terms.reading.native { left.full - caps } else { 0 };
        for on_table in 0..=placed.min(left.table) {
            for on_caps in 0..=(placed - on_table).min(caps) {
                let on_own = placed - on_table - on_caps;
                if on_own <= own {
                    push(Self { mediums: [on_own, on_caps, on_table], ..left });
                }
            }
        }
    }

    /// Promotions from a cap and from an own large where placed pieces move again.
    fn add_promotions(self, terms: Terms, changes: &mut Changes) {
        let frozen = self.holes() == 0;
        let caps = self.caps(terms);
        for place in [CAP, OWN] {
            let there = if place == CAP { caps } else { self.full - caps };
            let is_whole = if frozen {
                self.mediums[place] > 0
            } else {
                let smalls = if terms.lends() { self.smalls } else { self.bare };
                there > 0 && self.placed() > 0 && smalls > 0 && (place == CAP || terms.reading.native)
            };
            if !is_whole {
                continue;
            }
            let mut left = self;
            left.table += 1;
            let from = if frozen { place } else { OWN };
            if !terms.lends() {
                // The tower leaves the count.
                left.mediums[from] -= 1;
                *(if frozen { &mut left.smalls } else { &mut left.bare }) -= 1;
            } else if frozen {
                left.mediums[from] -= 1;
                left.mediums[TABLE] += 1;
            }
            changes.push(left.promoted(place));
        }
    }

    /// A promotion, after which the column is left; that from an own large opens a nest.
    const fn promoted(mut self, place: usize) -> Change {
        let shows = if place == OWN {
            self.full -= 1;
            Shows::Medium
        } else {
            Shows::Nothing
        };
        Change { left: self, shows, needs_room: true }
    }

    /// All steps where placed pieces stay.
    fn add_rigid(self, terms: Terms, changes: &mut Changes) {
        let caps = self.caps(terms);
        let there = [self.full.saturating_sub(caps), caps];
        let free = [OWN, CAP].map(|place| there[place] - self.mediums[place] - self.towers[place]);
        if free[OWN] >= 2 {
            let mut left = self;
            left.full -= 1;
            changes.push(Change { left, shows: Shows::Medium, needs_room: false });
        }
        for kind in [OTHER, SAME] {
            for place in [CAP, OWN] {
                if self.opened[kind] > 0 && free[place] > 0 && (place == CAP || terms.reading.native) {
                    let mut left = self;
                    left.opened[kind] -= 1;
                    left.mediums[place] += 1;
                    changes.push(Change { left, shows: Shows::Small(kind), needs_room: false });
                }
            }
        }
        for place in [CAP, OWN] {
            let mut left = self;
            left.table += 1;
            if self.towers[place] > 0 {
                left.towers[place] -= 1;
                changes.push(left.promoted(place));
            }
            if self.mediums[place] > 0 && self.bare > 0 {
                left.towers[place] = self.towers[place];
                left.mediums[place] -= 1;
                left.bare -= 1;
                changes.push(left.promoted(place));
            }
        }
    }
}

/// What lies open: a column for each colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State(pub(super) [Column; COLOURS]);

/// What a step shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shows {
    Nothing,
    /// The medium of a full nest with a large of the colour that moves.
    Medium,
    /// The small of an opened nest with a medium of the colour that moves, whose large had the same colour (1) or another (0).
    Small(usize),
}

/// What a step makes of the column of the pieces that move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) left: Column,
    pub(super) shows: Shows,
    /// Whether it puts a tower on the table, where there may be no room.
    pub(super) needs_room: bool,
}

pub(super) type Changes = SmallVec<[Change; 8]>;

/// A step: a move that does not go sideways, after some that do, and perhaps some of smalls that waited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Colour of the pieces that move.
    pub(super) colour: usize,
    /// The state after it, but for what it shows.
    pub(super) left: State,
    pub(super) shows: Shows,
}

impl Step {
    /// The state after the step, if it shows a piece of this colour; the colour does not matter if it shows none.
    pub(super) fn after(&self, terms: Terms, shown: usize) -> State {
        let mut state = self.left;
        let column = &mut state.0[shown];
        *column = column.showing(terms, self.shows, shown == self.colour);
        state
    }
}

impl State {
    /// The state before the first move.
    pub(super) fn first(terms: Terms) -> Self {
        Self([Column { full: terms.stashes, ..Column::default() }; COLOURS])
    }

    pub(super) fn of(spaces: impl IntoIterator<Item = SeenSpace>, terms: Terms) -> Self {
        let mut state = Self([Column::default(); COLOURS]);
        for space in spaces {
            let own = space.large.index();
            match (space.core, space.tower) {
                (Core::Full, _) => {
                    let column = &mut state.0[own];
                    let place = if space.caps > 0 { CAP } else { OWN };
                    column.full += 1;
                    if terms.is_rigid() && space.has_small {
                        column.towers[place] += 1;
                    } else {
                        column.mediums[place] += u8::from(space.has_medium);
                        column.smalls += u8::from(space.has_small);
                    }
                }
                (Core::Opened, _) => {
                    let medium = space.medium.map_or(own, Colour::index);
                    let column = &mut state.0[medium];
                    let kind = if medium == own { SAME } else { OTHER };
                    if terms.is_rigid() && space.has_small {
                        column.blocked[kind] += 1;
                    } else {
                        column.opened[kind] += 1;
                        column.smalls += u8::from(space.has_small);
                    }
                }
                (Core::Bare, _) => state.0[space.small.map_or(own, Colour::index)].bare += 1,
                (Core::Gone, Some(colour)) => {
                    let column = &mut state.0[colour.index()];
                    column.table += 1;
                    if terms.lends() {
                        column.mediums[TABLE] += u8::from(space.has_medium);
                        column.smalls += u8::from(space.has_small);
                    }
                }
                (Core::Gone, None) => {}
            }
        }
        for column in &mut state.0 {
            column.settle(terms);
        }
        state
    }
}
