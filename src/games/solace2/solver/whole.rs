//! Steps between states of counts where finished towers stay whole (lend never, or R4a without R4b).
//!
//! # Smalls wait
//! Statement. Some best line moves every small once, onto its tower, directly before the tower is promoted.
//! Argument. Take a best line, leave out all moves of smalls, and before every promotion of a tower of colour c put the move
//! of a small c from its nest: the line had a small of c out for each tower on the table, so one is there, and bare. Smalls
//! only ever hinder: one on a medium keeps it from moving, one bare hinders nothing. A space is open for the tower: spaces
//! are vacated by smalls and taken by towers, and just now one more small has left than towers have been promoted. So R2
//! (parking) and R5 (room) change nothing here. A position in which smalls were placed already counts them as waiting.
//!
//! # Just in time
//! Statement. Some best line moves a medium out of its nest only directly before the next small's move, and only if the
//! tower lacks a medium, or the small lies under it.
//! Argument. A medium on a large hinders larges and other mediums, and never helps them. Put it off until the first tower
//! that needs it or the small beneath it: room for it is there, because the line had it there.
//!
//! # Forced caps
//! Statement. If a tower can be finished on a cap of colour c, and a large of c shows beside those that carry mediums (or,
//! where placed mediums stay, no medium lies on an own large of c), then finishing it at once loses nothing.
//! Argument. Let X be the position and X′ the one after finishing. A best line from X is played from X′ but for its first
//! tower of c. If that one is finished on a cap, it is left out. If it is finished on the own large of a nest j, the line
//! puts a last medium of c under it at some time; directly before, X′ has one cap and one medium fewer than X, so j's large
//! may cap instead (`L`), the medium goes onto that cap, and when the line finishes its tower, it is left out; then both are
//! in the same position. If the line has no more tower of c, X′ is one ahead.
//! The condition matters: with every large of c carrying a medium, the tower on j may be the only way to open j.
//!
//! # Two models
//! If placed pieces never move, a medium on a cap binds that cap. A line of counts that has another large of the colour cap in the
//! meantime may need the new cap's nest before the old one's, and be no line of moves. The *strict* model puts off such larges
//! until the tower is promoted; the *lax* one does not. In the other readings both are the same.
//!
//! Tests: `tests/solace2` compares with a plain search, with each rule and without it.

use smallvec::{SmallVec, smallvec};

use super::counts::{Counts, Step};
use super::layout::{Layout, bits};
use super::lending::Model;
use super::limits::{Pruning, PruningSet};
use crate::games::solace2::game::{COLOURS, Lend, Reading};

/// Steps that are taken together.
pub(super) type Stride = SmallVec<[Step; 4]>;

/// All strides from one state.
pub(super) type Strides = SmallVec<[Stride; 16]>;

/// The strides from a state, towers first.
pub(super) fn strides(
    layout: &Layout,
    reading: Reading,
    pruning: PruningSet,
    model: Model,
    counts: &Counts,
) -> Strides {
    let mut maker = Maker { layout, reading, pruning, model, found: Strides::new(), forced: None };
    maker.make(counts);
    maker.forced.map_or(maker.found, |stride| smallvec![stride])
}

/// What collects strides.
struct Maker<'l> {
    layout: &'l Layout,
    reading: Reading,
    pruning: PruningSet,
    model: Model,
    found: Strides,
    forced: Option<Stride>,
}

/// Larges of one colour and what they carry.
struct Larges {
    /// Caps.
    caps: u8,
    /// Full nests that bear caps, at least.
    bases: u8,
    /// Mediums on piles.
    carried: u8,
    /// Of these, on caps for good (lend never).
    on_caps: u8,
}

impl Larges {
    fn new(layout: &Layout, reading: Reading, counts: &Counts, c: usize) -> Self {
        let caps = counts.caps(layout, c);
        let carried = counts.m[c] - counts.table[c];
        let on_caps = carried - counts.own[c];
        let bases = match (reading.recap, reading.lend) {
            (false, _) => caps,
            (true, Lend::Never) => caps.min(on_caps.max(1)),
            (true, _) => caps.min(1),
        };
        Self { caps, bases, carried, on_caps }
    }
}

