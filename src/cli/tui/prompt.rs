//! The prompt of a game: one line of text about one subject.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Span;
use ratatui::widgets::Paragraph;
use tui_input::{Input, InputRequest};

use super::window::Theme;

/// Subject of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Topic {
    /// Moves to play.
    Moves,
    /// The file to save to.
    Save,
    /// A file or a text to load.
    Load,
}

/// What was typed at a prompt; it is not blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Typed {
    /// Moves to play.
    Moves(String),
    /// The file to save to.
    Save {
        path: String,
        /// Whether an existing file may be replaced.
        overwrite: bool,
    },
    /// A file or a text to load, with its blanks.
    Load(String),
}

/// The prompt: closed, or open with a text.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Prompt {
    open: Option<(Topic, Input)>,
    /// Existing file that the player was asked to overwrite.
    existing_file: Option<String>,
}

impl Prompt {
    pub(in crate::cli) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Subject of the open prompt.
    pub(in crate::cli) fn topic(&self) -> Option<Topic> {
        self.open.as_ref().map(|(topic, _)| *topic)
    }

    /// Text of the open prompt.
    #[cfg(test)]
    pub(in crate::cli) fn text(&self) -> Option<&str> {
        self.open.as_ref().map(|(_, input)| input.value())
    }

    /// Opens the prompt with a text, which is empty or has a mistake to be mended.
    pub(in crate::cli) fn ask(&mut self, topic: Topic, text: &str) {
        *self = Self { open: Some((topic, text.into())), existing_file: None };
    }

    /// Asks whether an existing file may be overwritten; returns the question.
    pub(super) fn confirm_overwrite(&mut self, path: &str) -> String {
        self.ask(Topic::Save, path);
        self.existing_file = Some(path.into());
        format!("{path} exists: Enter overwrites it, Esc does not")
    }

    /// Edits the text.
    pub(in crate::cli) fn edit(&mut self, request: InputRequest) {
        self.open.as_mut().and_then(|(_, input)| input.handle(request));
    }

    /// Inserts pasted text at the cursor; returns a message if that has opened the prompt, for loading. The prompt has one line:
    /// lines of the text are joined by `between`, without comments.
    pub(in crate::cli) fn insert(&mut self, text: &str, between: &str) -> Option<&'static str> {
        let message = if self.is_open() { None } else { Some("Enter loads what was pasted, Esc does not") };
        if message.is_some() {
            self.ask(Topic::Load, "");
        }
        let (_, input) = self.open.as_mut()?;
        let lines: Vec<&str> = text.split(['\r', '\n']).filter(|line| !line.trim().is_empty()).collect();
        let text = if let [line] = lines[..] {
            line.to_owned()
        } else {
            let rows = lines.into_iter().map(|line| line.split('#').next().unwrap_or_default());
            rows.filter(|row| !row.trim().is_empty()).collect::<Vec<_>>().join(between)
        };
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let (value, cursor) = (input.value().chars(), input.cursor());
        let whole: String =
            value.clone().take(cursor).chain(text.chars()).chain(value.skip(cursor)).collect();
        *input = Input::new(whole).with_cursor(cursor + text.chars().count());
        message
    }

    /// Closes the prompt and returns its text, unless it is blank.
    pub(in crate::cli) fn submit(&mut self) -> Option<Typed> {
        let Self { open, existing_file } = std::mem::take(self);
        let (topic, input) = open?;
        let text = String::from(input);
        let typed = text.trim();
        if typed.is_empty() {
            return None;
        }
        Some(match topic {
            Topic::Moves => Typed::Moves(typed.into()),
            Topic::Save => {
                Typed::Save { path: typed.into(), overwrite: existing_file.is_some_and(|path| path == typed) }
            }
            Topic::Load => Typed::Load(text),
        })
    }

    /// Closes the prompt; returns whether it was open.
    pub(in crate::cli) fn close(&mut self) -> bool {
        std::mem::take(self).is_open()
    }

    /// Draws the prompt into a row if it is open, and puts the cursor of the terminal there.
    pub(in crate::cli) fn draw(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let Some((topic, input)) = &self.open else { return };
        let label = match topic {
            Topic::Moves => "Moves:",
            Topic::Save => "Save to the file:",
            Topic::Load => "Load a file, or the text itself:",
        };
        let parts = [Constraint::Length(label.len() as u16), Constraint::Length(1), Constraint::Fill(1)];
        let [name, sign, text] = Layout::horizontal(parts).areas(area);
        frame.render_widget(Span::styled(label, theme.bold()), name);
        // The cursor needs one column after the text.
        let skipped = input.visual_scroll(usize::from(text.width).saturating_sub(1));
        let cursor = input.visual_cursor() - skipped;
        frame.render_widget(if skipped > 0 { "…" } else { "" }, sign);
        frame.render_widget(Paragraph::new(input.value()).scroll((0, skipped as u16)), text);
        frame.set_cursor_position((text.x + cursor as u16, text.y));
    }
}
