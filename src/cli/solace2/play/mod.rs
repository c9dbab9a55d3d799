//! `solace2 play`: the game in the terminal. The inside of the nests is hidden, and a move that showed a hidden piece cannot be
//! taken back, nor those before it (the rule "No Cheating"), unless the player has chosen to undo freely or to see the inside.

#[cfg(test)]
mod tests;

use std::ffi::OsStr;

use crate::games::port::{Game as _, Played};
use crate::games::solace2::Solace2;
use crate::kit::search::HINT_TIME;
use crate::numbers::counted;
use crate::solace2::analysis::{Hint, Hinter, range};
use crate::solace2::game::{Move, Position, Reading, Space, replay};
use crate::solace2::optimum::{View, shows};
use crate::solace2::port::Start;
use crate::solace2::record;
use crate::solace2::solver::{Solver, StopReason, Verdict};
use crate::solace2::view::Inside;
use crate::solace2::view::text::{self, Part};
use crate::solace2::view::words;
use anyhow::Context as _;
use clap::{Args, ValueEnum};
use ratatui::text::{Line, Span};

use super::args::{self, StartArgs, typed_moves};
use crate::cli::session::{
    self, Action, Held, KeyRow, Place, Request, Session, Signal, TerminalGame, Words, moves_in_words, row,
};
use crate::cli::{CommandResult, SearchSettings, Terminal};

/// Play in the terminal, with the inside of the nests hidden, or open
///
/// Arrow keys move the cursor, Enter picks a piece up and puts it down, `?` lists the other keys. A move that
/// showed a piece cannot be taken back, as the rules have it, unless --undo free is given. Without a deal, a random
/// one is dealt. In the end the moves are printed; S saves the game as JSON, which `play`, `show` and `verify` read.
/// Exit status: 0, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 play
  solomids solace2 play --seed 1 --open --undo free
  solomids solace2 play game.json")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Show the inside of the nests
    #[arg(long)]
    pub(crate) open: bool,
    /// Which moves can be taken back
    #[arg(long, value_name = "WHICH", default_value = "fair")]
    pub(crate) undo: UndoArg,
}

/// Policies of undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UndoArg {
    /// Moves after the last one that showed a hidden piece
    Fair,
    /// All
    Free,
}

/// Number of seeds that a random deal is drawn from.
const SEEDS: u64 = 1_000_000;
pub(super) fn run(arguments: &PlayArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    let played = match args::read_if_given(&arguments.start)? {
        Some(given) => given.played()?,
        None => Played::new(random(arguments.start.reading.reading.unwrap_or_default())),
    };
    let player = Player::new(arguments.undo == UndoArg::Free);
    session::run((player, arguments.open), played, terminal, work(settings))
}

fn random(reading: Reading) -> Start {
    Start::dealt(session::random() % SEEDS, 0, reading)
}

/// What `play` knows beside its rounds.
struct Player {
    /// Whether every move can be taken back.
    free: bool,
    /// The reading whose values are all known, and the least number of moves after which they are.
    settled: Option<(Reading, usize)>,
    /// The position in which the game was over last.
    over: Option<Position>,
    /// The position of a deal, and the best score that was possible from it.
    possible: Option<(Position, Verdict)>,
}

