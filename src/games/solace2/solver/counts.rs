//! States of counts: an abstraction of positions that forgets on which piles caps and placed pieces stand.
//!
//! This is a *homomorphic abstraction* (as in abstraction heuristics of planning): every move of the game maps to a step
//! between states of counts, or to no step, and the score of a state is no less than that of its positions. So the best
//! score over states of counts is an admissible upper bound, and a line of steps that can be turned back into moves
//! ([`realise`](super::realise)) shows that it is reached.
//!
//! # What a state holds
//!
//! For a colour c: f full nests with large c, τ larges on the table, m mediums and s smalls that left their nests for good,
//! o opened nests with medium c. Then n − f − τ larges are caps, and every full nest shows one large, so f + τ larges are
//! exposed or carry a medium.
//!
//! Unless pieces leave finished towers (R4b), a small is counted out (in s) only when its tower is promoted. See
//! [`steps`](super::steps) for why it can wait in its nest until then.
//!
//! # Key
//!
//! ```text
//! bits  0–14   full nests, by sorted index, of equal nests the first ones
//! bits 15–41   opened nests by medium × 3 + small, three bits each
//! bits 42–50   bare smalls by colour, three bits each
//! bits 51–59   R4b: larges on the table by colour; lend never: mediums on nests' own larges by colour; else zero
//! ```
//!
//! The key is unique: nests that lost their larges differ only in what is left of them, everything not full, opened or bare
//! is gone, and without R4b as many larges of a colour are on the table as smalls of it are gone.

use super::openings::{Layout, Question};
use crate::games::solace2::game::{COLOURS, Core, Lend, Position, Reading};

/// A state of counts. Arrays are indexed by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    /// Mask of full nests.
    pub(super) full: u16,
    /// Opened nests, as in the key.
    opened: u32,
    /// Bare smalls; without R4b also smalls that were placed and not promoted.
    pub(super) bare: [u8; COLOURS],
    /// Full nests by their large.
    pub(super) f: [u8; COLOURS],
    /// Mediums out of their nests.
    pub(super) m: [u8; COLOURS],
    /// Smalls out of their nests; without R4b, smalls on the table.
    pub(super) s: [u8; COLOURS],
    /// Larges on the table.
    pub(super) table: [u8; COLOURS],
    /// Mediums on nests' own larges. Kept only if placed pieces never move.
    pub(super) own: [u8; COLOURS],
}

/// One step between states of counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The large of a nest (by sorted index) caps another one.
    Open(u8),
    /// A medium leaves an opened nest.
    Medium {
        colour: u8,
        /// Colour of the small beneath.
        under: u8,
        /// Whether it goes onto a nest's own large for good. False where it can move on.
        own: bool,
    },
    /// A small leaves its nest and goes onto a medium.
    Small(u8),
    /// A tower on a cap is promoted.
    PromoteCap(u8),
    /// A tower on a nest's own large is promoted, which opens the nest (by sorted index).
    PromoteOwn(u8),
}

impl Counts {
    /// The state of a position.
    pub(super) fn new(question: Question<'_>, position: &Position) -> Self {
        let Question { layout, reading, .. } = question;
        let (n, none) = (layout.stashes, [0; COLOURS]);
        let (m, s) = ([n; COLOURS], [n; COLOURS]);
        let mut counts = Self { full: 0, opened: 0, bare: none, f: none, m, s, table: none, own: none };
        for (i, &nest) in layout.nests.iter().enumerate() {
            let space = &position.spaces()[usize::from(layout.space[i])];
            let [l, m, s] = [nest.large.index(), nest.medium.index(), nest.small.index()];
            match space.core() {
                Core::Full => {
                    counts.full |= 1 << i;
                    counts.f[l] += 1;
                    counts.own[l] += u8::from(space.has_medium() && space.caps() == 0);
                }
                Core::Opened => counts.opened += 1 << (3 * (3 * m + s)),
                Core::Bare => counts.bare[s] += 1,
                Core::Gone => {}
            }
            counts.m[m] -= u8::from(matches!(space.core(), Core::Full | Core::Opened));
            counts.s[s] -= u8::from(space.core() != Core::Gone);
        }
        for space in position.spaces() {
            if let Some(colour) = space.tower() {
                counts.table[colour.index()] += 1;
            } else if space.has_small()
                && reading.lend != Lend::Always
                && let Some(colour) = space.exposed_small()
            {
                counts.bare[colour.index()] += 1;
                counts.s[colour.index()] -= 1;
            }
        }
        if reading.lend != Lend::Never {
            counts.own = none;
        }
        counts.full = layout.firsts(counts.full);
        counts
    }

