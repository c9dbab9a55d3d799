//! What a player sees.

use crate::games::solace2::game::{Colour, Core, Move, Position, Reading, Space};

/// What shows through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// Every piece is opaque.
    #[default]
    Opaque,
    /// Pieces of this colour are transparent: what a large or a medium of it covers can be seen.
    Through(Colour),
}

/// One space as a player knows it. Larges of nests always show, and what has shown once is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenSpace {
    /// Colour of the large of the nest that was dealt here.
    pub large: Colour,
    /// Colour of its medium, once it has shown.
    pub medium: Option<Colour>,
    /// Colour of its small, once it has shown.
    pub small: Option<Colour>,
    /// What is left of the nest.
    pub core: Core,
    /// Larges that cap it.
    pub caps: usize,
    /// Colour of the large that stands on the table here.
    pub tower: Option<Colour>,
    /// Whether a medium was placed on the topmost large.
    pub has_medium: bool,
    /// Whether a small was placed here.
    pub has_small: bool,
}

/// A position without its hidden pieces, and the moves that are legal, which depend on what shows only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The reading that is played.
    pub reading: Reading,
    /// Stashes of each colour.
    pub stashes: usize,
    /// The spaces of the nests, then those beside them.
    pub spaces: Vec<SeenSpace>,
    /// All legal moves.
    pub moves: Vec<Move>,
}

impl SeenSpace {
    fn new(space: &Space, sight: Sight) -> Self {
        let nest = space.nest();
        let clear = |colour: Colour| sight == Sight::Through(colour);
        let shows_medium = space.core() != Core::Full || clear(nest.large);
        let shows_small =
            matches!(space.core(), Core::Bare | Core::Gone) || shows_medium && clear(nest.medium);
        Self {
            large: nest.large,
            medium: shows_medium.then_some(nest.medium),
            small: shows_small.then_some(nest.small),
            core: space.core(),
            caps: space.caps(),
            tower: space.tower(),
            has_medium: space.has_medium(),
            has_small: space.has_small(),
        }
    }
}

/// Whether a legal move shows a piece that no move before it has shown, where every piece is opaque. The rule "No Cheating" forbids
/// to take such a move back.
pub fn shows(before: &Position, mv: Move) -> bool {
    let known = |position: &Position| -> usize {
        let nests = position.spaces().iter().take(position.nests());
        let seen = nests.map(|space| SeenSpace::new(space, Sight::Opaque));
        seen.map(|space| usize::from(space.medium.is_some()) + usize::from(space.small.is_some())).sum()
    };
    let mut after = *before;
    after.play_unchecked(mv);
    known(&after) > known(before)
}

impl View {
    /// What a player sees of a position.
    pub(super) fn new(position: &Position, reading: Reading, sight: Sight) -> Self {
        Self {
            reading,
            stashes: position.stashes(),
            spaces: position.spaces().iter().map(|space| SeenSpace::new(space, sight)).collect(),
            moves: position.legal_moves(reading).to_vec(),
        }
    }

    /// Whether a move takes a piece out of a nest, or promotes a tower. The other moves go sideways and can be taken back.
    pub fn is_forward(&self, mv: Move) -> bool {
        let from = &self.spaces[mv.ends().0];
        match mv {
            Move::Large { .. } => from.caps == 0,
            Move::Medium { .. } => from.core == Core::Opened,
            Move::Small { .. } => from.core == Core::Bare,
            Move::Tower { .. } => true,
        }
    }

    /// The moves that go forward.
    pub fn forward(&self) -> Vec<Move> {
        self.moves.iter().copied().filter(|&mv| self.is_forward(mv)).collect()
    }
}
