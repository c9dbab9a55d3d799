//! `pentamid play`: the game in the terminal, against the engine or a friend.

#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::path::PathBuf;

use crate::games::pentamid::Pentamid;
use crate::games::port::Played;
use crate::kit::search::{HINT_TIME, Limits};
use crate::numbers::counted;
use crate::pentamid::engine::{Engine, Level, Rng};
use crate::pentamid::game::{
    self, IllegalMove, Move, Piece, Repetition, Rules, Side, Size, Square, parse_moves,
};
use crate::pentamid::port::Start;
use crate::pentamid::prover::{Config, Outcome, Verdict, prove_from};
use crate::pentamid::record;
use crate::pentamid::retrograde::{Value, ValueTable};
use crate::pentamid::view::{text, words};
use anyhow::Context as _;
use clap::Args;
use ratatui::text::{Line, Span};

use super::args::{self, StartArgs, VariantArgs, level};
use crate::cli::session::{
    self, Action, Held, KeyRow, Place, Request, Session, Signal, TerminalGame, Words, row,
};
use crate::cli::{ExitStatus, SearchSettings, Terminal};

/// Play in the terminal, against the engine or a friend
///
/// Arrow keys move the cursor, Enter picks a piece up and puts it down, l, m and s drop one, `?` lists the other keys.
/// In the end the moves are printed; S saves the game as JSON, which `play`, `show`, `verify` and `analyze` read. Exit status: 0,
/// 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids pentamid play
  solomids pentamid play --level 2 --side 2
  solomids pentamid play --friend --diagonals
  solomids pentamid play game.json")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Level of the engine
    #[arg(long, value_name = "1-8", default_value = "4", value_parser = level)]
    pub(crate) level: Level,
    /// The side that you play
    #[arg(long, value_name = "1|2", default_value = "1",
          value_parser = clap::value_parser!(u8).range(1..=2), conflicts_with = "friend")]
    pub(crate) side: u8,
    /// Two people play, and the engine only advises
    #[arg(long)]
    pub(crate) friend: bool,
    /// Look values up in a table that `solve` wrote
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
}

/// Plies that the prover looks ahead.
const PLIES: u32 = 9;

pub(super) fn run(
    arguments: &PlayArgs,
    variant: &VariantArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let played = args::resolve(&arguments.start, variant, None)?;
    let rules = &played.start.rules;
    let table = arguments.table.as_deref().map(|path| args::read_table(rules, path)).transpose()?;
    let engine = match (arguments.friend, arguments.side) {
        (true, _) => None,
        (false, 1) => Some(Side::Two),
        (false, _) => Some(Side::One),
    };
    settings.start_threads()?;
    let player = Player::new(engine, arguments.level, variant.clone());
    let work = work(settings.config.limits.clone(), settings.thread_count(), table);
    session::run((player, true), played, terminal, work)
}

/// Plays on from the position after some moves of the usual variant, against the strongest level of the engine.
pub(in crate::cli) fn endgame(
    moves: &str,
    (number, plies): (u64, u32),
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let mut played = Played::<Pentamid>::new(Start::new(Rules::default(), Repetition::Barred));
    played.play_all(&parse_moves(&played.start.rules, moves)?.moves)?;
    let engine = played.position.position().side().other();
    let level = Level::new(Level::STRONGEST).context("there is a strongest level")?;
    settings.start_threads()?;
    let words = format!("endgame {number}, to be won in {}", counted(plies.div_ceil(2).into(), "move"));
    let goal = Some((played.moves.clone(), words));
    let player = Player { goal, ..Player::new(Some(engine), level, VariantArgs::default()) };
    let work = work(settings.config.limits.clone(), settings.thread_count(), None);
    session::run((player, true), played, terminal, work)
}

/// What `play` knows beside its rounds.
struct Player {
    /// By player: whether the engine plays it.
    engine: [bool; 2],
    level: Level,
    /// The rules of what is loaded.
    variant: VariantArgs,
    /// The moves before an endgame, and what is to be reached in it.
    goal: Option<(Vec<Move>, String)>,
}

