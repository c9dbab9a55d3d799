//! The page of a played line: one HTML document that plays through it, opens from disk and needs no network.
//!
//! The script is that of [`crate::view::page`]. It knows no rules: which pieces a move takes where is computed here.

use std::collections::HashMap;

use maud::{Markup, html};
use serde::Serialize;

use super::Inside;
use super::pile::{PilePiece, pieces};
use super::svg::{Scene, id, phase_panels, symbols};
use super::text::plain_table;
use super::words::{Phase, phases};
use crate::solace2::game::{Colour, Deal, IllegalLine, Move, Palette, Position, Reading, Size};
use crate::view::page::player::{Field, Player};
use crate::view::page::shell::Shell;

/// A line of play: the content of a page.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Title of the page.
    pub title: String,
    /// Result of the line in one line.
    pub summary: String,
    /// The deal.
    pub deal: Deal,
    /// Letters of the colours.
    pub palette: Palette,
    /// The reading of the rules.
    pub reading: Reading,
    /// Moves from the deal.
    pub moves: Vec<Move>,
    /// Number of moves already played when the page opens.
    pub opening: usize,
}

/// All data of a page.
#[derive(Serialize)]
struct PageData {
    /// Middle of the foot, scale and layer of each place of a piece; then the middle of each space.
    places: Vec<(u32, u32, f32, u32)>,
    /// Symbol of each piece.
    pieces: Vec<String>,
    /// Place of each piece at the start.
    spots: Vec<usize>,
    /// Towers on the table at the start.
    tally: [u8; 1],
    /// Number of moves already played when the page opens.
    opening: usize,
    /// Width and height of a space.
    mark: (u32, u32),
    /// The table at the start in words.
    says: String,
    /// The line.
    lines: [PageLine; 1],
}

/// The moves of a line.
#[derive(Serialize)]
struct PageLine {
    /// Number of moves before the line.
    from: usize,
    steps: Vec<PageStep>,
}

/// A move of a line.
#[derive(Serialize)]
struct PageStep {
    #[serde(rename = "move")]
    token: String,
    words: String,
    /// Kind of animation.
    kind: &'static str,
    /// Title of the phase that begins with the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<String>,
    /// Places of the spaces where the move starts and ends.
    squares: [usize; 2],
    /// Pieces that are elsewhere after the move, with their places.
    moved: Vec<(usize, usize)>,
    /// Towers on the table after the move.
    tally: [u8; 1],
    /// The table after the move in words.
    says: String,
}

/// Numbers of the pieces of each space, from the nest upwards: the last one is the only one that can move.
struct Tracker {
    piles: Vec<Vec<usize>>,
}

impl Tracker {
    /// The pieces of a deal: small, medium and large of nest *i* are numbered 3*i*, 3*i* + 1 and 3*i* + 2.
    fn new(deal: &Position) -> Self {
        let nests = deal.nests();
        let piles = (0..deal.spaces().len())
            .map(|space| if space < nests { (3 * space..3 * space + 3).collect() } else { Vec::new() });
        Self { piles: piles.collect() }
    }

    /// Takes the pieces of a move to where it ends.
    fn play(&mut self, mv: Move) {
        let (from, to) = mv.ends();
        let count = if matches!(mv, Move::Tower { .. }) { 3 } else { 1 };
        let pile = &mut self.piles[from];
        let taken = pile.split_off(pile.len().saturating_sub(count));
        self.piles[to].extend(taken);
    }
}

/// The places that pieces take in the course of a line.
struct Places {
    scene: Scene,
    all: Vec<(u32, u32, f32, u32)>,
    known: HashMap<(u32, u32, u32), usize>,
}

impl Places {
    /// The place of a piece of a space.
    fn spot(&mut self, space: usize, piece: &PilePiece) -> usize {
        let placement = self.scene.placement(space, piece);
        let key = (placement.x, placement.y, piece.layer);
        *self.known.entry(key).or_insert_with(|| {
            self.all.push((placement.x, placement.y, placement.scale, piece.layer));
            self.all.len() - 1
        })
    }

    /// The places of all pieces of a position, by the numbers of the pieces.
    fn spots(&mut self, position: &Position, tracker: &Tracker) -> Vec<usize> {
        let mut spots = vec![0; 3 * position.nests()];
        for (space, (pile, numbers)) in position.spaces().iter().zip(&tracker.piles).enumerate() {
            let drawn = pieces(pile);
            debug_assert_eq!(drawn.len(), numbers.len(), "{pile:?}");
            for (piece, &number) in drawn.iter().zip(numbers) {
                spots[number] = self.spot(space, piece);
            }
        }
        spots
    }
}

