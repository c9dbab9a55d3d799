//! Requests as they come: one type with all fields that any of them may have, so that the module has one reader.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, Error as _, IgnoredAny, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

use super::error::{missing, mistake};
use super::host::Host;
use crate::draw::svg::Orientation;
use crate::games::pentamid::Pentamid;
use crate::games::pentamid::record::VariantRecord;
use crate::games::port::Game as _;
use crate::games::solace2::Solace2;
use crate::games::solomids::Solomids;
use crate::kit::error::{InputError, NamedText, TYPED};
use crate::kit::search::Limits;

/// Longest text that is read, in characters, but for that of `verify`.
pub(super) const LONGEST: usize = 50_000;
/// Most moves of a line.
const MOST_MOVES: usize = 5_000;

/// Memory limit of a search unless a request gives one, in bytes.
const MEMORY: u64 = 1 << 30;

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Request {
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
    #[serde(deserialize_with = "start")]
    pub(super) start: Option<StartRecord>,
    /// Tokens of the moves from the start.
    #[serde(deserialize_with = "moves")]
    pub(super) moves: Vec<String>,
    /// Spots of the square or space that a move would leave, and of the one that it would reach; null for the bank.
    pub(super) ends: (usize, Option<usize>),
    /// Number of the first steps of `look` that are left out.
    pub(super) from: Whole,
    /// Title of a picture.
    pub(super) title: Option<String>,
    /// Whether what lies inside nests is hidden.
    pub(super) hidden: bool,
    /// How a board is drawn.
    #[serde(rename = "sideways", deserialize_with = "orientation")]
    pub(super) orientation: Orientation,
    /// Whether to look into every move.
    pub(super) every: bool,
    /// Seconds after which a search is left, to be taken up again by the same request.
    #[serde(deserialize_with = "seconds")]
    pub(super) slice: Option<Duration>,
    /// Whether to measure the difficulty.
    pub(super) difficulty: bool,
    /// Player of Pentamid who plays against the engine, 1 or 2, and whose mistakes alone are wanted.
    pub(super) side: Option<Whole>,
    /// Level of difficulty by name, or of strength by number.
    level: Option<TextOrInt>,
    /// Name of a reading.
    pub(super) reading: Option<String>,
    #[serde(deserialize_with = "object")]
    pub(super) variant: VariantRecord,
    /// Whether earlier states may not come back.
    pub(super) repetition: Option<bool>,
    /// Plies to look ahead.
    pub(super) plies: Option<Whole>,
    /// Nodes of a search, at most.
    nodes: Option<Whole>,
    /// Wall time of a search in seconds, at most.
    #[serde(rename = "seconds", deserialize_with = "seconds")]
    pub(super) timeout: Option<Duration>,
    /// Bytes of a search, at most.
    memory: Option<Whole>,
}

/// A start as answers give it and requests give it back; what a game does not need is left out.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct StartRecord {
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

            /// Some languages write large whole numbers, or all numbers, like this: 1e3, 5.0.
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<TextOrInt, E> {
                if number.fract() == 0.0 && number >= 0.0 {
                    return Ok(TextOrInt(number.to_string()));
                }
                Err(E::invalid_value(Unexpected::Float(number), &self))
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

/// A whole number from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Whole(pub(super) u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let TextOrInt(text) = TextOrInt::deserialize(deserializer)?;
        let error = |_| D::Error::custom(format!("{text:?} is no whole number from 0 to 2^64 - 1"));
        text.parse().map(Self).map_err(error)
    }
}

/// What is read from an object, never from a list of its fields, which a derived reader takes as well.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> de::Visitor<'de> for Visitor<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, fields: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
            }
        }

        deserializer.deserialize_map(Visitor(PhantomData))
    }
}

fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Object::deserialize(deserializer).map(|Object(read)| read)
}

fn start<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<StartRecord>, D::Error> {
    Ok(Option::deserialize(deserializer)?.map(|Object(start)| start))
}

/// Reads a list of moves, or a text of one: some languages write a list of one thing like the thing.
fn moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct Visitor;

    impl<'de> de::Visitor<'de> for Visitor {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of moves")
        }

        fn visit_str<E>(self, token: &str) -> Result<Vec<String>, E> {
            Ok(vec![token.into()])
        }

        fn visit_seq<A: de::SeqAccess<'de>>(self, tokens: A) -> Result<Vec<String>, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(tokens))
        }
    }

    deserializer.deserialize_any(Visitor)
}

fn orientation<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Orientation, D::Error> {
    Ok(if bool::deserialize(deserializer)? { Orientation::Sideways } else { Orientation::Upright })
}

/// Reads seconds; more than the clock can count are no limit.
fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    match Option::<f64>::deserialize(deserializer)? {
        Some(seconds) if seconds < 0.0 => Err(D::Error::custom("seconds are a number from 0")),
        seconds => Ok(seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))),
    }
}