impl Player {
    /// The engine plays one side, or none.
    fn new(engine: Option<Side>, level: Level, variant: VariantArgs) -> Self {
        Self { engine: Side::ALL.map(|side| engine == Some(side)), level, variant, goal: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// The engine's own move.
    Move,
    /// A move for the player.
    Hint,
    /// Whether a win is forced.
    Analyze,
}

enum Thought {
    /// A move of the engine; nothing if the game is over.
    Move(Option<Move>),
    /// A move for the player, with what a table knows of it.
    Hint(Option<Move>, Option<Value>),
    Analysis(Box<Outcome>),
}

impl TerminalGame for Player {
    type Port = Pentamid;
    type Query = Task;
    type Terms = Level;
    type Answer = Thought;

    const WORDS: Words = Words {
        piece: "piece",
        typed: "L@c3, Lc3-c4, or just c3c4",
        loaded: "a game, moves or a position",
        another: "a new game",
        whole: "game",
        welcome: "l drops a large on this square; ? lists all keys",
        instead: "`pentamid show`, `verify` and `analyze`",
    };
    const RULES: &'static [&'static str] = &[
        " Each player has nests: a small pyramid under a medium under a large. Player 1",
        " has the capitals, player 2 the small letters. A turn is one of two actions.",
        "",
        " Drop  The top piece of one of your nests goes on a vacant square. So a medium",
        "       can be dropped once the large over it is gone.",
        " Step  One of your visible pieces goes to a square that shares a side with its",
        "       own, and that is vacant or shows a smaller piece of either player. That",
        "       piece is covered: it neither moves nor counts until it is free again.",
        "",
        " Who first has five visible pieces in a row or column wins (or as many as the",
        " title says). A line is judged after the whole action; if a step leaves a line",
        " of each player, the opponent of the one who moved wins. No move left: lost.",
        "",
        " No earlier state of the game may come back: same stacks, same side to move.",
        " Places that are barred for this reason are marked x x.",
        "",
        " A stack is written from the visible piece down: LmS. L@c3 drops a large on",
        " c3, Mc3-c4 moves a medium.",
        " `solomids pentamid play --help` says how to start from a game or a position.",
    ];
    const CELL: usize = 7;
    const FIRST_COLUMN: Option<u8> = Some(b'a');
    const MOVE_WIDTH: usize = 6;
    const SEPARATORS: &'static [char] = &[' ', ','];
    const BETWEEN_ROWS: &'static str = "/";

    fn keys() -> Vec<KeyRow<Self>> {
        let drops: [Action<Self>; 3] =
            [|s| drop_piece(s, Size::Large), |s| drop_piece(s, Size::Medium), |s| drop_piece(s, Size::Small)];
        let levels: [Action<Self>; 2] = [|s| change_level(s, 1), |s| change_level(s, -1)];
        let drop = "drop a large, a medium, a small from a nest on this square";
        let analyse = "analyse: is a win forced within 9 plies, in this game?";
        let engine = "the engine plays this side from now on, or you do";
        vec![
            row("l, m, s", drop, "l m s drop", drops.into()),
            row("h", "hint: a good move by the engine or a table", "h hint", vec![|s| s.ask(Task::Hint)]),
            row("a", analyse, "a analyse", vec![|s| s.ask(Task::Analyze)]),
            row("e", engine, "e engine", vec![switch_engine]),
            row("+, -", "a stronger, a weaker engine", "+ - level", levels.into()),
        ]
    }

    fn explained(_: &Start, before: &game::Game, _: Move, reason: IllegalMove) -> String {
        explained(before, reason)
    }

    /// The first position under the same rules.
    fn deal(s: &Session<Self>) -> anyhow::Result<Start> {
        Ok(Start::new(s.start().rules, s.start().repetition))
    }

    fn read(s: &Session<Self>, text: &str) -> anyhow::Result<Played<Pentamid>> {
        Ok(args::read(OsStr::new(text.trim()), &s.game.variant.options(None)?)?.played()?)
    }

    fn text(played: &Played<Pentamid>) -> String {
        record::game(&played.position).to_string()
    }

    fn parse(_: &Session<Self>, game: &game::Game, typed: &str) -> Result<Vec<Move>, String> {
        parse_moves(game.rules(), &with_size(game, typed))
            .map(|read| read.moves)
            .map_err(|error| format!("{}; expected {}", error.message, error.expected))
    }

    fn grid(s: &Session<Self>) -> (usize, usize) {
        (s.start().rules.width(), s.start().rules.height())
    }

    fn target(s: &Session<Self>, mv: Move) -> Place {
        place(s, mv.to())
    }

    fn check_piece(s: &Session<Self>, place: Place) -> Result<(), String> {
        let (from, side) = (square(s, place), s.position().position().side());
        match s.position().position().top(from) {
            Some(Piece { side: owner, .. }) if owner == side => Self::end(s).map_or(Ok(()), Err),
            Some(_) => Err(format!("The piece on {from} belongs to player {}", side.other())),
            None => Err(format!("{from} is vacant: l, m or s drops a piece here")),
        }
    }

    /// The step of the visible piece.
    fn carry(s: &Session<Self>, held: Held, to: Place) -> Option<Move> {
        let (from, to) = (square(s, held.from), square(s, to));
        s.position().position().top(from).map(|piece| Move::Step { size: piece.size, from, to })
    }

    /// The variant and the players.
    fn title(s: &Session<Self>) -> (&'static str, Vec<String>) {
        let (rules, engine) = (s.start().rules, s.game.engine);
        let who = |side: Side| {
            if engine[side.index()] {
                format!("engine, level {} ({})", s.game.level.number(), s.game.level.name())
            } else {
                "you".into()
            }
        };
        let players = match engine {
            [false, false] => "two people".into(),
            _ => format!("1: {}, 2: {}", who(Side::One), who(Side::Two)),
        };
        let diagonals = if rules.variant().diagonals { " or diagonal" } else { "" };
        let repetition = match s.start().repetition {
            Repetition::Barred => "",
            Repetition::Allowed => ", states may come back",
        };
        let (width, height, line) = (rules.width(), rules.height(), rules.line());
        let variant = format!("{width}x{height}, {line} in a row{diagonals}{repetition}");
        let goal = s.game.goal.as_ref().filter(|(moves, _)| s.position().moves().starts_with(moves));
        (record::GAME, vec![goal.map_or(variant, |(_, words)| words.clone()), players])
    }

    fn content(s: &Session<Self>, place: Place) -> Vec<Span<'static>> {
        let stack = s.position().position().stack(square(s, place));
        if stack.is_empty() {
            return vec![Span::styled("-", s.theme.dim())];
        }
        let style = |piece: &Piece| s.theme.bold_as(text::style(piece.side));
        stack.iter().map(|piece| Span::styled(piece.letter().to_string(), style(piece))).collect()
    }

