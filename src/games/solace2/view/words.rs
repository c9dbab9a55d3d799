//! Moves in words, and lines of play divided into one phase for each tower that is promoted.

use smallvec::SmallVec;

use super::Inside;
use crate::draw::line;
use crate::games::port::Why;
use crate::games::solace2::game::{Colour, Core, IllegalLine, Move, Palette, Position, Reading, Space};

/// The moves of a line up to a promotion, the promotion included.
pub type Phase = line::Phase<Position, Move>;

/// The phases of a line: one for each tower that is promoted, and one for the moves after the last promotion, if any.
///
/// # Errors
/// The first illegal move of the line.
pub fn phases(
    start: &Position,
    reading: Reading,
    moves: &[Move],
    palette: &Palette,
) -> Result<Vec<Phase>, IllegalLine> {
    let mut towers = start.spaces().iter().filter(|space| space.tower().is_some()).count();
    line::phases(start, moves, "After the last tower", |ply, position, mv| {
        let words = describe(position, mv, palette, Inside::Shown);
        let played = position.play(mv, reading);
        played.map_err(|reason| IllegalLine { ply, mv, reason, before: Box::new(*position) })?;
        let title = if let Move::Tower { to, .. } = mv {
            towers += 1;
            let colour = position.spaces()[usize::from(to)].tower().map(|colour| palette.name(colour));
            Some(format!("Tower {towers}: {}", colour.unwrap_or_default()))
        } else {
            None
        };
        Ok((words, title))
    })
}

/// Describes a legal move of a position, with the piece of a nest that it uncovers unless the inside of nests is hidden: `black
/// large caps nest 4; a white medium shows`.
pub fn describe(position: &Position, mv: Move, palette: &Palette, inside: Inside) -> String {
    let (from, to) = mv.ends();
    let (Some(source), Some(target)) = (position.spaces().get(from), position.spaces().get(to)) else {
        return mv.to_string();
    };
    let name = |colour: Option<Colour>| colour.map_or_else(String::new, |colour| palette.name(colour));
    let number = to + 1;
    // A large that leaves uncovers the medium of its nest, alone or with its tower.
    let medium_shown = || match (source.core(), source.caps()) {
        (Core::Full, 0) if inside == Inside::Shown => {
            format!("; a {} medium shows", palette.name(source.nest().medium))
        }
        _ => String::new(),
    };
    match mv {
        Move::Large { .. } => {
            format!("{} large caps nest {number}{}", name(source.topmost_large()), medium_shown())
        }
        Move::Medium { .. } => {
            let shown = if source.core() == Core::Opened && inside == Inside::Shown {
                format!("; a {} small shows", palette.name(source.nest().small))
            } else {
                String::new()
            };
            format!("{} medium onto {}{shown}", name(source.exposed_medium()), large_in_words(target, number))
        }
        Move::Small { .. } => {
            let onto = if target.core() == Core::Opened {
                format!("the medium in nest {number}, parked")
            } else {
                format!("the medium on space {number}")
            };
            format!("{} small onto {onto}", name(source.exposed_small()))
        }
        Move::Tower { .. } => {
            format!("{} tower to space {number}{}", name(source.topmost_large()), medium_shown())
        }
    }
}

/// Names the large that a medium goes onto.
fn large_in_words(target: &Space, number: usize) -> String {
    match (target.core(), target.caps()) {
        (Core::Full, 0) => format!("the own large of nest {number}"),
        (Core::Full, _) => format!("the cap of nest {number}"),
        _ => format!("the large on space {number}"),
    }
}

/// Why a legal move is good, given the moves that follow it in a line. They may show nothing that the inside of nests hides.
pub fn why(before: &Position, mv: Move, rest: &[Move], reading: Reading, palette: &Palette) -> Why<Move> {
    let mut after = *before;
    after.play_unchecked(mv);
    match opened(before, &after, mv, rest, reading) {
        Some(next) => Why { words: opening(&after, mv, next, palette), opens: Some(next) },
        None => Why { words: deed(before, &after, mv, palette), opens: None },
    }
}

