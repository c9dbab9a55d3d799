//! The game as front ends see it: an implementation of [`games::port`](crate::games::port).

use serde_json::{Value, json};

use super::game::notation::ParsedDeal;
use super::game::{Deal, IllegalMove, Move, Palette, Position, Reading, parse_deal};
use super::record::{self, DealSource};
use super::solver::Solver;
use super::view::page::{GAME, help, printed};
use super::view::play::TrackedPosition;
use super::view::words::{describe, phases};
use super::view::{Inside, svg};
use super::{Solace2, dealer};
use crate::draw::line::Panel;
use crate::draw::page::PageGame;
use crate::draw::page::stage::{DrawnGame, Spot};
use crate::draw::svg::Orientation;
use crate::games::port::{Drawn, Game, Given, Look, Played, READS_RECORDS, Scene, Status, Verified};
use crate::kit::error::{InputError, NamedText, SourceError};
use crate::kit::json::SCHEMA;
use crate::kit::notation::ParseError;
use crate::kit::numbers::counted;
use crate::kit::verify::Claims;

/// A deal with where it comes from, and the reading that it is played by.
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
}

impl Start {
    /// The start of a deal that was read.
    pub fn new(parsed: ParsedDeal, source: DealSource, reading: Reading) -> Self {
        let ParsedDeal { deal, palette } = parsed;
        Self { deal, palette, source, reading }
    }

    /// The start of the dealer's deal.
    pub fn dealt(seed: u64, index: u64, reading: Reading) -> Self {
        let parsed = ParsedDeal { deal: dealer::deal(seed, index), palette: Palette::default() };
        Self::new(parsed, DealSource::Seed { seed, index }, reading)
    }

    /// The deal in notation.
    pub fn deal_text(&self) -> String {
        self.palette.deal(&self.deal)
    }
}

impl Game for Solace2 {
    type Start = Start;
    type Position = Position;
    type Move = Move;
    type Reason = IllegalMove;
    /// The reading that a deal is played by. A record has its own.
    type Options = Reading;

    const NAME: &'static str = record::GAME;

    fn read(text: &NamedText, reading: Reading) -> Result<Given<Self>, InputError> {
        if READS_RECORDS && text.is_json() {
            return record::read_game(text);
        }
        let NamedText { name, content } = text;
        let parsed = parse_deal(content).map_err(|error| SourceError::new(name, content, error))?;
        Ok(Given::start(Start::new(parsed, DealSource::Text, reading)))
    }

    fn read_move(_: &Start, token: &str) -> Result<Move, ParseError> {
        token.parse()
    }

    fn first(start: &Start) -> Position {
        Position::new(&start.deal)
    }

    fn play(start: &Start, position: &mut Position, mv: Move) -> Result<(), IllegalMove> {
        position.play(mv, start.reading)
    }

    fn advice(start: &Start, _: &IllegalMove) -> Option<String> {
        Some(format!("the moves are played by the reading {}", start.reading.name()))
    }

    fn legal(start: &Start, position: &Position) -> Vec<Move> {
        position.legal_moves(start.reading).into_iter().collect()
    }

    fn described(start: &Start, before: &Position, mv: Move) -> String {
        describe(before, mv, &start.palette, Inside::Shown)
    }

    fn status(start: &Start, position: &Position) -> Status {
        let towers = counted(position.score().into(), "tower");
        // The rules end the game where nothing more can be created, even if pieces can still be moved to and fro.
        let end = if position.legal_moves(start.reading).is_empty() {
            "No move is left: "
        } else if Solver::default().is_final(position, start.reading) {
            "No further tower can come: "
        } else {
            ""
        };
        let (words, over) = (format!("{end}{towers} on the table"), !end.is_empty());
        Status { words, over, won: usize::from(position.score()) == position.nests() }
    }

