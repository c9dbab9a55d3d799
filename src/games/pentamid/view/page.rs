//! The page of a game: one HTML document that plays through it, opens from disk and needs no network.
//!
//! The script is that of [`crate::games::solomids::view::page`]. It knows no rules: where each move takes each piece is computed here.

use maud::{Markup, html};
use serde::Serialize;

use super::paint;
use super::play::DrawnGame;
use super::svg::{Scene, id, symbols};
use super::words::{described, state};
use crate::draw::page::player::{Field, Player};
use crate::draw::page::shell::Shell;
use crate::draw::page::solver::{self, Origin, PLAYS};
use crate::draw::page::stage::{Stage, Step};
use crate::games::pentamid::game::{Game, History, Piece, Position, Side, Size, Variant};

/// A game with what is said of it: the content of a page.
#[derive(Clone, Debug)]
pub struct GamePage<'a> {
    /// Title of the page.
    pub title: &'a str,
    /// The game in one line.
    pub summary: &'a str,
    /// The game.
    pub game: &'a Game,
}

/// All data of a page.
#[derive(Serialize)]
struct PageData {
    #[serde(flatten)]
    stage: Stage,
    /// Number of moves already played when the page opens.
    opening: usize,
    /// The game.
    lines: [PageLine; 1],
    /// The game for the module.
    origin: Origin,
}

/// The moves of a game.
#[derive(Serialize)]
struct PageLine {
    /// Number of moves before the line.
    from: usize,
    steps: Vec<Step>,
}

impl GamePage<'_> {
    /// The page as an HTML document.
    pub fn page(&self) -> String {
        let (rules, moves) = (self.game.rules(), self.game.moves());
        let scene = Scene::new(*rules);
        let player = Player {
            title: self.title,
            summary: self.summary,
            moves: moves.len(),
            noted: false,
            plays: self.plays(),
            size: (scene.width(), scene.height()),
            board: scene.board(),
            fields: self.fields(),
            help: help(),
        };
        Shell {
            title: self.title,
            game: "Pentamid",
            drawings: symbols(),
            screen: player.screen(),
            paper: self.paper(scene),
            data: &self.data(),
            module: solver::module().filter(|_| self.plays()),
        }
        .document()
    }

    fn states(&self) -> &[Position] {
        History::states(self.game.history())
    }

    fn data(&self) -> PageData {
        let moves = self.game.moves();
        let mut game = DrawnGame::new(self.game.rules(), &self.states()[0]);
        let steps = moves.iter().map(|&mv| game.play(mv)).collect();
        let text = self.states()[0].text(self.game.rules());
        PageData {
            stage: game.stage(),
            opening: moves.len(),
            lines: [PageLine { from: 0, steps }],
            origin: Origin { game: "pentamid", text, ..Origin::default() },
        }
    }

    /// Whether one can play on: the module is told of no variant.
    fn plays(&self) -> bool {
        PLAYS && *self.game.rules().variant() == Variant::default()
    }

    fn fields(&self) -> Vec<Field<'static>> {
        let start = self.states()[0].text(self.game.rules());
        let mut fields =
            vec![Field { id: "deal", name: "The first position", text: start, action: "Copy the position" }];
        if self.plays() || !self.game.moves().is_empty() {
            let moves: Vec<String> = self.game.moves().iter().map(ToString::to_string).collect();
            let text = moves.join(", ");
            fields.push(Field { id: "share", name: "The moves", text, action: "Copy the moves" });
        }
        fields
    }

    /// The section of a page that is printed.
    fn paper(&self, scene: Scene) -> Markup {
        let states = self.states();
        html! {
            section.paper {
                h1 { bdi { (self.title) } }
                p { (self.summary) }
                div.panels.single {
                    article {
                        div.board {
                            h2 { (state(self.game.status(), self.game.position().side())) }
                            svg viewBox={ "0 0 " (scene.width()) " " (scene.height()) } aria-hidden="true" {
                                (scene.frame())
                                (scene.pieces(self.game.position()))
                            }
                        }
                        ol {
                            @for (before, &mv) in states.iter().zip(self.game.moves()) {
                                li { code { (mv) } " " (described(before, mv)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// How to read the board.
pub(crate) fn help() -> Markup {
    html! {
        p {
            "Pyramids are seen from above; letter and pips tell the size. Pieces of player 1 have capitals, those of player 2 "
            "small letters. What a piece covers is drawn small under it. The nests in reserve stand beside the board."
        }
        ul.key {
            @for side in Side::ALL {
                @let piece = Piece { side, size: Size::Large };
                li {
                    svg viewBox="-28 -28 56 56" aria-hidden="true" { use href={ "#" (id(piece)) } {} }
                    span style={ "border-bottom:3px solid " (paint(side).fill) } { "player " (side) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentamid::engine::{Engine, Level};
    use crate::games::pentamid::game::{Repetition, Rules};

    #[test]
    fn a_page_is_one_document_without_what_could_end_its_script() {
        let rules = Rules::default();
        let mut game = Game::new(rules, Repetition::Barred, Position::START);
        let limits = Level::new(1).unwrap().limits();
        while let Some(choice) = Engine::new(&rules).choose(&game, &limits) {
            game.play(choice.mv).unwrap();
        }
        let page = GamePage { title: "</script> & <b>", summary: "A summary", game: &game }.page();
        assert_eq!(page.matches("</script>").count(), 2 + usize::from(PLAYS));
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("&lt;/script&gt; &amp; &lt;b&gt;"));
    }
}
