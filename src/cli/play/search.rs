//! Use of the solver: the best score still reachable, hints, lists of moves, solutions.

use std::sync::Arc;

use crate::analysis::{Bounds, Hints, MoveCounts, MoveHint, Reason, good_move, hints};
use crate::check::{check, check_hints};
use crate::game::{MAX_SWAPS, Move, Palette, Position, TREES};
use crate::kit::search::HINT_TIME;
use crate::numbers::counted;
use crate::solver::{Config, Observer, Progress, Solver, StopReason};
use crate::view::words;
use anyhow::Context as _;

use super::Player;
use crate::cli::error::internal;
use crate::cli::session::{Request, Session, Signal, TerminalGame as _, Window};

/// Queries after which the solver is replaced, so that its tables do not fill the memory in a long game.
const QUERIES_PER_SOLVER: u64 = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    BestScore,
    /// Best score, and one good move with its reason.
    Hint,
    /// Best score, and the best score after every move.
    Moves,
    /// Line that reaches the best score.
    Solve,
}

/// Best score of a position as far as proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnownScore {
    pub(super) bounds: Bounds,
    /// Moves that reach the lower bound.
    pub(super) line: Vec<Move>,
    /// Limit that left the score undecided; `None` as well after a cancelled query.
    pub(super) stopped: Option<StopReason>,
}

pub(super) struct Answer {
    pub(super) known: KnownScore,
    /// One good move for [`Query::Hint`], every move for [`Query::Moves`], else none.
    pub(super) moves: Vec<MoveHint>,
}

/// What answers queries within limits, on a thread of its own.
pub(super) fn work(limits: Config) -> impl FnMut(&Request<Player>, &Signal) -> anyhow::Result<Answer> + Send {
    let mut solver = Solver::new();
    move |request, signal| {
        if signal.number.is_multiple_of(QUERIES_PER_SOLVER) {
            solver = Solver::new();
        }
        let internal = || internal("the solver", &Palette::default(), &request.position);
        answer(&mut solver, &limits, request, signal).with_context(internal)
    }
}

fn answer(
    solver: &mut Solver,
    config: &Config,
    request: &Request<Player>,
    signal: &Signal,
) -> anyhow::Result<Answer> {
    let Request { query, position, terms: upper } = request;
    let words = Arc::clone(&signal.progress);
    let observer = Observer::new(move |Progress { trees, swaps, nodes, .. }| {
        if let Ok(mut words) = words.lock() {
            *words = format!(", {trees} trees with {}, {}", words::swaps(swaps), counted(nodes, "node"));
        }
    });
    let mut limits = config.limits.interrupted_by(&signal.interrupt);
    if *query != Query::Solve {
        limits = limits.with_default_time(HINT_TIME);
    }
    let config = Config { limits, observer: Some(observer), ..config.clone() };
    let search = match query {
        Query::Hint => good_move,
        Query::Moves => hints,
        Query::BestScore | Query::Solve => {
            let outcome = solver.solve_within(position, *upper, &config);
            check(position, &outcome)?;
            let (bounds, stopped) = (outcome.verdict.into(), outcome.verdict.stopped());
            let known = KnownScore { bounds, line: outcome.line, stopped };
            return Ok(Answer { known, moves: Vec::new() });
        }
    };
    let found = search(solver, position, &config);
    check_hints(position, &found)?;
    let Hints { bounds, line, moves, stopped, .. } = found;
    Ok(Answer { known: KnownScore { bounds, line, stopped }, moves })
}

impl Player {
    fn merge(&mut self, position: Position, new: KnownScore) -> KnownScore {
        let known = self.known.entry(position).or_insert_with(|| new.clone());
        if new.bounds.lower > known.bounds.lower {
            known.bounds.lower = new.bounds.lower;
            known.line = new.line;
        }
        known.bounds.upper = known.bounds.upper.min(new.bounds.upper);
        known.stopped = if known.bounds.is_decided() { None } else { new.stopped };
        known.clone()
    }
}

pub(super) fn known(s: &Session<Player>) -> Option<&KnownScore> {
    s.game.known.get(s.position())
}

/// Upper bound on the score of the present position from itself and the position before.
pub(super) fn upper(s: &Session<Player>) -> u8 {
    let trivial = Bounds::of(s.position()).upper;
    let before = s.round.played.last().and_then(|(before, _)| s.game.known.get(before));
    before.map_or(trivial, |known| known.bounds.upper.min(trivial))
}

/// Whether no query has decided the present position or run into a limit there.
pub(super) fn is_unknown(s: &Session<Player>) -> bool {
    known(s).is_none_or(|known| !known.bounds.is_decided() && known.stopped.is_none())
}

/// Passes a decided score on to the present position if the last move was the first move of its line.
pub(super) fn inherit(s: &mut Session<Player>) {
    let position = *s.position();
    let Some(&(before, mv)) = s.round.played.last() else { return };
    if let Some(KnownScore { bounds, line, .. }) = s.game.known.get(&before)
        && bounds.is_decided()
        && line.first() == Some(&mv)
    {
        let known = KnownScore { bounds: *bounds, line: line[1..].to_vec(), stopped: None };
        s.game.known.entry(position).or_insert(known);
    }
}

