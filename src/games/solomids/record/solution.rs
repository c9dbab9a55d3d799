//! Solutions in JSON: written by `solve`, read by `verify`, `analyze`, `play` and pages.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::games::port::{Form, Given, Played};
use crate::games::solomids::Solomids;
use crate::games::solomids::analysis::{Difficulty, Level, Solution};
use crate::games::solomids::dealer::Source;
use crate::games::solomids::game::notation::Parsed;
use crate::games::solomids::game::{MAX_SWAPS, Move, Position, Share, TREES, parse_position};
use crate::games::solomids::solver::{Bounds, Proven, StopReason, Verdict, length};
use crate::games::solomids::start::Start;
use crate::games::solomids::view::words::known;
use crate::kit::error::{InputError, NamedText, read_field, read_tokens};
use crate::kit::json::{SCHEMA, joined, without_empty, work};
use crate::kit::notation::tokens;
use crate::kit::verify::{ClaimedScore, Claims, read_claims, read_fields};

/// A game as a solution without claims: its moves from the deal.
pub fn line(played: &Played<Solomids>) -> Value {
    let Start { deal, palette, source } = &played.start;
    json!({
        "schema": SCHEMA,
        "deal": palette.canonical(deal),
        "source": source,
        "moves": tokens(&played.moves),
    })
}

/// A solution of a position as `solve --format json` prints it; `end` is the position at the end of its line.
pub fn solution(played: &Played<Solomids>, solution: &Solution, end: &Position) -> Value {
    let outcome = &solution.outcome;
    let bounds = outcome.verdict.bounds();
    let (verdict, swaps) = match outcome.verdict {
        Verdict::Won { swaps } => ("won", Some(swaps)),
        Verdict::Lost { .. } => ("lost", None),
        Verdict::Undecided { .. } => ("undecided", None),
    };
    let length = solution.shortest.as_ref().map(|shortest| {
        json!({
            "length": shortest.length,
            "length_lower_bound": shortest.lower_bound,
            "length_stopped": shortest.stopped.map(StopReason::name),
            "length_stats": work(shortest.stats.nodes, shortest.stats.elapsed),
        })
    });
    let record = joined([
        json!({
            "schema": SCHEMA,
            "deal": played.start.palette.canonical(&played.position),
            "source": played.start.source,
            "verdict": verdict,
            "score": bounds.score(),
            "lower_bound": bounds.lower,
            "upper_bound": bounds.upper,
            "proven": bounds.proven(),
            "summary": known(bounds),
            "swaps": swaps,
            "trees": end.trees_banked(),
            "moves": tokens(&outcome.line),
            "share": played.share(&outcome.line).to_string(),
            "stats": work(outcome.stats.nodes, outcome.stats.elapsed),
            "stopped": outcome.verdict.stopped().map(StopReason::name),
        }),
        length.unwrap_or_default(),
        json!({ "played": tokens(&played.moves), "difficulty": difficulty(solution) }),
    ]);
    without_empty(record, &["played", "difficulty"])
}

fn difficulty(solution: &Solution) -> Option<Value> {
    let Difficulty { random, greedy, first_moves, moves, forced, transfers, level } = solution.difficulty?;
    let stopped =
        solution.first_moves_stopped.filter(|_| first_moves.is_some_and(|first| first.undecided > 0));
    Some(json!({
        "level": level.map(Level::word),
        "random_win_share": random.win_share(),
        "random_trees": random.mean_trees(),
        "greedy_win_share": greedy.win_share(),
        "greedy_trees": greedy.mean_trees(),
        "first_moves_keep": first_moves.map(|first| first.keep),
        "first_moves_undecided": first_moves.map(|first| first.undecided),
        "first_moves": first_moves.map(|first| first.all),
        "first_moves_stopped": stopped.map(StopReason::name),
        "line_moves": moves,
        "forced": forced,
        "transfers": transfers,
    }))
}

/// What of a solution says where its line starts and how it goes; all other fields are claims.
#[derive(Deserialize)]
struct LineFields {
    deal: String,
    moves: Vec<String>,
    source: Option<Source>,
    #[serde(default)]
    played: Vec<String>,
}

/// Reads a solution: its line starts from the deal of the source after the moves played, if they lead to its position, else from that
/// position.
pub(in crate::games::solomids) fn read_solution(text: &NamedText) -> Result<Given<Solomids>, InputError> {
    let name = &text.name;
    let expected = "a solution as `solve --format json` prints it";
    let claims = read_claims(text, None, expected)?;
    let LineFields { deal, moves, source, played } = read_fields(text, expected)?;
    let Parsed { position, palette, .. } = read_field(name, "deal", &deal, parse_position)?;
    let moves = read_tokens(name, "moves", &moves, str::parse)?;
    let played = read_tokens(name, "played", &played, str::parse)?;
    let before = source.and_then(|source| after(source, &played)).filter(|game| game.position == position);
    let before = before.unwrap_or_else(|| Played::new(Start::of_position(position, palette)));
    let mut line = Given { claims: Some(claims), form: Form::Record, ..Given::after(before) };
    line.add_field(name, "moves", moves);
    Ok(line)
}