    /// Whether the state of the game would come back.
    fn is_barred(s: &Session<Self>, held: Held, to: Place) -> bool {
        let mv = Self::carry(s, held, to);
        mv.is_some_and(|mv| matches!(s.position().check(mv), Err(IllegalMove::Repeats { .. })))
    }

    /// The nests, who is to move, and the moves that are barred.
    fn facts(s: &Session<Self>) -> Vec<Line<'static>> {
        let (game, position) = (s.position(), s.position().position());
        let nests = |side: Side| {
            Line::from(vec![
                Span::raw("Nests of "),
                Span::styled(format!("player {side}"), s.theme.bold_as(text::style(side))),
                Span::raw(format!(": {}", words::reserve(game.rules(), position, side))),
            ])
        };
        let barred: Vec<String> = game.barred().iter().map(|(mv, _)| mv.to_string()).collect();
        let barred = match &barred[..] {
            [] => String::new(),
            barred => format!("Barred, since a state would come back: {}", barred.join(" ")),
        };
        vec![
            nests(Side::One),
            nests(Side::Two),
            Line::styled(words::state(game.status(), position.side()), s.theme.bold()),
            Line::from(barred),
        ]
    }

    fn mover(game: &game::Game) -> Option<String> {
        Some(game.position().side().to_string())
    }

    fn refusal(s: &Session<Self>) -> Option<String> {
        is_engines_turn(s).then(|| "The engine is thinking; e takes its side over".into())
    }

    /// The engine's answer is taken back as well, so that a person is to move.
    fn is_rest(s: &Session<Self>) -> bool {
        !is_engines_turn(s) || s.game.engine == [true; 2]
    }

    fn due(s: &Session<Self>) -> Option<Task> {
        is_engines_turn(s).then_some(Task::Move)
    }

    fn terms(s: &Session<Self>) -> Level {
        s.game.level
    }

    fn task(s: &Session<Self>, query: Task) -> Option<String> {
        Some(match query {
            Task::Move => format!("The engine, level {}, is thinking", s.game.level.number()),
            Task::Hint => "Looking for a good move".into(),
            Task::Analyze => format!("Looking {PLIES} plies ahead for a forced win"),
        })
    }

    fn learn(s: &mut Session<Self>, _: &Request<Self>, thought: Thought) {
        match thought {
            Thought::Move(Some(mv)) if is_engines_turn(s) => {
                s.make(mv);
            }
            Thought::Move(_) => {}
            Thought::Hint(Some(mv), value) => {
                let known = value.map(|value| known(s.position(), value)).unwrap_or_default();
                let why = words::why(s.position(), mv, &[]).words;
                s.advise(mv, &format!(": {why}{known}"));
            }
            Thought::Hint(None, _) => s.message = "There is no move".into(),
            Thought::Analysis(outcome) => {
                s.message = analysis(&outcome, s.position().position().side());
            }
        }
    }
}

