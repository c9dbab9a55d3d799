//! The game as front ends see it: an implementation of [`games::port`](crate::games::port).

use serde_json::{Value, json};

use super::game::tracking::PieceTracker;
use super::game::{IllegalMove, Move, Position, Square, TREES};
use super::start::{self, Start};
use super::view::page::{GAME, board, help, printed};
use super::view::play::{choices, stage, steps};
use super::view::{svg, words};
use super::{Solomids, record};
use crate::draw::line::Panel;
use crate::draw::page::PageGame;
use crate::draw::page::stage::Spot;
use crate::draw::svg::Orientation;
use crate::games::port::{Drawn, Game, Given, Look, Played, Scene, Status, Verified};
use crate::kit::error::{InputError, NamedText};
use crate::kit::json::SCHEMA;
use crate::kit::notation::ParseError;
use crate::kit::numbers::counted;
use crate::kit::verify::Claims;

impl Game for Solomids {
    type Start = Start;
    type Position = Position;
    type Move = Move;
    type Reason = IllegalMove;
    /// The game that a line without a deal goes on from.
    type Options = Option<Played<Self>>;

    const NAME: &'static str = "solomids";

    fn read(text: &NamedText, given: Self::Options) -> Result<Given<Self>, InputError> {
        start::read(text, given)
    }

    fn read_move(_: &Start, token: &str) -> Result<Move, ParseError> {
        token.parse()
    }

    fn first(start: &Start) -> Position {
        start.deal
    }

    fn play(_: &Start, position: &mut Position, mv: Move) -> Result<(), IllegalMove> {
        position.play(mv)
    }

    fn legal(_: &Start, position: &Position) -> Vec<Move> {
        position.legal_moves().into_iter().collect()
    }

    fn described(start: &Start, before: &Position, mv: Move) -> String {
        words::described(before, mv, &start.palette).unwrap_or_else(|reason| reason.to_string())
    }

    fn status(_: &Start, position: &Position) -> Status {
        let (score, won) = (position.score(), position.is_won());
        let over = position.legal_moves().is_empty();
        let words = if won {
            format!("Won with {}: score {score}", words::swaps(position.swaps_used()))
        } else if over {
            format!("No move is left: score {score}")
        } else {
            let swaps = match position.swaps_earned() - position.swaps_used() {
                0 => String::new(),
                left => format!(", {} left", counted(left.into(), "swap")),
            };
            format!("{} of {TREES} trees in the bank{swaps}", position.trees_banked())
        };
        Status { words, over, won }
    }

    fn title(start: &Start) -> String {
        start.title()
    }

    /// A share string.
    fn line(played: &Played<Self>) -> String {
        played.share(&[]).to_string()
    }

    fn record(verified: &Verified<Self>) -> Value {
        let end = verified.end();
        json!({
            "schema": SCHEMA,
            "legal": end.is_some(),
            "moves": verified.moves,
            "score": end.map(Position::score),
            "trees": end.map(Position::trees_banked),
            "swaps": end.map(Position::swaps_used),
            "won": end.map(Position::is_won),
            "illegal": verified.illegal,
            "contradictions": verified.contradictions,
        })
    }

    fn rebuilt(given: &Given<Self>, end: &Position, claims: &Claims) -> Value {
        record::rebuilt(given, end, claims)
    }
}

impl Drawn for Solomids {
    const PAGE: PageGame = GAME;

    fn scene(Start { deal, palette, .. }: &Start, _: bool, orientation: Orientation) -> Scene {
        let scene = svg::Scene(orientation);
        Scene {
            drawings: svg::defs(palette, scene),
            board: board(deal, scene),
            help: help(palette),
            size: scene.size(),
            crop: Some(scene.crop()),
            layout: stage(deal, palette, scene),
        }
    }

    fn look(played: &Played<Self>, _: bool, _: Orientation) -> Look {
        let Start { deal, palette, .. } = &played.start;
        // Always legal, like all moves that were played.
        let line = steps(deal, &played.moves, palette);
        let (steps, tracker) = line.unwrap_or_else(|_| (Vec::new(), PieceTracker::new(deal)));
        Look { steps, places: None, legal: choices(&tracker, palette) }
    }

    fn facts(Played { position, .. }: &Played<Self>, _: bool) -> Value {
        json!({
            "score": position.score(),
            "trees": position.trees_banked(),
            "swaps_earned": position.swaps_earned(),
            "swaps_used": position.swaps_used(),
        })
    }

    fn notation(played: &Played<Self>) -> String {
        played.start.palette.canonical(&played.position)
    }

    fn why_not(Played { position, .. }: &Played<Self>, (from, to): (Spot, Option<Spot>)) -> String {
        let refused = |mv| {
            let mut after = *position;
            after.play(mv).err()
        };
        let square = |spot: usize| Square::all().nth(spot);
        let said = |reason: Option<IllegalMove>| reason.map_or_else(String::new, |reason| reason.to_string());
        let Some(from) = square(from) else { return "There is no such square".into() };
        let Some(to) = to.and_then(square) else {
            let reason = refused(Move::Bank { at: from });
            return reason
                .map_or_else(String::new, |reason| format!("{reason}, so it cannot go to the bank"));
        };
        // Onto another stack, or forwards into a gap.
        if position.get(to).is_some() {
            return said(refused(Move::Stack { from, to }));
        }
        let ahead = to.column() == from.column() && to.depth() < from.depth();
        match refused(Move::Slide { from, to }).filter(|_| ahead) {
            None => format!(
                "{to} is empty: a stack goes onto another one, or slides forwards until it touches something"
            ),
            reason => said(reason),
        }
    }

    fn picture(played: &Played<Self>, _: bool, title: &str) -> String {
        svg::board(&played.position, &played.start.palette, title)
    }

    fn panels(played: &Played<Self>) -> Vec<Panel<Move>> {
        printed(played)
    }
}
