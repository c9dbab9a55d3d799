//! Records: what is known of a position or a line as JSON, in the formats of the command line.

mod review;
mod solution;

use serde_json::{Value, json};

pub use review::{findings, notes, review, shared_loss, short_summary};
pub use solution::{line, solution};
pub(super) use solution::{read_solution, rebuilt};

use super::Solomids;
use super::analysis::Hints;
use super::game::IllegalMove;
use super::solver::StopReason;
use super::view::words::{described, known, why};
use crate::games::port::Played;
use crate::kit::json::{SCHEMA, joined};

/// Output of `hint --format json`: the hints of a position.
///
/// # Errors
/// A move that is illegal there.
pub fn hints(played: &Played<Solomids>, hints: &Hints) -> Result<Value, IllegalMove> {
    let palette = &played.start.palette;
    let moves = hints.moves.iter().map(|hint| {
        Ok(json!({
            "move": hint.mv.to_string(),
            "words": described(&played.position, hint.mv, palette)?,
            "score": hint.bounds.score(),
            "lower_bound": hint.bounds.lower,
            "upper_bound": hint.bounds.upper,
            "proven": hint.bounds.proven(),
            "keeps": hint.keeps,
            "reason": hint.reason.words(palette),
        }))
    });
    let mut moves = moves.collect::<Result<Vec<_>, _>>()?;
    if let (Some(record), Some(best)) = (moves.first_mut(), hints.moves.first()) {
        let why = why(&played.position, best.mv, &best.line, palette)?;
        *record = joined([record.take(), why.record()]);
    }
    Ok(json!({
        "schema": SCHEMA,
        "deal": palette.canonical(&played.position),
        "score": hints.bounds.score(),
        "lower_bound": hints.bounds.lower,
        "upper_bound": hints.bounds.upper,
        "proven": hints.bounds.proven(),
        "summary": known(hints.bounds),
        "moves": moves,
        "nodes": hints.nodes,
        "stopped": hints.stopped.map(StopReason::name),
    }))
}
