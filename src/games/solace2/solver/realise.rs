//! Lines of steps turned back into moves: which pile, which space, and the sideways moves in between.
//!
//! Counts leave open which nest a cap covers. The rule is *late binding*: of the full nests without a cap, cap the one whose
//! large is needed last, and of the caps promote the one whose nest is needed first. Without R3 and R4b, and if placed
//! pieces may move, this never fails: the nests that bear caps are at all times those needed last, because a cap adds the next latest
//! and a promotion frees the earliest; so the nest needed next bears none as long as some nest bears none. In other readings
//! it fails now and then. Nothing relies on it, because moves are replayed by the rules, and the search goes on where no
//! line of moves comes out.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::counts::Step;
use super::openings::Question;
use super::outcome::Line;
use crate::games::solace2::game::{COLOURS, Core, Lend, MAX_SPACES, Move, Nest, Position, Reading, Space};

/// The moves of a line of steps from a position, if late binding finds them.
pub(super) fn realise(question: Question<'_>, start: &Position, steps: &[Step]) -> Option<Line> {
    let mut builder = Builder::new(question, start, steps)?;
    for time in 0..steps.len() {
        builder.step(steps, time)?;
    }
    if question.reading.lend == Lend::Always {
        (0..COLOURS).for_each(|colour| builder.gather(colour, true));
    }
    Some(Line { score: builder.position.score(), moves: builder.moves })
}

/// A line of moves that is being made.
struct Builder {
    position: Position,
    /// Spaces from here on are empty.
    used: usize,
    reading: Reading,
    moves: Vec<Move>,
    /// By space: the step that needs its nest free of caps, or the end of time.
    needed: [usize; MAX_SPACES],
    /// By step that opens a nest, or places a medium on an own large for good: the space.
    place: Vec<Option<usize>>,
}

impl Builder {
    fn new(question: Question<'_>, start: &Position, steps: &[Step]) -> Option<Self> {
        let Question { layout, reading, .. } = question;
        let mut builder = Self {
            position: *start,
            used: start.spaces().iter().rposition(|space| !space.is_open()).map_or(0, |last| last + 1),
            reading,
            moves: Vec::with_capacity(4 * layout.nests.len()),
            needed: [usize::MAX; MAX_SPACES],
            place: vec![None; steps.len()],
        };
        // Placed for good, not yet promoted: times by colour, first in, first out.
        let mut placed: [VecDeque<usize>; COLOURS] = Default::default();
        for (time, &step) in steps.iter().enumerate() {
            match step {
                Step::Medium { colour, own: true, .. } => placed[usize::from(colour)].push_back(time),
                Step::Open(nest) => {
                    let x = builder.unbound(layout.nests[usize::from(nest)], Space::has_medium)?;
                    builder.place[time] = Some(x);
                    builder.needed[x] = time;
                }
                Step::PromoteOwn(nest) => {
                    let kind = layout.nests[usize::from(nest)];
                    let never = reading.lend == Lend::Never;
                    let x = builder.unbound(kind, |space| !space.has_medium() || !never)?;
                    builder.place[time] = Some(x);
                    builder.needed[x] = time;
                    if never && !(start.spaces()[x].has_medium() && start.spaces()[x].caps() == 0) {
                        let since = placed[kind.large.index()].pop_front()?;
                        builder.place[since] = Some(x);
                        builder.needed[x] = since;
                    }
                }
                _ => {}
            }
        }
        // Mediums that are placed for good on a large that is not promoted go onto any own large.
        Some(builder)
    }

    /// A full nest equal to this one that no step opens yet: uncapped ones first, then those not put off.
    fn unbound(&self, kind: Nest, put_off: impl Fn(&Space) -> bool) -> Option<usize> {
        let is_unbound = |x: usize, s: &Space| {
            x < self.position.nests()
                && s.nest() == kind
                && s.core() == Core::Full
                && self.needed[x] == usize::MAX
        };
        self.find(is_unbound, |_, s| (s.caps() > 0, put_off(s)))
    }

    fn play(&mut self, mv: Move) -> Option<()> {
        self.position.play(mv, self.reading).ok()?;
        self.moves.push(mv);
        Some(())
    }

    fn medium(&mut self, from: usize, to: usize) -> Option<()> {
        self.play(Move::Medium { from: from as u8, to: to as u8 })
    }

    fn small(&mut self, from: usize, to: usize) -> Option<()> {
        self.play(Move::Small { from: from as u8, to: to as u8 })
    }

    fn space(&self, x: usize) -> &Space {
        &self.position.spaces()[x]
    }