fn is_engines_turn(s: &Session<Player>) -> bool {
    s.game.engine[s.position().position().side().index()] && !s.position().status().is_over()
}

/// The square of a place; row 1 is the lowest.
fn square(s: &Session<Player>, (column, row): Place) -> Square {
    Square::new(column, s.start().rules.height() - 1 - row)
}

fn place(s: &Session<Player>, square: Square) -> Place {
    (square.column(), s.start().rules.height() - 1 - square.row())
}

fn drop_piece(s: &mut Session<Player>, size: Size) {
    let to = square(s, s.cursor);
    s.play(Move::Drop { size, to });
}

/// Lets the engine play the side to move, or takes that side over.
fn switch_engine(s: &mut Session<Player>) {
    let side = s.position().position().side();
    let plays = &mut s.game.engine[side.index()];
    *plays = !*plays;
    let who = if *plays { "The engine plays" } else { "You play" };
    s.message = format!("{who} for player {side} from now on");
    (s.held, s.asked) = (None, None);
}

fn change_level(s: &mut Session<Player>, by: i8) {
    let level = s.game.level.number().checked_add_signed(by).and_then(Level::new);
    s.game.level = level.unwrap_or(s.game.level);
    let (number, name) = (s.game.level.number(), s.game.level.name());
    s.message = format!("The engine is at level {number} of {}: {name}", Level::STRONGEST);
}

/// The reason why a move is illegal in a game; of a repetition also which one.
fn explained(game: &game::Game, reason: IllegalMove) -> String {
    let IllegalMove::Repeats { ply } = reason else { return reason.to_string() };
    let played = game.moves();
    let when = match ply {
        0 => "the first position".into(),
        _ => format!("the position after move {ply}, {}", played[ply - 1]),
    };
    let since: Vec<String> = played[ply..].iter().map(ToString::to_string).collect();
    format!(
        "it would bring back {when}, and no state of the game may come back. Played since: {}",
        since.join(" ")
    )
}

