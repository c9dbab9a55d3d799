//! Hints: the best score that is reachable after moves, why a move costs what it costs, and one good move.

use super::adapt::{AdaptedLine, TransferClass, adapt_line};
use super::budget::{ROUNDS, SharedBudget};
use crate::games::solomids::game::{
    COLOURS, Colour, MAX_SWAPS, Move, Palette, Position, TREES, replay, swaps_earned,
};
use crate::games::solomids::solver::{Bounds, Config, Outcome, Proven, Solver, StopReason};
use crate::kit::numbers::counted;
use crate::kit::sorting::sort_short_by_key;

/// A position with bounds for each of its moves.
#[derive(Clone, Debug)]
pub struct Hints {
    /// Best score reachable from the position.
    pub bounds: Bounds,
    /// Line that reaches the lower bound.
    pub line: Vec<Move>,
    /// Every legal move, best first.
    pub moves: Vec<MoveHint>,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Limit that left something undecided.
    pub stopped: Option<StopReason>,
}

impl Hints {
    /// Whether it is proven that no move can raise the score of the position.
    pub fn is_idle(&self, position: &Position) -> bool {
        self.bounds.upper <= position.score()
    }
}

/// Best score reachable after one move.
#[derive(Clone, Debug)]
pub struct MoveHint {
    /// The move.
    pub mv: Move,
    /// Best score reachable after it.
    pub bounds: Bounds,
    /// Moves after it that reach the lower bound.
    pub line: Vec<Move>,
    /// Whether the best score stays reachable; `None` if undecided.
    pub keeps: Option<bool>,
    /// Effect on the best score, for display.
    pub reason: Reason,
}

/// Numbers of moves by their effect on the best score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCounts {
    /// Moves proven to keep the best score.
    pub keep: usize,
    /// Moves with an undecided effect.
    pub undecided: usize,
    /// All legal moves.
    pub all: usize,
}

impl MoveCounts {
    /// Counts the moves of hints.
    pub fn of(moves: &[MoveHint]) -> Self {
        let count = |keeps| moves.iter().filter(|hint| hint.keeps == keeps).count();
        Self { keep: count(Some(true)), undecided: count(None), all: moves.len() }
    }
}

/// Searches a position as any other position of its class is searched: by the line of the one that stands for all.
pub(super) fn search_class(
    position: &Position,
    class: Option<&TransferClass>,
    search: impl FnOnce(&Position) -> Outcome,
) -> Outcome {
    let Some(class) = class else { return search(position) };
    let start = *class.representative();
    let outcome = search(&start);
    Outcome { line: class.line_from_start(&start, &outcome.line), ..outcome }
}

/// Finds one good move of a position with a few searches instead of one for every move.
///
/// Returns hints for a single move, the first of the best line found; for none where the game is over, or where nothing more
/// can be banked. Where that line begins with a transfer, irreversible moves are tried first, by adapting the line and by short
/// searches. Followed move by move, the hints never lead back to an earlier position, as long as equal positions get equal
/// outcomes: a transfer is advised only on the way to the one way out of its class of positions.
pub fn good_move(solver: &mut Solver, position: &Position, config: &Config) -> Hints {
    let mut budget = SharedBudget::new(config);
    let class = TransferClass::of(position);
    let outcome = search_class(position, class.as_ref(), |position| solver.solve(position, config));
    budget.charge(&outcome);
    let mut bounds = Bounds::from(outcome.verdict);
    let mut line = None;
    if matches!(outcome.line.first(), Some(Move::Transfer { .. })) {
        let mut forward = position.legal_moves();
        forward.retain(|mv| matches!(mv, Move::Bank { .. } | Move::Stack { .. } | Move::Slide { .. }));
        sort_short_by_key(&mut forward, |&mv| rank(mv, None));
        line = forward.into_iter().find_map(|mv| {
            let rest = rest_after(solver, position, mv, &outcome, &mut budget)?;
            Some([vec![mv], rest].concat())
        });
    }
    let mut line = line.unwrap_or(outcome.line);
    if line.is_empty() && bounds.upper > position.score() {
        // The search has found nothing better than to stop: any move keeps what is known.
        let any = match &class {
            Some(class) => class.way_out().first().copied(),
            None => position.legal_moves().first().copied(),
        };
        line.extend(any);
    }
    // While the best score is undecided, this line may score more than that of the search.
    bounds.lower = replay(position, &line).map_or(bounds.lower, |end| bounds.lower.max(end.score()));
    let hint = line.split_first().and_then(|(&mv, rest)| {
        let after = replay(position, &[mv]).ok()?;
        let reason = Reason::new(solver, bounds, &after, bounds);
        Some(MoveHint { mv, bounds, line: rest.to_vec(), keeps: bounds.kept_by(bounds), reason })
    });
    let stopped = outcome.verdict.stopped().filter(|_| !bounds.is_decided());
    let moves = hint.into_iter().collect();
    Hints { bounds, line, moves, nodes: budget.nodes, stopped }
}