impl Maker<'_> {
    fn make(&mut self, counts: &Counts) {
        for c in 0..COLOURS {
            let none = Stride::new();
            if !self.pruning.has(Pruning::JustInTime) {
                self.finish(counts, c, &none);
            } else if counts.m[c] > counts.table[c] {
                self.expose(counts, c, &none);
            } else {
                for under in 0..COLOURS {
                    self.place(counts, c, under, &none, |maker, after, stride| {
                        maker.expose(after, c, stride);
                    });
                }
            }
            if self.forced.is_some() {
                return;
            }
        }
        if !self.pruning.has(Pruning::JustInTime) {
            for (c, under) in (0..COLOURS).flat_map(|c| (0..COLOURS).map(move |under| (c, under))) {
                self.place(counts, c, under, &Stride::new(), |maker, _, stride| {
                    maker.found.push(stride.clone());
                });
            }
        }
        for c in 0..COLOURS {
            let larges = Larges::new(self.layout, self.reading, counts, c);
            let f = counts.f[c];
            let uncapped = self.reading.recap || f >= counts.own[c] + larges.caps + 2;
            let binds = self.model == Model::Strict && self.reading.lend == Lend::Never && larges.on_caps > 0;
            if uncapped && !binds && f >= larges.carried + 2 {
                let nests = self.layout.distinct(counts.full) & self.layout.of_large(c);
                self.found.extend(bits(nests).map(|nest| smallvec![Step::Open(nest as u8)]));
            }
        }
    }

    /// A medium leaves a nest, in every way that it can.
    fn place(
        &mut self,
        counts: &Counts,
        colour: usize,
        under: usize,
        stride: &Stride,
        then: impl Fn(&mut Self, &Counts, &Stride),
    ) {
        if counts.opened(colour, under) == 0 {
            return;
        }
        let Larges { caps, bases, carried, on_caps } = Larges::new(self.layout, self.reading, counts, colour);
        let (f, own) = (counts.f[colour], counts.own[colour]);
        let never = self.reading.lend == Lend::Never;
        let on_cap = if never {
            on_caps < caps.min(f - own)
        } else {
            carried < if self.reading.native { f } else { caps.min(f) }
        };
        let on_own = never && self.reading.native && f > own + bases;
        for (possible, own) in [(on_cap, false), (on_own, true)] {
            if possible {
                let step = Step::Medium { colour: colour as u8, under: under as u8, own };
                let mut stride = stride.clone();
                stride.push(step);
                then(self, &counts.after(self.layout, self.reading, step), &stride);
            }
        }
    }

    /// A small of the colour is laid bare, if none is, and the tower finished.
    fn expose(&mut self, counts: &Counts, colour: usize, stride: &Stride) {
        if counts.bare[colour] > 0 {
            self.finish(counts, colour, stride);
            return;
        }
        for over in 0..COLOURS {
            self.place(counts, over, colour, stride, |maker, after, stride| {
                maker.finish(after, colour, stride);
            });
        }
    }

    /// A bare small makes a tower of the colour, which is promoted, in every way that it can.
    fn finish(&mut self, counts: &Counts, colour: usize, stride: &Stride) {
        let Larges { caps, bases, carried, on_caps } = Larges::new(self.layout, self.reading, counts, colour);
        if counts.bare[colour] == 0 || carried == 0 {
            return;
        }
        let never = self.reading.lend == Lend::Never;
        let (f, own) = (counts.f[colour], counts.own[colour]);
        let with = |step: Step| {
            let mut stride = stride.clone();
            stride.extend([Step::Small(colour as u8), step]);
            stride
        };
        if caps > 0 && (!never || on_caps > 0) {
            let whole = with(Step::PromoteCap(colour as u8));
            let spare = !self.reading.native || if never { own == 0 } else { f > carried };
            if spare && self.pruning.has(Pruning::ForcedCaps) {
                if stride.is_empty() {
                    self.forced = Some(whole);
                } else {
                    self.found.push(whole);
                }
                return;
            }
            self.found.push(whole);
        }
        if self.reading.native && if never { own > 0 } else { f > bases } {
            let nests = self.layout.distinct(counts.full) & self.layout.of_large(colour);
            self.found.extend(bits(nests).map(|nest| with(Step::PromoteOwn(nest as u8))));
        }
    }
}
