//! Steps between states of counts where pieces may leave finished towers (R4b).
//!
//! # Sideways moves
//! Let colour c show or cover A = τ + f larges, m of which carry mediums, and let s smalls lie on the m + o mediums that take
//! them (with R2 the o in opened nests as well). If m < A and s < m + o, then smalls and mediums can be moved about until
//! they stand on any larges and mediums one likes: the medium without a small wanders (smalls move onto it one at a time),
//! and from a placed medium without a small the large without a medium wanders. So counts suffice. If every medium carries a
//! small, nothing moves, and a state of counts stands for fewer lines of play than it seems to; it is an upper bound still.
//!
//! # Forced smalls
//! Statement. If a small c is bare and two mediums c could take it (s + 2 ≤ m + o), moving it at once loses nothing.
//! Argument. A best line is played after it but for its next move of a bare small c, which is left out; bare smalls of one
//! colour are alike. Until then one space more is open, one more small is out, and a medium without a small is left, since
//! nothing but smalls c takes such mediums away.
//!
//! # Just in time
//! Statement (with R2). Some best line moves a medium d out of its nest only if (a) the small beneath has a colour of which none
//! is bare and a medium could take it, or (b) a small d is bare and just one medium could take it, or (c) no medium d is out
//! and a small d is, or (d) nothing follows but mediums.
//! Argument. On a large a medium hinders larges and other mediums; in its nest it takes a small as well as elsewhere. It is
//! needed elsewhere to free the small beneath (a), to make a tower where there is no other medium (c), or at the end, to be
//! counted (d), for which it must leave before the last small parks on it (b). Until then it can wait: room for it is there,
//! because the line had it there. (d) is no step here, but part of the score of a state.
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
use super::limits::{Pruning, PruningSet};
use super::whole::Strides;
use crate::games::solace2::game::{COLOURS, Reading};

/// How the search over counts treats what may not be a line of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// It is left out: larges of frozen colours, and towers of theirs that may stand on the table; if placed pieces never move, larges
    /// of a colour with a medium on a cap.
    Strict,
    /// It is kept in: the search proves what is impossible.
    Lax,
}

/// The strides from a state, towers first: single steps.
pub(super) fn strides(
    layout: &Layout,
    reading: Reading,
    pruning: PruningSet,
    model: Model,
    counts: &Counts,
) -> Strides {
    let mut found = Strides::new();
    let smalls: u8 = counts.s.iter().sum();
    let room = reading.open || smalls > counts.table.iter().sum();
    let free = |c: usize| model == Model::Lax || !is_frozen(layout, reading, counts, c);
    let holes = |c: usize| counts.holes(reading, c);
    if pruning.has(Pruning::ForcedSmalls)
        && let Some(c) = (0..COLOURS).find(|&c| counts.bare[c] > 0 && holes(c) >= 2)
    {
        return smallvec![smallvec![Step::Small(c as u8)]];
    }
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
    for c in 0..COLOURS {
        if counts.bare[c] > 0 && holes(c) > 0 {
            found.push(smallvec![Step::Small(c as u8)]);
        }
    }
    let late = reading.opened && pruning.has(Pruning::JustInTime);
    for c in 0..COLOURS {
        let clear = !reading.opened || holes(c) > 0;
        if counts.m[c] >= counts.larges(layout, reading, c) || !clear {
            continue;
        }
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
            found.extend(nests(c).map(|nest| smallvec![Step::Open(nest as u8)]));
        }
    }
    found
}

/// Whether placed mediums of a colour, of which there are some, cannot move: all carry smalls, and a large carries nothing.
fn is_frozen(layout: &Layout, reading: Reading, counts: &Counts, c: usize) -> bool {
    counts.m[c] > 0 && counts.holes(reading, c) == 0 && counts.m[c] < counts.larges(layout, reading, c)
}
