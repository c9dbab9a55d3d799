//! The page of a played line: one HTML document that plays through it, opens from disk and needs no network.
//!
//! The script is that of [`crate::games::solomids::view::page`]. It knows no rules: which pieces a move takes where is computed here.

use maud::{Markup, html};
use serde::Serialize;

use super::Inside;
use super::play::DrawnLine;
use super::svg::{Scene, id, phase_panels, symbols};
use super::words::{Phase, phases};
use crate::draw::page::player::{Field, Player};
use crate::draw::page::shell::Shell;
use crate::draw::page::solver::{self, Origin, PLAYS};
use crate::draw::page::stage::{Stage, Step};
use crate::games::solace2::game::{Colour, Deal, IllegalLine, Move, Palette, Position, Reading, Size};

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
    #[serde(flatten)]
    stage: Stage,
    /// Number of moves already played when the page opens.
    opening: usize,
    /// The line.
    lines: [PageLine; 1],
    /// The game for the module.
    origin: Origin,
}

/// The moves of a line.
#[derive(Serialize)]
struct PageLine {
    /// Number of moves before the line.
    from: usize,
    steps: Vec<Step>,
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
        // A line that goes on may need more room than the one that is known.
        let scene = if PLAYS { Scene::of_game(&start, self.reading) } else { Scene::new(&positions) };
        let data = self.data(scene, &positions, &phases);
        let player = Player {
            title: &self.title,
            summary: &self.summary,
            moves: self.moves.len(),
            noted: false,
            plays: PLAYS,
            size: (scene.width(), scene.height()),
            board: scene.board(&start),
            fields: self.fields(),
            help: help(&self.palette),
        };
        let shell = Shell {
            title: &self.title,
            game: "Solace II",
            drawings: symbols(&self.palette),
            screen: player.screen(),
            paper: self.paper(&positions, &phases),
            data: &data,
            module: solver::module(),
        };
        Ok(shell.document())
    }

    fn data(&self, scene: Scene, positions: &[Position], phases: &[Phase]) -> PageData {
        let mut line = DrawnLine::new(scene, &positions[0], &self.palette, Inside::Shown);
        let mut steps = Vec::with_capacity(self.moves.len());
        for phase in phases {
            let mut title = Some(phase.title.clone());
            for step in &phase.steps {
                steps.push(line.play(step.mv, step.words.clone(), title.take()));
            }
        }
        PageData {
            stage: line.stage(),
            opening: self.opening.min(self.moves.len()),
            lines: [PageLine { from: 0, steps }],
            origin: Origin {
                game: "solace2",
                text: self.palette.deal(&self.deal),
                reading: Some(self.reading.name()),
                ..Origin::default()
            },
        }
    }

    fn fields(&self) -> Vec<Field<'static>> {
        let deal = self.palette.deal(&self.deal);
        let mut fields = vec![Field { id: "deal", name: "The deal", text: deal, action: "Copy the deal" }];
        if PLAYS || !self.moves.is_empty() {
            let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
            let text = moves.join(", ");
            fields.push(Field { id: "share", name: "The moves", text, action: "Copy the moves" });
        }
        fields
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

/// How to read the board.
pub(crate) fn help(palette: &Palette) -> Markup {
    html! {
        p {
            "Pyramids are seen from the side. A nest is drawn cut open: the medium lies inside the large, the small "
            "inside the medium. What was placed stands on top. Spaces are numbered in the order of the deal."
        }
        ul.key {
            @for colour in Colour::ALL {
                li {
                    svg viewBox="-50 -104 100 108" aria-hidden="true" {
                        use href={ "#" (id(palette, colour, Size::Large)) } {}
                    }
                    (palette.letter(colour)) " " (palette.name(colour))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solace2::dealer;
    use crate::games::solace2::solver::{Limits, solve};

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
        assert_eq!(page.matches("</script>").count(), 2 + usize::from(PLAYS));
        assert!(page.len() < 1_200_000, "{}", page.len());
    }
}
