//! Deals, positions and lines from wherever the user keeps them.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context as _;
use solomids::dealer::{DealerError, Source};
use solomids::game::notation::{Parsed, SpannedShare};
use solomids::game::{Deal, Move, Palette, Position, Share, parse_position, replay};

use super::args;
use super::failure::{Advised, BadText, TYPED};
use super::terminal::Terminal;

/// No deal and no line is longer than this.
const MAX_BYTES: u64 = 1 << 20;

/// A text and where it comes from.
pub(crate) struct Input {
    /// File name, `<stdin>` or [`TYPED`].
    pub(crate) name: String,
    pub(crate) content: String,
    /// Typed on the command line, where a mistyped file name may look like a text.
    typed: bool,
}

impl Input {
    /// Reads a file, standard input for `-`, or else takes the argument itself, if it looks like a text.
    pub(crate) fn load(argument: &OsStr, is_text: impl Fn(&str) -> bool, help: &str) -> anyhow::Result<Self> {
        if argument == "-" {
            return Self::read(io::stdin().lock(), "<stdin>".into(), MAX_BYTES);
        }
        let path = Path::new(argument);
        let name = path.display().to_string();
        if !path.exists()
            && let Some(text) = argument.to_str()
            && is_text(text)
        {
            return Ok(Self::typed(TYPED, text));
        }
        Self::read(open(path, help)?, name, MAX_BYTES)
    }

    /// Reads a file, or standard input for `-`, however long.
    pub(crate) fn load_all(argument: &OsStr, help: &str) -> anyhow::Result<Self> {
        if argument == "-" {
            return Self::read(io::stdin().lock(), "<stdin>".into(), u64::MAX - 1);
        }
        let path = Path::new(argument);
        Self::read(open(path, help)?, path.display().to_string(), u64::MAX - 1)
    }

    /// Whether the name of a file that does not exist may have been taken for a text.
    pub(crate) fn may_be_a_path(&self) -> bool {
        self.typed && !self.content.is_empty() && !self.content.contains(['\n', ',', '>'])
    }

    /// A text that was typed on the command line.
    pub(crate) fn typed(name: &str, text: &str) -> Self {
        Self { name: name.into(), content: text.into(), typed: true }
    }

    fn read(reader: impl Read, name: String, most: u64) -> anyhow::Result<Self> {
        let mut bytes = Vec::new();
        reader.take(most + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read `{name}`"))?;
        anyhow::ensure!(bytes.len() as u64 <= most, "`{name}` is longer than 1 MiB: that is no deal or line");
        match String::from_utf8(bytes) {
            Ok(content) => Ok(Self { name, content, typed: false }),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let bytes = error.as_bytes();
                let line = String::from_utf8_lossy(&bytes[..at]).matches('\n').count() + 1;
                let message = format!("`{name}` is not UTF-8 text: byte 0x{:02x} on line {line}", bytes[at]);
                Err(Advised::new(message, "save it as plain text in UTF-8 or ASCII").into())
            }
        }
    }

    /// What to say where a deal is wanted and this is a solution.
    fn refused_solution(&self) -> Option<anyhow::Error> {
        let message = || format!("`{}` holds JSON, not a deal or a position", self.name);
        let help = "`verify`, `analyze` and `play` read those; give the text of its field `deal` here";
        self.content.trim().starts_with('{').then(|| Advised::new(message(), help).into())
    }

    /// The deal or position written here.
    pub(crate) fn position(&self) -> anyhow::Result<Parsed> {
        parse_position(&self.content).map_err(|error| {
            let path = self.may_be_a_path() && !self.content.contains('/');
            let help = path.then(|| format!("if a file was meant: there is no file `{}`", self.content));
            BadText::new(&self.name, &self.content, error).with_help(help).into()
        })
    }
}

/// Opens a file that is to be read.
pub(crate) fn open(path: &Path, help: &str) -> anyhow::Result<File> {
    let name = path.display();
    match File::open(path) {
        Ok(file) => Ok(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(Advised::new(format!("there is no file `{name}`"), help).into())
        }
        Err(error) => Err(error).with_context(|| format!("cannot read `{name}`")),
    }
}

/// The text of a deal or position.
pub(crate) fn load_position(argument: &OsStr) -> anyhow::Result<Input> {
    let is_text = |text: &str| text.is_empty() || text.contains(char::is_whitespace) || is_share(text);
    Input::load(argument, is_text, "a deal itself has blanks between its squares: 'B3 R1 G2 K2 B2/B2 R2 …'")
}

/// The share string in a text: the line end of a file is not part of the last move, nor are empty lines before it part of
/// the seed.
pub(crate) fn share_text(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim_end().trim_start_matches(['\r', '\n'])
}

/// Whether a text is a share string with moves in it: without any, it might be the name of a file.
fn is_share(text: &str) -> bool {
    share_text(text).parse::<Share>().is_ok_and(|share| !share.moves.is_empty())
}

/// What to say of a seed with blanks at its ends, which is more often pasted than meant.
fn blanks_in_seed(source: &Source) -> Option<String> {
    let Source::WebSeed { seed } = source else { return None };
    let bare = seed.trim();
    (bare != seed).then(|| format!("blanks are part of the seed {seed:?}; {bare:?} is another one"))
}

