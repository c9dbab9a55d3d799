//! Positions: what stands on every space.

use super::deal::{COLOURS, Colour, Deal, MAX_STASHES, Nest};

/// The most spaces a position has: those of 15 nests, and as many beside them, used by towers under R5 only.
pub const MAX_SPACES: usize = 2 * COLOURS * MAX_STASHES;

/// What is left of the nest that was dealt to a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Core {
    /// Nothing of a nest stands here.
    Gone,
    /// The small alone.
    Bare,
    /// Medium over small: the nest was opened.
    Opened,
    /// Large over medium over small.
    Full,
}

/// One space: the rest of its nest, and what was built on it.
///
/// ```text
/// core Full     caps (all of the large's colour), then at most a medium and a small of that colour on the topmost large
/// core Opened   at most a small of the medium's colour, parked on the medium
/// core Bare     nothing else
/// core Gone     nothing, or a large of `tower`'s colour with at most a medium and a small of that colour
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    pub(in crate::games::solace2) nest: Nest,
    pub(in crate::games::solace2) core: Core,
    pub(in crate::games::solace2) caps: u8,
    pub(in crate::games::solace2) tower: Option<Colour>,
    pub(in crate::games::solace2) medium: bool,
    pub(in crate::games::solace2) small: bool,
}

impl Space {
    /// A space without anything on it.
    const EMPTY: Self = Self {
        nest: Nest::new(Colour::ALL[0], Colour::ALL[0], Colour::ALL[0]),
        core: Core::Gone,
        caps: 0,
        tower: None,
        medium: false,
        small: false,
    };

    /// The nest as it was dealt; [`core`](Self::core) says what is left of it. Without meaning for spaces beside the nests.
    pub const fn nest(&self) -> Nest {
        self.nest
    }

    /// What is left of the nest.
    pub const fn core(&self) -> Core {
        self.core
    }

    /// Larges that cap the full nest.
    pub const fn caps(&self) -> usize {
        self.caps as usize
    }

    /// Colour of the large that stands directly on the table here.
    pub const fn tower(&self) -> Option<Colour> {
        self.tower
    }

    /// Whether a medium was placed on the topmost large.
    pub const fn has_medium(&self) -> bool {
        self.medium
    }

    /// Whether a small was placed here: on a placed medium, or parked on the medium of an opened nest.
    pub const fn has_small(&self) -> bool {
        self.small
    }

    /// Whether nothing stands here.
    pub const fn is_open(&self) -> bool {
        matches!(self.core, Core::Gone) && self.tower.is_none()
    }

    /// Colour of the topmost large, covered by pieces placed on it or not.
    pub const fn topmost_large(&self) -> Option<Colour> {
        match self.core {
            Core::Full => Some(self.nest.large),
            _ => self.tower,
        }
    }

    /// Colour of the large that is exposed here.
    pub const fn exposed_large(&self) -> Option<Colour> {
        if self.medium { None } else { self.topmost_large() }
    }

    /// Colour of the medium that is exposed here.
    pub const fn exposed_medium(&self) -> Option<Colour> {
        if self.small {
            return None;
        }
        match self.core {
            Core::Opened => Some(self.nest.medium),
            _ if self.medium => self.topmost_large(),
            _ => None,
        }
    }

    /// Colour of the small that is exposed here.
    pub const fn exposed_small(&self) -> Option<Colour> {
        match self.core {
            Core::Bare => Some(self.nest.small),
            Core::Opened if self.small => Some(self.nest.medium),
            _ if self.small => self.topmost_large(),
            _ => None,
        }
    }

    /// Colour of the tower on top of the pile, or standing on the table here.
    pub const fn complete_tower(&self) -> Option<Colour> {
        if self.medium && self.small { self.topmost_large() } else { None }
    }
}

/// A position of the game, reached from a deal by legal moves only.
///
/// Spaces are indexed from 0; notation numbers them from 1. The first 3*n* are those of the nests. Two positions are
/// equal if every space is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) spaces: [Space; MAX_SPACES],
    stashes: u8,
}

impl Position {
    /// The position a deal starts from.
    pub fn new(deal: &Deal) -> Self {
        let mut spaces = [Space::EMPTY; MAX_SPACES];
        for (space, &nest) in spaces.iter_mut().zip(deal.nests()) {
            *space = Space { nest, core: Core::Full, ..Space::EMPTY };
        }
        Self { spaces, stashes: deal.stashes() as u8 }
    }

    /// A position with these spaces as a player sees them, those of the nests first. Hidden pieces may have any colours, so it need not
    /// come from a deal.
    pub(in crate::games::solace2) fn seen(spaces: &[Space], stashes: usize) -> Self {
        let mut position = Self { spaces: [Space::EMPTY; MAX_SPACES], stashes: stashes as u8 };
        position.spaces[..spaces.len()].copy_from_slice(spaces);
        position
    }

    /// Stashes of each colour.
    pub const fn stashes(&self) -> usize {
        self.stashes as usize
    }

    /// Number of nests that were dealt, and of spaces that open as the game goes on.
    pub const fn nests(&self) -> usize {
        self.stashes as usize * COLOURS
    }

    /// The spaces: those of the nests, then as many beside them, which stay empty except under R5.
    pub fn spaces(&self) -> &[Space] {
        &self.spaces[..2 * self.nests()]
    }

    /// Score: complete towers that stand directly on the table.
    pub fn score(&self) -> u8 {
        self.spaces().iter().filter(|space| space.tower.is_some() && space.medium && space.small).count()
            as u8
    }

    /// The deal the position came from.
    ///
    /// # Panics
    /// Never: positions outside this module come from deals only, and keep their nests.
    pub fn deal(&self) -> Deal {
        let nests = self.spaces[..self.nests()].iter().map(|space| space.nest).collect();
        Deal::new(nests).expect("the nests of a deal")
    }
}