    /// The space in use that satisfies a condition and has the least key.
    fn find<K: Ord>(
        &self,
        fits: impl Fn(usize, &Space) -> bool,
        key: impl Fn(usize, &Space) -> K,
    ) -> Option<usize> {
        let spaces = &self.position.spaces()[..self.used];
        (0..spaces.len()).filter(|&x| fits(x, &spaces[x])).min_by_key(|&x| key(x, &spaces[x]))
    }

    fn step(&mut self, steps: &[Step], time: usize) -> Option<()> {
        match steps[time] {
            Step::Open(_) => self.open(self.place[time]?),
            Step::Medium { colour, under, own } => {
                let x = self.clear_nest(usize::from(colour), Some(usize::from(under)))?;
                let y = self.place[time].or_else(|| self.resting_large(usize::from(colour), own, &[]))?;
                self.medium(x, y)
            }
            Step::Small(colour) if self.reading.lend == Lend::Always => {
                let colour = usize::from(colour);
                let x = self.bare(colour)?;
                let tower = self.next_tower(steps, time, colour);
                if let Some(tower) = tower {
                    // If the small freezes the colour, the tower it is for is the one that stands ready.
                    let _ = self.bring_medium(tower, true);
                } else {
                    self.gather(colour, false);
                }
                let ready = tower.filter(|&z| self.space(z).has_medium() && !self.space(z).has_small());
                let z = ready.or_else(|| self.hole(colour, x))?;
                self.small(x, z)
            }
            Step::Small(_) => Some(()),
            Step::PromoteCap(colour) => {
                let x = self.cap(usize::from(colour))?;
                self.promote(x)
            }
            Step::PromoteOwn(_) => {
                let x = self.place[time]?;
                self.uncap(x)?;
                self.promote(x)
            }
        }
    }

    /// The cap to promote: on the nest that is needed first, among those that can carry a tower.
    fn cap(&self, colour: usize) -> Option<usize> {
        let never = self.reading.lend == Lend::Never;
        let frozen = self.hole(colour, usize::MAX).is_none();
        self.find(
            |_, s| {
                s.caps() > 0
                    && s.nest().large.index() == colour
                    && (!never || s.has_medium())
                    && (!frozen || s.complete_tower().is_some() || self.reading.lend != Lend::Always)
            },
            |x, _| self.needed[x],
        )
    }