/// Where a command starts from.
pub(crate) struct Start {
    pub(crate) position: Position,
    pub(crate) palette: Palette,
    /// Where the deal comes from.
    pub(crate) source: Source,
    /// Where play began: the position before the moves played.
    pub(crate) deal: Position,
    /// Moves from the deal to the position.
    pub(crate) played: Vec<Move>,
}

impl Start {
    fn from_text(argument: &OsStr) -> anyhow::Result<Self> {
        let input = load_position(argument)?;
        match input.position() {
            Ok(Parsed { position, palette, .. }) => Ok(Self::from_position(position, palette)),
            Err(_) if is_share(&input.content) => Self::after(&input.name, &input.content, None),
            Err(error) => Err(input.refused_solution().unwrap_or(error)),
        }
    }

    /// The position after the moves of a share string, whose deal may be given.
    fn after(name: &str, text: &str, given: Option<Self>) -> anyhow::Result<Self> {
        let text = share_text(text);
        let bad_text = |error| BadText::new(name, text, error);
        let SpannedShare { share, spans } = Share::parse_spanned(text).map_err(bad_text)?;
        let mut start = Self::of_share(&share, given)?;
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
        start.played = share.moves;
        Ok(start)
    }

    /// A position that somebody wrote down.
    pub(crate) const fn from_position(position: Position, palette: Palette) -> Self {
        Self { deal: position, position, palette, source: Source::Text, played: Vec::new() }
    }

    /// What a dealer deals.
    pub(crate) fn from_source(source: Source) -> anyhow::Result<Self> {
        let advised = |error: DealerError| {
            let blanks = blanks_in_seed(&source);
            let help =
                blanks.unwrap_or_else(|| "one seed in thirty gives no board there: take another".into());
            Advised::new(error.to_string(), help)
        };
        let position = source.deal().map_err(advised)?.into();
        Ok(Self { deal: position, position, palette: Palette::default(), source, played: Vec::new() })
    }

    /// What comes of a dealer's deal by some moves.
    pub(crate) fn dealt(source: Source, played: &[Move]) -> anyhow::Result<Self> {
        let start = Self::from_source(source)?;
        Ok(Self { position: replay(&start.deal, played)?, played: played.to_vec(), ..start })
    }

    /// The deal or position given, if any.
    pub(crate) fn given(text: Option<&OsStr>, dealt: &args::Dealt) -> anyhow::Result<Option<Self>> {
        let source = match dealt {
            args::Dealt { seed: Some(seed), index, .. } => {
                Some(Source::Seed { seed: *seed, index: index.unwrap_or(0) })
            }
            args::Dealt { web_seed: Some(seed), .. } => Some(Source::WebSeed { seed: seed.clone() }),
            _ => None,
        };
        match (text, source) {
            (Some(text), _) => Self::from_text(text).map(Some),
            (None, Some(source)) => Self::from_source(source).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The deal a share string starts from: that of its seed, or the one given.
    pub(crate) fn of_share(share: &Share, given: Option<Self>) -> anyhow::Result<Self> {
        match (share.seed.as_str(), given) {
            ("", Some(start)) => Ok(start),
            ("", None) => Err(Advised::new(
                "the share string has no seed, so its deal is not known",
                "give the deal as well: a file, a text, --seed or --web-seed",
            )
            .into()),
            (seed, None) => Self::from_source(Source::WebSeed { seed: seed.into() }),
            (seed, Some(_)) => Err(Advised::new(
                format!("two deals: the share string has the web seed {seed:?}, and another deal is given"),
                "leave out the deal, or the seed before the `_`",
            )
            .into()),
        }
    }

    /// The position that the arguments name, with a warning where a deal breaks the setup rules.
    pub(crate) fn resolve(arguments: &args::Start, terminal: Terminal) -> anyhow::Result<Self> {
        let given = Self::given(arguments.text.as_deref(), &arguments.dealt)?;
        let start = match &arguments.share {
            None => given.ok_or_else(|| {
                Advised::new(
                    "no deal is given",
                    "give a file, `-` for standard input, the text itself, --seed, --web-seed or --share",
                )
            })?,
            Some(text) => Self::after("<share string>", text, given)?,
        };
        start.warn(terminal);
        Ok(start)
    }

    /// Warns of a seed that is perhaps not the one that was meant.
    pub(crate) fn warn_of_blanks(&self, terminal: Terminal) {
        if let Some(blanks) = blanks_in_seed(&self.source) {
            terminal.warn(&blanks);
        }
    }

    /// Warns of a deal that is perhaps not the one that was meant.
    pub(crate) fn warn(&self, terminal: Terminal) {
        self.warn_of_blanks(terminal);
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

    /// The share string for a line played from here: the page's seed if the deal has one, then all moves.
    pub(crate) fn share(&self, line: &[Move]) -> Share {
        Share { seed: self.web_seed().into(), moves: self.played.iter().chain(line).copied().collect() }
    }

    /// The page's seed, empty if the deal has none.
    pub(crate) fn web_seed(&self) -> &str {
        match &self.source {
            Source::WebSeed { seed } => seed,
            _ => "",
        }
    }
}
