//! The data of a page, as its script reads them in JSON.

use serde::Serialize;

use super::annotated::{AnnotatedGame, Note};
use super::play::{stage, steps};
use crate::draw::page::solver::Origin;
use crate::draw::page::stage::{Stage, Step};
use crate::games::solomids::analysis::Mark;
use crate::games::solomids::game::IllegalLine;
use crate::games::solomids::game::tracking::PieceTracker;

/// All data of a page.
#[derive(Serialize)]
pub(super) struct PageData {
    #[serde(flatten)]
    stage: Stage,
    /// Number of moves already played when the page opens.
    opening: usize,
    /// The game, then the better lines.
    lines: Vec<PageLine>,
    /// The game for the module.
    origin: Origin,
}

/// The game, or a better line that branches off from it.
#[derive(Serialize)]
pub(crate) struct PageLine {
    /// Number of moves of the game before the line.
    from: usize,
    /// Moves of the line.
    steps: Vec<PageStep>,
}

/// A move of a line with its note.
#[derive(Serialize)]
struct PageStep {
    #[serde(flatten)]
    step: Step,
    /// Note on the move, unless there is nothing to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<PageNote>,
}

/// A note on a move.
#[derive(Serialize)]
struct PageNote {
    /// Symbol of the mark: empty, `?!`, `?` or `??`.
    mark: &'static str,
    /// Best score before the move, or bounds on it.
    before: Option<String>,
    /// Best score after the move, or bounds on it.
    after: Option<String>,
    /// Reason for the mark; may be empty.
    reason: String,
    /// Token and words of the better move.
    better: Option<String>,
    /// Index of the line that begins with the better move.
    line: Option<usize>,
}

impl PageData {
    /// The data of a game, and whether the page deals another one.
    ///
    /// # Errors
    /// The first illegal move of the game, or of a better line.
    pub(super) fn new(game: &AnnotatedGame, fresh: bool) -> Result<Self, IllegalLine> {
        let AnnotatedGame { start, palette, moves, .. } = game;
        Ok(Self {
            stage: stage(start, palette),
            opening: game.opening.min(moves.len()),
            lines: PageLine::all(game)?,
            origin: Origin {
                game: "solomids",
                text: palette.canonical(start),
                seed: game.seed.clone(),
                fresh,
                ..Origin::default()
            },
        })
    }
}

impl PageLine {
    /// The lines of a game: itself, then the better lines of its notes.
    ///
    /// # Errors
    /// The first illegal move of the game, or of a better line.
    pub(crate) fn all(game: &AnnotatedGame) -> Result<Vec<Self>, IllegalLine> {
        let AnnotatedGame { start, palette, moves, .. } = game;
        let mut lines = vec![Self { from: 0, steps: Vec::new() }];
        let mut notes = game.notes.iter();
        for (ply, (before, step)) in steps(PieceTracker::new(start), moves, palette)?.into_iter().enumerate()
        {
            let mut step = PageStep { step, note: None };
            if let Some(note) = notes.next() {
                let better = steps(before, &note.better, palette)
                    .map_err(|error| IllegalLine { ply: ply + error.ply, ..error })?;
                let better: Vec<Step> = better.into_iter().map(|(_, step)| step).collect();
                step.note = PageNote::new(note, &better, lines.len());
                if better.len() > 1 {
                    let steps = better.into_iter().map(|step| PageStep { step, note: None });
                    lines.push(Self { from: ply, steps: steps.collect() });
                }
            }
            lines[0].steps.push(step);
        }
        Ok(lines)
    }
}

impl PageNote {
    /// The note as the script shows it; `None` if it is empty. `line` is the index of the better line, if the page has
    /// one.
    fn new(note: &Note, better: &[Step], line: usize) -> Option<Self> {
        let Note { mark, before, after, ref reason, .. } = *note;
        if mark == Mark::None && before.is_none() && after.is_none() && reason.is_empty() && better.is_empty()
        {
            return None;
        }
        Some(Self {
            mark: mark.symbol(),
            before: before.map(|bounds| bounds.to_string()),
            after: after.map(|bounds| bounds.to_string()),
            reason: reason.clone(),
            better: better.first().map(|step| format!("{}  {}", step.token, step.words)),
            line: (better.len() > 1).then_some(line),
        })
    }
}
