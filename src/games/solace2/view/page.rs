//! The page of a played line: one HTML document that plays through it, opens from disk and needs no network.
//!
//! The scripts of [`crate::draw::page`] know no rules: which pieces a move takes where is computed here.

use maud::{Markup, html};

use super::Inside;
use super::play::TrackedPosition;
use super::svg::{Scene, id, panels, positions, symbols};
use super::words::phases;
use crate::draw::line::{paper, step_item};
use crate::draw::page::stage::{DrawnGame, PageLine};
use crate::draw::page::{Field, Origin, PLAYS, Page, PageData, PageGame};
use crate::draw::svg::Orientation;
use crate::games::solace2::game::{Colour, Deal, IllegalLine, Move, Palette, Position, Reading, Size};

/// The game on pages.
pub const GAME: PageGame = PageGame { name: "solace2", title: "Solace II", dialog };

/// The part of the dialog for another game.
fn dialog() -> Markup {
    html! {
        p { "A solitaire: nests of three colours are taken apart and built into towers of one colour." }
        label.check { input #hidden type="checkbox" checked; " What lies inside the nests is hidden" }
        label.check { input #free type="checkbox"; " Moves that have shown a piece may be taken back" }
        label for="solace2-reading" { "Reading of the rules" }
        div.row {
            select #solace2-reading { @for (name, _) in Reading::PRESETS { option { (name) } } }
            button #solace2-deal .main type="button" { "Deal" }
        }
    }
}

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

impl PlayedGame {
    /// The page as an HTML document. One can begin the given games on it, of which `service` has the list.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn page(&self, games: &[PageGame]) -> Result<String, IllegalLine> {
        let Self { palette, reading, ref moves, .. } = *self;
        let start = Position::new(&self.deal);
        let phases = phases(&start, reading, moves, &palette)?;
        let positions = positions(&start, moves);
        // A line that goes on may need more room than the one that is known.
        let scene = if PLAYS {
            Scene::of_game(&start, reading, Orientation::Upright)
        } else {
            Scene::new(&positions)
        };
        let mut line = DrawnGame::new(TrackedPosition::new(scene, &start, &palette, Inside::Shown));
        let steps = line.play_phases(&phases);
        let text = palette.deal(&self.deal);
        let deal = Field { id: "deal", name: "The deal", text: text.clone(), action: "Copy the deal" };
        let tokens: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let share =
            Field { id: "share", name: "The moves", text: tokens.join(", "), action: "Copy the moves" };
        let page = Page {
            game: GAME,
            games,
            title: &self.title,
            summary: &self.summary,
            noted: false,
            plays: PLAYS,
            drawings: symbols(&palette),
            size: scene.size(),
            board: scene.board(&start),
            fields: [deal].into_iter().chain((PLAYS || !moves.is_empty()).then_some(share)).collect(),
            help: help(&palette),
            data: PageData {
                stage: line.stage(),
                opening: self.opening.min(moves.len()),
                lines: vec![PageLine { from: 0, steps }],
                origin: Origin { game: GAME.name, text, reading: Some(reading.name()), ..Origin::default() },
            },
            paper: paper(
                &self.title,
                &self.summary,
                &panels(&positions, phases, &palette),
                step_item,
                &html! {},
            ),
        };
        Ok(page.document())
    }
}

/// How to play, and how to read the board.
pub(crate) fn help(palette: &Palette) -> Markup {
    html! {
        p {
            "Fifteen nests hold three pyramids each: a small in a medium in a large. Build towers, a large, a medium and a small of "
            "one colour, and put them on the table. The score is the number of towers there."
        }
        dl.ways {
            div { dt { b { "Cap" } } dd {
                "The large of a full nest goes onto another full nest whose large has the same colour. The nest that it leaves is open "
                "then, and its medium shows."
            } }
            div { dt { b { "Build" } } dd { "A medium that shows goes onto a large of its colour that shows, a small onto a medium." } }
            div { dt { b { "Promote" } } dd {
                "A tower on top of a pile goes to an open space: one whose nest is used up."
            } }
        }
        p {
            "The text of the rules leaves five questions open; a reading answers them. By the letter (literal), a medium may go onto a "
            "nest's own large, and what was placed may move again. In caps-only, towers begin on caps alone; in inert, finished towers stay "
            "whole; in rigid, nothing that was placed moves again; in open, towers may stand anywhere on the table."
        }
        h3 { "The board" }
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
        let page = game.page(&[]).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert_eq!(page.matches("</script>").count(), 2 + usize::from(PLAYS));
        assert!(page.len() < 1_200_000, "{}", page.len());
    }
}
