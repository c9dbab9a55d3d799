//! The port: a game as every front end sees it. The service is the port in JSON, the session is the port in a terminal, and commands
//! print what it says; a game implements it once, and knows none of them.
//!
//! - [`Game`]: how texts are read, the rules, and words.
//! - [`Given`]: a line of play as it was read; its moves are not checked yet. It becomes a [`Played`], or a [`Verified`].
//! - `Drawn`: what pages and pictures show.

use std::fmt::{Debug, Display};
use std::ops::Range;

use maud::Markup;
use serde_json::{Value, json};

use crate::draw::line::Panel;
use crate::draw::page::PageGame;
use crate::draw::page::stage::{BoardLayout, Choice, Place, Spot, Step};
use crate::draw::svg::Orientation;
use crate::kit::error::{Illegal, InputError, NamedText, SourceError, token_name};
use crate::kit::json::without_empty;
use crate::kit::notation::{ParseError, tokens};
use crate::kit::numbers::counted;
use crate::kit::verify::{Claims, contradictions};

/// A game: how it is read, its rules, and words for it.
pub trait Game: Copy + Debug + 'static {
    /// What a game starts from, and where that comes from.
    type Start: Clone + Debug + 'static;
    /// The state between two moves, with the history that the rules ask for.
    type Position: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// A move, which is displayed as its token.
    type Move: Copy + Debug + PartialEq + Display + Send + 'static;
    /// Why a move is illegal.
    type Reason: Display;
    /// What decides how a text is read, besides the text.
    type Options;

    /// Name of the game in commands, records and requests.
    const NAME: &'static str;

    /// Reads a start, moves, or a record in JSON.
    ///
    /// # Errors
    /// The first mistake, with its place where it has one.
    fn read(text: &NamedText, options: Self::Options) -> Result<Given<Self>, InputError>;

    /// Reads the token of a move.
    ///
    /// # Errors
    /// What is no move.
    fn read_move(start: &Self::Start, token: &str) -> Result<Self::Move, ParseError>;

    /// The position before the first move.
    fn first(start: &Self::Start) -> Self::Position;

    /// Plays a move; an illegal one leaves the position as it was.
    ///
    /// # Errors
    /// Why the move is illegal.
    fn play(start: &Self::Start, position: &mut Self::Position, mv: Self::Move) -> Result<(), Self::Reason>;

    /// Advice for an illegal move of a line.
    fn advice(_start: &Self::Start, _reason: &Self::Reason) -> Option<String> {
        None
    }

    /// The legal moves.
    fn legal(start: &Self::Start, position: &Self::Position) -> Vec<Self::Move>;

    /// A legal move in words.
    fn described(start: &Self::Start, before: &Self::Position, mv: Self::Move) -> String;

    /// How the game stands.
    fn status(start: &Self::Start, position: &Self::Position) -> Status;

    /// Name of the start, as a title.
    fn title(start: &Self::Start) -> String;

    /// The moves of a game in one line of text, with the start where the notation has a name for it.
    fn line(played: &Played<Self>) -> String {
        tokens(&played.moves).join(", ")
    }

    /// What a replay found: output of `verify --format json`. What it says of the end is null where a move is illegal.
    fn record(verified: &Verified<Self>) -> Value;

    /// The fields of a record as the line, replayed to its end, has them. What no replay can know is taken over from `claims`.
    fn rebuilt(given: &Given<Self>, end: &Self::Position, claims: &Claims) -> Value;
}

/// Whether records in JSON are read. The module of pages goes without, for their readers are large, and so it verifies none.
pub(crate) const READS_RECORDS: bool = cfg!(feature = "batch");

/// How a game stands.
#[derive(Clone, Debug)]
pub struct Status {
    /// The state in one line of words.
    pub words: String,
    /// Whether no move is left, or a player has won.
    pub over: bool,
    /// Whether the player, or one of two, has won.
    pub won: bool,
}

/// Why a hint names its move: what it makes possible of the moves that are to follow, or else what it is itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why<M> {
    /// The reason, as a clause.
    pub words: String,
    /// The move that was illegal before and is legal after it, if the reason names one.
    pub opens: Option<M>,
}

