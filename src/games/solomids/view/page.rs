//! HTML pages: a game as one document that opens from disk, needs no network, and plays through the game.
//!
//! The scripts of a page know no rules. The library replays the game with a
//! [`PieceTracker`] and writes into the page which pyramids each move takes where.
//!
//! ```
//! use solomids::game::{Palette, Share};
//! use solomids::dealer::web;
//! use solomids::view::page::AnnotatedGame;
//!
//! let Share { seed, moves } = "1_M-D4>C4, S-D9>D10".parse()?;
//! let deal = web::deal(&seed).expect("the page deals this seed");
//! let game = AnnotatedGame {
//!     title: format!("Web seed {seed}"),
//!     summary: "Two moves".into(),
//!     start: deal.into(),
//!     palette: Palette::default(),
//!     moves,
//!     opening: 0,
//!     seed,
//!     notes: Vec::new(),
//! };
//! assert!(game.page(&[])?.starts_with("<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use maud::{Markup, html};

use super::play::{stage, steps};
use super::svg::Scene;
use super::words::panels;
use super::{paint, svg};
use crate::draw::line::{paper, still};
pub use crate::draw::page::site_files;
use crate::draw::page::stage::{PageLine, Step, StepNote};
use crate::draw::page::{Field, Origin, PLAYS, Page, PageData, PageGame};
use crate::games::port::Played;
use crate::games::solomids::Solomids;
use crate::games::solomids::analysis::Level;
pub use crate::games::solomids::analysis::{Bounds, Mark};
use crate::games::solomids::game::tracking::PieceTracker;
use crate::games::solomids::game::{Colour, IllegalLine, Move, Palette, Position, Share, Size, Square};
use crate::games::solomids::start::Start;

/// The game on pages.
pub const GAME: PageGame = PageGame { name: "solomids", title: "Solomids", dialog };

fn dialog() -> Markup {
    html! {
        fieldset {
            legend { "A random deal" }
            div.row #levels {
                @for level in ["any"].into_iter().chain(Level::ALL.map(Level::word)) {
                    button type="button" data-level=(level) { (level) }
                }
            }
            div.row { button #daily type="button" { "Deal of the day" } }
            p #dealing-words role="status" {}
        }
        details #editor {
            summary { "Enter a board from your table" }
            p { "Choose a square; pieces fill it and those after it, row by row. What is not on the board is in the bank." }
            div #editing role="group" aria-label="Board" {
                @for square in Square::all() { button type="button" data-square=(square) {} }
            }
            div #palette role="group" aria-label="Pieces" {
                @for colour in Colour::ALL {
                    @for size in Size::ALL {
                        @let palette = Palette::default();
                        button type="button" data-piece={ (palette.letter(colour)) (size.pips()) }
                            style={ "--paint:" (paint(&palette, colour).fill) ";--ink-on:" (paint(&palette, colour).ink) }
                            aria-label={ (palette.name(colour)) " " (size.word()) } {}
                    }
                }
            }
            div.row {
                button #edit-empty type="button" { "Empty" }
                button #edit-stack type="button" aria-pressed="false" title="Pieces go onto the chosen square together" { "Stack" }
                button #edit-undo type="button" { "Undo" }
                button #edit-clear type="button" { "Clear all" }
                button #edit-shown type="button" { "The board shown" }
            }
            p #edit-words role="status" {}
            div.row {
                label for="edit-swaps" { "Swaps used" }
                select #edit-swaps { @for used in 0..=2 { option { (used) } } }
                button #edit-play .main type="button" { "Play it" }
            }
        }
        section {
            label for="seed" { "A seed of the public web page" }
            div.row {
                input #seed type="text" autocomplete="off" autocapitalize="off" spellcheck="false";
                button #deal-seed type="button" { "Deal" }
            }
        }
    }
}