impl Player {
    const fn new(free: bool) -> Self {
        Self { free, settled: None, over: None, possible: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Query {
    /// The values that hints from what lies open need.
    Values,
    /// The best score from the first position, after the last move.
    Possible,
    /// The best move for those who see only what lies open.
    OpenHint,
    /// The first move of a line that reaches the best score.
    Hint,
    /// The best score, and a line that reaches it.
    Solve,
}

/// The reading, and the position before the first move.
struct Terms {
    reading: Reading,
    first: Position,
}

enum Answer {
    /// Whether the values are found, as far as limits allow.
    Values(bool),
    /// What is best from what lies open.
    Hint(Hint),
    /// What the solver has proven, and a line of moves.
    Solved(Verdict, Vec<Move>),
}

/// What answers questions, on a thread of its own: the exact solver, and what gives hints from what lies open.
fn work(
    settings: &SearchSettings,
) -> impl FnMut(&Request<Player>, &Signal) -> anyhow::Result<Answer> + Send + use<> {
    let (mut solver, mut hinter) = (Solver::default(), Hinter::default());
    let limits = settings.config.limits.clone().with_default_time(HINT_TIME);
    move |&Request { query, position, terms: Terms { reading, first } }, signal| {
        let limits = limits.interrupted_by(&signal.interrupt);
        let view = || View::new(&position, reading);
        let position = match query {
            Query::OpenHint => return Ok(Answer::Hint(hinter.hint(&view(), &limits))),
            Query::Values => {
                let stopped = hinter.settle(&view(), &limits);
                return Ok(Answer::Values(stopped != Some(StopReason::Interrupted)));
            }
            Query::Possible => first,
            Query::Hint | Query::Solve => position,
        };
        let outcome = solver.solve(&position, reading, &limits);
        let internal = "internal error: the solver contradicts the rules, please report it";
        let end = replay(&position, reading, &outcome.line).context(internal)?;
        anyhow::ensure!(end.score() == outcome.verdict.bounds().0, internal);
        Ok(Answer::Solved(outcome.verdict, outcome.line))
    }
}

impl TerminalGame for Player {
    type Port = Solace2;
    type Query = Query;
    type Terms = Terms;
    type Answer = Answer;

    const WORDS: Words = Words {
        piece: "piece",
        typed: "L-3>4 M-3>8, or just 3>8",
        loaded: "a game or a deal",
        another: "another deal",
        whole: "deal",
        welcome: "Enter picks up what lies open on a space; ? lists all keys",
        instead: "`solace2 show` and `solace2 solve`",
    };
    const RULES: &'static [&'static str] = &[
        " Towers are to be built on the table: a small on a medium on a large, all of",
        " one colour. Fifteen nests are dealt, each a large over a medium over a small.",
        "",
        " L  The large on top of a full nest goes onto another full nest whose large",
        "    has the same colour. It caps that nest, and its own nest is opened.",
        " M  A medium that lies open goes onto a large of its colour.",
        " S  A small that lies open goes onto a medium of its colour.",
        " T  A tower on top of a pile goes to a space that its nest has left.",
        "",
        " The score is the number of towers that stand on the table. What a large or a",
        " medium covers is hidden, and a move that has shown a piece stays.",
        "",
        " KWC is a black large over a white medium over a clear small, K?? the same",
        " with its inside hidden, -WC without its large. +K321 stands on top: a cap,",
        " and on it a medium and a small. K321 alone is a tower on the table.",
        "",
        " How the rules are read can be chosen: `solomids solace2 play --help`.",
    ];
    const CELL: usize = 15;
    const FIRST_COLUMN: Option<u8> = None;
    const MOVE_WIDTH: usize = 7;
    const SEPARATORS: &'static [char] = &[' ', ',', ';'];
    const BETWEEN_ROWS: &'static str = " ";

    fn keys() -> Vec<KeyRow<Self>> {
        let hint: Action<Self> = |s| s.ask(if s.revealed { Query::Hint } else { Query::OpenHint });
        let solve: Action<Self> = |s| s.ask(Query::Solve);
        let hints = "hint: from what lies open, or by the solver if nests are open";
        let solves = "solve from here, hidden pieces too: r plays the line";
        vec![
            row("h", hints, "h hint", vec![hint]),
            row("s", solves, "s solve", vec![solve]),
            row("v", "show or hide the inside of the nests", "v nests", vec![Session::reveal]),
        ]
    }

    fn deal(s: &Session<Self>) -> anyhow::Result<Start> {
        Ok(random(s.start().reading))
    }

    fn read(s: &Session<Self>, text: &str) -> anyhow::Result<Played<Solace2>> {
        Ok(args::of_text(OsStr::new(text.trim()), s.start().reading)?.played()?)
    }

    fn text(played: &Played<Solace2>) -> String {
        record::played(played).to_string()
    }

    /// `M-3>8`, or `3>8` for the move between two spaces.
    fn parse(s: &Session<Self>, position: &Position, typed: &str) -> Result<Vec<Move>, String> {
        let short = typed.split_once('>').and_then(|(from, to)| {
            let (from, to) = (from.parse::<usize>().ok()?, to.parse::<usize>().ok()?);
            let is_space = |number| (1..=position.spaces().len()).contains(&number);
            (is_space(from) && is_space(to))
                .then(|| move_between(position, s.start().reading, from - 1, to - 1))
        });
        match short {
            Some(mv) => Ok(vec![mv]),
            None => typed_moves(typed).map_err(|error| format!("{error:#}")),
        }
    }

    fn grid(s: &Session<Self>) -> (usize, usize) {
        let rows = if s.start().reading.open { 6 } else { text::rows(s.position()) };
        (s.position().stashes(), rows)
    }

    fn target(s: &Session<Self>, mv: Move) -> Place {
        let (space, across) = (mv.ends().1, s.position().stashes());
        (space % across, space / across)
    }

    fn carry(s: &Session<Self>, held: Held, to: Place) -> Option<Move> {
        Some(move_between(s.position(), s.start().reading, space(s, held.from), space(s, to)))
    }

    fn title(s: &Session<Self>) -> (&'static str, Vec<String>) {
        (Solace2::NAME, vec![Solace2::title(s.start()), format!("reading {}", s.start().reading.name())])
    }

    fn content(s: &Session<Self>, place: Place) -> Vec<Span<'static>> {
        let (number, palette) = (space(s, place), &s.start().palette);
        let inside = if s.revealed { Inside::Shown } else { Inside::Hidden };
        let parts = s.position().spaces().get(number).map(|space| text::parts(space, palette, inside));
        let colours = |part: Part| {
            let bold = |colour| s.theme.bold_as(text::style(palette, colour));
            Span::styled(part.text, part.colour.map_or(s.theme.dim(), bold))
        };
        let mut spans = vec![Span::raw(format!("{:2} ", number + 1))];
        spans.extend(parts.into_iter().flatten().map(colours));
        let width: usize = spans.iter().map(Span::width).sum();
        spans.push(Span::raw(" ".repeat((Self::CELL - 4).saturating_sub(width))));
        spans
    }

    fn facts(s: &Session<Self>) -> Vec<Line<'static>> {
        let (score, nests) = (s.position().score(), s.position().nests());
        let view = View::new(s.position(), s.start().reading);
        let stuck = if view.forward().next().is_none() { ". No piece can leave a nest now" } else { "" };
        vec![Line::from(format!("Towers: {score} of {nests} on the table{stuck}"))]
    }

