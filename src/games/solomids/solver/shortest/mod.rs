//! Short lines: few stacks, slides and transfers that reach a score, and a bound on how few there can be.
//!
//! Banks and swaps are not counted. Beams ([`beam`]) over boards with costs ([`cost_tables`]) shorten the line, until the
//! widest one finds no shorter line, the length reaches the lower bound, or a limit is reached.
//!
//! # Soundness
//! A line that is found is replayed by the rules. [`fewest_moves`] states what the lower bound rests on.
//!
//! A line of a beam is a sequence of actions and, in every column, a path through its placements; columns interact by the
//! actions only. So the fewest slides of a sequence of actions are the sum over columns of what the cost tables hold.
//!
//! **Test.** `tests/solomids/shortest.rs` compares lengths and bounds with a plain search over single moves.

mod beam;
mod cost_tables;

use self::beam::LengthBeam;
use self::cost_tables::CostTables;
use super::bounds::Goal;
use super::column::SetStore;
use super::search::context::Budget;
use crate::games::solomids::game::{COPIES, Colour, MAX_SWAPS, Move, Position, TREES};
use crate::games::solomids::solver::board::{Board, BoardAction, Step};
use crate::games::solomids::solver::config::{Config, LengthBounds};
use crate::games::solomids::solver::line::single_moves::single_moves;
use crate::games::solomids::solver::outcome::{Outcome, Stats, StopReason, Verdict};

/// The shortest line found, and a bound on shorter ones.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// Single moves from the given position, banks included. They reach at least the score of the outcome's line; a win
    /// uses as few swaps as the outcome proves.
    pub line: Vec<Move>,
    /// The score of the line. It exceeds that of the outcome's line only where the outcome is undecided.
    pub score: u8,
    /// Number of stacks, slides and transfers of the line.
    pub length: usize,
    /// Proven lower bound on that number, for lines that reach the score of the outcome's line.
    pub lower_bound: usize,
    /// The limit that ended the search for a shorter line; `None` if none did.
    pub stopped: Option<StopReason>,
    /// The work done.
    pub stats: Stats,
}

impl Shortest {
    /// Whether it is proven that no shorter line exists.
    pub const fn is_proven(&self) -> bool {
        self.length == self.lower_bound
    }
}

/// Number of stacks, slides and transfers among these moves.
pub fn length(line: &[Move]) -> usize {
    let counts = |mv: &&Move| matches!(mv, Move::Stack { .. } | Move::Slide { .. } | Move::Transfer { .. });
    line.iter().filter(counts).count()
}

/// Widths of the beams, in boards per layer.
const WIDTHS: [usize; 4] = [4, 16, 64, 256];

/// Finds a short line for an outcome, and a bound on shorter ones, within limits of its own.
///
/// The line reaches at least the lower bound of the verdict. A win may use no more swaps than the verdict; a line that
/// does not win may use all it earns. Two rules matter here: dominance and dead ends. The number of threads makes no
/// difference.
pub fn shortest(position: &Position, config: &Config, outcome: &Outcome) -> Shortest {
    let score = outcome.verdict.bounds().lower;
    let goal = match outcome.verdict {
        Verdict::Won { swaps } => Goal { trees: TREES, swaps },
        _ if score >= TREES => Goal { trees: TREES, swaps: TREES + MAX_SWAPS - score },
        _ => Goal { trees: score, swaps: MAX_SWAPS },
    };
    let tables = CostTables::new();
    let mut search = ShortestSearch {
        tables: &tables,
        config,
        position,
        root: Board::new(position, &tables),
        goal,
        budget: Budget::new(config),
        upper: u8::try_from(length(&outcome.line)).unwrap_or(u8::MAX),
        lower: fewest_moves(position, goal.trees),
        best: None,
    };
    let stopped = search.run().err();
    let ShortestSearch { budget, upper, lower, best, .. } = search;
    let (line, score) = best.unwrap_or_else(|| (outcome.line.clone(), score));
    debug_assert_eq!(length(&line), usize::from(upper));
    let stats = Stats { nodes: budget.nodes, boards: budget.boards, elapsed: budget.elapsed() };
    Shortest { length: length(&line), line, score, lower_bound: lower.into(), stopped, stats }
}

