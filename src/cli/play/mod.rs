//! `play`: the game in the terminal. [`search`] uses the solver.

mod endgame;
mod search;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::ffi::OsStr;

use crate::analysis::{DealFilter, MoveHint};
use crate::dealer::{Source, web};
use crate::game::notation::PastedShare;
use crate::game::{
    COLUMNS, Colour, IllegalMove, Move, ParseError, Position, ROWS, Shape, Square, Stack, TREES,
};
use crate::games::port::Played;
use crate::games::solomids::Solomids;
use crate::numbers::counted;
use crate::record;
use crate::solver::Config;
use crate::view::text;
use clap::Args;
use ratatui::text::{Line, Span};

use self::search::{Answer, KnownScore, Query};
use super::args::{FilterArgs, StartArgs, values};
use super::session::{
    self, Held, KeyRow, Place, Request, Session, TerminalGame, Window, Words, capitalized, moves_in_words,
    row,
};
use super::start::{self, Start};
use super::{CommandResult, SearchSettings, Terminal, refuse};

/// Play in the terminal, with undo, hints and solutions
///
/// Arrow keys move the cursor, Enter picks a stack up and puts it down, `?` lists the other keys. Without a
/// deal, one of the web page's is dealt at random, of a level if --level names one. Games go on from wherever one is kept: share strings,
/// solutions in JSON, and what was saved here. In the end the moves are printed as a
/// share string, those that were taken back included; S saves them, as JSON where no seed of the web page names the deal. A hint and
/// what can still be reached take 10 seconds at most without --timeout or --max-nodes. Exit status: 0, 130
/// interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids play
  solomids play --level easy --winnable
  solomids play --web-seed 0
  solomids play --endgame 17
  solomids play --share '0_S-B9>B10, M-B10>B9'
  solomids play deal.txt --color never
  solomids play '0_S-B9>B10, M-B10>B9'")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    /// A short endgame, by its number from 1 on (240 of Solomids, then 60 of Pentamid, where the engine defends)
    #[arg(long, value_name = "N", value_parser = values::index, 
          conflicts_with_all = ["text", "seed", "web_seed", "share", "level", "winnable"])]
    pub(crate) endgame: Option<u64>,
}

/// Number of web seeds that a random deal is drawn from.
const SEEDS: u64 = 1_000_000;

pub(super) fn run(arguments: &PlayArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    if let Some(number) = arguments.endgame {
        return endgame::run(number, settings, terminal);
    }
    let filter = arguments.filter.conditions();
    let played = start(&arguments.start, filter, terminal)?;
    settings.start_threads()?;
    let work = search::work(settings.config.clone());
    session::run((Player::new(filter), true), played, terminal, work)
}

/// Starts from what the arguments name; without any, from a random deal.
fn start(arguments: &StartArgs, filter: DealFilter, terminal: Terminal) -> anyhow::Result<Played<Solomids>> {
    let StartArgs { text, dealt, share } = arguments;
    let is_given = arguments.is_given();
    if is_given && filter.is_some() {
        let help = "leave out the deal, or --level and --winnable";
        return refuse("--level and --winnable choose a random deal, and a deal is given", help);
    }
    if let (Some(text), None) = (text, share) {
        let played = start::of_game(text, || None)?;
        start::warn(&played.start, dealt, terminal);
        return Ok(played);
    }
    if is_given {
        return start::resolve(arguments, terminal);
    }
    random(filter).map(Played::new)
}

/// Deals one of the page's deals at random among those that pass a filter.
fn random(filter: DealFilter) -> anyhow::Result<Start> {
    let (first, config) = (session::random() % SEEDS, Config::default());
    // The page deals nothing for one seed in thirty, and one deal in ten is of the rarest level.
    let seed = (first..u64::MAX)
        .map(|seed| seed.to_string())
        .find(|seed| web::deal(seed).is_some_and(|deal| filter.passes(deal.position(), &config)));
    Ok(Start::of_source(Source::WebSeed { seed: seed.unwrap_or_default() })?)
}

/// What `play` knows beside its rounds.
struct Player {
    /// Which random deals are dealt.
    filter: DealFilter,
    /// Best scores as far as proven.
    known: HashMap<Position, KnownScore>,
    /// Last position whose moves were all searched, with these moves.
    moves: Option<(Position, Vec<MoveHint>)>,
    /// The endgame that was begun.
    endgame: Option<Endgame>,
}

