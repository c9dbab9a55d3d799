//! Reviews of played lines in JSON.

use serde::Serialize;

use super::SCHEMA;
use crate::games::solomids::analysis::{Ply, Review, SharedLoss};
use crate::games::solomids::game::{IllegalMove, Move};
use crate::games::solomids::solver::StopReason;
use crate::games::solomids::start::Start;
use crate::games::solomids::view::words::described;
use crate::kit::fault::Illegal;

/// Output of `analyze --format json`.
#[derive(Serialize)]
pub struct ReviewRecord {
    schema: u32,
    /// Canonical text of the position that the line starts from.
    deal: String,
    /// Best score reachable from there, null if undecided.
    score: Option<u8>,
    /// Score at the end of the line.
    reached: u8,
    /// Number of the first mistake, null if an earlier move is undecided.
    first_mistake: Option<usize>,
    /// Number of the first move with a proven cost.
    first_known_mistake: Option<usize>,
    moves: Vec<PlyRecord>,
    /// Losses by one of several moves, where it is undecided which one.
    shared_losses: Vec<SharedLossRecord>,
    /// Moves to play instead of the first known mistake.
    better_line: Option<Vec<String>>,
    /// Share string of the line up to that mistake and the better moves.
    better_share: Option<String>,
    /// First illegal move; the line is analysed up to there.
    illegal: Option<Illegal>,
    nodes: u64,
    /// Limit that left scores undecided.
    stopped: Option<&'static str>,
}

#[derive(Serialize)]
struct PlyRecord {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    words: String,
    /// Best score reachable before the move, null if undecided.
    before: Option<u8>,
    /// Best score reachable after the move, null if undecided.
    after: Option<u8>,
    before_bounds: [u8; 2],
    after_bounds: [u8; 2],
    /// `?` or `??` where this move is proven to have cost something; `shared_losses` has the others.
    mark: &'static str,
    /// Move to play instead, where there is a mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<String>,
}

/// A loss by one of the moves `first` to `last`.
#[derive(Serialize)]
struct SharedLossRecord {
    first: usize,
    last: usize,
    before_bounds: [u8; 2],
    after_bounds: [u8; 2],
    /// Moves to play instead from the first move on.
    better_line: Vec<String>,
}

impl ReviewRecord {
    /// The record of the review of moves from the position of a start.
    ///
    /// # Errors
    /// A move that is illegal where it is said to have been played.
    pub fn new(start: &Start, moves: &[Move], review: &Review) -> Result<Self, IllegalMove> {
        let plies = review.plies.iter().map(|ply| {
            Ok(PlyRecord {
                ply: ply.number,
                mv: ply.mv.to_string(),
                words: described(&ply.position, ply.mv, &start.palette)?,
                before: ply.before.score(),
                after: ply.after.score(),
                before_bounds: [ply.before.lower, ply.before.upper],
                after_bounds: [ply.after.lower, ply.after.upper],
                mark: if ply.mark.is_proven() { ply.mark.symbol() } else { "" },
                better: ply.better.first().map(ToString::to_string),
            })
        });
        let first = review.first_known_mistake();
        Ok(Self {
            schema: SCHEMA,
            deal: start.palette.canonical(&start.position),
            score: review.start.score(),
            reached: review.end.score(),
            first_mistake: review.first_mistake().map(|ply| ply.number),
            first_known_mistake: first.map(|ply| ply.number),
            moves: plies.collect::<Result<_, _>>()?,
            shared_losses: review.shared_losses.iter().map(SharedLossRecord::new).collect(),
            better_line: first.map(|ply| ply.better.iter().map(ToString::to_string).collect()),
            better_share: first.map(|ply| better_share(start, moves, ply)),
            illegal: review.illegal.map(Illegal::from),
            nodes: review.nodes,
            stopped: review.stopped.map(StopReason::name),
        })
    }
}

impl SharedLossRecord {
    fn new(loss: &SharedLoss) -> Self {
        Self {
            first: loss.first,
            last: loss.last,
            before_bounds: [loss.before.lower, loss.before.upper],
            after_bounds: [loss.after.lower, loss.after.upper],
            better_line: loss.better.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Share string of the game up to a mistake, continued by the better moves.
fn better_share(start: &Start, moves: &[Move], mistake: &Ply) -> String {
    let played = &moves[..mistake.number - 1];
    let moves: Vec<Move> = played.iter().chain(&mistake.better).copied().collect();
    start.share(&moves).to_string()
}
