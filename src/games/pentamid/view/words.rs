//! Moves and states of a game in words.

use crate::games::pentamid::game::{Both, Game, Move, Position, Rules, Side, Size, Status, Variant};
use crate::games::port::Why;

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

/// Why a legal move is good, given the moves that follow it where they are known: what it wins, stops or threatens, what it makes possible of
/// the own moves that follow, or else what it is.
pub fn why(game: &Game, mv: Move, rest: &[Move]) -> Why<Move> {
    let (rules, before) = (game.rules(), game.position());
    let (after, side) = (before.after(mv), before.side());
    let plain = |words: String| Why { words, opens: None };
    // What each side could do at once before and after the move, as if it were its turn.
    let can_win =
        |position: Position| !position.has_ended_by_line(rules) && position.win_at_once(rules).is_some();
    let stops = can_win(before.passed()) && !can_win(after);
    let threatens = can_win(after.passed()) && !can_win(*before);
    match (after.status(rules), stops, threatens) {
        (Status::Line(winner), ..) if winner == side => {
            return plain(format!("{} in a row", rules.variant().line));
        }
        (Status::Stuck(_), ..) => return plain("leaves the opponent no move".into()),
        (Status::Open, true, true) => return plain("stops a line of the opponent and threatens one".into()),
        (Status::Open, true, false) => return plain("stops a line of the opponent".into()),
        (Status::Open, false, true) => return plain("threatens to finish a line".into()),
        _ => {}
    }
    let is_opened =
        |next: &Move| before.check(rules, *next).is_err() && after.passed().check(rules, *next).is_ok();
    if let Some(next) = rest.iter().copied().skip(1).step_by(2).find(is_opened) {
        return Why { words: opening(mv, next), opens: Some(next) };
    }
    let covered = before.top(mv.to()).filter(|below| below.side != side);
    let name = mv.size().word();
    match (covered, mv) {
        (Some(below), _) => plain(format!("covers the opponent's {}", below.size.word())),
        (None, Move::Drop { .. }) => plain(format!("a {name} more on the board")),
        (None, Move::Step { .. }) => plain(format!("brings the {name} to {}", mv.to())),
    }
}

/// What a move makes possible for the same player.
fn opening(mv: Move, next: Move) -> String {
    let name = next.size().word();
    match (mv, next) {
        _ if next.from() == Some(mv.to()) => format!("on the way to {}", next.to()),
        _ if next.from().is_some() && next.from() == mv.from() => format!("frees the {name} under it"),
        _ if mv.from() == Some(next.to()) => format!("makes room for a {name} on {}", next.to()),
        (Move::Drop { .. }, Move::Drop { .. }) => format!("lets a {name} out of its nest"),
        _ => format!("makes {next} possible"),
    }
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
    use crate::games::pentamid::game::{Repetition, Rules, Variant, parse_move, parse_position};

    #[test]
    fn a_reason_names_the_own_move_that_becomes_legal() {
        let rules = Rules::default();
        let game = Game::new(rules, Repetition::Barred, Position::START);
        let [mv, reply, drop, step] =
            ["L@a1", "L@e5", "M@b1", "La1-a2"].map(|mv| parse_move(&rules, mv).unwrap());
        let reason = |rest: &[Move]| why(&game, mv, rest);
        let expected = |words: &str, opens| Why { words: words.into(), opens };
        assert_eq!(reason(&[reply, drop]), expected("lets a medium out of its nest", Some(drop)));
        assert_eq!(reason(&[reply, step]), expected("on the way to a2", Some(step)));
        assert_eq!(reason(&[]), expected("a large more on the board", None));
    }

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
