//! `pentamid solve`: the value of every position of a small board, by retrograde analysis.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::kit::notation::tokens;
use crate::kit::search::StopReason;
use crate::numbers::{counted, grouped};
use crate::pentamid::game::{Position, Rules, Symmetry};
use crate::pentamid::record::{Head, VariantRecord};
use crate::pentamid::retrograde::{
    self, ClassError, ClassLimits, ClassTotals, Counts, FolderError, Longest, Outcomes, SolveError,
    SolveLimits, Totals, Value, ValueTable, count_positions,
};
use crate::pentamid::view::words;
use crate::series::is_special;
use anstyle::Style;
use clap::{Args, ValueHint};
use serde::Serialize;

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
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Solve without distances, in two bits a position, class by class in this folder: what it has is not solved again
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "out")]
    pub(crate) classes: Option<PathBuf>,
    /// Give player 2 these numbers of larges, mediums and smalls only: if player 1 cannot force a win then, neither can he in the game
    #[arg(long, value_name = "L,M,S", requires = "classes", value_parser = pieces)]
    pub(crate) defender: Option<Counts>,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Output of `solve --format json`.
#[derive(Serialize)]
struct SolveRecord {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    variant: VariantRecord,
    /// `win` or `loss` for the first player, `endless`, or null if undecided.
    result: Option<&'static str>,
    /// Plies of the result, null if there is none.
    plies: Option<u32>,
    /// Best play of both sides from the start to the end of the game, where a result is forced.
    line: Vec<String>,
    /// Number of positions, symmetric ones each.
    positions: Option<u64>,
    totals: Option<Totals>,
    /// The win that takes longest.
    longest_win: Option<LongestRecord>,
    /// The loss that takes longest.
    longest_loss: Option<LongestRecord>,
    /// Why it is undecided.
    stopped: Option<&'static str>,
    #[serde(flatten)]
    classes: Option<ClassesRecord>,
}

/// What `solve --classes --format json` prints besides.
#[derive(Serialize)]
struct ClassesRecord {
    /// Larges, mediums and smalls of player 2, if fewer than all.
    defender: Option<Counts>,
    classes: Vec<ClassRecord>,
}

/// A class by the larges, mediums and smalls on the board.
#[derive(Serialize)]
struct ClassRecord {
    /// The side to move, where it matters.
    side: Option<u8>,
    mine: Counts,
    theirs: Counts,
    #[serde(flatten)]
    totals: Totals,
}

/// A position far from its end.
#[derive(Serialize)]
struct LongestRecord {
    position: String,
    plies: u32,
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
    if let Some(folder) = &arguments.classes {
        return solve_in(folder, arguments, &rules, &session, terminal);
    }
    let known = Arc::new(AtomicU64::new(0));
    let limits = SolveLimits {
        positions: (session.memory().saturating_mul(positions_in_a_byte(&rules)))
            .min(session.config.max_nodes.unwrap_or(u64::MAX)),
        halt: session.halt(),
        known: Some(Arc::clone(&known)),
    };
    let says = || format!("{} known", counted(known.load(Ordering::Relaxed), "value"));
    let table = match session.watched(says, || retrograde::solve(&rules, &limits)) {
        Ok(table) => table,
        Err(error) => return undecided(error, &rules, arguments.format, &session, terminal),
    };
    if let Some(target) = &out {
        target.write_with(terminal, |file| retrograde::write(&table, io::BufWriter::new(&mut *file)))?;
        terminal.note(&format!("wrote `{}`, {} KiB", target.name(), table.bytes().div_ceil(1024)));
    }
    terminal.answer_as(arguments.format, || to_text(&table), || Ok(record(&table)))?;
    if arguments.format == FormatArg::Text {
        terminal.note(&format!("{:.2} s", session.seconds()));
    }
    Ok(ExitStatus::Done)
}

/// Reads numbers of larges, mediums and smalls.
fn pieces(text: &str) -> Result<Counts, String> {
    let counts: Vec<u8> = text.split(',').filter_map(|count| count.parse().ok()).collect();
    match counts[..] {
        [large, medium, small] if large >= medium && medium >= small && text.split(',').count() == 3 => {
            Ok([small, medium, large])
        }
        _ => Err("expected larges, mediums and smalls, each at most as many as the ones before, as in 2,1,1"
            .into()),
    }
}

