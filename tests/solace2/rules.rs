//! Moves, their refusals in words, and a line of play move by move.

use solomids::solace2::game::{Move, Position, Reading, parse_deal, parse_moves, replay};

const DEAL: &str = "KWK.KWW.WKC.WCC.CKW.CCK";

fn start() -> Position {
    Position::new(&parse_deal(DEAL).expect("a deal").deal)
}

fn line(text: &str) -> Vec<Move> {
    parse_moves(text).expect("moves").into_iter().map(|spanned| spanned.mv).collect()
}

#[test]
fn illegal_moves_say_why() {
    let cases = [
        (Reading::LITERAL, "L-1>1", "space 1 is both start and end"),
        (Reading::LITERAL, "L-1>13", "there is no space 13"),
        (Reading::LITERAL, "L-1>3", "the pieces on spaces 1 and 3 differ in colour"),
        (Reading::LITERAL, "M-1>3", "no medium is exposed on space 1"),
        (Reading::LITERAL, "S-1>3", "no small is exposed on space 1"),
        (Reading::LITERAL, "T-1>3", "no tower tops the pile on space 1"),
        (
            Reading::LITERAL,
            "L-1>2, L-2>1",
            "the large on space 2 is a cap: only the top of a full nest may move",
        ),
        (Reading::LITERAL, "L-1>2, M-1>2", "the pieces on spaces 1 and 2 differ in colour"),
        (Reading::LITERAL, "L-1>2, L-3>1", "space 1 holds no full nest"),
        (
            Reading::CAPS_ONLY,
            "L-1>2, M-1>3",
            "the large on space 3 is a nest's own: only a cap takes a medium",
        ),
        (Reading::RIGID, "L-1>2, M-1>3, M-3>4", "the piece on space 3 was placed and stays"),
    ];
    for (reading, text, reason) in cases {
        let error = replay(&start(), reading, &line(text)).expect_err(text);
        assert_eq!(error.reason.to_string(), reason, "{text}");
    }
}

#[test]
fn a_tower_is_built_and_promoted() {
    // White caps white; the black medium of space 3 goes onto the cap that black put on space 2, and so on.
    let moves = line("L-1>2, M-1>3, L-5>6, M-5>2, S-5>3, T-3>5");
    let end = replay(&start(), Reading::LITERAL, &moves).expect("a legal line");
    assert_eq!(end.score(), 1);
    let tower = end.spaces()[4];
    assert_eq!(tower.complete_tower(), tower.tower());
    let inert = replay(&end, Reading::INERT, &line("S-5>3")).expect_err("a finished tower");
    assert_eq!(inert.reason.to_string(), "the tower on space 5 is finished and stays");
    assert!(end.legal_moves(Reading::LITERAL).iter().all(|&mv| end.check(mv, Reading::LITERAL).is_ok()));
}
