//! The page of a game: one HTML document that plays through it, opens from disk and needs no network.
//!
//! The script is that of [`crate::view::page`]. It knows no rules: where each move takes each piece is computed here.

use std::collections::HashMap;

use maud::{Markup, html};
use serde::Serialize;

use super::svg::{CELL, Scene, id, symbols};
use super::words::{described, state};
use super::{Place, paint, piles};
use crate::pentamid::game::{Game, History, Move, Piece, Position, Rules, Side, Size, Square};
use crate::view::page::player::{Field, Player};
use crate::view::page::shell::Shell;
use crate::view::svg::pyramid::PyramidPlacement;

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
    /// Middle, scale and layer of each place of a piece; first the middle of each square.
    places: Vec<(u32, u32, f32, u32)>,
    /// Symbol of each piece.
    pieces: Vec<String>,
    /// Place of each piece at the start.
    spots: Vec<usize>,
    /// Plies played at the start.
    tally: [usize; 1],
    /// Number of moves already played when the page opens.
    opening: usize,
    /// Width and height of a square.
    mark: (u32, u32),
    /// The position at the start in words.
    says: String,
    /// The game.
    lines: [PageLine; 1],
}

/// The moves of a game.
#[derive(Serialize)]
struct PageLine {
    /// Number of moves before the line.
    from: usize,
    steps: Vec<PageStep>,
}

/// A move of a game.
#[derive(Serialize)]
struct PageStep {
    #[serde(rename = "move")]
    token: String,
    words: String,
    /// Kind of animation.
    kind: &'static str,
    /// Places of the squares where the move starts and ends.
    squares: Vec<usize>,
    /// Pieces that are drawn elsewhere after the move, with their places.
    moved: Vec<(usize, usize)>,
    /// Plies played after the move.
    tally: [usize; 1],
    /// The position after the move in words.
    says: String,
}

/// Where each piece is. Piece `3 · (nests · player + nest) + size` came out of that nest.
struct Tracker {
    nests: usize,
    places: Vec<Place>,
}

impl Tracker {
    /// The pieces of a position. Pieces on the board of one kind are numbered in the order of their squares.
    fn new(rules: &Rules, position: &Position) -> Self {
        let nests = rules.nests();
        let place = |number: usize| Place::Nest(Side::ALL[number / 3 / nests], number / 3 % nests);
        let mut tracker = Self { nests, places: (0..6 * nests).map(place).collect() };
        let mut next = [[0; 3]; 2];
        for square in rules.squares() {
            for piece in position.stack(square) {
                let nest = &mut next[piece.side.index()][piece.size.index()];
                let number = tracker.number(piece, *nest);
                tracker.places[number] = Place::Square(square);
                *nest += 1;
            }
        }
        tracker
    }

    const fn number(&self, piece: Piece, nest: usize) -> usize {
        3 * (self.nests * piece.side.index() + nest) + piece.size.index()
    }

    /// The kind of a piece.
    fn piece(&self, number: usize) -> Piece {
        let size = [Size::Small, Size::Medium, Size::Large][number % 3];
        Piece { side: Side::ALL[number / 3 / self.nests], size }
    }

    /// The number of the piece of a kind that is at a place.
    fn find(&self, piece: Piece, place: Place) -> Option<usize> {
        (0..self.nests).map(|nest| self.number(piece, nest)).find(|&number| self.places[number] == place)
    }

    /// Plays a legal move.
    fn play(&mut self, before: &Position, mv: Move) {
        let piece = Piece { side: before.side(), size: mv.size() };
        let from = match mv {
            Move::Drop { size, .. } => Place::Nest(piece.side, before.count(piece.side, size)),
            Move::Step { from, .. } => Place::Square(from),
        };
        if let Some(number) = self.find(piece, from) {
            self.places[number] = Place::Square(mv.to());
        }
    }
}

/// The places that pieces take in the course of a game.
struct Places {
    scene: Scene,
    all: Vec<(u32, u32, f32, u32)>,
    known: HashMap<(u32, u32), usize>,
}

impl Places {
    /// The place of a drawing.
    fn spot(&mut self, PyramidPlacement { x, y, scale }: PyramidPlacement, layer: u32) -> usize {
        *self.known.entry((x, y)).or_insert_with(|| {
            self.all.push((x, y, scale, layer));
            self.all.len() - 1
        })
    }

    /// The places of all pieces of a position, by the numbers of the pieces.
    fn spots(&mut self, rules: &Rules, position: &Position, tracker: &Tracker) -> Vec<usize> {
        let mut spots = vec![0; tracker.places.len()];
        for (place, pieces) in piles(rules, position) {
            let placements = self.scene.placements(place, pieces.len());
            for (layer, (&piece, placement)) in pieces.iter().zip(placements).enumerate() {
                let number = tracker.find(piece, place);
                debug_assert!(number.is_some(), "{place:?} {piece:?}");
                if let Some(number) = number {
                    spots[number] = self.spot(placement, layer as u32);
                }
            }
        }
        spots
    }
}

