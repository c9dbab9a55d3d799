//! Tables as SVG pictures, with nests and towers seen from the side.
//!
//! A nest is drawn cut open: the medium inside the large, the small inside the medium. Every piece shows its letter at
//! its foot. A space is a pile of pieces of which only the topmost can move: small, medium and large of a nest, the outermost
//! last, then what was placed.

use maud::{Markup, html};

use super::text::rows;
use super::words::{Phase, phases};
use super::{Inside, paint};
use crate::draw::line::{self, Panel, Sheet};
use crate::draw::svg::{Orientation, Picture, PyramidPlacement, instance, side_id, side_symbol};
use crate::games::solace2::game::{Colour, Core, IllegalLine, Move, Palette, Position, Reading, Size, Space};
use crate::kit::sorting::sort_short_by_key;

/// Height of the foot of a medium in its large, and of a small in its medium.
const NESTED: u32 = 16;
/// Height of the foot of the first piece on a full nest above that of the nest, so that the letters in it can be read.
const ON_NEST: u32 = 48;
/// Height of the foot of another cap above the one below it.
const NEXT_CAP: u32 = 18;
/// Height of the foot of a medium above that of the large it stands on.
const ON_LARGE: u32 = 38;
/// Height of the foot of a small above that of the medium it stands on.
const ON_MEDIUM: u32 = 34;
/// Height of a small.
const SMALL: u32 = 34;

/// Width of a space.
const CELL: u32 = 100;
/// Height of the foot of a space with its number.
const FOOT: u32 = 24;
/// Empty height above the highest pile.
const HEAD: u32 = 8;
/// Distance of the spaces from the edge of the tray.
const RIM: u32 = 8;
/// Height of the line with the score.
const SCORE: u32 = 30;

/// Measures of the picture of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    spaces: usize,
    /// Spaces in a row.
    across: usize,
    /// Height of a space.
    cell: u32,
}

