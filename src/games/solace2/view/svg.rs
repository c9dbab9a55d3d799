//! Tables as SVG pictures, with nests and towers seen from the side.
//!
//! A nest is drawn cut open: the medium inside the large, the small inside the medium. Every piece shows its letter at
//! its foot.

use maud::{Markup, html};

use super::pile::{PilePiece, highest, pieces};
use super::text::rows;
use super::words::{LineStep, Phase, phases};
use super::{Inside, paint};
use crate::draw::svg::pyramid::{PyramidPlacement, instance};
use crate::draw::svg::{Hundredths, Picture, readable, side};
use crate::games::solace2::game::{Colour, IllegalLine, Move, Palette, Position, Reading, Size, Space};
use crate::games::solomids::game;
use crate::kit::sorting::sort_short_by_key;

/// Width of a space.
pub(super) const CELL: u32 = 100;
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
    /// Spaces in a row.
    across: usize,
    /// Rows of spaces.
    rows: usize,
    /// Height of a space.
    cell: u32,
}

impl Scene {
    /// The measures with room for all these positions of a game.
    pub(super) fn new<'p>(positions: impl IntoIterator<Item = &'p Position>) -> Self {
        let mut scene = Self { across: 1, rows: 3, cell: 0 };
        let mut caps = 1;
        for position in positions {
            scene.across = position.stashes();
            scene.rows = scene.rows.max(rows(position));
            caps = position.spaces().iter().map(Space::caps).fold(caps, usize::max);
        }
        Self { cell: HEAD + highest(caps) + FOOT, ..scene }
    }

    /// The measures with room for every position that a game may reach.
    pub(crate) fn of_game(start: &Position, reading: Reading) -> Self {
        let rows = if reading.open { start.spaces().len() / start.stashes() } else { 3 };
        let caps = if reading.recap { start.stashes() } else { 1 };
        Self { across: start.stashes(), rows, cell: HEAD + highest(caps) + FOOT }
    }

    /// Width of the picture; the score needs some.
    pub(crate) const fn width(self) -> u32 {
        let across = if self.across < 2 { 2 } else { self.across };
        across as u32 * CELL + 2 * RIM
    }

    /// Height of the picture.
    pub(crate) const fn height(self) -> u32 {
        self.rows as u32 * self.cell + 2 * RIM + SCORE
    }

    /// The middle of the foot of a space.
    pub(super) const fn foot(self, space: usize) -> (u32, u32) {
        let (column, row) = ((space % self.across) as u32, (space / self.across) as u32);
        (RIM + column * CELL + CELL / 2, SCORE + RIM + (row + 1) * self.cell - FOOT)
    }

    /// The middle of a space.
    pub(super) const fn middle(self, space: usize) -> (u32, u32) {
        let (x, y) = self.foot(space);
        (x, y + FOOT - self.cell / 2)
    }

    /// Width and height of the outline of a space.
    pub(super) const fn space(self) -> (u32, u32) {
        (CELL - 6, self.cell - 6)
    }

    /// Place of a piece of a space.
    pub(super) const fn placement(self, space: usize, piece: &PilePiece) -> PyramidPlacement {
        let (x, y) = self.foot(space);
        PyramidPlacement { x, y: y - piece.lift, scale: 1.0 }
    }

    /// The part that all positions share: the spaces and their numbers.
    pub(super) fn frame(self) -> Markup {
        let spaces = self.across * self.rows;
        html! {
            rect.tray x="0" y=(SCORE) width=(self.width()) height=(self.height() - SCORE) rx="10" {}
            @for space in 0..spaces {
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
        html! { text #bank .label x=(self.width() / 2) y="19" { "Towers " (position.score()) } }
    }
}

/// The id of the symbol of a piece in a document.
pub(super) fn id(palette: &Palette, colour: Colour, size: Size) -> String {
    side::id(palette.letter(colour), plain(size))
}

/// The size as the drawings of single pyramids name it.
const fn plain(size: Size) -> game::Size {
    match size {
        Size::Small => game::Size::Small,
        Size::Medium => game::Size::Medium,
        Size::Large => game::Size::Large,
    }
}

/// The symbols of all kinds of pieces.
pub(crate) fn symbols(palette: &Palette) -> Markup {
    html! {
        @for colour in Colour::ALL {
            @for size in Size::ALL {
                (side::symbol(palette.letter(colour), plain(size), paint(palette, colour)))
            }
        }
    }
}

/// Number of tables side by side.
const ACROSS: usize = 4;
/// Scale of the tables of a sheet in percent.
const SCALE: u32 = 62;
/// Height of the title of a sheet.
const TITLE: u32 = 84;
/// Height of the title of a table.
const PHASE: u32 = 30;
/// Height of a line of text.
const LINE: u32 = 17;
/// Distance between two tables of a sheet.
const GAP: u32 = 90;

/// A table of a sheet with the moves that are played on it.
pub(super) struct PhasePanel<'p> {
    /// Title of the phase.
    pub(super) title: String,
    /// Table before the moves.
    position: Position,
    /// The moves.
    pub(super) steps: &'p [LineStep],
    /// Measures that all tables of the line share.
    scene: Scene,
}

impl PhasePanel<'_> {
    /// The picture of the table, as an element of a document that defines the symbols.
    pub(super) fn picture(&self, palette: &Palette) -> Markup {
        let (width, height) = (self.scene.width(), self.scene.height());
        html! {
            svg viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) aria-hidden="true" {
                (self.scene.frame())
                text.label x=(width / 2) y="19" { "Towers " (self.position.score()) }
                (drawn_pieces(self.scene, &self.position, palette, Inside::Shown))
            }
        }
    }
}