/// A step typed without the size of its piece, `c3c4` or `c3-c4`, with the size.
fn with_size(game: &game::Game, word: &str) -> String {
    let bare = word.replace('-', "");
    let chars: Vec<char> = bare.chars().map(|c| c.to_ascii_lowercase()).collect();
    let &[column, row, to_column, to_row] = chars.as_slice() else { return word.into() };
    let is_square = |column: char, row: char| ('a'..='h').contains(&column) && ('1'..='8').contains(&row);
    if !is_square(column, row) || !is_square(to_column, to_row) {
        return word.into();
    }
    let from = Square::new(column as usize - 'a' as usize, row as usize - '1' as usize);
    let size = game.position().top(from).map_or(Size::Large, |piece| piece.size);
    format!("{}{column}{row}-{to_column}{to_row}", size.letter())
}

/// What thinks, on a thread of its own.
fn work(
    limits: Limits,
    threads: usize,
    table: Option<ValueTable>,
) -> impl FnMut(&Request<Player>, &Signal) -> anyhow::Result<Thought> + Send {
    let limits = limits.with_default_time(HINT_TIME);
    let mut random = Rng::new(session::random(), 0);
    move |Request { query, position: game, terms: level }, signal| {
        // The level limits moves, however long they take.
        let of_moves = Limits::default().interrupted_by(&signal.interrupt);
        Ok(match query {
            Task::Move => {
                let choice = level.choose(&mut Engine::new(game.rules()), game, &mut random, &of_moves);
                Thought::Move(choice.map(|choice| choice.mv))
            }
            Task::Hint => hint(game, *level, of_moves, table.as_ref()),
            Task::Analyze => {
                let config = Config {
                    plies: PLIES,
                    repetition: game.repetition(),
                    threads,
                    limits: limits.interrupted_by(&signal.interrupt),
                    ..Config::default()
                };
                Thought::Analysis(Box::new(prove_from(game.rules(), game.history(), &config)))
            }
        })
    }
}

/// A move by a table, or else by the engine. What a table knows is the value without history; its move must be legal with it.
fn hint(game: &game::Game, level: Level, limits: Limits, table: Option<&ValueTable>) -> Thought {
    let legal = game.legal_moves();
    let known = table.map(|table| (table.value(game.position()), table.best_moves(game.position())));
    let best = known.as_ref().and_then(|(_, best)| best.iter().find(|mv| legal.contains(mv)).copied());
    let found = best.or_else(|| {
        let nodes = Level::new(Level::STRONGEST - 1).unwrap_or(level).nodes();
        let limits = Limits { nodes: Some(nodes), ..limits };
        Engine::new(game.rules()).choose(game, &limits).map(|choice| choice.mv)
    });
    Thought::Hint(found, known.map(|(value, _)| value).filter(|_| best.is_some()))
}

/// What a table says of the move that it names, for a message. Tables know nothing of states that may not come back: a win
/// holds all the same where none has stood since the last drop, for the quickest way to it brings none back.
fn known(game: &game::Game, value: Value) -> String {
    let known = match value {
        Value::Win(plies) => format!("wins in {}", words::plies(plies)),
        Value::Loss(plies) => format!("lasts {}", words::plies(plies)),
        Value::Endless => "keeps the game endless".into(),
    };
    let is_fresh = game.history().since_drop().len() == 1 && value != Value::Endless;
    let holds = is_fresh || game.repetition() == Repetition::Allowed;
    let about = if holds { "" } else { ", in the game without history" };
    format!(", which {known} by the table{about}")
}

fn analysis(outcome: &Outcome, side: Side) -> String {
    let rule = match outcome.repetition {
        Repetition::Barred => "with the states of this game barred",
        Repetition::Allowed => "with earlier states allowed",
    };
    let line = || outcome.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let wins = |side, plies: u32| {
        format!("Player {side} wins in {}, proven {rule}: {}", words::plies(plies), line())
    };
    match outcome.verdict {
        Verdict::Win { plies } => wins(side, plies),
        Verdict::Loss { plies } => wins(side.other(), plies),
        Verdict::Unknown => {
            let stopped = if outcome.stopped.is_some() { "; a limit ended the search there" } else { "" };
            let plies = words::plies(outcome.searched);
            format!("Neither player forces a win within {plies}, proven {rule}{stopped}")
        }
    }
}