/// The game after some moves from the deal of a source; nothing if there is no such game.
fn after(source: Source, moves: &[Move]) -> Option<Played<Solomids>> {
    let mut played = Played::new(Start::of_source(source).ok()?);
    played.play_all(moves).ok()?;
    Some(played)
}

/// What a solution would say of its line, with the upper bound that is claimed.
pub(in crate::games::solomids) fn rebuilt(given: &Given<Solomids>, end: &Position, claims: &Claims) -> Value {
    let start = &given.before.position;
    let best = ClaimedScore::new(claims, end.score(), TREES + MAX_SWAPS - start.swaps_used());
    let is_won = end.is_won() && (best.is_decided() || best.is_open);
    let verdict = match best.is_decided() {
        true if end.is_won() => "won",
        true => "lost",
        false => "undecided",
    };
    // Without an upper bound no line contradicts a loss but one that wins.
    let is_said_lost = best.is_open && claims.get("proven").is_some_and(|proven| proven == "lost");
    let upper = if is_said_lost { best.lower.max(TREES - 1) } else { best.upper };
    let length = length(&given.line) as u64;
    let least = claims.get("length_lower_bound").and_then(Value::as_u64).map(|least| least.min(length));
    json!({
        "score": best.score(claims),
        "lower_bound": best.lower,
        "upper_bound": best.upper,
        "proven": Bounds { lower: best.lower, upper }.proven().map(Proven::name),
        "swaps": is_won.then(|| end.swaps_used()),
        "trees": end.trees_banked(),
        "verdict": verdict,
        "stopped": best.stopped(claims),
        "length": length,
        "length_lower_bound": least,
        "share": rebuilt_share(given, claims),
        "source": rebuilt_source(given, claims),
    })
}

/// The share string of the whole game. Where no source is named, its seed may be that of any deal that leads to the position.
fn rebuilt_share(given: &Given<Solomids>, claims: &Claims) -> Value {
    let claimed: Option<Share> =
        claims.get("share").and_then(Value::as_str).and_then(|text| text.parse().ok());
    let mut share = given.before.share(&given.line);
    if let Some(claimed) = claimed {
        if !claims.contains_key("source") && !claimed.seed.is_empty() {
            let played = claimed.moves.strip_suffix(&given.line[..]).unwrap_or_default();
            let dealt = after(Source::WebSeed { seed: claimed.seed.clone() }, played);
            if dealt.is_some_and(|dealt| dealt.position == given.before.position) {
                share = claimed.clone();
            }
        }
        if claimed == share {
            // However it is written.
            return claims["share"].clone();
        }
    }
    share.to_string().into()
}

/// The source of the deal, unless its moves lead to another position.
fn rebuilt_source(given: &Given<Solomids>, claims: &Claims) -> Value {
    let is_text = |source: &Value| source["kind"] == "text";
    let leads_elsewhere = given.before.start.source == Source::Text;
    match claims.get("source") {
        Some(source) if is_text(source) || !leads_elsewhere => source.clone(),
        _ => "another position".into(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::Config;

    use super::*;

    const SOLUTION: &str = r#"{"schema":1,"deal":". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/. . . . ./. . . . ./. . . . ./. . . . ./. . . . .\nswaps-used: 1","source":{"kind":"text"},"verdict":"won","score":16,"lower_bound":16,"upper_bound":16,"swaps":1,"trees":15,"moves":["M-B8>B6","M-B6>E6","B-E6"],"share":"_M-B8>B6, M-B6>E6, B-E6","stats":{"nodes":7,"elapsed_ms":2},"stopped":null}"#;
    const SIGNS: &[&str] = &[
        "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "1", "-1", "R1", "/", "\\n", ">", "B-E6", "_", " ",
        "é",
    ];

    /// Number of damaged solutions, as in the tests of damaged boards.
    fn mutations() -> u32 {
        std::env::var("SOLOMIDS_MUTATIONS")
            .map_or(500, |number| number.parse().expect("a number of mutations"))
    }

    proptest! {
        #![proptest_config(Config { cases: mutations(), ..Config::default() })]

        #[test]
        fn damaged_solutions_are_never_misread(
            changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(SIGNS), 0..3usize), 1..4),
        ) {
            let mut text = SOLUTION.to_owned();
            for (at, sign, removed) in changes {
                let start = text.floor_char_boundary(at.index(text.len()));
                let end = text.ceil_char_boundary((start + removed).min(text.len()));
                text.replace_range(start..end, sign);
            }
            let Ok(read) = read_solution(&NamedText::new("text", &text)) else { return Ok(()) };
            let record: serde_json::Value = serde_json::from_str(&text).expect("accepted text is JSON");
            let deal = parse_position(record["deal"].as_str().expect("a text")).expect("an accepted deal");
            prop_assert_eq!(read.before.position, deal.position);
            let tokens: Vec<Move> = record["moves"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|token| token.as_str()?.parse().ok())
                .collect();
            prop_assert_eq!(read.line, tokens);
        }
    }
}
