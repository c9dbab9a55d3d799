//! `pentamid analyze`: whether the side to move wins, or loses, within a number of plies, with a proof.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::kit::search::REVIEW_TIME;
use crate::numbers::counted;
use crate::pentamid::game::{Game, History, Move, Position, Repetition, Side};
use crate::pentamid::prover::{Config, Outcome, Verdict, prove_from};
use crate::pentamid::record;
use crate::pentamid::retrograde::{Value, ValueTable};
use crate::pentamid::view::{text, words};
use anstyle::Style;
use clap::Args;
use serde_json::json;

use super::args::{self, StartArgs, VariantArgs, plies};
use crate::cli::{CommandResult, ExitStatus, FormatArg, SearchSession, SearchSettings, Terminal};

/// Prove whether the side to move wins, or loses, within a number of plies
///
/// The answer is about the game without history, or with --repetition about the game in which no earlier state may
/// come back. Without --timeout or --max-nodes it takes 30 seconds at most. Exit status: 0 if a result is proven or the
/// whole horizon was searched, 3 if a limit ended the search earlier, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids pentamid analyze --plies 11
  solomids pentamid analyze --board 3 --nests 2 --plies 9 --replies
  solomids pentamid analyze --moves 'L@a1 L@e5 La1-a2 Le5-e4 La2-a1' --plies 7 --repetition
  solomids pentamid analyze game.json --plies 9 --format json
  solomids pentamid analyze --board 3 --nests 1 --table small.table '- - -/- L -/- - - 2'")]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Plies to search, 250 at most
    #[arg(long, value_name = "N", default_value = "9", value_parser = plies)]
    pub(crate) plies: u32,
    /// With the rule against repetition: states of the game, and of the line, may not come back
    #[arg(long)]
    pub(crate) repetition: bool,
    /// Show what each move of the loser leads to as well, and how it is met
    #[arg(long)]
    pub(crate) replies: bool,
    /// Look the value up in a table that `solve` wrote, in place of a search
    #[arg(long, value_name = "FILE", conflicts_with = "repetition")]
    pub(crate) table: Option<PathBuf>,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Bytes of the table of a search for few plies.
const SMALL_TABLE: u64 = 64 << 20;
/// Bytes of the table of a search for many plies.
const LARGE_TABLE: u64 = 512 << 20;
/// Plies from which on a large table is worth its making.
const MANY_PLIES: u32 = 15;
/// Bytes of the table of a search for one reply.
const REPLY_TABLE: usize = 4 << 20;

struct Answer {
    outcome: Outcome,
    /// Whether it is known that neither side can force a win at all.
    endless: bool,
    replies: Option<Vec<Reply>>,
}

/// A move of the loser, and how it is met.
struct Reply {
    mv: Move,
    /// Plies to the end of the game, this move included; nothing if a limit ended the search.
    plies: Option<u32>,
    answer: Option<Move>,
}

