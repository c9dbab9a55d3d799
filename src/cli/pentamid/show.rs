//! `pentamid show`: draws a position, or the last position of a game; `pentamid verify`: replays a game under the rules, without the
//! prover and the engine.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Args;
use serde_json::{Value, json};

use super::args::{self, StartArgs, VariantArgs};
use crate::cli::args::{PictureArgs, ShowFormatArg};
use crate::cli::front::{self, Front};
use crate::cli::{CommandResult, FormatArg, Terminal};
use crate::games::pentamid::Pentamid;
use crate::games::port::{Drawn as _, Played};
use crate::kit::json::{SCHEMA, joined};
use crate::kit::notation::tokens;
use crate::pentamid::game::Repetition;
use crate::pentamid::port::Start;
use crate::pentamid::record::{self, VariantRecord};
use crate::pentamid::view::{text, words};

/// Draw a position, or the last position of a game
///
/// Files that are no SVG or HTML files are never replaced.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids pentamid show --board 3 '- - -/- LmS -/l - M 1'
  solomids pentamid show 'L@c3 L@b3 Lc3-c4' --svg board.svg --html game.html")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ShowFormatArg,
}

impl Front for Pentamid {
    /// The board, who is to move, and which moves the rule against repetition bars.
    fn drawing(played: &Played<Self>, _: bool) -> String {
        let game = &played.position;
        let mut page = text::board(game.rules(), game.position()) + &played.status().words + "\n";
        for (mv, ply) in game.barred() {
            let _ = writeln!(page, "Barred: {mv}, for the state after ply {ply} would come back");
        }
        page
    }

    fn rows(played: &Played<Self>) -> String {
        Self::notation(played)
    }

    fn shown(played: &Played<Self>) -> Value {
        let game = &played.position;
        let barred = game.barred().into_iter().map(|(mv, ply)| json!([mv.to_string(), ply]));
        joined([
            json!({
                "schema": SCHEMA,
                "game": record::GAME,
                "position": Self::notation(played),
                "side": game.position().side().index() + 1,
                "result": record::result_name(game.status()),
                "moves": tokens(&played.legal()),
                // Each with the number of plies after which the state stood that it would bring back.
                "barred": barred.collect::<Vec<_>>(),
                "played": tokens(&played.moves),
            }),
            json!(VariantRecord::new(game.rules())),
        ])
    }

    fn summary(played: &Played<Self>) -> String {
        format!("{}. {}", words::variant(&played.start.rules), played.status().words)
    }

    fn except(start: &Start) -> &'static str {
        match start.repetition {
            Repetition::Barred => "",
            Repetition::Allowed => ", with earlier states allowed to come back",
        }
    }

    fn reached(played: &Played<Self>, is_legal: bool) -> String {
        if is_legal { played.status().words } else { Self::notation(played) }
    }
}

pub(super) fn show(arguments: &ShowArgs, variant: &VariantArgs, terminal: Terminal) -> CommandResult {
    let ShowArgs { start, pictures, format } = arguments;
    front::show(|| args::resolve(start, variant, None), (pictures, *format, false), terminal)
}

/// Replay a game under the rules, the one against repetition included
///
/// It reads what `play` saves and what `analyze --format json` prints, and compares what is claimed of the moves: that
/// they are legal, and how they end. It uses nothing of the prover and the engine, so it does not check that a win is
/// forced. Exit status: 0 when all moves are legal and no claim is wrong, else 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids pentamid verify 'L@a1 L@e5 La1-a2'
  solomids pentamid analyze --board 3 --nests 2 --format json | solomids pentamid verify -")]
pub(crate) struct VerifyArgs {
    /// Moves from the start, or a game or an analysis in JSON: a file, `-` for standard input, or the text itself
    #[arg(value_name = "GAME")]
    pub(crate) game: OsString,
    /// Let earlier states come back
    #[arg(long)]
    pub(crate) no_repetition_rule: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

pub(super) fn verify(arguments: &VerifyArgs, variant: &VariantArgs, terminal: Terminal) -> CommandResult {
    let allowed = arguments.no_repetition_rule.then_some(Repetition::Allowed);
    let given = args::read(&arguments.game, &variant.options(allowed)?)?;
    front::verify(&given, arguments.format, terminal)
}
