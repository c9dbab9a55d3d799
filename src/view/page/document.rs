//! The HTML document of the page of a Solomids game.

use super::annotated::AnnotatedGame;
use super::data::PageData;
use super::paper::paper;
use super::screen::screen;
use super::shell::Shell;
use crate::game::IllegalLine;
use crate::view::svg;

impl AnnotatedGame {
    /// The page as an HTML document.
    ///
    /// # Errors
    /// The first illegal move of the game, or of a better line.
    pub fn page(&self) -> Result<String, IllegalLine> {
        let paper = paper(self)?;
        let data = PageData::new(self)?;
        let shell = Shell {
            title: &self.title,
            game: "Solomids",
            drawings: svg::defs(&self.palette),
            screen: screen(self),
            paper,
            data: &data,
        };
        Ok(shell.document())
    }
}