/// A game with a note on each move: the content of a page.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// Title of the page: `Web seed 1`.
    pub title: String,
    /// Result of the game in one line.
    pub summary: String,
    /// Position before the first move.
    pub start: Position,
    /// Letters of the colours.
    pub palette: Palette,
    /// Moves of the game.
    pub moves: Vec<Move>,
    /// Number of moves already played when the page opens.
    pub opening: usize,
    /// Seed of the share string; empty if the deal has no seed of the web page.
    pub seed: String,
    /// Notes on the moves: one for each move, or none at all.
    pub notes: Vec<Note>,
}

/// A note on a move.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// Judgement of the move.
    pub mark: Mark,
    /// Bounds on the best score that could be reached before the move.
    pub before: Option<Bounds>,
    /// Bounds on the best score that can be reached after the move.
    pub after: Option<Bounds>,
    /// Reason for the mark in a few words; may be empty.
    pub reason: String,
    /// Better moves in place of the move: none, a single move, or a line that the page can play through. Each move of a
    /// line adds about 145 bytes to the page.
    pub better: Vec<Move>,
}

impl AnnotatedGame {
    /// A game and a line that goes on from it, without notes; the page opens where the line begins.
    pub fn new(played: &Played<Solomids>, line: &[Move], title: String, summary: String) -> Self {
        let Share { seed, moves } = played.share(line);
        let Start { deal, palette, .. } = played.start;
        let opening = played.moves.len();
        Self { title, summary, start: deal, palette, moves, opening, seed, notes: Vec::new() }
    }

    /// The share string of the game.
    pub fn share(&self) -> Share {
        Share { seed: self.seed.clone(), moves: self.moves.clone() }
    }

    /// The page as an HTML document. One can begin the given games on it, of which `service` has the list.
    ///
    /// # Errors
    /// The first illegal move of the game, or of a better line.
    pub fn page(&self, games: &[PageGame]) -> Result<String, IllegalLine> {
        self.document(games, Origin::default())
    }

    /// A page that deals a random game when it is opened for the first time, and goes on with the last one later. It shows this
    /// game until then, and always without the Cargo feature `cli`.
    ///
    /// # Errors
    /// The first illegal move of the game, or of a better line.
    pub fn page_that_deals(&self, games: &[PageGame]) -> Result<String, IllegalLine> {
        self.document(games, Origin { fresh: true, ..Origin::default() })
    }

    /// The page of a site, which deals like [`Self::page_that_deals`], and which browsers can install.
    ///
    /// # Errors
    /// The first illegal move of the game, or of a better line.
    pub fn site_page(&self, games: &[PageGame]) -> Result<String, IllegalLine> {
        self.document(games, Origin { fresh: true, site: true, ..Origin::default() })
    }

    fn document(&self, games: &[PageGame], origin: Origin) -> Result<String, IllegalLine> {
        let Self { start, palette, .. } = self;
        let page = Page {
            game: GAME,
            games,
            title: &self.title,
            summary: &self.summary,
            noted: !self.notes.is_empty(),
            plays: PLAYS,
            drawings: svg::defs(palette, Scene::UPRIGHT),
            size: Scene::UPRIGHT.size(),
            board: board(start, Scene::UPRIGHT),
            fields: self.fields(),
            help: help(palette),
            paper: self.paper()?,
            data: PageData {
                stage: stage(start, palette, Scene::UPRIGHT),
                opening: self.opening.min(self.moves.len()),
                lines: self.lines()?,
                origin: Origin {
                    game: GAME.name,
                    text: palette.canonical(start),
                    seed: self.seed.clone(),
                    ..origin
                },
            },
        };
        Ok(page.document())
    }

