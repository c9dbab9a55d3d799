//! The game as front ends see it: an implementation of [`games::port`](crate::games::port).

use serde_json::{Value, json};

use super::Pentamid;
use super::game::{
    Game as PentamidGame, IllegalMove, Move, Position, Repetition, Rules, Size, Status, Variant, parse_move,
    parse_moves, parse_position, squares,
};
use super::record;
use super::view::page::{GAME, help, printed};
use super::view::play::TrackedPosition;
use super::view::svg;
use super::view::words::{self, described};
use crate::draw::line::Panel;
use crate::draw::page::PageGame;
use crate::draw::page::stage::{DrawnGame, Spot};
use crate::draw::svg::Orientation;
use crate::games::port::{self, Drawn, Form, Game, Given, Look, Played, READS_RECORDS, Scene, Verified};
use crate::kit::error::{ErrorWithHelp, InputError, NamedText, SourceError};
use crate::kit::json::{SCHEMA, without_empty};
use crate::kit::notation::ParseError;
use crate::kit::verify::Claims;

/// The rules and the first position.
#[derive(Clone, Debug)]
pub struct Start {
    /// The rules.
    pub rules: Rules,
    /// Whether earlier states may come back.
    pub repetition: Repetition,
    /// The first position.
    pub first: Position,
}

impl Start {
    /// The usual start of a game.
    pub const fn new(rules: Rules, repetition: Repetition) -> Self {
        Self { rules, repetition, first: Position::START }
    }
}

/// How a text is read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The rules of positions and moves.
    pub rules: Rules,
    /// Whether the rules were asked for, so that a record of another variant is refused.
    pub is_given: bool,
    /// Whether earlier states may come back, whatever a record says; barred unless one says otherwise.
    pub repetition: Option<Repetition>,
}

impl Options {
    /// The rules of a record.
    pub(super) fn rules_of_record(&self, variant: Variant) -> Result<Rules, InputError> {
        let rules = Rules::new(variant)
            .map_err(|error| ErrorWithHelp::new(error.to_string(), "change the variant of the record"))?;
        if self.is_given && rules != self.rules {
            let message = format!("the record is of another variant: {rules}");
            let help = "leave --board, --nests, --row, --diagonals and --both out";
            return Err(ErrorWithHelp::new(message, help).into());
        }
        Ok(rules)
    }
}

impl Game for Pentamid {
    type Start = Start;
    type Position = PentamidGame;
    type Move = Move;
    type Reason = IllegalMove;
    type Options = Options;

    const NAME: &'static str = record::GAME;

    /// Reads a position, moves from the start, or a record in JSON: a game, or an answer of `analyze`.
    fn read(text: &NamedText, options: Options) -> Result<Given<Self>, InputError> {
        if READS_RECORDS && text.is_json() {
            return record::read_record(text, &options);
        }
        let Options { rules, repetition, .. } = options;
        let mut given = Given::start(Start::new(rules, repetition.unwrap_or_default()));
        if is_moves(&text.content) {
            given.form = Form::Line;
            add_moves(&mut given, text)?;
        } else {
            let NamedText { name, content } = text;
            let first =
                parse_position(&rules, content).map_err(|error| SourceError::new(name, content, error))?;
            given.before = Played::new(Start { first, ..given.before.start });
        }
        Ok(given)
    }

    fn read_move(start: &Start, token: &str) -> Result<Move, ParseError> {
        parse_move(&start.rules, token)
    }

    fn first(start: &Start) -> PentamidGame {
        PentamidGame::new(start.rules, start.repetition, start.first)
    }

    fn play(_: &Start, game: &mut PentamidGame, mv: Move) -> Result<(), IllegalMove> {
        game.play(mv)
    }

    fn advice(_: &Start, reason: &IllegalMove) -> Option<String> {
        let advice = match reason {
            IllegalMove::Repeats { .. } => {
                "no earlier state of a game may come back: the same stacks with the same side to move"
            }
            IllegalMove::StillCovered(_) => "nests are used up from the outside: large, medium, small",
            _ => return None,
        };
        Some(advice.into())
    }

    fn legal(_: &Start, game: &PentamidGame) -> Vec<Move> {
        game.legal_moves().into_iter().collect()
    }

    fn described(_: &Start, before: &PentamidGame, mv: Move) -> String {
        described(before.position(), mv)
    }

    fn status(_: &Start, game: &PentamidGame) -> port::Status {
        let status = game.status();
        port::Status {
            words: words::state(status, game.position().side()),
            over: status.is_over(),
            won: status.winner().is_some(),
        }
    }

    fn title(_: &Start) -> String {
        "Pentamid".into()
    }

