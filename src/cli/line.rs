//! Lines that were played, from wherever the user keeps them: share strings, and solutions in JSON.

use serde::Deserialize;
use solomids::dealer::Source;
use solomids::game::notation::Parsed;
use solomids::game::{Move, ParseError, Share, parse_position};

use super::args;
use super::failure::{Advised, BadText};
use super::input::{Input, Start, share_text};
use super::terminal::Terminal;

/// A line that was played, and what is claimed of it.
pub(super) struct Line {
    /// Where it starts.
    pub(super) start: Start,
    pub(super) moves: Vec<Move>,
    pub(super) claims: Claims,
}

/// What a solution says of itself. Whatever is left out is not checked.
#[derive(Default)]
pub(super) struct Claims {
    pub(super) verdict: Option<Claim>,
    pub(super) score: Option<u8>,
    pub(super) lower_bound: Option<u8>,
    pub(super) upper_bound: Option<u8>,
    pub(super) swaps: Option<u8>,
    pub(super) trees: Option<u8>,
    /// Stacks, slides and transfers.
    pub(super) length: Option<usize>,
    /// No line has fewer.
    pub(super) length_lower_bound: Option<usize>,
    /// Which limit ended the search for the shortest line.
    pub(super) length_stopped: Option<String>,
    /// Which limit ended the search.
    pub(super) stopped: Option<String>,
    /// The share string of the whole game.
    pub(super) share: Option<Share>,
    /// Where the deal comes from.
    pub(super) source: Option<Source>,
    /// Moves from that deal to where the line starts.
    pub(super) played: Vec<Move>,
}

/// A verdict as a solution names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Claim {
    Won,
    Lost,
    Undecided,
}

/// A solution as `solve --format json` prints it.
#[derive(Deserialize)]
struct Solution {
    schema: Option<u32>,
    deal: String,
    moves: Vec<String>,
    verdict: Option<Claim>,
    score: Option<u8>,
    lower_bound: Option<u8>,
    upper_bound: Option<u8>,
    swaps: Option<u8>,
    trees: Option<u8>,
    length: Option<usize>,
    length_lower_bound: Option<usize>,
    length_stopped: Option<String>,
    stopped: Option<String>,
    share: Option<String>,
    source: Option<Source>,
    #[serde(default)]
    played: Vec<String>,
}

impl Line {
    /// Reads the line that the arguments name, and finds its deal.
    pub(super) fn read(arguments: &args::Played, terminal: Terminal) -> anyhow::Result<Self> {
        let given = Start::given(arguments.deal.as_deref(), &arguments.dealt)?;
        let line = match (&arguments.line, &arguments.share) {
            (Some(argument), _) => {
                let is_text = |text: &str| text.contains(['_', '>']) || text.trim_start().starts_with('{');
                let help = "a line itself is a share string, SEED_MOVE, MOVE, …, or a JSON object";
                Self::written(&Input::load(argument, is_text, help)?, given)?
            }
            (None, share) => {
                Self::shared(&Input::typed("<share string>", share.as_deref().unwrap_or_default()), given)?
            }
        };
        line.start.warn_of_blanks(terminal);
        Ok(line)
    }

    /// The line that is written there: a solution in JSON, or a share string. Where that names no deal it belongs to the
    /// one that is given.
    pub(super) fn written(input: &Input, given: Option<Start>) -> anyhow::Result<Self> {
        let content = input.content.trim_start_matches('\u{feff}');
        // A seed may begin like JSON.
        let is_share = || content.parse::<Share>().is_ok();
        if content.trim_start().starts_with('{') && !is_share() {
            if given.is_some() {
                return Err(
                    Advised::new("two deals: the solution names its own", "leave out the other one").into()
                );
            }
            return solution(&input.name, content);
        }
        Self::shared(input, given)
    }

    /// The line of a share string.
    fn shared(input: &Input, given: Option<Start>) -> anyhow::Result<Self> {
        let content = share_text(&input.content);
        let bad_text = |error: ParseError| {
            let help =
                input.may_be_a_path().then(|| format!("if a file was meant: there is no file `{content}`"));
            BadText::new(&input.name, content, error).with_help(help)
        };
        let share: Share = content.parse().map_err(bad_text)?;
        let start = Start::of_share(&share, given)?;
        Ok(Self { start, moves: share.moves, claims: Claims::default() })
    }
}

/// Reads a solution in JSON.
fn solution(name: &str, text: &str) -> anyhow::Result<Line> {
    let expected = "a solution as `solve --format json` prints it";
    let mut reader = serde_json::Deserializer::from_str(text);
    let solution: Solution = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| (error.path().to_string(), error.into_inner()))
        .and_then(|solution| reader.end().map(|()| solution).map_err(|error| (String::new(), error)))
        .map_err(|(field, error)| {
            let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
            let place = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
            let place = text.floor_char_boundary(place);
            let message = error.to_string();
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
            let message = match field.as_str() {
                "" | "." | "?" => message.to_owned(),
                field => format!("`{field}`: {message}"),
            };
            BadText::new(name, text, ParseError::new(text, place..place, message, expected))
        })?;
    if let Some(schema) = solution.schema
        && schema != 1
    {
        anyhow::bail!("`{name}` has schema {schema}; this version reads schema 1");
    }
    let deal_name = format!("`deal` in {name}");
    let Parsed { position, palette, .. } =
        parse_position(&solution.deal).map_err(|error| BadText::new(&deal_name, &solution.deal, error))?;
    let tokens = |field: &str, tokens: &[String]| -> anyhow::Result<Vec<Move>> {
        let mut moves = Vec::with_capacity(tokens.len());
        for (i, token) in tokens.iter().enumerate() {
            let token_name = format!("`{field}`, number {}, in {name}", i + 1);
            moves.push(token.parse().map_err(|error| BadText::new(&token_name, token, error))?);
        }
        Ok(moves)
    };
    let moves = tokens("moves", &solution.moves)?;
    let played = tokens("played", &solution.played)?;
    let share = solution.share.map(|share| {
        let parsed = share.parse::<Share>();
        parsed.map_err(|error| Box::new(BadText::new(&format!("`share` in {name}"), &share, error)))
    });
    let start = solution
        .source
        .as_ref()
        .and_then(|source| Start::dealt(source.clone(), &played).ok())
        .filter(|start| start.position == position)
        .unwrap_or_else(|| Start::from_position(position, palette));
    let Solution { verdict, score, lower_bound, upper_bound, swaps, trees, .. } = solution;
    let Solution { length, length_lower_bound, length_stopped, stopped, source, .. } = solution;
    let share = share.transpose().map_err(|error| *error)?;
    let claims = Claims {
        verdict,
        score,
        lower_bound,
        upper_bound,
        swaps,
        trees,
        length,
        length_lower_bound,
        length_stopped,
        stopped,
        share,
        source,
        played,
    };
    Ok(Line { start, moves, claims })
}
