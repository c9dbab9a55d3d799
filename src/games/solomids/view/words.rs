//! Moves in words, and lines of play divided into one phase for each banked tree.

use maud::Markup;

use crate::draw::line::{self, Panel};
use crate::games::port::Why;
use crate::games::solomids::analysis::{Bounds, Opened, Proven, opened};
use crate::games::solomids::game::{
    IllegalLine, IllegalMove, MAX_SWAPS, Move, Palette, Position, ROWS, Shape, Square, Stack, TREES, replay,
};
use crate::kit::numbers::counted;

/// The moves of a line up to a bank, the bank included.
pub type Phase = line::Phase<Position, Move>;

/// What bounds on the best score say, what is proven first: `Best score 16 (one swap), proven`, or `A proven win with one swap;
/// whether it needs one is open: the best score is at least 16 and at most 17`.
pub fn known(bounds: Bounds) -> String {
    let Bounds { lower, upper } = bounds;
    let (most, least) = (TREES + MAX_SWAPS - lower.max(TREES), TREES + MAX_SWAPS - upper.max(TREES));
    if bounds.is_decided() {
        let result = if bounds.proven() == Some(Proven::Won) { swaps(most) } else { "cannot be won" };
        return format!("Best score {lower} ({result}), proven");
    }
    let known = match bounds.proven() {
        Some(Proven::Won) => {
            let fewer = match (most, least) {
                (1, _) => "it needs one",
                (_, 1) => "one is enough",
                _ => "fewer are enough",
            };
            format!("A proven win with {}; whether {fewer} is open", swaps(most))
        }
        Some(Proven::Lost) => "A proven loss; how many trees can be banked is open".into(),
        None if lower == 0 => "Whether it can be won is open".into(),
        None => {
            format!("{} in the bank at least; whether it can be won is open", counted(lower.into(), "tree"))
        }
    };
    format!("{known}: the best score is at least {lower} and at most {upper}")
}

/// A number of swaps in words, for 0 to 2.
pub const fn swaps(count: u8) -> &'static str {
    match count {
        0 => "no swap",
        1 => "one swap",
        2 => "two swaps",
        _ => "swaps",
    }
}

/// The phases of a line: one for each tree that it banks, and one for the moves after the last bank, if any.
///
/// # Errors
/// The first illegal move of the line.
pub fn phases(start: &Position, moves: &[Move], palette: &Palette) -> Result<Vec<Phase>, IllegalLine> {
    line::phases(start, moves, "After that", |ply, position, mv| {
        let before = *position;
        position.play(mv).map_err(|reason| IllegalLine { ply, mv, reason, before })?;
        let title = if let Move::Bank { at } = mv {
            let colour = before.get(at).map_or_else(String::new, |tree| palette.name(tree.colour));
            let earned = position.swaps_earned() > before.swaps_earned();
            let earned = if earned { ", which earns a swap" } else { "" };
            Some(format!("Tree {}: {colour}{earned}", position.trees_banked()))
        } else {
            None
        };
        Ok((describe(&before, position, mv, palette), title))
    })
}

/// The boards of a line with the moves that are played on them: one for each phase, then the board at the end.
pub(super) fn panels(
    start: &Position,
    moves: &[Move],
    palette: &Palette,
    picture: impl Fn(&Position) -> Markup,
) -> Result<Vec<Panel<Move>>, IllegalLine> {
    let phases = phases(start, moves, palette)?;
    let end = replay(start, moves)?;
    let is_over = end.is_won() || end.legal_moves().is_empty();
    let title = match (phases.is_empty(), is_over) {
        (true, _) => "The board".into(),
        (_, true) => format!("The end: score {}", end.score()),
        (_, false) => format!("So far: score {}", end.score()),
    };
    Ok(line::panels(phases, (&end, title), picture))
}

/// A move in words, given the position before it.
///
/// # Errors
/// The reason, if the move is illegal.
pub fn described(position: &Position, mv: Move, palette: &Palette) -> Result<String, IllegalMove> {
    Ok(describe(position, &position.after(mv)?, mv, palette))
}

/// A legal move in words, given the positions before and after it.
pub fn describe(before: &Position, after: &Position, mv: Move, palette: &Palette) -> String {
    let name = |square| named(before, square, palette);
    match mv {
        Move::Stack { from, to } | Move::Transfer { from, to } => {
            let left = shape(after, from);
            let off = if left.is_some() { format!(" off {}", noun(left)) } else { String::new() };
            let tree = if shape(after, to) == Some(Shape::S123) { ": a tree" } else { "" };
            format!("{}{off} onto {}{tree}", part(before, after, from, palette), noun(shape(before, to)))
        }
        Move::Slide { from, to } => {
            let gap = from.depth() - to.depth();
            let behind = (from.depth() + 1..ROWS)
                .take_while(|&depth| before.get(Square::new(from.column(), depth)).is_some())
                .count();
            let others = if behind > 0 { format!(", and {behind} behind it") } else { String::new() };
            format!("{} forwards by {gap}{others}", name(from))
        }
        Move::Bank { at } => format!("{} to the bank", name(at)),
        Move::Swap { a, b } => format!("{} and {} change places", name(a), name(b)),
    }
}

/// Why a move is good, given the moves that follow it in a line: what it makes possible of them, or else what it is itself.
///
/// # Errors
/// The reason, if the move is illegal, or the one that it makes possible.
pub fn why(before: &Position, mv: Move, rest: &[Move], palette: &Palette) -> Result<Why<Move>, IllegalMove> {
    let after = before.after(mv)?;
    Ok(match opened(before, mv, rest) {
        Some(opened) => Why { words: opening(&after, mv, opened, palette)?, opens: Some(opened.mv) },
        None => Why { words: deed(before, &after, mv, palette), opens: None },
    })
}