pub(super) fn run(
    arguments: &AnalyzeArgs,
    variant: &VariantArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> CommandResult {
    let repetition = if arguments.repetition { Repetition::Barred } else { Repetition::Allowed };
    let game = args::resolve(&arguments.start, variant, Some(repetition))?.position;
    let session = SearchSession::start(settings, terminal)?.with_default_timeout(REVIEW_TIME);
    let mut answer = match &arguments.table {
        Some(path) => look_up(&game, path, arguments.plies)?,
        None => search(&game, arguments.plies, &session),
    };
    if arguments.replies {
        answer.replies = Some(replies(&game, &answer.outcome, &session));
    }
    let text = || to_text(&game, &answer, &session);
    terminal.answer_as(arguments.format, text, || Ok(record(&game, &answer)))?;
    if arguments.format == FormatArg::Text && arguments.table.is_none() {
        terminal.note(&format!("{} in {:.2} s", counted(answer.outcome.nodes, "node"), session.seconds()));
    }
    Ok(ExitStatus::of(answer.outcome.stopped))
}

fn search(game: &Game, plies: u32, session: &SearchSession) -> Answer {
    let searching = Arc::new(AtomicU32::new(0));
    let table = if plies < MANY_PLIES { SMALL_TABLE } else { LARGE_TABLE };
    let table = table.min(session.config.limits.memory.unwrap_or(u64::MAX)) as usize;
    let config = Config { searching: Some(Arc::clone(&searching)), ..config(game, session, plies, table) };
    let says = || format!("looking {} plies ahead", searching.load(Ordering::Relaxed));
    let outcome = session.watched(says, || prove_from(game.rules(), game.history(), &config));
    Answer { outcome, endless: false, replies: None }
}

/// The search of a number of plies within what is left of the limits.
fn config(game: &Game, session: &SearchSession, plies: u32, table: usize) -> Config {
    Config {
        plies,
        repetition: game.repetition(),
        threads: session.threads,
        limits: session.limits_left(),
        table,
        ..Config::default()
    }
}

fn look_up(game: &Game, path: &Path, plies: u32) -> anyhow::Result<Answer> {
    let table: ValueTable = args::read_table(game.rules(), path)?;
    let value = table.value(game.position());
    let (verdict, searched) = match value {
        Value::Win(plies) => (Verdict::Win { plies }, plies),
        Value::Loss(plies) => (Verdict::Loss { plies }, plies),
        Value::Endless => (Verdict::Unknown, plies),
    };
    let line = table.line(game.position());
    let outcome =
        Outcome { verdict, searched, line, repetition: Repetition::Allowed, stopped: None, nodes: 0 };
    Ok(Answer { outcome, endless: value == Value::Endless, replies: None })
}

/// What each move of the loser leads to: of the side to move if it loses, else of the opponent after the first move of the line.
fn replies(game: &Game, outcome: &Outcome, session: &SearchSession) -> Vec<Reply> {
    let mut history = game.history().clone();
    let left = match (outcome.verdict, outcome.line.first()) {
        (Verdict::Win { plies }, Some(&mv)) => {
            history.push(mv);
            plies - 1
        }
        (Verdict::Loss { plies }, _) => plies,
        _ => return Vec::new(),
    };
    if left == 0 {
        return Vec::new();
    }
    let says = || "looking into replies".into();
    session.watched(says, || {
        let moves = history.now().moves(game.rules());
        let barred: Vec<Move> = match game.repetition() {
            Repetition::Barred => history.barred().map(|(mv, _)| mv).collect(),
            Repetition::Allowed => Vec::new(),
        };
        let legal = moves.into_iter().filter(|mv| !barred.contains(mv));
        legal.map(|mv| reply(game, &history, mv, left, session)).collect()
    })
}

/// What one move of the loser leads to, `left` plies before the end at best play.
fn reply(game: &Game, history: &History, mv: Move, left: u32, session: &SearchSession) -> Reply {
    let mut after = history.clone();
    after.push(mv);
    let outcome = prove_from(game.rules(), &after, &config(game, session, left - 1, REPLY_TABLE));
    let plies = match outcome.verdict {
        Verdict::Win { plies } => Some(plies + 1),
        Verdict::Loss { .. } | Verdict::Unknown => None,
    };
    Reply { mv, plies, answer: outcome.line.first().copied() }
}

fn record(game: &Game, Answer { outcome, endless, replies }: &Answer) -> serde_json::Value {
    let record = |reply: &Reply| {
        let answer = reply.answer.map(|mv| mv.to_string());
        json!({ "move": reply.mv.to_string(), "plies": reply.plies, "answer": answer })
    };
    let replies = replies.as_ref().map(|replies| replies.iter().map(record).collect());
    record::analysis(game, outcome, replies, *endless)
}

/// Formats the position, the answer and the line, with ANSI styles.
fn to_text(game: &Game, answer: &Answer, session: &SearchSession) -> anyhow::Result<String> {
    let bold = Style::new().bold();
    let position = game.position();
    let mut page = text::board(game.rules(), position);
    let state = words::state(game.status(), position.side());
    if game.status().is_over() {
        let _ = writeln!(page, "{bold}{state}{bold:#}");
        return Ok(page);
    }
    let moves = counted(game.legal_moves().len() as u64, "legal move");
    let _ = writeln!(page, "{state}: {moves}\n");
    let _ = writeln!(page, "{bold}{}{bold:#}", verdict(game, answer, session));
    let mut now = *position;
    for (i, &mv) in answer.outcome.line.iter().enumerate() {
        let side = now.side();
        let words = words::described(&now, mv);
        let _ = writeln!(page, "{:4}  {side}  {:7}  {words}", i + 1, mv.to_string());
        now.play(game.rules(), mv)?;
    }
    if let Some(replies) = &answer.replies {
        page += &replies_to_text(position, answer, replies);
    }
    Ok(page)
}

/// Formats the moves of the loser, those that last longest first.
fn replies_to_text(position: &Position, answer: &Answer, replies: &[Reply]) -> String {
    let first = answer.outcome.line.first();
    let (side, after) = match (answer.outcome.verdict, first) {
        (Verdict::Win { .. }, Some(mv)) => (position.side().other(), format!(" after {mv}")),
        _ => (position.side(), String::new()),
    };
    if replies.is_empty() {
        return String::new();
    }
    let mut lengths: Vec<Option<u32>> = replies.iter().map(|reply| reply.plies).collect();
    lengths.sort_unstable_by_key(|plies| std::cmp::Reverse(plies.unwrap_or(u32::MAX)));
    lengths.dedup();
    let mut text = format!("\nMoves of player {side}{after}, with the answer to each:\n");
    for plies in lengths {
        let title =
            plies.map_or_else(|| "undecided".into(), |plies| format!("lost in {}", words::plies(plies)));
        let met = replies.iter().filter(|reply| reply.plies == plies).map(|reply| match reply.answer {
            Some(answer) => format!("{} ({answer})", reply.mv),
            None => reply.mv.to_string(),
        });
        let _ = writeln!(text, "  {title}: {}", met.collect::<Vec<_>>().join(", "));
    }
    text
}

/// Formats the verdict in one or two lines, with the game it is about.
fn verdict(game: &Game, answer: &Answer, session: &SearchSession) -> String {
    let Outcome { verdict, searched, repetition, stopped, .. } = &answer.outcome;
    let side = game.position().side();
    let about = match repetition {
        Repetition::Allowed => "in the game without history (earlier states may come back)".into(),
        Repetition::Barred => {
            let states = game.history().since_drop().len() as u64;
            format!("under the rule against repetition, {} barred at first", counted(states, "state"))
        }
    };
    let wins = |side: Side, plies| format!("Player {side} wins in {}, proven {about}", words::plies(plies));
    let known = match *verdict {
        Verdict::Win { plies } => wins(side, plies),
        Verdict::Loss { plies } => wins(side.other(), plies),
        Verdict::Unknown if answer.endless => {
            return format!("Endless: neither player can force a win, proven {about}");
        }
        Verdict::Unknown => {
            let plies = words::plies(*searched);
            format!("Neither player forces a win within {plies}, proven {about}")
        }
    };
    let fresh = matches!(verdict, Verdict::Win { .. } | Verdict::Loss { .. })
        && *repetition == Repetition::Allowed
        && game.history().since_drop().len() > 1;
    if let Some(stop) = stopped {
        return format!("{known}\nLonger lines are undecided: stopped by {}", session.limits.name(*stop));
    }
    if fresh {
        return format!(
            "{known}\nIt holds in a fresh game; --repetition asks about this one, with its history"
        );
    }
    known
}