/// A lower bound on the stacks and transfers of a line to a number of trees.
///
/// **Statement.** Every line to `trees` trees makes at least this number of stacks and transfers.
///
/// **Argument.** A *joint* is a piece that lies directly on another one, on the board or in the bank. Slides, swaps and
/// banks change no joint. A transfer takes the upper part of a stack off one piece and lays it on another, so the number of
/// joints of its colour stays the same. A stack adds one to those of its colour. `n` trees of a colour have 2`n` joints, so a
/// colour with `j` joints needs at least 2`n` − `j` stacks. A stack or a transfer completes one tree at most, so a colour
/// with `d` trees needs at least `n` − `d` of them. The greater of both is convex in `n`, so the cheapest division of the trees among the
/// colours takes the cheapest next tree again and again.
///
/// **Test.** `tests/solomids/shortest.rs` compares the bound with a plain search over single moves.
fn fewest_moves(position: &Position, trees: u8) -> u8 {
    let mut costs = Vec::new();
    for colour in Colour::ALL {
        let stacks = || position.stacks().map(|(_, stack)| stack).filter(|stack| stack.colour == colour);
        let pieces = stacks().map(|stack| stack.shape.sizes().len()).sum::<usize>();
        let banked = COPIES - pieces / 3;
        let joints = pieces - stacks().count() + 2 * banked;
        let done = banked + stacks().filter(|stack| stack.is_tree()).count();
        let moves = |trees: usize| (2 * trees).saturating_sub(joints).max(trees.saturating_sub(done));
        costs.extend((1..=COPIES).map(|trees| (moves(trees) - moves(trees - 1)) as u8));
    }
    costs.sort_unstable();
    costs.into_iter().take(trees.into()).sum()
}

struct ShortestSearch<'a> {
    tables: &'a CostTables,
    config: &'a Config,
    position: &'a Position,
    root: Board,
    goal: Goal,
    budget: Budget,
    /// Length of the best line.
    upper: u8,
    lower: u8,
    /// The best line and its score; `None` while it is the given one.
    best: Option<(Vec<Move>, u8)>,
}

impl ShortestSearch<'_> {
    fn run(&mut self) -> Result<(), StopReason> {
        if self.root.trees >= self.goal.trees {
            self.adopt(0, &[]);
            return Ok(());
        }
        for width in WIDTHS {
            while self.lower < self.upper && self.shorten(width)? {}
        }
        Ok(())
    }

    /// Runs a beam for a line shorter than the best one. Returns whether it found one.
    fn shorten(&mut self, width: usize) -> Result<bool, StopReason> {
        self.budget.length = Some(LengthBounds { known: self.upper, needed: self.lower });
        let most = self.upper - 1;
        let beam = LengthBeam::new(self.tables, self.config, self.root, self.goal, most, width);
        let found = beam.run(&mut self.budget)?;
        if let Some((moves, actions)) = &found {
            self.adopt(*moves, actions);
        }
        Ok(found.is_some())
    }

    /// Adopts a line of a number of stacks, slides and transfers.
    fn adopt(&mut self, moves: u8, actions: &[BoardAction]) {
        let store = SetStore::new();
        let mut board = Board::new(self.position, &store);
        let steps: Vec<Step> = actions
            .iter()
            .map(|&action| {
                let before = board;
                board = before.play(&store, action, &mut ());
                (before, action)
            })
            .collect();
        (self.upper, self.best) = (moves, Some((single_moves(&store, self.position, &steps), board.score())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::dealer::tabletop;
    use crate::games::solomids::game::parse_position;

    #[test]
    fn a_goal_needs_its_joints() {
        let deal = tabletop::deal(1, 0);
        let board = Board::new(deal.position(), &<SetStore>::new());
        assert_eq!(usize::from(fewest_moves(deal.position(), TREES)), board.merges_left());
        // Eleven trees are in the bank. Each tree of red lacks one joint, and so does the third one of blue.
        let rows = ". . . . ./. . . . ./. R12 R3 . ./. R12 B1 . ./. R3 R12 . ./. R3 B23 . ./. . . . .";
        let text = format!("{rows}/. . . . ./. . . . ./. . . . .");
        let position = parse_position(&text).unwrap().position;
        let moves: Vec<u8> = (0..=15).map(|trees| fewest_moves(&position, trees)).collect();
        assert_eq!(moves[11..], [0, 1, 2, 3, 4]);
    }
}
