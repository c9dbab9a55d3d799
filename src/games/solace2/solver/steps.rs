//! Steps between states of counts: which are possible, which are left out, and why that loses nothing.
//!
//! Tests: `tests/solace2` compares with a plain search, with each rule and without it.
//!
//! # Where finished towers stay whole (lend never, or R4a without R4b)
//!
//! ## Smalls wait
//! Statement. Some best line moves every small once, onto its tower, directly before the tower is promoted.
//! Argument. Take a best line, leave out all moves of smalls, and before every promotion of a tower of colour c put the move
//! of a small c from its nest: the line had a small of c out for each tower on the table, so one is there, and bare. Smalls
//! only ever hinder: one on a medium keeps it from moving, one bare hinders nothing. A space is open for the tower: spaces
//! are vacated by smalls and taken by towers, and just now one more small has left than towers have been promoted. So R2
//! (parking) and R5 (room) change nothing here. A position in which smalls were placed already counts them as waiting.
//!
//! ## Just in time
//! Statement. Some best line moves a medium out of its nest only directly before the next small's move, and only if the
//! tower lacks a medium, or the small lies under it.
//! Argument. A medium on a large hinders larges and other mediums, and never helps them. Put it off until the first tower
//! that needs it or the small beneath it: room for it is there, because the line had it there.
//!
//! ## Forced caps
//! Statement. If a tower can be finished on a cap of colour c, and a large of c shows beside those that carry mediums (or,
//! where placed mediums stay, no medium lies on an own large of c), then finishing it at once loses nothing.
//! Argument. Let X be the position and X′ the one after finishing. A best line from X is played from X′ but for its first
//! tower of c. If that one is finished on a cap, it is left out. If it is finished on the own large of a nest j, the line
//! puts a last medium of c under it at some time; directly before, X′ has one cap and one medium fewer than X, so j's large
//! may cap instead (`L`), the medium goes onto that cap, and when the line finishes its tower, it is left out; then both are
//! in the same position. If the line has no more tower of c, X′ is one ahead.
//! The condition matters: with every large of c carrying a medium, the tower on j may be the only way to open j.
//!
//! ## Two models
//! If placed pieces never move, a medium on a cap binds that cap. A line of counts that has another large of the colour cap in the
//! meantime may need the new cap's nest before the old one's, and be no line of moves. The *strict* model puts off such larges
//! until the tower is promoted; the *lax* one does not. In the other readings both are the same.
//!
//! # Where pieces may leave finished towers (R4b)
//!
//! ## Sideways moves
//! Let colour c show or cover A = τ + f larges, m of which carry mediums, and let s smalls lie on the m + o mediums that take
//! them (with R2 the o in opened nests as well). If m < A and s < m + o, then smalls and mediums can be moved about until
//! they stand on any larges and mediums one likes: the medium without a small wanders (smalls move onto it one at a time),
//! and from a placed medium without a small the large without a medium wanders. So counts suffice. If every medium carries a
//! small, nothing moves, and a state of counts stands for fewer lines of play than it seems to; it is an upper bound still.
//!
//! ## Forced smalls
//! Statement. If a small c is bare and two mediums c could take it (s + 2 ≤ m + o), moving it at once loses nothing.
//! Argument. A best line is played after it but for its next move of a bare small c, which is left out; bare smalls of one
//! colour are alike. Until then one space more is open, one more small is out, and a medium without a small is left, since
//! nothing but smalls c takes such mediums away.
//!
//! ## Just in time
//! Statement (with R2). Some best line moves a medium d out of its nest only if (a) the small beneath has a colour of which none
//! is bare and a medium could take it, or (b) a small d is bare and just one medium could take it, or (c) no medium d is out
//! and a small d is, or (d) nothing follows but mediums.
//! Argument. On a large a medium hinders larges and other mediums; in its nest it takes a small as well as elsewhere. It is
//! needed elsewhere to free the small beneath (a), to make a tower where there is no other medium (c), or at the end, to be
//! counted (d), for which it must leave before the last small parks on it (b). Until then it can wait: room for it is there,
//! because the line had it there. (d) is no step here, but part of the score of a state.
//!
//! ## Conditions
//! Each is necessary for its move, whatever the piles:
//! - `Open` c: two full nests of c without a cap (one may have caps with R3), neither carrying a medium: m ≤ A − 2.
//! - `Medium` c: a large for it, m < A (without R1 only caps and the table count); with R2, a medium in a nest without a small
//!   on it, s < m + o.
//! - `Small` c: a medium for it.
//! - `PromoteCap`, `PromoteOwn` c: m ≥ 1, s ≥ 1; a cap, or a full nest without one; and without R5 an open space, of which
//!   there are as many as smalls have left their nests, less the larges on the table.