impl PlayedGame {
    /// The page as an HTML document.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn page(&self) -> Result<String, IllegalLine> {
        let start = Position::new(&self.deal);
        let phases = phases(&start, self.reading, &self.moves, &self.palette)?;
        let mut positions = vec![start];
        for &mv in &self.moves {
            let mut after = positions[positions.len() - 1];
            after.play_unchecked(mv);
            positions.push(after);
        }
        let scene = Scene::new(&positions);
        let data = self.data(scene, &positions, &phases);
        let player = Player {
            title: &self.title,
            summary: &self.summary,
            moves: self.moves.len(),
            noted: false,
            size: (scene.width(), scene.height()),
            board: html! {
                (scene.frame())
                g #traces aria-hidden="true" {}
                (scene.score(&start))
            },
            fields: self.fields(),
            help: self.help(),
        };
        let shell = Shell {
            title: &self.title,
            game: "Solace II",
            drawings: symbols(&self.palette),
            screen: player.screen(),
            paper: self.paper(&positions, &phases),
            data: &data,
        };
        Ok(shell.document())
    }

    fn data(&self, scene: Scene, positions: &[Position], phases: &[Phase]) -> PageData {
        let start = &positions[0];
        let mut places = Places { scene, all: Vec::new(), known: HashMap::new() };
        for space in 0..start.spaces().len() {
            let (x, y) = scene.middle(space);
            places.all.push((x, y, 1.0, 0));
        }
        let says = |position: &Position| plain_table(position, &self.palette, Inside::Shown);
        let mut tracker = Tracker::new(start);
        let spots = places.spots(start, &tracker);
        let mut before = spots.clone();
        let mut steps = Vec::with_capacity(self.moves.len());
        for phase in phases {
            let mut title = Some(phase.title.clone());
            for step in &phase.steps {
                let position = &positions[step.ply];
                tracker.play(step.mv);
                let after = places.spots(position, &tracker);
                let moved = (0..after.len()).filter(|&piece| after[piece] != before[piece]);
                let (from, to) = step.mv.ends();
                steps.push(PageStep {
                    token: step.mv.to_string(),
                    words: step.words.clone(),
                    kind: "stack",
                    phase: title.take(),
                    squares: [from, to],
                    moved: moved.map(|piece| (piece, after[piece])).collect(),
                    tally: [position.score()],
                    says: says(position),
                });
                before = after;
            }
        }
        let nests = self.deal.nests().iter();
        PageData {
            places: places.all,
            pieces: nests
                .flat_map(|nest| {
                    [Size::Small, Size::Medium, Size::Large].map(|size| (nest.colour(size), size))
                })
                .map(|(colour, size)| id(&self.palette, colour, size))
                .collect(),
            spots,
            tally: [start.score()],
            opening: self.opening.min(self.moves.len()),
            mark: scene.space(),
            says: says(start),
            lines: [PageLine { from: 0, steps }],
        }
    }

    fn fields(&self) -> Vec<Field<'static>> {
        let deal = self.palette.deal(&self.deal);
        let mut fields = vec![Field { id: "deal", name: "The deal", text: deal, action: "Copy the deal" }];
        if !self.moves.is_empty() {
            let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
            let text = moves.join(", ");
            fields.push(Field { id: "share", name: "The moves", text, action: "Copy the moves" });
        }
        fields
    }

    fn help(&self) -> Markup {
        html! {
            p {
                "Pyramids are seen from the side. A nest is drawn cut open: the medium lies inside the large, the small "
                "inside the medium. What was placed stands on top. Spaces are numbered in the order of the deal."
            }
            ul.key {
                @for colour in Colour::ALL {
                    li {
                        svg viewBox="-50 -104 100 108" aria-hidden="true" {
                            use href={ "#" (id(&self.palette, colour, Size::Large)) } {}
                        }
                        (self.palette.letter(colour)) " " (self.palette.name(colour))
                    }
                }
            }
        }
    }

    /// The section of a page that is printed.
    fn paper(&self, positions: &[Position], phases: &[Phase]) -> Markup {
        let panels = phase_panels(positions, phases);
        html! {
            section.paper {
                h1 { bdi { (self.title) } }
                p { (self.summary) }
                div.panels.single[panels.len() == 1] {
                    @for panel in &panels {
                        article {
                            div.board {
                                h2 { (panel.title) }
                                (panel.picture(&self.palette))
                            }
                            @if let [first, ..] = panel.steps {
                                ol start=(first.ply) {
                                    @for step in panel.steps { li { code { (step.mv) } " " (step.words) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solace2::dealer;
    use crate::solace2::solver::{Limits, solve};

    /// The tracker and the data agree with the rules all along solved games, those with lent pieces included.
    #[test]
    fn pieces_of_a_page_stand_where_the_rules_put_them() {
        for reading in [Reading::LITERAL, Reading::OPEN] {
            let deal = dealer::deal(1, 0);
            let line = solve(&Position::new(&deal), reading, &Limits::default()).line;
            let mut tracker = Tracker::new(&Position::new(&deal));
            let mut position = Position::new(&deal);
            let kind = |number: usize| {
                let size = [Size::Small, Size::Medium, Size::Large][number % 3];
                (deal.nests()[number / 3].colour(size), size)
            };
            for &mv in &line {
                position.play(mv, reading).unwrap();
                tracker.play(mv);
                for (space, numbers) in position.spaces().iter().zip(&tracker.piles) {
                    let expected: Vec<(Colour, Size)> =
                        pieces(space).iter().map(|piece| (piece.colour, piece.size)).collect();
                    assert_eq!(numbers.iter().map(|&number| kind(number)).collect::<Vec<_>>(), expected);
                }
            }
        }
    }

    #[test]
    fn a_page_is_one_document_without_what_could_end_its_script() {
        let deal = dealer::deal(1, 0);
        let line = solve(&Position::new(&deal), Reading::INERT, &Limits::default()).line;
        let game = PlayedGame {
            title: "</script> & <b>".into(),
            summary: "A summary".into(),
            deal,
            palette: Palette::default(),
            reading: Reading::INERT,
            moves: line,
            opening: 3,
        };
        let page = game.page().unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.len() < 300 * 1024, "{}", page.len());
    }
}
