//! A line of play as boards, one for every phase, for sheets of paper.

use super::words::{Step, phases};
use crate::game::{IllegalLine, Move, Palette, Position, replay};

/// A board, and the moves from it to the next.
pub(super) struct Panel {
    pub(super) title: String,
    pub(super) position: Position,
    pub(super) steps: Vec<Step>,
}

/// The boards of a line, the last of them without moves.
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
