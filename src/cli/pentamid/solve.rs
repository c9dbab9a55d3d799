//! `pentamid solve`: the value of every position of a small board, by retrograde analysis.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use crate::kit::json::{SCHEMA, joined};
use crate::kit::notation::tokens;
use crate::kit::search::StopReason;
use crate::numbers::{counted, grouped};
use crate::pentamid::game::{Position, Rules};
use crate::pentamid::record::{self, VariantRecord};
use crate::pentamid::retrograde::{
    self, ClassTotals, Counts, FolderError, Longest, Outcomes, SolveError, SolveProgress, Totals, Value,
    ValueTable, count_positions,
};
use crate::pentamid::view::words;
use crate::series::is_special;
use anstyle::Style;
use clap::{Args, ValueHint};
use serde_json::json;

use super::args::VariantArgs;
use crate::cli::output::Target;
use crate::cli::{CommandResult, ExitStatus, FormatArg, SearchSession, SearchSettings, Terminal, refuse};

/// Solve a whole small board: the value of every position, by retrograde analysis
///
/// Values are those of the game without history. --max-nodes limits the number of positions, --memory the bytes.
/// --classes solves boards of thousands of millions of positions without distances, and goes on where a run has stopped.
/// Exit status: 0 solved, 3 not solved within the limits, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids pentamid solve --board 3 --nests 1
  solomids pentamid solve --board 4x3 --nests 1 --row 3 --out small.table
  solomids pentamid solve --board 3 --nests 3 --classes FOLDER")]
pub(crate) struct SolveArgs {
    /// Write the table of all values, which `analyze` and `play` use
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Solve without distances, in two bits a position, class by class in this folder: what it has is not solved again
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "out")]
    pub(crate) classes: Option<PathBuf>,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

