//! Parts of the records of all games: the work of a search, and claims about lines of moves, compared with what a replay finds.

use std::fmt::Display;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};

use super::fault::Illegal;

/// Work of a search.
#[derive(Serialize)]
pub(crate) struct WorkRecord {
    nodes: u64,
    elapsed_ms: u64,
}

impl WorkRecord {
    pub(crate) fn new(nodes: u64, elapsed: Duration) -> Self {
        Self { nodes, elapsed_ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX) }
    }
}

/// What a replay finds out about a line of any game: output of `verify --format json`.
#[derive(Serialize)]
pub struct ReplayRecord<H, E> {
    /// What records of the game begin with.
    #[serde(flatten)]
    pub head: H,
    /// Whether all moves are legal.
    pub legal: bool,
    /// Number of moves in the line.
    pub moves: usize,
    /// The end of the line; its fields are null if a move is illegal.
    #[serde(flatten)]
    pub end: E,
    /// First illegal move.
    pub illegal: Option<Illegal>,
    /// Claims that the line contradicts, a sentence each.
    pub contradictions: Vec<String>,
}

impl<H, E> ReplayRecord<H, E> {
    /// Whether all moves are legal and no claim is contradicted.
    pub const fn is_valid(&self) -> bool {
        self.legal && self.contradictions.is_empty()
    }
}

/// A field of JSON that may be null: nothing where it is absent.
pub(crate) type Nullable<T> = Option<Option<T>>;

/// Reads a field that is there, null or not; for `deserialize_with`, together with `default`.
pub(crate) fn nullable<'a, T: Deserialize<'a>, D: Deserializer<'a>>(
    value: D,
) -> Result<Nullable<T>, D::Error> {
    Option::deserialize(value).map(Some)
}

/// Claims that are contradicted by what is found, or by each other, a sentence each.
#[derive(Default)]
pub(crate) struct Contradictions(pub(crate) Vec<String>);

impl Contradictions {
    /// Compares what a field claims, if it is there, with what is found; `finder` says where: `the line gives`.
    pub(crate) fn compare<T: PartialEq + Display>(
        &mut self,
        (field, claimed, found): (&str, Option<T>, T),
        finder: &str,
    ) {
        if let Some(claimed) = claimed.filter(|claimed| *claimed != found) {
            self.0.push(format!("`{field}` says {claimed}, {finder} {found}"));
        }
    }

    /// Adds a sentence if it holds.
    pub(crate) fn add_if(&mut self, holds: bool, sentence: impl Into<String>) {
        if holds {
            self.0.push(sentence.into());
        }
    }
}

/// What a record claims of the best score of a position.
pub(crate) struct BestScore<'a> {
    /// Name of the verdict, and whether it says that the best score is known.
    pub(crate) verdict: Option<(&'a str, bool)>,
    pub(crate) score: Nullable<u8>,
    pub(crate) lower: Option<u8>,
    pub(crate) upper: Option<u8>,
    /// Limit that ended the search.
    pub(crate) stopped: Nullable<&'a str>,
}

impl BestScore<'_> {
    /// Compares the claims with the score that the line reaches, with the most that any line could score, and with each other.
    pub(crate) fn compare(&self, reached: u8, most: u8, wrong: &mut Contradictions) {
        let &Self { verdict, score, lower, upper, stopped } = self;
        wrong.compare(("score", score.flatten(), reached), "the line gives");
        wrong.compare(("lower_bound", lower, reached), "the line gives");
        if let Some(upper) = upper {
            let says = format!("`upper_bound` says {upper}");
            match verdict {
                _ if upper < reached => wrong.0.push(format!("{says}, the line gives {reached}")),
                Some((name, false)) if upper == reached => {
                    wrong.0.push(format!("`verdict` says {name}, `upper_bound` that {reached} is the best"));
                }
                Some((_, true)) if upper > reached => {
                    wrong.0.push(format!("{says}, so {reached} is not proven to be the best"));
                }
                _ => wrong.add_if(upper > most, format!("{says}, no line scores more than {most}")),
            }
        }
        let Some((name, is_known)) = verdict else { return };
        match stopped {
            Some(Some(limit)) => {
                wrong.add_if(is_known, format!("`stopped` says {limit}, so the verdict is not proven"));
            }
            Some(None) => {
                wrong.add_if(!is_known, format!("`verdict` says {name}, and `stopped` names no limit"));
            }
            None => {}
        }
        match score {
            Some(None) => {
                wrong.add_if(is_known, "`score` is null, and `verdict` says that the best is known");
            }
            Some(Some(_)) => {
                let sentence = format!("`verdict` says {name}, so no `score` is known to be the best");
                wrong.add_if(!is_known, sentence);
            }
            None => {}
        }
    }
}
