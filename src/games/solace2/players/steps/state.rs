//! What a view amounts to: counts of pieces, steps that change them, and worlds: what may be hidden, drawn at random.
//!
//! # Why counts are enough
//! Full nests with larges of one colour cannot be told apart while pieces are opaque, and a placed medium or small can be moved
//! to any other piece of its colour that takes it, as long as one medium of the colour carries no small. So a view comes
//! down to how many larges, mediums and smalls of each colour are where, and a choice of moves to a choice of [`Step`]s:
//! which colour to cap, to promote, or to take out of a nest. What a step reveals depends on what is hidden, and what is known
//! about that is in the counts, too: the state is an information set.
//!
//! The solver's model of counts (`solver/steps.rs`) says the same with the inside of nests known, and why. Where placed
//! pieces stay (`rigid`), or caps may be capped (R3), counts promise more than moves can keep, and if some pieces are
//! transparent, nests are not alike; the player then does with what moves there are.

use chacha20::ChaCha20Rng;

use crate::games::solace2::dealer::shuffle;
use crate::games::solace2::game::{COLOURS, Colour, Core, Lend, MAX_STASHES, Reading};
use crate::games::solace2::players::view::{ATTEMPTS, SeenSpace, View};

/// Kinds of step.
pub(super) const KINDS: usize = 6;

/// Steps there are: a kind and a colour.
pub(super) const STEPS: usize = KINDS * COLOURS;

/// What a step does with pieces of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A large of the colour caps another nest of the colour; its own nest is opened.
    Cap,
    /// A medium of the colour leaves an opened nest whose large had another colour.
    Medium,
    /// The same, but the large had the colour of the medium, so the small beneath has not.
    OwnMedium,
    /// A small leaves its nest.
    Small,
    /// A tower on a cap is promoted, if need be once a bare small has made it whole.
    TowerOfCap,
    /// The same with a tower on a nest's own large; the nest is opened.
    TowerOfNest,
}

/// A step: a kind and a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(u8);

impl Step {
    const fn new(kind: Kind, colour: usize) -> Self {
        Self(kind as u8 * COLOURS as u8 + colour as u8)
    }

    /// The step of another kind with the same colour.
    pub(super) const fn with_kind(self, kind: Kind) -> Self {
        Self::new(kind, self.colour())
    }

    /// Its number, below [`STEPS`].
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn colour(self) -> usize {
        self.index() % COLOURS
    }

    pub(super) const fn kind(self) -> Kind {
        match self.index() / COLOURS {
            0 => Kind::Cap,
            1 => Kind::Medium,
            2 => Kind::OwnMedium,
            3 => Kind::Small,
            4 => Kind::TowerOfCap,
            _ => Kind::TowerOfNest,
        }
    }
}

/// A set of steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps(u32);

impl Steps {
    const fn add(&mut self, step: Step) {
        self.0 |= 1 << step.0;
    }

    pub(super) const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The steps in the order of their numbers.
    pub(super) fn iter(mut self) -> impl Iterator<Item = Step> {
        std::iter::from_fn(move || {
            let step = (self.0 != 0).then(|| Step(self.0.trailing_zeros() as u8))?;
            self.0 &= self.0 - 1;
            Some(step)
        })
    }
}

/// The counts, each by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// Full nests by their larges.
    pub(super) full: [u8; COLOURS],
    /// Those of them that are capped.
    pub(super) capped: [u8; COLOURS],
    /// Larges on the table.
    pub(super) table: [u8; COLOURS],
    /// Mediums placed on larges that may move again.
    pub(super) mediums: [u8; COLOURS],
    /// Smalls placed on mediums that may move again.
    pub(super) smalls: [u8; COLOURS],
    /// Opened nests by their mediums: of larges of another colour, of larges of the same colour.
    pub(super) opened: [[u8; COLOURS]; 2],
    /// Bare smalls.
    pub(super) bare: [u8; COLOURS],
}