/// Shows the first move of a known best line, or queries the solver.
pub(super) fn hint(s: &mut Session<Player>) {
    if let Some(KnownScore { bounds, line, .. }) = known(s)
        && let (Some(score), Some((&mv, rest))) = (bounds.score(), line.split_first())
    {
        let rest = rest.to_vec();
        s.held = None;
        return advise(s, mv, &rest, Reason::Keeps { score });
    }
    s.ask(Query::Hint);
}

/// Lists every move if their scores are known, or queries the solver.
pub(super) fn list_moves(s: &mut Session<Player>) {
    match s.game.moves.take() {
        Some((position, moves)) if position == *s.position() => {
            s.held = None;
            show_moves(s, &moves);
            s.game.moves = Some((position, moves));
        }
        _ => s.ask(Query::Moves),
    }
}

/// Puts a known best line ahead, or queries the solver.
pub(super) fn solve(s: &mut Session<Player>) {
    match known(s).cloned() {
        Some(known) if known.bounds.is_decided() && Player::end(s).is_none() => {
            s.held = None;
            show_line(s, &known);
        }
        _ => s.ask(Query::Solve),
    }
}

pub(super) fn learn(s: &mut Session<Player>, request: &Request<Player>, answer: Answer) {
    let Answer { known, moves } = answer;
    let is_complete = known.stopped != Some(StopReason::Interrupted);
    let known = s.game.merge(request.position, known);
    match request.query {
        Query::BestScore => warn(s),
        Query::Hint => {
            if let Some(best) = moves.first() {
                advise(s, best.mv, &best.line, best.reason);
            }
        }
        Query::Moves => {
            if !is_complete {
                s.message = "Stopped; H looks into every move again".into();
            } else if s.held.is_some() || s.prompt.is_open() {
                s.message = "Every move is looked into: H shows them".into();
            } else {
                show_moves(s, &moves);
            }
            // After an interrupt the same query searches again.
            s.game.moves = is_complete.then_some((request.position, moves));
        }
        Query::Solve => show_line(s, &known),
    }
}

/// Shows a warning if the last move has lowered the best score.
fn warn(s: &mut Session<Player>) {
    // An endgame says so in any case.
    if !s.revealed && super::endgame(s).is_none() {
        return;
    }
    let (Some(now), Some((before, mv))) = (known(s), s.round.played.last()) else { return };
    if let Some(earlier) = s.game.known.get(before)
        && now.bounds.upper < earlier.bounds.lower
    {
        if earlier.bounds.loses_win(now.bounds) {
            s.message = format!("{mv} has shut the win out: u takes it back");
            if let Some(endgame) = &mut s.game.endgame {
                endgame.tries += 1;
            }
        } else {
            let lost = counted((earlier.bounds.lower - now.bounds.upper).into(), "point");
            s.message = format!("{mv} has cost {lost}; u takes it back");
        }
    }
}

/// Shows a move with what it makes possible, and with what it keeps unless that is a win.
fn advise(s: &mut Session<Player>, mv: Move, rest: &[Move], reason: Reason) {
    let palette = &s.start().palette;
    let why = words::why(s.position(), mv, rest, palette).map_or_else(|_| String::new(), |why| why.words);
    let kept = match reason {
        Reason::Keeps { score } if score >= TREES => String::new(),
        _ => format!(" ({})", reason.words(palette)),
    };
    s.advise(mv, &format!(": {why}{kept}"));
}

/// Opens the list of all moves, best first.
fn show_moves(s: &mut Session<Player>, moves: &[MoveHint]) {
    let MoveCounts { keep, undecided, all } = MoveCounts::of(moves);
    let open = match undecided {
        0 => String::new(),
        _ => format!(", {undecided} undecided"),
    };
    let title = format!(" {keep} of {all} moves keep the best score{open} (up, down, Enter plays, Esc) ");
    let row = |hint: &MoveHint| {
        let (score, mv) = (hint.bounds, hint.mv.to_string());
        let text = format!("{score:>5}  {mv:9}  {}", Player::words(s, s.position(), hint.mv));
        (hint.mv, text, format!("{mv}: {}", hint.reason.words(&s.start().palette)))
    };
    let rows = moves.iter().map(row).collect();
    s.window = Some(Window::List { title, rows, chosen: 0 });
    s.round.hints += 1;
}

fn show_line(s: &mut Session<Player>, known: &KnownScore) {
    let KnownScore { bounds, line, stopped } = known;
    let found = if let Some(score) = bounds.score() {
        format!("Best is {}", score_in_words(score))
    } else {
        let why = stopped.map_or("stopped".into(), |stop| stop.to_string());
        format!("Not decided ({why}): best is {} to {}", bounds.lower, bounds.upper)
    };
    if line.is_empty() {
        s.message = format!("{found}; no move improves what is banked");
    } else {
        s.show_line(&found, line);
    }
}

/// Formats a score: `17, a win without a swap`.
pub(super) fn score_in_words(score: u8) -> String {
    const WINS: [&str; 3] = ["a win without a swap", "a win with one swap", "a win with two swaps"];
    match (TREES + MAX_SWAPS).checked_sub(score).and_then(|swaps| WINS.get(usize::from(swaps))) {
        Some(win) => format!("{score}, {win}"),
        None => format!("{score}, no win"),
    }
}