    fn title(start: &Start) -> String {
        match start.source {
            DealSource::Text => "A deal of Solace II".into(),
            DealSource::Seed { seed, index } => format!("Solace II, seed {seed}, deal {index}"),
        }
    }

    fn record(verified: &Verified<Self>) -> Value {
        let end = verified.end();
        json!({
            "schema": SCHEMA,
            "game": Self::NAME,
            "reading": verified.played.start.reading.name(),
            "legal": end.is_some(),
            "moves": verified.moves,
            "score": end.map(Position::score),
            "illegal": verified.illegal,
            "contradictions": verified.contradictions,
        })
    }

    fn rebuilt(given: &Given<Self>, end: &Position, claims: &Claims) -> Value {
        record::rebuilt(&given.before.start, end, claims)
    }
}

impl Drawn for Solace2 {
    const PAGE: PageGame = GAME;

    fn scene(start: &Start, hidden: bool, orientation: Orientation) -> Scene {
        let (first, palette) = (Self::first(start), &start.palette);
        let scene = svg::Scene::of_game(&first, start.reading, orientation);
        Scene {
            drawings: svg::symbols(palette),
            board: scene.board(&first),
            help: help(palette),
            size: scene.size(),
            crop: None,
            layout: drawn(start, hidden, orientation).stage(),
        }
    }

    fn look(played: &Played<Self>, hidden: bool, orientation: Orientation) -> Look {
        let start = &played.start;
        let mut line = drawn(start, hidden, orientation);
        // Always legal, like all moves that were played.
        let phases = phases(&Self::first(start), start.reading, &played.moves, &start.palette);
        let steps = line.play_phases(&phases.unwrap_or_default());
        let legal = line.choices(played.legal());
        Look { steps, places: Some(line.places().to_vec()), legal }
    }

    fn facts(Played { start, position, .. }: &Played<Self>, _: bool) -> Value {
        json!({ "score": position.score(), "nests": position.nests(), "reading": start.reading.name() })
    }

    fn notation(played: &Played<Self>) -> String {
        played.start.deal_text()
    }

    fn why_not(Played { start, position, .. }: &Played<Self>, ends: (Spot, Option<Spot>)) -> String {
        let (from, Some(to)) = ends else { return String::new() };
        let space = |space: usize| u8::try_from(space).unwrap_or(u8::MAX);
        let (from, to) = (space(from), space(to));
        let moves = [
            Move::Tower { from, to },
            Move::Small { from, to },
            Move::Medium { from, to },
            Move::Large { from, to },
        ];
        let refused: Vec<IllegalMove> =
            moves.into_iter().filter_map(|mv| position.check(mv, start.reading).err()).collect();
        // A reason that is about what lies at the start says more than that some size does not lie there.
        let about_start = refused.iter().find(|reason| {
            !matches!(
                reason,
                IllegalMove::NotExposed(..) | IllegalMove::NoTower(_) | IllegalMove::NoTarget(..)
            )
        });
        let about_target = || refused.iter().find(|reason| matches!(reason, IllegalMove::NoTarget(..)));
        let reason = about_start.or_else(about_target);
        reason.map_or_else(|| "nothing there can move".into(), ToString::to_string)
    }

    fn picture(played: &Played<Self>, hidden: bool, title: &str) -> String {
        svg::table(&played.position, &played.start.palette, inside(hidden), title)
    }

    fn panels(played: &Played<Self>) -> Vec<Panel<Move>> {
        printed(played)
    }
}

/// The deal as scripts draw it.
fn drawn(start: &Start, hidden: bool, orientation: Orientation) -> DrawnGame<TrackedPosition> {
    let first = Solace2::first(start);
    let scene = svg::Scene::of_game(&first, start.reading, orientation);
    DrawnGame::new(TrackedPosition::new(scene, &first, &start.palette, inside(hidden)))
}

const fn inside(hidden: bool) -> Inside {
    if hidden { Inside::Hidden } else { Inside::Shown }
}
