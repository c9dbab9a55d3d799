//! The prompt of a game: one line of text about one subject.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Span;
use ratatui::widgets::Paragraph;
use tui_input::Input;

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

/// An open prompt.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Prompt {
    pub(in crate::cli) topic: Topic,
    pub(in crate::cli) input: Input,
}

impl Prompt {
    /// Draws the prompt into a row, and puts the cursor of the terminal there.
    pub(in crate::cli) fn draw(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let label = match self.topic {
            Topic::Moves => "Moves:",
            Topic::Save => "Save to the file:",
            Topic::Load => "Load a file, or the text itself:",
        };
        let parts = [Constraint::Length(label.len() as u16), Constraint::Length(1), Constraint::Fill(1)];
        let [name, sign, text] = Layout::horizontal(parts).areas(area);
        frame.render_widget(Span::styled(label, theme.bold()), name);
        // The cursor needs one column after the text.
        let skipped = self.input.visual_scroll(usize::from(text.width).saturating_sub(1));
        let cursor = self.input.visual_cursor() - skipped;
        frame.render_widget(if skipped > 0 { "…" } else { "" }, sign);
        frame.render_widget(Paragraph::new(self.input.value()).scroll((0, skipped as u16)), text);
        frame.set_cursor_position((text.x + cursor as u16, text.y));
    }
}