    /// The pile whose tower is promoted next of a colour, unless another large of the colour caps before.
    fn next_tower(&self, steps: &[Step], time: usize, colour: usize) -> Option<usize> {
        for (later, &step) in steps.iter().enumerate().skip(time + 1) {
            match step {
                Step::PromoteCap(c) if usize::from(c) == colour => {
                    return self.find(
                        |_, s| s.caps() > 0 && s.nest().large.index() == colour,
                        |x, _| self.needed[x],
                    );
                }
                Step::PromoteOwn(_) | Step::Open(_) => {
                    let x = self.place[later]?;
                    if self.space(x).nest().large.index() == colour {
                        let own = matches!(step, Step::PromoteOwn(_));
                        return (own && self.space(x).caps() == 0).then_some(x);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The large of a nest caps the nest that is needed last.
    fn open(&mut self, x: usize) -> Option<()> {
        self.uncap(x)?;
        self.clear_medium(x, &[])?;
        let large = self.space(x).nest().large;
        let recap = self.reading.recap;
        let y = self.find(
            |y, s| y != x && s.core() == Core::Full && s.nest().large == large && (recap || s.caps() == 0),
            |y, _| Reverse(self.needed[y]),
        )?;
        self.clear_medium(y, &[x])?;
        self.play(Move::Large { from: x as u8, to: y as u8 })
    }

    /// Moves the caps of a nest onto others (R3).
    fn uncap(&mut self, x: usize) -> Option<()> {
        while self.space(x).caps() > 0 {
            self.clear_medium(x, &[])?;
            let large = self.space(x).nest().large;
            let y = self.find(
                |y, s| y != x && s.core() == Core::Full && s.exposed_large() == Some(large),
                |y, _| Reverse(self.needed[y]),
            )?;
            self.play(Move::Large { from: x as u8, to: y as u8 })?;
        }
        Some(())
    }

    /// A tower is made on the topmost large of a pile, and promoted.
    fn promote(&mut self, x: usize) -> Option<()> {
        self.bring_medium(x, true)?;
        self.bring_small(x, true)?;
        let places = if self.reading.open { MAX_SPACES } else { self.position.nests() };
        let y = self.position.spaces().iter().take(places).position(Space::is_open)?;
        self.used = self.used.max(y + 1);
        self.play(Move::Tower { from: x as u8, to: y as u8 })
    }

    /// An exposed large of a colour that may take a medium: on the table, on a cap, on the nest needed last.
    fn resting_large(&self, colour: usize, own: bool, avoid: &[usize]) -> Option<usize> {
        let never = self.reading.lend == Lend::Never;
        self.find(
            |y, s| {
                let is_own = s.core() == Core::Full && s.caps() == 0;
                s.exposed_large().is_some_and(|large| large.index() == colour)
                    && !avoid.contains(&y)
                    && (!is_own || self.reading.native)
                    && (!never || is_own == own)
            },
            |y, s| {
                let kind = if s.tower().is_some() { 0 } else { 1 + u8::from(s.caps() == 0) };
                let needed = if never && !own { self.needed[y] } else { usize::MAX - self.needed[y] };
                (kind, needed)
            },
        )
    }

    /// An exposed medium of a colour that may take a small: on the table, on a pile, in an opened nest.
    fn hole(&self, colour: usize, besides: usize) -> Option<usize> {
        self.find(
            |z, s| {
                z != besides
                    && s.exposed_medium().is_some_and(|medium| medium.index() == colour)
                    && (s.core() != Core::Opened || self.reading.opened)
            },
            |_, s| if s.tower().is_some() { 0 } else { 1 + u8::from(s.core() == Core::Opened) },
        )
    }

    /// An opened nest with a medium of a colour, over a small of a colour if that matters, no small on the medium.
    fn clear_nest(&mut self, colour: usize, under: Option<usize>) -> Option<usize> {
        let x = self.find(
            |_, s| {
                s.core() == Core::Opened
                    && s.nest().medium.index() == colour
                    && under.is_none_or(|under| s.nest().small.index() == under)
            },
            |_, s| s.has_small(),
        )?;
        if self.space(x).has_small() {
            self.clear_small(x)?;
        }
        Some(x)
    }

    /// A nest whose bare small has the colour.
    fn bare(&self, colour: usize) -> Option<usize> {
        self.find(|_, s| s.core() == Core::Bare && s.nest().small.index() == colour, |_, _| 0)
    }

    /// Moves a placed small elsewhere.
    fn clear_small(&mut self, x: usize) -> Option<()> {
        let colour = self.space(x).exposed_small()?.index();
        let z = self.hole(colour, x)?;
        self.small(x, z)
    }

    /// Moves the medium on a large elsewhere, if there is one.
    fn clear_medium(&mut self, x: usize, avoid: &[usize]) -> Option<()> {
        if !self.space(x).has_medium() {
            return Some(());
        }
        if self.space(x).has_small() {
            self.clear_small(x)?;
        }
        let colour = self.space(x).topmost_large()?.index();
        let y = self.resting_large(colour, false, avoid)?;
        self.medium(x, y)
    }

    /// Gets a medium onto a large that has none, from a pile or, if allowed, the table.
    fn bring_medium(&mut self, x: usize, from_table: bool) -> Option<()> {
        if self.space(x).has_medium() {
            return Some(());
        }
        let large = self.space(x).topmost_large()?;
        let lent = self.reading.lend == Lend::Always && from_table;
        let y = self.find(
            |y, s| {
                y != x && s.has_medium() && s.topmost_large() == Some(large) && (s.tower().is_none() || lent)
            },
            |_, s| (s.has_small(), s.tower().is_some()),
        )?;
        if self.space(y).has_small() {
            self.clear_small(y)?;
        }
        self.medium(y, x)
    }

    /// Gets a medium onto a large from an opened nest.
    fn fetch_medium(&mut self, x: usize) -> Option<()> {
        let colour = self.space(x).topmost_large()?.index();
        let y = self.clear_nest(colour, None)?;
        self.medium(y, x)
    }

    /// Gets a small onto a medium that has none: parked ones, then those of piles, nests, or, if allowed, the table.
    fn bring_small(&mut self, x: usize, from_table: bool) -> Option<()> {
        if self.space(x).has_small() {
            return Some(());
        }
        let large = self.space(x).topmost_large()?;
        let always = self.reading.lend == Lend::Always;
        let y = self.find(
            |y, s| {
                y != x
                    && s.exposed_small() == Some(large)
                    && (s.core() != Core::Bare || !always)
                    && (s.tower().is_none() || always && from_table)
            },
            |_, s| (s.tower().is_some(), s.core() == Core::Bare, s.core() != Core::Opened),
        )?;
        self.small(y, x)
    }

    /// Moves mediums and smalls of a colour from piles to larges on the table, as far as they go (R4b).
    ///
    /// The last time, mediums come from opened nests as well.
    fn gather(&mut self, colour: usize, last: bool) {
        for x in 0..self.used {
            let here = self.space(x).tower().is_some_and(|tower| tower.index() == colour);
            if here && (self.bring_medium(x, false).is_some() || last && self.fetch_medium(x).is_some()) {
                // A small that cannot be had leaves the tower unfinished, and the score says so.
                let _ = self.bring_small(x, false);
            }
        }
    }
}
