//! Claims of a solution in JSON, checked against its line.

use crate::games::solomids::dealer::Source;
use crate::games::solomids::game::{MAX_SWAPS, Move, Position, Share, TREES, replay};
use crate::games::solomids::solver::length;
use crate::kit::nullable::{Nullable, nullable};
use serde::Deserialize;

/// A solution as read, with the fields of [`SolutionRecord`](super::SolutionRecord).
///
/// An absent field claims nothing. A length with a lower bound claims to be proven unless `length_stopped` is given.
#[derive(Deserialize)]
pub(super) struct ClaimsRecord {
    pub(super) deal: String,
    pub(super) moves: Vec<String>,
    pub(super) verdict: Option<VerdictRecord>,
    #[serde(default, deserialize_with = "nullable")]
    pub(super) score: Nullable<u8>,
    pub(super) lower_bound: Option<u8>,
    pub(super) upper_bound: Option<u8>,
    #[serde(default, deserialize_with = "nullable")]
    pub(super) swaps: Nullable<u8>,
    pub(super) trees: Option<u8>,
    /// Number of stacks, slides and transfers.
    pub(super) length: Option<usize>,
    /// Least length of a line with this score.
    pub(super) length_lower_bound: Option<usize>,
    /// Limit that ended the search for the shortest line.
    pub(super) length_stopped: Option<String>,
    /// Limit that ended the search.
    #[serde(default, deserialize_with = "nullable")]
    pub(super) stopped: Nullable<String>,
    pub(super) share: Option<String>,
    /// Source of the deal.
    pub(super) source: Option<Source>,
    #[serde(default)]
    pub(super) played: Vec<String>,
}

/// Claims of a solution, parsed.
pub struct Claims {
    pub(super) record: ClaimsRecord,
    /// Share string of the whole game.
    pub(super) share: Option<Share>,
    /// Moves from the deal of the source to the start of the line.
    pub(super) played: Vec<Move>,
}

/// A verdict in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum VerdictRecord {
    Won,
    Lost,
    Undecided,
}

impl Claims {
    /// Finds claims that the moves from `start` to `end` contradict, or that contradict each other.
    pub fn contradictions(&self, start: &Position, moves: &[Move], end: &Position) -> Vec<String> {
        let said = &self.record;
        let mut found = Vec::new();
        let mut number = |name: &str, claimed: Option<u8>, is: u8| {
            if let Some(claimed) = claimed.filter(|&claimed| claimed != is) {
                found.push(format!("`{name}` says {claimed}, the line gives {is}"));
            }
        };
        number("score", said.score.flatten(), end.score());
        number("lower_bound", said.lower_bound, end.score());
        number("swaps", said.swaps.flatten(), end.swaps_used());
        number("trees", said.trees, end.trees_banked());
        let length = length(moves);
        if let Some(claimed) = said.length.filter(|&claimed| claimed != length) {
            found
                .push(format!("`length` says {claimed}, the line has {length} stacks, slides and transfers"));
        }
        if let Some(bound) = said.length_lower_bound.filter(|&bound| bound > length) {
            found.push(format!("`length_lower_bound` says {bound}, the line has {length} of what it counts"));
        }
        // A length without a bound claims no proof.
        if let (Some(claimed), Some(bound)) = (said.length, said.length_lower_bound) {
            match &said.length_stopped {
                None if bound < claimed => {
                    found.push(format!("`length_stopped` is null, and shorter lines are possible by `length_lower_bound`, {bound}"));
                }
                Some(limit) if bound == claimed => {
                    found.push(format!("`length_stopped` says {limit}, so the length is not proven"));
                }
                _ => {}
            }
        }
        if let Some(verdict) = said.verdict {
            found.extend(said.contradictions_of(verdict, end));
        }
        if let Some(upper) = said.upper_bound {
            let score = end.score();
            let most = TREES + MAX_SWAPS - start.swaps_used();
            if upper < score {
                found.push(format!("`upper_bound` says {upper}, the line gives {score}"));
            } else if upper == score && said.verdict == Some(VerdictRecord::Undecided) {
                found.push(format!("`verdict` says undecided, `upper_bound` that {score} is the best"));
            } else if upper > score && said.verdict.is_some_and(|verdict| verdict != VerdictRecord::Undecided)
            {
                found.push(format!("`upper_bound` says {upper}, so {score} is not proven to be the best"));
            } else if upper > most {
                found.push(format!("`upper_bound` says {upper}, no line scores more than {most}"));
            }
        }
        let whole: Vec<Move> = self.played.iter().chain(moves).copied().collect();
        if let Some(share) = &self.share {
            if share.moves != whole {
                found.push("`share` has other moves than the line".into());
            }
            let seed = match &said.source {
                Some(Source::WebSeed { seed }) => Some(seed.as_str()),
                Some(_) => Some(""),
                None => None,
            };
            if seed.is_some_and(|seed| seed != share.seed) {
                found.push("`share` has another seed than `source`".into());
            }
            let dealt = Source::WebSeed { seed: share.seed.clone() };
            if seed.is_none() && !share.seed.is_empty() && !self.leads_to(&dealt, start) {
                found.push("the deal of the seed in `share` does not lead to `deal`".into());
            }
        }
        if let Some(source) = said.source.as_ref().filter(|&source| *source != Source::Text)
            && !self.leads_to(source, start)
        {
            found.push("`source` and `played` do not lead to `deal`".into());
        }
        found
    }

    /// Whether the moves played lead from the deal of a source to a position.
    fn leads_to(&self, source: &Source, position: &Position) -> bool {
        let reached = source.deal().ok().and_then(|deal| replay(&deal.into(), &self.played).ok());
        reached == Some(*position)
    }
}

impl ClaimsRecord {
    /// Finds what contradicts the verdict, in the other fields or at the end of the line.
    fn contradictions_of(&self, verdict: VerdictRecord, end: &Position) -> Vec<String> {
        let is_decided = verdict != VerdictRecord::Undecided;
        let mut found = Vec::new();
        match &self.stopped {
            Some(Some(limit)) if is_decided => {
                found.push(format!("`stopped` says {limit}, so the verdict is not proven"));
            }
            Some(None) if !is_decided => {
                found.push("`verdict` says undecided, and `stopped` names no limit".into());
            }
            _ => {}
        }
        match verdict {
            VerdictRecord::Won if !end.is_won() => {
                found.push("`verdict` says won, the line does not win".into());
            }
            VerdictRecord::Lost if end.is_won() => {
                found.push("`verdict` says lost, the line wins".into());
            }
            _ => {}
        }
        match self.score {
            Some(None) if is_decided => {
                found.push("`score` is null, and `verdict` says that the best is known".into());
            }
            Some(Some(_)) if !is_decided => {
                found.push("`verdict` says undecided, so no `score` is known to be the best".into());
            }
            _ => {}
        }
        match self.swaps {
            Some(None) if verdict == VerdictRecord::Won => {
                found.push("`swaps` is null, and `verdict` says won".into());
            }
            Some(Some(_)) if verdict != VerdictRecord::Won => {
                found.push("`swaps` counts those of a win, and `verdict` does not say won".into());
            }
            _ => {}
        }
        found
    }
}
