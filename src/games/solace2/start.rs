//! Starts: a deal, moves played from it, and the reading they are played by.

use super::dealer;
use super::game::notation::{ParsedDeal, SpannedMove};
use super::game::{Deal, IllegalLine, Move, Palette, Position, Reading, parse_deal, replay};
use super::record::{DealSource, GameRecord, VerifyRecord};
use crate::kit::fault::{InputError, NamedText, SourceError};
use crate::kit::numbers::counted;

/// A deal, the moves played from it, and where both come from.
#[derive(Clone, Debug)]
pub struct Start {
    /// The deal.
    pub deal: Deal,
    /// Letters of the colours.
    pub palette: Palette,
    /// Where the deal comes from.
    pub source: DealSource,
    /// Reading of the rules.
    pub reading: Reading,
    /// Moves from the deal to the position.
    pub played: Vec<Move>,
    /// Position after the moves played.
    pub position: Position,
}

impl Start {
    /// The start of a deal.
    pub fn new(parsed: ParsedDeal, source: DealSource, reading: Reading) -> Self {
        let ParsedDeal { deal, palette } = parsed;
        let position = Position::new(&deal);
        Self { deal, palette, source, reading, played: Vec::new(), position }
    }

    /// The start of the dealer's deal.
    pub fn dealt(seed: u64, index: u64, reading: Reading) -> Self {
        let parsed = ParsedDeal { deal: dealer::deal(seed, index), palette: Palette::default() };
        Self::new(parsed, DealSource::Seed { seed, index }, reading)
    }

    /// Plays moves that a text gives.
    ///
    /// # Errors
    /// The first illegal move, with its place in the text.
    pub fn play(&mut self, name: &str, text: &str, moves: Vec<SpannedMove>) -> Result<(), InputError> {
        for (i, SpannedMove { mv, span }) in moves.into_iter().enumerate() {
            self.position.play(mv, self.reading).map_err(|reason| {
                let help = format!("the moves are played by the reading {}", self.reading.name());
                SourceError::of_move(name, text, i + 1, reason, span).with_help(Some(help))
            })?;
            self.played.push(mv);
        }
        Ok(())
    }

    /// The position before the moves played.
    pub fn first(&self) -> Position {
        Position::new(&self.deal)
    }

    /// The deal in notation.
    pub fn deal_text(&self) -> String {
        self.palette.deal(&self.deal)
    }

    /// Title of the deal for pictures.
    pub fn title(&self) -> String {
        match self.source {
            DealSource::Text => "A deal of Solace II".into(),
            DealSource::Seed { seed, index } => format!("Solace II, seed {seed}, deal {index}"),
        }
    }

    /// Title of the position for pictures.
    pub fn title_after_moves(&self) -> String {
        match self.played.len() as u64 {
            0 => self.title(),
            moves => format!("{}, after {}", self.title(), counted(moves, "move")),
        }
    }
}

/// What a text holds: a deal, or a game in JSON whose moves are not checked yet.
pub enum GameInput {
    /// A deal, and the moves played from it.
    Start(Box<Start>),
    /// A game in JSON.
    Game(Box<GameRecord>),
}

impl GameInput {
    /// Reads a deal, which is played by the given reading, or a game in JSON, which has its own.
    ///
    /// # Errors
    /// The first mistake.
    pub fn read(text: &NamedText, reading: Reading) -> Result<Self, InputError> {
        let NamedText { name, content } = text;
        if text.is_json() {
            return Ok(Self::Game(GameRecord::read(name, content)?.into()));
        }
        let parsed = parse_deal(content).map_err(|error| SourceError::new(name, content, error))?;
        Ok(Self::Start(Start::new(parsed, DealSource::Text, reading).into()))
    }

    /// The reading, the end of the line or its first illegal move, and the record of both.
    pub fn verify(self) -> (Reading, Result<Position, IllegalLine>, VerifyRecord) {
        let (reading, moves, result, contradictions) = match self {
            Self::Start(start) => (start.reading, start.played.len(), Ok(start.position), Vec::new()),
            Self::Game(game) => {
                let result = replay(&Position::new(&game.deal), game.reading, &game.moves);
                let wrong = result.as_ref().map_or_else(|_| Vec::new(), |end| game.contradictions(end));
                (game.reading, game.moves.len(), result, wrong)
            }
        };
        let record = VerifyRecord::of_line(reading, moves, &result, contradictions);
        (reading, result, record)
    }

    /// The start, all moves played.
    ///
    /// # Errors
    /// The first illegal move of a game in JSON.
    pub fn start(self) -> Result<Start, InputError> {
        match self {
            Self::Start(start) => Ok(*start),
            Self::Game(game) => game.start(),
        }
    }
}
