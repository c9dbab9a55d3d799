//! The page of a game: one HTML document that plays through it, opens from disk and needs no network.
//!
//! The scripts of [`crate::draw::page`] know no rules: where each move takes each piece is computed here.

use maud::{Markup, html};

use super::paint;
use super::play::TrackedPosition;
use super::svg::{Scene, id, symbols};
use super::words::{described, state};
use crate::draw::line::{LineStep, Panel, paper, step_item, still};
use crate::draw::page::stage::{DrawnGame, PageLine};
use crate::draw::page::{Field, Origin, PLAYS, Page, PageData, PageGame};
use crate::draw::svg::Orientation;
use crate::games::pentamid::engine;
use crate::games::pentamid::game::{Game, Piece, Side, Size, Variant};
use crate::kit::numbers::grouped;

/// The game on pages.
pub const GAME: PageGame = PageGame { name: "pentamid", title: "Pentamid", dialog };

/// Sides of the boards that the dialog for another game offers, in squares; the third one is the usual board.
const SIDES: [u8; 6] = [3, 4, 5, 6, 7, 8];

/// The part of the dialog for another game.
fn dialog() -> Markup {
    html! {
        p { "A game for two: who first has a line of visible pieces of their own wins." }
        label for="squares" { "Board" }
        div.row {
            select #squares { @for side in SIDES { option value=(side) selected[side == SIDES[2]] { (side) " × " (side) } } }
            label.number { input #nests type="number" min="1" max="64" inputmode="numeric" placeholder="usual"; " nests each" }
            label.number { input #length type="number" min="2" max="8" inputmode="numeric" placeholder="usual"; " in a row" }
        }
        label.check { input #diagonals type="checkbox"; " Diagonals count" }
        label.check { input #barred type="checkbox" checked; " No position may come back" }
        label for="opponent" { "Opponent" }
        div.row {
            select #opponent {
                option value="0" { "a friend" }
                @for (level, words) in levels() {
                    option value=(level) selected[level == 3] title=(words) { "the engine, level " (level) }
                }
            }
            select #side aria-label="Who begins" {
                option value="1" { "you begin" }
                option value="2" { "the engine begins" }
            }
            button #pentamid-start .main type="button" { "Start" }
        }
        p #level-words {}
        p #variant-fault role="alert" {}
    }
}

/// Levels of the engine by their numbers, and what each does, as a clause.
fn levels() -> impl Iterator<Item = (u8, String)> {
    let levels = (1..=engine::Level::STRONGEST).filter_map(engine::Level::new);
    levels.map(|level| {
        let slips = match level.number() {
            1 => ", and slips often",
            2 => ", and slips sometimes",
            3 => ", and slips now and then",
            4 => ", and slips rarely",
            _ => "",
        };
        let positions = grouped(level.nodes());
        (level.number(), format!("looks at {positions} positions a move{slips}"))
    })
}

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

impl GamePage<'_> {
    /// The page as an HTML document. One can begin the given games on it, of which `service` has the list.
    pub fn page(&self, games: &[PageGame]) -> String {
        let (rules, moves) = (self.game.rules(), self.game.moves());
        let (states, scene) = (self.game.history().states(), Scene::new(*rules, Orientation::Upright));
        // The module is not given the variant of a page.
        let plays = PLAYS && *rules.variant() == Variant::default();
        let text = states[0].text(rules);
        let deal =
            Field { id: "deal", name: "The first position", text: text.clone(), action: "Copy the position" };
        let tokens: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let share =
            Field { id: "share", name: "The moves", text: tokens.join(", "), action: "Copy the moves" };
        let mut drawn = DrawnGame::new(TrackedPosition::new(rules, &states[0], Orientation::Upright));
        let steps = moves.iter().map(|&mv| drawn.play(mv, None)).collect();
        Page {
            game: GAME,
            games,
            title: self.title,
            summary: self.summary,
            noted: false,
            plays,
            drawings: symbols(),
            size: scene.size(),
            board: scene.board(),
            fields: [deal].into_iter().chain((plays || !moves.is_empty()).then_some(share)).collect(),
            help: help(),
            paper: self.paper(scene),
            data: PageData {
                stage: drawn.stage(),
                opening: moves.len(),
                lines: vec![PageLine { from: 0, steps }],
                origin: Origin { game: GAME.name, text, ..Origin::default() },
            },
        }
        .document()
    }

    /// The section of a page that is printed: the board at the end, with all moves.
    fn paper(&self, scene: Scene) -> Markup {
        let played = self.game.history().states().iter().zip(self.game.moves()).zip(1..);
        let steps = played.map(|((before, &mv), ply)| LineStep { ply, mv, words: described(before, mv) });
        let panel = Panel {
            title: state(self.game.status(), self.game.position().side()),
            picture: still(scene.size(), &html! { (scene.frame()) (scene.pieces(self.game.position())) }),
            steps: steps.collect(),
        };
        paper(self.title, self.summary, &[panel], step_item, &html! {})
    }
}

/// How to play, and how to read the board.
pub(crate) fn help() -> Markup {
    html! {
        p {
            "Two players have four nests each: a small under a medium under a large. Who first shows five own pieces in a row or "
            "column wins. A turn is one of two actions."
        }
        dl.ways {
            div { dt { b { "Drop" } } dd {
                "The top piece of one of your nests goes onto a vacant square. So a large comes first, and a medium once the large over "
                "it is gone."
            } }
            div { dt { b { "Step" } } dd {
                "One of your visible pieces goes to a square beside its own that is vacant or shows a smaller piece, of either player. "
                "That one is covered: it neither moves nor counts until it shows again."
            } }
        }
        p { "No earlier position of the game may come back. Who cannot move loses." }
        h3 { "The board" }
        p {
            "Pyramids are seen from above; letter and pips tell the size. Pieces of player 1 have capitals, those of player 2 "
            "small letters. What a piece covers is drawn small in the corners of its square. The nests of player 1 lie below the board, those of player 2 above it."
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
    use crate::games::pentamid::engine::Engine;
    use crate::games::pentamid::game::{Position, Repetition, Rules};
    use crate::kit::search::Limits;

    #[test]
    fn a_page_is_one_document_without_what_could_end_its_script() {
        let rules = Rules::default();
        let mut game = Game::new(rules, Repetition::Barred, Position::START);
        let limits = Limits::nodes(50);
        while let Some(choice) = Engine::new(&rules).choose(&game, &limits) {
            game.play(choice.mv).unwrap();
        }
        let page = GamePage { title: "</script> & <b>", summary: "A summary", game: &game }.page(&[]);
        assert_eq!(page.matches("</script>").count(), 2 + usize::from(PLAYS));
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("&lt;/script&gt; &amp; &lt;b&gt;"));
    }
}
