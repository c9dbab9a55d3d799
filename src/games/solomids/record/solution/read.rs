//! Reader of solutions in JSON.

use crate::games::solomids::game::notation::Parsed;
use crate::games::solomids::game::{Move, Share, parse_position};
use serde::Deserialize;

use super::claims::{Claims, ClaimsRecord};
use crate::games::solomids::record::SCHEMA;
use crate::games::solomids::start::Start;
use crate::kit::fault::{ErrorWithHelp, InputError, SourceError};

/// Version of the format of a solution.
#[derive(Deserialize)]
struct SchemaRecord {
    schema: Option<serde_json::Value>,
}

/// Parses a solution; returns its start, its moves and its claims. `name` is the source of the text in messages.
///
/// # Errors
/// Another version of the format, or the first mistake.
pub fn read_solution(name: &str, text: &str) -> Result<(Start, Vec<Move>, Claims), InputError> {
    if let Ok(SchemaRecord { schema: Some(schema) }) = serde_json::from_str(text)
        && schema != u64::from(SCHEMA)
    {
        let message = format!("`{name}` has schema {schema}, and this version reads schema {SCHEMA}");
        return Err(ErrorWithHelp::new(message, "use the version of solomids that wrote it").into());
    }
    let expected = "a solution as `solve --format json` prints it";
    let mut reader = serde_json::Deserializer::from_str(text);
    let record: ClaimsRecord = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| (error.path().to_string(), error.into_inner()))
        .and_then(|record| reader.end().map(|()| record).map_err(|error| (String::new(), error)))
        .map_err(|(field, error)| {
            let bad = SourceError::of_json(name, text, &error, expected);
            let message = match field.as_str() {
                "" | "." | "?" => bad.message.clone(),
                field => format!("`{field}`: {}", bad.message),
            };
            SourceError { message, ..bad }
        })?;
    let Parsed { position, palette, .. } = parse_position(&record.deal)
        .map_err(|error| SourceError::new(&format!("`deal` in {name}"), &record.deal, error))?;
    let tokens = |field: &str, tokens: &[String]| -> Result<Vec<Move>, InputError> {
        let mut moves = Vec::with_capacity(tokens.len());
        for (i, token) in tokens.iter().enumerate() {
            let token_name = format!("`{field}`, number {}, in {name}", i + 1);
            moves.push(token.parse().map_err(|error| SourceError::new(&token_name, token, error))?);
        }
        Ok(moves)
    };
    let moves = tokens("moves", &record.moves)?;
    let played = tokens("played", &record.played)?;
    let share = match &record.share {
        Some(text) => {
            let parsed = text.parse::<Share>();
            Some(parsed.map_err(|error| SourceError::new(&format!("`share` in {name}"), text, error))?)
        }
        None => None,
    };
    let source = record.source.as_ref();
    let start = source
        .and_then(|source| Start::dealt(source.clone(), &played).ok())
        .filter(|start| start.position == position)
        .unwrap_or_else(|| Start::from_position(position, palette));
    Ok((start, moves, Claims { record, share, played }))
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
            let Ok((start, moves, _)) = read_solution("text", &text) else { return Ok(()) };
            let record: serde_json::Value = serde_json::from_str(&text).expect("accepted text is JSON");
            let deal = parse_position(record["deal"].as_str().expect("a text")).expect("an accepted deal");
            prop_assert_eq!(start.position, deal.position);
            let tokens: Vec<Move> = record["moves"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|token| token.as_str()?.parse().ok())
                .collect();
            prop_assert_eq!(moves, tokens);
        }
    }
}
