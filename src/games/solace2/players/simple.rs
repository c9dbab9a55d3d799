//! Players that look at the table only, and choose among its moves.

use chacha20::ChaCha20Rng;

use super::view::{Player, SeenSpace, View};
use crate::games::solace2::dealer::below;
use crate::games::solace2::game::{Colour, Core, Move};

/// Any legal move, each equally likely, until none is left or the game is stopped.
#[derive(Debug)]
pub struct RandomPlayer {
    words: ChaCha20Rng,
}

impl RandomPlayer {
    /// A player that draws from a stream of random words.
    pub(super) const fn new(words: ChaCha20Rng) -> Self {
        Self { words }
    }
}

impl Player for RandomPlayer {
    fn choose(&mut self, view: &View) -> Option<Move> {
        let moves = &view.moves;
        (!moves.is_empty()).then(|| moves[below(&mut self.words, moves.len() as u32) as usize])
    }
}

/// Towers before smalls before mediums before larges, the first of each kind; no small parks on an opened nest.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Player for Greedy {
    fn choose(&mut self, view: &View) -> Option<Move> {
        let rank = |mv: &Move| match mv {
            Move::Tower { .. } => 0,
            Move::Small { .. } => 1,
            Move::Medium { .. } => 2,
            Move::Large { .. } => 3,
        };
        view.forward().into_iter().filter(|&mv| !parks(view, mv)).min_by_key(rank)
    }
}

/// Greedy, but larges are kept apart: mediums go onto caps before own larges, smalls do not park, and of a colour with few
/// nests left no large caps another while there is something else to do.
#[derive(Clone, Copy, Debug)]
pub struct Careful;

impl Player for Careful {
    fn choose(&mut self, view: &View) -> Option<Move> {
        view.forward().into_iter().filter(|&mv| !parks(view, mv)).min_by_key(|&mv| caution(view, mv))
    }
}

/// Whether a small goes onto a medium in an opened nest.
fn parks(view: &View, mv: Move) -> bool {
    matches!(mv, Move::Small { .. }) && view.spaces[mv.ends().1].core == Core::Opened
}

/// How little a move is liked by [`Careful`].
fn caution(view: &View, mv: Move) -> u32 {
    let (from, to) = mv.ends();
    let (source, target) = (&view.spaces[from], &view.spaces[to]);
    let own = |space: &SeenSpace| space.core == Core::Full && space.caps == 0;
    match mv {
        Move::Tower { .. } => 0,
        Move::Small { .. } => 10 + u32::from(own(target)) * 5,
        Move::Medium { .. } if target.core == Core::Gone => 20,
        Move::Medium { .. } if target.caps > 0 => 25,
        Move::Large { .. } if spare(view, source.large) > 2 => 30 - spare(view, source.large),
        Move::Medium { .. } => 40 - spare(view, source.medium.unwrap_or(target.large)),
        Move::Large { .. } => 60,
    }
}

/// Own larges of a colour that show.
fn spare(view: &View, colour: Colour) -> u32 {
    let free = view.spaces.iter().filter(|space| {
        space.core == Core::Full && space.caps == 0 && !space.has_medium && space.large == colour
    });
    free.count() as u32
}
