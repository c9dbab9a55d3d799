//! The data of a page, as its script reads them in JSON.

use serde::Serialize;

use super::annotated::{AnnotatedGame, Note};
use super::spot::{self, Spot, piece_spot, square_spot};
use crate::analysis::Mark;
use crate::game::tracking::{PieceId, PieceTracker};
use crate::game::{IllegalLine, Move, Palette, Position};
use crate::view::svg;
use crate::view::words::{LineStep, phases};

/// All data of a page. Pieces are numbered by [`PieceId`].
#[derive(Serialize)]
pub(super) struct PageData {
    /// Centre and scale of each spot.
    places: Vec<(u32, u32, f32)>,
    /// Symbol of each piece.
    pieces: Vec<String>,
    /// Spot of each piece at the start.
    spots: Vec<Spot>,
    /// Trees in the bank, swaps earned and swaps used at the start.
    tally: [u8; 3],
    /// Number of moves already played when the page opens.
    opening: usize,
    /// The game, then the better lines.
    lines: Vec<PageLine>,
}

/// The game, or a better line that branches off from it.
#[derive(Serialize)]
struct PageLine {
    /// Number of moves of the game before the line.
    from: usize,
    /// Moves of the line.
    steps: Vec<PageStep>,
}

/// A move of a line.
#[derive(Serialize)]
struct PageStep {
    /// Token of the move.
    #[serde(rename = "move")]
    token: String,
    /// Move in words.
    words: String,
    /// Title of the phase that begins with the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<String>,
    /// Squares of the token.
    squares: Vec<Spot>,
    /// Pieces that the move takes elsewhere, with their new spots.
    moved: Vec<(usize, Spot)>,
    /// Trees in the bank, swaps earned and swaps used after the move.
    tally: [u8; 3],
    /// Note on the move, unless there is nothing to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<PageNote>,
}

/// A note on a move.
#[derive(Serialize)]
struct PageNote {
    /// Symbol of the mark: empty, `?!`, `?` or `??`.
    mark: &'static str,
    /// Best score before the move, or bounds on it.
    before: Option<String>,
    /// Best score after the move, or bounds on it.
    after: Option<String>,
    /// Reason for the mark; may be empty.
    reason: String,
    /// Token and words of the better move.
    better: Option<String>,
    /// Index of the line that begins with the better move.
    line: Option<usize>,
}

/// Trees in the bank, swaps earned and swaps used.
fn tally(position: &Position) -> [u8; 3] {
    [position.trees_banked(), position.swaps_earned(), position.swaps_used()]
}

/// The spots of the squares in the token of a move.
fn token_spots(mv: Move) -> Vec<Spot> {
    match mv {
        Move::Stack { from, to } | Move::Transfer { from, to } | Move::Slide { from, to } => {
            vec![square_spot(from), square_spot(to)]
        }
        Move::Bank { at } => vec![square_spot(at)],
        Move::Swap { a, b } => vec![square_spot(a), square_spot(b)],
    }
}

/// The steps of a line, each with the tracker before it.
fn steps(
    mut tracker: PieceTracker,
    moves: &[Move],
    palette: &Palette,
) -> Result<Vec<(PieceTracker, PageStep)>, IllegalLine> {
    let mut steps = Vec::with_capacity(moves.len());
    for phase in phases(tracker.position(), moves, palette)? {
        let mut title = Some(phase.title);
        for LineStep { ply, mv, words } in phase.steps {
            let before = tracker;
            let illegal = |reason| IllegalLine { ply, mv, reason, before: *before.position() };
            let moved = tracker.play(mv).map_err(illegal)?;
            let step = PageStep {
                token: mv.to_string(),
                words,
                phase: title.take(),
                squares: token_spots(mv),
                moved: moved
                    .into_iter()
                    .map(|(piece, place)| (piece.index(), piece_spot(tracker.colour(piece), place)))
                    .collect(),
                tally: tally(tracker.position()),
                note: None,
            };
            steps.push((before, step));
        }
    }
    Ok(steps)
}

impl PageData {
    /// The data of a game.
    ///
    /// # Errors
    /// The first illegal move of the game, or of a better line.
    pub(super) fn new(game: &AnnotatedGame) -> Result<Self, IllegalLine> {
        let AnnotatedGame { start, palette, moves, .. } = game;
        let tracker = PieceTracker::new(start);
        let mut lines = vec![PageLine { from: 0, steps: Vec::new() }];
        let mut notes = game.notes.iter();
        for (ply, (before, mut step)) in steps(tracker, moves, palette)?.into_iter().enumerate() {
            if let Some(note) = notes.next() {
                let better = steps(before, &note.better, palette)
                    .map_err(|error| IllegalLine { ply: ply + error.ply, ..error })?;
                let better: Vec<PageStep> = better.into_iter().map(|(_, step)| step).collect();
                step.note = PageNote::new(note, &better, lines.len());
                if better.len() > 1 {
                    lines.push(PageLine { from: ply, steps: better });
                }
            }
            lines[0].steps.push(step);
        }
        let symbol = |piece: PieceId| svg::id(palette, tracker.colour(piece), piece.size());
        let spot = |piece| piece_spot(tracker.colour(piece), tracker.place(piece));
        Ok(Self {
            places: spot::placements().map(|place| (place.x, place.y, place.scale)).collect(),
            pieces: PieceId::all().map(symbol).collect(),
            spots: PieceId::all().map(spot).collect(),
            tally: tally(start),
            opening: game.opening.min(moves.len()),
            lines,
        })
    }
}

impl PageNote {
    /// The note as the script shows it; `None` if it is empty. `line` is the index of the better line, if the page has
    /// one.
    fn new(note: &Note, better: &[PageStep], line: usize) -> Option<Self> {
        let Note { mark, before, after, ref reason, .. } = *note;
        if mark == Mark::None && before.is_none() && after.is_none() && reason.is_empty() && better.is_empty()
        {
            return None;
        }
        Some(Self {
            mark: mark.symbol(),
            before: before.map(|bounds| bounds.to_string()),
            after: after.map(|bounds| bounds.to_string()),
            reason: reason.clone(),
            better: better.first().map(|step| format!("{}  {}", step.token, step.words)),
            line: (better.len() > 1).then_some(line),
        })
    }
}