/// What decides about steps besides the state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    reading: Reading,
    /// Stashes of each colour.
    stashes: u8,
}

impl Terms {
    pub(super) const fn new(reading: Reading, stashes: usize) -> Self {
        Self { reading, stashes: stashes as u8 }
    }

    /// Whether pieces leave finished towers (R4b).
    fn lends(self) -> bool {
        self.reading.lend == Lend::Always
    }
}

impl State {
    /// The counts of a view.
    pub(super) fn of(view: &View) -> Self {
        let lends = view.reading.lend == Lend::Always;
        let zero = [0; COLOURS];
        let mut state = Self {
            full: zero,
            capped: zero,
            table: zero,
            mediums: zero,
            smalls: zero,
            opened: [zero; 2],
            bare: zero,
        };
        for space in &view.spaces {
            let large = space.large.index();
            let mut stays = false;
            let top = match (space.core, space.tower) {
                (Core::Full, _) => {
                    state.full[large] += 1;
                    state.capped[large] += u8::from(space.caps > 0);
                    large
                }
                (Core::Opened, _) => {
                    let medium = space.medium.map_or(0, Colour::index);
                    state.opened[usize::from(medium == large)][medium] += 1;
                    medium
                }
                (Core::Bare, _) => {
                    state.bare[space.small.map_or(0, Colour::index)] += 1;
                    continue;
                }
                (Core::Gone, Some(colour)) => {
                    state.table[colour.index()] += 1;
                    stays = !lends;
                    colour.index()
                }
                (Core::Gone, None) => continue,
            };
            if !stays {
                state.mediums[top] += u8::from(space.has_medium);
                state.smalls[top] += u8::from(space.has_small);
            }
        }
        state
    }

    /// Towers on the table, once the pieces of each colour are put together there.
    pub(super) fn score(&self, terms: Terms) -> u8 {
        if !terms.lends() {
            return self.table.iter().sum();
        }
        (0..COLOURS).map(|c| self.table[c].min(self.mediums[c]).min(self.smalls[c])).sum()
    }

    /// Larges that a medium of a colour may lie on, with one or without.
    pub(super) fn tops(&self, terms: Terms, c: usize) -> u8 {
        let piles = if terms.reading.native { self.full[c] } else { self.capped[c] };
        piles + if terms.lends() { self.table[c] } else { 0 }
    }

    /// Mediums that a small of a colour may lie on, with one or without.
    pub(super) fn seats(&self, terms: Terms, c: usize) -> u8 {
        let nests = if terms.reading.opened { self.opened[0][c] + self.opened[1][c] } else { 0 };
        self.mediums[c] + nests
    }

    /// Pieces in towers that stay.
    fn fixed(&self, terms: Terms, c: usize) -> u8 {
        if terms.lends() { 0 } else { self.table[c] }
    }

    /// Mediums of a colour that were never seen.
    pub(super) fn unseen_mediums(&self, terms: Terms, c: usize) -> u8 {
        let seen = self.mediums[c] + self.opened[0][c] + self.opened[1][c] + self.fixed(terms, c);
        terms.stashes.saturating_sub(seen)
    }

    /// Smalls of a colour that were never seen.
    pub(super) fn unseen_smalls(&self, terms: Terms, c: usize) -> u8 {
        terms.stashes.saturating_sub(self.smalls[c] + self.bare[c] + self.fixed(terms, c))
    }

    /// Open spaces: smalls that have left their nests, less the larges on the table.
    pub(super) fn room(&self, terms: Terms) -> u8 {
        let left: u8 = (0..COLOURS).map(|c| self.smalls[c] + self.fixed(terms, c)).sum();
        left.saturating_sub(self.table.iter().sum())
    }

