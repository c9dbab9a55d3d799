//! Illegal moves in JSON.

use serde::Serialize;

use crate::game::IllegalLine;

/// An illegal move in JSON.
#[derive(Serialize)]
pub struct IllegalMoveRecord {
    /// Number of the move, from 1.
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    reason: String,
}

impl IllegalMoveRecord {
    /// The record of the first illegal move of a line.
    pub fn new(IllegalLine { ply, mv, reason, .. }: &IllegalLine) -> Self {
        Self { ply: *ply, mv: mv.to_string(), reason: reason.to_string() }
    }
}