    fn record(verified: &Verified<Self>) -> Value {
        let end = verified.end();
        json!({
            "schema": SCHEMA,
            "game": Self::NAME,
            "legal": end.is_some(),
            "moves": verified.moves,
            "repetition": verified.played.start.repetition == Repetition::Barred,
            "position": end.map(|game| game.position().text(game.rules())),
            "result": end.map(|game| record::result_name(game.status())),
            "illegal": verified.illegal,
            "contradictions": verified.contradictions,
        })
    }

    fn rebuilt(_: &Given<Self>, end: &PentamidGame, claims: &Claims) -> Value {
        record::rebuilt(end, claims)
    }
}

pub(crate) fn add_moves(given: &mut Given<Pentamid>, text: &NamedText) -> Result<(), InputError> {
    let NamedText { name, content } = text;
    let read = parse_moves(&given.before.start.rules, content)
        .map_err(|error| SourceError::new(name, content, error))?;
    given.add(text.clone(), read.moves.into_iter().zip(read.spans));
    Ok(())
}

/// Whether a text begins like moves: a position begins with a square.
fn is_moves(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.split('#').next().unwrap_or(line));
    let first = lines.find_map(|line| line.split([' ', '\t', ',']).find(|word| !word.is_empty()));
    first.is_some_and(|word| {
        word.contains('@') || (word.len() > 1 && word.contains('-') && !word.contains('/'))
    })
}

impl Drawn for Pentamid {
    const PAGE: PageGame = GAME;

    fn scene(start: &Start, _: bool, orientation: Orientation) -> Scene {
        let scene = svg::Scene::new(start.rules, orientation);
        Scene {
            drawings: svg::symbols(),
            board: scene.board(),
            help: help(),
            size: scene.size(),
            crop: scene.crop(),
            layout: DrawnGame::new(TrackedPosition::new(&start.rules, &start.first, orientation)).stage(),
        }
    }

    fn look(played: &Played<Self>, _: bool, orientation: Orientation) -> Look {
        let Start { rules, first, .. } = &played.start;
        let mut drawn = DrawnGame::new(TrackedPosition::new(rules, first, orientation));
        let steps = played.moves.iter().map(|&mv| drawn.play(mv, None)).collect();
        let legal = drawn.choices(played.legal());
        Look { steps, places: Some(drawn.places().to_vec()), legal }
    }

    fn facts(Played { start, position: game, .. }: &Played<Self>, drawn: bool) -> Value {
        let dense = |square| start.rules.dense(square);
        // With the number of plies after which the state stood that the move would bring back.
        let barred = |(mv, ply): (Move, usize)| {
            if !drawn {
                return mv.to_string().into();
            }
            json!({
                "move": mv.to_string(),
                "from": mv.from().map(dense),
                "to": dense(mv.to()),
                "ply": ply,
                "reason": game.check(mv).err().map(|reason| reason.to_string()).unwrap_or_default(),
            })
        };
        let status = game.status();
        let visible = |side| game.position().visible(side);
        let is_of = |side| move |&line: &u64| line & !visible(side) == 0;
        let line = match status {
            Status::Line(side) if drawn => start.rules.lines().into_iter().find(is_of(side)),
            _ => None,
        };
        let facts = json!({
            "barred": game.barred().into_iter().map(barred).collect::<Vec<_>>(),
            "side": game.position().side().index() + 1,
            "winner": status.winner().map(|side| side.index() + 1),
            "drawn": status == Status::Drawn,
            "line": line.map(|line| squares(line).map(dense).collect::<Vec<_>>()),
        });
        without_empty(facts, &["line"])
    }

    fn notation(Played { start, position, .. }: &Played<Self>) -> String {
        position.position().text(&start.rules)
    }

    fn why_not(Played { start, position: game, .. }: &Played<Self>, ends: (Spot, Option<Spot>)) -> String {
        let position = game.position();
        let square = |spot: usize| start.rules.squares().nth(spot);
        let (from, side) = (square(ends.0), position.side());
        let Some(to) = ends.1.and_then(square) else {
            let own = from.and_then(|from| position.top(from)).is_some_and(|piece| piece.side == side);
            let whose = if own {
                "it is shut in, or its moves would bring an earlier state back"
            } else {
                "it is the other player's"
            };
            return format!("this piece cannot move: {whose}");
        };
        let mv = match from {
            Some(from) => match position.top(from) {
                Some(piece) if piece.side == side => Move::Step { size: piece.size, from, to },
                Some(_) => return format!("the piece on {from} is the other player's"),
                None => return format!("{from} is empty"),
            },
            None => Move::Drop { size: Size::Large, to },
        };
        game.check(mv).err().map(|reason| reason.to_string()).unwrap_or_default()
    }

    fn picture(Played { start, position, .. }: &Played<Self>, _: bool, title: &str) -> String {
        svg::board(&start.rules, position.position(), title)
    }

    fn panels(played: &Played<Self>) -> Vec<Panel<Move>> {
        printed(played)
    }
}