/// What a move makes possible, given the position after it.
fn opening(after: &Position, mv: Move, opened: Opened, palette: &Palette) -> Result<String, IllegalMove> {
    let name = |square| named(after, square, palette);
    let Opened { mv: next, is_brought } = opened;
    Ok(match next {
        Move::Stack { from, to } | Move::Transfer { from, to } => {
            let part = part(after, &after.after(next)?, from, palette);
            let target = noun(shape(after, to));
            match mv {
                Move::Stack { to: built, .. } | Move::Transfer { to: built, .. } if built == to => {
                    format!("builds a {target} that takes {part}")
                }
                Move::Transfer { from: left, .. } if left == from => format!("frees {part} for a {target}"),
                _ if is_brought => format!("brings {part} in reach of a {target}"),
                _ => format!("clears the way for {part} onto a {target}"),
            }
        }
        Move::Slide { from, to } => {
            format!("makes room for {} to go forwards by {}", name(from), from.depth() - to.depth())
        }
        Move::Bank { at } => format!("completes a {} for the bank", name(at)),
        Move::Swap { a, b } => format!("earns the swap of {} and {}", name(a), name(b)),
    })
}

/// What a move is, given the positions before and after it.
fn deed(before: &Position, after: &Position, mv: Move, palette: &Palette) -> String {
    let name = |square| named(before, square, palette);
    match mv {
        Move::Stack { to, .. } => format!("builds a {}", named(after, to, palette)),
        Move::Transfer { from, .. } => format!("takes {} elsewhere", part(before, after, from, palette)),
        Move::Slide { from, .. } => format!("brings {} forwards", name(from)),
        Move::Bank { .. } if after.swaps_earned() > before.swaps_earned() => "earns a swap".into(),
        Move::Bank { at } => format!("{}, number {} of {TREES}", name(at), after.trees_banked()),
        Move::Swap { a, b } => format!("{} for {}", name(a), name(b)),
    }
}

fn shape(position: &Position, square: Square) -> Option<Shape> {
    position.get(square).map(|stack| stack.shape)
}

/// The stack on a square: `red small-medium`.
fn named(position: &Position, square: Square, palette: &Palette) -> String {
    position.get(square).map_or_else(String::new, |stack| {
        format!("{} {}", palette.name(stack.colour), noun(Some(stack.shape)))
    })
}

/// What a move takes off a square.
fn part(before: &Position, after: &Position, from: Square, palette: &Palette) -> String {
    let Some(Stack { colour, shape: whole }) = before.get(from) else { return String::new() };
    let left = shape(after, from).map_or(0, |left| left.sizes().len());
    let part = Shape::from_sizes(&whole.sizes()[..whole.sizes().len().saturating_sub(left)]);
    format!("{} {}", palette.name(colour), noun(part))
}

/// The English noun for a shape; `nothing` for an empty square.
const fn noun(shape: Option<Shape>) -> &'static str {
    match shape {
        None => "nothing",
        Some(Shape::S1) => "small",
        Some(Shape::S2) => "medium",
        Some(Shape::S3) => "large",
        Some(Shape::S12) => "small-medium",
        Some(Shape::S23) => "medium-large",
        Some(Shape::S123) => "tree",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::game::{Share, fixtures, parse_position};

    #[test]
    fn every_kind_of_move_has_words() {
        let parsed = parse_position(fixtures::POSITION).unwrap();
        let line: Share = fixtures::LINE.parse().unwrap();
        let phases = phases(&parsed.position, &line.moves, &parsed.palette).unwrap();
        let words: Vec<String> = phases
            .iter()
            .flat_map(|phase| {
                let steps = phase.steps.iter().map(|step| format!("{} {} {}", step.ply, step.mv, step.words));
                std::iter::once(phase.title.clone()).chain(steps)
            })
            .collect();
        assert_eq!(
            words,
            [
                "Tree 13: red, which earns a swap",
                "1 S-B7>B8 black tree forwards by 1, and 1 behind it",
                "2 M-B9>C9 red small-medium onto large: a tree",
                "3 T-C9>C6 red small off medium-large onto medium",
                "4 W-C6>E6 red small-medium and red small change places",
                "5 S-C6>C8 red small forwards by 2",
                "6 M-C8>C9 red small onto medium-large: a tree",
                "7 B-C9 red tree to the bank",
                "After that",
                "8 S-B8>B10 black tree forwards by 2, and 1 behind it",
            ]
        );
    }

    #[test]
    fn bounds_say_what_is_known_first() {
        for (lower, upper, words) in [
            (16, 17, "A proven win with one swap; whether it needs one is open"),
            (15, 16, "A proven win with two swaps; whether one is enough is open"),
            (15, 17, "A proven win with two swaps; whether fewer are enough is open"),
            (17, 17, "Best score 17 (no swap), proven"),
            (9, 9, "Best score 9 (cannot be won), proven"),
            (0, 17, "Whether it can be won is open"),
            (9, 15, "9 trees in the bank at least; whether it can be won is open"),
            (1, 16, "1 tree in the bank at least; whether it can be won is open"),
            (9, 13, "A proven loss; how many trees can be banked is open"),
        ] {
            let scores = format!(": the best score is at least {lower} and at most {upper}");
            let scores = if lower == upper { "" } else { &scores };
            assert_eq!(known(Bounds { lower, upper }), [words, scores].concat());
        }
    }
}