use smallvec::{SmallVec, smallvec};

use super::counts::{Counts, Step};
use super::openings::{Question, bits};
use super::outcome::Pruning;
use crate::games::solace2::game::{COLOURS, Lend};

/// Steps that are taken together.
pub(super) type Stride = SmallVec<[Step; 4]>;

/// All strides from one state.
pub(super) type Strides = SmallVec<[Stride; 16]>;

/// How the search over counts treats what may not be a line of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// It is left out: larges of frozen colours, and towers of theirs that may stand on the table; if placed pieces never move, larges
    /// of a colour with a medium on a cap.
    Strict,
    /// It is kept in: the search proves what is impossible.
    Lax,
}

/// The strides from a state, towers first.
pub(super) fn strides(question: Question<'_>, model: Model, counts: &Counts) -> Strides {
    if question.reading.lend == Lend::Always {
        return lending_strides(question, model, counts);
    }
    let mut maker = Maker { question, model, found: Strides::new(), forced: None };
    maker.make(counts);
    maker.forced.map_or(maker.found, |stride| smallvec![stride])
}

/// Full nests with a large of a colour, of equal ones the last.
fn nests(question: Question<'_>, counts: &Counts, colour: usize) -> impl Iterator<Item = u8> {
    let layout = question.layout;
    bits(layout.distinct(counts.full) & layout.of_large(colour)).map(|nest| nest as u8)
}

/// The strides where pieces may leave finished towers: single steps.
fn lending_strides(question: Question<'_>, model: Model, counts: &Counts) -> Strides {
    let Question { layout, reading, pruning, .. } = question;
    let mut found = Strides::new();
    let smalls: u8 = counts.s.iter().sum();
    let room = reading.open || smalls > counts.table.iter().sum();
    let holes = |c: usize| counts.holes(reading, c);
    let larges = |c: usize| counts.larges(question, c);
    // Placed mediums, of which there are some, cannot move: all carry smalls, and a large carries nothing.
    let is_frozen = |c: usize| counts.m[c] > 0 && holes(c) == 0 && counts.m[c] < larges(c);
    let free = |c: usize| model == Model::Lax || !is_frozen(c);
    if pruning.has(Pruning::ForcedSmalls)
        && let Some(c) = (0..COLOURS).find(|&c| counts.bare[c] > 0 && holes(c) >= 2)
    {
        return smallvec![smallvec![Step::Small(c as u8)]];
    }
    let on_pile = |c: usize| free(c) || counts.m[c] > counts.table[c];
    let tower = |c: usize| room && counts.m[c] > 0 && counts.s[c] > 0 && on_pile(c);
    let caps = |c: usize| counts.caps(layout, c);
    for c in (0..COLOURS).filter(|&c| tower(c) && caps(c) > 0) {
        found.push(smallvec![Step::PromoteCap(c as u8)]);
    }
    for c in (0..COLOURS).filter(|&c| tower(c) && reading.native) {
        let bases = if reading.recap { caps(c).min(1) } else { caps(c) };
        if counts.f[c] > bases {
            found.extend(nests(question, counts, c).map(|nest| smallvec![Step::PromoteOwn(nest)]));
        }
    }
    for c in (0..COLOURS).filter(|&c| counts.bare[c] > 0 && holes(c) > 0) {
        found.push(smallvec![Step::Small(c as u8)]);
    }
    let late = reading.opened && pruning.has(Pruning::JustInTime);
    for c in (0..COLOURS).filter(|&c| counts.m[c] < larges(c) && (!reading.opened || holes(c) > 0)) {
        let needed = counts.bare[c] > 0 && holes(c) == 1 || counts.m[c] == 0 && counts.s[c] > 0;
        for under in (0..COLOURS).filter(|&under| counts.opened(c, under) > 0) {
            if !late || needed || counts.bare[under] == 0 && holes(under) > 0 {
                found.push(smallvec![Step::Medium { colour: c as u8, under: under as u8, own: false }]);
            }
        }
    }
    for c in 0..COLOURS {
        let uncapped = reading.recap || counts.f[c] >= caps(c) + 2;
        if uncapped && free(c) && counts.f[c] >= 2 && counts.table[c] + counts.f[c] >= counts.m[c] + 2 {
            found.extend(nests(question, counts, c).map(|nest| smallvec![Step::Open(nest)]));
        }
    }
    found
}

