//! Games of Solomids as scripts draw them: the stage of a start, the steps of a line, and the legal moves.

use super::svg::{self, Scene};
use super::words::phases;
use crate::draw::line::LineStep;
use crate::draw::page::stage::{BoardLayout, Place, Spot, Step};
use crate::draw::svg::PyramidPlacement;
use crate::games::solomids::game::tracking::{PieceId, PiecePlace, PieceTracker};
use crate::games::solomids::game::{
    COLUMNS, COPIES, Colour, IllegalLine, Move, Palette, Position, ROWS, Square,
};

/// The spot of a square: 0 to 49 in reading order.
const fn square_spot(square: Square) -> Spot {
    square.depth() * COLUMNS + square.column()
}

/// The spot of a piece of this colour: that of its square, else, after those of all squares, one of three in the bank.
const fn piece_spot(colour: Colour, place: PiecePlace) -> Spot {
    match place {
        PiecePlace::Board(square) => square_spot(square),
        PiecePlace::Bank(nth) => COLUMNS * ROWS + COPIES * colour.index() + nth as usize,
    }
}

/// The placements of all spots, in order.
fn placements(scene: Scene) -> impl Iterator<Item = PyramidPlacement> {
    let bank = Colour::ALL.into_iter().flat_map(|colour| (0..COPIES).map(move |nth| (colour, nth)));
    let bank = bank.map(move |(colour, nth)| scene.banked(colour, nth));
    Square::all().map(move |square| scene.square(square)).chain(bank)
}

/// Trees in the bank, swaps earned and swaps used.
fn tally(position: &Position) -> Vec<usize> {
    [position.trees_banked(), position.swaps_earned(), position.swaps_used()].map(usize::from).into()
}

fn token_spots(mv: Move) -> Vec<Spot> {
    match mv {
        Move::Stack { from, to } | Move::Transfer { from, to } | Move::Slide { from, to } => {
            vec![square_spot(from), square_spot(to)]
        }
        Move::Bank { at } => vec![square_spot(at)],
        Move::Swap { a, b } => vec![square_spot(a), square_spot(b)],
    }
}

fn moved_spots(tracker: &PieceTracker, moved: Vec<(PieceId, PiecePlace)>) -> Vec<(usize, Spot)> {
    let spot = |(piece, place)| (PieceId::index(piece), piece_spot(tracker.colour(piece), place));
    moved.into_iter().map(spot).collect()
}

/// The kind of a move by the rules. A transfer is animated like a stack.
const fn kind(mv: Move) -> &'static str {
    match mv {
        Move::Stack { .. } => "stack",
        Move::Transfer { .. } => "transfer",
        Move::Slide { .. } => "slide",
        Move::Bank { .. } => "bank",
        Move::Swap { .. } => "swap",
    }
}

/// The stage of a start. Pieces are numbered by [`PieceId`].
pub(crate) fn stage(start: &Position, palette: &Palette, scene: Scene) -> BoardLayout {
    let tracker = PieceTracker::new(start);
    let symbol = |piece: PieceId| svg::id(palette, tracker.colour(piece), piece.size());
    let name = |piece: PieceId| format!("{} {}", palette.name(tracker.colour(piece)), piece.size().word());
    let spot = |piece| piece_spot(tracker.colour(piece), tracker.place(piece));
    BoardLayout {
        places: placements(scene).map(|placement| Place::new(placement, 0)).collect(),
        cells: Square::all().map(|square| square.to_string()).collect(),
        pieces: PieceId::all().map(symbol).collect(),
        names: PieceId::all().map(name).collect(),
        spots: PieceId::all().map(spot).collect(),
        tally: tally(start),
        mark: svg::MARK,
        says: None,
        covered: None,
    }
}

/// The steps of a line, and the tracker after it.
pub(crate) fn steps(
    start: &Position,
    moves: &[Move],
    palette: &Palette,
) -> Result<(Vec<Step>, PieceTracker), IllegalLine> {
    let (mut steps, mut tracker) = (Vec::with_capacity(moves.len()), PieceTracker::new(start));
    for phase in phases(start, moves, palette)? {
        for (&LineStep { ply, mv, ref words }, title) in phase.titled() {
            let before = *tracker.position();
            let moved = tracker.play(mv).map_err(|reason| IllegalLine { ply, mv, reason, before })?;
            steps.push(Step {
                token: mv.to_string(),
                words: words.clone(),
                kind: if matches!(mv, Move::Transfer { .. }) { "stack" } else { kind(mv) },
                phase: title,
                squares: token_spots(mv),
                moved: moved_spots(&tracker, moved),
                tally: tally(tracker.position()),
                ..Step::default()
            });
        }
    }
    Ok((steps, tracker))
}

/// The legal moves of a tracker's position, in the order of [`Position::legal_moves`].
pub(crate) fn choices(tracker: &PieceTracker, palette: &Palette) -> Vec<crate::draw::page::stage::Choice> {
    let position = tracker.position();
    let choice = |mv: Move| {
        let mut after = *tracker;
        let moved = after.play(mv).ok()?;
        let squares = token_spots(mv);
        let pieces = match mv {
            // Those behind are moved by the rules.
            Move::Slide { from, .. } => tracker.pieces_on(from).map(PieceId::index).collect(),
            _ => moved.iter().map(|(piece, _)| piece.index()).collect(),
        };
        Some(crate::draw::page::stage::Choice {
            token: mv.to_string(),
            words: super::words::describe(position, after.position(), mv, palette),
            kind: kind(mv),
            from: squares.first().copied(),
            to: squares.get(1).copied(),
            pieces,
            moved: moved_spots(tracker, moved),
        })
    };
    position.legal_moves().into_iter().filter_map(choice).collect()
}
