//! Played lines as input: share strings, and solutions in JSON.

use solomids::game::Move;
use solomids::game::notation::is_line_like;
use solomids::record::{Claims, read_solution};

use super::args::LineArgs;
use super::failure::{ErrorWithHelp, SourceError};
use super::input::Input;
use super::start::{self, SHARE, Start};
use super::terminal::Terminal;

/// A played line with its start and its claims.
pub(super) struct PlayedLine {
    /// Position that the line starts from.
    pub(super) start: Start,
    pub(super) moves: Vec<Move>,
    /// Claims of a solution in JSON about the line.
    pub(super) claims: Option<Claims>,
}

impl PlayedLine {
    /// Reads the line and the deal that the arguments name.
    pub(super) fn read(arguments: &LineArgs, terminal: Terminal) -> anyhow::Result<Self> {
        if [&arguments.deal, &arguments.line].into_iter().all(|it| it.as_ref().is_some_and(|it| it == "-")) {
            let help = "give one of them as a file or as a text";
            return Err(ErrorWithHelp::new("standard input cannot be both deal and line", help).into());
        }
        let given = start::given(arguments.deal.as_deref(), &arguments.dealt)?;
        let line = match (&arguments.line, &arguments.share) {
            (Some(argument), _) => {
                let is_text = |text: &str| {
                    text.is_empty()
                        || text.contains(['_', '>', '{'])
                        || text.contains(char::is_whitespace)
                        || is_line_like(text)
                };
                let help = "a line itself is a share string, SEED_MOVE, MOVE, …, or a JSON object";
                Self::parse(&Input::load(argument, is_text, help)?, given)?
            }
            (None, share) => {
                Self::parse_share(&Input::typed(SHARE, share.as_deref().unwrap_or_default()), given)?
            }
        };
        // The source of a solution in JSON is no share string.
        if line.claims.is_none() {
            start::warn_of_seed(&line.start, &arguments.dealt, terminal);
        }
        Ok(line)
    }

    /// Parses a solution in JSON or a share string. A line that names no deal starts from the given one.
    pub(super) fn parse(input: &Input, given: Option<Start>) -> anyhow::Result<Self> {
        // A seed may begin with a brace.
        if !input.text.is_json() || input.text.is_share() {
            return Self::parse_share(input, given);
        }
        if given.is_some() {
            let message = "two deals: the solution names its own";
            return Err(ErrorWithHelp::new(message, "leave out the other one").into());
        }
        let (start, moves, claims) = read_solution(&input.text.name, &input.text.content)?;
        Ok(Self { start, moves, claims: Some(claims) })
    }

    /// Parses a share string.
    fn parse_share(input: &Input, given: Option<Start>) -> anyhow::Result<Self> {
        let refused = |error: SourceError| match input.position() {
            Ok(_) => {
                let help = "give it with --deal, and the moves as `_MOVE, MOVE, …`";
                anyhow::Error::from(ErrorWithHelp::new(
                    format!("`{}` is a deal or a position, not a line", input.text.name),
                    help,
                ))
            }
            Err(_) => error.with_help(input.missing_file()).into(),
        };
        let pasted = input.text.share().map_err(|error| refused(*error))?;
        let start = Start::of_seed(&pasted.seed, given)?;
        let resolved = pasted.resolve(&start.position);
        let resolved = resolved.map_err(|error| SourceError::new(&input.text.name, &pasted.text, error))?;
        Ok(Self { start, moves: resolved.share.moves, claims: None })
    }
}