    /// Towers of a frozen colour on caps and on nests' own larges: one where a small lies on every medium, so that nothing but
    /// whole towers moves. The player brings as many as can be to the table, then to caps, before the last small is placed.
    fn held(&self, terms: Terms, c: usize) -> [u8; 2] {
        let table = if terms.lends() { self.table[c] } else { 0 };
        let piles = self.mediums[c].saturating_sub(table);
        let caps = piles.min(self.capped[c]);
        [caps, piles - caps]
    }

    /// Whether a tower of a colour is promoted only together with a bare small, which makes it whole, or makes room for it.
    pub(super) fn takes_small(&self, terms: Terms, c: usize) -> bool {
        self.smalls[c] == 0 || !terms.reading.open && self.room(terms) == 0
    }

    /// Whether another small freezes a colour.
    pub(super) fn freezes(&self, terms: Terms, c: usize) -> bool {
        self.smalls[c] + 1 >= self.seats(terms, c)
    }

    /// The steps to choose from.
    ///
    /// A small that leaves another medium free costs nothing and makes room: it is the only choice where there is one.
    pub(super) fn steps(&self, terms: Terms) -> Steps {
        let mut steps = Steps::default();
        for c in 0..COLOURS {
            let (tops, seats) = (self.tops(terms, c), self.seats(terms, c));
            if self.bare[c] > 0 && self.smalls[c] < seats {
                let step = Step::new(Kind::Small, c);
                if self.smalls[c] + 1 < seats {
                    let mut only = Steps::default();
                    only.add(step);
                    return only;
                }
                steps.add(step);
            }
            let (full, capped) = (self.full[c], self.capped[c]);
            let frozen = self.smalls[c] >= seats;
            let held = if frozen { self.held(terms, c) } else { [0; 2] };
            let kept = !terms.reading.native || self.mediums[c] + 2 <= tops;
            if kept && full >= capped + held[1] + 2 {
                steps.add(Step::new(Kind::Cap, c));
            }
            if self.mediums[c] < tops {
                for (own, kind) in [Kind::Medium, Kind::OwnMedium].into_iter().enumerate() {
                    if self.opened[own][c] > 0 && (!frozen || !terms.reading.opened) {
                        steps.add(Step::new(kind, c));
                    }
                }
            }
            let (of_cap, of_nest) = if self.takes_small(terms, c) {
                let ready = self.bare[c] > 0 && !frozen && self.mediums[c] > 0;
                (ready, ready)
            } else if frozen {
                (held[0] > 0, held[1] > 0)
            } else {
                (self.mediums[c] > 0, self.mediums[c] > 0)
            };
            if of_cap && capped > 0 {
                steps.add(Step::new(Kind::TowerOfCap, c));
            }
            if of_nest && terms.reading.native && full > capped {
                steps.add(Step::new(Kind::TowerOfNest, c));
            }
        }
        steps
    }

    /// Takes a step in a world, which says what it reveals.
    pub(super) fn take(&mut self, step: Step, terms: Terms, world: &mut World) {
        let c = step.colour();
        match step.kind() {
            Kind::Cap => {
                self.capped[c] += 1;
                self.open(c, world);
            }
            Kind::Medium => self.bare(0, c, world),
            Kind::OwnMedium => self.bare(1, c, world),
            Kind::Small => {
                self.bare[c] -= 1;
                self.smalls[c] += 1;
            }
            kind @ (Kind::TowerOfCap | Kind::TowerOfNest) => {
                if self.takes_small(terms, c) {
                    self.bare[c] -= 1;
                    self.smalls[c] += 1;
                }
                self.table[c] += 1;
                if !terms.lends() {
                    self.mediums[c] -= 1;
                    self.smalls[c] -= 1;
                }
                if kind == Kind::TowerOfCap {
                    self.capped[c] -= 1;
                } else {
                    self.open(c, world);
                }
            }
        }
    }

    /// A nest with a large of colour `c` loses it.
    fn open(&mut self, c: usize, world: &mut World) {
        self.full[c] -= 1;
        let medium = world.open(c);
        self.opened[usize::from(medium == c)][medium] += 1;
    }