pub(super) fn run(
    arguments: &SolveArgs,
    variant: &VariantArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> CommandResult {
    let rules = variant.rules()?;
    let out = arguments.out.as_deref().map(|path| open(path, arguments.force)).transpose()?;
    let session = SearchSession::start(settings, terminal)?;
    if session.config.limits.nodes.zip(count_positions(&rules)).is_some_and(|(most, count)| count > most) {
        let why = session.limits.name(StopReason::Nodes);
        return undecided(StopReason::Nodes.name(), &why, &rules, arguments.format, terminal);
    }
    let (progress, limits) = (SolveProgress::default(), session.limits_left());
    let says = || {
        let [done, all] = [0, 1].map(|i| progress[i].load(Ordering::Relaxed));
        format!("{:.1} % of {}", 100.0 * done as f64 / all.max(1) as f64, counted(all, "position"))
    };
    let solved = session.watched(says, || match &arguments.classes {
        Some(folder) => retrograde::solve_classes(&rules, folder, &limits, &progress).map(Solved::Outcomes),
        None => retrograde::solve(&rules, &limits, &progress).map(Solved::Table),
    });
    let solved = match solved {
        Ok(solved) => solved,
        Err(error) => return not_solved(error, &rules, arguments, &session, terminal),
    };
    if let (Some(target), Solved::Table(table)) = (&out, &solved) {
        target.write_with(terminal, |file| retrograde::write(table, io::BufWriter::new(&mut *file)))?;
        terminal.note(&format!("wrote `{}`, {} KiB", target.name(), table.bytes().div_ceil(1024)));
    }
    match &solved {
        Solved::Table(table) => {
            terminal.answer_as(arguments.format, || to_text(table), || Ok(table_record(table)))
        }
        Solved::Outcomes(outcomes) => terminal.answer_as(
            arguments.format,
            || Ok(classes_to_text(&rules, outcomes)),
            || Ok(classes_record(&rules, outcomes)),
        ),
    }?;
    if arguments.format == FormatArg::Text {
        terminal.note(&format!("{:.2} s", session.seconds()));
    }
    Ok(ExitStatus::Done)
}

enum Solved {
    Table(ValueTable),
    Outcomes(Outcomes),
}

fn not_solved(
    error: SolveError,
    rules: &Rules,
    arguments: &SolveArgs,
    session: &SearchSession,
    terminal: Terminal,
) -> CommandResult {
    let (stopped, why) = match error {
        SolveError::TooLarge { need, .. } => {
            if arguments.classes.is_some() {
                terminal.note(&format!("the largest classes take {} MiB of memory", grouped(need >> 20)));
            }
            ("memory", session.limits.name(StopReason::Memory))
        }
        SolveError::Huge => ("memory", "memory: it has too many positions to be numbered".into()),
        SolveError::TooLong => ("plies", error.to_string()),
        SolveError::Halted(stop) => {
            if arguments.classes.is_some() {
                terminal
                    .note("the folder has all classes that were solved; the same command goes on from there");
            }
            (stop.name(), session.limits.name(stop))
        }
        SolveError::Folder(FolderError::Unknown(_) | FolderError::Foreign { .. }) => {
            return refuse(error.to_string(), "a folder has the classes of one variant; name another");
        }
        SolveError::Folder(FolderError::Damaged(_)) => {
            return refuse(error.to_string(), "remove the file; the same command solves its class again");
        }
        SolveError::Wrong(_) | SolveError::Folder(_) => return Err(error.into()),
    };
    undecided(stopped, &why, rules, arguments.format, terminal)
}

fn undecided(
    stopped: &'static str,
    why: &str,
    rules: &Rules,
    format: FormatArg,
    terminal: Terminal,
) -> CommandResult {
    let size = count_positions(rules);
    let size = size.map_or_else(String::new, |count| format!(", {} positions", grouped(count)));
    let text = || Ok(format!("Undecided: {}{size}; stopped by {why}\n", words::variant(rules)));
    terminal.answer_as(format, text, || Ok(record(rules, json!({ "stopped": stopped }))))?;
    if format == FormatArg::Text {
        terminal.note("`solomids pentamid analyze` proves forced wins without a table");
    }
    let interrupted = stopped == StopReason::Interrupted.name();
    Ok(if interrupted { ExitStatus::Interrupted } else { ExitStatus::Undecided })
}

/// Larges, mediums and smalls, from smalls first.
fn from_larges([small, medium, large]: Counts) -> Counts {
    [large, medium, small]
}

fn totals_of(outcomes: &Outcomes) -> Totals {
    outcomes.classes.iter().map(|class| class.totals).sum()
}

fn classes_record(rules: &Rules, outcomes: &Outcomes) -> serde_json::Value {
    let class = |&ClassTotals { material, totals }: &ClassTotals| {
        let (mine, theirs) = (from_larges(material.mine), from_larges(material.theirs));
        joined([json!({ "mine": mine, "theirs": theirs }), json!(totals)])
    };
    let result = match outcomes.first_wins {
        Some(true) => "win",
        Some(false) => "loss",
        None => "endless",
    };
    let classes: Vec<_> = outcomes.classes.iter().map(class).collect();
    record(rules, json!({ "result": result, "totals": totals_of(outcomes), "classes": classes }))
}

fn classes_to_text(rules: &Rules, outcomes: &Outcomes) -> String {
    let bold = Style::new().bold();
    let value = match outcomes.first_wins {
        Some(true) => "player 1 wins",
        Some(false) => "player 2 wins",
        None => "endless, neither player can force a win",
    };
    let mut page = format!(
        "{}, the game without history\n{bold}The start: {value}, proven{bold:#}\n\nPositions without a line, symmetric ones and \
         exchanged colours counted once, by the larges, mediums and smalls on the board:\n{:>7}{:>8}{:>16}{:>16}{:>16}\n",
        words::variant(rules),
        "To move",
        "Other",
        "Won",
        "Lost",
        "Endless"
    );
    let mut row = |first: &str, second: &str, Totals { wins, losses, endless }| {
        let [wins, losses, endless] = [wins, losses, endless].map(grouped);
        let _ = writeln!(page, "{first:>7}{second:>8}{wins:>16}{losses:>16}{endless:>16}");
    };
    let digits = |counts| from_larges(counts).map(|count| count.to_string()).concat();
    for &ClassTotals { material, totals } in &outcomes.classes {
        row(&digits(material.mine), &digits(material.theirs), totals);
    }
    row("All", "", totals_of(outcomes));
    page
}

/// Checks that a table can be written. A file that exists is refused unless `force` is given; a device or a pipe has nothing to lose.
fn open(path: &Path, force: bool) -> anyhow::Result<Target> {
    if !force && !is_special(path) && path.symlink_metadata().is_ok() {
        let message = format!("`{}` exists", path.display());
        return refuse(message, "give another name, or --force to replace it");
    }
    Target::new(path, None)
}

/// Output of `solve --format json`: what is not known is null.
fn record(rules: &Rules, known: serde_json::Value) -> serde_json::Value {
    joined([
        json!({ "schema": SCHEMA, "game": record::GAME }),
        json!(VariantRecord::new(rules)),
        json!({
            "result": null,
            "plies": null,
            "line": [],
            "positions": count_positions(rules),
            "totals": null,
            "longest_win": null,
            "longest_loss": null,
            "stopped": null,
        }),
        known,
    ])
}

fn table_record(table: &ValueTable) -> serde_json::Value {
    let longest = |Longest { position, value }| {
        let (position, plies) = (position.text(table.rules()), plies(value).unwrap_or(0));
        json!({ "position": position, "plies": plies })
    };
    let (win, loss) = table.longest();
    let value = table.value(&Position::START);
    let result = match value {
        Value::Win(_) => "win",
        Value::Loss(_) => "loss",
        Value::Endless => "endless",
    };
    let known = json!({
        "result": result,
        "plies": plies(value),
        "line": tokens(&table.line(&Position::START)),
        "totals": table.totals(),
        "longest_win": win.map(longest),
        "longest_loss": loss.map(longest),
    });
    record(table.rules(), known)
}

/// Plies of a value that is forced.
const fn plies(value: Value) -> Option<u32> {
    match value {
        Value::Win(plies) | Value::Loss(plies) => Some(plies),
        Value::Endless => None,
    }
}

/// Formats the value of the start with a line, the totals, and the longest wins and losses.
fn to_text(table: &ValueTable) -> anyhow::Result<String> {
    let (bold, rules) = (Style::new().bold(), table.rules());
    let value = match table.value(&Position::START) {
        Value::Win(plies) => format!("player 1 wins in {}", words::plies(plies)),
        Value::Loss(plies) => format!("player 2 wins in {}", words::plies(plies)),
        Value::Endless => "endless, neither player can force a win".into(),
    };
    let mut page = format!(
        "{}, the game without history\n{bold}The start: {value}, proven{bold:#}\n",
        words::variant(rules)
    );
    let mut now = Position::START;
    for (i, &mv) in table.line(&now).iter().enumerate() {
        let (side, words) = (now.side(), words::described(&now, mv));
        let _ = writeln!(page, "{:4}  {side}  {:7}  {words}", i + 1, mv.to_string());
        now.play(rules, mv)?;
    }
    let Totals { wins, losses, endless } = table.totals();
    let _ = writeln!(
        page,
        "\nPositions without a line, symmetric ones and exchanged colours counted once:\n{} won for the side to move, {} lost, \
         {} endless",
        grouped(wins),
        grouped(losses),
        grouped(endless)
    );
    let (win, loss) = table.longest();
    for (name, longest) in [("win", win), ("loss", loss)] {
        if let Some(Longest { position, value }) = longest {
            let plies = plies(value).unwrap_or(0);
            let _ = writeln!(page, "Longest {name}: {}, \"{}\"", words::plies(plies), position.text(rules));
        }
    }
    Ok(page)
}
