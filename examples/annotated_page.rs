//! A page for the browser that marks the mistakes of a game: `cargo run --example annotated_page > page.html`
//!
//! The game is short, one of its swaps gives up a point and another one the win.

use solomids::game::{Share, parse_position};
use solomids::solver::{Config, Solver};
use solomids::view::page::{AnnotatedGame, Bounds, Mark, Note};

const POSITION: &str = ". . . . ./. . . . ./. . . . ./. R2 . . ./. R3 . Y3 ./Y1 . . . ./. Y2 R1 . ./\
                        . . . . ./. . . . ./. . . . .";
const LINE: &str = "_S-C4>C10, S-D6>D10, W-C10>B4, S-B4>B5, W-D10>B6";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let parsed = parse_position(POSITION)?;
    let Share { moves, .. } = LINE.parse()?;
    let (mut solver, config) = (Solver::new(), Config::default());
    let mut position = parsed.position;
    let mut best = solver.solve(&position, &config);
    let mut notes = Vec::new();
    for &mv in &moves {
        position.play(mv)?;
        let next = solver.solve(&position, &config);
        let (before, after) = (best.verdict.score(), next.verdict.score());
        let (mark, reason, better) = match after {
            _ if before == after => (Mark::None, "", Vec::new()),
            Some(15..) => (Mark::Mistake, "Gives up a point", best.line),
            _ => (Mark::Blunder, "Gives up the win", best.line),
        };
        let [before, after] =
            [before, after].map(|score| score.map(|score| Bounds { lower: score, upper: score }));
        notes.push(Note { mark, before, after, reason: reason.into(), better });
        best = next;
    }
    let game = AnnotatedGame {
        title: "A game with mistakes".into(),
        summary: format!(
            "Won no more: {} trees in the bank are the most from its end",
            best.verdict.bounds().upper
        ),
        start: parsed.position,
        palette: parsed.palette,
        moves,
        opening: 0,
        seed: String::new(),
        notes,
    };
    print!("{}", game.page(&solomids::service::page_games())?);
    Ok(())
}
