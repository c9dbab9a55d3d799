//! Reviews of played lines in JSON, in words, and as annotated games, which pages show.

use serde::Serialize;

use super::SCHEMA;
use crate::games::port::Played;
use crate::games::solomids::Solomids;
use crate::games::solomids::analysis::{Mark, Ply, Review, SharedLoss};
use crate::games::solomids::game::{IllegalMove, Move};
use crate::games::solomids::solver::{Proven, StopReason};
use crate::games::solomids::view::page::{AnnotatedGame, Note};
use crate::games::solomids::view::words::described;
use crate::kit::error::Illegal;
use crate::kit::notation::tokens;
use crate::kit::numbers::counted;

/// Output of `analyze --format json`.
#[derive(Serialize)]
pub struct ReviewRecord {
    schema: u32,
    /// Canonical text of the position that the line starts from.
    deal: String,
    /// Best score reachable from there, null if undecided.
    score: Option<u8>,
    /// Whether a win or a loss is proven of it; null if that is open.
    proven: Option<Proven>,
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
    /// The record of the review of moves that go on from a game.
    ///
    /// # Errors
    /// A move that is illegal where it is said to have been played.
    pub fn new(before: &Played<Solomids>, moves: &[Move], review: &Review) -> Result<Self, IllegalMove> {
        let plies = review.plies.iter().map(|ply| {
            Ok(PlyRecord {
                ply: ply.number,
                mv: ply.mv.to_string(),
                words: described(&ply.position, ply.mv, &before.start.palette)?,
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
            deal: before.start.palette.canonical(&before.position),
            score: review.start.score(),
            proven: review.start.proven(),
            reached: review.end.score(),
            first_mistake: review.first_mistake().map(|ply| ply.number),
            first_known_mistake: first.map(|ply| ply.number),
            moves: plies.collect::<Result<_, _>>()?,
            shared_losses: review.shared_losses.iter().map(SharedLossRecord::new).collect(),
            better_line: first.map(|ply| tokens(&ply.better)),
            better_share: first.map(|ply| better_share(before, moves, ply)),
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
            better_line: tokens(&loss.better),
        }
    }
}

/// Share string of the game up to a mistake, continued by the better moves.
fn better_share(before: &Played<Solomids>, moves: &[Move], mistake: &Ply) -> String {
    let played = &moves[..mistake.number - 1];
    let moves: Vec<Move> = played.iter().chain(&mistake.better).copied().collect();
    before.share(&moves).to_string()
}

/// Formats a loss by one of several moves: `One of the moves 1 to 2 gave up a point, 17 to 16`. `played` is the number of
/// moves before the line.
pub fn shared_loss(loss: &SharedLoss, played: usize) -> String {
    let SharedLoss { before, after, .. } = loss;
    let (first, last) = (loss.first + played, loss.last + played);
    let given_up = match before.lower - after.upper {
        _ if loss.loses_win() => "the win",
        1 if before.is_decided() && after.is_decided() => "a point",
        1 => "a point at least",
        _ => "more than a point",
    };
    format!("One of the moves {first} to {last} gave up {given_up}, {before} to {after}")
}

/// A game, then the moves of a review with their marks.
pub fn annotated(played: &Played<Solomids>, review: &Review) -> AnnotatedGame {
    let Played { start, moves, .. } = played;
    // A page counts the moves from the deal on.
    let before = moves.len();
    let note = |ply: &Ply| {
        let shared = || review.shared_losses.iter().filter(|loss| loss.contains(ply.number));
        let reason = match ply.mark {
            Mark::Suspect => shared().map(|loss| shared_loss(loss, before)).collect::<Vec<_>>().join("; "),
            _ if ply.loses_win() => "the win is lost".into(),
            _ => String::new(),
        };
        // What would have been better is shown at the first of the moves.
        let better = shared().find(|loss| loss.first == ply.number).map(|loss| &loss.better);
        let better = better.filter(|_| ply.mark == Mark::Suspect).unwrap_or(&ply.better).clone();
        Note { mark: ply.mark, before: Some(ply.before), after: Some(ply.after), reason, better }
    };
    let unannotated = moves.iter().map(|_| Note::default());
    AnnotatedGame {
        title: start.title(),
        summary: short_summary(review),
        start: start.deal,
        palette: start.palette,
        moves: moves.iter().copied().chain(review.plies.iter().map(|ply| ply.mv)).collect(),
        opening: before,
        seed: start.web_seed().into(),
        notes: unannotated.chain(review.plies.iter().map(note)).collect(),
    }
}

/// Formats the best score at the start and the numbers of marked and undecided moves.
pub fn findings(review: &Review) -> String {
    let (mistakes, blunders) = (review.marked(Mark::Mistake), review.marked(Mark::Blunder));
    let undecided = review.plies.iter().filter(|ply| ply.is_undecided() && ply.mark != Mark::Suspect);
    let suspects = review.marked(Mark::Suspect);
    let marks = match (mistakes + blunders + suspects, review.start.score(), review.after.score()) {
        (0, Some(a), Some(b)) if a == b => "no move gave anything up".into(),
        (0, ..) => "no move is known to have given anything up".into(),
        _ => [
            (blunders, "marked ??"),
            (mistakes, "marked ?"),
            (suspects, "marked ?!, which gave something up together"),
            (undecided.count(), "undecided"),
        ]
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{} {what}", counted(count as u64, "move")))
        .collect::<Vec<_>>()
        .join(", "),
    };
    format!("Best {}, {marks}", review.start)
}

/// Formats the review in one line, for the page.
fn short_summary(review: &Review) -> String {
    let short = format!(
        "{}. At the end the score is {}, and {} can still be reached",
        findings(review),
        review.end.score(),
        review.after
    );
    match review.illegal {
        Some(illegal) => format!("{short}. It breaks off there: {illegal}"),
        None => short,
    }
}