    fn account(s: &Session<Self>) -> Option<String> {
        let score = s.position().score();
        let moves = moves_in_words(s.round.played.len());
        let hints = match s.round.hints {
            0 => String::new(),
            hints => format!(", {}", counted(hints.into(), "hint")),
        };
        let peeked = if s.round.peeked { ", nests open" } else { "" };
        let back = match s.round.taken_back().len() {
            0 => String::new(),
            back => format!("; {} after that had been taken back", moves_in_words(back)),
        };
        let possible = possible(s).unwrap_or_default();
        Some(format!("Score {score}{possible} after {moves}{hints}{peeked}{back}"))
    }

    fn stays(s: &Session<Self>, before: &Position, mv: Move) -> Option<&'static str> {
        let is_seen = !s.game.free && !s.revealed && shows(before, mv);
        is_seen.then_some("The last move has shown a piece, so it stays (--undo free would allow it)")
    }

    fn played(s: &mut Session<Self>) {
        if Self::end(s).is_some() {
            s.game.over = Some(*s.position());
        }
    }

    fn due(s: &Session<Self>) -> Option<Query> {
        if s.game.over == Some(*s.position()) {
            return possible(s).is_none().then_some(Query::Possible);
        }
        let (reading, moves) = (s.start().reading, s.round.played.len());
        let is_settled = s.game.settled.is_some_and(|(known, from)| known == reading && from <= moves);
        (!s.revealed && !is_settled).then_some(Query::Values)
    }

    fn terms(s: &Session<Self>) -> Terms {
        Terms { reading: s.start().reading, first: Solace2::first(s.start()) }
    }

    fn task(_: &Session<Self>, query: Query) -> Option<String> {
        match query {
            Query::Values | Query::Possible => None,
            Query::Solve => Some("Solving".into()),
            Query::OpenHint | Query::Hint => Some("Looking for a good move".into()),
        }
    }

    fn learn(s: &mut Session<Self>, request: &Request<Self>, answer: Answer) {
        match answer {
            Answer::Values(known) => {
                s.game.settled = known.then_some((request.terms.reading, s.round.played.len()));
            }
            Answer::Solved(verdict, _) if request.query == Query::Possible => {
                s.game.possible = Some((request.terms.first, verdict));
                let score = s.position().score();
                s.message = format!("The end: {score} towers{}", possible(s).unwrap_or_default());
            }
            Answer::Hint(Hint { mv: Some(mv), rest, reason, .. }) => {
                let why = why(s, mv, &rest);
                s.advise(mv, &format!(": {why}; {reason}"));
            }
            Answer::Hint(_) => s.message = "No move adds to what stands on the table".into(),
            Answer::Solved(verdict, line) => {
                let best = verdict_in_words(verdict);
                match (request.query, &line[..]) {
                    (_, []) => s.message = format!("{best}; no move adds to what stands on the table"),
                    (Query::Solve, line) => s.show_line(&best, line),
                    (_, [mv, rest @ ..]) => {
                        let why = why(s, *mv, rest);
                        s.advise(*mv, &format!(": {why}. {best}"));
                    }
                }
            }
        }
    }
}

