//! Share strings from text and as text.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::moves::{read_move, trimmed};
use crate::games::solomids::game::moves::Move;
use crate::kit::notation::ParseError;

const COMMAS: [char; 2] = [',', ';'];
/// Characters that end a line of moves. A slash ends a line in deals too.
const LINE_ENDS: [char; 3] = ['\n', '\r', '/'];

/// A share string: a seed of the web page and the moves played, as the page exports and imports them.
///
/// The text is `SEED_MOVE, MOVE, …`, or `SEED_` without moves. The last `_` ends the seed, because no move contains one.
/// The seed may be any text, with `_` and commas too; an empty seed means that the deal is given elsewhere. Moves are
/// separated by commas, semicolons or line ends, one of which may follow the last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Seed of the page, exactly as typed there.
    pub seed: String,
    /// Moves from the deal on.
    pub moves: Vec<Move>,
}

/// A share string with the places of its moves in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedShare {
    /// Share string that was read.
    pub share: Share,
    /// Byte range of each move.
    pub spans: Vec<Range<usize>>,
}

impl Share {
    /// Reads a share string and keeps the places of its moves.
    ///
    /// # Errors
    /// A missing `_`, or the first text after the last `_` that is no move.
    pub fn parse_spanned(text: &str) -> Result<SpannedShare, ParseError> {
        let Some(seed_end) = text.rfind('_') else {
            return Err(ParseError::new(
                text,
                0..text.len(),
                "no `_` in the share string",
                "SEED_MOVE, MOVE, …",
            )
            .with_help("the seed may be left out, the `_` may not"));
        };
        let mut share = Self { seed: text[..seed_end].into(), moves: Vec::new() };
        let mut spans = Vec::new();
        for span in move_spans(text, seed_end + 1) {
            let mv = read_move(text, span.clone()).map_err(with_form)?;
            share.moves.push(mv);
            spans.push(span);
        }
        Ok(SpannedShare { share, spans })
    }
}

/// Adds the form of a share string to an error without advice.
pub(super) fn with_form(error: ParseError) -> ParseError {
    match error.help {
        None => error.with_help("a share string is SEED_MOVE, MOVE, …; with no moves it ends in `_`"),
        Some(_) => error,
    }
}

/// The spans of the moves in the list that extends from `start` to the end of a text. A move that is missing between
/// two commas has an empty span.
pub(super) fn move_spans(text: &str, mut start: usize) -> Vec<Range<usize>> {
    let list = text[start..].trim_end();
    let list = list.strip_suffix(COMMAS).unwrap_or(list);
    let mut spans = Vec::new();
    let mut after_line = list.trim().is_empty();
    for part in list.split_inclusive(|c| LINE_ENDS.contains(&c) || COMMAS.contains(&c)) {
        let token = part.trim_end_matches(LINE_ENDS).trim_end_matches(COMMAS);
        let ends_line = part.ends_with(LINE_ENDS);
        if !token.trim().is_empty() || !after_line && !ends_line {
            spans.push(trimmed(text, start..start + token.len()));
        }
        after_line = ends_line;
        start += part.len();
    }
    spans
}

impl FromStr for Share {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse_spanned(text).map(|spanned| spanned.share)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_", self.seed)?;
        for (i, mv) in self.moves.iter().enumerate() {
            write!(f, "{}{mv}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
