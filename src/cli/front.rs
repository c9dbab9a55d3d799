//! What `show` and `verify` do for every game, and what they need of one beyond its port.

use std::fmt::Write as _;

use serde_json::Value;

use super::args::{PictureArgs, ShowFormatArg};
use super::{CommandResult, ExitStatus, FormatArg, PictureFiles, Printed, Terminal};
use crate::error::Illegal;
use crate::games::port::{Given, Played};
use crate::kit::escape::escape;
use crate::service::Served;
use crate::service::page::{GamePage, document};

/// A game as text, and as a page.
pub(crate) trait Front: Served {
    /// The position for a terminal, with ANSI styles.
    fn drawing(played: &Played<Self>, hidden: bool) -> String;
    /// The position in notation, a row a line.
    fn rows(played: &Played<Self>) -> String;
    /// Output of `show --format json`.
    fn shown(played: &Played<Self>) -> Value;
    /// What was reached, for a page.
    fn summary(played: &Played<Self>) -> String;

    /// The rules of a replay, after `Legal` or `Illegal`.
    fn under(_start: &Self::Start) -> String {
        String::new()
    }
    /// What the rules of a replay leave out, after the number of moves.
    fn except(_start: &Self::Start) -> &'static str {
        ""
    }
    /// The end of a line, or the position before its illegal move.
    fn reached(played: &Played<Self>, is_legal: bool) -> String;
}

/// The page of a game and a line that goes on from it.
pub(crate) fn page<G: Served>(
    played: &Played<G>,
    line: &[G::Move],
    title: String,
    summary: String,
) -> anyhow::Result<String> {
    Ok(document(&GamePage { title, ..GamePage::of_line(played, line, summary)? }))
}

pub(crate) fn show<G: Front>(
    read: impl FnOnce() -> anyhow::Result<Played<G>>,
    (pictures, format, hidden): (&PictureArgs, ShowFormatArg, bool),
    terminal: Terminal,
) -> CommandResult {
    let is_drawn = matches!(format, ShowFormatArg::Svg | ShowFormatArg::Html);
    let pictures = PictureFiles::open(pictures, format == ShowFormatArg::Text, is_drawn)?;
    let played = read()?;
    let picture = || G::picture(&played, hidden, &pictures.title(|| played.title_after_moves()));
    let page = || page(&played, &[], pictures.title(|| played.title()), G::summary(&played));
    let printed = match format {
        ShowFormatArg::Text => Printed::Styled(G::drawing(&played, hidden)),
        ShowFormatArg::Plain => Printed::Styled(G::rows(&played) + "\n"),
        ShowFormatArg::Json => Printed::json(&G::shown(&played)),
        ShowFormatArg::Svg => Printed::Raw(picture()),
        ShowFormatArg::Html => Printed::Raw(page()?),
    };
    pictures.answer(terminal, printed, || Ok(picture()), page)?;
    Ok(ExitStatus::Done)
}

/// Replays a line. The status is that of bad input if a move is illegal or a claim is wrong.
pub(crate) fn verify<G: Front>(given: &Given<G>, format: FormatArg, terminal: Terminal) -> CommandResult {
    let verified = given.verify();
    let text = || {
        let start = &verified.played.start;
        let (under, end) = (G::under(start), G::reached(&verified.played, verified.illegal.is_none()));
        if let Some(Illegal { ply, mv, reason }) = &verified.illegal {
            let (mv, reason) = (escape(mv), escape(reason));
            return Ok(format!("Illegal{under}: move {ply}, {mv}: {reason}\nBefore it: {end}\n"));
        }
        let legal = match verified.moves {
            0 => "No moves".into(),
            1 => format!("Legal{under}: the only move"),
            n => format!("Legal{under}: all {n} moves"),
        };
        let mut text = format!("{legal}{}\n{end}\n", G::except(start));
        for contradiction in &verified.contradictions {
            let _ = writeln!(text, "Wrong: {}", escape(contradiction));
        }
        Ok(text)
    };
    terminal.answer_as(format, text, || Ok(G::record(&verified)))?;
    Ok(if verified.is_valid() { ExitStatus::Done } else { ExitStatus::Bad })
}