struct Endgame {
    number: u64,
    position: Position,
    /// One more than the moves that were seen to shut the win out.
    tries: u64,
}

impl Player {
    fn new(filter: DealFilter) -> Self {
        Self { filter, known: HashMap::new(), moves: None, endgame: None }
    }
}

impl TerminalGame for Player {
    type Port = Solomids;
    type Query = Query;
    /// Proven upper bound on the best score.
    type Terms = u8;
    type Answer = Answer;

    const WORDS: Words = Words {
        piece: "stack",
        typed: "M-A3>A4, just a3a4, or a4 to bank from A4",
        loaded: "a share string, a solution or a deal",
        another: "another deal",
        whole: "deal",
        welcome: "Enter picks up a stack; ? lists all keys",
        instead: "`show`, `hint` and `solve`",
    };
    const RULES: &'static [&'static str] = &[
        " Fifteen trees are to be built and taken off the board. A tree is a small (1)",
        " on a medium (2) on a large (3), all of one colour: R123.",
        "",
        " Stack  A stack, or its upper part, moves onto the next stack before, behind",
        "        or beside it, across empty squares. The colour is the same, and the",
        "        lowest piece that moves is one size smaller than what it lands on.",
        " Slide  A stack with a gap before it (towards row 10) moves up to the next",
        "        stack or the edge. The stacks that touch it from behind come along.",
        " Bank   A tree may go to the bank at any time. It never returns.",
        " Swap   Two stacks change places. The first set of trees in all five colours",
        "        in the bank earns one swap, the second set another one.",
        "",
        " All fifteen trees in the bank are a win: 17 points, 16 with one swap used,",
        " 15 with two. A game that ends otherwise scores the trees in the bank.",
        "",
        " R1 is a small red piece, R12 a small on a medium, R23 a medium on a large.",
        " M-A3>A4 stacks all of A3 on A4, T-A3>A4 its upper part; S-B8>B10 slides,",
        " B-A4 banks, W-A1>B2 swaps.",
        "",
        " `solomids play --help` says how to start from a deal, a game or a level.",
    ];
    const CELL: usize = 8;
    const FIRST_COLUMN: Option<u8> = Some(b'A');
    const MOVE_WIDTH: usize = 9;
    const SEPARATORS: &'static [char] = &[',', ';', '/'];
    const BETWEEN_ROWS: &'static str = "/";

    fn keys() -> Vec<KeyRow<Self>> {
        let bank = |s: &mut Session<Self>| s.play(Move::Bank { at: square(s.cursor) });
        vec![
            row("f", "slide the stack under the cursor forwards", "f slide", vec![slide]),
            row("b", "bank the tree under the cursor", "b bank", vec![bank]),
            row("w", "swap the stack under the cursor; Enter on the other", "w swap", vec![swap]),
            row("h", "hint: one good move, and why", "h hint", vec![search::hint]),
            row("H", "every move, and what it leaves possible", "H all moves", vec![search::list_moves]),
            row("s", "solve from here: r then plays the line, Esc drops it", "s solve", vec![search::solve]),
            row("v", "hide or show what can still be reached", "v hide", vec![Session::reveal]),
        ]
    }

    fn explained(_: &Start, before: &Position, mv: Move, reason: IllegalMove) -> String {
        let swap = match mv {
            Move::Stack { from, to } => Some(Move::Swap { a: from, b: to }),
            _ => None,
        };
        let swap = swap.filter(|&swap| before.is_legal(swap));
        swap.map_or_else(|| reason.to_string(), |swap| format!("{reason}; w or {swap} swaps the two"))
    }

    fn deal(s: &Session<Self>) -> anyhow::Result<Start> {
        random(s.game.filter)
    }

    fn read(s: &Session<Self>, text: &str) -> anyhow::Result<Played<Solomids>> {
        let is_text = text.contains(['_', ' ', '{']);
        let argument = if is_text { text } else { text.trim() };
        start::of_game(OsStr::new(argument), || Some(s.start().clone()))
    }

    /// A share string if a web seed names the deal, else a solution in JSON.
    fn text(played: &Played<Solomids>) -> String {
        if matches!(played.start.source, Source::WebSeed { .. }) {
            return played.share(&[]).to_string();
        }
        record::line(played).to_string()
    }

    /// Two squares alone, `A3>A4` or `a3a4`, stand for the one legal move between them, one square for its bank.
    fn parse(s: &Session<Self>, position: &Position, typed: &str) -> Result<Vec<Move>, String> {
        let (seed, typed) = typed.rsplit_once('_').unwrap_or(("", typed));
        if !seed.is_empty() && seed != s.start().web_seed() {
            return Err(format!("This is a game of web seed {seed}: Esc, then L loads it"));
        }
        let resolved = PastedShare::parse(&format!("_{typed}"))
            .map_err(|error| error.1)
            .and_then(|pasted| pasted.resolve(position));
        let in_words =
            |error: ParseError| format!("{}; expected {}", capitalized(&error.message), error.expected);
        resolved.map(|spanned| spanned.share.moves).map_err(in_words)
    }

    fn grid(_: &Session<Self>) -> (usize, usize) {
        (COLUMNS, ROWS)
    }

    fn target(_: &Session<Self>, mv: Move) -> Place {
        let to = match mv {
            Move::Stack { to, .. } | Move::Transfer { to, .. } | Move::Slide { to, .. } => to,
            Move::Bank { at } => at,
            Move::Swap { b, .. } => b,
        };
        (to.column(), to.depth())
    }

    /// Trees can be banked where they are.
    fn can_leave(s: &Session<Self>, place: Place) -> bool {
        s.has_target(place) || s.position().is_legal(Move::Bank { at: square(place) })
    }

    fn check_piece(s: &Session<Self>, place: Place) -> Result<(), String> {
        let at = square(place);
        if s.position().get(at).is_none() {
            return Err(IllegalMove::Empty(at).to_string());
        }
        if Self::can_leave(s, place) && !s.has_target(place) {
            return Err(format!("The stack on {at} can be moved nowhere, but b banks it"));
        }
        Ok(())
    }

    fn carry(s: &Session<Self>, held: Held, to: Place) -> Option<Move> {
        let (from, to) = (square(held.from), square(to));
        let swap = Move::Swap { a: from, b: to };
        Some(if held.swap { swap } else { Move::without_swap(s.position(), from, to) })
    }

    fn title(s: &Session<Self>) -> (&'static str, Vec<String>) {
        let deal = match &s.start().source {
            Source::Text => match endgame(s) {
                Some(Endgame { number, .. }) => format!("endgame {number}, 17 to reach"),
                None => "a deal of your own".into(),
            },
            Source::Seed { seed, index } => format!("seed {seed}, index {index}"),
            Source::WebSeed { seed } => format!("web seed {seed}"),
        };
        ("solomids", vec![deal])
    }

    fn content(s: &Session<Self>, place: Place) -> Vec<Span<'static>> {
        let (palette, stack) = (&s.start().palette, s.position().get(square(place)));
        let style = stack.map_or(s.theme.dim(), |stack| s.theme.bold_as(text::style(palette, stack.colour)));
        vec![Span::styled(palette.square(stack), style)]
    }

    /// The bank, the swaps and the scores.
    fn facts(s: &Session<Self>) -> Vec<Line<'static>> {
        let (position, palette) = (s.position(), &s.start().palette);
        let mut bank = vec![Span::raw("Bank:   ")];
        for (colour, count) in Colour::ALL.into_iter().zip(position.banked()).filter(|&(_, count)| count > 0)
        {
            let comma = if bank.len() > 1 { ", " } else { "" };
            bank.push(Span::raw(format!("{comma}{count} ")));
            bank.push(Span::styled(palette.name(colour), s.theme.bold_as(text::style(palette, colour))));
        }
        bank.push(Span::raw(match position.trees_banked() {
            0 => "empty".into(),
            trees => format!(" ({trees} of {TREES} trees)"),
        }));
        vec![
            Line::from(bank),
            Line::from(format!("Swaps:  {}", text::swaps(position))),
            Line::from(vec![
                Span::raw(format!("Score:  {} now; still reachable: ", position.score())),
                Span::styled(reachable(s), s.theme.bold()),
            ]),
        ]
    }

    fn celebration(s: &Session<Self>) -> Option<Window<Move>> {
        let title = " You have won (Esc shows the board) ";
        s.position().is_won().then(|| Window::Notice { title, lines: win(s) })
    }

    fn played(s: &mut Session<Self>) {
        search::inherit(s);
    }

    fn due(s: &Session<Self>) -> Option<Query> {
        search::is_unknown(s).then_some(Query::BestScore)
    }

    fn terms(s: &Session<Self>) -> u8 {
        search::upper(s)
    }

    fn task(_: &Session<Self>, query: Query) -> Option<String> {
        match query {
            Query::BestScore => None,
            Query::Hint | Query::Moves => Some("Looking into every move".into()),
            Query::Solve => Some("Solving".into()),
        }
    }

    fn learn(s: &mut Session<Self>, request: &Request<Self>, answer: Answer) {
        search::learn(s, request, answer);
    }
}

