//! Starts: a deal, a position, or the position after some moves, with where it comes from.

mod text;
mod warnings;

pub use self::text::{NamedText, NoPosition, TextKind};
use crate::games::solomids::dealer::{DealerError, Source};
use crate::games::solomids::game::notation::SpannedShare;
use crate::games::solomids::game::{Deal, IllegalLine, Move, Palette, Position, Share, replay};
use crate::kit::fault::{ErrorWithHelp, InputError, SourceError, of_illegal_line};
use crate::kit::numbers::counted;
use warnings::blanks_warning;

of_illegal_line!(IllegalLine);

/// Starting position with its provenance.
#[derive(Clone, Debug)]
pub struct Start {
    /// Position after the moves played.
    pub position: Position,
    /// Letters of the colours.
    pub palette: Palette,
    /// Source of the deal.
    pub source: Source,
    /// Position before the moves played.
    pub deal: Position,
    /// Moves from the deal to the position.
    pub played: Vec<Move>,
}

impl Start {
    /// Parses a share string and plays its moves from the deal of its seed, or from the given start.
    ///
    /// # Errors
    /// A mistake in the text, a seed without a deal, a second deal, or the first illegal move.
    pub fn after(text: &NamedText, given: Option<Self>) -> Result<Self, InputError> {
        let pasted = text.share().map_err(|error| *error)?;
        let mut start = Self::of_seed(&pasted.seed, given)?;
        let bad_text = |error| SourceError::new(&text.name, &pasted.text, error);
        let SpannedShare { share, spans } = pasted.resolve(&start.position).map_err(bad_text)?;
        for ((i, mv), span) in share.moves.iter().enumerate().zip(spans) {
            let played = start.position.play(*mv);
            played.map_err(|reason| SourceError::of_move(&text.name, &pasted.text, i + 1, reason, span))?;
        }
        start.played.extend(share.moves);
        Ok(start)
    }

    /// Starts from a parsed position.
    pub const fn from_position(position: Position, palette: Palette) -> Self {
        Self { deal: position, position, palette, source: Source::Text, played: Vec::new() }
    }

    /// Starts from the deal of a dealer.
    ///
    /// # Errors
    /// If the dealer deals nothing for its seed.
    pub fn from_source(source: Source) -> Result<Self, InputError> {
        let advised = |error: DealerError| {
            let blanks = blanks_warning(&source);
            let help =
                blanks.unwrap_or_else(|| "one seed in thirty gives no board there: take another".into());
            ErrorWithHelp::new(error.to_string(), help)
        };
        let position = source.deal().map_err(advised)?.into();
        Ok(Self { deal: position, position, palette: Palette::default(), source, played: Vec::new() })
    }

    /// Starts from the position after some moves of a dealer's deal.
    ///
    /// # Errors
    /// If the dealer deals nothing for its seed, or the first illegal move.
    pub fn dealt(source: Source, played: &[Move]) -> Result<Self, InputError> {
        let start = Self::from_source(source)?;
        Ok(Self { position: replay(&start.deal, played)?, played: played.to_vec(), ..start })
    }

    /// Starts a share string from the deal of its seed, or from the given one.
    ///
    /// # Errors
    /// If neither names a deal, both name different ones, or the page deals nothing for the seed.
    pub fn of_seed(seed: &str, given: Option<Self>) -> Result<Self, InputError> {
        match (seed, given) {
            ("", Some(start)) => Ok(start),
            (seed, Some(start)) if start.played.is_empty() && start.web_seed() == seed => Ok(start),
            ("", None) => Err(ErrorWithHelp::new(
                "the share string has no seed, so its deal is not known",
                "give the deal as well: a file, a text, --seed or --web-seed",
            )
            .into()),
            (seed, None) => Self::from_source(Source::WebSeed { seed: seed.into() }),
            (seed, Some(start)) => {
                let (other, help) = if start.web_seed() == seed {
                    ("a game of it", "leave out the seed before the `_`, and the moves go on from that game")
                } else {
                    ("another deal", "leave out the deal, or the seed before the `_`")
                };
                let message =
                    format!("two deals: the share string has the web seed {seed:?}, and {other} is given");
                Err(ErrorWithHelp::new(message, help).into())
            }
        }
    }

    /// Share string of a line from this position: the web seed if there is one, the moves played, the line.
    pub fn share(&self, line: &[Move]) -> Share {
        Share { seed: self.web_seed().into(), moves: self.played.iter().chain(line).copied().collect() }
    }

    /// Seed of the web page, empty if the deal has none.
    pub fn web_seed(&self) -> &str {
        match &self.source {
            Source::WebSeed { seed } => seed,
            _ => "",
        }
    }

    /// Title of the deal for pictures.
    pub fn title(&self) -> String {
        match &self.source {
            Source::Text if Deal::new(self.deal).is_some() => "A deal".into(),
            Source::Text => "A position".into(),
            Source::Seed { seed, index } => format!("Seed {seed}, deal {index}"),
            Source::WebSeed { seed } => format!("Web seed {}", shortened(seed)),
        }
    }

    /// Title of the position for pictures.
    pub fn title_after_moves(&self) -> String {
        match self.played.len() {
            0 => self.title(),
            played => format!("{}, after {}", self.title(), counted(played as u64, "move")),
        }
    }
}

/// Length of a seed in a title, in characters.
const SHOWN: usize = 60;

/// Shortens a seed to one line of a title.
fn shortened(seed: &str) -> String {
    let mut text: String = seed.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if seed.chars().count() > SHOWN {
        text.push('…');
    }
    text
}