/// The first of the moves after `mv` that is illegal before and legal after it. Where `mv` has merely brought a piece elsewhere, that
/// gains nothing; and spaces that other moves have changed since have other pieces.
fn opened(before: &Position, after: &Position, mv: Move, rest: &[Move], reading: Reading) -> Option<Move> {
    let (from, to) = mv.ends();
    let mut changed = SmallVec::<[usize; 32]>::new();
    rest.iter().copied().find(|&next| {
        let ends = next.ends();
        let is_same = !changed.contains(&ends.0) && !changed.contains(&ends.1);
        changed.extend([ends.0, ends.1]);
        let back = |end| if end == to { from } else { end };
        let there = next.between(back(ends.0), back(ends.1));
        let is_legal = |position: &Position, mv| position.check(mv, reading).is_ok();
        is_same && is_legal(after, next) && !is_legal(before, next) && !is_legal(before, there)
    })
}

/// What a move makes possible, given the position after it.
fn opening(after: &Position, mv: Move, next: Move, palette: &Palette) -> String {
    let ((from, to), ends, piece) = (mv.ends(), next.ends(), piece(after, next, palette));
    match next {
        Move::Tower { .. } if ends.0 == to => format!("completes the {piece}"),
        Move::Tower { .. } if ends.1 == from => format!("opens a space for the {piece}"),
        _ if ends.0 == from => format!("frees the {piece}"),
        _ if ends.1 == to => format!("makes a place for the {piece}"),
        _ => format!("lets the {piece} move"),
    }
}

/// What a move is, given the positions before and after it.
fn deed(before: &Position, after: &Position, mv: Move, palette: &Palette) -> String {
    let (from, to) = mv.ends();
    let (piece, core) = (piece(before, mv, palette), before.spaces()[from].core());
    match mv {
        Move::Large { .. } => "opens another nest".into(),
        Move::Medium { .. } if core == Core::Opened => format!("takes the {piece} out of its nest"),
        Move::Small { .. } if after.spaces()[to].complete_tower().is_some() => "completes a tower".into(),
        Move::Medium { .. } | Move::Small { .. } => format!("places the {piece}"),
        Move::Tower { .. } => format!("tower {} on the table", after.score()),
    }
}

/// The piece that a legal move takes, or the tower.
fn piece(position: &Position, mv: Move, palette: &Palette) -> String {
    let space = &position.spaces()[mv.ends().0];
    let (colour, kind) = match mv {
        Move::Large { .. } => (space.exposed_large(), "large"),
        Move::Medium { .. } => (space.exposed_medium(), "medium"),
        Move::Small { .. } => (space.exposed_small(), "small"),
        Move::Tower { .. } => (space.complete_tower(), "tower"),
    };
    colour.map_or_else(|| kind.into(), |colour| format!("{} {kind}", palette.name(colour)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solace2::game::{parse_deal, parse_moves, replay};

    #[test]
    fn a_line_is_told_in_phases() {
        let parsed = parse_deal("KWW.KCC.WKK.WCC.CKW.CWK").unwrap();
        let moves = parse_moves("L-1>2 M-1>4 S-1>4 T-4>1 M-4>5 L-5>6").unwrap();
        let moves: Vec<Move> = moves.into_iter().map(|spanned| spanned.mv).collect();
        let start = Position::new(&parsed.deal);
        let phases = |count| phases(&start, Reading::LITERAL, &moves[..count], &parsed.palette);
        let told: Vec<String> = phases(4)
            .unwrap()
            .into_iter()
            .flat_map(|phase| {
                let steps =
                    phase.steps.into_iter().map(|step| format!("{} {} {}", step.ply, step.mv, step.words));
                std::iter::once(phase.title).chain(steps)
            })
            .collect();
        assert_eq!(
            told,
            [
                "Tower 1: white",
                "1 L-1>2 black large caps nest 2; a white medium shows",
                "2 M-1>4 white medium onto the own large of nest 4; a white small shows",
                "3 S-1>4 white small onto the medium on space 4",
                "4 T-4>1 white tower to space 1; a clear medium shows",
            ]
        );
        let reasons = (0..4).map(|ply| {
            let before = replay(&start, Reading::LITERAL, &moves[..ply]).unwrap();
            why(&before, moves[ply], &moves[ply + 1..5], Reading::LITERAL, &parsed.palette)
        });
        let reasons: Vec<String> =
            reasons.map(|why| format!("{} {:?}", why.words, why.opens.map(|mv| mv.to_string()))).collect();
        assert_eq!(
            reasons,
            [
                "frees the white medium Some(\"M-1>4\")",
                "frees the white small Some(\"S-1>4\")",
                "completes the white tower Some(\"T-4>1\")",
                "frees the clear medium Some(\"M-4>5\")",
            ]
        );
        assert_eq!(phases(5).unwrap()[1].title, "After the last tower");
        assert_eq!(phases(6).unwrap_err().ply, 6);
    }
}
