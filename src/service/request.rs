//! Requests as they come: one type with all fields that any of them may have, so that the module has one reader.

use std::fmt;
use std::time::Duration;

use serde::de::{self, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};

use super::error::{missing, mistake};
use super::host::Host;
use crate::games::pentamid::record::VariantRecord;
use crate::kit::error::{InputError, NamedText, TYPED};
use crate::kit::search::Limits;

/// Longest text that a page opens, in bytes.
const LONGEST: usize = 50_000;
/// Most moves of a line on a page.
const MOST_MOVES: usize = 5_000;

/// Memory limit of a search unless a request gives one, in bytes.
const MEMORY: u64 = 1 << 30;

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Request {
    /// Name of the question. It comes first, so that a list of other things is no request.
    pub(super) ask: String,
    /// Whatever the asking side tells requests apart by.
    #[serde(rename = "id")]
    _id: IgnoredAny,
    /// Name of the game; the first one of the service unless there is one.
    pub(super) game: Option<String>,
    /// A deal, a position or a line to open.
    pub(super) text: Option<String>,
    /// Seed of the web page, of a dealer, or of an engine's slips.
    seed: Option<TextOrInt>,
    /// Index of a deal of a dealer.
    index: Option<TextOrInt>,
    /// Start of a game, as `open` and `draw` give it.
    pub(super) start: Option<StartRecord>,
    /// Tokens of the moves from the start.
    pub(super) moves: Vec<String>,
    /// Spots of the square or space that a move would leave, and of the one that it would reach; null for the bank.
    pub(super) ends: (usize, Option<usize>),
    /// Number of the first steps of `look` that are left out.
    pub(super) from: usize,
    /// Title of a picture.
    pub(super) title: Option<String>,
    /// Whether what lies inside nests is hidden.
    pub(super) hidden: bool,
    /// Whether to look into every move.
    pub(super) every: bool,
    /// Seconds after which a search is left, to be taken up again by the same request.
    slice: Option<f64>,
    /// Whether to measure the difficulty.
    pub(super) difficulty: bool,
    /// Player of Pentamid who plays against the engine, 1 or 2, and whose mistakes alone are wanted.
    pub(super) side: Option<u8>,
    /// Level of difficulty by name, or of strength by number.
    level: Option<TextOrInt>,
    /// Name of a reading.
    pub(super) reading: Option<String>,
    pub(super) variant: VariantRecord,
    /// Whether earlier states may not come back.
    pub(super) repetition: Option<bool>,
    /// Plies to look ahead.
    pub(super) plies: Option<u32>,
    /// Nodes of a search, at most.
    pub(super) nodes: Option<u64>,
    /// Wall time of a search in seconds, at most.
    seconds: Option<f64>,
    /// Bytes of a search, at most.
    memory: Option<u64>,
}

/// A start as answers give it and requests give it back; what a game does not need is left out.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct StartRecord {
    /// The deal or the first position.
    pub(super) deal: String,
    /// Seed of the web page, where the deal is one of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) web: Option<String>,
    /// Seed and index, where the deal is a dealer's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) drawn: Option<[TextOrInt; 2]>,
    /// Name of the reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reading: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) variant: Option<VariantRecord>,
    /// Whether earlier states may not come back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) repetition: Option<bool>,
}

/// A text or a whole number. Scripts know numbers to 2^53 only, so larger ones come as digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct TextOrInt(pub(super) String);

impl<'de> Deserialize<'de> for TextOrInt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = TextOrInt;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a whole number")
            }

            fn visit_u64<E>(self, number: u64) -> Result<TextOrInt, E> {
                Ok(TextOrInt(number.to_string()))
            }

            fn visit_str<E>(self, text: &str) -> Result<TextOrInt, E> {
                Ok(TextOrInt(text.into()))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl TextOrInt {
    pub(super) fn drawn(seed: u64, index: u64) -> [Self; 2] {
        [seed, index].map(|number| Self(number.to_string()))
    }

    pub(super) fn number(&self) -> Result<u64, InputError> {
        let error =
            || mistake(format!("{:?} is no seed or index", self.0), "it is a number from 0 to 2^64 - 1");
        self.0.trim().parse().map_err(|_| error())
    }
}

impl Request {
    pub(super) fn read(text: &str) -> Result<Self, InputError> {
        serde_json::from_str(text)
            .map_err(|error| mistake(format!("the request is not understood: {error}"), ""))
    }

    /// Refuses what is too long to be shown on a page.
    pub(super) fn check_length(&self) -> Result<(), InputError> {
        let length = self.text.as_ref().map_or(0, String::len);
        if length > LONGEST {
            let message = format!("the text is {length} characters long");
            return Err(mistake(message, format!("{LONGEST} are the most that are read here")));
        }
        let moves = self.moves.len();
        if moves > MOST_MOVES {
            let message = format!("the game has {moves} moves");
            return Err(mistake(message, format!("{MOST_MOVES} are the most that are shown here")));
        }
        Ok(())
    }

    /// Takes the limits down to those of a host.
    pub(super) fn limit(&mut self, most: &Limits) {
        let seconds = most.time.map(|time| time.as_secs_f64());
        self.nodes = self.nodes.into_iter().chain(most.nodes).min();
        self.seconds = self.seconds.into_iter().chain(seconds).min_by(f64::total_cmp);
        self.memory = self.memory.into_iter().chain(most.memory).min();
    }

    pub(super) fn start(&self) -> Result<&StartRecord, InputError> {
        self.start.as_ref().ok_or_else(|| missing("start"))
    }

    pub(super) fn text(&self) -> Result<NamedText, InputError> {
        self.text.as_deref().map(|text| NamedText::new(TYPED, text)).ok_or_else(|| missing("text"))
    }

    /// The seed as a text, if there is one.
    pub(super) fn seed_text(&self) -> Option<&str> {
        self.seed.as_ref().map(|seed| seed.0.as_str())
    }

    /// Seed and index of a dealer's deal. The index is 0 unless there is one.
    pub(super) fn drawn(&self) -> Result<[u64; 2], InputError> {
        let seed = self.seed.as_ref().ok_or_else(|| missing("seed"))?;
        let index = self.index.as_ref().map_or(Ok(0), TextOrInt::number)?;
        Ok([seed.number()?, index])
    }

    pub(super) fn level(&self) -> Result<&str, InputError> {
        let level = self.level.as_ref().ok_or_else(|| missing("level"))?;
        Ok(&level.0)
    }

    pub(super) fn timeout(&self) -> Option<Duration> {
        self.seconds.map(duration)
    }

    /// The time after which the search is left, to be taken up again.
    pub(super) fn slice(&self) -> Option<Duration> {
        self.slice.map(duration)
    }

    pub(super) fn limits(&self, host: &Host) -> Limits {
        Limits {
            nodes: self.nodes,
            time: self.timeout(),
            memory: Some(self.memory()),
            interrupt: host.limits.interrupt.clone(),
        }
    }

    /// The memory limit in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.memory.unwrap_or(MEMORY)
    }
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}
