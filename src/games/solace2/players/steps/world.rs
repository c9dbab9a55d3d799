//! Worlds: what may be hidden, drawn at random.

use chacha20::ChaCha20Rng;

use crate::games::solace2::dealer::shuffle;
use crate::games::solace2::game::{COLOURS, Colour, Core, MAX_STASHES};
use crate::games::solace2::players::imagine::ATTEMPTS;
use crate::games::solace2::players::view::{SeenSpace, View};

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
