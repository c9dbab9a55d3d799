//! Pages of games: documents with what the service answers about a game, so that scripts draw it as they draw any other answer.
//!
//! ```
//! use solomids::dealer::Source;
//! use solomids::games::port::Played;
//! use solomids::games::solomids::Solomids;
//! use solomids::service::page::GamePage;
//! use solomids::start::Start;
//!
//! let game = Played::<Solomids>::new(Start::of_source(Source::WebSeed { seed: "1".into() })?);
//! let line = ["M-D4>C4".parse()?, "S-D9>D10".parse()?];
//! let page = GamePage::of_line(&game, &line, "Two moves")?;
//! assert!(page.document().starts_with("<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::Display;

use maud::{Markup, html};
use serde_json::json;

use super::{PAGES, Served, opened};
use crate::draw::line::{LineStep, paper};
pub use crate::draw::page::site_files;
pub use crate::draw::page::stage::Notes;
use crate::draw::page::stage::StepNote;
use crate::draw::page::{Field, PLAYS, Page};
use crate::draw::svg::Orientation;
use crate::games::port::{Game, Look, Played};
use crate::games::solomids::Solomids;
use crate::kit::error::Illegal;
use crate::kit::json::joined;

/// A game as a page shows it: one document that opens from disk, needs no network, and plays through the moves. With the Cargo feature
/// `cli` one can play on.
#[derive(Clone, Debug)]
pub struct GamePage<G: Game> {
    /// Title of the page.
    pub title: String,
    /// Result of the game in one line.
    pub summary: String,
    /// The game with all its moves.
    pub game: Played<G>,
    /// Number of moves already played when the page opens.
    pub opening: usize,
    /// Notes on the moves.
    pub notes: Notes<G::Move>,
    /// What is shown first.
    pub kind: PageKind,
}

/// What a page shows first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    /// Its own game.
    Game,
    /// Another game than its own: the last one of the browser, or one that the player begins.
    Fresh,
    /// The same, on a site with the files of [`site_files`] beside it, which browsers can install.
    Site,
}

impl<G: Game> GamePage<G> {
    /// A game and a line that goes on from it; the page opens where the line begins.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn of_line(
        before: &Played<G>,
        line: &[G::Move],
        summary: impl Into<String>,
    ) -> Result<Self, Illegal> {
        let mut game = before.clone();
        game.play_all(line)?;
        let (opening, notes) = (before.moves.len(), Notes::default());
        Ok(Self { title: game.title(), summary: summary.into(), game, opening, notes, kind: PageKind::Game })
    }
}

impl GamePage<Solomids> {
    /// The page as an HTML document.
    pub fn document(&self) -> String {
        document(self)
    }
}

/// A page as an HTML document, for any game.
pub(crate) fn document<G: Served>(page: &GamePage<G>) -> String {
    let GamePage { title, summary, game, opening, notes, kind } = page;
    let scene = G::scene(&game.start, false, Orientation::Upright);
    let first = Played::<G>::new(game.start.clone());
    let better = notes.better.iter().map(|(from, line)| {
        let mut game = Played::<G>::new(game.start.clone());
        let moves = page.game.moves.iter().take(*from).chain(line);
        // Lines were replayed where they were found.
        let _ = game.play_all(&moves.copied().collect::<Vec<_>>());
        let Look { mut steps, places, .. } = look(&game);
        json!({ "from": from, "steps": steps.split_off((*from).min(steps.len())), "places": places })
    });
    let Look { steps, places, .. } = look(game);
    let data = joined([
        json!(scene.layout),
        json!({
            "game": G::NAME,
            "opened": opened(&first, false),
            "look": { "steps": steps, "places": places },
            "at": (*opening).min(game.moves.len()),
            "notes": notes.moves,
            "better": better.collect::<Vec<_>>(),
            "fresh": *kind != PageKind::Game,
            "site": *kind == PageKind::Site,
        }),
    ]);
    let page = Page {
        game: G::PAGE,
        games: &PAGES,
        title,
        summary,
        moves: game.moves.len(),
        noted: !notes.moves.is_empty(),
        fresh: *kind != PageKind::Game,
        drawings: scene.drawings,
        size: scene.size,
        mark: scene.layout.mark,
        board: scene.board,
        fields: fields(&first, game),
        help: scene.help,
        paper: printed(page),
        data,
    };
    page.document()
}

/// The section of a page that is printed: a board for each phase of the game, and its moves.
fn printed<G: Served>(GamePage { title, summary, game, notes, .. }: &GamePage<G>) -> Markup {
    let share = html! { @if !game.moves.is_empty() { p.share { (G::line(game)) } } };
    let item = |step: &LineStep<G::Move>| item(step, notes.moves.get(step.ply - 1).and_then(Option::as_ref));
    paper(title, summary, &G::panels(game), item, &share)
}

fn look<G: Served>(game: &Played<G>) -> Look {
    G::look(game, false, Orientation::Upright)
}

/// The texts of a page, which can be copied.
fn fields<G: Served>(first: &Played<G>, game: &Played<G>) -> Vec<Field> {
    let field = |id, name: &'static str, text| Field { id, name, text };
    let [start, line] = G::PAGE.texts;
    let mut fields = vec![field("deal", start, G::notation(first))];
    if PLAYS || !game.moves.is_empty() {
        fields.push(field("share", line, G::line(game)));
    }
    fields
}

/// A move with its words and its note, as an item of a printed list. The best score that it leaves is in every row of a game with notes.
fn item<M: Display>(step: &LineStep<M>, note: Option<&StepNote>) -> Markup {
    let marked = note.filter(|note| !note.mark.is_empty());
    html! {
        code { (step.mv.to_string()) } " "
        @if let Some(score) = note.and_then(|note| note.after.as_ref()) { span.score { (score) } " " }
        @if let Some(note) = marked { b { (note.mark) } " " }
        (step.words)
        @if let Some(note) = marked { " " em { (note.words()) } }
    }
}

#[cfg(test)]
mod tests;