    /// The lines of the page: the game itself, then the better lines of its notes.
    pub(crate) fn lines(&self) -> Result<Vec<PageLine>, IllegalLine> {
        let Self { start, palette, moves, .. } = self;
        let mut lines = vec![PageLine { from: 0, steps: Vec::new() }];
        let mut notes = self.notes.iter();
        for (ply, (before, mut step)) in
            steps(PieceTracker::new(start), moves, palette)?.into_iter().enumerate()
        {
            if let Some(note) = notes.next() {
                let better = steps(before, &note.better, palette)
                    .map_err(|error| IllegalLine { ply: ply + error.ply, ..error })?;
                let better: Vec<Step> = better.into_iter().map(|(_, step)| step).collect();
                step.note = note.shown(&better, lines.len());
                if better.len() > 1 {
                    lines.push(PageLine { from: ply, steps: better });
                }
            }
            lines[0].steps.push(step);
        }
        Ok(lines)
    }

    fn fields(&self) -> Vec<Field> {
        let deal = self.palette.canonical(&self.start);
        let name = if PLAYS {
            "The moves as a share string"
        } else if self.seed.is_empty() {
            "The share string, to be used with the deal"
        } else {
            "The share string, which the web page of the game plays back"
        };
        let mut fields = vec![Field { id: "deal", name: "The deal", text: deal, action: "Copy the deal" }];
        if PLAYS || !self.moves.is_empty() || !self.seed.is_empty() {
            let text = self.share().to_string();
            fields.push(Field { id: "share", name, text, action: "Copy the share string" });
        }
        fields
    }

    /// The section of a page that is printed: a board for each phase of the game, and its moves.
    fn paper(&self) -> Result<Markup, IllegalLine> {
        let picture = |position: &Position| {
            still(Scene::UPRIGHT.size(), &Scene::UPRIGHT.still(position, &self.palette))
        };
        let panels = panels(&self.start, &self.moves, &self.palette, picture)?;
        let share = html! {
            @if !self.moves.is_empty() || !self.seed.is_empty() { p.share { (self.share()) } }
        };
        Ok(paper(
            &self.title,
            &self.summary,
            &panels,
            |step| {
                let note = self.notes.get(step.ply - 1);
                let marked = note.filter(|note| note.mark != Mark::None);
                html! {
                    code { (step.mv) } " "
                    // The best score that the move leaves, in every row of an analysed game.
                    @if let Some(score) = note.and_then(|note| note.after) { span.score { (score) } " " }
                    @if let Some(note) = marked { b { (note.mark.symbol()) } " " }
                    (step.words)
                    @if let Some(note) = marked { " " em { (note.words()) } }
                }
            },
            &share,
        ))
    }
}

impl Note {
    /// The note as scripts show it; `None` if it is empty. `line` is the index of the better line, if the page has one.
    fn shown(&self, better: &[Step], line: usize) -> Option<StepNote> {
        let Self { mark, before, after, ref reason, .. } = *self;
        if mark == Mark::None && before.is_none() && after.is_none() && reason.is_empty() && better.is_empty()
        {
            return None;
        }
        Some(StepNote {
            mark: mark.symbol(),
            before: before.map(|bounds| bounds.to_string()),
            after: after.map(|bounds| bounds.to_string()),
            reason: reason.clone(),
            better: better.first().map(|step| format!("{}  {}", step.token, step.words)),
            line: (better.len() > 1).then_some(line),
        })
    }

