//! Texts with names, and what they hold: a deal or a position, a line of moves, or JSON.

use crate::games::solomids::game::notation::{Parsed, PastedShare, is_line_like};
use crate::games::solomids::game::{ParseError, parse_deal, parse_position};
use crate::kit::fault::SourceError;

/// A text with the name of its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedText {
    /// Name of the source in messages.
    pub name: String,
    /// The text without a byte order mark.
    pub content: String,
}

/// What a text holds.
#[derive(Debug)]
pub enum TextKind {
    /// A deal or a position.
    Position(Box<Parsed>),
    /// A share string, perhaps with mistakes in its moves.
    Line,
    /// JSON, to judge by its first sign.
    Json,
    /// Neither: the reason why it is no position.
    Unknown(NoPosition),
}

/// Reason why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPosition {
    /// It holds this many deals.
    Several(usize),
    /// A mistake in it.
    Mistake(Box<ParseError>),
}

impl NamedText {
    /// A text without its byte order mark.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        Self { name: name.into(), content: text.strip_prefix('\u{feff}').unwrap_or(text).into() }
    }

    /// Whether the text begins like a JSON object.
    pub fn is_json(&self) -> bool {
        self.content.trim_start().starts_with('{')
    }

    /// The text without final blanks and leading line ends, which belong to neither the last move nor the seed of a share
    /// string.
    pub fn share_text(&self) -> &str {
        self.content.trim_end().trim_start_matches(['\r', '\n'])
    }

    /// Parses the text as a share string.
    ///
    /// # Errors
    /// The first text that is no move.
    pub fn share(&self) -> Result<PastedShare, Box<SourceError>> {
        PastedShare::parse(self.share_text()).map_err(|error| {
            let (text, error) = *error;
            SourceError::new(&self.name, &text, error).into()
        })
    }

    /// Whether the text is a share string. A board that ends in an empty square, `_`, is none.
    pub fn is_share(&self) -> bool {
        self.share().is_ok_and(|share| !share.is_empty() || !share.seed.contains(['/', '\n']))
    }

    /// Parses the text as a deal or a position.
    ///
    /// # Errors
    /// The number of deals if there are several, else the first mistake.
    pub fn position(&self) -> Result<Parsed, NoPosition> {
        parse_position(&self.content).map_err(|error| {
            let is_deal = |line: &&str| parse_deal(line).is_ok();
            match self.content.lines().filter(is_deal).count() {
                0 | 1 => NoPosition::Mistake(error.into()),
                deals => NoPosition::Several(deals),
            }
        })
    }

    /// What the text holds.
    pub fn kind(&self) -> TextKind {
        match self.position() {
            Ok(parsed) => TextKind::Position(parsed.into()),
            Err(_) if self.is_share() => TextKind::Line,
            Err(_) if self.is_json() => TextKind::Json,
            // The mistake is in a move.
            Err(_) if is_line_like(&self.content) => TextKind::Line,
            Err(reason) => TextKind::Unknown(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_holds_is_found_out() {
        let kind = |text: &str| match NamedText::new("text", text).kind() {
            TextKind::Position(_) => "position",
            TextKind::Line => "line",
            TextKind::Json => "json",
            TextKind::Unknown(NoPosition::Several(_)) => "deals",
            TextKind::Unknown(NoPosition::Mistake(_)) => "mistake",
        };
        let deal = crate::games::solomids::dealer::web::deal("1").expect("the page deals it");
        let deal = crate::games::solomids::game::Palette::default().position_line(deal.position());
        assert_eq!(kind(&format!("\u{feff}{deal}")), "position");
        assert_eq!(kind(&format!("{deal}\n{deal}\n")), "deals");
        assert_eq!(kind("R1 R2"), "mistake");
        assert_eq!(kind("1_M-D4>C4"), "line");
        assert_eq!(kind("1_M-D4>F4"), "line", "a move with a mistake");
        assert_eq!(kind("https://example.org/?seed=1"), "line");
        assert_eq!(kind(" {\"schema\":1}"), "json");
    }
}
