//! The HTML document of the page of a Solomids game.

use super::annotated::AnnotatedGame;
use super::data::PageData;
use super::paper::paper;
use super::screen::screen;
use crate::draw::page::shell::Shell;
use crate::draw::page::solver;
use crate::games::solomids::game::IllegalLine;
use crate::games::solomids::view::svg;

impl AnnotatedGame {
    /// The page as an HTML document.
    ///
    /// # Errors
    /// The first illegal move of the game, or of a better line.
    pub fn page(&self) -> Result<String, IllegalLine> {
        self.document(false)
    }

    /// A page that deals a random game when it is opened for the first time, and goes on with the last one later. It shows this
    /// game until then, and always without the Cargo feature `web`.
    ///
    /// # Errors
    /// The first illegal move of the game, or of a better line.
    pub fn page_that_deals(&self) -> Result<String, IllegalLine> {
        self.document(true)
    }

    /// The document; a page that is `fresh` begins with another game than this one.
    fn document(&self, fresh: bool) -> Result<String, IllegalLine> {
        let paper = paper(self)?;
        let data = PageData::new(self, fresh)?;
        let shell = Shell {
            title: &self.title,
            game: "Solomids",
            drawings: svg::defs(&self.palette),
            screen: screen(self),
            paper,
            data: &data,
            module: solver::module(),
        };
        Ok(shell.document())
    }
}
