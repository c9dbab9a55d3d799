//! Games of Solomids as scripts draw them: the stage of a start, the steps of a line, and the legal moves.

use super::spot::{self, piece_spot, square_spot};
use crate::draw::page::stage::{Place, Spot, Stage, Step};
use crate::games::solomids::game::tracking::{PieceId, PieceTracker};
use crate::games::solomids::game::{IllegalLine, Move, Palette, Position, Square};
use crate::games::solomids::view::svg;
use crate::games::solomids::view::words::{LineStep, phases};

/// Trees in the bank, swaps earned and swaps used.
fn tally(position: &Position) -> Vec<usize> {
    [position.trees_banked(), position.swaps_earned(), position.swaps_used()].map(usize::from).into()
}

/// The squares in the token of a move.
fn token_spots(mv: Move) -> Vec<Spot> {
    match mv {
        Move::Stack { from, to } | Move::Transfer { from, to } | Move::Slide { from, to } => {
            vec![square_spot(from), square_spot(to)]
        }
        Move::Bank { at } => vec![square_spot(at)],
        Move::Swap { a, b } => vec![square_spot(a), square_spot(b)],
    }
}

/// The stage of a start. Pieces are numbered by [`PieceId`].
pub(crate) fn stage(start: &Position, palette: &Palette) -> Stage {
    let tracker = PieceTracker::new(start);
    let symbol = |piece: PieceId| svg::id(palette, tracker.colour(piece), piece.size());
    let spot = |piece| piece_spot(tracker.colour(piece), tracker.place(piece));
    Stage {
        places: spot::placements().map(|placement| Place::new(placement, 0)).collect(),
        cells: Square::all().map(|square| square.to_string()).collect(),
        pieces: PieceId::all().map(symbol).collect(),
        spots: PieceId::all().map(spot).collect(),
        tally: tally(start),
        mark: svg::MARK,
        says: None,
    }
}

/// The steps of a line, each with the tracker before it.
pub(crate) fn steps(
    mut tracker: PieceTracker,
    moves: &[Move],
    palette: &Palette,
) -> Result<Vec<(PieceTracker, Step)>, IllegalLine> {
    let mut steps = Vec::with_capacity(moves.len());
    for phase in phases(tracker.position(), moves, palette)? {
        let mut title = Some(phase.title);
        for LineStep { ply, mv, words } in phase.steps {
            let before = tracker;
            let illegal = |reason| IllegalLine { ply, mv, reason, before: *before.position() };
            let moved = tracker.play(mv).map_err(illegal)?;
            let step = Step {
                token: mv.to_string(),
                words,
                kind: match mv {
                    Move::Stack { .. } | Move::Transfer { .. } => "stack",
                    Move::Slide { .. } => "slide",
                    Move::Bank { .. } => "bank",
                    Move::Swap { .. } => "swap",
                },
                phase: title.take(),
                squares: token_spots(mv),
                moved: moved
                    .into_iter()
                    .map(|(piece, place)| (piece.index(), piece_spot(tracker.colour(piece), place)))
                    .collect(),
                tally: tally(tracker.position()),
                says: None,
            };
            steps.push((before, step));
        }
    }
    Ok(steps)
}

/// The legal moves of a tracker's position, in the order of [`Position::legal_moves`].
#[cfg(feature = "service")]
pub(crate) fn choices(tracker: &PieceTracker, palette: &Palette) -> Vec<crate::draw::page::stage::Choice> {
    let position = tracker.position();
    let choice = |mv: Move| {
        let mut after = *tracker;
        let moved = after.play(mv).ok()?;
        let kind = match mv {
            Move::Stack { .. } => "stack",
            Move::Transfer { .. } => "transfer",
            Move::Slide { .. } => "slide",
            Move::Bank { .. } => "bank",
            Move::Swap { .. } => "swap",
        };
        let squares = token_spots(mv);
        let pieces = match mv {
            // Those behind are moved by the rules.
            Move::Slide { from, .. } => tracker.pieces_on(from).map(PieceId::index).collect(),
            _ => moved.iter().map(|(piece, _)| piece.index()).collect(),
        };
        Some(crate::draw::page::stage::Choice {
            token: mv.to_string(),
            words: crate::games::solomids::view::words::describe(position, after.position(), mv, palette),
            kind,
            from: squares.first().copied(),
            to: squares.get(1).copied(),
            pieces,
            moved: moved
                .into_iter()
                .map(|(piece, place)| (piece.index(), piece_spot(tracker.colour(piece), place)))
                .collect(),
        })
    };
    position.legal_moves().into_iter().filter_map(choice).collect()
}