/// The endgame that is played.
fn endgame(s: &Session<Player>) -> Option<&Endgame> {
    s.game.endgame.as_ref().filter(|endgame| endgame.position == s.start().deal)
}

fn square((column, depth): Place) -> Square {
    Square::new(column, depth)
}

/// Slides what is held or under the cursor.
fn slide(s: &mut Session<Player>) {
    let from = square(s.held.map_or(s.cursor, |held| held.from));
    let is_slide = |mv: &Move| matches!(*mv, Move::Slide { from: square, .. } if square == from);
    match s.position().legal_moves().into_iter().find(is_slide) {
        Some(mv) => s.play(mv),
        None if s.position().get(from).is_none() => s.message = IllegalMove::Empty(from).to_string(),
        None => s.message = IllegalMove::NoGap(from).to_string(),
    }
}

/// Picks up a stack for a swap, or swaps the held one with the one under the cursor.
fn swap(s: &mut Session<Player>) {
    let (used, earned) = (s.position().swaps_used(), s.position().swaps_earned());
    let here = square(s.cursor);
    if used >= earned {
        s.message = match earned {
            0 => "No swap is earned yet: one tree of each colour in the bank earns the first".into(),
            _ => IllegalMove::NoSwap { used, earned }.to_string(),
        };
        return;
    }
    match s.held {
        Some(held) if held.from != s.cursor => s.play(Move::Swap { a: square(held.from), b: here }),
        _ if s.position().get(here).is_none() => s.message = IllegalMove::Empty(here).to_string(),
        _ => {
            s.held = Some(Held { from: s.cursor, swap: true });
            s.message = "Go to the stack to swap it with, and press Enter".into();
        }
    }
}