    /// An opened nest loses its medium of colour `c`.
    fn bare(&mut self, own: usize, c: usize, world: &mut World) {
        self.opened[own][c] -= 1;
        self.mediums[c] += 1;
        self.bare[world.bare(own, c)] += 1;
    }
}

/// Hidden pieces that are alike to the player, the next to be revealed last.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    items: [u8; COLOURS * MAX_STASHES],
    len: u8,
}

impl Row {
    const fn push(&mut self, item: usize) {
        self.items[self.len as usize] = item as u8;
        self.len += 1;
    }

    const fn pop(&mut self) -> usize {
        self.len -= 1;
        self.items[self.len as usize] as usize
    }
}

/// What is hidden in one world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct World {
    /// By colour of the large: three times the medium and the small of each full nest.
    full: [Row; COLOURS],
    /// Smalls in opened nests, by medium, for larges of another colour and of the same.
    opened: [[Row; COLOURS]; 2],
}

impl World {
    /// A nest with a large of a colour is opened: colour of its medium.
    pub(super) const fn open(&mut self, large: usize) -> usize {
        let inside = self.full[large].pop();
        let medium = inside / COLOURS;
        self.opened[(medium == large) as usize][medium].push(inside % COLOURS);
        medium
    }

    /// A medium leaves an opened nest: colour of the small beneath.
    pub(super) const fn bare(&mut self, own: usize, medium: usize) -> usize {
        self.opened[own][medium].pop()
    }
}

/// A nest that hides something: its large, and what was seen of its medium and small.
type Nest = (usize, Option<usize>, Option<usize>, Core);

/// Draws worlds that agree with a view, every assembly of labelled pieces equally likely.
#[derive(Clone, Debug)]
pub(super) struct Imagination {
    nests: Vec<Nest>,
    mediums: Vec<Colour>,
    smalls: Vec<Colour>,
    /// Whether something was seen inside nests that are taken for alike, so that their order has to be drawn, too.
    uneven: bool,
}

impl Imagination {
    pub(super) fn new(view: &View) -> Self {
        let nests = &view.spaces[..view.spaces.len() / 2];
        let hiding = || nests.iter().filter(|space| matches!(space.core, Core::Full | Core::Opened));
        let colour = |piece: Option<Colour>| piece.map(Colour::index);
        let nest =
            |space: &SeenSpace| (space.large.index(), colour(space.medium), colour(space.small), space.core);
        let seen_inside =
            |space: &SeenSpace| space.small.is_some() || space.core == Core::Full && space.medium.is_some();
        Self {
            nests: hiding().map(nest).collect(),
            mediums: view.unseen(|space| space.medium),
            smalls: view.unseen(|space| space.small),
            uneven: hiding().any(seen_inside),
        }
    }

    /// A world, or `None` if none was found.
    pub(super) fn draw(&mut self, words: &mut ChaCha20Rng) -> Option<World> {
        (0..ATTEMPTS).find_map(|_| self.attempt(words))
    }

    /// Shuffles what is hidden; `None` if a nest has a single colour then.
    fn attempt(&mut self, words: &mut ChaCha20Rng) -> Option<World> {
        shuffle(&mut self.mediums, words);
        shuffle(&mut self.smalls, words);
        if self.uneven {
            shuffle(&mut self.nests, words);
        }
        let (mut mediums, mut smalls) = (self.mediums.iter(), self.smalls.iter());
        let mut world = World::default();
        for &(large, medium, small, core) in &self.nests {
            let medium = medium.or_else(|| mediums.next().map(|piece| piece.index()))?;
            let small = small.or_else(|| smalls.next().map(|piece| piece.index()))?;
            if large == medium && medium == small {
                return None;
            }
            if core == Core::Full {
                world.full[large].push(medium * COLOURS + small);
            } else {
                world.opened[usize::from(medium == large)][medium].push(small);
            }
        }
        Some(world)
    }
}
