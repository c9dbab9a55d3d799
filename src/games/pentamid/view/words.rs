//! Moves and states of a game in words.

use crate::games::pentamid::game::{Both, Move, Position, Rules, Side, Size, Status, Variant};

/// A move in words, without the player: `large from a nest to c3`, `medium from a1 to a2, over the opponent's small`.
pub fn described(before: &Position, mv: Move) -> String {
    let name = mv.size().word();
    match mv {
        Move::Drop { to, .. } => format!("{name} from a nest to {to}"),
        Move::Step { from, to, .. } => {
            let over = before.top(to).map_or(String::new(), |below| {
                let whose = whose(before.side(), below.side);
                format!(", over {whose} {}", below.size.word())
            });
            let mut left = *before;
            left.play_unchecked(mv);
            let uncovers = left.top(from).map_or(String::new(), |below| {
                let whose = whose(before.side(), below.side);
                format!(", off {whose} {}", below.size.word())
            });
            format!("{name} from {from} to {to}{over}{uncovers}")
        }
    }
}

/// Whose a piece is, seen by the player to move.
fn whose(mover: Side, owner: Side) -> &'static str {
    if mover == owner { "an own" } else { "the opponent's" }
}

/// The state of a game in words: who is to move, or who has won and why.
pub fn state(status: Status, to_move: Side) -> String {
    match status {
        Status::Open => format!("Player {to_move} is to move"),
        Status::Line(side) => format!("Player {side} has a line and has won"),
        Status::Stuck(side) => {
            format!("Player {side} has won: player {} has no legal move", side.other())
        }
        Status::Drawn => "Drawn: both players have a line".into(),
    }
}

/// A number of plies: `1 ply`, `9 plies`.
pub fn plies(count: u32) -> String {
    if count == 1 { "1 ply".into() } else { format!("{count} plies") }
}

/// The variant: `5x5, 4 nests each, 5 in a row`, with the readings that are not the default.
pub fn variant(rules: &Rules) -> String {
    let Variant { width, height, nests, line, diagonals, both, .. } = *rules.variant();
    let each = if nests == 1 { "1 nest each".into() } else { format!("{nests} nests each") };
    let diagonals = if diagonals { ", diagonals count" } else { "" };
    let both = match both {
        Both::Opponent => "",
        Both::Mover => ", two lines at once win for the player who moved",
        Both::Draw => ", two lines at once are a draw",
    };
    format!("{width}x{height}, {each}, {line} in a row{diagonals}{both}")
}

/// The nests of a player in reserve, from the outermost piece in: `3 LMS, 1 MS`.
pub fn reserve(rules: &Rules, position: &Position, side: Side) -> String {
    let left = |size| position.reserve(rules, side, size);
    let (larges, mediums, smalls) = (left(Size::Large), left(Size::Medium), left(Size::Small));
    let kinds = [(larges, "LMS"), (mediums - larges, "MS"), (smalls - mediums, "S")];
    let nests: Vec<String> = kinds
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, pieces)| match side {
            Side::One => format!("{count} {pieces}"),
            Side::Two => format!("{count} {}", pieces.to_ascii_lowercase()),
        })
        .collect();
    if nests.is_empty() { "empty".into() } else { nests.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentamid::game::{Rules, Variant, parse_move, parse_position};

    #[test]
    fn moves_say_what_they_cover_and_uncover() {
        let rules = Rules::new(Variant { nests: 2, ..Variant::of_board(3, 3) }).unwrap();
        let position = parse_position(&rules, "- s -/l LmS -/- L M 1").unwrap();
        let words = |mv: &str| described(&position, parse_move(&rules, mv).unwrap());
        assert_eq!(words("M@a1"), "medium from a nest to a1");
        assert_eq!(
            words("Lb2-b3"),
            "large from b2 to b3, over the opponent's small, off the opponent's medium"
        );
        assert_eq!(words("Lb1-c1"), "large from b1 to c1, over an own medium");
        assert_eq!(reserve(&rules, &position, Side::One), "1 MS");
        assert_eq!(reserve(&rules, &Position::START, Side::Two), "2 lms");
    }
}