/// Moves after `mv` that reach the lower bound of `outcome`, found by adapting its line or by a short search.
fn rest_after(
    solver: &Solver,
    position: &Position,
    mv: Move,
    outcome: &Outcome,
    budget: &mut SharedBudget,
) -> Option<Vec<Move>> {
    let Bounds { lower, upper } = outcome.verdict.into();
    if let Some(AdaptedLine { score, moves }) = adapt_line(position, mv, &outcome.line)
        && score >= lower
    {
        return Some(moves);
    }
    let after = replay(position, &[mv]).ok()?;
    let outcome = solver.solve_within(&after, upper, &budget.share(ROUNDS[0], 1, 1)?);
    budget.charge(&outcome);
    (Bounds::from(outcome.verdict).lower >= lower).then_some(outcome.line)
}

/// Whether two moves are one; a swap may name its squares in either order.
pub(super) fn is_same(one: Move, other: Move) -> bool {
    match (one, other) {
        (Move::Swap { a, b }, Move::Swap { a: c, b: d }) => (a, b) == (c, d) || (a, b) == (d, c),
        _ => one == other,
    }
}

/// Sort key among moves of equal bounds: irreversible moves first, and the given first move first of its kind.
pub(super) fn rank(mv: Move, first: Option<Move>) -> u8 {
    let kind = match mv {
        Move::Bank { .. } => 0,
        Move::Stack { .. } => 2,
        Move::Slide { .. } => 4,
        Move::Transfer { .. } => 6,
        Move::Swap { .. } => 8,
    };
    kind + u8::from(first != Some(mv))
}

/// Effect of a move on the best reachable score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The move keeps the best score.
    Keeps {
        /// The best score.
        score: u8,
    },
    /// The move lowers the best score.
    GivesUp {
        /// Best score before it.
        before: Bounds,
        /// Best score after it.
        after: Bounds,
        /// Colour that can never be completed after it, where that alone proves the loss.
        colour: Option<DeadColour>,
    },
    /// The limits left the effect undecided.
    Undecided {
        /// Best score after it.
        after: Bounds,
    },
}

/// A colour whose three trees cannot all be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadColour {
    /// The colour.
    pub colour: Colour,
    /// Most trees that it can still have, 0 to 2.
    pub trees: u8,
    /// Whether this holds only for play without a further swap.
    pub without_swap: bool,
}

impl Reason {
    pub(super) fn new(solver: &Solver, before: Bounds, after: &Position, bounds: Bounds) -> Self {
        match before.kept_by(bounds) {
            Some(true) => Self::Keeps { score: before.upper },
            None => Self::Undecided { after: bounds },
            Some(false) => {
                Self::GivesUp { before, after: bounds, colour: DeadColour::find(solver, after, before) }
            }
        }
    }

    /// The reason in words.
    pub fn words(&self, palette: &Palette) -> String {
        match *self {
            Self::Keeps { score } if score >= TREES => format!("keeps {}", win(score)),
            Self::Keeps { score: 0 } => "no tree can be banked any more".into(),
            Self::Keeps { score } => format!("keeps the best that is left: {}", trees(score)),
            Self::GivesUp { before, after, colour } => {
                let most = if after.proven() == Some(Proven::Lost) {
                    format!("{} at most", trees(after.upper))
                } else {
                    format!("{} at best", after.upper)
                };
                if let Some(DeadColour { colour, trees, without_swap: false }) = colour {
                    let name = palette.name(colour);
                    return match trees {
                        0 => format!("dead: {name} can never be completed; {most}"),
                        1 => format!("dead: {name} can never have more than one tree; {most}"),
                        _ => format!("dead: {name} can never have its third tree; {most}"),
                    };
                }
                let why = colour.map_or_else(String::new, |DeadColour { colour, .. }| {
                    format!(", as {} cannot be completed without a swap", palette.name(colour))
                });
                if before.proven() != Some(Proven::Won) {
                    format!("loses: {most}{why}")
                } else if before.loses_win(after) {
                    format!("loses the game: {most}{why}")
                } else {
                    format!("gives up {}: {most}{why}", win(before.lower))
                }
            }
            Self::Undecided { after: Bounds { lower, upper } } if lower == upper => {
                format!("still reaches {lower}; undecided whether that is the best")
            }
            Self::Undecided { after: Bounds { lower, upper } } => {
                format!("undecided within the limits: {lower} to {upper}")
            }
        }
    }
}

impl DeadColour {
    /// The colour with the fewest clearable trees, if it proves that the best score is lost.
    ///
    /// The relaxation bounds the trees of a colour for play without a further swap. A swap is earned by a tree of every
    /// colour, so where one colour cannot get its next tree without a swap, no swap will be earned and the bound holds
    /// for all play.
    fn find(solver: &Solver, after: &Position, before: Bounds) -> Option<Self> {
        let prospects: [u8; COLOURS] = solver.max_trees(after);
        let (colour, trees) = Colour::ALL.into_iter().zip(prospects).min_by_key(|&(_, trees)| trees)?;
        let can_swap = swaps_earned(prospects) > after.swaps_used();
        let best_is_swapless = before.lower == TREES + MAX_SWAPS - after.swaps_used();
        (trees < 3 && before.proven() == Some(Proven::Won) && (!can_swap || best_is_swapless))
            .then_some(Self { colour, trees, without_swap: can_swap })
    }
}

/// Names a win by its score: `the win without a swap`.
const fn win(score: u8) -> &'static str {
    match TREES + MAX_SWAPS - score {
        0 => "the win without a swap",
        1 => "the win with one swap",
        _ => "the win with two swaps",
    }
}

/// Counts trees in words: `1 tree`, `7 trees`.
fn trees(count: u8) -> String {
    counted(count.into(), "tree")
}
