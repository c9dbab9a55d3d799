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
    fn score(&self, terms: Terms) -> u8 {
        if !terms.lends() {
            self.table
        } else if self.holes() > 0 {
            self.table.min(self.placed()).min(self.smalls)
        } else {
            self.mediums[TABLE]
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
    /// The medium of a full nest with a large of this colour.
    Medium(usize),
    /// The small of an opened nest with a medium of this colour, whose large had the same colour (1) or another (0).
    Small(usize, usize),
}

/// A step: a move that does not go sideways, after some that do, and perhaps some of smalls that waited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Colour of the pieces that move.
    pub(super) colour: usize,
    /// The state after it, but for what it shows.
    pub(super) left: State,
    pub(super) shows: Shows,
}

pub(super) type Steps = SmallVec<[Step; 16]>;

impl Step {
    /// The state after the step, if it shows a piece of this colour; the colour does not matter if it shows none.
    pub(super) fn after(&self, terms: Terms, shown: usize) -> State {
        let mut state = self.left;
        let column = &mut state.0[shown];
        match self.shows {
            Shows::Nothing => {}
            Shows::Medium(large) => {
                column.opened[usize::from(shown == large)] += 1;
                column.settle(terms);
            }
            Shows::Small(..) => column.bare += 1,
        }
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

    /// Pieces that were never seen.
    pub(super) fn hidden(&self, terms: Terms) -> u8 {
        self.0.iter().flat_map(|column| column.unseen(terms)).sum()
    }

    /// Towers on the table, once the pieces of each colour are put together there.
    pub(super) fn score(&self, terms: Terms) -> u8 {
        self.0.iter().map(|column| column.score(terms)).sum()
    }

    const fn with(mut self, colour: usize, column: Column) -> Self {
        self.0[colour] = column;
        self
    }

    /// The steps to choose from. One that is forced is the only one.
    pub(super) fn steps(&self, terms: Terms) -> Steps {
        let mut steps = Steps::new();
        if terms.is_rigid() {
            for colour in 0..COLOURS {
                self.add_rigid(terms, colour, &mut steps);
            }
            return steps;
        }
        let room = !terms.lends() || terms.reading.open || {
            let smalls: u8 = self.0.iter().map(|column| column.smalls).sum();
            smalls > self.0.iter().map(|column| column.table).sum()
        };
        if terms.forced
            && terms.lends()
            && let Some(forced) = (0..COLOURS).find_map(|colour| self.forced(terms, colour))
        {
            steps.push(forced);
            return steps;
        }
        for colour in 0..COLOURS {
            self.add_opening(terms, colour, &mut steps);
            if terms.lends() {
                self.add_smalls(terms, colour, &mut steps);
            }
            if room {
                self.add_promotions(terms, colour, &mut steps);
            }
        }
        steps
    }

    /// A step that loses nothing where pieces leave finished towers: a small if two mediums could take it, and with R5 the
    /// promotion of a cap.
    fn forced(&self, terms: Terms, colour: usize) -> Option<Step> {
        let mut column = self.0[colour];
        let frozen = column.holes() == 0;
        if column.bare > 0 && column.holes() >= 2 {
            column.bare -= 1;
            column.smalls += 1;
        } else if !terms.reading.open {
            return None;
        } else if frozen && column.mediums[CAP] > 0 {
            column.table += 1;
            column.mediums[CAP] -= 1;
            column.mediums[TABLE] += 1;
        } else if !frozen && column.caps(terms) > 0 && column.placed() > 0 && column.smalls > 0 {
            column.table += 1;
        } else {
            return None;
        }
        Some(Step { colour, left: self.with(colour, column), shows: Shows::Nothing })
    }

    /// Caps, and mediums that leave their nests.
    fn add_opening(&self, terms: Terms, colour: usize, steps: &mut Steps) {
        let column = self.0[colour];
        let (holes, placed, tops) = (column.holes(), column.placed(), column.tops(terms));
        let own = column.full.saturating_sub(column.caps(terms));
        let free = if !terms.reading.native {
            true
        } else if holes > 0 {
            placed + 2 <= tops
        } else {
            column.mediums[OWN] + 2 <= own
        };
        if own >= 2 && free {
            let mut left = column;
            left.full -= 1;
            steps.push(Step { colour, left: self.with(colour, left), shows: Shows::Medium(colour) });
        }
        for kind in [OTHER, SAME] {
            if column.opened[kind] > 0 && holes > 0 && placed < tops {
                let mut left = column;
                left.opened[kind] -= 1;
                left.mediums[OWN] += 1;
                steps.push(Step { colour, left: self.with(colour, left), shows: Shows::Small(colour, kind) });
            }
        }
    }

    /// A bare small goes onto a medium: the last one that the colour takes in every arrangement of the mediums, which it leaves as
    /// they are for a while.
    fn add_smalls(&self, terms: Terms, colour: usize, steps: &mut Steps) {
        let mut left = self.0[colour];
        if left.bare == 0 || left.holes() == 0 {
            return;
        }
        (left.bare, left.smalls) = (left.bare - 1, left.smalls + 1);
        let mut push =
            |left| steps.push(Step { colour, left: self.with(colour, left), shows: Shows::Nothing });
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
                    push(Column { mediums: [on_own, on_caps, on_table], ..left });
                }
            }
        }
    }

    /// Promotions from a cap and from an own large where placed pieces move again.
    fn add_promotions(&self, terms: Terms, colour: usize, steps: &mut Steps) {
        let column = self.0[colour];
        let frozen = column.holes() == 0;
        let caps = column.caps(terms);
        for place in [CAP, OWN] {
            let there = if place == CAP { caps } else { column.full - caps };
            let is_whole = if frozen {
                column.mediums[place] > 0
            } else {
                let smalls = if terms.lends() { column.smalls } else { column.bare };
                there > 0 && column.placed() > 0 && smalls > 0 && (place == CAP || terms.reading.native)
            };
            if !is_whole {
                continue;
            }
            let mut left = column;
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
            self.push_promotion(colour, left, place, steps);
        }
    }

    /// A promotion, after which `left` is left; that from an own large opens a nest.
    fn push_promotion(&self, colour: usize, mut left: Column, place: usize, steps: &mut Steps) {
        let shows = if place == OWN {
            left.full -= 1;
            Shows::Medium(colour)
        } else {
            Shows::Nothing
        };
        steps.push(Step { colour, left: self.with(colour, left), shows });
    }

    /// All steps of a colour where placed pieces stay.
    fn add_rigid(&self, terms: Terms, colour: usize, steps: &mut Steps) {
        let column = self.0[colour];
        let caps = column.caps(terms);
        let there = [column.full.saturating_sub(caps), caps];
        let free = [OWN, CAP].map(|place| there[place] - column.mediums[place] - column.towers[place]);
        if free[OWN] >= 2 {
            let mut left = column;
            left.full -= 1;
            steps.push(Step { colour, left: self.with(colour, left), shows: Shows::Medium(colour) });
        }
        for kind in [OTHER, SAME] {
            for place in [CAP, OWN] {
                if column.opened[kind] > 0 && free[place] > 0 && (place == CAP || terms.reading.native) {
                    let mut left = column;
                    left.opened[kind] -= 1;
                    left.mediums[place] += 1;
                    let shows = Shows::Small(colour, kind);
                    steps.push(Step { colour, left: self.with(colour, left), shows });
                }
            }
        }
        for place in [CAP, OWN] {
            let mut left = column;
            left.table += 1;
            if column.towers[place] > 0 {
                left.towers[place] -= 1;
                self.push_promotion(colour, left, place, steps);
            }
            if column.mediums[place] > 0 && column.bare > 0 {
                left.towers[place] = column.towers[place];
                left.mediums[place] -= 1;
                left.bare -= 1;
                self.push_promotion(colour, left, place, steps);
            }
        }
    }
}
