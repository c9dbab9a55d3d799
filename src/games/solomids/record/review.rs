//! Reviews of played lines in JSON, in words, and as notes, which pages show.

use serde_json::{Value, json};

use crate::draw::page::stage::{Notes, StepNote};
use crate::games::port::Played;
use crate::games::solomids::Solomids;
use crate::games::solomids::analysis::{Mark, Ply, Review, SharedLoss};
use crate::games::solomids::game::{IllegalMove, Move};
use crate::games::solomids::solver::{Bounds, StopReason};
use crate::games::solomids::view::words::described;
use crate::kit::error::Illegal;
use crate::kit::json::{SCHEMA, without_empty};
use crate::kit::notation::tokens;
use crate::kit::numbers::counted;

/// Output of `analyze --format json`: the review of moves that go on from a game.
///
/// # Errors
/// A move that is illegal where it is said to have been played.
pub fn review(before: &Played<Solomids>, moves: &[Move], review: &Review) -> Result<Value, IllegalMove> {
    let bounds = |bounds: Bounds| [bounds.lower, bounds.upper];
    let plies = review.plies.iter().map(|ply| {
        let record = json!({
            "ply": ply.number,
            "move": ply.mv.to_string(),
            "words": described(&ply.position, ply.mv, &before.start.palette)?,
            "before": ply.before.score(),
            "after": ply.after.score(),
            "before_bounds": bounds(ply.before),
            "after_bounds": bounds(ply.after),
            // `shared_losses` has those that are not proven of one move.
            "mark": if ply.mark.is_proven() { ply.mark.symbol() } else { "" },
            "better": ply.better.first().map(ToString::to_string),
        });
        Ok(without_empty(record, &["better"]))
    });
    let shared = review.shared_losses.iter().map(|loss| {
        json!({
            "first": loss.first,
            "last": loss.last,
            "before_bounds": bounds(loss.before),
            "after_bounds": bounds(loss.after),
            "better_line": tokens(&loss.better),
        })
    });
    let first = review.first_known_mistake();
    Ok(json!({
        "schema": SCHEMA,
        "deal": before.start.palette.canonical(&before.position),
        "score": review.start.score(),
        "proven": review.start.proven(),
        "reached": review.end.score(),
        "first_mistake": review.first_mistake().map(|ply| ply.number),
        "first_known_mistake": first.map(|ply| ply.number),
        "moves": plies.collect::<Result<Vec<_>, _>>()?,
        "shared_losses": shared.collect::<Vec<_>>(),
        "better_line": first.map(|ply| tokens(&ply.better)),
        "better_share": first.map(|ply| better_share(before, moves, ply)),
        "illegal": review.illegal.map(Illegal::from),
        "nodes": review.nodes,
        "stopped": review.stopped.map(StopReason::name),
    }))
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

/// Notes on a game and the moves of a review that go on from it.
pub fn notes(before: &Played<Solomids>, review: &Review) -> Notes<Move> {
    let Played { start, moves, .. } = before;
    let mut notes = Notes { moves: vec![None; moves.len()], better: Vec::new() };
    for ply in &review.plies {
        let shared = || review.shared_losses.iter().filter(|loss| loss.contains(ply.number));
        let reason = match ply.mark {
            // A page counts the moves from the deal on.
            Mark::Suspect => {
                shared().map(|loss| shared_loss(loss, moves.len())).collect::<Vec<_>>().join("; ")
            }
            _ if ply.loses_win() => "the win is lost".into(),
            _ => String::new(),
        };
        // What would have been better is shown at the first of the moves.
        let better = shared().find(|loss| loss.first == ply.number).map(|loss| &loss.better);
        let better = better.filter(|_| ply.mark == Mark::Suspect).unwrap_or(&ply.better);
        // A single better move is no line to be played through.
        if better.len() > 1 {
            notes.better.push((moves.len() + ply.number - 1, better.clone()));
        }
        // Better moves are legal.
        let in_words = |&mv| {
            let words = described(&ply.position, mv, &start.palette).unwrap_or_default();
            format!("{mv}  {words}")
        };
        notes.moves.push(Some(StepNote {
            mark: ply.mark.symbol(),
            before: Some(ply.before.to_string()),
            after: Some(ply.after.to_string()),
            reason,
            better: better.first().map(in_words),
            line: (better.len() > 1).then_some(notes.better.len()),
        }));
    }
    notes
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

/// Formats the review in one line, for pages.
pub fn short_summary(review: &Review) -> String {
    let end = review.end.score();
    let rest = match review.after.score() {
        Some(after) if after == end => String::new(),
        _ => format!(", and {} can still be reached", review.after),
    };
    let short = format!("{}. At the end the score is {end}{rest}", findings(review));
    match review.illegal {
        Some(illegal) => format!("{short}. It breaks off there: {illegal}"),
        None => short,
    }
}
