//! What a player sees, and a game that keeps its hidden pieces to itself.

use crate::games::solace2::game::{Colour, Core, IllegalMove, Move, Nest, Position, Reading, Space};

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
    pub(super) fn new(space: &Space, sight: Sight) -> Self {
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

    /// A position with this view, for moves that do not depend on what is hidden: hidden pieces have the colour of their nest's large.
    pub(super) fn position(&self) -> Position {
        let space = |seen: &SeenSpace| {
            let SeenSpace { large, core, caps, tower, has_medium: medium, has_small: small, .. } = *seen;
            let nest = Nest::new(large, seen.medium.unwrap_or(large), seen.small.unwrap_or(large));
            Space { nest, core, caps: caps as u8, tower, medium, small }
        };
        let spaces: Vec<Space> = self.spaces.iter().map(space).collect();
        Position::seen(&spaces, self.stashes)
    }
}

/// Something that plays by what it sees.
pub trait Player {
    /// The next move, one of `view.moves`; `None` ends the game.
    fn choose(&mut self, view: &View) -> Option<Move>;
}

/// A game under way. Moves are final.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    reading: Reading,
    sight: Sight,
}

/// Moves of a game, at most: more than twice what any line of the solver needs, so that sideways moves end.
const MOST_MOVES: usize = 400;

impl Game {
    /// A game from a position.
    pub const fn new(position: Position, reading: Reading, sight: Sight) -> Self {
        Self { position, reading, sight }
    }

    /// What the player sees.
    pub fn view(&self) -> View {
        View::new(&self.position, self.reading, self.sight)
    }

    /// Plays a move for good.
    ///
    /// # Errors
    /// Why it is illegal.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.play(mv, self.reading)
    }

    /// Towers on the table.
    pub fn score(&self) -> u8 {
        self.position.score()
    }

    /// Lets a player play to the end, and gives back the moves. An illegal move ends the game, as does the 400th.
    pub fn run(&mut self, player: &mut dyn Player) -> Vec<Move> {
        let mut moves = Vec::new();
        while moves.len() < MOST_MOVES {
            let Some(mv) = player.choose(&self.view()) else { break };
            if self.play(mv).is_err() {
                break;
            }
            moves.push(mv);
        }
        moves
    }
}
