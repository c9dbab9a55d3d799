//! Steps between states of counts where pieces may leave finished towers (R4b).
//!
//! # Sideways moves
//! Let colour c show or cover A = τ + f larges, m of which carry mediums, and let s smalls lie on the m + o mediums that take
//! them (with R2 the o in opened nests as well). If m < A and s < m + o, then smalls and mediums can be moved about until
//! they stand on any larges and mediums one likes: the medium without a small wanders (smalls move onto it one at a time),
//! and from a placed medium without a small the large without a medium wanders. So counts suffice. If every medium carries a
//! small, nothing moves, and a state of counts stands for fewer lines of play than it seems to; it is an upper bound still.
//!
//! # Conditions
//! Each is necessary for its move, whatever the piles:
//! - `Open` c: two full nests of c without a cap (one may have caps with R3), neither carrying a medium: m ≤ A − 2.
//! - `Medium` c: a large for it, m < A (without R1 only caps and the table count); with R2, a medium in a nest without a small
//!   on it, s < m + o.
//! - `Small` c: a medium for it.
//! - `PromoteCap`, `PromoteOwn` c: m ≥ 1, s ≥ 1; a cap, or a full nest without one; and without R5 an open space, of which
//!   there are as many as smalls have left their nests, less the larges on the table.

use smallvec::smallvec;

use super::counts::{Counts, Step};
use super::layout::{Layout, bits};
use super::whole::Strides;
use crate::solace2::game::{COLOURS, Reading};

/// How freezing is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// Frozen colours are left alone but for towers that must be on piles.
    Strict,
    /// Freezing is ignored.
    Lax,
}

/// The strides from a state, towers first: single steps.
pub(super) fn strides(layout: &Layout, reading: Reading, model: Model, counts: &Counts) -> Strides {
    let mut found = Strides::new();
    let smalls: u8 = counts.s.iter().sum();
    let room = reading.open || smalls > counts.table.iter().sum();
    let free = |c: usize| model == Model::Lax || !is_frozen(layout, reading, counts, c);
    let on_pile = |c: usize| free(c) || counts.m[c] > counts.table[c];
    let tower = |c: usize| room && counts.m[c] > 0 && counts.s[c] > 0 && on_pile(c);
    let nests = |c: usize| bits(layout.distinct(counts.full) & layout.of_large(c));
    let caps = |c: usize| counts.caps(layout, c);
    for c in (0..COLOURS).filter(|&c| tower(c) && caps(c) > 0) {
        found.push(smallvec![Step::PromoteCap(c as u8)]);
    }
    for c in (0..COLOURS).filter(|&c| tower(c) && reading.native) {
        let bases = if reading.recap { caps(c).min(1) } else { caps(c) };
        if counts.f[c] > bases {
            found.extend(nests(c).map(|nest| smallvec![Step::PromoteOwn(nest as u8)]));
        }
    }
    let parked = |c: usize| if reading.opened { counts.opened_with(c) } else { 0 };
    for c in 0..COLOURS {
        if counts.bare[c] > 0 && counts.s[c] < counts.m[c] + parked(c) {
            found.push(smallvec![Step::Small(c as u8)]);
        }
    }
    for c in 0..COLOURS {
        let larges = larges(layout, reading, counts, c);
        let clear = !reading.opened || counts.s[c] < counts.m[c] + parked(c);
        if counts.m[c] < larges && clear {
            for under in (0..COLOURS).filter(|&under| counts.opened(c, under) > 0) {
                found.push(smallvec![Step::Medium { colour: c as u8, under: under as u8, own: false }]);
            }
        }
    }
    for c in 0..COLOURS {
        let uncapped = reading.recap || counts.f[c] >= caps(c) + 2;
        if uncapped && free(c) && counts.f[c] >= 2 && counts.table[c] + counts.f[c] >= counts.m[c] + 2 {
            found.extend(nests(c).map(|nest| smallvec![Step::Open(nest as u8)]));
        }
    }
    found
}

/// Larges of a colour that carry a medium or may be given one.
fn larges(layout: &Layout, reading: Reading, counts: &Counts, c: usize) -> u8 {
    let f = counts.f[c];
    counts.table[c] + if reading.native { f } else { counts.caps(layout, c).min(f) }
}

/// Whether placed mediums of a colour, of which there are some, cannot move: all carry smalls, and a large carries nothing.
fn is_frozen(layout: &Layout, reading: Reading, counts: &Counts, c: usize) -> bool {
    let parked = if reading.opened { counts.opened_with(c) } else { 0 };
    let m = counts.m[c];
    m > 0 && counts.s[c] == m + parked && m < larges(layout, reading, counts, c)
}