fn reachable(s: &Session<Player>) -> String {
    if !s.revealed {
        return "hidden (v shows it)".into();
    }
    let known = search::known(s);
    if let Some(score) = known.and_then(|known| known.bounds.score()) {
        return search::score_in_words(score);
    }
    let bounds = known.map(|known| format!("{} to {}", known.bounds.lower, known.bounds.upper));
    match (known, s.thinking()) {
        (_, Some((_, time, _))) => {
            let bounds = bounds.unwrap_or_else(|| "?".into());
            if time.as_secs() > 0 { format!("{bounds} (thinking, {} s)", time.as_secs()) } else { bounds }
        }
        (None, None) => "?".into(),
        (Some(known), None) => {
            let why = known.stopped.map_or("stopped".into(), |stop| stop.to_string());
            let proven = known.bounds.proven().map_or(String::new(), |proven| format!("{}, ", proven.name()));
            format!("{}, {proven}undecided ({why})", bounds.unwrap_or_default())
        }
    }
}

/// The congratulations: the bank, the score, and what can be done next.
fn win(s: &Session<Player>) -> Vec<Line<'static>> {
    let (position, palette) = (s.position(), &s.start().palette);
    let trees = |_| {
        let trees = Colour::ALL.into_iter().map(|colour| {
            let tree = palette.square(Some(Stack { colour, shape: Shape::S123 }));
            Span::styled(format!("   {tree}"), s.theme.bold_as(text::style(palette, colour)))
        });
        Line::from(trees.collect::<Vec<_>>())
    };
    let moves = moves_in_words(s.round.played.len());
    let hints = match s.round.hints {
        0 => "no hint".into(),
        hints => counted(hints.into(), "hint"),
    };
    let tries = endgame(s).map_or_else(String::new, |endgame| match endgame.tries {
        1 => ", at the first try".into(),
        tries => format!(", {tries} tries"),
    });
    let most = if position.swaps_used() == 0 { ", the most there is" } else { "" };
    let mut lines = vec![Line::from("")];
    lines.extend((0..3).map(trees));
    lines.extend([
        Line::from(""),
        Line::styled(
            format!("   All trees banked: {}{most}.", search::score_in_words(position.score())),
            s.theme.bold(),
        ),
        Line::from(format!("   {moves}, {hints}{tries}.")),
        Line::from(""),
        Line::from("   n another deal   R this one again   u look back   S save   q quit"),
        Line::from(""),
    ]);
    lines
}