impl Scene {
    /// The measures with room for all these positions of a game.
    pub(super) fn new<'p>(positions: impl IntoIterator<Item = &'p Position>) -> Self {
        let mut scene = Self { spaces: 0, across: 1, cell: 0 };
        let mut caps = 1;
        for position in positions {
            scene.across = position.stashes();
            scene.spaces = scene.spaces.max(rows(position) * scene.across);
            caps = position.spaces().iter().map(Space::caps).fold(caps, usize::max);
        }
        Self { cell: HEAD + highest(caps) + FOOT, ..scene }
    }

    /// The measures with room for every position that a game may reach.
    pub(crate) fn of_game(start: &Position, reading: Reading, orientation: Orientation) -> Self {
        let spaces = if reading.open { start.spaces().len() } else { start.nests() };
        let caps = if reading.recap { start.stashes() } else { 1 };
        let of_columns = |across| Self { spaces, across, cell: HEAD + highest(caps) + FOOT };
        let upright = of_columns(start.stashes());
        match orientation {
            Orientation::Upright => upright,
            Orientation::Sideways => (1..=spaces).map(of_columns).min_by_key(Self::extent).unwrap_or(upright),
        }
    }

    /// Width of what holds the picture and is twice as wide as high: the smaller it is, the larger pieces are shown.
    fn extent(&self) -> u32 {
        let (width, height) = self.size();
        width.max(2 * height)
    }

    /// Width and height of the picture; the score needs some width.
    pub(crate) const fn size(self) -> (u32, u32) {
        let across = if self.across < 2 { 2 } else { self.across };
        let rows = self.spaces.div_ceil(self.across);
        (across as u32 * CELL + 2 * RIM, rows as u32 * self.cell + 2 * RIM + SCORE)
    }

    /// The middle of the foot of a space.
    pub(super) const fn foot(self, space: usize) -> (u32, u32) {
        let (column, row) = ((space % self.across) as u32, (space / self.across) as u32);
        (RIM + column * CELL + CELL / 2, SCORE + RIM + (row + 1) * self.cell - FOOT)
    }

    pub(super) const fn middle(self, space: usize) -> (u32, u32) {
        let (x, y) = self.foot(space);
        (x, y + FOOT - self.cell / 2)
    }

    /// Width and height of the outline of a space.
    pub(super) const fn space(self) -> (u32, u32) {
        (CELL - 6, self.cell - 6)
    }

    pub(super) const fn placement(self, space: usize, piece: &PilePiece) -> PyramidPlacement {
        let (x, y) = self.foot(space);
        PyramidPlacement { x, y: y - piece.lift, scale: 1.0 }
    }

    /// The part that all positions share: the spaces and their numbers.
    pub(super) fn frame(self) -> Markup {
        let (width, height) = self.size();
        html! {
            rect.tray x="0" y=(SCORE) width=(width) height=(height - SCORE) rx="10" {}
            @for space in 0..self.spaces {
                @let (x, y) = self.foot(space);
                @let (width, height) = self.space();
                rect.cell x=(x - width / 2) y=(y + FOOT - 3 - height) width=(width) height=(height) rx="5" {}
                text.name x=(x) y=(y + 17) { (space + 1) }
            }
        }
    }

    /// The content of a table under its pieces, with room for traces of moves.
    pub(crate) fn board(self, position: &Position) -> Markup {
        html! {
            (self.frame())
            g #traces aria-hidden="true" {}
            (self.score(position))
        }
    }

    /// The line with the score.
    pub(super) fn score(self, position: &Position) -> Markup {
        html! { text #bank .label x=(self.size().0 / 2) y="19" { "Towers " (position.score()) } }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PilePiece {
    pub(super) size: Size,
    pub(super) colour: Colour,
    /// Height of its foot.
    pub(super) lift: u32,
    /// Place in the order of drawing, from 0: pieces that are drawn later lie in front.
    pub(super) layer: u32,
    /// Whether another piece of its nest lies over it.
    pub(super) covered: bool,
}

/// The pieces of a space: those of the nest from the inside to the outside, then those placed, upwards.
pub(super) fn pieces(space: &Space) -> Vec<PilePiece> {
    let nest = space.nest();
    let nested: &[(Size, Colour)] = match space.core() {
        Core::Gone => &[],
        Core::Bare => &[(Size::Small, nest.small)],
        Core::Opened => &[(Size::Small, nest.small), (Size::Medium, nest.medium)],
        Core::Full => &[(Size::Small, nest.small), (Size::Medium, nest.medium), (Size::Large, nest.large)],
    };
    let count = nested.len() as u32;
    let mut pieces: Vec<PilePiece> = nested
        .iter()
        .zip(1..)
        .map(|(&(size, colour), inner)| PilePiece {
            size,
            colour,
            lift: NESTED * (count - inner),
            layer: count - inner,
            covered: inner < count,
        })
        .collect();
    let mut foot = 0;
    let mut place = |size, colour: Option<Colour>, above: u32| {
        foot += above;
        let layer = pieces.len() as u32;
        pieces.extend(colour.map(|colour| PilePiece { size, colour, lift: foot, layer, covered: false }));
    };
    for cap in 0..space.caps() {
        place(Size::Large, Some(nest.large), if cap == 0 { ON_NEST } else { NEXT_CAP });
    }
    if let Some(colour) = space.tower() {
        place(Size::Large, Some(colour), 0);
    }
    let colour = if space.core() == Core::Opened { Some(nest.medium) } else { space.topmost_large() };
    if space.has_medium() {
        let is_on_nest = space.core() == Core::Full && space.caps() == 0;
        place(Size::Medium, colour, if is_on_nest { ON_NEST } else { ON_LARGE });
    }
    if space.has_small() {
        place(Size::Small, colour, ON_MEDIUM);
    }
    pieces
}

/// Height of the highest pile on which no more than this many caps stand.
pub(super) fn highest(caps: usize) -> u32 {
    ON_NEST + NEXT_CAP * caps.saturating_sub(1) as u32 + ON_LARGE + ON_MEDIUM + SMALL
}

/// The id of the symbol of a piece in a document.
pub(super) fn id(palette: &Palette, colour: Colour, size: Size) -> String {
    side_id(palette.letter(colour), size.pips())
}

/// The symbols of all kinds of pieces.
pub(crate) fn symbols(palette: &Palette) -> Markup {
    html! {
        @for colour in Colour::ALL {
            @for size in Size::ALL.into_iter().rev() {
                (side_symbol(palette.letter(colour), size.pips(), paint(palette, colour)))
            }
        }
    }
}

/// The positions of a line of legal moves, the first one included.
pub(super) fn positions(start: &Position, moves: &[Move]) -> Vec<Position> {
    let after = moves.iter().scan(*start, |position, &mv| {
        position.play_unchecked(mv);
        Some(*position)
    });
    std::iter::once(*start).chain(after).collect()
}

/// The tables of a line with the moves that are played on them: one for each phase, then the table at the end.
pub(super) fn panels(positions: &[Position], phases: Vec<Phase>, palette: &Palette) -> Vec<Panel<Move>> {
    let scene = Scene::new(positions);
    let (width, height) = scene.size();
    let picture = |position: &Position| {
        html! {
            svg viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) aria-hidden="true" {
                (scene.frame())
                text.label x=(width / 2) y="19" { "Towers " (position.score()) }
                (drawn_pieces(scene, position, palette, Inside::Shown))
            }
        }
    };
    let end = positions.last().expect("the first position at least");
    let title =
        if phases.is_empty() { "The table".into() } else { format!("The end: score {}", end.score()) };
    line::panels(phases, (end, title), picture)
}

