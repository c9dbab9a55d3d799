//! What scripts draw games from, in JSON, for all games: a stage with pieces, the steps of a line, and the moves to choose from.
//!
//! A *spot* is the number of a place where a piece may be drawn, a piece the number of a pyramid. Scripts know no rules: the
//! library says which pieces a move takes where.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};

use crate::draw::line::Phase;
use crate::draw::svg::PyramidPlacement;
use crate::kit::notation::tokens;

/// Number of a place where a piece may be drawn.
pub(crate) type Spot = usize;

/// Middle, scale and layer of a place. Pieces of higher layers are drawn in front.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Place(u32, u32, f64, u32);

impl Place {
    pub(crate) const fn new(PyramidPlacement { x, y, scale }: PyramidPlacement, layer: u32) -> Self {
        Self(x, y, scale, layer)
    }
}

/// The pieces at the start of a game, and the places where they may be drawn.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BoardLayout {
    /// All places; first the middle of each square or space.
    pub(crate) places: Vec<Place>,
    pub(crate) cells: Vec<String>,
    pub(crate) pieces: Vec<String>,
    /// Each piece in words, for screen readers: `red small`.
    pub(crate) names: Vec<String>,
    /// Spot of each piece at the start.
    pub(crate) spots: Vec<Spot>,
    /// Numbers that a board shows beside the pieces, at the start: first of what is done, then those that only its game knows.
    pub(crate) tally: Vec<usize>,
    /// Width and height of a marked space.
    pub(crate) mark: (u32, u32),
    /// The start in words, for screen readers, unless the script of the game makes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) says: Option<String>,
    /// Pieces that are not drawn at the start, in games with hidden pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) covered: Option<Vec<usize>>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Step {
    #[serde(rename = "move")]
    pub(crate) token: String,
    pub(crate) words: String,
    pub(crate) kind: &'static str,
    /// Title of the phase that ends with the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) phase: Option<String>,
    /// Spots of the squares or spaces that the token names.
    pub(crate) squares: Vec<Spot>,
    /// Pieces that are elsewhere after the move, with their spots.
    pub(crate) moved: Vec<(usize, Spot)>,
    /// The numbers of [`BoardLayout::tally`] after the move.
    pub(crate) tally: Vec<usize>,
    /// The position after the move in words, unless the script of the game makes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) says: Option<String>,
    /// Pieces that are not drawn after the move, in games with hidden pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) covered: Option<Vec<usize>>,
    /// Whether the move shows a piece that was hidden, so that it cannot be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shows: Option<bool>,
}

/// Notes on the moves of a game.
#[derive(Clone, Debug)]
pub struct Notes<M> {
    /// One for each move, or none at all.
    pub(crate) moves: Vec<Option<StepNote>>,
    /// Lines that would have been better: number of moves of the game before each, and its moves.
    pub(crate) better: Vec<(usize, Vec<M>)>,
}

impl<M> Default for Notes<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), better: Vec::new() }
    }
}

impl<M: fmt::Display> Notes<M> {
    /// The fields `notes` and `better` of answers.
    pub(crate) fn record(&self) -> Value {
        let better = self.better.iter().map(|(from, line)| json!({ "from": from, "moves": tokens(line) }));
        json!({ "notes": self.moves, "better": better.collect::<Vec<_>>() })
    }
}

/// A note on a move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StepNote {
    /// Symbol of the mark: empty, `?!`, `?` or `??`.
    pub(crate) mark: &'static str,
    /// Best score before the move, or bounds on it.
    pub(crate) before: Option<String>,
    /// Best score after the move, or bounds on it.
    pub(crate) after: Option<String>,
    pub(crate) reason: String,
    /// Token and words of the better move.
    pub(crate) better: Option<String>,
    /// Number of the line in [`Notes::better`] that begins with the better move, from 1.
    pub(crate) line: Option<usize>,
}

impl StepNote {
    /// The note in words: scores before and after, reason, better move.
    pub(crate) fn words(&self) -> String {
        let cost = self.before.iter().zip(&self.after).map(|(before, after)| format!("{before} to {after}"));
        let reason = Some(self.reason.clone()).filter(|reason| !reason.is_empty());
        let said = cost.chain(reason).collect::<Vec<_>>().join(", ");
        let better = self.better.as_ref().map(|better| format!("better: {better}"));
        [Some(said).filter(|said| !said.is_empty()), better]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("; ")
    }
}

/// A legal move that a player may choose.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choice {
    #[serde(rename = "move")]
    pub(crate) token: String,
    pub(crate) words: String,
    /// Kind of the move by the rules.
    pub(crate) kind: &'static str,
    /// Spot of the square or space that is left; null for a piece in reserve.
    pub(crate) from: Option<Spot>,
    /// Spot of the square or space that is reached; null for the bank.
    pub(crate) to: Option<Spot>,
    /// Pieces that the player moves.
    pub(crate) pieces: Vec<usize>,
    /// Pieces that are elsewhere after the move, with their spots.
    pub(crate) moved: Vec<(usize, Spot)>,
}

/// The places that pieces take in the course of a game.
pub(crate) struct Places {
    all: Vec<Place>,
    known: HashMap<(u32, u32, u32), Spot>,
}

