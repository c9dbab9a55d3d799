//! What is said of moves: with everything seen, a search of each position judges all moves and reviews those that were played; from
//! what lies open, a hint names the best move, or that of a careful player where the best is not known.

use std::cmp::Reverse;
use std::time::Duration;

use super::game::{Colour, Core, IllegalLine, IllegalMove, Move, Position, Reading, replay};
use super::optimum::{BestPlay, Optimum, SeenSpace, View, shows};
use super::solver::{Limits, Outcome, Solver, StopReason};
use crate::kit::clock::Instant;
use crate::kit::numbers::counted;
use crate::kit::sorting::sort_short_by_key;

/// Contradiction between the rules and the line of a search: a fault of the solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongLine {
    /// A move of the line is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalLine),
    /// The line does not reach the lower bound.
    #[error("the line of a search reaches another score")]
    Score,
}

/// Searches a position, and replays the line that is found by the rules alone.
///
/// # Errors
/// If the line is illegal, or does not reach the lower bound.
pub fn solve(
    solver: &mut Solver,
    position: &Position,
    reading: Reading,
    limits: &Limits,
) -> Result<Outcome, WrongLine> {
    let outcome = solver.solve(position, reading, limits);
    let (lower, upper) = outcome.verdict.bounds();
    let score = replay(position, reading, &outcome.line)?.score();
    if score == lower && lower <= upper { Ok(outcome) } else { Err(WrongLine::Score) }
}

/// The moves of a position, of which the first ones are judged by a search of the position after each.
#[derive(Clone, Debug)]
pub struct Judging {
    position: Position,
    reading: Reading,
    moves: Vec<Move>,
    /// Bounds on the best score after each judged move.
    bounds: Vec<(u8, u8)>,
    nodes: u64,
}

/// A move with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// Lower and upper bound on the best score after it.
    pub bounds: (u8, u8),
    /// Whether it keeps the best score; `None` if that is open.
    pub keeps: Option<bool>,
    /// What it keeps or costs, as a clause.
    pub reason: String,
}

impl Judging {
    /// The legal moves of a position, none of them judged.
    pub fn new(position: Position, reading: Reading) -> Self {
        let moves = position.legal_moves(reading).to_vec();
        Self { position, reading, moves, bounds: Vec::new(), nodes: 0 }
    }

    /// Whether the moves are those of a position under a reading.
    pub fn is_of(&self, position: &Position, reading: Reading) -> bool {
        (&self.position, self.reading) == (position, reading)
    }

    /// Judges moves, one at least, until a slice of time has passed or all are judged. The limits are those of each search.
    ///
    /// # Errors
    /// Those of [`solve`].
    pub fn go_on(&mut self, solver: &mut Solver, limits: &Limits, slice: Duration) -> Result<(), WrongLine> {
        let begun = Instant::now();
        while let Some(&mv) = self.moves.get(self.bounds.len()) {
            let mut after = self.position;
            after.play_unchecked(mv);
            let outcome = solve(solver, &after, self.reading, limits)?;
            self.bounds.push(outcome.verdict.bounds());
            self.nodes += outcome.stats.nodes;
            if begun.elapsed() >= slice {
                break;
            }
        }
        Ok(())
    }

    /// Whether all moves are judged.
    pub const fn is_done(&self) -> bool {
        self.bounds.len() == self.moves.len()
    }

    /// Nodes of all searches.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Lower and upper bound on the best score. What stands on the table stays there.
    pub fn best(&self) -> (u8, u8) {
        let score = self.position.score();
        let bounds = (0..self.moves.len()).map(|number| self.bounds_after(number));
        bounds.fold((score, score), |best, one| (best.0.max(one.0), best.1.max(one.1)))
    }

    /// Lower and upper bound on the best score after a move.
    fn bounds_after(&self, number: usize) -> (u8, u8) {
        let open = (self.position.score(), self.position.nests() as u8);
        self.bounds.get(number).copied().unwrap_or(open)
    }

    /// All moves, the best ones first.
    pub fn moves(&self) -> Vec<JudgedMove> {
        let best = self.best();
        let judged = |(number, &mv)| {
            let (lower, upper) = self.bounds_after(number);
            let (keeps, reason) = if lower >= best.1 {
                (Some(true), "keeps the best score".into())
            } else if upper < best.0 {
                (Some(false), format!("costs {}", counted((best.0 - upper).into(), "tower")))
            } else {
                (None, "not decided".into())
            };
            JudgedMove { mv, bounds: (lower, upper), keeps, reason }
        };
        let mut moves: Vec<JudgedMove> = self.moves.iter().enumerate().map(judged).collect();
        sort_short_by_key(&mut moves, |judged| Reverse(judged.bounds));
        moves
    }
}