    /// The note in words: scores before and after, reason, better move.
    fn words(&self) -> String {
        let cost = self.before.zip(self.after).map(|(before, after)| format!("{before} to {after}"));
        let reason = Some(self.reason.clone()).filter(|reason| !reason.is_empty());
        let said: Vec<String> = cost.into_iter().chain(reason).collect();
        let better = self.better.first().map(|mv| format!("better: {mv}"));
        let parts = [Some(said.join(", ")).filter(|said| !said.is_empty()), better];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

/// The content of a board under its pieces, at the start of a game.
pub(crate) fn board(start: &Position, scene: Scene) -> Markup {
    html! {
        use href="#frame" {}
        g #traces aria-hidden="true" {}
        (scene.counted(start, Some("bank")))
    }
}

/// A kind of move: its name, how it goes, and its picture: pieces before it, each with its place on a strip of squares, and an
/// arrow from one square to another.
type MoveHelp = (&'static str, &'static str, &'static [(Colour, Size, u32)], (u32, u32));

/// How to play, and how to read the board.
pub(crate) fn help(palette: &Palette) -> Markup {
    use Size::{Large, Medium, Small};
    const RED: Colour = Colour::ALL[0];
    const YELLOW: Colour = Colour::ALL[1];
    const MOVES: [MoveHelp; 4] = [
        (
            "Stack",
            "A small goes onto a medium, a medium onto a large, always of one colour: onto the next stack in its row or \
             column, however far away that is. A part of a stack may move as well, from its top.",
            &[(RED, Medium, 0), (RED, Large, 2)],
            (0, 2),
        ),
        (
            "Slide",
            "A stack with a gap before it slides forwards, towards row 10, until it touches something. Those that touch it \
             from behind come along.",
            &[(YELLOW, Small, 0), (RED, Medium, 2)],
            (0, 1),
        ),
        (
            "Bank",
            "A small on a medium on a large is a tree. Tap it twice, or drag it to the bank. It never comes back.",
            &[(RED, Large, 0), (RED, Medium, 0), (RED, Small, 0)],
            (0, 2),
        ),
        (
            "Swap",
            "When trees of all five colours are in the bank, you have earned a swap: any two stacks change places. A second set \
             of five earns a second swap.",
            &[(RED, Small, 0), (YELLOW, Large, 2)],
            (0, 2),
        ),
    ];
    html! {
        p { "Put all 45 pyramids together to 15 trees, and take them off the board. Nothing is hidden, and nothing is left to chance." }
        dl.ways {
            @for (name, words, pieces, arrow) in MOVES {
                div { dt { (strip(palette, pieces, arrow)) b { (name) } } dd { (words) } }
            }
        }
        h3 { "Score" }
        p {
            "All trees in the bank win: 15, and one more for each swap that was not used. So 17 is the best score, a win without a swap. "
            "Otherwise the score is the number of trees in the bank. The game ends when no move is left, or when you stop."
        }
        h3 { "The board" }
        p {
            "Pyramids are seen from above. The letter is the colour, the pips are the size, and a stack shows "
            "the outlines of all its pyramids and the pips of the topmost. Row 10 is the farthest from the player."
        }
        ul.key {
            @for colour in Colour::ALL { li { (tree(palette, colour)) (colour_name(palette, colour)) } }
        }
    }
}

/// A strip of three squares with pieces, and an arrow.
fn strip(palette: &Palette, pieces: &[(Colour, Size, u32)], (from, to): (u32, u32)) -> Markup {
    let x = |place: u32| 30 + 60 * place;
    html! {
        svg viewBox="0 0 180 60" aria-hidden="true" {
            @for place in 0..3 { rect.cell x=(x(place) - 28) y="2" width="56" height="56" rx="5" {} }
            @for &(colour, size, place) in pieces {
                use href={ "#" (svg::id(palette, colour, size)) } x=(x(place)) y="30" {}
            }
            path.way d={ "M" (x(from) + 14) " 30H" (x(to) - 12) "m-9-8 9 8-9 8" } {}
        }
    }
}

fn tree(palette: &Palette, colour: Colour) -> Markup {
    html! {
        svg viewBox="-30 -30 60 60" aria-hidden="true" {
            @for size in Size::ALL.into_iter().rev() {
                use href={ "#" (svg::id(palette, colour, size)) } {}
            }
        }
    }
}

/// Letter and name of a colour, `R red`; the letter alone if it has no name.
fn colour_name(palette: &Palette, colour: Colour) -> String {
    let (letter, name) = (palette.letter(colour).to_string(), palette.name(colour));
    if name == letter { letter } else { format!("{letter} {name}") }
}

#[cfg(test)]
mod tests;