/// The best score that was possible from the deal, if it is known: ` of 12 that were possible`.
fn possible(s: &Session<Player>) -> Option<String> {
    let (_, verdict) = s.game.possible.as_ref().filter(|(first, _)| *first == Solace2::first(s.start()))?;
    Some(format!(" of {} that were possible", range(verdict.bounds())))
}

/// Why a move is good, given the moves that follow it.
fn why(s: &Session<Player>, mv: Move, rest: &[Move]) -> String {
    words::why(s.position(), mv, rest, s.start().reading, &s.start().palette).words
}

/// Index of the space of a place.
fn space(s: &Session<Player>, (column, row): Place) -> usize {
    row * s.position().stashes() + column
}

/// The move between two spaces: the legal one, or else that of the piece that lies open.
fn move_between(position: &Position, reading: Reading, from: usize, to: usize) -> Move {
    if let Some(mv) = position.legal_moves(reading).into_iter().find(|mv| mv.ends() == (from, to)) {
        return mv;
    }
    let spaces = position.spaces();
    let is_open = spaces.get(to).is_none_or(Space::is_open);
    let space = spaces.get(from);
    let (from, to) = (from as u8, to as u8);
    match space {
        Some(space) if space.complete_tower().is_some() && is_open => Move::Tower { from, to },
        Some(space) if space.exposed_small().is_some() => Move::Small { from, to },
        Some(space) if space.exposed_medium().is_some() => Move::Medium { from, to },
        _ => Move::Large { from, to },
    }
}

fn verdict_in_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Exact { score } => format!("Best still reachable is {score}"),
        Verdict::Undecided { lower, upper, .. } => format!("Undecided: best is {lower} to {upper}"),
    }
}