/// What is said of a line that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// Its moves.
    pub moves: Vec<ReviewedMove>,
    /// Lower and upper bound on the best score before the first move.
    pub possible: (u8, u8),
    /// Score at the end.
    pub score: u8,
    /// Nodes of all searches.
    pub nodes: u64,
    /// The first limit that ended a search.
    pub stopped: Option<StopReason>,
}

/// What is said of a move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// Position before the move.
    pub position: Position,
    /// Lower and upper bound on the best score before the move.
    pub before: (u8, u8),
    /// Lower and upper bound on the best score after it.
    pub after: (u8, u8),
    /// A line from before the move that reaches the lower bound; empty if the move has given nothing up for certain.
    pub better: Vec<Move>,
}

impl ReviewedMove {
    /// Number of towers that the move has given up for certain.
    pub const fn lost(&self) -> u8 {
        self.before.0.saturating_sub(self.after.1)
    }

    /// Symbol of the mark: empty, `?` or `??`.
    pub fn mark(&self) -> &'static str {
        ["", "?", "??"][usize::from(self.lost().min(2))]
    }

    /// What the move has given up, as a clause; empty if that is nothing.
    pub fn reason(&self) -> String {
        match self.lost() {
            0 => String::new(),
            lost => format!("this gave up {}", counted(lost.into(), "tower")),
        }
    }
}

impl Review {
    /// The review in one line of words.
    pub fn summary(&self) -> String {
        let marked = match self.moves.iter().filter(|reviewed| reviewed.lost() > 0).count() {
            0 => "no move gave anything up".into(),
            marks => format!("{} gave something up", counted(marks as u64, "move")),
        };
        let (score, possible) = (self.score, range(self.possible));
        format!("{score} of {possible} towers that were possible with everything seen; {marked}")
    }
}

/// Bounds as text: `13`, `12–13`.
pub fn range((lower, upper): (u8, u8)) -> String {
    if lower == upper { lower.to_string() } else { format!("{lower}–{upper}") }
}

/// Goes through a line that was played: the best score before and after each move, with everything seen. The time limit is that of
/// all searches together, the others are those of each search.
///
/// # Errors
/// The first illegal move.
pub fn review(
    solver: &mut Solver,
    start: &Position,
    reading: Reading,
    moves: &[Move],
    limits: &Limits,
) -> Result<Review, IllegalMove> {
    let begun = Instant::now();
    let (mut nodes, mut stopped) = (0, None);
    let mut search = |position: &Position| {
        let outcome = solver.solve(position, reading, &limits.left(begun));
        nodes += outcome.stats.nodes;
        stopped = stopped.or(outcome.verdict.stopped());
        (outcome.verdict.bounds(), outcome.line)
    };
    let mut position = *start;
    let (possible, mut line) = search(&position);
    let mut before = possible;
    let mut reviewed = Vec::with_capacity(moves.len());
    for &mv in moves {
        let mut next = position;
        next.play(mv, reading)?;
        let (after, next_line) = search(&next);
        let mut this = ReviewedMove { position, before, after, better: Vec::new() };
        if this.lost() > 0 {
            this.better = line;
        }
        reviewed.push(this);
        (position, before, line) = (next, after, next_line);
    }
    Ok(Review { moves: reviewed, possible, score: position.score(), nodes, stopped })
}

/// A hint from what lies open.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// What to play; `None` if nothing is gained by going on.
    pub mv: Option<Move>,
    /// The moves that are to follow before a piece shows; none if they are not known.
    pub rest: Vec<Move>,
    /// Why, as a clause.
    pub reason: String,
    /// Greatest expected number of towers; `None` if it is not known, and the move is that of [`careful`].
    pub expected: Option<f64>,
    /// The limit that ended the search.
    pub stopped: Option<StopReason>,
}

/// Gives hints from what lies open, and remembers what it found out for one game.
#[derive(Debug, Default)]
pub struct Hinter {
    optimum: Option<Optimum>,
}

impl Hinter {
    /// The best move from a view. After a limit the next hint goes on with the search.
    pub fn hint(&mut self, view: &View, limits: &Limits) -> Hint {
        let (why, stopped) = match self.of(view).map(|optimum| optimum.best(view, limits)) {
            Some(Ok(BestPlay { expected, moves, next })) => {
                let (mv, reason) = (moves.first().copied(), reason(expected, next));
                let more = self.step_after(view, &moves, limits);
                let rest = moves.into_iter().skip(1).chain(more).collect();
                return Hint { mv, rest, reason, expected: Some(expected), stopped: None };
            }
            None => ("which move is best is not known for this reading", None),
            Some(Err(StopReason::Memory)) => {
                ("the best move takes more memory than there is here", Some(StopReason::Memory))
            }
            Some(Err(stopped)) => ("the best move is not found yet, ask again to go on", Some(stopped)),
        };
        let reason = format!("a careful player would play this; {why}");
        Hint { mv: careful(view), rest: Vec::new(), reason, expected: None, stopped }
    }