    /// The key; see the module.
    pub(super) fn key(&self, reading: Reading) -> u64 {
        let last = match reading.lend {
            Lend::Always => self.table,
            Lend::Never => self.own,
            Lend::InProgress => [0; COLOURS],
        };
        let packed = |counts: [u8; COLOURS]| {
            u64::from(counts[0]) | u64::from(counts[1]) << 3 | u64::from(counts[2]) << 6
        };
        u64::from(self.full) | u64::from(self.opened) << 15 | packed(self.bare) << 42 | packed(last) << 51
    }

    /// Opened nests with this medium and small.
    pub(super) const fn opened(&self, medium: usize, small: usize) -> u8 {
        (self.opened >> (3 * (3 * medium + small)) & 7) as u8
    }

    /// Opened nests with this medium.
    pub(super) const fn opened_with(&self, medium: usize) -> u8 {
        self.opened(medium, 0) + self.opened(medium, 1) + self.opened(medium, 2)
    }

    /// Caps of a colour.
    pub(super) const fn caps(&self, layout: &Layout, colour: usize) -> u8 {
        layout.stashes - self.f[colour] - self.table[colour]
    }

    /// Larges of a colour that carry a medium or may be given one.
    pub(super) fn larges(&self, question: Question<'_>, colour: usize) -> u8 {
        let (f, caps) = (self.f[colour], self.caps(question.layout, colour));
        self.table[colour] + if question.reading.native { f } else { caps.min(f) }
    }

    /// With R4b: mediums of a colour without a small that may be given one.
    pub(super) const fn holes(&self, reading: Reading, colour: usize) -> u8 {
        let parked = if reading.opened { self.opened_with(colour) } else { 0 };
        (self.m[colour] + parked).saturating_sub(self.s[colour])
    }

    /// Score, if placed pieces can be moved to where they count, and with R4b mediums out of their nests as well.
    pub(super) fn score(&self, question: Question<'_>) -> u8 {
        let reading = question.reading;
        let mediums = |c: usize| {
            if reading.lend != Lend::Always || reading.opened && self.holes(reading, c) == 0 {
                return self.m[c];
            }
            (self.m[c] + self.opened_with(c)).min(self.larges(question, c))
        };
        (0..COLOURS).map(|c| self.table[c].min(mediums(c)).min(self.s[c])).sum()
    }

    /// The state after a step that is possible.
    pub(super) fn after(mut self, question: Question<'_>, step: Step) -> Self {
        let Question { layout, reading, .. } = question;
        match step {
            Step::Open(nest) => self.open(layout, nest),
            Step::Medium { colour, under, own } => {
                let (colour, under) = (usize::from(colour), usize::from(under));
                self.opened -= 1 << (3 * (3 * colour + under));
                self.bare[under] += 1;
                self.m[colour] += 1;
                self.own[colour] += u8::from(own);
            }
            Step::Small(colour) => {
                self.bare[usize::from(colour)] -= 1;
                self.s[usize::from(colour)] += 1;
            }
            Step::PromoteCap(colour) => self.table[usize::from(colour)] += 1,
            Step::PromoteOwn(nest) => {
                let colour = layout.nests[usize::from(nest)].large.index();
                self.table[colour] += 1;
                self.own[colour] -= u8::from(reading.lend == Lend::Never);
                self.open(layout, nest);
            }
        }
        self
    }

    fn open(&mut self, layout: &Layout, nest: u8) {
        let opened = layout.nests[usize::from(nest)];
        self.full &= !(1 << nest);
        self.f[opened.large.index()] -= 1;
        self.opened += 1 << (3 * (3 * opened.medium.index() + opened.small.index()));
    }
}
