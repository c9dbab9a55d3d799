//! What is done with the texts of the prompt: typed moves are played, rounds saved, loaded and begun.

use std::path::Path;

use super::round::apply;
use super::{Move, Round, Session, TerminalGame, Topic, Window, capitalized, moves_in_words};
use crate::cli::args::ColorArg;
use crate::cli::{Terminal, output};

impl<G: TerminalGame> Session<G> {
    pub(super) fn ask_text(&mut self, topic: Topic) {
        (self.held, self.existing_file) = (None, None);
        self.prompt.ask(topic, "");
    }

    /// Inserts pasted text into the prompt, which it may open.
    pub(super) fn insert(&mut self, text: &str) {
        if !matches!(self.window.take(), None | Some(Window::Notice { .. })) {
            return;
        }
        if !self.prompt.is_open() {
            self.ask_text(Topic::Load);
            self.message = "Enter loads what was pasted, Esc does not".into();
        }
        // Moves over several lines have no rows.
        let is_moves = text.contains('@') || matches!(self.prompt.text(), Some((Topic::Moves, _)));
        self.prompt.insert(text, if is_moves { " " } else { G::BETWEEN_ROWS });
    }

    pub(super) fn submit(&mut self) {
        self.message.clear();
        let existing_file = self.existing_file.take();
        let Some((topic, text)) = self.prompt.close() else { return };
        let typed = text.trim();
        let done = match topic {
            _ if typed.is_empty() => Ok(()),
            Topic::Moves => self.play_typed(&text),
            Topic::Save => self.save(typed, existing_file.as_deref() == Some(typed)),
            Topic::Load => self.read(&text).map_err(|error| format!("Not loaded: {error:#}")),
        };
        if let Err(message) = done {
            // The faulty text can be mended.
            self.message = message;
            self.prompt.ask(topic, if topic == Topic::Save { typed } else { &text });
        }
    }

    /// Reads typed moves, each in the position after those before it. All are legal, or there is an error.
    pub(super) fn read_typed(&self, text: &str) -> Result<Vec<Move<G>>, String> {
        if let Some(message) = G::refusal(self) {
            return Err(message);
        }
        let (mut position, mut moves) = (self.position().clone(), Vec::new());
        let typed = text.split(G::SEPARATORS).filter(|one| !one.trim().is_empty());
        let is_single = typed.clone().count() == 1;
        for one in typed {
            for mv in G::parse(self, &position, one)? {
                position = apply::<G>(self.start(), &position, mv).map_err(|reason| {
                    let number = moves.len() + 1;
                    if is_single {
                        format!("Not possible: {reason}")
                    } else {
                        format!("Nothing is played: move {number}, {mv}, is illegal: {reason}")
                    }
                })?;
                moves.push(mv);
            }
        }
        if moves.is_empty() { Err("There is no move in what was typed".into()) } else { Ok(moves) }
    }

    /// Plays typed moves, all or none.
    fn play_typed(&mut self, text: &str) -> Result<(), String> {
        let moves = self.read_typed(text)?;
        if let [mv] = moves[..] {
            self.play(mv);
        } else if let Some(&last) = moves.last() {
            self.replaced = None;
            moves.iter().try_for_each(|&mv| self.step(mv))?;
            self.message = format!("{} played", moves_in_words(moves.len()));
            self.arrive(last);
        }
        Ok(())
    }

    /// Saves the round to a file; asks first if the file exists, unless it may be replaced.
    fn save(&mut self, path: &str, overwrite: bool) -> Result<(), String> {
        let name = Path::new(path);
        if !overwrite && name.symlink_metadata().is_ok_and(|found| !found.is_dir()) {
            self.existing_file = Some(path.into());
            return Err(format!("{path} exists: Enter overwrites it, Esc does not"));
        }
        let text = G::text(&self.round.whole()) + "\n";
        // A message of its own would be drawn over the board.
        let silent = Terminal::new(ColorArg::Never, true);
        output::write(name, text, silent).map_err(|error| format!("Not saved: {error:#}"))?;
        let back = match self.round.taken_back().len() {
            0 => String::new(),
            1 => ", the move that was taken back included".into(),
            count => format!(", {count} moves that were taken back included"),
        };
        self.message = format!("Saved to {path}{back}");
        Ok(())
    }

    /// Loads a round from a file or a text.
    fn read(&mut self, text: &str) -> anyhow::Result<()> {
        anyhow::ensure!(text.trim() != "-", "standard input cannot be read while you play; name a file");
        let played = G::read(self, text)?;
        self.load(Round::new(played.start, &played.moves)?, "Loaded");
        Ok(())
    }

    /// Begins another round.
    pub(super) fn deal(&mut self) {
        match G::deal(self).and_then(|start| Round::new(start, &[])) {
            Ok(round) => self.load(round, &capitalized(G::WORDS.another)),
            Err(error) => self.message = format!("{error:#}"),
        }
    }

    /// Begins the round again, without the moves taken back.
    pub(super) fn restart(&mut self) {
        match Round::new(self.start().clone(), &[]) {
            Ok(round) => self.load(round, &format!("The {} from its beginning", G::WORDS.whole)),
            Err(error) => self.message = format!("{error:#}"),
        }
    }

    /// Replaces the round, which undo can bring back; `done` is the message.
    fn load(&mut self, round: Round<G>, done: &str) {
        let before = std::mem::replace(&mut self.round, round);
        self.round.peeked = self.revealed;
        (self.held, self.asked, self.window, self.replaced) = (None, None, None, None);
        self.centre();
        self.message = G::end(self).unwrap_or_else(|| done.into());
        if !before.moves().is_empty() {
            self.message += "; u at once goes back to the game before";
            self.replaced = Some(Box::new(before));
        }
    }
}
