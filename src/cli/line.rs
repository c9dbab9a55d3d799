//! Lines that were played, from wherever the user keeps them: share strings, and solutions in JSON.

use solomids::game::{Move, ParseError, Share};

use super::failure::{Advised, BadText};
use super::input::{Input, Start, share_text};
use super::solution::Claims;
use super::terminal::Terminal;
use super::{args, solution};

/// A line that was played, and what is claimed of it.
pub(super) struct Line {
    /// Where it starts.
    pub(super) start: Start,
    pub(super) moves: Vec<Move>,
    /// What it says of itself, if it does.
    pub(super) claims: Option<Claims>,
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
            return solution::read(&input.name, content);
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
        Ok(Self { start, moves: share.moves, claims: None })
    }
}