/// The tables of a line: one for each phase, then the table at the end.
pub(super) fn phase_panels<'p>(positions: &[Position], phases: &'p [Phase]) -> Vec<PhasePanel<'p>> {
    let scene = Scene::new(positions);
    let mut panels: Vec<PhasePanel<'p>> = phases
        .iter()
        .map(|phase| PhasePanel {
            title: phase.title.clone(),
            position: phase.before,
            steps: &phase.steps,
            scene,
        })
        .collect();
    if let Some(&position) = positions.last() {
        let title = if phases.is_empty() {
            "The table".into()
        } else {
            format!("The end: score {}", position.score())
        };
        panels.push(PhasePanel { title, position, steps: &[], scene });
    }
    panels
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
    let mut positions = vec![*start];
    for &mv in moves {
        let mut after = positions[positions.len() - 1];
        after.play_unchecked(mv);
        positions.push(after);
    }
    let panels = phase_panels(&positions, &phases);
    let scene = Scene::new(&positions);
    let (width, height) = (scene.width() * SCALE / 100, scene.height() * SCALE / 100);
    let mut tops = Vec::new();
    let mut bottom = TITLE;
    for row in panels.chunks(ACROSS) {
        tops.push(bottom);
        let lines = row.iter().map(|panel| panel.steps.len() as u32).max().unwrap_or(0);
        bottom += PHASE + height + LINE * (lines + 2);
    }
    let content = html! {
        text.title x="8" y="32" { (readable(title)) }
        text.summary x="8" y="60" { (readable(summary)) }
        @for (i, panel) in panels.iter().enumerate() {
            @let place = ((width + GAP) * (i % ACROSS) as u32, tops[i / ACROSS]);
            g transform={ "translate(" (place.0) " " (place.1) ")" } {
                text.phase x="8" y="18" { (panel.title) }
                g transform={ "translate(0 " (PHASE) ")scale(" (Hundredths(SCALE.into())) ")" } {
                    (panel.picture(palette))
                }
                @for (step, line) in panel.steps.iter().zip(1..) {
                    @let y = PHASE + height + LINE * line;
                    text.ply x="24" y=(y) { (step.ply) }
                    text.token x="32" y=(y) { (step.mv) }
                    text.move x="98" y=(y) { (short(&step.words)) }
                }
            }
        }
    };
    let tokens: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let description = format!("{}\n{}", palette.deal(&start.deal()), tokens.join(", "));
    let across = panels.len().clamp(2, ACROSS) as u32;
    let width = across * (width + GAP) - GAP;
    let defs = symbols(palette);
    Ok(Picture { width, height: bottom, title, description: &description, defs, content }.document())
}

/// The words of a move without the piece that it uncovers, which the next table shows.
fn short(words: &str) -> &str {
    words.split_once(';').map_or(words, |(words, _)| words)
}

/// The pieces of a table.
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
    Picture {
        width: scene.width(),
        height: scene.height(),
        title,
        description: &description,
        defs: symbols(palette),
        content,
    }
    .document()
}