impl Request {
    pub(super) fn read(text: &str) -> Result<Self, InputError> {
        let Object(request): Object<Self> = serde_json::from_str(text).map_err(|error| {
            // What types are called in Rust says little elsewhere.
            let why = error.to_string().replace("expected usize", "expected a whole number");
            let why = why.replace("expected f64", "expected a number");
            mistake(format!("the request is not understood: {why}"), "")
        })?;
        request.check_fields()?;
        Ok(request)
    }

    /// Refuses fields that the question does not look at: who writes one expects something of it.
    fn check_fields(&self) -> Result<(), InputError> {
        if self.ask.is_empty() {
            return Err(missing("ask"));
        }
        let (any, line) = ("", "scene look moves why picture solve hint review reply analyze");
        let searches = "level solve hint review reply analyze";
        let rows = [
            ("text", self.text.is_some(), any, &["open verify", line][..]),
            ("start", self.start.is_some(), any, &["open verify", line]),
            ("moves", !self.moves.is_empty(), any, &[line]),
            ("seed", self.seed.is_some(), any, &["open draw level reply"]),
            ("index", self.index.is_some(), any, &["draw level"]),
            ("level", self.level.is_some(), any, &["level reply"]),
            ("ends", self.ends != (0, None), any, &["why"]),
            ("from", self.from != Whole(0), any, &["look"]),
            ("sideways", self.orientation == Orientation::Sideways, any, &["scene look"]),
            ("title", self.title.is_some(), any, &["picture"]),
            ("every", self.every, any, &["hint"]),
            ("slice", self.slice.is_some(), any, &["hint"]),
            ("difficulty", self.difficulty, Solomids::NAME, &["solve"]),
            ("side", self.side.is_some(), Pentamid::NAME, &["review"]),
            ("plies", self.plies.is_some(), Pentamid::NAME, &["analyze"]),
            ("nodes", self.nodes.is_some(), any, &[searches]),
            ("seconds", self.timeout.is_some(), any, &[searches]),
            ("memory", self.memory.is_some(), any, &[searches]),
            ("reading", self.reading.is_some(), Solace2::NAME, &["open verify draw", line]),
            (
                "variant",
                self.variant != VariantRecord::default(),
                Pentamid::NAME,
                &["open verify draw", line],
            ),
            ("repetition", self.repetition.is_some(), Pentamid::NAME, &["open verify draw", line]),
        ];
        let game = self.game.as_deref().unwrap_or(Solomids::NAME);
        let is_one_of = |asks: &str| asks.split(' ').any(|ask| ask == self.ask);
        // Of a question that there is not nothing else is said.
        let is_known = is_one_of("about open verify draw level") || is_one_of(line);
        for (field, is_given, of, asks) in rows {
            let asks = asks.join(" ");
            if is_given && is_known && (!is_one_of(&asks) || of != any && of != game) {
                let asks = asks.replace(' ', ", ") + if of == any { "" } else { " of " } + of;
                let message = format!("{:?} does not look at `{field}`", self.ask);
                return Err(mistake(message, format!("leave it out; it goes with {asks}")));
            }
        }
        if self.text.is_some() && self.start.is_some() && !matches!(self.ask.as_str(), "open" | "verify") {
            return Err(mistake(
                "both `text` and `start` say where the game begins",
                "leave one of them out",
            ));
        }
        if self.text.is_some() && self.seed.is_some() && self.ask == "open" {
            return Err(mistake("both `text` and `seed` name the game", "leave one of them out"));
        }
        let is_sliced = self.every || self.hidden && game == Solace2::NAME;
        if self.slice.is_some() && !is_sliced {
            return Err(mistake("this `hint` does not come in slices", "leave `slice` out, or add `every`"));
        }
        Ok(())
    }

    /// Refuses what is too long.
    pub(super) fn check_length(&self) -> Result<(), InputError> {
        let length = self.text.as_ref().map_or(0, |text| text.chars().count());
        if length > LONGEST {
            let message = format!("the text is {length} characters long");
            return Err(mistake(message, format!("{LONGEST} are the most that are read here")));
        }
        let moves = self.moves.len();
        if moves > MOST_MOVES {
            let message = format!("the game has {moves} moves");
            return Err(mistake(message, format!("{MOST_MOVES} are the most that are read here")));
        }
        Ok(())
    }

    /// Takes the limits down to those of a host.
    pub(super) fn limit(&mut self, most: &Limits) {
        self.nodes = self.nodes.into_iter().chain(most.nodes.map(Whole)).min();
        self.timeout = self.timeout.into_iter().chain(most.time).min();
        self.slice = self.slice.map(|slice| most.time.map_or(slice, |most| slice.min(most)));
        self.memory = self.memory.into_iter().chain(most.memory.map(Whole)).min();
    }

    /// Nodes of a search, at most.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.nodes.map(|Whole(nodes)| nodes)
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

    pub(super) fn limits(&self, host: &Host) -> Limits {
        Limits {
            nodes: self.nodes(),
            time: self.timeout,
            memory: Some(self.memory()),
            interrupt: host.limits.interrupt.clone(),
        }
    }

    /// The memory limit in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.memory.map_or(MEMORY, |Whole(bytes)| bytes)
    }
}
