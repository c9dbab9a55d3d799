//! Reviews of played lines as annotated games, which pages show, and in words.

use crate::games::solomids::analysis::{Mark, Ply, Review, SharedLoss};
use crate::games::solomids::start::Start;
use crate::games::solomids::view::page::{AnnotatedGame, Note};
use crate::kit::numbers::counted;

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

/// The game of a start, then the moves of a review with their marks.
pub fn annotated(start: &Start, review: &Review) -> AnnotatedGame {
    let Start { deal, palette, played, .. } = start;
    // A page counts the moves from the deal on.
    let before = played.len();
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
    let unannotated = played.iter().map(|_| Note::default());
    AnnotatedGame {
        title: start.title(),
        summary: short_summary(review),
        start: *deal,
        palette: *palette,
        moves: played.iter().copied().chain(review.plies.iter().map(|ply| ply.mv)).collect(),
        opening: played.len(),
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
    let short =
        format!("{}. Ends with {}, still reachable: {}", findings(review), review.end.score(), review.after);
    match review.illegal {
        Some(illegal) => format!("{short}. It breaks off there: {illegal}"),
        None => short,
    }
}