/// What collects strides where finished towers stay whole.
struct Maker<'q> {
    question: Question<'q>,
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

impl Maker<'_> {
    fn larges(&self, counts: &Counts, c: usize) -> Larges {
        let reading = self.question.reading;
        let caps = counts.caps(self.question.layout, c);
        let carried = counts.m[c] - counts.table[c];
        let on_caps = carried - counts.own[c];
        let bases = match (reading.recap, reading.lend) {
            (false, _) => caps,
            (true, Lend::Never) => caps.min(on_caps.max(1)),
            (true, _) => caps.min(1),
        };
        Larges { caps, bases, carried, on_caps }
    }

    fn make(&mut self, counts: &Counts) {
        let Question { reading, pruning, .. } = self.question;
        let just_in_time = pruning.has(Pruning::JustInTime);
        let none = Stride::new();
        for c in 0..COLOURS {
            if !just_in_time {
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
        if !just_in_time {
            for (c, under) in (0..COLOURS).flat_map(|c| (0..COLOURS).map(move |under| (c, under))) {
                self.place(counts, c, under, &none, |maker, _, stride| maker.found.push(stride.clone()));
            }
        }
        for c in 0..COLOURS {
            let (f, larges) = (counts.f[c], self.larges(counts, c));
            let uncapped = reading.recap || f >= counts.own[c] + larges.caps + 2;
            let binds = self.model == Model::Strict && reading.lend == Lend::Never && larges.on_caps > 0;
            if uncapped && !binds && f >= larges.carried + 2 {
                let opened = nests(self.question, counts, c).map(|nest| smallvec![Step::Open(nest)]);
                self.found.extend(opened);
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
        let reading = self.question.reading;
        let Larges { caps, bases, carried, on_caps } = self.larges(counts, colour);
        let (f, own) = (counts.f[colour], counts.own[colour]);
        let never = reading.lend == Lend::Never;
        let on_cap = if never {
            on_caps < caps.min(f - own)
        } else {
            carried < if reading.native { f } else { caps.min(f) }
        };
        let on_own = never && reading.native && f > own + bases;
        for (possible, own) in [(on_cap, false), (on_own, true)] {
            if possible {
                let step = Step::Medium { colour: colour as u8, under: under as u8, own };
                let mut stride = stride.clone();
                stride.push(step);
                then(self, &counts.after(self.question, step), &stride);
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
            let finish =
                |maker: &mut Self, after: &Counts, stride: &Stride| maker.finish(after, colour, stride);
            self.place(counts, over, colour, stride, finish);
        }
    }

    /// A bare small makes a tower of the colour, which is promoted, in every way that it can.
    fn finish(&mut self, counts: &Counts, colour: usize, stride: &Stride) {
        let Question { reading, pruning, .. } = self.question;
        let Larges { caps, bases, carried, on_caps } = self.larges(counts, colour);
        if counts.bare[colour] == 0 || carried == 0 {
            return;
        }
        let never = reading.lend == Lend::Never;
        let (f, own) = (counts.f[colour], counts.own[colour]);
        let with = |step: Step| {
            let mut stride = stride.clone();
            stride.extend([Step::Small(colour as u8), step]);
            stride
        };
        if caps > 0 && (!never || on_caps > 0) {
            let whole = with(Step::PromoteCap(colour as u8));
            let spare = !reading.native || if never { own == 0 } else { f > carried };
            let forced = spare && pruning.has(Pruning::ForcedCaps);
            if forced && stride.is_empty() {
                self.forced = Some(whole);
            } else {
                self.found.push(whole);
            }
            if forced {
                return;
            }
        }
        if reading.native && if never { own > 0 } else { f > bases } {
            let whole = nests(self.question, counts, colour).map(|nest| with(Step::PromoteOwn(nest)));
            self.found.extend(whole);
        }
    }
}
