//! Positions that agree with a view.

use chacha20::ChaCha20Rng;

use super::view::{SeenSpace, View};
use crate::games::solace2::dealer::shuffle;
use crate::games::solace2::game::{Colour, Nest, Position, Space};

/// Attempts to draw a position. About one in five is good where nothing was seen.
pub(super) const ATTEMPTS: usize = 10_000;

impl View {
    /// Missing pieces of a size, of which `known` tells what was seen.
    pub(super) fn unseen(&self, known: impl Fn(&SeenSpace) -> Option<Colour>) -> Vec<Colour> {
        let nests = &self.spaces[..self.spaces.len() / 2];
        let mut pieces = Vec::new();
        for colour in Colour::ALL {
            let seen = nests.iter().filter(|space| known(space) == Some(colour)).count();
            pieces.extend(std::iter::repeat_n(colour, self.stashes.saturating_sub(seen)));
        }
        pieces
    }

    /// A position that agrees with the view (a determinization), every assembly that does equally likely: the missing mediums and
    /// smalls are shuffled into the places that are hidden, again if a nest then has a single colour.
    pub(super) fn imagine(&self, words: &mut ChaCha20Rng) -> Option<Position> {
        let mut mediums = self.unseen(|space| space.medium);
        let mut smalls = self.unseen(|space| space.small);
        (0..ATTEMPTS).find_map(|_| {
            shuffle(&mut mediums, words);
            shuffle(&mut smalls, words);
            self.complete(&mediums, &smalls)
        })
    }

    /// The position with these mediums and smalls in the hidden places, in order.
    fn complete(&self, mediums: &[Colour], smalls: &[Colour]) -> Option<Position> {
        let (mut mediums, mut smalls) = (mediums.iter(), smalls.iter());
        let mut spaces = Vec::with_capacity(self.spaces.len());
        for (i, seen) in self.spaces.iter().enumerate() {
            let mut nest = Nest::new(seen.large, seen.large, seen.large);
            if i < self.spaces.len() / 2 {
                nest.medium = seen.medium.or_else(|| mediums.next().copied())?;
                nest.small = seen.small.or_else(|| smalls.next().copied())?;
            }
            let (medium, small) = (seen.has_medium, seen.has_small);
            spaces.push(Space::new(nest, seen.core, seen.caps, seen.tower, medium, small));
        }
        Position::assemble(&spaces)
    }
}