/// Solves a board class by class in a folder.
fn solve_in(
    folder: &Path,
    arguments: &SolveArgs,
    rules: &Rules,
    session: &SearchSession,
    terminal: Terminal,
) -> CommandResult {
    if let Some(most) = session.config.max_nodes
        && let Some(count) = count_positions(rules).filter(|&count| count > most)
    {
        let error = SolveError::TooLarge { count, most };
        return undecided(error, rules, arguments.format, session, terminal);
    }
    let progress = Arc::new([const { AtomicU64::new(0) }; 2]);
    let limits =
        ClassLimits { memory: session.memory(), halt: session.halt(), progress: Some(Arc::clone(&progress)) };
    let says = || {
        let [done, all] = [0, 1].map(|i| progress[i].load(Ordering::Relaxed));
        format!("{:.1} % of {}", 100.0 * done as f64 / all.max(1) as f64, counted(all / 2, "position"))
    };
    let defender = arguments.defender;
    let solved = session.watched(says, || retrograde::solve_classes(rules, defender, folder, &limits));
    let outcomes = match solved {
        Ok(outcomes) => outcomes,
        Err(ClassError::TooLarge { need, most }) => {
            terminal.note(&format!("the largest classes take {} MiB of memory", grouped(need >> 20)));
            let error = SolveError::TooLarge { count: need, most };
            return undecided(error, rules, arguments.format, session, terminal);
        }
        Err(ClassError::Huge) => {
            let message = format!("{} has too many positions to be numbered", words::variant(rules));
            return refuse(message, "a player has at most seven nests, and a defender no more than all");
        }
        Err(ClassError::Halted(stop)) => {
            terminal.note("the folder has all classes that were solved; the same command goes on from there");
            return undecided(SolveError::Halted(stop), rules, arguments.format, session, terminal);
        }
        Err(error @ ClassError::Folder(FolderError::Unknown(_) | FolderError::Foreign { .. })) => {
            let help = "a folder has the classes of one variant and one defender; name another";
            return refuse(error.to_string(), help);
        }
        Err(error @ ClassError::Folder(FolderError::Damaged(_))) => {
            let help = "remove the file; the same command solves its class again";
            return refuse(error.to_string(), help);
        }
        Err(error) => return Err(error.into()),
    };
    terminal.answer_as(
        arguments.format,
        || Ok(classes_to_text(rules, defender, &outcomes)),
        || Ok(classes_record(rules, defender, &outcomes)),
    )?;
    if arguments.format == FormatArg::Text {
        terminal.note(&format!("{:.2} s", session.seconds()));
    }
    Ok(ExitStatus::Done)
}

/// Larges, mediums and smalls, from smalls first.
fn from_larges([small, medium, large]: Counts) -> Counts {
    [large, medium, small]
}

fn totals_of(outcomes: &Outcomes) -> Totals {
    let sum = |of: fn(&Totals) -> u64| outcomes.classes.iter().map(|class| of(&class.totals)).sum();
    Totals { wins: sum(|t| t.wins), losses: sum(|t| t.losses), endless: sum(|t| t.endless) }
}

fn classes_record(rules: &Rules, defender: Option<Counts>, outcomes: &Outcomes) -> SolveRecord {
    let class = |&ClassTotals { material, totals }: &ClassTotals| ClassRecord {
        side: material.mover.map(|side| side.index() as u8 + 1),
        mine: from_larges(material.mine),
        theirs: from_larges(material.theirs),
        totals,
    };
    let classes = outcomes.classes.iter().map(class).collect();
    SolveRecord {
        result: Some(match outcomes.first_wins {
            Some(true) => "win",
            Some(false) => "loss",
            None => "endless",
        }),
        totals: Some(totals_of(outcomes)),
        classes: Some(ClassesRecord { defender: defender.map(from_larges), classes }),
        ..SolveRecord::of(rules)
    }
}

