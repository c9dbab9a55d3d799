//! What the script of the page is given.

use serde::Serialize;

use super::cast::{Cast, Spot, spot};
use super::{Game, Mark, Note};
use crate::game::{COPIES, Colour, IllegalLine, Move, Palette, Position, Square, replay};
use crate::view::svg;
use crate::view::words::phases;

/// Everything the script knows.
#[derive(Serialize)]
pub(super) struct Data {
    /// Middle and scale of every place.
    places: Vec<(u32, u32, f32)>,
    /// The drawing of every pyramid.
    pieces: Vec<String>,
    /// Where they stand at first.
    spots: Vec<Spot>,
    /// Trees in the bank, swaps earned and used at first.
    tally: [u8; 3],
    opening: usize,
    /// The game, then the better lines.
    lines: Vec<Line>,
}

/// The game, or a line that leaves it.
#[derive(Serialize)]
struct Line {
    /// Moves of the game before it.
    from: usize,
    steps: Vec<Step>,
}

/// One move.
#[derive(Serialize)]
struct Step {
    #[serde(rename = "move")]
    token: String,
    words: String,
    /// Title of the phase that begins with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<String>,
    /// The squares it names.
    squares: Vec<Spot>,
    /// Which pyramids it takes where.
    moved: Vec<(usize, Spot)>,
    /// Trees in the bank, swaps earned and used after it.
    tally: [u8; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Remark>,
}

/// A note on a move.
#[derive(Serialize)]
struct Remark {
    mark: &'static str,
    /// Best scores, or bounds on them.
    before: Option<String>,
    after: Option<String>,
    reason: String,
    /// The better move, in words.
    better: Option<String>,
    /// Number of the line that begins with it.
    line: Option<usize>,
}

fn tally(position: &Position) -> [u8; 3] {
    [position.trees_banked(), position.swaps_earned(), position.swaps_used()]
}

fn squares(mv: Move) -> Vec<Spot> {
    match mv {
        Move::Stack { from, to } | Move::Transfer { from, to } | Move::Slide { from, to } => {
            vec![spot(from), spot(to)]
        }
        Move::Bank { at } => vec![spot(at)],
        Move::Swap { a, b } => vec![spot(a), spot(b)],
    }
}

/// The moves of a line, and the cast before each of them.
fn steps(
    start: &Position,
    moves: &[Move],
    palette: &Palette,
    mut cast: Cast,
) -> Result<Vec<(Cast, Position, Step)>, IllegalLine> {
    let mut steps = Vec::with_capacity(moves.len());
    let mut position = *start;
    for phase in phases(start, moves, palette)? {
        let mut title = Some(phase.title);
        for told in phase.steps {
            let next = replay(&position, &[told.mv])?;
            let earlier = cast.clone();
            let moved = cast.follow(&position, told.mv, &next);
            let step = Step {
                token: told.mv.to_string(),
                words: told.words,
                phase: title.take(),
                squares: squares(told.mv),
                moved,
                tally: tally(&next),
                note: None,
            };
            steps.push((earlier, position, step));
            position = next;
        }
    }
    Ok(steps)
}

/// The data of a game.
///
/// # Errors
/// When a move of the game, or of a better line, is illegal.
pub(super) fn data(game: &Game) -> Result<Data, IllegalLine> {
    let Game { start, palette, moves, .. } = game;
    let cast = Cast::new(start);
    let mut lines = vec![Line { from: 0, steps: Vec::new() }];
    let mut notes = game.notes.iter();
    for (ply, (earlier, position, mut step)) in
        steps(start, moves, palette, cast.clone())?.into_iter().enumerate()
    {
        if let Some(note) = notes.next() {
            let better = steps(&position, &note.better, palette, earlier)
                .map_err(|error| IllegalLine { ply: ply + error.ply, ..error })?;
            step.note = remark(note, &better, lines.len());
            if better.len() > 1 {
                lines.push(Line { from: ply, steps: better.into_iter().map(|(_, _, step)| step).collect() });
            }
        }
        lines[0].steps.push(step);
    }
    let squares = Square::all().map(svg::place);
    let bank =
        Colour::ALL.into_iter().flat_map(|colour| (0..COPIES).map(move |n| svg::bank_place(colour, n)));
    Ok(Data {
        places: squares.chain(bank).map(|place| (place.x, place.y, place.scale)).collect(),
        pieces: cast.kinds().iter().map(|&(colour, size)| svg::id(palette, colour, size)).collect(),
        spots: cast.spots().to_vec(),
        tally: tally(start),
        opening: game.opening.min(moves.len()),
        lines,
    })
}

/// A note as the script shows it; `line` is the number of the better line, if it gets one.
fn remark(note: &Note, better: &[(Cast, Position, Step)], line: usize) -> Option<Remark> {
    let Note { mark, before, after, ref reason, .. } = *note;
    if mark == Mark::None && before.is_none() && after.is_none() && reason.is_empty() && better.is_empty() {
        return None;
    }
    Some(Remark {
        mark: mark.symbol(),
        before: before.map(|bounds| bounds.to_string()),
        after: after.map(|bounds| bounds.to_string()),
        reason: reason.clone(),
        better: better.first().map(|(_, _, step)| format!("{}  {}", step.token, step.words)),
        line: (better.len() > 1).then_some(line),
    })
}
