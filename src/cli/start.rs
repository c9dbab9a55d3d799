//! Starting position of a command: a deal, a position, or the position after some moves.

use std::ffi::OsStr;

use solomids::dealer::{DealerError, Source};
use solomids::game::notation::{Parsed, SpannedShare, is_line_like};
use solomids::game::{Deal, Move, Palette, Position, Share, replay};
use solomids::numbers::counted;

use super::args::{DealtArgs, StartArgs};
use super::failure::{Advised, BadText};
use super::input::{Input, load_position};
use super::terminal::Terminal;

/// Name of the text of `--share` in messages.
pub(crate) const SHARE: &str = "<share string>";

/// Warning of blanks at the ends of a web seed, which are pasted by mistake more often than intended.
fn blanks_warning(source: &Source) -> Option<String> {
    let Source::WebSeed { seed } = source else { return None };
    let bare = seed.trim();
    (bare != seed).then(|| format!("blanks are part of the seed {seed:?}; {bare:?} is another one"))
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

/// Starting position with its provenance.
pub(crate) struct Start {
    /// Position after the moves played.
    pub(crate) position: Position,
    pub(crate) palette: Palette,
    /// Source of the deal.
    pub(crate) source: Source,
    /// Position before the moves played.
    pub(crate) deal: Position,
    /// Moves from the deal to the position.
    pub(crate) played: Vec<Move>,
}

impl Start {
    fn from_text(argument: &OsStr) -> anyhow::Result<Self> {
        let input = load_position(argument)?;
        match input.position() {
            Ok(Parsed { position, palette, .. }) => Ok(Self::from_position(position, palette)),
            Err(_) if input.is_share() => Self::after(&input, None),
            Err(error) if input.is_json() => Err(input.solution_error().unwrap_or(error)),
            // The mistake is in a move.
            Err(_) if is_line_like(&input.content) => Self::after(&input, None),
            Err(error) => Err(error),
        }
    }

    /// Parses a share string and plays its moves from its deal or the given one.
    fn after(input: &Input, given: Option<Self>) -> anyhow::Result<Self> {
        let pasted = input.share().map_err(|error| *error)?;
        let (name, text) = (input.name.as_str(), pasted.text.as_str());
        let mut start = Self::of_seed(&pasted.seed, given)?;
        let bad_text = |error| BadText::new(name, text, error);
        let SpannedShare { share, spans } = pasted.resolve(&start.position).map_err(bad_text)?;
        for ((i, mv), span) in share.moves.iter().enumerate().zip(spans) {
            start.position.play(*mv).map_err(|reason| BadText {
                name: name.into(),
                text: text.into(),
                message: format!("move {} is illegal", i + 1),
                label: reason.to_string(),
                span,
                help: Vec::new(),
            })?;
        }
        start.played.extend(share.moves);
        Ok(start)
    }

    /// Starts from a parsed position.
    pub(crate) const fn from_position(position: Position, palette: Palette) -> Self {
        Self { deal: position, position, palette, source: Source::Text, played: Vec::new() }
    }

    /// Starts from the deal of a dealer.
    pub(crate) fn from_source(source: Source) -> anyhow::Result<Self> {
        let advised = |error: DealerError| {
            let blanks = blanks_warning(&source);
            let help =
                blanks.unwrap_or_else(|| "one seed in thirty gives no board there: take another".into());
            Advised::new(error.to_string(), help)
        };
        let position = source.deal().map_err(advised)?.into();
        Ok(Self { deal: position, position, palette: Palette::default(), source, played: Vec::new() })
    }

    /// Starts from the position after some moves of a dealer's deal.
    pub(crate) fn dealt(source: Source, played: &[Move]) -> anyhow::Result<Self> {
        let start = Self::from_source(source)?;
        Ok(Self { position: replay(&start.deal, played)?, played: played.to_vec(), ..start })
    }

    /// Starts from the text or the seed given, if any.
    pub(crate) fn given(text: Option<&OsStr>, dealt: &DealtArgs) -> anyhow::Result<Option<Self>> {
        let source = match dealt {
            DealtArgs { seed: Some(seed), index, .. } => {
                Some(Source::Seed { seed: *seed, index: index.unwrap_or(0) })
            }
            DealtArgs { web_seed: Some(seed), .. } => Some(Source::WebSeed { seed: seed.clone() }),
            _ => None,
        };
        match (text, source) {
            (Some(text), _) => Self::from_text(text).map(Some),
            (None, Some(source)) => Self::from_source(source).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// Starts a share string from the deal of its seed, or from the given one.
    pub(crate) fn of_seed(seed: &str, given: Option<Self>) -> anyhow::Result<Self> {
        match (seed, given) {
            ("", Some(start)) => Ok(start),
            (seed, Some(start)) if start.played.is_empty() && start.web_seed() == seed => Ok(start),
            ("", None) => Err(Advised::new(
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
                Err(Advised::new(message, help).into())
            }
        }
    }

    /// Starts from the position that the arguments name, and warns of doubtful deals.
    pub(crate) fn resolve(arguments: &StartArgs, terminal: Terminal) -> anyhow::Result<Self> {
        let given = Self::given(arguments.text.as_deref(), &arguments.dealt)?;
        let start = match &arguments.share {
            None => given.ok_or_else(|| {
                Advised::new(
                    "no deal is given",
                    "give a file, `-` for standard input, the text itself, --seed, --web-seed or --share",
                )
            })?,
            Some(text) => Self::after(&Input::typed(SHARE, text), given)?,
        };
        start.warn(&arguments.dealt, terminal);
        Ok(start)
    }

    /// Warns of a doubtful web seed.
    pub(crate) fn warn_of_seed(&self, dealt: &DealtArgs, terminal: Terminal) {
        // A seed given by --web-seed is intended.
        let long = || long_seed_warning(&self.source).filter(|_| dealt.web_seed.is_none());
        if let Some(warning) = blanks_warning(&self.source).or_else(long) {
            terminal.warn(&warning);
        }
        if let Some(warning) = mark_warning(&self.source) {
            terminal.warn(&warning);
        }
    }

    /// Warns of a doubtful web seed, and of a typed deal that breaks the setup rules.
    pub(crate) fn warn(&self, dealt: &DealtArgs, terminal: Terminal) {
        self.warn_of_seed(dealt, terminal);
        if self.source != Source::Text {
            return;
        }
        let Some(deal) = Deal::new(self.position) else { return };
        let faults = deal.setup_faults();
        if let [first, others @ ..] = faults.as_slice() {
            let more = match others.len() {
                0 => String::new(),
                n => format!(" ({n} more such)"),
            };
            let fault = first.describe(&deal, &self.palette);
            terminal.warn(&format!("not a deal by the setup rules, but playable: {fault}{more}"));
        }
    }

    /// Share string of a line from this position: the web seed if there is one, the moves played, the line.
    pub(crate) fn share(&self, line: &[Move]) -> Share {
        Share { seed: self.web_seed().into(), moves: self.played.iter().chain(line).copied().collect() }
    }

    /// Seed of the web page, empty if the deal has none.
    pub(crate) fn web_seed(&self) -> &str {
        match &self.source {
            Source::WebSeed { seed } => seed,
            _ => "",
        }
    }

    /// Title of the deal for pictures.
    pub(crate) fn title(&self) -> String {
        match &self.source {
            Source::Text if Deal::new(self.deal).is_some() => "A deal".into(),
            Source::Text => "A position".into(),
            Source::Seed { seed, index } => format!("Seed {seed}, deal {index}"),
            Source::WebSeed { seed } => format!("Web seed {}", shortened(seed)),
        }
    }

    /// Title of the position for pictures.
    pub(crate) fn title_after_moves(&self) -> String {
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