/// Formats who wins from the start, and the numbers of positions of every class.
fn classes_to_text(rules: &Rules, defender: Option<Counts>, outcomes: &Outcomes) -> String {
    let bold = Style::new().bold();
    let value = match (outcomes.first_wins, defender.is_some()) {
        (Some(true), false) => "player 1 wins",
        (Some(false), false) => "player 2 wins",
        (None, false) => "endless, neither player can force a win",
        (Some(true), true) => "player 1 wins against these pieces, which leaves the whole game open",
        (_, true) => "player 1 cannot force a win against these pieces, nor so in the whole game",
    };
    let mut page = format!("{}, the game without history\n", words::variant(rules));
    if let Some([small, medium, large]) = defender {
        let counted = |count: u8, name| counted(u64::from(count), name);
        let pieces = [counted(large, "large"), counted(medium, "medium"), counted(small, "small")];
        let _ = writeln!(page, "Player 2 has {}, and loses without a move of these", pieces.join(", "));
    }
    let side = if defender.is_some() { "Side  " } else { "" };
    let _ = writeln!(
        page,
        "{bold}The start: {value}, proven{bold:#}\n\nPositions without a line, symmetric ones{} counted once, by the larges, \
         mediums and smalls on the board:\n{side}{:>7}{:>8}{:>16}{:>16}{:>16}",
        if defender.is_some() { "" } else { " and exchanged colours" },
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
        let mover = material.mover.map_or_else(String::new, |side| format!("{:6}", side.to_string()));
        row(&format!("{mover}{:>7}", digits(material.mine)), &digits(material.theirs), totals);
    }
    let indent = if defender.is_some() { 13 } else { 7 };
    row(&format!("{:>indent$}", "All"), "", totals_of(outcomes));
    page
}

/// Positions, symmetric ones each, that a byte of memory is enough for, what is needed besides the values included.
///
/// Values take a byte for each class of symmetric positions; tables of ranks and counters of the class in work take as much at
/// most in the boards that were measured.
fn positions_in_a_byte(rules: &Rules) -> u64 {
    (Symmetry::all(rules).len() as u64 / 4).max(1)
}

/// Checks that a table can be written. A file that exists is refused unless `force` is given; a device or a pipe has nothing to lose.
fn open(path: &Path, force: bool) -> anyhow::Result<Target> {
    if !force && !is_special(path) && path.symlink_metadata().is_ok() {
        let message = format!("`{}` exists", path.display());
        return refuse(message, "give another name, or --force to replace it");
    }
    Target::new(path, None)
}

/// Says that the board is not solved, and why.
fn undecided(
    error: SolveError,
    rules: &Rules,
    format: FormatArg,
    session: &SearchSession,
    terminal: Terminal,
) -> CommandResult {
    let positions = count_positions(rules).filter(|&count| count < u64::MAX);
    let by_nodes = positions.zip(session.config.max_nodes).is_some_and(|(count, most)| count > most);
    let (stopped, why) = match error {
        SolveError::TooLarge { .. } if by_nodes => ("nodes", session.limits.name(StopReason::Nodes)),
        SolveError::TooLarge { .. } => ("memory", session.limits.name(StopReason::Memory)),
        SolveError::Huge => ("memory", "memory: it has too many positions to be numbered".into()),
        SolveError::TooLong => ("plies", error.to_string()),
        SolveError::Halted(stop) => (stop.name(), session.limits.name(stop)),
    };
    let record = SolveRecord { positions, stopped: Some(stopped), ..SolveRecord::of(rules) };
    let size = positions.map_or_else(String::new, |count| format!(", {} positions", grouped(count)));
    let text = || Ok(format!("Undecided: {}{size}; stopped by {why}\n", words::variant(rules)));
    terminal.answer_as(format, text, || Ok(record))?;
    if format == FormatArg::Text {
        terminal.note("`solomids pentamid analyze` proves forced wins without a table");
    }
    let interrupted = error == SolveError::Halted(StopReason::Interrupted);
    Ok(if interrupted { ExitStatus::Interrupted } else { ExitStatus::Undecided })
}

impl SolveRecord {
    /// A record of these rules without an answer.
    fn of(rules: &Rules) -> Self {
        Self {
            head: Head::new(),
            variant: VariantRecord::new(rules),
            result: None,
            plies: None,
            line: Vec::new(),
            positions: count_positions(rules),
            totals: None,
            longest_win: None,
            longest_loss: None,
            stopped: None,
            classes: None,
        }
    }
}

fn record(table: &ValueTable) -> SolveRecord {
    let longest = |Longest { position, value }| {
        let (position, plies) = (position.text(table.rules()), plies(value).unwrap_or(0));
        LongestRecord { position, plies }
    };
    let (win, loss) = table.longest();
    let value = table.value(&Position::START);
    let name = match value {
        Value::Win(_) => "win",
        Value::Loss(_) => "loss",
        Value::Endless => "endless",
    };
    SolveRecord {
        result: Some(name),
        plies: plies(value),
        line: tokens(&table.line(&Position::START)),
        totals: Some(table.totals()),
        longest_win: win.map(longest),
        longest_loss: loss.map(longest),
        ..SolveRecord::of(table.rules())
    }
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
