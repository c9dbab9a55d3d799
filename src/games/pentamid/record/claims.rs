//! What a record claims of a game, and what contradicts it.

use crate::games::pentamid::game::Game;

use super::{AnalysisRecord, result_name};

/// What a record claims of a game.
pub enum Claims {
    /// How a game stands after its moves.
    Result(String),
    /// The answer of an analysis; the game is the one played before, with the line after it.
    Analysis(Box<AnalysisRecord>),
}

impl Claims {
    /// What the game contradicts.
    pub fn contradictions(&self, game: &Game) -> Vec<String> {
        let mut wrong = Vec::new();
        match self {
            Self::Result(claimed) => {
                let result = result_name(game.status());
                if claimed != result {
                    wrong.push(format!("the result is {result}, not {claimed}"));
                }
            }
            Self::Analysis(record) => record.contradictions(game, &mut wrong),
        }
        wrong
    }
}

impl AnalysisRecord {
    fn contradictions(&self, game: &Game, wrong: &mut Vec<String>) {
        let states = game.history().states();
        let Some(position) = states.get(self.played.len()) else { return };
        let text = position.text(game.rules());
        if text != self.position {
            wrong.push(format!("the moves played lead to {text}"));
        }
        if position.side().to_string() != self.side.to_string() {
            wrong.push(format!("player {} is to move", position.side()));
        }
        let mut before = game.clone();
        while before.moves().len() > self.played.len() {
            before.take_back();
        }
        let moves = before.legal_moves().len();
        if moves != self.moves {
            wrong.push(format!("there are {moves} legal moves, not {}", self.moves));
        }
        let winner = match self.result.as_str() {
            "win" => Some(position.side()),
            "loss" => Some(position.side().other()),
            "unknown" => None,
            other => {
                wrong.push(format!("`{other}` is no result; it is win, loss or unknown"));
                return;
            }
        };
        if winner.is_none() && self.line.is_empty() {
            return;
        }
        if winner != game.status().winner() {
            let how = match game.status().winner() {
                Some(side) => format!("player {side} wins"),
                None => "the game goes on".into(),
            };
            wrong.push(format!("at the end of the line {how}, against the result {}", self.result));
        }
        if winner.is_some() && self.line.len() != self.plies as usize {
            wrong.push(format!("the line has {} plies, not {}", self.line.len(), self.plies));
        }
    }
}
