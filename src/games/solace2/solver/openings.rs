//! The openings bound: which scores the set of full nests still allows, whatever the order of everything else.
//!
//! Statement. Let F be the set of full nests of a position, and for a colour c let f be those of them with large c, M and S
//! the mediums and smalls of colour c that are not in F, n the stashes. A position with set F from which a score of at least
//! t is reached has a chain of sets F = F₀ ⊃ F₁ ⊃ … ⊃ Fₖ, each one nest smaller, such that
//!
//! - the last set allows t: the sum over colours of min(n − f, M, S) is at least t; and
//! - each nest leaves in a position that can spare it. Say it has colour c.
//!
//! Argument. A nest leaves F by `L` or by the promotion of a tower on its own large. Of c's larges f are nests' own and τ on
//! the table, so n − f − τ are caps. Without R3 a nest bears one cap at most. `L` needs two nests of c without a cap, thus
//! f ≥ 2 and f − (n − f − τ) ≥ 2, thus τ ≥ n + 2 − 2f. A promotion from the own large needs R1 and one nest without a cap,
//! thus τ' − 1 ≥ n + 1 − 2f, if τ' counts the tower promoted, so the same number; and τ' ≥ 1. Where f = 1 only the
//! promotion is left. With R3, `L` asks for f ≥ 2 alone; and a promotion where f = 1 for no caps, thus τ' ≥ n.
//!
//! Towers are made of pieces that left F. Unless R4b lends them, every large on the table keeps a medium and a small of its
//! colour, so τ ≤ min(M, S), where M and S are taken with the nest still in F, because a promotion comes before its nest is
//! opened. With R4b, to promote any tower M ≥ 1 and S ≥ 1 are needed; and without R5 the larges on the table are no more
//! than the smalls that left their nests (spaces are opened by smalls only, and taken by larges only), while every other
//! colour d has at least n − 2f larges on the table by the same count of caps (without R3).
//!
//! Two theorems of `docs/solace2.md` are built in. Without R1 no line makes more than 3n − 3 towers, and that many only if three nests
//! stay full to the end that have their larges of three colours, their mediums of three and their smalls of three. With R1,
//! unless R4b and R5 come together, none makes more than 3n − 2, and that many only if a complementary pair of nests stays full
//! to the end.
//!
//! Tests: `tests/solace2` compares every reading with a plain search, with this rule and without it.

use super::layout::{Layout, bits};
use crate::games::solace2::game::{COLOURS, Lend, Nest, Reading};

/// Answers for sets of full nests, found when asked for, and kept.
#[derive(Debug)]
pub(super) struct Openings {
    /// By mask: two times the generation of the answer, plus the answer.
    memo: Vec<u32>,
    generation: u32,
}

impl Default for Openings {
    fn default() -> Self {
        Self { memo: vec![0; 1 << 15], generation: 0 }
    }
}

/// What the question is about.
#[derive(Clone, Copy)]
pub(super) struct Question<'l> {
    pub(super) layout: &'l Layout,
    pub(super) reading: Reading,
    pub(super) target: u8,
}

/// The best score that the two theorems allow with a set of full nests.
pub(super) fn ceiling(layout: &Layout, reading: Reading, full: u16) -> u8 {
    let most = match (reading.native, reading.lend == Lend::Always && reading.open) {
        (true, true) => return layout.total(),
        (true, false) => layout.total() - 2,
        (false, _) => layout.total() - 3,
    };
    most - u8::from(!layout.may_stay(full))
}

impl Openings {
    /// Forgets all answers: another question follows.
    pub(super) fn clear(&mut self) {
        if self.generation == u32::MAX >> 1 {
            self.memo.fill(0);
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Whether the set of full nests allows the target.
    pub(super) fn allow(&mut self, question: Question<'_>, full: u16) -> bool {
        self.known(full).unwrap_or_else(|| {
            let pieces = Pieces::outside(question.layout, full);
            self.find_out(question, full, &pieces)
        })
    }

    /// The answer for a set, if it was asked for before.
    fn known(&self, full: u16) -> Option<bool> {
        let known = self.memo[usize::from(full)];
        (known >> 1 == self.generation).then_some(known & 1 == 1)
    }

    /// Finds the answer for a set, and keeps it.
    fn find_out(&mut self, question: Question<'_>, full: u16, pieces: &Pieces) -> bool {
        let layout = question.layout;
        let distinct = layout.distinct(full);
        let allowed = ceiling(layout, question.reading, full) >= question.target
            && (pieces.score(layout) >= question.target
                || (0..COLOURS).filter(|&colour| pieces.spares(question, colour)).any(|colour| {
                    bits(distinct & layout.of_large(colour)).any(|nest| {
                        let after = full & !(1 << nest);
                        self.known(after).unwrap_or_else(|| {
                            self.find_out(question, after, &pieces.and_those_of(layout.nests[nest]))
                        })
                    })
                }));
        self.memo[usize::from(full)] = self.generation << 1 | u32::from(allowed);
        allowed
    }
}

/// Full nests by colour, and the pieces that are not in them.
struct Pieces {
    f: [i8; COLOURS],
    mediums: [i8; COLOURS],
    smalls: [i8; COLOURS],
}

impl Pieces {
    fn outside(layout: &Layout, full: u16) -> Self {
        let n = layout.stashes.cast_signed();
        let none = Self { f: [n; COLOURS], mediums: [0; COLOURS], smalls: [0; COLOURS] };
        let gone = !full & ((1 << layout.total()) - 1);
        bits(gone).fold(none, |pieces, i| pieces.and_those_of(layout.nests[i]))
    }

    /// The pieces after a nest has left the full ones.
    const fn and_those_of(&self, nest: Nest) -> Self {
        let Self { mut f, mut mediums, mut smalls } = *self;
        f[nest.large.index()] -= 1;
        mediums[nest.medium.index()] += 1;
        smalls[nest.small.index()] += 1;
        Self { f, mediums, smalls }
    }

    /// Bound on the score that is reached without opening another nest.
    fn score(&self, layout: &Layout) -> u8 {
        let n = layout.stashes.cast_signed();
        let sum: i8 = (0..COLOURS).map(|c| (n - self.f[c]).min(self.mediums[c]).min(self.smalls[c])).sum();
        sum.cast_unsigned()
    }

    /// Whether a nest of the colour may leave the set.
    fn spares(&self, question: Question<'_>, colour: usize) -> bool {
        let Question { layout, reading, .. } = question;
        let n = layout.stashes.cast_signed();
        let f = self.f[colour];
        if f == 0 || f == 1 && !reading.native {
            return false;
        }
        let capped = |f: i8, spare: i8| if reading.recap { 0 } else { (n + spare - 2 * f).max(0) };
        let needed = if f == 1 { n } else { capped(f, 2) };
        if reading.lend != Lend::Always {
            return needed <= self.mediums[colour].min(self.smalls[colour]);
        }
        let others: i8 = (0..COLOURS).filter(|&d| d != colour).map(|d| capped(self.f[d], 0)).sum();
        let makes_towers = self.mediums[colour] > 0 && self.smalls[colour] > 0;
        (needed == 0 || makes_towers) && (reading.open || needed + others <= self.smalls.iter().sum())
    }
}