impl GamePage<'_> {
    /// The page as an HTML document.
    pub fn page(&self) -> String {
        let (rules, moves) = (self.game.rules(), self.game.moves());
        let scene = Scene::new(*rules);
        let (x, y) = scene.foot(Side::One);
        let player = Player {
            title: self.title,
            summary: self.summary,
            moves: moves.len(),
            noted: false,
            size: (scene.width(), scene.height()),
            board: html! {
                (scene.frame())
                g #traces aria-hidden="true" {}
                text.label #bank x=(x) y=(y) { "Ply 0" }
            },
            fields: self.fields(),
            help: help(),
        };
        Shell {
            title: self.title,
            game: "Pentamid",
            drawings: symbols(),
            screen: player.screen(),
            paper: self.paper(scene),
            data: &self.data(scene),
        }
        .document()
    }

    fn states(&self) -> &[Position] {
        History::states(self.game.history())
    }

    fn data(&self, scene: Scene) -> PageData {
        let (rules, states) = (self.game.rules(), self.states());
        let mut places = Places { scene, all: Vec::new(), known: HashMap::new() };
        for square in rules.squares() {
            let (x, y) = scene.middle(square);
            places.all.push((x, y, 1.0, 0));
        }
        let says = |position: &Position| {
            format!("{}. {}", position.text(rules), state(position.status(rules), position.side()))
        };
        let mut tracker = Tracker::new(rules, &states[0]);
        let spots = places.spots(rules, &states[0], &tracker);
        let mut before = spots.clone();
        let mut steps = Vec::with_capacity(self.game.moves().len());
        for (i, &mv) in self.game.moves().iter().enumerate() {
            tracker.play(&states[i], mv);
            let after = places.spots(rules, &states[i + 1], &tracker);
            let moved = (0..after.len()).filter(|&piece| after[piece] != before[piece]);
            let squares: Vec<Square> = mv.from().into_iter().chain([mv.to()]).collect();
            steps.push(PageStep {
                token: mv.to_string(),
                words: described(&states[i], mv),
                // A drop has no square that it leaves.
                kind: if mv.is_drop() { "swap" } else { "stack" },
                squares: squares.into_iter().map(|square| rules.dense(square)).collect(),
                moved: moved.map(|piece| (piece, after[piece])).collect(),
                tally: [i + 1],
                says: says(&states[i + 1]),
            });
            before = after;
        }
        PageData {
            places: places.all,
            pieces: (0..tracker.places.len()).map(|number| id(tracker.piece(number))).collect(),
            spots,
            tally: [0],
            opening: self.game.moves().len(),
            mark: (CELL - 4, CELL - 4),
            says: says(&states[0]),
            lines: [PageLine { from: 0, steps }],
        }
    }

    fn fields(&self) -> Vec<Field<'static>> {
        let start = self.states()[0].text(self.game.rules());
        let mut fields =
            vec![Field { id: "deal", name: "The first position", text: start, action: "Copy the position" }];
        if !self.game.moves().is_empty() {
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

fn help() -> Markup {
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
    use crate::pentamid::engine::{Random, safe_moves};
    use crate::pentamid::game::{Repetition, Variant};

    /// The tracker agrees with the rules all along random games.
    #[test]
    fn pieces_of_a_page_stand_where_the_rules_put_them() {
        for (seed, (side, nests)) in [(3, 2), (5, 4), (4, 3)].into_iter().enumerate() {
            let rules = Rules::new(Variant { nests, ..Variant::of_board(side, side) }).unwrap();
            let mut game = Game::new(rules, Repetition::Barred, Position::START);
            let mut tracker = Tracker::new(&rules, game.position());
            let mut random = Random::new(seed as u64, 0);
            while !game.status().is_over() && game.moves().len() < 80 {
                let moves = safe_moves(&game);
                let mv = moves[random.below(moves.len() as u64) as usize];
                tracker.play(game.position(), mv);
                game.play(mv).unwrap();
                let piles = piles(&rules, game.position());
                assert_eq!(piles.iter().map(|(_, pieces)| pieces.len()).sum::<usize>(), 6 * nests);
                for (place, pieces) in piles {
                    for piece in pieces {
                        assert!(tracker.find(piece, place).is_some(), "{place:?} {piece}");
                    }
                }
            }
            let page = GamePage { title: "</script> & <b>", summary: "A summary", game: &game }.page();
            assert_eq!(page.matches("</script>").count(), 2);
            assert!(page.starts_with("<!DOCTYPE html>") && page.contains("&lt;/script&gt; &amp; &lt;b&gt;"));
        }
    }
}
