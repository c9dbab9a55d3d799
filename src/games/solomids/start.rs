//! Starts: a deal or a position with where it comes from; and what a text holds.

use super::Solomids;
use crate::games::port::{Form, Given, Played, READS_RECORDS};
use crate::games::solomids::dealer::{DealerError, Source};
use crate::games::solomids::game::notation::{Parsed, PastedShare, SpannedShare, is_line_like};
use crate::games::solomids::game::{
    Deal, Move, Palette, ParseError, Position, Share, parse_deal, parse_position,
};
use crate::kit::error::{ErrorWithHelp, InputError, NamedText, SourceError};

/// A deal or a position, with where it comes from.
#[derive(Clone, Debug)]
pub struct Start {
    /// The position before the first move.
    pub deal: Position,
    /// Letters of the colours.
    pub palette: Palette,
    /// Source of the deal.
    pub source: Source,
}

impl Start {
    /// A position that was typed.
    pub const fn of_position(deal: Position, palette: Palette) -> Self {
        Self { deal, palette, source: Source::Text }
    }

    /// The deal of a dealer.
    ///
    /// # Errors
    /// If the dealer deals nothing for its seed.
    pub fn of_source(source: Source) -> Result<Self, InputError> {
        let advised = |error: DealerError| {
            let blanks = blanks_warning(&source);
            let help =
                blanks.unwrap_or_else(|| "one seed in thirty gives no board there: take another".into());
            ErrorWithHelp::new(error.to_string(), help)
        };
        let deal = source.deal().map_err(advised)?.into();
        Ok(Self { deal, palette: Palette::default(), source })
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

    /// Warnings of a doubtful web seed. One that was typed as a seed, not read from a share string, is `intended`.
    pub fn seed_warnings(&self, intended: bool) -> Vec<String> {
        let long = || long_seed_warning(&self.source).filter(|_| !intended);
        let first = blanks_warning(&self.source).or_else(long);
        first.into_iter().chain(mark_warning(&self.source)).collect()
    }

    /// Warnings of a doubtful web seed, and of a typed deal that breaks the setup rules.
    pub fn warnings(&self, intended: bool) -> Vec<String> {
        let mut warnings = self.seed_warnings(intended);
        if self.source != Source::Text {
            return warnings;
        }
        let Some(deal) = Deal::new(self.deal) else { return warnings };
        let faults = deal.setup_faults();
        if let [first, others @ ..] = faults.as_slice() {
            let more = match others.len() {
                0 => String::new(),
                n => format!(" ({n} more such)"),
            };
            let fault = first.describe(&deal, &self.palette);
            warnings.push(format!("not a deal by the setup rules, but playable: {fault}{more}"));
        }
        warnings
    }
}

impl Played<Solomids> {
    /// Reads a deal, a position, or a share string with its seed.
    ///
    /// # Errors
    /// The first mistake, or what the text is in place of them.
    pub fn of_text(text: &NamedText) -> Result<Self, InputError> {
        match text.kind() {
            TextKind::Line if text.share().is_ok_and(|share| share.seed.is_empty()) => {
                let message = "the share string has no seed, so its deal is not known";
                Err(ErrorWithHelp::new(message, "put the seed before the `_`").into())
            }
            TextKind::Json => Err(no_record()),
            _ => read(text, None)?.played(),
        }
    }

