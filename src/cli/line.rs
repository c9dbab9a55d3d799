//! Lines that were played, from wherever the user keeps them: share strings, and solutions in JSON.

use serde::Deserialize;
use solomids::game::notation::Parsed;
use solomids::game::{Move, Palette, ParseError, Position, Share, parse_position};

use super::args;
use super::failure::{Advised, BadText};
use super::input::{Input, Start};

/// A line that was played, and what is claimed of it.
pub(super) struct Line {
    pub(super) start: Position,
    pub(super) palette: Palette,
    /// The page's seed, empty if the deal has none.
    pub(super) seed: String,
    pub(super) moves: Vec<Move>,
    pub(super) claims: Claims,
}

/// What a solution says of itself. Whatever is left out is not checked.
#[derive(Default, Deserialize)]
pub(super) struct Claims {
    pub(super) verdict: Option<String>,
    pub(super) score: Option<u8>,
    pub(super) lower_bound: Option<u8>,
    pub(super) swaps: Option<u8>,
    pub(super) trees: Option<u8>,
    pub(super) share: Option<String>,
}

/// A solution as `solve --format json` prints it.
#[derive(Deserialize)]
struct Solution {
    schema: Option<u32>,
    deal: String,
    moves: Vec<String>,
    #[serde(flatten)]
    claims: Claims,
}

impl Line {
    /// Reads the line that the arguments name, and finds its deal.
    pub(super) fn read(arguments: &args::Played) -> anyhow::Result<Self> {
        let given = Start::given(arguments.deal.as_deref(), &arguments.dealt)?;
        let input = match (&arguments.line, &arguments.share) {
            (Some(argument), _) => {
                let is_text = |text: &str| text.contains('_') || text.trim_start().starts_with('{');
                Input::load(
                    argument,
                    is_text,
                    "a line itself is a share string, SEED_MOVE, MOVE, …, or a JSON object",
                )?
            }
            (None, share) => Input::typed("<share string>", share.as_deref().unwrap_or_default()),
        };
        let content = input.content.trim_start_matches('\u{feff}');
        if content.trim_start().starts_with('{') {
            if given.is_some() {
                return Err(
                    Advised::new("two deals: the solution names its own", "leave out the other one").into()
                );
            }
            return solution(&input.name, content);
        }
        // The line end of a file is not part of the seed, nor are blank lines before it.
        let content = content.trim_end().trim_start_matches(['\r', '\n']);
        let bad_text = |error: ParseError| BadText::new(&input.name, content, error);
        let share: Share = content.parse().map_err(bad_text)?;
        let start = Start::of_share(&share, given)?;
        let seed = start.share(&[]).seed;
        Ok(Self {
            start: start.position,
            palette: start.palette,
            seed,
            moves: share.moves,
            claims: Claims::default(),
        })
    }
}

/// Reads a solution in JSON.
pub(super) fn solution(name: &str, text: &str) -> anyhow::Result<Line> {
    let solution: Solution = serde_json::from_str(text).map_err(|error| {
        let place =
            text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
        let mut place = (place + error.column().saturating_sub(1)).min(text.len());
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        let expected = "a solution as `solve --format json` prints it";
        BadText::new(name, text, ParseError::new(text, place..place, message, expected))
    })?;
    if let Some(schema) = solution.schema
        && schema != 1
    {
        anyhow::bail!("`{name}` has schema {schema}; this version reads schema 1");
    }
    let deal_name = format!("`deal` in {name}");
    let Parsed { position: start, palette, .. } =
        parse_position(&solution.deal).map_err(|error| BadText::new(&deal_name, &solution.deal, error))?;
    let mut moves = Vec::with_capacity(solution.moves.len());
    for (i, token) in solution.moves.iter().enumerate() {
        let move_name = format!("`moves`, number {}, in {name}", i + 1);
        moves.push(token.parse().map_err(|error| BadText::new(&move_name, token, error))?);
    }
    Ok(Line { start, palette, seed: String::new(), moves, claims: solution.claims })
}