    /// The best step after another one that has shown nothing; none if it is not known.
    fn step_after(&mut self, view: &View, step: &[Move], limits: &Limits) -> Vec<Move> {
        let mut position = view.position();
        for &mv in step {
            if shows(&position, mv) {
                return Vec::new();
            }
            position.play_unchecked(mv);
        }
        let after = View::new(&position, view.reading);
        let best = self.optimum.as_mut().and_then(|optimum| optimum.best(&after, limits).ok());
        best.map_or_else(Vec::new, |best| best.moves)
    }

    /// The hint that a slice of time suffices for, and whether the next slice goes on with a search: for it, or for values that later
    /// hints need.
    pub fn hint_within(&mut self, view: &View, slice: Duration, limits: &Limits) -> (Option<Hint>, bool) {
        let begun = Instant::now();
        let limits = Limits { time: Some(slice), ..limits.clone() };
        let hint = self.hint(view, &limits);
        let stopped = hint.stopped.or_else(|| self.settle(view, &limits.left(begun)));
        let more = stopped == Some(StopReason::Time);
        (Some(hint).filter(|hint| hint.stopped != Some(StopReason::Time)), more)
    }

    /// Finds the values that later hints need. Which limit ended the search; a later one goes on from there.
    pub fn settle(&mut self, view: &View, limits: &Limits) -> Option<StopReason> {
        self.of(view).and_then(|optimum| optimum.settle(view, limits).err())
    }

    /// The values of the game of a view, if there are any.
    fn of(&mut self, view: &View) -> Option<&mut Optimum> {
        if self.optimum.as_ref().is_none_or(|optimum| !optimum.is_of(view)) {
            self.optimum = Optimum::new(view.reading, view.stashes).map(Optimum::with_openings);
        }
        self.optimum.as_mut()
    }

    /// Number of states whose value is known.
    pub fn states(&self) -> usize {
        self.optimum.as_ref().map_or(0, Optimum::states)
    }
}

/// What the best and the next best are worth: `from here the best play makes 9.83 towers on average; after the next best move, L-3>4,
/// 9.21`.
fn reason(expected: f64, next: Option<(f64, Move)>) -> String {
    // As many decimals as tell them apart.
    let differ =
        |digits: &u32| next.is_none_or(|(worth, _)| scaled(expected, *digits) != scaled(worth, *digits));
    let digits = (2..10).find(differ).unwrap_or(10);
    let next = next.map_or_else(String::new, |(worth, mv)| {
        format!("; after the next best move, {mv}, {}", decimal(worth, digits))
    });
    format!("from here the best play makes {} towers on average{next}", decimal(expected, digits))
}

/// A number times a power of ten, to the nearest whole one.
fn scaled(number: f64, digits: u32) -> u64 {
    libm::round(number * 10_u64.pow(digits) as f64) as u64
}

/// A number with some decimals, without the formatting of floating-point numbers, which makes the module of pages larger.
fn decimal(number: f64, digits: u32) -> String {
    let (unit, scaled) = (10_u64.pow(digits), scaled(number, digits));
    format!("{}.{:0width$}", scaled / unit, scaled % unit, width = digits as usize)
}

/// The move of a player who looks at the table only: towers before smalls before mediums before larges. Larges are kept apart:
/// mediums go onto caps before own larges, smalls do not park on opened nests, and of a colour with few nests left no large caps
/// another while there is something else to do. `None` ends the game.
pub fn careful(view: &View) -> Option<Move> {
    view.forward().filter(|&mv| !parks(view, mv)).min_by_key(|&mv| caution(view, mv))
}

/// Whether a small goes onto a medium in an opened nest.
fn parks(view: &View, mv: Move) -> bool {
    matches!(mv, Move::Small { .. }) && view.spaces[mv.ends().1].core == Core::Opened
}

/// How little a move is liked by the careful player.
fn caution(view: &View, mv: Move) -> u32 {
    let (from, to) = mv.ends();
    let (source, target) = (&view.spaces[from], &view.spaces[to]);
    let own = |space: &SeenSpace| space.core == Core::Full && space.caps == 0;
    match mv {
        Move::Tower { .. } => 0,
        Move::Small { .. } => 10 + u32::from(own(target)) * 5,
        Move::Medium { .. } if target.core == Core::Gone => 20,
        Move::Medium { .. } if target.caps > 0 => 25,
        Move::Large { .. } if spare(view, source.large) > 2 => 30 - spare(view, source.large),
        Move::Medium { .. } => 40 - spare(view, source.medium.unwrap_or(target.large)),
        Move::Large { .. } => 60,
    }
}

/// Own larges of a colour that show.
fn spare(view: &View, colour: Colour) -> u32 {
    let free = view.spaces.iter().filter(|space| {
        space.core == Core::Full && space.caps == 0 && !space.has_medium && space.large == colour
    });
    free.count() as u32
}
