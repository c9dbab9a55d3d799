//! What a player sees of a position.

use crate::games::solace2::game::{Colour, Core, Move, Nest, Position, Reading, Space};

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
    pub(super) fn new(space: &Space) -> Self {
        let nest = space.nest();
        Self {
            large: nest.large,
            medium: (space.core() != Core::Full).then_some(nest.medium),
            small: matches!(space.core(), Core::Bare | Core::Gone).then_some(nest.small),
            core: space.core(),
            caps: space.caps(),
            tower: space.tower(),
            has_medium: space.has_medium(),
            has_small: space.has_small(),
        }
    }
}

/// Whether a legal move shows a piece that no move before it has shown. The rule "No Cheating" forbids to take such a move back.
pub fn shows(before: &Position, mv: Move) -> bool {
    let known = |position: &Position| -> usize {
        let nests = position.spaces().iter().take(position.nests());
        let seen = nests.map(SeenSpace::new);
        seen.map(|space| usize::from(space.medium.is_some()) + usize::from(space.small.is_some())).sum()
    };
    let mut after = *before;
    after.play_unchecked(mv);
    known(&after) > known(before)
}

impl View {
    /// What a player sees of a position.
    pub fn new(position: &Position, reading: Reading) -> Self {
        Self {
            reading,
            stashes: position.stashes(),
            spaces: position.spaces().iter().map(SeenSpace::new).collect(),
            moves: position.legal_moves(reading).to_vec(),
        }
    }

    /// The moves that take a piece out of a nest, or promote a tower. The other moves go sideways and can be taken back.
    pub fn forward(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().copied().filter(|mv| {
            let from = &self.spaces[mv.ends().0];
            match mv {
                Move::Large { .. } => from.caps == 0,
                Move::Medium { .. } => from.core == Core::Opened,
                Move::Small { .. } => from.core == Core::Bare,
                Move::Tower { .. } => true,
            }
        })
    }

    /// A position with this view, for moves that do not depend on what is hidden: hidden pieces have the colour of their nest's large.
    pub(crate) fn position(&self) -> Position {
        let space = |seen: &SeenSpace| {
            let SeenSpace { large, core, caps, tower, has_medium: medium, has_small: small, .. } = *seen;
            let nest = Nest::new(large, seen.medium.unwrap_or(large), seen.small.unwrap_or(large));
            Space { nest, core, caps: caps as u8, tower, medium, small }
        };
        let spaces: Vec<Space> = self.spaces.iter().map(space).collect();
        Position::seen(&spaces, self.stashes)
    }
}