impl Places {
    pub(crate) fn spot(&mut self, placement: PyramidPlacement, layer: u32) -> Spot {
        *self.known.entry((placement.x, placement.y, layer)).or_insert_with(|| {
            self.all.push(Place::new(placement, layer));
            self.all.len() - 1
        })
    }
}

/// A position with numbered pieces, and where they are drawn.
pub(crate) trait TrackedPieces: Clone {
    type Move: Copy + fmt::Display;

    /// Middles and names of the squares or spaces.
    fn cells(&self) -> Vec<((u32, u32), String)>;
    /// Width and height of a marked square or space.
    fn mark(&self) -> (u32, u32);
    /// Symbols of the pieces, by their numbers.
    fn symbols(&self) -> Vec<String>;

    /// The pieces in words, by their numbers.
    fn names(&self) -> Vec<String>;

    /// Plays a legal move, and returns the pieces that the player moves.
    fn play(&mut self, mv: Self::Move) -> Vec<usize>;
    /// The spots of all pieces, by their numbers.
    fn spots(&self, places: &mut Places) -> Vec<Spot>;
    /// Pieces that are not drawn, in games with hidden pieces.
    fn covered(&self) -> Option<Vec<usize>> {
        None
    }
    /// The numbers of [`BoardLayout::tally`].
    fn tally(&self) -> Vec<usize>;
    fn says(&self) -> String;
    fn words(&self, mv: Self::Move) -> String;
    /// Spots of the square or space that a move leaves, if it leaves one, and of the one that it reaches.
    fn ends(&self, mv: Self::Move) -> (Option<Spot>, Spot);
    /// Kind of the animation of a move, and its kind by the rules.
    fn kinds(mv: Self::Move) -> [&'static str; 2];
}

/// A game that is played move by move, as scripts draw it.
pub(crate) struct DrawnGame<P> {
    first: P,
    now: P,
    places: Places,
    first_spots: Vec<Spot>,
    spots: Vec<Spot>,
}

impl<P: TrackedPieces> DrawnGame<P> {
    pub(crate) fn new(first: P) -> Self {
        let all = first.cells().into_iter().map(|((x, y), _)| Place(x, y, 1.0, 0)).collect();
        let mut places = Places { all, known: HashMap::new() };
        let spots = first.spots(&mut places);
        Self { now: first.clone(), first, places, first_spots: spots.clone(), spots }
    }

    /// Plays a legal move; `phase` is the title of the phase that ends with it.
    pub(crate) fn play(&mut self, mv: P::Move, phase: Option<String>) -> Step {
        let (words, (from, to)) = (self.now.words(mv), self.now.ends(mv));
        let hidden = self.now.covered().map(|covered| covered.len());
        self.now.play(mv);
        let covered = self.now.covered();
        let after = self.now.spots(&mut self.places);
        let step = Step {
            token: mv.to_string(),
            words,
            kind: P::kinds(mv)[0],
            phase,
            squares: from.into_iter().chain([to]).collect(),
            moved: moved(&self.spots, &after),
            tally: self.now.tally(),
            says: Some(self.now.says()),
            shows: covered.as_ref().map(|covered| hidden.is_some_and(|before| covered.len() < before)),
            covered,
        };
        self.spots = after;
        step
    }

    pub(crate) fn play_phases<Q>(&mut self, phases: &[Phase<Q, P::Move>]) -> Vec<Step> {
        let titled = phases.iter().flat_map(Phase::titled);
        titled.map(|(step, title)| self.play(step.mv, title)).collect()
    }

    /// The stage, with the places that the moves played so far need.
    pub(crate) fn stage(&self) -> BoardLayout {
        BoardLayout {
            places: self.places.all.clone(),
            cells: self.first.cells().into_iter().map(|(_, name)| name).collect(),
            pieces: self.first.symbols(),
            names: self.first.names(),
            spots: self.first_spots.clone(),
            tally: self.first.tally(),
            mark: self.first.mark(),
            says: Some(self.first.says()),
            covered: self.first.covered(),
        }
    }
}

impl<P: TrackedPieces> DrawnGame<P> {
    /// All places that are known so far.
    pub(crate) fn places(&self) -> &[Place] {
        &self.places.all
    }

    /// The moves to choose from, which must be legal.
    pub(crate) fn choices(&mut self, legal: impl IntoIterator<Item = P::Move>) -> Vec<Choice> {
        let choice = |mv: P::Move| {
            let mut after = self.now.clone();
            let pieces = after.play(mv);
            let (from, to) = self.now.ends(mv);
            Choice {
                token: mv.to_string(),
                words: self.now.words(mv),
                kind: P::kinds(mv)[1],
                from,
                to: Some(to),
                pieces,
                moved: moved(&self.spots, &after.spots(&mut self.places)),
            }
        };
        legal.into_iter().map(choice).collect()
    }
}

/// The pieces that are elsewhere in the second of two lists of spots, with those spots.
fn moved(before: &[Spot], after: &[Spot]) -> Vec<(usize, Spot)> {
    let pairs = before.iter().zip(after).enumerate();
    pairs.filter(|(_, (before, after))| before != after).map(|(piece, (_, &after))| (piece, after)).collect()
}