/// A sheet to play a line by, as an SVG document: the table before each tower with the moves to it, then the table at the
/// end. The last argument is the title and a summary in one line.
///
/// # Errors
/// The first illegal move.
pub fn sheet(
    start: &Position,
    reading: Reading,
    moves: &[Move],
    palette: &Palette,
    (title, summary): (&str, &str),
) -> Result<String, IllegalLine> {
    let phases = phases(start, reading, moves, palette)?;
    let positions = positions(start, moves);
    let scene = Scene::new(&positions);
    let tokens: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let sheet = Sheet {
        title,
        summary,
        description: format!("{}\n{}", palette.deal(&start.deal()), tokens.join(", ")),
        defs: symbols(palette),
        board: scene.size(),
        scale: 62,
        gaps: [90, 0],
        words_at: 98,
    };
    Ok(sheet.document(&panels(&positions, phases, palette), |words| vec![short(words).into()]))
}

/// The words of a move without the piece that it uncovers, which the next table shows.
fn short(words: &str) -> &str {
    words.split_once(';').map_or(words, |(words, _)| words)
}

fn drawn_pieces(scene: Scene, position: &Position, palette: &Palette, inside: Inside) -> Markup {
    html! {
        @for (number, space) in position.spaces().iter().enumerate() {
            @let pile = ordered(pieces(space), inside);
            @for piece in &pile {
                (instance(&id(palette, piece.colour, piece.size), scene.placement(number, piece)))
            }
        }
    }
}

/// The pieces that are drawn, those in front last.
fn ordered(mut pile: Vec<PilePiece>, inside: Inside) -> Vec<PilePiece> {
    pile.retain(|piece| inside == Inside::Shown || !piece.covered);
    sort_short_by_key(&mut pile, |piece| piece.layer);
    pile
}

/// A picture of a table, as an SVG document.
pub fn table(position: &Position, palette: &Palette, inside: Inside, title: &str) -> String {
    let scene = Scene::new([position]);
    let description = super::text::plain_table(position, palette, inside);
    let content = html! {
        (scene.frame())
        (scene.score(position))
        (drawn_pieces(scene, position, palette, inside))
    };
    Picture { size: scene.size(), title, description: &description, defs: symbols(palette), content }
        .document()
}
