//! The nests of a position in sorted order, and the openings bound: which scores the set of full nests still allows, whatever
//! the order of everything else.
//!
//! # The bound
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

use smallvec::{SmallVec, smallvec};

use super::outcome::PruningSet;
use crate::games::solace2::game::{COLOURS, Core, Lend, Nest, Position, Reading, Space};

/// Nests sorted by code, and where they stand.
///
/// Masks of nests have bit *i* for the *i*-th nest in this order. The nests of one large colour are a run of *n* bits.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Stashes of a colour.
    pub(super) stashes: u8,
    /// The nests, sorted.
    pub(super) nests: Vec<Nest>,
    /// Space of every nest.
    pub(super) space: Vec<u8>,
    /// Bit *i*: nest *i* equals nest *i* + 1.
    twin: u16,
    /// Of these sets of nests one stays full to the end of a game with the most towers.
    stay: SmallVec<[u16; 16]>,
}

impl Layout {
    /// The layout of a position, for games with R1 or without.
    pub(super) fn new(position: &Position, native: bool) -> Self {
        let spaces = position.spaces()[..position.nests()].iter();
        let mut order: SmallVec<[(Nest, u8); 16]> = spaces.map(Space::nest).zip(0..).collect();
        order.sort_unstable();
        let (nests, space): (Vec<Nest>, Vec<u8>) = order.into_iter().unzip();
        let twin =
            nests.windows(2).enumerate().fold(0, |twin, (i, two)| twin | u16::from(two[0] == two[1]) << i);
        let mut layout =
            Self { stashes: position.stashes() as u8, nests, space, twin, stay: SmallVec::new() };
        let stay: &[&[usize]] = if native { &[&[0, 1], &[0, 2], &[1, 2]] } else { &[&[0, 1, 2]] };
        layout.stay = stay.iter().flat_map(|colours| layout.with_all(colours)).collect();
        layout
    }

    /// Sets of as many nests as colours whose larges, mediums and smalls each have all of these colours. Two such nests are a
    /// complementary pair.
    fn with_all(&self, colours: &[usize]) -> SmallVec<[u16; 16]> {
        let all = colours.iter().fold(0u8, |all, colour| all | 1 << colour);
        // Sets of nests, with the colours that are left for the mediums and for the smalls of others.
        let mut sets: SmallVec<[(u16, u8, u8); 32]> = smallvec![(0, all, all)];
        for &colour in colours {
            let nests = || bits(self.of_large(colour) & !(self.twin << 1));
            let with = |(set, mediums, smalls), nest: usize| {
                let Nest { medium, small, .. } = self.nests[nest];
                let (medium, small) = (1 << medium.index(), 1 << small.index());
                let fits = mediums & medium != 0 && smalls & small != 0;
                fits.then_some((set | 1 << nest, mediums & !medium, smalls & !small))
            };
            sets = sets.iter().flat_map(|&set| nests().filter_map(move |nest| with(set, nest))).collect();
        }
        sets.into_iter().map(|(set, ..)| set).collect()
    }

    /// Whether a game with the most towers may go on from a set of full nests.
    pub(super) fn may_stay(&self, full: u16) -> bool {
        self.stay.iter().any(|&set| set & !full == 0)
    }

    /// The nests of a mask that stand for their equals: of equal nests in it, the last.
    pub(super) const fn distinct(&self, mask: u16) -> u16 {
        mask & !(mask >> 1 & self.twin)
    }

    /// The mask with the first ones of equal nests in place of those that it has, so that masks that differ in names are the same.
    pub(super) fn firsts(&self, mask: u16) -> u16 {
        let ends = !self.twin & ((1 << self.total()) - 1);
        let mut start = 0;
        bits(ends).fold(0, |firsts, end| {
            let run = (2 << end) - (1 << start);
            let some = ((1 << (mask & run).count_ones()) - 1) << start;
            start = end + 1;
            firsts | some
        })
    }

    /// Nests with a large of the colour.
    pub(super) const fn of_large(&self, colour: usize) -> u16 {
        ((1 << self.stashes) - 1) << (colour * self.stashes as usize)
    }

    /// The mask of full nests of a position, of equal ones the first.
    pub(super) fn full_nests(&self, position: &Position) -> u16 {
        let full = |i: &usize| position.spaces()[usize::from(self.space[*i])].core() == Core::Full;
        self.firsts((0..self.nests.len()).filter(full).fold(0, |mask, i| mask | 1 << i))
    }

    /// Number of nests.
    pub(super) const fn total(&self) -> u8 {
        self.stashes * COLOURS as u8
    }
}

/// The indices of the bits of a mask, ascending.
pub(super) fn bits(mask: u16) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let next = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        next
    })
}

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
    /// Rules in force.
    pub(super) pruning: PruningSet,
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
