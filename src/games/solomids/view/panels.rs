//! Panels: a line of play as one board for each phase, for sheets and printed pages.

use super::words::{LineStep, phases};
use crate::games::solomids::game::{IllegalLine, Move, Palette, Position, replay};

/// A phase with the board at its start.
pub(super) struct Panel {
    pub(super) title: String,
    /// Board at the start of the phase.
    pub(super) position: Position,
    /// Moves of the phase, played on the board.
    pub(super) steps: Vec<LineStep>,
}

/// The panels of a line: one for each phase, then the final board without moves.
///
/// # Errors
/// The first illegal move of the line.
pub(super) fn panels(start: &Position, moves: &[Move], palette: &Palette) -> Result<Vec<Panel>, IllegalLine> {
    let mut panels = Vec::new();
    let mut position = *start;
    for phase in phases(start, moves, palette)? {
        let moves: Vec<Move> = phase.steps.iter().map(|step| step.mv).collect();
        panels.push(Panel { title: phase.title, position, steps: phase.steps });
        position = replay(&position, &moves)?;
    }
    let is_over = position.is_won() || position.legal_moves().is_empty();
    let title = match (panels.is_empty(), is_over) {
        (true, _) => "The board".into(),
        (_, true) => format!("The end: score {}", position.score()),
        (_, false) => format!("So far: score {}", position.score()),
    };
    panels.push(Panel { title, position, steps: Vec::new() });
    Ok(panels)
}
