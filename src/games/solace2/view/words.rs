//! Moves in words, and lines of play divided into one phase for each tower that is promoted.

use super::Inside;
use crate::draw::line;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solace2::game::{parse_deal, parse_moves};

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
        assert_eq!(phases(5).unwrap()[1].title, "After the last tower");
        assert_eq!(phases(6).unwrap_err().ply, 6);
    }
}