    /// The deal that a share string with this seed goes on from, or the game that is given.
    fn of_seed(seed: &str, given: Option<Self>) -> Result<Self, InputError> {
        match (seed, given) {
            ("", Some(given)) => Ok(given),
            (seed, Some(given)) if given.moves.is_empty() && given.start.web_seed() == seed => Ok(given),
            ("", None) => Err(ErrorWithHelp::new(
                "the share string has no seed, so its deal is not known",
                "give the deal as well: a file, a text, --seed or --web-seed",
            )
            .into()),
            (seed, None) => Ok(Self::new(Start::of_source(Source::WebSeed { seed: seed.into() })?)),
            (seed, Some(given)) => {
                let (other, help) = if given.start.web_seed() == seed {
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
        Share { seed: self.start.web_seed().into(), moves: self.moves.iter().chain(line).copied().collect() }
    }
}

/// Reads a deal, a position, a share string, or a solution in JSON. A line that names no deal goes on from the given game.
pub(super) fn read(text: &NamedText, given: Option<Played<Solomids>>) -> Result<Given<Solomids>, InputError> {
    let two_deals = |what: &str| {
        let message = format!("two deals: {what}, and another is given");
        Err(ErrorWithHelp::new(message, "leave out one of them").into())
    };
    match text.kind() {
        TextKind::Position(_) if given.is_some() => two_deals(&format!("`{}` is one", text.name)),
        TextKind::Position(parsed) => Ok(Given::start(Start::of_position(parsed.position, parsed.palette))),
        TextKind::Line => share(text, given),
        TextKind::Json if given.is_some() => two_deals("the solution names its own"),
        TextKind::Json if READS_RECORDS => super::record::read_solution(text),
        TextKind::Json => Err(no_record()),
        TextKind::Unknown(NoPosition::Several(deals)) => {
            let message = format!("the text holds {deals} deals");
            Err(ErrorWithHelp::new(message, "take one of them").into())
        }
        TextKind::Unknown(NoPosition::Mistake(error)) => {
            Err(SourceError::new(&text.name, &text.content, *error).into())
        }
    }
}

/// The error of a record where none is read.
fn no_record() -> InputError {
    let message = "the text is JSON, not a deal or a position";
    ErrorWithHelp::new(message, "take the text of its field `deal` or `share`").into()
}

fn share(text: &NamedText, given: Option<Played<Solomids>>) -> Result<Given<Solomids>, InputError> {
    let pasted = text.share().map_err(|error| *error)?;
    let before = Played::of_seed(&pasted.seed, given)?;
    let bad_text = |error| SourceError::new(&text.name, &pasted.text, error);
    let SpannedShare { share, spans } = pasted.resolve(&before.position).map_err(bad_text)?;
    let mut line = Given { form: Form::Line, ..Given::after(before) };
    let text = NamedText { name: text.name.clone(), content: pasted.text };
    line.add(text, share.moves.into_iter().zip(spans));
    Ok(line)
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

/// Warning of blanks at the ends of a web seed and of signs in it that are not seen, which are pasted by mistake more often than
/// intended.
fn blanks_warning(source: &Source) -> Option<String> {
    let Source::WebSeed { seed } = source else { return None };
    // Formats such as U+200B and U+200E, and other blanks than the usual one.
    let is_unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let seen = seed.chars().filter(|&c| !is_unseen(c)).map(|c| if c.is_whitespace() { ' ' } else { c });
    let seen: String = seen.collect();
    let bare = seen.trim();
    let what = if seed.trim() == bare { "blanks" } else { "signs that are not seen" };
    (bare != seed).then(|| format!("{what} are part of the seed {seed:?}; {bare:?} is another one"))
}

/// Warning of a share string whose seed looks like other text pasted before the seed.
fn long_seed_warning(source: &Source) -> Option<String> {
    let Source::WebSeed { seed } = source else { return None };
    let is_more = seed.contains(['\n', '\r', '>', '#', '/', ':']);
    is_more.then(|| format!("the seed of a share string is all that is before the last `_`, here {seed:?}"))
}

/// Warning of a seed that the web page cuts short where a share string is played back.
fn mark_warning(source: &Source) -> Option<String> {
    let Source::WebSeed { seed } = source else { return None };
    let (page, _) = seed.split_once('_')?;
    Some(format!(
        "the seed {seed:?} has a `_`, where the web page ends it: played back there, a share string goes with the deal of {page:?}"
    ))
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

    #[test]
    fn what_is_not_seen_in_a_seed_is_warned_of() {
        for (seed, what) in [
            (" 1", Some("blanks are part of the seed \" 1\"; \"1\" is another one")),
            (
                "1\u{200b}",
                Some("signs that are not seen are part of the seed \"1\\u{200b}\"; \"1\" is another one"),
            ),
            (
                "\u{200e}1",
                Some("signs that are not seen are part of the seed \"\\u{200e}1\"; \"1\" is another one"),
            ),
            (
                "a\u{a0}b",
                Some("signs that are not seen are part of the seed \"a\\u{a0}b\"; \"a b\" is another one"),
            ),
            ("a b", None),
            ("é🟥", None),
        ] {
            let source = Source::WebSeed { seed: seed.into() };
            assert_eq!(blanks_warning(&source).as_deref(), what);
        }
    }
}