impl<M: Display> Why<M> {
    /// Its fields in answers and records.
    pub(crate) fn record(&self) -> Value {
        let opens = self.opens.as_ref().map(ToString::to_string);
        without_empty(json!({ "why": self.words, "opens": opens }), &["opens"])
    }
}

/// A start, the moves played from it, and the position after them.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// What the game starts from.
    pub start: G::Start,
    /// The moves, all legal.
    pub moves: Vec<G::Move>,
    /// The position after them.
    pub position: G::Position,
}

impl<G: Game> Played<G> {
    /// A start without moves.
    pub fn new(start: G::Start) -> Self {
        Self { position: G::first(&start), start, moves: Vec::new() }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn play(&mut self, mv: G::Move) -> Result<(), G::Reason> {
        G::play(&self.start, &mut self.position, mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Plays a line.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn play_all(&mut self, line: &[G::Move]) -> Result<(), Illegal> {
        for &mv in line {
            let ply = self.moves.len() + 1;
            self.play(mv).map_err(|reason| Illegal {
                ply,
                mv: mv.to_string(),
                reason: reason.to_string(),
            })?;
        }
        Ok(())
    }

    /// Plays a line in notation.
    ///
    /// # Errors
    /// The first move that is malformed or illegal.
    pub fn play_tokens(&mut self, line: &[String]) -> Result<(), InputError> {
        for token in line {
            let name = format!("move {}", self.moves.len() + 1);
            let bad = |error| SourceError::new(&name, token, error);
            let mv = G::read_move(&self.start, token).map_err(bad)?;
            self.play_all(&[mv])?;
        }
        Ok(())
    }

    /// The legal moves.
    pub fn legal(&self) -> Vec<G::Move> {
        G::legal(&self.start, &self.position)
    }

    /// How the game stands.
    pub fn status(&self) -> Status {
        G::status(&self.start, &self.position)
    }

    /// Title of the start.
    pub fn title(&self) -> String {
        G::title(&self.start)
    }

    /// Title of the position.
    pub fn title_after_moves(&self) -> String {
        match self.moves.len() as u64 {
            0 => self.title(),
            moves => format!("{}, after {}", self.title(), counted(moves, "move")),
        }
    }
}

/// What a text was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A deal or a position.
    Start,
    /// Moves.
    Line,
    /// A record in JSON.
    Record,
}

/// A line as it was read: what was played before it, and its moves, which are not checked yet.
#[derive(Debug)]
pub struct Given<G: Game> {
    /// What the line goes on from.
    pub before: Played<G>,
    /// The moves of the line.
    pub line: Vec<G::Move>,
    /// Where the moves stand, in order.
    pub(crate) texts: Vec<MoveText>,
    /// What a record says of the line.
    pub claims: Option<Claims>,
    /// What the text was.
    pub form: Form,
}

/// Where some moves stand.
#[derive(Debug)]
pub(crate) enum MoveText {
    /// In a text of this name, at these places.
    Text(NamedText, Vec<Range<usize>>),
    /// In a field of the record of this name, as many.
    Field(String, &'static str, usize),
}

impl<G: Game> Given<G> {
    /// A start without moves.
    pub fn start(start: G::Start) -> Self {
        Self::after(Played::new(start))
    }

    /// A line without moves that goes on from a game.
    pub const fn after(before: Played<G>) -> Self {
        Self { before, line: Vec::new(), texts: Vec::new(), claims: None, form: Form::Start }
    }

    pub(crate) fn add(&mut self, text: NamedText, moves: impl IntoIterator<Item = (G::Move, Range<usize>)>) {
        let (moves, spans): (Vec<_>, Vec<_>) = moves.into_iter().unzip();
        self.line.extend(moves);
        self.texts.push(MoveText::Text(text, spans));
    }

    pub(crate) fn add_field(&mut self, name: &str, field: &'static str, moves: Vec<G::Move>) {
        self.texts.push(MoveText::Field(name.into(), field, moves.len()));
        self.line.extend(moves);
    }

    /// The game after the line.
    ///
    /// # Errors
    /// The first illegal move, with its place.
    pub fn played(self) -> Result<Played<G>, InputError> {
        let mut played = self.before;
        for (number, &mv) in self.line.iter().enumerate() {
            played.play(mv).map_err(|reason| {
                let advice = G::advice(&played.start, &reason);
                illegal(&self.texts, number, mv, reason).with_help(advice)
            })?;
        }
        Ok(played)
    }

    /// Replays the line by the rules alone, and compares what a record claims of it with what it gives.
    pub fn verify(&self) -> Verified<G> {
        let mut played = self.before.clone();
        let illegal = self.line.iter().zip(1..).find_map(|(&mv, ply)| {
            let reason = played.play(mv).err()?;
            Some(Illegal { ply, mv: mv.to_string(), reason: reason.to_string() })
        });
        let claims = self.claims.as_ref().filter(|_| illegal.is_none());
        let contradictions = claims
            .map(|claims| contradictions(claims, &G::rebuilt(self, &played.position, claims)))
            .unwrap_or_default();
        Verified { played, moves: self.line.len(), illegal, contradictions }
    }
}

/// The first illegal move of a line, by its number from 0, with its place.
fn illegal<M: Display>(texts: &[MoveText], number: usize, mv: M, reason: impl Display) -> SourceError {
    let mut before = 0;
    for text in texts {
        match text {
            MoveText::Text(text, spans) => {
                if let Some(span) = spans.get(number - before) {
                    return SourceError::of_move(&text.name, &text.content, number + 1, reason, span.clone());
                }
                before += spans.len();
            }
            MoveText::Field(name, field, count) => {
                if number - before < *count {
                    let (name, token) = (token_name(name, field, number - before), mv.to_string());
                    return SourceError::of_move(&name, &token, number + 1, reason, 0..token.len());
                }
                before += count;
            }
        }
    }
    let token = mv.to_string();
    SourceError::of_move(&format!("move {}", number + 1), &token, number + 1, reason, 0..token.len())
}

/// A line that was replayed.
#[derive(Debug)]
pub struct Verified<G: Game> {
    /// The game to the end of the line, or to its first illegal move.
    pub played: Played<G>,
    /// Number of moves in the line.
    pub moves: usize,
    /// The first illegal move.
    pub illegal: Option<Illegal>,
    /// What a record claims wrongly, a sentence each.
    pub contradictions: Vec<String>,
}

impl<G: Game> Verified<G> {
    /// The position at the end of the line, if all moves are legal.
    pub fn end(&self) -> Option<&G::Position> {
        Some(&self.played.position).filter(|_| self.illegal.is_none())
    }

    /// Whether all moves are legal and no claim is contradicted.
    pub const fn is_valid(&self) -> bool {
        self.illegal.is_none() && self.contradictions.is_empty()
    }
}

/// A game as pages and pictures show it.
pub(crate) trait Drawn: Game {
    /// The game on pages.
    const PAGE: PageGame;

    /// What is drawn once.
    fn scene(start: &Self::Start, hidden: bool, orientation: Orientation) -> Scene;
    /// The steps of a line, and what can be chosen after it.
    fn look(played: &Played<Self>, hidden: bool, orientation: Orientation) -> Look;
    /// What is said of a position beyond what all games say; `drawn` if it comes with a look.
    fn facts(played: &Played<Self>, drawn: bool) -> Value;
    /// The position, or the deal, in notation.
    fn notation(played: &Played<Self>) -> String;
    /// Says why nothing can be moved from one spot to another, or to the bank without one.
    fn why_not(played: &Played<Self>, ends: (Spot, Option<Spot>)) -> String;
    /// The position as an SVG document.
    fn picture(played: &Played<Self>, hidden: bool, title: &str) -> String;
    /// What is printed of a game: boards with the moves that are played on them.
    fn panels(played: &Played<Self>) -> Vec<Panel<Self::Move>>;
}

/// What is drawn once.
pub(crate) struct Scene {
    pub(crate) drawings: Markup,
    /// Content of the board under the pieces.
    pub(crate) board: Markup,
    /// How to read the board.
    pub(crate) help: Markup,
    /// Width and height.
    pub(crate) size: (u32, u32),
    /// What is left without the names of rows and columns, where these stand at the edge: left and top edge, width and height.
    pub(crate) crop: Option<[u32; 4]>,
    pub(crate) layout: BoardLayout,
}

/// The steps of a line, and what can be chosen after it.
pub(crate) struct Look {
    pub(crate) steps: Vec<Step>,
    /// All places, if they may be more than those of the scene.
    pub(crate) places: Option<Vec<Place>>,
    pub(crate) legal: Vec<Choice>,
}
